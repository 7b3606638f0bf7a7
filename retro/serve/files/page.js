var gt,A,yo,Ft,_e,$o,wo,ko,Bt,mt,Ke,xo,Vt,It,Wt,Wn,ht={},$t=[],Fn=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,bt=Array.isArray;function me(e,t){for(var o in t)e[o]=t[o];return e}function Gt(e){e&&e.parentNode&&e.parentNode.removeChild(e)}function Ye(e,t,o){var n,r,s,a={};for(s in t)s=="key"?n=t[s]:s=="ref"?r=t[s]:a[s]=t[s];if(arguments.length>2&&(a.children=arguments.length>3?gt.call(arguments,2):o),typeof e=="function"&&e.defaultProps!=null)for(s in e.defaultProps)a[s]===void 0&&(a[s]=e.defaultProps[s]);return dt(e,a,n,r,null)}function dt(e,t,o,n,r){var s={type:e,props:t,key:o,ref:n,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:r??++yo,__i:-1,__u:0};return r==null&&A.vnode!=null&&A.vnode(s),s}function Ee(e){return e.children}function ze(e,t){this.props=e,this.context=t}function Ce(e,t){if(t==null)return e.__?Ce(e.__,e.__i+1):null;for(var o;t<e.__k.length;t++)if((o=e.__k[t])!=null&&o.__e!=null)return o.__e;return typeof e.type=="function"?Ce(e):null}function Vn(e){if(e.__P&&e.__d){var t=e.__v,o=t.__e,n=[],r=[],s=me({},t);s.__v=t.__v+1,A.vnode&&A.vnode(s),qt(e.__P,s,t,e.__n,e.__P.namespaceURI,32&t.__u?[o]:null,n,o??Ce(t),!!(32&t.__u),r),s.__v=t.__v,s.__.__k[s.__i]=s,To(n,s,r),t.__e=t.__=null,s.__e!=o&&So(s)}}function So(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(function(t){if(t!=null&&t.__e!=null)return e.__e=e.__c.base=t.__e}),So(e)}function _o(e){(!e.__d&&(e.__d=!0)&&_e.push(e)&&!_t.__r++||$o!=A.debounceRendering)&&(($o=A.debounceRendering)||wo)(_t)}function _t(){try{for(var e,t=1;_e.length;)_e.length>t&&_e.sort(ko),e=_e.shift(),t=_e.length,Vn(e)}finally{_e.length=_t.__r=0}}function Co(e,t,o,n,r,s,a,u,p,i,v){var m,f,h,y,x,S,C=n&&n.__k||$t,$=t.length;for(p=Gn(o,t,C,p,$),m=0;m<$;m++)(h=o.__k[m])!=null&&(f=h.__i!=-1&&C[h.__i]||ht,h.__i=m,S=qt(e,h,f,r,s,a,u,p,i,v),y=h.__e,h.ref&&f.ref!=h.ref&&(f.ref&&Kt(f.ref,null,h),v.push(h.ref,h.__c||y,h)),x==null&&y!=null&&(x=y),4&h.__u?(p=Eo(h,p,e),f.__e&&(f.__e=null)):typeof h.type=="function"&&S!==void 0?p=S:y&&(p=y.nextSibling),h.__u&=-7);return o.__e=x,p}function Gn(e,t,o,n,r){var s,a,u,p,i,v=o.length,m=v,f=0;for(e.__k=new Array(r),s=0;s<r;s++)(a=t[s])!=null&&typeof a!="boolean"&&typeof a!="function"?(typeof a=="string"||typeof a=="number"||typeof a=="bigint"||a.constructor==String?a=e.__k[s]=dt(null,a,null,null,null):bt(a)?a=e.__k[s]=dt(Ee,{children:a},null,null,null):a.constructor===void 0&&a.__b>0?a=e.__k[s]=dt(a.type,a.props,a.key,a.ref?a.ref:null,a.__v):e.__k[s]=a,p=s+f,a.__=e,a.__b=e.__b+1,u=null,(i=a.__i=qn(a,o,p,m))!=-1&&(m--,(u=o[i])&&(u.__u|=2)),u==null||u.__v==null?(i==-1&&(r>v?f--:r<v&&f++),typeof a.type!="function"&&(a.__u|=4)):i!=p&&(i==p-1?f--:i==p+1?f++:(i>p?f--:f++,a.__u|=4))):e.__k[s]=null;if(m)for(s=0;s<v;s++)(u=o[s])!=null&&(2&u.__u)==0&&(u.__e==n&&(n=Ce(u)),Ao(u,u));return n}function Eo(e,t,o){var n,r;if(typeof e.type=="function"){for(n=e.__k,r=0;n&&r<n.length;r++)n[r]&&(n[r].__=e,t=Eo(n[r],t,o));return t}e.__e!=t&&(t&&e.type&&!t.parentNode&&(t=Ce(e)),t=o.insertBefore(e.__e,t||null));do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function qn(e,t,o,n){var r,s,a,u=e.key,p=e.type,i=t[o],v=i!=null&&(2&i.__u)==0;if(i===null&&u==null||v&&u==i.key&&p==i.type)return o;if(n>(v?1:0)){for(r=o-1,s=o+1;r>=0||s<t.length;)if((i=t[a=r>=0?r--:s++])!=null&&(2&i.__u)==0&&u==i.key&&p==i.type)return a}return-1}function go(e,t,o){t[0]=="-"?e.setProperty(t,o??""):e[t]=o==null?"":typeof o!="number"||Fn.test(t)?o:o+"px"}function vt(e,t,o,n,r){var s,a;e:if(t=="style")if(typeof o=="string")e.style.cssText=o;else{if(typeof n=="string"&&(e.style.cssText=n=""),n)for(t in n)o&&t in o||go(e.style,t,"");if(o)for(t in o)n&&o[t]==n[t]||go(e.style,t,o[t])}else if(t[0]=="o"&&t[1]=="n")s=t!=(t=t.replace(xo,"$1")),a=t.toLowerCase(),t=a in e||t=="onFocusOut"||t=="onFocusIn"?a.slice(2):t.slice(2),e.l||(e.l={}),e.l[t+s]=o,o?n?o[Ke]=n[Ke]:(o[Ke]=Vt,e.addEventListener(t,s?Wt:It,s)):e.removeEventListener(t,s?Wt:It,s);else{if(r=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{e[t]=o??"";break e}catch{}typeof o=="function"||(o==null||o===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&o==1?"":o))}}function bo(e){return function(t){if(this.l){var o=this.l[t.type+e];if(t[mt]==null)t[mt]=Vt++;else if(t[mt]<o[Ke])return;return o(A.event?A.event(t):t)}}}function qt(e,t,o,n,r,s,a,u,p,i){var v,m,f,h,y,x,S,C,$,O,J,N,L,ne,k,_,b=t.type;if(t.constructor!==void 0)return null;128&o.__u&&(p=!!(32&o.__u),s=[u=t.__e=o.__e]),(v=A.__b)&&v(t);e:if(typeof b=="function"){m=a.length;try{if($=t.props,O=b.prototype&&b.prototype.render,J=(v=b.contextType)&&n[v.__c],N=v?J?J.props.value:v.__:n,o.__c?C=(f=t.__c=o.__c).__=f.__E:(O?t.__c=f=new b($,N):(t.__c=f=new ze($,N),f.constructor=b,f.render=Yn),J&&J.sub(f),f.state||(f.state={}),f.__n=n,h=f.__d=!0,f.__h=[],f._sb=[]),O&&f.__s==null&&(f.__s=f.state),O&&b.getDerivedStateFromProps!=null&&(f.__s==f.state&&(f.__s=me({},f.__s)),me(f.__s,b.getDerivedStateFromProps($,f.__s))),y=f.props,x=f.state,f.__v=t,h)O&&b.getDerivedStateFromProps==null&&f.componentWillMount!=null&&f.componentWillMount(),O&&f.componentDidMount!=null&&f.__h.push(f.componentDidMount);else{if(O&&b.getDerivedStateFromProps==null&&$!==y&&f.componentWillReceiveProps!=null&&f.componentWillReceiveProps($,N),t.__v==o.__v||!f.__e&&f.shouldComponentUpdate!=null&&f.shouldComponentUpdate($,f.__s,N)===!1){t.__v!=o.__v&&(f.props=$,f.state=f.__s,f.__d=!1),t.__e=o.__e,t.__k=o.__k,t.__k.some(function(d){d&&(d.__=t)}),$t.push.apply(f.__h,f._sb),f._sb=[],f.__h.length&&a.push(f),u=Ce(o);break e}f.componentWillUpdate!=null&&f.componentWillUpdate($,f.__s,N),O&&f.componentDidUpdate!=null&&f.__h.push(function(){f.componentDidUpdate(y,x,S)})}if(f.context=N,f.props=$,f.__P=e,f.__e=!1,L=A.__r,ne=0,O)f.state=f.__s,f.__d=!1,L&&L(t),v=f.render(f.props,f.state,f.context),$t.push.apply(f.__h,f._sb),f._sb=[];else do f.__d=!1,L&&L(t),v=f.render(f.props,f.state,f.context),f.state=f.__s;while(f.__d&&++ne<25);f.state=f.__s,f.getChildContext!=null&&(n=me(me({},n),f.getChildContext())),O&&!h&&f.getSnapshotBeforeUpdate!=null&&(S=f.getSnapshotBeforeUpdate(y,x)),k=v!=null&&v.type===Ee&&v.key==null?Po(v.props.children):v,u=Co(e,bt(k)?k:[k],t,o,n,r,s,a,u,p,i),f.base=t.__e,t.__u&=-161,f.__h.length&&a.push(f),C&&(f.__E=f.__=null)}catch(d){if(a.length=m,t.__v=null,p||s!=null){if(d.then){for(t.__u|=p?160:128;u&&u.nodeType==8&&u.nextSibling;)u=u.nextSibling;s!=null&&(s[s.indexOf(u)]=null),t.__e=u}else if(s!=null)for(_=s.length;_--;)Gt(s[_])}else t.__e=o.__e;t.__k==null&&(t.__k=o.__k||[]),d.then||Mo(t),A.__e(d,t,o)}}else s==null&&t.__v==o.__v?(t.__k=o.__k,t.__e=o.__e):u=t.__e=Kn(o.__e,t,o,n,r,s,a,p,i);return(v=A.diffed)&&v(t),128&t.__u?void 0:u}function Mo(e){e&&(e.__c&&(e.__c.__e=!0),e.__k&&e.__k.some(Mo))}function To(e,t,o){for(var n=0;n<o.length;n++)Kt(o[n],o[++n],o[++n]);A.__c&&A.__c(t,e),e.some(function(r){try{e=r.__h,r.__h=[],e.some(function(s){s.call(r)})}catch(s){A.__e(s,r.__v)}})}function Po(e){return typeof e!="object"||e==null||e.__b>0?e:bt(e)?e.map(Po):e.constructor!==void 0?null:me({},e)}function Kn(e,t,o,n,r,s,a,u,p){var i,v,m,f,h,y,x,S=o.props||ht,C=t.props,$=t.type;if($=="svg"?r="http://www.w3.org/2000/svg":$=="math"?r="http://www.w3.org/1998/Math/MathML":r||(r="http://www.w3.org/1999/xhtml"),s!=null){for(i=0;i<s.length;i++)if((h=s[i])&&"setAttribute"in h==!!$&&($?h.localName==$:h.nodeType==3)){e=h,s[i]=null;break}}if(e==null){if($==null)return document.createTextNode(C);e=document.createElementNS(r,$,C.is&&C),u&&(A.__m&&A.__m(t,s),u=!1),s=null}if($==null)S===C||u&&e.data==C||(e.data=C);else{if(s=$=="textarea"&&C.defaultValue!=null?null:s&&gt.call(e.childNodes),!u&&s!=null)for(S={},i=0;i<e.attributes.length;i++)S[(h=e.attributes[i]).name]=h.value;for(i in S)h=S[i],i=="dangerouslySetInnerHTML"?m=h:i=="children"||i in C||i=="value"&&"defaultValue"in C||i=="checked"&&"defaultChecked"in C||vt(e,i,null,h,r);for(i in C)h=C[i],i=="children"?f=h:i=="dangerouslySetInnerHTML"?v=h:i=="value"?y=h:i=="checked"?x=h:u&&typeof h!="function"||S[i]===h||vt(e,i,h,S[i],r);if(v)u||m&&(v.__html==m.__html||v.__html==e.innerHTML)||(e.innerHTML=v.__html),t.__k=[];else if(m&&(e.innerHTML=""),Co(t.type=="template"?e.content:e,bt(f)?f:[f],t,o,n,$=="foreignObject"?"http://www.w3.org/1999/xhtml":r,s,a,s?s[0]:o.__k&&Ce(o,0),u,p),s!=null)for(i=s.length;i--;)Gt(s[i]);u&&$!="textarea"||(i="value",$=="progress"&&y==null?e.removeAttribute("value"):y!=null&&(y!==e[i]||$=="progress"&&!y||$=="option"&&y!=S[i])&&vt(e,i,y,S[i],r),i="checked",x!=null&&x!=e[i]&&vt(e,i,x,S[i],r))}return e}function Kt(e,t,o){try{if(typeof e=="function"){var n=typeof e.__u=="function";n&&e.__u(),n&&t==null||(e.__u=e(t))}else e.current=t}catch(r){A.__e(r,o)}}function Ao(e,t,o){var n,r;if(A.unmount&&A.unmount(e),(n=e.ref)&&(n.current&&n.current!=e.__e||Kt(n,null,t)),(n=e.__c)!=null){if(n.componentWillUnmount)try{n.componentWillUnmount()}catch(s){A.__e(s,t)}n.base=n.__P=n.__n=null}if(n=e.__k)for(r=0;r<n.length;r++)n[r]&&Ao(n[r],t,o||typeof e.type!="function");o||Gt(e.__e),e.__c=e.__=e.__e=void 0}function Yn(e,t,o){return this.constructor(e,o)}function jo(e,t,o){var n,r,s,a;t==document&&(t=document.documentElement),A.__&&A.__(e,t),r=(n=typeof o=="function")?null:o&&o.__k||t.__k,s=[],a=[],qt(t,e=(!n&&o||t).__k=Ye(Ee,null,[e]),r||ht,ht,t.namespaceURI,!n&&o?[o]:r?null:t.firstChild?gt.call(t.childNodes):null,s,!n&&o?o:r?r.__e:t.firstChild,n,a),To(s,e,a),e.props.children=null}gt=$t.slice,A={__e:function(e,t,o,n){for(var r,s,a;t=t.__;)if((r=t.__c)&&!r.__)try{if((s=r.constructor)&&s.getDerivedStateFromError!=null&&(r.setState(s.getDerivedStateFromError(e)),a=r.__d),r.componentDidCatch!=null&&(r.componentDidCatch(e,n||{}),a=r.__d),a)return r.__E=r}catch(u){e=u}throw e}},yo=0,Ft=function(e){return e!=null&&e.constructor===void 0},ze.prototype.setState=function(e,t){var o;o=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=me({},this.state),typeof e=="function"&&(e=e(me({},o),this.props)),e&&me(o,e),e!=null&&this.__v&&(t&&this._sb.push(t),_o(this))},ze.prototype.forceUpdate=function(e){this.__v&&(this.__e=!0,e&&this.__h.push(e),_o(this))},ze.prototype.render=Ee,_e=[],wo=typeof Promise=="function"?Promise.prototype.then.bind(Promise.resolve()):setTimeout,ko=function(e,t){return e.__v.__b-t.__v.__b},_t.__r=0,Bt=Math.random().toString(8),mt="__d"+Bt,Ke="__a"+Bt,xo=/(PointerCapture)$|Capture$/i,Vt=0,It=bo(!1),Wt=bo(!0),Wn=0;var wt,re,Yt,Oo,Jt=0,Bo=[],W=A,Lo=W.__b,zo=W.__r,No=W.diffed,Uo=W.__c,Ro=W.unmount,Do=W.__;function Io(e,t){W.__h&&W.__h(re,e,Jt||t),Jt=0;var o=re.__H||(re.__H={__:[],__h:[]});return e>=o.__.length&&o.__.push({}),o.__[e]}function X(e,t){var o=Io(wt++,3);!W.__s&&Wo(o.__H,t)&&(o.__=e,o.u=t,re.__H.__h.push(o))}function G(e){return Jt=5,Me(function(){return{current:e}},[])}function Me(e,t){var o=Io(wt++,7);return Wo(o.__H,t)&&(o.__=e(),o.__H=t,o.__h=e),o.__}function Jn(){for(var e;e=Bo.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(yt),t.__h.some(Zt),t.__h=[]}catch(o){t.__h=[],W.__e(o,e.__v)}}}W.__b=function(e){re=null,Lo&&Lo(e)},W.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),Do&&Do(e,t)},W.__r=function(e){zo&&zo(e),wt=0;var t=(re=e.__c).__H;t&&(Yt===re?(t.__h=[],re.__h=[],t.__.some(function(o){o.__N&&(o.__=o.__N),o.u=o.__N=void 0})):(t.__h.some(yt),t.__h.some(Zt),t.__h=[],wt=0)),Yt=re},W.diffed=function(e){No&&No(e);var t=e.__c;t&&t.__H&&(t.__H.__h.length&&(Bo.push(t)!==1&&Oo===W.requestAnimationFrame||((Oo=W.requestAnimationFrame)||Zn)(Jn)),t.__H.__.some(function(o){o.u&&(o.__H=o.u,o.u=void 0)})),Yt=re=null},W.__c=function(e,t){t.some(function(o){try{o.__h.some(yt),o.__h=o.__h.filter(function(n){return!n.__||Zt(n)})}catch(n){t.some(function(r){r.__h&&(r.__h=[])}),t=[],W.__e(n,o.__v)}}),Uo&&Uo(e,t)},W.unmount=function(e){Ro&&Ro(e);var t,o=e.__c;o&&o.__H&&(o.__H.__.some(function(n){try{yt(n)}catch(r){t=r}}),o.__H=void 0,t&&W.__e(t,o.__v))};var Ho=typeof requestAnimationFrame=="function";function Zn(e){var t,o=function(){clearTimeout(n),Ho&&cancelAnimationFrame(t),setTimeout(e)},n=setTimeout(o,35);Ho&&(t=requestAnimationFrame(o))}function yt(e){var t=re,o=e.__c;typeof o=="function"&&(e.__c=void 0,o()),re=t}function Zt(e){var t=re;e.__c=e.__(),re=t}function Wo(e,t){return!e||e.length!==t.length||t.some(function(o,n){return o!==e[n]})}var Xn=Symbol.for("preact-signals");function Ct(){if(de>1)de--;else{var e,t=!1;for((function(){var r=xt;for(xt=void 0;r!==void 0;){var s=r.S;if(s.v===r.v)for(var a=s.t;a!==void 0;a=a.x)a.i===r.i&&(a.i=s.i);r=r.o}})();Ze!==void 0;){var o=Ze;for(Ze=void 0,kt++;o!==void 0;){var n=o.u;if(o.u=void 0,o.f&=-3,!(8&o.f)&&Vo(o))try{o.c()}catch(r){t||(e=r,t=!0)}o=n}}if(kt=0,de--,t)throw e}}function ce(e){if(de>0)return e();Xt=++Qn,de++;try{return e()}finally{Ct()}}var Je,U=void 0;function Te(e){var t=U,o=Je;U=void 0,Je=void 0;try{return e()}finally{U=t,Je=o}}var Ze=void 0,de=0,kt=0,Qn=0,Xt=0,xt=void 0,St=0;function Fo(e){if(U!==void 0){var t=e.n;if(t===void 0||t.t!==U)return t={i:0,S:e,p:U.s,n:void 0,t:U,e:void 0,x:void 0,r:t},U.s!==void 0&&(U.s.n=t),U.s=t,e.n=t,32&U.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=U.s,t.n=void 0,U.s.n=t,U.s=t),t}}function V(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,this.Z=t?.unwatched,this.name=t?.name}V.prototype.brand=Xn;V.prototype.h=function(){return!0};V.prototype.S=function(e){var t=this,o=this.t;o!==e&&e.e===void 0&&(e.x=o,this.t=e,o!==void 0?o.e=e:Te(function(){var n;(n=t.W)==null||n.call(t)}))};V.prototype.U=function(e){var t=this;if(this.t!==void 0){var o=e.e,n=e.x;o!==void 0&&(o.x=n,e.e=void 0),n!==void 0&&(n.e=o,e.x=void 0),e===this.t&&(this.t=n,n===void 0&&Te(function(){var r;(r=t.Z)==null||r.call(t)}))}};V.prototype.subscribe=function(e){var t=this;return se(function(){var o=t.value;Te(function(){return e(o)})},{name:"sub"})};V.prototype.valueOf=function(){return this.value};V.prototype.toString=function(){return this.value+""};V.prototype.toJSON=function(){return this.value};V.prototype.peek=function(){var e=this;return Te(function(){return e.value})};Object.defineProperty(V.prototype,"value",{get:function(){var e=Fo(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(kt>100)throw new Error("Cycle detected");(function(o){de!==0&&kt===0&&o.l!==Xt&&(o.l=Xt,xt={S:o,v:o.v,i:o.i,o:xt})})(this),this.v=e,this.i++,St++,de++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{Ct()}}}});function j(e,t){return new V(e,t)}function Vo(e){for(var t=e.s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function Go(e){for(var t=e.s;t!==void 0;t=t.n){var o=t.S.n;if(o!==void 0&&(t.r=o),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function qo(e){for(var t=e.s,o=void 0;t!==void 0;){var n=t.p;t.i===-1?(t.S.U(t),n!==void 0&&(n.n=t.n),t.n!==void 0&&(t.n.p=n)):o=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),t=n}e.s=o}function Pe(e,t){V.call(this,void 0,t),this.x=e,this.s=void 0,this.g=St-1,this.f=4}Pe.prototype=new V;Pe.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===St))return!0;if(this.g=St,this.f|=1,this.i>0&&!Vo(this))return this.f&=-2,!0;var e=U;try{Go(this),U=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&(this.v=t,this.f&=-17,this.i++)}catch(o){this.v=o,this.f|=16,this.i++}return U=e,qo(this),this.f&=-2,!0};Pe.prototype.S=function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}V.prototype.S.call(this,e)};Pe.prototype.U=function(e){if(this.t!==void 0&&(V.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=t.n)t.S.U(t)}};Pe.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(Pe.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=Fo(this);if(this.h(),e!==void 0&&(e.i=this.i),16&this.f)throw this.v;return this.v}});function F(e,t){return new Pe(e,t)}function Ko(e){var t=e.j;if(e.j=void 0,typeof t=="function"){de++;var o=U;U=void 0;try{t()}catch(n){throw e.f&=-2,e.f|=8,Qt(e),n}finally{U=o,Ct()}}}function Qt(e){for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,Ko(e)}function er(e){if(U!==this)throw new Error("Out-of-order effect");qo(this),U=e,this.f&=-2;try{8&this.f&&Qt(this)}finally{Ct()}}function Ne(e,t){this.x=e,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=t?.name,Je&&Je.push(this)}Ne.prototype.c=function(){var e=this.S();try{if(8&this.f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};Ne.prototype.S=function(){if(1&this.f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,Ko(this),Go(this),de++;var e=U;return U=this,er.bind(this,e)};Ne.prototype.N=function(){2&this.f||(this.f|=2,this.u=Ze,Ze=this)};Ne.prototype.d=function(){this.f|=8,1&this.f||Qt(this)};Ne.prototype.dispose=function(){this.d()};function se(e,t){var o=new Ne(e,t);try{o.c()}catch(r){throw o.d(),r}var n=o.d.bind(o);return n[Symbol.dispose]=n,n}var eo,Ue,Et,tr=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__,Yo=[],Jo=[];se(function(){eo=this.N})();function Re(e,t){A[e]=t.bind(null,A[e]||function(){})}function Xe(e){if(Et){var t=Et;Et=void 0,t()}Et=e&&e.S()}function Zo(e){var t=this,o=e.data,n=T(o);n.name="ReactiveDom",n.value=o;var r=Me(function(){for(var u=t,p=t.__v;p=p.__;)if(p.__c){p.__c.__$f|=4;break}var i=F(function(){var h=n.value.value;return h===0?0:h===!0?"":h||""}),v=F(function(){return!Array.isArray(i.value)&&!Ft(i.value)}),m=se(function(){if(this.N=Qo,v.value){var h=i.value;u.__v&&u.__v.__e&&u.__v.__e.nodeType===3&&(u.__v.__e.data=h)}}),f=t.__$u.d;return t.__$u.d=function(){m(),f.call(this)},[v,i]},[]),s=r[0],a=r[1];return s.value?a.peek():a.value}Zo.displayName="ReactiveTextNode";Object.defineProperties(V.prototype,{constructor:{configurable:!0,value:Ye(Ee,null).constructor},type:{configurable:!0,value:Zo},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},__b:{configurable:!0,value:1}});Re("__b",function(e,t){if(Xe(),Ue=void 0,typeof t.type=="string"){var o,n=t.props;for(var r in n)if(r!=="children"){var s=n[r];s instanceof V&&(o||(t.__np=o={}),o[r]=s,n[r]=s.peek())}}e(t)});Re("__r",function(e,t){if(e(t),t.type!==Ee){Xe();var o,n=t.__c;n&&(n.__$f&=-2,(o=n.__$u)===void 0&&(n.__$u=o=(function(r,s){var a;return se(function(){a=this},{name:s}),a.c=r,a})((function(r){return function(){var s;tr&&((s=this.y)==null||s.call(this)),r.__$f|=1,r.setState({})}})(n),typeof t.type=="function"?t.type.displayName||t.type.name:""))),Ue=n,Xe(o)}});Re("__e",function(e,t,o,n){Xe(),Ue=void 0,e(t,o,n)});Re("diffed",function(e,t){Xe(),Ue=void 0;var o;if(typeof t.type=="string"&&(o=t.__e)){var n=t.__np,r=t.props,s=o.U;if(s)for(var a in s){var u=s[a];u===void 0||n&&a in n||(u.d(),s[a]=void 0)}if(n){s||(s={},o.U=s);for(var p in n){var i=s[p],v=n[p];i===void 0?(i=or(o,p,v,r),s[p]=i):i.o(v,r)}}}e(t)});function or(e,t,o,n){var r=t in e&&e.ownerSVGElement===void 0,s=j(o);return{o:function(a,u){s.value=a,n=u},d:se(function(){this.N=Qo;var a=s.value.value;n[t]!==a&&(n[t]=a,r?e[t]=a:a!=null&&(a!==!1||t[4]==="-")?e.setAttribute(t,a):e.removeAttribute(t))})}}Re("unmount",function(e,t){if(typeof t.type=="string"){var o=t.__e;if(o){var n=o.U;if(n){o.U=void 0;for(var r in n){var s=n[r];s&&s.d()}}}var a=t.__np;if(a){var u=t.props;for(var p in a)u[p]=a[p]}t.__np=void 0}else{var i=t.__c;if(i){i.__$f|=8;var v=i.__$u;v&&(i.__$u=void 0,v.d())}}e(t)});Re("__h",function(e,t,o,n){n<3&&(t.__$f|=2),e(t,o,n)});ze.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;var o=this.__$u,n=o&&o.s!==void 0;for(var r in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var s=2&this.__$f;if(!(n||s||4&this.__$f)||1&this.__$f)return!0}else if(!(n||4&this.__$f)||3&this.__$f)return!0;for(var a in e)if(a!=="__source"&&e[a]!==this.props[a])return!0;for(var u in this.props)if(!(u in e))return!0;return!1};function T(e,t){return Me(function(){return j(e,t)},[])}function Xo(e,t){var o=G(e);return o.current=e,Ue.__$f|=4,Me(function(){return F(function(){return o.current()},t)},[])}var nr=typeof requestAnimationFrame>"u"?setTimeout:function(e){var t=function(){clearTimeout(o),cancelAnimationFrame(n),e()},o=setTimeout(t,35),n=requestAnimationFrame(t)},rr=function(e){queueMicrotask(function(){queueMicrotask(e)})};function sr(){ce(function(){for(var e;e=Yo.shift();)eo.call(e)})}function ar(){Yo.push(this)===1&&(A.requestAnimationFrame||nr)(sr)}function ir(){ce(function(){for(var e;e=Jo.shift();)eo.call(e)})}function Qo(){Jo.push(this)===1&&(A.requestAnimationFrame||rr)(ir)}function ee(e,t){var o=G(e);o.current=e;var n=Ue;X(function(){return se(function(){if(this.N=ar,!(n&&8&n.__$f))return o.current()},t)},[])}var en=/\smover=([12])\s*$/,tn=({position:e,mover:t},o)=>t===2&&!o?`${e} mover=2`:e,De=e=>({position:e.replace(en,""),mover:e.match(en)?.[1]==="2"?2:1});var to=["explore","play","review","puzzles","statistics"];function lr(e){try{return e.split("/").map(decodeURIComponent)}catch{return null}}function on(e){let[t,o=""]=e.replace(/^#\/?/,"").split("?"),n=lr(t),[r="",s=""]=n??[],a=new URLSearchParams(o),{position:u,mover:p}=De(a.get("position")??"");return{malformed:!n,game:r,view:to.includes(s)?s:"explore",set:a.getAll("set"),position:u||null,forbid:a.get("forbid"),mover:a.get("mover")==="2"?2:p}}function ae({game:e,view:t="explore",set:o=[],position:n,forbid:r,mover:s=1}){if(!e)return"#/";let a=new URLSearchParams(o.map(p=>["set",p]));n&&a.set("position",n),r&&a.set("forbid",r),n&&s===2&&a.set("mover",2);let u=a.toString();return`#/${encodeURIComponent(e)}/${t}${u&&`?${u}`}`}var nn="api/v1";var Ae=new Map,Mt=class extends Error{constructor(t,{error:o,command:n,older:r}={error:""}){super(o),Object.assign(this,{status:t,command:n,older:r})}};async function Tt(e,t){let o;try{o=await fetch(e,t)}catch{throw new Mt(0)}let n=await o.json().catch(()=>({error:o.statusText}));if(!o.ok)throw new Mt(o.status,n);return n}var rn=()=>Tt(`${nn}/games`);function sn(e,t,o={}){let n=[...e.set.map(s=>["set",s]),...Object.entries(o)],r=new URLSearchParams(n.filter(([,s])=>s!=null&&s!==""));return`${nn}/games/${encodeURIComponent(e.game)}/${t}?${r}`}function D(e,t,o,n=!0,r=void 0){let s=sn(e,t,o);if(!n)return Tt(s,{signal:r});if(!Ae.has(s)){Ae.size>=300&&Ae.delete(Ae.keys().next().value);let a=Tt(s,{signal:r}),u=()=>Ae.delete(s);r?.addEventListener("abort",u),a.then(()=>r?.removeEventListener("abort",u),u),Ae.set(s,a)}return Ae.get(s)}var Pt=(e,t,o,n=void 0)=>Tt(sn(e,t),{method:"POST",signal:n,headers:{"Content-Type":"application/json"},body:JSON.stringify(o)});var ln=function(e,t,o,n){var r;t[0]=0;for(var s=1;s<t.length;s++){var a=t[s++],u=t[s]?(t[0]|=a?1:2,o[t[s++]]):t[++s];a===3?n[0]=u:a===4?n[1]=Object.assign(n[1]||{},u):a===5?(n[1]=n[1]||{})[t[++s]]=u:a===6?n[1][t[++s]]+=u+"":a?(r=e.apply(u,ln(e,u,o,["",null])),n.push(r),u[0]?t[0]|=2:(t[s-2]=0,t[s]=r)):n.push(u)}return n},an=new Map;function un(e){var t=an.get(this);return t||(t=new Map,an.set(this,t)),(t=ln(this,t.get(e)||(t.set(e,t=(function(o){for(var n,r,s=1,a="",u="",p=[0],i=function(f){s===1&&(f||(a=a.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?p.push(0,f,a):s===3&&(f||a)?(p.push(3,f,a),s=2):s===2&&a==="..."&&f?p.push(4,f,0):s===2&&a&&!f?p.push(5,0,!0,a):s>=5&&((a||!f&&s===5)&&(p.push(s,0,a,r),s=6),f&&(p.push(s,f,0,r),s=6)),a=""},v=0;v<o.length;v++){v&&(s===1&&i(),i(v));for(var m=0;m<o[v].length;m++)n=o[v][m],s===1?n==="<"?(i(),p=[p],s=3):a+=n:s===4?a==="--"&&n===">"?(s=1,a=""):a=n+a[0]:u?n===u?u="":a+=n:n==='"'||n==="'"?u=n:n===">"?(i(),s=1):s&&(n==="="?(s=5,r=a,a=""):n==="/"&&(s<5||o[v][m+1]===">")?(i(),s===3&&(p=p[0]),s=p,(p=p[0]).push(2,0,s),s=0):n===" "||n==="	"||n===`
`||n==="\r"?(i(),s=2):a+=n),s===3&&a==="!--"&&(s=4,p=p[0])}return i(),p})(e)),t),arguments,[])).length>1?t:t[0]}var c=un.bind(Ye);var oo={"this language":"English",language:"Language",light:"Light colours",dark:"Dark colours",skip:"To the board",views:"Views",variant:"Variant","the whole game":"the whole game",rules:"Rules",lead:"Every position of these games is solved: who wins, and how soon, is known for certain.","positions.n":"{count} positions","positions.n.one":"{count} position","not solved yet":"not solved yet","no server":"The server does not answer. Is retro serve still running?","no game":"There is no game called {game} here.","look again":"Look again",close:"Close",cancel:"Cancel",copied:"Copied.","not copied":"This browser does not let the page copy.","open one":"Open one",copy:"Copy",all:"all",win:"Win",draw:"Draw",loss:"Loss","win in":"Win in {n} plies","win in.one":"Win in 1 ply","loss in":"Loss in {n} plies","loss in.one":"Loss in 1 ply","over.win":"Won","over.loss":"Lost",points:"{points} points","points.one":"{points} point","side wins in":"{side} wins in {n} plies","side wins in.one":"{side} wins in 1 ply","side has":"{side} has {points}","points for first":"for the first player","points for mover":"for the player to move","short.win":"W","short.draw":"D","short.loss":"L",plies:"{n} plies","plies.one":"1 ply","player.1":"Blue","player.2":"Amber","to move":"to move",wins:"wins","ends in a draw":"The game is drawn","glyph.stone":"stone","glyph.block":"piece","glyph.mark":"mark","glyph.hole":"hole","glyph.dot":"dot","glyph.closed":"closed square",empty:"empty",board:"Board",picked:"picked","can be picked":"can be picked","more may follow":"The move may end here, or go on.","which move":"Which move is it?","make it":"Play {move}",explore:"Explore",play:"Play",review:"Review",puzzles:"Puzzles",statistics:"Statistics",values:"Values","show value":"Show the value",forbidden:"forbidden","is forbidden":"{move} is forbidden: {why}.","the rules forbid it after the last move":"the rules forbid it after the last move","forbidding costs":"Without that: {value}.","forbidding costs nothing":"That changes nothing.","from start":"{n} plies from the start, at least","from start.one":"1 ply from the start","moves, best first":"{n} moves, best first","moves, best first.one":"1 move",moves:"{n} moves","moves.one":"1 move",holding:"{keeping} of {all} hold","replies that hold":"So many of the opponent's replies keep what he has","best line":"Best play","best move":"Best move","no end":"A draw: neither side can force an end.","copy line":"Copy line",download:"Download","line of play":"Moves played","to the beginning":"To the beginning",undo:"Back",redo:"Forth","to the end":"To the end",flip:"Turn the board","another position":"Another position","the start":"The start","set up":"Set up",paste:"Paste","random.win":"A random win","random.draw":"A random draw","random.loss":"A random loss",share:"This position","copy link":"Copy link","copy position":"Copy position","download game":"Download the game",cite:"Cite","cite.why":"The digest is of the rules, the sums are of the files: whoever solves the same rules gets the same, byte by byte. Before a solution is written a sample of it is looked at again; verify proves every record.","paste what":"A position, the moves of a game, or a file of retro play","read it":"Read it","another game":"That is a game of {game}.","not legal":"Move {number}, {move}, is not legal.","up to there":"The board shows the game up to there.","malformed address":"This address cannot be read: something was lost on the way. These are the games.",variation:"A variation from move {ply} on.","back to the game":"Back to the game, move {number}","what is put":"What is put on the board",clear:"Empty",mirror:"Mirror","quarter turn":"Turn",swap:"Swap colours","swap.why":"Blue becomes amber, and amber blue","other side":"Other side to move","other side.why":"The board stays, the other player is to move","as it was":"As it was","as text":"The position as text","use it":"Use this position","play against":"Play against","new game":"A new game","player perfect":"Perfect play","player perfect.why":"never gives anything away","player trap":"A setter of traps","player trap.why":"perfect too, and of equal moves plays the one after which you are likely to go wrong","player fallible":"A human being","player fallible.why":"makes mistakes, the more the less strong","player random":"Anyhow","player random.why":"any move, whatever it is worth",strength:"Strength","play as":"Play","from here":"From this position","take back":"Take back","review game":"Review the game",resign:"Resign",resigned:"You have resigned.",thinking:"The opponent is thinking","your turn":"Your turn.","you are":"You are","looking back":"You are looking back at the game.","ended.move":"The game is over: the last move has ended it.","ended.stuck":"The game is over: there is no move.","ended.repeated":"A draw: the same position for the third time.","ended.plies":"A draw: so many plies without an end.","nothing to review":"Play a game, make moves on the board, or paste a game: then each move is looked at.","what moves gave away":"What the moves gave away",blunders:"{n} blunders","blunders.one":"1 blunder",blunder:"a blunder","column.ply":"#","column.move":"Move","column.made it":"Then","column.kept":"Keep","column.gave away":"Gave away","kept.why":"So many of the moves kept the outcome, or the points","points lost":"{n} points","points lost.one":"1 point","plies lost":"{n} plies","plies lost.one":"1 ply","lost win":"the win","lost draw":"the draw",better:"{move} was better",graph:"Value of the game, for blue",composing:"Looking for a puzzle","stipulation.win":"Find the win: it takes {n} plies.","stipulation.draw":"Hold the draw for {n} moves: each time one move alone does.","stipulation.draw.one":"Hold the draw: one move alone does.","stipulation.points":"Lose no points for {n} moves: {value}, and each time one move alone keeps them.","stipulation.points.one":"Lose no points: {value}, and one move alone keeps them.",refuted:"{move} fails to {reply}: {value}.","that fails":"That fails.",slower:"{move} wins, too, but takes {n} plies: there is a faster way.",solved:"Solved!","solved at last":"Solved. It will come back once more.","try again":"Try again","next puzzle":"Next puzzle","today's":"Today's puzzle","show solution":"Show the solution",busy:"The server is busy.","no puzzle":"No puzzle of this kind was found.","what puzzles":"Which puzzles",theme:"Theme","theme.win":"wins","theme.draw":"draws to be held","at most":"At most",tally:"{solved} solved, {failed} failed.","today's counted":"Today's puzzle is among these; it counts once.","to come back":"{n} will come back.",solution:"Solution",anything:"anything: the game ends at once","anything else":"anything else: the game ends at once",tries:"Tries, and what refutes them",try:"{move}? {reply}!","explore it":"Look at it",positions:"positions",states:"states","value of start":"the start",longest:"longest win","won at once":"won at once",forbidding:"states with a forbidden move","states by plies":"States by plies to the end","states by points":"States by points","logarithms, bars open":"(a scale of logarithms; a bar opens one of its positions)","as table":"As a table","longest wins":"Longest wins and losses","extreme scores":"Highest and lowest scores","longest.why":"Of positions in which nothing is forbidden; a number opens one.","count longest":"Count them (this may take minutes)",counting:"Counting",part:"Part","how counted":"How it is counted","solved by older rules":"Solved by older rules; solve again:",older:"{game} was solved by older rules with these options",unsolved:"{game} is not solved with these options yet","unsolved.how":"This command solves it, and the page shows it at once:","unsolved.small":"A small variant takes seconds:","unsolved.dry":"What it takes of memory, disk and time is told by","variants solved":"Variants that are solved"};var cn={"this language":"日本語",language:"言語",light:"明るい配色",dark:"暗い配色",skip:"盤面へ",views:"表示",variant:"種類","the whole game":"完全版",rules:"ルール",lead:"ここにあるゲームは全局面が解析済みです。どちらが何手で勝つか、すべて正確にわかります。","positions.n":"{count} 局面","not solved yet":"未解析","no server":"サーバーが応答しません。retro serve は動いていますか。","no game":"{game} というゲームはありません。","look again":"もう一度確認",close:"閉じる",cancel:"やめる",copied:"コピーしました。","not copied":"このブラウザーではコピーできません。","open one":"局面を開く",copy:"コピー",all:"全体",win:"勝ち",draw:"引き分け",loss:"負け","win in":"{n} 手で勝ち","loss in":"{n} 手で負け","over.win":"勝ち","over.loss":"負け",points:"{points} 点","side wins in":"{side}が {n} 手で勝ち","side has":"{side} {points}","points for first":"先手から見て","points for mover":"手番から見て","short.win":"勝","short.draw":"分","short.loss":"負",plies:"{n} 手","player.1":"青","player.2":"黄","to move":"の手番",wins:"の勝ち","ends in a draw":"引き分け","glyph.stone":"駒","glyph.block":"駒","glyph.mark":"印","glyph.hole":"穴","glyph.dot":"点","glyph.closed":"置けないマス",empty:"空き",board:"盤面",picked:"選択中","can be picked":"選択できます","which move":"どの手を指しますか。","more may follow":"ここで終えることも、続けることもできます。","make it":"{move} を指す",explore:"検討",play:"対局",review:"振り返り",puzzles:"問題",statistics:"統計",values:"評価","show value":"評価を見る",forbidden:"禁手","is forbidden":"{move} は禁手です({why})。","the rules forbid it after the last move":"直前の手の後ではルール上指せないため","forbidding costs":"禁手がなければ {value}。","forbidding costs nothing":"評価は変わりません。","from start":"初期局面から最短 {n} 手","moves, best first":"指し手 {n} 通り(良い順)",moves:"指し手 {n} 通り",holding:"{all} 手中 {keeping} 手が正解","replies that hold":"相手が今の結果を保てる応手の数","best line":"最善手順","best move":"最善手を指す","no end":"引き分け。どちらも勝ちを強制できません。","copy line":"手順をコピー",download:"保存","line of play":"ここまでの手","to the beginning":"最初へ",undo:"戻る",redo:"進む","to the end":"最後へ",flip:"盤を反転","another position":"ほかの局面","the start":"初期局面","set up":"局面を作る",paste:"貼り付け","random.win":"勝ちの局面","random.draw":"引き分けの局面","random.loss":"負けの局面",share:"この局面","copy link":"リンクをコピー","copy position":"局面をコピー","download game":"棋譜を保存",cite:"引用","cite.why":"ダイジェストはルールの、ハッシュ値はファイルのものです。同じルールを解けば、誰でも一バイトも違わない同じ結果を得ます。解は書き込む前に標本が検査され、verify ですべての記録が証明されます。","paste what":"局面、指し手の列、または retro play の棋譜ファイル","read it":"読み込む","another game":"これは {game} の棋譜です。","not legal":"{number} 手目の {move} は指せない手です。","up to there":"その手前までを盤に表示しています。","malformed address":"このアドレスは読めません(途中で壊れたようです)。ゲームの一覧を表示します。",variation:"{ply} 手目からの変化です。","back to the game":"本譜の {number} 手目に戻る","what is put":"置くもの",clear:"すべて消す",mirror:"左右反転","quarter turn":"回転",swap:"色を交換","swap.why":"青と黄を入れ替えます","other side":"手番を交代","other side.why":"盤面はそのままで手番だけ替えます","as it was":"元に戻す","as text":"局面の文字列","use it":"この局面にする","play against":"対戦相手","new game":"新しい対局","player perfect":"完全な相手","player perfect.why":"決して損をしません","player trap":"罠を仕掛ける相手","player trap.why":"完全な上に、同じ価値の手の中から、あなたが間違えやすい手を選びます","player fallible":"人間らしい相手","player fallible.why":"弱いほどよく間違えます","player random":"でたらめな相手","player random.why":"どんな手でも指します",strength:"強さ","play as":"対局開始:","from here":"この局面から","take back":"待った","review game":"対局を振り返る",resign:"投了",resigned:"投了しました。",thinking:"相手が考えています","your turn":"あなたの番です。","you are":"あなたは","looking back":"前の局面を見ています。","ended.move":"終局。最後の手で決まりました。","ended.stuck":"終局。指せる手がありません。","ended.repeated":"引き分け。同じ局面が三度現れました。","ended.plies":"引き分け。手数の上限に達しました。","nothing to review":"対局するか、盤上で手を進めるか、棋譜を貼り付けると、一手ごとに振り返れます。","what moves gave away":"各手で失ったもの",blunders:"悪手 {n}",blunder:"悪手","column.ply":"手数","column.move":"指し手","column.made it":"結果","column.kept":"正解数","column.gave away":"失ったもの","kept.why":"結果(または点数)を保った手の数","points lost":"{n} 点","plies lost":"{n} 手","lost win":"勝ち","lost draw":"引き分け",better:"{move} が良かった",graph:"青から見た評価の推移",composing:"問題を探しています","stipulation.win":"{n} 手で勝ってください。","stipulation.draw":"引き分けを {n} 手続けて守ってください。正解はそれぞれ一手だけです。","stipulation.points":"{n} 手続けて点を失わない手を見つけてください({value})。正解はそれぞれ一手だけです。",refuted:"{move} には {reply} で失敗です({value})。",slower:"{move} でも勝てますが、{n} 手かかります。もっと速い勝ち方があります。","that fails":"失敗です。",solved:"正解!","solved at last":"正解です。この問題はまた出ます。","try again":"やり直す","next puzzle":"次の問題","today's":"今日の問題","show solution":"解答を見る",busy:"サーバーが混み合っています。","no puzzle":"このような問題は見つかりませんでした。","what puzzles":"問題の種類",theme:"テーマ","theme.win":"勝ち","theme.draw":"引き分けを守る","at most":"最長",tally:"正解 {solved}、失敗 {failed}。","today's counted":"今日の問題は集計済みです(一日一回)。","to come back":"再出題待ち {n}。",solution:"解答",anything:"どう応じてもすぐに終局","anything else":"その他:すぐに終局",tries:"紛れと、その反駁",try:"{move}? {reply}!","explore it":"検討する",positions:"局面",states:"状態","value of start":"初期局面",longest:"最長の勝ち","won at once":"一手で勝てる局面",forbidding:"禁手のある状態","states by plies":"終局までの手数ごとの状態数","states by points":"点数ごとの状態数","logarithms, bars open":"(対数目盛。棒を押すと局面が開きます)","as table":"表で見る","longest wins":"最長の勝ちと負け","extreme scores":"最高点と最低点","longest.why":"禁手のない局面について。番号を押すと局面が開きます。","count longest":"数える(数分かかることがあります)",counting:"数えています",part:"部分","how counted":"数え方","solved by older rules":"以前のルールで解析されたため、解析し直してください:",older:"{game}:この設定は以前のルールで解析されています",unsolved:"{game}:この設定はまだ解析されていません","unsolved.how":"次のコマンドで解析すると、すぐにここで見られます。","unsolved.small":"小さな盤なら数秒で解けます:","unsolved.dry":"必要なメモリ・ディスク・時間は次のコマンドでわかります:","variants solved":"解析済みの種類"};function te(e,t){let o=t;try{o=JSON.parse(localStorage.getItem(`retro ${e}`))??t}catch{}let n=j(o);return se(()=>{try{localStorage.setItem(`retro ${e}`,JSON.stringify(n.value))}catch{}}),n}var Qe={en:oo,ja:cn},pr=()=>navigator.languages.map(e=>e.slice(0,2)).find(e=>e in Qe)??"en",At=te("language",""),He=F(()=>At.value in Qe?At.value:pr());se(()=>{document.documentElement.lang=He.value});function l(e,t={}){let o=Qe[He.value];return(t.n===1&&o[`${e}.one`]||o[e]||oo[e]||e).replace(/\{(\w+)\}/g,(r,s)=>t[s]??"")}var q=e=>e.toLocaleString(He.value);function z(e,t){let o=r=>e?.words?.[He.value]?.[r]??e?.words?.en?.[r],[n]=t.match(/\d+/)??[];return o(t)??(n&&o(t.replace(n,"{n}"))?.replace("{n}",n))??t}var fr=2e3,et=j(""),pn=0;async function pe(e){let t;try{await navigator.clipboard.writeText(e),t=!0}catch{t=vr(e)}et.value=t?"copied":"not copied";let o=++pn;setTimeout(()=>o===pn&&(et.value=""),fr)}function vr(e){let[t,o]=[document.activeElement,document.createElement("textarea")];o.value=e,(t?.closest("dialog")??document.body).append(o),o.select();let n=document.execCommand("copy");return o.remove(),t?.focus(),n}var jt=()=>c`<p class=${et.value?"copied":"hidden"} role="status">${et.value&&l(et.value)}</p>`;var Be=j(!1),fn=e=>({picture:1,mover:e,flip:Be.value?1:""}),no=(e,t)=>({position:e.position,forbid:e.forbidden,mover:e.turn||t});function ro(e,t){let o=e.filter(n=>n.move.toLowerCase()===t.toLowerCase());return e.find(n=>n.move===t)??(o.length===1?o[0]:null)}function mr({states:e,game:t}){return t?[...Array(Math.max(e.length,t.length)).keys()].find(n=>n&&e[n]?.move!==t[n]?.move)??null:null}function Ot(e=()=>{}){let t=j(null),o=j(null),n=j(null),r=j(null),s=j(null),a=j(!1),u=j(null),p=F(()=>o.value?.states[o.value.at]??null),i=F(()=>o.value?mr(o.value):null),v=0;async function m(_){let b=++v;a.value=!0;try{let d=await _();return b===v?d:null}catch(d){return b===v&&(s.value=d),null}finally{b===v&&(a.value=!1)}}function f(_,b,d,w=t.value){ce(()=>{u.value=s.value=null,n.value=_,o.value=b,t.value=w}),d||e(b)}let h=(_,{position:b,forbid:d,mover:w})=>D(_,"position",{position:b,forbid:d,replies:0,...fn(w)});async function y(_,b,d=t.value){let w=await m(()=>h(d,_.states[_.at]));return w&&f(w,_,b,d),w}async function x(_,b,d=!1){let w=b.mover??1,E=await m(()=>h(_,{...b,mover:w}));return E&&f(E,{states:[no(E,w)],at:0},d,_),E}async function S(_){for(let b of _){let d=n.value.moves.find(w=>w.move===b);if(!d||!await J(d,!0))return!1}return e(o.value),!0}async function C(_,b,d,w){let E={move:w.move,drawn:w.picture};if(w.after===null)return{found:b,state:{...d,over:{value:w.value,dtm:w.dtm},...E}};let R=3-d.mover,{position:B,forbid:Z}=d,K={position:B,forbid:Z,move:w.move,replies:0,...fn(R)},g=await D(_,"position",K);return{found:g,state:{...no(g,R),...E}}}async function $(_,b,d){let w=b.mover??1,E=await h(_,{...b,mover:w}),R=[no(E,w)];for(let B of d){let Z=R[R.length-1],K=Z.over?null:ro(E.moves,B);if(!K||K.forbidden)break;let g=await C(_,E,Z,K);E=g.found,R.push(g.state)}return{found:E,states:R}}function O(_,{found:b,states:d}){++v,a.value=!1,f(b,{states:d,at:d.length-1,game:d.length>1?d:null},!1,_)}async function J(_,b=!1){let{states:d,at:w,game:E}=o.value,R=i.value;if(d[w+1]?.move===_.move)return N(w+1,b);if(R!==null&&w<R&&E[w+1]?.move===_.move)return L(w+1,b);let B=await m(()=>C(t.value,n.value,d[w],_));if(!B)return!1;let Z=[...d.slice(0,w+1),B.state],K=R===null&&w===d.length-1;return f(B.found,{states:Z,at:w+1,game:K&&E?Z:E},b),!0}let N=(_,b=!1)=>_>=0&&_<o.value.states.length?y({...o.value,at:_},b).then(Boolean):Promise.resolve(!1);function L(_,b=!1){let{game:d}=o.value;return y({states:d,at:Math.min(_,d.length-1),game:d},b).then(Boolean)}function ne(){o.peek()&&!o.peek().game&&(o.value={...o.peek(),game:o.peek().states})}async function k(){let[_,b]=[p.value,n.value];if(!b||r.peek()?.of===b)return;let d={position:_.position,forbid:_.forbid},w=await D(t.value,"position",d).catch(()=>null);w&&n.value===b&&(r.value={of:b,moves:w.moves})}return{place:t,line:o,state:p,answer:n,problem:s,busy:a,pointed:u,branch:i,open:x,replay:$,put:O,follow:S,make:J,go:N,toGame:L,adopt:ne,count:k,restore:(_,b,d=!0)=>y(b,d,_),again:()=>o.value&&y(o.value,!0),begin:F(()=>o.value?.states[0]??null),replies:F(()=>{let _=r.value?.of===n.value?r.value?.moves??[]:[];return new Map(_.map(b=>[b.move,b.replies]))}),game:F(()=>o.value?.game??o.value?.states??[]),gamePly:F(()=>{let{at:_}=o.value??{at:null};return i.value!==null&&_>=i.value?null:_}),moves:F(()=>o.value?.states.slice(1).map(_=>_.move)??[]),playable:F(()=>(!p.value||p.value.over?[]:n.value?.moves??[]).filter(b=>!b.forbidden))}}var dr={win:"▲",draw:"■",loss:"▼"};function tt(e,t=!0){if(typeof e=="string")return e;let o=t?e:-e;return o>0?"win":o<0?"loss":"draw"}var je=e=>e.scores!=="first"||e.turn!==2,vn=e=>e>0?`+${e}`:String(e).replace("-","−");function I({value:e,dtm:t}){return typeof e=="number"?l("points",{n:Math.abs(e),points:vn(e)}):t===0?l(`over.${e}`):e==="draw"?l("draw"):l(`${e} in`,{n:t})}function so({value:e,dtm:t},o,n){let r=s=>l(`player.${s}`);return typeof e=="number"?l("side has",{side:r(n==="first"?1:o),points:I({value:e})}):e==="draw"?l("draw"):l("side wins in",{side:r(e==="win"?o:3-o),n:t})}var ao=({value:e,dtm:t})=>typeof e=="number"?vn(e):`${l(`short.${e}`)}${t?` ${t}`:""}`,Y=({of:e,mine:t=!0,long:o=!1})=>{let n=tt(e.value,t);return c`<span class="mark ${n}" title=${I(e)}>
        <span aria-hidden="true">${dr[n]}</span> ${o?I(e):ao(e)}
    </span>`};function mn({desk:e,game:t}){let o=T(null);ee(()=>{let[p,i,v]=[e.state.value,e.answer.value,e.place.value];o.value=null,!(!i||!p||p.over||i.value==="draw")&&D(v,"line",{position:p.position,forbid:p.forbid}).then(m=>e.answer.peek()?.position===m.position&&(o.value=m.moves),()=>{})});let n=e.answer.value;if(!n||e.state.value?.over||!n.moves.length)return null;let r=()=>e.make(e.playable.value[0]),s=o.value??[],a=s.map(p=>p.move),u=p=>e.follow(a.slice(0,p));return c`<section class="bestline" aria-labelledby="bestline">
        <h2 id="bestline">${l("best line")}</h2>
        ${n.value==="draw"&&c`<p class="note">${l("no end")}</p>`}
        ${s.length>0&&c`<ol>
                ${s.map((p,i)=>c`<li key=${i}>
                        <button onClick=${()=>u(i+1)} title=${I(p)}>${p.move}</button>
                    </li>`)}
            </ol>`}
        <div class="row">
            <button onClick=${r} disabled=${!e.playable.value.length}>${l("best move")}</button>
            ${s.length>0&&c`<button onClick=${()=>pe(hr(a))}>${l("copy line")}</button>
                    <button onClick=${()=>nt(`${t.game}-line.json`,ot(e,a))}>${l("download")}</button>`}
        </div>
    </section>`}var hr=e=>e.join(e.some(t=>t.includes(" "))?`
`:" ");function ot(e,t,o=e.state.value,n=["perfect","perfect"]){return{format:"retro game 1",game:e.answer.value.game,options:e.answer.value.options,position:o.position,forbidden:o.forbid,mover:o.mover,first:n[0],second:n[1],skill:5,seed:0,moves:t,result:null}}function nt(e,t){let o=document.createElement("a");o.href=URL.createObjectURL(new Blob([`${JSON.stringify(t,null,1)}
`],{type:"application/json"})),o.download=e,o.click(),setTimeout(()=>URL.revokeObjectURL(o.href),1e3)}function $r(e,t){let o=0;for(let n of e.steps){let r=new Set(n.at);if(n.kind==="piece"){for(;r.delete(t[o]);)o++;if(r.size&&o===t.length)return{next:[...r],piece:!0};if(r.size)return null}else for(let s of n.at){if(o===t.length)return{next:[s],piece:!1};if(t[o++]!==s)return null}}return o===t.length?{next:[],piece:!1}:null}var _r=(e,t)=>e.length===t.length&&e.every(o=>t.includes(o));function rt(e,t){let o=e.filter(a=>a.steps.length).map(a=>({move:a,...$r(a,t)??{next:null}})).filter(a=>a.next),[n]=o;if(t.length&&n?.piece&&o.every(a=>a.piece&&_r(a.next,n.next)))return rt(e,[...t,...n.next]);let r=new Map;for(let{move:a,next:u}of o)for(let p of u)r.set(p,[...r.get(p)??[],a]);let s=o.filter(a=>!a.next.length).map(a=>a.move);return{picked:t,next:r,whole:s,piece:o.some(a=>a.piece),only:o.length===1}}var io=60,gr=.55,br={ArrowUp:[0,-1],ArrowDown:[0,1],ArrowLeft:[-1,0],ArrowRight:[1,0]};function yr(e){let[,t,o]=e.match(/viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/s);return{box:t,drawing:o}}function wr(e){let t=Be.value?-io:io;return new Map(Object.entries({...e.points,...e.beside}).map(([o,[n,r]])=>[o,[n*t,-r*t]]))}function kr(e,t,[o,n],r=1/0){let s=u=>Math.hypot(e.get(u)[0]-o,e.get(u)[1]-n),a=[...t].sort((u,p)=>s(u)-s(p))[0];return a!==void 0&&s(a)<=r?a:null}function xr(e,t,o,[n,r]){let[s,a]=e.get(o),u=i=>{let[v,m]=[e.get(i)[0]-s,e.get(i)[1]-a],f=v*n+m*r;return f>1?f+2.2*Math.abs(v*r-m*n):1/0},p=[...t].sort((i,v)=>u(i)-u(v))[0];return p!==void 0&&u(p)<1/0?p:null}function Sr({at:[e,t],of:o,counted:n}){let r=tt(o.value,n),s=ao(o),a=Math.max(24,11+8.4*s.length+(/[^\x00-\x7f]/.test(s)?6:0))/2,[u,p]=[e,t+19],i={win:c`<rect x=${u-a} y=${p-9.5} width=${2*a} height="19" rx="9.5" />`,draw:c`<rect x=${u-a} y=${p-9.5} width=${2*a} height="19" />`,loss:c`<path d="M${u-a-4} ${p}l7 -10h${2*a-6}l7 10l-7 10h${6-2*a}z" />`};return c`<g class="badge ${r}" aria-hidden="true">
        ${i[r]}<text x=${u} y=${p+5}>${s}</text>
    </g>`}var Cr=(e,t)=>{let o=new Map,n=!e.turn&&t===2?[0,2,1]:[0,1,2];for(let r of e.pieces){let s=[r.player?l(`player.${n[r.player]}`):"",l(`glyph.${r.glyph}`),r.label];for(let a of r.at)o.set(a,s.filter(Boolean).join(" "))}return o};function ge({desk:e,marks:t=!1,play:o=null}){let n=T([]),r=T(null),s=T(null),a=G(),u=G(),p=e.answer.value,i=e.state.value,v=Xo(()=>rt(e.playable.value,n.value));if(ee(()=>{e.answer.value,e.state.value,n.value=[],s.value=null}),!p||!i)return c`<div class="board waiting" aria-busy="true"></div>`;if(!p.picture)return c`<pre class="board drawn">${p.drawn}</pre>`;let{box:m,drawing:f}=yr(p.picture),h=wr(p.scene),{next:y,whole:x,piece:S}=o?v.value:{next:new Map,whole:[],piece:!1},C=o?v.value.picked:[],$=[...Object.keys(p.scene.points),...[...y.keys()].filter(g=>g in p.scene.beside)],O=je(p),J=Cr(p.scene,i.mover);function N(g){let M=rt(e.playable.value,[...C,g]);if(y.has(g))return n.value=M.picked,M.only&&M.whole.forEach(L),!0;let Q=rt(e.playable.value,[g]),ve=!C.includes(g)&&(Q.next.size||Q.whole.length);return n.value=ve?Q.picked:[],ve&&Q.only&&Q.whole.forEach(L),ve}function L(g){n.value=[],o(g)}let ne=g=>{let M=new DOMPoint(g.clientX,g.clientY).matrixTransform(a.current.getScreenCTM().inverse());return[M.x,M.y]},k=g=>kr(h,$,ne(g),gr*io);function _(g){if(!o||g.button)return;let M=k(g);M&&(r.value=M,N(M)&&(s.value={from:M,to:ne(g),last:M},a.current.setPointerCapture(g.pointerId)))}function b(g){if(!s.value)return;let M=k(g);S&&M&&M!==s.value.last&&y.has(M)&&N(M),s.value={...s.value,to:ne(g),last:M??s.value.last}}function d(g){if(!s.value)return;let{from:M}=s.value,Q=k(g);s.value=null,!S&&Q&&Q!==M&&y.has(Q)&&N(Q)}function w(g){let M=r.value&&$.includes(r.value)?r.value:E,Q=br[g.key];if(!(g.altKey||g.ctrlKey||g.metaKey)){if(Q)r.value=xr(h,$,M,Q)??M,a.current.querySelector(`[data-spot="${CSS.escape(r.value)}"]`)?.focus();else if(g.key==="Enter"||g.key===" ")x.length===1&&g.key==="Enter"?L(x[0]):x.length&&g.key==="Enter"?u.current.querySelector("button").focus():o&&N(M);else if(g.key==="Escape"&&n.value.length)n.value=[];else return;g.preventDefault(),g.stopPropagation()}}let E=$.find(g=>y.has(g))??$[0],R=$.includes(r.value)?r.value:E,B=e.pointed.value??(C.length?x[0]??null:null);function Z(g){let[M,Q]=h.get(g),ve=y.get(g)?.[0],ho=[g,J.get(g),C.includes(g)&&l("picked"),ve&&l("can be picked")];return ve&&t&&ho.push(I(ve)),c`<g
            key=${g}
            data-spot=${g}
            class="spot ${ve?"option":""} ${C.includes(g)?"chosen":""} ${C.length?"later":""}"
            role="button"
            tabindex=${g===R?0:-1}
            aria-label=${ho.filter(Boolean).join(", ")}
            aria-disabled=${o?!ve:!0}
            onFocus=${()=>r.value=g}
        >
            <circle cx=${M} cy=${Q} r="26" />
        </g>`}let K=([g,[M]])=>c`<${Sr} key=${g} at=${h.get(g)} of=${M} counted=${O} />`;return c`<div class="board">
        <svg
            ref=${a}
            viewBox=${m}
            role="group"
            aria-label=${l("board")}
            class=${o?"live":""}
            onPointerDown=${_}
            onPointerMove=${b}
            onPointerUp=${d}
            onPointerCancel=${()=>s.value=null}
            onKeyDown=${w}
        >
            <g dangerouslySetInnerHTML=${{__html:f}} aria-hidden="true" />
            ${i.drawn&&c`<g class="last" dangerouslySetInnerHTML=${{__html:i.drawn}} aria-hidden="true" />`}
            ${$.map(Z)} ${t&&!B&&[...y].map(K)}
            ${B?.picture&&c`<g class="shown" dangerouslySetInnerHTML=${{__html:B.picture}} aria-hidden="true" />`}
            ${s.value&&!S&&c`<path class="drag" d="M${h.get(s.value.from).join(" ")}L${s.value.to.join(" ")}" />`}
        </svg>
        ${x.length>0&&c`<div class="settle" ref=${u}>
                <span>${l(x.length>1?"which move":"more may follow")}</span>
                ${x.map((g,M)=>c`<button key=${g.move} class=${M?"":"first"} onClick=${()=>L(g)}>
                            ${l("make it",{move:g.move})}
                        </button>`)}
                <button onClick=${()=>n.value=[]}>${l("cancel")}</button>
            </div>`}
    </div>`}function Lt({desk:e}){let t=e.branch.value;if(t===null)return null;let o=Math.min(t,e.game.value.length-1);return c`<p class="row branch" role="status">
        <span>${l("variation",{ply:t})}</span>
        <button class="first" onClick=${()=>e.toGame(o)}>${l("back to the game",{number:o})}</button>
    </p>`}function Ie({title:e,close:t,wide:o,children:n}){let r=G();return X(()=>{r.current.showModal()},[]),c`<dialog ref=${r} onClose=${t} aria-label=${e} class=${o?"wide":""}>
        <div class="top">
            <h2>${e}</h2>
            <button aria-label=${l("close")} onClick=${()=>r.current.close()}>✕</button>
        </div>
        ${n}
    </dialog>`}var Er=e=>Object.entries(e).map(t=>t.join("="));function dn({desk:e,game:t,close:o}){let n=T(null);X(()=>{D(e.place.value,"citation").then(p=>n.value=p,o)},[]);let[r,s,a]=[n.value,e.state.value,e.answer.value],u=r&&[[r.title,...Er(r.options)].join(", "),`position ${s.position}${s.forbid?`, ${s.forbid} forbidden`:""}: ${a.value}${a.dtm===null?"":` in ${a.dtm}`}`,`strong solution by retro ${r.version}, ${r.date.slice(0,10)}, digest of the rules ${r.digest}`,...Object.entries(r.files).map(([p,i])=>`${p} sha256 ${i}`),`reproduced by: ${r.solve}; proved record by record by: ${r.verify}`];return c`<${Ie} title=${l("cite")} close=${o} wide>
        ${u&&c`<p><b>${z(t,r.title)}</b> · ${I(a)}</p>
                <pre class="code">${u.join(`
`)}</pre>
                <p class="note">${l("cite.why")}</p>
                <div class="row"><button class="first" onClick=${()=>pe(u.join(`
`))}>${l("copy")}</button></div>
                <${jt} />`}
    <//>`}function be({desk:e,children:t}){let o=e.line.value;if(!o)return null;let n=o.states.length-1,r=(s,a,u,p)=>c`<button
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
        <button aria-label=${l("flip")} title=${`${l("flip")} (f)`} onClick=${()=>hn(e)}>⇅</button>
        ${t}
    </nav>`}function hn(e){Be.value=!Be.value,e.again()}function ye(e,t,o={}){if(e.altKey||e.ctrlKey||e.metaKey||e.target.closest?.("input, textarea, select, dialog"))return;let n=t.line.peek();if(!n)return;let r={ArrowLeft:()=>t.go(n.at-1),ArrowRight:()=>t.go(n.at+1),Home:()=>t.go(0),End:()=>t.go(n.states.length-1),f:()=>hn(t),...o}[e.key];!r||e.defaultPrevented||(e.preventDefault(),r())}function we({desk:e}){let t=e.line.value;if(!t||t.states.length<2)return null;let o=e.branch.value;return c`<section class="played" aria-labelledby="played">
        <h2 id="played">${l("line of play")}</h2>
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
    </section>`}var Mr={1:"blue",2:"amber"},le=({of:e})=>c`<span class="side"><span class="disc ${Mr[e]}" aria-hidden="true"></span>${l(`player.${e}`)}</span>`,$n="the rules forbid it after the last move",st=(e,{forbidden:t,why_forbidden:o})=>l("is forbidden",{move:t,why:o===$n?l($n):z(e,o)});function We({desk:e,game:t,shown:o,reveal:n}){let[r,s]=[e.answer.value,e.state.value];if(!r||!s)return c`<header class="headline"></header>`;let a=!r.moves.some(p=>!p.forbidden);if(s.over||a){let p={mover:s.mover,over:s.over??r};return c`<header class="headline" role="status"><${Tr} of=${p} counted=${je(r)} /></header>`}let u=r.forbidden&&(r.unforbidden.value!==r.value||r.unforbidden.dtm!==r.dtm);return c`<header class="headline" role="status">
        <p class="turn"><${le} of=${s.mover} /> ${l("to move")}${r.scene?.notes.length?` · ${r.scene.notes.map(p=>z(t,p)).join(" · ")}`:""}</p>
        ${o?c`<p class="worth">
                      <${Y} of=${r} mine=${je(r)} long />
                      ${r.scores&&c`<small>${l(`points for ${r.scores}`)}</small>`}
                  </p>`:c`<p class="worth"><button onClick=${n}>${l("show value")}</button></p>`}
        ${r.forbidden&&c`<p class="note">
                ${st(t,r)}
                ${o&&` ${u?l("forbidding costs",{value:I(r.unforbidden)}):l("forbidding costs nothing")}`}
            </p>`}
        ${o&&r.from_start!==null&&c`<p class="note">${l("from start",{n:r.from_start})}</p>`}
    </header>`}function Tr({of:{over:e,mover:t},counted:o}){let n=tt(e.value,o),r=n==="win"?t:3-t,s=typeof e.value=="number"&&e.value?` (${I(e)})`:"";return c`<p class="worth over">
        ${n==="draw"?l("ends in a draw"):c`<${le} of=${r} /> ${l("wins")}`}${s}
    </p>`}function Fe({desk:e,marks:t,play:o}){let n=e.answer.value,r=e.state.value?.over;if(!n||r||!n.moves.length)return null;let s=(m,f)=>m.move.localeCompare(f.move,"en",{numeric:!0}),a=t?n.moves:[...n.moves].sort(s),u=m=>()=>e.pointed.value=m,p=e.replies.value,i=({holding:m,legal:f})=>c`<span class="note" title=${l("replies that hold")}>
        ${l("holding",{keeping:q(m),all:q(f)})}
    </span>`,v=m=>c`<li key=${m.move} class=${m.forbidden?"forbidden":""}>
        <button
            disabled=${m.forbidden||!o}
            onClick=${()=>o(m)}
            onPointerEnter=${u(m)}
            onPointerLeave=${u(null)}
            onFocus=${u(m)}
            onBlur=${u(null)}
        >
            <span class="text">${m.move}</span>
            ${m.forbidden&&c`<span class="note">${l("forbidden")}</span>`}
            ${t&&p.get(m.move)&&i(p.get(m.move))}
            ${t&&c`<${Y} of=${m} mine=${je(n)} />`}
        </button>
    </li>`;return c`<section class="moves" aria-labelledby="moves">
        <h2 id="moves">${l(t?"moves, best first":"moves",{n:a.length})}</h2>
        <ol>
            ${a.map(v)}
        </ol>
    </section>`}function ke(e){let t=G();t.current=e,X(()=>{let o=n=>t.current(n);return addEventListener("keydown",o),()=>removeEventListener("keydown",o)},[])}var lo=e=>({...on(location.hash),line:e}),zt=j(lo(history.state?.line??null)),H=j(zt.value);function gn(e){H.value=lo(e),zt.value=H.value}function he(e,t=!1){let o=ae(e);history[t||o===location.hash?"replaceState":"pushState"](null,"",o),gn(null)}function bn(e){H.value={...e,line:null}}var _n=e=>e?.map(({drawn:t,...o})=>o),Pr=({states:e,at:t,game:o})=>({at:t,states:_n(e),game:_n(o)});function at(e,t=!1){let o=e.states[e.at],n=ae({...H.peek(),...o});history[t||n===location.hash&&!o.over?"replaceState":"pushState"]({line:Pr(e)},"",n),H.value=lo(null)}var ie=({game:e,set:t})=>({game:e,set:t}),it=(e,t)=>e?.game===t?.game&&String(e?.set)===String(t?.set);addEventListener("popstate",e=>gn(e.state?.line??null));var Ar="retro game 1";function jr(e){try{let t=JSON.parse(e);return t?.format===Ar&&Array.isArray(t.moves)?t:null}catch{return null}}var Or=[/\n/,/[\s;]+/,/[\s,;]+/],Lr=e=>Or.map(t=>e.split(t).map(o=>o.trim().replace(/^\d+\.+\s*|[,;]$/g,""))).flatMap(t=>[t,t.filter(o=>!/^\d+$/.test(o))]).map(t=>t.filter(Boolean)),yn=e=>e.replace(/\p{L}/gu,"a").replace(/\d/g,"0");function zr(e,{found:t,states:o},n){let[r,s]=[o.length,n[o.length-1]],u=(o[r-1].over?null:ro(t.moves,s))?.forbidden?` ${st(e,t)}`:"";return l("not legal",{number:r,move:s})+u}function lt({desk:e,close:t,game:o}){let n=T(""),r=T(""),s=e.place.value;function a(m,f,h){let y=h.states.length-1,x=y<f.length?zr(o,h,f):"";return x&&!y?x:(it(m,s)||bn({...m,view:"review"}),e.put(m,h),x&&(e.problem.value=new Error(`${x} ${l("up to there")}`)),"")}async function u(m){if(m.game!==o.game)return l("another game",{game:m.game});let f=Object.entries(m.options??{}).map(S=>S.join("=")),h={position:m.position,forbid:m.forbidden,mover:m.mover===2?2:1},y={...s,set:Nr(o,f)},x=m.moves.map(String);return a(y,x,await e.replay(y,h,x))}async function p(m){let f=null;for(let h of Lr(m))for(let y of[{},e.begin.value,e.state.value]){let x=y&&h.length&&await e.replay(s,y,h).catch(()=>null);if(!x)continue;let S=x.states.length;if(S>h.length)return a(s,h,x);(S>1||x.found.moves.some($=>yn($.move)===yn(h[0])))&&S>(f?.legal??0)&&(f={legal:S,moves:h,replayed:x})}return f&&a(s,f.moves,f.replayed)}async function i(){let m=n.value.trim(),f=jr(m);try{return f?await u(f):a(s,[],await e.replay(s,De(m),[]))}catch(h){return(f?null:await p(m))??(h.message||l("no server"))}}async function v(m){m.preventDefault(),r.value=await i(),r.value||t()}return c`<${Ie} title=${l("paste")} close=${t}>
        <form onSubmit=${v}>
            <label for="pasted">${l("paste what")}</label>
            <textarea id="pasted" rows="6" autofocus spellcheck="false" onInput=${m=>n.value=m.target.value}></textarea>
            ${r.value&&c`<p class="wrong" role="alert">${r.value}</p>`}
            <div class="row"><button class="first" disabled=${!n.value.trim()}>${l("read it")}</button></div>
        </form>
    <//>`}function Nr(e,t){let o=new Set(e.options.map(n=>`${n.name}=${n.default}`));return t.filter(n=>!o.has(n))}var wn=60,Ur=(e,t)=>{let o=[...e];for(let[n,r]of t)o[n]=r;return o.join("")},Rr=(e,t)=>e.slice(0,Math.max(...Object.values(t))+1);function Dr(e,t){let o=Object.entries(e),[n,r]=[0,1].map(i=>Math.min(...o.map(([,v])=>v[i]))),[s,a]=[0,1].map(i=>Math.max(...o.map(([,v])=>v[i]))),u={mirror:([i,v])=>[n+s-i,v],turn:([i,v])=>[n+v-r,a-(i-n)]}[t],p=new Map;for(let[i,v]of o){let[m,f]=u(v),h=o.find(([,y])=>Math.hypot(y[0]-m,y[1]-f)<.01);if(!h)return null;p.set(i,h[0])}return p}function uo({desk:e,close:t}){let o=e.state.value,n=T(o.position),r=T(o.mover),s=T(0),a=T(null),u=T(o.position),p=Me(()=>({number:0}),[]);ee(()=>{let k=++p.number,_={position:n.value,mover:r.value},b=_.position;D(e.place.value,"setup",_).then(d=>{if(k!==p.number)return;let{problem:w}=d,E=w&&p.painted&&d.cells?Rr(b,d.cells):b;if(E!==b){n.value=E;return}a.value={...d.cells||!a.peek()?.cells||!w?d:{...a.peek(),problem:w},said:_},d.cells&&(u.value=b)},d=>k===p.number&&(a.value={...a.peek(),problem:d.message,said:_}))});let i=a.value,v=i?.cells,m=i?.said.position===n.value&&i.said.mover===r.value,f=k=>v[k],h=k=>{p.painted=!0,n.value=u.value=Ur(u.value,k)},y=k=>h([[f(k),i.palette[s.value].letter]]);function x(k){let _=Dr(i.points,k);_&&h([..._].map(([b,d])=>[f(d),u.value[f(b)]]))}let S=Object.fromEntries((i?.palette??[]).map(k=>[`${k.glyph} ${k.player}`,k.letter]));function C(){let k={};for(let{glyph:_,player:b,letter:d}of i.palette)k[d]=S[`${_} ${[0,2,1][b]}`]??d;h(Object.values(v).map(_=>[_,k[u.value[_]]??u.value[_]]))}function $(){C(),r.value=3-r.value}let O=k=>{p.painted=!1;let _=De(k.target.value);_.position!==k.target.value&&(r.value=_.mover),n.value=_.position},J=()=>h(Object.values(v).map(k=>[k,S["empty 0"]]));async function N(k){k.preventDefault(),await e.open(e.place.value,{position:i.position,mover:r.value})&&t()}let L=(k,_,b)=>c`<button type="button" onClick=${_} title=${b}>${l(k)}</button>`,ne=k=>r.value===2&&!i.turn?[0,2,1][k.player]:k.player;return c`<${Ie} title=${l("set up")} close=${t} wide>
        <form onSubmit=${N} class="setup">
            ${v&&c`<div class="brushes" role="radiogroup" aria-label=${l("what is put")}>
                    ${i.palette.map((k,_)=>c`<label key=${k.letter} class=${s.value===_?"chosen":""}>
                            <input type="radio" name="brush" checked=${s.value===_} onChange=${()=>s.value=_} />
                            ${k.player?c`<${le} of=${ne(k)} />`:""} ${k.glyph==="empty"?l("empty"):l(`glyph.${k.glyph}`)}
                        </label>`)}
                </div>`}
            ${i?.picture&&c`<${Hr} found=${i} paint=${v&&y} />`}
            ${v&&c`<div class="row">
                    ${L("clear",J)} ${L("mirror",()=>x("mirror"))} ${L("quarter turn",()=>x("turn"))}
                    ${L("swap",C,l("swap.why"))} ${!i.turn&&L("other side",$,l("other side.why"))}
                    ${L("as it was",()=>(n.value=u.value=o.position,r.value=o.mover))}
                </div>`}
            <label for="position">${l("as text")}</label>
            <input id="position" value=${n.value} spellcheck="false" autocomplete="off" onInput=${O} />
            <p class="verdict" role="status">
                ${i?.problem?c`<span class="wrong">✗ ${i.problem}</span>`:i&&c`✓ <${le} of=${i.turn||r.value} /> ${l("to move")} <${Y} of=${i} mine=${i.scores!=="first"||i.turn!==2} long />`}
            </p>
            <div class="row"><button class="first" disabled=${!m||!!i.problem}>${l("use it")}</button></div>
        </form>
    <//>`}function Hr({found:e,paint:t}){let[,o,n]=e.picture.match(/viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/s),r=a=>u=>{u.key!=="Enter"&&u.key!==" "||(u.preventDefault(),t(a))},s=a=>u=>u.buttons===1&&t(a);return c`<div class="board">
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
                        <rect x=${u*wn-28} y=${-p*wn-28} width="56" height="56" rx="6" />
                    </g>`)}
        </svg>
    </div>`}var xe=te("values",!0);function kn({desk:e,game:t}){let o=T(null),n=()=>xe.value=!xe.value,r=()=>e.playable.peek()[0]&&e.make(e.playable.peek()[0]);ke(m=>ye(m,e,{v:n,b:r,p:()=>o.value=lt,s:()=>o.value=uo})),ee(()=>{e.answer.value,xe.value&&e.count()});let s=m=>e.make(m);async function a(m){let f=await D(e.place.value,"random",{...m,replies:0},!1).catch(h=>(e.problem.value=h)&&null);f&&e.open(e.place.value,{position:f.position})}let u=()=>e.begin.value?e.open(e.place.value,{}):null,p=o.value,i=e.state.value,v=i&&tn(i,e.answer.value?.turn);return c`
        <${We} desk=${e} game=${t} shown=${xe.value} reveal=${n} />
        <section class="table">
            <${ge} desk=${e} marks=${xe.value} play=${s} />
            <${be} desk=${e}>
                <button aria-pressed=${xe.value} title=${`${l("values")} (v)`} onClick=${n}>${l("values")}</button>
            <//>
            <${Lt} desk=${e} />
            <${we} desk=${e} />
        </section>
        <section class="panel">
            ${e.problem.value&&c`<p class="wrong" role="alert">${e.problem.value.message||l("no server")}</p>`}
            ${xe.value&&c`<${mn} desk=${e} game=${t} />`}
            <${Fe} desk=${e} marks=${xe.value} play=${s} />
            <section aria-labelledby="another">
                <h2 id="another">${l("another position")}</h2>
                <div class="row">
                    <button onClick=${u}>${l("the start")}</button>
                    <button onClick=${()=>o.value=uo} title="(s)">${l("set up")}</button>
                    <button onClick=${()=>o.value=lt} title="(p)">${l("paste")}</button>
                    ${["win","draw","loss"].map(m=>c`<button onClick=${()=>a({value:m})}>${l(`random.${m}`)}</button>`)}
                </div>
            </section>
            <section aria-labelledby="share">
                <h2 id="share">${l("share")}</h2>
                <p class="code"><span id="this-position">${i?.position}</span>${v?.slice(i.position.length)}</p>
                <div class="row">
                    <button onClick=${()=>pe(location.href)}>${l("copy link")}</button>
                    <button onClick=${()=>pe(v)}>${l("copy position")}</button>
                    ${e.moves.value.length>0&&c`<button onClick=${()=>nt(`${t.game}.json`,ot(e,e.moves.value,e.begin.value,["human","human"]))}>
                            ${l("download game")}
                        </button>`}
                    <button onClick=${()=>o.value=dn}>${l("cite")}</button>
                </div>
            </section>
        </section>
        ${p&&c`<${p} desk=${e} game=${t} close=${()=>o.value=null} />`}
    `}var xn=(e,t)=>Object.entries(t).filter(([o,n])=>e.options.find(r=>r.name===o)?.default!==n),Nt=(e,t)=>xn(e,t).map(o=>o.join("=")),Se=(e,t)=>({game:e.game,set:Nt(e,t.options)}),Ve=(e,t)=>xn(e,t.options).map(([o,n])=>`${z(e,o)} ${z(e,String(n))}`).join(" · ")||l("the whole game");function Br({game:e}){return e.older.length?c`<p class="note">${l("solved by older rules")}</p>
        <ul class="older">
            ${e.older.map(({options:t,command:o,why:n})=>c`<li>${Ve(e,{options:t})} ${o?c`<code>${o}</code>`:c`<small>${n}</small>`}</li>`)}
        </ul>`:null}function Sn({games:e,malformed:t}){return c`<main class="home" id="main">
        ${t&&c`<p class="wrong" role="alert">${l("malformed address")}</p>`}
        <p class="lead">${l("lead")}</p>
        <div class="cards">
            ${e.map(o=>c`<${Ir} key=${o.game} game=${o} />`)}
        </div>
    </main>`}function Ir({game:e}){let t=T(null),o=e.solved.find(r=>r.start)??e.solved[0];if(X(()=>{if(!o)return;(o.start?D(Se(e,o),"position",{picture:1,replies:0}):D(Se(e,o),"random",{picture:1,replies:0,seed:4})).then(s=>t.value=s.picture,()=>{})},[]),e.problem)return c`<article class="card"><h2>${e.game}</h2><p class="wrong">${e.problem}</p></article>`;let n=ae(o?Se(e,o):{game:e.game});return c`<article class="card">
        <a class="picture" href=${n} tabindex="-1" aria-hidden="true">
            ${t.value?c`<div dangerouslySetInnerHTML=${{__html:t.value}} />`:c`<div class="blank">${z(e,e.title)[0]}</div>`}
        </a>
        <h2><a href=${n}>${z(e,e.title)}</a></h2>
        ${e.solved.length?c`<ul>
                      ${e.solved.map(r=>c`<li>
                              <a href=${ae(Se(e,r))}>${Ve(e,r)}</a>
                              <small>${l("positions.n",{n:r.positions,count:q(r.positions)})}</small>
                              ${r.start&&c`<${Y} of=${r.start} />`}
                          </li>`)}
                  </ul>`:c`<p class="note">${l("not solved yet")}</p>`}
        <${Br} game=${e} />
    </article>`}var Wr=["perfect","trap","fallible","random"],ut=te("opponent","fallible"),Rt=te("skill",3),Oe=j(null),ue=j(null),Dt=j(!1),Ut=j(null),ct=j("");function Cn({desk:e,game:t}){ke(i=>ye(i,e,{v:()=>Ut.value=e.state.value}));let o=Oe.value?.place===e.place.value?Oe.value:null,n=e.line.value&&e.line.value.at===e.line.value.states.length-1,r=o&&e.state.value?.mover===o.side&&!ue.value&&!e.state.value?.over;ee(()=>{let[i,v]=[e.line.value,Oe.value];if(!v||v.place!==e.place.value||!i||i.at<i.states.length-1||ue.value||Dt.value||e.busy.value)return;let m=i.states[i.at];(m.over||m.mover!==v.side)&&Vr(e,v)});let s=async(i,v)=>{let m=v??{};ce(()=>{ue.value=null,Oe.value=null,Ut.value=null,ct.value=""}),await e.open(e.place.value,m)&&(Oe.value={place:e.place.value,side:i})},a=i=>r&&n?e.make(i):null,u=()=>{let{states:i}=e.line.value,v=i.findLastIndex((f,h)=>h<i.length-1&&f.mover===o.side&&!f.over);if(v<0)return;ue.value=null;let m={states:i.slice(0,v+1),at:v};e.restore(e.place.value,m,!1)},p=Ut.value===e.state.value;return c`
        ${o&&c`<${We} desk=${e} game=${t} shown=${p} reveal=${()=>Ut.value=e.state.value} />`}
        <section class="table">
            <${ge} desk=${e} marks=${p} play=${r&&n?a:null} />
            <${be} desk=${e}>
                ${o&&c`<button onClick=${u} disabled=${e.moves.value.length<1}>${l("take back")}</button>`}
            <//>
            <${we} desk=${e} />
        </section>
        <section class="panel">
            ${o&&c`<${Gr} session=${o} mine=${r} last=${n} />`}
            ${(ct.value||e.problem.value)&&c`<p class="wrong" role="alert">${ct.value||e.problem.value.message}</p>`}
            ${o&&(ue.value||e.moves.value.length>0)&&c`<div class="row">
                    <button class=${ue.value?"first":""} onClick=${()=>qr(e)}>${l("review game")}</button>
                    ${!ue.value&&c`<button onClick=${()=>ue.value={resigned:!0}}>${l("resign")}</button>`}
                </div>`}
            <form class="opponent" onSubmit=${i=>i.preventDefault()}>
                <h2>${o?l("new game"):l("play against")}</h2>
                <div class="choices" role="radiogroup" aria-label=${l("play against")}>
                    ${Wr.map(i=>c`<label key=${i} class=${ut.value===i?"chosen":""}>
                            <input type="radio" name="opponent" checked=${ut.value===i} onChange=${()=>ut.value=i} />
                            <b>${l(`player ${i}`)}</b><small>${l(`player ${i}.why`)}</small>
                        </label>`)}
                </div>
                ${ut.value==="fallible"&&c`<label for="skill">${l("strength")} <output>${Rt.value}</output></label>
                        <input
                            id="skill"
                            type="range"
                            min="0"
                            max="10"
                            step="0.5"
                            value=${Rt.value}
                            onInput=${i=>Rt.value=Number(i.target.value)}
                        />`}
                <div class="row">
                    <button class="first" onClick=${()=>s(1)}>${l("play as")} <${le} of=${1} /></button>
                    <button class="first" onClick=${()=>s(2)}>${l("play as")} <${le} of=${2} /></button>
                    ${e.state.value&&!e.state.value.over&&c`<button onClick=${()=>s(e.state.value.mover,e.state.value)}>${l("from here")}</button>`}
                </div>
            </form>
            ${r&&n&&c`<${Fe} desk=${e} marks=${p} play=${a} />`}
        </section>
    `}var Fr=e=>{let[t,...o]=e.line.value.states;return{position:t.position,forbid:t.forbid,mover:t.mover,moves:o.map(n=>n.move)}};async function Vr(e,t){Dt.value=!0;let o=e.line.value;try{let n=await Pt(e.place.value,"reply",{...Fr(e),player:ut.value,skill:Rt.value});if(Oe.value!==t||e.line.value!==o)return;ct.value="";let r=e.playable.value.find(s=>s.move===n.move);n.ending&&(ue.value=n.ending),r&&await e.make(r,!0)&&at(e.line.value,!0)}catch(n){ct.value=n.message||l("no server")}finally{Dt.value=!1}}function Gr({session:e,mine:t,last:o}){if(ue.value){let{kind:n,resigned:r}=ue.value;return c`<p class="status" role="status">${r?l("resigned"):l(`ended.${n}`)}</p>`}return Dt.value?c`<p class="status" role="status"><span class="dots" aria-hidden="true"></span>${l("thinking")}</p>`:o?c`<p class="status" role="status">${t?l("your turn"):""} <small>${l("you are")} <${le} of=${e.side} /></small></p>`:c`<p class="status" role="status">${l("looking back")}</p>`}function qr(e){Oe.value=null,ue.value=null;let{position:t,forbid:o,mover:n}=e.state.value;he({...ie(e.place.value),view:"review",position:t,forbid:o,mover:n})}var Yr=[3,5,7,9,13,21],Jr=3,Zr=7,Xr=450,Ht=te("theme of puzzles","win"),co=te("length of puzzles",7),Ge=te("failed puzzles",[]),$e=te("tally",{solved:0,failed:0,seen:0}),pt=te("today's puzzles in the tally",{day:0,places:[]}),P=Ot(),En=({position:e,forbidden:t})=>({position:e,forbid:t,mover:1}),Mn=()=>Number(new Date().toLocaleDateString("sv").replaceAll("-","")),Qr=()=>new Promise(e=>setTimeout(e,Xr));function jn({desk:e,game:t}){let o=e.place.value,n=T(null),r=G(0),s=G(null),a=G(0),u=T("asking"),p=T("");ke(d=>u.value!=="asking"&&ye(d,P));let i=e.answer.value?.scores??"",v=d=>d.game===o.game&&String(d.set)===String(o.set),m=d=>d===pt.value.day&&pt.value.places.some(v);function f(){let d=r.current;return()=>d===r.current}async function h(d,w=null){++r.current;let E=f();s.current?.abort(),s.current=new AbortController,u.value="asking",p.value="";try{let R={theme:i?"points":Ht.value==="points"?"win":Ht.value,length:co.value,...d},B=w??await D(o,"puzzle",R,!!d?.seed,s.current.signal),Z=E()&&await P.open(o,En(B),!0);if(!E())return;if(!Z)throw P.problem.value;n.value={...B,clean:!0,why_forbidden:P.answer.value.why_forbidden},u.value="solving"}catch(R){if(!E())return;p.value=R?.message??"",u.value=R?.status===503?"busy":"none"}}let y=()=>$e.value.seen+Jr+1;function x(){$e.value={...$e.value,seen:$e.value.seen+1};let d=Ge.value.find(w=>v(w)&&w.due<=$e.value.seen);d&&(Ge.value=Ge.value.map(w=>w===d?{...d,due:y()}:w)),h({},d?.puzzle)}let S=()=>h({theme:i?"points":"win",length:Zr,seed:Mn()});X(()=>(S(),()=>{++r.current,s.current.abort()}),[o.game,String(o.set),i]);function C(d){let{position:w}=n.value,E=Ge.value.filter(K=>!(v(K)&&K.puzzle.position===w)),R={...ie(o),puzzle:n.value,due:y()};Ge.value=d?E:[...E,R].slice(-50);let{clean:B,seed:Z}=n.value;if(B&&!m(Z)){let K=d?"solved":"failed";$e.value={...$e.value,[K]:$e.value[K]+1};let g=Mn(),M=pt.value.day===g?pt.value.places:[];Z===g&&(pt.value={day:g,places:[...M,ie(o)]})}n.value={...n.value,clean:n.value.clean&&d}}let $=()=>P.state.value.over||!P.playable.value.length;async function O(d){let w=f();a.current=P.line.value.at;let E=a.current+1,[R]=P.playable.value,B=d.value===R.value&&d.dtm===R.dtm;if(!await P.make(d,!0)||!w()||u.value!=="solving")return;if(B&&($()||E>=n.value.plies)){C(n.value.clean),u.value="solved";return}if(!B&&d.value==="win"){u.value="slower",p.value=l("slower",{move:d.move,n:d.dtm});return}B||C(!1),u.value=B?"defending":"refuting";let Z=P.state.value;if(await Qr(),!w())return;P.state.value!==Z&&await P.go(E,!0);let K=P.state.value.mover===P.begin.value.mover,[g]=w()&&!K?P.playable.value:[],{mover:M}=P.state.value;g&&await P.make(g,!0),w()&&(B?u.value=$()?"solved":"solving":(u.value="failed",p.value=g?l("refuted",{move:d.move,reply:g.move,value:so(g,M,i)}):l("that fails")),u.value==="solved"&&C(n.value.clean))}async function J(){let d=f();if(p.value="",await P.go(a.current,!0),!d())return;let{states:w,at:E}=P.line.value;await P.restore(o,{states:w.slice(0,E+1),at:E}),d()&&(u.value="solving")}async function N(){let d=f();["solving","slower"].includes(u.value)&&C(!1),u.value="shown";let w=await P.replay(o,En(n.value),n.value.line).catch(()=>null);!w||!d()||(P.put(o,w),await P.go(0,!0))}let L=["none","busy"].includes(u.value),ne=u.value==="solving"&&P.state.value?.mover===P.begin.value.mover,k=["failed","slower"].includes(u.value),_=n.value,b=["solved","shown"].includes(u.value);return c`
        <header class="headline" role="status">
            ${u.value==="asking"&&c`<p class="turn"><span class="dots" aria-hidden="true"></span>${l("composing")}</p>`}
            ${_&&!L&&u.value!=="asking"&&c`<p class="turn"><${le} of=${P.begin.value.mover} /> ${l("to move")}</p>
                    <p class="stipulation">${es(_,P.begin.value.mover,i)}</p>
                    ${_.forbidden&&c`<p class="note">${st(t,_)}</p>`}`}
        </header>
        <section class="table">
            ${L?c`<div class="board waiting"></div>`:c`<${ge} desk=${P} marks=${b} play=${ne?O:null} />`}
            ${!L&&u.value!=="asking"&&c`<${be} desk=${P} /><${we} desk=${P} />`}
        </section>
        <section class="panel">
            ${u.value==="solved"&&c`<p class="right" role="alert">✓ ${_.clean?l("solved"):l("solved at last")}</p>`}
            ${u.value==="failed"&&c`<p class="wrong" role="alert">✗ ${p.value}</p>`}
            ${u.value==="slower"&&c`<p class="slower" role="alert">${p.value}</p>`}
            ${L&&c`<p class="wrong" role="alert">${l(u.value==="busy"?"busy":"no puzzle")} <small>${p.value}</small></p>`}
            <div class="row">
                ${k&&c`<button class="first" onClick=${J}>${l("try again")}</button>`}
                <button class=${b||L?"first":""} disabled=${u.value==="asking"} onClick=${x}>${l("next puzzle")}</button>
                ${(ne||k)&&c`<button onClick=${N}>${l("show solution")}</button>`}
                <button onClick=${S}>${l("today's")}</button>
            </div>
            ${b&&c`<${ts} puzzle=${_} place=${o} />`}
            ${ne&&P.answer.value&&!P.answer.value.picture&&c`<${Fe} desk=${P} marks=${!1} play=${O} />`}
            <form class="opponent" onSubmit=${d=>d.preventDefault()}>
                <h2>${l("what puzzles")}</h2>
                <div class="row">
                    ${!i&&c`<label>${l("theme")}
                            <select value=${Ht.value} onChange=${d=>Ht.value=d.target.value}>
                                ${["win","draw"].map(d=>c`<option value=${d}>${l(`theme.${d}`)}</option>`)}
                            </select>
                        </label>`}
                    <label>${l("at most")}
                        <select value=${co.value} onChange=${d=>co.value=Number(d.target.value)}>
                            ${Yr.map(d=>c`<option value=${d}>${l("plies",{n:d})}</option>`)}
                        </select>
                    </label>
                </div>
                <p class="note">
                    ${l("tally",$e.value)} ${m(_?.seed)&&l("today's counted")}
                    ${` ${l("to come back",{n:Ge.value.filter(v).length})}`}
                </p>
            </form>
        </section>
    `}function es({value:e,dtm:t,plies:o,theme:n},r,s){return n==="points"?l("stipulation.points",{value:so({value:e},r,s),n:(o+1)/2}):l(`stipulation.${e}`,{n:e==="win"?t:(o+1)/2})}function ts({puzzle:e,place:t}){let o=()=>he({...ie(t),view:"explore",position:e.position,forbid:e.forbidden});return c`<section aria-labelledby="solution">
        <h2 id="solution">${l("solution")}</h2>
        <p class="line"><b>${e.line[0]}</b> ${e.line.slice(1).join(" ")}</p>
        <${On} list=${e.solution} />
        ${e.tries.length>0&&c`<h3>${l("tries")}</h3>
                <ul class="tries">
                    ${e.tries.slice(0,8).map(n=>c`<li>${l("try",{move:n.move,reply:n.refutation})}</li>`)}
                </ul>`}
        <div class="row"><button onClick=${o}>${l("explore it")}</button></div>
    </section>`}var Tn=3,Pn=12,An=e=>e.slice(0,Tn).join(", ")+(e.length>Tn?" …":"");function On({list:e}){if(!e.length)return null;let t=e.filter(o=>o.value!==null&&o.dtm!==1);return c`<ul class="variations">
        ${t.slice(0,Pn).map(o=>c`<li>
                ${An(o.defences)}${o.answers.length?c`${o.defences.length?": ":""}<b>${An(o.answers)}</b>`:""}
                ${" "}<${Y} of=${o} />
                <${On} list=${o.then} />
            </li>`)}
        ${t.length>Pn&&c`<li>…</li>`}
        ${t.length<e.length&&c`<li>${l(t.length?"anything else":"anything")}</li>`}
    </ul>`}var[ft,fe,po]=[600,150,12],os=14;function ns({value:e,dtm:t},o,n){return typeof e=="number"?o*e/Math.max(1,n):e==="draw"?0:o*(e==="win"?1:-1)*(.3+.7*2**(-t/os))}function Ln({desk:e,found:t}){let[o,n]=[e.game.value,e.gamePly.value],r=e.answer.value?.scores==="first",s=[t.moves[0].before,...t.moves.map(f=>f.after)],a=s.map(f=>f.value).filter(f=>typeof f=="number"),u=Math.max(1,...a.map(Math.abs)),p=f=>r||o[Math.max(0,f-1)].mover===1?1:-1,i=s.map((f,h)=>[po+(ft-2*po)*h/Math.max(1,s.length-1),fe/2-ns(f,p(h),u)*(fe/2-po)]),v=i.map(([f,h],y)=>`${y?"L":"M"}${f.toFixed(1)} ${h.toFixed(1)}`).join(""),[m]=i.slice(-1);return c`<figure class="graph">
        <figcaption>${l("graph")}</figcaption>
        <svg viewBox="0 0 ${ft} ${fe}" role="group" aria-label=${l("graph")}>
            <rect class="above" width=${ft} height=${fe/2} />
            <rect class="below" y=${fe/2} width=${ft} height=${fe/2} />
            <path class="area" d="${v}L${m[0]} ${fe/2}L${i[0][0]} ${fe/2}Z" />
            <line x1="0" x2=${ft} y1=${fe/2} y2=${fe/2} />
            <path class="curve" d=${v} />
            ${i.map(([f,h],y)=>c`<circle
                    key=${y}
                    cx=${f}
                    cy=${h}
                    r=${y===n?6:t.moves[y-1]?.blunder?5:3}
                    class="${y===n?"here":""} ${t.moves[y-1]?.blunder?"blunder":""}"
                    onClick=${()=>e.toGame(y)}
                >
                    <title>${y?`${y}. ${t.moves[y-1].move}: ${I(s[y])}`:I(s[0])}</title>
                </circle>`)}
        </svg>
    </figure>`}function Nn({desk:e,game:t}){let o=T(null),n=T(!1);ke(p=>ye(p,e)),ee(()=>{e.line.value&&e.adopt()});let r=zn(e.game.value),s=JSON.stringify([e.begin.value,r]);ee(()=>{let[p,i,v]=[e.begin.value,zn(e.game.value),e.place.value];if(!p||!i.length){o.value=null;return}let m=JSON.stringify([p,i]);if(o.peek()?.asked===m)return;let f=new AbortController;return Pt(v,"review",{position:p.position,forbid:p.forbid,mover:p.mover,moves:i},f.signal).then(h=>o.value={...h,asked:m},h=>f.signal.aborted||(e.problem.value=h)),()=>f.abort()});let a=o.value?.asked===s?o.value:null,u=()=>nt(`${t.game}.json`,ot(e,r,e.begin.value,["human","human"]));return c`
        <${We} desk=${e} game=${t} shown />
        <section class="table">
            <${ge} desk=${e} marks play=${p=>e.make(p)} />
            <${be} desk=${e} />
            <${Lt} desk=${e} />
            ${e.branch.value!==null&&c`<${we} desk=${e} />`}
            ${a&&c`<${Ln} desk=${e} found=${a} />`}
        </section>
        <section class="panel">
            ${e.problem.value&&c`<p class="wrong" role="alert">${e.problem.value.message}</p>`}
            ${r.length?a&&c`<${as} desk=${e} found=${a} />`:c`<p>${l("nothing to review")}</p>`}
            <div class="row">
                ${r.length>0&&c`<button onClick=${u}>${l("download game")}</button>`}
                <button onClick=${()=>n.value=!0}>${l("paste")}</button>
            </div>
        </section>
        ${n.value&&c`<${lt} desk=${e} game=${t} close=${()=>n.value=!1} />`}
    `}var zn=e=>e.slice(1).map(t=>t.move),rs=(e,t)=>e.answer.value?.scores!=="first"||t===1;function ss(e){return e.points?l("points lost",{n:e.points}):e.blunder?l(`lost ${e.before.value}`):e.plies?l("plies lost",{n:e.plies}):""}function as({desk:e,found:t}){let[o,n]=[e.game.value,e.gamePly.value],r=G();X(()=>{r.current.querySelector("[aria-current]")?.scrollIntoView({block:"nearest"})},[n]);let s=[1,2].map(u=>t.moves.filter((p,i)=>p.blunder&&o[i].mover===u).length),a=(u,p)=>{let i=o[p].mover;return c`<tr key=${p} class=${u.blunder?"blunder":""} aria-current=${p+1===n?"step":void 0}>
            <td>${p+1}</td>
            <td>
                <button onClick=${()=>e.toGame(p+1)}>
                    <span class="disc ${i===1?"blue":"amber"}" aria-label=${l(`player.${i}`)} role="img"></span>
                    ${u.move}${u.blunder?c` <b title=${l("blunder")}>??</b>`:""}
                </button>
            </td>
            <td><${Y} of=${u.after} mine=${rs(e,i)} /></td>
            <td title=${l("kept.why")}>${q(u.keeping)}/${q(u.legal)}</td>
            <td>
                ${ss(u)}
                ${u.best!==u.move&&(u.blunder||u.plies>0)&&c`<button class="better" title=${I(u.before)} onClick=${()=>e.toGame(p)}>${l("better",{move:u.best})}</button>`}
            </td>
        </tr>`};return c`<section aria-labelledby="review">
        <h2 id="review">${l("what moves gave away")}</h2>
        <p>
            ${[1,2].map(u=>c`<span class="tally"><${le} of=${u} /> ${l("blunders",{n:s[u-1]})}</span>`)}
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
    </section>`}var is=2e7;function Un({desk:e,game:t}){let o=e.place.value,n=T(null),r=T(null),s=T(""),a=G(null),u=()=>{let{signal:v}=a.current=new AbortController;r.value="asked",s.value="",D(o,"longest",{},!0,v).then(m=>v.aborted||(r.value=m.parts),m=>{v.aborted||(r.value=null,s.value=m.message)})};X(()=>(n.value=r.value=null,s.value="",D(o,"statistics").then(v=>{n.value=v,v.positions<is&&u()},v=>s.value=v.message),()=>a.current?.abort()),[o.game,String(o.set)]);let p=n.value;if(!p)return c`<section class="wide">${s.value&&c`<p class="wrong" role="alert">${s.value}</p>`}</section>`;let i=[["positions",q(p.positions)],["states",q(p.states)],["value of start",p.start&&I(p.start)],["longest",p.longest_dtm!==null&&l("plies",{n:p.longest_dtm})],["won at once",p.checkmates>0&&q(p.checkmates)],["forbidding",p.forbidding>0&&q(p.forbidding)]];return c`<section class="wide statistics">
        <h2>${z(t,t.title)}${o.set.length?` · ${o.set.join(", ")}`:""}</h2>
        <dl class="facts">
            ${i.filter(([,v])=>v).map(([v,m])=>c`<div><dt>${l(v)}</dt><dd>${m}</dd></div>`)}
        </dl>
        <${ls} values=${p.values} />
        <${us} rows=${p.histogram} place=${o} />
        <h2>${l(p.start&&typeof p.start.value=="number"?"extreme scores":"longest wins")}</h2>
        <p class="note">${l("longest.why")}</p>
        ${s.value&&c`<p class="wrong" role="alert">${s.value}</p>`}
        ${r.value===null&&c`<div class="row"><button onClick=${u}>${l("count longest")}</button></div>`}
        ${r.value==="asked"&&c`<p><span class="dots" aria-hidden="true"></span>${l("counting")}</p>`}
        ${Array.isArray(r.value)&&c`<${cs} parts=${r.value} place=${o} game=${t} />`}
        <h2>${l("how counted")}</h2>
        <ul class="notes">
            ${p.notes.map(v=>c`<li>${z(t,v)}</li>`)}
        </ul>
    </section>`}function ls({values:e}){let t=Object.values(e).reduce((o,n)=>o+n,0)||1;return c`<div class="shares">
        ${["win","draw","loss"].map(o=>c`<div class=${o} style=${{flexGrow:Math.max(e[o]/t,.002)}}>
                <${Y} of=${{value:o,dtm:null}} />
                <span>${q(e[o])}</span> <small>${(100*e[o]/t).toFixed(1)} %</small>
            </div>`)}
    </div>`}function us({rows:e,place:t}){let o=e.some($=>typeof $.value=="number"),n=$=>o?$.value:$.dtm,r=e.filter($=>n($)!==null&&$.states>0);if(!r.length)return null;let[s,a]=[Math.min(...r.map(n)),Math.max(...r.map(n))],u=Math.max(...r.map($=>$.states)),[p,i,v]=[720,220,24],m=p/(a-s+1),f=$=>(i-20)*(Math.log1p($)/Math.log1p(u)),h=$=>o?$.value>0?"win":$.value<0?"loss":"draw":$.value,y=[...r].sort(($,O)=>O.states-$.states),x=T("");async function S({value:$,dtm:O}){let J=o?{points:$}:{value:$,min_dtm:O,max_dtm:O};try{let N=await D(t,"random",{...J,replies:0},!1);he({...ie(t),view:"explore",position:N.position,forbid:N.forbidden})}catch(N){x.value=N.message||l("no server")}}let C=[...new Set([s,...Array.from({length:5},($,O)=>Math.round(s+(a-s)*(O+1)/5))])];return c`<figure class="histogram">
        <figcaption>${l(o?"states by points":"states by plies")} <small>${l("logarithms, bars open")}</small>
            ${["win","loss"].map($=>c` <${Y} of=${{value:$,dtm:null}} />`)}
        </figcaption>
        <svg viewBox="0 0 ${p} ${i+v}" role="img" aria-label=${l(o?"states by points":"states by plies")}>
            ${y.map($=>c`<rect
                    class="bar ${h($)} live"
                    x=${(n($)-s)*m+m*.08}
                    width=${Math.max(.8,m*.84)}
                    y=${i-f($.states)}
                    height=${f($.states)}
                    onClick=${()=>S($)}
                >
                    <title>${I($)}: ${q($.states)}</title>
                </rect>`)}
            <line x1="0" x2=${p} y1=${i} y2=${i} />
            ${C.map($=>c`<text x=${($-s+.5)*m} y=${i+17}>${$}</text>`)}
        </svg>
        ${x.value&&c`<p class="wrong" role="alert">${x.value}</p>`}
        <details>
            <summary>${l("as table")}</summary>
            <div class="scroll" tabindex="0" role="region" aria-label=${l("as table")}>
                <table>
                    <tbody>
                        ${e.map($=>c`<tr><td><${Y} of=${$} long /></td><td>${q($.states)}</td><td><button onClick=${()=>S($)} aria-label=${`${l("open one")}: ${I($)}`}>${l("open one")}</button></td></tr>`)}
                    </tbody>
                </table>
            </div>
        </details>
    </figure>`}function cs({parts:e,place:t,game:o}){let n=r=>c`<td>
        ${r[0]&&c`<${Y} of=${r[0]} />`}
        ${r.map((s,a)=>c`<a href=${ps(t,s)} class="sample" aria-label=${`${a+1}: ${s.position}`}>${a+1}</a>`)}
    </td>`;return c`<div class="scroll" tabindex="0" role="region" aria-label=${l("longest wins")}>
        <table class="longest">
            <thead>
                <tr><th scope="col">${l("part")}</th><th scope="col">${l("win")}</th><th scope="col">${l("loss")}</th></tr>
            </thead>
            <tbody>
                ${e.filter(r=>r.win.length||r.loss.length).map(r=>c`<tr><th scope="row">${r.name?z(o,r.shown===r.name?r.name:`${r.shown} (${r.name})`):l("all")}</th>${n(r.win)}${n(r.loss)}</tr>`)}
            </tbody>
        </table>
    </div>`}var ps=(e,{position:t})=>ae({...ie(e),view:"explore",position:t});var fo=matchMedia("(prefers-color-scheme: dark)"),Rn=j(fo.matches);fo.addEventListener("change",()=>Rn.value=fo.matches);var Dn=te("theme",""),qe=F(()=>Dn.value||(Rn.value?"dark":"light")),Hn=()=>Dn.value=qe.value==="dark"?"light":"dark";se(()=>{document.documentElement.dataset.theme=qe.value});function Bn({game:e,problem:t,again:o}){let{command:n,older:r}=t;return c`<section class="wide unsolved">
        <h2>${l(r?"older":"unsolved",{game:z(e,e.title)})}</h2>
        <p>${l("unsolved.how")}</p>
        <div class="row"><code class="code">${n}</code> <button onClick=${()=>pe(n)}>${l("copy")}</button></div>
        <p class="note">${l("unsolved.dry")} <code>${n} --dry-run</code></p>
        <div class="row"><button class="first" onClick=${o}>${l("look again")}</button></div>
        ${e.small&&c`<p>${l("unsolved.small")}</p>
                <div class="row"><code class="code">${e.small}</code> <button onClick=${()=>pe(e.small)}>${l("copy")}</button></div>`}
        ${e.solved.length>0&&c`<h2>${l("variants solved")}</h2>
                <ul>
                    ${e.solved.map(s=>c`<li>
                            <a href=${ae(Se(e,s))}>${Ve(e,s)}</a>${" "}
                            <small>${l("positions.n",{n:s.positions,count:q(s.positions)})}</small>
                        </li>`)}
                </ul>`}
    </section>`}var fs={explore:kn,play:Cn,review:Nn,puzzles:jn,statistics:Un},Le=j(null),vs=F(()=>Le.value!==null),vo=j(!1),oe=Ot(at);async function mo(){try{Le.value=(await rn()).games,vo.value=!1}catch{vo.value=!0}}var ms=(e,{set:t})=>e?.solved.some(o=>!o.start&&String(Nt(e,o.options))===String(t)),In=0;async function ds({line:e,...t}){let[o,n,r]=[++In,oe.state.peek(),ie(t)],s=it(r,oe.place.peek());if(e&&await oe.restore(s?oe.place.peek():r,e)||s&&n&&(!t.position||t.position===n.position&&t.forbid===n.forbid)&&(t.position||t.view!=="explore"))return;let a=Le.value.find(v=>v.game===t.game),u=t.position||!ms(a,t)?t:await D(r,"random",{replies:0}).catch(()=>t);if(o!==In)return;let p=await oe.open(s?oe.place.peek():r,u,!0);if(!p)return;let i=Nt(a,p.options);String(i)!==String(t.set)&&ce(()=>{oe.place.value={game:t.game,set:i},H.value={...H.value,set:i}}),at(oe.line.value,!0)}function hs(){ee(()=>{let t=zt.value;t.game&&vs.value&&Te(()=>ds(t))});let e=H.value.game&&Le.value?.find(t=>t.game===H.value.game);return document.title=e?`${z(e,e.title)} · ${l(H.value.view)} · retro`:"retro",c`
        <a class="skip" href="#main" onClick=${$s}>${l("skip")}</a>
        <${_s} game=${e} />
        ${vo.value&&c`<p class="wrong wide" role="alert">${l("no server")} <button onClick=${mo}>${l("look again")}</button></p>`}
        ${Le.value&&!H.value.game&&c`<${Sn} games=${Le.value} malformed=${H.value.malformed} />`}
        ${Le.value&&H.value.game&&!e&&c`<main id="main" class="wide"><p class="wrong">${l("no game",{game:H.value.game})}</p></main>`}
        ${e&&c`<${bs} game=${e} />`}
        <${jt} />
    `}function $s(e){e.preventDefault(),document.querySelector("main button, main a, main [tabindex='0']")?.focus()}function _s({game:e}){return c`<header class="top">
        <a class="logo" href="#/"><img src="page/icon.svg" alt="" width="26" height="26" />retro</a>
        ${e&&c`<${gs} game=${e} />`}
        <span class="fill"></span>
        <label class="language">
            <span class="hidden">${l("language")}</span>
            <select value=${He.value} onChange=${t=>At.value=t.target.value}>
                ${Object.entries(Qe).map(([t,o])=>c`<option value=${t} lang=${t}>${o["this language"]}</option>`)}
            </select>
        </label>
        <button aria-label=${l(qe.value==="dark"?"light":"dark")} title=${l(qe.value==="dark"?"light":"dark")} onClick=${Hn}>
            ${qe.value==="dark"?"☀":"☾"}
        </button>
    </header>`}function gs({game:e}){let t=ae(ie(H.value)),o=e.solved.map(n=>[ae(Se(e,n)),Ve(e,n)]);return o.some(([n])=>n===t)||o.push([t,H.value.set.join(" · ")||l("the whole game")]),c`<h1>${z(e,e.title)}</h1>
        ${o.length>1&&c`<label class="variant">
                <span class="hidden">${l("variant")}</span>
                <select value=${t} onChange=${n=>location.hash=n.target.value}>
                    ${o.map(([n,r])=>c`<option value=${n}>${r}</option>`)}
                </select>
            </label>`}`}function bs({game:e}){let{view:t}=H.value,o=oe.state.value,n=it(ie(H.value),oe.place.value),r=oe.problem.value,s=i=>c`<a
        href=${ae({...H.value,...n&&o,view:i})}
        aria-current=${i===t?"page":void 0}
    >
        ${l(i)}
    </a>`,a=fs[t],u=()=>mo().then(()=>he({...H.value},!0)),p=r&&!n;return c`
        <nav class="tabs" aria-label=${l("views")}>${to.map(s)}</nav>
        <${ys} game=${e} />
        <main id="main" class="view ${t}">
            ${r?.status===409?c`<${Bn} game=${e} problem=${r} again=${u} />`:p?c`<section class="wide"><p class="wrong" role="alert">${r.message||l("no server")}</p><button onClick=${()=>he(H.value.position?ie(H.value):{game:e.game})}>${l("the start")}</button></section>`:n&&oe.place.value&&c`<${a} desk=${oe} game=${e} />`}
        </main>
    `}function ys({game:e}){let t=oe.answer.value?.game===e.game?oe.answer.value.options:null;if(!t||!e.options.length)return null;let n=Object.entries(t).map(r=>r.join("=")).filter(r=>z(e,r)!==r);return c`<details class="rules">
        <summary>${l("rules")}: ${Object.entries(t).map(([r,s])=>`${z(e,r)} ${z(e,String(s))}`).join(" · ")}</summary>
        <dl>
            ${e.options.map(r=>c`<div><dt>${z(e,r.name)} ${z(e,String(t[r.name]))}</dt><dd>${z(e,r.help)}</dd></div>`)}
        </dl>
        ${n.map(r=>c`<p>${z(e,r)}</p>`)}
    </details>`}mo();jo(c`<${hs} />`,document.getElementById("page"));
