var ct,M,lo,Ot,pe,so,uo,co,Pt,rt,Re,po,Lt,At,jt,Sn,it={},lt=[],Cn=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,pt=Array.isArray;function le(e,t){for(var o in t)e[o]=t[o];return e}function zt(e){e&&e.parentNode&&e.parentNode.removeChild(e)}function He(e,t,o){var n,s,r,a={};for(r in t)r=="key"?n=t[r]:r=="ref"?s=t[r]:a[r]=t[r];if(arguments.length>2&&(a.children=arguments.length>3?ct.call(arguments,2):o),typeof e=="function"&&e.defaultProps!=null)for(r in e.defaultProps)a[r]===void 0&&(a[r]=e.defaultProps[r]);return at(e,a,n,s,null)}function at(e,t,o,n,s){var r={type:e,props:t,key:o,ref:n,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:s??++lo,__i:-1,__u:0};return s==null&&M.vnode!=null&&M.vnode(r),r}function ye(e){return e.children}function Me(e,t){this.props=e,this.context=t}function ge(e,t){if(t==null)return e.__?ge(e.__,e.__i+1):null;for(var o;t<e.__k.length;t++)if((o=e.__k[t])!=null&&o.__e!=null)return o.__e;return typeof e.type=="function"?ge(e):null}function Mn(e){if(e.__P&&e.__d){var t=e.__v,o=t.__e,n=[],s=[],r=le({},t);r.__v=t.__v+1,M.vnode&&M.vnode(r),Nt(e.__P,r,t,e.__n,e.__P.namespaceURI,32&t.__u?[o]:null,n,o??ge(t),!!(32&t.__u),s),r.__v=t.__v,r.__.__k[r.__i]=r,_o(n,r,s),t.__e=t.__=null,r.__e!=o&&fo(r)}}function fo(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(function(t){if(t!=null&&t.__e!=null)return e.__e=e.__c.base=t.__e}),fo(e)}function ro(e){(!e.__d&&(e.__d=!0)&&pe.push(e)&&!ut.__r++||so!=M.debounceRendering)&&((so=M.debounceRendering)||uo)(ut)}function ut(){try{for(var e,t=1;pe.length;)pe.length>t&&pe.sort(co),e=pe.shift(),t=pe.length,Mn(e)}finally{pe.length=ut.__r=0}}function vo(e,t,o,n,s,r,a,l,p,i,v){var g,f,h,b,P,S,$=n&&n.__k||lt,m=t.length;for(p=En(o,t,$,p,m),g=0;g<m;g++)(h=o.__k[g])!=null&&(f=h.__i!=-1&&$[h.__i]||it,h.__i=g,S=Nt(e,h,f,s,r,a,l,p,i,v),b=h.__e,h.ref&&f.ref!=h.ref&&(f.ref&&Ut(f.ref,null,h),v.push(h.ref,h.__c||b,h)),P==null&&b!=null&&(P=b),4&h.__u?(p=mo(h,p,e),f.__e&&(f.__e=null)):typeof h.type=="function"&&S!==void 0?p=S:b&&(p=b.nextSibling),h.__u&=-7);return o.__e=P,p}function En(e,t,o,n,s){var r,a,l,p,i,v=o.length,g=v,f=0;for(e.__k=new Array(s),r=0;r<s;r++)(a=t[r])!=null&&typeof a!="boolean"&&typeof a!="function"?(typeof a=="string"||typeof a=="number"||typeof a=="bigint"||a.constructor==String?a=e.__k[r]=at(null,a,null,null,null):pt(a)?a=e.__k[r]=at(ye,{children:a},null,null,null):a.constructor===void 0&&a.__b>0?a=e.__k[r]=at(a.type,a.props,a.key,a.ref?a.ref:null,a.__v):e.__k[r]=a,p=r+f,a.__=e,a.__b=e.__b+1,l=null,(i=a.__i=Tn(a,o,p,g))!=-1&&(g--,(l=o[i])&&(l.__u|=2)),l==null||l.__v==null?(i==-1&&(s>v?f--:s<v&&f++),typeof a.type!="function"&&(a.__u|=4)):i!=p&&(i==p-1?f--:i==p+1?f++:(i>p?f--:f++,a.__u|=4))):e.__k[r]=null;if(g)for(r=0;r<v;r++)(l=o[r])!=null&&(2&l.__u)==0&&(l.__e==n&&(n=ge(l)),go(l,l));return n}function mo(e,t,o){var n,s;if(typeof e.type=="function"){for(n=e.__k,s=0;n&&s<n.length;s++)n[s]&&(n[s].__=e,t=mo(n[s],t,o));return t}e.__e!=t&&(t&&e.type&&!t.parentNode&&(t=ge(e)),t=o.insertBefore(e.__e,t||null));do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function Tn(e,t,o,n){var s,r,a,l=e.key,p=e.type,i=t[o],v=i!=null&&(2&i.__u)==0;if(i===null&&l==null||v&&l==i.key&&p==i.type)return o;if(n>(v?1:0)){for(s=o-1,r=o+1;s>=0||r<t.length;)if((i=t[a=s>=0?s--:r++])!=null&&(2&i.__u)==0&&l==i.key&&p==i.type)return a}return-1}function ao(e,t,o){t[0]=="-"?e.setProperty(t,o??""):e[t]=o==null?"":typeof o!="number"||Cn.test(t)?o:o+"px"}function st(e,t,o,n,s){var r,a;e:if(t=="style")if(typeof o=="string")e.style.cssText=o;else{if(typeof n=="string"&&(e.style.cssText=n=""),n)for(t in n)o&&t in o||ao(e.style,t,"");if(o)for(t in o)n&&o[t]==n[t]||ao(e.style,t,o[t])}else if(t[0]=="o"&&t[1]=="n")r=t!=(t=t.replace(po,"$1")),a=t.toLowerCase(),t=a in e||t=="onFocusOut"||t=="onFocusIn"?a.slice(2):t.slice(2),e.l||(e.l={}),e.l[t+r]=o,o?n?o[Re]=n[Re]:(o[Re]=Lt,e.addEventListener(t,r?jt:At,r)):e.removeEventListener(t,r?jt:At,r);else{if(s=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{e[t]=o??"";break e}catch{}typeof o=="function"||(o==null||o===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&o==1?"":o))}}function io(e){return function(t){if(this.l){var o=this.l[t.type+e];if(t[rt]==null)t[rt]=Lt++;else if(t[rt]<o[Re])return;return o(M.event?M.event(t):t)}}}function Nt(e,t,o,n,s,r,a,l,p,i){var v,g,f,h,b,P,S,$,m,w,_,d,y,x,z,ae,F=t.type;if(t.constructor!==void 0)return null;128&o.__u&&(p=!!(32&o.__u),r=[l=t.__e=o.__e]),(v=M.__b)&&v(t);e:if(typeof F=="function"){g=a.length;try{if(m=t.props,w=F.prototype&&F.prototype.render,_=(v=F.contextType)&&n[v.__c],d=v?_?_.props.value:v.__:n,o.__c?$=(f=t.__c=o.__c).__=f.__E:(w?t.__c=f=new F(m,d):(t.__c=f=new Me(m,d),f.constructor=F,f.render=An),_&&_.sub(f),f.state||(f.state={}),f.__n=n,h=f.__d=!0,f.__h=[],f._sb=[]),w&&f.__s==null&&(f.__s=f.state),w&&F.getDerivedStateFromProps!=null&&(f.__s==f.state&&(f.__s=le({},f.__s)),le(f.__s,F.getDerivedStateFromProps(m,f.__s))),b=f.props,P=f.state,f.__v=t,h)w&&F.getDerivedStateFromProps==null&&f.componentWillMount!=null&&f.componentWillMount(),w&&f.componentDidMount!=null&&f.__h.push(f.componentDidMount);else{if(w&&F.getDerivedStateFromProps==null&&m!==b&&f.componentWillReceiveProps!=null&&f.componentWillReceiveProps(m,d),t.__v==o.__v||!f.__e&&f.shouldComponentUpdate!=null&&f.shouldComponentUpdate(m,f.__s,d)===!1){t.__v!=o.__v&&(f.props=m,f.state=f.__s,f.__d=!1),t.__e=o.__e,t.__k=o.__k,t.__k.some(function(q){q&&(q.__=t)}),lt.push.apply(f.__h,f._sb),f._sb=[],f.__h.length&&a.push(f),l=ge(o);break e}f.componentWillUpdate!=null&&f.componentWillUpdate(m,f.__s,d),w&&f.componentDidUpdate!=null&&f.__h.push(function(){f.componentDidUpdate(b,P,S)})}if(f.context=d,f.props=m,f.__P=e,f.__e=!1,y=M.__r,x=0,w)f.state=f.__s,f.__d=!1,y&&y(t),v=f.render(f.props,f.state,f.context),lt.push.apply(f.__h,f._sb),f._sb=[];else do f.__d=!1,y&&y(t),v=f.render(f.props,f.state,f.context),f.state=f.__s;while(f.__d&&++x<25);f.state=f.__s,f.getChildContext!=null&&(n=le(le({},n),f.getChildContext())),w&&!h&&f.getSnapshotBeforeUpdate!=null&&(S=f.getSnapshotBeforeUpdate(b,P)),z=v!=null&&v.type===ye&&v.key==null?$o(v.props.children):v,l=vo(e,pt(z)?z:[z],t,o,n,s,r,a,l,p,i),f.base=t.__e,t.__u&=-161,f.__h.length&&a.push(f),$&&(f.__E=f.__=null)}catch(q){if(a.length=g,t.__v=null,p||r!=null){if(q.then){for(t.__u|=p?160:128;l&&l.nodeType==8&&l.nextSibling;)l=l.nextSibling;r!=null&&(r[r.indexOf(l)]=null),t.__e=l}else if(r!=null)for(ae=r.length;ae--;)zt(r[ae])}else t.__e=o.__e;t.__k==null&&(t.__k=o.__k||[]),q.then||ho(t),M.__e(q,t,o)}}else r==null&&t.__v==o.__v?(t.__k=o.__k,t.__e=o.__e):l=t.__e=Pn(o.__e,t,o,n,s,r,a,p,i);return(v=M.diffed)&&v(t),128&t.__u?void 0:l}function ho(e){e&&(e.__c&&(e.__c.__e=!0),e.__k&&e.__k.some(ho))}function _o(e,t,o){for(var n=0;n<o.length;n++)Ut(o[n],o[++n],o[++n]);M.__c&&M.__c(t,e),e.some(function(s){try{e=s.__h,s.__h=[],e.some(function(r){r.call(s)})}catch(r){M.__e(r,s.__v)}})}function $o(e){return typeof e!="object"||e==null||e.__b>0?e:pt(e)?e.map($o):e.constructor!==void 0?null:le({},e)}function Pn(e,t,o,n,s,r,a,l,p){var i,v,g,f,h,b,P,S=o.props||it,$=t.props,m=t.type;if(m=="svg"?s="http://www.w3.org/2000/svg":m=="math"?s="http://www.w3.org/1998/Math/MathML":s||(s="http://www.w3.org/1999/xhtml"),r!=null){for(i=0;i<r.length;i++)if((h=r[i])&&"setAttribute"in h==!!m&&(m?h.localName==m:h.nodeType==3)){e=h,r[i]=null;break}}if(e==null){if(m==null)return document.createTextNode($);e=document.createElementNS(s,m,$.is&&$),l&&(M.__m&&M.__m(t,r),l=!1),r=null}if(m==null)S===$||l&&e.data==$||(e.data=$);else{if(r=m=="textarea"&&$.defaultValue!=null?null:r&&ct.call(e.childNodes),!l&&r!=null)for(S={},i=0;i<e.attributes.length;i++)S[(h=e.attributes[i]).name]=h.value;for(i in S)h=S[i],i=="dangerouslySetInnerHTML"?g=h:i=="children"||i in $||i=="value"&&"defaultValue"in $||i=="checked"&&"defaultChecked"in $||st(e,i,null,h,s);for(i in $)h=$[i],i=="children"?f=h:i=="dangerouslySetInnerHTML"?v=h:i=="value"?b=h:i=="checked"?P=h:l&&typeof h!="function"||S[i]===h||st(e,i,h,S[i],s);if(v)l||g&&(v.__html==g.__html||v.__html==e.innerHTML)||(e.innerHTML=v.__html),t.__k=[];else if(g&&(e.innerHTML=""),vo(t.type=="template"?e.content:e,pt(f)?f:[f],t,o,n,m=="foreignObject"?"http://www.w3.org/1999/xhtml":s,r,a,r?r[0]:o.__k&&ge(o,0),l,p),r!=null)for(i=r.length;i--;)zt(r[i]);l&&m!="textarea"||(i="value",m=="progress"&&b==null?e.removeAttribute("value"):b!=null&&(b!==e[i]||m=="progress"&&!b||m=="option"&&b!=S[i])&&st(e,i,b,S[i],s),i="checked",P!=null&&P!=e[i]&&st(e,i,P,S[i],s))}return e}function Ut(e,t,o){try{if(typeof e=="function"){var n=typeof e.__u=="function";n&&e.__u(),n&&t==null||(e.__u=e(t))}else e.current=t}catch(s){M.__e(s,o)}}function go(e,t,o){var n,s;if(M.unmount&&M.unmount(e),(n=e.ref)&&(n.current&&n.current!=e.__e||Ut(n,null,t)),(n=e.__c)!=null){if(n.componentWillUnmount)try{n.componentWillUnmount()}catch(r){M.__e(r,t)}n.base=n.__P=n.__n=null}if(n=e.__k)for(s=0;s<n.length;s++)n[s]&&go(n[s],t,o||typeof e.type!="function");o||zt(e.__e),e.__c=e.__=e.__e=void 0}function An(e,t,o){return this.constructor(e,o)}function yo(e,t,o){var n,s,r,a;t==document&&(t=document.documentElement),M.__&&M.__(e,t),s=(n=typeof o=="function")?null:o&&o.__k||t.__k,r=[],a=[],Nt(t,e=(!n&&o||t).__k=He(ye,null,[e]),s||it,it,t.namespaceURI,!n&&o?[o]:s?null:t.firstChild?ct.call(t.childNodes):null,r,!n&&o?o:s?s.__e:t.firstChild,n,a),_o(r,e,a),e.props.children=null}ct=lt.slice,M={__e:function(e,t,o,n){for(var s,r,a;t=t.__;)if((s=t.__c)&&!s.__)try{if((r=s.constructor)&&r.getDerivedStateFromError!=null&&(s.setState(r.getDerivedStateFromError(e)),a=s.__d),s.componentDidCatch!=null&&(s.componentDidCatch(e,n||{}),a=s.__d),a)return s.__E=s}catch(l){e=l}throw e}},lo=0,Ot=function(e){return e!=null&&e.constructor===void 0},Me.prototype.setState=function(e,t){var o;o=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=le({},this.state),typeof e=="function"&&(e=e(le({},o),this.props)),e&&le(o,e),e!=null&&this.__v&&(t&&this._sb.push(t),ro(this))},Me.prototype.forceUpdate=function(e){this.__v&&(this.__e=!0,e&&this.__h.push(e),ro(this))},Me.prototype.render=ye,pe=[],uo=typeof Promise=="function"?Promise.prototype.then.bind(Promise.resolve()):setTimeout,co=function(e,t){return e.__v.__b-t.__v.__b},ut.__r=0,Pt=Math.random().toString(8),rt="__d"+Pt,Re="__a"+Pt,po=/(PointerCapture)$|Capture$/i,Lt=0,At=io(!1),jt=io(!0),Sn=0;var vt,G,Dt,bo,Rt=0,To=[],U=M,wo=U.__b,ko=U.__r,xo=U.diffed,So=U.__c,Co=U.unmount,Mo=U.__;function Po(e,t){U.__h&&U.__h(G,e,Rt||t),Rt=0;var o=G.__H||(G.__H={__:[],__h:[]});return e>=o.__.length&&o.__.push({}),o.__[e]}function B(e,t){var o=Po(vt++,3);!U.__s&&Ao(o.__H,t)&&(o.__=e,o.u=t,G.__H.__h.push(o))}function Q(e){return Rt=5,be(function(){return{current:e}},[])}function be(e,t){var o=Po(vt++,7);return Ao(o.__H,t)&&(o.__=e(),o.__H=t,o.__h=e),o.__}function jn(){for(var e;e=To.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(ft),t.__h.some(Ht),t.__h=[]}catch(o){t.__h=[],U.__e(o,e.__v)}}}U.__b=function(e){G=null,wo&&wo(e)},U.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),Mo&&Mo(e,t)},U.__r=function(e){ko&&ko(e),vt=0;var t=(G=e.__c).__H;t&&(Dt===G?(t.__h=[],G.__h=[],t.__.some(function(o){o.__N&&(o.__=o.__N),o.u=o.__N=void 0})):(t.__h.some(ft),t.__h.some(Ht),t.__h=[],vt=0)),Dt=G},U.diffed=function(e){xo&&xo(e);var t=e.__c;t&&t.__H&&(t.__H.__h.length&&(To.push(t)!==1&&bo===U.requestAnimationFrame||((bo=U.requestAnimationFrame)||On)(jn)),t.__H.__.some(function(o){o.u&&(o.__H=o.u,o.u=void 0)})),Dt=G=null},U.__c=function(e,t){t.some(function(o){try{o.__h.some(ft),o.__h=o.__h.filter(function(n){return!n.__||Ht(n)})}catch(n){t.some(function(s){s.__h&&(s.__h=[])}),t=[],U.__e(n,o.__v)}}),So&&So(e,t)},U.unmount=function(e){Co&&Co(e);var t,o=e.__c;o&&o.__H&&(o.__H.__.some(function(n){try{ft(n)}catch(s){t=s}}),o.__H=void 0,t&&U.__e(t,o.__v))};var Eo=typeof requestAnimationFrame=="function";function On(e){var t,o=function(){clearTimeout(n),Eo&&cancelAnimationFrame(t),setTimeout(e)},n=setTimeout(o,35);Eo&&(t=requestAnimationFrame(o))}function ft(e){var t=G,o=e.__c;typeof o=="function"&&(e.__c=void 0,o()),G=t}function Ht(e){var t=G;e.__c=e.__(),G=t}function Ao(e,t){return!e||e.length!==t.length||t.some(function(o,n){return o!==e[n]})}var Ln=Symbol.for("preact-signals");function _t(){if(ue>1)ue--;else{var e,t=!1;for((function(){var s=mt;for(mt=void 0;s!==void 0;){var r=s.S;if(r.v===s.v)for(var a=r.t;a!==void 0;a=a.x)a.i===s.i&&(a.i=r.i);s=s.o}})();We!==void 0;){var o=We;for(We=void 0,dt++;o!==void 0;){var n=o.u;if(o.u=void 0,o.f&=-3,!(8&o.f)&&Oo(o))try{o.c()}catch(s){t||(e=s,t=!0)}o=n}}if(dt=0,ue--,t)throw e}}function fe(e){if(ue>0)return e();It=++zn,ue++;try{return e()}finally{_t()}}var Ie,A=void 0;function Be(e){var t=A,o=Ie;A=void 0,Ie=void 0;try{return e()}finally{A=t,Ie=o}}var We=void 0,ue=0,dt=0,zn=0,It=0,mt=void 0,ht=0;function jo(e){if(A!==void 0){var t=e.n;if(t===void 0||t.t!==A)return t={i:0,S:e,p:A.s,n:void 0,t:A,e:void 0,x:void 0,r:t},A.s!==void 0&&(A.s.n=t),A.s=t,e.n=t,32&A.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=A.s,t.n=void 0,A.s.n=t,A.s=t),t}}function R(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,this.Z=t?.unwatched,this.name=t?.name}R.prototype.brand=Ln;R.prototype.h=function(){return!0};R.prototype.S=function(e){var t=this,o=this.t;o!==e&&e.e===void 0&&(e.x=o,this.t=e,o!==void 0?o.e=e:Be(function(){var n;(n=t.W)==null||n.call(t)}))};R.prototype.U=function(e){var t=this;if(this.t!==void 0){var o=e.e,n=e.x;o!==void 0&&(o.x=n,e.e=void 0),n!==void 0&&(n.e=o,e.x=void 0),e===this.t&&(this.t=n,n===void 0&&Be(function(){var s;(s=t.Z)==null||s.call(t)}))}};R.prototype.subscribe=function(e){var t=this;return J(function(){var o=t.value;Be(function(){return e(o)})},{name:"sub"})};R.prototype.valueOf=function(){return this.value};R.prototype.toString=function(){return this.value+""};R.prototype.toJSON=function(){return this.value};R.prototype.peek=function(){var e=this;return Be(function(){return e.value})};Object.defineProperty(R.prototype,"value",{get:function(){var e=jo(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(dt>100)throw new Error("Cycle detected");(function(o){ue!==0&&dt===0&&o.l!==It&&(o.l=It,mt={S:o,v:o.v,i:o.i,o:mt})})(this),this.v=e,this.i++,ht++,ue++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{_t()}}}});function T(e,t){return new R(e,t)}function Oo(e){for(var t=e.s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function Lo(e){for(var t=e.s;t!==void 0;t=t.n){var o=t.S.n;if(o!==void 0&&(t.r=o),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function zo(e){for(var t=e.s,o=void 0;t!==void 0;){var n=t.p;t.i===-1?(t.S.U(t),n!==void 0&&(n.n=t.n),t.n!==void 0&&(t.n.p=n)):o=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),t=n}e.s=o}function we(e,t){R.call(this,void 0,t),this.x=e,this.s=void 0,this.g=ht-1,this.f=4}we.prototype=new R;we.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===ht))return!0;if(this.g=ht,this.f|=1,this.i>0&&!Oo(this))return this.f&=-2,!0;var e=A;try{Lo(this),A=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&(this.v=t,this.f&=-17,this.i++)}catch(o){this.v=o,this.f|=16,this.i++}return A=e,zo(this),this.f&=-2,!0};we.prototype.S=function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}R.prototype.S.call(this,e)};we.prototype.U=function(e){if(this.t!==void 0&&(R.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=t.n)t.S.U(t)}};we.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(we.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=jo(this);if(this.h(),e!==void 0&&(e.i=this.i),16&this.f)throw this.v;return this.v}});function K(e,t){return new we(e,t)}function No(e){var t=e.j;if(e.j=void 0,typeof t=="function"){ue++;var o=A;A=void 0;try{t()}catch(n){throw e.f&=-2,e.f|=8,Wt(e),n}finally{A=o,_t()}}}function Wt(e){for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,No(e)}function Nn(e){if(A!==this)throw new Error("Out-of-order effect");zo(this),A=e,this.f&=-2;try{8&this.f&&Wt(this)}finally{_t()}}function Ee(e,t){this.x=e,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=t?.name,Ie&&Ie.push(this)}Ee.prototype.c=function(){var e=this.S();try{if(8&this.f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};Ee.prototype.S=function(){if(1&this.f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,No(this),Lo(this),ue++;var e=A;return A=this,Nn.bind(this,e)};Ee.prototype.N=function(){2&this.f||(this.f|=2,this.u=We,We=this)};Ee.prototype.d=function(){this.f|=8,1&this.f||Wt(this)};Ee.prototype.dispose=function(){this.d()};function J(e,t){var o=new Ee(e,t);try{o.c()}catch(s){throw o.d(),s}var n=o.d.bind(o);return n[Symbol.dispose]=n,n}var Bt,Te,$t,Un=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__,Uo=[],Do=[];J(function(){Bt=this.N})();function Pe(e,t){M[e]=t.bind(null,M[e]||function(){})}function Fe(e){if($t){var t=$t;$t=void 0,t()}$t=e&&e.S()}function Ro(e){var t=this,o=e.data,n=C(o);n.name="ReactiveDom",n.value=o;var s=be(function(){for(var l=t,p=t.__v;p=p.__;)if(p.__c){p.__c.__$f|=4;break}var i=K(function(){var h=n.value.value;return h===0?0:h===!0?"":h||""}),v=K(function(){return!Array.isArray(i.value)&&!Ot(i.value)}),g=J(function(){if(this.N=Io,v.value){var h=i.value;l.__v&&l.__v.__e&&l.__v.__e.nodeType===3&&(l.__v.__e.data=h)}}),f=t.__$u.d;return t.__$u.d=function(){g(),f.call(this)},[v,i]},[]),r=s[0],a=s[1];return r.value?a.peek():a.value}Ro.displayName="ReactiveTextNode";Object.defineProperties(R.prototype,{constructor:{configurable:!0,value:He(ye,null).constructor},type:{configurable:!0,value:Ro},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},__b:{configurable:!0,value:1}});Pe("__b",function(e,t){if(Fe(),Te=void 0,typeof t.type=="string"){var o,n=t.props;for(var s in n)if(s!=="children"){var r=n[s];r instanceof R&&(o||(t.__np=o={}),o[s]=r,n[s]=r.peek())}}e(t)});Pe("__r",function(e,t){if(e(t),t.type!==ye){Fe();var o,n=t.__c;n&&(n.__$f&=-2,(o=n.__$u)===void 0&&(n.__$u=o=(function(s,r){var a;return J(function(){a=this},{name:r}),a.c=s,a})((function(s){return function(){var r;Un&&((r=this.y)==null||r.call(this)),s.__$f|=1,s.setState({})}})(n),typeof t.type=="function"?t.type.displayName||t.type.name:""))),Te=n,Fe(o)}});Pe("__e",function(e,t,o,n){Fe(),Te=void 0,e(t,o,n)});Pe("diffed",function(e,t){Fe(),Te=void 0;var o;if(typeof t.type=="string"&&(o=t.__e)){var n=t.__np,s=t.props,r=o.U;if(r)for(var a in r){var l=r[a];l===void 0||n&&a in n||(l.d(),r[a]=void 0)}if(n){r||(r={},o.U=r);for(var p in n){var i=r[p],v=n[p];i===void 0?(i=Dn(o,p,v,s),r[p]=i):i.o(v,s)}}}e(t)});function Dn(e,t,o,n){var s=t in e&&e.ownerSVGElement===void 0,r=T(o);return{o:function(a,l){r.value=a,n=l},d:J(function(){this.N=Io;var a=r.value.value;n[t]!==a&&(n[t]=a,s?e[t]=a:a!=null&&(a!==!1||t[4]==="-")?e.setAttribute(t,a):e.removeAttribute(t))})}}Pe("unmount",function(e,t){if(typeof t.type=="string"){var o=t.__e;if(o){var n=o.U;if(n){o.U=void 0;for(var s in n){var r=n[s];r&&r.d()}}}var a=t.__np;if(a){var l=t.props;for(var p in a)l[p]=a[p]}t.__np=void 0}else{var i=t.__c;if(i){i.__$f|=8;var v=i.__$u;v&&(i.__$u=void 0,v.d())}}e(t)});Pe("__h",function(e,t,o,n){n<3&&(t.__$f|=2),e(t,o,n)});Me.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;var o=this.__$u,n=o&&o.s!==void 0;for(var s in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var r=2&this.__$f;if(!(n||r||4&this.__$f)||1&this.__$f)return!0}else if(!(n||4&this.__$f)||3&this.__$f)return!0;for(var a in e)if(a!=="__source"&&e[a]!==this.props[a])return!0;for(var l in this.props)if(!(l in e))return!0;return!1};function C(e,t){return be(function(){return T(e,t)},[])}function Ho(e,t){var o=Q(e);return o.current=e,Te.__$f|=4,be(function(){return K(function(){return o.current()},t)},[])}var Rn=typeof requestAnimationFrame>"u"?setTimeout:function(e){var t=function(){clearTimeout(o),cancelAnimationFrame(n),e()},o=setTimeout(t,35),n=requestAnimationFrame(t)},Hn=function(e){queueMicrotask(function(){queueMicrotask(e)})};function In(){fe(function(){for(var e;e=Uo.shift();)Bt.call(e)})}function Wn(){Uo.push(this)===1&&(M.requestAnimationFrame||Rn)(In)}function Bn(){fe(function(){for(var e;e=Do.shift();)Bt.call(e)})}function Io(){Do.push(this)===1&&(M.requestAnimationFrame||Hn)(Bn)}function Y(e,t){var o=Q(e);o.current=e;var n=Te;B(function(){return J(function(){if(this.N=Wn,!(n&&8&n.__$f))return o.current()},t)},[])}var Ft=["explore","play","review","puzzles","statistics"];function Wo(e){let[t,o=""]=e.replace(/^#\/?/,"").split("?"),[n="",s=""]=t.split("/").map(decodeURIComponent),r=new URLSearchParams(o);return{game:n,view:Ft.includes(s)?s:"explore",set:r.getAll("set"),position:r.get("position"),forbid:r.get("forbid"),mover:r.get("mover")==="2"?2:1}}function Z({game:e,view:t="explore",set:o=[],position:n,forbid:s,mover:r=1}){if(!e)return"#/";let a=new URLSearchParams(o.map(p=>["set",p]));n&&a.set("position",n),s&&a.set("forbid",s),n&&r===2&&a.set("mover",2);let l=a.toString();return`#/${encodeURIComponent(e)}/${t}${l&&`?${l}`}`}var Bo="api/v1";var ke=new Map,gt=class extends Error{constructor(t,o){super(o),this.status=t}};async function yt(e,t){let o;try{o=await fetch(e,t)}catch{throw new gt(0,"")}let n=await o.json().catch(()=>({error:o.statusText}));if(!o.ok)throw new gt(o.status,n.error);return n}var Vt=()=>yt(`${Bo}/games`);function Fo(e,t,o={}){let n=[...e.set.map(r=>["set",r]),...Object.entries(o)],s=new URLSearchParams(n.filter(([,r])=>r!=null&&r!==""));return`${Bo}/games/${encodeURIComponent(e.game)}/${t}?${s}`}function j(e,t,o,n=!0){let s=Fo(e,t,o);if(!n)return yt(s);if(!ke.has(s)){ke.size>=300&&ke.delete(ke.keys().next().value);let r=yt(s);r.catch(()=>ke.delete(s)),ke.set(s,r)}return ke.get(s)}var bt=(e,t,o)=>yt(Fo(e,t),{method:"POST",headers:{"Content-Type":"application/json"},body:JSON.stringify(o)});var Ae=T(!1),Vo=e=>({picture:1,mover:e,flip:Ae.value?1:""}),qo=(e,t)=>e.scene?.turn||t;function wt(e=()=>{}){let t=T(null),o=T(null),n=T(null),s=T(null),r=T(!1),a=T(null),l=K(()=>o.value?.states[o.value.at]??null),p=0;async function i(m){let w=++p;r.value=!0;try{let _=await m();return w===p?_:null}catch(_){return w===p&&(s.value=_),null}finally{w===p&&(r.value=!1)}}function v(m,w,_,d=t.value){fe(()=>{a.value=s.value=null,n.value=m,o.value=w,t.value=d}),_||e(w)}let g=(m,{position:w,forbid:_,mover:d})=>j(m,"position",{position:w,forbid:_,replies:0,...Vo(d)});async function f(m,w,_=t.value){let d=await i(()=>g(_,m.states[m.at]));return d&&v(d,m,w,_),d}async function h(m,w,_=!1){let d=w.mover??1,y=await i(()=>g(m,{...w,mover:d}));if(y){let x={position:y.position,forbid:y.forbidden,mover:qo(y,d)};v(y,{states:[x],at:0},_,m)}return y}async function b(m,w,_){if(!await h(m,w,!0))return!1;for(let d of _){let y=n.value.moves.find(x=>x.move===d);if(!y||!await P(y,!0))return!1}return e(o.value),!0}async function P(m,w=!1){let{states:_,at:d}=o.value,y=_[d];if(_[d+1]?.move===m.move)return S(d+1,w);let z={move:m.move,drawn:m.picture},ae=nt=>({states:[..._.slice(0,d+1),{...nt,...z}],at:d+1});if(m.after===null)return v(n.value,ae({...y,over:{value:m.value,dtm:m.dtm}}),w),!0;let F=3-y.mover,q=await i(()=>j(t.value,"position",{position:y.position,forbid:y.forbid,move:m.move,replies:0,...Vo(F)}));return q?(v(q,ae({position:q.position,forbid:q.forbidden,mover:qo(q,F)}),w),!0):!1}let S=(m,w=!1)=>{let{states:_}=o.value;return m>=0&&m<_.length?f({states:_,at:m},w).then(Boolean):Promise.resolve(!1)};async function $(){let[m,w]=[l.value,n.value];if(!w||w.moves.some(x=>x.replies))return;let _={position:m.position,forbid:m.forbid},d=await j(t.value,"position",_).catch(()=>null);if(!d||n.value!==w)return;let y=new Map(d.moves.map(x=>[x.move,x.replies]));n.value={...w,moves:w.moves.map(x=>({...x,replies:y.get(x.move)}))}}return{place:t,line:o,state:l,answer:n,problem:s,busy:r,pointed:a,open:h,replay:b,make:P,go:S,count:$,restore:(m,w)=>f(w,!0,m),again:()=>o.value&&f(o.value,!0),begin:K(()=>o.value?.states[0]??null),moves:K(()=>o.value?.states.slice(1).map(m=>m.move)??[]),playable:K(()=>(!l.value||l.value.over?[]:n.value?.moves??[]).filter(w=>!w.forbidden))}}var Ko=function(e,t,o,n){var s;t[0]=0;for(var r=1;r<t.length;r++){var a=t[r++],l=t[r]?(t[0]|=a?1:2,o[t[r++]]):t[++r];a===3?n[0]=l:a===4?n[1]=Object.assign(n[1]||{},l):a===5?(n[1]=n[1]||{})[t[++r]]=l:a===6?n[1][t[++r]]+=l+"":a?(s=e.apply(l,Ko(e,l,o,["",null])),n.push(s),l[0]?t[0]|=2:(t[r-2]=0,t[r]=s)):n.push(l)}return n},Go=new Map;function Jo(e){var t=Go.get(this);return t||(t=new Map,Go.set(this,t)),(t=Ko(this,t.get(e)||(t.set(e,t=(function(o){for(var n,s,r=1,a="",l="",p=[0],i=function(f){r===1&&(f||(a=a.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?p.push(0,f,a):r===3&&(f||a)?(p.push(3,f,a),r=2):r===2&&a==="..."&&f?p.push(4,f,0):r===2&&a&&!f?p.push(5,0,!0,a):r>=5&&((a||!f&&r===5)&&(p.push(r,0,a,s),r=6),f&&(p.push(r,f,0,s),r=6)),a=""},v=0;v<o.length;v++){v&&(r===1&&i(),i(v));for(var g=0;g<o[v].length;g++)n=o[v][g],r===1?n==="<"?(i(),p=[p],r=3):a+=n:r===4?a==="--"&&n===">"?(r=1,a=""):a=n+a[0]:l?n===l?l="":a+=n:n==='"'||n==="'"?l=n:n===">"?(i(),r=1):r&&(n==="="?(r=5,s=a,a=""):n==="/"&&(r<5||o[v][g+1]===">")?(i(),r===3&&(p=p[0]),r=p,(p=p[0]).push(2,0,r),r=0):n===" "||n==="	"||n===`
`||n==="\r"?(i(),r=2):a+=n),r===3&&a==="!--"&&(r=4,p=p[0])}return i(),p})(e)),t),arguments,[])).length>1?t:t[0]}var c=Jo.bind(He);var qt={"this language":"English",language:"Language",light:"Light colours",dark:"Dark colours",skip:"To the board",views:"Views",variant:"Variant","the whole game":"the whole game",rules:"Rules",lead:"Every position of these games is solved: who wins, and how soon, is known for certain.","positions.n":"{count} positions","positions.n.one":"{count} position","not solved yet":"not solved yet","no server":"The server does not answer. Is retro serve still running?","no game":"There is no game called {game} here.","look again":"Look again",close:"Close",cancel:"Cancel",copy:"Copy",all:"all",win:"Win",draw:"Draw",loss:"Loss","win in":"Win in {n} plies","win in.one":"Win in 1 ply","loss in":"Loss in {n} plies","loss in.one":"Loss in 1 ply","over.win":"Won","over.loss":"Lost",points:"{points} points","points.one":"{points} point","points for first":"for the first player","points for mover":"for the player to move","short.win":"W","short.draw":"D","short.loss":"L",plies:"{n} plies","plies.one":"1 ply","player.1":"Blue","player.2":"Amber","to move":"to move",wins:"wins","ends in a draw":"The game is drawn","glyph.stone":"stone","glyph.block":"piece","glyph.mark":"mark","glyph.hole":"hole","glyph.dot":"dot","glyph.closed":"closed square",empty:"empty",board:"Board",picked:"picked","can be picked":"can be picked","more may follow":"The move may end here, or go on.","make it":"Play {move}",explore:"Explore",play:"Play",review:"Review",puzzles:"Puzzles",statistics:"Statistics",values:"Values","show value":"Show the value",forbidden:"forbidden","is forbidden":"{move} is forbidden: it would take the last move back.","forbidding costs":"Without that: {value}.","forbidding costs nothing":"That changes nothing.","from start":"{n} plies from the start, at least","from start.one":"1 ply from the start","moves, best first":"{n} moves, best first","moves, best first.one":"1 move",moves:"{n} moves","moves.one":"1 move",holding:"{keeping} of {all} hold","replies that hold":"So many of the opponent's replies keep what he has","best line":"Best play","best move":"Best move","no end":"A draw: neither side can force an end.","copy line":"Copy line",download:"Download","line of play":"Moves played","to the beginning":"To the beginning",undo:"Back",redo:"Forth","to the end":"To the end",flip:"Turn the board","another position":"Another position","the start":"The start","set up":"Set up",paste:"Paste","random.win":"A random win","random.draw":"A random draw","random.loss":"A random loss",share:"This position","copy link":"Copy link","copy position":"Copy position","download game":"Download the game",cite:"Cite","cite.why":"The digest is of the rules, the sums are of the files: whoever solves the same rules gets the same, byte by byte. Before a solution is written a sample of it is looked at again; verify proves every record.","paste what":"A position, the moves of a game, or a file of retro play","read it":"Read it","another game":"That is a game of {game}.","no such move":"One of its moves cannot be made.","what is put":"What is put on the board",clear:"Empty",mirror:"Mirror","quarter turn":"Turn",swap:"Swap colours","swap.why":"Blue becomes amber, and amber blue","other side":"Other side to move","other side.why":"The board stays, the other player is to move","as it was":"As it was","as text":"The position as text","use it":"Use this position","play against":"Play against","new game":"A new game","player perfect":"Perfect play","player perfect.why":"never gives anything away","player trap":"A setter of traps","player trap.why":"perfect too, and of equal moves plays the one after which you are likely to go wrong","player fallible":"A human being","player fallible.why":"makes mistakes, the more the less strong","player random":"Anyhow","player random.why":"any move, whatever it is worth",strength:"Strength","play as":"Play","from here":"From this position","take back":"Take back","review game":"Review the game",resign:"Resign",resigned:"You have resigned.",thinking:"The opponent is thinking","your turn":"Your turn.","you are":"You are","looking back":"You are looking back at the game.","ended.move":"The game is over: the last move has ended it.","ended.stuck":"The game is over: there is no move.","ended.repeated":"A draw: the same position for the third time.","ended.plies":"A draw: so many plies without an end.","nothing to review":"Play a game, make moves on the board, or paste a game: then each move is looked at.","what moves gave away":"What the moves gave away",blunders:"{n} blunders","blunders.one":"1 blunder",blunder:"a blunder","column.ply":"#","column.move":"Move","column.made it":"Then","column.kept":"Keep","column.gave away":"Gave away","kept.why":"So many of the moves kept the outcome, or the points","points lost":"{n} points","points lost.one":"1 point","plies lost":"{n} plies","plies lost.one":"1 ply","lost win":"the win","lost draw":"the draw",better:"{move} was better",graph:"Value of the game, for blue",composing:"Looking for a puzzle","stipulation.win":"Find the win: it takes {n} plies.","stipulation.draw":"Hold the draw: one move alone does.","stipulation.points":"Lose no points: {value}, and one move alone keeps them.",refuted:"{move} fails to {reply}: {value}.","that fails":"That fails.",solved:"Solved!","solved at last":"Solved. It will come back once more.","try again":"Try again","next puzzle":"Next puzzle","today's":"Today's puzzle","show solution":"Show the solution","no puzzle":"No puzzle of this kind was found.","what puzzles":"Which puzzles",theme:"Theme","theme.win":"wins","theme.draw":"draws to be held","at most":"At most",tally:"{solved} solved, {failed} failed.","to come back":"{n} will come back.",solution:"Solution",anything:"anything: the game ends at once","anything else":"anything else: the game ends at once",tries:"Tries, and what refutes them",try:"{move}? {reply}!","explore it":"Look at it",positions:"positions",states:"states","value of start":"the start",longest:"longest win","won at once":"won at once",forbidding:"states with a forbidden move","states by plies":"States by plies to the end","states by points":"States by points",logarithms:"(a scale of logarithms)","logarithms, bars open":"(a scale of logarithms; a bar opens one of its positions)","as table":"As a table","longest wins":"Longest wins and losses","extreme scores":"Highest and lowest scores","longest.why":"Of positions in which nothing is forbidden; a number opens one.","count longest":"Count them (this may take minutes)",counting:"Counting",part:"Part","how counted":"How it is counted",unsolved:"{game} is not solved with these options yet","unsolved.how":"This command solves it, and the page shows it at once:","unsolved.small":"A small variant takes seconds:","unsolved.dry":"What it takes of memory, disk and time is told by","variants solved":"Variants that are solved"};var Yo={"this language":"日本語",language:"言語",light:"明るい配色",dark:"暗い配色",skip:"盤面へ",views:"表示",variant:"種類","the whole game":"完全版",rules:"ルール",lead:"ここにあるゲームは全局面が解析済みです。どちらが何手で勝つか、すべて正確にわかります。","positions.n":"{count} 局面","not solved yet":"未解析","no server":"サーバーが応答しません。retro serve は動いていますか。","no game":"{game} というゲームはありません。","look again":"もう一度確認",close:"閉じる",cancel:"やめる",copy:"コピー",all:"全体",win:"勝ち",draw:"引き分け",loss:"負け","win in":"{n} 手で勝ち","loss in":"{n} 手で負け","over.win":"勝ち","over.loss":"負け",points:"{points} 点","points for first":"先手から見て","points for mover":"手番から見て","short.win":"勝","short.draw":"分","short.loss":"負",plies:"{n} 手","player.1":"青","player.2":"黄","to move":"の手番",wins:"の勝ち","ends in a draw":"引き分け","glyph.stone":"駒","glyph.block":"駒","glyph.mark":"印","glyph.hole":"穴","glyph.dot":"点","glyph.closed":"置けないマス",empty:"空き",board:"盤面",picked:"選択中","can be picked":"選択できます","more may follow":"ここで終えることも、続けることもできます。","make it":"{move} を指す",explore:"検討",play:"対局",review:"振り返り",puzzles:"問題",statistics:"統計",values:"評価","show value":"評価を見る",forbidden:"禁手","is forbidden":"{move} は禁手です(直前の手を元に戻すため)。","forbidding costs":"禁手がなければ {value}。","forbidding costs nothing":"評価は変わりません。","from start":"初期局面から最短 {n} 手","moves, best first":"指し手 {n} 通り(良い順)",moves:"指し手 {n} 通り",holding:"{all} 手中 {keeping} 手が正解","replies that hold":"相手が今の結果を保てる応手の数","best line":"最善手順","best move":"最善手を指す","no end":"引き分け。どちらも勝ちを強制できません。","copy line":"手順をコピー",download:"保存","line of play":"ここまでの手","to the beginning":"最初へ",undo:"戻る",redo:"進む","to the end":"最後へ",flip:"盤を反転","another position":"ほかの局面","the start":"初期局面","set up":"局面を作る",paste:"貼り付け","random.win":"勝ちの局面","random.draw":"引き分けの局面","random.loss":"負けの局面",share:"この局面","copy link":"リンクをコピー","copy position":"局面をコピー","download game":"棋譜を保存",cite:"引用","cite.why":"ダイジェストはルールの、ハッシュ値はファイルのものです。同じルールを解けば、誰でも一バイトも違わない同じ結果を得ます。解は書き込む前に標本が検査され、verify ですべての記録が証明されます。","paste what":"局面、指し手の列、または retro play の棋譜ファイル","read it":"読み込む","another game":"これは {game} の棋譜です。","no such move":"指せない手が含まれています。","what is put":"置くもの",clear:"すべて消す",mirror:"左右反転","quarter turn":"回転",swap:"色を交換","swap.why":"青と黄を入れ替えます","other side":"手番を交代","other side.why":"盤面はそのままで手番だけ替えます","as it was":"元に戻す","as text":"局面の文字列","use it":"この局面にする","play against":"対戦相手","new game":"新しい対局","player perfect":"完全な相手","player perfect.why":"決して損をしません","player trap":"罠を仕掛ける相手","player trap.why":"完全な上に、同じ価値の手の中から、あなたが間違えやすい手を選びます","player fallible":"人間らしい相手","player fallible.why":"弱いほどよく間違えます","player random":"でたらめな相手","player random.why":"どんな手でも指します",strength:"強さ","play as":"対局開始:","from here":"この局面から","take back":"待った","review game":"対局を振り返る",resign:"投了",resigned:"投了しました。",thinking:"相手が考えています","your turn":"あなたの番です。","you are":"あなたは","looking back":"前の局面を見ています。","ended.move":"終局。最後の手で決まりました。","ended.stuck":"終局。指せる手がありません。","ended.repeated":"引き分け。同じ局面が三度現れました。","ended.plies":"引き分け。手数の上限に達しました。","nothing to review":"対局するか、盤上で手を進めるか、棋譜を貼り付けると、一手ごとに振り返れます。","what moves gave away":"各手で失ったもの",blunders:"悪手 {n}",blunder:"悪手","column.ply":"手数","column.move":"指し手","column.made it":"結果","column.kept":"正解数","column.gave away":"失ったもの","kept.why":"結果(または点数)を保った手の数","points lost":"{n} 点","plies lost":"{n} 手","lost win":"勝ち","lost draw":"引き分け",better:"{move} が良かった",graph:"青から見た評価の推移",composing:"問題を探しています","stipulation.win":"{n} 手で勝ってください。","stipulation.draw":"引き分けに持ち込んでください。正解は一手だけです。","stipulation.points":"点を失わない手を見つけてください({value})。正解は一手だけです。",refuted:"{move} には {reply} で失敗です({value})。","that fails":"失敗です。",solved:"正解!","solved at last":"正解です。この問題はまた出ます。","try again":"やり直す","next puzzle":"次の問題","today's":"今日の問題","show solution":"解答を見る","no puzzle":"このような問題は見つかりませんでした。","what puzzles":"問題の種類",theme:"テーマ","theme.win":"勝ち","theme.draw":"引き分けを守る","at most":"最長",tally:"正解 {solved}、失敗 {failed}。","to come back":"再出題待ち {n}。",solution:"解答",anything:"どう応じてもすぐに終局","anything else":"その他:すぐに終局",tries:"紛れと、その反駁",try:"{move}? {reply}!","explore it":"検討する",positions:"局面",states:"状態","value of start":"初期局面",longest:"最長の勝ち","won at once":"一手で勝てる局面",forbidding:"禁手のある状態","states by plies":"終局までの手数ごとの状態数","states by points":"点数ごとの状態数",logarithms:"(対数目盛)","logarithms, bars open":"(対数目盛。棒を押すと局面が開きます)","as table":"表で見る","longest wins":"最長の勝ちと負け","extreme scores":"最高点と最低点","longest.why":"禁手のない局面について。番号を押すと局面が開きます。","count longest":"数える(数分かかることがあります)",counting:"数えています",part:"部分","how counted":"数え方",unsolved:"{game}:この設定はまだ解析されていません","unsolved.how":"次のコマンドで解析すると、すぐにここで見られます。","unsolved.small":"小さな盤なら数秒で解けます:","unsolved.dry":"必要なメモリ・ディスク・時間は次のコマンドでわかります:","variants solved":"解析済みの種類"};function X(e,t){let o=t;try{o=JSON.parse(localStorage.getItem(`retro ${e}`))??t}catch{}let n=T(o);return J(()=>{try{localStorage.setItem(`retro ${e}`,JSON.stringify(n.value))}catch{}}),n}var Ve={en:qt,ja:Yo},qn=()=>navigator.languages.map(e=>e.slice(0,2)).find(e=>e in Ve)??"en",kt=X("language",""),je=K(()=>kt.value in Ve?kt.value:qn());J(()=>{document.documentElement.lang=je.value});function u(e,t={}){let o=Ve[je.value];return(t.n===1&&o[`${e}.one`]||o[e]||qt[e]||e).replace(/\{(\w+)\}/g,(s,r)=>t[r]??"")}var H=e=>e.toLocaleString(je.value),O=(e,t)=>e?.words?.[je.value]?.[t]??e?.words?.en?.[t]??t;var Gn={win:"▲",draw:"■",loss:"▼"};function xe(e,t=!0){if(typeof e=="string")return e;let o=t?e:-e;return o>0?"win":o<0?"loss":"draw"}var Se=e=>e.scores!=="first"||(e.scene?.turn??1)!==2,Zo=e=>e>0?`+${e}`:String(e).replace("-","−");function N({value:e,dtm:t}){return typeof e=="number"?u("points",{n:Math.abs(e),points:Zo(e)}):t===0?u(`over.${e}`):e==="draw"?u("draw"):u(`${e} in`,{n:t})}var Gt=({value:e,dtm:t})=>typeof e=="number"?Zo(e):`${u(`short.${e}`)}${t?` ${t}`:""}`,I=({of:e,mine:t=!0,long:o=!1})=>{let n=xe(e.value,t);return c`<span class="mark ${n}" title=${N(e)}>
        <span aria-hidden="true">${Gn[n]}</span> ${o?N(e):Gt(e)}
    </span>`};function Xo({desk:e,game:t}){let o=C(null);Y(()=>{let[p,i,v]=[e.state.value,e.answer.value,e.place.value];o.value=null,!(!i||!p||p.over||i.value==="draw")&&j(v,"line",{position:p.position,forbid:p.forbid}).then(g=>e.answer.peek()?.position===g.position&&(o.value=g.moves),()=>{})});let n=e.answer.value;if(!n||e.state.value?.over||!n.moves.length)return null;let s=()=>e.make(e.playable.value[0]),r=o.value??[];async function a(p){for(let{move:i}of r.slice(0,p)){let v=e.playable.peek().find(g=>g.move===i);if(!v||!await e.make(v))return}}let l=r.map(p=>p.move);return c`<section class="bestline" aria-labelledby="bestline">
        <h2 id="bestline">${u("best line")}</h2>
        ${n.value==="draw"&&c`<p class="note">${u("no end")}</p>`}
        ${r.length>0&&c`<ol>
                ${r.map((p,i)=>c`<li key=${i}>
                        <button onClick=${()=>a(i+1)} title=${N(p)}>${p.move}</button>
                    </li>`)}
            </ol>`}
        <div class="row">
            <button onClick=${s} disabled=${!e.playable.value.length}>${u("best move")}</button>
            ${r.length>0&&c`<button onClick=${()=>ce(Kn(l))}>${u("copy line")}</button>
                    <button onClick=${()=>Ge(`${t.game}-line.json`,qe(e,l))}>${u("download")}</button>`}
        </div>
    </section>`}var Kn=e=>e.join(e.some(t=>t.includes(" "))?`
`:" ");function qe(e,t,o=e.state.value,n=["perfect","perfect"]){return{format:"retro game 1",game:e.answer.value.game,options:e.answer.value.options,position:o.position,forbidden:o.forbid,first:n[0],second:n[1],skill:5,seed:0,moves:t,result:null}}var ce=e=>navigator.clipboard?.writeText(e).catch(()=>{});function Ge(e,t){let o=document.createElement("a");o.href=URL.createObjectURL(new Blob([`${JSON.stringify(t,null,1)}
`],{type:"application/json"})),o.download=e,o.click(),setTimeout(()=>URL.revokeObjectURL(o.href),1e3)}function Jn(e,t){let o=0;for(let n of e.steps){let s=new Set(n.at);if(n.kind==="piece"){for(;s.delete(t[o]);)o++;if(s.size&&o===t.length)return{next:[...s],piece:!0};if(s.size)return null}else for(let r of n.at){if(o===t.length)return{next:[r],piece:!1};if(t[o++]!==r)return null}}return o===t.length?{next:[],piece:!1}:null}var Yn=(e,t)=>e.length===t.length&&e.every(o=>t.includes(o));function Ke(e,t){let o=e.filter(a=>a.steps.length).map(a=>({move:a,...Jn(a,t)??{next:null}})).filter(a=>a.next),[n]=o;if(t.length&&n?.piece&&o.every(a=>a.piece&&Yn(a.next,n.next)))return Ke(e,[...t,...n.next]);let s=new Map;for(let{move:a,next:l}of o)for(let p of l)s.set(p,[...s.get(p)??[],a]);let r=o.find(a=>!a.next.length)?.move??null;return{picked:t,next:s,whole:r,piece:o.some(a=>a.piece),only:o.length===1}}var Kt=60,Zn=.55,Xn={ArrowUp:[0,-1],ArrowDown:[0,1],ArrowLeft:[-1,0],ArrowRight:[1,0]};function Qn(e){let[,t,o]=e.match(/viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/s);return{box:t,drawing:o}}function es(e){let t=Ae.value?-Kt:Kt;return new Map(Object.entries({...e.points,...e.beside}).map(([o,[n,s]])=>[o,[n*t,-s*t]]))}function ts(e,t,[o,n],s=1/0){let r=l=>Math.hypot(e.get(l)[0]-o,e.get(l)[1]-n),a=[...t].sort((l,p)=>r(l)-r(p))[0];return a!==void 0&&r(a)<=s?a:null}function os(e,t,o,[n,s]){let[r,a]=e.get(o),l=i=>{let[v,g]=[e.get(i)[0]-r,e.get(i)[1]-a],f=v*n+g*s;return f>1?f+2.2*Math.abs(v*s-g*n):1/0},p=[...t].sort((i,v)=>l(i)-l(v))[0];return p!==void 0&&l(p)<1/0?p:null}function ns({at:[e,t],of:o,counted:n}){let s=xe(o.value,n),r=Gt(o),a=Math.max(24,11+8.4*r.length+(/[^\x00-\x7f]/.test(r)?6:0))/2,[l,p]=[e,t+19],i={win:c`<rect x=${l-a} y=${p-9.5} width=${2*a} height="19" rx="9.5" />`,draw:c`<rect x=${l-a} y=${p-9.5} width=${2*a} height="19" />`,loss:c`<path d="M${l-a-4} ${p}l7 -10h${2*a-6}l7 10l-7 10h${6-2*a}z" />`};return c`<g class="badge ${s}" aria-hidden="true">
        ${i[s]}<text x=${l} y=${p+5}>${r}</text>
    </g>`}var ss=(e,t)=>{let o=new Map,n=!e.turn&&t===2?[0,2,1]:[0,1,2];for(let s of e.pieces){let r=[s.player?u(`player.${n[s.player]}`):"",u(`glyph.${s.glyph}`),s.label];for(let a of s.at)o.set(a,r.filter(Boolean).join(" "))}return o};function ve({desk:e,marks:t=!1,play:o=null}){let n=C([]),s=C(null),r=C(null),a=Q(),l=e.answer.value,p=e.state.value,i=Ho(()=>Ke(e.playable.value,n.value));if(Y(()=>{e.answer.value,e.state.value,n.value=[],r.value=null}),!l||!p)return c`<div class="board waiting" aria-busy="true"></div>`;if(!l.picture)return c`<pre class="board drawn">${l.drawn}</pre>`;let{box:v,drawing:g}=Qn(l.picture),f=es(l.scene),{next:h,whole:b,piece:P}=o?i.value:{next:new Map,whole:null,piece:!1},S=o?i.value.picked:[],$=[...Object.keys(l.scene.points),...[...h.keys()].filter(k=>k in l.scene.beside)],m=Se(l),w=ss(l.scene,p.mover);function _(k){let E=Ke(e.playable.value,[...S,k]);if(h.has(k))return n.value=E.picked,E.whole&&E.only&&d(E.whole),!0;let W=Ke(e.playable.value,[k]),ie=!S.includes(k)&&(W.next.size||W.whole);return n.value=ie?W.picked:[],ie&&W.whole&&W.only&&d(W.whole),ie}function d(k){n.value=[],o(k)}let y=k=>{let E=new DOMPoint(k.clientX,k.clientY).matrixTransform(a.current.getScreenCTM().inverse());return[E.x,E.y]},x=k=>ts(f,$,y(k),Zn*Kt);function z(k){if(!o||k.button)return;let E=x(k);E&&(s.value=E,_(E)&&(r.value={from:E,to:y(k),last:E},a.current.setPointerCapture(k.pointerId)))}function ae(k){if(!r.value)return;let E=x(k);P&&E&&E!==r.value.last&&h.has(E)&&_(E),r.value={...r.value,to:y(k),last:E??r.value.last}}function F(k){if(!r.value)return;let{from:E}=r.value,W=x(k);r.value=null,!P&&W&&W!==E&&h.has(W)&&_(W)}function q(k){let E=s.value&&$.includes(s.value)?s.value:nt,W=Xn[k.key];if(!(k.altKey||k.ctrlKey||k.metaKey)){if(W)s.value=os(f,$,E,W)??E,a.current.querySelector(`[data-spot="${CSS.escape(s.value)}"]`)?.focus();else if(k.key==="Enter"||k.key===" ")b&&k.key==="Enter"?d(b):o&&_(E);else if(k.key==="Escape"&&n.value.length)n.value=[];else return;k.preventDefault(),k.stopPropagation()}}let nt=$.find(k=>h.has(k))??$[0],wn=$.includes(s.value)?s.value:nt,Tt=e.pointed.value??(S.length&&b?b:null);function kn(k){let[E,W]=f.get(k),ie=h.get(k)?.[0],no=[k,w.get(k),S.includes(k)&&u("picked"),ie&&u("can be picked")];return ie&&t&&no.push(N(ie)),c`<g
            key=${k}
            data-spot=${k}
            class="spot ${ie?"option":""} ${S.includes(k)?"chosen":""} ${S.length?"later":""}"
            role="button"
            tabindex=${k===wn?0:-1}
            aria-label=${no.filter(Boolean).join(", ")}
            aria-disabled=${o?!ie:!0}
            onFocus=${()=>s.value=k}
        >
            <circle cx=${E} cy=${W} r="26" />
        </g>`}let xn=([k,[E]])=>c`<${ns} key=${k} at=${f.get(k)} of=${E} counted=${m} />`;return c`<div class="board">
        <svg
            ref=${a}
            viewBox=${v}
            role="group"
            aria-label=${u("board")}
            class=${o?"live":""}
            onPointerDown=${z}
            onPointerMove=${ae}
            onPointerUp=${F}
            onPointerCancel=${()=>r.value=null}
            onKeyDown=${q}
        >
            <g dangerouslySetInnerHTML=${{__html:g}} aria-hidden="true" />
            ${p.drawn&&c`<g class="last" dangerouslySetInnerHTML=${{__html:p.drawn}} aria-hidden="true" />`}
            ${$.map(kn)} ${t&&!Tt&&[...h].map(xn)}
            ${Tt?.picture&&c`<g class="shown" dangerouslySetInnerHTML=${{__html:Tt.picture}} aria-hidden="true" />`}
            ${r.value&&!P&&c`<path class="drag" d="M${f.get(r.value.from).join(" ")}L${r.value.to.join(" ")}" />`}
        </svg>
        ${b&&c`<div class="settle">
                <span>${u("more may follow")}</span>
                <button class="first" onClick=${()=>d(b)}>${u("make it",{move:b.move})}</button>
                <button onClick=${()=>n.value=[]}>${u("cancel")}</button>
            </div>`}
    </div>`}function Oe({title:e,close:t,wide:o,children:n}){let s=Q();return B(()=>{s.current.showModal()},[]),c`<dialog ref=${s} onClose=${t} aria-label=${e} class=${o?"wide":""}>
        <div class="top">
            <h2>${e}</h2>
            <button aria-label=${u("close")} onClick=${()=>s.current.close()}>✕</button>
        </div>
        ${n}
    </dialog>`}var rs=e=>Object.entries(e).map(t=>t.join("="));function Qo({desk:e,game:t,close:o}){let n=C(null);B(()=>{j(e.place.value,"citation").then(p=>n.value=p,o)},[]);let[s,r,a]=[n.value,e.state.value,e.answer.value],l=s&&[[s.title,...rs(s.options)].join(", "),`position ${r.position}${r.forbid?`, ${r.forbid} forbidden`:""}: ${a.value}${a.dtm===null?"":` in ${a.dtm}`}`,`strong solution by retro ${s.version}, ${s.date.slice(0,10)}, digest of the rules ${s.digest}`,...Object.entries(s.files).map(([p,i])=>`${p} sha256 ${i}`),`reproduced by: ${s.solve}; proved record by record by: ${s.verify}`];return c`<${Oe} title=${u("cite")} close=${o} wide>
        ${l&&c`<p><b>${O(t,s.title)}</b> · ${N(a)}</p>
                <pre class="code">${l.join(`
`)}</pre>
                <p class="note">${u("cite.why")}</p>
                <div class="row"><button class="first" onClick=${()=>ce(l.join(`
`))}>${u("copy")}</button></div>`}
    <//>`}function de({desk:e,children:t}){let o=e.line.value;if(!o)return null;let n=o.states.length-1,s=(r,a,l,p)=>c`<button
        aria-label=${u(a)}
        title=${`${u(a)}${p?` (${p})`:""}`}
        disabled=${l<0||l>n||l===o.at}
        onClick=${()=>e.go(l)}
    >
        ${r}
    </button>`;return c`<nav class="controls" aria-label=${u("line of play")}>
        ${s("«","to the beginning",0,"Home")} ${s("‹","undo",o.at-1,"←")}
        <span class="ply" aria-live="polite">${o.at} / ${n}</span>
        ${s("›","redo",o.at+1,"→")} ${s("»","to the end",n,"End")}
        <button aria-label=${u("flip")} title=${`${u("flip")} (f)`} onClick=${()=>en(e)}>⇅</button>
        ${t}
    </nav>`}function en(e){Ae.value=!Ae.value,e.again()}function me(e,t,o={}){if(e.altKey||e.ctrlKey||e.metaKey||e.target.closest?.("input, textarea, select, dialog"))return;let n=t.line.peek();if(!n)return;let s={ArrowLeft:()=>t.go(n.at-1),ArrowRight:()=>t.go(n.at+1),Home:()=>t.go(0),End:()=>t.go(n.states.length-1),f:()=>en(t),...o}[e.key];!s||e.defaultPrevented||(e.preventDefault(),s())}function Le({desk:e}){let t=e.line.value;return!t||t.states.length<2?null:c`<section class="played" aria-labelledby="played">
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
    </section>`}var as={1:"blue",2:"amber"},ee=({of:e})=>c`<span class="side"><span class="disc ${as[e]}" aria-hidden="true"></span>${u(`player.${e}`)}</span>`;function ze({desk:e,shown:t,reveal:o}){let[n,s]=[e.answer.value,e.state.value];if(!n||!s)return c`<header class="headline"></header>`;let r=!n.moves.some(l=>!l.forbidden);if(s.over||r){let l={mover:s.mover,over:s.over??n};return c`<header class="headline" role="status"><${is} of=${l} counted=${Se(n)} /></header>`}let a=n.forbidden&&(n.unforbidden.value!==n.value||n.unforbidden.dtm!==n.dtm);return c`<header class="headline" role="status">
        <p class="turn"><${ee} of=${s.mover} /> ${u("to move")}${n.scene?.notes.length?` · ${n.scene.notes.join(" · ")}`:""}</p>
        ${t?c`<p class="worth">
                      <${I} of=${n} mine=${Se(n)} long />
                      ${n.scores&&c`<small>${u(`points for ${n.scores}`)}</small>`}
                  </p>`:c`<p class="worth"><button onClick=${o}>${u("show value")}</button></p>`}
        ${n.forbidden&&c`<p class="note">
                ${u("is forbidden",{move:n.forbidden})}
                ${t&&` ${a?u("forbidding costs",{value:N(n.unforbidden)}):u("forbidding costs nothing")}`}
            </p>`}
        ${t&&n.from_start!==null&&c`<p class="note">${u("from start",{n:n.from_start})}</p>`}
    </header>`}function is({of:{over:e,mover:t},counted:o}){let n=xe(e.value,o),s=n==="win"?t:3-t,r=typeof e.value=="number"&&e.value?` (${N(e)})`:"";return c`<p class="worth over">
        ${n==="draw"?u("ends in a draw"):c`<${ee} of=${s} /> ${u("wins")}`}${r}
    </p>`}function Ne({desk:e,marks:t,play:o}){let n=e.answer.value,s=e.state.value?.over;if(!n||s||!n.moves.length)return null;let r=(i,v)=>i.move.localeCompare(v.move,"en",{numeric:!0}),a=t?n.moves:[...n.moves].sort(r),l=i=>()=>e.pointed.value=i,p=i=>c`<li key=${i.move} class=${i.forbidden?"forbidden":""}>
        <button
            disabled=${i.forbidden||!o}
            onClick=${()=>o(i)}
            onPointerEnter=${l(i)}
            onPointerLeave=${l(null)}
            onFocus=${l(i)}
            onBlur=${l(null)}
        >
            <span class="text">${i.move}</span>
            ${i.forbidden&&c`<span class="note">${u("forbidden")}</span>`}
            ${t&&i.replies&&c`<span class="note" title=${u("replies that hold")}>
                    ${u("holding",{keeping:H(i.replies.holding),all:H(i.replies.legal)})}
                </span>`}
            ${t&&c`<${I} of=${i} mine=${Se(n)} />`}
        </button>
    </li>`;return c`<section class="moves" aria-labelledby="moves">
        <h2 id="moves">${u(t?"moves, best first":"moves",{n:a.length})}</h2>
        <ol>
            ${a.map(p)}
        </ol>
    </section>`}function he(e){let t=Q();t.current=e,B(()=>{let o=n=>t.current(n);return addEventListener("keydown",o),()=>removeEventListener("keydown",o)},[])}var Jt=e=>({...Wo(location.hash),line:e}),Je=T(Jt(history.state?.line??null)),D=T(Je.value);function tn(e){D.value=Jt(e),Je.value=D.value}function ne(e,t=!1){let o=Z(e);history[t||o===location.hash?"replaceState":"pushState"](null,"",o),tn(null)}var ls=({states:e,at:t})=>({at:t,states:e.map(({drawn:o,...n})=>n)});function Yt(e,t=!1){let o=e.states[e.at],n=Z({...D.peek(),...o});history[t||n===location.hash&&!o.over?"replaceState":"pushState"]({line:ls(e)},"",n),D.value=Jt(null)}var te=({game:e,set:t})=>({game:e,set:t}),Ye=(e,t)=>e?.game===t?.game&&String(e?.set)===String(t?.set);addEventListener("popstate",e=>tn(e.state?.line??null));var us="retro game 1";function cs(e){try{let t=JSON.parse(e);return t?.format===us&&Array.isArray(t.moves)?t:null}catch{return null}}var ps=e=>[/\s*\n\s*/,/\s+/].map(t=>e.split(t).map(o=>o.replace(/^\d+\.+\s*/,"")).filter(o=>o&&!/^\d+$/.test(o)));function Ze({desk:e,close:t,game:o}){let n=C(""),s=C(""),r=e.place.value;async function a(){s.value="";let p=cs(n.value);if(p){if(p.game!==o.game)return u("another game",{game:p.game});let g=Object.entries(p.options??{}).map(b=>b.join("=")),f={position:p.position,forbid:p.forbidden},h={...r,set:fs(o,g)};return Ye(h,r)||ne({...h,view:"review"}),await e.replay(h,f,p.moves)?"":e.problem.value?.message??u("no such move")}let i=e.line.value;if(await e.open(r,{position:n.value.trim()}))return"";let v=e.problem.value?.message;for(let g of ps(n.value))for(let f of i?[{},i.states[0]]:[{}])if(await e.replay(r,f,g))return"";return i&&await e.restore(r,i),v}async function l(p){p.preventDefault(),s.value=await a(),s.value||t()}return c`<${Oe} title=${u("paste")} close=${t}>
        <form onSubmit=${l}>
            <label for="pasted">${u("paste what")}</label>
            <textarea id="pasted" rows="6" autofocus spellcheck="false" onInput=${p=>n.value=p.target.value}></textarea>
            ${s.value&&c`<p class="wrong" role="alert">${s.value}</p>`}
            <div class="row"><button class="first" disabled=${!n.value.trim()}>${u("read it")}</button></div>
        </form>
    <//>`}function fs(e,t){let o=new Set(e.options.map(n=>`${n.name}=${n.default}`));return t.filter(n=>!o.has(n))}var on=60,vs=(e,t)=>{let o=[...e];for(let[n,s]of t)o[n]=s;return o.join("")};function ds(e,t){let o=Object.entries(e),[n,s]=[0,1].map(i=>Math.min(...o.map(([,v])=>v[i]))),[r,a]=[0,1].map(i=>Math.max(...o.map(([,v])=>v[i]))),l={mirror:([i,v])=>[n+r-i,v],turn:([i,v])=>[n+v-s,a-(i-n)]}[t],p=new Map;for(let[i,v]of o){let[g,f]=l(v),h=o.find(([,b])=>Math.hypot(b[0]-g,b[1]-f)<.01);if(!h)return null;p.set(i,h[0])}return p}function Zt({desk:e,close:t}){let o=e.state.value,n=C(o.position),s=C(o.mover),r=C(0),a=C(null),l=be(()=>({number:0}),[]);Y(()=>{let d=++l.number;j(e.place.value,"setup",{position:n.value,mover:s.value}).then(y=>d===l.number&&(a.value=y),y=>d===l.number&&(a.value={...a.peek(),problem:y.message}))});let p=a.value,i=p?.cells,v=d=>i[d],g=d=>n.value=vs(n.value,d),f=d=>g([[v(d),p.palette[r.value].letter]]);function h(d){let y=ds(p.points,d);y&&g([...y].map(([x,z])=>[v(z),n.value[v(x)]]))}let b=Object.fromEntries((p?.palette??[]).map(d=>[`${d.glyph} ${d.player}`,d.letter]));function P(){let d={};for(let{glyph:y,player:x,letter:z}of p.palette)d[z]=b[`${y} ${[0,2,1][x]}`]??z;g(Object.values(i).map(y=>[y,d[n.value[y]]??n.value[y]]))}function S(){P(),s.value=3-s.value}let $=()=>g(Object.values(i).map(d=>[d,b["empty 0"]]));async function m(d){d.preventDefault(),await e.open(e.place.value,{position:p.position,mover:s.value})&&t()}let w=(d,y,x)=>c`<button type="button" onClick=${y} title=${x}>${u(d)}</button>`,_=d=>s.value===2&&!p.turn?[0,2,1][d.player]:d.player;return c`<${Oe} title=${u("set up")} close=${t} wide>
        <form onSubmit=${m} class="setup">
            ${i&&c`<div class="brushes" role="radiogroup" aria-label=${u("what is put")}>
                    ${p.palette.map((d,y)=>c`<label key=${d.letter} class=${r.value===y?"chosen":""}>
                            <input type="radio" name="brush" checked=${r.value===y} onChange=${()=>r.value=y} />
                            ${d.player?c`<${ee} of=${_(d)} />`:""} ${d.glyph==="empty"?u("empty"):u(`glyph.${d.glyph}`)}
                        </label>`)}
                </div>`}
            ${p?.picture&&c`<${ms} found=${p} paint=${i&&f} />`}
            ${i&&c`<div class="row">
                    ${w("clear",$)} ${w("mirror",()=>h("mirror"))} ${w("quarter turn",()=>h("turn"))}
                    ${w("swap",P,u("swap.why"))} ${!p.turn&&w("other side",S,u("other side.why"))}
                    ${w("as it was",()=>(n.value=o.position,s.value=o.mover))}
                </div>`}
            <label for="position">${u("as text")}</label>
            <input id="position" value=${n.value} spellcheck="false" autocomplete="off" onInput=${d=>n.value=d.target.value} />
            <p class="verdict" role="status">
                ${p?.problem?c`<span class="wrong">✗ ${p.problem}</span>`:p&&c`✓ <${ee} of=${p.turn||s.value} /> ${u("to move")} <${I} of=${p} mine=${p.scores!=="first"||p.turn!==2} long />`}
            </p>
            <div class="row"><button class="first" disabled=${!p||!!p.problem}>${u("use it")}</button></div>
        </form>
    <//>`}function ms({found:e,paint:t}){let[,o,n]=e.picture.match(/viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/s),s=a=>l=>{l.key!=="Enter"&&l.key!==" "||(l.preventDefault(),t(a))},r=a=>l=>l.buttons===1&&t(a);return c`<div class="board">
        <svg viewBox=${o} role="group" aria-label=${u("board")}>
            <g dangerouslySetInnerHTML=${{__html:n}} aria-hidden="true" />
            ${t&&Object.entries(e.points).map(([a,[l,p]])=>c`<g
                        key=${a}
                        class="spot option"
                        data-spot=${a}
                        role="button"
                        tabindex="0"
                        aria-label=${a}
                        onKeyDown=${s(a)}
                        onPointerDown=${()=>t(a)}
                        onPointerEnter=${r(a)}
                    >
                        <rect x=${l*on-28} y=${-p*on-28} width="56" height="56" rx="6" />
                    </g>`)}
        </svg>
    </div>`}var _e=X("values",!0);function nn({desk:e,game:t}){let o=C(null),n=()=>_e.value=!_e.value,s=()=>e.playable.peek()[0]&&e.make(e.playable.peek()[0]);he(i=>me(i,e,{v:n,b:s,p:()=>o.value=Ze,s:()=>o.value=Zt})),Y(()=>{e.answer.value,_e.value&&e.count()});let r=i=>e.make(i);async function a(i){let v=await j(e.place.value,"random",{...i,replies:0},!1).catch(g=>(e.problem.value=g)&&null);v&&e.open(e.place.value,{position:v.position})}let l=()=>e.begin.value?e.open(e.place.value,{}):null,p=o.value;return c`
        <${ze} desk=${e} shown=${_e.value} reveal=${n} />
        <section class="table">
            <${ve} desk=${e} marks=${_e.value} play=${r} />
            <${de} desk=${e}>
                <button aria-pressed=${_e.value} title=${`${u("values")} (v)`} onClick=${n}>${u("values")}</button>
            <//>
            <${Le} desk=${e} />
        </section>
        <section class="panel">
            ${e.problem.value&&c`<p class="wrong" role="alert">${e.problem.value.message||u("no server")}</p>`}
            ${_e.value&&c`<${Xo} desk=${e} game=${t} />`}
            <${Ne} desk=${e} marks=${_e.value} play=${r} />
            <section aria-labelledby="another">
                <h2 id="another">${u("another position")}</h2>
                <div class="row">
                    <button onClick=${l}>${u("the start")}</button>
                    <button onClick=${()=>o.value=Zt} title="(s)">${u("set up")}</button>
                    <button onClick=${()=>o.value=Ze} title="(p)">${u("paste")}</button>
                    ${["win","draw","loss"].map(i=>c`<button onClick=${()=>a({value:i})}>${u(`random.${i}`)}</button>`)}
                </div>
            </section>
            <section aria-labelledby="share">
                <h2 id="share">${u("share")}</h2>
                <p class="code" id="this-position">${e.state.value?.position}</p>
                <div class="row">
                    <button onClick=${()=>ce(location.href)}>${u("copy link")}</button>
                    <button onClick=${()=>ce(e.state.value.position)}>${u("copy position")}</button>
                    ${e.moves.value.length>0&&c`<button onClick=${()=>Ge(`${t.game}.json`,qe(e,e.moves.value,e.begin.value,["human","human"]))}>
                            ${u("download game")}
                        </button>`}
                    <button onClick=${()=>o.value=Qo}>${u("cite")}</button>
                </div>
            </section>
        </section>
        ${p&&c`<${p} desk=${e} game=${t} close=${()=>o.value=null} />`}
    `}var sn=(e,t)=>Object.entries(t).filter(([o,n])=>e.options.find(s=>s.name===o)?.default!==n),xt=(e,t)=>sn(e,t).map(o=>o.join("=")),$e=(e,t)=>({game:e.game,set:xt(e,t.options)}),Xe=(e,t)=>sn(e,t.options).map(([o,n])=>`${O(e,o)} ${O(e,String(n))}`).join(" · ")||u("the whole game");function rn({games:e}){return c`<main class="home" id="main">
        <p class="lead">${u("lead")}</p>
        <div class="cards">
            ${e.map(t=>c`<${hs} key=${t.game} game=${t} />`)}
        </div>
    </main>`}function hs({game:e}){let t=C(null),o=e.solved.find(s=>s.start)??e.solved[0];if(B(()=>{if(!o)return;(o.start?j($e(e,o),"position",{picture:1,replies:0}):j($e(e,o),"random",{picture:1,replies:0,seed:4})).then(r=>t.value=r.picture,()=>{})},[]),e.problem)return c`<article class="card"><h2>${e.game}</h2><p class="wrong">${e.problem}</p></article>`;let n=Z(o?$e(e,o):{game:e.game});return c`<article class="card">
        <a class="picture" href=${n} tabindex="-1" aria-hidden="true">
            ${t.value?c`<div dangerouslySetInnerHTML=${{__html:t.value}} />`:c`<div class="blank">${O(e,e.title)[0]}</div>`}
        </a>
        <h2><a href=${n}>${O(e,e.title)}</a></h2>
        ${e.solved.length?c`<ul>
                      ${e.solved.map(s=>c`<li>
                              <a href=${Z($e(e,s))}>${Xe(e,s)}</a>
                              <small>${u("positions.n",{n:s.positions,count:H(s.positions)})}</small>
                              ${s.start&&c`<${I} of=${s.start} />`}
                          </li>`)}
                  </ul>`:c`<p class="note">${u("not solved yet")}</p>`}
    </article>`}var _s=["perfect","trap","fallible","random"],Qe=X("opponent","fallible"),Ct=X("skill",3),Ce=T(null),oe=T(null),Mt=T(!1),St=T(null),et=T("");function an({desk:e,game:t}){he(i=>me(i,e,{v:()=>St.value=e.state.value}));let o=Ce.value?.place===e.place.value?Ce.value:null,n=e.line.value&&e.line.value.at===e.line.value.states.length-1,s=o&&e.state.value?.mover===o.side&&!oe.value&&!e.state.value?.over;Y(()=>{let[i,v]=[e.line.value,Ce.value];if(!v||v.place!==e.place.value||!i||i.at<i.states.length-1||oe.value||Mt.value||e.busy.value)return;let g=i.states[i.at];(g.over||g.mover!==v.side)&&gs(e,v)});let r=async(i,v)=>{let g=v??{};fe(()=>{oe.value=null,Ce.value=null,St.value=null,et.value=""}),await e.open(e.place.value,g)&&(Ce.value={place:e.place.value,side:i})},a=i=>s&&n?e.make(i):null,l=()=>{let{states:i}=e.line.value,v=i.findLastIndex((f,h)=>h<i.length-1&&f.mover===o.side&&!f.over);if(v<0)return;oe.value=null;let g={states:i.slice(0,v+1),at:v};e.restore(e.place.value,g)},p=St.value===e.state.value;return c`
        ${o&&c`<${ze} desk=${e} shown=${p} reveal=${()=>St.value=e.state.value} />`}
        <section class="table">
            <${ve} desk=${e} marks=${p} play=${s&&n?a:null} />
            <${de} desk=${e}>
                ${o&&c`<button onClick=${l} disabled=${e.moves.value.length<1}>${u("take back")}</button>`}
            <//>
            <${Le} desk=${e} />
        </section>
        <section class="panel">
            ${o&&c`<${ys} session=${o} mine=${s} last=${n} />`}
            ${(et.value||e.problem.value)&&c`<p class="wrong" role="alert">${et.value||e.problem.value.message}</p>`}
            ${o&&(oe.value||e.moves.value.length>0)&&c`<div class="row">
                    <button class=${oe.value?"first":""} onClick=${()=>bs(e)}>${u("review game")}</button>
                    ${!oe.value&&c`<button onClick=${()=>oe.value={resigned:!0}}>${u("resign")}</button>`}
                </div>`}
            <form class="opponent" onSubmit=${i=>i.preventDefault()}>
                <h2>${o?u("new game"):u("play against")}</h2>
                <div class="choices" role="radiogroup" aria-label=${u("play against")}>
                    ${_s.map(i=>c`<label key=${i} class=${Qe.value===i?"chosen":""}>
                            <input type="radio" name="opponent" checked=${Qe.value===i} onChange=${()=>Qe.value=i} />
                            <b>${u(`player ${i}`)}</b><small>${u(`player ${i}.why`)}</small>
                        </label>`)}
                </div>
                ${Qe.value==="fallible"&&c`<label for="skill">${u("strength")} <output>${Ct.value}</output></label>
                        <input
                            id="skill"
                            type="range"
                            min="0"
                            max="10"
                            step="0.5"
                            value=${Ct.value}
                            onInput=${i=>Ct.value=Number(i.target.value)}
                        />`}
                <div class="row">
                    <button class="first" onClick=${()=>r(1)}>${u("play as")} <${ee} of=${1} /></button>
                    <button class="first" onClick=${()=>r(2)}>${u("play as")} <${ee} of=${2} /></button>
                    ${e.state.value&&!e.state.value.over&&c`<button onClick=${()=>r(e.state.value.mover,e.state.value)}>${u("from here")}</button>`}
                </div>
            </form>
            ${s&&n&&c`<${Ne} desk=${e} marks=${p} play=${a} />`}
        </section>
    `}var $s=e=>{let[t,...o]=e.line.value.states;return{position:t.position,forbid:t.forbid,moves:o.map(n=>n.move)}};async function gs(e,t){Mt.value=!0;let o=e.line.value;try{let n=await bt(e.place.value,"reply",{...$s(e),player:Qe.value,skill:Ct.value});if(Ce.value!==t||e.line.value!==o)return;et.value="";let s=e.playable.value.find(r=>r.move===n.move);n.ending&&(oe.value=n.ending),s&&await e.make(s)}catch(n){et.value=n.message||u("no server")}finally{Mt.value=!1}}function ys({session:e,mine:t,last:o}){if(oe.value){let{kind:n,resigned:s}=oe.value;return c`<p class="status" role="status">${s?u("resigned"):u(`ended.${n}`)}</p>`}return Mt.value?c`<p class="status" role="status"><span class="dots" aria-hidden="true"></span>${u("thinking")}</p>`:o?c`<p class="status" role="status">${t?u("your turn"):""} <small>${u("you are")} <${ee} of=${e.side} /></small></p>`:c`<p class="status" role="status">${u("looking back")}</p>`}function bs(e){Ce.value=null,oe.value=null;let{position:t,forbid:o,mover:n}=e.state.value;ne({...te(e.place.value),view:"review",position:t,forbid:o,mover:n})}var ws=[3,5,7,9,13,21],ks=3,xs=450,Et=X("theme of puzzles","win"),Xt=X("length of puzzles",7),tt=X("failed puzzles",[]),se=X("tally",{solved:0,failed:0,seen:0}),L=wt(),ln=({position:e,forbidden:t})=>({position:e,forbid:t,mover:1}),un=()=>Number(new Date().toLocaleDateString("sv").replaceAll("-","")),Ss=()=>new Promise(e=>setTimeout(e,xs));function vn({desk:e,game:t}){let o=e.place.value,n=C(null),s=Q(0),r=C("asking"),a=C("");he(_=>me(_,L));let l=e.answer.value?.scores??"",p=_=>_.game===o.game&&String(_.set)===String(o.set);async function i(_,d=null){let y=++s.current;r.value="asking",a.value="";try{let x={theme:l?"points":Et.value==="points"?"win":Et.value,length:Xt.value,..._},z=d??await j(o,"puzzle",x,!!_?.seed);if(!(y===s.current&&await L.open(o,ln(z),!0))||y!==s.current)return;n.value={...z,clean:!0},r.value="solving"}catch(x){if(y!==s.current)return;a.value=x.message,r.value="none"}}function v(){se.value={...se.value,seen:se.value.seen+1};let _=tt.value.find(d=>p(d)&&d.due<=se.value.seen);_?i({},_.puzzle):i({})}B(()=>{let _=tt.value.find(d=>p(d)&&d.due<=se.value.seen);i({seed:un()},_?.puzzle)},[o.game,String(o.set),l]);function g(_){let{position:d}=n.value,y=tt.value.filter(z=>!(p(z)&&z.puzzle.position===d)),x={...te(o),puzzle:n.value,due:se.value.seen+ks};if(tt.value=_?y:[...y,x].slice(-50),n.value.clean||_){let z=_?"solved":"failed";se.value={...se.value,[z]:se.value[z]+1}}n.value={...n.value,clean:n.value.clean&&_}}let f=()=>n.value.value,h=_=>typeof f()=="number"?_.value===f():xe(_.value)===f();async function b(_){let d=L.moves.value.length+1,y=h(_);if(await L.make(_,!0),(L.state.value.over||d>=n.value.plies)&&y){g(n.value.clean),r.value="solved";return}y||g(!1),r.value=y?"defending":"refuting",await Ss();let[x]=L.playable.value;x&&await L.make(x,!0),y?r.value=L.state.value.over||!L.playable.value.length?"solved":"solving":(r.value="failed",a.value=x?u("refuted",{move:_.move,reply:x.move,value:N(x)}):u("that fails")),r.value==="solved"&&g(n.value.clean)}async function P(){a.value="",await L.go(Math.max(0,L.line.value.at-(L.moves.value.length%2?1:2)));let{states:_,at:d}=L.line.value;await L.restore(o,{states:_.slice(0,d+1),at:d}),r.value="solving"}async function S(){r.value==="solving"&&g(!1),r.value="shown",await L.replay(o,ln(n.value),n.value.line),await L.go(0,!0)}let $=r.value==="solving",m=n.value,w=["solved","shown"].includes(r.value);return c`
        <header class="headline" role="status">
            ${r.value==="asking"&&c`<p class="turn"><span class="dots" aria-hidden="true"></span>${u("composing")}</p>`}
            ${m&&r.value!=="none"&&r.value!=="asking"&&c`<p class="turn"><${ee} of=${L.begin.value.mover} /> ${u("to move")}</p>
                    <p class="stipulation">${Cs(m)}</p>
                    ${m.forbidden&&c`<p class="note">${u("is forbidden",{move:m.forbidden})}</p>`}`}
        </header>
        <section class="table">
            ${r.value==="none"?c`<div class="board waiting"></div>`:c`<${ve} desk=${L} marks=${w} play=${$?b:null} />`}
            ${r.value!=="none"&&c`<${de} desk=${L} />`}
            <${Le} desk=${L} />
        </section>
        <section class="panel">
            ${r.value==="solved"&&c`<p class="right" role="alert">✓ ${m.clean?u("solved"):u("solved at last")}</p>`}
            ${r.value==="failed"&&c`<p class="wrong" role="alert">✗ ${a.value}</p>`}
            ${r.value==="none"&&c`<p class="wrong" role="alert">${u("no puzzle")} <small>${a.value}</small></p>`}
            <div class="row">
                ${r.value==="failed"&&c`<button class="first" onClick=${P}>${u("try again")}</button>`}
                <button class=${w||r.value==="none"?"first":""} disabled=${r.value==="asking"} onClick=${v}>${u("next puzzle")}</button>
                ${($||r.value==="failed")&&c`<button onClick=${S}>${u("show solution")}</button>`}
                <button onClick=${()=>i({seed:un()})}>${u("today's")}</button>
            </div>
            ${w&&c`<${Ms} puzzle=${m} place=${o} />`}
            ${$&&L.answer.value&&!L.answer.value.picture&&c`<${Ne} desk=${L} marks=${!1} play=${b} />`}
            <form class="opponent" onSubmit=${_=>_.preventDefault()}>
                <h2>${u("what puzzles")}</h2>
                <div class="row">
                    ${!l&&c`<label>${u("theme")}
                            <select value=${Et.value} onChange=${_=>Et.value=_.target.value}>
                                ${["win","draw"].map(_=>c`<option value=${_}>${u(`theme.${_}`)}</option>`)}
                            </select>
                        </label>`}
                    <label>${u("at most")}
                        <select value=${Xt.value} onChange=${_=>Xt.value=Number(_.target.value)}>
                            ${ws.map(_=>c`<option value=${_}>${u("plies",{n:_})}</option>`)}
                        </select>
                    </label>
                </div>
                <p class="note">
                    ${u("tally",se.value)} ${u("to come back",{n:tt.value.filter(p).length})}
                </p>
            </form>
        </section>
    `}function Cs({value:e,dtm:t,theme:o}){return o==="points"?u("stipulation.points",{value:N({value:e,dtm:t})}):u(`stipulation.${e}`,{n:t})}function Ms({puzzle:e,place:t}){let o=()=>ne({...te(t),view:"explore",position:e.position,forbid:e.forbidden});return c`<section aria-labelledby="solution">
        <h2 id="solution">${u("solution")}</h2>
        <p class="line"><b>${e.line[0]}</b> ${e.line.slice(1).join(" ")}</p>
        <${dn} list=${e.solution} />
        ${e.tries.length>0&&c`<h3>${u("tries")}</h3>
                <ul class="tries">
                    ${e.tries.slice(0,8).map(n=>c`<li>${u("try",{move:n.move,reply:n.refutation})}</li>`)}
                </ul>`}
        <div class="row"><button onClick=${o}>${u("explore it")}</button></div>
    </section>`}var cn=3,pn=12,fn=e=>e.slice(0,cn).join(", ")+(e.length>cn?" …":"");function dn({list:e}){if(!e.length)return null;let t=e.filter(o=>o.value!==null&&o.dtm!==1);return c`<ul class="variations">
        ${t.slice(0,pn).map(o=>c`<li>
                ${fn(o.defences)}${o.answers.length?c`: <b>${fn(o.answers)}</b>`:""}
                ${" "}<${I} of=${o} />
                <${dn} list=${o.then} />
            </li>`)}
        ${t.length>pn&&c`<li>…</li>`}
        ${t.length<e.length&&c`<li>${u(t.length?"anything else":"anything")}</li>`}
    </ul>`}var[ot,re,Qt]=[600,150,12],Es=14;function Ts({value:e,dtm:t},o,n){return typeof e=="number"?o*e/Math.max(1,n):e==="draw"?0:o*(e==="win"?1:-1)*(.3+.7*2**(-t/Es))}function mn({desk:e,found:t}){let{states:o,at:n}=e.line.value,s=e.answer.value?.scores==="first",r=[t.moves[0].before,...t.moves.map(f=>f.after)],a=r.map(f=>f.value).filter(f=>typeof f=="number"),l=Math.max(1,...a.map(Math.abs)),p=f=>s||o[Math.max(0,f-1)].mover===1?1:-1,i=r.map((f,h)=>[Qt+(ot-2*Qt)*h/Math.max(1,r.length-1),re/2-Ts(f,p(h),l)*(re/2-Qt)]),v=i.map(([f,h],b)=>`${b?"L":"M"}${f.toFixed(1)} ${h.toFixed(1)}`).join(""),[g]=i.slice(-1);return c`<figure class="graph">
        <figcaption>${u("graph")}</figcaption>
        <svg viewBox="0 0 ${ot} ${re}" role="group" aria-label=${u("graph")}>
            <rect class="above" width=${ot} height=${re/2} />
            <rect class="below" y=${re/2} width=${ot} height=${re/2} />
            <path class="area" d="${v}L${g[0]} ${re/2}L${i[0][0]} ${re/2}Z" />
            <line x1="0" x2=${ot} y1=${re/2} y2=${re/2} />
            <path class="curve" d=${v} />
            ${i.map(([f,h],b)=>c`<circle
                    key=${b}
                    cx=${f}
                    cy=${h}
                    r=${b===n?6:t.moves[b-1]?.blunder?5:3}
                    class="${b===n?"here":""} ${t.moves[b-1]?.blunder?"blunder":""}"
                    onClick=${()=>e.go(b)}
                >
                    <title>${b?`${b}. ${t.moves[b-1].move}: ${N(r[b])}`:N(r[0])}</title>
                </circle>`)}
        </svg>
    </figure>`}function hn({desk:e,game:t}){let o=C(null),n=C(!1);he(p=>me(p,e));let s=e.moves.value,r=JSON.stringify([e.begin.value,s]);Y(()=>{let[p,i,v]=[e.begin.value,e.moves.value,e.place.value];if(!p||!i.length){o.value=null;return}let g=JSON.stringify([p,i]);o.peek()?.asked!==g&&bt(v,"review",{position:p.position,forbid:p.forbid,moves:i}).then(f=>o.value={...f,asked:g},f=>e.problem.value=f)});let a=o.value?.asked===r?o.value:null,l=()=>Ge(`${t.game}.json`,qe(e,s,e.begin.value,["human","human"]));return c`
        <${ze} desk=${e} shown />
        <section class="table">
            <${ve} desk=${e} marks play=${p=>e.make(p)} />
            <${de} desk=${e} />
            ${a&&c`<${mn} desk=${e} found=${a} />`}
        </section>
        <section class="panel">
            ${e.problem.value&&c`<p class="wrong" role="alert">${e.problem.value.message}</p>`}
            ${s.length?a&&c`<${js} desk=${e} found=${a} />`:c`<p>${u("nothing to review")}</p>`}
            <div class="row">
                ${s.length>0&&c`<button onClick=${l}>${u("download game")}</button>`}
                <button onClick=${()=>n.value=!0}>${u("paste")}</button>
            </div>
        </section>
        ${n.value&&c`<${Ze} desk=${e} game=${t} close=${()=>n.value=!1} />`}
    `}var Ps=(e,t)=>e.answer.value?.scores!=="first"||t===1;function As(e){return e.points?u("points lost",{n:e.points}):e.blunder?u(`lost ${e.before.value}`):e.plies?u("plies lost",{n:e.plies}):""}function js({desk:e,found:t}){let{states:o,at:n}=e.line.value,s=Q();B(()=>{s.current.querySelector("[aria-current]")?.scrollIntoView({block:"nearest"})},[n]);let r=[1,2].map(l=>t.moves.filter((p,i)=>p.blunder&&o[i].mover===l).length),a=(l,p)=>{let i=o[p].mover;return c`<tr key=${p} class=${l.blunder?"blunder":""} aria-current=${p+1===n?"step":void 0}>
            <td>${p+1}</td>
            <td>
                <button onClick=${()=>e.go(p+1)}>
                    <span class="disc ${i===1?"blue":"amber"}" aria-label=${u(`player.${i}`)} role="img"></span>
                    ${l.move}${l.blunder?c` <b title=${u("blunder")}>??</b>`:""}
                </button>
            </td>
            <td><${I} of=${l.after} mine=${Ps(e,i)} /></td>
            <td title=${u("kept.why")}>${H(l.keeping)}/${H(l.legal)}</td>
            <td>
                ${As(l)}
                ${l.best!==l.move&&(l.blunder||l.plies>0)&&c`<button class="better" title=${N(l.before)} onClick=${()=>e.go(p)}>${u("better",{move:l.best})}</button>`}
            </td>
        </tr>`};return c`<section aria-labelledby="review">
        <h2 id="review">${u("what moves gave away")}</h2>
        <p>
            ${[1,2].map(l=>c`<span class="tally"><${ee} of=${l} /> ${u("blunders",{n:r[l-1]})}</span>`)}
        </p>
        <div class="scroll" tabindex="0" role="region" aria-labelledby="review">
            <table>
                <thead>
                    <tr>
                        ${["ply","move","made it","kept","gave away"].map(l=>c`<th scope="col">${u(`column.${l}`)}</th>`)}
                    </tr>
                </thead>
                <tbody ref=${s}>
                    ${t.moves.map(a)}
                </tbody>
            </table>
        </div>
    </section>`}var Os=2e7;function _n({desk:e,game:t}){let o=e.place.value,n=C(null),s=C(null),r=C(""),a=()=>{s.value="asked",j(o,"longest").then(i=>s.value=i.parts,i=>{s.value=null,r.value=i.message})};B(()=>{n.value=s.value=null,r.value="",j(o,"statistics").then(i=>{n.value=i,i.positions<Os&&a()},i=>r.value=i.message)},[o.game,String(o.set)]);let l=n.value;if(!l)return c`<section class="wide">${r.value&&c`<p class="wrong" role="alert">${r.value}</p>`}</section>`;let p=[["positions",H(l.positions)],["states",H(l.states)],["value of start",l.start&&N(l.start)],["longest",l.longest_dtm!==null&&u("plies",{n:l.longest_dtm})],["won at once",l.checkmates>0&&H(l.checkmates)],["forbidding",l.forbidding>0&&H(l.forbidding)]];return c`<section class="wide statistics">
        <h2>${O(t,t.title)}${o.set.length?` · ${o.set.join(", ")}`:""}</h2>
        <dl class="facts">
            ${p.filter(([,i])=>i).map(([i,v])=>c`<div><dt>${u(i)}</dt><dd>${v}</dd></div>`)}
        </dl>
        <${Ls} values=${l.values} />
        <${zs} rows=${l.histogram} place=${o} />
        <h2>${u(l.start&&typeof l.start.value=="number"?"extreme scores":"longest wins")}</h2>
        <p class="note">${u("longest.why")}</p>
        ${r.value&&c`<p class="wrong" role="alert">${r.value}</p>`}
        ${s.value===null&&c`<div class="row"><button onClick=${a}>${u("count longest")}</button></div>`}
        ${s.value==="asked"&&c`<p><span class="dots" aria-hidden="true"></span>${u("counting")}</p>`}
        ${Array.isArray(s.value)&&c`<${Ns} parts=${s.value} place=${o} game=${t} />`}
        <h2>${u("how counted")}</h2>
        <ul class="notes">
            ${l.notes.map(i=>c`<li>${O(t,i)}</li>`)}
        </ul>
    </section>`}function Ls({values:e}){let t=Object.values(e).reduce((o,n)=>o+n,0)||1;return c`<div class="shares">
        ${["win","draw","loss"].map(o=>c`<div class=${o} style=${{flexGrow:Math.max(e[o]/t,.002)}}>
                <${I} of=${{value:o,dtm:null}} />
                <span>${H(e[o])}</span> <small>${(100*e[o]/t).toFixed(1)} %</small>
            </div>`)}
    </div>`}function zs({rows:e,place:t}){let o=e.some($=>typeof $.value=="number"),n=$=>o?$.value:$.dtm,s=e.filter($=>n($)!==null&&$.states>0);if(!s.length)return null;let[r,a]=[Math.min(...s.map(n)),Math.max(...s.map(n))],l=Math.max(...s.map($=>$.states)),[p,i,v]=[720,220,24],g=p/(a-r+1),f=$=>(i-20)*(Math.log1p($)/Math.log1p(l)),h=$=>o?$.value>0?"win":$.value<0?"loss":"draw":$.value,b=[...s].sort(($,m)=>m.states-$.states),P=$=>o?{}:{onClick:async()=>{let m=await j(t,"random",{value:$.value,min_dtm:$.dtm,max_dtm:$.dtm,replies:0},!1).catch(()=>null);m&&ne({...te(t),view:"explore",position:m.position})}},S=[...new Set([r,...Array.from({length:5},($,m)=>Math.round(r+(a-r)*(m+1)/5))])];return c`<figure class="histogram">
        <figcaption>${u(o?"states by points":"states by plies")} <small>${u(o?"logarithms":"logarithms, bars open")}</small>
            ${["win","loss"].map($=>c` <${I} of=${{value:$,dtm:null}} />`)}
        </figcaption>
        <svg viewBox="0 0 ${p} ${i+v}" role="img" aria-label=${u(o?"states by points":"states by plies")}>
            ${b.map($=>c`<rect
                    class="bar ${h($)} ${o?"":"live"}"
                    x=${(n($)-r)*g+g*.08}
                    width=${Math.max(.8,g*.84)}
                    y=${i-f($.states)}
                    height=${f($.states)}
                    ...${P($)}
                >
                    <title>${N($)}: ${H($.states)}</title>
                </rect>`)}
            <line x1="0" x2=${p} y1=${i} y2=${i} />
            ${S.map($=>c`<text x=${($-r+.5)*g} y=${i+17}>${$}</text>`)}
        </svg>
        <details>
            <summary>${u("as table")}</summary>
            <div class="scroll" tabindex="0" role="region" aria-label=${u("as table")}>
                <table>
                    <tbody>
                        ${e.map($=>c`<tr><td><${I} of=${$} long /></td><td>${H($.states)}</td></tr>`)}
                    </tbody>
                </table>
            </div>
        </details>
    </figure>`}function Ns({parts:e,place:t,game:o}){let n=s=>c`<td>
        ${s[0]&&c`<${I} of=${s[0]} />`}
        ${s.map((r,a)=>c`<a href=${Us(t,r)} class="sample" aria-label=${`${a+1}: ${r.position}`}>${a+1}</a>`)}
    </td>`;return c`<div class="scroll" tabindex="0" role="region" aria-label=${u("longest wins")}>
        <table class="longest">
            <thead>
                <tr><th scope="col">${u("part")}</th><th scope="col">${u("win")}</th><th scope="col">${u("loss")}</th></tr>
            </thead>
            <tbody>
                ${e.filter(s=>s.win.length||s.loss.length).map(s=>c`<tr><th scope="row">${s.name?O(o,s.shown===s.name?s.name:`${s.shown} (${s.name})`):u("all")}</th>${n(s.win)}${n(s.loss)}</tr>`)}
            </tbody>
        </table>
    </div>`}var Us=(e,{position:t})=>Z({...te(e),view:"explore",position:t});var eo=matchMedia("(prefers-color-scheme: dark)"),$n=T(eo.matches);eo.addEventListener("change",()=>$n.value=eo.matches);var gn=X("theme",""),Ue=K(()=>gn.value||($n.value?"dark":"light")),yn=()=>gn.value=Ue.value==="dark"?"light":"dark";J(()=>{document.documentElement.dataset.theme=Ue.value});function bn({game:e,line:t,again:o}){let n=t.replace(/^[^:]*: /,"");return c`<section class="wide unsolved">
        <h2>${u("unsolved",{game:O(e,e.title)})}</h2>
        <p>${u("unsolved.how")}</p>
        <div class="row"><code class="code">${n}</code> <button onClick=${()=>ce(n)}>${u("copy")}</button></div>
        <p class="note">${u("unsolved.dry")} <code>${n} --dry-run</code></p>
        <div class="row"><button class="first" onClick=${o}>${u("look again")}</button></div>
        ${e.small&&c`<p>${u("unsolved.small")}</p>
                <div class="row"><code class="code">${e.small}</code> <button onClick=${()=>ce(e.small)}>${u("copy")}</button></div>`}
        ${e.solved.length>0&&c`<h2>${u("variants solved")}</h2>
                <ul>
                    ${e.solved.map(s=>c`<li>
                            <a href=${Z($e(e,s))}>${Xe(e,s)}</a>${" "}
                            <small>${u("positions.n",{n:s.positions,count:H(s.positions)})}</small>
                        </li>`)}
                </ul>`}
    </section>`}var Ds={explore:nn,play:an,review:hn,puzzles:vn,statistics:_n},De=T(null),to=T(!1),V=wt(Yt);async function oo(){try{De.value=(await Vt()).games,to.value=!1}catch{to.value=!0}}var Rs=async e=>(De.value??(await Vt()).games).find(t=>t.game===e),Hs=(e,{set:t})=>e?.solved.some(o=>!o.start&&String(xt(e,o.options))===String(t));async function Is({line:e,...t}){let[o,n]=[V.state.peek(),te(t)],s=Ye(n,V.place.peek());if(e&&await V.restore(s?V.place.peek():n,e)||s&&o&&(!t.position||t.position===o.position&&t.forbid===o.forbid)&&(t.position||t.view!=="explore"))return;let r=await Rs(t.game),a=t.position||!Hs(r,t)?t:await j(n,"random",{replies:0}),l=await V.open(s?V.place.peek():n,a,!0);if(!l)return;let p=xt(r,l.options);String(p)!==String(t.set)&&(V.place.value={game:t.game,set:p},D.value={...D.value,set:p}),Yt(V.line.value,!0)}function Ws(){Y(()=>{Je.value.game&&Is(Je.value)});let e=D.value.game&&De.value?.find(t=>t.game===D.value.game);return document.title=e?`${O(e,e.title)} · ${u(D.value.view)} · retro`:"retro",c`
        <a class="skip" href="#main" onClick=${Bs}>${u("skip")}</a>
        <${Fs} game=${e} />
        ${to.value&&c`<p class="wrong wide" role="alert">${u("no server")} <button onClick=${oo}>${u("look again")}</button></p>`}
        ${De.value&&!D.value.game&&c`<${rn} games=${De.value} />`}
        ${De.value&&D.value.game&&!e&&c`<main id="main" class="wide"><p class="wrong">${u("no game",{game:D.value.game})}</p></main>`}
        ${e&&c`<${qs} game=${e} />`}
    `}function Bs(e){e.preventDefault(),document.querySelector("main button, main a, main [tabindex='0']")?.focus()}function Fs({game:e}){return c`<header class="top">
        <a class="logo" href="#/"><img src="page/icon.svg" alt="" width="26" height="26" />retro</a>
        ${e&&c`<${Vs} game=${e} />`}
        <span class="fill"></span>
        <label class="language">
            <span class="hidden">${u("language")}</span>
            <select value=${je.value} onChange=${t=>kt.value=t.target.value}>
                ${Object.entries(Ve).map(([t,o])=>c`<option value=${t} lang=${t}>${o["this language"]}</option>`)}
            </select>
        </label>
        <button aria-label=${u(Ue.value==="dark"?"light":"dark")} title=${u(Ue.value==="dark"?"light":"dark")} onClick=${yn}>
            ${Ue.value==="dark"?"☀":"☾"}
        </button>
    </header>`}function Vs({game:e}){let t=Z(te(D.value)),o=e.solved.map(n=>[Z($e(e,n)),Xe(e,n)]);return o.some(([n])=>n===t)||o.push([t,D.value.set.join(" · ")||u("the whole game")]),c`<h1>${O(e,e.title)}</h1>
        ${o.length>1&&c`<label class="variant">
                <span class="hidden">${u("variant")}</span>
                <select value=${t} onChange=${n=>location.hash=n.target.value}>
                    ${o.map(([n,s])=>c`<option value=${n}>${s}</option>`)}
                </select>
            </label>`}`}function qs({game:e}){let{view:t}=D.value,o=V.state.value,n=Ye(te(D.value),V.place.value),s=V.problem.value,r=i=>c`<a
        href=${Z({...D.value,...n&&o,view:i})}
        aria-current=${i===t?"page":void 0}
    >
        ${u(i)}
    </a>`,a=Ds[t],l=()=>oo().then(()=>ne({...D.value},!0)),p=s&&!n;return c`
        <nav class="tabs" aria-label=${u("views")}>${Ft.map(r)}</nav>
        <${Gs} game=${e} />
        <main id="main" class="view ${t}">
            ${s?.status===409?c`<${bn} game=${e} line=${s.message} again=${l} />`:p?c`<section class="wide"><p class="wrong" role="alert">${s.message||u("no server")}</p><button onClick=${()=>ne(te(D.value))}>${u("the start")}</button></section>`:n&&V.place.value&&c`<${a} desk=${V} game=${e} />`}
        </main>
    `}function Gs({game:e}){let t=V.answer.value?.game===e.game?V.answer.value.options:null;if(!t||!e.options.length)return null;let n=Object.entries(t).map(s=>s.join("=")).filter(s=>O(e,s)!==s);return c`<details class="rules">
        <summary>${u("rules")}: ${Object.entries(t).map(([s,r])=>`${O(e,s)} ${O(e,String(r))}`).join(" · ")}</summary>
        <dl>
            ${e.options.map(s=>c`<div><dt>${O(e,s.name)} ${O(e,String(t[s.name]))}</dt><dd>${O(e,s.help)}</dd></div>`)}
        </dl>
        ${n.map(s=>c`<p>${O(e,s)}</p>`)}
    </details>`}oo();yo(c`<${Ws} />`,document.getElementById("page"));
