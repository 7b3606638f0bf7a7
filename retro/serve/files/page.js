var yt,A,So,Kt,_e,yo,Co,Mo,Gt,ht,Je,To,Yt,Vt,qt,Yn,_t={},gt=[],Jn=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,wt=Array.isArray;function me(e,t){for(var o in t)e[o]=t[o];return e}function Jt(e){e&&e.parentNode&&e.parentNode.removeChild(e)}function Ze(e,t,o){var n,r,a,s={};for(a in t)a=="key"?n=t[a]:a=="ref"?r=t[a]:s[a]=t[a];if(arguments.length>2&&(s.children=arguments.length>3?yt.call(arguments,2):o),typeof e=="function"&&e.defaultProps!=null)for(a in e.defaultProps)s[a]===void 0&&(s[a]=e.defaultProps[a]);return $t(e,s,n,r,null)}function $t(e,t,o,n,r){var a={type:e,props:t,key:o,ref:n,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:r??++So,__i:-1,__u:0};return r==null&&A.vnode!=null&&A.vnode(a),a}function Me(e){return e.children}function Ue(e,t){this.props=e,this.context=t}function Ce(e,t){if(t==null)return e.__?Ce(e.__,e.__i+1):null;for(var o;t<e.__k.length;t++)if((o=e.__k[t])!=null&&o.__e!=null)return o.__e;return typeof e.type=="function"?Ce(e):null}function Zn(e){if(e.__P&&e.__d){var t=e.__v,o=t.__e,n=[],r=[],a=me({},t);a.__v=t.__v+1,A.vnode&&A.vnode(a),Zt(e.__P,a,t,e.__n,e.__P.namespaceURI,32&t.__u?[o]:null,n,o??Ce(t),!!(32&t.__u),r),a.__v=t.__v,a.__.__k[a.__i]=a,jo(n,a,r),t.__e=t.__=null,a.__e!=o&&Eo(a)}}function Eo(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(function(t){if(t!=null&&t.__e!=null)return e.__e=e.__c.base=t.__e}),Eo(e)}function wo(e){(!e.__d&&(e.__d=!0)&&_e.push(e)&&!bt.__r++||yo!=A.debounceRendering)&&((yo=A.debounceRendering)||Co)(bt)}function bt(){try{for(var e,t=1;_e.length;)_e.length>t&&_e.sort(Mo),e=_e.shift(),t=_e.length,Zn(e)}finally{_e.length=bt.__r=0}}function Po(e,t,o,n,r,a,s,u,p,l,v){var d,f,h,y,k,S,C=n&&n.__k||gt,x=t.length;for(p=Xn(o,t,C,p,x),d=0;d<x;d++)(h=o.__k[d])!=null&&(f=h.__i!=-1&&C[h.__i]||_t,h.__i=d,S=Zt(e,h,f,r,a,s,u,p,l,v),y=h.__e,h.ref&&f.ref!=h.ref&&(f.ref&&Xt(f.ref,null,h),v.push(h.ref,h.__c||y,h)),k==null&&y!=null&&(k=y),4&h.__u?(p=Ao(h,p,e),f.__e&&(f.__e=null)):typeof h.type=="function"&&S!==void 0?p=S:y&&(p=y.nextSibling),h.__u&=-7);return o.__e=k,p}function Xn(e,t,o,n,r){var a,s,u,p,l,v=o.length,d=v,f=0;for(e.__k=new Array(r),a=0;a<r;a++)(s=t[a])!=null&&typeof s!="boolean"&&typeof s!="function"?(typeof s=="string"||typeof s=="number"||typeof s=="bigint"||s.constructor==String?s=e.__k[a]=$t(null,s,null,null,null):wt(s)?s=e.__k[a]=$t(Me,{children:s},null,null,null):s.constructor===void 0&&s.__b>0?s=e.__k[a]=$t(s.type,s.props,s.key,s.ref?s.ref:null,s.__v):e.__k[a]=s,p=a+f,s.__=e,s.__b=e.__b+1,u=null,(l=s.__i=Qn(s,o,p,d))!=-1&&(d--,(u=o[l])&&(u.__u|=2)),u==null||u.__v==null?(l==-1&&(r>v?f--:r<v&&f++),typeof s.type!="function"&&(s.__u|=4)):l!=p&&(l==p-1?f--:l==p+1?f++:(l>p?f--:f++,s.__u|=4))):e.__k[a]=null;if(d)for(a=0;a<v;a++)(u=o[a])!=null&&(2&u.__u)==0&&(u.__e==n&&(n=Ce(u)),zo(u,u));return n}function Ao(e,t,o){var n,r;if(typeof e.type=="function"){for(n=e.__k,r=0;n&&r<n.length;r++)n[r]&&(n[r].__=e,t=Ao(n[r],t,o));return t}e.__e!=t&&(t&&e.type&&!t.parentNode&&(t=Ce(e)),t=o.insertBefore(e.__e,t||null));do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function Qn(e,t,o,n){var r,a,s,u=e.key,p=e.type,l=t[o],v=l!=null&&(2&l.__u)==0;if(l===null&&u==null||v&&u==l.key&&p==l.type)return o;if(n>(v?1:0)){for(r=o-1,a=o+1;r>=0||a<t.length;)if((l=t[s=r>=0?r--:a++])!=null&&(2&l.__u)==0&&u==l.key&&p==l.type)return s}return-1}function xo(e,t,o){t[0]=="-"?e.setProperty(t,o??""):e[t]=o==null?"":typeof o!="number"||Jn.test(t)?o:o+"px"}function dt(e,t,o,n,r){var a,s;e:if(t=="style")if(typeof o=="string")e.style.cssText=o;else{if(typeof n=="string"&&(e.style.cssText=n=""),n)for(t in n)o&&t in o||xo(e.style,t,"");if(o)for(t in o)n&&o[t]==n[t]||xo(e.style,t,o[t])}else if(t[0]=="o"&&t[1]=="n")a=t!=(t=t.replace(To,"$1")),s=t.toLowerCase(),t=s in e||t=="onFocusOut"||t=="onFocusIn"?s.slice(2):t.slice(2),e.l||(e.l={}),e.l[t+a]=o,o?n?o[Je]=n[Je]:(o[Je]=Yt,e.addEventListener(t,a?qt:Vt,a)):e.removeEventListener(t,a?qt:Vt,a);else{if(r=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{e[t]=o??"";break e}catch{}typeof o=="function"||(o==null||o===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&o==1?"":o))}}function ko(e){return function(t){if(this.l){var o=this.l[t.type+e];if(t[ht]==null)t[ht]=Yt++;else if(t[ht]<o[Je])return;return o(A.event?A.event(t):t)}}}function Zt(e,t,o,n,r,a,s,u,p,l){var v,d,f,h,y,k,S,C,x,D,V,B,j,Z,$,_,g=t.type;if(t.constructor!==void 0)return null;128&o.__u&&(p=!!(32&o.__u),a=[u=t.__e=o.__e]),(v=A.__b)&&v(t);e:if(typeof g=="function"){d=s.length;try{if(x=t.props,D=g.prototype&&g.prototype.render,V=(v=g.contextType)&&n[v.__c],B=v?V?V.props.value:v.__:n,o.__c?C=(f=t.__c=o.__c).__=f.__E:(D?t.__c=f=new g(x,B):(t.__c=f=new Ue(x,B),f.constructor=g,f.render=tr),V&&V.sub(f),f.state||(f.state={}),f.__n=n,h=f.__d=!0,f.__h=[],f._sb=[]),D&&f.__s==null&&(f.__s=f.state),D&&g.getDerivedStateFromProps!=null&&(f.__s==f.state&&(f.__s=me({},f.__s)),me(f.__s,g.getDerivedStateFromProps(x,f.__s))),y=f.props,k=f.state,f.__v=t,h)D&&g.getDerivedStateFromProps==null&&f.componentWillMount!=null&&f.componentWillMount(),D&&f.componentDidMount!=null&&f.__h.push(f.componentDidMount);else{if(D&&g.getDerivedStateFromProps==null&&x!==y&&f.componentWillReceiveProps!=null&&f.componentWillReceiveProps(x,B),t.__v==o.__v||!f.__e&&f.shouldComponentUpdate!=null&&f.shouldComponentUpdate(x,f.__s,B)===!1){t.__v!=o.__v&&(f.props=x,f.state=f.__s,f.__d=!1),t.__e=o.__e,t.__k=o.__k,t.__k.some(function(m){m&&(m.__=t)}),gt.push.apply(f.__h,f._sb),f._sb=[],f.__h.length&&s.push(f),u=Ce(o);break e}f.componentWillUpdate!=null&&f.componentWillUpdate(x,f.__s,B),D&&f.componentDidUpdate!=null&&f.__h.push(function(){f.componentDidUpdate(y,k,S)})}if(f.context=B,f.props=x,f.__P=e,f.__e=!1,j=A.__r,Z=0,D)f.state=f.__s,f.__d=!1,j&&j(t),v=f.render(f.props,f.state,f.context),gt.push.apply(f.__h,f._sb),f._sb=[];else do f.__d=!1,j&&j(t),v=f.render(f.props,f.state,f.context),f.state=f.__s;while(f.__d&&++Z<25);f.state=f.__s,f.getChildContext!=null&&(n=me(me({},n),f.getChildContext())),D&&!h&&f.getSnapshotBeforeUpdate!=null&&(S=f.getSnapshotBeforeUpdate(y,k)),$=v!=null&&v.type===Me&&v.key==null?Lo(v.props.children):v,u=Po(e,wt($)?$:[$],t,o,n,r,a,s,u,p,l),f.base=t.__e,t.__u&=-161,f.__h.length&&s.push(f),C&&(f.__E=f.__=null)}catch(m){if(s.length=d,t.__v=null,p||a!=null){if(m.then){for(t.__u|=p?160:128;u&&u.nodeType==8&&u.nextSibling;)u=u.nextSibling;a!=null&&(a[a.indexOf(u)]=null),t.__e=u}else if(a!=null)for(_=a.length;_--;)Jt(a[_])}else t.__e=o.__e;t.__k==null&&(t.__k=o.__k||[]),m.then||Oo(t),A.__e(m,t,o)}}else a==null&&t.__v==o.__v?(t.__k=o.__k,t.__e=o.__e):u=t.__e=er(o.__e,t,o,n,r,a,s,p,l);return(v=A.diffed)&&v(t),128&t.__u?void 0:u}function Oo(e){e&&(e.__c&&(e.__c.__e=!0),e.__k&&e.__k.some(Oo))}function jo(e,t,o){for(var n=0;n<o.length;n++)Xt(o[n],o[++n],o[++n]);A.__c&&A.__c(t,e),e.some(function(r){try{e=r.__h,r.__h=[],e.some(function(a){a.call(r)})}catch(a){A.__e(a,r.__v)}})}function Lo(e){return typeof e!="object"||e==null||e.__b>0?e:wt(e)?e.map(Lo):e.constructor!==void 0?null:me({},e)}function er(e,t,o,n,r,a,s,u,p){var l,v,d,f,h,y,k,S=o.props||_t,C=t.props,x=t.type;if(x=="svg"?r="http://www.w3.org/2000/svg":x=="math"?r="http://www.w3.org/1998/Math/MathML":r||(r="http://www.w3.org/1999/xhtml"),a!=null){for(l=0;l<a.length;l++)if((h=a[l])&&"setAttribute"in h==!!x&&(x?h.localName==x:h.nodeType==3)){e=h,a[l]=null;break}}if(e==null){if(x==null)return document.createTextNode(C);e=document.createElementNS(r,x,C.is&&C),u&&(A.__m&&A.__m(t,a),u=!1),a=null}if(x==null)S===C||u&&e.data==C||(e.data=C);else{if(a=x=="textarea"&&C.defaultValue!=null?null:a&&yt.call(e.childNodes),!u&&a!=null)for(S={},l=0;l<e.attributes.length;l++)S[(h=e.attributes[l]).name]=h.value;for(l in S)h=S[l],l=="dangerouslySetInnerHTML"?d=h:l=="children"||l in C||l=="value"&&"defaultValue"in C||l=="checked"&&"defaultChecked"in C||dt(e,l,null,h,r);for(l in C)h=C[l],l=="children"?f=h:l=="dangerouslySetInnerHTML"?v=h:l=="value"?y=h:l=="checked"?k=h:u&&typeof h!="function"||S[l]===h||dt(e,l,h,S[l],r);if(v)u||d&&(v.__html==d.__html||v.__html==e.innerHTML)||(e.innerHTML=v.__html),t.__k=[];else if(d&&(e.innerHTML=""),Po(t.type=="template"?e.content:e,wt(f)?f:[f],t,o,n,x=="foreignObject"?"http://www.w3.org/1999/xhtml":r,a,s,a?a[0]:o.__k&&Ce(o,0),u,p),a!=null)for(l=a.length;l--;)Jt(a[l]);u&&x!="textarea"||(l="value",x=="progress"&&y==null?e.removeAttribute("value"):y!=null&&(y!==e[l]||x=="progress"&&!y||x=="option"&&y!=S[l])&&dt(e,l,y,S[l],r),l="checked",k!=null&&k!=e[l]&&dt(e,l,k,S[l],r))}return e}function Xt(e,t,o){try{if(typeof e=="function"){var n=typeof e.__u=="function";n&&e.__u(),n&&t==null||(e.__u=e(t))}else e.current=t}catch(r){A.__e(r,o)}}function zo(e,t,o){var n,r;if(A.unmount&&A.unmount(e),(n=e.ref)&&(n.current&&n.current!=e.__e||Xt(n,null,t)),(n=e.__c)!=null){if(n.componentWillUnmount)try{n.componentWillUnmount()}catch(a){A.__e(a,t)}n.base=n.__P=n.__n=null}if(n=e.__k)for(r=0;r<n.length;r++)n[r]&&zo(n[r],t,o||typeof e.type!="function");o||Jt(e.__e),e.__c=e.__=e.__e=void 0}function tr(e,t,o){return this.constructor(e,o)}function No(e,t,o){var n,r,a,s;t==document&&(t=document.documentElement),A.__&&A.__(e,t),r=(n=typeof o=="function")?null:o&&o.__k||t.__k,a=[],s=[],Zt(t,e=(!n&&o||t).__k=Ze(Me,null,[e]),r||_t,_t,t.namespaceURI,!n&&o?[o]:r?null:t.firstChild?yt.call(t.childNodes):null,a,!n&&o?o:r?r.__e:t.firstChild,n,s),jo(a,e,s),e.props.children=null}yt=gt.slice,A={__e:function(e,t,o,n){for(var r,a,s;t=t.__;)if((r=t.__c)&&!r.__)try{if((a=r.constructor)&&a.getDerivedStateFromError!=null&&(r.setState(a.getDerivedStateFromError(e)),s=r.__d),r.componentDidCatch!=null&&(r.componentDidCatch(e,n||{}),s=r.__d),s)return r.__E=r}catch(u){e=u}throw e}},So=0,Kt=function(e){return e!=null&&e.constructor===void 0},Ue.prototype.setState=function(e,t){var o;o=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=me({},this.state),typeof e=="function"&&(e=e(me({},o),this.props)),e&&me(o,e),e!=null&&this.__v&&(t&&this._sb.push(t),wo(this))},Ue.prototype.forceUpdate=function(e){this.__v&&(this.__e=!0,e&&this.__h.push(e),wo(this))},Ue.prototype.render=Me,_e=[],Co=typeof Promise=="function"?Promise.prototype.then.bind(Promise.resolve()):setTimeout,Mo=function(e,t){return e.__v.__b-t.__v.__b},bt.__r=0,Gt=Math.random().toString(8),ht="__d"+Gt,Je="__a"+Gt,To=/(PointerCapture)$|Capture$/i,Yt=0,Vt=ko(!1),qt=ko(!0),Yn=0;var kt,ae,Qt,Uo,eo=0,Go=[],F=A,Ro=F.__b,Ho=F.__r,Do=F.diffed,Io=F.__c,Bo=F.unmount,Wo=F.__;function Vo(e,t){F.__h&&F.__h(ae,e,eo||t),eo=0;var o=ae.__H||(ae.__H={__:[],__h:[]});return e>=o.__.length&&o.__.push({}),o.__[e]}function q(e,t){var o=Vo(kt++,3);!F.__s&&qo(o.__H,t)&&(o.__=e,o.u=t,ae.__H.__h.push(o))}function W(e){return eo=5,Te(function(){return{current:e}},[])}function Te(e,t){var o=Vo(kt++,7);return qo(o.__H,t)&&(o.__=e(),o.__H=t,o.__h=e),o.__}function or(){for(var e;e=Go.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(xt),t.__h.some(to),t.__h=[]}catch(o){t.__h=[],F.__e(o,e.__v)}}}F.__b=function(e){ae=null,Ro&&Ro(e)},F.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),Wo&&Wo(e,t)},F.__r=function(e){Ho&&Ho(e),kt=0;var t=(ae=e.__c).__H;t&&(Qt===ae?(t.__h=[],ae.__h=[],t.__.some(function(o){o.__N&&(o.__=o.__N),o.u=o.__N=void 0})):(t.__h.some(xt),t.__h.some(to),t.__h=[],kt=0)),Qt=ae},F.diffed=function(e){Do&&Do(e);var t=e.__c;t&&t.__H&&(t.__H.__h.length&&(Go.push(t)!==1&&Uo===F.requestAnimationFrame||((Uo=F.requestAnimationFrame)||nr)(or)),t.__H.__.some(function(o){o.u&&(o.__H=o.u,o.u=void 0)})),Qt=ae=null},F.__c=function(e,t){t.some(function(o){try{o.__h.some(xt),o.__h=o.__h.filter(function(n){return!n.__||to(n)})}catch(n){t.some(function(r){r.__h&&(r.__h=[])}),t=[],F.__e(n,o.__v)}}),Io&&Io(e,t)},F.unmount=function(e){Bo&&Bo(e);var t,o=e.__c;o&&o.__H&&(o.__H.__.some(function(n){try{xt(n)}catch(r){t=r}}),o.__H=void 0,t&&F.__e(t,o.__v))};var Fo=typeof requestAnimationFrame=="function";function nr(e){var t,o=function(){clearTimeout(n),Fo&&cancelAnimationFrame(t),setTimeout(e)},n=setTimeout(o,35);Fo&&(t=requestAnimationFrame(o))}function xt(e){var t=ae,o=e.__c;typeof o=="function"&&(e.__c=void 0,o()),ae=t}function to(e){var t=ae;e.__c=e.__(),ae=t}function qo(e,t){return!e||e.length!==t.length||t.some(function(o,n){return o!==e[n]})}var rr=Symbol.for("preact-signals");function Tt(){if(de>1)de--;else{var e,t=!1;for((function(){var r=Ct;for(Ct=void 0;r!==void 0;){var a=r.S;if(a.v===r.v)for(var s=a.t;s!==void 0;s=s.x)s.i===r.i&&(s.i=a.i);r=r.o}})();Qe!==void 0;){var o=Qe;for(Qe=void 0,St++;o!==void 0;){var n=o.u;if(o.u=void 0,o.f&=-3,!(8&o.f)&&Yo(o))try{o.c()}catch(r){t||(e=r,t=!0)}o=n}}if(St=0,de--,t)throw e}}function ce(e){if(de>0)return e();oo=++ar,de++;try{return e()}finally{Tt()}}var Xe,R=void 0;function Ee(e){var t=R,o=Xe;R=void 0,Xe=void 0;try{return e()}finally{R=t,Xe=o}}var Qe=void 0,de=0,St=0,ar=0,oo=0,Ct=void 0,Mt=0;function Ko(e){if(R!==void 0){var t=e.n;if(t===void 0||t.t!==R)return t={i:0,S:e,p:R.s,n:void 0,t:R,e:void 0,x:void 0,r:t},R.s!==void 0&&(R.s.n=t),R.s=t,e.n=t,32&R.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=R.s,t.n=void 0,R.s.n=t,R.s=t),t}}function K(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,this.Z=t?.unwatched,this.name=t?.name}K.prototype.brand=rr;K.prototype.h=function(){return!0};K.prototype.S=function(e){var t=this,o=this.t;o!==e&&e.e===void 0&&(e.x=o,this.t=e,o!==void 0?o.e=e:Ee(function(){var n;(n=t.W)==null||n.call(t)}))};K.prototype.U=function(e){var t=this;if(this.t!==void 0){var o=e.e,n=e.x;o!==void 0&&(o.x=n,e.e=void 0),n!==void 0&&(n.e=o,e.x=void 0),e===this.t&&(this.t=n,n===void 0&&Ee(function(){var r;(r=t.Z)==null||r.call(t)}))}};K.prototype.subscribe=function(e){var t=this;return se(function(){var o=t.value;Ee(function(){return e(o)})},{name:"sub"})};K.prototype.valueOf=function(){return this.value};K.prototype.toString=function(){return this.value+""};K.prototype.toJSON=function(){return this.value};K.prototype.peek=function(){var e=this;return Ee(function(){return e.value})};Object.defineProperty(K.prototype,"value",{get:function(){var e=Ko(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(St>100)throw new Error("Cycle detected");(function(o){de!==0&&St===0&&o.l!==oo&&(o.l=oo,Ct={S:o,v:o.v,i:o.i,o:Ct})})(this),this.v=e,this.i++,Mt++,de++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{Tt()}}}});function O(e,t){return new K(e,t)}function Yo(e){for(var t=e.s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function Jo(e){for(var t=e.s;t!==void 0;t=t.n){var o=t.S.n;if(o!==void 0&&(t.r=o),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function Zo(e){for(var t=e.s,o=void 0;t!==void 0;){var n=t.p;t.i===-1?(t.S.U(t),n!==void 0&&(n.n=t.n),t.n!==void 0&&(t.n.p=n)):o=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),t=n}e.s=o}function Pe(e,t){K.call(this,void 0,t),this.x=e,this.s=void 0,this.g=Mt-1,this.f=4}Pe.prototype=new K;Pe.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===Mt))return!0;if(this.g=Mt,this.f|=1,this.i>0&&!Yo(this))return this.f&=-2,!0;var e=R;try{Jo(this),R=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&(this.v=t,this.f&=-17,this.i++)}catch(o){this.v=o,this.f|=16,this.i++}return R=e,Zo(this),this.f&=-2,!0};Pe.prototype.S=function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}K.prototype.S.call(this,e)};Pe.prototype.U=function(e){if(this.t!==void 0&&(K.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=t.n)t.S.U(t)}};Pe.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(Pe.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=Ko(this);if(this.h(),e!==void 0&&(e.i=this.i),16&this.f)throw this.v;return this.v}});function G(e,t){return new Pe(e,t)}function Xo(e){var t=e.j;if(e.j=void 0,typeof t=="function"){de++;var o=R;R=void 0;try{t()}catch(n){throw e.f&=-2,e.f|=8,no(e),n}finally{R=o,Tt()}}}function no(e){for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,Xo(e)}function sr(e){if(R!==this)throw new Error("Out-of-order effect");Zo(this),R=e,this.f&=-2;try{8&this.f&&no(this)}finally{Tt()}}function Re(e,t){this.x=e,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=t?.name,Xe&&Xe.push(this)}Re.prototype.c=function(){var e=this.S();try{if(8&this.f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};Re.prototype.S=function(){if(1&this.f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,Xo(this),Jo(this),de++;var e=R;return R=this,sr.bind(this,e)};Re.prototype.N=function(){2&this.f||(this.f|=2,this.u=Qe,Qe=this)};Re.prototype.d=function(){this.f|=8,1&this.f||no(this)};Re.prototype.dispose=function(){this.d()};function se(e,t){var o=new Re(e,t);try{o.c()}catch(r){throw o.d(),r}var n=o.d.bind(o);return n[Symbol.dispose]=n,n}var ro,He,Et,ir=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__,Qo=[],en=[];se(function(){ro=this.N})();function De(e,t){A[e]=t.bind(null,A[e]||function(){})}function et(e){if(Et){var t=Et;Et=void 0,t()}Et=e&&e.S()}function tn(e){var t=this,o=e.data,n=T(o);n.name="ReactiveDom",n.value=o;var r=Te(function(){for(var u=t,p=t.__v;p=p.__;)if(p.__c){p.__c.__$f|=4;break}var l=G(function(){var h=n.value.value;return h===0?0:h===!0?"":h||""}),v=G(function(){return!Array.isArray(l.value)&&!Kt(l.value)}),d=se(function(){if(this.N=nn,v.value){var h=l.value;u.__v&&u.__v.__e&&u.__v.__e.nodeType===3&&(u.__v.__e.data=h)}}),f=t.__$u.d;return t.__$u.d=function(){d(),f.call(this)},[v,l]},[]),a=r[0],s=r[1];return a.value?s.peek():s.value}tn.displayName="ReactiveTextNode";Object.defineProperties(K.prototype,{constructor:{configurable:!0,value:Ze(Me,null).constructor},type:{configurable:!0,value:tn},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},__b:{configurable:!0,value:1}});De("__b",function(e,t){if(et(),He=void 0,typeof t.type=="string"){var o,n=t.props;for(var r in n)if(r!=="children"){var a=n[r];a instanceof K&&(o||(t.__np=o={}),o[r]=a,n[r]=a.peek())}}e(t)});De("__r",function(e,t){if(e(t),t.type!==Me){et();var o,n=t.__c;n&&(n.__$f&=-2,(o=n.__$u)===void 0&&(n.__$u=o=(function(r,a){var s;return se(function(){s=this},{name:a}),s.c=r,s})((function(r){return function(){var a;ir&&((a=this.y)==null||a.call(this)),r.__$f|=1,r.setState({})}})(n),typeof t.type=="function"?t.type.displayName||t.type.name:""))),He=n,et(o)}});De("__e",function(e,t,o,n){et(),He=void 0,e(t,o,n)});De("diffed",function(e,t){et(),He=void 0;var o;if(typeof t.type=="string"&&(o=t.__e)){var n=t.__np,r=t.props,a=o.U;if(a)for(var s in a){var u=a[s];u===void 0||n&&s in n||(u.d(),a[s]=void 0)}if(n){a||(a={},o.U=a);for(var p in n){var l=a[p],v=n[p];l===void 0?(l=lr(o,p,v,r),a[p]=l):l.o(v,r)}}}e(t)});function lr(e,t,o,n){var r=t in e&&e.ownerSVGElement===void 0,a=O(o);return{o:function(s,u){a.value=s,n=u},d:se(function(){this.N=nn;var s=a.value.value;n[t]!==s&&(n[t]=s,r?e[t]=s:s!=null&&(s!==!1||t[4]==="-")?e.setAttribute(t,s):e.removeAttribute(t))})}}De("unmount",function(e,t){if(typeof t.type=="string"){var o=t.__e;if(o){var n=o.U;if(n){o.U=void 0;for(var r in n){var a=n[r];a&&a.d()}}}var s=t.__np;if(s){var u=t.props;for(var p in s)u[p]=s[p]}t.__np=void 0}else{var l=t.__c;if(l){l.__$f|=8;var v=l.__$u;v&&(l.__$u=void 0,v.d())}}e(t)});De("__h",function(e,t,o,n){n<3&&(t.__$f|=2),e(t,o,n)});Ue.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;var o=this.__$u,n=o&&o.s!==void 0;for(var r in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var a=2&this.__$f;if(!(n||a||4&this.__$f)||1&this.__$f)return!0}else if(!(n||4&this.__$f)||3&this.__$f)return!0;for(var s in e)if(s!=="__source"&&e[s]!==this.props[s])return!0;for(var u in this.props)if(!(u in e))return!0;return!1};function T(e,t){return Te(function(){return O(e,t)},[])}function on(e,t){var o=W(e);return o.current=e,He.__$f|=4,Te(function(){return G(function(){return o.current()},t)},[])}var ur=typeof requestAnimationFrame>"u"?setTimeout:function(e){var t=function(){clearTimeout(o),cancelAnimationFrame(n),e()},o=setTimeout(t,35),n=requestAnimationFrame(t)},cr=function(e){queueMicrotask(function(){queueMicrotask(e)})};function pr(){ce(function(){for(var e;e=Qo.shift();)ro.call(e)})}function fr(){Qo.push(this)===1&&(A.requestAnimationFrame||ur)(pr)}function vr(){ce(function(){for(var e;e=en.shift();)ro.call(e)})}function nn(){en.push(this)===1&&(A.requestAnimationFrame||cr)(vr)}function te(e,t){var o=W(e);o.current=e;var n=He;q(function(){return se(function(){if(this.N=fr,!(n&&8&n.__$f))return o.current()},t)},[])}var rn=/\smover=([12])\s*$/,an=({position:e,mover:t},o)=>t===2&&!o?`${e} mover=2`:e,Ie=e=>({position:e.replace(rn,""),mover:e.match(rn)?.[1]==="2"?2:1});var ao=["explore","play","review","puzzles","statistics"];function mr(e){try{return e.split("/").map(decodeURIComponent)}catch{return null}}function sn(e){let[t,o=""]=e.replace(/^#\/?/,"").split("?"),n=mr(t),[r="",a=""]=n??[],s=new URLSearchParams(o),{position:u,mover:p}=Ie(s.get("position")??"");return{malformed:!n,game:r,view:ao.includes(a)?a:"explore",set:s.getAll("set"),position:u||null,forbid:s.get("forbid"),mover:s.get("mover")==="2"?2:p}}function ie({game:e,view:t="explore",set:o=[],position:n,forbid:r,mover:a=1}){if(!e)return"#/";let s=new URLSearchParams(o.map(p=>["set",p]));n&&s.set("position",n),r&&s.set("forbid",r),n&&a===2&&s.set("mover",2);let u=s.toString();return`#/${encodeURIComponent(e)}/${t}${u&&`?${u}`}`}var ln="api/v1";var Ae=new Map,Pt=class extends Error{constructor(t,{error:o,command:n,older:r}={error:""}){super(o),Object.assign(this,{status:t,command:n,older:r})}};async function At(e,t){let o;try{o=await fetch(e,t)}catch{throw new Pt(0)}let n=await o.json().catch(()=>({error:o.statusText}));if(!o.ok)throw new Pt(o.status,n);return n}var un=()=>At(`${ln}/games`);function cn(e,t,o={}){let n=[...e.set.map(a=>["set",a]),...Object.entries(o)],r=new URLSearchParams(n.filter(([,a])=>a!=null&&a!==""));return`${ln}/games/${encodeURIComponent(e.game)}/${t}?${r}`}function N(e,t,o,n=!0,r=void 0){let a=cn(e,t,o);if(!n)return At(a,{signal:r});if(!Ae.has(a)){Ae.size>=300&&Ae.delete(Ae.keys().next().value);let s=At(a,{signal:r}),u=()=>Ae.delete(a);r?.addEventListener("abort",u),s.then(()=>r?.removeEventListener("abort",u),u),Ae.set(a,s)}return Ae.get(a)}var Ot=(e,t,o,n=void 0)=>At(cn(e,t),{method:"POST",signal:n,headers:{"Content-Type":"application/json"},body:JSON.stringify(o)});var fn=function(e,t,o,n){var r;t[0]=0;for(var a=1;a<t.length;a++){var s=t[a++],u=t[a]?(t[0]|=s?1:2,o[t[a++]]):t[++a];s===3?n[0]=u:s===4?n[1]=Object.assign(n[1]||{},u):s===5?(n[1]=n[1]||{})[t[++a]]=u:s===6?n[1][t[++a]]+=u+"":s?(r=e.apply(u,fn(e,u,o,["",null])),n.push(r),u[0]?t[0]|=2:(t[a-2]=0,t[a]=r)):n.push(u)}return n},pn=new Map;function vn(e){var t=pn.get(this);return t||(t=new Map,pn.set(this,t)),(t=fn(this,t.get(e)||(t.set(e,t=(function(o){for(var n,r,a=1,s="",u="",p=[0],l=function(f){a===1&&(f||(s=s.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?p.push(0,f,s):a===3&&(f||s)?(p.push(3,f,s),a=2):a===2&&s==="..."&&f?p.push(4,f,0):a===2&&s&&!f?p.push(5,0,!0,s):a>=5&&((s||!f&&a===5)&&(p.push(a,0,s,r),a=6),f&&(p.push(a,f,0,r),a=6)),s=""},v=0;v<o.length;v++){v&&(a===1&&l(),l(v));for(var d=0;d<o[v].length;d++)n=o[v][d],a===1?n==="<"?(l(),p=[p],a=3):s+=n:a===4?s==="--"&&n===">"?(a=1,s=""):s=n+s[0]:u?n===u?u="":s+=n:n==='"'||n==="'"?u=n:n===">"?(l(),a=1):a&&(n==="="?(a=5,r=s,s=""):n==="/"&&(a<5||o[v][d+1]===">")?(l(),a===3&&(p=p[0]),a=p,(p=p[0]).push(2,0,a),a=0):n===" "||n==="	"||n===`
`||n==="\r"?(l(),a=2):s+=n),a===3&&s==="!--"&&(a=4,p=p[0])}return l(),p})(e)),t),arguments,[])).length>1?t:t[0]}var c=vn.bind(Ze);var so={"this language":"English",language:"Language",light:"Light colours",dark:"Dark colours",skip:"To the board",views:"Views",variant:"Variant","the whole game":"the whole game",rules:"Rules",lead:"Every position of these games is solved: who wins, and how soon, is known for certain.","positions.n":"{count} positions","positions.n.one":"{count} position","not solved yet":"not solved yet","no server":"The server does not answer. Is retro serve still running?","no game":"There is no game called {game} here.","look again":"Look again",close:"Close",cancel:"Cancel",copied:"Copied.","not copied":"This browser does not let the page copy.","open one":"Open one",copy:"Copy",all:"all",win:"Win",draw:"Draw",loss:"Loss","win in":"Win in {n} plies","win in.one":"Win in 1 ply","loss in":"Loss in {n} plies","loss in.one":"Loss in 1 ply","over.win":"Won","over.loss":"Lost",points:"{points} points","points.one":"{points} point","side wins in":"{side} wins in {n} plies","side wins in.one":"{side} wins in 1 ply","side has":"{side} has {points}","points for first":"for the first player","points for mover":"for the player to move","short.win":"W","short.draw":"D","short.loss":"L",plies:"{n} plies","plies.one":"1 ply","player.1":"Blue","player.2":"Amber","to move":"to move",wins:"wins","ends in a draw":"The game is drawn","glyph.stone":"stone","glyph.block":"piece","glyph.mark":"mark","glyph.hole":"hole","glyph.dot":"dot","glyph.closed":"closed square",empty:"empty",board:"Board",picked:"picked","can be picked":"can be picked","more may follow":"The move may end here, or go on.","which move":"Which move is it?","make it":"Play {move}",explore:"Explore",play:"Play",review:"Review",puzzles:"Puzzles",statistics:"Statistics",values:"Values","show value":"Show the value",forbidden:"forbidden","is forbidden":"{move} is forbidden: {why}.","the rules forbid it after the last move":"the rules forbid it after the last move","forbidding costs":"Without that: {value}.","forbidding costs nothing":"That changes nothing.","from start":"{n} plies from the start, at least","from start.one":"1 ply from the start","moves, best first":"{n} moves, best first","moves, best first.one":"1 move",moves:"{n} moves","moves.one":"1 move",holding:"{keeping} of {all} hold","replies that hold":"So many of the opponent's replies keep what he has","best line":"Best play","best move":"Best move","no end":"A draw: neither side can force an end.","copy line":"Copy line",download:"Download","line of play":"Moves played","to the beginning":"To the beginning",undo:"Back",redo:"Forth","to the end":"To the end",flip:"Turn the board","another position":"Another position","the start":"The start","set up":"Set up",paste:"Paste","random.win":"A random win","random.draw":"A random draw","random.loss":"A random loss",share:"This position","copy link":"Copy link","copy position":"Copy position","download game":"Download the game",cite:"Cite","cite.why":"The digest is of the rules, the sums are of the files: whoever solves the same rules gets the same, byte by byte. Before a solution is written a sample of it is looked at again; verify proves every record.","paste what":"A position, the moves of a game, or a file of retro play","read it":"Read it","another game":"That is a game of {game}.","not legal":"Move {number}, {move}, is not legal.","up to there":"The board shows the game up to there.","malformed address":"This address cannot be read: something was lost on the way. These are the games.",variation:"A variation from move {ply} on.","back to the game":"Back to the game, move {number}","what is put":"What is put on the board",clear:"Empty",mirror:"Mirror","quarter turn":"Turn",swap:"Swap colours","swap.why":"Blue becomes amber, and amber blue","other side":"Other side to move","other side.why":"The board stays, the other player is to move","as it was":"As it was","as text":"The position as text","use it":"Use this position","play against":"Play against","new game":"A new game","player perfect":"Perfect play","player perfect.why":"never gives anything away","player trap":"A setter of traps","player trap.why":"perfect too, and of equal moves plays the one after which you are likely to go wrong","player fallible":"A human being","player fallible.why":"makes mistakes, the more the less strong","player random":"Anyhow","player random.why":"any move, whatever it is worth",strength:"Strength","play as":"Play","from here":"From this position","take back":"Take back","review game":"Review the game",resign:"Resign",resigned:"You have resigned.",thinking:"The opponent is thinking","your turn":"Your turn.","you are":"You are","looking back":"You are looking back at the game.","ended.move":"The game is over: the last move has ended it.","ended.stuck":"The game is over: there is no move.","ended.repeated":"A draw: the same position for the third time.","ended.plies":"A draw: so many plies without an end.","nothing to review":"Play a game, make moves on the board, or paste a game: then each move is looked at.","what moves gave away":"What the moves gave away",blunders:"{n} blunders","blunders.one":"1 blunder",blunder:"a blunder","column.ply":"#","column.move":"Move","column.made it":"Then","column.kept":"Keep","column.gave away":"Gave away","kept.why":"So many of the moves kept the outcome, or the points","points lost":"{n} points","points lost.one":"1 point","plies lost":"{n} plies","plies lost.one":"1 ply","lost win":"the win","lost draw":"the draw",better:"{move} was better",graph:"Value of the game, for blue",composing:"Looking for a puzzle","stipulation.win":"Find the win: it takes {n} plies.","stipulation.draw":"Hold the draw for {n} moves: each time one move alone does.","stipulation.draw.one":"Hold the draw: one move alone does.","stipulation.points":"Lose no points for {n} moves: {value}, and each time one move alone keeps them.","stipulation.points.one":"Lose no points: {value}, and one move alone keeps them.",refuted:"{move} fails to {reply}: {value}.","that fails":"That fails.",slower:"{move} wins, too, but takes {n} plies: there is a faster way.",solved:"Solved!","solved at last":"Solved. It will come back once more.","try again":"Try again","next puzzle":"Next puzzle","today's":"Today's puzzle","show solution":"Show the solution",busy:"The server is busy.","no puzzle":"No puzzle of this kind was found.","what puzzles":"Which puzzles",theme:"Theme","theme.win":"wins","theme.draw":"draws to be held","at most":"At most",tally:"{solved} solved, {failed} failed.","today's counted":"Today's puzzle is among these; it counts once.","to come back":"{n} will come back.",solution:"Solution",anything:"anything: the game ends at once","anything else":"anything else: the game ends at once",tries:"Tries, and what refutes them",try:"{move}? {reply}!","explore it":"Look at it",positions:"positions",states:"states","value of start":"the start",longest:"longest win","won at once":"won at once",forbidding:"states with a forbidden move","states by plies":"States by plies to the end","states by points":"States by points","logarithms, bars open":"(a scale of logarithms; a bar opens one of its positions)",searching:"Searching the records for one","as table":"As a table","longest wins":"Longest wins and losses","extreme scores":"Highest and lowest scores","longest.why":"Of positions in which nothing is forbidden; a number opens one.","count longest":"Count them (this may take minutes)",counting:"Counting",part:"Part","how counted":"How it is counted","solved by older rules":"Solved by older rules; solve again:",older:"{game} was solved by older rules with these options",unsolved:"{game} is not solved with these options yet","unsolved.how":"This command solves it, and the page shows it at once:","unsolved.small":"A small variant takes seconds:","unsolved.dry":"What it takes of memory, disk and time is told by","variants solved":"Variants that are solved"};var mn={"this language":"日本語",language:"言語",light:"明るい配色",dark:"暗い配色",skip:"盤面へ",views:"表示",variant:"種類","the whole game":"完全版",rules:"ルール",lead:"ここにあるゲームは全局面が解析済みです。どちらが何手で勝つか、すべて正確にわかります。","positions.n":"{count} 局面","not solved yet":"未解析","no server":"サーバーが応答しません。retro serve は動いていますか。","no game":"{game} というゲームはありません。","look again":"もう一度確認",close:"閉じる",cancel:"やめる",copied:"コピーしました。","not copied":"このブラウザーではコピーできません。","open one":"局面を開く",copy:"コピー",all:"全体",win:"勝ち",draw:"引き分け",loss:"負け","win in":"{n} 手で勝ち","loss in":"{n} 手で負け","over.win":"勝ち","over.loss":"負け",points:"{points} 点","side wins in":"{side}が {n} 手で勝ち","side has":"{side} {points}","points for first":"先手から見て","points for mover":"手番から見て","short.win":"勝","short.draw":"分","short.loss":"負",plies:"{n} 手","player.1":"青","player.2":"黄","to move":"の手番",wins:"の勝ち","ends in a draw":"引き分け","glyph.stone":"駒","glyph.block":"駒","glyph.mark":"印","glyph.hole":"穴","glyph.dot":"点","glyph.closed":"置けないマス",empty:"空き",board:"盤面",picked:"選択中","can be picked":"選択できます","which move":"どの手を指しますか。","more may follow":"ここで終えることも、続けることもできます。","make it":"{move} を指す",explore:"検討",play:"対局",review:"振り返り",puzzles:"問題",statistics:"統計",values:"評価","show value":"評価を見る",forbidden:"禁手","is forbidden":"{move} は禁手です({why})。","the rules forbid it after the last move":"直前の手の後ではルール上指せないため","forbidding costs":"禁手がなければ {value}。","forbidding costs nothing":"評価は変わりません。","from start":"初期局面から最短 {n} 手","moves, best first":"指し手 {n} 通り(良い順)",moves:"指し手 {n} 通り",holding:"{all} 手中 {keeping} 手が正解","replies that hold":"相手が今の結果を保てる応手の数","best line":"最善手順","best move":"最善手を指す","no end":"引き分け。どちらも勝ちを強制できません。","copy line":"手順をコピー",download:"保存","line of play":"ここまでの手","to the beginning":"最初へ",undo:"戻る",redo:"進む","to the end":"最後へ",flip:"盤を反転","another position":"ほかの局面","the start":"初期局面","set up":"局面を作る",paste:"貼り付け","random.win":"勝ちの局面","random.draw":"引き分けの局面","random.loss":"負けの局面",share:"この局面","copy link":"リンクをコピー","copy position":"局面をコピー","download game":"棋譜を保存",cite:"引用","cite.why":"ダイジェストはルールの、ハッシュ値はファイルのものです。同じルールを解けば、誰でも一バイトも違わない同じ結果を得ます。解は書き込む前に標本が検査され、verify ですべての記録が証明されます。","paste what":"局面、指し手の列、または retro play の棋譜ファイル","read it":"読み込む","another game":"これは {game} の棋譜です。","not legal":"{number} 手目の {move} は指せない手です。","up to there":"その手前までを盤に表示しています。","malformed address":"このアドレスは読めません(途中で壊れたようです)。ゲームの一覧を表示します。",variation:"{ply} 手目からの変化です。","back to the game":"本譜の {number} 手目に戻る","what is put":"置くもの",clear:"すべて消す",mirror:"左右反転","quarter turn":"回転",swap:"色を交換","swap.why":"青と黄を入れ替えます","other side":"手番を交代","other side.why":"盤面はそのままで手番だけ替えます","as it was":"元に戻す","as text":"局面の文字列","use it":"この局面にする","play against":"対戦相手","new game":"新しい対局","player perfect":"完全な相手","player perfect.why":"決して損をしません","player trap":"罠を仕掛ける相手","player trap.why":"完全な上に、同じ価値の手の中から、あなたが間違えやすい手を選びます","player fallible":"人間らしい相手","player fallible.why":"弱いほどよく間違えます","player random":"でたらめな相手","player random.why":"どんな手でも指します",strength:"強さ","play as":"対局開始:","from here":"この局面から","take back":"待った","review game":"対局を振り返る",resign:"投了",resigned:"投了しました。",thinking:"相手が考えています","your turn":"あなたの番です。","you are":"あなたは","looking back":"前の局面を見ています。","ended.move":"終局。最後の手で決まりました。","ended.stuck":"終局。指せる手がありません。","ended.repeated":"引き分け。同じ局面が三度現れました。","ended.plies":"引き分け。手数の上限に達しました。","nothing to review":"対局するか、盤上で手を進めるか、棋譜を貼り付けると、一手ごとに振り返れます。","what moves gave away":"各手で失ったもの",blunders:"悪手 {n}",blunder:"悪手","column.ply":"手数","column.move":"指し手","column.made it":"結果","column.kept":"正解数","column.gave away":"失ったもの","kept.why":"結果(または点数)を保った手の数","points lost":"{n} 点","plies lost":"{n} 手","lost win":"勝ち","lost draw":"引き分け",better:"{move} が良かった",graph:"青から見た評価の推移",composing:"問題を探しています","stipulation.win":"{n} 手で勝ってください。","stipulation.draw":"引き分けを {n} 手続けて守ってください。正解はそれぞれ一手だけです。","stipulation.points":"{n} 手続けて点を失わない手を見つけてください({value})。正解はそれぞれ一手だけです。",refuted:"{move} には {reply} で失敗です({value})。",slower:"{move} でも勝てますが、{n} 手かかります。もっと速い勝ち方があります。","that fails":"失敗です。",solved:"正解!","solved at last":"正解です。この問題はまた出ます。","try again":"やり直す","next puzzle":"次の問題","today's":"今日の問題","show solution":"解答を見る",busy:"サーバーが混み合っています。","no puzzle":"このような問題は見つかりませんでした。","what puzzles":"問題の種類",theme:"テーマ","theme.win":"勝ち","theme.draw":"引き分けを守る","at most":"最長",tally:"正解 {solved}、失敗 {failed}。","today's counted":"今日の問題は集計済みです(一日一回)。","to come back":"再出題待ち {n}。",solution:"解答",anything:"どう応じてもすぐに終局","anything else":"その他:すぐに終局",tries:"紛れと、その反駁",try:"{move}? {reply}!","explore it":"検討する",positions:"局面",states:"状態","value of start":"初期局面",longest:"最長の勝ち","won at once":"一手で勝てる局面",forbidding:"禁手のある状態","states by plies":"終局までの手数ごとの状態数","states by points":"点数ごとの状態数","logarithms, bars open":"(対数目盛。棒を押すと局面が開きます)",searching:"該当する局面を探しています","as table":"表で見る","longest wins":"最長の勝ちと負け","extreme scores":"最高点と最低点","longest.why":"禁手のない局面について。番号を押すと局面が開きます。","count longest":"数える(数分かかることがあります)",counting:"数えています",part:"部分","how counted":"数え方","solved by older rules":"以前のルールで解析されたため、解析し直してください:",older:"{game}:この設定は以前のルールで解析されています",unsolved:"{game}:この設定はまだ解析されていません","unsolved.how":"次のコマンドで解析すると、すぐにここで見られます。","unsolved.small":"小さな盤なら数秒で解けます:","unsolved.dry":"必要なメモリ・ディスク・時間は次のコマンドでわかります:","variants solved":"解析済みの種類"};function oe(e,t){let o=t;try{o=JSON.parse(localStorage.getItem(`retro ${e}`))??t}catch{}let n=O(o);return se(()=>{try{localStorage.setItem(`retro ${e}`,JSON.stringify(n.value))}catch{}}),n}var tt={en:so,ja:mn},$r=()=>navigator.languages.map(e=>e.slice(0,2)).find(e=>e in tt)??"en",jt=oe("language",""),Oe=G(()=>jt.value in tt?jt.value:$r());se(()=>{document.documentElement.lang=Oe.value});function i(e,t={}){let o=tt[Oe.value];return(t.n===1&&o[`${e}.one`]||o[e]||so[e]||e).replace(/\{(\w+)\}/g,(r,a)=>t[a]??"")}var dn=e=>e.toLocaleString(Oe.value,{notation:"compact"}),Y=e=>e.toLocaleString(Oe.value);function z(e,t){let o=r=>e?.words?.[Oe.value]?.[r]??e?.words?.en?.[r],[n]=t.match(/\d+/)??[];return o(t)??(n&&o(t.replace(n,"{n}"))?.replace("{n}",n))??t}var _r=2e3,ot=O(""),hn=0;async function pe(e){let t;try{await navigator.clipboard.writeText(e),t=!0}catch{t=gr(e)}ot.value=t?"copied":"not copied";let o=++hn;setTimeout(()=>o===hn&&(ot.value=""),_r)}function gr(e){let[t,o]=[document.activeElement,document.createElement("textarea")];o.value=e,(t?.closest("dialog")??document.body).append(o),o.select();let n=document.execCommand("copy");return o.remove(),t?.focus(),n}var Lt=()=>c`<p class=${ot.value?"copied":"hidden"} role="status">${ot.value&&i(ot.value)}</p>`;var Be=O(!1),$n=e=>({picture:1,mover:e,flip:Be.value?1:""}),io=(e,t)=>({position:e.position,forbid:e.forbidden,mover:e.turn||t});function lo(e,t){let o=e.filter(n=>n.move.toLowerCase()===t.toLowerCase());return e.find(n=>n.move===t)??(o.length===1?o[0]:null)}function br({states:e,game:t}){return t?[...Array(Math.max(e.length,t.length)).keys()].find(n=>n&&e[n]?.move!==t[n]?.move)??null:null}function zt(e=()=>{}){let t=O(null),o=O(null),n=O(null),r=O(null),a=O(null),s=O(!1),u=O(null),p=G(()=>o.value?.states[o.value.at]??null),l=G(()=>o.value?br(o.value):null),v=0;async function d(_){let g=++v;s.value=!0;try{let m=await _();return g===v?m:null}catch(m){return g===v&&(a.value=m),null}finally{g===v&&(s.value=!1)}}function f(_,g,m,w=t.value){ce(()=>{u.value=a.value=null,n.value=_,o.value=g,t.value=w}),m||e(g)}let h=(_,{position:g,forbid:m,mover:w})=>N(_,"position",{position:g,forbid:m,replies:0,...$n(w)});async function y(_,g,m=t.value){let w=await d(()=>h(m,_.states[_.at]));return w&&f(w,_,g,m),w}async function k(_,g,m=!1){let w=g.mover??1,M=await d(()=>h(_,{...g,mover:w}));return M&&f(M,{states:[io(M,w)],at:0},m,_),M}async function S(_){for(let g of _){let m=n.value.moves.find(w=>w.move===g);if(!m||!await V(m,!0))return!1}return e(o.value),!0}async function C(_,g,m,w){let M={move:w.move,drawn:w.picture};if(w.after===null)return{found:g,state:{...m,over:{value:w.value,dtm:w.dtm},...M}};let U=3-m.mover,{position:L,forbid:Q}=m,X={position:L,forbid:Q,move:w.move,replies:0,...$n(U)},b=await N(_,"position",X);return{found:b,state:{...io(b,U),...M}}}async function x(_,g,m){let w=g.mover??1,M=await h(_,{...g,mover:w}),U=[io(M,w)];for(let L of m){let Q=U[U.length-1],X=Q.over?null:lo(M.moves,L);if(!X||X.forbidden)break;let b=await C(_,M,Q,X);M=b.found,U.push(b.state)}return{found:M,states:U}}function D(_,{found:g,states:m}){++v,s.value=!1,f(g,{states:m,at:m.length-1,game:m.length>1?m:null},!1,_)}async function V(_,g=!1){let{states:m,at:w,game:M}=o.value,U=l.value;if(m[w+1]?.move===_.move)return B(w+1,g);if(U!==null&&w<U&&M[w+1]?.move===_.move)return j(w+1,g);let L=await d(()=>C(t.value,n.value,m[w],_));if(!L)return!1;let Q=[...m.slice(0,w+1),L.state],X=U===null&&w===m.length-1;return f(L.found,{states:Q,at:w+1,game:X&&M?Q:M},g),!0}let B=(_,g=!1)=>_>=0&&_<o.value.states.length?y({...o.value,at:_},g).then(Boolean):Promise.resolve(!1);function j(_,g=!1){let{game:m}=o.value;return y({states:m,at:Math.min(_,m.length-1),game:m},g).then(Boolean)}function Z(){o.peek()&&!o.peek().game&&(o.value={...o.peek(),game:o.peek().states})}async function $(){let[_,g]=[p.value,n.value];if(!g||r.peek()?.of===g)return;let m={position:_.position,forbid:_.forbid},w=await N(t.value,"position",m).catch(()=>null);w&&n.value===g&&(r.value={of:g,moves:w.moves})}return{place:t,line:o,state:p,answer:n,problem:a,busy:s,pointed:u,branch:l,open:k,replay:x,put:D,follow:S,make:V,go:B,toGame:j,adopt:Z,count:$,restore:(_,g,m=!0)=>y(g,m,_),again:()=>o.value&&y(o.value,!0),begin:G(()=>o.value?.states[0]??null),replies:G(()=>{let _=r.value?.of===n.value?r.value?.moves??[]:[];return new Map(_.map(g=>[g.move,g.replies]))}),game:G(()=>o.value?.game??o.value?.states??[]),gamePly:G(()=>{let{at:_}=o.value??{at:null};return l.value!==null&&_>=l.value?null:_}),moves:G(()=>o.value?.states.slice(1).map(_=>_.move)??[]),playable:G(()=>(!p.value||p.value.over?[]:n.value?.moves??[]).filter(g=>!g.forbidden))}}var yr={win:"▲",draw:"■",loss:"▼"};function nt(e,t=!0){if(typeof e=="string")return e;let o=t?e:-e;return o>0?"win":o<0?"loss":"draw"}var je=e=>e.scores!=="first"||e.turn!==2,_n=e=>e>0?`+${e}`:String(e).replace("-","−");function I({value:e,dtm:t}){return typeof e=="number"?i("points",{n:Math.abs(e),points:_n(e)}):t===0?i(`over.${e}`):e==="draw"?i("draw"):i(`${e} in`,{n:t})}function uo({value:e,dtm:t},o,n){let r=a=>i(`player.${a}`);return typeof e=="number"?i("side has",{side:r(n==="first"?1:o),points:I({value:e})}):e==="draw"?i("draw"):i("side wins in",{side:r(e==="win"?o:3-o),n:t})}var co=({value:e,dtm:t})=>typeof e=="number"?_n(e):`${i(`short.${e}`)}${t?` ${t}`:""}`,J=({of:e,mine:t=!0,long:o=!1})=>{let n=nt(e.value,t);return c`<span class="mark ${n}" title=${I(e)}>
        <span aria-hidden="true">${yr[n]}</span> ${o?I(e):co(e)}
    </span>`};function gn({desk:e,game:t}){let o=T(null);te(()=>{let[p,l,v]=[e.state.value,e.answer.value,e.place.value];o.value=null,!(!l||!p||p.over||l.value==="draw")&&N(v,"line",{position:p.position,forbid:p.forbid}).then(d=>e.answer.peek()?.position===d.position&&(o.value=d.moves),()=>{})});let n=e.answer.value;if(!n||e.state.value?.over||!n.moves.length)return null;let r=()=>e.make(e.playable.value[0]),a=o.value??[],s=a.map(p=>p.move),u=p=>e.follow(s.slice(0,p));return c`<section class="bestline" aria-labelledby="bestline">
        <h2 id="bestline">${i("best line")}</h2>
        ${n.value==="draw"&&c`<p class="note">${i("no end")}</p>`}
        ${a.length>0&&c`<ol>
                ${a.map((p,l)=>c`<li key=${l}>
                        <button onClick=${()=>u(l+1)} title=${I(p)}>${p.move}</button>
                    </li>`)}
            </ol>`}
        <div class="row">
            <button onClick=${r} disabled=${!e.playable.value.length}>${i("best move")}</button>
            ${a.length>0&&c`<button onClick=${()=>pe(wr(s))}>${i("copy line")}</button>
                    <button onClick=${()=>at(`${t.game}-line.json`,rt(e,s))}>${i("download")}</button>`}
        </div>
    </section>`}var wr=e=>e.join(e.some(t=>t.includes(" "))?`
`:" ");function rt(e,t,o=e.state.value,n=["perfect","perfect"]){return{format:"retro game 1",game:e.answer.value.game,options:e.answer.value.options,position:o.position,forbidden:o.forbid,mover:o.mover,first:n[0],second:n[1],skill:5,seed:0,moves:t,result:null}}function at(e,t){let o=document.createElement("a");o.href=URL.createObjectURL(new Blob([`${JSON.stringify(t,null,1)}
`],{type:"application/json"})),o.download=e,o.click(),setTimeout(()=>URL.revokeObjectURL(o.href),1e3)}function xr(e,t){let o=0;for(let n of e.steps){let r=new Set(n.at);if(n.kind==="piece"){for(;r.delete(t[o]);)o++;if(r.size&&o===t.length)return{next:[...r],piece:!0};if(r.size)return null}else for(let a of n.at){if(o===t.length)return{next:[a],piece:!1};if(t[o++]!==a)return null}}return o===t.length?{next:[],piece:!1}:null}var kr=(e,t)=>e.length===t.length&&e.every(o=>t.includes(o));function st(e,t){let o=e.filter(s=>s.steps.length).map(s=>({move:s,...xr(s,t)??{next:null}})).filter(s=>s.next),[n]=o;if(t.length&&n?.piece&&o.every(s=>s.piece&&kr(s.next,n.next)))return st(e,[...t,...n.next]);let r=new Map;for(let{move:s,next:u}of o)for(let p of u)r.set(p,[...r.get(p)??[],s]);let a=o.filter(s=>!s.next.length).map(s=>s.move);return{picked:t,next:r,whole:a,piece:o.some(s=>s.piece),only:o.length===1}}var po=60,Sr=.55,Cr={ArrowUp:[0,-1],ArrowDown:[0,1],ArrowLeft:[-1,0],ArrowRight:[1,0]};function Mr(e){let[,t,o]=e.match(/viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/s);return{box:t,drawing:o}}function Tr(e){let t=Be.value?-po:po;return new Map(Object.entries({...e.points,...e.beside}).map(([o,[n,r]])=>[o,[n*t,-r*t]]))}function Er(e,t,[o,n],r=1/0){let a=u=>Math.hypot(e.get(u)[0]-o,e.get(u)[1]-n),s=[...t].sort((u,p)=>a(u)-a(p))[0];return s!==void 0&&a(s)<=r?s:null}function Pr(e,t,o,[n,r]){let[a,s]=e.get(o),u=l=>{let[v,d]=[e.get(l)[0]-a,e.get(l)[1]-s],f=v*n+d*r;return f>1?f+2.2*Math.abs(v*r-d*n):1/0},p=[...t].sort((l,v)=>u(l)-u(v))[0];return p!==void 0&&u(p)<1/0?p:null}function Ar({at:[e,t],of:o,counted:n}){let r=nt(o.value,n),a=co(o),s=Math.max(24,11+8.4*a.length+(/[^\x00-\x7f]/.test(a)?6:0))/2,[u,p]=[e,t+19],l={win:c`<rect x=${u-s} y=${p-9.5} width=${2*s} height="19" rx="9.5" />`,draw:c`<rect x=${u-s} y=${p-9.5} width=${2*s} height="19" />`,loss:c`<path d="M${u-s-4} ${p}l7 -10h${2*s-6}l7 10l-7 10h${6-2*s}z" />`};return c`<g class="badge ${r}" aria-hidden="true">
        ${l[r]}<text x=${u} y=${p+5}>${a}</text>
    </g>`}var Or=(e,t)=>{let o=new Map,n=!e.turn&&t===2?[0,2,1]:[0,1,2];for(let r of e.pieces){let a=[r.player?i(`player.${n[r.player]}`):"",i(`glyph.${r.glyph}`),r.label];for(let s of r.at)o.set(s,a.filter(Boolean).join(" "))}return o};function ge({desk:e,marks:t=!1,play:o=null}){let n=T([]),r=T(null),a=T(null),s=W(),u=W(),p=e.answer.value,l=e.state.value,v=on(()=>st(e.playable.value,n.value));if(te(()=>{e.answer.value,e.state.value,n.value=[],a.value=null}),!p||!l)return c`<div class="board waiting" aria-busy="true"></div>`;if(!p.picture)return c`<pre class="board drawn">${p.drawn}</pre>`;let{box:d,drawing:f}=Mr(p.picture),h=Tr(p.scene),{next:y,whole:k,piece:S}=o?v.value:{next:new Map,whole:[],piece:!1},C=o?v.value.picked:[],x=[...Object.keys(p.scene.points),...[...y.keys()].filter(b=>b in p.scene.beside)],D=je(p),V=Or(p.scene,l.mover);function B(b){let E=st(e.playable.value,[...C,b]);if(y.has(b))return n.value=E.picked,E.only&&E.whole.forEach(j),!0;let ee=st(e.playable.value,[b]),ve=!C.includes(b)&&(ee.next.size||ee.whole.length);return n.value=ve?ee.picked:[],ve&&ee.only&&ee.whole.forEach(j),ve}function j(b){n.value=[],o(b)}let Z=b=>{let E=new DOMPoint(b.clientX,b.clientY).matrixTransform(s.current.getScreenCTM().inverse());return[E.x,E.y]},$=b=>Er(h,x,Z(b),Sr*po);function _(b){if(!o||b.button)return;let E=$(b);E&&(r.value=E,B(E)&&(a.value={from:E,to:Z(b),last:E},s.current.setPointerCapture(b.pointerId)))}function g(b){if(!a.value)return;let E=$(b);S&&E&&E!==a.value.last&&y.has(E)&&B(E),a.value={...a.value,to:Z(b),last:E??a.value.last}}function m(b){if(!a.value)return;let{from:E}=a.value,ee=$(b);a.value=null,!S&&ee&&ee!==E&&y.has(ee)&&B(ee)}function w(b){let E=r.value&&x.includes(r.value)?r.value:M,ee=Cr[b.key];if(!(b.altKey||b.ctrlKey||b.metaKey)){if(ee)r.value=Pr(h,x,E,ee)??E,s.current.querySelector(`[data-spot="${CSS.escape(r.value)}"]`)?.focus();else if(b.key==="Enter"||b.key===" ")k.length===1&&b.key==="Enter"?j(k[0]):k.length&&b.key==="Enter"?u.current.querySelector("button").focus():o&&B(E);else if(b.key==="Escape"&&n.value.length)n.value=[];else return;b.preventDefault(),b.stopPropagation()}}let M=x.find(b=>y.has(b))??x[0],U=x.includes(r.value)?r.value:M,L=e.pointed.value??(C.length?k[0]??null:null);function Q(b){let[E,ee]=h.get(b),ve=y.get(b)?.[0],bo=[b,V.get(b),C.includes(b)&&i("picked"),ve&&i("can be picked")];return ve&&t&&bo.push(I(ve)),c`<g
            key=${b}
            data-spot=${b}
            class="spot ${ve?"option":""} ${C.includes(b)?"chosen":""} ${C.length?"later":""}"
            role="button"
            tabindex=${b===U?0:-1}
            aria-label=${bo.filter(Boolean).join(", ")}
            aria-disabled=${o?!ve:!0}
            onFocus=${()=>r.value=b}
        >
            <circle cx=${E} cy=${ee} r="26" />
        </g>`}let X=([b,[E]])=>c`<${Ar} key=${b} at=${h.get(b)} of=${E} counted=${D} />`;return c`<div class="board">
        <svg
            ref=${s}
            viewBox=${d}
            role="group"
            aria-label=${i("board")}
            class=${o?"live":""}
            onPointerDown=${_}
            onPointerMove=${g}
            onPointerUp=${m}
            onPointerCancel=${()=>a.value=null}
            onKeyDown=${w}
        >
            <g dangerouslySetInnerHTML=${{__html:f}} aria-hidden="true" />
            ${l.drawn&&c`<g class="last" dangerouslySetInnerHTML=${{__html:l.drawn}} aria-hidden="true" />`}
            ${x.map(Q)} ${t&&!L&&[...y].map(X)}
            ${L?.picture&&c`<g class="shown" dangerouslySetInnerHTML=${{__html:L.picture}} aria-hidden="true" />`}
            ${a.value&&!S&&c`<path class="drag" d="M${h.get(a.value.from).join(" ")}L${a.value.to.join(" ")}" />`}
        </svg>
        ${k.length>0&&c`<div class="settle" ref=${u}>
                <span>${i(k.length>1?"which move":"more may follow")}</span>
                ${k.map((b,E)=>c`<button key=${b.move} class=${E?"":"first"} onClick=${()=>j(b)}>
                            ${i("make it",{move:b.move})}
                        </button>`)}
                <button onClick=${()=>n.value=[]}>${i("cancel")}</button>
            </div>`}
    </div>`}function Nt({desk:e}){let t=e.branch.value;if(t===null)return null;let o=Math.min(t,e.game.value.length-1);return c`<p class="row branch" role="status">
        <span>${i("variation",{ply:t})}</span>
        <button class="first" onClick=${()=>e.toGame(o)}>${i("back to the game",{number:o})}</button>
    </p>`}function We({title:e,close:t,wide:o,children:n}){let r=W();return q(()=>{r.current.showModal()},[]),c`<dialog ref=${r} onClose=${t} aria-label=${e} class=${o?"wide":""}>
        <div class="top">
            <h2>${e}</h2>
            <button aria-label=${i("close")} onClick=${()=>r.current.close()}>✕</button>
        </div>
        ${n}
    </dialog>`}var jr=e=>Object.entries(e).map(t=>t.join("="));function bn({desk:e,game:t,close:o}){let n=T(null);q(()=>{N(e.place.value,"citation").then(p=>n.value=p,o)},[]);let[r,a,s]=[n.value,e.state.value,e.answer.value],u=r&&[[r.title,...jr(r.options)].join(", "),`position ${a.position}${a.forbid?`, ${a.forbid} forbidden`:""}: ${s.value}${s.dtm===null?"":` in ${s.dtm}`}`,`strong solution by retro ${r.version}, ${r.date.slice(0,10)}, digest of the rules ${r.digest}`,...Object.entries(r.files).map(([p,l])=>`${p} sha256 ${l}`),`reproduced by: ${r.solve}; proved record by record by: ${r.verify}`];return c`<${We} title=${i("cite")} close=${o} wide>
        ${u&&c`<p><b>${z(t,r.title)}</b> · ${I(s)}</p>
                <pre class="code">${u.join(`
`)}</pre>
                <p class="note">${i("cite.why")}</p>
                <div class="row"><button class="first" onClick=${()=>pe(u.join(`
`))}>${i("copy")}</button></div>
                <${Lt} />`}
    <//>`}function be({desk:e,children:t}){let o=e.line.value;if(!o)return null;let n=o.states.length-1,r=(a,s,u,p)=>c`<button
        aria-label=${i(s)}
        title=${`${i(s)}${p?` (${p})`:""}`}
        disabled=${u<0||u>n||u===o.at}
        onClick=${()=>e.go(u)}
    >
        ${a}
    </button>`;return c`<nav class="controls" aria-label=${i("line of play")}>
        ${r("«","to the beginning",0,"Home")} ${r("‹","undo",o.at-1,"←")}
        <span class="ply" aria-live="polite">${o.at} / ${n}</span>
        ${r("›","redo",o.at+1,"→")} ${r("»","to the end",n,"End")}
        <button aria-label=${i("flip")} title=${`${i("flip")} (f)`} onClick=${()=>yn(e)}>⇅</button>
        ${t}
    </nav>`}function yn(e){Be.value=!Be.value,e.again()}function ye(e,t,o={}){if(e.altKey||e.ctrlKey||e.metaKey||e.target.closest?.("input, textarea, select, dialog"))return;let n=t.line.peek();if(!n)return;let r={ArrowLeft:()=>t.go(n.at-1),ArrowRight:()=>t.go(n.at+1),Home:()=>t.go(0),End:()=>t.go(n.states.length-1),f:()=>yn(t),...o}[e.key];!r||e.defaultPrevented||(e.preventDefault(),r())}function we({desk:e}){let t=e.line.value;if(!t||t.states.length<2)return null;let o=e.branch.value;return c`<section class="played" aria-labelledby="played">
        <h2 id="played">${i("line of play")}</h2>
        <ol>
            ${t.states.slice(1).map((n,r)=>c`<li key=${r}>
                    <button
                        aria-current=${r+1===t.at?"step":void 0}
                        class="${r+1>t.at?"later":""} ${o!==null&&r+1>=o?"variation":""}"
                        onClick=${()=>e.go(r+1)}
                    >
                        ${n.move}
                    </button>
                </li>`)}
        </ol>
    </section>`}var Lr={1:"blue",2:"amber"},le=({of:e})=>c`<span class="side"><span class="disc ${Lr[e]}" aria-hidden="true"></span>${i(`player.${e}`)}</span>`,wn="the rules forbid it after the last move",it=(e,{forbidden:t,why_forbidden:o})=>i("is forbidden",{move:t,why:o===wn?i(wn):z(e,o)});function Fe({desk:e,game:t,shown:o,reveal:n}){let[r,a]=[e.answer.value,e.state.value];if(!r||!a)return c`<header class="headline"></header>`;let s=!r.moves.some(p=>!p.forbidden);if(a.over||s){let p={mover:a.mover,over:a.over??r};return c`<header class="headline" role="status"><${zr} of=${p} counted=${je(r)} /></header>`}let u=r.forbidden&&(r.unforbidden.value!==r.value||r.unforbidden.dtm!==r.dtm);return c`<header class="headline" role="status">
        <p class="turn"><${le} of=${a.mover} /> ${i("to move")}${r.scene?.notes.length?` · ${r.scene.notes.map(p=>z(t,p)).join(" · ")}`:""}</p>
        ${o?c`<p class="worth">
                      <${J} of=${r} mine=${je(r)} long />
                      ${r.scores&&c`<small>${i(`points for ${r.scores}`)}</small>`}
                  </p>`:c`<p class="worth"><button onClick=${n}>${i("show value")}</button></p>`}
        ${r.forbidden&&c`<p class="note">
                ${it(t,r)}
                ${o&&` ${u?i("forbidding costs",{value:I(r.unforbidden)}):i("forbidding costs nothing")}`}
            </p>`}
        ${o&&r.from_start!==null&&c`<p class="note">${i("from start",{n:r.from_start})}</p>`}
    </header>`}function zr({of:{over:e,mover:t},counted:o}){let n=nt(e.value,o),r=n==="win"?t:3-t,a=typeof e.value=="number"&&e.value?` (${I(e)})`:"";return c`<p class="worth over">
        ${n==="draw"?i("ends in a draw"):c`<${le} of=${r} /> ${i("wins")}`}${a}
    </p>`}function Ge({desk:e,marks:t,play:o}){let n=e.answer.value,r=e.state.value?.over;if(!n||r||!n.moves.length)return null;let a=(d,f)=>d.move.localeCompare(f.move,"en",{numeric:!0}),s=t?n.moves:[...n.moves].sort(a),u=d=>()=>e.pointed.value=d,p=e.replies.value,l=({holding:d,legal:f})=>c`<span class="note" title=${i("replies that hold")}>
        ${i("holding",{keeping:Y(d),all:Y(f)})}
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
            ${d.forbidden&&c`<span class="note">${i("forbidden")}</span>`}
            ${t&&p.get(d.move)&&l(p.get(d.move))}
            ${t&&c`<${J} of=${d} mine=${je(n)} />`}
        </button>
    </li>`;return c`<section class="moves" aria-labelledby="moves">
        <h2 id="moves">${i(t?"moves, best first":"moves",{n:s.length})}</h2>
        <ol>
            ${s.map(v)}
        </ol>
    </section>`}function xe(e){let t=W();t.current=e,q(()=>{let o=n=>t.current(n);return addEventListener("keydown",o),()=>removeEventListener("keydown",o)},[])}var fo=e=>({...sn(location.hash),line:e}),Ut=O(fo(history.state?.line??null)),H=O(Ut.value);function kn(e){H.value=fo(e),Ut.value=H.value}function he(e,t=!1){let o=ie(e);history[t||o===location.hash?"replaceState":"pushState"](null,"",o),kn(null)}function Sn(e){H.value={...e,line:null}}var xn=e=>e?.map(({drawn:t,...o})=>o),Nr=({states:e,at:t,game:o})=>({at:t,states:xn(e),game:xn(o)});function lt(e,t=!1){let o=e.states[e.at],n=ie({...H.peek(),...o});history[t||n===location.hash&&!o.over?"replaceState":"pushState"]({line:Nr(e)},"",n),H.value=fo(null)}var ne=({game:e,set:t})=>({game:e,set:t}),ut=(e,t)=>e?.game===t?.game&&String(e?.set)===String(t?.set);addEventListener("popstate",e=>kn(e.state?.line??null));var Ur="retro game 1";function Rr(e){try{let t=JSON.parse(e);return t?.format===Ur&&Array.isArray(t.moves)?t:null}catch{return null}}var Hr=[/\n/,/[\s;]+/,/[\s,;]+/],Dr=e=>Hr.map(t=>e.split(t).map(o=>o.trim().replace(/^\d+\.+\s*|[,;]$/g,""))).flatMap(t=>[t,t.filter(o=>!/^\d+$/.test(o))]).map(t=>t.filter(Boolean)),Cn=e=>e.replace(/\p{L}/gu,"a").replace(/\d/g,"0");function Ir(e,{found:t,states:o},n){let[r,a]=[o.length,n[o.length-1]],u=(o[r-1].over?null:lo(t.moves,a))?.forbidden?` ${it(e,t)}`:"";return i("not legal",{number:r,move:a})+u}function ct({desk:e,close:t,game:o}){let n=T(""),r=T(""),a=e.place.value;function s(d,f,h){let y=h.states.length-1,k=y<f.length?Ir(o,h,f):"";return k&&!y?k:(ut(d,a)||Sn({...d,view:"review"}),e.put(d,h),k&&(e.problem.value=new Error(`${k} ${i("up to there")}`)),"")}async function u(d){if(d.game!==o.game)return i("another game",{game:d.game});let f=Object.entries(d.options??{}).map(S=>S.join("=")),h={position:d.position,forbid:d.forbidden,mover:d.mover===2?2:1},y={...a,set:Br(o,f)},k=d.moves.map(String);return s(y,k,await e.replay(y,h,k))}async function p(d){let f=null;for(let h of Dr(d))for(let y of[{},e.begin.value,e.state.value]){let k=y&&h.length&&await e.replay(a,y,h).catch(()=>null);if(!k)continue;let S=k.states.length;if(S>h.length)return s(a,h,k);(S>1||k.found.moves.some(x=>Cn(x.move)===Cn(h[0])))&&S>(f?.legal??0)&&(f={legal:S,moves:h,replayed:k})}return f&&s(a,f.moves,f.replayed)}async function l(){let d=n.value.trim(),f=Rr(d);try{return f?await u(f):s(a,[],await e.replay(a,Ie(d),[]))}catch(h){return(f?null:await p(d))??(h.message||i("no server"))}}async function v(d){d.preventDefault(),r.value=await l(),r.value||t()}return c`<${We} title=${i("paste")} close=${t}>
        <form onSubmit=${v}>
            <label for="pasted">${i("paste what")}</label>
            <textarea id="pasted" rows="6" autofocus spellcheck="false" onInput=${d=>n.value=d.target.value}></textarea>
            ${r.value&&c`<p class="wrong" role="alert">${r.value}</p>`}
            <div class="row"><button class="first" disabled=${!n.value.trim()}>${i("read it")}</button></div>
        </form>
    <//>`}function Br(e,t){let o=new Set(e.options.map(n=>`${n.name}=${n.default}`));return t.filter(n=>!o.has(n))}var Mn=60,Wr=(e,t)=>{let o=[...e];for(let[n,r]of t)o[n]=r;return o.join("")},Fr=(e,t)=>e.slice(0,Math.max(...Object.values(t))+1);function Gr(e,t){let o=Object.entries(e),[n,r]=[0,1].map(l=>Math.min(...o.map(([,v])=>v[l]))),[a,s]=[0,1].map(l=>Math.max(...o.map(([,v])=>v[l]))),u={mirror:([l,v])=>[n+a-l,v],turn:([l,v])=>[n+v-r,s-(l-n)]}[t],p=new Map;for(let[l,v]of o){let[d,f]=u(v),h=o.find(([,y])=>Math.hypot(y[0]-d,y[1]-f)<.01);if(!h)return null;p.set(l,h[0])}return p}function vo({desk:e,close:t}){let o=e.state.value,n=T(o.position),r=T(o.mover),a=T(0),s=T(null),u=T(o.position),p=Te(()=>({number:0}),[]);te(()=>{let $=++p.number,_={position:n.value,mover:r.value},g=_.position;N(e.place.value,"setup",_).then(m=>{if($!==p.number)return;let{problem:w}=m,M=w&&p.painted&&m.cells?Fr(g,m.cells):g;if(M!==g){n.value=M;return}s.value={...m.cells||!s.peek()?.cells||!w?m:{...s.peek(),problem:w},said:_},m.cells&&(u.value=g)},m=>$===p.number&&(s.value={...s.peek(),problem:m.message,said:_}))});let l=s.value,v=l?.cells,d=l?.said.position===n.value&&l.said.mover===r.value,f=$=>v[$],h=$=>{p.painted=!0,n.value=u.value=Wr(u.value,$)},y=$=>h([[f($),l.palette[a.value].letter]]);function k($){let _=Gr(l.points,$);_&&h([..._].map(([g,m])=>[f(m),u.value[f(g)]]))}let S=Object.fromEntries((l?.palette??[]).map($=>[`${$.glyph} ${$.player}`,$.letter]));function C(){let $={};for(let{glyph:_,player:g,letter:m}of l.palette)$[m]=S[`${_} ${[0,2,1][g]}`]??m;h(Object.values(v).map(_=>[_,$[u.value[_]]??u.value[_]]))}function x(){C(),r.value=3-r.value}let D=$=>{p.painted=!1;let _=Ie($.target.value);_.position!==$.target.value&&(r.value=_.mover),n.value=_.position},V=()=>h(Object.values(v).map($=>[$,S["empty 0"]]));async function B($){$.preventDefault(),await e.open(e.place.value,{position:l.position,mover:r.value})&&t()}let j=($,_,g)=>c`<button type="button" onClick=${_} title=${g}>${i($)}</button>`,Z=$=>r.value===2&&!l.turn?[0,2,1][$.player]:$.player;return c`<${We} title=${i("set up")} close=${t} wide>
        <form onSubmit=${B} class="setup">
            ${v&&c`<div class="brushes" role="radiogroup" aria-label=${i("what is put")}>
                    ${l.palette.map(($,_)=>c`<label key=${$.letter} class=${a.value===_?"chosen":""}>
                            <input type="radio" name="brush" checked=${a.value===_} onChange=${()=>a.value=_} />
                            ${$.player?c`<${le} of=${Z($)} />`:""} ${$.glyph==="empty"?i("empty"):i(`glyph.${$.glyph}`)}
                        </label>`)}
                </div>`}
            ${l?.picture&&c`<${Vr} found=${l} paint=${v&&y} />`}
            ${v&&c`<div class="row">
                    ${j("clear",V)} ${j("mirror",()=>k("mirror"))} ${j("quarter turn",()=>k("turn"))}
                    ${j("swap",C,i("swap.why"))} ${!l.turn&&j("other side",x,i("other side.why"))}
                    ${j("as it was",()=>(n.value=u.value=o.position,r.value=o.mover))}
                </div>`}
            <label for="position">${i("as text")}</label>
            <input id="position" value=${n.value} spellcheck="false" autocomplete="off" onInput=${D} />
            <p class="verdict" role="status">
                ${l?.problem?c`<span class="wrong">✗ ${l.problem}</span>`:l&&c`✓ <${le} of=${l.turn||r.value} /> ${i("to move")} <${J} of=${l} mine=${l.scores!=="first"||l.turn!==2} long />`}
            </p>
            <div class="row"><button class="first" disabled=${!d||!!l.problem}>${i("use it")}</button></div>
        </form>
    <//>`}function Vr({found:e,paint:t}){let[,o,n]=e.picture.match(/viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/s),r=s=>u=>{u.key!=="Enter"&&u.key!==" "||(u.preventDefault(),t(s))},a=s=>u=>u.buttons===1&&t(s);return c`<div class="board">
        <svg viewBox=${o} role="group" aria-label=${i("board")}>
            <g dangerouslySetInnerHTML=${{__html:n}} aria-hidden="true" />
            ${t&&Object.entries(e.points).map(([s,[u,p]])=>c`<g
                        key=${s}
                        class="spot option"
                        data-spot=${s}
                        role="button"
                        tabindex="0"
                        aria-label=${s}
                        onKeyDown=${r(s)}
                        onPointerDown=${()=>t(s)}
                        onPointerEnter=${a(s)}
                    >
                        <rect x=${u*Mn-28} y=${-p*Mn-28} width="56" height="56" rx="6" />
                    </g>`)}
        </svg>
    </div>`}var ke=oe("values",!0);function Tn({desk:e,game:t}){let o=T(null),n=()=>ke.value=!ke.value,r=()=>e.playable.peek()[0]&&e.make(e.playable.peek()[0]);xe(d=>ye(d,e,{v:n,b:r,p:()=>o.value=ct,s:()=>o.value=vo})),te(()=>{e.answer.value,ke.value&&e.count()});let a=d=>e.make(d);async function s(d){let f=await N(e.place.value,"random",{...d,replies:0},!1).catch(h=>(e.problem.value=h)&&null);f&&e.open(e.place.value,{position:f.position})}let u=()=>e.begin.value?e.open(e.place.value,{}):null,p=o.value,l=e.state.value,v=l&&an(l,e.answer.value?.turn);return c`
        <${Fe} desk=${e} game=${t} shown=${ke.value} reveal=${n} />
        <section class="table">
            <${ge} desk=${e} marks=${ke.value} play=${a} />
            <${be} desk=${e}>
                <button aria-pressed=${ke.value} title=${`${i("values")} (v)`} onClick=${n}>${i("values")}</button>
            <//>
            <${Nt} desk=${e} />
            <${we} desk=${e} />
        </section>
        <section class="panel">
            ${e.problem.value&&c`<p class="wrong" role="alert">${e.problem.value.message||i("no server")}</p>`}
            ${ke.value&&c`<${gn} desk=${e} game=${t} />`}
            <${Ge} desk=${e} marks=${ke.value} play=${a} />
            <section aria-labelledby="another">
                <h2 id="another">${i("another position")}</h2>
                <div class="row">
                    <button onClick=${u}>${i("the start")}</button>
                    <button onClick=${()=>o.value=vo} title="(s)">${i("set up")}</button>
                    <button onClick=${()=>o.value=ct} title="(p)">${i("paste")}</button>
                    ${["win","draw","loss"].map(d=>c`<button onClick=${()=>s({value:d})}>${i(`random.${d}`)}</button>`)}
                </div>
            </section>
            <section aria-labelledby="share">
                <h2 id="share">${i("share")}</h2>
                <p class="code"><span id="this-position">${l?.position}</span>${v?.slice(l.position.length)}</p>
                <div class="row">
                    <button onClick=${()=>pe(location.href)}>${i("copy link")}</button>
                    <button onClick=${()=>pe(v)}>${i("copy position")}</button>
                    ${e.moves.value.length>0&&c`<button onClick=${()=>at(`${t.game}.json`,rt(e,e.moves.value,e.begin.value,["human","human"]))}>
                            ${i("download game")}
                        </button>`}
                    <button onClick=${()=>o.value=bn}>${i("cite")}</button>
                </div>
            </section>
        </section>
        ${p&&c`<${p} desk=${e} game=${t} close=${()=>o.value=null} />`}
    `}var En=(e,t)=>Object.entries(t).filter(([o,n])=>e.options.find(r=>r.name===o)?.default!==n),Rt=(e,t)=>En(e,t).map(o=>o.join("=")),Se=(e,t)=>({game:e.game,set:Rt(e,t.options)}),Le=(e,t)=>En(e,t.options).map(([o,n])=>`${z(e,o)} ${z(e,String(n))}`).join(" · ")||i("the whole game");function qr({game:e}){let t=e.older.filter(n=>n.command),o=e.older.filter(n=>!n.command);return c`
        ${t.length>0&&c`<p class="note">${i("solved by older rules")}</p>
            <ul>${t.map(n=>c`<li>${Le(e,n)} <code>${n.command}</code></li>`)}</ul>`}
        ${o.map(n=>c`<p class="note">${Le(e,n)}: ${n.why}</p>`)}
    `}function Pn({games:e,malformed:t}){return c`<main class="home" id="main">
        ${t&&c`<p class="wrong" role="alert">${i("malformed address")}</p>`}
        <p class="lead">${i("lead")}</p>
        <div class="cards">
            ${e.map(o=>c`<${Kr} key=${o.game} game=${o} />`)}
        </div>
    </main>`}function Kr({game:e}){let t=T(null),o=e.solved.find(r=>r.start)??e.solved[0];if(q(()=>{if(!o)return;(o.start?N(Se(e,o),"position",{picture:1,replies:0}):N(Se(e,o),"random",{picture:1,replies:0,seed:4})).then(a=>t.value=a.picture,()=>{})},[]),e.problem)return c`<article class="card"><h2>${e.game}</h2><p class="wrong">${e.problem}</p></article>`;let n=ie(o?Se(e,o):{game:e.game});return c`<article class="card">
        <a class="picture" href=${n} tabindex="-1" aria-hidden="true">
            ${t.value?c`<div dangerouslySetInnerHTML=${{__html:t.value}} />`:c`<div class="blank">${z(e,e.title)[0]}</div>`}
        </a>
        <h2><a href=${n}>${z(e,e.title)}</a></h2>
        ${e.solved.length?c`<ul>
                      ${e.solved.map(r=>c`<li>
                              <a href=${ie(Se(e,r))}>${Le(e,r)}</a>
                              <small>${i("positions.n",{n:r.positions,count:Y(r.positions)})}</small>
                              ${r.start&&c`<${J} of=${r.start} />`}
                          </li>`)}
                  </ul>`:c`<p class="note">${i("not solved yet")}</p>`}
        <${qr} game=${e} />
    </article>`}var Yr=["perfect","trap","fallible","random"],pt=oe("opponent","fallible"),Dt=oe("skill",3),ze=O(null),ue=O(null),It=O(!1),Ht=O(null),ft=O("");function An({desk:e,game:t}){xe(l=>ye(l,e,{v:()=>Ht.value=e.state.value}));let o=ze.value?.place===e.place.value?ze.value:null,n=e.line.value&&e.line.value.at===e.line.value.states.length-1,r=o&&e.state.value?.mover===o.side&&!ue.value&&!e.state.value?.over;te(()=>{let[l,v]=[e.line.value,ze.value];if(!v||v.place!==e.place.value||!l||l.at<l.states.length-1||ue.value||It.value||e.busy.value)return;let d=l.states[l.at];(d.over||d.mover!==v.side)&&Zr(e,v)});let a=async(l,v)=>{let d=v??{};ce(()=>{ue.value=null,ze.value=null,Ht.value=null,ft.value=""}),await e.open(e.place.value,d)&&(ze.value={place:e.place.value,side:l})},s=l=>r&&n?e.make(l):null,u=()=>{let{states:l}=e.line.value,v=l.findLastIndex((f,h)=>h<l.length-1&&f.mover===o.side&&!f.over);if(v<0)return;ue.value=null;let d={states:l.slice(0,v+1),at:v};e.restore(e.place.value,d,!1)},p=Ht.value===e.state.value;return c`
        ${o&&c`<${Fe} desk=${e} game=${t} shown=${p} reveal=${()=>Ht.value=e.state.value} />`}
        <section class="table">
            <${ge} desk=${e} marks=${p} play=${r&&n?s:null} />
            <${be} desk=${e}>
                ${o&&c`<button onClick=${u} disabled=${e.moves.value.length<1}>${i("take back")}</button>`}
            <//>
            <${we} desk=${e} />
        </section>
        <section class="panel">
            ${o&&c`<${Xr} session=${o} mine=${r} last=${n} />`}
            ${(ft.value||e.problem.value)&&c`<p class="wrong" role="alert">${ft.value||e.problem.value.message}</p>`}
            ${o&&(ue.value||e.moves.value.length>0)&&c`<div class="row">
                    <button class=${ue.value?"first":""} onClick=${()=>Qr(e)}>${i("review game")}</button>
                    ${!ue.value&&c`<button onClick=${()=>ue.value={resigned:!0}}>${i("resign")}</button>`}
                </div>`}
            <form class="opponent" onSubmit=${l=>l.preventDefault()}>
                <h2>${o?i("new game"):i("play against")}</h2>
                <div class="choices" role="radiogroup" aria-label=${i("play against")}>
                    ${Yr.map(l=>c`<label key=${l} class=${pt.value===l?"chosen":""}>
                            <input type="radio" name="opponent" checked=${pt.value===l} onChange=${()=>pt.value=l} />
                            <b>${i(`player ${l}`)}</b><small>${i(`player ${l}.why`)}</small>
                        </label>`)}
                </div>
                ${pt.value==="fallible"&&c`<label for="skill">${i("strength")} <output>${Dt.value}</output></label>
                        <input
                            id="skill"
                            type="range"
                            min="0"
                            max="10"
                            step="0.5"
                            value=${Dt.value}
                            onInput=${l=>Dt.value=Number(l.target.value)}
                        />`}
                <div class="row">
                    <button class="first" onClick=${()=>a(1)}>${i("play as")} <${le} of=${1} /></button>
                    <button class="first" onClick=${()=>a(2)}>${i("play as")} <${le} of=${2} /></button>
                    ${e.state.value&&!e.state.value.over&&c`<button onClick=${()=>a(e.state.value.mover,e.state.value)}>${i("from here")}</button>`}
                </div>
            </form>
            ${r&&n&&c`<${Ge} desk=${e} marks=${p} play=${s} />`}
        </section>
    `}var Jr=e=>{let[t,...o]=e.line.value.states;return{position:t.position,forbid:t.forbid,mover:t.mover,moves:o.map(n=>n.move)}};async function Zr(e,t){It.value=!0;let o=e.line.value;try{let n=await Ot(e.place.value,"reply",{...Jr(e),player:pt.value,skill:Dt.value});if(ze.value!==t||e.line.value!==o)return;ft.value="";let r=e.playable.value.find(a=>a.move===n.move);n.ending&&(ue.value=n.ending),r&&await e.make(r,!0)&&lt(e.line.value,!0)}catch(n){ft.value=n.message||i("no server")}finally{It.value=!1}}function Xr({session:e,mine:t,last:o}){if(ue.value){let{kind:n,resigned:r}=ue.value;return c`<p class="status" role="status">${r?i("resigned"):i(`ended.${n}`)}</p>`}return It.value?c`<p class="status" role="status"><span class="dots" aria-hidden="true"></span>${i("thinking")}</p>`:o?c`<p class="status" role="status">${t?i("your turn"):""} <small>${i("you are")} <${le} of=${e.side} /></small></p>`:c`<p class="status" role="status">${i("looking back")}</p>`}function Qr(e){ze.value=null,ue.value=null;let{position:t,forbid:o,mover:n}=e.state.value;he({...ne(e.place.value),view:"review",position:t,forbid:o,mover:n})}var ta=[3,5,7,9,13,21],oa=3,na=7,ra=450,Bt=oe("theme of puzzles","win"),mo=oe("length of puzzles",7),Ve=oe("failed puzzles",[]),$e=oe("tally",{solved:0,failed:0,seen:0}),vt=oe("today's puzzles in the tally",{day:0,places:[]}),P=zt(),On=({position:e,forbidden:t})=>({position:e,forbid:t,mover:1}),jn=()=>Number(new Date().toLocaleDateString("sv").replaceAll("-","")),aa=()=>new Promise(e=>setTimeout(e,ra));function Un({desk:e,game:t}){let o=e.place.value,n=T(null),r=W(0),a=W(null),s=W(0),u=T("asking"),p=T("");xe(m=>u.value!=="asking"&&ye(m,P));let l=e.answer.value?.scores??"",v=m=>m.game===o.game&&String(m.set)===String(o.set),d=m=>m===vt.value.day&&vt.value.places.some(v);function f(){let m=r.current;return()=>m===r.current}async function h(m,w=null){++r.current;let M=f();a.current?.abort(),a.current=new AbortController,u.value="asking",p.value="";try{let U={theme:l?"points":Bt.value==="points"?"win":Bt.value,length:mo.value,...m},L=w??await N(o,"puzzle",U,!!m?.seed,a.current.signal),Q=M()&&await P.open(o,On(L),!0);if(!M())return;if(!Q)throw P.problem.value;n.value={...L,clean:!0,why_forbidden:P.answer.value.why_forbidden},u.value="solving"}catch(U){if(!M())return;p.value=U?.message??"",u.value=U?.status===503?"busy":"none"}}let y=()=>$e.value.seen+oa+1;function k(){$e.value={...$e.value,seen:$e.value.seen+1};let m=Ve.value.find(w=>v(w)&&w.due<=$e.value.seen);m&&(Ve.value=Ve.value.map(w=>w===m?{...m,due:y()}:w)),h({},m?.puzzle)}let S=()=>h({theme:l?"points":"win",length:na,seed:jn()});q(()=>(S(),()=>{++r.current,a.current.abort()}),[o.game,String(o.set),l]);function C(m){let{position:w}=n.value,M=Ve.value.filter(X=>!(v(X)&&X.puzzle.position===w)),U={...ne(o),puzzle:n.value,due:y()};Ve.value=m?M:[...M,U].slice(-50);let{clean:L,seed:Q}=n.value;if(L&&!d(Q)){let X=m?"solved":"failed";$e.value={...$e.value,[X]:$e.value[X]+1};let b=jn(),E=vt.value.day===b?vt.value.places:[];Q===b&&(vt.value={day:b,places:[...E,ne(o)]})}n.value={...n.value,clean:n.value.clean&&m}}let x=()=>P.state.value.over||!P.playable.value.length;async function D(m){let w=f();s.current=P.line.value.at;let M=s.current+1,[U]=P.playable.value,L=m.value===U.value&&m.dtm===U.dtm;if(!await P.make(m,!0)||!w()||u.value!=="solving")return;if(L&&(x()||M>=n.value.plies)){C(n.value.clean),u.value="solved";return}if(!L&&m.value==="win"){u.value="slower",p.value=i("slower",{move:m.move,n:m.dtm});return}L||C(!1),u.value=L?"defending":"refuting";let Q=P.state.value;if(await aa(),!w())return;P.state.value!==Q&&await P.go(M,!0);let X=P.state.value.mover===P.begin.value.mover,[b]=w()&&!X?P.playable.value:[],{mover:E}=P.state.value;b&&await P.make(b,!0),w()&&(L?u.value=x()?"solved":"solving":(u.value="failed",p.value=b?i("refuted",{move:m.move,reply:b.move,value:uo(b,E,l)}):i("that fails")),u.value==="solved"&&C(n.value.clean))}async function V(){let m=f();if(p.value="",await P.go(s.current,!0),!m())return;let{states:w,at:M}=P.line.value;await P.restore(o,{states:w.slice(0,M+1),at:M}),m()&&(u.value="solving")}async function B(){let m=f();["solving","slower"].includes(u.value)&&C(!1),u.value="shown";let w=await P.replay(o,On(n.value),n.value.line).catch(()=>null);!w||!m()||(P.put(o,w),await P.go(0,!0))}let j=["none","busy"].includes(u.value),Z=u.value==="solving"&&P.state.value?.mover===P.begin.value.mover,$=["failed","slower"].includes(u.value),_=n.value,g=["solved","shown"].includes(u.value);return c`
        <header class="headline" role="status">
            ${u.value==="asking"&&c`<p class="turn"><span class="dots" aria-hidden="true"></span>${i("composing")}</p>`}
            ${_&&!j&&u.value!=="asking"&&c`<p class="turn"><${le} of=${P.begin.value.mover} /> ${i("to move")}</p>
                    <p class="stipulation">${sa(_,P.begin.value.mover,l)}</p>
                    ${_.forbidden&&c`<p class="note">${it(t,_)}</p>`}`}
        </header>
        <section class="table">
            ${j?c`<div class="board waiting"></div>`:c`<${ge} desk=${P} marks=${g} play=${Z?D:null} />`}
            ${!j&&u.value!=="asking"&&c`<${be} desk=${P} /><${we} desk=${P} />`}
        </section>
        <section class="panel">
            ${u.value==="solved"&&c`<p class="right" role="alert">✓ ${_.clean?i("solved"):i("solved at last")}</p>`}
            ${u.value==="failed"&&c`<p class="wrong" role="alert">✗ ${p.value}</p>`}
            ${u.value==="slower"&&c`<p class="slower" role="alert">${p.value}</p>`}
            ${j&&c`<p class="wrong" role="alert">${i(u.value==="busy"?"busy":"no puzzle")} <small>${p.value}</small></p>`}
            <div class="row">
                ${$&&c`<button class="first" onClick=${V}>${i("try again")}</button>`}
                <button class=${g||j?"first":""} disabled=${u.value==="asking"} onClick=${k}>${i("next puzzle")}</button>
                ${(Z||$)&&c`<button onClick=${B}>${i("show solution")}</button>`}
                <button onClick=${S}>${i("today's")}</button>
            </div>
            ${g&&c`<${ia} puzzle=${_} place=${o} />`}
            ${Z&&P.answer.value&&!P.answer.value.picture&&c`<${Ge} desk=${P} marks=${!1} play=${D} />`}
            <form class="opponent" onSubmit=${m=>m.preventDefault()}>
                <h2>${i("what puzzles")}</h2>
                <div class="row">
                    ${!l&&c`<label>${i("theme")}
                            <select value=${Bt.value} onChange=${m=>Bt.value=m.target.value}>
                                ${["win","draw"].map(m=>c`<option value=${m}>${i(`theme.${m}`)}</option>`)}
                            </select>
                        </label>`}
                    <label>${i("at most")}
                        <select value=${mo.value} onChange=${m=>mo.value=Number(m.target.value)}>
                            ${ta.map(m=>c`<option value=${m}>${i("plies",{n:m})}</option>`)}
                        </select>
                    </label>
                </div>
                <p class="note">
                    ${i("tally",$e.value)} ${d(_?.seed)&&i("today's counted")}
                    ${` ${i("to come back",{n:Ve.value.filter(v).length})}`}
                </p>
            </form>
        </section>
    `}function sa({value:e,dtm:t,plies:o,theme:n},r,a){return n==="points"?i("stipulation.points",{value:uo({value:e},r,a),n:(o+1)/2}):i(`stipulation.${e}`,{n:e==="win"?t:(o+1)/2})}function ia({puzzle:e,place:t}){let o=()=>he({...ne(t),view:"explore",position:e.position,forbid:e.forbidden});return c`<section aria-labelledby="solution">
        <h2 id="solution">${i("solution")}</h2>
        <p class="line"><b>${e.line[0]}</b> ${e.line.slice(1).join(" ")}</p>
        <${Rn} list=${e.solution} />
        ${e.tries.length>0&&c`<h3>${i("tries")}</h3>
                <ul class="tries">
                    ${e.tries.slice(0,8).map(n=>c`<li>${i("try",{move:n.move,reply:n.refutation})}</li>`)}
                </ul>`}
        <div class="row"><button onClick=${o}>${i("explore it")}</button></div>
    </section>`}var Ln=3,zn=12,Nn=e=>e.slice(0,Ln).join(", ")+(e.length>Ln?" …":"");function Rn({list:e}){if(!e.length)return null;let t=e.filter(o=>o.value!==null&&o.dtm!==1);return c`<ul class="variations">
        ${t.slice(0,zn).map(o=>c`<li>
                ${Nn(o.defences)}${o.answers.length?c`${o.defences.length?": ":""}<b>${Nn(o.answers)}</b>`:""}
                ${" "}<${J} of=${o} />
                <${Rn} list=${o.then} />
            </li>`)}
        ${t.length>zn&&c`<li>…</li>`}
        ${t.length<e.length&&c`<li>${i(t.length?"anything else":"anything")}</li>`}
    </ul>`}var[mt,fe,ho]=[600,150,12],la=14;function ua({value:e,dtm:t},o,n){return typeof e=="number"?o*e/Math.max(1,n):e==="draw"?0:o*(e==="win"?1:-1)*(.3+.7*2**(-t/la))}function Hn({desk:e,found:t}){let[o,n]=[e.game.value,e.gamePly.value],r=e.answer.value?.scores==="first",a=[t.moves[0].before,...t.moves.map(f=>f.after)],s=a.map(f=>f.value).filter(f=>typeof f=="number"),u=Math.max(1,...s.map(Math.abs)),p=f=>r||o[Math.max(0,f-1)].mover===1?1:-1,l=a.map((f,h)=>[ho+(mt-2*ho)*h/Math.max(1,a.length-1),fe/2-ua(f,p(h),u)*(fe/2-ho)]),v=l.map(([f,h],y)=>`${y?"L":"M"}${f.toFixed(1)} ${h.toFixed(1)}`).join(""),[d]=l.slice(-1);return c`<figure class="graph">
        <figcaption>${i("graph")}</figcaption>
        <svg viewBox="0 0 ${mt} ${fe}" role="group" aria-label=${i("graph")}>
            <rect class="above" width=${mt} height=${fe/2} />
            <rect class="below" y=${fe/2} width=${mt} height=${fe/2} />
            <path class="area" d="${v}L${d[0]} ${fe/2}L${l[0][0]} ${fe/2}Z" />
            <line x1="0" x2=${mt} y1=${fe/2} y2=${fe/2} />
            <path class="curve" d=${v} />
            ${l.map(([f,h],y)=>c`<circle
                    key=${y}
                    cx=${f}
                    cy=${h}
                    r=${y===n?6:t.moves[y-1]?.blunder?5:3}
                    class="${y===n?"here":""} ${t.moves[y-1]?.blunder?"blunder":""}"
                    onClick=${()=>e.toGame(y)}
                >
                    <title>${y?`${y}. ${t.moves[y-1].move}: ${I(a[y])}`:I(a[0])}</title>
                </circle>`)}
        </svg>
    </figure>`}function In({desk:e,game:t}){let o=T(null),n=T(!1);xe(p=>ye(p,e)),te(()=>{e.line.value&&e.adopt()});let r=Dn(e.game.value),a=JSON.stringify([e.begin.value,r]);te(()=>{let[p,l,v]=[e.begin.value,Dn(e.game.value),e.place.value];if(!p||!l.length){o.value=null;return}let d=JSON.stringify([p,l]);if(o.peek()?.asked===d)return;let f=new AbortController;return Ot(v,"review",{position:p.position,forbid:p.forbid,mover:p.mover,moves:l},f.signal).then(h=>o.value={...h,asked:d},h=>f.signal.aborted||(e.problem.value=h)),()=>f.abort()});let s=o.value?.asked===a?o.value:null,u=()=>at(`${t.game}.json`,rt(e,r,e.begin.value,["human","human"]));return c`
        <${Fe} desk=${e} game=${t} shown />
        <section class="table">
            <${ge} desk=${e} marks play=${p=>e.make(p)} />
            <${be} desk=${e} />
            <${Nt} desk=${e} />
            ${e.branch.value!==null&&c`<${we} desk=${e} />`}
            ${s&&c`<${Hn} desk=${e} found=${s} />`}
        </section>
        <section class="panel">
            ${e.problem.value&&c`<p class="wrong" role="alert">${e.problem.value.message}</p>`}
            ${r.length?s&&c`<${fa} desk=${e} found=${s} />`:c`<p>${i("nothing to review")}</p>`}
            <div class="row">
                ${r.length>0&&c`<button onClick=${u}>${i("download game")}</button>`}
                <button onClick=${()=>n.value=!0}>${i("paste")}</button>
            </div>
        </section>
        ${n.value&&c`<${ct} desk=${e} game=${t} close=${()=>n.value=!1} />`}
    `}var Dn=e=>e.slice(1).map(t=>t.move),ca=(e,t)=>e.answer.value?.scores!=="first"||t===1;function pa(e){return e.points?i("points lost",{n:e.points}):e.blunder?i(`lost ${e.before.value}`):e.plies?i("plies lost",{n:e.plies}):""}function fa({desk:e,found:t}){let[o,n]=[e.game.value,e.gamePly.value],r=W();q(()=>{r.current.querySelector("[aria-current]")?.scrollIntoView({block:"nearest"})},[n]);let a=[1,2].map(u=>t.moves.filter((p,l)=>p.blunder&&o[l].mover===u).length),s=(u,p)=>{let l=o[p].mover;return c`<tr key=${p} class=${u.blunder?"blunder":""} aria-current=${p+1===n?"step":void 0}>
            <td>${p+1}</td>
            <td>
                <button onClick=${()=>e.toGame(p+1)}>
                    <span class="disc ${l===1?"blue":"amber"}" aria-label=${i(`player.${l}`)} role="img"></span>
                    ${u.move}${u.blunder?c` <b title=${i("blunder")}>??</b>`:""}
                </button>
            </td>
            <td><${J} of=${u.after} mine=${ca(e,l)} /></td>
            <td title=${i("kept.why")}>${Y(u.keeping)}/${Y(u.legal)}</td>
            <td>
                ${pa(u)}
                ${u.best!==u.move&&(u.blunder||u.plies>0)&&c`<button class="better" title=${I(u.before)} onClick=${()=>e.toGame(p)}>${i("better",{move:u.best})}</button>`}
            </td>
        </tr>`};return c`<section aria-labelledby="review">
        <h2 id="review">${i("what moves gave away")}</h2>
        <p>
            ${[1,2].map(u=>c`<span class="tally"><${le} of=${u} /> ${i("blunders",{n:a[u-1]})}</span>`)}
        </p>
        <div class="scroll" tabindex="0" role="region" aria-labelledby="review">
            <table>
                <thead>
                    <tr>
                        ${["ply","move","made it","kept","gave away"].map(u=>c`<th scope="col">${i(`column.${u}`)}</th>`)}
                    </tr>
                </thead>
                <tbody ref=${r}>
                    ${t.moves.map(s)}
                </tbody>
            </table>
        </div>
    </section>`}var va=404,[ma,Wt,Ft,qe,Ke]=[12,18,24,52,250],da=70;function ha(e){let t=T(640);return q(()=>{let o=new ResizeObserver(([{contentRect:n}])=>t.value=Math.max(200,Math.round(n.width)));return o.observe(e.current),()=>o.disconnect()},[]),t.value}var $a=e=>Array.from({length:Math.floor(Math.log10(e)+1e-9)+1},(t,o)=>10**o);function _a(e,t,o){let n=Math.max(1,Math.ceil((t-e)/Math.max(1,o))),r=Array.from({length:Math.floor((t-e)/n)+1},(s,u)=>e+u*n),a=r[r.length-1];return a<t&&r.splice(t-a<n/2&&r.length>1?-1:r.length,1,t),r}function Bn({rows:e,place:t,longest:o}){let n=W(),r=ha(n),a=T(""),s=T(!1),u=W(null);q(()=>()=>u.current?.abort(),[]);let p=e.some($=>typeof $.value=="number"),l=$=>p?$.value:$.dtm,v=e.filter($=>l($)!==null&&$.states>0);async function d({value:$,dtm:_},g){let m={...p?{points:$}:{value:$,min_dtm:_,max_dtm:_},replies:0};try{return await N(t,"random",m,!1,g)}catch(w){if(w.status!==va)throw w;return(o??[]).flatMap(L=>[...L.win,...L.loss]).find(L=>L.value===$&&L.dtm===_)??await N(t,"example",m,!0,g)}}async function f($){u.current?.abort();let{signal:_}=u.current=new AbortController;a.value="",s.value=!0;try{let{position:g,forbidden:m}=await d($,_);_.aborted||he({...ne(t),view:"explore",position:g,forbid:m})}catch(g){_.aborted||(a.value=g.message||i("no server"))}_.aborted||(s.value=!1)}let[h,y]=[Math.min(...v.map(l)),Math.max(...v.map(l))],k=Math.max(...v.map($=>$.states)),S=(r-qe-Wt)/(y-h+1),C=$=>qe+($-h)*S,x=Ke-ma-Ft,D=$=>x*(Math.log1p($)/Math.log1p(k)),V=$=>Ke-Ft-D($),B=$=>p?$.value>0?"win":$.value<0?"loss":"draw":$.value,j=[...v].sort(($,_)=>_.states-$.states),Z=i(p?"states by points":"states by plies");return c`<figure class="histogram" ref=${n}>
        <figcaption>${Z} <small>${i("logarithms, bars open")}</small>
            ${["win","loss"].map($=>c` <${J} of=${{value:$,dtm:null}} />`)}
        </figcaption>
        ${v.length>0&&c`<svg viewBox="0 0 ${r} ${Ke}" role="img" aria-label=${Z}>
                <text class="axis" x="4" y="10">${i("states")}</text>
                ${$a(k).map($=>c`<line class="grid" x1=${qe} x2=${r-Wt} y1=${V($)} y2=${V($)} />
                        <text class="scale" x=${qe-6} y=${V($)+4}>${dn($)}</text>`)}
                ${j.map($=>c`<rect
                        class="bar ${B($)} live"
                        x=${C(l($))+S*.08}
                        width=${Math.max(.8,S*.84)}
                        y=${V($.states)}
                        height=${D($.states)}
                        onClick=${()=>f($)}
                    >
                        <title>${I($)}: ${Y($.states)}</title>
                    </rect>`)}
                <line x1=${qe} x2=${r-Wt} y1=${Ke-Ft} y2=${Ke-Ft} />
                ${_a(h,y,Math.floor((r-qe-Wt)/da)).map($=>c`<text x=${C($)+S/2} y=${Ke-7}>${$}</text>`)}
            </svg>`}
        ${s.value&&c`<p role="status"><span class="dots" aria-hidden="true"></span>${i("searching")}</p>`}
        ${a.value&&c`<p class="wrong" role="alert">${a.value}</p>`}
        <details>
            <summary>${i("as table")}</summary>
            <div class="scroll" tabindex="0" role="region" aria-label=${i("as table")}>
                <table>
                    <tbody>
                        ${e.map($=>c`<tr><td><${J} of=${$} long /></td><td>${Y($.states)}</td><td><button onClick=${()=>f($)} aria-label=${`${i("open one")}: ${I($)}`}>${i("open one")}</button></td></tr>`)}
                    </tbody>
                </table>
            </div>
        </details>
    </figure>`}var ga=2e7;function Wn({desk:e,game:t}){let o=e.place.value,n=T(null),r=T(null),a=T(""),s=W(null),u=()=>{let{signal:v}=s.current=new AbortController;r.value="asked",a.value="",N(o,"longest",{},!0,v).then(d=>v.aborted||(r.value=d.parts),d=>{v.aborted||(r.value=null,a.value=d.message)})};q(()=>(n.value=r.value=null,a.value="",N(o,"statistics").then(v=>{n.value=v,v.positions<ga&&u()},v=>a.value=v.message),()=>s.current?.abort()),[o.game,String(o.set)]);let p=n.value;if(!p)return c`<section class="wide">${a.value&&c`<p class="wrong" role="alert">${a.value}</p>`}</section>`;let l=[["positions",Y(p.positions)],["states",Y(p.states)],["value of start",p.start&&I(p.start)],["longest",p.longest_dtm!==null&&i("plies",{n:p.longest_dtm})],["won at once",p.checkmates>0&&Y(p.checkmates)],["forbidding",p.forbidding>0&&Y(p.forbidding)]];return c`<section class="wide statistics">
        <h2>${z(t,t.title)}${o.set.length?` · ${o.set.join(", ")}`:""}</h2>
        <dl class="facts">
            ${l.filter(([,v])=>v).map(([v,d])=>c`<div><dt>${i(v)}</dt><dd>${d}</dd></div>`)}
        </dl>
        <${ba} values=${p.values} />
        <${Bn} rows=${p.histogram} place=${o} longest=${Array.isArray(r.value)?r.value:null} />
        <h2>${i(p.start&&typeof p.start.value=="number"?"extreme scores":"longest wins")}</h2>
        <p class="note">${i("longest.why")}</p>
        ${a.value&&c`<p class="wrong" role="alert">${a.value}</p>`}
        ${r.value===null&&c`<div class="row"><button onClick=${u}>${i("count longest")}</button></div>`}
        ${r.value==="asked"&&c`<p><span class="dots" aria-hidden="true"></span>${i("counting")}</p>`}
        ${Array.isArray(r.value)&&c`<${ya} parts=${r.value} place=${o} game=${t} />`}
        <h2>${i("how counted")}</h2>
        <ul class="notes">
            ${p.notes.map(v=>c`<li>${z(t,v)}</li>`)}
        </ul>
    </section>`}function ba({values:e}){let t=["win","draw","loss"],o=Object.values(e).reduce((n,r)=>n+r,0)||1;return c`<div class="shares">
        <div class="whole" aria-hidden="true">
            ${t.map(n=>c`<span class=${n} style=${{flexGrow:Math.max(e[n]/o,.002)}} />`)}
        </div>
        <ul>
            ${t.map(n=>c`<li>
                    <${J} of=${{value:n,dtm:null}} />${" "}
                    <span>${Y(e[n])}</span> <small>${(100*e[n]/o).toFixed(1)} %</small>
                </li>`)}
        </ul>
    </div>`}function ya({parts:e,place:t,game:o}){let n=r=>c`<td>
        ${r[0]&&c`<${J} of=${r[0]} />`}
        ${r.map((a,s)=>c`<a href=${wa(t,a)} class="sample" aria-label=${`${s+1}: ${a.position}`}>${s+1}</a>`)}
    </td>`;return c`<div class="scroll" tabindex="0" role="region" aria-label=${i("longest wins")}>
        <table class="longest">
            <thead>
                <tr><th scope="col">${i("part")}</th><th scope="col">${i("win")}</th><th scope="col">${i("loss")}</th></tr>
            </thead>
            <tbody>
                ${e.filter(r=>r.win.length||r.loss.length).map(r=>c`<tr><th scope="row">${r.name?z(o,r.shown===r.name?r.name:`${r.shown} (${r.name})`):i("all")}</th>${n(r.win)}${n(r.loss)}</tr>`)}
            </tbody>
        </table>
    </div>`}var wa=(e,{position:t})=>ie({...ne(e),view:"explore",position:t});var $o=matchMedia("(prefers-color-scheme: dark)"),Fn=O($o.matches);$o.addEventListener("change",()=>Fn.value=$o.matches);var Gn=oe("theme",""),Ye=G(()=>Gn.value||(Fn.value?"dark":"light")),Vn=()=>Gn.value=Ye.value==="dark"?"light":"dark";se(()=>{document.documentElement.dataset.theme=Ye.value});function qn({game:e,problem:t,again:o}){let{command:n,older:r}=t;return c`<section class="wide unsolved">
        <h2>${i(r?"older":"unsolved",{game:z(e,e.title)})}</h2>
        <p>${i("unsolved.how")}</p>
        <div class="row"><code class="code">${n}</code> <button onClick=${()=>pe(n)}>${i("copy")}</button></div>
        <p class="note">${i("unsolved.dry")} <code>${n} --dry-run</code></p>
        <div class="row"><button class="first" onClick=${o}>${i("look again")}</button></div>
        ${e.small&&c`<p>${i("unsolved.small")}</p>
                <div class="row"><code class="code">${e.small}</code> <button onClick=${()=>pe(e.small)}>${i("copy")}</button></div>`}
        ${e.solved.length>0&&c`<h2>${i("variants solved")}</h2>
                <ul>
                    ${e.solved.map(a=>c`<li>
                            <a href=${ie(Se(e,a))}>${Le(e,a)}</a>${" "}
                            <small>${i("positions.n",{n:a.positions,count:Y(a.positions)})}</small>
                        </li>`)}
                </ul>`}
    </section>`}var xa={explore:Tn,play:An,review:In,puzzles:Un,statistics:Wn},Ne=O(null),ka=G(()=>Ne.value!==null),_o=O(!1),re=zt(lt);async function go(){try{Ne.value=(await un()).games,_o.value=!1}catch{_o.value=!0}}var Sa=(e,{set:t})=>e?.solved.some(o=>!o.start&&String(Rt(e,o.options))===String(t)),Kn=0;async function Ca({line:e,...t}){let[o,n,r]=[++Kn,re.state.peek(),ne(t)],a=ut(r,re.place.peek());if(e&&await re.restore(a?re.place.peek():r,e)||a&&n&&(!t.position||t.position===n.position&&t.forbid===n.forbid)&&(t.position||t.view!=="explore"))return;let s=Ne.value.find(v=>v.game===t.game),u=t.position||!Sa(s,t)?t:await N(r,"random",{replies:0}).catch(()=>t);if(o!==Kn)return;let p=await re.open(a?re.place.peek():r,u,!0);if(!p)return;let l=Rt(s,p.options);String(l)!==String(t.set)&&ce(()=>{re.place.value={game:t.game,set:l},H.value={...H.value,set:l}}),lt(re.line.value,!0)}function Ma(){te(()=>{let t=Ut.value;t.game&&ka.value&&Ee(()=>Ca(t))});let e=H.value.game&&Ne.value?.find(t=>t.game===H.value.game);return document.title=e?`${z(e,e.title)} · ${i(H.value.view)} · retro`:"retro",c`
        <a class="skip" href="#main" onClick=${Ta}>${i("skip")}</a>
        <${Ea} game=${e} />
        ${_o.value&&c`<p class="wrong wide" role="alert">${i("no server")} <button onClick=${go}>${i("look again")}</button></p>`}
        ${Ne.value&&!H.value.game&&c`<${Pn} games=${Ne.value} malformed=${H.value.malformed} />`}
        ${Ne.value&&H.value.game&&!e&&c`<main id="main" class="wide"><p class="wrong">${i("no game",{game:H.value.game})}</p></main>`}
        ${e&&c`<${Aa} game=${e} />`}
        <${Lt} />
    `}function Ta(e){e.preventDefault(),document.querySelector("main button, main a, main [tabindex='0']")?.focus()}function Ea({game:e}){return c`<header class="top">
        <a class="logo" href="#/"><img src="page/icon.svg" alt="" width="26" height="26" />retro</a>
        ${e&&c`<${Pa} game=${e} />`}
        <span class="fill"></span>
        <label class="language">
            <span class="hidden">${i("language")}</span>
            <select value=${Oe.value} onChange=${t=>jt.value=t.target.value}>
                ${Object.entries(tt).map(([t,o])=>c`<option value=${t} lang=${t}>${o["this language"]}</option>`)}
            </select>
        </label>
        <button aria-label=${i(Ye.value==="dark"?"light":"dark")} title=${i(Ye.value==="dark"?"light":"dark")} onClick=${Vn}>
            ${Ye.value==="dark"?"☀":"☾"}
        </button>
    </header>`}function Pa({game:e}){let t=ie(ne(H.value)),o=e.solved.map(n=>[ie(Se(e,n)),Le(e,n)]);return o.some(([n])=>n===t)||o.push([t,H.value.set.join(" · ")||i("the whole game")]),c`<h1>${z(e,e.title)}</h1>
        ${o.length>1&&c`<label class="variant">
                <span class="hidden">${i("variant")}</span>
                <select value=${t} onChange=${n=>location.hash=n.target.value}>
                    ${o.map(([n,r])=>c`<option value=${n}>${r}</option>`)}
                </select>
            </label>`}`}function Aa({game:e}){let{view:t}=H.value,o=re.state.value,n=ut(ne(H.value),re.place.value),r=re.problem.value,a=l=>c`<a
        href=${ie({...H.value,...n&&o,view:l})}
        aria-current=${l===t?"page":void 0}
    >
        ${i(l)}
    </a>`,s=xa[t],u=()=>go().then(()=>he({...H.value},!0)),p=r&&!n;return c`
        <nav class="tabs" aria-label=${i("views")}>${ao.map(a)}</nav>
        <${Oa} game=${e} />
        <main id="main" class="view ${t}">
            ${r?.status===409?c`<${qn} game=${e} problem=${r} again=${u} />`:p?c`<section class="wide"><p class="wrong" role="alert">${r.message||i("no server")}</p><button onClick=${()=>he(H.value.position?ne(H.value):{game:e.game})}>${i("the start")}</button></section>`:n&&re.place.value&&c`<${s} desk=${re} game=${e} />`}
        </main>
    `}function Oa({game:e}){let t=re.answer.value?.game===e.game?re.answer.value.options:null;if(!t||!e.options.length)return null;let n=Object.entries(t).map(r=>r.join("=")).filter(r=>z(e,r)!==r);return c`<details class="rules">
        <summary>${i("rules")}: ${Object.entries(t).map(([r,a])=>`${z(e,r)} ${z(e,String(a))}`).join(" · ")}</summary>
        <dl>
            ${e.options.map(r=>c`<div><dt>${z(e,r.name)} ${z(e,String(t[r.name]))}</dt><dd>${z(e,r.help)}</dd></div>`)}
        </dl>
        ${n.map(r=>c`<p>${z(e,r)}</p>`)}
    </details>`}go();No(c`<${Ma} />`,document.getElementById("page"));
