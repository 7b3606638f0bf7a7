var ft,A,co,Ut,ve,ao,po,fo,Lt,it,We,vo,Dt,zt,Nt,En,ut={},ct=[],Pn=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,vt=Array.isArray;function ue(e,t){for(var o in t)e[o]=t[o];return e}function Ht(e){e&&e.parentNode&&e.parentNode.removeChild(e)}function Be(e,t,o){var n,r,s,i={};for(s in t)s=="key"?n=t[s]:s=="ref"?r=t[s]:i[s]=t[s];if(arguments.length>2&&(i.children=arguments.length>3?ft.call(arguments,2):o),typeof e=="function"&&e.defaultProps!=null)for(s in e.defaultProps)i[s]===void 0&&(i[s]=e.defaultProps[s]);return lt(e,i,n,r,null)}function lt(e,t,o,n,r){var s={type:e,props:t,key:o,ref:n,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:r??++co,__i:-1,__u:0};return r==null&&A.vnode!=null&&A.vnode(s),s}function ye(e){return e.children}function Pe(e,t){this.props=e,this.context=t}function be(e,t){if(t==null)return e.__?be(e.__,e.__i+1):null;for(var o;t<e.__k.length;t++)if((o=e.__k[t])!=null&&o.__e!=null)return o.__e;return typeof e.type=="function"?be(e):null}function An(e){if(e.__P&&e.__d){var t=e.__v,o=t.__e,n=[],r=[],s=ue({},t);s.__v=t.__v+1,A.vnode&&A.vnode(s),Rt(e.__P,s,t,e.__n,e.__P.namespaceURI,32&t.__u?[o]:null,n,o??be(t),!!(32&t.__u),r),s.__v=t.__v,s.__.__k[s.__i]=s,go(n,s,r),t.__e=t.__=null,s.__e!=o&&mo(s)}}function mo(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(function(t){if(t!=null&&t.__e!=null)return e.__e=e.__c.base=t.__e}),mo(e)}function io(e){(!e.__d&&(e.__d=!0)&&ve.push(e)&&!pt.__r++||ao!=A.debounceRendering)&&((ao=A.debounceRendering)||po)(pt)}function pt(){try{for(var e,t=1;ve.length;)ve.length>t&&ve.sort(fo),e=ve.shift(),t=ve.length,An(e)}finally{ve.length=pt.__r=0}}function ho(e,t,o,n,r,s,i,l,p,a,v){var h,f,m,g,j,E,T=n&&n.__k||ct,d=t.length;for(p=jn(o,t,T,p,d),h=0;h<d;h++)(m=o.__k[h])!=null&&(f=m.__i!=-1&&T[m.__i]||ut,m.__i=h,E=Rt(e,m,f,r,s,i,l,p,a,v),g=m.__e,m.ref&&f.ref!=m.ref&&(f.ref&&It(f.ref,null,m),v.push(m.ref,m.__c||g,m)),j==null&&g!=null&&(j=g),4&m.__u?(p=$o(m,p,e),f.__e&&(f.__e=null)):typeof m.type=="function"&&E!==void 0?p=E:g&&(p=g.nextSibling),m.__u&=-7);return o.__e=j,p}function jn(e,t,o,n,r){var s,i,l,p,a,v=o.length,h=v,f=0;for(e.__k=new Array(r),s=0;s<r;s++)(i=t[s])!=null&&typeof i!="boolean"&&typeof i!="function"?(typeof i=="string"||typeof i=="number"||typeof i=="bigint"||i.constructor==String?i=e.__k[s]=lt(null,i,null,null,null):vt(i)?i=e.__k[s]=lt(ye,{children:i},null,null,null):i.constructor===void 0&&i.__b>0?i=e.__k[s]=lt(i.type,i.props,i.key,i.ref?i.ref:null,i.__v):e.__k[s]=i,p=s+f,i.__=e,i.__b=e.__b+1,l=null,(a=i.__i=On(i,o,p,h))!=-1&&(h--,(l=o[a])&&(l.__u|=2)),l==null||l.__v==null?(a==-1&&(r>v?f--:r<v&&f++),typeof i.type!="function"&&(i.__u|=4)):a!=p&&(a==p-1?f--:a==p+1?f++:(a>p?f--:f++,i.__u|=4))):e.__k[s]=null;if(h)for(s=0;s<v;s++)(l=o[s])!=null&&(2&l.__u)==0&&(l.__e==n&&(n=be(l)),yo(l,l));return n}function $o(e,t,o){var n,r;if(typeof e.type=="function"){for(n=e.__k,r=0;n&&r<n.length;r++)n[r]&&(n[r].__=e,t=$o(n[r],t,o));return t}e.__e!=t&&(t&&e.type&&!t.parentNode&&(t=be(e)),t=o.insertBefore(e.__e,t||null));do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function On(e,t,o,n){var r,s,i,l=e.key,p=e.type,a=t[o],v=a!=null&&(2&a.__u)==0;if(a===null&&l==null||v&&l==a.key&&p==a.type)return o;if(n>(v?1:0)){for(r=o-1,s=o+1;r>=0||s<t.length;)if((a=t[i=r>=0?r--:s++])!=null&&(2&a.__u)==0&&l==a.key&&p==a.type)return i}return-1}function lo(e,t,o){t[0]=="-"?e.setProperty(t,o??""):e[t]=o==null?"":typeof o!="number"||Pn.test(t)?o:o+"px"}function at(e,t,o,n,r){var s,i;e:if(t=="style")if(typeof o=="string")e.style.cssText=o;else{if(typeof n=="string"&&(e.style.cssText=n=""),n)for(t in n)o&&t in o||lo(e.style,t,"");if(o)for(t in o)n&&o[t]==n[t]||lo(e.style,t,o[t])}else if(t[0]=="o"&&t[1]=="n")s=t!=(t=t.replace(vo,"$1")),i=t.toLowerCase(),t=i in e||t=="onFocusOut"||t=="onFocusIn"?i.slice(2):t.slice(2),e.l||(e.l={}),e.l[t+s]=o,o?n?o[We]=n[We]:(o[We]=Dt,e.addEventListener(t,s?Nt:zt,s)):e.removeEventListener(t,s?Nt:zt,s);else{if(r=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{e[t]=o??"";break e}catch{}typeof o=="function"||(o==null||o===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&o==1?"":o))}}function uo(e){return function(t){if(this.l){var o=this.l[t.type+e];if(t[it]==null)t[it]=Dt++;else if(t[it]<o[We])return;return o(A.event?A.event(t):t)}}}function Rt(e,t,o,n,r,s,i,l,p,a){var v,h,f,m,g,j,E,T,d,b,k,w,C,$,_,x,M=t.type;if(t.constructor!==void 0)return null;128&o.__u&&(p=!!(32&o.__u),s=[l=t.__e=o.__e]),(v=A.__b)&&v(t);e:if(typeof M=="function"){h=i.length;try{if(d=t.props,b=M.prototype&&M.prototype.render,k=(v=M.contextType)&&n[v.__c],w=v?k?k.props.value:v.__:n,o.__c?T=(f=t.__c=o.__c).__=f.__E:(b?t.__c=f=new M(d,w):(t.__c=f=new Pe(d,w),f.constructor=M,f.render=zn),k&&k.sub(f),f.state||(f.state={}),f.__n=n,m=f.__d=!0,f.__h=[],f._sb=[]),b&&f.__s==null&&(f.__s=f.state),b&&M.getDerivedStateFromProps!=null&&(f.__s==f.state&&(f.__s=ue({},f.__s)),ue(f.__s,M.getDerivedStateFromProps(d,f.__s))),g=f.props,j=f.state,f.__v=t,m)b&&M.getDerivedStateFromProps==null&&f.componentWillMount!=null&&f.componentWillMount(),b&&f.componentDidMount!=null&&f.__h.push(f.componentDidMount);else{if(b&&M.getDerivedStateFromProps==null&&d!==g&&f.componentWillReceiveProps!=null&&f.componentWillReceiveProps(d,w),t.__v==o.__v||!f.__e&&f.shouldComponentUpdate!=null&&f.shouldComponentUpdate(d,f.__s,w)===!1){t.__v!=o.__v&&(f.props=d,f.state=f.__s,f.__d=!1),t.__e=o.__e,t.__k=o.__k,t.__k.some(function(S){S&&(S.__=t)}),ct.push.apply(f.__h,f._sb),f._sb=[],f.__h.length&&i.push(f),l=be(o);break e}f.componentWillUpdate!=null&&f.componentWillUpdate(d,f.__s,w),b&&f.componentDidUpdate!=null&&f.__h.push(function(){f.componentDidUpdate(g,j,E)})}if(f.context=w,f.props=d,f.__P=e,f.__e=!1,C=A.__r,$=0,b)f.state=f.__s,f.__d=!1,C&&C(t),v=f.render(f.props,f.state,f.context),ct.push.apply(f.__h,f._sb),f._sb=[];else do f.__d=!1,C&&C(t),v=f.render(f.props,f.state,f.context),f.state=f.__s;while(f.__d&&++$<25);f.state=f.__s,f.getChildContext!=null&&(n=ue(ue({},n),f.getChildContext())),b&&!m&&f.getSnapshotBeforeUpdate!=null&&(E=f.getSnapshotBeforeUpdate(g,j)),_=v!=null&&v.type===ye&&v.key==null?bo(v.props.children):v,l=ho(e,vt(_)?_:[_],t,o,n,r,s,i,l,p,a),f.base=t.__e,t.__u&=-161,f.__h.length&&i.push(f),T&&(f.__E=f.__=null)}catch(S){if(i.length=h,t.__v=null,p||s!=null){if(S.then){for(t.__u|=p?160:128;l&&l.nodeType==8&&l.nextSibling;)l=l.nextSibling;s!=null&&(s[s.indexOf(l)]=null),t.__e=l}else if(s!=null)for(x=s.length;x--;)Ht(s[x])}else t.__e=o.__e;t.__k==null&&(t.__k=o.__k||[]),S.then||_o(t),A.__e(S,t,o)}}else s==null&&t.__v==o.__v?(t.__k=o.__k,t.__e=o.__e):l=t.__e=Ln(o.__e,t,o,n,r,s,i,p,a);return(v=A.diffed)&&v(t),128&t.__u?void 0:l}function _o(e){e&&(e.__c&&(e.__c.__e=!0),e.__k&&e.__k.some(_o))}function go(e,t,o){for(var n=0;n<o.length;n++)It(o[n],o[++n],o[++n]);A.__c&&A.__c(t,e),e.some(function(r){try{e=r.__h,r.__h=[],e.some(function(s){s.call(r)})}catch(s){A.__e(s,r.__v)}})}function bo(e){return typeof e!="object"||e==null||e.__b>0?e:vt(e)?e.map(bo):e.constructor!==void 0?null:ue({},e)}function Ln(e,t,o,n,r,s,i,l,p){var a,v,h,f,m,g,j,E=o.props||ut,T=t.props,d=t.type;if(d=="svg"?r="http://www.w3.org/2000/svg":d=="math"?r="http://www.w3.org/1998/Math/MathML":r||(r="http://www.w3.org/1999/xhtml"),s!=null){for(a=0;a<s.length;a++)if((m=s[a])&&"setAttribute"in m==!!d&&(d?m.localName==d:m.nodeType==3)){e=m,s[a]=null;break}}if(e==null){if(d==null)return document.createTextNode(T);e=document.createElementNS(r,d,T.is&&T),l&&(A.__m&&A.__m(t,s),l=!1),s=null}if(d==null)E===T||l&&e.data==T||(e.data=T);else{if(s=d=="textarea"&&T.defaultValue!=null?null:s&&ft.call(e.childNodes),!l&&s!=null)for(E={},a=0;a<e.attributes.length;a++)E[(m=e.attributes[a]).name]=m.value;for(a in E)m=E[a],a=="dangerouslySetInnerHTML"?h=m:a=="children"||a in T||a=="value"&&"defaultValue"in T||a=="checked"&&"defaultChecked"in T||at(e,a,null,m,r);for(a in T)m=T[a],a=="children"?f=m:a=="dangerouslySetInnerHTML"?v=m:a=="value"?g=m:a=="checked"?j=m:l&&typeof m!="function"||E[a]===m||at(e,a,m,E[a],r);if(v)l||h&&(v.__html==h.__html||v.__html==e.innerHTML)||(e.innerHTML=v.__html),t.__k=[];else if(h&&(e.innerHTML=""),ho(t.type=="template"?e.content:e,vt(f)?f:[f],t,o,n,d=="foreignObject"?"http://www.w3.org/1999/xhtml":r,s,i,s?s[0]:o.__k&&be(o,0),l,p),s!=null)for(a=s.length;a--;)Ht(s[a]);l&&d!="textarea"||(a="value",d=="progress"&&g==null?e.removeAttribute("value"):g!=null&&(g!==e[a]||d=="progress"&&!g||d=="option"&&g!=E[a])&&at(e,a,g,E[a],r),a="checked",j!=null&&j!=e[a]&&at(e,a,j,E[a],r))}return e}function It(e,t,o){try{if(typeof e=="function"){var n=typeof e.__u=="function";n&&e.__u(),n&&t==null||(e.__u=e(t))}else e.current=t}catch(r){A.__e(r,o)}}function yo(e,t,o){var n,r;if(A.unmount&&A.unmount(e),(n=e.ref)&&(n.current&&n.current!=e.__e||It(n,null,t)),(n=e.__c)!=null){if(n.componentWillUnmount)try{n.componentWillUnmount()}catch(s){A.__e(s,t)}n.base=n.__P=n.__n=null}if(n=e.__k)for(r=0;r<n.length;r++)n[r]&&yo(n[r],t,o||typeof e.type!="function");o||Ht(e.__e),e.__c=e.__=e.__e=void 0}function zn(e,t,o){return this.constructor(e,o)}function wo(e,t,o){var n,r,s,i;t==document&&(t=document.documentElement),A.__&&A.__(e,t),r=(n=typeof o=="function")?null:o&&o.__k||t.__k,s=[],i=[],Rt(t,e=(!n&&o||t).__k=Be(ye,null,[e]),r||ut,ut,t.namespaceURI,!n&&o?[o]:r?null:t.firstChild?ft.call(t.childNodes):null,s,!n&&o?o:r?r.__e:t.firstChild,n,i),go(s,e,i),e.props.children=null}ft=ct.slice,A={__e:function(e,t,o,n){for(var r,s,i;t=t.__;)if((r=t.__c)&&!r.__)try{if((s=r.constructor)&&s.getDerivedStateFromError!=null&&(r.setState(s.getDerivedStateFromError(e)),i=r.__d),r.componentDidCatch!=null&&(r.componentDidCatch(e,n||{}),i=r.__d),i)return r.__E=r}catch(l){e=l}throw e}},co=0,Ut=function(e){return e!=null&&e.constructor===void 0},Pe.prototype.setState=function(e,t){var o;o=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=ue({},this.state),typeof e=="function"&&(e=e(ue({},o),this.props)),e&&ue(o,e),e!=null&&this.__v&&(t&&this._sb.push(t),io(this))},Pe.prototype.forceUpdate=function(e){this.__v&&(this.__e=!0,e&&this.__h.push(e),io(this))},Pe.prototype.render=ye,ve=[],po=typeof Promise=="function"?Promise.prototype.then.bind(Promise.resolve()):setTimeout,fo=function(e,t){return e.__v.__b-t.__v.__b},pt.__r=0,Lt=Math.random().toString(8),it="__d"+Lt,We="__a"+Lt,vo=/(PointerCapture)$|Capture$/i,Dt=0,zt=uo(!1),Nt=uo(!0),En=0;var mt,Y,Wt,ko,Bt=0,Ao=[],I=A,xo=I.__b,So=I.__r,Co=I.diffed,Mo=I.__c,To=I.unmount,Eo=I.__;function jo(e,t){I.__h&&I.__h(Y,e,Bt||t),Bt=0;var o=Y.__H||(Y.__H={__:[],__h:[]});return e>=o.__.length&&o.__.push({}),o.__[e]}function G(e,t){var o=jo(mt++,3);!I.__s&&Oo(o.__H,t)&&(o.__=e,o.u=t,Y.__H.__h.push(o))}function te(e){return Bt=5,we(function(){return{current:e}},[])}function we(e,t){var o=jo(mt++,7);return Oo(o.__H,t)&&(o.__=e(),o.__H=t,o.__h=e),o.__}function Nn(){for(var e;e=Ao.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(dt),t.__h.some(Ft),t.__h=[]}catch(o){t.__h=[],I.__e(o,e.__v)}}}I.__b=function(e){Y=null,xo&&xo(e)},I.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),Eo&&Eo(e,t)},I.__r=function(e){So&&So(e),mt=0;var t=(Y=e.__c).__H;t&&(Wt===Y?(t.__h=[],Y.__h=[],t.__.some(function(o){o.__N&&(o.__=o.__N),o.u=o.__N=void 0})):(t.__h.some(dt),t.__h.some(Ft),t.__h=[],mt=0)),Wt=Y},I.diffed=function(e){Co&&Co(e);var t=e.__c;t&&t.__H&&(t.__H.__h.length&&(Ao.push(t)!==1&&ko===I.requestAnimationFrame||((ko=I.requestAnimationFrame)||Un)(Nn)),t.__H.__.some(function(o){o.u&&(o.__H=o.u,o.u=void 0)})),Wt=Y=null},I.__c=function(e,t){t.some(function(o){try{o.__h.some(dt),o.__h=o.__h.filter(function(n){return!n.__||Ft(n)})}catch(n){t.some(function(r){r.__h&&(r.__h=[])}),t=[],I.__e(n,o.__v)}}),Mo&&Mo(e,t)},I.unmount=function(e){To&&To(e);var t,o=e.__c;o&&o.__H&&(o.__H.__.some(function(n){try{dt(n)}catch(r){t=r}}),o.__H=void 0,t&&I.__e(t,o.__v))};var Po=typeof requestAnimationFrame=="function";function Un(e){var t,o=function(){clearTimeout(n),Po&&cancelAnimationFrame(t),setTimeout(e)},n=setTimeout(o,35);Po&&(t=requestAnimationFrame(o))}function dt(e){var t=Y,o=e.__c;typeof o=="function"&&(e.__c=void 0,o()),Y=t}function Ft(e){var t=Y;e.__c=e.__(),Y=t}function Oo(e,t){return!e||e.length!==t.length||t.some(function(o,n){return o!==e[n]})}var Dn=Symbol.for("preact-signals");function gt(){if(ce>1)ce--;else{var e,t=!1;for((function(){var r=$t;for($t=void 0;r!==void 0;){var s=r.S;if(s.v===r.v)for(var i=s.t;i!==void 0;i=i.x)i.i===r.i&&(i.i=s.i);r=r.o}})();Ve!==void 0;){var o=Ve;for(Ve=void 0,ht++;o!==void 0;){var n=o.u;if(o.u=void 0,o.f&=-3,!(8&o.f)&&zo(o))try{o.c()}catch(r){t||(e=r,t=!0)}o=n}}if(ht=0,ce--,t)throw e}}function se(e){if(ce>0)return e();Vt=++Hn,ce++;try{return e()}finally{gt()}}var Fe,U=void 0;function ke(e){var t=U,o=Fe;U=void 0,Fe=void 0;try{return e()}finally{U=t,Fe=o}}var Ve=void 0,ce=0,ht=0,Hn=0,Vt=0,$t=void 0,_t=0;function Lo(e){if(U!==void 0){var t=e.n;if(t===void 0||t.t!==U)return t={i:0,S:e,p:U.s,n:void 0,t:U,e:void 0,x:void 0,r:t},U.s!==void 0&&(U.s.n=t),U.s=t,e.n=t,32&U.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=U.s,t.n=void 0,U.s.n=t,U.s=t),t}}function W(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,this.Z=t?.unwatched,this.name=t?.name}W.prototype.brand=Dn;W.prototype.h=function(){return!0};W.prototype.S=function(e){var t=this,o=this.t;o!==e&&e.e===void 0&&(e.x=o,this.t=e,o!==void 0?o.e=e:ke(function(){var n;(n=t.W)==null||n.call(t)}))};W.prototype.U=function(e){var t=this;if(this.t!==void 0){var o=e.e,n=e.x;o!==void 0&&(o.x=n,e.e=void 0),n!==void 0&&(n.e=o,e.x=void 0),e===this.t&&(this.t=n,n===void 0&&ke(function(){var r;(r=t.Z)==null||r.call(t)}))}};W.prototype.subscribe=function(e){var t=this;return Z(function(){var o=t.value;ke(function(){return e(o)})},{name:"sub"})};W.prototype.valueOf=function(){return this.value};W.prototype.toString=function(){return this.value+""};W.prototype.toJSON=function(){return this.value};W.prototype.peek=function(){var e=this;return ke(function(){return e.value})};Object.defineProperty(W.prototype,"value",{get:function(){var e=Lo(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(ht>100)throw new Error("Cycle detected");(function(o){ce!==0&&ht===0&&o.l!==Vt&&(o.l=Vt,$t={S:o,v:o.v,i:o.i,o:$t})})(this),this.v=e,this.i++,_t++,ce++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{gt()}}}});function O(e,t){return new W(e,t)}function zo(e){for(var t=e.s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function No(e){for(var t=e.s;t!==void 0;t=t.n){var o=t.S.n;if(o!==void 0&&(t.r=o),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function Uo(e){for(var t=e.s,o=void 0;t!==void 0;){var n=t.p;t.i===-1?(t.S.U(t),n!==void 0&&(n.n=t.n),t.n!==void 0&&(t.n.p=n)):o=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),t=n}e.s=o}function xe(e,t){W.call(this,void 0,t),this.x=e,this.s=void 0,this.g=_t-1,this.f=4}xe.prototype=new W;xe.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===_t))return!0;if(this.g=_t,this.f|=1,this.i>0&&!zo(this))return this.f&=-2,!0;var e=U;try{No(this),U=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&(this.v=t,this.f&=-17,this.i++)}catch(o){this.v=o,this.f|=16,this.i++}return U=e,Uo(this),this.f&=-2,!0};xe.prototype.S=function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}W.prototype.S.call(this,e)};xe.prototype.U=function(e){if(this.t!==void 0&&(W.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=t.n)t.S.U(t)}};xe.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(xe.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=Lo(this);if(this.h(),e!==void 0&&(e.i=this.i),16&this.f)throw this.v;return this.v}});function K(e,t){return new xe(e,t)}function Do(e){var t=e.j;if(e.j=void 0,typeof t=="function"){ce++;var o=U;U=void 0;try{t()}catch(n){throw e.f&=-2,e.f|=8,qt(e),n}finally{U=o,gt()}}}function qt(e){for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,Do(e)}function Rn(e){if(U!==this)throw new Error("Out-of-order effect");Uo(this),U=e,this.f&=-2;try{8&this.f&&qt(this)}finally{gt()}}function Ae(e,t){this.x=e,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=t?.name,Fe&&Fe.push(this)}Ae.prototype.c=function(){var e=this.S();try{if(8&this.f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};Ae.prototype.S=function(){if(1&this.f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,Do(this),No(this),ce++;var e=U;return U=this,Rn.bind(this,e)};Ae.prototype.N=function(){2&this.f||(this.f|=2,this.u=Ve,Ve=this)};Ae.prototype.d=function(){this.f|=8,1&this.f||qt(this)};Ae.prototype.dispose=function(){this.d()};function Z(e,t){var o=new Ae(e,t);try{o.c()}catch(r){throw o.d(),r}var n=o.d.bind(o);return n[Symbol.dispose]=n,n}var Gt,je,bt,In=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__,Ho=[],Ro=[];Z(function(){Gt=this.N})();function Oe(e,t){A[e]=t.bind(null,A[e]||function(){})}function qe(e){if(bt){var t=bt;bt=void 0,t()}bt=e&&e.S()}function Io(e){var t=this,o=e.data,n=P(o);n.name="ReactiveDom",n.value=o;var r=we(function(){for(var l=t,p=t.__v;p=p.__;)if(p.__c){p.__c.__$f|=4;break}var a=K(function(){var m=n.value.value;return m===0?0:m===!0?"":m||""}),v=K(function(){return!Array.isArray(a.value)&&!Ut(a.value)}),h=Z(function(){if(this.N=Bo,v.value){var m=a.value;l.__v&&l.__v.__e&&l.__v.__e.nodeType===3&&(l.__v.__e.data=m)}}),f=t.__$u.d;return t.__$u.d=function(){h(),f.call(this)},[v,a]},[]),s=r[0],i=r[1];return s.value?i.peek():i.value}Io.displayName="ReactiveTextNode";Object.defineProperties(W.prototype,{constructor:{configurable:!0,value:Be(ye,null).constructor},type:{configurable:!0,value:Io},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},__b:{configurable:!0,value:1}});Oe("__b",function(e,t){if(qe(),je=void 0,typeof t.type=="string"){var o,n=t.props;for(var r in n)if(r!=="children"){var s=n[r];s instanceof W&&(o||(t.__np=o={}),o[r]=s,n[r]=s.peek())}}e(t)});Oe("__r",function(e,t){if(e(t),t.type!==ye){qe();var o,n=t.__c;n&&(n.__$f&=-2,(o=n.__$u)===void 0&&(n.__$u=o=(function(r,s){var i;return Z(function(){i=this},{name:s}),i.c=r,i})((function(r){return function(){var s;In&&((s=this.y)==null||s.call(this)),r.__$f|=1,r.setState({})}})(n),typeof t.type=="function"?t.type.displayName||t.type.name:""))),je=n,qe(o)}});Oe("__e",function(e,t,o,n){qe(),je=void 0,e(t,o,n)});Oe("diffed",function(e,t){qe(),je=void 0;var o;if(typeof t.type=="string"&&(o=t.__e)){var n=t.__np,r=t.props,s=o.U;if(s)for(var i in s){var l=s[i];l===void 0||n&&i in n||(l.d(),s[i]=void 0)}if(n){s||(s={},o.U=s);for(var p in n){var a=s[p],v=n[p];a===void 0?(a=Wn(o,p,v,r),s[p]=a):a.o(v,r)}}}e(t)});function Wn(e,t,o,n){var r=t in e&&e.ownerSVGElement===void 0,s=O(o);return{o:function(i,l){s.value=i,n=l},d:Z(function(){this.N=Bo;var i=s.value.value;n[t]!==i&&(n[t]=i,r?e[t]=i:i!=null&&(i!==!1||t[4]==="-")?e.setAttribute(t,i):e.removeAttribute(t))})}}Oe("unmount",function(e,t){if(typeof t.type=="string"){var o=t.__e;if(o){var n=o.U;if(n){o.U=void 0;for(var r in n){var s=n[r];s&&s.d()}}}var i=t.__np;if(i){var l=t.props;for(var p in i)l[p]=i[p]}t.__np=void 0}else{var a=t.__c;if(a){a.__$f|=8;var v=a.__$u;v&&(a.__$u=void 0,v.d())}}e(t)});Oe("__h",function(e,t,o,n){n<3&&(t.__$f|=2),e(t,o,n)});Pe.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;var o=this.__$u,n=o&&o.s!==void 0;for(var r in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var s=2&this.__$f;if(!(n||s||4&this.__$f)||1&this.__$f)return!0}else if(!(n||4&this.__$f)||3&this.__$f)return!0;for(var i in e)if(i!=="__source"&&e[i]!==this.props[i])return!0;for(var l in this.props)if(!(l in e))return!0;return!1};function P(e,t){return we(function(){return O(e,t)},[])}function Wo(e,t){var o=te(e);return o.current=e,je.__$f|=4,we(function(){return K(function(){return o.current()},t)},[])}var Bn=typeof requestAnimationFrame>"u"?setTimeout:function(e){var t=function(){clearTimeout(o),cancelAnimationFrame(n),e()},o=setTimeout(t,35),n=requestAnimationFrame(t)},Fn=function(e){queueMicrotask(function(){queueMicrotask(e)})};function Vn(){se(function(){for(var e;e=Ho.shift();)Gt.call(e)})}function qn(){Ho.push(this)===1&&(A.requestAnimationFrame||Bn)(Vn)}function Gn(){se(function(){for(var e;e=Ro.shift();)Gt.call(e)})}function Bo(){Ro.push(this)===1&&(A.requestAnimationFrame||Fn)(Gn)}function X(e,t){var o=te(e);o.current=e;var n=je;G(function(){return Z(function(){if(this.N=qn,!(n&&8&n.__$f))return o.current()},t)},[])}var Kt=["explore","play","review","puzzles","statistics"];function Fo(e){let[t,o=""]=e.replace(/^#\/?/,"").split("?"),[n="",r=""]=t.split("/").map(decodeURIComponent),s=new URLSearchParams(o);return{game:n,view:Kt.includes(r)?r:"explore",set:s.getAll("set"),position:s.get("position"),forbid:s.get("forbid"),mover:s.get("mover")==="2"?2:1}}function Q({game:e,view:t="explore",set:o=[],position:n,forbid:r,mover:s=1}){if(!e)return"#/";let i=new URLSearchParams(o.map(p=>["set",p]));n&&i.set("position",n),r&&i.set("forbid",r),n&&s===2&&i.set("mover",2);let l=i.toString();return`#/${encodeURIComponent(e)}/${t}${l&&`?${l}`}`}var Vo="api/v1";var Se=new Map,yt=class extends Error{constructor(t,o){super(o),this.status=t}};async function wt(e,t){let o;try{o=await fetch(e,t)}catch{throw new yt(0,"")}let n=await o.json().catch(()=>({error:o.statusText}));if(!o.ok)throw new yt(o.status,n.error);return n}var qo=()=>wt(`${Vo}/games`);function Go(e,t,o={}){let n=[...e.set.map(s=>["set",s]),...Object.entries(o)],r=new URLSearchParams(n.filter(([,s])=>s!=null&&s!==""));return`${Vo}/games/${encodeURIComponent(e.game)}/${t}?${r}`}function D(e,t,o,n=!0){let r=Go(e,t,o);if(!n)return wt(r);if(!Se.has(r)){Se.size>=300&&Se.delete(Se.keys().next().value);let s=wt(r);s.catch(()=>Se.delete(r)),Se.set(r,s)}return Se.get(r)}var kt=(e,t,o)=>wt(Go(e,t),{method:"POST",headers:{"Content-Type":"application/json"},body:JSON.stringify(o)});var Jo=function(e,t,o,n){var r;t[0]=0;for(var s=1;s<t.length;s++){var i=t[s++],l=t[s]?(t[0]|=i?1:2,o[t[s++]]):t[++s];i===3?n[0]=l:i===4?n[1]=Object.assign(n[1]||{},l):i===5?(n[1]=n[1]||{})[t[++s]]=l:i===6?n[1][t[++s]]+=l+"":i?(r=e.apply(l,Jo(e,l,o,["",null])),n.push(r),l[0]?t[0]|=2:(t[s-2]=0,t[s]=r)):n.push(l)}return n},Ko=new Map;function Yo(e){var t=Ko.get(this);return t||(t=new Map,Ko.set(this,t)),(t=Jo(this,t.get(e)||(t.set(e,t=(function(o){for(var n,r,s=1,i="",l="",p=[0],a=function(f){s===1&&(f||(i=i.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?p.push(0,f,i):s===3&&(f||i)?(p.push(3,f,i),s=2):s===2&&i==="..."&&f?p.push(4,f,0):s===2&&i&&!f?p.push(5,0,!0,i):s>=5&&((i||!f&&s===5)&&(p.push(s,0,i,r),s=6),f&&(p.push(s,f,0,r),s=6)),i=""},v=0;v<o.length;v++){v&&(s===1&&a(),a(v));for(var h=0;h<o[v].length;h++)n=o[v][h],s===1?n==="<"?(a(),p=[p],s=3):i+=n:s===4?i==="--"&&n===">"?(s=1,i=""):i=n+i[0]:l?n===l?l="":i+=n:n==='"'||n==="'"?l=n:n===">"?(a(),s=1):s&&(n==="="?(s=5,r=i,i=""):n==="/"&&(s<5||o[v][h+1]===">")?(a(),s===3&&(p=p[0]),s=p,(p=p[0]).push(2,0,s),s=0):n===" "||n==="	"||n===`
`||n==="\r"?(a(),s=2):i+=n),s===3&&i==="!--"&&(s=4,p=p[0])}return a(),p})(e)),t),arguments,[])).length>1?t:t[0]}var c=Yo.bind(Be);var Jt={"this language":"English",language:"Language",light:"Light colours",dark:"Dark colours",skip:"To the board",views:"Views",variant:"Variant","the whole game":"the whole game",rules:"Rules",lead:"Every position of these games is solved: who wins, and how soon, is known for certain.","positions.n":"{count} positions","positions.n.one":"{count} position","not solved yet":"not solved yet","no server":"The server does not answer. Is retro serve still running?","no game":"There is no game called {game} here.","look again":"Look again",close:"Close",cancel:"Cancel",copied:"Copied.","not copied":"This browser does not let the page copy.","open one":"Open one",copy:"Copy",all:"all",win:"Win",draw:"Draw",loss:"Loss","win in":"Win in {n} plies","win in.one":"Win in 1 ply","loss in":"Loss in {n} plies","loss in.one":"Loss in 1 ply","over.win":"Won","over.loss":"Lost",points:"{points} points","points.one":"{points} point","points for first":"for the first player","points for mover":"for the player to move","short.win":"W","short.draw":"D","short.loss":"L",plies:"{n} plies","plies.one":"1 ply","player.1":"Blue","player.2":"Amber","to move":"to move",wins:"wins","ends in a draw":"The game is drawn","glyph.stone":"stone","glyph.block":"piece","glyph.mark":"mark","glyph.hole":"hole","glyph.dot":"dot","glyph.closed":"closed square",empty:"empty",board:"Board",picked:"picked","can be picked":"can be picked","more may follow":"The move may end here, or go on.","make it":"Play {move}",explore:"Explore",play:"Play",review:"Review",puzzles:"Puzzles",statistics:"Statistics",values:"Values","show value":"Show the value",forbidden:"forbidden","is forbidden":"{move} is forbidden: it would take the last move back.","forbidding costs":"Without that: {value}.","forbidding costs nothing":"That changes nothing.","from start":"{n} plies from the start, at least","from start.one":"1 ply from the start","moves, best first":"{n} moves, best first","moves, best first.one":"1 move",moves:"{n} moves","moves.one":"1 move",holding:"{keeping} of {all} hold","replies that hold":"So many of the opponent's replies keep what he has","best line":"Best play","best move":"Best move","no end":"A draw: neither side can force an end.","copy line":"Copy line",download:"Download","line of play":"Moves played","to the beginning":"To the beginning",undo:"Back",redo:"Forth","to the end":"To the end",flip:"Turn the board","another position":"Another position","the start":"The start","set up":"Set up",paste:"Paste","random.win":"A random win","random.draw":"A random draw","random.loss":"A random loss",share:"This position","copy link":"Copy link","copy position":"Copy position","download game":"Download the game",cite:"Cite","cite.why":"The digest is of the rules, the sums are of the files: whoever solves the same rules gets the same, byte by byte. Before a solution is written a sample of it is looked at again; verify proves every record.","paste what":"A position, the moves of a game, or a file of retro play","read it":"Read it","another game":"That is a game of {game}.","no such move":"One of its moves cannot be made.","what is put":"What is put on the board",clear:"Empty",mirror:"Mirror","quarter turn":"Turn",swap:"Swap colours","swap.why":"Blue becomes amber, and amber blue","other side":"Other side to move","other side.why":"The board stays, the other player is to move","as it was":"As it was","as text":"The position as text","use it":"Use this position","play against":"Play against","new game":"A new game","player perfect":"Perfect play","player perfect.why":"never gives anything away","player trap":"A setter of traps","player trap.why":"perfect too, and of equal moves plays the one after which you are likely to go wrong","player fallible":"A human being","player fallible.why":"makes mistakes, the more the less strong","player random":"Anyhow","player random.why":"any move, whatever it is worth",strength:"Strength","play as":"Play","from here":"From this position","take back":"Take back","review game":"Review the game",resign:"Resign",resigned:"You have resigned.",thinking:"The opponent is thinking","your turn":"Your turn.","you are":"You are","looking back":"You are looking back at the game.","ended.move":"The game is over: the last move has ended it.","ended.stuck":"The game is over: there is no move.","ended.repeated":"A draw: the same position for the third time.","ended.plies":"A draw: so many plies without an end.","nothing to review":"Play a game, make moves on the board, or paste a game: then each move is looked at.","what moves gave away":"What the moves gave away",blunders:"{n} blunders","blunders.one":"1 blunder",blunder:"a blunder","column.ply":"#","column.move":"Move","column.made it":"Then","column.kept":"Keep","column.gave away":"Gave away","kept.why":"So many of the moves kept the outcome, or the points","points lost":"{n} points","points lost.one":"1 point","plies lost":"{n} plies","plies lost.one":"1 ply","lost win":"the win","lost draw":"the draw",better:"{move} was better",graph:"Value of the game, for blue",composing:"Looking for a puzzle","stipulation.win":"Find the win: it takes {n} plies.","stipulation.draw":"Hold the draw: one move alone does.","stipulation.points":"Lose no points: {value}, and one move alone keeps them.",refuted:"{move} fails to {reply}: {value}.","that fails":"That fails.",solved:"Solved!","solved at last":"Solved. It will come back once more.","try again":"Try again","next puzzle":"Next puzzle","today's":"Today's puzzle","show solution":"Show the solution","no puzzle":"No puzzle of this kind was found.","what puzzles":"Which puzzles",theme:"Theme","theme.win":"wins","theme.draw":"draws to be held","at most":"At most",tally:"{solved} solved, {failed} failed.","to come back":"{n} will come back.",solution:"Solution",anything:"anything: the game ends at once","anything else":"anything else: the game ends at once",tries:"Tries, and what refutes them",try:"{move}? {reply}!","explore it":"Look at it",positions:"positions",states:"states","value of start":"the start",longest:"longest win","won at once":"won at once",forbidding:"states with a forbidden move","states by plies":"States by plies to the end","states by points":"States by points","logarithms, bars open":"(a scale of logarithms; a bar opens one of its positions)","as table":"As a table","longest wins":"Longest wins and losses","extreme scores":"Highest and lowest scores","longest.why":"Of positions in which nothing is forbidden; a number opens one.","count longest":"Count them (this may take minutes)",counting:"Counting",part:"Part","how counted":"How it is counted",unsolved:"{game} is not solved with these options yet","unsolved.how":"This command solves it, and the page shows it at once:","unsolved.small":"A small variant takes seconds:","unsolved.dry":"What it takes of memory, disk and time is told by","variants solved":"Variants that are solved"};var Zo={"this language":"日本語",language:"言語",light:"明るい配色",dark:"暗い配色",skip:"盤面へ",views:"表示",variant:"種類","the whole game":"完全版",rules:"ルール",lead:"ここにあるゲームは全局面が解析済みです。どちらが何手で勝つか、すべて正確にわかります。","positions.n":"{count} 局面","not solved yet":"未解析","no server":"サーバーが応答しません。retro serve は動いていますか。","no game":"{game} というゲームはありません。","look again":"もう一度確認",close:"閉じる",cancel:"やめる",copied:"コピーしました。","not copied":"このブラウザーではコピーできません。","open one":"局面を開く",copy:"コピー",all:"全体",win:"勝ち",draw:"引き分け",loss:"負け","win in":"{n} 手で勝ち","loss in":"{n} 手で負け","over.win":"勝ち","over.loss":"負け",points:"{points} 点","points for first":"先手から見て","points for mover":"手番から見て","short.win":"勝","short.draw":"分","short.loss":"負",plies:"{n} 手","player.1":"青","player.2":"黄","to move":"の手番",wins:"の勝ち","ends in a draw":"引き分け","glyph.stone":"駒","glyph.block":"駒","glyph.mark":"印","glyph.hole":"穴","glyph.dot":"点","glyph.closed":"置けないマス",empty:"空き",board:"盤面",picked:"選択中","can be picked":"選択できます","more may follow":"ここで終えることも、続けることもできます。","make it":"{move} を指す",explore:"検討",play:"対局",review:"振り返り",puzzles:"問題",statistics:"統計",values:"評価","show value":"評価を見る",forbidden:"禁手","is forbidden":"{move} は禁手です(直前の手を元に戻すため)。","forbidding costs":"禁手がなければ {value}。","forbidding costs nothing":"評価は変わりません。","from start":"初期局面から最短 {n} 手","moves, best first":"指し手 {n} 通り(良い順)",moves:"指し手 {n} 通り",holding:"{all} 手中 {keeping} 手が正解","replies that hold":"相手が今の結果を保てる応手の数","best line":"最善手順","best move":"最善手を指す","no end":"引き分け。どちらも勝ちを強制できません。","copy line":"手順をコピー",download:"保存","line of play":"ここまでの手","to the beginning":"最初へ",undo:"戻る",redo:"進む","to the end":"最後へ",flip:"盤を反転","another position":"ほかの局面","the start":"初期局面","set up":"局面を作る",paste:"貼り付け","random.win":"勝ちの局面","random.draw":"引き分けの局面","random.loss":"負けの局面",share:"この局面","copy link":"リンクをコピー","copy position":"局面をコピー","download game":"棋譜を保存",cite:"引用","cite.why":"ダイジェストはルールの、ハッシュ値はファイルのものです。同じルールを解けば、誰でも一バイトも違わない同じ結果を得ます。解は書き込む前に標本が検査され、verify ですべての記録が証明されます。","paste what":"局面、指し手の列、または retro play の棋譜ファイル","read it":"読み込む","another game":"これは {game} の棋譜です。","no such move":"指せない手が含まれています。","what is put":"置くもの",clear:"すべて消す",mirror:"左右反転","quarter turn":"回転",swap:"色を交換","swap.why":"青と黄を入れ替えます","other side":"手番を交代","other side.why":"盤面はそのままで手番だけ替えます","as it was":"元に戻す","as text":"局面の文字列","use it":"この局面にする","play against":"対戦相手","new game":"新しい対局","player perfect":"完全な相手","player perfect.why":"決して損をしません","player trap":"罠を仕掛ける相手","player trap.why":"完全な上に、同じ価値の手の中から、あなたが間違えやすい手を選びます","player fallible":"人間らしい相手","player fallible.why":"弱いほどよく間違えます","player random":"でたらめな相手","player random.why":"どんな手でも指します",strength:"強さ","play as":"対局開始:","from here":"この局面から","take back":"待った","review game":"対局を振り返る",resign:"投了",resigned:"投了しました。",thinking:"相手が考えています","your turn":"あなたの番です。","you are":"あなたは","looking back":"前の局面を見ています。","ended.move":"終局。最後の手で決まりました。","ended.stuck":"終局。指せる手がありません。","ended.repeated":"引き分け。同じ局面が三度現れました。","ended.plies":"引き分け。手数の上限に達しました。","nothing to review":"対局するか、盤上で手を進めるか、棋譜を貼り付けると、一手ごとに振り返れます。","what moves gave away":"各手で失ったもの",blunders:"悪手 {n}",blunder:"悪手","column.ply":"手数","column.move":"指し手","column.made it":"結果","column.kept":"正解数","column.gave away":"失ったもの","kept.why":"結果(または点数)を保った手の数","points lost":"{n} 点","plies lost":"{n} 手","lost win":"勝ち","lost draw":"引き分け",better:"{move} が良かった",graph:"青から見た評価の推移",composing:"問題を探しています","stipulation.win":"{n} 手で勝ってください。","stipulation.draw":"引き分けに持ち込んでください。正解は一手だけです。","stipulation.points":"点を失わない手を見つけてください({value})。正解は一手だけです。",refuted:"{move} には {reply} で失敗です({value})。","that fails":"失敗です。",solved:"正解!","solved at last":"正解です。この問題はまた出ます。","try again":"やり直す","next puzzle":"次の問題","today's":"今日の問題","show solution":"解答を見る","no puzzle":"このような問題は見つかりませんでした。","what puzzles":"問題の種類",theme:"テーマ","theme.win":"勝ち","theme.draw":"引き分けを守る","at most":"最長",tally:"正解 {solved}、失敗 {failed}。","to come back":"再出題待ち {n}。",solution:"解答",anything:"どう応じてもすぐに終局","anything else":"その他:すぐに終局",tries:"紛れと、その反駁",try:"{move}? {reply}!","explore it":"検討する",positions:"局面",states:"状態","value of start":"初期局面",longest:"最長の勝ち","won at once":"一手で勝てる局面",forbidding:"禁手のある状態","states by plies":"終局までの手数ごとの状態数","states by points":"点数ごとの状態数","logarithms, bars open":"(対数目盛。棒を押すと局面が開きます)","as table":"表で見る","longest wins":"最長の勝ちと負け","extreme scores":"最高点と最低点","longest.why":"禁手のない局面について。番号を押すと局面が開きます。","count longest":"数える(数分かかることがあります)",counting:"数えています",part:"部分","how counted":"数え方",unsolved:"{game}:この設定はまだ解析されていません","unsolved.how":"次のコマンドで解析すると、すぐにここで見られます。","unsolved.small":"小さな盤なら数秒で解けます:","unsolved.dry":"必要なメモリ・ディスク・時間は次のコマンドでわかります:","variants solved":"解析済みの種類"};function ee(e,t){let o=t;try{o=JSON.parse(localStorage.getItem(`retro ${e}`))??t}catch{}let n=O(o);return Z(()=>{try{localStorage.setItem(`retro ${e}`,JSON.stringify(n.value))}catch{}}),n}var Ge={en:Jt,ja:Zo},Yn=()=>navigator.languages.map(e=>e.slice(0,2)).find(e=>e in Ge)??"en",xt=ee("language",""),Le=K(()=>xt.value in Ge?xt.value:Yn());Z(()=>{document.documentElement.lang=Le.value});function u(e,t={}){let o=Ge[Le.value];return(t.n===1&&o[`${e}.one`]||o[e]||Jt[e]||e).replace(/\{(\w+)\}/g,(r,s)=>t[s]??"")}var B=e=>e.toLocaleString(Le.value);function N(e,t){let o=r=>e?.words?.[Le.value]?.[r]??e?.words?.en?.[r],[n]=t.match(/\d+/)??[];return o(t)??(n&&o(t.replace(n,"{n}"))?.replace("{n}",n))??t}var Zn=2e3,Ke=O(""),Xo=0;async function ae(e){let t;try{await navigator.clipboard.writeText(e),t=!0}catch{t=Xn(e)}Ke.value=t?"copied":"not copied";let o=++Xo;setTimeout(()=>o===Xo&&(Ke.value=""),Zn)}function Xn(e){let[t,o]=[document.activeElement,document.createElement("textarea")];o.value=e,(t?.closest("dialog")??document.body).append(o),o.select();let n=document.execCommand("copy");return o.remove(),t?.focus(),n}var St=()=>c`<p class=${Ke.value?"copied":"hidden"} role="status">${Ke.value&&u(Ke.value)}</p>`;var ze=O(!1),Qo=e=>({picture:1,mover:e,flip:ze.value?1:""}),en=(e,t)=>e.scene?.turn||t;function Ct(e=()=>{}){let t=O(null),o=O(null),n=O(null),r=O(null),s=O(!1),i=O(null),l=K(()=>o.value?.states[o.value.at]??null),p=0;async function a(d){let b=++p;s.value=!0;try{let k=await d();return b===p?k:null}catch(k){return b===p&&(r.value=k),null}finally{b===p&&(s.value=!1)}}function v(d,b,k,w=t.value){se(()=>{i.value=r.value=null,n.value=d,o.value=b,t.value=w}),k||e(b)}let h=(d,{position:b,forbid:k,mover:w})=>D(d,"position",{position:b,forbid:k,replies:0,...Qo(w)});async function f(d,b,k=t.value){let w=await a(()=>h(k,d.states[d.at]));return w&&v(w,d,b,k),w}async function m(d,b,k=!1){let w=b.mover??1,C=await a(()=>h(d,{...b,mover:w}));if(C){let $={position:C.position,forbid:C.forbidden,mover:en(C,w)};v(C,{states:[$],at:0},k,d)}return C}async function g(d,b,k){if(!await m(d,b,!0))return!1;for(let w of k){let C=n.value.moves.find($=>$.move===w);if(!C||!await j(C,!0))return!1}return e(o.value),!0}async function j(d,b=!1){let{states:k,at:w}=o.value,C=k[w];if(k[w+1]?.move===d.move)return E(w+1,b);let _={move:d.move,drawn:d.picture},x=V=>({states:[...k.slice(0,w+1),{...V,..._}],at:w+1});if(d.after===null)return v(n.value,x({...C,over:{value:d.value,dtm:d.dtm}}),b),!0;let M=3-C.mover,S=await a(()=>D(t.value,"position",{position:C.position,forbid:C.forbid,move:d.move,replies:0,...Qo(M)}));return S?(v(S,x({position:S.position,forbid:S.forbidden,mover:en(S,M)}),b),!0):!1}let E=(d,b=!1)=>{let{states:k}=o.value;return d>=0&&d<k.length?f({states:k,at:d},b).then(Boolean):Promise.resolve(!1)};async function T(){let[d,b]=[l.value,n.value];if(!b||b.moves.some($=>$.replies))return;let k={position:d.position,forbid:d.forbid},w=await D(t.value,"position",k).catch(()=>null);if(!w||n.value!==b)return;let C=new Map(w.moves.map($=>[$.move,$.replies]));n.value={...b,moves:b.moves.map($=>({...$,replies:C.get($.move)}))}}return{place:t,line:o,state:l,answer:n,problem:r,busy:s,pointed:i,open:m,replay:g,make:j,go:E,count:T,restore:(d,b,k=!0)=>f(b,k,d),again:()=>o.value&&f(o.value,!0),begin:K(()=>o.value?.states[0]??null),moves:K(()=>o.value?.states.slice(1).map(d=>d.move)??[]),playable:K(()=>(!l.value||l.value.over?[]:n.value?.moves??[]).filter(b=>!b.forbidden))}}var Qn={win:"▲",draw:"■",loss:"▼"};function Ce(e,t=!0){if(typeof e=="string")return e;let o=t?e:-e;return o>0?"win":o<0?"loss":"draw"}var Me=e=>e.scores!=="first"||(e.scene?.turn??1)!==2,tn=e=>e>0?`+${e}`:String(e).replace("-","−");function H({value:e,dtm:t}){return typeof e=="number"?u("points",{n:Math.abs(e),points:tn(e)}):t===0?u(`over.${e}`):e==="draw"?u("draw"):u(`${e} in`,{n:t})}var Yt=({value:e,dtm:t})=>typeof e=="number"?tn(e):`${u(`short.${e}`)}${t?` ${t}`:""}`,F=({of:e,mine:t=!0,long:o=!1})=>{let n=Ce(e.value,t);return c`<span class="mark ${n}" title=${H(e)}>
        <span aria-hidden="true">${Qn[n]}</span> ${o?H(e):Yt(e)}
    </span>`};function on({desk:e,game:t}){let o=P(null);X(()=>{let[p,a,v]=[e.state.value,e.answer.value,e.place.value];o.value=null,!(!a||!p||p.over||a.value==="draw")&&D(v,"line",{position:p.position,forbid:p.forbid}).then(h=>e.answer.peek()?.position===h.position&&(o.value=h.moves),()=>{})});let n=e.answer.value;if(!n||e.state.value?.over||!n.moves.length)return null;let r=()=>e.make(e.playable.value[0]),s=o.value??[];async function i(p){for(let{move:a}of s.slice(0,p)){let v=e.playable.peek().find(h=>h.move===a);if(!v||!await e.make(v))return}}let l=s.map(p=>p.move);return c`<section class="bestline" aria-labelledby="bestline">
        <h2 id="bestline">${u("best line")}</h2>
        ${n.value==="draw"&&c`<p class="note">${u("no end")}</p>`}
        ${s.length>0&&c`<ol>
                ${s.map((p,a)=>c`<li key=${a}>
                        <button onClick=${()=>i(a+1)} title=${H(p)}>${p.move}</button>
                    </li>`)}
            </ol>`}
        <div class="row">
            <button onClick=${r} disabled=${!e.playable.value.length}>${u("best move")}</button>
            ${s.length>0&&c`<button onClick=${()=>ae(er(l))}>${u("copy line")}</button>
                    <button onClick=${()=>Ye(`${t.game}-line.json`,Je(e,l))}>${u("download")}</button>`}
        </div>
    </section>`}var er=e=>e.join(e.some(t=>t.includes(" "))?`
`:" ");function Je(e,t,o=e.state.value,n=["perfect","perfect"]){return{format:"retro game 1",game:e.answer.value.game,options:e.answer.value.options,position:o.position,forbidden:o.forbid,mover:o.mover,first:n[0],second:n[1],skill:5,seed:0,moves:t,result:null}}function Ye(e,t){let o=document.createElement("a");o.href=URL.createObjectURL(new Blob([`${JSON.stringify(t,null,1)}
`],{type:"application/json"})),o.download=e,o.click(),setTimeout(()=>URL.revokeObjectURL(o.href),1e3)}function tr(e,t){let o=0;for(let n of e.steps){let r=new Set(n.at);if(n.kind==="piece"){for(;r.delete(t[o]);)o++;if(r.size&&o===t.length)return{next:[...r],piece:!0};if(r.size)return null}else for(let s of n.at){if(o===t.length)return{next:[s],piece:!1};if(t[o++]!==s)return null}}return o===t.length?{next:[],piece:!1}:null}var or=(e,t)=>e.length===t.length&&e.every(o=>t.includes(o));function Ze(e,t){let o=e.filter(i=>i.steps.length).map(i=>({move:i,...tr(i,t)??{next:null}})).filter(i=>i.next),[n]=o;if(t.length&&n?.piece&&o.every(i=>i.piece&&or(i.next,n.next)))return Ze(e,[...t,...n.next]);let r=new Map;for(let{move:i,next:l}of o)for(let p of l)r.set(p,[...r.get(p)??[],i]);let s=o.find(i=>!i.next.length)?.move??null;return{picked:t,next:r,whole:s,piece:o.some(i=>i.piece),only:o.length===1}}var Zt=60,nr=.55,rr={ArrowUp:[0,-1],ArrowDown:[0,1],ArrowLeft:[-1,0],ArrowRight:[1,0]};function sr(e){let[,t,o]=e.match(/viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/s);return{box:t,drawing:o}}function ar(e){let t=ze.value?-Zt:Zt;return new Map(Object.entries({...e.points,...e.beside}).map(([o,[n,r]])=>[o,[n*t,-r*t]]))}function ir(e,t,[o,n],r=1/0){let s=l=>Math.hypot(e.get(l)[0]-o,e.get(l)[1]-n),i=[...t].sort((l,p)=>s(l)-s(p))[0];return i!==void 0&&s(i)<=r?i:null}function lr(e,t,o,[n,r]){let[s,i]=e.get(o),l=a=>{let[v,h]=[e.get(a)[0]-s,e.get(a)[1]-i],f=v*n+h*r;return f>1?f+2.2*Math.abs(v*r-h*n):1/0},p=[...t].sort((a,v)=>l(a)-l(v))[0];return p!==void 0&&l(p)<1/0?p:null}function ur({at:[e,t],of:o,counted:n}){let r=Ce(o.value,n),s=Yt(o),i=Math.max(24,11+8.4*s.length+(/[^\x00-\x7f]/.test(s)?6:0))/2,[l,p]=[e,t+19],a={win:c`<rect x=${l-i} y=${p-9.5} width=${2*i} height="19" rx="9.5" />`,draw:c`<rect x=${l-i} y=${p-9.5} width=${2*i} height="19" />`,loss:c`<path d="M${l-i-4} ${p}l7 -10h${2*i-6}l7 10l-7 10h${6-2*i}z" />`};return c`<g class="badge ${r}" aria-hidden="true">
        ${a[r]}<text x=${l} y=${p+5}>${s}</text>
    </g>`}var cr=(e,t)=>{let o=new Map,n=!e.turn&&t===2?[0,2,1]:[0,1,2];for(let r of e.pieces){let s=[r.player?u(`player.${n[r.player]}`):"",u(`glyph.${r.glyph}`),r.label];for(let i of r.at)o.set(i,s.filter(Boolean).join(" "))}return o};function de({desk:e,marks:t=!1,play:o=null}){let n=P([]),r=P(null),s=P(null),i=te(),l=e.answer.value,p=e.state.value,a=Wo(()=>Ze(e.playable.value,n.value));if(X(()=>{e.answer.value,e.state.value,n.value=[],s.value=null}),!l||!p)return c`<div class="board waiting" aria-busy="true"></div>`;if(!l.picture)return c`<pre class="board drawn">${l.drawn}</pre>`;let{box:v,drawing:h}=sr(l.picture),f=ar(l.scene),{next:m,whole:g,piece:j}=o?a.value:{next:new Map,whole:null,piece:!1},E=o?a.value.picked:[],T=[...Object.keys(l.scene.points),...[...m.keys()].filter(y=>y in l.scene.beside)],d=Me(l),b=cr(l.scene,p.mover);function k(y){let L=Ze(e.playable.value,[...E,y]);if(m.has(y))return n.value=L.picked,L.whole&&L.only&&w(L.whole),!0;let q=Ze(e.playable.value,[y]),le=!E.includes(y)&&(q.next.size||q.whole);return n.value=le?q.picked:[],le&&q.whole&&q.only&&w(q.whole),le}function w(y){n.value=[],o(y)}let C=y=>{let L=new DOMPoint(y.clientX,y.clientY).matrixTransform(i.current.getScreenCTM().inverse());return[L.x,L.y]},$=y=>ir(f,T,C(y),nr*Zt);function _(y){if(!o||y.button)return;let L=$(y);L&&(r.value=L,k(L)&&(s.value={from:L,to:C(y),last:L},i.current.setPointerCapture(y.pointerId)))}function x(y){if(!s.value)return;let L=$(y);j&&L&&L!==s.value.last&&m.has(L)&&k(L),s.value={...s.value,to:C(y),last:L??s.value.last}}function M(y){if(!s.value)return;let{from:L}=s.value,q=$(y);s.value=null,!j&&q&&q!==L&&m.has(q)&&k(q)}function S(y){let L=r.value&&T.includes(r.value)?r.value:V,q=rr[y.key];if(!(y.altKey||y.ctrlKey||y.metaKey)){if(q)r.value=lr(f,T,L,q)??L,i.current.querySelector(`[data-spot="${CSS.escape(r.value)}"]`)?.focus();else if(y.key==="Enter"||y.key===" ")g&&y.key==="Enter"?w(g):o&&k(L);else if(y.key==="Escape"&&n.value.length)n.value=[];else return;y.preventDefault(),y.stopPropagation()}}let V=T.find(y=>m.has(y))??T[0],st=T.includes(r.value)?r.value:V,Ot=e.pointed.value??(E.length&&g?g:null);function Mn(y){let[L,q]=f.get(y),le=m.get(y)?.[0],so=[y,b.get(y),E.includes(y)&&u("picked"),le&&u("can be picked")];return le&&t&&so.push(H(le)),c`<g
            key=${y}
            data-spot=${y}
            class="spot ${le?"option":""} ${E.includes(y)?"chosen":""} ${E.length?"later":""}"
            role="button"
            tabindex=${y===st?0:-1}
            aria-label=${so.filter(Boolean).join(", ")}
            aria-disabled=${o?!le:!0}
            onFocus=${()=>r.value=y}
        >
            <circle cx=${L} cy=${q} r="26" />
        </g>`}let Tn=([y,[L]])=>c`<${ur} key=${y} at=${f.get(y)} of=${L} counted=${d} />`;return c`<div class="board">
        <svg
            ref=${i}
            viewBox=${v}
            role="group"
            aria-label=${u("board")}
            class=${o?"live":""}
            onPointerDown=${_}
            onPointerMove=${x}
            onPointerUp=${M}
            onPointerCancel=${()=>s.value=null}
            onKeyDown=${S}
        >
            <g dangerouslySetInnerHTML=${{__html:h}} aria-hidden="true" />
            ${p.drawn&&c`<g class="last" dangerouslySetInnerHTML=${{__html:p.drawn}} aria-hidden="true" />`}
            ${T.map(Mn)} ${t&&!Ot&&[...m].map(Tn)}
            ${Ot?.picture&&c`<g class="shown" dangerouslySetInnerHTML=${{__html:Ot.picture}} aria-hidden="true" />`}
            ${s.value&&!j&&c`<path class="drag" d="M${f.get(s.value.from).join(" ")}L${s.value.to.join(" ")}" />`}
        </svg>
        ${g&&c`<div class="settle">
                <span>${u("more may follow")}</span>
                <button class="first" onClick=${()=>w(g)}>${u("make it",{move:g.move})}</button>
                <button onClick=${()=>n.value=[]}>${u("cancel")}</button>
            </div>`}
    </div>`}function Ne({title:e,close:t,wide:o,children:n}){let r=te();return G(()=>{r.current.showModal()},[]),c`<dialog ref=${r} onClose=${t} aria-label=${e} class=${o?"wide":""}>
        <div class="top">
            <h2>${e}</h2>
            <button aria-label=${u("close")} onClick=${()=>r.current.close()}>✕</button>
        </div>
        ${n}
    </dialog>`}var pr=e=>Object.entries(e).map(t=>t.join("="));function nn({desk:e,game:t,close:o}){let n=P(null);G(()=>{D(e.place.value,"citation").then(p=>n.value=p,o)},[]);let[r,s,i]=[n.value,e.state.value,e.answer.value],l=r&&[[r.title,...pr(r.options)].join(", "),`position ${s.position}${s.forbid?`, ${s.forbid} forbidden`:""}: ${i.value}${i.dtm===null?"":` in ${i.dtm}`}`,`strong solution by retro ${r.version}, ${r.date.slice(0,10)}, digest of the rules ${r.digest}`,...Object.entries(r.files).map(([p,a])=>`${p} sha256 ${a}`),`reproduced by: ${r.solve}; proved record by record by: ${r.verify}`];return c`<${Ne} title=${u("cite")} close=${o} wide>
        ${l&&c`<p><b>${N(t,r.title)}</b> · ${H(i)}</p>
                <pre class="code">${l.join(`
`)}</pre>
                <p class="note">${u("cite.why")}</p>
                <div class="row"><button class="first" onClick=${()=>ae(l.join(`
`))}>${u("copy")}</button></div>
                <${St} />`}
    <//>`}function me({desk:e,children:t}){let o=e.line.value;if(!o)return null;let n=o.states.length-1,r=(s,i,l,p)=>c`<button
        aria-label=${u(i)}
        title=${`${u(i)}${p?` (${p})`:""}`}
        disabled=${l<0||l>n||l===o.at}
        onClick=${()=>e.go(l)}
    >
        ${s}
    </button>`;return c`<nav class="controls" aria-label=${u("line of play")}>
        ${r("«","to the beginning",0,"Home")} ${r("‹","undo",o.at-1,"←")}
        <span class="ply" aria-live="polite">${o.at} / ${n}</span>
        ${r("›","redo",o.at+1,"→")} ${r("»","to the end",n,"End")}
        <button aria-label=${u("flip")} title=${`${u("flip")} (f)`} onClick=${()=>rn(e)}>⇅</button>
        ${t}
    </nav>`}function rn(e){ze.value=!ze.value,e.again()}function he(e,t,o={}){if(e.altKey||e.ctrlKey||e.metaKey||e.target.closest?.("input, textarea, select, dialog"))return;let n=t.line.peek();if(!n)return;let r={ArrowLeft:()=>t.go(n.at-1),ArrowRight:()=>t.go(n.at+1),Home:()=>t.go(0),End:()=>t.go(n.states.length-1),f:()=>rn(t),...o}[e.key];!r||e.defaultPrevented||(e.preventDefault(),r())}function Ue({desk:e}){let t=e.line.value;return!t||t.states.length<2?null:c`<section class="played" aria-labelledby="played">
        <h2 id="played">${u("line of play")}</h2>
        <ol>
            ${t.states.slice(1).map((o,n)=>c`<li key=${n}>
                    <button
                        aria-current=${n+1===t.at?"step":void 0}
                        class=${n+1>t.at?"later":""}
                        onClick=${()=>e.go(n+1)}
                    >
                        ${o.move}
                    </button>
                </li>`)}
        </ol>
    </section>`}var fr={1:"blue",2:"amber"},oe=({of:e})=>c`<span class="side"><span class="disc ${fr[e]}" aria-hidden="true"></span>${u(`player.${e}`)}</span>`;function De({desk:e,game:t,shown:o,reveal:n}){let[r,s]=[e.answer.value,e.state.value];if(!r||!s)return c`<header class="headline"></header>`;let i=!r.moves.some(p=>!p.forbidden);if(s.over||i){let p={mover:s.mover,over:s.over??r};return c`<header class="headline" role="status"><${vr} of=${p} counted=${Me(r)} /></header>`}let l=r.forbidden&&(r.unforbidden.value!==r.value||r.unforbidden.dtm!==r.dtm);return c`<header class="headline" role="status">
        <p class="turn"><${oe} of=${s.mover} /> ${u("to move")}${r.scene?.notes.length?` · ${r.scene.notes.map(p=>N(t,p)).join(" · ")}`:""}</p>
        ${o?c`<p class="worth">
                      <${F} of=${r} mine=${Me(r)} long />
                      ${r.scores&&c`<small>${u(`points for ${r.scores}`)}</small>`}
                  </p>`:c`<p class="worth"><button onClick=${n}>${u("show value")}</button></p>`}
        ${r.forbidden&&c`<p class="note">
                ${u("is forbidden",{move:r.forbidden})}
                ${o&&` ${l?u("forbidding costs",{value:H(r.unforbidden)}):u("forbidding costs nothing")}`}
            </p>`}
        ${o&&r.from_start!==null&&c`<p class="note">${u("from start",{n:r.from_start})}</p>`}
    </header>`}function vr({of:{over:e,mover:t},counted:o}){let n=Ce(e.value,o),r=n==="win"?t:3-t,s=typeof e.value=="number"&&e.value?` (${H(e)})`:"";return c`<p class="worth over">
        ${n==="draw"?u("ends in a draw"):c`<${oe} of=${r} /> ${u("wins")}`}${s}
    </p>`}function He({desk:e,marks:t,play:o}){let n=e.answer.value,r=e.state.value?.over;if(!n||r||!n.moves.length)return null;let s=(a,v)=>a.move.localeCompare(v.move,"en",{numeric:!0}),i=t?n.moves:[...n.moves].sort(s),l=a=>()=>e.pointed.value=a,p=a=>c`<li key=${a.move} class=${a.forbidden?"forbidden":""}>
        <button
            disabled=${a.forbidden||!o}
            onClick=${()=>o(a)}
            onPointerEnter=${l(a)}
            onPointerLeave=${l(null)}
            onFocus=${l(a)}
            onBlur=${l(null)}
        >
            <span class="text">${a.move}</span>
            ${a.forbidden&&c`<span class="note">${u("forbidden")}</span>`}
            ${t&&a.replies&&c`<span class="note" title=${u("replies that hold")}>
                    ${u("holding",{keeping:B(a.replies.holding),all:B(a.replies.legal)})}
                </span>`}
            ${t&&c`<${F} of=${a} mine=${Me(n)} />`}
        </button>
    </li>`;return c`<section class="moves" aria-labelledby="moves">
        <h2 id="moves">${u(t?"moves, best first":"moves",{n:i.length})}</h2>
        <ol>
            ${i.map(p)}
        </ol>
    </section>`}function $e(e){let t=te();t.current=e,G(()=>{let o=n=>t.current(n);return addEventListener("keydown",o),()=>removeEventListener("keydown",o)},[])}var Xt=e=>({...Fo(location.hash),line:e}),Mt=O(Xt(history.state?.line??null)),R=O(Mt.value);function sn(e){R.value=Xt(e),Mt.value=R.value}function pe(e,t=!1){let o=Q(e);history[t||o===location.hash?"replaceState":"pushState"](null,"",o),sn(null)}function an(e){R.value={...e,line:null}}var dr=({states:e,at:t})=>({at:t,states:e.map(({drawn:o,...n})=>n)});function Xe(e,t=!1){let o=e.states[e.at],n=Q({...R.peek(),...o});history[t||n===location.hash&&!o.over?"replaceState":"pushState"]({line:dr(e)},"",n),R.value=Xt(null)}var ne=({game:e,set:t})=>({game:e,set:t}),Qe=(e,t)=>e?.game===t?.game&&String(e?.set)===String(t?.set);addEventListener("popstate",e=>sn(e.state?.line??null));var mr="retro game 1";function hr(e){try{let t=JSON.parse(e);return t?.format===mr&&Array.isArray(t.moves)?t:null}catch{return null}}var $r=e=>[/\s*\n\s*/,/\s+/].map(t=>e.split(t).map(o=>o.replace(/^\d+\.+\s*/,"")).filter(o=>o&&!/^\d+$/.test(o)));function et({desk:e,close:t,game:o}){let n=P(""),r=P(""),s=e.place.value;async function i(){r.value="";let p=hr(n.value);if(p){if(p.game!==o.game)return u("another game",{game:p.game});let h=Object.entries(p.options??{}).map(g=>g.join("=")),f={position:p.position,forbid:p.forbidden,mover:p.mover===2?2:1},m={...s,set:_r(o,h)};return Qe(m,s)||an({...m,view:"review"}),await e.replay(m,f,p.moves)?"":e.problem.value?.message??u("no such move")}let a=e.line.value;if(await e.open(s,{position:n.value.trim()}))return"";let v=e.problem.value?.message;for(let h of $r(n.value))for(let f of a?[{},a.states[0]]:[{}])if(await e.replay(s,f,h))return"";return a&&await e.restore(s,a),v}async function l(p){p.preventDefault(),r.value=await i(),r.value||t()}return c`<${Ne} title=${u("paste")} close=${t}>
        <form onSubmit=${l}>
            <label for="pasted">${u("paste what")}</label>
            <textarea id="pasted" rows="6" autofocus spellcheck="false" onInput=${p=>n.value=p.target.value}></textarea>
            ${r.value&&c`<p class="wrong" role="alert">${r.value}</p>`}
            <div class="row"><button class="first" disabled=${!n.value.trim()}>${u("read it")}</button></div>
        </form>
    <//>`}function _r(e,t){let o=new Set(e.options.map(n=>`${n.name}=${n.default}`));return t.filter(n=>!o.has(n))}var ln=60,gr=(e,t)=>{let o=[...e];for(let[n,r]of t)o[n]=r;return o.join("")},br=(e,t)=>e.slice(0,Math.max(...Object.values(t))+1);function yr(e,t){let o=Object.entries(e),[n,r]=[0,1].map(a=>Math.min(...o.map(([,v])=>v[a]))),[s,i]=[0,1].map(a=>Math.max(...o.map(([,v])=>v[a]))),l={mirror:([a,v])=>[n+s-a,v],turn:([a,v])=>[n+v-r,i-(a-n)]}[t],p=new Map;for(let[a,v]of o){let[h,f]=l(v),m=o.find(([,g])=>Math.hypot(g[0]-h,g[1]-f)<.01);if(!m)return null;p.set(a,m[0])}return p}function Qt({desk:e,close:t}){let o=e.state.value,n=P(o.position),r=P(o.mover),s=P(0),i=P(null),l=P(o.position),p=we(()=>({number:0}),[]);X(()=>{let _=++p.number,x={position:n.value,mover:r.value},M=x.position;D(e.place.value,"setup",x).then(S=>{if(_!==p.number)return;let{problem:V}=S,st=V&&p.painted&&S.cells?br(M,S.cells):M;if(st!==M){n.value=st;return}i.value={...S.cells||!i.peek()?.cells||!V?S:{...i.peek(),problem:V},said:x},S.cells&&(l.value=M)},S=>_===p.number&&(i.value={...i.peek(),problem:S.message,said:x}))});let a=i.value,v=a?.cells,h=a?.said.position===n.value&&a.said.mover===r.value,f=_=>v[_],m=_=>{p.painted=!0,n.value=l.value=gr(l.value,_)},g=_=>m([[f(_),a.palette[s.value].letter]]);function j(_){let x=yr(a.points,_);x&&m([...x].map(([M,S])=>[f(S),l.value[f(M)]]))}let E=Object.fromEntries((a?.palette??[]).map(_=>[`${_.glyph} ${_.player}`,_.letter]));function T(){let _={};for(let{glyph:x,player:M,letter:S}of a.palette)_[S]=E[`${x} ${[0,2,1][M]}`]??S;m(Object.values(v).map(x=>[x,_[l.value[x]]??l.value[x]]))}function d(){T(),r.value=3-r.value}let b=_=>{p.painted=!1,n.value=_.target.value},k=()=>m(Object.values(v).map(_=>[_,E["empty 0"]]));async function w(_){_.preventDefault(),await e.open(e.place.value,{position:a.position,mover:r.value})&&t()}let C=(_,x,M)=>c`<button type="button" onClick=${x} title=${M}>${u(_)}</button>`,$=_=>r.value===2&&!a.turn?[0,2,1][_.player]:_.player;return c`<${Ne} title=${u("set up")} close=${t} wide>
        <form onSubmit=${w} class="setup">
            ${v&&c`<div class="brushes" role="radiogroup" aria-label=${u("what is put")}>
                    ${a.palette.map((_,x)=>c`<label key=${_.letter} class=${s.value===x?"chosen":""}>
                            <input type="radio" name="brush" checked=${s.value===x} onChange=${()=>s.value=x} />
                            ${_.player?c`<${oe} of=${$(_)} />`:""} ${_.glyph==="empty"?u("empty"):u(`glyph.${_.glyph}`)}
                        </label>`)}
                </div>`}
            ${a?.picture&&c`<${wr} found=${a} paint=${v&&g} />`}
            ${v&&c`<div class="row">
                    ${C("clear",k)} ${C("mirror",()=>j("mirror"))} ${C("quarter turn",()=>j("turn"))}
                    ${C("swap",T,u("swap.why"))} ${!a.turn&&C("other side",d,u("other side.why"))}
                    ${C("as it was",()=>(n.value=l.value=o.position,r.value=o.mover))}
                </div>`}
            <label for="position">${u("as text")}</label>
            <input id="position" value=${n.value} spellcheck="false" autocomplete="off" onInput=${b} />
            <p class="verdict" role="status">
                ${a?.problem?c`<span class="wrong">✗ ${a.problem}</span>`:a&&c`✓ <${oe} of=${a.turn||r.value} /> ${u("to move")} <${F} of=${a} mine=${a.scores!=="first"||a.turn!==2} long />`}
            </p>
            <div class="row"><button class="first" disabled=${!h||!!a.problem}>${u("use it")}</button></div>
        </form>
    <//>`}function wr({found:e,paint:t}){let[,o,n]=e.picture.match(/viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/s),r=i=>l=>{l.key!=="Enter"&&l.key!==" "||(l.preventDefault(),t(i))},s=i=>l=>l.buttons===1&&t(i);return c`<div class="board">
        <svg viewBox=${o} role="group" aria-label=${u("board")}>
            <g dangerouslySetInnerHTML=${{__html:n}} aria-hidden="true" />
            ${t&&Object.entries(e.points).map(([i,[l,p]])=>c`<g
                        key=${i}
                        class="spot option"
                        data-spot=${i}
                        role="button"
                        tabindex="0"
                        aria-label=${i}
                        onKeyDown=${r(i)}
                        onPointerDown=${()=>t(i)}
                        onPointerEnter=${s(i)}
                    >
                        <rect x=${l*ln-28} y=${-p*ln-28} width="56" height="56" rx="6" />
                    </g>`)}
        </svg>
    </div>`}var _e=ee("values",!0);function un({desk:e,game:t}){let o=P(null),n=()=>_e.value=!_e.value,r=()=>e.playable.peek()[0]&&e.make(e.playable.peek()[0]);$e(a=>he(a,e,{v:n,b:r,p:()=>o.value=et,s:()=>o.value=Qt})),X(()=>{e.answer.value,_e.value&&e.count()});let s=a=>e.make(a);async function i(a){let v=await D(e.place.value,"random",{...a,replies:0},!1).catch(h=>(e.problem.value=h)&&null);v&&e.open(e.place.value,{position:v.position})}let l=()=>e.begin.value?e.open(e.place.value,{}):null,p=o.value;return c`
        <${De} desk=${e} game=${t} shown=${_e.value} reveal=${n} />
        <section class="table">
            <${de} desk=${e} marks=${_e.value} play=${s} />
            <${me} desk=${e}>
                <button aria-pressed=${_e.value} title=${`${u("values")} (v)`} onClick=${n}>${u("values")}</button>
            <//>
            <${Ue} desk=${e} />
        </section>
        <section class="panel">
            ${e.problem.value&&c`<p class="wrong" role="alert">${e.problem.value.message||u("no server")}</p>`}
            ${_e.value&&c`<${on} desk=${e} game=${t} />`}
            <${He} desk=${e} marks=${_e.value} play=${s} />
            <section aria-labelledby="another">
                <h2 id="another">${u("another position")}</h2>
                <div class="row">
                    <button onClick=${l}>${u("the start")}</button>
                    <button onClick=${()=>o.value=Qt} title="(s)">${u("set up")}</button>
                    <button onClick=${()=>o.value=et} title="(p)">${u("paste")}</button>
                    ${["win","draw","loss"].map(a=>c`<button onClick=${()=>i({value:a})}>${u(`random.${a}`)}</button>`)}
                </div>
            </section>
            <section aria-labelledby="share">
                <h2 id="share">${u("share")}</h2>
                <p class="code" id="this-position">${e.state.value?.position}</p>
                <div class="row">
                    <button onClick=${()=>ae(location.href)}>${u("copy link")}</button>
                    <button onClick=${()=>ae(e.state.value.position)}>${u("copy position")}</button>
                    ${e.moves.value.length>0&&c`<button onClick=${()=>Ye(`${t.game}.json`,Je(e,e.moves.value,e.begin.value,["human","human"]))}>
                            ${u("download game")}
                        </button>`}
                    <button onClick=${()=>o.value=nn}>${u("cite")}</button>
                </div>
            </section>
        </section>
        ${p&&c`<${p} desk=${e} game=${t} close=${()=>o.value=null} />`}
    `}var cn=(e,t)=>Object.entries(t).filter(([o,n])=>e.options.find(r=>r.name===o)?.default!==n),Tt=(e,t)=>cn(e,t).map(o=>o.join("=")),ge=(e,t)=>({game:e.game,set:Tt(e,t.options)}),tt=(e,t)=>cn(e,t.options).map(([o,n])=>`${N(e,o)} ${N(e,String(n))}`).join(" · ")||u("the whole game");function pn({games:e}){return c`<main class="home" id="main">
        <p class="lead">${u("lead")}</p>
        <div class="cards">
            ${e.map(t=>c`<${kr} key=${t.game} game=${t} />`)}
        </div>
    </main>`}function kr({game:e}){let t=P(null),o=e.solved.find(r=>r.start)??e.solved[0];if(G(()=>{if(!o)return;(o.start?D(ge(e,o),"position",{picture:1,replies:0}):D(ge(e,o),"random",{picture:1,replies:0,seed:4})).then(s=>t.value=s.picture,()=>{})},[]),e.problem)return c`<article class="card"><h2>${e.game}</h2><p class="wrong">${e.problem}</p></article>`;let n=Q(o?ge(e,o):{game:e.game});return c`<article class="card">
        <a class="picture" href=${n} tabindex="-1" aria-hidden="true">
            ${t.value?c`<div dangerouslySetInnerHTML=${{__html:t.value}} />`:c`<div class="blank">${N(e,e.title)[0]}</div>`}
        </a>
        <h2><a href=${n}>${N(e,e.title)}</a></h2>
        ${e.solved.length?c`<ul>
                      ${e.solved.map(r=>c`<li>
                              <a href=${Q(ge(e,r))}>${tt(e,r)}</a>
                              <small>${u("positions.n",{n:r.positions,count:B(r.positions)})}</small>
                              ${r.start&&c`<${F} of=${r.start} />`}
                          </li>`)}
                  </ul>`:c`<p class="note">${u("not solved yet")}</p>`}
    </article>`}var xr=["perfect","trap","fallible","random"],ot=ee("opponent","fallible"),Pt=ee("skill",3),Te=O(null),re=O(null),At=O(!1),Et=O(null),nt=O("");function fn({desk:e,game:t}){$e(a=>he(a,e,{v:()=>Et.value=e.state.value}));let o=Te.value?.place===e.place.value?Te.value:null,n=e.line.value&&e.line.value.at===e.line.value.states.length-1,r=o&&e.state.value?.mover===o.side&&!re.value&&!e.state.value?.over;X(()=>{let[a,v]=[e.line.value,Te.value];if(!v||v.place!==e.place.value||!a||a.at<a.states.length-1||re.value||At.value||e.busy.value)return;let h=a.states[a.at];(h.over||h.mover!==v.side)&&Cr(e,v)});let s=async(a,v)=>{let h=v??{};se(()=>{re.value=null,Te.value=null,Et.value=null,nt.value=""}),await e.open(e.place.value,h)&&(Te.value={place:e.place.value,side:a})},i=a=>r&&n?e.make(a):null,l=()=>{let{states:a}=e.line.value,v=a.findLastIndex((f,m)=>m<a.length-1&&f.mover===o.side&&!f.over);if(v<0)return;re.value=null;let h={states:a.slice(0,v+1),at:v};e.restore(e.place.value,h,!1)},p=Et.value===e.state.value;return c`
        ${o&&c`<${De} desk=${e} game=${t} shown=${p} reveal=${()=>Et.value=e.state.value} />`}
        <section class="table">
            <${de} desk=${e} marks=${p} play=${r&&n?i:null} />
            <${me} desk=${e}>
                ${o&&c`<button onClick=${l} disabled=${e.moves.value.length<1}>${u("take back")}</button>`}
            <//>
            <${Ue} desk=${e} />
        </section>
        <section class="panel">
            ${o&&c`<${Mr} session=${o} mine=${r} last=${n} />`}
            ${(nt.value||e.problem.value)&&c`<p class="wrong" role="alert">${nt.value||e.problem.value.message}</p>`}
            ${o&&(re.value||e.moves.value.length>0)&&c`<div class="row">
                    <button class=${re.value?"first":""} onClick=${()=>Tr(e)}>${u("review game")}</button>
                    ${!re.value&&c`<button onClick=${()=>re.value={resigned:!0}}>${u("resign")}</button>`}
                </div>`}
            <form class="opponent" onSubmit=${a=>a.preventDefault()}>
                <h2>${o?u("new game"):u("play against")}</h2>
                <div class="choices" role="radiogroup" aria-label=${u("play against")}>
                    ${xr.map(a=>c`<label key=${a} class=${ot.value===a?"chosen":""}>
                            <input type="radio" name="opponent" checked=${ot.value===a} onChange=${()=>ot.value=a} />
                            <b>${u(`player ${a}`)}</b><small>${u(`player ${a}.why`)}</small>
                        </label>`)}
                </div>
                ${ot.value==="fallible"&&c`<label for="skill">${u("strength")} <output>${Pt.value}</output></label>
                        <input
                            id="skill"
                            type="range"
                            min="0"
                            max="10"
                            step="0.5"
                            value=${Pt.value}
                            onInput=${a=>Pt.value=Number(a.target.value)}
                        />`}
                <div class="row">
                    <button class="first" onClick=${()=>s(1)}>${u("play as")} <${oe} of=${1} /></button>
                    <button class="first" onClick=${()=>s(2)}>${u("play as")} <${oe} of=${2} /></button>
                    ${e.state.value&&!e.state.value.over&&c`<button onClick=${()=>s(e.state.value.mover,e.state.value)}>${u("from here")}</button>`}
                </div>
            </form>
            ${r&&n&&c`<${He} desk=${e} marks=${p} play=${i} />`}
        </section>
    `}var Sr=e=>{let[t,...o]=e.line.value.states;return{position:t.position,forbid:t.forbid,moves:o.map(n=>n.move)}};async function Cr(e,t){At.value=!0;let o=e.line.value;try{let n=await kt(e.place.value,"reply",{...Sr(e),player:ot.value,skill:Pt.value});if(Te.value!==t||e.line.value!==o)return;nt.value="";let r=e.playable.value.find(s=>s.move===n.move);n.ending&&(re.value=n.ending),r&&await e.make(r,!0)&&Xe(e.line.value,!0)}catch(n){nt.value=n.message||u("no server")}finally{At.value=!1}}function Mr({session:e,mine:t,last:o}){if(re.value){let{kind:n,resigned:r}=re.value;return c`<p class="status" role="status">${r?u("resigned"):u(`ended.${n}`)}</p>`}return At.value?c`<p class="status" role="status"><span class="dots" aria-hidden="true"></span>${u("thinking")}</p>`:o?c`<p class="status" role="status">${t?u("your turn"):""} <small>${u("you are")} <${oe} of=${e.side} /></small></p>`:c`<p class="status" role="status">${u("looking back")}</p>`}function Tr(e){Te.value=null,re.value=null;let{position:t,forbid:o,mover:n}=e.state.value;pe({...ne(e.place.value),view:"review",position:t,forbid:o,mover:n})}var Er=[3,5,7,9,13,21],Pr=3,Ar=7,jr=450,jt=ee("theme of puzzles","win"),eo=ee("length of puzzles",7),Re=ee("failed puzzles",[]),fe=ee("tally",{solved:0,failed:0,seen:0}),z=Ct(),vn=({position:e,forbidden:t})=>({position:e,forbid:t,mover:1}),Or=()=>Number(new Date().toLocaleDateString("sv").replaceAll("-","")),Lr=()=>new Promise(e=>setTimeout(e,jr));function $n({desk:e,game:t}){let o=e.place.value,n=P(null),r=te(0),s=P("asking"),i=P("");$e($=>s.value!=="asking"&&he($,z));let l=e.answer.value?.scores??"",p=$=>$.game===o.game&&String($.set)===String(o.set);function a(){let $=r.current;return()=>$===r.current}async function v($,_=null){++r.current;let x=a();s.value="asking",i.value="";try{let M={theme:l?"points":jt.value==="points"?"win":jt.value,length:eo.value,...$},S=_??await D(o,"puzzle",M,!!$?.seed),V=x()&&await z.open(o,vn(S),!0);if(!x())return;if(!V)throw z.problem.value;n.value={...S,clean:!0},s.value="solving"}catch(M){if(!x())return;i.value=M?.message??"",s.value="none"}}let h=()=>fe.value.seen+Pr+1;function f(){fe.value={...fe.value,seen:fe.value.seen+1};let $=Re.value.find(_=>p(_)&&_.due<=fe.value.seen);$&&(Re.value=Re.value.map(_=>_===$?{...$,due:h()}:_)),v({},$?.puzzle)}let m=()=>v({theme:l?"points":"win",length:Ar,seed:Or()});G(()=>(m(),()=>++r.current),[o.game,String(o.set),l]);function g($){let{position:_}=n.value,x=Re.value.filter(S=>!(p(S)&&S.puzzle.position===_)),M={...ne(o),puzzle:n.value,due:h()};if(Re.value=$?x:[...x,M].slice(-50),n.value.clean||$){let S=$?"solved":"failed";fe.value={...fe.value,[S]:fe.value[S]+1}}n.value={...n.value,clean:n.value.clean&&$}}let j=()=>n.value.value,E=$=>typeof j()=="number"?$.value===j():Ce($.value)===j();async function T($){let _=a(),x=z.line.value.at+1,M=E($);if(!await z.make($,!0)||!_()||s.value!=="solving")return;if((z.state.value.over||x>=n.value.plies)&&M){g(n.value.clean),s.value="solved";return}M||g(!1),s.value=M?"defending":"refuting";let S=z.state.value;if(await Lr(),!_())return;z.state.value!==S&&await z.go(x,!0);let[V]=_()?z.playable.value:[];V&&await z.make(V,!0),_()&&(M?s.value=z.state.value.over||!z.playable.value.length?"solved":"solving":(s.value="failed",i.value=V?u("refuted",{move:$.move,reply:V.move,value:H(V)}):u("that fails")),s.value==="solved"&&g(n.value.clean))}async function d(){let $=a();if(i.value="",await z.go(Math.max(0,z.line.value.at-(z.moves.value.length%2?1:2))),!$())return;let{states:_,at:x}=z.line.value;await z.restore(o,{states:_.slice(0,x+1),at:x}),$()&&(s.value="solving")}async function b(){let $=a();s.value==="solving"&&g(!1),s.value="shown",await z.replay(o,vn(n.value),n.value.line),$()&&await z.go(0,!0)}let k=s.value==="solving",w=n.value,C=["solved","shown"].includes(s.value);return c`
        <header class="headline" role="status">
            ${s.value==="asking"&&c`<p class="turn"><span class="dots" aria-hidden="true"></span>${u("composing")}</p>`}
            ${w&&s.value!=="none"&&s.value!=="asking"&&c`<p class="turn"><${oe} of=${z.begin.value.mover} /> ${u("to move")}</p>
                    <p class="stipulation">${zr(w)}</p>
                    ${w.forbidden&&c`<p class="note">${u("is forbidden",{move:w.forbidden})}</p>`}`}
        </header>
        <section class="table">
            ${s.value==="none"?c`<div class="board waiting"></div>`:c`<${de} desk=${z} marks=${C} play=${k?T:null} />`}
            ${!["none","asking"].includes(s.value)&&c`<${me} desk=${z} /><${Ue} desk=${z} />`}
        </section>
        <section class="panel">
            ${s.value==="solved"&&c`<p class="right" role="alert">✓ ${w.clean?u("solved"):u("solved at last")}</p>`}
            ${s.value==="failed"&&c`<p class="wrong" role="alert">✗ ${i.value}</p>`}
            ${s.value==="none"&&c`<p class="wrong" role="alert">${u("no puzzle")} <small>${i.value}</small></p>`}
            <div class="row">
                ${s.value==="failed"&&c`<button class="first" onClick=${d}>${u("try again")}</button>`}
                <button class=${C||s.value==="none"?"first":""} disabled=${s.value==="asking"} onClick=${f}>${u("next puzzle")}</button>
                ${(k||s.value==="failed")&&c`<button onClick=${b}>${u("show solution")}</button>`}
                <button onClick=${m}>${u("today's")}</button>
            </div>
            ${C&&c`<${Nr} puzzle=${w} place=${o} />`}
            ${k&&z.answer.value&&!z.answer.value.picture&&c`<${He} desk=${z} marks=${!1} play=${T} />`}
            <form class="opponent" onSubmit=${$=>$.preventDefault()}>
                <h2>${u("what puzzles")}</h2>
                <div class="row">
                    ${!l&&c`<label>${u("theme")}
                            <select value=${jt.value} onChange=${$=>jt.value=$.target.value}>
                                ${["win","draw"].map($=>c`<option value=${$}>${u(`theme.${$}`)}</option>`)}
                            </select>
                        </label>`}
                    <label>${u("at most")}
                        <select value=${eo.value} onChange=${$=>eo.value=Number($.target.value)}>
                            ${Er.map($=>c`<option value=${$}>${u("plies",{n:$})}</option>`)}
                        </select>
                    </label>
                </div>
                <p class="note">
                    ${u("tally",fe.value)} ${u("to come back",{n:Re.value.filter(p).length})}
                </p>
            </form>
        </section>
    `}function zr({value:e,dtm:t,theme:o}){return o==="points"?u("stipulation.points",{value:H({value:e,dtm:t})}):u(`stipulation.${e}`,{n:t})}function Nr({puzzle:e,place:t}){let o=()=>pe({...ne(t),view:"explore",position:e.position,forbid:e.forbidden});return c`<section aria-labelledby="solution">
        <h2 id="solution">${u("solution")}</h2>
        <p class="line"><b>${e.line[0]}</b> ${e.line.slice(1).join(" ")}</p>
        <${_n} list=${e.solution} />
        ${e.tries.length>0&&c`<h3>${u("tries")}</h3>
                <ul class="tries">
                    ${e.tries.slice(0,8).map(n=>c`<li>${u("try",{move:n.move,reply:n.refutation})}</li>`)}
                </ul>`}
        <div class="row"><button onClick=${o}>${u("explore it")}</button></div>
    </section>`}var dn=3,mn=12,hn=e=>e.slice(0,dn).join(", ")+(e.length>dn?" …":"");function _n({list:e}){if(!e.length)return null;let t=e.filter(o=>o.value!==null&&o.dtm!==1);return c`<ul class="variations">
        ${t.slice(0,mn).map(o=>c`<li>
                ${hn(o.defences)}${o.answers.length?c`: <b>${hn(o.answers)}</b>`:""}
                ${" "}<${F} of=${o} />
                <${_n} list=${o.then} />
            </li>`)}
        ${t.length>mn&&c`<li>…</li>`}
        ${t.length<e.length&&c`<li>${u(t.length?"anything else":"anything")}</li>`}
    </ul>`}var[rt,ie,to]=[600,150,12],Ur=14;function Dr({value:e,dtm:t},o,n){return typeof e=="number"?o*e/Math.max(1,n):e==="draw"?0:o*(e==="win"?1:-1)*(.3+.7*2**(-t/Ur))}function gn({desk:e,found:t}){let{states:o,at:n}=e.line.value,r=e.answer.value?.scores==="first",s=[t.moves[0].before,...t.moves.map(f=>f.after)],i=s.map(f=>f.value).filter(f=>typeof f=="number"),l=Math.max(1,...i.map(Math.abs)),p=f=>r||o[Math.max(0,f-1)].mover===1?1:-1,a=s.map((f,m)=>[to+(rt-2*to)*m/Math.max(1,s.length-1),ie/2-Dr(f,p(m),l)*(ie/2-to)]),v=a.map(([f,m],g)=>`${g?"L":"M"}${f.toFixed(1)} ${m.toFixed(1)}`).join(""),[h]=a.slice(-1);return c`<figure class="graph">
        <figcaption>${u("graph")}</figcaption>
        <svg viewBox="0 0 ${rt} ${ie}" role="group" aria-label=${u("graph")}>
            <rect class="above" width=${rt} height=${ie/2} />
            <rect class="below" y=${ie/2} width=${rt} height=${ie/2} />
            <path class="area" d="${v}L${h[0]} ${ie/2}L${a[0][0]} ${ie/2}Z" />
            <line x1="0" x2=${rt} y1=${ie/2} y2=${ie/2} />
            <path class="curve" d=${v} />
            ${a.map(([f,m],g)=>c`<circle
                    key=${g}
                    cx=${f}
                    cy=${m}
                    r=${g===n?6:t.moves[g-1]?.blunder?5:3}
                    class="${g===n?"here":""} ${t.moves[g-1]?.blunder?"blunder":""}"
                    onClick=${()=>e.go(g)}
                >
                    <title>${g?`${g}. ${t.moves[g-1].move}: ${H(s[g])}`:H(s[0])}</title>
                </circle>`)}
        </svg>
    </figure>`}function bn({desk:e,game:t}){let o=P(null),n=P(!1);$e(p=>he(p,e));let r=e.moves.value,s=JSON.stringify([e.begin.value,r]);X(()=>{let[p,a,v]=[e.begin.value,e.moves.value,e.place.value];if(!p||!a.length){o.value=null;return}let h=JSON.stringify([p,a]);o.peek()?.asked!==h&&kt(v,"review",{position:p.position,forbid:p.forbid,moves:a}).then(f=>o.value={...f,asked:h},f=>e.problem.value=f)});let i=o.value?.asked===s?o.value:null,l=()=>Ye(`${t.game}.json`,Je(e,r,e.begin.value,["human","human"]));return c`
        <${De} desk=${e} game=${t} shown />
        <section class="table">
            <${de} desk=${e} marks play=${p=>e.make(p)} />
            <${me} desk=${e} />
            ${i&&c`<${gn} desk=${e} found=${i} />`}
        </section>
        <section class="panel">
            ${e.problem.value&&c`<p class="wrong" role="alert">${e.problem.value.message}</p>`}
            ${r.length?i&&c`<${Ir} desk=${e} found=${i} />`:c`<p>${u("nothing to review")}</p>`}
            <div class="row">
                ${r.length>0&&c`<button onClick=${l}>${u("download game")}</button>`}
                <button onClick=${()=>n.value=!0}>${u("paste")}</button>
            </div>
        </section>
        ${n.value&&c`<${et} desk=${e} game=${t} close=${()=>n.value=!1} />`}
    `}var Hr=(e,t)=>e.answer.value?.scores!=="first"||t===1;function Rr(e){return e.points?u("points lost",{n:e.points}):e.blunder?u(`lost ${e.before.value}`):e.plies?u("plies lost",{n:e.plies}):""}function Ir({desk:e,found:t}){let{states:o,at:n}=e.line.value,r=te();G(()=>{r.current.querySelector("[aria-current]")?.scrollIntoView({block:"nearest"})},[n]);let s=[1,2].map(l=>t.moves.filter((p,a)=>p.blunder&&o[a].mover===l).length),i=(l,p)=>{let a=o[p].mover;return c`<tr key=${p} class=${l.blunder?"blunder":""} aria-current=${p+1===n?"step":void 0}>
            <td>${p+1}</td>
            <td>
                <button onClick=${()=>e.go(p+1)}>
                    <span class="disc ${a===1?"blue":"amber"}" aria-label=${u(`player.${a}`)} role="img"></span>
                    ${l.move}${l.blunder?c` <b title=${u("blunder")}>??</b>`:""}
                </button>
            </td>
            <td><${F} of=${l.after} mine=${Hr(e,a)} /></td>
            <td title=${u("kept.why")}>${B(l.keeping)}/${B(l.legal)}</td>
            <td>
                ${Rr(l)}
                ${l.best!==l.move&&(l.blunder||l.plies>0)&&c`<button class="better" title=${H(l.before)} onClick=${()=>e.go(p)}>${u("better",{move:l.best})}</button>`}
            </td>
        </tr>`};return c`<section aria-labelledby="review">
        <h2 id="review">${u("what moves gave away")}</h2>
        <p>
            ${[1,2].map(l=>c`<span class="tally"><${oe} of=${l} /> ${u("blunders",{n:s[l-1]})}</span>`)}
        </p>
        <div class="scroll" tabindex="0" role="region" aria-labelledby="review">
            <table>
                <thead>
                    <tr>
                        ${["ply","move","made it","kept","gave away"].map(l=>c`<th scope="col">${u(`column.${l}`)}</th>`)}
                    </tr>
                </thead>
                <tbody ref=${r}>
                    ${t.moves.map(i)}
                </tbody>
            </table>
        </div>
    </section>`}var Wr=2e7;function yn({desk:e,game:t}){let o=e.place.value,n=P(null),r=P(null),s=P(""),i=()=>{r.value="asked",D(o,"longest").then(a=>r.value=a.parts,a=>{r.value=null,s.value=a.message})};G(()=>{n.value=r.value=null,s.value="",D(o,"statistics").then(a=>{n.value=a,a.positions<Wr&&i()},a=>s.value=a.message)},[o.game,String(o.set)]);let l=n.value;if(!l)return c`<section class="wide">${s.value&&c`<p class="wrong" role="alert">${s.value}</p>`}</section>`;let p=[["positions",B(l.positions)],["states",B(l.states)],["value of start",l.start&&H(l.start)],["longest",l.longest_dtm!==null&&u("plies",{n:l.longest_dtm})],["won at once",l.checkmates>0&&B(l.checkmates)],["forbidding",l.forbidding>0&&B(l.forbidding)]];return c`<section class="wide statistics">
        <h2>${N(t,t.title)}${o.set.length?` · ${o.set.join(", ")}`:""}</h2>
        <dl class="facts">
            ${p.filter(([,a])=>a).map(([a,v])=>c`<div><dt>${u(a)}</dt><dd>${v}</dd></div>`)}
        </dl>
        <${Br} values=${l.values} />
        <${Fr} rows=${l.histogram} place=${o} />
        <h2>${u(l.start&&typeof l.start.value=="number"?"extreme scores":"longest wins")}</h2>
        <p class="note">${u("longest.why")}</p>
        ${s.value&&c`<p class="wrong" role="alert">${s.value}</p>`}
        ${r.value===null&&c`<div class="row"><button onClick=${i}>${u("count longest")}</button></div>`}
        ${r.value==="asked"&&c`<p><span class="dots" aria-hidden="true"></span>${u("counting")}</p>`}
        ${Array.isArray(r.value)&&c`<${Vr} parts=${r.value} place=${o} game=${t} />`}
        <h2>${u("how counted")}</h2>
        <ul class="notes">
            ${l.notes.map(a=>c`<li>${N(t,a)}</li>`)}
        </ul>
    </section>`}function Br({values:e}){let t=Object.values(e).reduce((o,n)=>o+n,0)||1;return c`<div class="shares">
        ${["win","draw","loss"].map(o=>c`<div class=${o} style=${{flexGrow:Math.max(e[o]/t,.002)}}>
                <${F} of=${{value:o,dtm:null}} />
                <span>${B(e[o])}</span> <small>${(100*e[o]/t).toFixed(1)} %</small>
            </div>`)}
    </div>`}function Fr({rows:e,place:t}){let o=e.some(d=>typeof d.value=="number"),n=d=>o?d.value:d.dtm,r=e.filter(d=>n(d)!==null&&d.states>0);if(!r.length)return null;let[s,i]=[Math.min(...r.map(n)),Math.max(...r.map(n))],l=Math.max(...r.map(d=>d.states)),[p,a,v]=[720,220,24],h=p/(i-s+1),f=d=>(a-20)*(Math.log1p(d)/Math.log1p(l)),m=d=>o?d.value>0?"win":d.value<0?"loss":"draw":d.value,g=[...r].sort((d,b)=>b.states-d.states),j=P("");async function E({value:d,dtm:b}){let k=o?{points:d}:{value:d,min_dtm:b,max_dtm:b};try{let w=await D(t,"random",{...k,replies:0},!1);pe({...ne(t),view:"explore",position:w.position,forbid:w.forbidden})}catch(w){j.value=w.message||u("no server")}}let T=[...new Set([s,...Array.from({length:5},(d,b)=>Math.round(s+(i-s)*(b+1)/5))])];return c`<figure class="histogram">
        <figcaption>${u(o?"states by points":"states by plies")} <small>${u("logarithms, bars open")}</small>
            ${["win","loss"].map(d=>c` <${F} of=${{value:d,dtm:null}} />`)}
        </figcaption>
        <svg viewBox="0 0 ${p} ${a+v}" role="img" aria-label=${u(o?"states by points":"states by plies")}>
            ${g.map(d=>c`<rect
                    class="bar ${m(d)} live"
                    x=${(n(d)-s)*h+h*.08}
                    width=${Math.max(.8,h*.84)}
                    y=${a-f(d.states)}
                    height=${f(d.states)}
                    onClick=${()=>E(d)}
                >
                    <title>${H(d)}: ${B(d.states)}</title>
                </rect>`)}
            <line x1="0" x2=${p} y1=${a} y2=${a} />
            ${T.map(d=>c`<text x=${(d-s+.5)*h} y=${a+17}>${d}</text>`)}
        </svg>
        ${j.value&&c`<p class="wrong" role="alert">${j.value}</p>`}
        <details>
            <summary>${u("as table")}</summary>
            <div class="scroll" tabindex="0" role="region" aria-label=${u("as table")}>
                <table>
                    <tbody>
                        ${e.map(d=>c`<tr><td><${F} of=${d} long /></td><td>${B(d.states)}</td><td><button onClick=${()=>E(d)} aria-label=${`${u("open one")}: ${H(d)}`}>${u("open one")}</button></td></tr>`)}
                    </tbody>
                </table>
            </div>
        </details>
    </figure>`}function Vr({parts:e,place:t,game:o}){let n=r=>c`<td>
        ${r[0]&&c`<${F} of=${r[0]} />`}
        ${r.map((s,i)=>c`<a href=${qr(t,s)} class="sample" aria-label=${`${i+1}: ${s.position}`}>${i+1}</a>`)}
    </td>`;return c`<div class="scroll" tabindex="0" role="region" aria-label=${u("longest wins")}>
        <table class="longest">
            <thead>
                <tr><th scope="col">${u("part")}</th><th scope="col">${u("win")}</th><th scope="col">${u("loss")}</th></tr>
            </thead>
            <tbody>
                ${e.filter(r=>r.win.length||r.loss.length).map(r=>c`<tr><th scope="row">${r.name?N(o,r.shown===r.name?r.name:`${r.shown} (${r.name})`):u("all")}</th>${n(r.win)}${n(r.loss)}</tr>`)}
            </tbody>
        </table>
    </div>`}var qr=(e,{position:t})=>Q({...ne(e),view:"explore",position:t});var oo=matchMedia("(prefers-color-scheme: dark)"),wn=O(oo.matches);oo.addEventListener("change",()=>wn.value=oo.matches);var kn=ee("theme",""),Ie=K(()=>kn.value||(wn.value?"dark":"light")),xn=()=>kn.value=Ie.value==="dark"?"light":"dark";Z(()=>{document.documentElement.dataset.theme=Ie.value});function Sn({game:e,line:t,again:o}){let n=t.replace(/^[^:]*: /,"");return c`<section class="wide unsolved">
        <h2>${u("unsolved",{game:N(e,e.title)})}</h2>
        <p>${u("unsolved.how")}</p>
        <div class="row"><code class="code">${n}</code> <button onClick=${()=>ae(n)}>${u("copy")}</button></div>
        <p class="note">${u("unsolved.dry")} <code>${n} --dry-run</code></p>
        <div class="row"><button class="first" onClick=${o}>${u("look again")}</button></div>
        ${e.small&&c`<p>${u("unsolved.small")}</p>
                <div class="row"><code class="code">${e.small}</code> <button onClick=${()=>ae(e.small)}>${u("copy")}</button></div>`}
        ${e.solved.length>0&&c`<h2>${u("variants solved")}</h2>
                <ul>
                    ${e.solved.map(r=>c`<li>
                            <a href=${Q(ge(e,r))}>${tt(e,r)}</a>${" "}
                            <small>${u("positions.n",{n:r.positions,count:B(r.positions)})}</small>
                        </li>`)}
                </ul>`}
    </section>`}var Gr={explore:un,play:fn,review:bn,puzzles:$n,statistics:yn},Ee=O(null),Kr=K(()=>Ee.value!==null),no=O(!1),J=Ct(Xe);async function ro(){try{Ee.value=(await qo()).games,no.value=!1}catch{no.value=!0}}var Jr=(e,{set:t})=>e?.solved.some(o=>!o.start&&String(Tt(e,o.options))===String(t)),Cn=0;async function Yr({line:e,...t}){let[o,n,r]=[++Cn,J.state.peek(),ne(t)],s=Qe(r,J.place.peek());if(e&&await J.restore(s?J.place.peek():r,e)||s&&n&&(!t.position||t.position===n.position&&t.forbid===n.forbid)&&(t.position||t.view!=="explore"))return;let i=Ee.value.find(v=>v.game===t.game),l=t.position||!Jr(i,t)?t:await D(r,"random",{replies:0}).catch(()=>t);if(o!==Cn)return;let p=await J.open(s?J.place.peek():r,l,!0);if(!p)return;let a=Tt(i,p.options);String(a)!==String(t.set)&&se(()=>{J.place.value={game:t.game,set:a},R.value={...R.value,set:a}}),Xe(J.line.value,!0)}function Zr(){X(()=>{let t=Mt.value;t.game&&Kr.value&&ke(()=>Yr(t))});let e=R.value.game&&Ee.value?.find(t=>t.game===R.value.game);return document.title=e?`${N(e,e.title)} · ${u(R.value.view)} · retro`:"retro",c`
        <a class="skip" href="#main" onClick=${Xr}>${u("skip")}</a>
        <${Qr} game=${e} />
        ${no.value&&c`<p class="wrong wide" role="alert">${u("no server")} <button onClick=${ro}>${u("look again")}</button></p>`}
        ${Ee.value&&!R.value.game&&c`<${pn} games=${Ee.value} />`}
        ${Ee.value&&R.value.game&&!e&&c`<main id="main" class="wide"><p class="wrong">${u("no game",{game:R.value.game})}</p></main>`}
        ${e&&c`<${ts} game=${e} />`}
        <${St} />
    `}function Xr(e){e.preventDefault(),document.querySelector("main button, main a, main [tabindex='0']")?.focus()}function Qr({game:e}){return c`<header class="top">
        <a class="logo" href="#/"><img src="page/icon.svg" alt="" width="26" height="26" />retro</a>
        ${e&&c`<${es} game=${e} />`}
        <span class="fill"></span>
        <label class="language">
            <span class="hidden">${u("language")}</span>
            <select value=${Le.value} onChange=${t=>xt.value=t.target.value}>
                ${Object.entries(Ge).map(([t,o])=>c`<option value=${t} lang=${t}>${o["this language"]}</option>`)}
            </select>
        </label>
        <button aria-label=${u(Ie.value==="dark"?"light":"dark")} title=${u(Ie.value==="dark"?"light":"dark")} onClick=${xn}>
            ${Ie.value==="dark"?"☀":"☾"}
        </button>
    </header>`}function es({game:e}){let t=Q(ne(R.value)),o=e.solved.map(n=>[Q(ge(e,n)),tt(e,n)]);return o.some(([n])=>n===t)||o.push([t,R.value.set.join(" · ")||u("the whole game")]),c`<h1>${N(e,e.title)}</h1>
        ${o.length>1&&c`<label class="variant">
                <span class="hidden">${u("variant")}</span>
                <select value=${t} onChange=${n=>location.hash=n.target.value}>
                    ${o.map(([n,r])=>c`<option value=${n}>${r}</option>`)}
                </select>
            </label>`}`}function ts({game:e}){let{view:t}=R.value,o=J.state.value,n=Qe(ne(R.value),J.place.value),r=J.problem.value,s=a=>c`<a
        href=${Q({...R.value,...n&&o,view:a})}
        aria-current=${a===t?"page":void 0}
    >
        ${u(a)}
    </a>`,i=Gr[t],l=()=>ro().then(()=>pe({...R.value},!0)),p=r&&!n;return c`
        <nav class="tabs" aria-label=${u("views")}>${Kt.map(s)}</nav>
        <${os} game=${e} />
        <main id="main" class="view ${t}">
            ${r?.status===409?c`<${Sn} game=${e} line=${r.message} again=${l} />`:p?c`<section class="wide"><p class="wrong" role="alert">${r.message||u("no server")}</p><button onClick=${()=>pe(ne(R.value))}>${u("the start")}</button></section>`:n&&J.place.value&&c`<${i} desk=${J} game=${e} />`}
        </main>
    `}function os({game:e}){let t=J.answer.value?.game===e.game?J.answer.value.options:null;if(!t||!e.options.length)return null;let n=Object.entries(t).map(r=>r.join("=")).filter(r=>N(e,r)!==r);return c`<details class="rules">
        <summary>${u("rules")}: ${Object.entries(t).map(([r,s])=>`${N(e,r)} ${N(e,String(s))}`).join(" · ")}</summary>
        <dl>
            ${e.options.map(r=>c`<div><dt>${N(e,r.name)} ${N(e,String(t[r.name]))}</dt><dd>${N(e,r.help)}</dd></div>`)}
        </dl>
        ${n.map(r=>c`<p>${N(e,r)}</p>`)}
    </details>`}ro();wo(c`<${Zr} />`,document.getElementById("page"));
