var ut,M,io,Ot,fe,no,lo,uo,Pt,rt,He,co,Lt,At,jt,Cn,at={},it=[],Mn=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,ct=Array.isArray;function ue(e,t){for(var o in t)e[o]=t[o];return e}function zt(e){e&&e.parentNode&&e.parentNode.removeChild(e)}function Ie(e,t,o){var n,r,s,a={};for(s in t)s=="key"?n=t[s]:s=="ref"?r=t[s]:a[s]=t[s];if(arguments.length>2&&(a.children=arguments.length>3?ut.call(arguments,2):o),typeof e=="function"&&e.defaultProps!=null)for(s in e.defaultProps)a[s]===void 0&&(a[s]=e.defaultProps[s]);return st(e,a,n,r,null)}function st(e,t,o,n,r){var s={type:e,props:t,key:o,ref:n,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:r??++io,__i:-1,__u:0};return r==null&&M.vnode!=null&&M.vnode(s),s}function ye(e){return e.children}function Te(e,t){this.props=e,this.context=t}function ge(e,t){if(t==null)return e.__?ge(e.__,e.__i+1):null;for(var o;t<e.__k.length;t++)if((o=e.__k[t])!=null&&o.__e!=null)return o.__e;return typeof e.type=="function"?ge(e):null}function En(e){if(e.__P&&e.__d){var t=e.__v,o=t.__e,n=[],r=[],s=ue({},t);s.__v=t.__v+1,M.vnode&&M.vnode(s),Nt(e.__P,s,t,e.__n,e.__P.namespaceURI,32&t.__u?[o]:null,n,o??ge(t),!!(32&t.__u),r),s.__v=t.__v,s.__.__k[s.__i]=s,ho(n,s,r),t.__e=t.__=null,s.__e!=o&&po(s)}}function po(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(function(t){if(t!=null&&t.__e!=null)return e.__e=e.__c.base=t.__e}),po(e)}function ro(e){(!e.__d&&(e.__d=!0)&&fe.push(e)&&!lt.__r++||no!=M.debounceRendering)&&((no=M.debounceRendering)||lo)(lt)}function lt(){try{for(var e,t=1;fe.length;)fe.length>t&&fe.sort(uo),e=fe.shift(),t=fe.length,En(e)}finally{fe.length=lt.__r=0}}function fo(e,t,o,n,r,s,a,l,p,i,v){var $,f,m,b,P,S,_=n&&n.__k||it,h=t.length;for(p=Tn(o,t,_,p,h),$=0;$<h;$++)(m=o.__k[$])!=null&&(f=m.__i!=-1&&_[m.__i]||at,m.__i=$,S=Nt(e,m,f,r,s,a,l,p,i,v),b=m.__e,m.ref&&f.ref!=m.ref&&(f.ref&&Ut(f.ref,null,m),v.push(m.ref,m.__c||b,m)),P==null&&b!=null&&(P=b),4&m.__u?(p=vo(m,p,e),f.__e&&(f.__e=null)):typeof m.type=="function"&&S!==void 0?p=S:b&&(p=b.nextSibling),m.__u&=-7);return o.__e=P,p}function Tn(e,t,o,n,r){var s,a,l,p,i,v=o.length,$=v,f=0;for(e.__k=new Array(r),s=0;s<r;s++)(a=t[s])!=null&&typeof a!="boolean"&&typeof a!="function"?(typeof a=="string"||typeof a=="number"||typeof a=="bigint"||a.constructor==String?a=e.__k[s]=st(null,a,null,null,null):ct(a)?a=e.__k[s]=st(ye,{children:a},null,null,null):a.constructor===void 0&&a.__b>0?a=e.__k[s]=st(a.type,a.props,a.key,a.ref?a.ref:null,a.__v):e.__k[s]=a,p=s+f,a.__=e,a.__b=e.__b+1,l=null,(i=a.__i=Pn(a,o,p,$))!=-1&&($--,(l=o[i])&&(l.__u|=2)),l==null||l.__v==null?(i==-1&&(r>v?f--:r<v&&f++),typeof a.type!="function"&&(a.__u|=4)):i!=p&&(i==p-1?f--:i==p+1?f++:(i>p?f--:f++,a.__u|=4))):e.__k[s]=null;if($)for(s=0;s<v;s++)(l=o[s])!=null&&(2&l.__u)==0&&(l.__e==n&&(n=ge(l)),$o(l,l));return n}function vo(e,t,o){var n,r;if(typeof e.type=="function"){for(n=e.__k,r=0;n&&r<n.length;r++)n[r]&&(n[r].__=e,t=vo(n[r],t,o));return t}e.__e!=t&&(t&&e.type&&!t.parentNode&&(t=ge(e)),t=o.insertBefore(e.__e,t||null));do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function Pn(e,t,o,n){var r,s,a,l=e.key,p=e.type,i=t[o],v=i!=null&&(2&i.__u)==0;if(i===null&&l==null||v&&l==i.key&&p==i.type)return o;if(n>(v?1:0)){for(r=o-1,s=o+1;r>=0||s<t.length;)if((i=t[a=r>=0?r--:s++])!=null&&(2&i.__u)==0&&l==i.key&&p==i.type)return a}return-1}function so(e,t,o){t[0]=="-"?e.setProperty(t,o??""):e[t]=o==null?"":typeof o!="number"||Mn.test(t)?o:o+"px"}function nt(e,t,o,n,r){var s,a;e:if(t=="style")if(typeof o=="string")e.style.cssText=o;else{if(typeof n=="string"&&(e.style.cssText=n=""),n)for(t in n)o&&t in o||so(e.style,t,"");if(o)for(t in o)n&&o[t]==n[t]||so(e.style,t,o[t])}else if(t[0]=="o"&&t[1]=="n")s=t!=(t=t.replace(co,"$1")),a=t.toLowerCase(),t=a in e||t=="onFocusOut"||t=="onFocusIn"?a.slice(2):t.slice(2),e.l||(e.l={}),e.l[t+s]=o,o?n?o[He]=n[He]:(o[He]=Lt,e.addEventListener(t,s?jt:At,s)):e.removeEventListener(t,s?jt:At,s);else{if(r=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{e[t]=o??"";break e}catch{}typeof o=="function"||(o==null||o===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&o==1?"":o))}}function ao(e){return function(t){if(this.l){var o=this.l[t.type+e];if(t[rt]==null)t[rt]=Lt++;else if(t[rt]<o[He])return;return o(M.event?M.event(t):t)}}}function Nt(e,t,o,n,r,s,a,l,p,i){var v,$,f,m,b,P,S,_,h,y,k,d,g,x,j,H,L=t.type;if(t.constructor!==void 0)return null;128&o.__u&&(p=!!(32&o.__u),s=[l=t.__e=o.__e]),(v=M.__b)&&v(t);e:if(typeof L=="function"){$=a.length;try{if(h=t.props,y=L.prototype&&L.prototype.render,k=(v=L.contextType)&&n[v.__c],d=v?k?k.props.value:v.__:n,o.__c?_=(f=t.__c=o.__c).__=f.__E:(y?t.__c=f=new L(h,d):(t.__c=f=new Te(h,d),f.constructor=L,f.render=jn),k&&k.sub(f),f.state||(f.state={}),f.__n=n,m=f.__d=!0,f.__h=[],f._sb=[]),y&&f.__s==null&&(f.__s=f.state),y&&L.getDerivedStateFromProps!=null&&(f.__s==f.state&&(f.__s=ue({},f.__s)),ue(f.__s,L.getDerivedStateFromProps(h,f.__s))),b=f.props,P=f.state,f.__v=t,m)y&&L.getDerivedStateFromProps==null&&f.componentWillMount!=null&&f.componentWillMount(),y&&f.componentDidMount!=null&&f.__h.push(f.componentDidMount);else{if(y&&L.getDerivedStateFromProps==null&&h!==b&&f.componentWillReceiveProps!=null&&f.componentWillReceiveProps(h,d),t.__v==o.__v||!f.__e&&f.shouldComponentUpdate!=null&&f.shouldComponentUpdate(h,f.__s,d)===!1){t.__v!=o.__v&&(f.props=h,f.state=f.__s,f.__d=!1),t.__e=o.__e,t.__k=o.__k,t.__k.some(function(K){K&&(K.__=t)}),it.push.apply(f.__h,f._sb),f._sb=[],f.__h.length&&a.push(f),l=ge(o);break e}f.componentWillUpdate!=null&&f.componentWillUpdate(h,f.__s,d),y&&f.componentDidUpdate!=null&&f.__h.push(function(){f.componentDidUpdate(b,P,S)})}if(f.context=d,f.props=h,f.__P=e,f.__e=!1,g=M.__r,x=0,y)f.state=f.__s,f.__d=!1,g&&g(t),v=f.render(f.props,f.state,f.context),it.push.apply(f.__h,f._sb),f._sb=[];else do f.__d=!1,g&&g(t),v=f.render(f.props,f.state,f.context),f.state=f.__s;while(f.__d&&++x<25);f.state=f.__s,f.getChildContext!=null&&(n=ue(ue({},n),f.getChildContext())),y&&!m&&f.getSnapshotBeforeUpdate!=null&&(S=f.getSnapshotBeforeUpdate(b,P)),j=v!=null&&v.type===ye&&v.key==null?_o(v.props.children):v,l=fo(e,ct(j)?j:[j],t,o,n,r,s,a,l,p,i),f.base=t.__e,t.__u&=-161,f.__h.length&&a.push(f),_&&(f.__E=f.__=null)}catch(K){if(a.length=$,t.__v=null,p||s!=null){if(K.then){for(t.__u|=p?160:128;l&&l.nodeType==8&&l.nextSibling;)l=l.nextSibling;s!=null&&(s[s.indexOf(l)]=null),t.__e=l}else if(s!=null)for(H=s.length;H--;)zt(s[H])}else t.__e=o.__e;t.__k==null&&(t.__k=o.__k||[]),K.then||mo(t),M.__e(K,t,o)}}else s==null&&t.__v==o.__v?(t.__k=o.__k,t.__e=o.__e):l=t.__e=An(o.__e,t,o,n,r,s,a,p,i);return(v=M.diffed)&&v(t),128&t.__u?void 0:l}function mo(e){e&&(e.__c&&(e.__c.__e=!0),e.__k&&e.__k.some(mo))}function ho(e,t,o){for(var n=0;n<o.length;n++)Ut(o[n],o[++n],o[++n]);M.__c&&M.__c(t,e),e.some(function(r){try{e=r.__h,r.__h=[],e.some(function(s){s.call(r)})}catch(s){M.__e(s,r.__v)}})}function _o(e){return typeof e!="object"||e==null||e.__b>0?e:ct(e)?e.map(_o):e.constructor!==void 0?null:ue({},e)}function An(e,t,o,n,r,s,a,l,p){var i,v,$,f,m,b,P,S=o.props||at,_=t.props,h=t.type;if(h=="svg"?r="http://www.w3.org/2000/svg":h=="math"?r="http://www.w3.org/1998/Math/MathML":r||(r="http://www.w3.org/1999/xhtml"),s!=null){for(i=0;i<s.length;i++)if((m=s[i])&&"setAttribute"in m==!!h&&(h?m.localName==h:m.nodeType==3)){e=m,s[i]=null;break}}if(e==null){if(h==null)return document.createTextNode(_);e=document.createElementNS(r,h,_.is&&_),l&&(M.__m&&M.__m(t,s),l=!1),s=null}if(h==null)S===_||l&&e.data==_||(e.data=_);else{if(s=h=="textarea"&&_.defaultValue!=null?null:s&&ut.call(e.childNodes),!l&&s!=null)for(S={},i=0;i<e.attributes.length;i++)S[(m=e.attributes[i]).name]=m.value;for(i in S)m=S[i],i=="dangerouslySetInnerHTML"?$=m:i=="children"||i in _||i=="value"&&"defaultValue"in _||i=="checked"&&"defaultChecked"in _||nt(e,i,null,m,r);for(i in _)m=_[i],i=="children"?f=m:i=="dangerouslySetInnerHTML"?v=m:i=="value"?b=m:i=="checked"?P=m:l&&typeof m!="function"||S[i]===m||nt(e,i,m,S[i],r);if(v)l||$&&(v.__html==$.__html||v.__html==e.innerHTML)||(e.innerHTML=v.__html),t.__k=[];else if($&&(e.innerHTML=""),fo(t.type=="template"?e.content:e,ct(f)?f:[f],t,o,n,h=="foreignObject"?"http://www.w3.org/1999/xhtml":r,s,a,s?s[0]:o.__k&&ge(o,0),l,p),s!=null)for(i=s.length;i--;)zt(s[i]);l&&h!="textarea"||(i="value",h=="progress"&&b==null?e.removeAttribute("value"):b!=null&&(b!==e[i]||h=="progress"&&!b||h=="option"&&b!=S[i])&&nt(e,i,b,S[i],r),i="checked",P!=null&&P!=e[i]&&nt(e,i,P,S[i],r))}return e}function Ut(e,t,o){try{if(typeof e=="function"){var n=typeof e.__u=="function";n&&e.__u(),n&&t==null||(e.__u=e(t))}else e.current=t}catch(r){M.__e(r,o)}}function $o(e,t,o){var n,r;if(M.unmount&&M.unmount(e),(n=e.ref)&&(n.current&&n.current!=e.__e||Ut(n,null,t)),(n=e.__c)!=null){if(n.componentWillUnmount)try{n.componentWillUnmount()}catch(s){M.__e(s,t)}n.base=n.__P=n.__n=null}if(n=e.__k)for(r=0;r<n.length;r++)n[r]&&$o(n[r],t,o||typeof e.type!="function");o||zt(e.__e),e.__c=e.__=e.__e=void 0}function jn(e,t,o){return this.constructor(e,o)}function go(e,t,o){var n,r,s,a;t==document&&(t=document.documentElement),M.__&&M.__(e,t),r=(n=typeof o=="function")?null:o&&o.__k||t.__k,s=[],a=[],Nt(t,e=(!n&&o||t).__k=Ie(ye,null,[e]),r||at,at,t.namespaceURI,!n&&o?[o]:r?null:t.firstChild?ut.call(t.childNodes):null,s,!n&&o?o:r?r.__e:t.firstChild,n,a),ho(s,e,a),e.props.children=null}ut=it.slice,M={__e:function(e,t,o,n){for(var r,s,a;t=t.__;)if((r=t.__c)&&!r.__)try{if((s=r.constructor)&&s.getDerivedStateFromError!=null&&(r.setState(s.getDerivedStateFromError(e)),a=r.__d),r.componentDidCatch!=null&&(r.componentDidCatch(e,n||{}),a=r.__d),a)return r.__E=r}catch(l){e=l}throw e}},io=0,Ot=function(e){return e!=null&&e.constructor===void 0},Te.prototype.setState=function(e,t){var o;o=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=ue({},this.state),typeof e=="function"&&(e=e(ue({},o),this.props)),e&&ue(o,e),e!=null&&this.__v&&(t&&this._sb.push(t),ro(this))},Te.prototype.forceUpdate=function(e){this.__v&&(this.__e=!0,e&&this.__h.push(e),ro(this))},Te.prototype.render=ye,fe=[],lo=typeof Promise=="function"?Promise.prototype.then.bind(Promise.resolve()):setTimeout,uo=function(e,t){return e.__v.__b-t.__v.__b},lt.__r=0,Pt=Math.random().toString(8),rt="__d"+Pt,He="__a"+Pt,co=/(PointerCapture)$|Capture$/i,Lt=0,At=ao(!1),jt=ao(!0),Cn=0;var ft,J,Dt,yo,Rt=0,Eo=[],D=M,bo=D.__b,wo=D.__r,ko=D.diffed,xo=D.__c,So=D.unmount,Co=D.__;function To(e,t){D.__h&&D.__h(J,e,Rt||t),Rt=0;var o=J.__H||(J.__H={__:[],__h:[]});return e>=o.__.length&&o.__.push({}),o.__[e]}function V(e,t){var o=To(ft++,3);!D.__s&&Po(o.__H,t)&&(o.__=e,o.u=t,J.__H.__h.push(o))}function ee(e){return Rt=5,be(function(){return{current:e}},[])}function be(e,t){var o=To(ft++,7);return Po(o.__H,t)&&(o.__=e(),o.__H=t,o.__h=e),o.__}function On(){for(var e;e=Eo.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(pt),t.__h.some(Ht),t.__h=[]}catch(o){t.__h=[],D.__e(o,e.__v)}}}D.__b=function(e){J=null,bo&&bo(e)},D.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),Co&&Co(e,t)},D.__r=function(e){wo&&wo(e),ft=0;var t=(J=e.__c).__H;t&&(Dt===J?(t.__h=[],J.__h=[],t.__.some(function(o){o.__N&&(o.__=o.__N),o.u=o.__N=void 0})):(t.__h.some(pt),t.__h.some(Ht),t.__h=[],ft=0)),Dt=J},D.diffed=function(e){ko&&ko(e);var t=e.__c;t&&t.__H&&(t.__H.__h.length&&(Eo.push(t)!==1&&yo===D.requestAnimationFrame||((yo=D.requestAnimationFrame)||Ln)(On)),t.__H.__.some(function(o){o.u&&(o.__H=o.u,o.u=void 0)})),Dt=J=null},D.__c=function(e,t){t.some(function(o){try{o.__h.some(pt),o.__h=o.__h.filter(function(n){return!n.__||Ht(n)})}catch(n){t.some(function(r){r.__h&&(r.__h=[])}),t=[],D.__e(n,o.__v)}}),xo&&xo(e,t)},D.unmount=function(e){So&&So(e);var t,o=e.__c;o&&o.__H&&(o.__H.__.some(function(n){try{pt(n)}catch(r){t=r}}),o.__H=void 0,t&&D.__e(t,o.__v))};var Mo=typeof requestAnimationFrame=="function";function Ln(e){var t,o=function(){clearTimeout(n),Mo&&cancelAnimationFrame(t),setTimeout(e)},n=setTimeout(o,35);Mo&&(t=requestAnimationFrame(o))}function pt(e){var t=J,o=e.__c;typeof o=="function"&&(e.__c=void 0,o()),J=t}function Ht(e){var t=J;e.__c=e.__(),J=t}function Po(e,t){return!e||e.length!==t.length||t.some(function(o,n){return o!==e[n]})}var zn=Symbol.for("preact-signals");function ht(){if(ce>1)ce--;else{var e,t=!1;for((function(){var r=dt;for(dt=void 0;r!==void 0;){var s=r.S;if(s.v===r.v)for(var a=s.t;a!==void 0;a=a.x)a.i===r.i&&(a.i=s.i);r=r.o}})();Be!==void 0;){var o=Be;for(Be=void 0,vt++;o!==void 0;){var n=o.u;if(o.u=void 0,o.f&=-3,!(8&o.f)&&jo(o))try{o.c()}catch(r){t||(e=r,t=!0)}o=n}}if(vt=0,ce--,t)throw e}}function se(e){if(ce>0)return e();It=++Nn,ce++;try{return e()}finally{ht()}}var We,O=void 0;function we(e){var t=O,o=We;O=void 0,We=void 0;try{return e()}finally{O=t,We=o}}var Be=void 0,ce=0,vt=0,Nn=0,It=0,dt=void 0,mt=0;function Ao(e){if(O!==void 0){var t=e.n;if(t===void 0||t.t!==O)return t={i:0,S:e,p:O.s,n:void 0,t:O,e:void 0,x:void 0,r:t},O.s!==void 0&&(O.s.n=t),O.s=t,e.n=t,32&O.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=O.s,t.n=void 0,O.s.n=t,O.s=t),t}}function I(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,this.Z=t?.unwatched,this.name=t?.name}I.prototype.brand=zn;I.prototype.h=function(){return!0};I.prototype.S=function(e){var t=this,o=this.t;o!==e&&e.e===void 0&&(e.x=o,this.t=e,o!==void 0?o.e=e:we(function(){var n;(n=t.W)==null||n.call(t)}))};I.prototype.U=function(e){var t=this;if(this.t!==void 0){var o=e.e,n=e.x;o!==void 0&&(o.x=n,e.e=void 0),n!==void 0&&(n.e=o,e.x=void 0),e===this.t&&(this.t=n,n===void 0&&we(function(){var r;(r=t.Z)==null||r.call(t)}))}};I.prototype.subscribe=function(e){var t=this;return Y(function(){var o=t.value;we(function(){return e(o)})},{name:"sub"})};I.prototype.valueOf=function(){return this.value};I.prototype.toString=function(){return this.value+""};I.prototype.toJSON=function(){return this.value};I.prototype.peek=function(){var e=this;return we(function(){return e.value})};Object.defineProperty(I.prototype,"value",{get:function(){var e=Ao(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(vt>100)throw new Error("Cycle detected");(function(o){ce!==0&&vt===0&&o.l!==It&&(o.l=It,dt={S:o,v:o.v,i:o.i,o:dt})})(this),this.v=e,this.i++,mt++,ce++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{ht()}}}});function T(e,t){return new I(e,t)}function jo(e){for(var t=e.s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function Oo(e){for(var t=e.s;t!==void 0;t=t.n){var o=t.S.n;if(o!==void 0&&(t.r=o),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function Lo(e){for(var t=e.s,o=void 0;t!==void 0;){var n=t.p;t.i===-1?(t.S.U(t),n!==void 0&&(n.n=t.n),t.n!==void 0&&(t.n.p=n)):o=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),t=n}e.s=o}function ke(e,t){I.call(this,void 0,t),this.x=e,this.s=void 0,this.g=mt-1,this.f=4}ke.prototype=new I;ke.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===mt))return!0;if(this.g=mt,this.f|=1,this.i>0&&!jo(this))return this.f&=-2,!0;var e=O;try{Oo(this),O=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&(this.v=t,this.f&=-17,this.i++)}catch(o){this.v=o,this.f|=16,this.i++}return O=e,Lo(this),this.f&=-2,!0};ke.prototype.S=function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}I.prototype.S.call(this,e)};ke.prototype.U=function(e){if(this.t!==void 0&&(I.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=t.n)t.S.U(t)}};ke.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(ke.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=Ao(this);if(this.h(),e!==void 0&&(e.i=this.i),16&this.f)throw this.v;return this.v}});function q(e,t){return new ke(e,t)}function zo(e){var t=e.j;if(e.j=void 0,typeof t=="function"){ce++;var o=O;O=void 0;try{t()}catch(n){throw e.f&=-2,e.f|=8,Wt(e),n}finally{O=o,ht()}}}function Wt(e){for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,zo(e)}function Un(e){if(O!==this)throw new Error("Out-of-order effect");Lo(this),O=e,this.f&=-2;try{8&this.f&&Wt(this)}finally{ht()}}function Pe(e,t){this.x=e,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=t?.name,We&&We.push(this)}Pe.prototype.c=function(){var e=this.S();try{if(8&this.f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};Pe.prototype.S=function(){if(1&this.f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,zo(this),Oo(this),ce++;var e=O;return O=this,Un.bind(this,e)};Pe.prototype.N=function(){2&this.f||(this.f|=2,this.u=Be,Be=this)};Pe.prototype.d=function(){this.f|=8,1&this.f||Wt(this)};Pe.prototype.dispose=function(){this.d()};function Y(e,t){var o=new Pe(e,t);try{o.c()}catch(r){throw o.d(),r}var n=o.d.bind(o);return n[Symbol.dispose]=n,n}var Bt,Ae,_t,Dn=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__,No=[],Uo=[];Y(function(){Bt=this.N})();function je(e,t){M[e]=t.bind(null,M[e]||function(){})}function Fe(e){if(_t){var t=_t;_t=void 0,t()}_t=e&&e.S()}function Do(e){var t=this,o=e.data,n=C(o);n.name="ReactiveDom",n.value=o;var r=be(function(){for(var l=t,p=t.__v;p=p.__;)if(p.__c){p.__c.__$f|=4;break}var i=q(function(){var m=n.value.value;return m===0?0:m===!0?"":m||""}),v=q(function(){return!Array.isArray(i.value)&&!Ot(i.value)}),$=Y(function(){if(this.N=Ho,v.value){var m=i.value;l.__v&&l.__v.__e&&l.__v.__e.nodeType===3&&(l.__v.__e.data=m)}}),f=t.__$u.d;return t.__$u.d=function(){$(),f.call(this)},[v,i]},[]),s=r[0],a=r[1];return s.value?a.peek():a.value}Do.displayName="ReactiveTextNode";Object.defineProperties(I.prototype,{constructor:{configurable:!0,value:Ie(ye,null).constructor},type:{configurable:!0,value:Do},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},__b:{configurable:!0,value:1}});je("__b",function(e,t){if(Fe(),Ae=void 0,typeof t.type=="string"){var o,n=t.props;for(var r in n)if(r!=="children"){var s=n[r];s instanceof I&&(o||(t.__np=o={}),o[r]=s,n[r]=s.peek())}}e(t)});je("__r",function(e,t){if(e(t),t.type!==ye){Fe();var o,n=t.__c;n&&(n.__$f&=-2,(o=n.__$u)===void 0&&(n.__$u=o=(function(r,s){var a;return Y(function(){a=this},{name:s}),a.c=r,a})((function(r){return function(){var s;Dn&&((s=this.y)==null||s.call(this)),r.__$f|=1,r.setState({})}})(n),typeof t.type=="function"?t.type.displayName||t.type.name:""))),Ae=n,Fe(o)}});je("__e",function(e,t,o,n){Fe(),Ae=void 0,e(t,o,n)});je("diffed",function(e,t){Fe(),Ae=void 0;var o;if(typeof t.type=="string"&&(o=t.__e)){var n=t.__np,r=t.props,s=o.U;if(s)for(var a in s){var l=s[a];l===void 0||n&&a in n||(l.d(),s[a]=void 0)}if(n){s||(s={},o.U=s);for(var p in n){var i=s[p],v=n[p];i===void 0?(i=Rn(o,p,v,r),s[p]=i):i.o(v,r)}}}e(t)});function Rn(e,t,o,n){var r=t in e&&e.ownerSVGElement===void 0,s=T(o);return{o:function(a,l){s.value=a,n=l},d:Y(function(){this.N=Ho;var a=s.value.value;n[t]!==a&&(n[t]=a,r?e[t]=a:a!=null&&(a!==!1||t[4]==="-")?e.setAttribute(t,a):e.removeAttribute(t))})}}je("unmount",function(e,t){if(typeof t.type=="string"){var o=t.__e;if(o){var n=o.U;if(n){o.U=void 0;for(var r in n){var s=n[r];s&&s.d()}}}var a=t.__np;if(a){var l=t.props;for(var p in a)l[p]=a[p]}t.__np=void 0}else{var i=t.__c;if(i){i.__$f|=8;var v=i.__$u;v&&(i.__$u=void 0,v.d())}}e(t)});je("__h",function(e,t,o,n){n<3&&(t.__$f|=2),e(t,o,n)});Te.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;var o=this.__$u,n=o&&o.s!==void 0;for(var r in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var s=2&this.__$f;if(!(n||s||4&this.__$f)||1&this.__$f)return!0}else if(!(n||4&this.__$f)||3&this.__$f)return!0;for(var a in e)if(a!=="__source"&&e[a]!==this.props[a])return!0;for(var l in this.props)if(!(l in e))return!0;return!1};function C(e,t){return be(function(){return T(e,t)},[])}function Ro(e,t){var o=ee(e);return o.current=e,Ae.__$f|=4,be(function(){return q(function(){return o.current()},t)},[])}var Hn=typeof requestAnimationFrame>"u"?setTimeout:function(e){var t=function(){clearTimeout(o),cancelAnimationFrame(n),e()},o=setTimeout(t,35),n=requestAnimationFrame(t)},In=function(e){queueMicrotask(function(){queueMicrotask(e)})};function Wn(){se(function(){for(var e;e=No.shift();)Bt.call(e)})}function Bn(){No.push(this)===1&&(M.requestAnimationFrame||Hn)(Wn)}function Fn(){se(function(){for(var e;e=Uo.shift();)Bt.call(e)})}function Ho(){Uo.push(this)===1&&(M.requestAnimationFrame||In)(Fn)}function Z(e,t){var o=ee(e);o.current=e;var n=Ae;V(function(){return Y(function(){if(this.N=Bn,!(n&&8&n.__$f))return o.current()},t)},[])}var Ft=["explore","play","review","puzzles","statistics"];function Io(e){let[t,o=""]=e.replace(/^#\/?/,"").split("?"),[n="",r=""]=t.split("/").map(decodeURIComponent),s=new URLSearchParams(o);return{game:n,view:Ft.includes(r)?r:"explore",set:s.getAll("set"),position:s.get("position"),forbid:s.get("forbid"),mover:s.get("mover")==="2"?2:1}}function X({game:e,view:t="explore",set:o=[],position:n,forbid:r,mover:s=1}){if(!e)return"#/";let a=new URLSearchParams(o.map(p=>["set",p]));n&&a.set("position",n),r&&a.set("forbid",r),n&&s===2&&a.set("mover",2);let l=a.toString();return`#/${encodeURIComponent(e)}/${t}${l&&`?${l}`}`}var Wo="api/v1";var xe=new Map,$t=class extends Error{constructor(t,o){super(o),this.status=t}};async function gt(e,t){let o;try{o=await fetch(e,t)}catch{throw new $t(0,"")}let n=await o.json().catch(()=>({error:o.statusText}));if(!o.ok)throw new $t(o.status,n.error);return n}var Bo=()=>gt(`${Wo}/games`);function Fo(e,t,o={}){let n=[...e.set.map(s=>["set",s]),...Object.entries(o)],r=new URLSearchParams(n.filter(([,s])=>s!=null&&s!==""));return`${Wo}/games/${encodeURIComponent(e.game)}/${t}?${r}`}function z(e,t,o,n=!0){let r=Fo(e,t,o);if(!n)return gt(r);if(!xe.has(r)){xe.size>=300&&xe.delete(xe.keys().next().value);let s=gt(r);s.catch(()=>xe.delete(r)),xe.set(r,s)}return xe.get(r)}var yt=(e,t,o)=>gt(Fo(e,t),{method:"POST",headers:{"Content-Type":"application/json"},body:JSON.stringify(o)});var Oe=T(!1),Vo=e=>({picture:1,mover:e,flip:Oe.value?1:""}),qo=(e,t)=>e.scene?.turn||t;function bt(e=()=>{}){let t=T(null),o=T(null),n=T(null),r=T(null),s=T(!1),a=T(null),l=q(()=>o.value?.states[o.value.at]??null),p=0;async function i(h){let y=++p;s.value=!0;try{let k=await h();return y===p?k:null}catch(k){return y===p&&(r.value=k),null}finally{y===p&&(s.value=!1)}}function v(h,y,k,d=t.value){se(()=>{a.value=r.value=null,n.value=h,o.value=y,t.value=d}),k||e(y)}let $=(h,{position:y,forbid:k,mover:d})=>z(h,"position",{position:y,forbid:k,replies:0,...Vo(d)});async function f(h,y,k=t.value){let d=await i(()=>$(k,h.states[h.at]));return d&&v(d,h,y,k),d}async function m(h,y,k=!1){let d=y.mover??1,g=await i(()=>$(h,{...y,mover:d}));if(g){let x={position:g.position,forbid:g.forbidden,mover:qo(g,d)};v(g,{states:[x],at:0},k,h)}return g}async function b(h,y,k){if(!await m(h,y,!0))return!1;for(let d of k){let g=n.value.moves.find(x=>x.move===d);if(!g||!await P(g,!0))return!1}return e(o.value),!0}async function P(h,y=!1){let{states:k,at:d}=o.value,g=k[d];if(k[d+1]?.move===h.move)return S(d+1,y);let j={move:h.move,drawn:h.picture},H=ot=>({states:[...k.slice(0,d+1),{...ot,...j}],at:d+1});if(h.after===null)return v(n.value,H({...g,over:{value:h.value,dtm:h.dtm}}),y),!0;let L=3-g.mover,K=await i(()=>z(t.value,"position",{position:g.position,forbid:g.forbid,move:h.move,replies:0,...Vo(L)}));return K?(v(K,H({position:K.position,forbid:K.forbidden,mover:qo(K,L)}),y),!0):!1}let S=(h,y=!1)=>{let{states:k}=o.value;return h>=0&&h<k.length?f({states:k,at:h},y).then(Boolean):Promise.resolve(!1)};async function _(){let[h,y]=[l.value,n.value];if(!y||y.moves.some(x=>x.replies))return;let k={position:h.position,forbid:h.forbid},d=await z(t.value,"position",k).catch(()=>null);if(!d||n.value!==y)return;let g=new Map(d.moves.map(x=>[x.move,x.replies]));n.value={...y,moves:y.moves.map(x=>({...x,replies:g.get(x.move)}))}}return{place:t,line:o,state:l,answer:n,problem:r,busy:s,pointed:a,open:m,replay:b,make:P,go:S,count:_,restore:(h,y)=>f(y,!0,h),again:()=>o.value&&f(o.value,!0),begin:q(()=>o.value?.states[0]??null),moves:q(()=>o.value?.states.slice(1).map(h=>h.move)??[]),playable:q(()=>(!l.value||l.value.over?[]:n.value?.moves??[]).filter(y=>!y.forbidden))}}var Ko=function(e,t,o,n){var r;t[0]=0;for(var s=1;s<t.length;s++){var a=t[s++],l=t[s]?(t[0]|=a?1:2,o[t[s++]]):t[++s];a===3?n[0]=l:a===4?n[1]=Object.assign(n[1]||{},l):a===5?(n[1]=n[1]||{})[t[++s]]=l:a===6?n[1][t[++s]]+=l+"":a?(r=e.apply(l,Ko(e,l,o,["",null])),n.push(r),l[0]?t[0]|=2:(t[s-2]=0,t[s]=r)):n.push(l)}return n},Go=new Map;function Jo(e){var t=Go.get(this);return t||(t=new Map,Go.set(this,t)),(t=Ko(this,t.get(e)||(t.set(e,t=(function(o){for(var n,r,s=1,a="",l="",p=[0],i=function(f){s===1&&(f||(a=a.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?p.push(0,f,a):s===3&&(f||a)?(p.push(3,f,a),s=2):s===2&&a==="..."&&f?p.push(4,f,0):s===2&&a&&!f?p.push(5,0,!0,a):s>=5&&((a||!f&&s===5)&&(p.push(s,0,a,r),s=6),f&&(p.push(s,f,0,r),s=6)),a=""},v=0;v<o.length;v++){v&&(s===1&&i(),i(v));for(var $=0;$<o[v].length;$++)n=o[v][$],s===1?n==="<"?(i(),p=[p],s=3):a+=n:s===4?a==="--"&&n===">"?(s=1,a=""):a=n+a[0]:l?n===l?l="":a+=n:n==='"'||n==="'"?l=n:n===">"?(i(),s=1):s&&(n==="="?(s=5,r=a,a=""):n==="/"&&(s<5||o[v][$+1]===">")?(i(),s===3&&(p=p[0]),s=p,(p=p[0]).push(2,0,s),s=0):n===" "||n==="	"||n===`
`||n==="\r"?(i(),s=2):a+=n),s===3&&a==="!--"&&(s=4,p=p[0])}return i(),p})(e)),t),arguments,[])).length>1?t:t[0]}var c=Jo.bind(Ie);var Vt={"this language":"English",language:"Language",light:"Light colours",dark:"Dark colours",skip:"To the board",views:"Views",variant:"Variant","the whole game":"the whole game",rules:"Rules",lead:"Every position of these games is solved: who wins, and how soon, is known for certain.","positions.n":"{count} positions","positions.n.one":"{count} position","not solved yet":"not solved yet","no server":"The server does not answer. Is retro serve still running?","no game":"There is no game called {game} here.","look again":"Look again",close:"Close",cancel:"Cancel",copy:"Copy",all:"all",win:"Win",draw:"Draw",loss:"Loss","win in":"Win in {n} plies","win in.one":"Win in 1 ply","loss in":"Loss in {n} plies","loss in.one":"Loss in 1 ply","over.win":"Won","over.loss":"Lost",points:"{points} points","points.one":"{points} point","points for first":"for the first player","points for mover":"for the player to move","short.win":"W","short.draw":"D","short.loss":"L",plies:"{n} plies","plies.one":"1 ply","player.1":"Blue","player.2":"Amber","to move":"to move",wins:"wins","ends in a draw":"The game is drawn","glyph.stone":"stone","glyph.block":"piece","glyph.mark":"mark","glyph.hole":"hole","glyph.dot":"dot","glyph.closed":"closed square",empty:"empty",board:"Board",picked:"picked","can be picked":"can be picked","more may follow":"The move may end here, or go on.","make it":"Play {move}",explore:"Explore",play:"Play",review:"Review",puzzles:"Puzzles",statistics:"Statistics",values:"Values","show value":"Show the value",forbidden:"forbidden","is forbidden":"{move} is forbidden: it would take the last move back.","forbidding costs":"Without that: {value}.","forbidding costs nothing":"That changes nothing.","from start":"{n} plies from the start, at least","from start.one":"1 ply from the start","moves, best first":"{n} moves, best first","moves, best first.one":"1 move",moves:"{n} moves","moves.one":"1 move",holding:"{keeping} of {all} hold","replies that hold":"So many of the opponent's replies keep what he has","best line":"Best play","best move":"Best move","no end":"A draw: neither side can force an end.","copy line":"Copy line",download:"Download","line of play":"Moves played","to the beginning":"To the beginning",undo:"Back",redo:"Forth","to the end":"To the end",flip:"Turn the board","another position":"Another position","the start":"The start","set up":"Set up",paste:"Paste","random.win":"A random win","random.draw":"A random draw","random.loss":"A random loss",share:"This position","copy link":"Copy link","copy position":"Copy position","download game":"Download the game",cite:"Cite","cite.why":"The digest is of the rules, the sums are of the files: whoever solves the same rules gets the same, byte by byte. Before a solution is written a sample of it is looked at again; verify proves every record.","paste what":"A position, the moves of a game, or a file of retro play","read it":"Read it","another game":"That is a game of {game}.","no such move":"One of its moves cannot be made.","what is put":"What is put on the board",clear:"Empty",mirror:"Mirror","quarter turn":"Turn",swap:"Swap colours","swap.why":"Blue becomes amber, and amber blue","other side":"Other side to move","other side.why":"The board stays, the other player is to move","as it was":"As it was","as text":"The position as text","use it":"Use this position","play against":"Play against","new game":"A new game","player perfect":"Perfect play","player perfect.why":"never gives anything away","player trap":"A setter of traps","player trap.why":"perfect too, and of equal moves plays the one after which you are likely to go wrong","player fallible":"A human being","player fallible.why":"makes mistakes, the more the less strong","player random":"Anyhow","player random.why":"any move, whatever it is worth",strength:"Strength","play as":"Play","from here":"From this position","take back":"Take back","review game":"Review the game",resign:"Resign",resigned:"You have resigned.",thinking:"The opponent is thinking","your turn":"Your turn.","you are":"You are","looking back":"You are looking back at the game.","ended.move":"The game is over: the last move has ended it.","ended.stuck":"The game is over: there is no move.","ended.repeated":"A draw: the same position for the third time.","ended.plies":"A draw: so many plies without an end.","nothing to review":"Play a game, make moves on the board, or paste a game: then each move is looked at.","what moves gave away":"What the moves gave away",blunders:"{n} blunders","blunders.one":"1 blunder",blunder:"a blunder","column.ply":"#","column.move":"Move","column.made it":"Then","column.kept":"Keep","column.gave away":"Gave away","kept.why":"So many of the moves kept the outcome, or the points","points lost":"{n} points","points lost.one":"1 point","plies lost":"{n} plies","plies lost.one":"1 ply","lost win":"the win","lost draw":"the draw",better:"{move} was better",graph:"Value of the game, for blue",composing:"Looking for a puzzle","stipulation.win":"Find the win: it takes {n} plies.","stipulation.draw":"Hold the draw: one move alone does.","stipulation.points":"Lose no points: {value}, and one move alone keeps them.",refuted:"{move} fails to {reply}: {value}.","that fails":"That fails.",solved:"Solved!","solved at last":"Solved. It will come back once more.","try again":"Try again","next puzzle":"Next puzzle","today's":"Today's puzzle","show solution":"Show the solution","no puzzle":"No puzzle of this kind was found.","what puzzles":"Which puzzles",theme:"Theme","theme.win":"wins","theme.draw":"draws to be held","at most":"At most",tally:"{solved} solved, {failed} failed.","to come back":"{n} will come back.",solution:"Solution",anything:"anything: the game ends at once","anything else":"anything else: the game ends at once",tries:"Tries, and what refutes them",try:"{move}? {reply}!","explore it":"Look at it",positions:"positions",states:"states","value of start":"the start",longest:"longest win","won at once":"won at once",forbidding:"states with a forbidden move","states by plies":"States by plies to the end","states by points":"States by points",logarithms:"(a scale of logarithms)","logarithms, bars open":"(a scale of logarithms; a bar opens one of its positions)","as table":"As a table","longest wins":"Longest wins and losses","extreme scores":"Highest and lowest scores","longest.why":"Of positions in which nothing is forbidden; a number opens one.","count longest":"Count them (this may take minutes)",counting:"Counting",part:"Part","how counted":"How it is counted",unsolved:"{game} is not solved with these options yet","unsolved.how":"This command solves it, and the page shows it at once:","unsolved.small":"A small variant takes seconds:","unsolved.dry":"What it takes of memory, disk and time is told by","variants solved":"Variants that are solved"};var Yo={"this language":"日本語",language:"言語",light:"明るい配色",dark:"暗い配色",skip:"盤面へ",views:"表示",variant:"種類","the whole game":"完全版",rules:"ルール",lead:"ここにあるゲームは全局面が解析済みです。どちらが何手で勝つか、すべて正確にわかります。","positions.n":"{count} 局面","not solved yet":"未解析","no server":"サーバーが応答しません。retro serve は動いていますか。","no game":"{game} というゲームはありません。","look again":"もう一度確認",close:"閉じる",cancel:"やめる",copy:"コピー",all:"全体",win:"勝ち",draw:"引き分け",loss:"負け","win in":"{n} 手で勝ち","loss in":"{n} 手で負け","over.win":"勝ち","over.loss":"負け",points:"{points} 点","points for first":"先手から見て","points for mover":"手番から見て","short.win":"勝","short.draw":"分","short.loss":"負",plies:"{n} 手","player.1":"青","player.2":"黄","to move":"の手番",wins:"の勝ち","ends in a draw":"引き分け","glyph.stone":"駒","glyph.block":"駒","glyph.mark":"印","glyph.hole":"穴","glyph.dot":"点","glyph.closed":"置けないマス",empty:"空き",board:"盤面",picked:"選択中","can be picked":"選択できます","more may follow":"ここで終えることも、続けることもできます。","make it":"{move} を指す",explore:"検討",play:"対局",review:"振り返り",puzzles:"問題",statistics:"統計",values:"評価","show value":"評価を見る",forbidden:"禁手","is forbidden":"{move} は禁手です(直前の手を元に戻すため)。","forbidding costs":"禁手がなければ {value}。","forbidding costs nothing":"評価は変わりません。","from start":"初期局面から最短 {n} 手","moves, best first":"指し手 {n} 通り(良い順)",moves:"指し手 {n} 通り",holding:"{all} 手中 {keeping} 手が正解","replies that hold":"相手が今の結果を保てる応手の数","best line":"最善手順","best move":"最善手を指す","no end":"引き分け。どちらも勝ちを強制できません。","copy line":"手順をコピー",download:"保存","line of play":"ここまでの手","to the beginning":"最初へ",undo:"戻る",redo:"進む","to the end":"最後へ",flip:"盤を反転","another position":"ほかの局面","the start":"初期局面","set up":"局面を作る",paste:"貼り付け","random.win":"勝ちの局面","random.draw":"引き分けの局面","random.loss":"負けの局面",share:"この局面","copy link":"リンクをコピー","copy position":"局面をコピー","download game":"棋譜を保存",cite:"引用","cite.why":"ダイジェストはルールの、ハッシュ値はファイルのものです。同じルールを解けば、誰でも一バイトも違わない同じ結果を得ます。解は書き込む前に標本が検査され、verify ですべての記録が証明されます。","paste what":"局面、指し手の列、または retro play の棋譜ファイル","read it":"読み込む","another game":"これは {game} の棋譜です。","no such move":"指せない手が含まれています。","what is put":"置くもの",clear:"すべて消す",mirror:"左右反転","quarter turn":"回転",swap:"色を交換","swap.why":"青と黄を入れ替えます","other side":"手番を交代","other side.why":"盤面はそのままで手番だけ替えます","as it was":"元に戻す","as text":"局面の文字列","use it":"この局面にする","play against":"対戦相手","new game":"新しい対局","player perfect":"完全な相手","player perfect.why":"決して損をしません","player trap":"罠を仕掛ける相手","player trap.why":"完全な上に、同じ価値の手の中から、あなたが間違えやすい手を選びます","player fallible":"人間らしい相手","player fallible.why":"弱いほどよく間違えます","player random":"でたらめな相手","player random.why":"どんな手でも指します",strength:"強さ","play as":"対局開始:","from here":"この局面から","take back":"待った","review game":"対局を振り返る",resign:"投了",resigned:"投了しました。",thinking:"相手が考えています","your turn":"あなたの番です。","you are":"あなたは","looking back":"前の局面を見ています。","ended.move":"終局。最後の手で決まりました。","ended.stuck":"終局。指せる手がありません。","ended.repeated":"引き分け。同じ局面が三度現れました。","ended.plies":"引き分け。手数の上限に達しました。","nothing to review":"対局するか、盤上で手を進めるか、棋譜を貼り付けると、一手ごとに振り返れます。","what moves gave away":"各手で失ったもの",blunders:"悪手 {n}",blunder:"悪手","column.ply":"手数","column.move":"指し手","column.made it":"結果","column.kept":"正解数","column.gave away":"失ったもの","kept.why":"結果(または点数)を保った手の数","points lost":"{n} 点","plies lost":"{n} 手","lost win":"勝ち","lost draw":"引き分け",better:"{move} が良かった",graph:"青から見た評価の推移",composing:"問題を探しています","stipulation.win":"{n} 手で勝ってください。","stipulation.draw":"引き分けに持ち込んでください。正解は一手だけです。","stipulation.points":"点を失わない手を見つけてください({value})。正解は一手だけです。",refuted:"{move} には {reply} で失敗です({value})。","that fails":"失敗です。",solved:"正解!","solved at last":"正解です。この問題はまた出ます。","try again":"やり直す","next puzzle":"次の問題","today's":"今日の問題","show solution":"解答を見る","no puzzle":"このような問題は見つかりませんでした。","what puzzles":"問題の種類",theme:"テーマ","theme.win":"勝ち","theme.draw":"引き分けを守る","at most":"最長",tally:"正解 {solved}、失敗 {failed}。","to come back":"再出題待ち {n}。",solution:"解答",anything:"どう応じてもすぐに終局","anything else":"その他:すぐに終局",tries:"紛れと、その反駁",try:"{move}? {reply}!","explore it":"検討する",positions:"局面",states:"状態","value of start":"初期局面",longest:"最長の勝ち","won at once":"一手で勝てる局面",forbidding:"禁手のある状態","states by plies":"終局までの手数ごとの状態数","states by points":"点数ごとの状態数",logarithms:"(対数目盛)","logarithms, bars open":"(対数目盛。棒を押すと局面が開きます)","as table":"表で見る","longest wins":"最長の勝ちと負け","extreme scores":"最高点と最低点","longest.why":"禁手のない局面について。番号を押すと局面が開きます。","count longest":"数える(数分かかることがあります)",counting:"数えています",part:"部分","how counted":"数え方",unsolved:"{game}:この設定はまだ解析されていません","unsolved.how":"次のコマンドで解析すると、すぐにここで見られます。","unsolved.small":"小さな盤なら数秒で解けます:","unsolved.dry":"必要なメモリ・ディスク・時間は次のコマンドでわかります:","variants solved":"解析済みの種類"};function Q(e,t){let o=t;try{o=JSON.parse(localStorage.getItem(`retro ${e}`))??t}catch{}let n=T(o);return Y(()=>{try{localStorage.setItem(`retro ${e}`,JSON.stringify(n.value))}catch{}}),n}var Ve={en:Vt,ja:Yo},Gn=()=>navigator.languages.map(e=>e.slice(0,2)).find(e=>e in Ve)??"en",wt=Q("language",""),Le=q(()=>wt.value in Ve?wt.value:Gn());Y(()=>{document.documentElement.lang=Le.value});function u(e,t={}){let o=Ve[Le.value];return(t.n===1&&o[`${e}.one`]||o[e]||Vt[e]||e).replace(/\{(\w+)\}/g,(r,s)=>t[s]??"")}var W=e=>e.toLocaleString(Le.value),N=(e,t)=>e?.words?.[Le.value]?.[t]??e?.words?.en?.[t]??t;var Kn={win:"▲",draw:"■",loss:"▼"};function Se(e,t=!0){if(typeof e=="string")return e;let o=t?e:-e;return o>0?"win":o<0?"loss":"draw"}var Ce=e=>e.scores!=="first"||(e.scene?.turn??1)!==2,Zo=e=>e>0?`+${e}`:String(e).replace("-","−");function U({value:e,dtm:t}){return typeof e=="number"?u("points",{n:Math.abs(e),points:Zo(e)}):t===0?u(`over.${e}`):e==="draw"?u("draw"):u(`${e} in`,{n:t})}var qt=({value:e,dtm:t})=>typeof e=="number"?Zo(e):`${u(`short.${e}`)}${t?` ${t}`:""}`,B=({of:e,mine:t=!0,long:o=!1})=>{let n=Se(e.value,t);return c`<span class="mark ${n}" title=${U(e)}>
        <span aria-hidden="true">${Kn[n]}</span> ${o?U(e):qt(e)}
    </span>`};function Xo({desk:e,game:t}){let o=C(null);Z(()=>{let[p,i,v]=[e.state.value,e.answer.value,e.place.value];o.value=null,!(!i||!p||p.over||i.value==="draw")&&z(v,"line",{position:p.position,forbid:p.forbid}).then($=>e.answer.peek()?.position===$.position&&(o.value=$.moves),()=>{})});let n=e.answer.value;if(!n||e.state.value?.over||!n.moves.length)return null;let r=()=>e.make(e.playable.value[0]),s=o.value??[];async function a(p){for(let{move:i}of s.slice(0,p)){let v=e.playable.peek().find($=>$.move===i);if(!v||!await e.make(v))return}}let l=s.map(p=>p.move);return c`<section class="bestline" aria-labelledby="bestline">
        <h2 id="bestline">${u("best line")}</h2>
        ${n.value==="draw"&&c`<p class="note">${u("no end")}</p>`}
        ${s.length>0&&c`<ol>
                ${s.map((p,i)=>c`<li key=${i}>
                        <button onClick=${()=>a(i+1)} title=${U(p)}>${p.move}</button>
                    </li>`)}
            </ol>`}
        <div class="row">
            <button onClick=${r} disabled=${!e.playable.value.length}>${u("best move")}</button>
            ${s.length>0&&c`<button onClick=${()=>pe(Jn(l))}>${u("copy line")}</button>
                    <button onClick=${()=>Ge(`${t.game}-line.json`,qe(e,l))}>${u("download")}</button>`}
        </div>
    </section>`}var Jn=e=>e.join(e.some(t=>t.includes(" "))?`
`:" ");function qe(e,t,o=e.state.value,n=["perfect","perfect"]){return{format:"retro game 1",game:e.answer.value.game,options:e.answer.value.options,position:o.position,forbidden:o.forbid,first:n[0],second:n[1],skill:5,seed:0,moves:t,result:null}}var pe=e=>navigator.clipboard?.writeText(e).catch(()=>{});function Ge(e,t){let o=document.createElement("a");o.href=URL.createObjectURL(new Blob([`${JSON.stringify(t,null,1)}
`],{type:"application/json"})),o.download=e,o.click(),setTimeout(()=>URL.revokeObjectURL(o.href),1e3)}function Yn(e,t){let o=0;for(let n of e.steps){let r=new Set(n.at);if(n.kind==="piece"){for(;r.delete(t[o]);)o++;if(r.size&&o===t.length)return{next:[...r],piece:!0};if(r.size)return null}else for(let s of n.at){if(o===t.length)return{next:[s],piece:!1};if(t[o++]!==s)return null}}return o===t.length?{next:[],piece:!1}:null}var Zn=(e,t)=>e.length===t.length&&e.every(o=>t.includes(o));function Ke(e,t){let o=e.filter(a=>a.steps.length).map(a=>({move:a,...Yn(a,t)??{next:null}})).filter(a=>a.next),[n]=o;if(t.length&&n?.piece&&o.every(a=>a.piece&&Zn(a.next,n.next)))return Ke(e,[...t,...n.next]);let r=new Map;for(let{move:a,next:l}of o)for(let p of l)r.set(p,[...r.get(p)??[],a]);let s=o.find(a=>!a.next.length)?.move??null;return{picked:t,next:r,whole:s,piece:o.some(a=>a.piece),only:o.length===1}}var Gt=60,Xn=.55,Qn={ArrowUp:[0,-1],ArrowDown:[0,1],ArrowLeft:[-1,0],ArrowRight:[1,0]};function er(e){let[,t,o]=e.match(/viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/s);return{box:t,drawing:o}}function tr(e){let t=Oe.value?-Gt:Gt;return new Map(Object.entries({...e.points,...e.beside}).map(([o,[n,r]])=>[o,[n*t,-r*t]]))}function or(e,t,[o,n],r=1/0){let s=l=>Math.hypot(e.get(l)[0]-o,e.get(l)[1]-n),a=[...t].sort((l,p)=>s(l)-s(p))[0];return a!==void 0&&s(a)<=r?a:null}function nr(e,t,o,[n,r]){let[s,a]=e.get(o),l=i=>{let[v,$]=[e.get(i)[0]-s,e.get(i)[1]-a],f=v*n+$*r;return f>1?f+2.2*Math.abs(v*r-$*n):1/0},p=[...t].sort((i,v)=>l(i)-l(v))[0];return p!==void 0&&l(p)<1/0?p:null}function rr({at:[e,t],of:o,counted:n}){let r=Se(o.value,n),s=qt(o),a=Math.max(24,11+8.4*s.length+(/[^\x00-\x7f]/.test(s)?6:0))/2,[l,p]=[e,t+19],i={win:c`<rect x=${l-a} y=${p-9.5} width=${2*a} height="19" rx="9.5" />`,draw:c`<rect x=${l-a} y=${p-9.5} width=${2*a} height="19" />`,loss:c`<path d="M${l-a-4} ${p}l7 -10h${2*a-6}l7 10l-7 10h${6-2*a}z" />`};return c`<g class="badge ${r}" aria-hidden="true">
        ${i[r]}<text x=${l} y=${p+5}>${s}</text>
    </g>`}var sr=(e,t)=>{let o=new Map,n=!e.turn&&t===2?[0,2,1]:[0,1,2];for(let r of e.pieces){let s=[r.player?u(`player.${n[r.player]}`):"",u(`glyph.${r.glyph}`),r.label];for(let a of r.at)o.set(a,s.filter(Boolean).join(" "))}return o};function ve({desk:e,marks:t=!1,play:o=null}){let n=C([]),r=C(null),s=C(null),a=ee(),l=e.answer.value,p=e.state.value,i=Ro(()=>Ke(e.playable.value,n.value));if(Z(()=>{e.answer.value,e.state.value,n.value=[],s.value=null}),!l||!p)return c`<div class="board waiting" aria-busy="true"></div>`;if(!l.picture)return c`<pre class="board drawn">${l.drawn}</pre>`;let{box:v,drawing:$}=er(l.picture),f=tr(l.scene),{next:m,whole:b,piece:P}=o?i.value:{next:new Map,whole:null,piece:!1},S=o?i.value.picked:[],_=[...Object.keys(l.scene.points),...[...m.keys()].filter(w=>w in l.scene.beside)],h=Ce(l),y=sr(l.scene,p.mover);function k(w){let E=Ke(e.playable.value,[...S,w]);if(m.has(w))return n.value=E.picked,E.whole&&E.only&&d(E.whole),!0;let F=Ke(e.playable.value,[w]),le=!S.includes(w)&&(F.next.size||F.whole);return n.value=le?F.picked:[],le&&F.whole&&F.only&&d(F.whole),le}function d(w){n.value=[],o(w)}let g=w=>{let E=new DOMPoint(w.clientX,w.clientY).matrixTransform(a.current.getScreenCTM().inverse());return[E.x,E.y]},x=w=>or(f,_,g(w),Xn*Gt);function j(w){if(!o||w.button)return;let E=x(w);E&&(r.value=E,k(E)&&(s.value={from:E,to:g(w),last:E},a.current.setPointerCapture(w.pointerId)))}function H(w){if(!s.value)return;let E=x(w);P&&E&&E!==s.value.last&&m.has(E)&&k(E),s.value={...s.value,to:g(w),last:E??s.value.last}}function L(w){if(!s.value)return;let{from:E}=s.value,F=x(w);s.value=null,!P&&F&&F!==E&&m.has(F)&&k(F)}function K(w){let E=r.value&&_.includes(r.value)?r.value:ot,F=Qn[w.key];if(!(w.altKey||w.ctrlKey||w.metaKey)){if(F)r.value=nr(f,_,E,F)??E,a.current.querySelector(`[data-spot="${CSS.escape(r.value)}"]`)?.focus();else if(w.key==="Enter"||w.key===" ")b&&w.key==="Enter"?d(b):o&&k(E);else if(w.key==="Escape"&&n.value.length)n.value=[];else return;w.preventDefault(),w.stopPropagation()}}let ot=_.find(w=>m.has(w))??_[0],kn=_.includes(r.value)?r.value:ot,Tt=e.pointed.value??(S.length&&b?b:null);function xn(w){let[E,F]=f.get(w),le=m.get(w)?.[0],oo=[w,y.get(w),S.includes(w)&&u("picked"),le&&u("can be picked")];return le&&t&&oo.push(U(le)),c`<g
            key=${w}
            data-spot=${w}
            class="spot ${le?"option":""} ${S.includes(w)?"chosen":""} ${S.length?"later":""}"
            role="button"
            tabindex=${w===kn?0:-1}
            aria-label=${oo.filter(Boolean).join(", ")}
            aria-disabled=${o?!le:!0}
            onFocus=${()=>r.value=w}
        >
            <circle cx=${E} cy=${F} r="26" />
        </g>`}let Sn=([w,[E]])=>c`<${rr} key=${w} at=${f.get(w)} of=${E} counted=${h} />`;return c`<div class="board">
        <svg
            ref=${a}
            viewBox=${v}
            role="group"
            aria-label=${u("board")}
            class=${o?"live":""}
            onPointerDown=${j}
            onPointerMove=${H}
            onPointerUp=${L}
            onPointerCancel=${()=>s.value=null}
            onKeyDown=${K}
        >
            <g dangerouslySetInnerHTML=${{__html:$}} aria-hidden="true" />
            ${p.drawn&&c`<g class="last" dangerouslySetInnerHTML=${{__html:p.drawn}} aria-hidden="true" />`}
            ${_.map(xn)} ${t&&!Tt&&[...m].map(Sn)}
            ${Tt?.picture&&c`<g class="shown" dangerouslySetInnerHTML=${{__html:Tt.picture}} aria-hidden="true" />`}
            ${s.value&&!P&&c`<path class="drag" d="M${f.get(s.value.from).join(" ")}L${s.value.to.join(" ")}" />`}
        </svg>
        ${b&&c`<div class="settle">
                <span>${u("more may follow")}</span>
                <button class="first" onClick=${()=>d(b)}>${u("make it",{move:b.move})}</button>
                <button onClick=${()=>n.value=[]}>${u("cancel")}</button>
            </div>`}
    </div>`}function ze({title:e,close:t,wide:o,children:n}){let r=ee();return V(()=>{r.current.showModal()},[]),c`<dialog ref=${r} onClose=${t} aria-label=${e} class=${o?"wide":""}>
        <div class="top">
            <h2>${e}</h2>
            <button aria-label=${u("close")} onClick=${()=>r.current.close()}>✕</button>
        </div>
        ${n}
    </dialog>`}var ar=e=>Object.entries(e).map(t=>t.join("="));function Qo({desk:e,game:t,close:o}){let n=C(null);V(()=>{z(e.place.value,"citation").then(p=>n.value=p,o)},[]);let[r,s,a]=[n.value,e.state.value,e.answer.value],l=r&&[[r.title,...ar(r.options)].join(", "),`position ${s.position}${s.forbid?`, ${s.forbid} forbidden`:""}: ${a.value}${a.dtm===null?"":` in ${a.dtm}`}`,`strong solution by retro ${r.version}, ${r.date.slice(0,10)}, digest of the rules ${r.digest}`,...Object.entries(r.files).map(([p,i])=>`${p} sha256 ${i}`),`reproduced by: ${r.solve}; proved record by record by: ${r.verify}`];return c`<${ze} title=${u("cite")} close=${o} wide>
        ${l&&c`<p><b>${N(t,r.title)}</b> · ${U(a)}</p>
                <pre class="code">${l.join(`
`)}</pre>
                <p class="note">${u("cite.why")}</p>
                <div class="row"><button class="first" onClick=${()=>pe(l.join(`
`))}>${u("copy")}</button></div>`}
    <//>`}function de({desk:e,children:t}){let o=e.line.value;if(!o)return null;let n=o.states.length-1,r=(s,a,l,p)=>c`<button
        aria-label=${u(a)}
        title=${`${u(a)}${p?` (${p})`:""}`}
        disabled=${l<0||l>n||l===o.at}
        onClick=${()=>e.go(l)}
    >
        ${s}
    </button>`;return c`<nav class="controls" aria-label=${u("line of play")}>
        ${r("«","to the beginning",0,"Home")} ${r("‹","undo",o.at-1,"←")}
        <span class="ply" aria-live="polite">${o.at} / ${n}</span>
        ${r("›","redo",o.at+1,"→")} ${r("»","to the end",n,"End")}
        <button aria-label=${u("flip")} title=${`${u("flip")} (f)`} onClick=${()=>en(e)}>⇅</button>
        ${t}
    </nav>`}function en(e){Oe.value=!Oe.value,e.again()}function me(e,t,o={}){if(e.altKey||e.ctrlKey||e.metaKey||e.target.closest?.("input, textarea, select, dialog"))return;let n=t.line.peek();if(!n)return;let r={ArrowLeft:()=>t.go(n.at-1),ArrowRight:()=>t.go(n.at+1),Home:()=>t.go(0),End:()=>t.go(n.states.length-1),f:()=>en(t),...o}[e.key];!r||e.defaultPrevented||(e.preventDefault(),r())}function Ne({desk:e}){let t=e.line.value;return!t||t.states.length<2?null:c`<section class="played" aria-labelledby="played">
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
    </section>`}var ir={1:"blue",2:"amber"},te=({of:e})=>c`<span class="side"><span class="disc ${ir[e]}" aria-hidden="true"></span>${u(`player.${e}`)}</span>`;function Ue({desk:e,shown:t,reveal:o}){let[n,r]=[e.answer.value,e.state.value];if(!n||!r)return c`<header class="headline"></header>`;let s=!n.moves.some(l=>!l.forbidden);if(r.over||s){let l={mover:r.mover,over:r.over??n};return c`<header class="headline" role="status"><${lr} of=${l} counted=${Ce(n)} /></header>`}let a=n.forbidden&&(n.unforbidden.value!==n.value||n.unforbidden.dtm!==n.dtm);return c`<header class="headline" role="status">
        <p class="turn"><${te} of=${r.mover} /> ${u("to move")}${n.scene?.notes.length?` · ${n.scene.notes.join(" · ")}`:""}</p>
        ${t?c`<p class="worth">
                      <${B} of=${n} mine=${Ce(n)} long />
                      ${n.scores&&c`<small>${u(`points for ${n.scores}`)}</small>`}
                  </p>`:c`<p class="worth"><button onClick=${o}>${u("show value")}</button></p>`}
        ${n.forbidden&&c`<p class="note">
                ${u("is forbidden",{move:n.forbidden})}
                ${t&&` ${a?u("forbidding costs",{value:U(n.unforbidden)}):u("forbidding costs nothing")}`}
            </p>`}
        ${t&&n.from_start!==null&&c`<p class="note">${u("from start",{n:n.from_start})}</p>`}
    </header>`}function lr({of:{over:e,mover:t},counted:o}){let n=Se(e.value,o),r=n==="win"?t:3-t,s=typeof e.value=="number"&&e.value?` (${U(e)})`:"";return c`<p class="worth over">
        ${n==="draw"?u("ends in a draw"):c`<${te} of=${r} /> ${u("wins")}`}${s}
    </p>`}function De({desk:e,marks:t,play:o}){let n=e.answer.value,r=e.state.value?.over;if(!n||r||!n.moves.length)return null;let s=(i,v)=>i.move.localeCompare(v.move,"en",{numeric:!0}),a=t?n.moves:[...n.moves].sort(s),l=i=>()=>e.pointed.value=i,p=i=>c`<li key=${i.move} class=${i.forbidden?"forbidden":""}>
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
                    ${u("holding",{keeping:W(i.replies.holding),all:W(i.replies.legal)})}
                </span>`}
            ${t&&c`<${B} of=${i} mine=${Ce(n)} />`}
        </button>
    </li>`;return c`<section class="moves" aria-labelledby="moves">
        <h2 id="moves">${u(t?"moves, best first":"moves",{n:a.length})}</h2>
        <ol>
            ${a.map(p)}
        </ol>
    </section>`}function he(e){let t=ee();t.current=e,V(()=>{let o=n=>t.current(n);return addEventListener("keydown",o),()=>removeEventListener("keydown",o)},[])}var Kt=e=>({...Io(location.hash),line:e}),kt=T(Kt(history.state?.line??null)),R=T(kt.value);function tn(e){R.value=Kt(e),kt.value=R.value}function re(e,t=!1){let o=X(e);history[t||o===location.hash?"replaceState":"pushState"](null,"",o),tn(null)}var ur=({states:e,at:t})=>({at:t,states:e.map(({drawn:o,...n})=>n)});function Jt(e,t=!1){let o=e.states[e.at],n=X({...R.peek(),...o});history[t||n===location.hash&&!o.over?"replaceState":"pushState"]({line:ur(e)},"",n),R.value=Kt(null)}var oe=({game:e,set:t})=>({game:e,set:t}),Je=(e,t)=>e?.game===t?.game&&String(e?.set)===String(t?.set);addEventListener("popstate",e=>tn(e.state?.line??null));var cr="retro game 1";function pr(e){try{let t=JSON.parse(e);return t?.format===cr&&Array.isArray(t.moves)?t:null}catch{return null}}var fr=e=>[/\s*\n\s*/,/\s+/].map(t=>e.split(t).map(o=>o.replace(/^\d+\.+\s*/,"")).filter(o=>o&&!/^\d+$/.test(o)));function Ye({desk:e,close:t,game:o}){let n=C(""),r=C(""),s=e.place.value;async function a(){r.value="";let p=pr(n.value);if(p){if(p.game!==o.game)return u("another game",{game:p.game});let $=Object.entries(p.options??{}).map(b=>b.join("=")),f={position:p.position,forbid:p.forbidden},m={...s,set:vr(o,$)};return Je(m,s)||re({...m,view:"review"}),await e.replay(m,f,p.moves)?"":e.problem.value?.message??u("no such move")}let i=e.line.value;if(await e.open(s,{position:n.value.trim()}))return"";let v=e.problem.value?.message;for(let $ of fr(n.value))for(let f of i?[{},i.states[0]]:[{}])if(await e.replay(s,f,$))return"";return i&&await e.restore(s,i),v}async function l(p){p.preventDefault(),r.value=await a(),r.value||t()}return c`<${ze} title=${u("paste")} close=${t}>
        <form onSubmit=${l}>
            <label for="pasted">${u("paste what")}</label>
            <textarea id="pasted" rows="6" autofocus spellcheck="false" onInput=${p=>n.value=p.target.value}></textarea>
            ${r.value&&c`<p class="wrong" role="alert">${r.value}</p>`}
            <div class="row"><button class="first" disabled=${!n.value.trim()}>${u("read it")}</button></div>
        </form>
    <//>`}function vr(e,t){let o=new Set(e.options.map(n=>`${n.name}=${n.default}`));return t.filter(n=>!o.has(n))}var on=60,dr=(e,t)=>{let o=[...e];for(let[n,r]of t)o[n]=r;return o.join("")};function mr(e,t){let o=Object.entries(e),[n,r]=[0,1].map(i=>Math.min(...o.map(([,v])=>v[i]))),[s,a]=[0,1].map(i=>Math.max(...o.map(([,v])=>v[i]))),l={mirror:([i,v])=>[n+s-i,v],turn:([i,v])=>[n+v-r,a-(i-n)]}[t],p=new Map;for(let[i,v]of o){let[$,f]=l(v),m=o.find(([,b])=>Math.hypot(b[0]-$,b[1]-f)<.01);if(!m)return null;p.set(i,m[0])}return p}function Yt({desk:e,close:t}){let o=e.state.value,n=C(o.position),r=C(o.mover),s=C(0),a=C(null),l=be(()=>({number:0}),[]);Z(()=>{let d=++l.number;z(e.place.value,"setup",{position:n.value,mover:r.value}).then(g=>d===l.number&&(a.value=g),g=>d===l.number&&(a.value={...a.peek(),problem:g.message}))});let p=a.value,i=p?.cells,v=d=>i[d],$=d=>n.value=dr(n.value,d),f=d=>$([[v(d),p.palette[s.value].letter]]);function m(d){let g=mr(p.points,d);g&&$([...g].map(([x,j])=>[v(j),n.value[v(x)]]))}let b=Object.fromEntries((p?.palette??[]).map(d=>[`${d.glyph} ${d.player}`,d.letter]));function P(){let d={};for(let{glyph:g,player:x,letter:j}of p.palette)d[j]=b[`${g} ${[0,2,1][x]}`]??j;$(Object.values(i).map(g=>[g,d[n.value[g]]??n.value[g]]))}function S(){P(),r.value=3-r.value}let _=()=>$(Object.values(i).map(d=>[d,b["empty 0"]]));async function h(d){d.preventDefault(),await e.open(e.place.value,{position:p.position,mover:r.value})&&t()}let y=(d,g,x)=>c`<button type="button" onClick=${g} title=${x}>${u(d)}</button>`,k=d=>r.value===2&&!p.turn?[0,2,1][d.player]:d.player;return c`<${ze} title=${u("set up")} close=${t} wide>
        <form onSubmit=${h} class="setup">
            ${i&&c`<div class="brushes" role="radiogroup" aria-label=${u("what is put")}>
                    ${p.palette.map((d,g)=>c`<label key=${d.letter} class=${s.value===g?"chosen":""}>
                            <input type="radio" name="brush" checked=${s.value===g} onChange=${()=>s.value=g} />
                            ${d.player?c`<${te} of=${k(d)} />`:""} ${d.glyph==="empty"?u("empty"):u(`glyph.${d.glyph}`)}
                        </label>`)}
                </div>`}
            ${p?.picture&&c`<${hr} found=${p} paint=${i&&f} />`}
            ${i&&c`<div class="row">
                    ${y("clear",_)} ${y("mirror",()=>m("mirror"))} ${y("quarter turn",()=>m("turn"))}
                    ${y("swap",P,u("swap.why"))} ${!p.turn&&y("other side",S,u("other side.why"))}
                    ${y("as it was",()=>(n.value=o.position,r.value=o.mover))}
                </div>`}
            <label for="position">${u("as text")}</label>
            <input id="position" value=${n.value} spellcheck="false" autocomplete="off" onInput=${d=>n.value=d.target.value} />
            <p class="verdict" role="status">
                ${p?.problem?c`<span class="wrong">✗ ${p.problem}</span>`:p&&c`✓ <${te} of=${p.turn||r.value} /> ${u("to move")} <${B} of=${p} mine=${p.scores!=="first"||p.turn!==2} long />`}
            </p>
            <div class="row"><button class="first" disabled=${!p||!!p.problem}>${u("use it")}</button></div>
        </form>
    <//>`}function hr({found:e,paint:t}){let[,o,n]=e.picture.match(/viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/s),r=a=>l=>{l.key!=="Enter"&&l.key!==" "||(l.preventDefault(),t(a))},s=a=>l=>l.buttons===1&&t(a);return c`<div class="board">
        <svg viewBox=${o} role="group" aria-label=${u("board")}>
            <g dangerouslySetInnerHTML=${{__html:n}} aria-hidden="true" />
            ${t&&Object.entries(e.points).map(([a,[l,p]])=>c`<g
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
                        <rect x=${l*on-28} y=${-p*on-28} width="56" height="56" rx="6" />
                    </g>`)}
        </svg>
    </div>`}var _e=Q("values",!0);function nn({desk:e,game:t}){let o=C(null),n=()=>_e.value=!_e.value,r=()=>e.playable.peek()[0]&&e.make(e.playable.peek()[0]);he(i=>me(i,e,{v:n,b:r,p:()=>o.value=Ye,s:()=>o.value=Yt})),Z(()=>{e.answer.value,_e.value&&e.count()});let s=i=>e.make(i);async function a(i){let v=await z(e.place.value,"random",{...i,replies:0},!1).catch($=>(e.problem.value=$)&&null);v&&e.open(e.place.value,{position:v.position})}let l=()=>e.begin.value?e.open(e.place.value,{}):null,p=o.value;return c`
        <${Ue} desk=${e} shown=${_e.value} reveal=${n} />
        <section class="table">
            <${ve} desk=${e} marks=${_e.value} play=${s} />
            <${de} desk=${e}>
                <button aria-pressed=${_e.value} title=${`${u("values")} (v)`} onClick=${n}>${u("values")}</button>
            <//>
            <${Ne} desk=${e} />
        </section>
        <section class="panel">
            ${e.problem.value&&c`<p class="wrong" role="alert">${e.problem.value.message||u("no server")}</p>`}
            ${_e.value&&c`<${Xo} desk=${e} game=${t} />`}
            <${De} desk=${e} marks=${_e.value} play=${s} />
            <section aria-labelledby="another">
                <h2 id="another">${u("another position")}</h2>
                <div class="row">
                    <button onClick=${l}>${u("the start")}</button>
                    <button onClick=${()=>o.value=Yt} title="(s)">${u("set up")}</button>
                    <button onClick=${()=>o.value=Ye} title="(p)">${u("paste")}</button>
                    ${["win","draw","loss"].map(i=>c`<button onClick=${()=>a({value:i})}>${u(`random.${i}`)}</button>`)}
                </div>
            </section>
            <section aria-labelledby="share">
                <h2 id="share">${u("share")}</h2>
                <p class="code" id="this-position">${e.state.value?.position}</p>
                <div class="row">
                    <button onClick=${()=>pe(location.href)}>${u("copy link")}</button>
                    <button onClick=${()=>pe(e.state.value.position)}>${u("copy position")}</button>
                    ${e.moves.value.length>0&&c`<button onClick=${()=>Ge(`${t.game}.json`,qe(e,e.moves.value,e.begin.value,["human","human"]))}>
                            ${u("download game")}
                        </button>`}
                    <button onClick=${()=>o.value=Qo}>${u("cite")}</button>
                </div>
            </section>
        </section>
        ${p&&c`<${p} desk=${e} game=${t} close=${()=>o.value=null} />`}
    `}var rn=(e,t)=>Object.entries(t).filter(([o,n])=>e.options.find(r=>r.name===o)?.default!==n),xt=(e,t)=>rn(e,t).map(o=>o.join("=")),$e=(e,t)=>({game:e.game,set:xt(e,t.options)}),Ze=(e,t)=>rn(e,t.options).map(([o,n])=>`${N(e,o)} ${N(e,String(n))}`).join(" · ")||u("the whole game");function sn({games:e}){return c`<main class="home" id="main">
        <p class="lead">${u("lead")}</p>
        <div class="cards">
            ${e.map(t=>c`<${_r} key=${t.game} game=${t} />`)}
        </div>
    </main>`}function _r({game:e}){let t=C(null),o=e.solved.find(r=>r.start)??e.solved[0];if(V(()=>{if(!o)return;(o.start?z($e(e,o),"position",{picture:1,replies:0}):z($e(e,o),"random",{picture:1,replies:0,seed:4})).then(s=>t.value=s.picture,()=>{})},[]),e.problem)return c`<article class="card"><h2>${e.game}</h2><p class="wrong">${e.problem}</p></article>`;let n=X(o?$e(e,o):{game:e.game});return c`<article class="card">
        <a class="picture" href=${n} tabindex="-1" aria-hidden="true">
            ${t.value?c`<div dangerouslySetInnerHTML=${{__html:t.value}} />`:c`<div class="blank">${N(e,e.title)[0]}</div>`}
        </a>
        <h2><a href=${n}>${N(e,e.title)}</a></h2>
        ${e.solved.length?c`<ul>
                      ${e.solved.map(r=>c`<li>
                              <a href=${X($e(e,r))}>${Ze(e,r)}</a>
                              <small>${u("positions.n",{n:r.positions,count:W(r.positions)})}</small>
                              ${r.start&&c`<${B} of=${r.start} />`}
                          </li>`)}
                  </ul>`:c`<p class="note">${u("not solved yet")}</p>`}
    </article>`}var $r=["perfect","trap","fallible","random"],Xe=Q("opponent","fallible"),Ct=Q("skill",3),Me=T(null),ne=T(null),Mt=T(!1),St=T(null),Qe=T("");function an({desk:e,game:t}){he(i=>me(i,e,{v:()=>St.value=e.state.value}));let o=Me.value?.place===e.place.value?Me.value:null,n=e.line.value&&e.line.value.at===e.line.value.states.length-1,r=o&&e.state.value?.mover===o.side&&!ne.value&&!e.state.value?.over;Z(()=>{let[i,v]=[e.line.value,Me.value];if(!v||v.place!==e.place.value||!i||i.at<i.states.length-1||ne.value||Mt.value||e.busy.value)return;let $=i.states[i.at];($.over||$.mover!==v.side)&&yr(e,v)});let s=async(i,v)=>{let $=v??{};se(()=>{ne.value=null,Me.value=null,St.value=null,Qe.value=""}),await e.open(e.place.value,$)&&(Me.value={place:e.place.value,side:i})},a=i=>r&&n?e.make(i):null,l=()=>{let{states:i}=e.line.value,v=i.findLastIndex((f,m)=>m<i.length-1&&f.mover===o.side&&!f.over);if(v<0)return;ne.value=null;let $={states:i.slice(0,v+1),at:v};e.restore(e.place.value,$)},p=St.value===e.state.value;return c`
        ${o&&c`<${Ue} desk=${e} shown=${p} reveal=${()=>St.value=e.state.value} />`}
        <section class="table">
            <${ve} desk=${e} marks=${p} play=${r&&n?a:null} />
            <${de} desk=${e}>
                ${o&&c`<button onClick=${l} disabled=${e.moves.value.length<1}>${u("take back")}</button>`}
            <//>
            <${Ne} desk=${e} />
        </section>
        <section class="panel">
            ${o&&c`<${br} session=${o} mine=${r} last=${n} />`}
            ${(Qe.value||e.problem.value)&&c`<p class="wrong" role="alert">${Qe.value||e.problem.value.message}</p>`}
            ${o&&(ne.value||e.moves.value.length>0)&&c`<div class="row">
                    <button class=${ne.value?"first":""} onClick=${()=>wr(e)}>${u("review game")}</button>
                    ${!ne.value&&c`<button onClick=${()=>ne.value={resigned:!0}}>${u("resign")}</button>`}
                </div>`}
            <form class="opponent" onSubmit=${i=>i.preventDefault()}>
                <h2>${o?u("new game"):u("play against")}</h2>
                <div class="choices" role="radiogroup" aria-label=${u("play against")}>
                    ${$r.map(i=>c`<label key=${i} class=${Xe.value===i?"chosen":""}>
                            <input type="radio" name="opponent" checked=${Xe.value===i} onChange=${()=>Xe.value=i} />
                            <b>${u(`player ${i}`)}</b><small>${u(`player ${i}.why`)}</small>
                        </label>`)}
                </div>
                ${Xe.value==="fallible"&&c`<label for="skill">${u("strength")} <output>${Ct.value}</output></label>
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
                    <button class="first" onClick=${()=>s(1)}>${u("play as")} <${te} of=${1} /></button>
                    <button class="first" onClick=${()=>s(2)}>${u("play as")} <${te} of=${2} /></button>
                    ${e.state.value&&!e.state.value.over&&c`<button onClick=${()=>s(e.state.value.mover,e.state.value)}>${u("from here")}</button>`}
                </div>
            </form>
            ${r&&n&&c`<${De} desk=${e} marks=${p} play=${a} />`}
        </section>
    `}var gr=e=>{let[t,...o]=e.line.value.states;return{position:t.position,forbid:t.forbid,moves:o.map(n=>n.move)}};async function yr(e,t){Mt.value=!0;let o=e.line.value;try{let n=await yt(e.place.value,"reply",{...gr(e),player:Xe.value,skill:Ct.value});if(Me.value!==t||e.line.value!==o)return;Qe.value="";let r=e.playable.value.find(s=>s.move===n.move);n.ending&&(ne.value=n.ending),r&&await e.make(r)}catch(n){Qe.value=n.message||u("no server")}finally{Mt.value=!1}}function br({session:e,mine:t,last:o}){if(ne.value){let{kind:n,resigned:r}=ne.value;return c`<p class="status" role="status">${r?u("resigned"):u(`ended.${n}`)}</p>`}return Mt.value?c`<p class="status" role="status"><span class="dots" aria-hidden="true"></span>${u("thinking")}</p>`:o?c`<p class="status" role="status">${t?u("your turn"):""} <small>${u("you are")} <${te} of=${e.side} /></small></p>`:c`<p class="status" role="status">${u("looking back")}</p>`}function wr(e){Me.value=null,ne.value=null;let{position:t,forbid:o,mover:n}=e.state.value;re({...oe(e.place.value),view:"review",position:t,forbid:o,mover:n})}var kr=[3,5,7,9,13,21],xr=3,Sr=450,Et=Q("theme of puzzles","win"),Zt=Q("length of puzzles",7),et=Q("failed puzzles",[]),ae=Q("tally",{solved:0,failed:0,seen:0}),A=bt(),ln=({position:e,forbidden:t})=>({position:e,forbid:t,mover:1}),un=()=>Number(new Date().toLocaleDateString("sv").replaceAll("-","")),Cr=()=>new Promise(e=>setTimeout(e,Sr));function vn({desk:e,game:t}){let o=e.place.value,n=C(null),r=ee(0),s=C("asking"),a=C("");he(d=>s.value!=="asking"&&me(d,A));let l=e.answer.value?.scores??"",p=d=>d.game===o.game&&String(d.set)===String(o.set);function i(){let d=r.current;return()=>d===r.current}async function v(d,g=null){++r.current;let x=i();s.value="asking",a.value="";try{let j={theme:l?"points":Et.value==="points"?"win":Et.value,length:Zt.value,...d},H=g??await z(o,"puzzle",j,!!d?.seed),L=x()&&await A.open(o,ln(H),!0);if(!x())return;if(!L)throw A.problem.value;n.value={...H,clean:!0},s.value="solving"}catch(j){if(!x())return;a.value=j?.message??"",s.value="none"}}function $(){ae.value={...ae.value,seen:ae.value.seen+1};let d=et.value.find(g=>p(g)&&g.due<=ae.value.seen);d?v({},d.puzzle):v({})}V(()=>{let d=et.value.find(g=>p(g)&&g.due<=ae.value.seen);return v({seed:un()},d?.puzzle),()=>++r.current},[o.game,String(o.set),l]);function f(d){let{position:g}=n.value,x=et.value.filter(H=>!(p(H)&&H.puzzle.position===g)),j={...oe(o),puzzle:n.value,due:ae.value.seen+xr};if(et.value=d?x:[...x,j].slice(-50),n.value.clean||d){let H=d?"solved":"failed";ae.value={...ae.value,[H]:ae.value[H]+1}}n.value={...n.value,clean:n.value.clean&&d}}let m=()=>n.value.value,b=d=>typeof m()=="number"?d.value===m():Se(d.value)===m();async function P(d){let g=i(),x=A.line.value.at+1,j=b(d);if(!await A.make(d,!0)||!g()||s.value!=="solving")return;if((A.state.value.over||x>=n.value.plies)&&j){f(n.value.clean),s.value="solved";return}j||f(!1),s.value=j?"defending":"refuting";let H=A.state.value;if(await Cr(),!g())return;A.state.value!==H&&await A.go(x,!0);let[L]=g()?A.playable.value:[];L&&await A.make(L,!0),g()&&(j?s.value=A.state.value.over||!A.playable.value.length?"solved":"solving":(s.value="failed",a.value=L?u("refuted",{move:d.move,reply:L.move,value:U(L)}):u("that fails")),s.value==="solved"&&f(n.value.clean))}async function S(){let d=i();if(a.value="",await A.go(Math.max(0,A.line.value.at-(A.moves.value.length%2?1:2))),!d())return;let{states:g,at:x}=A.line.value;await A.restore(o,{states:g.slice(0,x+1),at:x}),d()&&(s.value="solving")}async function _(){let d=i();s.value==="solving"&&f(!1),s.value="shown",await A.replay(o,ln(n.value),n.value.line),d()&&await A.go(0,!0)}let h=s.value==="solving",y=n.value,k=["solved","shown"].includes(s.value);return c`
        <header class="headline" role="status">
            ${s.value==="asking"&&c`<p class="turn"><span class="dots" aria-hidden="true"></span>${u("composing")}</p>`}
            ${y&&s.value!=="none"&&s.value!=="asking"&&c`<p class="turn"><${te} of=${A.begin.value.mover} /> ${u("to move")}</p>
                    <p class="stipulation">${Mr(y)}</p>
                    ${y.forbidden&&c`<p class="note">${u("is forbidden",{move:y.forbidden})}</p>`}`}
        </header>
        <section class="table">
            ${s.value==="none"?c`<div class="board waiting"></div>`:c`<${ve} desk=${A} marks=${k} play=${h?P:null} />`}
            ${!["none","asking"].includes(s.value)&&c`<${de} desk=${A} /><${Ne} desk=${A} />`}
        </section>
        <section class="panel">
            ${s.value==="solved"&&c`<p class="right" role="alert">✓ ${y.clean?u("solved"):u("solved at last")}</p>`}
            ${s.value==="failed"&&c`<p class="wrong" role="alert">✗ ${a.value}</p>`}
            ${s.value==="none"&&c`<p class="wrong" role="alert">${u("no puzzle")} <small>${a.value}</small></p>`}
            <div class="row">
                ${s.value==="failed"&&c`<button class="first" onClick=${S}>${u("try again")}</button>`}
                <button class=${k||s.value==="none"?"first":""} disabled=${s.value==="asking"} onClick=${$}>${u("next puzzle")}</button>
                ${(h||s.value==="failed")&&c`<button onClick=${_}>${u("show solution")}</button>`}
                <button onClick=${()=>v({seed:un()})}>${u("today's")}</button>
            </div>
            ${k&&c`<${Er} puzzle=${y} place=${o} />`}
            ${h&&A.answer.value&&!A.answer.value.picture&&c`<${De} desk=${A} marks=${!1} play=${P} />`}
            <form class="opponent" onSubmit=${d=>d.preventDefault()}>
                <h2>${u("what puzzles")}</h2>
                <div class="row">
                    ${!l&&c`<label>${u("theme")}
                            <select value=${Et.value} onChange=${d=>Et.value=d.target.value}>
                                ${["win","draw"].map(d=>c`<option value=${d}>${u(`theme.${d}`)}</option>`)}
                            </select>
                        </label>`}
                    <label>${u("at most")}
                        <select value=${Zt.value} onChange=${d=>Zt.value=Number(d.target.value)}>
                            ${kr.map(d=>c`<option value=${d}>${u("plies",{n:d})}</option>`)}
                        </select>
                    </label>
                </div>
                <p class="note">
                    ${u("tally",ae.value)} ${u("to come back",{n:et.value.filter(p).length})}
                </p>
            </form>
        </section>
    `}function Mr({value:e,dtm:t,theme:o}){return o==="points"?u("stipulation.points",{value:U({value:e,dtm:t})}):u(`stipulation.${e}`,{n:t})}function Er({puzzle:e,place:t}){let o=()=>re({...oe(t),view:"explore",position:e.position,forbid:e.forbidden});return c`<section aria-labelledby="solution">
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
                ${" "}<${B} of=${o} />
                <${dn} list=${o.then} />
            </li>`)}
        ${t.length>pn&&c`<li>…</li>`}
        ${t.length<e.length&&c`<li>${u(t.length?"anything else":"anything")}</li>`}
    </ul>`}var[tt,ie,Xt]=[600,150,12],Tr=14;function Pr({value:e,dtm:t},o,n){return typeof e=="number"?o*e/Math.max(1,n):e==="draw"?0:o*(e==="win"?1:-1)*(.3+.7*2**(-t/Tr))}function mn({desk:e,found:t}){let{states:o,at:n}=e.line.value,r=e.answer.value?.scores==="first",s=[t.moves[0].before,...t.moves.map(f=>f.after)],a=s.map(f=>f.value).filter(f=>typeof f=="number"),l=Math.max(1,...a.map(Math.abs)),p=f=>r||o[Math.max(0,f-1)].mover===1?1:-1,i=s.map((f,m)=>[Xt+(tt-2*Xt)*m/Math.max(1,s.length-1),ie/2-Pr(f,p(m),l)*(ie/2-Xt)]),v=i.map(([f,m],b)=>`${b?"L":"M"}${f.toFixed(1)} ${m.toFixed(1)}`).join(""),[$]=i.slice(-1);return c`<figure class="graph">
        <figcaption>${u("graph")}</figcaption>
        <svg viewBox="0 0 ${tt} ${ie}" role="group" aria-label=${u("graph")}>
            <rect class="above" width=${tt} height=${ie/2} />
            <rect class="below" y=${ie/2} width=${tt} height=${ie/2} />
            <path class="area" d="${v}L${$[0]} ${ie/2}L${i[0][0]} ${ie/2}Z" />
            <line x1="0" x2=${tt} y1=${ie/2} y2=${ie/2} />
            <path class="curve" d=${v} />
            ${i.map(([f,m],b)=>c`<circle
                    key=${b}
                    cx=${f}
                    cy=${m}
                    r=${b===n?6:t.moves[b-1]?.blunder?5:3}
                    class="${b===n?"here":""} ${t.moves[b-1]?.blunder?"blunder":""}"
                    onClick=${()=>e.go(b)}
                >
                    <title>${b?`${b}. ${t.moves[b-1].move}: ${U(s[b])}`:U(s[0])}</title>
                </circle>`)}
        </svg>
    </figure>`}function hn({desk:e,game:t}){let o=C(null),n=C(!1);he(p=>me(p,e));let r=e.moves.value,s=JSON.stringify([e.begin.value,r]);Z(()=>{let[p,i,v]=[e.begin.value,e.moves.value,e.place.value];if(!p||!i.length){o.value=null;return}let $=JSON.stringify([p,i]);o.peek()?.asked!==$&&yt(v,"review",{position:p.position,forbid:p.forbid,moves:i}).then(f=>o.value={...f,asked:$},f=>e.problem.value=f)});let a=o.value?.asked===s?o.value:null,l=()=>Ge(`${t.game}.json`,qe(e,r,e.begin.value,["human","human"]));return c`
        <${Ue} desk=${e} shown />
        <section class="table">
            <${ve} desk=${e} marks play=${p=>e.make(p)} />
            <${de} desk=${e} />
            ${a&&c`<${mn} desk=${e} found=${a} />`}
        </section>
        <section class="panel">
            ${e.problem.value&&c`<p class="wrong" role="alert">${e.problem.value.message}</p>`}
            ${r.length?a&&c`<${Or} desk=${e} found=${a} />`:c`<p>${u("nothing to review")}</p>`}
            <div class="row">
                ${r.length>0&&c`<button onClick=${l}>${u("download game")}</button>`}
                <button onClick=${()=>n.value=!0}>${u("paste")}</button>
            </div>
        </section>
        ${n.value&&c`<${Ye} desk=${e} game=${t} close=${()=>n.value=!1} />`}
    `}var Ar=(e,t)=>e.answer.value?.scores!=="first"||t===1;function jr(e){return e.points?u("points lost",{n:e.points}):e.blunder?u(`lost ${e.before.value}`):e.plies?u("plies lost",{n:e.plies}):""}function Or({desk:e,found:t}){let{states:o,at:n}=e.line.value,r=ee();V(()=>{r.current.querySelector("[aria-current]")?.scrollIntoView({block:"nearest"})},[n]);let s=[1,2].map(l=>t.moves.filter((p,i)=>p.blunder&&o[i].mover===l).length),a=(l,p)=>{let i=o[p].mover;return c`<tr key=${p} class=${l.blunder?"blunder":""} aria-current=${p+1===n?"step":void 0}>
            <td>${p+1}</td>
            <td>
                <button onClick=${()=>e.go(p+1)}>
                    <span class="disc ${i===1?"blue":"amber"}" aria-label=${u(`player.${i}`)} role="img"></span>
                    ${l.move}${l.blunder?c` <b title=${u("blunder")}>??</b>`:""}
                </button>
            </td>
            <td><${B} of=${l.after} mine=${Ar(e,i)} /></td>
            <td title=${u("kept.why")}>${W(l.keeping)}/${W(l.legal)}</td>
            <td>
                ${jr(l)}
                ${l.best!==l.move&&(l.blunder||l.plies>0)&&c`<button class="better" title=${U(l.before)} onClick=${()=>e.go(p)}>${u("better",{move:l.best})}</button>`}
            </td>
        </tr>`};return c`<section aria-labelledby="review">
        <h2 id="review">${u("what moves gave away")}</h2>
        <p>
            ${[1,2].map(l=>c`<span class="tally"><${te} of=${l} /> ${u("blunders",{n:s[l-1]})}</span>`)}
        </p>
        <div class="scroll" tabindex="0" role="region" aria-labelledby="review">
            <table>
                <thead>
                    <tr>
                        ${["ply","move","made it","kept","gave away"].map(l=>c`<th scope="col">${u(`column.${l}`)}</th>`)}
                    </tr>
                </thead>
                <tbody ref=${r}>
                    ${t.moves.map(a)}
                </tbody>
            </table>
        </div>
    </section>`}var Lr=2e7;function _n({desk:e,game:t}){let o=e.place.value,n=C(null),r=C(null),s=C(""),a=()=>{r.value="asked",z(o,"longest").then(i=>r.value=i.parts,i=>{r.value=null,s.value=i.message})};V(()=>{n.value=r.value=null,s.value="",z(o,"statistics").then(i=>{n.value=i,i.positions<Lr&&a()},i=>s.value=i.message)},[o.game,String(o.set)]);let l=n.value;if(!l)return c`<section class="wide">${s.value&&c`<p class="wrong" role="alert">${s.value}</p>`}</section>`;let p=[["positions",W(l.positions)],["states",W(l.states)],["value of start",l.start&&U(l.start)],["longest",l.longest_dtm!==null&&u("plies",{n:l.longest_dtm})],["won at once",l.checkmates>0&&W(l.checkmates)],["forbidding",l.forbidding>0&&W(l.forbidding)]];return c`<section class="wide statistics">
        <h2>${N(t,t.title)}${o.set.length?` · ${o.set.join(", ")}`:""}</h2>
        <dl class="facts">
            ${p.filter(([,i])=>i).map(([i,v])=>c`<div><dt>${u(i)}</dt><dd>${v}</dd></div>`)}
        </dl>
        <${zr} values=${l.values} />
        <${Nr} rows=${l.histogram} place=${o} />
        <h2>${u(l.start&&typeof l.start.value=="number"?"extreme scores":"longest wins")}</h2>
        <p class="note">${u("longest.why")}</p>
        ${s.value&&c`<p class="wrong" role="alert">${s.value}</p>`}
        ${r.value===null&&c`<div class="row"><button onClick=${a}>${u("count longest")}</button></div>`}
        ${r.value==="asked"&&c`<p><span class="dots" aria-hidden="true"></span>${u("counting")}</p>`}
        ${Array.isArray(r.value)&&c`<${Ur} parts=${r.value} place=${o} game=${t} />`}
        <h2>${u("how counted")}</h2>
        <ul class="notes">
            ${l.notes.map(i=>c`<li>${N(t,i)}</li>`)}
        </ul>
    </section>`}function zr({values:e}){let t=Object.values(e).reduce((o,n)=>o+n,0)||1;return c`<div class="shares">
        ${["win","draw","loss"].map(o=>c`<div class=${o} style=${{flexGrow:Math.max(e[o]/t,.002)}}>
                <${B} of=${{value:o,dtm:null}} />
                <span>${W(e[o])}</span> <small>${(100*e[o]/t).toFixed(1)} %</small>
            </div>`)}
    </div>`}function Nr({rows:e,place:t}){let o=e.some(_=>typeof _.value=="number"),n=_=>o?_.value:_.dtm,r=e.filter(_=>n(_)!==null&&_.states>0);if(!r.length)return null;let[s,a]=[Math.min(...r.map(n)),Math.max(...r.map(n))],l=Math.max(...r.map(_=>_.states)),[p,i,v]=[720,220,24],$=p/(a-s+1),f=_=>(i-20)*(Math.log1p(_)/Math.log1p(l)),m=_=>o?_.value>0?"win":_.value<0?"loss":"draw":_.value,b=[...r].sort((_,h)=>h.states-_.states),P=_=>o?{}:{onClick:async()=>{let h=await z(t,"random",{value:_.value,min_dtm:_.dtm,max_dtm:_.dtm,replies:0},!1).catch(()=>null);h&&re({...oe(t),view:"explore",position:h.position})}},S=[...new Set([s,...Array.from({length:5},(_,h)=>Math.round(s+(a-s)*(h+1)/5))])];return c`<figure class="histogram">
        <figcaption>${u(o?"states by points":"states by plies")} <small>${u(o?"logarithms":"logarithms, bars open")}</small>
            ${["win","loss"].map(_=>c` <${B} of=${{value:_,dtm:null}} />`)}
        </figcaption>
        <svg viewBox="0 0 ${p} ${i+v}" role="img" aria-label=${u(o?"states by points":"states by plies")}>
            ${b.map(_=>c`<rect
                    class="bar ${m(_)} ${o?"":"live"}"
                    x=${(n(_)-s)*$+$*.08}
                    width=${Math.max(.8,$*.84)}
                    y=${i-f(_.states)}
                    height=${f(_.states)}
                    ...${P(_)}
                >
                    <title>${U(_)}: ${W(_.states)}</title>
                </rect>`)}
            <line x1="0" x2=${p} y1=${i} y2=${i} />
            ${S.map(_=>c`<text x=${(_-s+.5)*$} y=${i+17}>${_}</text>`)}
        </svg>
        <details>
            <summary>${u("as table")}</summary>
            <div class="scroll" tabindex="0" role="region" aria-label=${u("as table")}>
                <table>
                    <tbody>
                        ${e.map(_=>c`<tr><td><${B} of=${_} long /></td><td>${W(_.states)}</td></tr>`)}
                    </tbody>
                </table>
            </div>
        </details>
    </figure>`}function Ur({parts:e,place:t,game:o}){let n=r=>c`<td>
        ${r[0]&&c`<${B} of=${r[0]} />`}
        ${r.map((s,a)=>c`<a href=${Dr(t,s)} class="sample" aria-label=${`${a+1}: ${s.position}`}>${a+1}</a>`)}
    </td>`;return c`<div class="scroll" tabindex="0" role="region" aria-label=${u("longest wins")}>
        <table class="longest">
            <thead>
                <tr><th scope="col">${u("part")}</th><th scope="col">${u("win")}</th><th scope="col">${u("loss")}</th></tr>
            </thead>
            <tbody>
                ${e.filter(r=>r.win.length||r.loss.length).map(r=>c`<tr><th scope="row">${r.name?N(o,r.shown===r.name?r.name:`${r.shown} (${r.name})`):u("all")}</th>${n(r.win)}${n(r.loss)}</tr>`)}
            </tbody>
        </table>
    </div>`}var Dr=(e,{position:t})=>X({...oe(e),view:"explore",position:t});var Qt=matchMedia("(prefers-color-scheme: dark)"),$n=T(Qt.matches);Qt.addEventListener("change",()=>$n.value=Qt.matches);var gn=Q("theme",""),Re=q(()=>gn.value||($n.value?"dark":"light")),yn=()=>gn.value=Re.value==="dark"?"light":"dark";Y(()=>{document.documentElement.dataset.theme=Re.value});function bn({game:e,line:t,again:o}){let n=t.replace(/^[^:]*: /,"");return c`<section class="wide unsolved">
        <h2>${u("unsolved",{game:N(e,e.title)})}</h2>
        <p>${u("unsolved.how")}</p>
        <div class="row"><code class="code">${n}</code> <button onClick=${()=>pe(n)}>${u("copy")}</button></div>
        <p class="note">${u("unsolved.dry")} <code>${n} --dry-run</code></p>
        <div class="row"><button class="first" onClick=${o}>${u("look again")}</button></div>
        ${e.small&&c`<p>${u("unsolved.small")}</p>
                <div class="row"><code class="code">${e.small}</code> <button onClick=${()=>pe(e.small)}>${u("copy")}</button></div>`}
        ${e.solved.length>0&&c`<h2>${u("variants solved")}</h2>
                <ul>
                    ${e.solved.map(r=>c`<li>
                            <a href=${X($e(e,r))}>${Ze(e,r)}</a>${" "}
                            <small>${u("positions.n",{n:r.positions,count:W(r.positions)})}</small>
                        </li>`)}
                </ul>`}
    </section>`}var Rr={explore:nn,play:an,review:hn,puzzles:vn,statistics:_n},Ee=T(null),Hr=q(()=>Ee.value!==null),eo=T(!1),G=bt(Jt);async function to(){try{Ee.value=(await Bo()).games,eo.value=!1}catch{eo.value=!0}}var Ir=(e,{set:t})=>e?.solved.some(o=>!o.start&&String(xt(e,o.options))===String(t)),wn=0;async function Wr({line:e,...t}){let[o,n,r]=[++wn,G.state.peek(),oe(t)],s=Je(r,G.place.peek());if(e&&await G.restore(s?G.place.peek():r,e)||s&&n&&(!t.position||t.position===n.position&&t.forbid===n.forbid)&&(t.position||t.view!=="explore"))return;let a=Ee.value.find(v=>v.game===t.game),l=t.position||!Ir(a,t)?t:await z(r,"random",{replies:0}).catch(()=>t);if(o!==wn)return;let p=await G.open(s?G.place.peek():r,l,!0);if(!p)return;let i=xt(a,p.options);String(i)!==String(t.set)&&se(()=>{G.place.value={game:t.game,set:i},R.value={...R.value,set:i}}),Jt(G.line.value,!0)}function Br(){Z(()=>{let t=kt.value;t.game&&Hr.value&&we(()=>Wr(t))});let e=R.value.game&&Ee.value?.find(t=>t.game===R.value.game);return document.title=e?`${N(e,e.title)} · ${u(R.value.view)} · retro`:"retro",c`
        <a class="skip" href="#main" onClick=${Fr}>${u("skip")}</a>
        <${Vr} game=${e} />
        ${eo.value&&c`<p class="wrong wide" role="alert">${u("no server")} <button onClick=${to}>${u("look again")}</button></p>`}
        ${Ee.value&&!R.value.game&&c`<${sn} games=${Ee.value} />`}
        ${Ee.value&&R.value.game&&!e&&c`<main id="main" class="wide"><p class="wrong">${u("no game",{game:R.value.game})}</p></main>`}
        ${e&&c`<${Gr} game=${e} />`}
    `}function Fr(e){e.preventDefault(),document.querySelector("main button, main a, main [tabindex='0']")?.focus()}function Vr({game:e}){return c`<header class="top">
        <a class="logo" href="#/"><img src="page/icon.svg" alt="" width="26" height="26" />retro</a>
        ${e&&c`<${qr} game=${e} />`}
        <span class="fill"></span>
        <label class="language">
            <span class="hidden">${u("language")}</span>
            <select value=${Le.value} onChange=${t=>wt.value=t.target.value}>
                ${Object.entries(Ve).map(([t,o])=>c`<option value=${t} lang=${t}>${o["this language"]}</option>`)}
            </select>
        </label>
        <button aria-label=${u(Re.value==="dark"?"light":"dark")} title=${u(Re.value==="dark"?"light":"dark")} onClick=${yn}>
            ${Re.value==="dark"?"☀":"☾"}
        </button>
    </header>`}function qr({game:e}){let t=X(oe(R.value)),o=e.solved.map(n=>[X($e(e,n)),Ze(e,n)]);return o.some(([n])=>n===t)||o.push([t,R.value.set.join(" · ")||u("the whole game")]),c`<h1>${N(e,e.title)}</h1>
        ${o.length>1&&c`<label class="variant">
                <span class="hidden">${u("variant")}</span>
                <select value=${t} onChange=${n=>location.hash=n.target.value}>
                    ${o.map(([n,r])=>c`<option value=${n}>${r}</option>`)}
                </select>
            </label>`}`}function Gr({game:e}){let{view:t}=R.value,o=G.state.value,n=Je(oe(R.value),G.place.value),r=G.problem.value,s=i=>c`<a
        href=${X({...R.value,...n&&o,view:i})}
        aria-current=${i===t?"page":void 0}
    >
        ${u(i)}
    </a>`,a=Rr[t],l=()=>to().then(()=>re({...R.value},!0)),p=r&&!n;return c`
        <nav class="tabs" aria-label=${u("views")}>${Ft.map(s)}</nav>
        <${Kr} game=${e} />
        <main id="main" class="view ${t}">
            ${r?.status===409?c`<${bn} game=${e} line=${r.message} again=${l} />`:p?c`<section class="wide"><p class="wrong" role="alert">${r.message||u("no server")}</p><button onClick=${()=>re(oe(R.value))}>${u("the start")}</button></section>`:n&&G.place.value&&c`<${a} desk=${G} game=${e} />`}
        </main>
    `}function Kr({game:e}){let t=G.answer.value?.game===e.game?G.answer.value.options:null;if(!t||!e.options.length)return null;let n=Object.entries(t).map(r=>r.join("=")).filter(r=>N(e,r)!==r);return c`<details class="rules">
        <summary>${u("rules")}: ${Object.entries(t).map(([r,s])=>`${N(e,r)} ${N(e,String(s))}`).join(" · ")}</summary>
        <dl>
            ${e.options.map(r=>c`<div><dt>${N(e,r.name)} ${N(e,String(t[r.name]))}</dt><dd>${N(e,r.help)}</dd></div>`)}
        </dl>
        ${n.map(r=>c`<p>${N(e,r)}</p>`)}
    </details>`}to();go(c`<${Br} />`,document.getElementById("page"));
