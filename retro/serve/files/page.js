var $t,P,ho,It,he,po,$o,_o,Dt,ft,qe,go,Wt,Ht,Rt,zn,dt={},mt=[],Nn=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,_t=Array.isArray;function fe(e,t){for(var o in t)e[o]=t[o];return e}function Bt(e){e&&e.parentNode&&e.parentNode.removeChild(e)}function Ge(e,t,o){var n,s,r,a={};for(r in t)r=="key"?n=t[r]:r=="ref"?s=t[r]:a[r]=t[r];if(arguments.length>2&&(a.children=arguments.length>3?$t.call(arguments,2):o),typeof e=="function"&&e.defaultProps!=null)for(r in e.defaultProps)a[r]===void 0&&(a[r]=e.defaultProps[r]);return vt(e,a,n,s,null)}function vt(e,t,o,n,s){var r={type:e,props:t,key:o,ref:n,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:s??++ho,__i:-1,__u:0};return s==null&&P.vnode!=null&&P.vnode(r),r}function Se(e){return e.children}function Oe(e,t){this.props=e,this.context=t}function xe(e,t){if(t==null)return e.__?xe(e.__,e.__i+1):null;for(var o;t<e.__k.length;t++)if((o=e.__k[t])!=null&&o.__e!=null)return o.__e;return typeof e.type=="function"?xe(e):null}function Un(e){if(e.__P&&e.__d){var t=e.__v,o=t.__e,n=[],s=[],r=fe({},t);r.__v=t.__v+1,P.vnode&&P.vnode(r),Ft(e.__P,r,t,e.__n,e.__P.namespaceURI,32&t.__u?[o]:null,n,o??xe(t),!!(32&t.__u),s),r.__v=t.__v,r.__.__k[r.__i]=r,xo(n,r,s),t.__e=t.__=null,r.__e!=o&&yo(r)}}function yo(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(function(t){if(t!=null&&t.__e!=null)return e.__e=e.__c.base=t.__e}),yo(e)}function fo(e){(!e.__d&&(e.__d=!0)&&he.push(e)&&!ht.__r++||po!=P.debounceRendering)&&((po=P.debounceRendering)||$o)(ht)}function ht(){try{for(var e,t=1;he.length;)he.length>t&&he.sort(_o),e=he.shift(),t=he.length,Un(e)}finally{he.length=ht.__r=0}}function bo(e,t,o,n,s,r,a,u,p,i,v){var d,f,m,b,L,S,T=n&&n.__k||mt,h=t.length;for(p=Dn(o,t,T,p,h),d=0;d<h;d++)(m=o.__k[d])!=null&&(f=m.__i!=-1&&T[m.__i]||dt,m.__i=d,S=Ft(e,m,f,s,r,a,u,p,i,v),b=m.__e,m.ref&&f.ref!=m.ref&&(f.ref&&Vt(f.ref,null,m),v.push(m.ref,m.__c||b,m)),L==null&&b!=null&&(L=b),4&m.__u?(p=wo(m,p,e),f.__e&&(f.__e=null)):typeof m.type=="function"&&S!==void 0?p=S:b&&(p=b.nextSibling),m.__u&=-7);return o.__e=L,p}function Dn(e,t,o,n,s){var r,a,u,p,i,v=o.length,d=v,f=0;for(e.__k=new Array(s),r=0;r<s;r++)(a=t[r])!=null&&typeof a!="boolean"&&typeof a!="function"?(typeof a=="string"||typeof a=="number"||typeof a=="bigint"||a.constructor==String?a=e.__k[r]=vt(null,a,null,null,null):_t(a)?a=e.__k[r]=vt(Se,{children:a},null,null,null):a.constructor===void 0&&a.__b>0?a=e.__k[r]=vt(a.type,a.props,a.key,a.ref?a.ref:null,a.__v):e.__k[r]=a,p=r+f,a.__=e,a.__b=e.__b+1,u=null,(i=a.__i=Hn(a,o,p,d))!=-1&&(d--,(u=o[i])&&(u.__u|=2)),u==null||u.__v==null?(i==-1&&(s>v?f--:s<v&&f++),typeof a.type!="function"&&(a.__u|=4)):i!=p&&(i==p-1?f--:i==p+1?f++:(i>p?f--:f++,a.__u|=4))):e.__k[r]=null;if(d)for(r=0;r<v;r++)(u=o[r])!=null&&(2&u.__u)==0&&(u.__e==n&&(n=xe(u)),Co(u,u));return n}function wo(e,t,o){var n,s;if(typeof e.type=="function"){for(n=e.__k,s=0;n&&s<n.length;s++)n[s]&&(n[s].__=e,t=wo(n[s],t,o));return t}e.__e!=t&&(t&&e.type&&!t.parentNode&&(t=xe(e)),t=o.insertBefore(e.__e,t||null));do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function Hn(e,t,o,n){var s,r,a,u=e.key,p=e.type,i=t[o],v=i!=null&&(2&i.__u)==0;if(i===null&&u==null||v&&u==i.key&&p==i.type)return o;if(n>(v?1:0)){for(s=o-1,r=o+1;s>=0||r<t.length;)if((i=t[a=s>=0?s--:r++])!=null&&(2&i.__u)==0&&u==i.key&&p==i.type)return a}return-1}function vo(e,t,o){t[0]=="-"?e.setProperty(t,o??""):e[t]=o==null?"":typeof o!="number"||Nn.test(t)?o:o+"px"}function pt(e,t,o,n,s){var r,a;e:if(t=="style")if(typeof o=="string")e.style.cssText=o;else{if(typeof n=="string"&&(e.style.cssText=n=""),n)for(t in n)o&&t in o||vo(e.style,t,"");if(o)for(t in o)n&&o[t]==n[t]||vo(e.style,t,o[t])}else if(t[0]=="o"&&t[1]=="n")r=t!=(t=t.replace(go,"$1")),a=t.toLowerCase(),t=a in e||t=="onFocusOut"||t=="onFocusIn"?a.slice(2):t.slice(2),e.l||(e.l={}),e.l[t+r]=o,o?n?o[qe]=n[qe]:(o[qe]=Wt,e.addEventListener(t,r?Rt:Ht,r)):e.removeEventListener(t,r?Rt:Ht,r);else{if(s=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{e[t]=o??"";break e}catch{}typeof o=="function"||(o==null||o===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&o==1?"":o))}}function mo(e){return function(t){if(this.l){var o=this.l[t.type+e];if(t[ft]==null)t[ft]=Wt++;else if(t[ft]<o[qe])return;return o(P.event?P.event(t):t)}}}function Ft(e,t,o,n,s,r,a,u,p,i){var v,d,f,m,b,L,S,T,h,z,y,_,k,C,g,$,x=t.type;if(t.constructor!==void 0)return null;128&o.__u&&(p=!!(32&o.__u),r=[u=t.__e=o.__e]),(v=P.__b)&&v(t);e:if(typeof x=="function"){d=a.length;try{if(h=t.props,z=x.prototype&&x.prototype.render,y=(v=x.contextType)&&n[v.__c],_=v?y?y.props.value:v.__:n,o.__c?T=(f=t.__c=o.__c).__=f.__E:(z?t.__c=f=new x(h,_):(t.__c=f=new Oe(h,_),f.constructor=x,f.render=In),y&&y.sub(f),f.state||(f.state={}),f.__n=n,m=f.__d=!0,f.__h=[],f._sb=[]),z&&f.__s==null&&(f.__s=f.state),z&&x.getDerivedStateFromProps!=null&&(f.__s==f.state&&(f.__s=fe({},f.__s)),fe(f.__s,x.getDerivedStateFromProps(h,f.__s))),b=f.props,L=f.state,f.__v=t,m)z&&x.getDerivedStateFromProps==null&&f.componentWillMount!=null&&f.componentWillMount(),z&&f.componentDidMount!=null&&f.__h.push(f.componentDidMount);else{if(z&&x.getDerivedStateFromProps==null&&h!==b&&f.componentWillReceiveProps!=null&&f.componentWillReceiveProps(h,_),t.__v==o.__v||!f.__e&&f.shouldComponentUpdate!=null&&f.shouldComponentUpdate(h,f.__s,_)===!1){t.__v!=o.__v&&(f.props=h,f.state=f.__s,f.__d=!1),t.__e=o.__e,t.__k=o.__k,t.__k.some(function(M){M&&(M.__=t)}),mt.push.apply(f.__h,f._sb),f._sb=[],f.__h.length&&a.push(f),u=xe(o);break e}f.componentWillUpdate!=null&&f.componentWillUpdate(h,f.__s,_),z&&f.componentDidUpdate!=null&&f.__h.push(function(){f.componentDidUpdate(b,L,S)})}if(f.context=_,f.props=h,f.__P=e,f.__e=!1,k=P.__r,C=0,z)f.state=f.__s,f.__d=!1,k&&k(t),v=f.render(f.props,f.state,f.context),mt.push.apply(f.__h,f._sb),f._sb=[];else do f.__d=!1,k&&k(t),v=f.render(f.props,f.state,f.context),f.state=f.__s;while(f.__d&&++C<25);f.state=f.__s,f.getChildContext!=null&&(n=fe(fe({},n),f.getChildContext())),z&&!m&&f.getSnapshotBeforeUpdate!=null&&(S=f.getSnapshotBeforeUpdate(b,L)),g=v!=null&&v.type===Se&&v.key==null?So(v.props.children):v,u=bo(e,_t(g)?g:[g],t,o,n,s,r,a,u,p,i),f.base=t.__e,t.__u&=-161,f.__h.length&&a.push(f),T&&(f.__E=f.__=null)}catch(M){if(a.length=d,t.__v=null,p||r!=null){if(M.then){for(t.__u|=p?160:128;u&&u.nodeType==8&&u.nextSibling;)u=u.nextSibling;r!=null&&(r[r.indexOf(u)]=null),t.__e=u}else if(r!=null)for($=r.length;$--;)Bt(r[$])}else t.__e=o.__e;t.__k==null&&(t.__k=o.__k||[]),M.then||ko(t),P.__e(M,t,o)}}else r==null&&t.__v==o.__v?(t.__k=o.__k,t.__e=o.__e):u=t.__e=Rn(o.__e,t,o,n,s,r,a,p,i);return(v=P.diffed)&&v(t),128&t.__u?void 0:u}function ko(e){e&&(e.__c&&(e.__c.__e=!0),e.__k&&e.__k.some(ko))}function xo(e,t,o){for(var n=0;n<o.length;n++)Vt(o[n],o[++n],o[++n]);P.__c&&P.__c(t,e),e.some(function(s){try{e=s.__h,s.__h=[],e.some(function(r){r.call(s)})}catch(r){P.__e(r,s.__v)}})}function So(e){return typeof e!="object"||e==null||e.__b>0?e:_t(e)?e.map(So):e.constructor!==void 0?null:fe({},e)}function Rn(e,t,o,n,s,r,a,u,p){var i,v,d,f,m,b,L,S=o.props||dt,T=t.props,h=t.type;if(h=="svg"?s="http://www.w3.org/2000/svg":h=="math"?s="http://www.w3.org/1998/Math/MathML":s||(s="http://www.w3.org/1999/xhtml"),r!=null){for(i=0;i<r.length;i++)if((m=r[i])&&"setAttribute"in m==!!h&&(h?m.localName==h:m.nodeType==3)){e=m,r[i]=null;break}}if(e==null){if(h==null)return document.createTextNode(T);e=document.createElementNS(s,h,T.is&&T),u&&(P.__m&&P.__m(t,r),u=!1),r=null}if(h==null)S===T||u&&e.data==T||(e.data=T);else{if(r=h=="textarea"&&T.defaultValue!=null?null:r&&$t.call(e.childNodes),!u&&r!=null)for(S={},i=0;i<e.attributes.length;i++)S[(m=e.attributes[i]).name]=m.value;for(i in S)m=S[i],i=="dangerouslySetInnerHTML"?d=m:i=="children"||i in T||i=="value"&&"defaultValue"in T||i=="checked"&&"defaultChecked"in T||pt(e,i,null,m,s);for(i in T)m=T[i],i=="children"?f=m:i=="dangerouslySetInnerHTML"?v=m:i=="value"?b=m:i=="checked"?L=m:u&&typeof m!="function"||S[i]===m||pt(e,i,m,S[i],s);if(v)u||d&&(v.__html==d.__html||v.__html==e.innerHTML)||(e.innerHTML=v.__html),t.__k=[];else if(d&&(e.innerHTML=""),bo(t.type=="template"?e.content:e,_t(f)?f:[f],t,o,n,h=="foreignObject"?"http://www.w3.org/1999/xhtml":s,r,a,r?r[0]:o.__k&&xe(o,0),u,p),r!=null)for(i=r.length;i--;)Bt(r[i]);u&&h!="textarea"||(i="value",h=="progress"&&b==null?e.removeAttribute("value"):b!=null&&(b!==e[i]||h=="progress"&&!b||h=="option"&&b!=S[i])&&pt(e,i,b,S[i],s),i="checked",L!=null&&L!=e[i]&&pt(e,i,L,S[i],s))}return e}function Vt(e,t,o){try{if(typeof e=="function"){var n=typeof e.__u=="function";n&&e.__u(),n&&t==null||(e.__u=e(t))}else e.current=t}catch(s){P.__e(s,o)}}function Co(e,t,o){var n,s;if(P.unmount&&P.unmount(e),(n=e.ref)&&(n.current&&n.current!=e.__e||Vt(n,null,t)),(n=e.__c)!=null){if(n.componentWillUnmount)try{n.componentWillUnmount()}catch(r){P.__e(r,t)}n.base=n.__P=n.__n=null}if(n=e.__k)for(s=0;s<n.length;s++)n[s]&&Co(n[s],t,o||typeof e.type!="function");o||Bt(e.__e),e.__c=e.__=e.__e=void 0}function In(e,t,o){return this.constructor(e,o)}function Mo(e,t,o){var n,s,r,a;t==document&&(t=document.documentElement),P.__&&P.__(e,t),s=(n=typeof o=="function")?null:o&&o.__k||t.__k,r=[],a=[],Ft(t,e=(!n&&o||t).__k=Ge(Se,null,[e]),s||dt,dt,t.namespaceURI,!n&&o?[o]:s?null:t.firstChild?$t.call(t.childNodes):null,r,!n&&o?o:s?s.__e:t.firstChild,n,a),xo(r,e,a),e.props.children=null}$t=mt.slice,P={__e:function(e,t,o,n){for(var s,r,a;t=t.__;)if((s=t.__c)&&!s.__)try{if((r=s.constructor)&&r.getDerivedStateFromError!=null&&(s.setState(r.getDerivedStateFromError(e)),a=s.__d),s.componentDidCatch!=null&&(s.componentDidCatch(e,n||{}),a=s.__d),a)return s.__E=s}catch(u){e=u}throw e}},ho=0,It=function(e){return e!=null&&e.constructor===void 0},Oe.prototype.setState=function(e,t){var o;o=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=fe({},this.state),typeof e=="function"&&(e=e(fe({},o),this.props)),e&&fe(o,e),e!=null&&this.__v&&(t&&this._sb.push(t),fo(this))},Oe.prototype.forceUpdate=function(e){this.__v&&(this.__e=!0,e&&this.__h.push(e),fo(this))},Oe.prototype.render=Se,he=[],$o=typeof Promise=="function"?Promise.prototype.then.bind(Promise.resolve()):setTimeout,_o=function(e,t){return e.__v.__b-t.__v.__b},ht.__r=0,Dt=Math.random().toString(8),ft="__d"+Dt,qe="__a"+Dt,go=/(PointerCapture)$|Capture$/i,Wt=0,Ht=mo(!1),Rt=mo(!0),zn=0;var yt,X,qt,To,Gt=0,No=[],W=P,Eo=W.__b,Po=W.__r,Ao=W.diffed,jo=W.__c,Oo=W.unmount,Lo=W.__;function Uo(e,t){W.__h&&W.__h(X,e,Gt||t),Gt=0;var o=X.__H||(X.__H={__:[],__h:[]});return e>=o.__.length&&o.__.push({}),o.__[e]}function J(e,t){var o=Uo(yt++,3);!W.__s&&Do(o.__H,t)&&(o.__=e,o.u=t,X.__H.__h.push(o))}function Q(e){return Gt=5,Ce(function(){return{current:e}},[])}function Ce(e,t){var o=Uo(yt++,7);return Do(o.__H,t)&&(o.__=e(),o.__H=t,o.__h=e),o.__}function Wn(){for(var e;e=No.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(gt),t.__h.some(Kt),t.__h=[]}catch(o){t.__h=[],W.__e(o,e.__v)}}}W.__b=function(e){X=null,Eo&&Eo(e)},W.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),Lo&&Lo(e,t)},W.__r=function(e){Po&&Po(e),yt=0;var t=(X=e.__c).__H;t&&(qt===X?(t.__h=[],X.__h=[],t.__.some(function(o){o.__N&&(o.__=o.__N),o.u=o.__N=void 0})):(t.__h.some(gt),t.__h.some(Kt),t.__h=[],yt=0)),qt=X},W.diffed=function(e){Ao&&Ao(e);var t=e.__c;t&&t.__H&&(t.__H.__h.length&&(No.push(t)!==1&&To===W.requestAnimationFrame||((To=W.requestAnimationFrame)||Bn)(Wn)),t.__H.__.some(function(o){o.u&&(o.__H=o.u,o.u=void 0)})),qt=X=null},W.__c=function(e,t){t.some(function(o){try{o.__h.some(gt),o.__h=o.__h.filter(function(n){return!n.__||Kt(n)})}catch(n){t.some(function(s){s.__h&&(s.__h=[])}),t=[],W.__e(n,o.__v)}}),jo&&jo(e,t)},W.unmount=function(e){Oo&&Oo(e);var t,o=e.__c;o&&o.__H&&(o.__H.__.some(function(n){try{gt(n)}catch(s){t=s}}),o.__H=void 0,t&&W.__e(t,o.__v))};var zo=typeof requestAnimationFrame=="function";function Bn(e){var t,o=function(){clearTimeout(n),zo&&cancelAnimationFrame(t),setTimeout(e)},n=setTimeout(o,35);zo&&(t=requestAnimationFrame(o))}function gt(e){var t=X,o=e.__c;typeof o=="function"&&(e.__c=void 0,o()),X=t}function Kt(e){var t=X;e.__c=e.__(),X=t}function Do(e,t){return!e||e.length!==t.length||t.some(function(o,n){return o!==e[n]})}var Fn=Symbol.for("preact-signals");function xt(){if(ve>1)ve--;else{var e,t=!1;for((function(){var s=wt;for(wt=void 0;s!==void 0;){var r=s.S;if(r.v===s.v)for(var a=r.t;a!==void 0;a=a.x)a.i===s.i&&(a.i=r.i);s=s.o}})();Je!==void 0;){var o=Je;for(Je=void 0,bt++;o!==void 0;){var n=o.u;if(o.u=void 0,o.f&=-3,!(8&o.f)&&Ro(o))try{o.c()}catch(s){t||(e=s,t=!0)}o=n}}if(bt=0,ve--,t)throw e}}function le(e){if(ve>0)return e();Jt=++Vn,ve++;try{return e()}finally{xt()}}var Ke,U=void 0;function Me(e){var t=U,o=Ke;U=void 0,Ke=void 0;try{return e()}finally{U=t,Ke=o}}var Je=void 0,ve=0,bt=0,Vn=0,Jt=0,wt=void 0,kt=0;function Ho(e){if(U!==void 0){var t=e.n;if(t===void 0||t.t!==U)return t={i:0,S:e,p:U.s,n:void 0,t:U,e:void 0,x:void 0,r:t},U.s!==void 0&&(U.s.n=t),U.s=t,e.n=t,32&U.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=U.s,t.n=void 0,U.s.n=t,U.s=t),t}}function B(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,this.Z=t?.unwatched,this.name=t?.name}B.prototype.brand=Fn;B.prototype.h=function(){return!0};B.prototype.S=function(e){var t=this,o=this.t;o!==e&&e.e===void 0&&(e.x=o,this.t=e,o!==void 0?o.e=e:Me(function(){var n;(n=t.W)==null||n.call(t)}))};B.prototype.U=function(e){var t=this;if(this.t!==void 0){var o=e.e,n=e.x;o!==void 0&&(o.x=n,e.e=void 0),n!==void 0&&(n.e=o,e.x=void 0),e===this.t&&(this.t=n,n===void 0&&Me(function(){var s;(s=t.Z)==null||s.call(t)}))}};B.prototype.subscribe=function(e){var t=this;return ee(function(){var o=t.value;Me(function(){return e(o)})},{name:"sub"})};B.prototype.valueOf=function(){return this.value};B.prototype.toString=function(){return this.value+""};B.prototype.toJSON=function(){return this.value};B.prototype.peek=function(){var e=this;return Me(function(){return e.value})};Object.defineProperty(B.prototype,"value",{get:function(){var e=Ho(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(bt>100)throw new Error("Cycle detected");(function(o){ve!==0&&bt===0&&o.l!==Jt&&(o.l=Jt,wt={S:o,v:o.v,i:o.i,o:wt})})(this),this.v=e,this.i++,kt++,ve++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{xt()}}}});function A(e,t){return new B(e,t)}function Ro(e){for(var t=e.s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function Io(e){for(var t=e.s;t!==void 0;t=t.n){var o=t.S.n;if(o!==void 0&&(t.r=o),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function Wo(e){for(var t=e.s,o=void 0;t!==void 0;){var n=t.p;t.i===-1?(t.S.U(t),n!==void 0&&(n.n=t.n),t.n!==void 0&&(t.n.p=n)):o=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),t=n}e.s=o}function Te(e,t){B.call(this,void 0,t),this.x=e,this.s=void 0,this.g=kt-1,this.f=4}Te.prototype=new B;Te.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===kt))return!0;if(this.g=kt,this.f|=1,this.i>0&&!Ro(this))return this.f&=-2,!0;var e=U;try{Io(this),U=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&(this.v=t,this.f&=-17,this.i++)}catch(o){this.v=o,this.f|=16,this.i++}return U=e,Wo(this),this.f&=-2,!0};Te.prototype.S=function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}B.prototype.S.call(this,e)};Te.prototype.U=function(e){if(this.t!==void 0&&(B.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=t.n)t.S.U(t)}};Te.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(Te.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=Ho(this);if(this.h(),e!==void 0&&(e.i=this.i),16&this.f)throw this.v;return this.v}});function q(e,t){return new Te(e,t)}function Bo(e){var t=e.j;if(e.j=void 0,typeof t=="function"){ve++;var o=U;U=void 0;try{t()}catch(n){throw e.f&=-2,e.f|=8,Yt(e),n}finally{U=o,xt()}}}function Yt(e){for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,Bo(e)}function qn(e){if(U!==this)throw new Error("Out-of-order effect");Wo(this),U=e,this.f&=-2;try{8&this.f&&Yt(this)}finally{xt()}}function Le(e,t){this.x=e,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=t?.name,Ke&&Ke.push(this)}Le.prototype.c=function(){var e=this.S();try{if(8&this.f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};Le.prototype.S=function(){if(1&this.f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,Bo(this),Io(this),ve++;var e=U;return U=this,qn.bind(this,e)};Le.prototype.N=function(){2&this.f||(this.f|=2,this.u=Je,Je=this)};Le.prototype.d=function(){this.f|=8,1&this.f||Yt(this)};Le.prototype.dispose=function(){this.d()};function ee(e,t){var o=new Le(e,t);try{o.c()}catch(s){throw o.d(),s}var n=o.d.bind(o);return n[Symbol.dispose]=n,n}var Zt,ze,St,Gn=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__,Fo=[],Vo=[];ee(function(){Zt=this.N})();function Ne(e,t){P[e]=t.bind(null,P[e]||function(){})}function Ye(e){if(St){var t=St;St=void 0,t()}St=e&&e.S()}function qo(e){var t=this,o=e.data,n=E(o);n.name="ReactiveDom",n.value=o;var s=Ce(function(){for(var u=t,p=t.__v;p=p.__;)if(p.__c){p.__c.__$f|=4;break}var i=q(function(){var m=n.value.value;return m===0?0:m===!0?"":m||""}),v=q(function(){return!Array.isArray(i.value)&&!It(i.value)}),d=ee(function(){if(this.N=Ko,v.value){var m=i.value;u.__v&&u.__v.__e&&u.__v.__e.nodeType===3&&(u.__v.__e.data=m)}}),f=t.__$u.d;return t.__$u.d=function(){d(),f.call(this)},[v,i]},[]),r=s[0],a=s[1];return r.value?a.peek():a.value}qo.displayName="ReactiveTextNode";Object.defineProperties(B.prototype,{constructor:{configurable:!0,value:Ge(Se,null).constructor},type:{configurable:!0,value:qo},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},__b:{configurable:!0,value:1}});Ne("__b",function(e,t){if(Ye(),ze=void 0,typeof t.type=="string"){var o,n=t.props;for(var s in n)if(s!=="children"){var r=n[s];r instanceof B&&(o||(t.__np=o={}),o[s]=r,n[s]=r.peek())}}e(t)});Ne("__r",function(e,t){if(e(t),t.type!==Se){Ye();var o,n=t.__c;n&&(n.__$f&=-2,(o=n.__$u)===void 0&&(n.__$u=o=(function(s,r){var a;return ee(function(){a=this},{name:r}),a.c=s,a})((function(s){return function(){var r;Gn&&((r=this.y)==null||r.call(this)),s.__$f|=1,s.setState({})}})(n),typeof t.type=="function"?t.type.displayName||t.type.name:""))),ze=n,Ye(o)}});Ne("__e",function(e,t,o,n){Ye(),ze=void 0,e(t,o,n)});Ne("diffed",function(e,t){Ye(),ze=void 0;var o;if(typeof t.type=="string"&&(o=t.__e)){var n=t.__np,s=t.props,r=o.U;if(r)for(var a in r){var u=r[a];u===void 0||n&&a in n||(u.d(),r[a]=void 0)}if(n){r||(r={},o.U=r);for(var p in n){var i=r[p],v=n[p];i===void 0?(i=Kn(o,p,v,s),r[p]=i):i.o(v,s)}}}e(t)});function Kn(e,t,o,n){var s=t in e&&e.ownerSVGElement===void 0,r=A(o);return{o:function(a,u){r.value=a,n=u},d:ee(function(){this.N=Ko;var a=r.value.value;n[t]!==a&&(n[t]=a,s?e[t]=a:a!=null&&(a!==!1||t[4]==="-")?e.setAttribute(t,a):e.removeAttribute(t))})}}Ne("unmount",function(e,t){if(typeof t.type=="string"){var o=t.__e;if(o){var n=o.U;if(n){o.U=void 0;for(var s in n){var r=n[s];r&&r.d()}}}var a=t.__np;if(a){var u=t.props;for(var p in a)u[p]=a[p]}t.__np=void 0}else{var i=t.__c;if(i){i.__$f|=8;var v=i.__$u;v&&(i.__$u=void 0,v.d())}}e(t)});Ne("__h",function(e,t,o,n){n<3&&(t.__$f|=2),e(t,o,n)});Oe.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;var o=this.__$u,n=o&&o.s!==void 0;for(var s in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var r=2&this.__$f;if(!(n||r||4&this.__$f)||1&this.__$f)return!0}else if(!(n||4&this.__$f)||3&this.__$f)return!0;for(var a in e)if(a!=="__source"&&e[a]!==this.props[a])return!0;for(var u in this.props)if(!(u in e))return!0;return!1};function E(e,t){return Ce(function(){return A(e,t)},[])}function Go(e,t){var o=Q(e);return o.current=e,ze.__$f|=4,Ce(function(){return q(function(){return o.current()},t)},[])}var Jn=typeof requestAnimationFrame>"u"?setTimeout:function(e){var t=function(){clearTimeout(o),cancelAnimationFrame(n),e()},o=setTimeout(t,35),n=requestAnimationFrame(t)},Yn=function(e){queueMicrotask(function(){queueMicrotask(e)})};function Zn(){le(function(){for(var e;e=Fo.shift();)Zt.call(e)})}function Xn(){Fo.push(this)===1&&(P.requestAnimationFrame||Jn)(Zn)}function Qn(){le(function(){for(var e;e=Vo.shift();)Zt.call(e)})}function Ko(){Vo.push(this)===1&&(P.requestAnimationFrame||Yn)(Qn)}function te(e,t){var o=Q(e);o.current=e;var n=ze;J(function(){return ee(function(){if(this.N=Xn,!(n&&8&n.__$f))return o.current()},t)},[])}var Jo=/\smover=([12])\s*$/,Yo=({position:e,mover:t},o)=>t===2&&!o?.turn?`${e} mover=2`:e,Ue=e=>({position:e.replace(Jo,""),mover:e.match(Jo)?.[1]==="2"?2:1});var Xt=["explore","play","review","puzzles","statistics"];function Zo(e){let[t,o=""]=e.replace(/^#\/?/,"").split("?"),[n="",s=""]=t.split("/").map(decodeURIComponent),r=new URLSearchParams(o),{position:a,mover:u}=Ue(r.get("position")??"");return{game:n,view:Xt.includes(s)?s:"explore",set:r.getAll("set"),position:a||null,forbid:r.get("forbid"),mover:r.get("mover")==="2"?2:u}}function oe({game:e,view:t="explore",set:o=[],position:n,forbid:s,mover:r=1}){if(!e)return"#/";let a=new URLSearchParams(o.map(p=>["set",p]));n&&a.set("position",n),s&&a.set("forbid",s),n&&r===2&&a.set("mover",2);let u=a.toString();return`#/${encodeURIComponent(e)}/${t}${u&&`?${u}`}`}var Xo="api/v1";var Ee=new Map,Ct=class extends Error{constructor(t,o){super(o),this.status=t}};async function Mt(e,t){let o;try{o=await fetch(e,t)}catch{throw new Ct(0,"")}let n=await o.json().catch(()=>({error:o.statusText}));if(!o.ok)throw new Ct(o.status,n.error);return n}var Qo=()=>Mt(`${Xo}/games`);function en(e,t,o={}){let n=[...e.set.map(r=>["set",r]),...Object.entries(o)],s=new URLSearchParams(n.filter(([,r])=>r!=null&&r!==""));return`${Xo}/games/${encodeURIComponent(e.game)}/${t}?${s}`}function D(e,t,o,n=!0){let s=en(e,t,o);if(!n)return Mt(s);if(!Ee.has(s)){Ee.size>=300&&Ee.delete(Ee.keys().next().value);let r=Mt(s);r.catch(()=>Ee.delete(s)),Ee.set(s,r)}return Ee.get(s)}var Tt=(e,t,o)=>Mt(en(e,t),{method:"POST",headers:{"Content-Type":"application/json"},body:JSON.stringify(o)});var on=function(e,t,o,n){var s;t[0]=0;for(var r=1;r<t.length;r++){var a=t[r++],u=t[r]?(t[0]|=a?1:2,o[t[r++]]):t[++r];a===3?n[0]=u:a===4?n[1]=Object.assign(n[1]||{},u):a===5?(n[1]=n[1]||{})[t[++r]]=u:a===6?n[1][t[++r]]+=u+"":a?(s=e.apply(u,on(e,u,o,["",null])),n.push(s),u[0]?t[0]|=2:(t[r-2]=0,t[r]=s)):n.push(u)}return n},tn=new Map;function nn(e){var t=tn.get(this);return t||(t=new Map,tn.set(this,t)),(t=on(this,t.get(e)||(t.set(e,t=(function(o){for(var n,s,r=1,a="",u="",p=[0],i=function(f){r===1&&(f||(a=a.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?p.push(0,f,a):r===3&&(f||a)?(p.push(3,f,a),r=2):r===2&&a==="..."&&f?p.push(4,f,0):r===2&&a&&!f?p.push(5,0,!0,a):r>=5&&((a||!f&&r===5)&&(p.push(r,0,a,s),r=6),f&&(p.push(r,f,0,s),r=6)),a=""},v=0;v<o.length;v++){v&&(r===1&&i(),i(v));for(var d=0;d<o[v].length;d++)n=o[v][d],r===1?n==="<"?(i(),p=[p],r=3):a+=n:r===4?a==="--"&&n===">"?(r=1,a=""):a=n+a[0]:u?n===u?u="":a+=n:n==='"'||n==="'"?u=n:n===">"?(i(),r=1):r&&(n==="="?(r=5,s=a,a=""):n==="/"&&(r<5||o[v][d+1]===">")?(i(),r===3&&(p=p[0]),r=p,(p=p[0]).push(2,0,r),r=0):n===" "||n==="	"||n===`
`||n==="\r"?(i(),r=2):a+=n),r===3&&a==="!--"&&(r=4,p=p[0])}return i(),p})(e)),t),arguments,[])).length>1?t:t[0]}var c=nn.bind(Ge);var Qt={"this language":"English",language:"Language",light:"Light colours",dark:"Dark colours",skip:"To the board",views:"Views",variant:"Variant","the whole game":"the whole game",rules:"Rules",lead:"Every position of these games is solved: who wins, and how soon, is known for certain.","positions.n":"{count} positions","positions.n.one":"{count} position","not solved yet":"not solved yet","no server":"The server does not answer. Is retro serve still running?","no game":"There is no game called {game} here.","look again":"Look again",close:"Close",cancel:"Cancel",copied:"Copied.","not copied":"This browser does not let the page copy.","open one":"Open one",copy:"Copy",all:"all",win:"Win",draw:"Draw",loss:"Loss","win in":"Win in {n} plies","win in.one":"Win in 1 ply","loss in":"Loss in {n} plies","loss in.one":"Loss in 1 ply","over.win":"Won","over.loss":"Lost",points:"{points} points","points.one":"{points} point","side wins in":"{side} wins in {n} plies","side wins in.one":"{side} wins in 1 ply","side has":"{side} has {points}","points for first":"for the first player","points for mover":"for the player to move","short.win":"W","short.draw":"D","short.loss":"L",plies:"{n} plies","plies.one":"1 ply","player.1":"Blue","player.2":"Amber","to move":"to move",wins:"wins","ends in a draw":"The game is drawn","glyph.stone":"stone","glyph.block":"piece","glyph.mark":"mark","glyph.hole":"hole","glyph.dot":"dot","glyph.closed":"closed square",empty:"empty",board:"Board",picked:"picked","can be picked":"can be picked","more may follow":"The move may end here, or go on.","make it":"Play {move}",explore:"Explore",play:"Play",review:"Review",puzzles:"Puzzles",statistics:"Statistics",values:"Values","show value":"Show the value",forbidden:"forbidden","is forbidden":"{move} is forbidden: it would take the last move back.","forbidding costs":"Without that: {value}.","forbidding costs nothing":"That changes nothing.","from start":"{n} plies from the start, at least","from start.one":"1 ply from the start","moves, best first":"{n} moves, best first","moves, best first.one":"1 move",moves:"{n} moves","moves.one":"1 move",holding:"{keeping} of {all} hold","replies that hold":"So many of the opponent's replies keep what he has","best line":"Best play","best move":"Best move","no end":"A draw: neither side can force an end.","copy line":"Copy line",download:"Download","line of play":"Moves played","to the beginning":"To the beginning",undo:"Back",redo:"Forth","to the end":"To the end",flip:"Turn the board","another position":"Another position","the start":"The start","set up":"Set up",paste:"Paste","random.win":"A random win","random.draw":"A random draw","random.loss":"A random loss",share:"This position","copy link":"Copy link","copy position":"Copy position","download game":"Download the game",cite:"Cite","cite.why":"The digest is of the rules, the sums are of the files: whoever solves the same rules gets the same, byte by byte. Before a solution is written a sample of it is looked at again; verify proves every record.","paste what":"A position, the moves of a game, or a file of retro play","read it":"Read it","another game":"That is a game of {game}.","no such move":"One of its moves cannot be made.","what is put":"What is put on the board",clear:"Empty",mirror:"Mirror","quarter turn":"Turn",swap:"Swap colours","swap.why":"Blue becomes amber, and amber blue","other side":"Other side to move","other side.why":"The board stays, the other player is to move","as it was":"As it was","as text":"The position as text","use it":"Use this position","play against":"Play against","new game":"A new game","player perfect":"Perfect play","player perfect.why":"never gives anything away","player trap":"A setter of traps","player trap.why":"perfect too, and of equal moves plays the one after which you are likely to go wrong","player fallible":"A human being","player fallible.why":"makes mistakes, the more the less strong","player random":"Anyhow","player random.why":"any move, whatever it is worth",strength:"Strength","play as":"Play","from here":"From this position","take back":"Take back","review game":"Review the game",resign:"Resign",resigned:"You have resigned.",thinking:"The opponent is thinking","your turn":"Your turn.","you are":"You are","looking back":"You are looking back at the game.","ended.move":"The game is over: the last move has ended it.","ended.stuck":"The game is over: there is no move.","ended.repeated":"A draw: the same position for the third time.","ended.plies":"A draw: so many plies without an end.","nothing to review":"Play a game, make moves on the board, or paste a game: then each move is looked at.","what moves gave away":"What the moves gave away",blunders:"{n} blunders","blunders.one":"1 blunder",blunder:"a blunder","column.ply":"#","column.move":"Move","column.made it":"Then","column.kept":"Keep","column.gave away":"Gave away","kept.why":"So many of the moves kept the outcome, or the points","points lost":"{n} points","points lost.one":"1 point","plies lost":"{n} plies","plies lost.one":"1 ply","lost win":"the win","lost draw":"the draw",better:"{move} was better",graph:"Value of the game, for blue",composing:"Looking for a puzzle","stipulation.win":"Find the win: it takes {n} plies.","stipulation.draw":"Hold the draw for {n} moves: each time one move alone does.","stipulation.draw.one":"Hold the draw: one move alone does.","stipulation.points":"Lose no points for {n} moves: {value}, and each time one move alone keeps them.","stipulation.points.one":"Lose no points: {value}, and one move alone keeps them.",refuted:"{move} fails to {reply}: {value}.","that fails":"That fails.",slower:"{move} wins, too, but takes {n} plies: there is a faster way.",solved:"Solved!","solved at last":"Solved. It will come back once more.","try again":"Try again","next puzzle":"Next puzzle","today's":"Today's puzzle","show solution":"Show the solution","no puzzle":"No puzzle of this kind was found.","what puzzles":"Which puzzles",theme:"Theme","theme.win":"wins","theme.draw":"draws to be held","at most":"At most",tally:"{solved} solved, {failed} failed.","today's counted":"Today's puzzle is among these; it counts once.","to come back":"{n} will come back.",solution:"Solution",anything:"anything: the game ends at once","anything else":"anything else: the game ends at once",tries:"Tries, and what refutes them",try:"{move}? {reply}!","explore it":"Look at it",positions:"positions",states:"states","value of start":"the start",longest:"longest win","won at once":"won at once",forbidding:"states with a forbidden move","states by plies":"States by plies to the end","states by points":"States by points","logarithms, bars open":"(a scale of logarithms; a bar opens one of its positions)","as table":"As a table","longest wins":"Longest wins and losses","extreme scores":"Highest and lowest scores","longest.why":"Of positions in which nothing is forbidden; a number opens one.","count longest":"Count them (this may take minutes)",counting:"Counting",part:"Part","how counted":"How it is counted",unsolved:"{game} is not solved with these options yet","unsolved.how":"This command solves it, and the page shows it at once:","unsolved.small":"A small variant takes seconds:","unsolved.dry":"What it takes of memory, disk and time is told by","variants solved":"Variants that are solved"};var sn={"this language":"日本語",language:"言語",light:"明るい配色",dark:"暗い配色",skip:"盤面へ",views:"表示",variant:"種類","the whole game":"完全版",rules:"ルール",lead:"ここにあるゲームは全局面が解析済みです。どちらが何手で勝つか、すべて正確にわかります。","positions.n":"{count} 局面","not solved yet":"未解析","no server":"サーバーが応答しません。retro serve は動いていますか。","no game":"{game} というゲームはありません。","look again":"もう一度確認",close:"閉じる",cancel:"やめる",copied:"コピーしました。","not copied":"このブラウザーではコピーできません。","open one":"局面を開く",copy:"コピー",all:"全体",win:"勝ち",draw:"引き分け",loss:"負け","win in":"{n} 手で勝ち","loss in":"{n} 手で負け","over.win":"勝ち","over.loss":"負け",points:"{points} 点","side wins in":"{side}が {n} 手で勝ち","side has":"{side} {points}","points for first":"先手から見て","points for mover":"手番から見て","short.win":"勝","short.draw":"分","short.loss":"負",plies:"{n} 手","player.1":"青","player.2":"黄","to move":"の手番",wins:"の勝ち","ends in a draw":"引き分け","glyph.stone":"駒","glyph.block":"駒","glyph.mark":"印","glyph.hole":"穴","glyph.dot":"点","glyph.closed":"置けないマス",empty:"空き",board:"盤面",picked:"選択中","can be picked":"選択できます","more may follow":"ここで終えることも、続けることもできます。","make it":"{move} を指す",explore:"検討",play:"対局",review:"振り返り",puzzles:"問題",statistics:"統計",values:"評価","show value":"評価を見る",forbidden:"禁手","is forbidden":"{move} は禁手です(直前の手を元に戻すため)。","forbidding costs":"禁手がなければ {value}。","forbidding costs nothing":"評価は変わりません。","from start":"初期局面から最短 {n} 手","moves, best first":"指し手 {n} 通り(良い順)",moves:"指し手 {n} 通り",holding:"{all} 手中 {keeping} 手が正解","replies that hold":"相手が今の結果を保てる応手の数","best line":"最善手順","best move":"最善手を指す","no end":"引き分け。どちらも勝ちを強制できません。","copy line":"手順をコピー",download:"保存","line of play":"ここまでの手","to the beginning":"最初へ",undo:"戻る",redo:"進む","to the end":"最後へ",flip:"盤を反転","another position":"ほかの局面","the start":"初期局面","set up":"局面を作る",paste:"貼り付け","random.win":"勝ちの局面","random.draw":"引き分けの局面","random.loss":"負けの局面",share:"この局面","copy link":"リンクをコピー","copy position":"局面をコピー","download game":"棋譜を保存",cite:"引用","cite.why":"ダイジェストはルールの、ハッシュ値はファイルのものです。同じルールを解けば、誰でも一バイトも違わない同じ結果を得ます。解は書き込む前に標本が検査され、verify ですべての記録が証明されます。","paste what":"局面、指し手の列、または retro play の棋譜ファイル","read it":"読み込む","another game":"これは {game} の棋譜です。","no such move":"指せない手が含まれています。","what is put":"置くもの",clear:"すべて消す",mirror:"左右反転","quarter turn":"回転",swap:"色を交換","swap.why":"青と黄を入れ替えます","other side":"手番を交代","other side.why":"盤面はそのままで手番だけ替えます","as it was":"元に戻す","as text":"局面の文字列","use it":"この局面にする","play against":"対戦相手","new game":"新しい対局","player perfect":"完全な相手","player perfect.why":"決して損をしません","player trap":"罠を仕掛ける相手","player trap.why":"完全な上に、同じ価値の手の中から、あなたが間違えやすい手を選びます","player fallible":"人間らしい相手","player fallible.why":"弱いほどよく間違えます","player random":"でたらめな相手","player random.why":"どんな手でも指します",strength:"強さ","play as":"対局開始:","from here":"この局面から","take back":"待った","review game":"対局を振り返る",resign:"投了",resigned:"投了しました。",thinking:"相手が考えています","your turn":"あなたの番です。","you are":"あなたは","looking back":"前の局面を見ています。","ended.move":"終局。最後の手で決まりました。","ended.stuck":"終局。指せる手がありません。","ended.repeated":"引き分け。同じ局面が三度現れました。","ended.plies":"引き分け。手数の上限に達しました。","nothing to review":"対局するか、盤上で手を進めるか、棋譜を貼り付けると、一手ごとに振り返れます。","what moves gave away":"各手で失ったもの",blunders:"悪手 {n}",blunder:"悪手","column.ply":"手数","column.move":"指し手","column.made it":"結果","column.kept":"正解数","column.gave away":"失ったもの","kept.why":"結果(または点数)を保った手の数","points lost":"{n} 点","plies lost":"{n} 手","lost win":"勝ち","lost draw":"引き分け",better:"{move} が良かった",graph:"青から見た評価の推移",composing:"問題を探しています","stipulation.win":"{n} 手で勝ってください。","stipulation.draw":"引き分けを {n} 手続けて守ってください。正解はそれぞれ一手だけです。","stipulation.points":"{n} 手続けて点を失わない手を見つけてください({value})。正解はそれぞれ一手だけです。",refuted:"{move} には {reply} で失敗です({value})。",slower:"{move} でも勝てますが、{n} 手かかります。もっと速い勝ち方があります。","that fails":"失敗です。",solved:"正解!","solved at last":"正解です。この問題はまた出ます。","try again":"やり直す","next puzzle":"次の問題","today's":"今日の問題","show solution":"解答を見る","no puzzle":"このような問題は見つかりませんでした。","what puzzles":"問題の種類",theme:"テーマ","theme.win":"勝ち","theme.draw":"引き分けを守る","at most":"最長",tally:"正解 {solved}、失敗 {failed}。","today's counted":"今日の問題は集計済みです(一日一回)。","to come back":"再出題待ち {n}。",solution:"解答",anything:"どう応じてもすぐに終局","anything else":"その他:すぐに終局",tries:"紛れと、その反駁",try:"{move}? {reply}!","explore it":"検討する",positions:"局面",states:"状態","value of start":"初期局面",longest:"最長の勝ち","won at once":"一手で勝てる局面",forbidding:"禁手のある状態","states by plies":"終局までの手数ごとの状態数","states by points":"点数ごとの状態数","logarithms, bars open":"(対数目盛。棒を押すと局面が開きます)","as table":"表で見る","longest wins":"最長の勝ちと負け","extreme scores":"最高点と最低点","longest.why":"禁手のない局面について。番号を押すと局面が開きます。","count longest":"数える(数分かかることがあります)",counting:"数えています",part:"部分","how counted":"数え方",unsolved:"{game}:この設定はまだ解析されていません","unsolved.how":"次のコマンドで解析すると、すぐにここで見られます。","unsolved.small":"小さな盤なら数秒で解けます:","unsolved.dry":"必要なメモリ・ディスク・時間は次のコマンドでわかります:","variants solved":"解析済みの種類"};function Y(e,t){let o=t;try{o=JSON.parse(localStorage.getItem(`retro ${e}`))??t}catch{}let n=A(o);return ee(()=>{try{localStorage.setItem(`retro ${e}`,JSON.stringify(n.value))}catch{}}),n}var Ze={en:Qt,ja:sn},os=()=>navigator.languages.map(e=>e.slice(0,2)).find(e=>e in Ze)??"en",Et=Y("language",""),De=q(()=>Et.value in Ze?Et.value:os());ee(()=>{document.documentElement.lang=De.value});function l(e,t={}){let o=Ze[De.value];return(t.n===1&&o[`${e}.one`]||o[e]||Qt[e]||e).replace(/\{(\w+)\}/g,(s,r)=>t[r]??"")}var V=e=>e.toLocaleString(De.value);function N(e,t){let o=s=>e?.words?.[De.value]?.[s]??e?.words?.en?.[s],[n]=t.match(/\d+/)??[];return o(t)??(n&&o(t.replace(n,"{n}"))?.replace("{n}",n))??t}var ns=2e3,Xe=A(""),rn=0;async function ue(e){let t;try{await navigator.clipboard.writeText(e),t=!0}catch{t=ss(e)}Xe.value=t?"copied":"not copied";let o=++rn;setTimeout(()=>o===rn&&(Xe.value=""),ns)}function ss(e){let[t,o]=[document.activeElement,document.createElement("textarea")];o.value=e,(t?.closest("dialog")??document.body).append(o),o.select();let n=document.execCommand("copy");return o.remove(),t?.focus(),n}var Pt=()=>c`<p class=${Xe.value?"copied":"hidden"} role="status">${Xe.value&&l(Xe.value)}</p>`;var He=A(!1),an=e=>({picture:1,mover:e,flip:He.value?1:""}),ln=(e,t)=>e.scene?.turn||t;function At(e=()=>{}){let t=A(null),o=A(null),n=A(null),s=A(null),r=A(null),a=A(!1),u=A(null),p=q(()=>o.value?.states[o.value.at]??null),i=0;async function v(y){let _=++i;a.value=!0;try{let k=await y();return _===i?k:null}catch(k){return _===i&&(r.value=k),null}finally{_===i&&(a.value=!1)}}function d(y,_,k,C=t.value){le(()=>{u.value=r.value=null,n.value=y,o.value=_,t.value=C}),k||e(_)}let f=(y,{position:_,forbid:k,mover:C})=>D(y,"position",{position:_,forbid:k,replies:0,...an(C)});async function m(y,_,k=t.value){let C=await v(()=>f(k,y.states[y.at]));return C&&d(C,y,_,k),C}async function b(y,_,k=!1){let C=_.mover??1,g=await v(()=>f(y,{..._,mover:C}));if(g){let $={position:g.position,forbid:g.forbidden,mover:ln(g,C)};d(g,{states:[$],at:0},k,y)}return g}let L=async(y,_,k)=>!!await b(y,_,!0)&&S(k);async function S(y){for(let _ of y){let k=n.value.moves.find(C=>C.move===_);if(!k||!await T(k,!0))return!1}return e(o.value),!0}async function T(y,_=!1){let{states:k,at:C}=o.value,g=k[C];if(k[C+1]?.move===y.move)return h(C+1,_);let x={move:y.move,drawn:y.picture},M=ae=>({states:[...k.slice(0,C+1),{...ae,...x}],at:C+1});if(y.after===null)return d(n.value,M({...g,over:{value:y.value,dtm:y.dtm}}),_),!0;let F=3-g.mover,H=await v(()=>D(t.value,"position",{position:g.position,forbid:g.forbid,move:y.move,replies:0,...an(F)}));return H?(d(H,M({position:H.position,forbid:H.forbidden,mover:ln(H,F)}),_),!0):!1}let h=(y,_=!1)=>{let{states:k}=o.value;return y>=0&&y<k.length?m({states:k,at:y},_).then(Boolean):Promise.resolve(!1)};async function z(){let[y,_]=[p.value,n.value];if(!_||s.peek()?.of===_)return;let k={position:y.position,forbid:y.forbid},C=await D(t.value,"position",k).catch(()=>null);C&&n.value===_&&(s.value={of:_,moves:C.moves})}return{place:t,line:o,state:p,answer:n,problem:r,busy:a,pointed:u,open:b,replay:L,follow:S,make:T,go:h,count:z,restore:(y,_,k=!0)=>m(_,k,y),again:()=>o.value&&m(o.value,!0),begin:q(()=>o.value?.states[0]??null),replies:q(()=>{let y=s.value?.of===n.value?s.value?.moves??[]:[];return new Map(y.map(_=>[_.move,_.replies]))}),moves:q(()=>o.value?.states.slice(1).map(y=>y.move)??[]),playable:q(()=>(!p.value||p.value.over?[]:n.value?.moves??[]).filter(_=>!_.forbidden))}}var rs={win:"▲",draw:"■",loss:"▼"};function Qe(e,t=!0){if(typeof e=="string")return e;let o=t?e:-e;return o>0?"win":o<0?"loss":"draw"}var Pe=e=>e.scores!=="first"||(e.scene?.turn??1)!==2,un=e=>e>0?`+${e}`:String(e).replace("-","−");function R({value:e,dtm:t}){return typeof e=="number"?l("points",{n:Math.abs(e),points:un(e)}):t===0?l(`over.${e}`):e==="draw"?l("draw"):l(`${e} in`,{n:t})}function eo({value:e,dtm:t},o,n){let s=r=>l(`player.${r}`);return typeof e=="number"?l("side has",{side:s(n==="first"?1:o),points:R({value:e})}):e==="draw"?l("draw"):l("side wins in",{side:s(e==="win"?o:3-o),n:t})}var to=({value:e,dtm:t})=>typeof e=="number"?un(e):`${l(`short.${e}`)}${t?` ${t}`:""}`,G=({of:e,mine:t=!0,long:o=!1})=>{let n=Qe(e.value,t);return c`<span class="mark ${n}" title=${R(e)}>
        <span aria-hidden="true">${rs[n]}</span> ${o?R(e):to(e)}
    </span>`};function cn({desk:e,game:t}){let o=E(null);te(()=>{let[p,i,v]=[e.state.value,e.answer.value,e.place.value];o.value=null,!(!i||!p||p.over||i.value==="draw")&&D(v,"line",{position:p.position,forbid:p.forbid}).then(d=>e.answer.peek()?.position===d.position&&(o.value=d.moves),()=>{})});let n=e.answer.value;if(!n||e.state.value?.over||!n.moves.length)return null;let s=()=>e.make(e.playable.value[0]),r=o.value??[],a=r.map(p=>p.move),u=p=>e.follow(a.slice(0,p));return c`<section class="bestline" aria-labelledby="bestline">
        <h2 id="bestline">${l("best line")}</h2>
        ${n.value==="draw"&&c`<p class="note">${l("no end")}</p>`}
        ${r.length>0&&c`<ol>
                ${r.map((p,i)=>c`<li key=${i}>
                        <button onClick=${()=>u(i+1)} title=${R(p)}>${p.move}</button>
                    </li>`)}
            </ol>`}
        <div class="row">
            <button onClick=${s} disabled=${!e.playable.value.length}>${l("best move")}</button>
            ${r.length>0&&c`<button onClick=${()=>ue(as(a))}>${l("copy line")}</button>
                    <button onClick=${()=>tt(`${t.game}-line.json`,et(e,a))}>${l("download")}</button>`}
        </div>
    </section>`}var as=e=>e.join(e.some(t=>t.includes(" "))?`
`:" ");function et(e,t,o=e.state.value,n=["perfect","perfect"]){return{format:"retro game 1",game:e.answer.value.game,options:e.answer.value.options,position:o.position,forbidden:o.forbid,mover:o.mover,first:n[0],second:n[1],skill:5,seed:0,moves:t,result:null}}function tt(e,t){let o=document.createElement("a");o.href=URL.createObjectURL(new Blob([`${JSON.stringify(t,null,1)}
`],{type:"application/json"})),o.download=e,o.click(),setTimeout(()=>URL.revokeObjectURL(o.href),1e3)}function is(e,t){let o=0;for(let n of e.steps){let s=new Set(n.at);if(n.kind==="piece"){for(;s.delete(t[o]);)o++;if(s.size&&o===t.length)return{next:[...s],piece:!0};if(s.size)return null}else for(let r of n.at){if(o===t.length)return{next:[r],piece:!1};if(t[o++]!==r)return null}}return o===t.length?{next:[],piece:!1}:null}var ls=(e,t)=>e.length===t.length&&e.every(o=>t.includes(o));function ot(e,t){let o=e.filter(a=>a.steps.length).map(a=>({move:a,...is(a,t)??{next:null}})).filter(a=>a.next),[n]=o;if(t.length&&n?.piece&&o.every(a=>a.piece&&ls(a.next,n.next)))return ot(e,[...t,...n.next]);let s=new Map;for(let{move:a,next:u}of o)for(let p of u)s.set(p,[...s.get(p)??[],a]);let r=o.find(a=>!a.next.length)?.move??null;return{picked:t,next:s,whole:r,piece:o.some(a=>a.piece),only:o.length===1}}var oo=60,us=.55,cs={ArrowUp:[0,-1],ArrowDown:[0,1],ArrowLeft:[-1,0],ArrowRight:[1,0]};function ps(e){let[,t,o]=e.match(/viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/s);return{box:t,drawing:o}}function fs(e){let t=He.value?-oo:oo;return new Map(Object.entries({...e.points,...e.beside}).map(([o,[n,s]])=>[o,[n*t,-s*t]]))}function vs(e,t,[o,n],s=1/0){let r=u=>Math.hypot(e.get(u)[0]-o,e.get(u)[1]-n),a=[...t].sort((u,p)=>r(u)-r(p))[0];return a!==void 0&&r(a)<=s?a:null}function ds(e,t,o,[n,s]){let[r,a]=e.get(o),u=i=>{let[v,d]=[e.get(i)[0]-r,e.get(i)[1]-a],f=v*n+d*s;return f>1?f+2.2*Math.abs(v*s-d*n):1/0},p=[...t].sort((i,v)=>u(i)-u(v))[0];return p!==void 0&&u(p)<1/0?p:null}function ms({at:[e,t],of:o,counted:n}){let s=Qe(o.value,n),r=to(o),a=Math.max(24,11+8.4*r.length+(/[^\x00-\x7f]/.test(r)?6:0))/2,[u,p]=[e,t+19],i={win:c`<rect x=${u-a} y=${p-9.5} width=${2*a} height="19" rx="9.5" />`,draw:c`<rect x=${u-a} y=${p-9.5} width=${2*a} height="19" />`,loss:c`<path d="M${u-a-4} ${p}l7 -10h${2*a-6}l7 10l-7 10h${6-2*a}z" />`};return c`<g class="badge ${s}" aria-hidden="true">
        ${i[s]}<text x=${u} y=${p+5}>${r}</text>
    </g>`}var hs=(e,t)=>{let o=new Map,n=!e.turn&&t===2?[0,2,1]:[0,1,2];for(let s of e.pieces){let r=[s.player?l(`player.${n[s.player]}`):"",l(`glyph.${s.glyph}`),s.label];for(let a of s.at)o.set(a,r.filter(Boolean).join(" "))}return o};function $e({desk:e,marks:t=!1,play:o=null}){let n=E([]),s=E(null),r=E(null),a=Q(),u=e.answer.value,p=e.state.value,i=Go(()=>ot(e.playable.value,n.value));if(te(()=>{e.answer.value,e.state.value,n.value=[],r.value=null}),!u||!p)return c`<div class="board waiting" aria-busy="true"></div>`;if(!u.picture)return c`<pre class="board drawn">${u.drawn}</pre>`;let{box:v,drawing:d}=ps(u.picture),f=fs(u.scene),{next:m,whole:b,piece:L}=o?i.value:{next:new Map,whole:null,piece:!1},S=o?i.value.picked:[],T=[...Object.keys(u.scene.points),...[...m.keys()].filter(w=>w in u.scene.beside)],h=Pe(u),z=hs(u.scene,p.mover);function y(w){let j=ot(e.playable.value,[...S,w]);if(m.has(w))return n.value=j.picked,j.whole&&j.only&&_(j.whole),!0;let K=ot(e.playable.value,[w]),pe=!S.includes(w)&&(K.next.size||K.whole);return n.value=pe?K.picked:[],pe&&K.whole&&K.only&&_(K.whole),pe}function _(w){n.value=[],o(w)}let k=w=>{let j=new DOMPoint(w.clientX,w.clientY).matrixTransform(a.current.getScreenCTM().inverse());return[j.x,j.y]},C=w=>vs(f,T,k(w),us*oo);function g(w){if(!o||w.button)return;let j=C(w);j&&(s.value=j,y(j)&&(r.value={from:j,to:k(w),last:j},a.current.setPointerCapture(w.pointerId)))}function $(w){if(!r.value)return;let j=C(w);L&&j&&j!==r.value.last&&m.has(j)&&y(j),r.value={...r.value,to:k(w),last:j??r.value.last}}function x(w){if(!r.value)return;let{from:j}=r.value,K=C(w);r.value=null,!L&&K&&K!==j&&m.has(K)&&y(K)}function M(w){let j=s.value&&T.includes(s.value)?s.value:F,K=cs[w.key];if(!(w.altKey||w.ctrlKey||w.metaKey)){if(K)s.value=ds(f,T,j,K)??j,a.current.querySelector(`[data-spot="${CSS.escape(s.value)}"]`)?.focus();else if(w.key==="Enter"||w.key===" ")b&&w.key==="Enter"?_(b):o&&y(j);else if(w.key==="Escape"&&n.value.length)n.value=[];else return;w.preventDefault(),w.stopPropagation()}}let F=T.find(w=>m.has(w))??T[0],H=T.includes(s.value)?s.value:F,ae=e.pointed.value??(S.length&&b?b:null);function se(w){let[j,K]=f.get(w),pe=m.get(w)?.[0],co=[w,z.get(w),S.includes(w)&&l("picked"),pe&&l("can be picked")];return pe&&t&&co.push(R(pe)),c`<g
            key=${w}
            data-spot=${w}
            class="spot ${pe?"option":""} ${S.includes(w)?"chosen":""} ${S.length?"later":""}"
            role="button"
            tabindex=${w===H?0:-1}
            aria-label=${co.filter(Boolean).join(", ")}
            aria-disabled=${o?!pe:!0}
            onFocus=${()=>s.value=w}
        >
            <circle cx=${j} cy=${K} r="26" />
        </g>`}let ke=([w,[j]])=>c`<${ms} key=${w} at=${f.get(w)} of=${j} counted=${h} />`;return c`<div class="board">
        <svg
            ref=${a}
            viewBox=${v}
            role="group"
            aria-label=${l("board")}
            class=${o?"live":""}
            onPointerDown=${g}
            onPointerMove=${$}
            onPointerUp=${x}
            onPointerCancel=${()=>r.value=null}
            onKeyDown=${M}
        >
            <g dangerouslySetInnerHTML=${{__html:d}} aria-hidden="true" />
            ${p.drawn&&c`<g class="last" dangerouslySetInnerHTML=${{__html:p.drawn}} aria-hidden="true" />`}
            ${T.map(se)} ${t&&!ae&&[...m].map(ke)}
            ${ae?.picture&&c`<g class="shown" dangerouslySetInnerHTML=${{__html:ae.picture}} aria-hidden="true" />`}
            ${r.value&&!L&&c`<path class="drag" d="M${f.get(r.value.from).join(" ")}L${r.value.to.join(" ")}" />`}
        </svg>
        ${b&&c`<div class="settle">
                <span>${l("more may follow")}</span>
                <button class="first" onClick=${()=>_(b)}>${l("make it",{move:b.move})}</button>
                <button onClick=${()=>n.value=[]}>${l("cancel")}</button>
            </div>`}
    </div>`}function Re({title:e,close:t,wide:o,children:n}){let s=Q();return J(()=>{s.current.showModal()},[]),c`<dialog ref=${s} onClose=${t} aria-label=${e} class=${o?"wide":""}>
        <div class="top">
            <h2>${e}</h2>
            <button aria-label=${l("close")} onClick=${()=>s.current.close()}>✕</button>
        </div>
        ${n}
    </dialog>`}var $s=e=>Object.entries(e).map(t=>t.join("="));function pn({desk:e,game:t,close:o}){let n=E(null);J(()=>{D(e.place.value,"citation").then(p=>n.value=p,o)},[]);let[s,r,a]=[n.value,e.state.value,e.answer.value],u=s&&[[s.title,...$s(s.options)].join(", "),`position ${r.position}${r.forbid?`, ${r.forbid} forbidden`:""}: ${a.value}${a.dtm===null?"":` in ${a.dtm}`}`,`strong solution by retro ${s.version}, ${s.date.slice(0,10)}, digest of the rules ${s.digest}`,...Object.entries(s.files).map(([p,i])=>`${p} sha256 ${i}`),`reproduced by: ${s.solve}; proved record by record by: ${s.verify}`];return c`<${Re} title=${l("cite")} close=${o} wide>
        ${u&&c`<p><b>${N(t,s.title)}</b> · ${R(a)}</p>
                <pre class="code">${u.join(`
`)}</pre>
                <p class="note">${l("cite.why")}</p>
                <div class="row"><button class="first" onClick=${()=>ue(u.join(`
`))}>${l("copy")}</button></div>
                <${Pt} />`}
    <//>`}function _e({desk:e,children:t}){let o=e.line.value;if(!o)return null;let n=o.states.length-1,s=(r,a,u,p)=>c`<button
        aria-label=${l(a)}
        title=${`${l(a)}${p?` (${p})`:""}`}
        disabled=${u<0||u>n||u===o.at}
        onClick=${()=>e.go(u)}
    >
        ${r}
    </button>`;return c`<nav class="controls" aria-label=${l("line of play")}>
        ${s("«","to the beginning",0,"Home")} ${s("‹","undo",o.at-1,"←")}
        <span class="ply" aria-live="polite">${o.at} / ${n}</span>
        ${s("›","redo",o.at+1,"→")} ${s("»","to the end",n,"End")}
        <button aria-label=${l("flip")} title=${`${l("flip")} (f)`} onClick=${()=>fn(e)}>⇅</button>
        ${t}
    </nav>`}function fn(e){He.value=!He.value,e.again()}function ge(e,t,o={}){if(e.altKey||e.ctrlKey||e.metaKey||e.target.closest?.("input, textarea, select, dialog"))return;let n=t.line.peek();if(!n)return;let s={ArrowLeft:()=>t.go(n.at-1),ArrowRight:()=>t.go(n.at+1),Home:()=>t.go(0),End:()=>t.go(n.states.length-1),f:()=>fn(t),...o}[e.key];!s||e.defaultPrevented||(e.preventDefault(),s())}function Ie({desk:e}){let t=e.line.value;return!t||t.states.length<2?null:c`<section class="played" aria-labelledby="played">
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
    </section>`}var _s={1:"blue",2:"amber"},re=({of:e})=>c`<span class="side"><span class="disc ${_s[e]}" aria-hidden="true"></span>${l(`player.${e}`)}</span>`;function We({desk:e,game:t,shown:o,reveal:n}){let[s,r]=[e.answer.value,e.state.value];if(!s||!r)return c`<header class="headline"></header>`;let a=!s.moves.some(p=>!p.forbidden);if(r.over||a){let p={mover:r.mover,over:r.over??s};return c`<header class="headline" role="status"><${gs} of=${p} counted=${Pe(s)} /></header>`}let u=s.forbidden&&(s.unforbidden.value!==s.value||s.unforbidden.dtm!==s.dtm);return c`<header class="headline" role="status">
        <p class="turn"><${re} of=${r.mover} /> ${l("to move")}${s.scene?.notes.length?` · ${s.scene.notes.map(p=>N(t,p)).join(" · ")}`:""}</p>
        ${o?c`<p class="worth">
                      <${G} of=${s} mine=${Pe(s)} long />
                      ${s.scores&&c`<small>${l(`points for ${s.scores}`)}</small>`}
                  </p>`:c`<p class="worth"><button onClick=${n}>${l("show value")}</button></p>`}
        ${s.forbidden&&c`<p class="note">
                ${l("is forbidden",{move:s.forbidden})}
                ${o&&` ${u?l("forbidding costs",{value:R(s.unforbidden)}):l("forbidding costs nothing")}`}
            </p>`}
        ${o&&s.from_start!==null&&c`<p class="note">${l("from start",{n:s.from_start})}</p>`}
    </header>`}function gs({of:{over:e,mover:t},counted:o}){let n=Qe(e.value,o),s=n==="win"?t:3-t,r=typeof e.value=="number"&&e.value?` (${R(e)})`:"";return c`<p class="worth over">
        ${n==="draw"?l("ends in a draw"):c`<${re} of=${s} /> ${l("wins")}`}${r}
    </p>`}function Be({desk:e,marks:t,play:o}){let n=e.answer.value,s=e.state.value?.over;if(!n||s||!n.moves.length)return null;let r=(d,f)=>d.move.localeCompare(f.move,"en",{numeric:!0}),a=t?n.moves:[...n.moves].sort(r),u=d=>()=>e.pointed.value=d,p=e.replies.value,i=({holding:d,legal:f})=>c`<span class="note" title=${l("replies that hold")}>
        ${l("holding",{keeping:V(d),all:V(f)})}
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
            ${t&&c`<${G} of=${d} mine=${Pe(n)} />`}
        </button>
    </li>`;return c`<section class="moves" aria-labelledby="moves">
        <h2 id="moves">${l(t?"moves, best first":"moves",{n:a.length})}</h2>
        <ol>
            ${a.map(v)}
        </ol>
    </section>`}function ye(e){let t=Q();t.current=e,J(()=>{let o=n=>t.current(n);return addEventListener("keydown",o),()=>removeEventListener("keydown",o)},[])}var no=e=>({...Zo(location.hash),line:e}),jt=A(no(history.state?.line??null)),I=A(jt.value);function vn(e){I.value=no(e),jt.value=I.value}function de(e,t=!1){let o=oe(e);history[t||o===location.hash?"replaceState":"pushState"](null,"",o),vn(null)}function dn(e){I.value={...e,line:null}}var ys=({states:e,at:t})=>({at:t,states:e.map(({drawn:o,...n})=>n)});function nt(e,t=!1){let o=e.states[e.at],n=oe({...I.peek(),...o});history[t||n===location.hash&&!o.over?"replaceState":"pushState"]({line:ys(e)},"",n),I.value=no(null)}var ne=({game:e,set:t})=>({game:e,set:t}),st=(e,t)=>e?.game===t?.game&&String(e?.set)===String(t?.set);addEventListener("popstate",e=>vn(e.state?.line??null));var bs="retro game 1";function ws(e){try{let t=JSON.parse(e);return t?.format===bs&&Array.isArray(t.moves)?t:null}catch{return null}}var ks=e=>[/\s*\n\s*/,/\s+/].map(t=>e.split(t).map(o=>o.replace(/^\d+\.+\s*/,"")).filter(o=>o&&!/^\d+$/.test(o)));function rt({desk:e,close:t,game:o}){let n=E(""),s=E(""),r=e.place.value;async function a(){s.value="";let p=ws(n.value);if(p){if(p.game!==o.game)return l("another game",{game:p.game});let d=Object.entries(p.options??{}).map(b=>b.join("=")),f={position:p.position,forbid:p.forbidden,mover:p.mover===2?2:1},m={...r,set:xs(o,d)};return st(m,r)||dn({...m,view:"review"}),await e.replay(m,f,p.moves)?"":e.problem.value?.message??l("no such move")}let i=e.line.value;if(await e.open(r,Ue(n.value.trim())))return"";let v=e.problem.value?.message;for(let d of ks(n.value))for(let f of i?[{},i.states[0]]:[{}])if(await e.replay(r,f,d))return"";return i&&await e.restore(r,i),v}async function u(p){p.preventDefault(),s.value=await a(),s.value||t()}return c`<${Re} title=${l("paste")} close=${t}>
        <form onSubmit=${u}>
            <label for="pasted">${l("paste what")}</label>
            <textarea id="pasted" rows="6" autofocus spellcheck="false" onInput=${p=>n.value=p.target.value}></textarea>
            ${s.value&&c`<p class="wrong" role="alert">${s.value}</p>`}
            <div class="row"><button class="first" disabled=${!n.value.trim()}>${l("read it")}</button></div>
        </form>
    <//>`}function xs(e,t){let o=new Set(e.options.map(n=>`${n.name}=${n.default}`));return t.filter(n=>!o.has(n))}var mn=60,Ss=(e,t)=>{let o=[...e];for(let[n,s]of t)o[n]=s;return o.join("")},Cs=(e,t)=>e.slice(0,Math.max(...Object.values(t))+1);function Ms(e,t){let o=Object.entries(e),[n,s]=[0,1].map(i=>Math.min(...o.map(([,v])=>v[i]))),[r,a]=[0,1].map(i=>Math.max(...o.map(([,v])=>v[i]))),u={mirror:([i,v])=>[n+r-i,v],turn:([i,v])=>[n+v-s,a-(i-n)]}[t],p=new Map;for(let[i,v]of o){let[d,f]=u(v),m=o.find(([,b])=>Math.hypot(b[0]-d,b[1]-f)<.01);if(!m)return null;p.set(i,m[0])}return p}function so({desk:e,close:t}){let o=e.state.value,n=E(o.position),s=E(o.mover),r=E(0),a=E(null),u=E(o.position),p=Ce(()=>({number:0}),[]);te(()=>{let g=++p.number,$={position:n.value,mover:s.value},x=$.position;D(e.place.value,"setup",$).then(M=>{if(g!==p.number)return;let{problem:F}=M,H=F&&p.painted&&M.cells?Cs(x,M.cells):x;if(H!==x){n.value=H;return}a.value={...M.cells||!a.peek()?.cells||!F?M:{...a.peek(),problem:F},said:$},M.cells&&(u.value=x)},M=>g===p.number&&(a.value={...a.peek(),problem:M.message,said:$}))});let i=a.value,v=i?.cells,d=i?.said.position===n.value&&i.said.mover===s.value,f=g=>v[g],m=g=>{p.painted=!0,n.value=u.value=Ss(u.value,g)},b=g=>m([[f(g),i.palette[r.value].letter]]);function L(g){let $=Ms(i.points,g);$&&m([...$].map(([x,M])=>[f(M),u.value[f(x)]]))}let S=Object.fromEntries((i?.palette??[]).map(g=>[`${g.glyph} ${g.player}`,g.letter]));function T(){let g={};for(let{glyph:$,player:x,letter:M}of i.palette)g[M]=S[`${$} ${[0,2,1][x]}`]??M;m(Object.values(v).map($=>[$,g[u.value[$]]??u.value[$]]))}function h(){T(),s.value=3-s.value}let z=g=>{p.painted=!1;let $=Ue(g.target.value);$.position!==g.target.value&&(s.value=$.mover),n.value=$.position},y=()=>m(Object.values(v).map(g=>[g,S["empty 0"]]));async function _(g){g.preventDefault(),await e.open(e.place.value,{position:i.position,mover:s.value})&&t()}let k=(g,$,x)=>c`<button type="button" onClick=${$} title=${x}>${l(g)}</button>`,C=g=>s.value===2&&!i.turn?[0,2,1][g.player]:g.player;return c`<${Re} title=${l("set up")} close=${t} wide>
        <form onSubmit=${_} class="setup">
            ${v&&c`<div class="brushes" role="radiogroup" aria-label=${l("what is put")}>
                    ${i.palette.map((g,$)=>c`<label key=${g.letter} class=${r.value===$?"chosen":""}>
                            <input type="radio" name="brush" checked=${r.value===$} onChange=${()=>r.value=$} />
                            ${g.player?c`<${re} of=${C(g)} />`:""} ${g.glyph==="empty"?l("empty"):l(`glyph.${g.glyph}`)}
                        </label>`)}
                </div>`}
            ${i?.picture&&c`<${Ts} found=${i} paint=${v&&b} />`}
            ${v&&c`<div class="row">
                    ${k("clear",y)} ${k("mirror",()=>L("mirror"))} ${k("quarter turn",()=>L("turn"))}
                    ${k("swap",T,l("swap.why"))} ${!i.turn&&k("other side",h,l("other side.why"))}
                    ${k("as it was",()=>(n.value=u.value=o.position,s.value=o.mover))}
                </div>`}
            <label for="position">${l("as text")}</label>
            <input id="position" value=${n.value} spellcheck="false" autocomplete="off" onInput=${z} />
            <p class="verdict" role="status">
                ${i?.problem?c`<span class="wrong">✗ ${i.problem}</span>`:i&&c`✓ <${re} of=${i.turn||s.value} /> ${l("to move")} <${G} of=${i} mine=${i.scores!=="first"||i.turn!==2} long />`}
            </p>
            <div class="row"><button class="first" disabled=${!d||!!i.problem}>${l("use it")}</button></div>
        </form>
    <//>`}function Ts({found:e,paint:t}){let[,o,n]=e.picture.match(/viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/s),s=a=>u=>{u.key!=="Enter"&&u.key!==" "||(u.preventDefault(),t(a))},r=a=>u=>u.buttons===1&&t(a);return c`<div class="board">
        <svg viewBox=${o} role="group" aria-label=${l("board")}>
            <g dangerouslySetInnerHTML=${{__html:n}} aria-hidden="true" />
            ${t&&Object.entries(e.points).map(([a,[u,p]])=>c`<g
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
                        <rect x=${u*mn-28} y=${-p*mn-28} width="56" height="56" rx="6" />
                    </g>`)}
        </svg>
    </div>`}var be=Y("values",!0);function hn({desk:e,game:t}){let o=E(null),n=()=>be.value=!be.value,s=()=>e.playable.peek()[0]&&e.make(e.playable.peek()[0]);ye(d=>ge(d,e,{v:n,b:s,p:()=>o.value=rt,s:()=>o.value=so})),te(()=>{e.answer.value,be.value&&e.count()});let r=d=>e.make(d);async function a(d){let f=await D(e.place.value,"random",{...d,replies:0},!1).catch(m=>(e.problem.value=m)&&null);f&&e.open(e.place.value,{position:f.position})}let u=()=>e.begin.value?e.open(e.place.value,{}):null,p=o.value,i=e.state.value,v=i&&Yo(i,e.answer.value?.scene);return c`
        <${We} desk=${e} game=${t} shown=${be.value} reveal=${n} />
        <section class="table">
            <${$e} desk=${e} marks=${be.value} play=${r} />
            <${_e} desk=${e}>
                <button aria-pressed=${be.value} title=${`${l("values")} (v)`} onClick=${n}>${l("values")}</button>
            <//>
            <${Ie} desk=${e} />
        </section>
        <section class="panel">
            ${e.problem.value&&c`<p class="wrong" role="alert">${e.problem.value.message||l("no server")}</p>`}
            ${be.value&&c`<${cn} desk=${e} game=${t} />`}
            <${Be} desk=${e} marks=${be.value} play=${r} />
            <section aria-labelledby="another">
                <h2 id="another">${l("another position")}</h2>
                <div class="row">
                    <button onClick=${u}>${l("the start")}</button>
                    <button onClick=${()=>o.value=so} title="(s)">${l("set up")}</button>
                    <button onClick=${()=>o.value=rt} title="(p)">${l("paste")}</button>
                    ${["win","draw","loss"].map(d=>c`<button onClick=${()=>a({value:d})}>${l(`random.${d}`)}</button>`)}
                </div>
            </section>
            <section aria-labelledby="share">
                <h2 id="share">${l("share")}</h2>
                <p class="code"><span id="this-position">${i?.position}</span>${v?.slice(i.position.length)}</p>
                <div class="row">
                    <button onClick=${()=>ue(location.href)}>${l("copy link")}</button>
                    <button onClick=${()=>ue(v)}>${l("copy position")}</button>
                    ${e.moves.value.length>0&&c`<button onClick=${()=>tt(`${t.game}.json`,et(e,e.moves.value,e.begin.value,["human","human"]))}>
                            ${l("download game")}
                        </button>`}
                    <button onClick=${()=>o.value=pn}>${l("cite")}</button>
                </div>
            </section>
        </section>
        ${p&&c`<${p} desk=${e} game=${t} close=${()=>o.value=null} />`}
    `}var $n=(e,t)=>Object.entries(t).filter(([o,n])=>e.options.find(s=>s.name===o)?.default!==n),Ot=(e,t)=>$n(e,t).map(o=>o.join("=")),we=(e,t)=>({game:e.game,set:Ot(e,t.options)}),at=(e,t)=>$n(e,t.options).map(([o,n])=>`${N(e,o)} ${N(e,String(n))}`).join(" · ")||l("the whole game");function _n({games:e}){return c`<main class="home" id="main">
        <p class="lead">${l("lead")}</p>
        <div class="cards">
            ${e.map(t=>c`<${Es} key=${t.game} game=${t} />`)}
        </div>
    </main>`}function Es({game:e}){let t=E(null),o=e.solved.find(s=>s.start)??e.solved[0];if(J(()=>{if(!o)return;(o.start?D(we(e,o),"position",{picture:1,replies:0}):D(we(e,o),"random",{picture:1,replies:0,seed:4})).then(r=>t.value=r.picture,()=>{})},[]),e.problem)return c`<article class="card"><h2>${e.game}</h2><p class="wrong">${e.problem}</p></article>`;let n=oe(o?we(e,o):{game:e.game});return c`<article class="card">
        <a class="picture" href=${n} tabindex="-1" aria-hidden="true">
            ${t.value?c`<div dangerouslySetInnerHTML=${{__html:t.value}} />`:c`<div class="blank">${N(e,e.title)[0]}</div>`}
        </a>
        <h2><a href=${n}>${N(e,e.title)}</a></h2>
        ${e.solved.length?c`<ul>
                      ${e.solved.map(s=>c`<li>
                              <a href=${oe(we(e,s))}>${at(e,s)}</a>
                              <small>${l("positions.n",{n:s.positions,count:V(s.positions)})}</small>
                              ${s.start&&c`<${G} of=${s.start} />`}
                          </li>`)}
                  </ul>`:c`<p class="note">${l("not solved yet")}</p>`}
    </article>`}var Ps=["perfect","trap","fallible","random"],it=Y("opponent","fallible"),zt=Y("skill",3),Ae=A(null),ie=A(null),Nt=A(!1),Lt=A(null),lt=A("");function gn({desk:e,game:t}){ye(i=>ge(i,e,{v:()=>Lt.value=e.state.value}));let o=Ae.value?.place===e.place.value?Ae.value:null,n=e.line.value&&e.line.value.at===e.line.value.states.length-1,s=o&&e.state.value?.mover===o.side&&!ie.value&&!e.state.value?.over;te(()=>{let[i,v]=[e.line.value,Ae.value];if(!v||v.place!==e.place.value||!i||i.at<i.states.length-1||ie.value||Nt.value||e.busy.value)return;let d=i.states[i.at];(d.over||d.mover!==v.side)&&js(e,v)});let r=async(i,v)=>{let d=v??{};le(()=>{ie.value=null,Ae.value=null,Lt.value=null,lt.value=""}),await e.open(e.place.value,d)&&(Ae.value={place:e.place.value,side:i})},a=i=>s&&n?e.make(i):null,u=()=>{let{states:i}=e.line.value,v=i.findLastIndex((f,m)=>m<i.length-1&&f.mover===o.side&&!f.over);if(v<0)return;ie.value=null;let d={states:i.slice(0,v+1),at:v};e.restore(e.place.value,d,!1)},p=Lt.value===e.state.value;return c`
        ${o&&c`<${We} desk=${e} game=${t} shown=${p} reveal=${()=>Lt.value=e.state.value} />`}
        <section class="table">
            <${$e} desk=${e} marks=${p} play=${s&&n?a:null} />
            <${_e} desk=${e}>
                ${o&&c`<button onClick=${u} disabled=${e.moves.value.length<1}>${l("take back")}</button>`}
            <//>
            <${Ie} desk=${e} />
        </section>
        <section class="panel">
            ${o&&c`<${Os} session=${o} mine=${s} last=${n} />`}
            ${(lt.value||e.problem.value)&&c`<p class="wrong" role="alert">${lt.value||e.problem.value.message}</p>`}
            ${o&&(ie.value||e.moves.value.length>0)&&c`<div class="row">
                    <button class=${ie.value?"first":""} onClick=${()=>Ls(e)}>${l("review game")}</button>
                    ${!ie.value&&c`<button onClick=${()=>ie.value={resigned:!0}}>${l("resign")}</button>`}
                </div>`}
            <form class="opponent" onSubmit=${i=>i.preventDefault()}>
                <h2>${o?l("new game"):l("play against")}</h2>
                <div class="choices" role="radiogroup" aria-label=${l("play against")}>
                    ${Ps.map(i=>c`<label key=${i} class=${it.value===i?"chosen":""}>
                            <input type="radio" name="opponent" checked=${it.value===i} onChange=${()=>it.value=i} />
                            <b>${l(`player ${i}`)}</b><small>${l(`player ${i}.why`)}</small>
                        </label>`)}
                </div>
                ${it.value==="fallible"&&c`<label for="skill">${l("strength")} <output>${zt.value}</output></label>
                        <input
                            id="skill"
                            type="range"
                            min="0"
                            max="10"
                            step="0.5"
                            value=${zt.value}
                            onInput=${i=>zt.value=Number(i.target.value)}
                        />`}
                <div class="row">
                    <button class="first" onClick=${()=>r(1)}>${l("play as")} <${re} of=${1} /></button>
                    <button class="first" onClick=${()=>r(2)}>${l("play as")} <${re} of=${2} /></button>
                    ${e.state.value&&!e.state.value.over&&c`<button onClick=${()=>r(e.state.value.mover,e.state.value)}>${l("from here")}</button>`}
                </div>
            </form>
            ${s&&n&&c`<${Be} desk=${e} marks=${p} play=${a} />`}
        </section>
    `}var As=e=>{let[t,...o]=e.line.value.states;return{position:t.position,forbid:t.forbid,moves:o.map(n=>n.move)}};async function js(e,t){Nt.value=!0;let o=e.line.value;try{let n=await Tt(e.place.value,"reply",{...As(e),player:it.value,skill:zt.value});if(Ae.value!==t||e.line.value!==o)return;lt.value="";let s=e.playable.value.find(r=>r.move===n.move);n.ending&&(ie.value=n.ending),s&&await e.make(s,!0)&&nt(e.line.value,!0)}catch(n){lt.value=n.message||l("no server")}finally{Nt.value=!1}}function Os({session:e,mine:t,last:o}){if(ie.value){let{kind:n,resigned:s}=ie.value;return c`<p class="status" role="status">${s?l("resigned"):l(`ended.${n}`)}</p>`}return Nt.value?c`<p class="status" role="status"><span class="dots" aria-hidden="true"></span>${l("thinking")}</p>`:o?c`<p class="status" role="status">${t?l("your turn"):""} <small>${l("you are")} <${re} of=${e.side} /></small></p>`:c`<p class="status" role="status">${l("looking back")}</p>`}function Ls(e){Ae.value=null,ie.value=null;let{position:t,forbid:o,mover:n}=e.state.value;de({...ne(e.place.value),view:"review",position:t,forbid:o,mover:n})}var zs=[3,5,7,9,13,21],Ns=3,Us=7,Ds=450,Ut=Y("theme of puzzles","win"),ro=Y("length of puzzles",7),Fe=Y("failed puzzles",[]),me=Y("tally",{solved:0,failed:0,seen:0}),ut=Y("today's puzzles in the tally",{day:0,places:[]}),O=At(),yn=({position:e,forbidden:t})=>({position:e,forbid:t,mover:1}),bn=()=>Number(new Date().toLocaleDateString("sv").replaceAll("-","")),Hs=()=>new Promise(e=>setTimeout(e,Ds));function Sn({desk:e,game:t}){let o=e.place.value,n=E(null),s=Q(0),r=Q(0),a=E("asking"),u=E("");ye($=>a.value!=="asking"&&ge($,O));let p=e.answer.value?.scores??"",i=$=>$.game===o.game&&String($.set)===String(o.set),v=$=>$===ut.value.day&&ut.value.places.some(i);function d(){let $=s.current;return()=>$===s.current}async function f($,x=null){++s.current;let M=d();a.value="asking",u.value="";try{let F={theme:p?"points":Ut.value==="points"?"win":Ut.value,length:ro.value,...$},H=x??await D(o,"puzzle",F,!!$?.seed),ae=M()&&await O.open(o,yn(H),!0);if(!M())return;if(!ae)throw O.problem.value;n.value={...H,clean:!0},a.value="solving"}catch(F){if(!M())return;u.value=F?.message??"",a.value="none"}}let m=()=>me.value.seen+Ns+1;function b(){me.value={...me.value,seen:me.value.seen+1};let $=Fe.value.find(x=>i(x)&&x.due<=me.value.seen);$&&(Fe.value=Fe.value.map(x=>x===$?{...$,due:m()}:x)),f({},$?.puzzle)}let L=()=>f({theme:p?"points":"win",length:Us,seed:bn()});J(()=>(L(),()=>++s.current),[o.game,String(o.set),p]);function S($){let{position:x}=n.value,M=Fe.value.filter(se=>!(i(se)&&se.puzzle.position===x)),F={...ne(o),puzzle:n.value,due:m()};Fe.value=$?M:[...M,F].slice(-50);let{clean:H,seed:ae}=n.value;if(H&&!v(ae)){let se=$?"solved":"failed";me.value={...me.value,[se]:me.value[se]+1};let ke=bn(),w=ut.value.day===ke?ut.value.places:[];ae===ke&&(ut.value={day:ke,places:[...w,ne(o)]})}n.value={...n.value,clean:n.value.clean&&$}}let T=()=>O.state.value.over||!O.playable.value.length;async function h($){let x=d();r.current=O.line.value.at;let M=r.current+1,[F]=O.playable.value,H=$.value===F.value&&$.dtm===F.dtm;if(!await O.make($,!0)||!x()||a.value!=="solving")return;if(H&&(T()||M>=n.value.plies)){S(n.value.clean),a.value="solved";return}if(!H&&$.value==="win"){a.value="slower",u.value=l("slower",{move:$.move,n:$.dtm});return}H||S(!1),a.value=H?"defending":"refuting";let ae=O.state.value;if(await Hs(),!x())return;O.state.value!==ae&&await O.go(M,!0);let[se]=x()?O.playable.value:[],{mover:ke}=O.state.value;se&&await O.make(se,!0),x()&&(H?a.value=T()?"solved":"solving":(a.value="failed",u.value=se?l("refuted",{move:$.move,reply:se.move,value:eo(se,ke,p)}):l("that fails")),a.value==="solved"&&S(n.value.clean))}async function z(){let $=d();if(u.value="",await O.go(r.current,!0),!$())return;let{states:x,at:M}=O.line.value;await O.restore(o,{states:x.slice(0,M+1),at:M}),$()&&(a.value="solving")}async function y(){let $=d();["solving","slower"].includes(a.value)&&S(!1),a.value="shown",await O.replay(o,yn(n.value),n.value.line),$()&&await O.go(0,!0)}let _=a.value==="solving"&&O.state.value?.mover===O.begin.value.mover,k=["failed","slower"].includes(a.value),C=n.value,g=["solved","shown"].includes(a.value);return c`
        <header class="headline" role="status">
            ${a.value==="asking"&&c`<p class="turn"><span class="dots" aria-hidden="true"></span>${l("composing")}</p>`}
            ${C&&a.value!=="none"&&a.value!=="asking"&&c`<p class="turn"><${re} of=${O.begin.value.mover} /> ${l("to move")}</p>
                    <p class="stipulation">${Rs(C,O.begin.value.mover,p)}</p>
                    ${C.forbidden&&c`<p class="note">${l("is forbidden",{move:C.forbidden})}</p>`}`}
        </header>
        <section class="table">
            ${a.value==="none"?c`<div class="board waiting"></div>`:c`<${$e} desk=${O} marks=${g} play=${_?h:null} />`}
            ${!["none","asking"].includes(a.value)&&c`<${_e} desk=${O} /><${Ie} desk=${O} />`}
        </section>
        <section class="panel">
            ${a.value==="solved"&&c`<p class="right" role="alert">✓ ${C.clean?l("solved"):l("solved at last")}</p>`}
            ${a.value==="failed"&&c`<p class="wrong" role="alert">✗ ${u.value}</p>`}
            ${a.value==="slower"&&c`<p class="slower" role="alert">${u.value}</p>`}
            ${a.value==="none"&&c`<p class="wrong" role="alert">${l("no puzzle")} <small>${u.value}</small></p>`}
            <div class="row">
                ${k&&c`<button class="first" onClick=${z}>${l("try again")}</button>`}
                <button class=${g||a.value==="none"?"first":""} disabled=${a.value==="asking"} onClick=${b}>${l("next puzzle")}</button>
                ${(_||k)&&c`<button onClick=${y}>${l("show solution")}</button>`}
                <button onClick=${L}>${l("today's")}</button>
            </div>
            ${g&&c`<${Is} puzzle=${C} place=${o} />`}
            ${_&&O.answer.value&&!O.answer.value.picture&&c`<${Be} desk=${O} marks=${!1} play=${h} />`}
            <form class="opponent" onSubmit=${$=>$.preventDefault()}>
                <h2>${l("what puzzles")}</h2>
                <div class="row">
                    ${!p&&c`<label>${l("theme")}
                            <select value=${Ut.value} onChange=${$=>Ut.value=$.target.value}>
                                ${["win","draw"].map($=>c`<option value=${$}>${l(`theme.${$}`)}</option>`)}
                            </select>
                        </label>`}
                    <label>${l("at most")}
                        <select value=${ro.value} onChange=${$=>ro.value=Number($.target.value)}>
                            ${zs.map($=>c`<option value=${$}>${l("plies",{n:$})}</option>`)}
                        </select>
                    </label>
                </div>
                <p class="note">
                    ${l("tally",me.value)} ${v(C?.seed)&&l("today's counted")}
                    ${` ${l("to come back",{n:Fe.value.filter(i).length})}`}
                </p>
            </form>
        </section>
    `}function Rs({value:e,dtm:t,plies:o,theme:n},s,r){return n==="points"?l("stipulation.points",{value:eo({value:e},s,r),n:(o+1)/2}):l(`stipulation.${e}`,{n:e==="win"?t:(o+1)/2})}function Is({puzzle:e,place:t}){let o=()=>de({...ne(t),view:"explore",position:e.position,forbid:e.forbidden});return c`<section aria-labelledby="solution">
        <h2 id="solution">${l("solution")}</h2>
        <p class="line"><b>${e.line[0]}</b> ${e.line.slice(1).join(" ")}</p>
        <${Cn} list=${e.solution} />
        ${e.tries.length>0&&c`<h3>${l("tries")}</h3>
                <ul class="tries">
                    ${e.tries.slice(0,8).map(n=>c`<li>${l("try",{move:n.move,reply:n.refutation})}</li>`)}
                </ul>`}
        <div class="row"><button onClick=${o}>${l("explore it")}</button></div>
    </section>`}var wn=3,kn=12,xn=e=>e.slice(0,wn).join(", ")+(e.length>wn?" …":"");function Cn({list:e}){if(!e.length)return null;let t=e.filter(o=>o.value!==null&&o.dtm!==1);return c`<ul class="variations">
        ${t.slice(0,kn).map(o=>c`<li>
                ${xn(o.defences)}${o.answers.length?c`: <b>${xn(o.answers)}</b>`:""}
                ${" "}<${G} of=${o} />
                <${Cn} list=${o.then} />
            </li>`)}
        ${t.length>kn&&c`<li>…</li>`}
        ${t.length<e.length&&c`<li>${l(t.length?"anything else":"anything")}</li>`}
    </ul>`}var[ct,ce,ao]=[600,150,12],Ws=14;function Bs({value:e,dtm:t},o,n){return typeof e=="number"?o*e/Math.max(1,n):e==="draw"?0:o*(e==="win"?1:-1)*(.3+.7*2**(-t/Ws))}function Mn({desk:e,found:t}){let{states:o,at:n}=e.line.value,s=e.answer.value?.scores==="first",r=[t.moves[0].before,...t.moves.map(f=>f.after)],a=r.map(f=>f.value).filter(f=>typeof f=="number"),u=Math.max(1,...a.map(Math.abs)),p=f=>s||o[Math.max(0,f-1)].mover===1?1:-1,i=r.map((f,m)=>[ao+(ct-2*ao)*m/Math.max(1,r.length-1),ce/2-Bs(f,p(m),u)*(ce/2-ao)]),v=i.map(([f,m],b)=>`${b?"L":"M"}${f.toFixed(1)} ${m.toFixed(1)}`).join(""),[d]=i.slice(-1);return c`<figure class="graph">
        <figcaption>${l("graph")}</figcaption>
        <svg viewBox="0 0 ${ct} ${ce}" role="group" aria-label=${l("graph")}>
            <rect class="above" width=${ct} height=${ce/2} />
            <rect class="below" y=${ce/2} width=${ct} height=${ce/2} />
            <path class="area" d="${v}L${d[0]} ${ce/2}L${i[0][0]} ${ce/2}Z" />
            <line x1="0" x2=${ct} y1=${ce/2} y2=${ce/2} />
            <path class="curve" d=${v} />
            ${i.map(([f,m],b)=>c`<circle
                    key=${b}
                    cx=${f}
                    cy=${m}
                    r=${b===n?6:t.moves[b-1]?.blunder?5:3}
                    class="${b===n?"here":""} ${t.moves[b-1]?.blunder?"blunder":""}"
                    onClick=${()=>e.go(b)}
                >
                    <title>${b?`${b}. ${t.moves[b-1].move}: ${R(r[b])}`:R(r[0])}</title>
                </circle>`)}
        </svg>
    </figure>`}function Tn({desk:e,game:t}){let o=E(null),n=E(!1);ye(p=>ge(p,e));let s=e.moves.value,r=JSON.stringify([e.begin.value,s]);te(()=>{let[p,i,v]=[e.begin.value,e.moves.value,e.place.value];if(!p||!i.length){o.value=null;return}let d=JSON.stringify([p,i]);o.peek()?.asked!==d&&Tt(v,"review",{position:p.position,forbid:p.forbid,moves:i}).then(f=>o.value={...f,asked:d},f=>e.problem.value=f)});let a=o.value?.asked===r?o.value:null,u=()=>tt(`${t.game}.json`,et(e,s,e.begin.value,["human","human"]));return c`
        <${We} desk=${e} game=${t} shown />
        <section class="table">
            <${$e} desk=${e} marks play=${p=>e.make(p)} />
            <${_e} desk=${e} />
            ${a&&c`<${Mn} desk=${e} found=${a} />`}
        </section>
        <section class="panel">
            ${e.problem.value&&c`<p class="wrong" role="alert">${e.problem.value.message}</p>`}
            ${s.length?a&&c`<${qs} desk=${e} found=${a} />`:c`<p>${l("nothing to review")}</p>`}
            <div class="row">
                ${s.length>0&&c`<button onClick=${u}>${l("download game")}</button>`}
                <button onClick=${()=>n.value=!0}>${l("paste")}</button>
            </div>
        </section>
        ${n.value&&c`<${rt} desk=${e} game=${t} close=${()=>n.value=!1} />`}
    `}var Fs=(e,t)=>e.answer.value?.scores!=="first"||t===1;function Vs(e){return e.points?l("points lost",{n:e.points}):e.blunder?l(`lost ${e.before.value}`):e.plies?l("plies lost",{n:e.plies}):""}function qs({desk:e,found:t}){let{states:o,at:n}=e.line.value,s=Q();J(()=>{s.current.querySelector("[aria-current]")?.scrollIntoView({block:"nearest"})},[n]);let r=[1,2].map(u=>t.moves.filter((p,i)=>p.blunder&&o[i].mover===u).length),a=(u,p)=>{let i=o[p].mover;return c`<tr key=${p} class=${u.blunder?"blunder":""} aria-current=${p+1===n?"step":void 0}>
            <td>${p+1}</td>
            <td>
                <button onClick=${()=>e.go(p+1)}>
                    <span class="disc ${i===1?"blue":"amber"}" aria-label=${l(`player.${i}`)} role="img"></span>
                    ${u.move}${u.blunder?c` <b title=${l("blunder")}>??</b>`:""}
                </button>
            </td>
            <td><${G} of=${u.after} mine=${Fs(e,i)} /></td>
            <td title=${l("kept.why")}>${V(u.keeping)}/${V(u.legal)}</td>
            <td>
                ${Vs(u)}
                ${u.best!==u.move&&(u.blunder||u.plies>0)&&c`<button class="better" title=${R(u.before)} onClick=${()=>e.go(p)}>${l("better",{move:u.best})}</button>`}
            </td>
        </tr>`};return c`<section aria-labelledby="review">
        <h2 id="review">${l("what moves gave away")}</h2>
        <p>
            ${[1,2].map(u=>c`<span class="tally"><${re} of=${u} /> ${l("blunders",{n:r[u-1]})}</span>`)}
        </p>
        <div class="scroll" tabindex="0" role="region" aria-labelledby="review">
            <table>
                <thead>
                    <tr>
                        ${["ply","move","made it","kept","gave away"].map(u=>c`<th scope="col">${l(`column.${u}`)}</th>`)}
                    </tr>
                </thead>
                <tbody ref=${s}>
                    ${t.moves.map(a)}
                </tbody>
            </table>
        </div>
    </section>`}var Gs=2e7;function En({desk:e,game:t}){let o=e.place.value,n=E(null),s=E(null),r=E(""),a=()=>{s.value="asked",D(o,"longest").then(i=>s.value=i.parts,i=>{s.value=null,r.value=i.message})};J(()=>{n.value=s.value=null,r.value="",D(o,"statistics").then(i=>{n.value=i,i.positions<Gs&&a()},i=>r.value=i.message)},[o.game,String(o.set)]);let u=n.value;if(!u)return c`<section class="wide">${r.value&&c`<p class="wrong" role="alert">${r.value}</p>`}</section>`;let p=[["positions",V(u.positions)],["states",V(u.states)],["value of start",u.start&&R(u.start)],["longest",u.longest_dtm!==null&&l("plies",{n:u.longest_dtm})],["won at once",u.checkmates>0&&V(u.checkmates)],["forbidding",u.forbidding>0&&V(u.forbidding)]];return c`<section class="wide statistics">
        <h2>${N(t,t.title)}${o.set.length?` · ${o.set.join(", ")}`:""}</h2>
        <dl class="facts">
            ${p.filter(([,i])=>i).map(([i,v])=>c`<div><dt>${l(i)}</dt><dd>${v}</dd></div>`)}
        </dl>
        <${Ks} values=${u.values} />
        <${Js} rows=${u.histogram} place=${o} />
        <h2>${l(u.start&&typeof u.start.value=="number"?"extreme scores":"longest wins")}</h2>
        <p class="note">${l("longest.why")}</p>
        ${r.value&&c`<p class="wrong" role="alert">${r.value}</p>`}
        ${s.value===null&&c`<div class="row"><button onClick=${a}>${l("count longest")}</button></div>`}
        ${s.value==="asked"&&c`<p><span class="dots" aria-hidden="true"></span>${l("counting")}</p>`}
        ${Array.isArray(s.value)&&c`<${Ys} parts=${s.value} place=${o} game=${t} />`}
        <h2>${l("how counted")}</h2>
        <ul class="notes">
            ${u.notes.map(i=>c`<li>${N(t,i)}</li>`)}
        </ul>
    </section>`}function Ks({values:e}){let t=Object.values(e).reduce((o,n)=>o+n,0)||1;return c`<div class="shares">
        ${["win","draw","loss"].map(o=>c`<div class=${o} style=${{flexGrow:Math.max(e[o]/t,.002)}}>
                <${G} of=${{value:o,dtm:null}} />
                <span>${V(e[o])}</span> <small>${(100*e[o]/t).toFixed(1)} %</small>
            </div>`)}
    </div>`}function Js({rows:e,place:t}){let o=e.some(h=>typeof h.value=="number"),n=h=>o?h.value:h.dtm,s=e.filter(h=>n(h)!==null&&h.states>0);if(!s.length)return null;let[r,a]=[Math.min(...s.map(n)),Math.max(...s.map(n))],u=Math.max(...s.map(h=>h.states)),[p,i,v]=[720,220,24],d=p/(a-r+1),f=h=>(i-20)*(Math.log1p(h)/Math.log1p(u)),m=h=>o?h.value>0?"win":h.value<0?"loss":"draw":h.value,b=[...s].sort((h,z)=>z.states-h.states),L=E("");async function S({value:h,dtm:z}){let y=o?{points:h}:{value:h,min_dtm:z,max_dtm:z};try{let _=await D(t,"random",{...y,replies:0},!1);de({...ne(t),view:"explore",position:_.position,forbid:_.forbidden})}catch(_){L.value=_.message||l("no server")}}let T=[...new Set([r,...Array.from({length:5},(h,z)=>Math.round(r+(a-r)*(z+1)/5))])];return c`<figure class="histogram">
        <figcaption>${l(o?"states by points":"states by plies")} <small>${l("logarithms, bars open")}</small>
            ${["win","loss"].map(h=>c` <${G} of=${{value:h,dtm:null}} />`)}
        </figcaption>
        <svg viewBox="0 0 ${p} ${i+v}" role="img" aria-label=${l(o?"states by points":"states by plies")}>
            ${b.map(h=>c`<rect
                    class="bar ${m(h)} live"
                    x=${(n(h)-r)*d+d*.08}
                    width=${Math.max(.8,d*.84)}
                    y=${i-f(h.states)}
                    height=${f(h.states)}
                    onClick=${()=>S(h)}
                >
                    <title>${R(h)}: ${V(h.states)}</title>
                </rect>`)}
            <line x1="0" x2=${p} y1=${i} y2=${i} />
            ${T.map(h=>c`<text x=${(h-r+.5)*d} y=${i+17}>${h}</text>`)}
        </svg>
        ${L.value&&c`<p class="wrong" role="alert">${L.value}</p>`}
        <details>
            <summary>${l("as table")}</summary>
            <div class="scroll" tabindex="0" role="region" aria-label=${l("as table")}>
                <table>
                    <tbody>
                        ${e.map(h=>c`<tr><td><${G} of=${h} long /></td><td>${V(h.states)}</td><td><button onClick=${()=>S(h)} aria-label=${`${l("open one")}: ${R(h)}`}>${l("open one")}</button></td></tr>`)}
                    </tbody>
                </table>
            </div>
        </details>
    </figure>`}function Ys({parts:e,place:t,game:o}){let n=s=>c`<td>
        ${s[0]&&c`<${G} of=${s[0]} />`}
        ${s.map((r,a)=>c`<a href=${Zs(t,r)} class="sample" aria-label=${`${a+1}: ${r.position}`}>${a+1}</a>`)}
    </td>`;return c`<div class="scroll" tabindex="0" role="region" aria-label=${l("longest wins")}>
        <table class="longest">
            <thead>
                <tr><th scope="col">${l("part")}</th><th scope="col">${l("win")}</th><th scope="col">${l("loss")}</th></tr>
            </thead>
            <tbody>
                ${e.filter(s=>s.win.length||s.loss.length).map(s=>c`<tr><th scope="row">${s.name?N(o,s.shown===s.name?s.name:`${s.shown} (${s.name})`):l("all")}</th>${n(s.win)}${n(s.loss)}</tr>`)}
            </tbody>
        </table>
    </div>`}var Zs=(e,{position:t})=>oe({...ne(e),view:"explore",position:t});var io=matchMedia("(prefers-color-scheme: dark)"),Pn=A(io.matches);io.addEventListener("change",()=>Pn.value=io.matches);var An=Y("theme",""),Ve=q(()=>An.value||(Pn.value?"dark":"light")),jn=()=>An.value=Ve.value==="dark"?"light":"dark";ee(()=>{document.documentElement.dataset.theme=Ve.value});function On({game:e,line:t,again:o}){let n=t.replace(/^[^:]*: /,"");return c`<section class="wide unsolved">
        <h2>${l("unsolved",{game:N(e,e.title)})}</h2>
        <p>${l("unsolved.how")}</p>
        <div class="row"><code class="code">${n}</code> <button onClick=${()=>ue(n)}>${l("copy")}</button></div>
        <p class="note">${l("unsolved.dry")} <code>${n} --dry-run</code></p>
        <div class="row"><button class="first" onClick=${o}>${l("look again")}</button></div>
        ${e.small&&c`<p>${l("unsolved.small")}</p>
                <div class="row"><code class="code">${e.small}</code> <button onClick=${()=>ue(e.small)}>${l("copy")}</button></div>`}
        ${e.solved.length>0&&c`<h2>${l("variants solved")}</h2>
                <ul>
                    ${e.solved.map(s=>c`<li>
                            <a href=${oe(we(e,s))}>${at(e,s)}</a>${" "}
                            <small>${l("positions.n",{n:s.positions,count:V(s.positions)})}</small>
                        </li>`)}
                </ul>`}
    </section>`}var Xs={explore:hn,play:gn,review:Tn,puzzles:Sn,statistics:En},je=A(null),Qs=q(()=>je.value!==null),lo=A(!1),Z=At(nt);async function uo(){try{je.value=(await Qo()).games,lo.value=!1}catch{lo.value=!0}}var er=(e,{set:t})=>e?.solved.some(o=>!o.start&&String(Ot(e,o.options))===String(t)),Ln=0;async function tr({line:e,...t}){let[o,n,s]=[++Ln,Z.state.peek(),ne(t)],r=st(s,Z.place.peek());if(e&&await Z.restore(r?Z.place.peek():s,e)||r&&n&&(!t.position||t.position===n.position&&t.forbid===n.forbid)&&(t.position||t.view!=="explore"))return;let a=je.value.find(v=>v.game===t.game),u=t.position||!er(a,t)?t:await D(s,"random",{replies:0}).catch(()=>t);if(o!==Ln)return;let p=await Z.open(r?Z.place.peek():s,u,!0);if(!p)return;let i=Ot(a,p.options);String(i)!==String(t.set)&&le(()=>{Z.place.value={game:t.game,set:i},I.value={...I.value,set:i}}),nt(Z.line.value,!0)}function or(){te(()=>{let t=jt.value;t.game&&Qs.value&&Me(()=>tr(t))});let e=I.value.game&&je.value?.find(t=>t.game===I.value.game);return document.title=e?`${N(e,e.title)} · ${l(I.value.view)} · retro`:"retro",c`
        <a class="skip" href="#main" onClick=${nr}>${l("skip")}</a>
        <${sr} game=${e} />
        ${lo.value&&c`<p class="wrong wide" role="alert">${l("no server")} <button onClick=${uo}>${l("look again")}</button></p>`}
        ${je.value&&!I.value.game&&c`<${_n} games=${je.value} />`}
        ${je.value&&I.value.game&&!e&&c`<main id="main" class="wide"><p class="wrong">${l("no game",{game:I.value.game})}</p></main>`}
        ${e&&c`<${ar} game=${e} />`}
        <${Pt} />
    `}function nr(e){e.preventDefault(),document.querySelector("main button, main a, main [tabindex='0']")?.focus()}function sr({game:e}){return c`<header class="top">
        <a class="logo" href="#/"><img src="page/icon.svg" alt="" width="26" height="26" />retro</a>
        ${e&&c`<${rr} game=${e} />`}
        <span class="fill"></span>
        <label class="language">
            <span class="hidden">${l("language")}</span>
            <select value=${De.value} onChange=${t=>Et.value=t.target.value}>
                ${Object.entries(Ze).map(([t,o])=>c`<option value=${t} lang=${t}>${o["this language"]}</option>`)}
            </select>
        </label>
        <button aria-label=${l(Ve.value==="dark"?"light":"dark")} title=${l(Ve.value==="dark"?"light":"dark")} onClick=${jn}>
            ${Ve.value==="dark"?"☀":"☾"}
        </button>
    </header>`}function rr({game:e}){let t=oe(ne(I.value)),o=e.solved.map(n=>[oe(we(e,n)),at(e,n)]);return o.some(([n])=>n===t)||o.push([t,I.value.set.join(" · ")||l("the whole game")]),c`<h1>${N(e,e.title)}</h1>
        ${o.length>1&&c`<label class="variant">
                <span class="hidden">${l("variant")}</span>
                <select value=${t} onChange=${n=>location.hash=n.target.value}>
                    ${o.map(([n,s])=>c`<option value=${n}>${s}</option>`)}
                </select>
            </label>`}`}function ar({game:e}){let{view:t}=I.value,o=Z.state.value,n=st(ne(I.value),Z.place.value),s=Z.problem.value,r=i=>c`<a
        href=${oe({...I.value,...n&&o,view:i})}
        aria-current=${i===t?"page":void 0}
    >
        ${l(i)}
    </a>`,a=Xs[t],u=()=>uo().then(()=>de({...I.value},!0)),p=s&&!n;return c`
        <nav class="tabs" aria-label=${l("views")}>${Xt.map(r)}</nav>
        <${ir} game=${e} />
        <main id="main" class="view ${t}">
            ${s?.status===409?c`<${On} game=${e} line=${s.message} again=${u} />`:p?c`<section class="wide"><p class="wrong" role="alert">${s.message||l("no server")}</p><button onClick=${()=>de(ne(I.value))}>${l("the start")}</button></section>`:n&&Z.place.value&&c`<${a} desk=${Z} game=${e} />`}
        </main>
    `}function ir({game:e}){let t=Z.answer.value?.game===e.game?Z.answer.value.options:null;if(!t||!e.options.length)return null;let n=Object.entries(t).map(s=>s.join("=")).filter(s=>N(e,s)!==s);return c`<details class="rules">
        <summary>${l("rules")}: ${Object.entries(t).map(([s,r])=>`${N(e,s)} ${N(e,String(r))}`).join(" · ")}</summary>
        <dl>
            ${e.options.map(s=>c`<div><dt>${N(e,s.name)} ${N(e,String(t[s.name]))}</dt><dd>${N(e,s.help)}</dd></div>`)}
        </dl>
        ${n.map(s=>c`<p>${N(e,s)}</p>`)}
    </details>`}uo();Mo(c`<${or} />`,document.getElementById("page"));
