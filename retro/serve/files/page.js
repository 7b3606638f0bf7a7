var wt,O,Mo,Jt,ge,ko,To,Eo,Gt,$t,Qe,Po,Yt,qt,Kt,Xn,gt={},yt=[],Qn=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,kt=Array.isArray;function de(e,t){for(var o in t)e[o]=t[o];return e}function Zt(e){e&&e.parentNode&&e.parentNode.removeChild(e)}function et(e,t,o){var n,r,a,s={};for(a in t)a=="key"?n=t[a]:a=="ref"?r=t[a]:s[a]=t[a];if(arguments.length>2&&(s.children=arguments.length>3?wt.call(arguments,2):o),typeof e=="function"&&e.defaultProps!=null)for(a in e.defaultProps)s[a]===void 0&&(s[a]=e.defaultProps[a]);return _t(e,s,n,r,null)}function _t(e,t,o,n,r){var a={type:e,props:t,key:o,ref:n,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:r??++Mo,__i:-1,__u:0};return r==null&&O.vnode!=null&&O.vnode(a),a}function Ee(e){return e.children}function He(e,t){this.props=e,this.context=t}function Te(e,t){if(t==null)return e.__?Te(e.__,e.__i+1):null;for(var o;t<e.__k.length;t++)if((o=e.__k[t])!=null&&o.__e!=null)return o.__e;return typeof e.type=="function"?Te(e):null}function er(e){if(e.__P&&e.__d){var t=e.__v,o=t.__e,n=[],r=[],a=de({},t);a.__v=t.__v+1,O.vnode&&O.vnode(a),Xt(e.__P,a,t,e.__n,e.__P.namespaceURI,32&t.__u?[o]:null,n,o??Te(t),!!(32&t.__u),r),a.__v=t.__v,a.__.__k[a.__i]=a,No(n,a,r),t.__e=t.__=null,a.__e!=o&&Ao(a)}}function Ao(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(function(t){if(t!=null&&t.__e!=null)return e.__e=e.__c.base=t.__e}),Ao(e)}function xo(e){(!e.__d&&(e.__d=!0)&&ge.push(e)&&!bt.__r++||ko!=O.debounceRendering)&&((ko=O.debounceRendering)||To)(bt)}function bt(){try{for(var e,t=1;ge.length;)ge.length>t&&ge.sort(Eo),e=ge.shift(),t=ge.length,er(e)}finally{ge.length=bt.__r=0}}function Oo(e,t,o,n,r,a,s,u,p,l,v){var d,f,$,b,x,C,T=n&&n.__k||yt,S=t.length;for(p=tr(o,t,T,p,S),d=0;d<S;d++)($=o.__k[d])!=null&&(f=$.__i!=-1&&T[$.__i]||gt,$.__i=d,C=Xt(e,$,f,r,a,s,u,p,l,v),b=$.__e,$.ref&&f.ref!=$.ref&&(f.ref&&Qt(f.ref,null,$),v.push($.ref,$.__c||b,$)),x==null&&b!=null&&(x=b),4&$.__u?(p=jo($,p,e),f.__e&&(f.__e=null)):typeof $.type=="function"&&C!==void 0?p=C:b&&(p=b.nextSibling),$.__u&=-7);return o.__e=x,p}function tr(e,t,o,n,r){var a,s,u,p,l,v=o.length,d=v,f=0;for(e.__k=new Array(r),a=0;a<r;a++)(s=t[a])!=null&&typeof s!="boolean"&&typeof s!="function"?(typeof s=="string"||typeof s=="number"||typeof s=="bigint"||s.constructor==String?s=e.__k[a]=_t(null,s,null,null,null):kt(s)?s=e.__k[a]=_t(Ee,{children:s},null,null,null):s.constructor===void 0&&s.__b>0?s=e.__k[a]=_t(s.type,s.props,s.key,s.ref?s.ref:null,s.__v):e.__k[a]=s,p=a+f,s.__=e,s.__b=e.__b+1,u=null,(l=s.__i=or(s,o,p,d))!=-1&&(d--,(u=o[l])&&(u.__u|=2)),u==null||u.__v==null?(l==-1&&(r>v?f--:r<v&&f++),typeof s.type!="function"&&(s.__u|=4)):l!=p&&(l==p-1?f--:l==p+1?f++:(l>p?f--:f++,s.__u|=4))):e.__k[a]=null;if(d)for(a=0;a<v;a++)(u=o[a])!=null&&(2&u.__u)==0&&(u.__e==n&&(n=Te(u)),Uo(u,u));return n}function jo(e,t,o){var n,r;if(typeof e.type=="function"){for(n=e.__k,r=0;n&&r<n.length;r++)n[r]&&(n[r].__=e,t=jo(n[r],t,o));return t}e.__e!=t&&(t&&e.type&&!t.parentNode&&(t=Te(e)),t=o.insertBefore(e.__e,t||null));do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function or(e,t,o,n){var r,a,s,u=e.key,p=e.type,l=t[o],v=l!=null&&(2&l.__u)==0;if(l===null&&u==null||v&&u==l.key&&p==l.type)return o;if(n>(v?1:0)){for(r=o-1,a=o+1;r>=0||a<t.length;)if((l=t[s=r>=0?r--:a++])!=null&&(2&l.__u)==0&&u==l.key&&p==l.type)return s}return-1}function So(e,t,o){t[0]=="-"?e.setProperty(t,o??""):e[t]=o==null?"":typeof o!="number"||Qn.test(t)?o:o+"px"}function ht(e,t,o,n,r){var a,s;e:if(t=="style")if(typeof o=="string")e.style.cssText=o;else{if(typeof n=="string"&&(e.style.cssText=n=""),n)for(t in n)o&&t in o||So(e.style,t,"");if(o)for(t in o)n&&o[t]==n[t]||So(e.style,t,o[t])}else if(t[0]=="o"&&t[1]=="n")a=t!=(t=t.replace(Po,"$1")),s=t.toLowerCase(),t=s in e||t=="onFocusOut"||t=="onFocusIn"?s.slice(2):t.slice(2),e.l||(e.l={}),e.l[t+a]=o,o?n?o[Qe]=n[Qe]:(o[Qe]=Yt,e.addEventListener(t,a?Kt:qt,a)):e.removeEventListener(t,a?Kt:qt,a);else{if(r=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{e[t]=o??"";break e}catch{}typeof o=="function"||(o==null||o===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&o==1?"":o))}}function Co(e){return function(t){if(this.l){var o=this.l[t.type+e];if(t[$t]==null)t[$t]=Yt++;else if(t[$t]<o[Qe])return;return o(O.event?O.event(t):t)}}}function Xt(e,t,o,n,r,a,s,u,p,l){var v,d,f,$,b,x,C,T,S,N,Z,X,z,q,h,k,_=t.type;if(t.constructor!==void 0)return null;128&o.__u&&(p=!!(32&o.__u),a=[u=t.__e=o.__e]),(v=O.__b)&&v(t);e:if(typeof _=="function"){d=s.length;try{if(S=t.props,N=_.prototype&&_.prototype.render,Z=(v=_.contextType)&&n[v.__c],X=v?Z?Z.props.value:v.__:n,o.__c?T=(f=t.__c=o.__c).__=f.__E:(N?t.__c=f=new _(S,X):(t.__c=f=new He(S,X),f.constructor=_,f.render=rr),Z&&Z.sub(f),f.state||(f.state={}),f.__n=n,$=f.__d=!0,f.__h=[],f._sb=[]),N&&f.__s==null&&(f.__s=f.state),N&&_.getDerivedStateFromProps!=null&&(f.__s==f.state&&(f.__s=de({},f.__s)),de(f.__s,_.getDerivedStateFromProps(S,f.__s))),b=f.props,x=f.state,f.__v=t,$)N&&_.getDerivedStateFromProps==null&&f.componentWillMount!=null&&f.componentWillMount(),N&&f.componentDidMount!=null&&f.__h.push(f.componentDidMount);else{if(N&&_.getDerivedStateFromProps==null&&S!==b&&f.componentWillReceiveProps!=null&&f.componentWillReceiveProps(S,X),t.__v==o.__v||!f.__e&&f.shouldComponentUpdate!=null&&f.shouldComponentUpdate(S,f.__s,X)===!1){t.__v!=o.__v&&(f.props=S,f.state=f.__s,f.__d=!1),t.__e=o.__e,t.__k=o.__k,t.__k.some(function(m){m&&(m.__=t)}),yt.push.apply(f.__h,f._sb),f._sb=[],f.__h.length&&s.push(f),u=Te(o);break e}f.componentWillUpdate!=null&&f.componentWillUpdate(S,f.__s,X),N&&f.componentDidUpdate!=null&&f.__h.push(function(){f.componentDidUpdate(b,x,C)})}if(f.context=X,f.props=S,f.__P=e,f.__e=!1,z=O.__r,q=0,N)f.state=f.__s,f.__d=!1,z&&z(t),v=f.render(f.props,f.state,f.context),yt.push.apply(f.__h,f._sb),f._sb=[];else do f.__d=!1,z&&z(t),v=f.render(f.props,f.state,f.context),f.state=f.__s;while(f.__d&&++q<25);f.state=f.__s,f.getChildContext!=null&&(n=de(de({},n),f.getChildContext())),N&&!$&&f.getSnapshotBeforeUpdate!=null&&(C=f.getSnapshotBeforeUpdate(b,x)),h=v!=null&&v.type===Ee&&v.key==null?zo(v.props.children):v,u=Oo(e,kt(h)?h:[h],t,o,n,r,a,s,u,p,l),f.base=t.__e,t.__u&=-161,f.__h.length&&s.push(f),T&&(f.__E=f.__=null)}catch(m){if(s.length=d,t.__v=null,p||a!=null){if(m.then){for(t.__u|=p?160:128;u&&u.nodeType==8&&u.nextSibling;)u=u.nextSibling;a!=null&&(a[a.indexOf(u)]=null),t.__e=u}else if(a!=null)for(k=a.length;k--;)Zt(a[k])}else t.__e=o.__e;t.__k==null&&(t.__k=o.__k||[]),m.then||Lo(t),O.__e(m,t,o)}}else a==null&&t.__v==o.__v?(t.__k=o.__k,t.__e=o.__e):u=t.__e=nr(o.__e,t,o,n,r,a,s,p,l);return(v=O.diffed)&&v(t),128&t.__u?void 0:u}function Lo(e){e&&(e.__c&&(e.__c.__e=!0),e.__k&&e.__k.some(Lo))}function No(e,t,o){for(var n=0;n<o.length;n++)Qt(o[n],o[++n],o[++n]);O.__c&&O.__c(t,e),e.some(function(r){try{e=r.__h,r.__h=[],e.some(function(a){a.call(r)})}catch(a){O.__e(a,r.__v)}})}function zo(e){return typeof e!="object"||e==null||e.__b>0?e:kt(e)?e.map(zo):e.constructor!==void 0?null:de({},e)}function nr(e,t,o,n,r,a,s,u,p){var l,v,d,f,$,b,x,C=o.props||gt,T=t.props,S=t.type;if(S=="svg"?r="http://www.w3.org/2000/svg":S=="math"?r="http://www.w3.org/1998/Math/MathML":r||(r="http://www.w3.org/1999/xhtml"),a!=null){for(l=0;l<a.length;l++)if(($=a[l])&&"setAttribute"in $==!!S&&(S?$.localName==S:$.nodeType==3)){e=$,a[l]=null;break}}if(e==null){if(S==null)return document.createTextNode(T);e=document.createElementNS(r,S,T.is&&T),u&&(O.__m&&O.__m(t,a),u=!1),a=null}if(S==null)C===T||u&&e.data==T||(e.data=T);else{if(a=S=="textarea"&&T.defaultValue!=null?null:a&&wt.call(e.childNodes),!u&&a!=null)for(C={},l=0;l<e.attributes.length;l++)C[($=e.attributes[l]).name]=$.value;for(l in C)$=C[l],l=="dangerouslySetInnerHTML"?d=$:l=="children"||l in T||l=="value"&&"defaultValue"in T||l=="checked"&&"defaultChecked"in T||ht(e,l,null,$,r);for(l in T)$=T[l],l=="children"?f=$:l=="dangerouslySetInnerHTML"?v=$:l=="value"?b=$:l=="checked"?x=$:u&&typeof $!="function"||C[l]===$||ht(e,l,$,C[l],r);if(v)u||d&&(v.__html==d.__html||v.__html==e.innerHTML)||(e.innerHTML=v.__html),t.__k=[];else if(d&&(e.innerHTML=""),Oo(t.type=="template"?e.content:e,kt(f)?f:[f],t,o,n,S=="foreignObject"?"http://www.w3.org/1999/xhtml":r,a,s,a?a[0]:o.__k&&Te(o,0),u,p),a!=null)for(l=a.length;l--;)Zt(a[l]);u&&S!="textarea"||(l="value",S=="progress"&&b==null?e.removeAttribute("value"):b!=null&&(b!==e[l]||S=="progress"&&!b||S=="option"&&b!=C[l])&&ht(e,l,b,C[l],r),l="checked",x!=null&&x!=e[l]&&ht(e,l,x,C[l],r))}return e}function Qt(e,t,o){try{if(typeof e=="function"){var n=typeof e.__u=="function";n&&e.__u(),n&&t==null||(e.__u=e(t))}else e.current=t}catch(r){O.__e(r,o)}}function Uo(e,t,o){var n,r;if(O.unmount&&O.unmount(e),(n=e.ref)&&(n.current&&n.current!=e.__e||Qt(n,null,t)),(n=e.__c)!=null){if(n.componentWillUnmount)try{n.componentWillUnmount()}catch(a){O.__e(a,t)}n.base=n.__P=n.__n=null}if(n=e.__k)for(r=0;r<n.length;r++)n[r]&&Uo(n[r],t,o||typeof e.type!="function");o||Zt(e.__e),e.__c=e.__=e.__e=void 0}function rr(e,t,o){return this.constructor(e,o)}function Ro(e,t,o){var n,r,a,s;t==document&&(t=document.documentElement),O.__&&O.__(e,t),r=(n=typeof o=="function")?null:o&&o.__k||t.__k,a=[],s=[],Xt(t,e=(!n&&o||t).__k=et(Ee,null,[e]),r||gt,gt,t.namespaceURI,!n&&o?[o]:r?null:t.firstChild?wt.call(t.childNodes):null,a,!n&&o?o:r?r.__e:t.firstChild,n,s),No(a,e,s),e.props.children=null}wt=yt.slice,O={__e:function(e,t,o,n){for(var r,a,s;t=t.__;)if((r=t.__c)&&!r.__)try{if((a=r.constructor)&&a.getDerivedStateFromError!=null&&(r.setState(a.getDerivedStateFromError(e)),s=r.__d),r.componentDidCatch!=null&&(r.componentDidCatch(e,n||{}),s=r.__d),s)return r.__E=r}catch(u){e=u}throw e}},Mo=0,Jt=function(e){return e!=null&&e.constructor===void 0},He.prototype.setState=function(e,t){var o;o=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=de({},this.state),typeof e=="function"&&(e=e(de({},o),this.props)),e&&de(o,e),e!=null&&this.__v&&(t&&this._sb.push(t),xo(this))},He.prototype.forceUpdate=function(e){this.__v&&(this.__e=!0,e&&this.__h.push(e),xo(this))},He.prototype.render=Ee,ge=[],To=typeof Promise=="function"?Promise.prototype.then.bind(Promise.resolve()):setTimeout,Eo=function(e,t){return e.__v.__b-t.__v.__b},bt.__r=0,Gt=Math.random().toString(8),$t="__d"+Gt,Qe="__a"+Gt,Po=/(PointerCapture)$|Capture$/i,Yt=0,qt=Co(!1),Kt=Co(!0),Xn=0;var St,se,eo,Ho,to=0,qo=[],V=O,Do=V.__b,Io=V.__r,Bo=V.diffed,Wo=V.__c,Fo=V.unmount,Vo=V.__;function Ko(e,t){V.__h&&V.__h(se,e,to||t),to=0;var o=se.__H||(se.__H={__:[],__h:[]});return e>=o.__.length&&o.__.push({}),o.__[e]}function K(e,t){var o=Ko(St++,3);!V.__s&&Jo(o.__H,t)&&(o.__=e,o.u=t,se.__H.__h.push(o))}function W(e){return to=5,Pe(function(){return{current:e}},[])}function Pe(e,t){var o=Ko(St++,7);return Jo(o.__H,t)&&(o.__=e(),o.__H=t,o.__h=e),o.__}function ar(){for(var e;e=qo.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(xt),t.__h.some(oo),t.__h=[]}catch(o){t.__h=[],V.__e(o,e.__v)}}}V.__b=function(e){se=null,Do&&Do(e)},V.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),Vo&&Vo(e,t)},V.__r=function(e){Io&&Io(e),St=0;var t=(se=e.__c).__H;t&&(eo===se?(t.__h=[],se.__h=[],t.__.some(function(o){o.__N&&(o.__=o.__N),o.u=o.__N=void 0})):(t.__h.some(xt),t.__h.some(oo),t.__h=[],St=0)),eo=se},V.diffed=function(e){Bo&&Bo(e);var t=e.__c;t&&t.__H&&(t.__H.__h.length&&(qo.push(t)!==1&&Ho===V.requestAnimationFrame||((Ho=V.requestAnimationFrame)||sr)(ar)),t.__H.__.some(function(o){o.u&&(o.__H=o.u,o.u=void 0)})),eo=se=null},V.__c=function(e,t){t.some(function(o){try{o.__h.some(xt),o.__h=o.__h.filter(function(n){return!n.__||oo(n)})}catch(n){t.some(function(r){r.__h&&(r.__h=[])}),t=[],V.__e(n,o.__v)}}),Wo&&Wo(e,t)},V.unmount=function(e){Fo&&Fo(e);var t,o=e.__c;o&&o.__H&&(o.__H.__.some(function(n){try{xt(n)}catch(r){t=r}}),o.__H=void 0,t&&V.__e(t,o.__v))};var Go=typeof requestAnimationFrame=="function";function sr(e){var t,o=function(){clearTimeout(n),Go&&cancelAnimationFrame(t),setTimeout(e)},n=setTimeout(o,35);Go&&(t=requestAnimationFrame(o))}function xt(e){var t=se,o=e.__c;typeof o=="function"&&(e.__c=void 0,o()),se=t}function oo(e){var t=se;e.__c=e.__(),se=t}function Jo(e,t){return!e||e.length!==t.length||t.some(function(o,n){return o!==e[n]})}var ir=Symbol.for("preact-signals");function Et(){if(he>1)he--;else{var e,t=!1;for((function(){var r=Mt;for(Mt=void 0;r!==void 0;){var a=r.S;if(a.v===r.v)for(var s=a.t;s!==void 0;s=s.x)s.i===r.i&&(s.i=a.i);r=r.o}})();ot!==void 0;){var o=ot;for(ot=void 0,Ct++;o!==void 0;){var n=o.u;if(o.u=void 0,o.f&=-3,!(8&o.f)&&Zo(o))try{o.c()}catch(r){t||(e=r,t=!0)}o=n}}if(Ct=0,he--,t)throw e}}function pe(e){if(he>0)return e();no=++lr,he++;try{return e()}finally{Et()}}var tt,H=void 0;function Ae(e){var t=H,o=tt;H=void 0,tt=void 0;try{return e()}finally{H=t,tt=o}}var ot=void 0,he=0,Ct=0,lr=0,no=0,Mt=void 0,Tt=0;function Yo(e){if(H!==void 0){var t=e.n;if(t===void 0||t.t!==H)return t={i:0,S:e,p:H.s,n:void 0,t:H,e:void 0,x:void 0,r:t},H.s!==void 0&&(H.s.n=t),H.s=t,e.n=t,32&H.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=H.s,t.n=void 0,H.s.n=t,H.s=t),t}}function J(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,this.Z=t?.unwatched,this.name=t?.name}J.prototype.brand=ir;J.prototype.h=function(){return!0};J.prototype.S=function(e){var t=this,o=this.t;o!==e&&e.e===void 0&&(e.x=o,this.t=e,o!==void 0?o.e=e:Ae(function(){var n;(n=t.W)==null||n.call(t)}))};J.prototype.U=function(e){var t=this;if(this.t!==void 0){var o=e.e,n=e.x;o!==void 0&&(o.x=n,e.e=void 0),n!==void 0&&(n.e=o,e.x=void 0),e===this.t&&(this.t=n,n===void 0&&Ae(function(){var r;(r=t.Z)==null||r.call(t)}))}};J.prototype.subscribe=function(e){var t=this;return ie(function(){var o=t.value;Ae(function(){return e(o)})},{name:"sub"})};J.prototype.valueOf=function(){return this.value};J.prototype.toString=function(){return this.value+""};J.prototype.toJSON=function(){return this.value};J.prototype.peek=function(){var e=this;return Ae(function(){return e.value})};Object.defineProperty(J.prototype,"value",{get:function(){var e=Yo(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(Ct>100)throw new Error("Cycle detected");(function(o){he!==0&&Ct===0&&o.l!==no&&(o.l=no,Mt={S:o,v:o.v,i:o.i,o:Mt})})(this),this.v=e,this.i++,Tt++,he++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{Et()}}}});function L(e,t){return new J(e,t)}function Zo(e){for(var t=e.s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function Xo(e){for(var t=e.s;t!==void 0;t=t.n){var o=t.S.n;if(o!==void 0&&(t.r=o),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function Qo(e){for(var t=e.s,o=void 0;t!==void 0;){var n=t.p;t.i===-1?(t.S.U(t),n!==void 0&&(n.n=t.n),t.n!==void 0&&(t.n.p=n)):o=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),t=n}e.s=o}function Oe(e,t){J.call(this,void 0,t),this.x=e,this.s=void 0,this.g=Tt-1,this.f=4}Oe.prototype=new J;Oe.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===Tt))return!0;if(this.g=Tt,this.f|=1,this.i>0&&!Zo(this))return this.f&=-2,!0;var e=H;try{Xo(this),H=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&(this.v=t,this.f&=-17,this.i++)}catch(o){this.v=o,this.f|=16,this.i++}return H=e,Qo(this),this.f&=-2,!0};Oe.prototype.S=function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}J.prototype.S.call(this,e)};Oe.prototype.U=function(e){if(this.t!==void 0&&(J.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=t.n)t.S.U(t)}};Oe.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(Oe.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=Yo(this);if(this.h(),e!==void 0&&(e.i=this.i),16&this.f)throw this.v;return this.v}});function G(e,t){return new Oe(e,t)}function en(e){var t=e.j;if(e.j=void 0,typeof t=="function"){he++;var o=H;H=void 0;try{t()}catch(n){throw e.f&=-2,e.f|=8,ro(e),n}finally{H=o,Et()}}}function ro(e){for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,en(e)}function ur(e){if(H!==this)throw new Error("Out-of-order effect");Qo(this),H=e,this.f&=-2;try{8&this.f&&ro(this)}finally{Et()}}function De(e,t){this.x=e,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=t?.name,tt&&tt.push(this)}De.prototype.c=function(){var e=this.S();try{if(8&this.f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};De.prototype.S=function(){if(1&this.f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,en(this),Xo(this),he++;var e=H;return H=this,ur.bind(this,e)};De.prototype.N=function(){2&this.f||(this.f|=2,this.u=ot,ot=this)};De.prototype.d=function(){this.f|=8,1&this.f||ro(this)};De.prototype.dispose=function(){this.d()};function ie(e,t){var o=new De(e,t);try{o.c()}catch(r){throw o.d(),r}var n=o.d.bind(o);return n[Symbol.dispose]=n,n}var ao,Ie,Pt,cr=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__,tn=[],on=[];ie(function(){ao=this.N})();function Be(e,t){O[e]=t.bind(null,O[e]||function(){})}function nt(e){if(Pt){var t=Pt;Pt=void 0,t()}Pt=e&&e.S()}function nn(e){var t=this,o=e.data,n=M(o);n.name="ReactiveDom",n.value=o;var r=Pe(function(){for(var u=t,p=t.__v;p=p.__;)if(p.__c){p.__c.__$f|=4;break}var l=G(function(){var $=n.value.value;return $===0?0:$===!0?"":$||""}),v=G(function(){return!Array.isArray(l.value)&&!Jt(l.value)}),d=ie(function(){if(this.N=an,v.value){var $=l.value;u.__v&&u.__v.__e&&u.__v.__e.nodeType===3&&(u.__v.__e.data=$)}}),f=t.__$u.d;return t.__$u.d=function(){d(),f.call(this)},[v,l]},[]),a=r[0],s=r[1];return a.value?s.peek():s.value}nn.displayName="ReactiveTextNode";Object.defineProperties(J.prototype,{constructor:{configurable:!0,value:et(Ee,null).constructor},type:{configurable:!0,value:nn},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},__b:{configurable:!0,value:1}});Be("__b",function(e,t){if(nt(),Ie=void 0,typeof t.type=="string"){var o,n=t.props;for(var r in n)if(r!=="children"){var a=n[r];a instanceof J&&(o||(t.__np=o={}),o[r]=a,n[r]=a.peek())}}e(t)});Be("__r",function(e,t){if(e(t),t.type!==Ee){nt();var o,n=t.__c;n&&(n.__$f&=-2,(o=n.__$u)===void 0&&(n.__$u=o=(function(r,a){var s;return ie(function(){s=this},{name:a}),s.c=r,s})((function(r){return function(){var a;cr&&((a=this.y)==null||a.call(this)),r.__$f|=1,r.setState({})}})(n),typeof t.type=="function"?t.type.displayName||t.type.name:""))),Ie=n,nt(o)}});Be("__e",function(e,t,o,n){nt(),Ie=void 0,e(t,o,n)});Be("diffed",function(e,t){nt(),Ie=void 0;var o;if(typeof t.type=="string"&&(o=t.__e)){var n=t.__np,r=t.props,a=o.U;if(a)for(var s in a){var u=a[s];u===void 0||n&&s in n||(u.d(),a[s]=void 0)}if(n){a||(a={},o.U=a);for(var p in n){var l=a[p],v=n[p];l===void 0?(l=pr(o,p,v,r),a[p]=l):l.o(v,r)}}}e(t)});function pr(e,t,o,n){var r=t in e&&e.ownerSVGElement===void 0,a=L(o);return{o:function(s,u){a.value=s,n=u},d:ie(function(){this.N=an;var s=a.value.value;n[t]!==s&&(n[t]=s,r?e[t]=s:s!=null&&(s!==!1||t[4]==="-")?e.setAttribute(t,s):e.removeAttribute(t))})}}Be("unmount",function(e,t){if(typeof t.type=="string"){var o=t.__e;if(o){var n=o.U;if(n){o.U=void 0;for(var r in n){var a=n[r];a&&a.d()}}}var s=t.__np;if(s){var u=t.props;for(var p in s)u[p]=s[p]}t.__np=void 0}else{var l=t.__c;if(l){l.__$f|=8;var v=l.__$u;v&&(l.__$u=void 0,v.d())}}e(t)});Be("__h",function(e,t,o,n){n<3&&(t.__$f|=2),e(t,o,n)});He.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;var o=this.__$u,n=o&&o.s!==void 0;for(var r in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var a=2&this.__$f;if(!(n||a||4&this.__$f)||1&this.__$f)return!0}else if(!(n||4&this.__$f)||3&this.__$f)return!0;for(var s in e)if(s!=="__source"&&e[s]!==this.props[s])return!0;for(var u in this.props)if(!(u in e))return!0;return!1};function M(e,t){return Pe(function(){return L(e,t)},[])}function rn(e,t){var o=W(e);return o.current=e,Ie.__$f|=4,Pe(function(){return G(function(){return o.current()},t)},[])}var fr=typeof requestAnimationFrame>"u"?setTimeout:function(e){var t=function(){clearTimeout(o),cancelAnimationFrame(n),e()},o=setTimeout(t,35),n=requestAnimationFrame(t)},vr=function(e){queueMicrotask(function(){queueMicrotask(e)})};function mr(){pe(function(){for(var e;e=tn.shift();)ao.call(e)})}function dr(){tn.push(this)===1&&(O.requestAnimationFrame||fr)(mr)}function hr(){pe(function(){for(var e;e=on.shift();)ao.call(e)})}function an(){on.push(this)===1&&(O.requestAnimationFrame||vr)(hr)}function ne(e,t){var o=W(e);o.current=e;var n=Ie;K(function(){return ie(function(){if(this.N=dr,!(n&&8&n.__$f))return o.current()},t)},[])}var sn=/\smover=([12])\s*$/,ln=({position:e,mover:t},o)=>t===2&&!o?`${e} mover=2`:e,We=e=>({position:e.replace(sn,""),mover:e.match(sn)?.[1]==="2"?2:1});var so=["explore","play","review","puzzles","statistics"];function $r(e){try{return e.split("/").map(decodeURIComponent)}catch{return null}}function un(e){let[t,o=""]=e.replace(/^#\/?/,"").split("?"),n=$r(t),[r="",a=""]=n??[],s=new URLSearchParams(o),{position:u,mover:p}=We(s.get("position")??"");return{malformed:!n,game:r,view:so.includes(a)?a:"explore",set:s.getAll("set"),position:u||null,forbid:s.get("forbid"),mover:s.get("mover")==="2"?2:p}}function le({game:e,view:t="explore",set:o=[],position:n,forbid:r,mover:a=1}){if(!e)return"#/";let s=new URLSearchParams(o.map(p=>["set",p]));n&&s.set("position",n),r&&s.set("forbid",r),n&&a===2&&s.set("mover",2);let u=s.toString();return`#/${encodeURIComponent(e)}/${t}${u&&`?${u}`}`}var cn="api/v1";var je=new Map,At=class extends Error{constructor(t,{error:o,command:n,older:r}={error:""}){super(o),Object.assign(this,{status:t,command:n,older:r})}};async function Ot(e,t){let o;try{o=await fetch(e,t)}catch{throw new At(0)}let n=await o.json().catch(()=>({error:o.statusText}));if(!o.ok)throw new At(o.status,n);return n}var pn=()=>Ot(`${cn}/games`);function fn(e,t,o={}){let n=[...e.set.map(a=>["set",a]),...Object.entries(o)],r=new URLSearchParams(n.filter(([,a])=>a!=null&&a!==""));return`${cn}/games/${encodeURIComponent(e.game)}/${t}?${r}`}function R(e,t,o,n=!0,r=void 0){let a=fn(e,t,o);if(!n)return Ot(a,{signal:r});if(!je.has(a)){je.size>=300&&je.delete(je.keys().next().value);let s=Ot(a,{signal:r}),u=()=>je.delete(a);r?.addEventListener("abort",u),s.then(()=>r?.removeEventListener("abort",u),u),je.set(a,s)}return je.get(a)}var jt=(e,t,o,n=void 0)=>Ot(fn(e,t),{method:"POST",signal:n,headers:{"Content-Type":"application/json"},body:JSON.stringify(o)});var mn=function(e,t,o,n){var r;t[0]=0;for(var a=1;a<t.length;a++){var s=t[a++],u=t[a]?(t[0]|=s?1:2,o[t[a++]]):t[++a];s===3?n[0]=u:s===4?n[1]=Object.assign(n[1]||{},u):s===5?(n[1]=n[1]||{})[t[++a]]=u:s===6?n[1][t[++a]]+=u+"":s?(r=e.apply(u,mn(e,u,o,["",null])),n.push(r),u[0]?t[0]|=2:(t[a-2]=0,t[a]=r)):n.push(u)}return n},vn=new Map;function dn(e){var t=vn.get(this);return t||(t=new Map,vn.set(this,t)),(t=mn(this,t.get(e)||(t.set(e,t=(function(o){for(var n,r,a=1,s="",u="",p=[0],l=function(f){a===1&&(f||(s=s.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?p.push(0,f,s):a===3&&(f||s)?(p.push(3,f,s),a=2):a===2&&s==="..."&&f?p.push(4,f,0):a===2&&s&&!f?p.push(5,0,!0,s):a>=5&&((s||!f&&a===5)&&(p.push(a,0,s,r),a=6),f&&(p.push(a,f,0,r),a=6)),s=""},v=0;v<o.length;v++){v&&(a===1&&l(),l(v));for(var d=0;d<o[v].length;d++)n=o[v][d],a===1?n==="<"?(l(),p=[p],a=3):s+=n:a===4?s==="--"&&n===">"?(a=1,s=""):s=n+s[0]:u?n===u?u="":s+=n:n==='"'||n==="'"?u=n:n===">"?(l(),a=1):a&&(n==="="?(a=5,r=s,s=""):n==="/"&&(a<5||o[v][d+1]===">")?(l(),a===3&&(p=p[0]),a=p,(p=p[0]).push(2,0,a),a=0):n===" "||n==="	"||n===`
`||n==="\r"?(l(),a=2):s+=n),a===3&&s==="!--"&&(a=4,p=p[0])}return l(),p})(e)),t),arguments,[])).length>1?t:t[0]}var c=dn.bind(et);var io={"this language":"English",language:"Language",light:"Light colours",dark:"Dark colours",skip:"To the board",views:"Views",variant:"Variant","the whole game":"the whole game",rules:"Rules",lead:"Every position of these games is solved: who wins, and how soon, is known for certain.","positions.n":"{count} positions","positions.n.one":"{count} position","not solved yet":"not solved yet","no server":"The server does not answer. Is retro serve still running?","no game":"There is no game called {game} here.","look again":"Look again",close:"Close",cancel:"Cancel",copied:"Copied.","not copied":"This browser does not let the page copy.","open one":"Open one",copy:"Copy",all:"all",win:"Win",draw:"Draw",loss:"Loss","win in":"Win in {n} plies","win in.one":"Win in 1 ply","loss in":"Loss in {n} plies","loss in.one":"Loss in 1 ply","over.win":"Won","over.loss":"Lost",points:"{points} points","points.one":"{points} point","side wins in":"{side} wins in {n} plies","side wins in.one":"{side} wins in 1 ply","side has":"{side} has {points}","points for first":"for the first player","points for mover":"for the player to move","short.win":"W","short.draw":"D","short.loss":"L",plies:"{n} plies","plies.one":"1 ply","player.1":"Blue","player.2":"Amber","to move":"to move",wins:"wins","ends in a draw":"The game is drawn","ended by":"The last move, {move}, ends the game.","cannot move":"{side} cannot move.","no move is left":"No move is left.","glyph.stone":"stone","glyph.block":"piece","glyph.mark":"mark","glyph.hole":"hole","glyph.dot":"dot","glyph.closed":"closed square",empty:"empty",board:"Board",picked:"picked","can be picked":"can be picked","more may follow":"The move may end here, or go on.","which move":"Which move is it?","make it":"Play {move}",explore:"Explore",play:"Play",review:"Review",puzzles:"Puzzles",statistics:"Statistics",values:"Values","show value":"Show the value",forbidden:"forbidden","is forbidden":"{move} is forbidden: {why}.","the rules forbid it after the last move":"the rules forbid it after the last move","forbidding costs":"Without that: {value}.","forbidding costs nothing":"That changes nothing.","from start":"{n} plies from the start, at least","from start.one":"1 ply from the start","moves, best first":"{n} moves, best first","moves, best first.one":"1 move",moves:"{n} moves","moves.one":"1 move",holding:"{keeping} of {all} hold","replies that hold":"So many of the opponent's replies keep what he has","best line":"Best play","best move":"Best move","no end":"A draw: neither side can force an end.","copy line":"Copy line",download:"Download","line of play":"Moves played","to the beginning":"To the beginning",undo:"Back",redo:"Forth","to the end":"To the end",flip:"Turn the board","another position":"Another position","the start":"The start","set up":"Set up",paste:"Paste","random.win":"A random win","random.draw":"A random draw","random.loss":"A random loss",share:"This position","copy link":"Copy link","copy position":"Copy position","download game":"Download the game",cite:"Cite","cite.why":"The digest is of the rules, the sums are of the files: whoever solves the same rules gets the same, byte by byte. Before a solution is written a sample of it is looked at again; verify proves every record.","paste what":"A position, the moves of a game, or a file of retro play","read it":"Read it","another game":"That is a game of {game}.","not legal":"Move {number}, {move}, is not legal.","up to there":"The board shows the game up to there.","malformed address":"This address cannot be read: something was lost on the way. These are the games.",variation:"A variation from move {ply} on.","back to the game":"Back to the game, move {number}","what is put":"What is put on the board",clear:"Empty",mirror:"Mirror","quarter turn":"Turn",swap:"Swap colours","swap.why":"Blue becomes amber, and amber blue","other side":"Other side to move","other side.why":"The board stays, the other player is to move","as it was":"As it was","as text":"The position as text","use it":"Use this position","play against":"Play against","new game":"A new game","player perfect":"Perfect play","player perfect.why":"never gives anything away","player trap":"A setter of traps","player trap.why":"perfect too, and of equal moves plays the one after which you are likely to go wrong","player fallible":"A human being","player fallible.why":"makes mistakes, the more the less strong","player random":"Anyhow","player random.why":"any move, whatever it is worth",strength:"Strength","play as":"Play","from here":"From this position","take back":"Take back","review game":"Review the game",resign:"Resign",resigned:"{side} has resigned.","ended.resigned":"You have resigned.",thinking:"The opponent is thinking","your turn":"Your turn.","you are":"You are",against:"against: {player}","looking back":"You are looking back at the game.","ended.move":"The game is over: the last move has ended it.","ended.stuck":"The game is over: there is no move.","ended.repeated":"A draw: the same position for the third time.","ended.plies":"A draw: so many plies without an end.","nothing to review":"Play a game, make moves on the board, or paste a game: then each move is looked at.","what moves gave away":"What the moves gave away",blunders:"{n} blunders","blunders.one":"1 blunder",blunder:"a blunder","column.ply":"#","column.move":"Move","column.made it":"Then","column.kept":"Keep","column.gave away":"Gave away","kept.why":"So many of the moves kept the outcome, or the points","points lost":"{n} points","points lost.one":"1 point","plies lost":"{n} plies","plies lost.one":"1 ply","lost win":"the win","lost draw":"the draw",better:"{move} was better",graph:"Value of the game, for blue",composing:"Looking for a puzzle","stipulation.win":"Find the win: it takes {n} plies.","stipulation.draw":"Hold the draw for {n} moves: each time one move alone does.","stipulation.draw.one":"Hold the draw: one move alone does.","stipulation.points":"Lose no points for {n} moves: {value}, and each time one move alone keeps them.","stipulation.points.one":"Lose no points: {value}, and one move alone keeps them.",refuted:"{move} fails to {reply}: {value}.","that fails":"That fails.",slower:"{move} wins, too, but takes {n} plies: there is a faster way.",solved:"Solved!","solved at last":"Solved. It will come back once more.","try again":"Try again","next puzzle":"Next puzzle","today's":"Today's puzzle","show solution":"Show the solution",busy:"The server is busy.","no puzzle":"No puzzle of this kind was found.","what puzzles":"Which puzzles",theme:"Theme","theme.win":"wins","theme.draw":"draws to be held","at most":"At most",tally:"{solved} solved, {failed} failed.","today's counted":"Today's puzzle is among these; it counts once.","to come back":"{n} will come back.",solution:"Solution",anything:"anything: the game ends at once","anything else":"anything else: the game ends at once",tries:"Tries, and what refutes them",try:"{move}? {reply}!","explore it":"Look at it",positions:"positions",states:"states","value of start":"the start",longest:"longest win","won at once":"won at once",forbidding:"states with a forbidden move","states by plies":"States by plies to the end","states by points":"States by points","logarithms, bars open":"(a scale of logarithms; a bar opens one of its positions)",searching:"Searching the records for one","as table":"As a table","longest wins":"Longest wins and losses","extreme scores":"Highest and lowest scores","longest.why":"Of positions in which nothing is forbidden; a number opens one.","count longest":"Count them (this may take minutes)",counting:"Counting",part:"Part","how counted":"How it is counted","solved by older rules":"Solved by older rules; solve again:",older:"{game} was solved by older rules with these options",unsolved:"{game} is not solved with these options yet","unsolved.how":"This command solves it, and the page shows it at once:","unsolved.small":"A small variant takes seconds:","unsolved.dry":"What it takes of memory, disk and time is told by","variants solved":"Variants that are solved"};var hn={"this language":"日本語",language:"言語",light:"明るい配色",dark:"暗い配色",skip:"盤面へ",views:"表示",variant:"種類","the whole game":"完全版",rules:"ルール",lead:"ここにあるゲームは全局面が解析済みです。どちらが何手で勝つか、すべて正確にわかります。","positions.n":"{count} 局面","not solved yet":"未解析","no server":"サーバーが応答しません。retro serve は動いていますか。","no game":"{game} というゲームはありません。","look again":"もう一度確認",close:"閉じる",cancel:"やめる",copied:"コピーしました。","not copied":"このブラウザーではコピーできません。","open one":"局面を開く",copy:"コピー",all:"全体",win:"勝ち",draw:"引き分け",loss:"負け","win in":"{n} 手で勝ち","loss in":"{n} 手で負け","over.win":"勝ち","over.loss":"負け",points:"{points} 点","side wins in":"{side}が {n} 手で勝ち","side has":"{side} {points}","points for first":"先手から見て","points for mover":"手番から見て","short.win":"勝","short.draw":"分","short.loss":"負",plies:"{n} 手","player.1":"青","player.2":"黄","to move":"の手番",wins:"の勝ち","ends in a draw":"引き分け","ended by":"最後の手{move}で終局です。","cannot move":"{side}は指せる手がありません。","no move is left":"指せる手が残っていません。","glyph.stone":"駒","glyph.block":"駒","glyph.mark":"印","glyph.hole":"穴","glyph.dot":"点","glyph.closed":"置けないマス",empty:"空き",board:"盤面",picked:"選択中","can be picked":"選択できます","which move":"どの手を指しますか。","more may follow":"ここで終えることも、続けることもできます。","make it":"{move} を指す",explore:"検討",play:"対局",review:"振り返り",puzzles:"問題",statistics:"統計",values:"評価","show value":"評価を見る",forbidden:"禁手","is forbidden":"{move} は禁手です({why})。","the rules forbid it after the last move":"直前の手の後ではルール上指せないため","forbidding costs":"禁手がなければ {value}。","forbidding costs nothing":"評価は変わりません。","from start":"初期局面から最短 {n} 手","moves, best first":"指し手 {n} 通り(良い順)",moves:"指し手 {n} 通り",holding:"{all} 手中 {keeping} 手が正解","replies that hold":"相手が今の結果を保てる応手の数","best line":"最善手順","best move":"最善手を指す","no end":"引き分け。どちらも勝ちを強制できません。","copy line":"手順をコピー",download:"保存","line of play":"ここまでの手","to the beginning":"最初へ",undo:"戻る",redo:"進む","to the end":"最後へ",flip:"盤を反転","another position":"ほかの局面","the start":"初期局面","set up":"局面を作る",paste:"貼り付け","random.win":"勝ちの局面","random.draw":"引き分けの局面","random.loss":"負けの局面",share:"この局面","copy link":"リンクをコピー","copy position":"局面をコピー","download game":"棋譜を保存",cite:"引用","cite.why":"ダイジェストはルールの、ハッシュ値はファイルのものです。同じルールを解けば、誰でも一バイトも違わない同じ結果を得ます。解は書き込む前に標本が検査され、verify ですべての記録が証明されます。","paste what":"局面、指し手の列、または retro play の棋譜ファイル","read it":"読み込む","another game":"これは {game} の棋譜です。","not legal":"{number} 手目の {move} は指せない手です。","up to there":"その手前までを盤に表示しています。","malformed address":"このアドレスは読めません(途中で壊れたようです)。ゲームの一覧を表示します。",variation:"{ply} 手目からの変化です。","back to the game":"本譜の {number} 手目に戻る","what is put":"置くもの",clear:"すべて消す",mirror:"左右反転","quarter turn":"回転",swap:"色を交換","swap.why":"青と黄を入れ替えます","other side":"手番を交代","other side.why":"盤面はそのままで手番だけ替えます","as it was":"元に戻す","as text":"局面の文字列","use it":"この局面にする","play against":"対戦相手","new game":"新しい対局","player perfect":"完全な相手","player perfect.why":"決して損をしません","player trap":"罠を仕掛ける相手","player trap.why":"完全な上に、同じ価値の手の中から、あなたが間違えやすい手を選びます","player fallible":"人間らしい相手","player fallible.why":"弱いほどよく間違えます","player random":"でたらめな相手","player random.why":"どんな手でも指します",strength:"強さ","play as":"対局開始:","from here":"この局面から","take back":"待った","review game":"対局を振り返る",resign:"投了",resigned:"{side}の投了です。","ended.resigned":"投了しました。",thinking:"相手が考えています","your turn":"あなたの番です。","you are":"あなたは",against:"相手：{player}","looking back":"前の局面を見ています。","ended.move":"終局。最後の手で決まりました。","ended.stuck":"終局。指せる手がありません。","ended.repeated":"引き分け。同じ局面が三度現れました。","ended.plies":"引き分け。手数の上限に達しました。","nothing to review":"対局するか、盤上で手を進めるか、棋譜を貼り付けると、一手ごとに振り返れます。","what moves gave away":"各手で失ったもの",blunders:"悪手 {n}",blunder:"悪手","column.ply":"手数","column.move":"指し手","column.made it":"結果","column.kept":"正解数","column.gave away":"失ったもの","kept.why":"結果(または点数)を保った手の数","points lost":"{n} 点","plies lost":"{n} 手","lost win":"勝ち","lost draw":"引き分け",better:"{move} が良かった",graph:"青から見た評価の推移",composing:"問題を探しています","stipulation.win":"{n} 手で勝ってください。","stipulation.draw":"引き分けを {n} 手続けて守ってください。正解はそれぞれ一手だけです。","stipulation.points":"{n} 手続けて点を失わない手を見つけてください({value})。正解はそれぞれ一手だけです。",refuted:"{move} には {reply} で失敗です({value})。",slower:"{move} でも勝てますが、{n} 手かかります。もっと速い勝ち方があります。","that fails":"失敗です。",solved:"正解!","solved at last":"正解です。この問題はまた出ます。","try again":"やり直す","next puzzle":"次の問題","today's":"今日の問題","show solution":"解答を見る",busy:"サーバーが混み合っています。","no puzzle":"このような問題は見つかりませんでした。","what puzzles":"問題の種類",theme:"テーマ","theme.win":"勝ち","theme.draw":"引き分けを守る","at most":"最長",tally:"正解 {solved}、失敗 {failed}。","today's counted":"今日の問題は集計済みです(一日一回)。","to come back":"再出題待ち {n}。",solution:"解答",anything:"どう応じてもすぐに終局","anything else":"その他:すぐに終局",tries:"紛れと、その反駁",try:"{move}? {reply}!","explore it":"検討する",positions:"局面",states:"状態","value of start":"初期局面",longest:"最長の勝ち","won at once":"一手で勝てる局面",forbidding:"禁手のある状態","states by plies":"終局までの手数ごとの状態数","states by points":"点数ごとの状態数","logarithms, bars open":"(対数目盛。棒を押すと局面が開きます)",searching:"該当する局面を探しています","as table":"表で見る","longest wins":"最長の勝ちと負け","extreme scores":"最高点と最低点","longest.why":"禁手のない局面について。番号を押すと局面が開きます。","count longest":"数える(数分かかることがあります)",counting:"数えています",part:"部分","how counted":"数え方","solved by older rules":"以前のルールで解析されたため、解析し直してください:",older:"{game}:この設定は以前のルールで解析されています",unsolved:"{game}:この設定はまだ解析されていません","unsolved.how":"次のコマンドで解析すると、すぐにここで見られます。","unsolved.small":"小さな盤なら数秒で解けます:","unsolved.dry":"必要なメモリ・ディスク・時間は次のコマンドでわかります:","variants solved":"解析済みの種類"};var yr=()=>localStorage,lo=()=>sessionStorage;function te(e,t,o=yr){let n=t;try{n=JSON.parse(o().getItem(`retro ${e}`))??t}catch{}let r=L(n);return ie(()=>{try{o().setItem(`retro ${e}`,JSON.stringify(r.value))}catch{}}),r}var rt={en:io,ja:hn},br=()=>navigator.languages.map(e=>e.slice(0,2)).find(e=>e in rt)??"en",Lt=te("language",""),Le=G(()=>Lt.value in rt?Lt.value:br());ie(()=>{document.documentElement.lang=Le.value});function i(e,t={}){let o=rt[Le.value];return(t.n===1&&o[`${e}.one`]||o[e]||io[e]||e).replace(/\{(\w+)\}/g,(r,a)=>t[a]??"")}var $n=e=>e.toLocaleString(Le.value,{notation:"compact"}),Y=e=>e.toLocaleString(Le.value);function U(e,t){let o=r=>e?.words?.[Le.value]?.[r]??e?.words?.en?.[r],[n]=t.match(/\d+/)??[];return o(t)??(n&&o(t.replace(n,"{n}"))?.replace("{n}",n))??t}var wr=2e3,at=L(""),_n=0;async function fe(e){let t;try{await navigator.clipboard.writeText(e),t=!0}catch{t=kr(e)}at.value=t?"copied":"not copied";let o=++_n;setTimeout(()=>o===_n&&(at.value=""),wr)}function kr(e){let[t,o]=[document.activeElement,document.createElement("textarea")];o.value=e,(t?.closest("dialog")??document.body).append(o),o.select();let n=document.execCommand("copy");return o.remove(),t?.focus(),n}var Nt=()=>c`<p class=${at.value?"copied":"hidden"} role="status">${at.value&&i(at.value)}</p>`;var Fe=L(!1),gn=e=>({mover:e,flip:Fe.value?1:""}),xr=e=>({picture:1,...gn(e)}),uo=(e,t)=>({position:e.position,forbid:e.forbidden,mover:e.turn||t});function co(e,t){let o=e.filter(n=>n.move.toLowerCase()===t.toLowerCase());return e.find(n=>n.move===t)??(o.length===1?o[0]:null)}function Sr({states:e,game:t}){return t?[...Array(Math.max(e.length,t.length)).keys()].find(n=>n&&e[n]?.move!==t[n]?.move)??null:null}function zt(e=()=>{}){let t=L(null),o=L(null),n=L(null),r=L(null),a=L(null),s=L(!1),u=L(null),p=G(()=>o.value?.states[o.value.at]??null),l=G(()=>o.value?Sr(o.value):null),v=0;async function d(_){let m=++v;s.value=!0;try{let g=await _();return m===v?g:null}catch(g){return m===v&&(a.value=g),null}finally{m===v&&(s.value=!1)}}function f(_,m,g,w=t.value){pe(()=>{u.value=a.value=null,n.value=_,o.value=m,t.value=w}),g||e(m)}async function $(_,m,g){let{position:w,forbid:E}=g&&!m.over?g:m,P=g&&!m.over?m.move:"",D=await R(_,"position",{position:w,forbid:E,move:P,replies:0,...xr(m.mover)});return m.over?b(_,D,m,m.move):D}async function b(_,m,{position:g,forbid:w,mover:E},P){let{scene:D,picture:ee,last_picture:F}=await R(_,"final",{position:g,forbid:w,last:P,...gn(E)});return{...m,final:D?{scene:D,picture:ee,last_picture:F}:{...m,last_picture:F}}}async function x(_,m,g=t.value){let w=await d(()=>$(g,_.states[_.at],_.states[_.at-1]));return w&&f(w,_,m,g),w}async function C(_,m,g=!1){let w=m.mover??1,E=await d(()=>$(_,{...m,mover:w}));return E&&f(E,{states:[uo(E,w)],at:0},g,_),E}async function T(_){for(let m of _){let g=n.value.moves.find(w=>w.move===m);if(!g||!await X(g,!0))return!1}return e(o.value),!0}async function S(_,m,g,w){if(w.after===null)return{found:await b(_,m,g,w.move),state:{...g,over:{value:w.value,dtm:w.dtm},move:w.move}};let E=3-g.mover,P=await $(_,{mover:E,move:w.move},g);return{found:P,state:{...uo(P,E),move:w.move}}}async function N(_,m,g){let w=m.mover??1,E=await $(_,{...m,mover:w}),P=[uo(E,w)];for(let D of g){let ee=P[P.length-1],F=ee.over?null:co(E.moves,D);if(!F||F.forbidden)break;let y=await S(_,E,ee,F);E=y.found,P.push(y.state)}return{found:E,states:P}}function Z(_,{found:m,states:g}){++v,s.value=!1,f(m,{states:g,at:g.length-1,game:g.length>1?g:null},!1,_)}async function X(_,m=!1){let{states:g,at:w,game:E}=o.value,P=l.value;if(g[w+1]?.move===_.move)return z(w+1,m);if(P!==null&&w<P&&E[w+1]?.move===_.move)return q(w+1,m);let D=await d(()=>S(t.value,n.value,g[w],_));if(!D)return!1;let ee=[...g.slice(0,w+1),D.state],F=P===null&&w===g.length-1;return f(D.found,{states:ee,at:w+1,game:F&&E?ee:E},m),!0}let z=(_,m=!1)=>_>=0&&_<o.value.states.length?x({...o.value,at:_},m).then(Boolean):Promise.resolve(!1);function q(_,m=!1){let{game:g}=o.value;return x({states:g,at:Math.min(_,g.length-1),game:g},m).then(Boolean)}function h(){o.peek()&&!o.peek().game&&(o.value={...o.peek(),game:o.peek().states})}async function k(){let[_,m]=[p.value,n.value];if(!m||r.peek()?.of===m)return;let g={position:_.position,forbid:_.forbid},w=await R(t.value,"position",g).catch(()=>null);w&&n.value===m&&(r.value={of:m,moves:w.moves})}return{place:t,line:o,state:p,answer:n,problem:a,busy:s,pointed:u,branch:l,open:C,replay:N,put:Z,follow:T,make:X,go:z,toGame:q,adopt:h,count:k,restore:(_,m,g=!0)=>x(m,g,_),again:()=>o.value&&x(o.value,!0),begin:G(()=>o.value?.states[0]??null),replies:G(()=>{let _=r.value?.of===n.value?r.value?.moves??[]:[];return new Map(_.map(m=>[m.move,m.replies]))}),game:G(()=>o.value?.game??o.value?.states??[]),gamePly:G(()=>{let{at:_}=o.value??{at:null};return l.value!==null&&_>=l.value?null:_}),moves:G(()=>o.value?.states.slice(1).map(_=>_.move)??[]),playable:G(()=>(!p.value||p.value.over?[]:n.value?.moves??[]).filter(m=>!m.forbidden))}}var Cr={win:"▲",draw:"■",loss:"▼"};function st(e,t=!0){if(typeof e=="string")return e;let o=t?e:-e;return o>0?"win":o<0?"loss":"draw"}var Ne=e=>e.scores!=="first"||e.turn!==2,yn=e=>e>0?`+${e}`:String(e).replace("-","−");function B({value:e,dtm:t}){return typeof e=="number"?i("points",{n:Math.abs(e),points:yn(e)}):t===0?i(`over.${e}`):e==="draw"?i("draw"):i(`${e} in`,{n:t})}function po({value:e,dtm:t},o,n){let r=a=>i(`player.${a}`);return typeof e=="number"?i("side has",{side:r(n==="first"?1:o),points:B({value:e})}):e==="draw"?i("draw"):i("side wins in",{side:r(e==="win"?o:3-o),n:t})}var fo=({value:e,dtm:t})=>typeof e=="number"?yn(e):`${i(`short.${e}`)}${t?` ${t}`:""}`,Q=({of:e,mine:t=!0,long:o=!1})=>{let n=st(e.value,t);return c`<span class="mark ${n}" title=${B(e)}>
        <span aria-hidden="true">${Cr[n]}</span> ${o?B(e):fo(e)}
    </span>`};function bn({desk:e,game:t}){let o=M(null);ne(()=>{let[p,l,v]=[e.state.value,e.answer.value,e.place.value];o.value=null,!(!l||!p||p.over||l.value==="draw")&&R(v,"line",{position:p.position,forbid:p.forbid}).then(d=>e.answer.peek()?.position===d.position&&(o.value=d.moves),()=>{})});let n=e.answer.value;if(!n||e.state.value?.over||!n.moves.length)return null;let r=()=>e.make(e.playable.value[0]),a=o.value??[],s=a.map(p=>p.move),u=p=>e.follow(s.slice(0,p));return c`<section class="bestline" aria-labelledby="bestline">
        <h2 id="bestline">${i("best line")}</h2>
        ${n.value==="draw"&&c`<p class="note">${i("no end")}</p>`}
        ${a.length>0&&c`<ol>
                ${a.map((p,l)=>c`<li key=${l}>
                        <button onClick=${()=>u(l+1)} title=${B(p)}>${p.move}</button>
                    </li>`)}
            </ol>`}
        <div class="row">
            <button onClick=${r} disabled=${!e.playable.value.length}>${i("best move")}</button>
            ${a.length>0&&c`<button onClick=${()=>fe(Mr(s))}>${i("copy line")}</button>
                    <button onClick=${()=>lt(`${t.game}-line.json`,it(e,s))}>${i("download")}</button>`}
        </div>
    </section>`}var Mr=e=>e.join(e.some(t=>t.includes(" "))?`
`:" ");function it(e,t,o=e.state.value,n=["perfect","perfect"]){return{format:"retro game 1",game:e.answer.value.game,options:e.answer.value.options,position:o.position,forbidden:o.forbid,mover:o.mover,first:n[0],second:n[1],skill:5,seed:0,moves:t,result:null}}function lt(e,t){let o=document.createElement("a");o.href=URL.createObjectURL(new Blob([`${JSON.stringify(t,null,1)}
`],{type:"application/json"})),o.download=e,o.click(),setTimeout(()=>URL.revokeObjectURL(o.href),1e3)}function Tr(e,t){let o=0;for(let n of e.steps){let r=new Set(n.at);if(n.kind==="piece"){for(;r.delete(t[o]);)o++;if(r.size&&o===t.length)return{next:[...r],piece:!0};if(r.size)return null}else for(let a of n.at){if(o===t.length)return{next:[a],piece:!1};if(t[o++]!==a)return null}}return o===t.length?{next:[],piece:!1}:null}var Er=(e,t)=>e.length===t.length&&e.every(o=>t.includes(o));function ut(e,t){let o=e.filter(s=>s.steps.length).map(s=>({move:s,...Tr(s,t)??{next:null}})).filter(s=>s.next),[n]=o;if(t.length&&n?.piece&&o.every(s=>s.piece&&Er(s.next,n.next)))return ut(e,[...t,...n.next]);let r=new Map;for(let{move:s,next:u}of o)for(let p of u)r.set(p,[...r.get(p)??[],s]);let a=o.filter(s=>!s.next.length).map(s=>s.move);return{picked:t,next:r,whole:a,piece:o.some(s=>s.piece),only:o.length===1}}var vo=60,Pr=.55,Ar={ArrowUp:[0,-1],ArrowDown:[0,1],ArrowLeft:[-1,0],ArrowRight:[1,0]};function Or(e){let[,t,o]=e.match(/viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/s);return{box:t,drawing:o}}function jr(e){let t=Fe.value?-vo:vo;return new Map(Object.entries({...e.points,...e.beside}).map(([o,[n,r]])=>[o,[n*t,-r*t]]))}function Lr(e,t,[o,n],r=1/0){let a=u=>Math.hypot(e.get(u)[0]-o,e.get(u)[1]-n),s=[...t].sort((u,p)=>a(u)-a(p))[0];return s!==void 0&&a(s)<=r?s:null}function Nr(e,t,o,[n,r]){let[a,s]=e.get(o),u=l=>{let[v,d]=[e.get(l)[0]-a,e.get(l)[1]-s],f=v*n+d*r;return f>1?f+2.2*Math.abs(v*r-d*n):1/0},p=[...t].sort((l,v)=>u(l)-u(v))[0];return p!==void 0&&u(p)<1/0?p:null}function zr({at:[e,t],of:o,counted:n}){let r=st(o.value,n),a=fo(o),s=Math.max(24,11+8.4*a.length+(/[^\x00-\x7f]/.test(a)?6:0))/2,[u,p]=[e,t+19],l={win:c`<rect x=${u-s} y=${p-9.5} width=${2*s} height="19" rx="9.5" />`,draw:c`<rect x=${u-s} y=${p-9.5} width=${2*s} height="19" />`,loss:c`<path d="M${u-s-4} ${p}l7 -10h${2*s-6}l7 10l-7 10h${6-2*s}z" />`};return c`<g class="badge ${r}" aria-hidden="true">
        ${l[r]}<text x=${u} y=${p+5}>${a}</text>
    </g>`}var Ur=(e,t)=>{let o=new Map,n=!e.turn&&t===2?[0,2,1]:[0,1,2];for(let r of e.pieces){let a=[r.player?i(`player.${n[r.player]}`):"",i(`glyph.${r.glyph}`),r.label];for(let s of r.at)o.set(s,a.filter(Boolean).join(" "))}return o};function ye({desk:e,marks:t=!1,play:o=null}){let n=M([]),r=M(null),a=M(null),s=W(),u=W(),p=e.answer.value,l=e.state.value,v=rn(()=>ut(e.playable.value,n.value));if(ne(()=>{e.answer.value,e.state.value,n.value=[],a.value=null}),!p||!l)return c`<div class="board waiting" aria-busy="true"></div>`;if(!p.picture)return c`<pre class="board drawn">${p.drawn}</pre>`;let d=p.final??p,{box:f,drawing:$}=Or(d.picture),b=jr(p.scene),{next:x,whole:C,piece:T}=o?v.value:{next:new Map,whole:[],piece:!1},S=o?v.value.picked:[],N=[...Object.keys(p.scene.points),...[...x.keys()].filter(y=>y in p.scene.beside)],Z=Ne(p),X=Ur(d.scene,l.mover);function z(y){let j=ut(e.playable.value,[...S,y]);if(x.has(y))return n.value=j.picked,j.only&&j.whole.forEach(q),!0;let oe=ut(e.playable.value,[y]),me=!S.includes(y)&&(oe.next.size||oe.whole.length);return n.value=me?oe.picked:[],me&&oe.only&&oe.whole.forEach(q),me}function q(y){n.value=[],o(y)}let h=y=>{let j=new DOMPoint(y.clientX,y.clientY).matrixTransform(s.current.getScreenCTM().inverse());return[j.x,j.y]},k=y=>Lr(b,N,h(y),Pr*vo);function _(y){if(!o||y.button)return;let j=k(y);j&&(r.value=j,z(j)&&(a.value={from:j,to:h(y),last:j},s.current.setPointerCapture(y.pointerId)))}function m(y){if(!a.value)return;let j=k(y);T&&j&&j!==a.value.last&&x.has(j)&&z(j),a.value={...a.value,to:h(y),last:j??a.value.last}}function g(y){if(!a.value)return;let{from:j}=a.value,oe=k(y);a.value=null,!T&&oe&&oe!==j&&x.has(oe)&&z(oe)}function w(y){let j=r.value&&N.includes(r.value)?r.value:E,oe=Ar[y.key];if(!(y.altKey||y.ctrlKey||y.metaKey)){if(oe)r.value=Nr(b,N,j,oe)??j,s.current.querySelector(`[data-spot="${CSS.escape(r.value)}"]`)?.focus();else if(y.key==="Enter"||y.key===" ")C.length===1&&y.key==="Enter"?q(C[0]):C.length&&y.key==="Enter"?u.current.querySelector("button").focus():o&&z(j);else if(y.key==="Escape"&&n.value.length)n.value=[];else return;y.preventDefault(),y.stopPropagation()}}let E=N.find(y=>x.has(y))??N[0],P=N.includes(r.value)?r.value:E,D=e.pointed.value??(S.length?C[0]??null:null);function ee(y){let[j,oe]=b.get(y),me=x.get(y)?.[0],wo=[y,X.get(y),S.includes(y)&&i("picked"),me&&i("can be picked")];return me&&t&&wo.push(B(me)),c`<g
            key=${y}
            data-spot=${y}
            class="spot ${me?"option":""} ${S.includes(y)?"chosen":""} ${S.length?"later":""}"
            role="button"
            tabindex=${y===P?0:-1}
            aria-label=${wo.filter(Boolean).join(", ")}
            aria-disabled=${o?!me:!0}
            onFocus=${()=>r.value=y}
        >
            <circle cx=${j} cy=${oe} r="26" />
        </g>`}let F=([y,[j]])=>c`<${zr} key=${y} at=${b.get(y)} of=${j} counted=${Z} />`;return c`<div class="board">
        <svg
            ref=${s}
            viewBox=${f}
            role="group"
            aria-label=${i("board")}
            class=${o?"live":""}
            onPointerDown=${_}
            onPointerMove=${m}
            onPointerUp=${g}
            onPointerCancel=${()=>a.value=null}
            onKeyDown=${w}
        >
            <g dangerouslySetInnerHTML=${{__html:$}} aria-hidden="true" />
            ${d.last_picture&&c`<g class="last" dangerouslySetInnerHTML=${{__html:d.last_picture}} aria-hidden="true" />`}
            ${N.map(ee)} ${t&&!D&&[...x].map(F)}
            ${D?.picture&&c`<g class="shown" dangerouslySetInnerHTML=${{__html:D.picture}} aria-hidden="true" />`}
            ${a.value&&!T&&c`<path class="drag" d="M${b.get(a.value.from).join(" ")}L${a.value.to.join(" ")}" />`}
        </svg>
        ${C.length>0&&c`<div class="settle" ref=${u}>
                <span>${i(C.length>1?"which move":"more may follow")}</span>
                ${C.map((y,j)=>c`<button key=${y.move} class=${j?"":"first"} onClick=${()=>q(y)}>
                            ${i("make it",{move:y.move})}
                        </button>`)}
                <button onClick=${()=>n.value=[]}>${i("cancel")}</button>
            </div>`}
    </div>`}function Ut({desk:e}){let t=e.branch.value;if(t===null)return null;let o=Math.min(t,e.game.value.length-1);return c`<p class="row branch" role="status">
        <span>${i("variation",{ply:t})}</span>
        <button class="first" onClick=${()=>e.toGame(o)}>${i("back to the game",{number:o})}</button>
    </p>`}function Ve({title:e,close:t,wide:o,children:n}){let r=W();return K(()=>{r.current.showModal()},[]),c`<dialog ref=${r} onClose=${t} aria-label=${e} class=${o?"wide":""}>
        <div class="top">
            <h2>${e}</h2>
            <button aria-label=${i("close")} onClick=${()=>r.current.close()}>✕</button>
        </div>
        ${n}
    </dialog>`}var Rr=e=>Object.entries(e).map(t=>t.join("="));function wn({desk:e,game:t,close:o}){let n=M(null);K(()=>{R(e.place.value,"citation").then(p=>n.value=p,o)},[]);let[r,a,s]=[n.value,e.state.value,e.answer.value],u=r&&[[r.title,...Rr(r.options)].join(", "),`position ${a.position}${a.forbid?`, ${a.forbid} forbidden`:""}: ${s.value}${s.dtm===null?"":` in ${s.dtm}`}`,`strong solution by retro ${r.version}, ${r.date.slice(0,10)}, digest of the rules ${r.digest}`,...Object.entries(r.files).map(([p,l])=>`${p} sha256 ${l}`),`reproduced by: ${r.solve}; proved record by record by: ${r.verify}`];return c`<${Ve} title=${i("cite")} close=${o} wide>
        ${u&&c`<p><b>${U(t,r.title)}</b> · ${B(s)}</p>
                <pre class="code">${u.join(`
`)}</pre>
                <p class="note">${i("cite.why")}</p>
                <div class="row"><button class="first" onClick=${()=>fe(u.join(`
`))}>${i("copy")}</button></div>
                <${Nt} />`}
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
        <button aria-label=${i("flip")} title=${`${i("flip")} (f)`} onClick=${()=>kn(e)}>⇅</button>
        ${t}
    </nav>`}function kn(e){Fe.value=!Fe.value,e.again()}function we(e,t,o={}){if(e.altKey||e.ctrlKey||e.metaKey||e.target.closest?.("input, textarea, select, dialog"))return;let n=t.line.peek();if(!n)return;let r={ArrowLeft:()=>t.go(n.at-1),ArrowRight:()=>t.go(n.at+1),Home:()=>t.go(0),End:()=>t.go(n.states.length-1),f:()=>kn(t),...o}[e.key];!r||e.defaultPrevented||(e.preventDefault(),r())}function ke({desk:e}){let t=e.line.value;if(!t||t.states.length<2)return null;let o=e.branch.value;return c`<section class="played" aria-labelledby="played">
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
    </section>`}var Hr={1:"blue",2:"amber"},ue=({of:e})=>c`<span class="side"><span class="disc ${Hr[e]}" aria-hidden="true"></span>${i(`player.${e}`)}</span>`,xn="the rules forbid it after the last move",Ge=(e,{forbidden:t,why_forbidden:o})=>i("is forbidden",{move:t,why:o===xn?i(xn):U(e,o)});function qe({desk:e,game:t,shown:o,reveal:n,ended:r=null}){let[a,s]=[e.answer.value,e.state.value];if(!a||!s)return c`<header class="headline"></header>`;let u=!a.moves.some(l=>!l.forbidden);if(r||s.over||u){let l=r??Dr(s,a);return c`<header class="headline" role="status">
            <p class="worth over">${l.winner?c`<${ue} of=${l.winner} /> ${i("wins")}`:i("ends in a draw")}${l.by??""}</p>
            <p class="note">${l.why}</p>
            ${!r&&!s.over&&a.forbidden&&c`<p class="note">${Ge(t,a)}</p>`}
        </header>`}let p=a.forbidden&&(a.unforbidden.value!==a.value||a.unforbidden.dtm!==a.dtm);return c`<header class="headline" role="status">
        <p class="turn"><${ue} of=${s.mover} /> ${i("to move")}${a.scene?.notes.length?` · ${a.scene.notes.map(l=>U(t,l)).join(" · ")}`:""}</p>
        ${o?c`<p class="worth">
                      <${Q} of=${a} mine=${Ne(a)} long />
                      ${a.scores&&c`<small>${i(`points for ${a.scores}`)}</small>`}
                  </p>`:c`<p class="worth"><button onClick=${n}>${i("show value")}</button></p>`}
        ${a.forbidden&&c`<p class="note">
                ${Ge(t,a)}
                ${o&&` ${p?i("forbidding costs",{value:B(a.unforbidden)}):i("forbidding costs nothing")}`}
            </p>`}
        ${o&&a.from_start!==null&&c`<p class="note">${i("from start",{n:a.from_start})}</p>`}
    </header>`}function Dr({over:e,move:t,mover:o},n){let r=e??n,a=st(r.value,Ne(n)),s=n.scores?i("no move is left"):i("cannot move",{side:i(`player.${o}`)});return{winner:a==="draw"?null:a==="win"?o:3-o,by:typeof r.value=="number"&&r.value?` (${B({value:Math.abs(r.value)})})`:"",why:e?i("ended by",{move:t}):s}}function Ke({desk:e,marks:t,play:o}){let n=e.answer.value,r=e.state.value?.over;if(!n||r||!n.moves.length)return null;let a=(d,f)=>d.move.localeCompare(f.move,"en",{numeric:!0}),s=t?n.moves:[...n.moves].sort(a),u=d=>()=>e.pointed.value=d,p=e.replies.value,l=({holding:d,legal:f})=>c`<span class="note" title=${i("replies that hold")}>
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
            ${t&&c`<${Q} of=${d} mine=${Ne(n)} />`}
        </button>
    </li>`;return c`<section class="moves" aria-labelledby="moves">
        <h2 id="moves">${i(t?"moves, best first":"moves",{n:s.length})}</h2>
        <ol>
            ${s.map(v)}
        </ol>
    </section>`}function xe(e){let t=W();t.current=e,K(()=>{let o=n=>t.current(n);return addEventListener("keydown",o),()=>removeEventListener("keydown",o)},[])}var mo=e=>({...un(location.hash),line:e}),Rt=L(mo(history.state?.line??null)),I=L(Rt.value);function Sn(e){I.value=mo(e),Rt.value=I.value}function $e(e,t=!1){let o=le(e);history[t||o===location.hash?"replaceState":"pushState"](null,"",o),Sn(null)}function Cn(e){I.value={...e,line:null}}function ct(e,t=!1){let o=e.states[e.at],n=le({...I.peek(),...o});history[t||n===location.hash&&!o.over?"replaceState":"pushState"]({line:e},"",n),I.value=mo(null)}var re=({game:e,set:t})=>({game:e,set:t}),ze=(e,t)=>e?.game===t?.game&&String(e?.set)===String(t?.set);addEventListener("popstate",e=>Sn(e.state?.line??null));var Ir="retro game 1";function Br(e){try{let t=JSON.parse(e);return t?.format===Ir&&Array.isArray(t.moves)?t:null}catch{return null}}var Wr=[/\n/,/[\s;]+/,/[\s,;]+/],Fr=e=>Wr.map(t=>e.split(t).map(o=>o.trim().replace(/^\d+\.+\s*|[,;]$/g,""))).flatMap(t=>[t,t.filter(o=>!/^\d+$/.test(o))]).map(t=>t.filter(Boolean)),Mn=e=>e.replace(/\p{L}/gu,"a").replace(/\d/g,"0");function Vr(e,{found:t,states:o},n){let[r,a]=[o.length,n[o.length-1]],u=(o[r-1].over?null:co(t.moves,a))?.forbidden?` ${Ge(e,t)}`:"";return i("not legal",{number:r,move:a})+u}function pt({desk:e,close:t,game:o}){let n=M(""),r=M(""),a=e.place.value;function s(d,f,$){let b=$.states.length-1,x=b<f.length?Vr(o,$,f):"";return x&&!b?x:(ze(d,a)||Cn({...d,view:"review"}),e.put(d,$),x&&(e.problem.value=new Error(`${x} ${i("up to there")}`)),"")}async function u(d){if(d.game!==o.game)return i("another game",{game:d.game});let f=Object.entries(d.options??{}).map(C=>C.join("=")),$={position:d.position,forbid:d.forbidden,mover:d.mover===2?2:1},b={...a,set:Gr(o,f)},x=d.moves.map(String);return s(b,x,await e.replay(b,$,x))}async function p(d){let f=null;for(let $ of Fr(d))for(let b of[{},e.begin.value,e.state.value]){let x=b&&$.length&&await e.replay(a,b,$).catch(()=>null);if(!x)continue;let C=x.states.length;if(C>$.length)return s(a,$,x);(C>1||x.found.moves.some(S=>Mn(S.move)===Mn($[0])))&&C>(f?.legal??0)&&(f={legal:C,moves:$,replayed:x})}return f&&s(a,f.moves,f.replayed)}async function l(){let d=n.value.trim(),f=Br(d);try{return f?await u(f):s(a,[],await e.replay(a,We(d),[]))}catch($){return(f?null:await p(d))??($.message||i("no server"))}}async function v(d){d.preventDefault(),r.value=await l(),r.value||t()}return c`<${Ve} title=${i("paste")} close=${t}>
        <form onSubmit=${v}>
            <label for="pasted">${i("paste what")}</label>
            <textarea id="pasted" rows="6" autofocus spellcheck="false" onInput=${d=>n.value=d.target.value}></textarea>
            ${r.value&&c`<p class="wrong" role="alert">${r.value}</p>`}
            <div class="row"><button class="first" disabled=${!n.value.trim()}>${i("read it")}</button></div>
        </form>
    <//>`}function Gr(e,t){let o=new Set(e.options.map(n=>`${n.name}=${n.default}`));return t.filter(n=>!o.has(n))}var Tn=60,qr=(e,t)=>{let o=[...e];for(let[n,r]of t)o[n]=r;return o.join("")},Kr=(e,t)=>e.slice(0,Math.max(...Object.values(t))+1);function Jr(e,t){let o=Object.entries(e),[n,r]=[0,1].map(l=>Math.min(...o.map(([,v])=>v[l]))),[a,s]=[0,1].map(l=>Math.max(...o.map(([,v])=>v[l]))),u={mirror:([l,v])=>[n+a-l,v],turn:([l,v])=>[n+v-r,s-(l-n)]}[t],p=new Map;for(let[l,v]of o){let[d,f]=u(v),$=o.find(([,b])=>Math.hypot(b[0]-d,b[1]-f)<.01);if(!$)return null;p.set(l,$[0])}return p}function ho({desk:e,close:t}){let o=e.state.value,n=M(o.position),r=M(o.mover),a=M(0),s=M(null),u=M(o.position),p=Pe(()=>({number:0}),[]);ne(()=>{let h=++p.number,k={position:n.value,mover:r.value},_=k.position;R(e.place.value,"setup",k).then(m=>{if(h!==p.number)return;let{problem:g}=m,w=g&&p.painted&&m.cells?Kr(_,m.cells):_;if(w!==_){n.value=w;return}s.value={...m.cells||!s.peek()?.cells||!g?m:{...s.peek(),problem:g},said:k},m.cells&&(u.value=_)},m=>h===p.number&&(s.value={...s.peek(),problem:m.message,said:k}))});let l=s.value,v=l?.cells,d=l?.said.position===n.value&&l.said.mover===r.value,f=h=>v[h],$=h=>{p.painted=!0,n.value=u.value=qr(u.value,h)},b=h=>$([[f(h),l.palette[a.value].letter]]);function x(h){let k=Jr(l.points,h);k&&$([...k].map(([_,m])=>[f(m),u.value[f(_)]]))}let C=Object.fromEntries((l?.palette??[]).map(h=>[`${h.glyph} ${h.player}`,h.letter]));function T(){let h={};for(let{glyph:k,player:_,letter:m}of l.palette)h[m]=C[`${k} ${[0,2,1][_]}`]??m;$(Object.values(v).map(k=>[k,h[u.value[k]]??u.value[k]]))}function S(){T(),r.value=3-r.value}let N=h=>{p.painted=!1;let k=We(h.target.value);k.position!==h.target.value&&(r.value=k.mover),n.value=k.position},Z=()=>$(Object.values(v).map(h=>[h,C["empty 0"]]));async function X(h){h.preventDefault(),await e.open(e.place.value,{position:l.position,mover:r.value})&&t()}let z=(h,k,_)=>c`<button type="button" onClick=${k} title=${_}>${i(h)}</button>`,q=h=>r.value===2&&!l.turn?[0,2,1][h.player]:h.player;return c`<${Ve} title=${i("set up")} close=${t} wide>
        <form onSubmit=${X} class="setup">
            ${v&&c`<div class="brushes" role="radiogroup" aria-label=${i("what is put")}>
                    ${l.palette.map((h,k)=>c`<label key=${h.letter} class=${a.value===k?"chosen":""}>
                            <input type="radio" name="brush" checked=${a.value===k} onChange=${()=>a.value=k} />
                            ${h.player?c`<${ue} of=${q(h)} />`:""} ${h.glyph==="empty"?i("empty"):i(`glyph.${h.glyph}`)}
                        </label>`)}
                </div>`}
            ${l?.picture&&c`<${Yr} found=${l} paint=${v&&b} />`}
            ${v&&c`<div class="row">
                    ${z("clear",Z)} ${z("mirror",()=>x("mirror"))} ${z("quarter turn",()=>x("turn"))}
                    ${z("swap",T,i("swap.why"))} ${!l.turn&&z("other side",S,i("other side.why"))}
                    ${z("as it was",()=>(n.value=u.value=o.position,r.value=o.mover))}
                </div>`}
            <label for="position">${i("as text")}</label>
            <input id="position" value=${n.value} spellcheck="false" autocomplete="off" onInput=${N} />
            <p class="verdict" role="status">
                ${l?.problem?c`<span class="wrong">✗ ${l.problem}</span>`:l&&c`✓ <${ue} of=${l.turn||r.value} /> ${i("to move")} <${Q} of=${l} mine=${l.scores!=="first"||l.turn!==2} long />`}
            </p>
            <div class="row"><button class="first" disabled=${!d||!!l.problem}>${i("use it")}</button></div>
        </form>
    <//>`}function Yr({found:e,paint:t}){let[,o,n]=e.picture.match(/viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/s),r=s=>u=>{u.key!=="Enter"&&u.key!==" "||(u.preventDefault(),t(s))},a=s=>u=>u.buttons===1&&t(s);return c`<div class="board">
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
                        <rect x=${u*Tn-28} y=${-p*Tn-28} width="56" height="56" rx="6" />
                    </g>`)}
        </svg>
    </div>`}var Se=te("values",!0);function En({desk:e,game:t}){let o=M(null),n=()=>Se.value=!Se.value,r=()=>e.playable.peek()[0]&&e.make(e.playable.peek()[0]);xe(d=>we(d,e,{v:n,b:r,p:()=>o.value=pt,s:()=>o.value=ho})),ne(()=>{e.answer.value,Se.value&&e.count()});let a=d=>e.make(d);async function s(d){let f=await R(e.place.value,"random",{...d,replies:0},!1).catch($=>(e.problem.value=$)&&null);f&&e.open(e.place.value,{position:f.position})}let u=()=>e.begin.value?e.open(e.place.value,{}):null,p=o.value,l=e.state.value,v=l&&ln(l,e.answer.value?.turn);return c`
        <${qe} desk=${e} game=${t} shown=${Se.value} reveal=${n} />
        <section class="table">
            <${ye} desk=${e} marks=${Se.value} play=${a} />
            <${be} desk=${e}>
                <button aria-pressed=${Se.value} title=${`${i("values")} (v)`} onClick=${n}>${i("values")}</button>
            <//>
            <${Ut} desk=${e} />
            <${ke} desk=${e} />
        </section>
        <section class="panel">
            ${e.problem.value&&c`<p class="wrong" role="alert">${e.problem.value.message||i("no server")}</p>`}
            ${Se.value&&c`<${bn} desk=${e} game=${t} />`}
            <${Ke} desk=${e} marks=${Se.value} play=${a} />
            <section aria-labelledby="another">
                <h2 id="another">${i("another position")}</h2>
                <div class="row">
                    <button onClick=${u}>${i("the start")}</button>
                    <button onClick=${()=>o.value=ho} title="(s)">${i("set up")}</button>
                    <button onClick=${()=>o.value=pt} title="(p)">${i("paste")}</button>
                    ${["win","draw","loss"].map(d=>c`<button onClick=${()=>s({value:d})}>${i(`random.${d}`)}</button>`)}
                </div>
            </section>
            <section aria-labelledby="share">
                <h2 id="share">${i("share")}</h2>
                <p class="code"><span id="this-position">${l?.position}</span>${v?.slice(l.position.length)}</p>
                <div class="row">
                    <button onClick=${()=>fe(location.href)}>${i("copy link")}</button>
                    <button onClick=${()=>fe(v)}>${i("copy position")}</button>
                    ${e.moves.value.length>0&&c`<button onClick=${()=>lt(`${t.game}.json`,it(e,e.moves.value,e.begin.value,["human","human"]))}>
                            ${i("download game")}
                        </button>`}
                    <button onClick=${()=>o.value=wn}>${i("cite")}</button>
                </div>
            </section>
        </section>
        ${p&&c`<${p} desk=${e} game=${t} close=${()=>o.value=null} />`}
    `}var Pn=(e,t)=>Object.entries(t).filter(([o,n])=>e.options.find(r=>r.name===o)?.default!==n),Ht=(e,t)=>Pn(e,t).map(o=>o.join("=")),Ce=(e,t)=>({game:e.game,set:Ht(e,t.options)}),Ue=(e,t)=>Pn(e,t.options).map(([o,n])=>`${U(e,o)} ${U(e,String(n))}`).join(" · ")||i("the whole game");function Zr({game:e}){let t=e.older.filter(n=>n.command),o=e.older.filter(n=>!n.command);return c`
        ${t.length>0&&c`<p class="note">${i("solved by older rules")}</p>
            <ul>${t.map(n=>c`<li>${Ue(e,n)} <code>${n.command}</code></li>`)}</ul>`}
        ${o.map(n=>c`<p class="note">${Ue(e,n)}: ${n.why}</p>`)}
    `}function An({games:e,malformed:t}){return c`<main class="home" id="main">
        ${t&&c`<p class="wrong" role="alert">${i("malformed address")}</p>`}
        <p class="lead">${i("lead")}</p>
        <div class="cards">
            ${e.map(o=>c`<${Xr} key=${o.game} game=${o} />`)}
        </div>
    </main>`}function Xr({game:e}){let t=M(null),o=e.solved.find(r=>r.start)??e.solved[0];if(K(()=>{if(!o)return;(o.start?R(Ce(e,o),"position",{picture:1,replies:0}):R(Ce(e,o),"random",{picture:1,replies:0,seed:4})).then(a=>t.value=a.picture,()=>{})},[]),e.problem)return c`<article class="card"><h2>${e.game}</h2><p class="wrong">${e.problem}</p></article>`;let n=le(o?Ce(e,o):{game:e.game});return c`<article class="card">
        <a class="picture" href=${n} tabindex="-1" aria-hidden="true">
            ${t.value?c`<div dangerouslySetInnerHTML=${{__html:t.value}} />`:c`<div class="blank">${U(e,e.title)[0]}</div>`}
        </a>
        <h2><a href=${n}>${U(e,e.title)}</a></h2>
        ${e.solved.length?c`<ul>
                      ${e.solved.map(r=>c`<li>
                              <a href=${le(Ce(e,r))}>${Ue(e,r)}</a>
                              <small>${i("positions.n",{n:r.positions,count:Y(r.positions)})}</small>
                              ${r.start&&c`<${Q} of=${r.start} />`}
                          </li>`)}
                  </ul>`:c`<p class="note">${i("not solved yet")}</p>`}
        <${Zr} game=${e} />
    </article>`}var Qr=["perfect","trap","fallible","random"],ft=te("opponent","fallible"),Dt=te("skill",3),Me=te("playing",null,lo),ce=te("ended",null,lo),Bt=L(!1),It=L(null),vt=L("");function jn({desk:e,game:t}){xe(l=>we(l,e,{v:()=>It.value=e.state.value}));let o=On(Me.value,e)?Me.value:null,n=e.line.value&&e.line.value.at===e.line.value.states.length-1,r=o&&e.state.value?.mover===o.side&&!ce.value&&!e.state.value?.over;ne(()=>{let[l,v]=[e.line.value,Me.value];if(!On(v,e)||l.at<l.states.length-1||ce.value||Bt.value||e.busy.value)return;let d=l.states[l.at];(d.over||d.mover!==v.side)&&na(e,v)});let a=async(l,v)=>{let d=v??{};if(pe(()=>{ce.value=null,Me.value=null,It.value=null,vt.value=""}),!await e.open(e.place.value,d))return;let f={opponent:ft.value,skill:Dt.value};Me.value={place:e.place.value,begin:Ln(e),side:l,...f}},s=l=>r&&n?e.make(l):null,u=()=>{let{states:l}=e.line.value,v=l.findLastIndex((f,$)=>$<l.length-1&&f.mover===o.side&&!f.over);if(v<0)return;ce.value=null;let d={states:l.slice(0,v+1),at:v};e.restore(e.place.value,d,!1)},p=It.value===e.state.value;return c`
        ${o&&c`<${qe} desk=${e} game=${t} shown=${p} reveal=${()=>It.value=e.state.value} ended=${n?ea(o):null} />`}
        <section class="table">
            <${ye} desk=${e} marks=${p} play=${r&&n?s:null} />
            <${be} desk=${e}>
                ${o&&c`<button onClick=${u} disabled=${e.moves.value.length<1}>${i("take back")}</button>`}
            <//>
            <${ke} desk=${e} />
        </section>
        <section class="panel">
            ${o&&c`<${ra} session=${o} mine=${r} last=${n} />`}
            ${(vt.value||e.problem.value)&&c`<p class="wrong" role="alert">${vt.value||e.problem.value.message}</p>`}
            ${o&&(ce.value||e.moves.value.length>0)&&c`<div class="row">
                    <button class=${ce.value?"first":""} onClick=${()=>aa(e)}>${i("review game")}</button>
                    ${!ce.value&&c`<button onClick=${()=>ce.value={kind:"resigned"}}>${i("resign")}</button>`}
                </div>`}
            <form class="opponent" onSubmit=${l=>l.preventDefault()}>
                <h2>${o?i("new game"):i("play against")}</h2>
                <div class="choices" role="radiogroup" aria-label=${i("play against")}>
                    ${Qr.map(l=>c`<label key=${l} class=${ft.value===l?"chosen":""}>
                            <input type="radio" name="opponent" checked=${ft.value===l} onChange=${()=>ft.value=l} />
                            <b>${i(`player ${l}`)}</b><small>${i(`player ${l}.why`)}</small>
                        </label>`)}
                </div>
                ${ft.value==="fallible"&&c`<label for="skill">${i("strength")} <output>${Dt.value}</output></label>
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
                    <button class="first" onClick=${()=>a(1)}>${i("play as")} <${ue} of=${1} /></button>
                    <button class="first" onClick=${()=>a(2)}>${i("play as")} <${ue} of=${2} /></button>
                    ${e.state.value&&!e.state.value.over&&c`<button onClick=${()=>a(e.state.value.mover,e.state.value)}>${i("from here")}</button>`}
                </div>
            </form>
            ${r&&n&&c`<${Ke} desk=${e} marks=${p} play=${s} />`}
        </section>
    `}var Ln=e=>{let{position:t,forbid:o,mover:n}=e.begin.value;return{position:t,forbid:o,mover:n}};function On(e,t){return!e||!t.line.value||!ze(e.place,t.place.value)?!1:JSON.stringify(e.begin)===JSON.stringify(Ln(t))}function ea({side:e}){let t=ce.value?.kind;return t==="resigned"?{winner:3-e,why:i("resigned",{side:i(`player.${e}`)})}:t==="repeated"||t==="plies"?{winner:null,why:i(`ended.${t}`)}:null}var ta=({opponent:e,skill:t})=>i(`player ${e}`)+(e==="fallible"?` (${t})`:""),oa=e=>{let[t,...o]=e.line.value.states;return{position:t.position,forbid:t.forbid,mover:t.mover,moves:o.map(n=>n.move)}};async function na(e,t){Bt.value=!0;let o=e.line.value;try{let n=await jt(e.place.value,"reply",{...oa(e),player:t.opponent,skill:t.skill});if(Me.value!==t||e.line.value!==o)return;vt.value="";let r=e.playable.value.find(a=>a.move===n.move);r&&await e.make(r,!0)&&ct(e.line.value,!0),n.ending&&Me.value===t&&(ce.value=n.ending)}catch(n){vt.value=n.message||i("no server")}finally{Bt.value=!1}}function ra({session:e,mine:t,last:o}){return ce.value?c`<p class="status" role="status">${i(`ended.${ce.value.kind}`)}</p>`:Bt.value?c`<p class="status" role="status"><span class="dots" aria-hidden="true"></span>${i("thinking")}</p>`:o?c`<p class="status" role="status">${t?i("your turn"):""} <small>${i("you are")} <${ue} of=${e.side} /> · ${i("against",{player:ta(e)})}</small></p>`:c`<p class="status" role="status">${i("looking back")}</p>`}function aa(e){Me.value=null,ce.value=null;let{position:t,forbid:o,mover:n}=e.state.value;$e({...re(e.place.value),view:"review",position:t,forbid:o,mover:n})}var ia=[3,5,7,9,13,21],la=3,ua=7,ca=450,Wt=te("theme of puzzles","win"),$o=te("length of puzzles",7),Je=te("failed puzzles",[]),_e=te("tally",{solved:0,failed:0,seen:0}),mt=te("today's puzzles in the tally",{day:0,places:[]}),A=zt(),Nn=({position:e,forbidden:t})=>({position:e,forbid:t,mover:1}),zn=()=>Number(new Date().toLocaleDateString("sv").replaceAll("-","")),pa=()=>new Promise(e=>setTimeout(e,ca));function Dn({desk:e,game:t}){let o=e.place.value,n=M(null),r=W(0),a=W(null),s=W(0),u=M("asking"),p=M("");xe(m=>u.value!=="asking"&&we(m,A));let l=e.answer.value?.scores??"",v=m=>m.game===o.game&&String(m.set)===String(o.set),d=m=>m===mt.value.day&&mt.value.places.some(v);function f(){let m=r.current;return()=>m===r.current}async function $(m,g=null){++r.current;let w=f();a.current?.abort(),a.current=new AbortController,u.value="asking",p.value="";try{let E={theme:l?"points":Wt.value==="points"?"win":Wt.value,length:$o.value,...m},P=g??await R(o,"puzzle",E,!!m?.seed,a.current.signal),D=w()&&await A.open(o,Nn(P),!0);if(!w())return;if(!D)throw A.problem.value;n.value={...P,clean:!0,why_forbidden:A.answer.value.why_forbidden},u.value="solving"}catch(E){if(!w())return;p.value=E?.message??"",u.value=E?.status===503?"busy":"none"}}let b=()=>_e.value.seen+la+1;function x(){_e.value={..._e.value,seen:_e.value.seen+1};let m=Je.value.find(g=>v(g)&&g.due<=_e.value.seen);m&&(Je.value=Je.value.map(g=>g===m?{...m,due:b()}:g)),$({},m?.puzzle)}let C=()=>$({theme:l?"points":"win",length:ua,seed:zn()});K(()=>(C(),()=>{++r.current,a.current.abort()}),[o.game,String(o.set),l]);function T(m){let{position:g}=n.value,w=Je.value.filter(ee=>!(v(ee)&&ee.puzzle.position===g)),E={...re(o),puzzle:n.value,due:b()};Je.value=m?w:[...w,E].slice(-50);let{clean:P,seed:D}=n.value;if(P&&!d(D)){let ee=m?"solved":"failed";_e.value={..._e.value,[ee]:_e.value[ee]+1};let F=zn(),y=mt.value.day===F?mt.value.places:[];D===F&&(mt.value={day:F,places:[...y,re(o)]})}n.value={...n.value,clean:n.value.clean&&m}}let S=()=>A.state.value.over||!A.playable.value.length;async function N(m){let g=f();s.current=A.line.value.at;let w=s.current+1,[E]=A.playable.value,P=m.value===E.value&&m.dtm===E.dtm;if(!await A.make(m,!0)||!g()||u.value!=="solving")return;if(P&&(S()||w>=n.value.plies)){T(n.value.clean),u.value="solved";return}if(!P&&m.value==="win"){u.value="slower",p.value=i("slower",{move:m.move,n:m.dtm});return}P||T(!1),u.value=P?"defending":"refuting";let D=A.state.value;if(await pa(),!g())return;A.state.value!==D&&await A.go(w,!0);let ee=A.state.value.mover===A.begin.value.mover,[F]=g()&&!ee?A.playable.value:[],{mover:y}=A.state.value;F&&await A.make(F,!0),g()&&(P?u.value=S()?"solved":"solving":(u.value="failed",p.value=F?i("refuted",{move:m.move,reply:F.move,value:po(F,y,l)}):i("that fails")),u.value==="solved"&&T(n.value.clean))}async function Z(){let m=f();if(p.value="",await A.go(s.current,!0),!m())return;let{states:g,at:w}=A.line.value;await A.restore(o,{states:g.slice(0,w+1),at:w}),m()&&(u.value="solving")}async function X(){let m=f();["solving","slower"].includes(u.value)&&T(!1),u.value="shown";let g=await A.replay(o,Nn(n.value),n.value.line).catch(()=>null);!g||!m()||(A.put(o,g),await A.go(0,!0))}let z=["none","busy"].includes(u.value),q=u.value==="solving"&&A.state.value?.mover===A.begin.value.mover,h=["failed","slower"].includes(u.value),k=n.value,_=["solved","shown"].includes(u.value);return c`
        <header class="headline" role="status">
            ${u.value==="asking"&&c`<p class="turn"><span class="dots" aria-hidden="true"></span>${i("composing")}</p>`}
            ${k&&!z&&u.value!=="asking"&&c`<p class="turn"><${ue} of=${A.begin.value.mover} /> ${i("to move")}</p>
                    <p class="stipulation">${fa(k,A.begin.value.mover,l)}</p>
                    ${k.forbidden&&c`<p class="note">${Ge(t,k)}</p>`}`}
        </header>
        <section class="table">
            ${z?c`<div class="board waiting"></div>`:c`<${ye} desk=${A} marks=${_} play=${q?N:null} />`}
            ${!z&&u.value!=="asking"&&c`<${be} desk=${A} /><${ke} desk=${A} />`}
        </section>
        <section class="panel">
            ${u.value==="solved"&&c`<p class="right" role="alert">✓ ${k.clean?i("solved"):i("solved at last")}</p>`}
            ${u.value==="failed"&&c`<p class="wrong" role="alert">✗ ${p.value}</p>`}
            ${u.value==="slower"&&c`<p class="slower" role="alert">${p.value}</p>`}
            ${z&&c`<p class="wrong" role="alert">${i(u.value==="busy"?"busy":"no puzzle")} <small>${p.value}</small></p>`}
            <div class="row">
                ${h&&c`<button class="first" onClick=${Z}>${i("try again")}</button>`}
                <button class=${_||z?"first":""} disabled=${u.value==="asking"} onClick=${x}>${i("next puzzle")}</button>
                ${(q||h)&&c`<button onClick=${X}>${i("show solution")}</button>`}
                <button onClick=${C}>${i("today's")}</button>
            </div>
            ${_&&c`<${va} puzzle=${k} place=${o} />`}
            ${q&&A.answer.value&&!A.answer.value.picture&&c`<${Ke} desk=${A} marks=${!1} play=${N} />`}
            <form class="opponent" onSubmit=${m=>m.preventDefault()}>
                <h2>${i("what puzzles")}</h2>
                <div class="row">
                    ${!l&&c`<label>${i("theme")}
                            <select value=${Wt.value} onChange=${m=>Wt.value=m.target.value}>
                                ${["win","draw"].map(m=>c`<option value=${m}>${i(`theme.${m}`)}</option>`)}
                            </select>
                        </label>`}
                    <label>${i("at most")}
                        <select value=${$o.value} onChange=${m=>$o.value=Number(m.target.value)}>
                            ${ia.map(m=>c`<option value=${m}>${i("plies",{n:m})}</option>`)}
                        </select>
                    </label>
                </div>
                <p class="note">
                    ${i("tally",_e.value)} ${d(k?.seed)&&i("today's counted")}
                    ${` ${i("to come back",{n:Je.value.filter(v).length})}`}
                </p>
            </form>
        </section>
    `}function fa({value:e,dtm:t,plies:o,theme:n},r,a){return n==="points"?i("stipulation.points",{value:po({value:e},r,a),n:(o+1)/2}):i(`stipulation.${e}`,{n:e==="win"?t:(o+1)/2})}function va({puzzle:e,place:t}){let o=()=>$e({...re(t),view:"explore",position:e.position,forbid:e.forbidden});return c`<section aria-labelledby="solution">
        <h2 id="solution">${i("solution")}</h2>
        <p class="line"><b>${e.line[0]}</b> ${e.line.slice(1).join(" ")}</p>
        <${In} list=${e.solution} />
        ${e.tries.length>0&&c`<h3>${i("tries")}</h3>
                <ul class="tries">
                    ${e.tries.slice(0,8).map(n=>c`<li>${i("try",{move:n.move,reply:n.refutation})}</li>`)}
                </ul>`}
        <div class="row"><button onClick=${o}>${i("explore it")}</button></div>
    </section>`}var Un=3,Rn=12,Hn=e=>e.slice(0,Un).join(", ")+(e.length>Un?" …":"");function In({list:e}){if(!e.length)return null;let t=e.filter(o=>o.value!==null&&o.dtm!==1);return c`<ul class="variations">
        ${t.slice(0,Rn).map(o=>c`<li>
                ${Hn(o.defences)}${o.answers.length?c`${o.defences.length?": ":""}<b>${Hn(o.answers)}</b>`:""}
                ${" "}<${Q} of=${o} />
                <${In} list=${o.then} />
            </li>`)}
        ${t.length>Rn&&c`<li>…</li>`}
        ${t.length<e.length&&c`<li>${i(t.length?"anything else":"anything")}</li>`}
    </ul>`}var[dt,ve,_o]=[600,150,12],ma=14;function da({value:e,dtm:t},o,n){return typeof e=="number"?o*e/Math.max(1,n):e==="draw"?0:o*(e==="win"?1:-1)*(.3+.7*2**(-t/ma))}function Bn({desk:e,found:t}){let[o,n]=[e.game.value,e.gamePly.value],r=e.answer.value?.scores==="first",a=[t.moves[0].before,...t.moves.map(f=>f.after)],s=a.map(f=>f.value).filter(f=>typeof f=="number"),u=Math.max(1,...s.map(Math.abs)),p=f=>r||o[Math.max(0,f-1)].mover===1?1:-1,l=a.map((f,$)=>[_o+(dt-2*_o)*$/Math.max(1,a.length-1),ve/2-da(f,p($),u)*(ve/2-_o)]),v=l.map(([f,$],b)=>`${b?"L":"M"}${f.toFixed(1)} ${$.toFixed(1)}`).join(""),[d]=l.slice(-1);return c`<figure class="graph">
        <figcaption>${i("graph")}</figcaption>
        <svg viewBox="0 0 ${dt} ${ve}" role="group" aria-label=${i("graph")}>
            <rect class="above" width=${dt} height=${ve/2} />
            <rect class="below" y=${ve/2} width=${dt} height=${ve/2} />
            <path class="area" d="${v}L${d[0]} ${ve/2}L${l[0][0]} ${ve/2}Z" />
            <line x1="0" x2=${dt} y1=${ve/2} y2=${ve/2} />
            <path class="curve" d=${v} />
            ${l.map(([f,$],b)=>c`<circle
                    key=${b}
                    cx=${f}
                    cy=${$}
                    r=${b===n?6:t.moves[b-1]?.blunder?5:3}
                    class="${b===n?"here":""} ${t.moves[b-1]?.blunder?"blunder":""}"
                    onClick=${()=>e.toGame(b)}
                >
                    <title>${b?`${b}. ${t.moves[b-1].move}: ${B(a[b])}`:B(a[0])}</title>
                </circle>`)}
        </svg>
    </figure>`}function Fn({desk:e,game:t}){let o=M(null),n=M(!1);xe(p=>we(p,e)),ne(()=>{e.line.value&&e.adopt()});let r=Wn(e.game.value),a=JSON.stringify([e.begin.value,r]);ne(()=>{let[p,l,v]=[e.begin.value,Wn(e.game.value),e.place.value];if(!p||!l.length){o.value=null;return}let d=JSON.stringify([p,l]);if(o.peek()?.asked===d)return;let f=new AbortController;return jt(v,"review",{position:p.position,forbid:p.forbid,mover:p.mover,moves:l},f.signal).then($=>o.value={...$,asked:d},$=>f.signal.aborted||(e.problem.value=$)),()=>f.abort()});let s=o.value?.asked===a?o.value:null,u=()=>lt(`${t.game}.json`,it(e,r,e.begin.value,["human","human"]));return c`
        <${qe} desk=${e} game=${t} shown />
        <section class="table">
            <${ye} desk=${e} marks play=${p=>e.make(p)} />
            <${be} desk=${e} />
            <${Ut} desk=${e} />
            ${e.branch.value!==null&&c`<${ke} desk=${e} />`}
            ${s&&c`<${Bn} desk=${e} found=${s} />`}
        </section>
        <section class="panel">
            ${e.problem.value&&c`<p class="wrong" role="alert">${e.problem.value.message}</p>`}
            ${r.length?s&&c`<${_a} desk=${e} found=${s} />`:c`<p>${i("nothing to review")}</p>`}
            <div class="row">
                ${r.length>0&&c`<button onClick=${u}>${i("download game")}</button>`}
                <button onClick=${()=>n.value=!0}>${i("paste")}</button>
            </div>
        </section>
        ${n.value&&c`<${pt} desk=${e} game=${t} close=${()=>n.value=!1} />`}
    `}var Wn=e=>e.slice(1).map(t=>t.move),ha=(e,t)=>e.answer.value?.scores!=="first"||t===1;function $a(e){return e.points?i("points lost",{n:e.points}):e.blunder?i(`lost ${e.before.value}`):e.plies?i("plies lost",{n:e.plies}):""}function _a({desk:e,found:t}){let[o,n]=[e.game.value,e.gamePly.value],r=W();K(()=>{r.current.querySelector("[aria-current]")?.scrollIntoView({block:"nearest"})},[n]);let a=[1,2].map(u=>t.moves.filter((p,l)=>p.blunder&&o[l].mover===u).length),s=(u,p)=>{let l=o[p].mover;return c`<tr key=${p} class=${u.blunder?"blunder":""} aria-current=${p+1===n?"step":void 0}>
            <td>${p+1}</td>
            <td>
                <button onClick=${()=>e.toGame(p+1)}>
                    <span class="disc ${l===1?"blue":"amber"}" aria-label=${i(`player.${l}`)} role="img"></span>
                    ${u.move}${u.blunder?c` <b title=${i("blunder")}>??</b>`:""}
                </button>
            </td>
            <td><${Q} of=${u.after} mine=${ha(e,l)} /></td>
            <td title=${i("kept.why")}>${Y(u.keeping)}/${Y(u.legal)}</td>
            <td>
                ${$a(u)}
                ${u.best!==u.move&&(u.blunder||u.plies>0)&&c`<button class="better" title=${B(u.before)} onClick=${()=>e.toGame(p)}>${i("better",{move:u.best})}</button>`}
            </td>
        </tr>`};return c`<section aria-labelledby="review">
        <h2 id="review">${i("what moves gave away")}</h2>
        <p>
            ${[1,2].map(u=>c`<span class="tally"><${ue} of=${u} /> ${i("blunders",{n:a[u-1]})}</span>`)}
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
    </section>`}var ga=404,[ya,Ft,Vt,Ye,Ze]=[12,18,24,52,250],ba=70;function wa(e){let t=M(640);return K(()=>{let o=new ResizeObserver(([{contentRect:n}])=>t.value=Math.max(200,Math.round(n.width)));return o.observe(e.current),()=>o.disconnect()},[]),t.value}var ka=e=>Array.from({length:Math.floor(Math.log10(e)+1e-9)+1},(t,o)=>10**o);function xa(e,t,o){let n=Math.max(1,Math.ceil((t-e)/Math.max(1,o))),r=Array.from({length:Math.floor((t-e)/n)+1},(s,u)=>e+u*n),a=r[r.length-1];return a<t&&r.splice(t-a<n/2&&r.length>1?-1:r.length,1,t),r}function Vn({rows:e,place:t,longest:o}){let n=W(),r=wa(n),a=M(""),s=M(!1),u=W(null);K(()=>()=>u.current?.abort(),[]);let p=e.some(h=>typeof h.value=="number"),l=h=>p?h.value:h.dtm,v=e.filter(h=>l(h)!==null&&h.states>0);async function d({value:h,dtm:k},_){let m={...p?{points:h}:{value:h,min_dtm:k,max_dtm:k},replies:0};try{return await R(t,"random",m,!1,_)}catch(g){if(g.status!==ga)throw g;return(o??[]).flatMap(P=>[...P.win,...P.loss]).find(P=>P.value===h&&P.dtm===k)??await R(t,"example",m,!0,_)}}async function f(h){u.current?.abort();let{signal:k}=u.current=new AbortController;a.value="",s.value=!0;try{let{position:_,forbidden:m}=await d(h,k);k.aborted||$e({...re(t),view:"explore",position:_,forbid:m})}catch(_){k.aborted||(a.value=_.message||i("no server"))}k.aborted||(s.value=!1)}let[$,b]=[Math.min(...v.map(l)),Math.max(...v.map(l))],x=Math.max(...v.map(h=>h.states)),C=(r-Ye-Ft)/(b-$+1),T=h=>Ye+(h-$)*C,S=Ze-ya-Vt,N=h=>S*(Math.log1p(h)/Math.log1p(x)),Z=h=>Ze-Vt-N(h),X=h=>p?h.value>0?"win":h.value<0?"loss":"draw":h.value,z=[...v].sort((h,k)=>k.states-h.states),q=i(p?"states by points":"states by plies");return c`<figure class="histogram" ref=${n}>
        <figcaption>${q} <small>${i("logarithms, bars open")}</small>
            ${["win","loss"].map(h=>c` <${Q} of=${{value:h,dtm:null}} />`)}
        </figcaption>
        ${v.length>0&&c`<svg viewBox="0 0 ${r} ${Ze}" role="img" aria-label=${q}>
                <text class="axis" x="4" y="10">${i("states")}</text>
                ${ka(x).map(h=>c`<line class="grid" x1=${Ye} x2=${r-Ft} y1=${Z(h)} y2=${Z(h)} />
                        <text class="scale" x=${Ye-6} y=${Z(h)+4}>${$n(h)}</text>`)}
                ${z.map(h=>c`<rect
                        class="bar ${X(h)} live"
                        x=${T(l(h))+C*.08}
                        width=${Math.max(.8,C*.84)}
                        y=${Z(h.states)}
                        height=${N(h.states)}
                        onClick=${()=>f(h)}
                    >
                        <title>${B(h)}: ${Y(h.states)}</title>
                    </rect>`)}
                <line x1=${Ye} x2=${r-Ft} y1=${Ze-Vt} y2=${Ze-Vt} />
                ${xa($,b,Math.floor((r-Ye-Ft)/ba)).map(h=>c`<text x=${T(h)+C/2} y=${Ze-7}>${h}</text>`)}
            </svg>`}
        ${s.value&&c`<p role="status"><span class="dots" aria-hidden="true"></span>${i("searching")}</p>`}
        ${a.value&&c`<p class="wrong" role="alert">${a.value}</p>`}
        <details>
            <summary>${i("as table")}</summary>
            <div class="scroll" tabindex="0" role="region" aria-label=${i("as table")}>
                <table>
                    <tbody>
                        ${e.map(h=>c`<tr><td><${Q} of=${h} long /></td><td>${Y(h.states)}</td><td><button onClick=${()=>f(h)} aria-label=${`${i("open one")}: ${B(h)}`}>${i("open one")}</button></td></tr>`)}
                    </tbody>
                </table>
            </div>
        </details>
    </figure>`}var Sa=2e7;function Gn({desk:e,game:t}){let o=e.place.value,n=M(null),r=M(null),a=M(""),s=W(null),u=()=>{let{signal:v}=s.current=new AbortController;r.value="asked",a.value="",R(o,"longest",{},!0,v).then(d=>v.aborted||(r.value=d.parts),d=>{v.aborted||(r.value=null,a.value=d.message)})};K(()=>(n.value=r.value=null,a.value="",R(o,"statistics").then(v=>{n.value=v,v.positions<Sa&&u()},v=>a.value=v.message),()=>s.current?.abort()),[o.game,String(o.set)]);let p=n.value;if(!p)return c`<section class="wide">${a.value&&c`<p class="wrong" role="alert">${a.value}</p>`}</section>`;let l=[["positions",Y(p.positions)],["states",Y(p.states)],["value of start",p.start&&B(p.start)],["longest",p.longest_dtm!==null&&i("plies",{n:p.longest_dtm})],["won at once",p.checkmates>0&&Y(p.checkmates)],["forbidding",p.forbidding>0&&Y(p.forbidding)]];return c`<section class="wide statistics">
        <h2>${U(t,t.title)}${o.set.length?` · ${o.set.join(", ")}`:""}</h2>
        <dl class="facts">
            ${l.filter(([,v])=>v).map(([v,d])=>c`<div><dt>${i(v)}</dt><dd>${d}</dd></div>`)}
        </dl>
        <${Ca} values=${p.values} />
        <${Vn} rows=${p.histogram} place=${o} longest=${Array.isArray(r.value)?r.value:null} />
        <h2>${i(p.start&&typeof p.start.value=="number"?"extreme scores":"longest wins")}</h2>
        <p class="note">${i("longest.why")}</p>
        ${a.value&&c`<p class="wrong" role="alert">${a.value}</p>`}
        ${r.value===null&&c`<div class="row"><button onClick=${u}>${i("count longest")}</button></div>`}
        ${r.value==="asked"&&c`<p><span class="dots" aria-hidden="true"></span>${i("counting")}</p>`}
        ${Array.isArray(r.value)&&c`<${Ma} parts=${r.value} place=${o} game=${t} />`}
        <h2>${i("how counted")}</h2>
        <ul class="notes">
            ${p.notes.map(v=>c`<li>${U(t,v)}</li>`)}
        </ul>
    </section>`}function Ca({values:e}){let t=["win","draw","loss"],o=Object.values(e).reduce((n,r)=>n+r,0)||1;return c`<div class="shares">
        <div class="whole" aria-hidden="true">
            ${t.map(n=>c`<span class=${n} style=${{flexGrow:Math.max(e[n]/o,.002)}} />`)}
        </div>
        <ul>
            ${t.map(n=>c`<li>
                    <${Q} of=${{value:n,dtm:null}} />${" "}
                    <span>${Y(e[n])}</span> <small>${(100*e[n]/o).toFixed(1)} %</small>
                </li>`)}
        </ul>
    </div>`}function Ma({parts:e,place:t,game:o}){let n=r=>c`<td>
        ${r[0]&&c`<${Q} of=${r[0]} />`}
        ${r.map((a,s)=>c`<a href=${Ta(t,a)} class="sample" aria-label=${`${s+1}: ${a.position}`}>${s+1}</a>`)}
    </td>`;return c`<div class="scroll" tabindex="0" role="region" aria-label=${i("longest wins")}>
        <table class="longest">
            <thead>
                <tr><th scope="col">${i("part")}</th><th scope="col">${i("win")}</th><th scope="col">${i("loss")}</th></tr>
            </thead>
            <tbody>
                ${e.filter(r=>r.win.length||r.loss.length).map(r=>c`<tr><th scope="row">${r.name?U(o,r.shown===r.name?r.name:`${r.shown} (${r.name})`):i("all")}</th>${n(r.win)}${n(r.loss)}</tr>`)}
            </tbody>
        </table>
    </div>`}var Ta=(e,{position:t})=>le({...re(e),view:"explore",position:t});var go=matchMedia("(prefers-color-scheme: dark)"),qn=L(go.matches);go.addEventListener("change",()=>qn.value=go.matches);var Kn=te("theme",""),Xe=G(()=>Kn.value||(qn.value?"dark":"light")),Jn=()=>Kn.value=Xe.value==="dark"?"light":"dark";ie(()=>{document.documentElement.dataset.theme=Xe.value});function Yn({game:e,problem:t,again:o}){let{command:n,older:r}=t;return c`<section class="wide unsolved">
        <h2>${i(r?"older":"unsolved",{game:U(e,e.title)})}</h2>
        <p>${i("unsolved.how")}</p>
        <div class="row"><code class="code">${n}</code> <button onClick=${()=>fe(n)}>${i("copy")}</button></div>
        <p class="note">${i("unsolved.dry")} <code>${n} --dry-run</code></p>
        <div class="row"><button class="first" onClick=${o}>${i("look again")}</button></div>
        ${e.small&&c`<p>${i("unsolved.small")}</p>
                <div class="row"><code class="code">${e.small}</code> <button onClick=${()=>fe(e.small)}>${i("copy")}</button></div>`}
        ${e.solved.length>0&&c`<h2>${i("variants solved")}</h2>
                <ul>
                    ${e.solved.map(a=>c`<li>
                            <a href=${le(Ce(e,a))}>${Ue(e,a)}</a>${" "}
                            <small>${i("positions.n",{n:a.positions,count:Y(a.positions)})}</small>
                        </li>`)}
                </ul>`}
    </section>`}var Ea={explore:En,play:jn,review:Fn,puzzles:Dn,statistics:Gn},Re=L(null),Pa=G(()=>Re.value!==null),yo=L(!1),ae=zt(ct);async function bo(){try{Re.value=(await pn()).games,yo.value=!1}catch{yo.value=!0}}var Aa=(e,{set:t})=>e?.solved.some(o=>!o.start&&String(Ht(e,o.options))===String(t)),Zn=0;async function Oa({line:e,...t}){let[o,n,r]=[++Zn,ae.state.peek(),re(t)],a=ze(r,ae.place.peek());if(e&&await ae.restore(a?ae.place.peek():r,e)||a&&n&&(!t.position||t.position===n.position&&t.forbid===n.forbid)&&(t.position||t.view!=="explore"))return;let s=Re.value.find(v=>v.game===t.game),u=t.position||!Aa(s,t)?t:await R(r,"random",{replies:0}).catch(()=>t);if(o!==Zn)return;let p=await ae.open(a?ae.place.peek():r,u,!0);if(!p)return;let l=Ht(s,p.options);String(l)!==String(t.set)&&pe(()=>{ae.place.value={game:t.game,set:l},I.value={...I.value,set:l}}),ct(ae.line.value,!0)}function ja(){ne(()=>{let t=Rt.value;t.game&&Pa.value&&Ae(()=>Oa(t))});let e=I.value.game&&Re.value?.find(t=>t.game===I.value.game);return document.title=e?`${U(e,e.title)} · ${i(I.value.view)} · retro`:"retro",c`
        <a class="skip" href="#main" onClick=${La}>${i("skip")}</a>
        <${Na} game=${e} />
        ${yo.value&&c`<p class="wrong wide" role="alert">${i("no server")} <button onClick=${bo}>${i("look again")}</button></p>`}
        ${Re.value&&!I.value.game&&c`<${An} games=${Re.value} malformed=${I.value.malformed} />`}
        ${Re.value&&I.value.game&&!e&&c`<main id="main" class="wide"><p class="wrong">${i("no game",{game:I.value.game})}</p></main>`}
        ${e&&c`<${Ua} game=${e} />`}
        <${Nt} />
    `}function La(e){e.preventDefault(),document.querySelector("main button, main a, main [tabindex='0']")?.focus()}function Na({game:e}){return c`<header class="top">
        <a class="logo" href="#/"><img src="page/icon.svg" alt="" width="26" height="26" />retro</a>
        ${e&&c`<${za} game=${e} />`}
        <span class="fill"></span>
        <label class="language">
            <span class="hidden">${i("language")}</span>
            <select value=${Le.value} onChange=${t=>Lt.value=t.target.value}>
                ${Object.entries(rt).map(([t,o])=>c`<option value=${t} lang=${t}>${o["this language"]}</option>`)}
            </select>
        </label>
        <button aria-label=${i(Xe.value==="dark"?"light":"dark")} title=${i(Xe.value==="dark"?"light":"dark")} onClick=${Jn}>
            ${Xe.value==="dark"?"☀":"☾"}
        </button>
    </header>`}function za({game:e}){let t=le(re(I.value)),o=e.solved.map(n=>[le(Ce(e,n)),Ue(e,n)]);return o.some(([n])=>n===t)||o.push([t,I.value.set.join(" · ")||i("the whole game")]),c`<h1>${U(e,e.title)}</h1>
        ${o.length>1&&c`<label class="variant">
                <span class="hidden">${i("variant")}</span>
                <select value=${t} onChange=${n=>location.hash=n.target.value}>
                    ${o.map(([n,r])=>c`<option value=${n}>${r}</option>`)}
                </select>
            </label>`}`}function Ua({game:e}){let{view:t}=I.value,o=ae.state.value,n=ze(re(I.value),ae.place.value),r=ae.problem.value,a=l=>c`<a
        href=${le({...I.value,...n&&o,view:l})}
        aria-current=${l===t?"page":void 0}
    >
        ${i(l)}
    </a>`,s=Ea[t],u=()=>bo().then(()=>$e({...I.value},!0)),p=r&&!n;return c`
        <nav class="tabs" aria-label=${i("views")}>${so.map(a)}</nav>
        <${Ra} game=${e} />
        <main id="main" class="view ${t}">
            ${r?.status===409?c`<${Yn} game=${e} problem=${r} again=${u} />`:p?c`<section class="wide"><p class="wrong" role="alert">${r.message||i("no server")}</p><button onClick=${()=>$e(I.value.position?re(I.value):{game:e.game})}>${i("the start")}</button></section>`:n&&ae.place.value&&c`<${s} desk=${ae} game=${e} />`}
        </main>
    `}function Ra({game:e}){let t=ae.answer.value?.game===e.game?ae.answer.value.options:null;if(!t||!e.options.length)return null;let n=Object.entries(t).map(r=>r.join("=")).filter(r=>U(e,r)!==r);return c`<details class="rules">
        <summary>${i("rules")}: ${Object.entries(t).map(([r,a])=>`${U(e,r)} ${U(e,String(a))}`).join(" · ")}</summary>
        <dl>
            ${e.options.map(r=>c`<div><dt>${U(e,r.name)} ${U(e,String(t[r.name]))}</dt><dd>${U(e,r.help)}</dd></div>`)}
        </dl>
        ${n.map(r=>c`<p>${U(e,r)}</p>`)}
    </details>`}bo();Ro(c`<${ja} />`,document.getElementById("page"));
