var ft,A,co,Ut,ve,ao,po,fo,Lt,it,Be,vo,Dt,zt,Nt,En,ut={},ct=[],Pn=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,vt=Array.isArray;function ue(e,t){for(var o in t)e[o]=t[o];return e}function Ht(e){e&&e.parentNode&&e.parentNode.removeChild(e)}function Fe(e,t,o){var n,r,s,a={};for(s in t)s=="key"?n=t[s]:s=="ref"?r=t[s]:a[s]=t[s];if(arguments.length>2&&(a.children=arguments.length>3?ft.call(arguments,2):o),typeof e=="function"&&e.defaultProps!=null)for(s in e.defaultProps)a[s]===void 0&&(a[s]=e.defaultProps[s]);return lt(e,a,n,r,null)}function lt(e,t,o,n,r){var s={type:e,props:t,key:o,ref:n,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:r??++co,__i:-1,__u:0};return r==null&&A.vnode!=null&&A.vnode(s),s}function ye(e){return e.children}function Ae(e,t){this.props=e,this.context=t}function be(e,t){if(t==null)return e.__?be(e.__,e.__i+1):null;for(var o;t<e.__k.length;t++)if((o=e.__k[t])!=null&&o.__e!=null)return o.__e;return typeof e.type=="function"?be(e):null}function An(e){if(e.__P&&e.__d){var t=e.__v,o=t.__e,n=[],r=[],s=ue({},t);s.__v=t.__v+1,A.vnode&&A.vnode(s),Rt(e.__P,s,t,e.__n,e.__P.namespaceURI,32&t.__u?[o]:null,n,o??be(t),!!(32&t.__u),r),s.__v=t.__v,s.__.__k[s.__i]=s,go(n,s,r),t.__e=t.__=null,s.__e!=o&&mo(s)}}function mo(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(function(t){if(t!=null&&t.__e!=null)return e.__e=e.__c.base=t.__e}),mo(e)}function io(e){(!e.__d&&(e.__d=!0)&&ve.push(e)&&!pt.__r++||ao!=A.debounceRendering)&&((ao=A.debounceRendering)||po)(pt)}function pt(){try{for(var e,t=1;ve.length;)ve.length>t&&ve.sort(fo),e=ve.shift(),t=ve.length,An(e)}finally{ve.length=pt.__r=0}}function ho(e,t,o,n,r,s,a,u,p,i,v){var d,f,m,b,O,E,C=n&&n.__k||ct,h=t.length;for(p=jn(o,t,C,p,h),d=0;d<h;d++)(m=o.__k[d])!=null&&(f=m.__i!=-1&&C[m.__i]||ut,m.__i=d,E=Rt(e,m,f,r,s,a,u,p,i,v),b=m.__e,m.ref&&f.ref!=m.ref&&(f.ref&&It(f.ref,null,m),v.push(m.ref,m.__c||b,m)),O==null&&b!=null&&(O=b),4&m.__u?(p=$o(m,p,e),f.__e&&(f.__e=null)):typeof m.type=="function"&&E!==void 0?p=E:b&&(p=b.nextSibling),m.__u&=-7);return o.__e=O,p}function jn(e,t,o,n,r){var s,a,u,p,i,v=o.length,d=v,f=0;for(e.__k=new Array(r),s=0;s<r;s++)(a=t[s])!=null&&typeof a!="boolean"&&typeof a!="function"?(typeof a=="string"||typeof a=="number"||typeof a=="bigint"||a.constructor==String?a=e.__k[s]=lt(null,a,null,null,null):vt(a)?a=e.__k[s]=lt(ye,{children:a},null,null,null):a.constructor===void 0&&a.__b>0?a=e.__k[s]=lt(a.type,a.props,a.key,a.ref?a.ref:null,a.__v):e.__k[s]=a,p=s+f,a.__=e,a.__b=e.__b+1,u=null,(i=a.__i=On(a,o,p,d))!=-1&&(d--,(u=o[i])&&(u.__u|=2)),u==null||u.__v==null?(i==-1&&(r>v?f--:r<v&&f++),typeof a.type!="function"&&(a.__u|=4)):i!=p&&(i==p-1?f--:i==p+1?f++:(i>p?f--:f++,a.__u|=4))):e.__k[s]=null;if(d)for(s=0;s<v;s++)(u=o[s])!=null&&(2&u.__u)==0&&(u.__e==n&&(n=be(u)),yo(u,u));return n}function $o(e,t,o){var n,r;if(typeof e.type=="function"){for(n=e.__k,r=0;n&&r<n.length;r++)n[r]&&(n[r].__=e,t=$o(n[r],t,o));return t}e.__e!=t&&(t&&e.type&&!t.parentNode&&(t=be(e)),t=o.insertBefore(e.__e,t||null));do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function On(e,t,o,n){var r,s,a,u=e.key,p=e.type,i=t[o],v=i!=null&&(2&i.__u)==0;if(i===null&&u==null||v&&u==i.key&&p==i.type)return o;if(n>(v?1:0)){for(r=o-1,s=o+1;r>=0||s<t.length;)if((i=t[a=r>=0?r--:s++])!=null&&(2&i.__u)==0&&u==i.key&&p==i.type)return a}return-1}function lo(e,t,o){t[0]=="-"?e.setProperty(t,o??""):e[t]=o==null?"":typeof o!="number"||Pn.test(t)?o:o+"px"}function at(e,t,o,n,r){var s,a;e:if(t=="style")if(typeof o=="string")e.style.cssText=o;else{if(typeof n=="string"&&(e.style.cssText=n=""),n)for(t in n)o&&t in o||lo(e.style,t,"");if(o)for(t in o)n&&o[t]==n[t]||lo(e.style,t,o[t])}else if(t[0]=="o"&&t[1]=="n")s=t!=(t=t.replace(vo,"$1")),a=t.toLowerCase(),t=a in e||t=="onFocusOut"||t=="onFocusIn"?a.slice(2):t.slice(2),e.l||(e.l={}),e.l[t+s]=o,o?n?o[Be]=n[Be]:(o[Be]=Dt,e.addEventListener(t,s?Nt:zt,s)):e.removeEventListener(t,s?Nt:zt,s);else{if(r=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{e[t]=o??"";break e}catch{}typeof o=="function"||(o==null||o===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&o==1?"":o))}}function uo(e){return function(t){if(this.l){var o=this.l[t.type+e];if(t[it]==null)t[it]=Dt++;else if(t[it]<o[Be])return;return o(A.event?A.event(t):t)}}}function Rt(e,t,o,n,r,s,a,u,p,i){var v,d,f,m,b,O,E,C,h,g,y,w,x,$,_,S,M=t.type;if(t.constructor!==void 0)return null;128&o.__u&&(p=!!(32&o.__u),s=[u=t.__e=o.__e]),(v=A.__b)&&v(t);e:if(typeof M=="function"){d=a.length;try{if(h=t.props,g=M.prototype&&M.prototype.render,y=(v=M.contextType)&&n[v.__c],w=v?y?y.props.value:v.__:n,o.__c?C=(f=t.__c=o.__c).__=f.__E:(g?t.__c=f=new M(h,w):(t.__c=f=new Ae(h,w),f.constructor=M,f.render=zn),y&&y.sub(f),f.state||(f.state={}),f.__n=n,m=f.__d=!0,f.__h=[],f._sb=[]),g&&f.__s==null&&(f.__s=f.state),g&&M.getDerivedStateFromProps!=null&&(f.__s==f.state&&(f.__s=ue({},f.__s)),ue(f.__s,M.getDerivedStateFromProps(h,f.__s))),b=f.props,O=f.state,f.__v=t,m)g&&M.getDerivedStateFromProps==null&&f.componentWillMount!=null&&f.componentWillMount(),g&&f.componentDidMount!=null&&f.__h.push(f.componentDidMount);else{if(g&&M.getDerivedStateFromProps==null&&h!==b&&f.componentWillReceiveProps!=null&&f.componentWillReceiveProps(h,w),t.__v==o.__v||!f.__e&&f.shouldComponentUpdate!=null&&f.shouldComponentUpdate(h,f.__s,w)===!1){t.__v!=o.__v&&(f.props=h,f.state=f.__s,f.__d=!1),t.__e=o.__e,t.__k=o.__k,t.__k.some(function(T){T&&(T.__=t)}),ct.push.apply(f.__h,f._sb),f._sb=[],f.__h.length&&a.push(f),u=be(o);break e}f.componentWillUpdate!=null&&f.componentWillUpdate(h,f.__s,w),g&&f.componentDidUpdate!=null&&f.__h.push(function(){f.componentDidUpdate(b,O,E)})}if(f.context=w,f.props=h,f.__P=e,f.__e=!1,x=A.__r,$=0,g)f.state=f.__s,f.__d=!1,x&&x(t),v=f.render(f.props,f.state,f.context),ct.push.apply(f.__h,f._sb),f._sb=[];else do f.__d=!1,x&&x(t),v=f.render(f.props,f.state,f.context),f.state=f.__s;while(f.__d&&++$<25);f.state=f.__s,f.getChildContext!=null&&(n=ue(ue({},n),f.getChildContext())),g&&!m&&f.getSnapshotBeforeUpdate!=null&&(E=f.getSnapshotBeforeUpdate(b,O)),_=v!=null&&v.type===ye&&v.key==null?bo(v.props.children):v,u=ho(e,vt(_)?_:[_],t,o,n,r,s,a,u,p,i),f.base=t.__e,t.__u&=-161,f.__h.length&&a.push(f),C&&(f.__E=f.__=null)}catch(T){if(a.length=d,t.__v=null,p||s!=null){if(T.then){for(t.__u|=p?160:128;u&&u.nodeType==8&&u.nextSibling;)u=u.nextSibling;s!=null&&(s[s.indexOf(u)]=null),t.__e=u}else if(s!=null)for(S=s.length;S--;)Ht(s[S])}else t.__e=o.__e;t.__k==null&&(t.__k=o.__k||[]),T.then||_o(t),A.__e(T,t,o)}}else s==null&&t.__v==o.__v?(t.__k=o.__k,t.__e=o.__e):u=t.__e=Ln(o.__e,t,o,n,r,s,a,p,i);return(v=A.diffed)&&v(t),128&t.__u?void 0:u}function _o(e){e&&(e.__c&&(e.__c.__e=!0),e.__k&&e.__k.some(_o))}function go(e,t,o){for(var n=0;n<o.length;n++)It(o[n],o[++n],o[++n]);A.__c&&A.__c(t,e),e.some(function(r){try{e=r.__h,r.__h=[],e.some(function(s){s.call(r)})}catch(s){A.__e(s,r.__v)}})}function bo(e){return typeof e!="object"||e==null||e.__b>0?e:vt(e)?e.map(bo):e.constructor!==void 0?null:ue({},e)}function Ln(e,t,o,n,r,s,a,u,p){var i,v,d,f,m,b,O,E=o.props||ut,C=t.props,h=t.type;if(h=="svg"?r="http://www.w3.org/2000/svg":h=="math"?r="http://www.w3.org/1998/Math/MathML":r||(r="http://www.w3.org/1999/xhtml"),s!=null){for(i=0;i<s.length;i++)if((m=s[i])&&"setAttribute"in m==!!h&&(h?m.localName==h:m.nodeType==3)){e=m,s[i]=null;break}}if(e==null){if(h==null)return document.createTextNode(C);e=document.createElementNS(r,h,C.is&&C),u&&(A.__m&&A.__m(t,s),u=!1),s=null}if(h==null)E===C||u&&e.data==C||(e.data=C);else{if(s=h=="textarea"&&C.defaultValue!=null?null:s&&ft.call(e.childNodes),!u&&s!=null)for(E={},i=0;i<e.attributes.length;i++)E[(m=e.attributes[i]).name]=m.value;for(i in E)m=E[i],i=="dangerouslySetInnerHTML"?d=m:i=="children"||i in C||i=="value"&&"defaultValue"in C||i=="checked"&&"defaultChecked"in C||at(e,i,null,m,r);for(i in C)m=C[i],i=="children"?f=m:i=="dangerouslySetInnerHTML"?v=m:i=="value"?b=m:i=="checked"?O=m:u&&typeof m!="function"||E[i]===m||at(e,i,m,E[i],r);if(v)u||d&&(v.__html==d.__html||v.__html==e.innerHTML)||(e.innerHTML=v.__html),t.__k=[];else if(d&&(e.innerHTML=""),ho(t.type=="template"?e.content:e,vt(f)?f:[f],t,o,n,h=="foreignObject"?"http://www.w3.org/1999/xhtml":r,s,a,s?s[0]:o.__k&&be(o,0),u,p),s!=null)for(i=s.length;i--;)Ht(s[i]);u&&h!="textarea"||(i="value",h=="progress"&&b==null?e.removeAttribute("value"):b!=null&&(b!==e[i]||h=="progress"&&!b||h=="option"&&b!=E[i])&&at(e,i,b,E[i],r),i="checked",O!=null&&O!=e[i]&&at(e,i,O,E[i],r))}return e}function It(e,t,o){try{if(typeof e=="function"){var n=typeof e.__u=="function";n&&e.__u(),n&&t==null||(e.__u=e(t))}else e.current=t}catch(r){A.__e(r,o)}}function yo(e,t,o){var n,r;if(A.unmount&&A.unmount(e),(n=e.ref)&&(n.current&&n.current!=e.__e||It(n,null,t)),(n=e.__c)!=null){if(n.componentWillUnmount)try{n.componentWillUnmount()}catch(s){A.__e(s,t)}n.base=n.__P=n.__n=null}if(n=e.__k)for(r=0;r<n.length;r++)n[r]&&yo(n[r],t,o||typeof e.type!="function");o||Ht(e.__e),e.__c=e.__=e.__e=void 0}function zn(e,t,o){return this.constructor(e,o)}function wo(e,t,o){var n,r,s,a;t==document&&(t=document.documentElement),A.__&&A.__(e,t),r=(n=typeof o=="function")?null:o&&o.__k||t.__k,s=[],a=[],Rt(t,e=(!n&&o||t).__k=Fe(ye,null,[e]),r||ut,ut,t.namespaceURI,!n&&o?[o]:r?null:t.firstChild?ft.call(t.childNodes):null,s,!n&&o?o:r?r.__e:t.firstChild,n,a),go(s,e,a),e.props.children=null}ft=ct.slice,A={__e:function(e,t,o,n){for(var r,s,a;t=t.__;)if((r=t.__c)&&!r.__)try{if((s=r.constructor)&&s.getDerivedStateFromError!=null&&(r.setState(s.getDerivedStateFromError(e)),a=r.__d),r.componentDidCatch!=null&&(r.componentDidCatch(e,n||{}),a=r.__d),a)return r.__E=r}catch(u){e=u}throw e}},co=0,Ut=function(e){return e!=null&&e.constructor===void 0},Ae.prototype.setState=function(e,t){var o;o=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=ue({},this.state),typeof e=="function"&&(e=e(ue({},o),this.props)),e&&ue(o,e),e!=null&&this.__v&&(t&&this._sb.push(t),io(this))},Ae.prototype.forceUpdate=function(e){this.__v&&(this.__e=!0,e&&this.__h.push(e),io(this))},Ae.prototype.render=ye,ve=[],po=typeof Promise=="function"?Promise.prototype.then.bind(Promise.resolve()):setTimeout,fo=function(e,t){return e.__v.__b-t.__v.__b},pt.__r=0,Lt=Math.random().toString(8),it="__d"+Lt,Be="__a"+Lt,vo=/(PointerCapture)$|Capture$/i,Dt=0,zt=uo(!1),Nt=uo(!0),En=0;var mt,Y,Wt,ko,Bt=0,Ao=[],W=A,xo=W.__b,So=W.__r,Co=W.diffed,Mo=W.__c,To=W.unmount,Eo=W.__;function jo(e,t){W.__h&&W.__h(Y,e,Bt||t),Bt=0;var o=Y.__H||(Y.__H={__:[],__h:[]});return e>=o.__.length&&o.__.push({}),o.__[e]}function K(e,t){var o=jo(mt++,3);!W.__s&&Oo(o.__H,t)&&(o.__=e,o.u=t,Y.__H.__h.push(o))}function te(e){return Bt=5,we(function(){return{current:e}},[])}function we(e,t){var o=jo(mt++,7);return Oo(o.__H,t)&&(o.__=e(),o.__H=t,o.__h=e),o.__}function Nn(){for(var e;e=Ao.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(dt),t.__h.some(Ft),t.__h=[]}catch(o){t.__h=[],W.__e(o,e.__v)}}}W.__b=function(e){Y=null,xo&&xo(e)},W.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),Eo&&Eo(e,t)},W.__r=function(e){So&&So(e),mt=0;var t=(Y=e.__c).__H;t&&(Wt===Y?(t.__h=[],Y.__h=[],t.__.some(function(o){o.__N&&(o.__=o.__N),o.u=o.__N=void 0})):(t.__h.some(dt),t.__h.some(Ft),t.__h=[],mt=0)),Wt=Y},W.diffed=function(e){Co&&Co(e);var t=e.__c;t&&t.__H&&(t.__H.__h.length&&(Ao.push(t)!==1&&ko===W.requestAnimationFrame||((ko=W.requestAnimationFrame)||Un)(Nn)),t.__H.__.some(function(o){o.u&&(o.__H=o.u,o.u=void 0)})),Wt=Y=null},W.__c=function(e,t){t.some(function(o){try{o.__h.some(dt),o.__h=o.__h.filter(function(n){return!n.__||Ft(n)})}catch(n){t.some(function(r){r.__h&&(r.__h=[])}),t=[],W.__e(n,o.__v)}}),Mo&&Mo(e,t)},W.unmount=function(e){To&&To(e);var t,o=e.__c;o&&o.__H&&(o.__H.__.some(function(n){try{dt(n)}catch(r){t=r}}),o.__H=void 0,t&&W.__e(t,o.__v))};var Po=typeof requestAnimationFrame=="function";function Un(e){var t,o=function(){clearTimeout(n),Po&&cancelAnimationFrame(t),setTimeout(e)},n=setTimeout(o,35);Po&&(t=requestAnimationFrame(o))}function dt(e){var t=Y,o=e.__c;typeof o=="function"&&(e.__c=void 0,o()),Y=t}function Ft(e){var t=Y;e.__c=e.__(),Y=t}function Oo(e,t){return!e||e.length!==t.length||t.some(function(o,n){return o!==e[n]})}var Dn=Symbol.for("preact-signals");function gt(){if(ce>1)ce--;else{var e,t=!1;for((function(){var r=$t;for($t=void 0;r!==void 0;){var s=r.S;if(s.v===r.v)for(var a=s.t;a!==void 0;a=a.x)a.i===r.i&&(a.i=s.i);r=r.o}})();qe!==void 0;){var o=qe;for(qe=void 0,ht++;o!==void 0;){var n=o.u;if(o.u=void 0,o.f&=-3,!(8&o.f)&&zo(o))try{o.c()}catch(r){t||(e=r,t=!0)}o=n}}if(ht=0,ce--,t)throw e}}function se(e){if(ce>0)return e();Vt=++Hn,ce++;try{return e()}finally{gt()}}var Ve,U=void 0;function ke(e){var t=U,o=Ve;U=void 0,Ve=void 0;try{return e()}finally{U=t,Ve=o}}var qe=void 0,ce=0,ht=0,Hn=0,Vt=0,$t=void 0,_t=0;function Lo(e){if(U!==void 0){var t=e.n;if(t===void 0||t.t!==U)return t={i:0,S:e,p:U.s,n:void 0,t:U,e:void 0,x:void 0,r:t},U.s!==void 0&&(U.s.n=t),U.s=t,e.n=t,32&U.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=U.s,t.n=void 0,U.s.n=t,U.s=t),t}}function B(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,this.Z=t?.unwatched,this.name=t?.name}B.prototype.brand=Dn;B.prototype.h=function(){return!0};B.prototype.S=function(e){var t=this,o=this.t;o!==e&&e.e===void 0&&(e.x=o,this.t=e,o!==void 0?o.e=e:ke(function(){var n;(n=t.W)==null||n.call(t)}))};B.prototype.U=function(e){var t=this;if(this.t!==void 0){var o=e.e,n=e.x;o!==void 0&&(o.x=n,e.e=void 0),n!==void 0&&(n.e=o,e.x=void 0),e===this.t&&(this.t=n,n===void 0&&ke(function(){var r;(r=t.Z)==null||r.call(t)}))}};B.prototype.subscribe=function(e){var t=this;return Z(function(){var o=t.value;ke(function(){return e(o)})},{name:"sub"})};B.prototype.valueOf=function(){return this.value};B.prototype.toString=function(){return this.value+""};B.prototype.toJSON=function(){return this.value};B.prototype.peek=function(){var e=this;return ke(function(){return e.value})};Object.defineProperty(B.prototype,"value",{get:function(){var e=Lo(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(ht>100)throw new Error("Cycle detected");(function(o){ce!==0&&ht===0&&o.l!==Vt&&(o.l=Vt,$t={S:o,v:o.v,i:o.i,o:$t})})(this),this.v=e,this.i++,_t++,ce++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{gt()}}}});function j(e,t){return new B(e,t)}function zo(e){for(var t=e.s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function No(e){for(var t=e.s;t!==void 0;t=t.n){var o=t.S.n;if(o!==void 0&&(t.r=o),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function Uo(e){for(var t=e.s,o=void 0;t!==void 0;){var n=t.p;t.i===-1?(t.S.U(t),n!==void 0&&(n.n=t.n),t.n!==void 0&&(t.n.p=n)):o=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),t=n}e.s=o}function xe(e,t){B.call(this,void 0,t),this.x=e,this.s=void 0,this.g=_t-1,this.f=4}xe.prototype=new B;xe.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===_t))return!0;if(this.g=_t,this.f|=1,this.i>0&&!zo(this))return this.f&=-2,!0;var e=U;try{No(this),U=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&(this.v=t,this.f&=-17,this.i++)}catch(o){this.v=o,this.f|=16,this.i++}return U=e,Uo(this),this.f&=-2,!0};xe.prototype.S=function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}B.prototype.S.call(this,e)};xe.prototype.U=function(e){if(this.t!==void 0&&(B.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=t.n)t.S.U(t)}};xe.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(xe.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=Lo(this);if(this.h(),e!==void 0&&(e.i=this.i),16&this.f)throw this.v;return this.v}});function V(e,t){return new xe(e,t)}function Do(e){var t=e.j;if(e.j=void 0,typeof t=="function"){ce++;var o=U;U=void 0;try{t()}catch(n){throw e.f&=-2,e.f|=8,qt(e),n}finally{U=o,gt()}}}function qt(e){for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,Do(e)}function Rn(e){if(U!==this)throw new Error("Out-of-order effect");Uo(this),U=e,this.f&=-2;try{8&this.f&&qt(this)}finally{gt()}}function je(e,t){this.x=e,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=t?.name,Ve&&Ve.push(this)}je.prototype.c=function(){var e=this.S();try{if(8&this.f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};je.prototype.S=function(){if(1&this.f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,Do(this),No(this),ce++;var e=U;return U=this,Rn.bind(this,e)};je.prototype.N=function(){2&this.f||(this.f|=2,this.u=qe,qe=this)};je.prototype.d=function(){this.f|=8,1&this.f||qt(this)};je.prototype.dispose=function(){this.d()};function Z(e,t){var o=new je(e,t);try{o.c()}catch(r){throw o.d(),r}var n=o.d.bind(o);return n[Symbol.dispose]=n,n}var Gt,Oe,bt,In=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__,Ho=[],Ro=[];Z(function(){Gt=this.N})();function Le(e,t){A[e]=t.bind(null,A[e]||function(){})}function Ge(e){if(bt){var t=bt;bt=void 0,t()}bt=e&&e.S()}function Io(e){var t=this,o=e.data,n=P(o);n.name="ReactiveDom",n.value=o;var r=we(function(){for(var u=t,p=t.__v;p=p.__;)if(p.__c){p.__c.__$f|=4;break}var i=V(function(){var m=n.value.value;return m===0?0:m===!0?"":m||""}),v=V(function(){return!Array.isArray(i.value)&&!Ut(i.value)}),d=Z(function(){if(this.N=Bo,v.value){var m=i.value;u.__v&&u.__v.__e&&u.__v.__e.nodeType===3&&(u.__v.__e.data=m)}}),f=t.__$u.d;return t.__$u.d=function(){d(),f.call(this)},[v,i]},[]),s=r[0],a=r[1];return s.value?a.peek():a.value}Io.displayName="ReactiveTextNode";Object.defineProperties(B.prototype,{constructor:{configurable:!0,value:Fe(ye,null).constructor},type:{configurable:!0,value:Io},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},__b:{configurable:!0,value:1}});Le("__b",function(e,t){if(Ge(),Oe=void 0,typeof t.type=="string"){var o,n=t.props;for(var r in n)if(r!=="children"){var s=n[r];s instanceof B&&(o||(t.__np=o={}),o[r]=s,n[r]=s.peek())}}e(t)});Le("__r",function(e,t){if(e(t),t.type!==ye){Ge();var o,n=t.__c;n&&(n.__$f&=-2,(o=n.__$u)===void 0&&(n.__$u=o=(function(r,s){var a;return Z(function(){a=this},{name:s}),a.c=r,a})((function(r){return function(){var s;In&&((s=this.y)==null||s.call(this)),r.__$f|=1,r.setState({})}})(n),typeof t.type=="function"?t.type.displayName||t.type.name:""))),Oe=n,Ge(o)}});Le("__e",function(e,t,o,n){Ge(),Oe=void 0,e(t,o,n)});Le("diffed",function(e,t){Ge(),Oe=void 0;var o;if(typeof t.type=="string"&&(o=t.__e)){var n=t.__np,r=t.props,s=o.U;if(s)for(var a in s){var u=s[a];u===void 0||n&&a in n||(u.d(),s[a]=void 0)}if(n){s||(s={},o.U=s);for(var p in n){var i=s[p],v=n[p];i===void 0?(i=Wn(o,p,v,r),s[p]=i):i.o(v,r)}}}e(t)});function Wn(e,t,o,n){var r=t in e&&e.ownerSVGElement===void 0,s=j(o);return{o:function(a,u){s.value=a,n=u},d:Z(function(){this.N=Bo;var a=s.value.value;n[t]!==a&&(n[t]=a,r?e[t]=a:a!=null&&(a!==!1||t[4]==="-")?e.setAttribute(t,a):e.removeAttribute(t))})}}Le("unmount",function(e,t){if(typeof t.type=="string"){var o=t.__e;if(o){var n=o.U;if(n){o.U=void 0;for(var r in n){var s=n[r];s&&s.d()}}}var a=t.__np;if(a){var u=t.props;for(var p in a)u[p]=a[p]}t.__np=void 0}else{var i=t.__c;if(i){i.__$f|=8;var v=i.__$u;v&&(i.__$u=void 0,v.d())}}e(t)});Le("__h",function(e,t,o,n){n<3&&(t.__$f|=2),e(t,o,n)});Ae.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;var o=this.__$u,n=o&&o.s!==void 0;for(var r in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var s=2&this.__$f;if(!(n||s||4&this.__$f)||1&this.__$f)return!0}else if(!(n||4&this.__$f)||3&this.__$f)return!0;for(var a in e)if(a!=="__source"&&e[a]!==this.props[a])return!0;for(var u in this.props)if(!(u in e))return!0;return!1};function P(e,t){return we(function(){return j(e,t)},[])}function Wo(e,t){var o=te(e);return o.current=e,Oe.__$f|=4,we(function(){return V(function(){return o.current()},t)},[])}var Bn=typeof requestAnimationFrame>"u"?setTimeout:function(e){var t=function(){clearTimeout(o),cancelAnimationFrame(n),e()},o=setTimeout(t,35),n=requestAnimationFrame(t)},Fn=function(e){queueMicrotask(function(){queueMicrotask(e)})};function Vn(){se(function(){for(var e;e=Ho.shift();)Gt.call(e)})}function qn(){Ho.push(this)===1&&(A.requestAnimationFrame||Bn)(Vn)}function Gn(){se(function(){for(var e;e=Ro.shift();)Gt.call(e)})}function Bo(){Ro.push(this)===1&&(A.requestAnimationFrame||Fn)(Gn)}function X(e,t){var o=te(e);o.current=e;var n=Oe;K(function(){return Z(function(){if(this.N=qn,!(n&&8&n.__$f))return o.current()},t)},[])}var Kt=["explore","play","review","puzzles","statistics"];function Fo(e){let[t,o=""]=e.replace(/^#\/?/,"").split("?"),[n="",r=""]=t.split("/").map(decodeURIComponent),s=new URLSearchParams(o);return{game:n,view:Kt.includes(r)?r:"explore",set:s.getAll("set"),position:s.get("position"),forbid:s.get("forbid"),mover:s.get("mover")==="2"?2:1}}function Q({game:e,view:t="explore",set:o=[],position:n,forbid:r,mover:s=1}){if(!e)return"#/";let a=new URLSearchParams(o.map(p=>["set",p]));n&&a.set("position",n),r&&a.set("forbid",r),n&&s===2&&a.set("mover",2);let u=a.toString();return`#/${encodeURIComponent(e)}/${t}${u&&`?${u}`}`}var Vo="api/v1";var Se=new Map,yt=class extends Error{constructor(t,o){super(o),this.status=t}};async function wt(e,t){let o;try{o=await fetch(e,t)}catch{throw new yt(0,"")}let n=await o.json().catch(()=>({error:o.statusText}));if(!o.ok)throw new yt(o.status,n.error);return n}var qo=()=>wt(`${Vo}/games`);function Go(e,t,o={}){let n=[...e.set.map(s=>["set",s]),...Object.entries(o)],r=new URLSearchParams(n.filter(([,s])=>s!=null&&s!==""));return`${Vo}/games/${encodeURIComponent(e.game)}/${t}?${r}`}function D(e,t,o,n=!0){let r=Go(e,t,o);if(!n)return wt(r);if(!Se.has(r)){Se.size>=300&&Se.delete(Se.keys().next().value);let s=wt(r);s.catch(()=>Se.delete(r)),Se.set(r,s)}return Se.get(r)}var kt=(e,t,o)=>wt(Go(e,t),{method:"POST",headers:{"Content-Type":"application/json"},body:JSON.stringify(o)});var Jo=function(e,t,o,n){var r;t[0]=0;for(var s=1;s<t.length;s++){var a=t[s++],u=t[s]?(t[0]|=a?1:2,o[t[s++]]):t[++s];a===3?n[0]=u:a===4?n[1]=Object.assign(n[1]||{},u):a===5?(n[1]=n[1]||{})[t[++s]]=u:a===6?n[1][t[++s]]+=u+"":a?(r=e.apply(u,Jo(e,u,o,["",null])),n.push(r),u[0]?t[0]|=2:(t[s-2]=0,t[s]=r)):n.push(u)}return n},Ko=new Map;function Yo(e){var t=Ko.get(this);return t||(t=new Map,Ko.set(this,t)),(t=Jo(this,t.get(e)||(t.set(e,t=(function(o){for(var n,r,s=1,a="",u="",p=[0],i=function(f){s===1&&(f||(a=a.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?p.push(0,f,a):s===3&&(f||a)?(p.push(3,f,a),s=2):s===2&&a==="..."&&f?p.push(4,f,0):s===2&&a&&!f?p.push(5,0,!0,a):s>=5&&((a||!f&&s===5)&&(p.push(s,0,a,r),s=6),f&&(p.push(s,f,0,r),s=6)),a=""},v=0;v<o.length;v++){v&&(s===1&&i(),i(v));for(var d=0;d<o[v].length;d++)n=o[v][d],s===1?n==="<"?(i(),p=[p],s=3):a+=n:s===4?a==="--"&&n===">"?(s=1,a=""):a=n+a[0]:u?n===u?u="":a+=n:n==='"'||n==="'"?u=n:n===">"?(i(),s=1):s&&(n==="="?(s=5,r=a,a=""):n==="/"&&(s<5||o[v][d+1]===">")?(i(),s===3&&(p=p[0]),s=p,(p=p[0]).push(2,0,s),s=0):n===" "||n==="	"||n===`
`||n==="\r"?(i(),s=2):a+=n),s===3&&a==="!--"&&(s=4,p=p[0])}return i(),p})(e)),t),arguments,[])).length>1?t:t[0]}var c=Yo.bind(Fe);var Jt={"this language":"English",language:"Language",light:"Light colours",dark:"Dark colours",skip:"To the board",views:"Views",variant:"Variant","the whole game":"the whole game",rules:"Rules",lead:"Every position of these games is solved: who wins, and how soon, is known for certain.","positions.n":"{count} positions","positions.n.one":"{count} position","not solved yet":"not solved yet","no server":"The server does not answer. Is retro serve still running?","no game":"There is no game called {game} here.","look again":"Look again",close:"Close",cancel:"Cancel",copied:"Copied.","not copied":"This browser does not let the page copy.","open one":"Open one",copy:"Copy",all:"all",win:"Win",draw:"Draw",loss:"Loss","win in":"Win in {n} plies","win in.one":"Win in 1 ply","loss in":"Loss in {n} plies","loss in.one":"Loss in 1 ply","over.win":"Won","over.loss":"Lost",points:"{points} points","points.one":"{points} point","points for first":"for the first player","points for mover":"for the player to move","short.win":"W","short.draw":"D","short.loss":"L",plies:"{n} plies","plies.one":"1 ply","player.1":"Blue","player.2":"Amber","to move":"to move",wins:"wins","ends in a draw":"The game is drawn","glyph.stone":"stone","glyph.block":"piece","glyph.mark":"mark","glyph.hole":"hole","glyph.dot":"dot","glyph.closed":"closed square",empty:"empty",board:"Board",picked:"picked","can be picked":"can be picked","more may follow":"The move may end here, or go on.","make it":"Play {move}",explore:"Explore",play:"Play",review:"Review",puzzles:"Puzzles",statistics:"Statistics",values:"Values","show value":"Show the value",forbidden:"forbidden","is forbidden":"{move} is forbidden: it would take the last move back.","forbidding costs":"Without that: {value}.","forbidding costs nothing":"That changes nothing.","from start":"{n} plies from the start, at least","from start.one":"1 ply from the start","moves, best first":"{n} moves, best first","moves, best first.one":"1 move",moves:"{n} moves","moves.one":"1 move",holding:"{keeping} of {all} hold","replies that hold":"So many of the opponent's replies keep what he has","best line":"Best play","best move":"Best move","no end":"A draw: neither side can force an end.","copy line":"Copy line",download:"Download","line of play":"Moves played","to the beginning":"To the beginning",undo:"Back",redo:"Forth","to the end":"To the end",flip:"Turn the board","another position":"Another position","the start":"The start","set up":"Set up",paste:"Paste","random.win":"A random win","random.draw":"A random draw","random.loss":"A random loss",share:"This position","copy link":"Copy link","copy position":"Copy position","download game":"Download the game",cite:"Cite","cite.why":"The digest is of the rules, the sums are of the files: whoever solves the same rules gets the same, byte by byte. Before a solution is written a sample of it is looked at again; verify proves every record.","paste what":"A position, the moves of a game, or a file of retro play","read it":"Read it","another game":"That is a game of {game}.","no such move":"One of its moves cannot be made.","what is put":"What is put on the board",clear:"Empty",mirror:"Mirror","quarter turn":"Turn",swap:"Swap colours","swap.why":"Blue becomes amber, and amber blue","other side":"Other side to move","other side.why":"The board stays, the other player is to move","as it was":"As it was","as text":"The position as text","use it":"Use this position","play against":"Play against","new game":"A new game","player perfect":"Perfect play","player perfect.why":"never gives anything away","player trap":"A setter of traps","player trap.why":"perfect too, and of equal moves plays the one after which you are likely to go wrong","player fallible":"A human being","player fallible.why":"makes mistakes, the more the less strong","player random":"Anyhow","player random.why":"any move, whatever it is worth",strength:"Strength","play as":"Play","from here":"From this position","take back":"Take back","review game":"Review the game",resign:"Resign",resigned:"You have resigned.",thinking:"The opponent is thinking","your turn":"Your turn.","you are":"You are","looking back":"You are looking back at the game.","ended.move":"The game is over: the last move has ended it.","ended.stuck":"The game is over: there is no move.","ended.repeated":"A draw: the same position for the third time.","ended.plies":"A draw: so many plies without an end.","nothing to review":"Play a game, make moves on the board, or paste a game: then each move is looked at.","what moves gave away":"What the moves gave away",blunders:"{n} blunders","blunders.one":"1 blunder",blunder:"a blunder","column.ply":"#","column.move":"Move","column.made it":"Then","column.kept":"Keep","column.gave away":"Gave away","kept.why":"So many of the moves kept the outcome, or the points","points lost":"{n} points","points lost.one":"1 point","plies lost":"{n} plies","plies lost.one":"1 ply","lost win":"the win","lost draw":"the draw",better:"{move} was better",graph:"Value of the game, for blue",composing:"Looking for a puzzle","stipulation.win":"Find the win: it takes {n} plies.","stipulation.draw":"Hold the draw: one move alone does.","stipulation.points":"Lose no points: {value}, and one move alone keeps them.",refuted:"{move} fails to {reply}: {value}.","that fails":"That fails.",solved:"Solved!","solved at last":"Solved. It will come back once more.","try again":"Try again","next puzzle":"Next puzzle","today's":"Today's puzzle","show solution":"Show the solution","no puzzle":"No puzzle of this kind was found.","what puzzles":"Which puzzles",theme:"Theme","theme.win":"wins","theme.draw":"draws to be held","at most":"At most",tally:"{solved} solved, {failed} failed.","to come back":"{n} will come back.",solution:"Solution",anything:"anything: the game ends at once","anything else":"anything else: the game ends at once",tries:"Tries, and what refutes them",try:"{move}? {reply}!","explore it":"Look at it",positions:"positions",states:"states","value of start":"the start",longest:"longest win","won at once":"won at once",forbidding:"states with a forbidden move","states by plies":"States by plies to the end","states by points":"States by points","logarithms, bars open":"(a scale of logarithms; a bar opens one of its positions)","as table":"As a table","longest wins":"Longest wins and losses","extreme scores":"Highest and lowest scores","longest.why":"Of positions in which nothing is forbidden; a number opens one.","count longest":"Count them (this may take minutes)",counting:"Counting",part:"Part","how counted":"How it is counted",unsolved:"{game} is not solved with these options yet","unsolved.how":"This command solves it, and the page shows it at once:","unsolved.small":"A small variant takes seconds:","unsolved.dry":"What it takes of memory, disk and time is told by","variants solved":"Variants that are solved"};var Zo={"this language":"日本語",language:"言語",light:"明るい配色",dark:"暗い配色",skip:"盤面へ",views:"表示",variant:"種類","the whole game":"完全版",rules:"ルール",lead:"ここにあるゲームは全局面が解析済みです。どちらが何手で勝つか、すべて正確にわかります。","positions.n":"{count} 局面","not solved yet":"未解析","no server":"サーバーが応答しません。retro serve は動いていますか。","no game":"{game} というゲームはありません。","look again":"もう一度確認",close:"閉じる",cancel:"やめる",copied:"コピーしました。","not copied":"このブラウザーではコピーできません。","open one":"局面を開く",copy:"コピー",all:"全体",win:"勝ち",draw:"引き分け",loss:"負け","win in":"{n} 手で勝ち","loss in":"{n} 手で負け","over.win":"勝ち","over.loss":"負け",points:"{points} 点","points for first":"先手から見て","points for mover":"手番から見て","short.win":"勝","short.draw":"分","short.loss":"負",plies:"{n} 手","player.1":"青","player.2":"黄","to move":"の手番",wins:"の勝ち","ends in a draw":"引き分け","glyph.stone":"駒","glyph.block":"駒","glyph.mark":"印","glyph.hole":"穴","glyph.dot":"点","glyph.closed":"置けないマス",empty:"空き",board:"盤面",picked:"選択中","can be picked":"選択できます","more may follow":"ここで終えることも、続けることもできます。","make it":"{move} を指す",explore:"検討",play:"対局",review:"振り返り",puzzles:"問題",statistics:"統計",values:"評価","show value":"評価を見る",forbidden:"禁手","is forbidden":"{move} は禁手です(直前の手を元に戻すため)。","forbidding costs":"禁手がなければ {value}。","forbidding costs nothing":"評価は変わりません。","from start":"初期局面から最短 {n} 手","moves, best first":"指し手 {n} 通り(良い順)",moves:"指し手 {n} 通り",holding:"{all} 手中 {keeping} 手が正解","replies that hold":"相手が今の結果を保てる応手の数","best line":"最善手順","best move":"最善手を指す","no end":"引き分け。どちらも勝ちを強制できません。","copy line":"手順をコピー",download:"保存","line of play":"ここまでの手","to the beginning":"最初へ",undo:"戻る",redo:"進む","to the end":"最後へ",flip:"盤を反転","another position":"ほかの局面","the start":"初期局面","set up":"局面を作る",paste:"貼り付け","random.win":"勝ちの局面","random.draw":"引き分けの局面","random.loss":"負けの局面",share:"この局面","copy link":"リンクをコピー","copy position":"局面をコピー","download game":"棋譜を保存",cite:"引用","cite.why":"ダイジェストはルールの、ハッシュ値はファイルのものです。同じルールを解けば、誰でも一バイトも違わない同じ結果を得ます。解は書き込む前に標本が検査され、verify ですべての記録が証明されます。","paste what":"局面、指し手の列、または retro play の棋譜ファイル","read it":"読み込む","another game":"これは {game} の棋譜です。","no such move":"指せない手が含まれています。","what is put":"置くもの",clear:"すべて消す",mirror:"左右反転","quarter turn":"回転",swap:"色を交換","swap.why":"青と黄を入れ替えます","other side":"手番を交代","other side.why":"盤面はそのままで手番だけ替えます","as it was":"元に戻す","as text":"局面の文字列","use it":"この局面にする","play against":"対戦相手","new game":"新しい対局","player perfect":"完全な相手","player perfect.why":"決して損をしません","player trap":"罠を仕掛ける相手","player trap.why":"完全な上に、同じ価値の手の中から、あなたが間違えやすい手を選びます","player fallible":"人間らしい相手","player fallible.why":"弱いほどよく間違えます","player random":"でたらめな相手","player random.why":"どんな手でも指します",strength:"強さ","play as":"対局開始:","from here":"この局面から","take back":"待った","review game":"対局を振り返る",resign:"投了",resigned:"投了しました。",thinking:"相手が考えています","your turn":"あなたの番です。","you are":"あなたは","looking back":"前の局面を見ています。","ended.move":"終局。最後の手で決まりました。","ended.stuck":"終局。指せる手がありません。","ended.repeated":"引き分け。同じ局面が三度現れました。","ended.plies":"引き分け。手数の上限に達しました。","nothing to review":"対局するか、盤上で手を進めるか、棋譜を貼り付けると、一手ごとに振り返れます。","what moves gave away":"各手で失ったもの",blunders:"悪手 {n}",blunder:"悪手","column.ply":"手数","column.move":"指し手","column.made it":"結果","column.kept":"正解数","column.gave away":"失ったもの","kept.why":"結果(または点数)を保った手の数","points lost":"{n} 点","plies lost":"{n} 手","lost win":"勝ち","lost draw":"引き分け",better:"{move} が良かった",graph:"青から見た評価の推移",composing:"問題を探しています","stipulation.win":"{n} 手で勝ってください。","stipulation.draw":"引き分けに持ち込んでください。正解は一手だけです。","stipulation.points":"点を失わない手を見つけてください({value})。正解は一手だけです。",refuted:"{move} には {reply} で失敗です({value})。","that fails":"失敗です。",solved:"正解!","solved at last":"正解です。この問題はまた出ます。","try again":"やり直す","next puzzle":"次の問題","today's":"今日の問題","show solution":"解答を見る","no puzzle":"このような問題は見つかりませんでした。","what puzzles":"問題の種類",theme:"テーマ","theme.win":"勝ち","theme.draw":"引き分けを守る","at most":"最長",tally:"正解 {solved}、失敗 {failed}。","to come back":"再出題待ち {n}。",solution:"解答",anything:"どう応じてもすぐに終局","anything else":"その他:すぐに終局",tries:"紛れと、その反駁",try:"{move}? {reply}!","explore it":"検討する",positions:"局面",states:"状態","value of start":"初期局面",longest:"最長の勝ち","won at once":"一手で勝てる局面",forbidding:"禁手のある状態","states by plies":"終局までの手数ごとの状態数","states by points":"点数ごとの状態数","logarithms, bars open":"(対数目盛。棒を押すと局面が開きます)","as table":"表で見る","longest wins":"最長の勝ちと負け","extreme scores":"最高点と最低点","longest.why":"禁手のない局面について。番号を押すと局面が開きます。","count longest":"数える(数分かかることがあります)",counting:"数えています",part:"部分","how counted":"数え方",unsolved:"{game}:この設定はまだ解析されていません","unsolved.how":"次のコマンドで解析すると、すぐにここで見られます。","unsolved.small":"小さな盤なら数秒で解けます:","unsolved.dry":"必要なメモリ・ディスク・時間は次のコマンドでわかります:","variants solved":"解析済みの種類"};function ee(e,t){let o=t;try{o=JSON.parse(localStorage.getItem(`retro ${e}`))??t}catch{}let n=j(o);return Z(()=>{try{localStorage.setItem(`retro ${e}`,JSON.stringify(n.value))}catch{}}),n}var Ke={en:Jt,ja:Zo},Yn=()=>navigator.languages.map(e=>e.slice(0,2)).find(e=>e in Ke)??"en",xt=ee("language",""),ze=V(()=>xt.value in Ke?xt.value:Yn());Z(()=>{document.documentElement.lang=ze.value});function l(e,t={}){let o=Ke[ze.value];return(t.n===1&&o[`${e}.one`]||o[e]||Jt[e]||e).replace(/\{(\w+)\}/g,(r,s)=>t[s]??"")}var F=e=>e.toLocaleString(ze.value);function N(e,t){let o=r=>e?.words?.[ze.value]?.[r]??e?.words?.en?.[r],[n]=t.match(/\d+/)??[];return o(t)??(n&&o(t.replace(n,"{n}"))?.replace("{n}",n))??t}var Zn=2e3,Je=j(""),Xo=0;async function ae(e){let t;try{await navigator.clipboard.writeText(e),t=!0}catch{t=Xn(e)}Je.value=t?"copied":"not copied";let o=++Xo;setTimeout(()=>o===Xo&&(Je.value=""),Zn)}function Xn(e){let[t,o]=[document.activeElement,document.createElement("textarea")];o.value=e,(t?.closest("dialog")??document.body).append(o),o.select();let n=document.execCommand("copy");return o.remove(),t?.focus(),n}var St=()=>c`<p class=${Je.value?"copied":"hidden"} role="status">${Je.value&&l(Je.value)}</p>`;var Ne=j(!1),Qo=e=>({picture:1,mover:e,flip:Ne.value?1:""}),en=(e,t)=>e.scene?.turn||t;function Ct(e=()=>{}){let t=j(null),o=j(null),n=j(null),r=j(null),s=j(null),a=j(!1),u=j(null),p=V(()=>o.value?.states[o.value.at]??null),i=0;async function v(g){let y=++i;a.value=!0;try{let w=await g();return y===i?w:null}catch(w){return y===i&&(s.value=w),null}finally{y===i&&(a.value=!1)}}function d(g,y,w,x=t.value){se(()=>{u.value=s.value=null,n.value=g,o.value=y,t.value=x}),w||e(y)}let f=(g,{position:y,forbid:w,mover:x})=>D(g,"position",{position:y,forbid:w,replies:0,...Qo(x)});async function m(g,y,w=t.value){let x=await v(()=>f(w,g.states[g.at]));return x&&d(x,g,y,w),x}async function b(g,y,w=!1){let x=y.mover??1,$=await v(()=>f(g,{...y,mover:x}));if($){let _={position:$.position,forbid:$.forbidden,mover:en($,x)};d($,{states:[_],at:0},w,g)}return $}async function O(g,y,w){if(!await b(g,y,!0))return!1;for(let x of w){let $=n.value.moves.find(_=>_.move===x);if(!$||!await E($,!0))return!1}return e(o.value),!0}async function E(g,y=!1){let{states:w,at:x}=o.value,$=w[x];if(w[x+1]?.move===g.move)return C(x+1,y);let S={move:g.move,drawn:g.picture},M=Pe=>({states:[...w.slice(0,x+1),{...Pe,...S}],at:x+1});if(g.after===null)return d(n.value,M({...$,over:{value:g.value,dtm:g.dtm}}),y),!0;let T=3-$.mover,I=await v(()=>D(t.value,"position",{position:$.position,forbid:$.forbid,move:g.move,replies:0,...Qo(T)}));return I?(d(I,M({position:I.position,forbid:I.forbidden,mover:en(I,T)}),y),!0):!1}let C=(g,y=!1)=>{let{states:w}=o.value;return g>=0&&g<w.length?m({states:w,at:g},y).then(Boolean):Promise.resolve(!1)};async function h(){let[g,y]=[p.value,n.value];if(!y||r.peek()?.of===y)return;let w={position:g.position,forbid:g.forbid},x=await D(t.value,"position",w).catch(()=>null);x&&n.value===y&&(r.value={of:y,moves:x.moves})}return{place:t,line:o,state:p,answer:n,problem:s,busy:a,pointed:u,open:b,replay:O,make:E,go:C,count:h,restore:(g,y,w=!0)=>m(y,w,g),again:()=>o.value&&m(o.value,!0),begin:V(()=>o.value?.states[0]??null),replies:V(()=>{let g=r.value?.of===n.value?r.value?.moves??[]:[];return new Map(g.map(y=>[y.move,y.replies]))}),moves:V(()=>o.value?.states.slice(1).map(g=>g.move)??[]),playable:V(()=>(!p.value||p.value.over?[]:n.value?.moves??[]).filter(y=>!y.forbidden))}}var Qn={win:"▲",draw:"■",loss:"▼"};function Ce(e,t=!0){if(typeof e=="string")return e;let o=t?e:-e;return o>0?"win":o<0?"loss":"draw"}var Me=e=>e.scores!=="first"||(e.scene?.turn??1)!==2,tn=e=>e>0?`+${e}`:String(e).replace("-","−");function H({value:e,dtm:t}){return typeof e=="number"?l("points",{n:Math.abs(e),points:tn(e)}):t===0?l(`over.${e}`):e==="draw"?l("draw"):l(`${e} in`,{n:t})}var Yt=({value:e,dtm:t})=>typeof e=="number"?tn(e):`${l(`short.${e}`)}${t?` ${t}`:""}`,q=({of:e,mine:t=!0,long:o=!1})=>{let n=Ce(e.value,t);return c`<span class="mark ${n}" title=${H(e)}>
        <span aria-hidden="true">${Qn[n]}</span> ${o?H(e):Yt(e)}
    </span>`};function on({desk:e,game:t}){let o=P(null);X(()=>{let[p,i,v]=[e.state.value,e.answer.value,e.place.value];o.value=null,!(!i||!p||p.over||i.value==="draw")&&D(v,"line",{position:p.position,forbid:p.forbid}).then(d=>e.answer.peek()?.position===d.position&&(o.value=d.moves),()=>{})});let n=e.answer.value;if(!n||e.state.value?.over||!n.moves.length)return null;let r=()=>e.make(e.playable.value[0]),s=o.value??[];async function a(p){for(let{move:i}of s.slice(0,p)){let v=e.playable.peek().find(d=>d.move===i);if(!v||!await e.make(v))return}}let u=s.map(p=>p.move);return c`<section class="bestline" aria-labelledby="bestline">
        <h2 id="bestline">${l("best line")}</h2>
        ${n.value==="draw"&&c`<p class="note">${l("no end")}</p>`}
        ${s.length>0&&c`<ol>
                ${s.map((p,i)=>c`<li key=${i}>
                        <button onClick=${()=>a(i+1)} title=${H(p)}>${p.move}</button>
                    </li>`)}
            </ol>`}
        <div class="row">
            <button onClick=${r} disabled=${!e.playable.value.length}>${l("best move")}</button>
            ${s.length>0&&c`<button onClick=${()=>ae(er(u))}>${l("copy line")}</button>
                    <button onClick=${()=>Ze(`${t.game}-line.json`,Ye(e,u))}>${l("download")}</button>`}
        </div>
    </section>`}var er=e=>e.join(e.some(t=>t.includes(" "))?`
`:" ");function Ye(e,t,o=e.state.value,n=["perfect","perfect"]){return{format:"retro game 1",game:e.answer.value.game,options:e.answer.value.options,position:o.position,forbidden:o.forbid,mover:o.mover,first:n[0],second:n[1],skill:5,seed:0,moves:t,result:null}}function Ze(e,t){let o=document.createElement("a");o.href=URL.createObjectURL(new Blob([`${JSON.stringify(t,null,1)}
`],{type:"application/json"})),o.download=e,o.click(),setTimeout(()=>URL.revokeObjectURL(o.href),1e3)}function tr(e,t){let o=0;for(let n of e.steps){let r=new Set(n.at);if(n.kind==="piece"){for(;r.delete(t[o]);)o++;if(r.size&&o===t.length)return{next:[...r],piece:!0};if(r.size)return null}else for(let s of n.at){if(o===t.length)return{next:[s],piece:!1};if(t[o++]!==s)return null}}return o===t.length?{next:[],piece:!1}:null}var or=(e,t)=>e.length===t.length&&e.every(o=>t.includes(o));function Xe(e,t){let o=e.filter(a=>a.steps.length).map(a=>({move:a,...tr(a,t)??{next:null}})).filter(a=>a.next),[n]=o;if(t.length&&n?.piece&&o.every(a=>a.piece&&or(a.next,n.next)))return Xe(e,[...t,...n.next]);let r=new Map;for(let{move:a,next:u}of o)for(let p of u)r.set(p,[...r.get(p)??[],a]);let s=o.find(a=>!a.next.length)?.move??null;return{picked:t,next:r,whole:s,piece:o.some(a=>a.piece),only:o.length===1}}var Zt=60,nr=.55,rr={ArrowUp:[0,-1],ArrowDown:[0,1],ArrowLeft:[-1,0],ArrowRight:[1,0]};function sr(e){let[,t,o]=e.match(/viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/s);return{box:t,drawing:o}}function ar(e){let t=Ne.value?-Zt:Zt;return new Map(Object.entries({...e.points,...e.beside}).map(([o,[n,r]])=>[o,[n*t,-r*t]]))}function ir(e,t,[o,n],r=1/0){let s=u=>Math.hypot(e.get(u)[0]-o,e.get(u)[1]-n),a=[...t].sort((u,p)=>s(u)-s(p))[0];return a!==void 0&&s(a)<=r?a:null}function lr(e,t,o,[n,r]){let[s,a]=e.get(o),u=i=>{let[v,d]=[e.get(i)[0]-s,e.get(i)[1]-a],f=v*n+d*r;return f>1?f+2.2*Math.abs(v*r-d*n):1/0},p=[...t].sort((i,v)=>u(i)-u(v))[0];return p!==void 0&&u(p)<1/0?p:null}function ur({at:[e,t],of:o,counted:n}){let r=Ce(o.value,n),s=Yt(o),a=Math.max(24,11+8.4*s.length+(/[^\x00-\x7f]/.test(s)?6:0))/2,[u,p]=[e,t+19],i={win:c`<rect x=${u-a} y=${p-9.5} width=${2*a} height="19" rx="9.5" />`,draw:c`<rect x=${u-a} y=${p-9.5} width=${2*a} height="19" />`,loss:c`<path d="M${u-a-4} ${p}l7 -10h${2*a-6}l7 10l-7 10h${6-2*a}z" />`};return c`<g class="badge ${r}" aria-hidden="true">
        ${i[r]}<text x=${u} y=${p+5}>${s}</text>
    </g>`}var cr=(e,t)=>{let o=new Map,n=!e.turn&&t===2?[0,2,1]:[0,1,2];for(let r of e.pieces){let s=[r.player?l(`player.${n[r.player]}`):"",l(`glyph.${r.glyph}`),r.label];for(let a of r.at)o.set(a,s.filter(Boolean).join(" "))}return o};function de({desk:e,marks:t=!1,play:o=null}){let n=P([]),r=P(null),s=P(null),a=te(),u=e.answer.value,p=e.state.value,i=Wo(()=>Xe(e.playable.value,n.value));if(X(()=>{e.answer.value,e.state.value,n.value=[],s.value=null}),!u||!p)return c`<div class="board waiting" aria-busy="true"></div>`;if(!u.picture)return c`<pre class="board drawn">${u.drawn}</pre>`;let{box:v,drawing:d}=sr(u.picture),f=ar(u.scene),{next:m,whole:b,piece:O}=o?i.value:{next:new Map,whole:null,piece:!1},E=o?i.value.picked:[],C=[...Object.keys(u.scene.points),...[...m.keys()].filter(k=>k in u.scene.beside)],h=Me(u),g=cr(u.scene,p.mover);function y(k){let L=Xe(e.playable.value,[...E,k]);if(m.has(k))return n.value=L.picked,L.whole&&L.only&&w(L.whole),!0;let G=Xe(e.playable.value,[k]),le=!E.includes(k)&&(G.next.size||G.whole);return n.value=le?G.picked:[],le&&G.whole&&G.only&&w(G.whole),le}function w(k){n.value=[],o(k)}let x=k=>{let L=new DOMPoint(k.clientX,k.clientY).matrixTransform(a.current.getScreenCTM().inverse());return[L.x,L.y]},$=k=>ir(f,C,x(k),nr*Zt);function _(k){if(!o||k.button)return;let L=$(k);L&&(r.value=L,y(L)&&(s.value={from:L,to:x(k),last:L},a.current.setPointerCapture(k.pointerId)))}function S(k){if(!s.value)return;let L=$(k);O&&L&&L!==s.value.last&&m.has(L)&&y(L),s.value={...s.value,to:x(k),last:L??s.value.last}}function M(k){if(!s.value)return;let{from:L}=s.value,G=$(k);s.value=null,!O&&G&&G!==L&&m.has(G)&&y(G)}function T(k){let L=r.value&&C.includes(r.value)?r.value:I,G=rr[k.key];if(!(k.altKey||k.ctrlKey||k.metaKey)){if(G)r.value=lr(f,C,L,G)??L,a.current.querySelector(`[data-spot="${CSS.escape(r.value)}"]`)?.focus();else if(k.key==="Enter"||k.key===" ")b&&k.key==="Enter"?w(b):o&&y(L);else if(k.key==="Escape"&&n.value.length)n.value=[];else return;k.preventDefault(),k.stopPropagation()}}let I=C.find(k=>m.has(k))??C[0],Pe=C.includes(r.value)?r.value:I,Ot=e.pointed.value??(E.length&&b?b:null);function Mn(k){let[L,G]=f.get(k),le=m.get(k)?.[0],so=[k,g.get(k),E.includes(k)&&l("picked"),le&&l("can be picked")];return le&&t&&so.push(H(le)),c`<g
            key=${k}
            data-spot=${k}
            class="spot ${le?"option":""} ${E.includes(k)?"chosen":""} ${E.length?"later":""}"
            role="button"
            tabindex=${k===Pe?0:-1}
            aria-label=${so.filter(Boolean).join(", ")}
            aria-disabled=${o?!le:!0}
            onFocus=${()=>r.value=k}
        >
            <circle cx=${L} cy=${G} r="26" />
        </g>`}let Tn=([k,[L]])=>c`<${ur} key=${k} at=${f.get(k)} of=${L} counted=${h} />`;return c`<div class="board">
        <svg
            ref=${a}
            viewBox=${v}
            role="group"
            aria-label=${l("board")}
            class=${o?"live":""}
            onPointerDown=${_}
            onPointerMove=${S}
            onPointerUp=${M}
            onPointerCancel=${()=>s.value=null}
            onKeyDown=${T}
        >
            <g dangerouslySetInnerHTML=${{__html:d}} aria-hidden="true" />
            ${p.drawn&&c`<g class="last" dangerouslySetInnerHTML=${{__html:p.drawn}} aria-hidden="true" />`}
            ${C.map(Mn)} ${t&&!Ot&&[...m].map(Tn)}
            ${Ot?.picture&&c`<g class="shown" dangerouslySetInnerHTML=${{__html:Ot.picture}} aria-hidden="true" />`}
            ${s.value&&!O&&c`<path class="drag" d="M${f.get(s.value.from).join(" ")}L${s.value.to.join(" ")}" />`}
        </svg>
        ${b&&c`<div class="settle">
                <span>${l("more may follow")}</span>
                <button class="first" onClick=${()=>w(b)}>${l("make it",{move:b.move})}</button>
                <button onClick=${()=>n.value=[]}>${l("cancel")}</button>
            </div>`}
    </div>`}function Ue({title:e,close:t,wide:o,children:n}){let r=te();return K(()=>{r.current.showModal()},[]),c`<dialog ref=${r} onClose=${t} aria-label=${e} class=${o?"wide":""}>
        <div class="top">
            <h2>${e}</h2>
            <button aria-label=${l("close")} onClick=${()=>r.current.close()}>✕</button>
        </div>
        ${n}
    </dialog>`}var pr=e=>Object.entries(e).map(t=>t.join("="));function nn({desk:e,game:t,close:o}){let n=P(null);K(()=>{D(e.place.value,"citation").then(p=>n.value=p,o)},[]);let[r,s,a]=[n.value,e.state.value,e.answer.value],u=r&&[[r.title,...pr(r.options)].join(", "),`position ${s.position}${s.forbid?`, ${s.forbid} forbidden`:""}: ${a.value}${a.dtm===null?"":` in ${a.dtm}`}`,`strong solution by retro ${r.version}, ${r.date.slice(0,10)}, digest of the rules ${r.digest}`,...Object.entries(r.files).map(([p,i])=>`${p} sha256 ${i}`),`reproduced by: ${r.solve}; proved record by record by: ${r.verify}`];return c`<${Ue} title=${l("cite")} close=${o} wide>
        ${u&&c`<p><b>${N(t,r.title)}</b> · ${H(a)}</p>
                <pre class="code">${u.join(`
`)}</pre>
                <p class="note">${l("cite.why")}</p>
                <div class="row"><button class="first" onClick=${()=>ae(u.join(`
`))}>${l("copy")}</button></div>
                <${St} />`}
    <//>`}function me({desk:e,children:t}){let o=e.line.value;if(!o)return null;let n=o.states.length-1,r=(s,a,u,p)=>c`<button
        aria-label=${l(a)}
        title=${`${l(a)}${p?` (${p})`:""}`}
        disabled=${u<0||u>n||u===o.at}
        onClick=${()=>e.go(u)}
    >
        ${s}
    </button>`;return c`<nav class="controls" aria-label=${l("line of play")}>
        ${r("«","to the beginning",0,"Home")} ${r("‹","undo",o.at-1,"←")}
        <span class="ply" aria-live="polite">${o.at} / ${n}</span>
        ${r("›","redo",o.at+1,"→")} ${r("»","to the end",n,"End")}
        <button aria-label=${l("flip")} title=${`${l("flip")} (f)`} onClick=${()=>rn(e)}>⇅</button>
        ${t}
    </nav>`}function rn(e){Ne.value=!Ne.value,e.again()}function he(e,t,o={}){if(e.altKey||e.ctrlKey||e.metaKey||e.target.closest?.("input, textarea, select, dialog"))return;let n=t.line.peek();if(!n)return;let r={ArrowLeft:()=>t.go(n.at-1),ArrowRight:()=>t.go(n.at+1),Home:()=>t.go(0),End:()=>t.go(n.states.length-1),f:()=>rn(t),...o}[e.key];!r||e.defaultPrevented||(e.preventDefault(),r())}function De({desk:e}){let t=e.line.value;return!t||t.states.length<2?null:c`<section class="played" aria-labelledby="played">
        <h2 id="played">${l("line of play")}</h2>
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
    </section>`}var fr={1:"blue",2:"amber"},oe=({of:e})=>c`<span class="side"><span class="disc ${fr[e]}" aria-hidden="true"></span>${l(`player.${e}`)}</span>`;function He({desk:e,game:t,shown:o,reveal:n}){let[r,s]=[e.answer.value,e.state.value];if(!r||!s)return c`<header class="headline"></header>`;let a=!r.moves.some(p=>!p.forbidden);if(s.over||a){let p={mover:s.mover,over:s.over??r};return c`<header class="headline" role="status"><${vr} of=${p} counted=${Me(r)} /></header>`}let u=r.forbidden&&(r.unforbidden.value!==r.value||r.unforbidden.dtm!==r.dtm);return c`<header class="headline" role="status">
        <p class="turn"><${oe} of=${s.mover} /> ${l("to move")}${r.scene?.notes.length?` · ${r.scene.notes.map(p=>N(t,p)).join(" · ")}`:""}</p>
        ${o?c`<p class="worth">
                      <${q} of=${r} mine=${Me(r)} long />
                      ${r.scores&&c`<small>${l(`points for ${r.scores}`)}</small>`}
                  </p>`:c`<p class="worth"><button onClick=${n}>${l("show value")}</button></p>`}
        ${r.forbidden&&c`<p class="note">
                ${l("is forbidden",{move:r.forbidden})}
                ${o&&` ${u?l("forbidding costs",{value:H(r.unforbidden)}):l("forbidding costs nothing")}`}
            </p>`}
        ${o&&r.from_start!==null&&c`<p class="note">${l("from start",{n:r.from_start})}</p>`}
    </header>`}function vr({of:{over:e,mover:t},counted:o}){let n=Ce(e.value,o),r=n==="win"?t:3-t,s=typeof e.value=="number"&&e.value?` (${H(e)})`:"";return c`<p class="worth over">
        ${n==="draw"?l("ends in a draw"):c`<${oe} of=${r} /> ${l("wins")}`}${s}
    </p>`}function Re({desk:e,marks:t,play:o}){let n=e.answer.value,r=e.state.value?.over;if(!n||r||!n.moves.length)return null;let s=(d,f)=>d.move.localeCompare(f.move,"en",{numeric:!0}),a=t?n.moves:[...n.moves].sort(s),u=d=>()=>e.pointed.value=d,p=e.replies.value,i=({holding:d,legal:f})=>c`<span class="note" title=${l("replies that hold")}>
        ${l("holding",{keeping:F(d),all:F(f)})}
    </span>`,v=d=>c`<li key=${d.move} class=${d.forbidden?"forbidden":""}>
        <button
            disabled=${d.forbidden||!o}
            onClick=${()=>o(d)}
            onPointerEnter=${u(d)}
            onPointerLeave=${u(null)}
            onFocus=${u(d)}
            onBlur=${u(null)}
        >
            <span class="text">${d.move}</span>
            ${d.forbidden&&c`<span class="note">${l("forbidden")}</span>`}
            ${t&&p.get(d.move)&&i(p.get(d.move))}
            ${t&&c`<${q} of=${d} mine=${Me(n)} />`}
        </button>
    </li>`;return c`<section class="moves" aria-labelledby="moves">
        <h2 id="moves">${l(t?"moves, best first":"moves",{n:a.length})}</h2>
        <ol>
            ${a.map(v)}
        </ol>
    </section>`}function $e(e){let t=te();t.current=e,K(()=>{let o=n=>t.current(n);return addEventListener("keydown",o),()=>removeEventListener("keydown",o)},[])}var Xt=e=>({...Fo(location.hash),line:e}),Mt=j(Xt(history.state?.line??null)),R=j(Mt.value);function sn(e){R.value=Xt(e),Mt.value=R.value}function pe(e,t=!1){let o=Q(e);history[t||o===location.hash?"replaceState":"pushState"](null,"",o),sn(null)}function an(e){R.value={...e,line:null}}var dr=({states:e,at:t})=>({at:t,states:e.map(({drawn:o,...n})=>n)});function Qe(e,t=!1){let o=e.states[e.at],n=Q({...R.peek(),...o});history[t||n===location.hash&&!o.over?"replaceState":"pushState"]({line:dr(e)},"",n),R.value=Xt(null)}var ne=({game:e,set:t})=>({game:e,set:t}),et=(e,t)=>e?.game===t?.game&&String(e?.set)===String(t?.set);addEventListener("popstate",e=>sn(e.state?.line??null));var mr="retro game 1";function hr(e){try{let t=JSON.parse(e);return t?.format===mr&&Array.isArray(t.moves)?t:null}catch{return null}}var $r=e=>[/\s*\n\s*/,/\s+/].map(t=>e.split(t).map(o=>o.replace(/^\d+\.+\s*/,"")).filter(o=>o&&!/^\d+$/.test(o)));function tt({desk:e,close:t,game:o}){let n=P(""),r=P(""),s=e.place.value;async function a(){r.value="";let p=hr(n.value);if(p){if(p.game!==o.game)return l("another game",{game:p.game});let d=Object.entries(p.options??{}).map(b=>b.join("=")),f={position:p.position,forbid:p.forbidden,mover:p.mover===2?2:1},m={...s,set:_r(o,d)};return et(m,s)||an({...m,view:"review"}),await e.replay(m,f,p.moves)?"":e.problem.value?.message??l("no such move")}let i=e.line.value;if(await e.open(s,{position:n.value.trim()}))return"";let v=e.problem.value?.message;for(let d of $r(n.value))for(let f of i?[{},i.states[0]]:[{}])if(await e.replay(s,f,d))return"";return i&&await e.restore(s,i),v}async function u(p){p.preventDefault(),r.value=await a(),r.value||t()}return c`<${Ue} title=${l("paste")} close=${t}>
        <form onSubmit=${u}>
            <label for="pasted">${l("paste what")}</label>
            <textarea id="pasted" rows="6" autofocus spellcheck="false" onInput=${p=>n.value=p.target.value}></textarea>
            ${r.value&&c`<p class="wrong" role="alert">${r.value}</p>`}
            <div class="row"><button class="first" disabled=${!n.value.trim()}>${l("read it")}</button></div>
        </form>
    <//>`}function _r(e,t){let o=new Set(e.options.map(n=>`${n.name}=${n.default}`));return t.filter(n=>!o.has(n))}var ln=60,gr=(e,t)=>{let o=[...e];for(let[n,r]of t)o[n]=r;return o.join("")},br=(e,t)=>e.slice(0,Math.max(...Object.values(t))+1);function yr(e,t){let o=Object.entries(e),[n,r]=[0,1].map(i=>Math.min(...o.map(([,v])=>v[i]))),[s,a]=[0,1].map(i=>Math.max(...o.map(([,v])=>v[i]))),u={mirror:([i,v])=>[n+s-i,v],turn:([i,v])=>[n+v-r,a-(i-n)]}[t],p=new Map;for(let[i,v]of o){let[d,f]=u(v),m=o.find(([,b])=>Math.hypot(b[0]-d,b[1]-f)<.01);if(!m)return null;p.set(i,m[0])}return p}function Qt({desk:e,close:t}){let o=e.state.value,n=P(o.position),r=P(o.mover),s=P(0),a=P(null),u=P(o.position),p=we(()=>({number:0}),[]);X(()=>{let _=++p.number,S={position:n.value,mover:r.value},M=S.position;D(e.place.value,"setup",S).then(T=>{if(_!==p.number)return;let{problem:I}=T,Pe=I&&p.painted&&T.cells?br(M,T.cells):M;if(Pe!==M){n.value=Pe;return}a.value={...T.cells||!a.peek()?.cells||!I?T:{...a.peek(),problem:I},said:S},T.cells&&(u.value=M)},T=>_===p.number&&(a.value={...a.peek(),problem:T.message,said:S}))});let i=a.value,v=i?.cells,d=i?.said.position===n.value&&i.said.mover===r.value,f=_=>v[_],m=_=>{p.painted=!0,n.value=u.value=gr(u.value,_)},b=_=>m([[f(_),i.palette[s.value].letter]]);function O(_){let S=yr(i.points,_);S&&m([...S].map(([M,T])=>[f(T),u.value[f(M)]]))}let E=Object.fromEntries((i?.palette??[]).map(_=>[`${_.glyph} ${_.player}`,_.letter]));function C(){let _={};for(let{glyph:S,player:M,letter:T}of i.palette)_[T]=E[`${S} ${[0,2,1][M]}`]??T;m(Object.values(v).map(S=>[S,_[u.value[S]]??u.value[S]]))}function h(){C(),r.value=3-r.value}let g=_=>{p.painted=!1,n.value=_.target.value},y=()=>m(Object.values(v).map(_=>[_,E["empty 0"]]));async function w(_){_.preventDefault(),await e.open(e.place.value,{position:i.position,mover:r.value})&&t()}let x=(_,S,M)=>c`<button type="button" onClick=${S} title=${M}>${l(_)}</button>`,$=_=>r.value===2&&!i.turn?[0,2,1][_.player]:_.player;return c`<${Ue} title=${l("set up")} close=${t} wide>
        <form onSubmit=${w} class="setup">
            ${v&&c`<div class="brushes" role="radiogroup" aria-label=${l("what is put")}>
                    ${i.palette.map((_,S)=>c`<label key=${_.letter} class=${s.value===S?"chosen":""}>
                            <input type="radio" name="brush" checked=${s.value===S} onChange=${()=>s.value=S} />
                            ${_.player?c`<${oe} of=${$(_)} />`:""} ${_.glyph==="empty"?l("empty"):l(`glyph.${_.glyph}`)}
                        </label>`)}
                </div>`}
            ${i?.picture&&c`<${wr} found=${i} paint=${v&&b} />`}
            ${v&&c`<div class="row">
                    ${x("clear",y)} ${x("mirror",()=>O("mirror"))} ${x("quarter turn",()=>O("turn"))}
                    ${x("swap",C,l("swap.why"))} ${!i.turn&&x("other side",h,l("other side.why"))}
                    ${x("as it was",()=>(n.value=u.value=o.position,r.value=o.mover))}
                </div>`}
            <label for="position">${l("as text")}</label>
            <input id="position" value=${n.value} spellcheck="false" autocomplete="off" onInput=${g} />
            <p class="verdict" role="status">
                ${i?.problem?c`<span class="wrong">✗ ${i.problem}</span>`:i&&c`✓ <${oe} of=${i.turn||r.value} /> ${l("to move")} <${q} of=${i} mine=${i.scores!=="first"||i.turn!==2} long />`}
            </p>
            <div class="row"><button class="first" disabled=${!d||!!i.problem}>${l("use it")}</button></div>
        </form>
    <//>`}function wr({found:e,paint:t}){let[,o,n]=e.picture.match(/viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/s),r=a=>u=>{u.key!=="Enter"&&u.key!==" "||(u.preventDefault(),t(a))},s=a=>u=>u.buttons===1&&t(a);return c`<div class="board">
        <svg viewBox=${o} role="group" aria-label=${l("board")}>
            <g dangerouslySetInnerHTML=${{__html:n}} aria-hidden="true" />
            ${t&&Object.entries(e.points).map(([a,[u,p]])=>c`<g
                        key=${a}
                        class="spot option"
                        data-spot=${a}
                        role="button"
                        tabindex="0"
                        aria-label=${a}
                        onKeyDown=${r(a)}
                        onPointerDown=${()=>t(a)}
                        onPointerEnter=${s(a)}
                    >
                        <rect x=${u*ln-28} y=${-p*ln-28} width="56" height="56" rx="6" />
                    </g>`)}
        </svg>
    </div>`}var _e=ee("values",!0);function un({desk:e,game:t}){let o=P(null),n=()=>_e.value=!_e.value,r=()=>e.playable.peek()[0]&&e.make(e.playable.peek()[0]);$e(i=>he(i,e,{v:n,b:r,p:()=>o.value=tt,s:()=>o.value=Qt})),X(()=>{e.answer.value,_e.value&&e.count()});let s=i=>e.make(i);async function a(i){let v=await D(e.place.value,"random",{...i,replies:0},!1).catch(d=>(e.problem.value=d)&&null);v&&e.open(e.place.value,{position:v.position})}let u=()=>e.begin.value?e.open(e.place.value,{}):null,p=o.value;return c`
        <${He} desk=${e} game=${t} shown=${_e.value} reveal=${n} />
        <section class="table">
            <${de} desk=${e} marks=${_e.value} play=${s} />
            <${me} desk=${e}>
                <button aria-pressed=${_e.value} title=${`${l("values")} (v)`} onClick=${n}>${l("values")}</button>
            <//>
            <${De} desk=${e} />
        </section>
        <section class="panel">
            ${e.problem.value&&c`<p class="wrong" role="alert">${e.problem.value.message||l("no server")}</p>`}
            ${_e.value&&c`<${on} desk=${e} game=${t} />`}
            <${Re} desk=${e} marks=${_e.value} play=${s} />
            <section aria-labelledby="another">
                <h2 id="another">${l("another position")}</h2>
                <div class="row">
                    <button onClick=${u}>${l("the start")}</button>
                    <button onClick=${()=>o.value=Qt} title="(s)">${l("set up")}</button>
                    <button onClick=${()=>o.value=tt} title="(p)">${l("paste")}</button>
                    ${["win","draw","loss"].map(i=>c`<button onClick=${()=>a({value:i})}>${l(`random.${i}`)}</button>`)}
                </div>
            </section>
            <section aria-labelledby="share">
                <h2 id="share">${l("share")}</h2>
                <p class="code" id="this-position">${e.state.value?.position}</p>
                <div class="row">
                    <button onClick=${()=>ae(location.href)}>${l("copy link")}</button>
                    <button onClick=${()=>ae(e.state.value.position)}>${l("copy position")}</button>
                    ${e.moves.value.length>0&&c`<button onClick=${()=>Ze(`${t.game}.json`,Ye(e,e.moves.value,e.begin.value,["human","human"]))}>
                            ${l("download game")}
                        </button>`}
                    <button onClick=${()=>o.value=nn}>${l("cite")}</button>
                </div>
            </section>
        </section>
        ${p&&c`<${p} desk=${e} game=${t} close=${()=>o.value=null} />`}
    `}var cn=(e,t)=>Object.entries(t).filter(([o,n])=>e.options.find(r=>r.name===o)?.default!==n),Tt=(e,t)=>cn(e,t).map(o=>o.join("=")),ge=(e,t)=>({game:e.game,set:Tt(e,t.options)}),ot=(e,t)=>cn(e,t.options).map(([o,n])=>`${N(e,o)} ${N(e,String(n))}`).join(" · ")||l("the whole game");function pn({games:e}){return c`<main class="home" id="main">
        <p class="lead">${l("lead")}</p>
        <div class="cards">
            ${e.map(t=>c`<${kr} key=${t.game} game=${t} />`)}
        </div>
    </main>`}function kr({game:e}){let t=P(null),o=e.solved.find(r=>r.start)??e.solved[0];if(K(()=>{if(!o)return;(o.start?D(ge(e,o),"position",{picture:1,replies:0}):D(ge(e,o),"random",{picture:1,replies:0,seed:4})).then(s=>t.value=s.picture,()=>{})},[]),e.problem)return c`<article class="card"><h2>${e.game}</h2><p class="wrong">${e.problem}</p></article>`;let n=Q(o?ge(e,o):{game:e.game});return c`<article class="card">
        <a class="picture" href=${n} tabindex="-1" aria-hidden="true">
            ${t.value?c`<div dangerouslySetInnerHTML=${{__html:t.value}} />`:c`<div class="blank">${N(e,e.title)[0]}</div>`}
        </a>
        <h2><a href=${n}>${N(e,e.title)}</a></h2>
        ${e.solved.length?c`<ul>
                      ${e.solved.map(r=>c`<li>
                              <a href=${Q(ge(e,r))}>${ot(e,r)}</a>
                              <small>${l("positions.n",{n:r.positions,count:F(r.positions)})}</small>
                              ${r.start&&c`<${q} of=${r.start} />`}
                          </li>`)}
                  </ul>`:c`<p class="note">${l("not solved yet")}</p>`}
    </article>`}var xr=["perfect","trap","fallible","random"],nt=ee("opponent","fallible"),Pt=ee("skill",3),Te=j(null),re=j(null),At=j(!1),Et=j(null),rt=j("");function fn({desk:e,game:t}){$e(i=>he(i,e,{v:()=>Et.value=e.state.value}));let o=Te.value?.place===e.place.value?Te.value:null,n=e.line.value&&e.line.value.at===e.line.value.states.length-1,r=o&&e.state.value?.mover===o.side&&!re.value&&!e.state.value?.over;X(()=>{let[i,v]=[e.line.value,Te.value];if(!v||v.place!==e.place.value||!i||i.at<i.states.length-1||re.value||At.value||e.busy.value)return;let d=i.states[i.at];(d.over||d.mover!==v.side)&&Cr(e,v)});let s=async(i,v)=>{let d=v??{};se(()=>{re.value=null,Te.value=null,Et.value=null,rt.value=""}),await e.open(e.place.value,d)&&(Te.value={place:e.place.value,side:i})},a=i=>r&&n?e.make(i):null,u=()=>{let{states:i}=e.line.value,v=i.findLastIndex((f,m)=>m<i.length-1&&f.mover===o.side&&!f.over);if(v<0)return;re.value=null;let d={states:i.slice(0,v+1),at:v};e.restore(e.place.value,d,!1)},p=Et.value===e.state.value;return c`
        ${o&&c`<${He} desk=${e} game=${t} shown=${p} reveal=${()=>Et.value=e.state.value} />`}
        <section class="table">
            <${de} desk=${e} marks=${p} play=${r&&n?a:null} />
            <${me} desk=${e}>
                ${o&&c`<button onClick=${u} disabled=${e.moves.value.length<1}>${l("take back")}</button>`}
            <//>
            <${De} desk=${e} />
        </section>
        <section class="panel">
            ${o&&c`<${Mr} session=${o} mine=${r} last=${n} />`}
            ${(rt.value||e.problem.value)&&c`<p class="wrong" role="alert">${rt.value||e.problem.value.message}</p>`}
            ${o&&(re.value||e.moves.value.length>0)&&c`<div class="row">
                    <button class=${re.value?"first":""} onClick=${()=>Tr(e)}>${l("review game")}</button>
                    ${!re.value&&c`<button onClick=${()=>re.value={resigned:!0}}>${l("resign")}</button>`}
                </div>`}
            <form class="opponent" onSubmit=${i=>i.preventDefault()}>
                <h2>${o?l("new game"):l("play against")}</h2>
                <div class="choices" role="radiogroup" aria-label=${l("play against")}>
                    ${xr.map(i=>c`<label key=${i} class=${nt.value===i?"chosen":""}>
                            <input type="radio" name="opponent" checked=${nt.value===i} onChange=${()=>nt.value=i} />
                            <b>${l(`player ${i}`)}</b><small>${l(`player ${i}.why`)}</small>
                        </label>`)}
                </div>
                ${nt.value==="fallible"&&c`<label for="skill">${l("strength")} <output>${Pt.value}</output></label>
                        <input
                            id="skill"
                            type="range"
                            min="0"
                            max="10"
                            step="0.5"
                            value=${Pt.value}
                            onInput=${i=>Pt.value=Number(i.target.value)}
                        />`}
                <div class="row">
                    <button class="first" onClick=${()=>s(1)}>${l("play as")} <${oe} of=${1} /></button>
                    <button class="first" onClick=${()=>s(2)}>${l("play as")} <${oe} of=${2} /></button>
                    ${e.state.value&&!e.state.value.over&&c`<button onClick=${()=>s(e.state.value.mover,e.state.value)}>${l("from here")}</button>`}
                </div>
            </form>
            ${r&&n&&c`<${Re} desk=${e} marks=${p} play=${a} />`}
        </section>
    `}var Sr=e=>{let[t,...o]=e.line.value.states;return{position:t.position,forbid:t.forbid,moves:o.map(n=>n.move)}};async function Cr(e,t){At.value=!0;let o=e.line.value;try{let n=await kt(e.place.value,"reply",{...Sr(e),player:nt.value,skill:Pt.value});if(Te.value!==t||e.line.value!==o)return;rt.value="";let r=e.playable.value.find(s=>s.move===n.move);n.ending&&(re.value=n.ending),r&&await e.make(r,!0)&&Qe(e.line.value,!0)}catch(n){rt.value=n.message||l("no server")}finally{At.value=!1}}function Mr({session:e,mine:t,last:o}){if(re.value){let{kind:n,resigned:r}=re.value;return c`<p class="status" role="status">${r?l("resigned"):l(`ended.${n}`)}</p>`}return At.value?c`<p class="status" role="status"><span class="dots" aria-hidden="true"></span>${l("thinking")}</p>`:o?c`<p class="status" role="status">${t?l("your turn"):""} <small>${l("you are")} <${oe} of=${e.side} /></small></p>`:c`<p class="status" role="status">${l("looking back")}</p>`}function Tr(e){Te.value=null,re.value=null;let{position:t,forbid:o,mover:n}=e.state.value;pe({...ne(e.place.value),view:"review",position:t,forbid:o,mover:n})}var Er=[3,5,7,9,13,21],Pr=3,Ar=7,jr=450,jt=ee("theme of puzzles","win"),eo=ee("length of puzzles",7),Ie=ee("failed puzzles",[]),fe=ee("tally",{solved:0,failed:0,seen:0}),z=Ct(),vn=({position:e,forbidden:t})=>({position:e,forbid:t,mover:1}),Or=()=>Number(new Date().toLocaleDateString("sv").replaceAll("-","")),Lr=()=>new Promise(e=>setTimeout(e,jr));function $n({desk:e,game:t}){let o=e.place.value,n=P(null),r=te(0),s=P("asking"),a=P("");$e($=>s.value!=="asking"&&he($,z));let u=e.answer.value?.scores??"",p=$=>$.game===o.game&&String($.set)===String(o.set);function i(){let $=r.current;return()=>$===r.current}async function v($,_=null){++r.current;let S=i();s.value="asking",a.value="";try{let M={theme:u?"points":jt.value==="points"?"win":jt.value,length:eo.value,...$},T=_??await D(o,"puzzle",M,!!$?.seed),I=S()&&await z.open(o,vn(T),!0);if(!S())return;if(!I)throw z.problem.value;n.value={...T,clean:!0},s.value="solving"}catch(M){if(!S())return;a.value=M?.message??"",s.value="none"}}let d=()=>fe.value.seen+Pr+1;function f(){fe.value={...fe.value,seen:fe.value.seen+1};let $=Ie.value.find(_=>p(_)&&_.due<=fe.value.seen);$&&(Ie.value=Ie.value.map(_=>_===$?{...$,due:d()}:_)),v({},$?.puzzle)}let m=()=>v({theme:u?"points":"win",length:Ar,seed:Or()});K(()=>(m(),()=>++r.current),[o.game,String(o.set),u]);function b($){let{position:_}=n.value,S=Ie.value.filter(T=>!(p(T)&&T.puzzle.position===_)),M={...ne(o),puzzle:n.value,due:d()};if(Ie.value=$?S:[...S,M].slice(-50),n.value.clean||$){let T=$?"solved":"failed";fe.value={...fe.value,[T]:fe.value[T]+1}}n.value={...n.value,clean:n.value.clean&&$}}let O=()=>n.value.value,E=$=>typeof O()=="number"?$.value===O():Ce($.value)===O();async function C($){let _=i(),S=z.line.value.at+1,M=E($);if(!await z.make($,!0)||!_()||s.value!=="solving")return;if((z.state.value.over||S>=n.value.plies)&&M){b(n.value.clean),s.value="solved";return}M||b(!1),s.value=M?"defending":"refuting";let T=z.state.value;if(await Lr(),!_())return;z.state.value!==T&&await z.go(S,!0);let[I]=_()?z.playable.value:[];I&&await z.make(I,!0),_()&&(M?s.value=z.state.value.over||!z.playable.value.length?"solved":"solving":(s.value="failed",a.value=I?l("refuted",{move:$.move,reply:I.move,value:H(I)}):l("that fails")),s.value==="solved"&&b(n.value.clean))}async function h(){let $=i();if(a.value="",await z.go(Math.max(0,z.line.value.at-(z.moves.value.length%2?1:2))),!$())return;let{states:_,at:S}=z.line.value;await z.restore(o,{states:_.slice(0,S+1),at:S}),$()&&(s.value="solving")}async function g(){let $=i();s.value==="solving"&&b(!1),s.value="shown",await z.replay(o,vn(n.value),n.value.line),$()&&await z.go(0,!0)}let y=s.value==="solving",w=n.value,x=["solved","shown"].includes(s.value);return c`
        <header class="headline" role="status">
            ${s.value==="asking"&&c`<p class="turn"><span class="dots" aria-hidden="true"></span>${l("composing")}</p>`}
            ${w&&s.value!=="none"&&s.value!=="asking"&&c`<p class="turn"><${oe} of=${z.begin.value.mover} /> ${l("to move")}</p>
                    <p class="stipulation">${zr(w)}</p>
                    ${w.forbidden&&c`<p class="note">${l("is forbidden",{move:w.forbidden})}</p>`}`}
        </header>
        <section class="table">
            ${s.value==="none"?c`<div class="board waiting"></div>`:c`<${de} desk=${z} marks=${x} play=${y?C:null} />`}
            ${!["none","asking"].includes(s.value)&&c`<${me} desk=${z} /><${De} desk=${z} />`}
        </section>
        <section class="panel">
            ${s.value==="solved"&&c`<p class="right" role="alert">✓ ${w.clean?l("solved"):l("solved at last")}</p>`}
            ${s.value==="failed"&&c`<p class="wrong" role="alert">✗ ${a.value}</p>`}
            ${s.value==="none"&&c`<p class="wrong" role="alert">${l("no puzzle")} <small>${a.value}</small></p>`}
            <div class="row">
                ${s.value==="failed"&&c`<button class="first" onClick=${h}>${l("try again")}</button>`}
                <button class=${x||s.value==="none"?"first":""} disabled=${s.value==="asking"} onClick=${f}>${l("next puzzle")}</button>
                ${(y||s.value==="failed")&&c`<button onClick=${g}>${l("show solution")}</button>`}
                <button onClick=${m}>${l("today's")}</button>
            </div>
            ${x&&c`<${Nr} puzzle=${w} place=${o} />`}
            ${y&&z.answer.value&&!z.answer.value.picture&&c`<${Re} desk=${z} marks=${!1} play=${C} />`}
            <form class="opponent" onSubmit=${$=>$.preventDefault()}>
                <h2>${l("what puzzles")}</h2>
                <div class="row">
                    ${!u&&c`<label>${l("theme")}
                            <select value=${jt.value} onChange=${$=>jt.value=$.target.value}>
                                ${["win","draw"].map($=>c`<option value=${$}>${l(`theme.${$}`)}</option>`)}
                            </select>
                        </label>`}
                    <label>${l("at most")}
                        <select value=${eo.value} onChange=${$=>eo.value=Number($.target.value)}>
                            ${Er.map($=>c`<option value=${$}>${l("plies",{n:$})}</option>`)}
                        </select>
                    </label>
                </div>
                <p class="note">
                    ${l("tally",fe.value)} ${l("to come back",{n:Ie.value.filter(p).length})}
                </p>
            </form>
        </section>
    `}function zr({value:e,dtm:t,theme:o}){return o==="points"?l("stipulation.points",{value:H({value:e,dtm:t})}):l(`stipulation.${e}`,{n:t})}function Nr({puzzle:e,place:t}){let o=()=>pe({...ne(t),view:"explore",position:e.position,forbid:e.forbidden});return c`<section aria-labelledby="solution">
        <h2 id="solution">${l("solution")}</h2>
        <p class="line"><b>${e.line[0]}</b> ${e.line.slice(1).join(" ")}</p>
        <${_n} list=${e.solution} />
        ${e.tries.length>0&&c`<h3>${l("tries")}</h3>
                <ul class="tries">
                    ${e.tries.slice(0,8).map(n=>c`<li>${l("try",{move:n.move,reply:n.refutation})}</li>`)}
                </ul>`}
        <div class="row"><button onClick=${o}>${l("explore it")}</button></div>
    </section>`}var dn=3,mn=12,hn=e=>e.slice(0,dn).join(", ")+(e.length>dn?" …":"");function _n({list:e}){if(!e.length)return null;let t=e.filter(o=>o.value!==null&&o.dtm!==1);return c`<ul class="variations">
        ${t.slice(0,mn).map(o=>c`<li>
                ${hn(o.defences)}${o.answers.length?c`: <b>${hn(o.answers)}</b>`:""}
                ${" "}<${q} of=${o} />
                <${_n} list=${o.then} />
            </li>`)}
        ${t.length>mn&&c`<li>…</li>`}
        ${t.length<e.length&&c`<li>${l(t.length?"anything else":"anything")}</li>`}
    </ul>`}var[st,ie,to]=[600,150,12],Ur=14;function Dr({value:e,dtm:t},o,n){return typeof e=="number"?o*e/Math.max(1,n):e==="draw"?0:o*(e==="win"?1:-1)*(.3+.7*2**(-t/Ur))}function gn({desk:e,found:t}){let{states:o,at:n}=e.line.value,r=e.answer.value?.scores==="first",s=[t.moves[0].before,...t.moves.map(f=>f.after)],a=s.map(f=>f.value).filter(f=>typeof f=="number"),u=Math.max(1,...a.map(Math.abs)),p=f=>r||o[Math.max(0,f-1)].mover===1?1:-1,i=s.map((f,m)=>[to+(st-2*to)*m/Math.max(1,s.length-1),ie/2-Dr(f,p(m),u)*(ie/2-to)]),v=i.map(([f,m],b)=>`${b?"L":"M"}${f.toFixed(1)} ${m.toFixed(1)}`).join(""),[d]=i.slice(-1);return c`<figure class="graph">
        <figcaption>${l("graph")}</figcaption>
        <svg viewBox="0 0 ${st} ${ie}" role="group" aria-label=${l("graph")}>
            <rect class="above" width=${st} height=${ie/2} />
            <rect class="below" y=${ie/2} width=${st} height=${ie/2} />
            <path class="area" d="${v}L${d[0]} ${ie/2}L${i[0][0]} ${ie/2}Z" />
            <line x1="0" x2=${st} y1=${ie/2} y2=${ie/2} />
            <path class="curve" d=${v} />
            ${i.map(([f,m],b)=>c`<circle
                    key=${b}
                    cx=${f}
                    cy=${m}
                    r=${b===n?6:t.moves[b-1]?.blunder?5:3}
                    class="${b===n?"here":""} ${t.moves[b-1]?.blunder?"blunder":""}"
                    onClick=${()=>e.go(b)}
                >
                    <title>${b?`${b}. ${t.moves[b-1].move}: ${H(s[b])}`:H(s[0])}</title>
                </circle>`)}
        </svg>
    </figure>`}function bn({desk:e,game:t}){let o=P(null),n=P(!1);$e(p=>he(p,e));let r=e.moves.value,s=JSON.stringify([e.begin.value,r]);X(()=>{let[p,i,v]=[e.begin.value,e.moves.value,e.place.value];if(!p||!i.length){o.value=null;return}let d=JSON.stringify([p,i]);o.peek()?.asked!==d&&kt(v,"review",{position:p.position,forbid:p.forbid,moves:i}).then(f=>o.value={...f,asked:d},f=>e.problem.value=f)});let a=o.value?.asked===s?o.value:null,u=()=>Ze(`${t.game}.json`,Ye(e,r,e.begin.value,["human","human"]));return c`
        <${He} desk=${e} game=${t} shown />
        <section class="table">
            <${de} desk=${e} marks play=${p=>e.make(p)} />
            <${me} desk=${e} />
            ${a&&c`<${gn} desk=${e} found=${a} />`}
        </section>
        <section class="panel">
            ${e.problem.value&&c`<p class="wrong" role="alert">${e.problem.value.message}</p>`}
            ${r.length?a&&c`<${Ir} desk=${e} found=${a} />`:c`<p>${l("nothing to review")}</p>`}
            <div class="row">
                ${r.length>0&&c`<button onClick=${u}>${l("download game")}</button>`}
                <button onClick=${()=>n.value=!0}>${l("paste")}</button>
            </div>
        </section>
        ${n.value&&c`<${tt} desk=${e} game=${t} close=${()=>n.value=!1} />`}
    `}var Hr=(e,t)=>e.answer.value?.scores!=="first"||t===1;function Rr(e){return e.points?l("points lost",{n:e.points}):e.blunder?l(`lost ${e.before.value}`):e.plies?l("plies lost",{n:e.plies}):""}function Ir({desk:e,found:t}){let{states:o,at:n}=e.line.value,r=te();K(()=>{r.current.querySelector("[aria-current]")?.scrollIntoView({block:"nearest"})},[n]);let s=[1,2].map(u=>t.moves.filter((p,i)=>p.blunder&&o[i].mover===u).length),a=(u,p)=>{let i=o[p].mover;return c`<tr key=${p} class=${u.blunder?"blunder":""} aria-current=${p+1===n?"step":void 0}>
            <td>${p+1}</td>
            <td>
                <button onClick=${()=>e.go(p+1)}>
                    <span class="disc ${i===1?"blue":"amber"}" aria-label=${l(`player.${i}`)} role="img"></span>
                    ${u.move}${u.blunder?c` <b title=${l("blunder")}>??</b>`:""}
                </button>
            </td>
            <td><${q} of=${u.after} mine=${Hr(e,i)} /></td>
            <td title=${l("kept.why")}>${F(u.keeping)}/${F(u.legal)}</td>
            <td>
                ${Rr(u)}
                ${u.best!==u.move&&(u.blunder||u.plies>0)&&c`<button class="better" title=${H(u.before)} onClick=${()=>e.go(p)}>${l("better",{move:u.best})}</button>`}
            </td>
        </tr>`};return c`<section aria-labelledby="review">
        <h2 id="review">${l("what moves gave away")}</h2>
        <p>
            ${[1,2].map(u=>c`<span class="tally"><${oe} of=${u} /> ${l("blunders",{n:s[u-1]})}</span>`)}
        </p>
        <div class="scroll" tabindex="0" role="region" aria-labelledby="review">
            <table>
                <thead>
                    <tr>
                        ${["ply","move","made it","kept","gave away"].map(u=>c`<th scope="col">${l(`column.${u}`)}</th>`)}
                    </tr>
                </thead>
                <tbody ref=${r}>
                    ${t.moves.map(a)}
                </tbody>
            </table>
        </div>
    </section>`}var Wr=2e7;function yn({desk:e,game:t}){let o=e.place.value,n=P(null),r=P(null),s=P(""),a=()=>{r.value="asked",D(o,"longest").then(i=>r.value=i.parts,i=>{r.value=null,s.value=i.message})};K(()=>{n.value=r.value=null,s.value="",D(o,"statistics").then(i=>{n.value=i,i.positions<Wr&&a()},i=>s.value=i.message)},[o.game,String(o.set)]);let u=n.value;if(!u)return c`<section class="wide">${s.value&&c`<p class="wrong" role="alert">${s.value}</p>`}</section>`;let p=[["positions",F(u.positions)],["states",F(u.states)],["value of start",u.start&&H(u.start)],["longest",u.longest_dtm!==null&&l("plies",{n:u.longest_dtm})],["won at once",u.checkmates>0&&F(u.checkmates)],["forbidding",u.forbidding>0&&F(u.forbidding)]];return c`<section class="wide statistics">
        <h2>${N(t,t.title)}${o.set.length?` · ${o.set.join(", ")}`:""}</h2>
        <dl class="facts">
            ${p.filter(([,i])=>i).map(([i,v])=>c`<div><dt>${l(i)}</dt><dd>${v}</dd></div>`)}
        </dl>
        <${Br} values=${u.values} />
        <${Fr} rows=${u.histogram} place=${o} />
        <h2>${l(u.start&&typeof u.start.value=="number"?"extreme scores":"longest wins")}</h2>
        <p class="note">${l("longest.why")}</p>
        ${s.value&&c`<p class="wrong" role="alert">${s.value}</p>`}
        ${r.value===null&&c`<div class="row"><button onClick=${a}>${l("count longest")}</button></div>`}
        ${r.value==="asked"&&c`<p><span class="dots" aria-hidden="true"></span>${l("counting")}</p>`}
        ${Array.isArray(r.value)&&c`<${Vr} parts=${r.value} place=${o} game=${t} />`}
        <h2>${l("how counted")}</h2>
        <ul class="notes">
            ${u.notes.map(i=>c`<li>${N(t,i)}</li>`)}
        </ul>
    </section>`}function Br({values:e}){let t=Object.values(e).reduce((o,n)=>o+n,0)||1;return c`<div class="shares">
        ${["win","draw","loss"].map(o=>c`<div class=${o} style=${{flexGrow:Math.max(e[o]/t,.002)}}>
                <${q} of=${{value:o,dtm:null}} />
                <span>${F(e[o])}</span> <small>${(100*e[o]/t).toFixed(1)} %</small>
            </div>`)}
    </div>`}function Fr({rows:e,place:t}){let o=e.some(h=>typeof h.value=="number"),n=h=>o?h.value:h.dtm,r=e.filter(h=>n(h)!==null&&h.states>0);if(!r.length)return null;let[s,a]=[Math.min(...r.map(n)),Math.max(...r.map(n))],u=Math.max(...r.map(h=>h.states)),[p,i,v]=[720,220,24],d=p/(a-s+1),f=h=>(i-20)*(Math.log1p(h)/Math.log1p(u)),m=h=>o?h.value>0?"win":h.value<0?"loss":"draw":h.value,b=[...r].sort((h,g)=>g.states-h.states),O=P("");async function E({value:h,dtm:g}){let y=o?{points:h}:{value:h,min_dtm:g,max_dtm:g};try{let w=await D(t,"random",{...y,replies:0},!1);pe({...ne(t),view:"explore",position:w.position,forbid:w.forbidden})}catch(w){O.value=w.message||l("no server")}}let C=[...new Set([s,...Array.from({length:5},(h,g)=>Math.round(s+(a-s)*(g+1)/5))])];return c`<figure class="histogram">
        <figcaption>${l(o?"states by points":"states by plies")} <small>${l("logarithms, bars open")}</small>
            ${["win","loss"].map(h=>c` <${q} of=${{value:h,dtm:null}} />`)}
        </figcaption>
        <svg viewBox="0 0 ${p} ${i+v}" role="img" aria-label=${l(o?"states by points":"states by plies")}>
            ${b.map(h=>c`<rect
                    class="bar ${m(h)} live"
                    x=${(n(h)-s)*d+d*.08}
                    width=${Math.max(.8,d*.84)}
                    y=${i-f(h.states)}
                    height=${f(h.states)}
                    onClick=${()=>E(h)}
                >
                    <title>${H(h)}: ${F(h.states)}</title>
                </rect>`)}
            <line x1="0" x2=${p} y1=${i} y2=${i} />
            ${C.map(h=>c`<text x=${(h-s+.5)*d} y=${i+17}>${h}</text>`)}
        </svg>
        ${O.value&&c`<p class="wrong" role="alert">${O.value}</p>`}
        <details>
            <summary>${l("as table")}</summary>
            <div class="scroll" tabindex="0" role="region" aria-label=${l("as table")}>
                <table>
                    <tbody>
                        ${e.map(h=>c`<tr><td><${q} of=${h} long /></td><td>${F(h.states)}</td><td><button onClick=${()=>E(h)} aria-label=${`${l("open one")}: ${H(h)}`}>${l("open one")}</button></td></tr>`)}
                    </tbody>
                </table>
            </div>
        </details>
    </figure>`}function Vr({parts:e,place:t,game:o}){let n=r=>c`<td>
        ${r[0]&&c`<${q} of=${r[0]} />`}
        ${r.map((s,a)=>c`<a href=${qr(t,s)} class="sample" aria-label=${`${a+1}: ${s.position}`}>${a+1}</a>`)}
    </td>`;return c`<div class="scroll" tabindex="0" role="region" aria-label=${l("longest wins")}>
        <table class="longest">
            <thead>
                <tr><th scope="col">${l("part")}</th><th scope="col">${l("win")}</th><th scope="col">${l("loss")}</th></tr>
            </thead>
            <tbody>
                ${e.filter(r=>r.win.length||r.loss.length).map(r=>c`<tr><th scope="row">${r.name?N(o,r.shown===r.name?r.name:`${r.shown} (${r.name})`):l("all")}</th>${n(r.win)}${n(r.loss)}</tr>`)}
            </tbody>
        </table>
    </div>`}var qr=(e,{position:t})=>Q({...ne(e),view:"explore",position:t});var oo=matchMedia("(prefers-color-scheme: dark)"),wn=j(oo.matches);oo.addEventListener("change",()=>wn.value=oo.matches);var kn=ee("theme",""),We=V(()=>kn.value||(wn.value?"dark":"light")),xn=()=>kn.value=We.value==="dark"?"light":"dark";Z(()=>{document.documentElement.dataset.theme=We.value});function Sn({game:e,line:t,again:o}){let n=t.replace(/^[^:]*: /,"");return c`<section class="wide unsolved">
        <h2>${l("unsolved",{game:N(e,e.title)})}</h2>
        <p>${l("unsolved.how")}</p>
        <div class="row"><code class="code">${n}</code> <button onClick=${()=>ae(n)}>${l("copy")}</button></div>
        <p class="note">${l("unsolved.dry")} <code>${n} --dry-run</code></p>
        <div class="row"><button class="first" onClick=${o}>${l("look again")}</button></div>
        ${e.small&&c`<p>${l("unsolved.small")}</p>
                <div class="row"><code class="code">${e.small}</code> <button onClick=${()=>ae(e.small)}>${l("copy")}</button></div>`}
        ${e.solved.length>0&&c`<h2>${l("variants solved")}</h2>
                <ul>
                    ${e.solved.map(r=>c`<li>
                            <a href=${Q(ge(e,r))}>${ot(e,r)}</a>${" "}
                            <small>${l("positions.n",{n:r.positions,count:F(r.positions)})}</small>
                        </li>`)}
                </ul>`}
    </section>`}var Gr={explore:un,play:fn,review:bn,puzzles:$n,statistics:yn},Ee=j(null),Kr=V(()=>Ee.value!==null),no=j(!1),J=Ct(Qe);async function ro(){try{Ee.value=(await qo()).games,no.value=!1}catch{no.value=!0}}var Jr=(e,{set:t})=>e?.solved.some(o=>!o.start&&String(Tt(e,o.options))===String(t)),Cn=0;async function Yr({line:e,...t}){let[o,n,r]=[++Cn,J.state.peek(),ne(t)],s=et(r,J.place.peek());if(e&&await J.restore(s?J.place.peek():r,e)||s&&n&&(!t.position||t.position===n.position&&t.forbid===n.forbid)&&(t.position||t.view!=="explore"))return;let a=Ee.value.find(v=>v.game===t.game),u=t.position||!Jr(a,t)?t:await D(r,"random",{replies:0}).catch(()=>t);if(o!==Cn)return;let p=await J.open(s?J.place.peek():r,u,!0);if(!p)return;let i=Tt(a,p.options);String(i)!==String(t.set)&&se(()=>{J.place.value={game:t.game,set:i},R.value={...R.value,set:i}}),Qe(J.line.value,!0)}function Zr(){X(()=>{let t=Mt.value;t.game&&Kr.value&&ke(()=>Yr(t))});let e=R.value.game&&Ee.value?.find(t=>t.game===R.value.game);return document.title=e?`${N(e,e.title)} · ${l(R.value.view)} · retro`:"retro",c`
        <a class="skip" href="#main" onClick=${Xr}>${l("skip")}</a>
        <${Qr} game=${e} />
        ${no.value&&c`<p class="wrong wide" role="alert">${l("no server")} <button onClick=${ro}>${l("look again")}</button></p>`}
        ${Ee.value&&!R.value.game&&c`<${pn} games=${Ee.value} />`}
        ${Ee.value&&R.value.game&&!e&&c`<main id="main" class="wide"><p class="wrong">${l("no game",{game:R.value.game})}</p></main>`}
        ${e&&c`<${ts} game=${e} />`}
        <${St} />
    `}function Xr(e){e.preventDefault(),document.querySelector("main button, main a, main [tabindex='0']")?.focus()}function Qr({game:e}){return c`<header class="top">
        <a class="logo" href="#/"><img src="page/icon.svg" alt="" width="26" height="26" />retro</a>
        ${e&&c`<${es} game=${e} />`}
        <span class="fill"></span>
        <label class="language">
            <span class="hidden">${l("language")}</span>
            <select value=${ze.value} onChange=${t=>xt.value=t.target.value}>
                ${Object.entries(Ke).map(([t,o])=>c`<option value=${t} lang=${t}>${o["this language"]}</option>`)}
            </select>
        </label>
        <button aria-label=${l(We.value==="dark"?"light":"dark")} title=${l(We.value==="dark"?"light":"dark")} onClick=${xn}>
            ${We.value==="dark"?"☀":"☾"}
        </button>
    </header>`}function es({game:e}){let t=Q(ne(R.value)),o=e.solved.map(n=>[Q(ge(e,n)),ot(e,n)]);return o.some(([n])=>n===t)||o.push([t,R.value.set.join(" · ")||l("the whole game")]),c`<h1>${N(e,e.title)}</h1>
        ${o.length>1&&c`<label class="variant">
                <span class="hidden">${l("variant")}</span>
                <select value=${t} onChange=${n=>location.hash=n.target.value}>
                    ${o.map(([n,r])=>c`<option value=${n}>${r}</option>`)}
                </select>
            </label>`}`}function ts({game:e}){let{view:t}=R.value,o=J.state.value,n=et(ne(R.value),J.place.value),r=J.problem.value,s=i=>c`<a
        href=${Q({...R.value,...n&&o,view:i})}
        aria-current=${i===t?"page":void 0}
    >
        ${l(i)}
    </a>`,a=Gr[t],u=()=>ro().then(()=>pe({...R.value},!0)),p=r&&!n;return c`
        <nav class="tabs" aria-label=${l("views")}>${Kt.map(s)}</nav>
        <${os} game=${e} />
        <main id="main" class="view ${t}">
            ${r?.status===409?c`<${Sn} game=${e} line=${r.message} again=${u} />`:p?c`<section class="wide"><p class="wrong" role="alert">${r.message||l("no server")}</p><button onClick=${()=>pe(ne(R.value))}>${l("the start")}</button></section>`:n&&J.place.value&&c`<${a} desk=${J} game=${e} />`}
        </main>
    `}function os({game:e}){let t=J.answer.value?.game===e.game?J.answer.value.options:null;if(!t||!e.options.length)return null;let n=Object.entries(t).map(r=>r.join("=")).filter(r=>N(e,r)!==r);return c`<details class="rules">
        <summary>${l("rules")}: ${Object.entries(t).map(([r,s])=>`${N(e,r)} ${N(e,String(s))}`).join(" · ")}</summary>
        <dl>
            ${e.options.map(r=>c`<div><dt>${N(e,r.name)} ${N(e,String(t[r.name]))}</dt><dd>${N(e,r.help)}</dd></div>`)}
        </dl>
        ${n.map(r=>c`<p>${N(e,r)}</p>`)}
    </details>`}ro();wo(c`<${Zr} />`,document.getElementById("page"));
