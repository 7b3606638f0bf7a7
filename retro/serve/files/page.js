var $t,A,go,It,$e,mo,bo,yo,Rt,ft,qe,wo,Wt,Ht,Bt,Hn,mt={},dt=[],Bn=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,_t=Array.isArray;function ve(e,t){for(var o in t)e[o]=t[o];return e}function Ft(e){e&&e.parentNode&&e.parentNode.removeChild(e)}function Ke(e,t,o){var n,r,a,s={};for(a in t)a=="key"?n=t[a]:a=="ref"?r=t[a]:s[a]=t[a];if(arguments.length>2&&(s.children=arguments.length>3?$t.call(arguments,2):o),typeof e=="function"&&e.defaultProps!=null)for(a in e.defaultProps)s[a]===void 0&&(s[a]=e.defaultProps[a]);return vt(e,s,n,r,null)}function vt(e,t,o,n,r){var a={type:e,props:t,key:o,ref:n,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:r??++go,__i:-1,__u:0};return r==null&&A.vnode!=null&&A.vnode(a),a}function Ce(e){return e.children}function Le(e,t){this.props=e,this.context=t}function Se(e,t){if(t==null)return e.__?Se(e.__,e.__i+1):null;for(var o;t<e.__k.length;t++)if((o=e.__k[t])!=null&&o.__e!=null)return o.__e;return typeof e.type=="function"?Se(e):null}function In(e){if(e.__P&&e.__d){var t=e.__v,o=t.__e,n=[],r=[],a=ve({},t);a.__v=t.__v+1,A.vnode&&A.vnode(a),Vt(e.__P,a,t,e.__n,e.__P.namespaceURI,32&t.__u?[o]:null,n,o??Se(t),!!(32&t.__u),r),a.__v=t.__v,a.__.__k[a.__i]=a,Mo(n,a,r),t.__e=t.__=null,a.__e!=o&&ko(a)}}function ko(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(function(t){if(t!=null&&t.__e!=null)return e.__e=e.__c.base=t.__e}),ko(e)}function ho(e){(!e.__d&&(e.__d=!0)&&$e.push(e)&&!ht.__r++||mo!=A.debounceRendering)&&((mo=A.debounceRendering)||bo)(ht)}function ht(){try{for(var e,t=1;$e.length;)$e.length>t&&$e.sort(yo),e=$e.shift(),t=$e.length,In(e)}finally{$e.length=ht.__r=0}}function xo(e,t,o,n,r,a,s,u,p,i,v){var m,f,h,y,C,S,M=n&&n.__k||dt,_=t.length;for(p=Wn(o,t,M,p,_),m=0;m<_;m++)(h=o.__k[m])!=null&&(f=h.__i!=-1&&M[h.__i]||mt,h.__i=m,S=Vt(e,h,f,r,a,s,u,p,i,v),y=h.__e,h.ref&&f.ref!=h.ref&&(f.ref&&Gt(f.ref,null,h),v.push(h.ref,h.__c||y,h)),C==null&&y!=null&&(C=y),4&h.__u?(p=So(h,p,e),f.__e&&(f.__e=null)):typeof h.type=="function"&&S!==void 0?p=S:y&&(p=y.nextSibling),h.__u&=-7);return o.__e=C,p}function Wn(e,t,o,n,r){var a,s,u,p,i,v=o.length,m=v,f=0;for(e.__k=new Array(r),a=0;a<r;a++)(s=t[a])!=null&&typeof s!="boolean"&&typeof s!="function"?(typeof s=="string"||typeof s=="number"||typeof s=="bigint"||s.constructor==String?s=e.__k[a]=vt(null,s,null,null,null):_t(s)?s=e.__k[a]=vt(Ce,{children:s},null,null,null):s.constructor===void 0&&s.__b>0?s=e.__k[a]=vt(s.type,s.props,s.key,s.ref?s.ref:null,s.__v):e.__k[a]=s,p=a+f,s.__=e,s.__b=e.__b+1,u=null,(i=s.__i=Fn(s,o,p,m))!=-1&&(m--,(u=o[i])&&(u.__u|=2)),u==null||u.__v==null?(i==-1&&(r>v?f--:r<v&&f++),typeof s.type!="function"&&(s.__u|=4)):i!=p&&(i==p-1?f--:i==p+1?f++:(i>p?f--:f++,s.__u|=4))):e.__k[a]=null;if(m)for(a=0;a<v;a++)(u=o[a])!=null&&(2&u.__u)==0&&(u.__e==n&&(n=Se(u)),To(u,u));return n}function So(e,t,o){var n,r;if(typeof e.type=="function"){for(n=e.__k,r=0;n&&r<n.length;r++)n[r]&&(n[r].__=e,t=So(n[r],t,o));return t}e.__e!=t&&(t&&e.type&&!t.parentNode&&(t=Se(e)),t=o.insertBefore(e.__e,t||null));do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function Fn(e,t,o,n){var r,a,s,u=e.key,p=e.type,i=t[o],v=i!=null&&(2&i.__u)==0;if(i===null&&u==null||v&&u==i.key&&p==i.type)return o;if(n>(v?1:0)){for(r=o-1,a=o+1;r>=0||a<t.length;)if((i=t[s=r>=0?r--:a++])!=null&&(2&i.__u)==0&&u==i.key&&p==i.type)return s}return-1}function $o(e,t,o){t[0]=="-"?e.setProperty(t,o??""):e[t]=o==null?"":typeof o!="number"||Bn.test(t)?o:o+"px"}function pt(e,t,o,n,r){var a,s;e:if(t=="style")if(typeof o=="string")e.style.cssText=o;else{if(typeof n=="string"&&(e.style.cssText=n=""),n)for(t in n)o&&t in o||$o(e.style,t,"");if(o)for(t in o)n&&o[t]==n[t]||$o(e.style,t,o[t])}else if(t[0]=="o"&&t[1]=="n")a=t!=(t=t.replace(wo,"$1")),s=t.toLowerCase(),t=s in e||t=="onFocusOut"||t=="onFocusIn"?s.slice(2):t.slice(2),e.l||(e.l={}),e.l[t+a]=o,o?n?o[qe]=n[qe]:(o[qe]=Wt,e.addEventListener(t,a?Bt:Ht,a)):e.removeEventListener(t,a?Bt:Ht,a);else{if(r=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{e[t]=o??"";break e}catch{}typeof o=="function"||(o==null||o===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&o==1?"":o))}}function _o(e){return function(t){if(this.l){var o=this.l[t.type+e];if(t[ft]==null)t[ft]=Wt++;else if(t[ft]<o[qe])return;return o(A.event?A.event(t):t)}}}function Vt(e,t,o,n,r,a,s,u,p,i){var v,m,f,h,y,C,S,M,_,O,G,U,L,oe,k,$,g=t.type;if(t.constructor!==void 0)return null;128&o.__u&&(p=!!(32&o.__u),a=[u=t.__e=o.__e]),(v=A.__b)&&v(t);e:if(typeof g=="function"){m=s.length;try{if(_=t.props,O=g.prototype&&g.prototype.render,G=(v=g.contextType)&&n[v.__c],U=v?G?G.props.value:v.__:n,o.__c?M=(f=t.__c=o.__c).__=f.__E:(O?t.__c=f=new g(_,U):(t.__c=f=new Le(_,U),f.constructor=g,f.render=Gn),G&&G.sub(f),f.state||(f.state={}),f.__n=n,h=f.__d=!0,f.__h=[],f._sb=[]),O&&f.__s==null&&(f.__s=f.state),O&&g.getDerivedStateFromProps!=null&&(f.__s==f.state&&(f.__s=ve({},f.__s)),ve(f.__s,g.getDerivedStateFromProps(_,f.__s))),y=f.props,C=f.state,f.__v=t,h)O&&g.getDerivedStateFromProps==null&&f.componentWillMount!=null&&f.componentWillMount(),O&&f.componentDidMount!=null&&f.__h.push(f.componentDidMount);else{if(O&&g.getDerivedStateFromProps==null&&_!==y&&f.componentWillReceiveProps!=null&&f.componentWillReceiveProps(_,U),t.__v==o.__v||!f.__e&&f.shouldComponentUpdate!=null&&f.shouldComponentUpdate(_,f.__s,U)===!1){t.__v!=o.__v&&(f.props=_,f.state=f.__s,f.__d=!1),t.__e=o.__e,t.__k=o.__k,t.__k.some(function(d){d&&(d.__=t)}),dt.push.apply(f.__h,f._sb),f._sb=[],f.__h.length&&s.push(f),u=Se(o);break e}f.componentWillUpdate!=null&&f.componentWillUpdate(_,f.__s,U),O&&f.componentDidUpdate!=null&&f.__h.push(function(){f.componentDidUpdate(y,C,S)})}if(f.context=U,f.props=_,f.__P=e,f.__e=!1,L=A.__r,oe=0,O)f.state=f.__s,f.__d=!1,L&&L(t),v=f.render(f.props,f.state,f.context),dt.push.apply(f.__h,f._sb),f._sb=[];else do f.__d=!1,L&&L(t),v=f.render(f.props,f.state,f.context),f.state=f.__s;while(f.__d&&++oe<25);f.state=f.__s,f.getChildContext!=null&&(n=ve(ve({},n),f.getChildContext())),O&&!h&&f.getSnapshotBeforeUpdate!=null&&(S=f.getSnapshotBeforeUpdate(y,C)),k=v!=null&&v.type===Ce&&v.key==null?Eo(v.props.children):v,u=xo(e,_t(k)?k:[k],t,o,n,r,a,s,u,p,i),f.base=t.__e,t.__u&=-161,f.__h.length&&s.push(f),M&&(f.__E=f.__=null)}catch(d){if(s.length=m,t.__v=null,p||a!=null){if(d.then){for(t.__u|=p?160:128;u&&u.nodeType==8&&u.nextSibling;)u=u.nextSibling;a!=null&&(a[a.indexOf(u)]=null),t.__e=u}else if(a!=null)for($=a.length;$--;)Ft(a[$])}else t.__e=o.__e;t.__k==null&&(t.__k=o.__k||[]),d.then||Co(t),A.__e(d,t,o)}}else a==null&&t.__v==o.__v?(t.__k=o.__k,t.__e=o.__e):u=t.__e=Vn(o.__e,t,o,n,r,a,s,p,i);return(v=A.diffed)&&v(t),128&t.__u?void 0:u}function Co(e){e&&(e.__c&&(e.__c.__e=!0),e.__k&&e.__k.some(Co))}function Mo(e,t,o){for(var n=0;n<o.length;n++)Gt(o[n],o[++n],o[++n]);A.__c&&A.__c(t,e),e.some(function(r){try{e=r.__h,r.__h=[],e.some(function(a){a.call(r)})}catch(a){A.__e(a,r.__v)}})}function Eo(e){return typeof e!="object"||e==null||e.__b>0?e:_t(e)?e.map(Eo):e.constructor!==void 0?null:ve({},e)}function Vn(e,t,o,n,r,a,s,u,p){var i,v,m,f,h,y,C,S=o.props||mt,M=t.props,_=t.type;if(_=="svg"?r="http://www.w3.org/2000/svg":_=="math"?r="http://www.w3.org/1998/Math/MathML":r||(r="http://www.w3.org/1999/xhtml"),a!=null){for(i=0;i<a.length;i++)if((h=a[i])&&"setAttribute"in h==!!_&&(_?h.localName==_:h.nodeType==3)){e=h,a[i]=null;break}}if(e==null){if(_==null)return document.createTextNode(M);e=document.createElementNS(r,_,M.is&&M),u&&(A.__m&&A.__m(t,a),u=!1),a=null}if(_==null)S===M||u&&e.data==M||(e.data=M);else{if(a=_=="textarea"&&M.defaultValue!=null?null:a&&$t.call(e.childNodes),!u&&a!=null)for(S={},i=0;i<e.attributes.length;i++)S[(h=e.attributes[i]).name]=h.value;for(i in S)h=S[i],i=="dangerouslySetInnerHTML"?m=h:i=="children"||i in M||i=="value"&&"defaultValue"in M||i=="checked"&&"defaultChecked"in M||pt(e,i,null,h,r);for(i in M)h=M[i],i=="children"?f=h:i=="dangerouslySetInnerHTML"?v=h:i=="value"?y=h:i=="checked"?C=h:u&&typeof h!="function"||S[i]===h||pt(e,i,h,S[i],r);if(v)u||m&&(v.__html==m.__html||v.__html==e.innerHTML)||(e.innerHTML=v.__html),t.__k=[];else if(m&&(e.innerHTML=""),xo(t.type=="template"?e.content:e,_t(f)?f:[f],t,o,n,_=="foreignObject"?"http://www.w3.org/1999/xhtml":r,a,s,a?a[0]:o.__k&&Se(o,0),u,p),a!=null)for(i=a.length;i--;)Ft(a[i]);u&&_!="textarea"||(i="value",_=="progress"&&y==null?e.removeAttribute("value"):y!=null&&(y!==e[i]||_=="progress"&&!y||_=="option"&&y!=S[i])&&pt(e,i,y,S[i],r),i="checked",C!=null&&C!=e[i]&&pt(e,i,C,S[i],r))}return e}function Gt(e,t,o){try{if(typeof e=="function"){var n=typeof e.__u=="function";n&&e.__u(),n&&t==null||(e.__u=e(t))}else e.current=t}catch(r){A.__e(r,o)}}function To(e,t,o){var n,r;if(A.unmount&&A.unmount(e),(n=e.ref)&&(n.current&&n.current!=e.__e||Gt(n,null,t)),(n=e.__c)!=null){if(n.componentWillUnmount)try{n.componentWillUnmount()}catch(a){A.__e(a,t)}n.base=n.__P=n.__n=null}if(n=e.__k)for(r=0;r<n.length;r++)n[r]&&To(n[r],t,o||typeof e.type!="function");o||Ft(e.__e),e.__c=e.__=e.__e=void 0}function Gn(e,t,o){return this.constructor(e,o)}function Po(e,t,o){var n,r,a,s;t==document&&(t=document.documentElement),A.__&&A.__(e,t),r=(n=typeof o=="function")?null:o&&o.__k||t.__k,a=[],s=[],Vt(t,e=(!n&&o||t).__k=Ke(Ce,null,[e]),r||mt,mt,t.namespaceURI,!n&&o?[o]:r?null:t.firstChild?$t.call(t.childNodes):null,a,!n&&o?o:r?r.__e:t.firstChild,n,s),Mo(a,e,s),e.props.children=null}$t=dt.slice,A={__e:function(e,t,o,n){for(var r,a,s;t=t.__;)if((r=t.__c)&&!r.__)try{if((a=r.constructor)&&a.getDerivedStateFromError!=null&&(r.setState(a.getDerivedStateFromError(e)),s=r.__d),r.componentDidCatch!=null&&(r.componentDidCatch(e,n||{}),s=r.__d),s)return r.__E=r}catch(u){e=u}throw e}},go=0,It=function(e){return e!=null&&e.constructor===void 0},Le.prototype.setState=function(e,t){var o;o=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=ve({},this.state),typeof e=="function"&&(e=e(ve({},o),this.props)),e&&ve(o,e),e!=null&&this.__v&&(t&&this._sb.push(t),ho(this))},Le.prototype.forceUpdate=function(e){this.__v&&(this.__e=!0,e&&this.__h.push(e),ho(this))},Le.prototype.render=Ce,$e=[],bo=typeof Promise=="function"?Promise.prototype.then.bind(Promise.resolve()):setTimeout,yo=function(e,t){return e.__v.__b-t.__v.__b},ht.__r=0,Rt=Math.random().toString(8),ft="__d"+Rt,qe="__a"+Rt,wo=/(PointerCapture)$|Capture$/i,Wt=0,Ht=_o(!1),Bt=_o(!0),Hn=0;var bt,ne,qt,Ao,Kt=0,Ro=[],F=A,jo=F.__b,Oo=F.__r,Lo=F.diffed,zo=F.__c,No=F.unmount,Uo=F.__;function Ho(e,t){F.__h&&F.__h(ne,e,Kt||t),Kt=0;var o=ne.__H||(ne.__H={__:[],__h:[]});return e>=o.__.length&&o.__.push({}),o.__[e]}function X(e,t){var o=Ho(bt++,3);!F.__s&&Bo(o.__H,t)&&(o.__=e,o.u=t,ne.__H.__h.push(o))}function Y(e){return Kt=5,Me(function(){return{current:e}},[])}function Me(e,t){var o=Ho(bt++,7);return Bo(o.__H,t)&&(o.__=e(),o.__H=t,o.__h=e),o.__}function qn(){for(var e;e=Ro.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(gt),t.__h.some(Yt),t.__h=[]}catch(o){t.__h=[],F.__e(o,e.__v)}}}F.__b=function(e){ne=null,jo&&jo(e)},F.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),Uo&&Uo(e,t)},F.__r=function(e){Oo&&Oo(e),bt=0;var t=(ne=e.__c).__H;t&&(qt===ne?(t.__h=[],ne.__h=[],t.__.some(function(o){o.__N&&(o.__=o.__N),o.u=o.__N=void 0})):(t.__h.some(gt),t.__h.some(Yt),t.__h=[],bt=0)),qt=ne},F.diffed=function(e){Lo&&Lo(e);var t=e.__c;t&&t.__H&&(t.__H.__h.length&&(Ro.push(t)!==1&&Ao===F.requestAnimationFrame||((Ao=F.requestAnimationFrame)||Kn)(qn)),t.__H.__.some(function(o){o.u&&(o.__H=o.u,o.u=void 0)})),qt=ne=null},F.__c=function(e,t){t.some(function(o){try{o.__h.some(gt),o.__h=o.__h.filter(function(n){return!n.__||Yt(n)})}catch(n){t.some(function(r){r.__h&&(r.__h=[])}),t=[],F.__e(n,o.__v)}}),zo&&zo(e,t)},F.unmount=function(e){No&&No(e);var t,o=e.__c;o&&o.__H&&(o.__H.__.some(function(n){try{gt(n)}catch(r){t=r}}),o.__H=void 0,t&&F.__e(t,o.__v))};var Do=typeof requestAnimationFrame=="function";function Kn(e){var t,o=function(){clearTimeout(n),Do&&cancelAnimationFrame(t),setTimeout(e)},n=setTimeout(o,35);Do&&(t=requestAnimationFrame(o))}function gt(e){var t=ne,o=e.__c;typeof o=="function"&&(e.__c=void 0,o()),ne=t}function Yt(e){var t=ne;e.__c=e.__(),ne=t}function Bo(e,t){return!e||e.length!==t.length||t.some(function(o,n){return o!==e[n]})}var Yn=Symbol.for("preact-signals");function xt(){if(me>1)me--;else{var e,t=!1;for((function(){var r=wt;for(wt=void 0;r!==void 0;){var a=r.S;if(a.v===r.v)for(var s=a.t;s!==void 0;s=s.x)s.i===r.i&&(s.i=a.i);r=r.o}})();Je!==void 0;){var o=Je;for(Je=void 0,yt++;o!==void 0;){var n=o.u;if(o.u=void 0,o.f&=-3,!(8&o.f)&&Wo(o))try{o.c()}catch(r){t||(e=r,t=!0)}o=n}}if(yt=0,me--,t)throw e}}function ue(e){if(me>0)return e();Jt=++Jn,me++;try{return e()}finally{xt()}}var Ye,D=void 0;function Ee(e){var t=D,o=Ye;D=void 0,Ye=void 0;try{return e()}finally{D=t,Ye=o}}var Je=void 0,me=0,yt=0,Jn=0,Jt=0,wt=void 0,kt=0;function Io(e){if(D!==void 0){var t=e.n;if(t===void 0||t.t!==D)return t={i:0,S:e,p:D.s,n:void 0,t:D,e:void 0,x:void 0,r:t},D.s!==void 0&&(D.s.n=t),D.s=t,e.n=t,32&D.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=D.s,t.n=void 0,D.s.n=t,D.s=t),t}}function q(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,this.Z=t?.unwatched,this.name=t?.name}q.prototype.brand=Yn;q.prototype.h=function(){return!0};q.prototype.S=function(e){var t=this,o=this.t;o!==e&&e.e===void 0&&(e.x=o,this.t=e,o!==void 0?o.e=e:Ee(function(){var n;(n=t.W)==null||n.call(t)}))};q.prototype.U=function(e){var t=this;if(this.t!==void 0){var o=e.e,n=e.x;o!==void 0&&(o.x=n,e.e=void 0),n!==void 0&&(n.e=o,e.x=void 0),e===this.t&&(this.t=n,n===void 0&&Ee(function(){var r;(r=t.Z)==null||r.call(t)}))}};q.prototype.subscribe=function(e){var t=this;return re(function(){var o=t.value;Ee(function(){return e(o)})},{name:"sub"})};q.prototype.valueOf=function(){return this.value};q.prototype.toString=function(){return this.value+""};q.prototype.toJSON=function(){return this.value};q.prototype.peek=function(){var e=this;return Ee(function(){return e.value})};Object.defineProperty(q.prototype,"value",{get:function(){var e=Io(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(yt>100)throw new Error("Cycle detected");(function(o){me!==0&&yt===0&&o.l!==Jt&&(o.l=Jt,wt={S:o,v:o.v,i:o.i,o:wt})})(this),this.v=e,this.i++,kt++,me++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{xt()}}}});function j(e,t){return new q(e,t)}function Wo(e){for(var t=e.s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function Fo(e){for(var t=e.s;t!==void 0;t=t.n){var o=t.S.n;if(o!==void 0&&(t.r=o),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function Vo(e){for(var t=e.s,o=void 0;t!==void 0;){var n=t.p;t.i===-1?(t.S.U(t),n!==void 0&&(n.n=t.n),t.n!==void 0&&(t.n.p=n)):o=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),t=n}e.s=o}function Te(e,t){q.call(this,void 0,t),this.x=e,this.s=void 0,this.g=kt-1,this.f=4}Te.prototype=new q;Te.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===kt))return!0;if(this.g=kt,this.f|=1,this.i>0&&!Wo(this))return this.f&=-2,!0;var e=D;try{Fo(this),D=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&(this.v=t,this.f&=-17,this.i++)}catch(o){this.v=o,this.f|=16,this.i++}return D=e,Vo(this),this.f&=-2,!0};Te.prototype.S=function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}q.prototype.S.call(this,e)};Te.prototype.U=function(e){if(this.t!==void 0&&(q.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=t.n)t.S.U(t)}};Te.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(Te.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=Io(this);if(this.h(),e!==void 0&&(e.i=this.i),16&this.f)throw this.v;return this.v}});function V(e,t){return new Te(e,t)}function Go(e){var t=e.j;if(e.j=void 0,typeof t=="function"){me++;var o=D;D=void 0;try{t()}catch(n){throw e.f&=-2,e.f|=8,Zt(e),n}finally{D=o,xt()}}}function Zt(e){for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,Go(e)}function Zn(e){if(D!==this)throw new Error("Out-of-order effect");Vo(this),D=e,this.f&=-2;try{8&this.f&&Zt(this)}finally{xt()}}function ze(e,t){this.x=e,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=t?.name,Ye&&Ye.push(this)}ze.prototype.c=function(){var e=this.S();try{if(8&this.f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};ze.prototype.S=function(){if(1&this.f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,Go(this),Fo(this),me++;var e=D;return D=this,Zn.bind(this,e)};ze.prototype.N=function(){2&this.f||(this.f|=2,this.u=Je,Je=this)};ze.prototype.d=function(){this.f|=8,1&this.f||Zt(this)};ze.prototype.dispose=function(){this.d()};function re(e,t){var o=new ze(e,t);try{o.c()}catch(r){throw o.d(),r}var n=o.d.bind(o);return n[Symbol.dispose]=n,n}var Xt,Ne,St,Xn=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__,qo=[],Ko=[];re(function(){Xt=this.N})();function Ue(e,t){A[e]=t.bind(null,A[e]||function(){})}function Ze(e){if(St){var t=St;St=void 0,t()}St=e&&e.S()}function Yo(e){var t=this,o=e.data,n=T(o);n.name="ReactiveDom",n.value=o;var r=Me(function(){for(var u=t,p=t.__v;p=p.__;)if(p.__c){p.__c.__$f|=4;break}var i=V(function(){var h=n.value.value;return h===0?0:h===!0?"":h||""}),v=V(function(){return!Array.isArray(i.value)&&!It(i.value)}),m=re(function(){if(this.N=Zo,v.value){var h=i.value;u.__v&&u.__v.__e&&u.__v.__e.nodeType===3&&(u.__v.__e.data=h)}}),f=t.__$u.d;return t.__$u.d=function(){m(),f.call(this)},[v,i]},[]),a=r[0],s=r[1];return a.value?s.peek():s.value}Yo.displayName="ReactiveTextNode";Object.defineProperties(q.prototype,{constructor:{configurable:!0,value:Ke(Ce,null).constructor},type:{configurable:!0,value:Yo},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},__b:{configurable:!0,value:1}});Ue("__b",function(e,t){if(Ze(),Ne=void 0,typeof t.type=="string"){var o,n=t.props;for(var r in n)if(r!=="children"){var a=n[r];a instanceof q&&(o||(t.__np=o={}),o[r]=a,n[r]=a.peek())}}e(t)});Ue("__r",function(e,t){if(e(t),t.type!==Ce){Ze();var o,n=t.__c;n&&(n.__$f&=-2,(o=n.__$u)===void 0&&(n.__$u=o=(function(r,a){var s;return re(function(){s=this},{name:a}),s.c=r,s})((function(r){return function(){var a;Xn&&((a=this.y)==null||a.call(this)),r.__$f|=1,r.setState({})}})(n),typeof t.type=="function"?t.type.displayName||t.type.name:""))),Ne=n,Ze(o)}});Ue("__e",function(e,t,o,n){Ze(),Ne=void 0,e(t,o,n)});Ue("diffed",function(e,t){Ze(),Ne=void 0;var o;if(typeof t.type=="string"&&(o=t.__e)){var n=t.__np,r=t.props,a=o.U;if(a)for(var s in a){var u=a[s];u===void 0||n&&s in n||(u.d(),a[s]=void 0)}if(n){a||(a={},o.U=a);for(var p in n){var i=a[p],v=n[p];i===void 0?(i=Qn(o,p,v,r),a[p]=i):i.o(v,r)}}}e(t)});function Qn(e,t,o,n){var r=t in e&&e.ownerSVGElement===void 0,a=j(o);return{o:function(s,u){a.value=s,n=u},d:re(function(){this.N=Zo;var s=a.value.value;n[t]!==s&&(n[t]=s,r?e[t]=s:s!=null&&(s!==!1||t[4]==="-")?e.setAttribute(t,s):e.removeAttribute(t))})}}Ue("unmount",function(e,t){if(typeof t.type=="string"){var o=t.__e;if(o){var n=o.U;if(n){o.U=void 0;for(var r in n){var a=n[r];a&&a.d()}}}var s=t.__np;if(s){var u=t.props;for(var p in s)u[p]=s[p]}t.__np=void 0}else{var i=t.__c;if(i){i.__$f|=8;var v=i.__$u;v&&(i.__$u=void 0,v.d())}}e(t)});Ue("__h",function(e,t,o,n){n<3&&(t.__$f|=2),e(t,o,n)});Le.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;var o=this.__$u,n=o&&o.s!==void 0;for(var r in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var a=2&this.__$f;if(!(n||a||4&this.__$f)||1&this.__$f)return!0}else if(!(n||4&this.__$f)||3&this.__$f)return!0;for(var s in e)if(s!=="__source"&&e[s]!==this.props[s])return!0;for(var u in this.props)if(!(u in e))return!0;return!1};function T(e,t){return Me(function(){return j(e,t)},[])}function Jo(e,t){var o=Y(e);return o.current=e,Ne.__$f|=4,Me(function(){return V(function(){return o.current()},t)},[])}var er=typeof requestAnimationFrame>"u"?setTimeout:function(e){var t=function(){clearTimeout(o),cancelAnimationFrame(n),e()},o=setTimeout(t,35),n=requestAnimationFrame(t)},tr=function(e){queueMicrotask(function(){queueMicrotask(e)})};function or(){ue(function(){for(var e;e=qo.shift();)Xt.call(e)})}function nr(){qo.push(this)===1&&(A.requestAnimationFrame||er)(or)}function rr(){ue(function(){for(var e;e=Ko.shift();)Xt.call(e)})}function Zo(){Ko.push(this)===1&&(A.requestAnimationFrame||tr)(rr)}function Q(e,t){var o=Y(e);o.current=e;var n=Ne;X(function(){return re(function(){if(this.N=nr,!(n&&8&n.__$f))return o.current()},t)},[])}var Xo=/\smover=([12])\s*$/,Qo=({position:e,mover:t},o)=>t===2&&!o?`${e} mover=2`:e,De=e=>({position:e.replace(Xo,""),mover:e.match(Xo)?.[1]==="2"?2:1});var Qt=["explore","play","review","puzzles","statistics"];function ar(e){try{return e.split("/").map(decodeURIComponent)}catch{return null}}function en(e){let[t,o=""]=e.replace(/^#\/?/,"").split("?"),n=ar(t),[r="",a=""]=n??[],s=new URLSearchParams(o),{position:u,mover:p}=De(s.get("position")??"");return{malformed:!n,game:r,view:Qt.includes(a)?a:"explore",set:s.getAll("set"),position:u||null,forbid:s.get("forbid"),mover:s.get("mover")==="2"?2:p}}function ae({game:e,view:t="explore",set:o=[],position:n,forbid:r,mover:a=1}){if(!e)return"#/";let s=new URLSearchParams(o.map(p=>["set",p]));n&&s.set("position",n),r&&s.set("forbid",r),n&&a===2&&s.set("mover",2);let u=s.toString();return`#/${encodeURIComponent(e)}/${t}${u&&`?${u}`}`}var tn="api/v1";var Pe=new Map,Ct=class extends Error{constructor(t,{error:o,command:n,older:r}={error:""}){super(o),Object.assign(this,{status:t,command:n,older:r})}};async function Mt(e,t){let o;try{o=await fetch(e,t)}catch{throw new Ct(0)}let n=await o.json().catch(()=>({error:o.statusText}));if(!o.ok)throw new Ct(o.status,n);return n}var on=()=>Mt(`${tn}/games`);function nn(e,t,o={}){let n=[...e.set.map(a=>["set",a]),...Object.entries(o)],r=new URLSearchParams(n.filter(([,a])=>a!=null&&a!==""));return`${tn}/games/${encodeURIComponent(e.game)}/${t}?${r}`}function R(e,t,o,n=!0,r=void 0){let a=nn(e,t,o);if(!n)return Mt(a,{signal:r});if(!Pe.has(a)){Pe.size>=300&&Pe.delete(Pe.keys().next().value);let s=Mt(a,{signal:r}),u=()=>Pe.delete(a);r?.addEventListener("abort",u),s.then(()=>r?.removeEventListener("abort",u),u),Pe.set(a,s)}return Pe.get(a)}var Et=(e,t,o,n=void 0)=>Mt(nn(e,t),{method:"POST",signal:n,headers:{"Content-Type":"application/json"},body:JSON.stringify(o)});var an=function(e,t,o,n){var r;t[0]=0;for(var a=1;a<t.length;a++){var s=t[a++],u=t[a]?(t[0]|=s?1:2,o[t[a++]]):t[++a];s===3?n[0]=u:s===4?n[1]=Object.assign(n[1]||{},u):s===5?(n[1]=n[1]||{})[t[++a]]=u:s===6?n[1][t[++a]]+=u+"":s?(r=e.apply(u,an(e,u,o,["",null])),n.push(r),u[0]?t[0]|=2:(t[a-2]=0,t[a]=r)):n.push(u)}return n},rn=new Map;function sn(e){var t=rn.get(this);return t||(t=new Map,rn.set(this,t)),(t=an(this,t.get(e)||(t.set(e,t=(function(o){for(var n,r,a=1,s="",u="",p=[0],i=function(f){a===1&&(f||(s=s.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?p.push(0,f,s):a===3&&(f||s)?(p.push(3,f,s),a=2):a===2&&s==="..."&&f?p.push(4,f,0):a===2&&s&&!f?p.push(5,0,!0,s):a>=5&&((s||!f&&a===5)&&(p.push(a,0,s,r),a=6),f&&(p.push(a,f,0,r),a=6)),s=""},v=0;v<o.length;v++){v&&(a===1&&i(),i(v));for(var m=0;m<o[v].length;m++)n=o[v][m],a===1?n==="<"?(i(),p=[p],a=3):s+=n:a===4?s==="--"&&n===">"?(a=1,s=""):s=n+s[0]:u?n===u?u="":s+=n:n==='"'||n==="'"?u=n:n===">"?(i(),a=1):a&&(n==="="?(a=5,r=s,s=""):n==="/"&&(a<5||o[v][m+1]===">")?(i(),a===3&&(p=p[0]),a=p,(p=p[0]).push(2,0,a),a=0):n===" "||n==="	"||n===`
`||n==="\r"?(i(),a=2):s+=n),a===3&&s==="!--"&&(a=4,p=p[0])}return i(),p})(e)),t),arguments,[])).length>1?t:t[0]}var c=sn.bind(Ke);var eo={"this language":"English",language:"Language",light:"Light colours",dark:"Dark colours",skip:"To the board",views:"Views",variant:"Variant","the whole game":"the whole game",rules:"Rules",lead:"Every position of these games is solved: who wins, and how soon, is known for certain.","positions.n":"{count} positions","positions.n.one":"{count} position","not solved yet":"not solved yet","no server":"The server does not answer. Is retro serve still running?","no game":"There is no game called {game} here.","look again":"Look again",close:"Close",cancel:"Cancel",copied:"Copied.","not copied":"This browser does not let the page copy.","open one":"Open one",copy:"Copy",all:"all",win:"Win",draw:"Draw",loss:"Loss","win in":"Win in {n} plies","win in.one":"Win in 1 ply","loss in":"Loss in {n} plies","loss in.one":"Loss in 1 ply","over.win":"Won","over.loss":"Lost",points:"{points} points","points.one":"{points} point","side wins in":"{side} wins in {n} plies","side wins in.one":"{side} wins in 1 ply","side has":"{side} has {points}","points for first":"for the first player","points for mover":"for the player to move","short.win":"W","short.draw":"D","short.loss":"L",plies:"{n} plies","plies.one":"1 ply","player.1":"Blue","player.2":"Amber","to move":"to move",wins:"wins","ends in a draw":"The game is drawn","glyph.stone":"stone","glyph.block":"piece","glyph.mark":"mark","glyph.hole":"hole","glyph.dot":"dot","glyph.closed":"closed square",empty:"empty",board:"Board",picked:"picked","can be picked":"can be picked","more may follow":"The move may end here, or go on.","make it":"Play {move}",explore:"Explore",play:"Play",review:"Review",puzzles:"Puzzles",statistics:"Statistics",values:"Values","show value":"Show the value",forbidden:"forbidden","is forbidden":"{move} is forbidden: it would take the last move back.","forbidding costs":"Without that: {value}.","forbidding costs nothing":"That changes nothing.","from start":"{n} plies from the start, at least","from start.one":"1 ply from the start","moves, best first":"{n} moves, best first","moves, best first.one":"1 move",moves:"{n} moves","moves.one":"1 move",holding:"{keeping} of {all} hold","replies that hold":"So many of the opponent's replies keep what he has","best line":"Best play","best move":"Best move","no end":"A draw: neither side can force an end.","copy line":"Copy line",download:"Download","line of play":"Moves played","to the beginning":"To the beginning",undo:"Back",redo:"Forth","to the end":"To the end",flip:"Turn the board","another position":"Another position","the start":"The start","set up":"Set up",paste:"Paste","random.win":"A random win","random.draw":"A random draw","random.loss":"A random loss",share:"This position","copy link":"Copy link","copy position":"Copy position","download game":"Download the game",cite:"Cite","cite.why":"The digest is of the rules, the sums are of the files: whoever solves the same rules gets the same, byte by byte. Before a solution is written a sample of it is looked at again; verify proves every record.","paste what":"A position, the moves of a game, or a file of retro play","read it":"Read it","another game":"That is a game of {game}.","not legal":"Move {number}, {move}, is not legal.","up to there":"The board shows the game up to there.","malformed address":"This address cannot be read: something was lost on the way. These are the games.",variation:"A variation from move {ply} on.","back to the game":"Back to the game, move {number}","what is put":"What is put on the board",clear:"Empty",mirror:"Mirror","quarter turn":"Turn",swap:"Swap colours","swap.why":"Blue becomes amber, and amber blue","other side":"Other side to move","other side.why":"The board stays, the other player is to move","as it was":"As it was","as text":"The position as text","use it":"Use this position","play against":"Play against","new game":"A new game","player perfect":"Perfect play","player perfect.why":"never gives anything away","player trap":"A setter of traps","player trap.why":"perfect too, and of equal moves plays the one after which you are likely to go wrong","player fallible":"A human being","player fallible.why":"makes mistakes, the more the less strong","player random":"Anyhow","player random.why":"any move, whatever it is worth",strength:"Strength","play as":"Play","from here":"From this position","take back":"Take back","review game":"Review the game",resign:"Resign",resigned:"You have resigned.",thinking:"The opponent is thinking","your turn":"Your turn.","you are":"You are","looking back":"You are looking back at the game.","ended.move":"The game is over: the last move has ended it.","ended.stuck":"The game is over: there is no move.","ended.repeated":"A draw: the same position for the third time.","ended.plies":"A draw: so many plies without an end.","nothing to review":"Play a game, make moves on the board, or paste a game: then each move is looked at.","what moves gave away":"What the moves gave away",blunders:"{n} blunders","blunders.one":"1 blunder",blunder:"a blunder","column.ply":"#","column.move":"Move","column.made it":"Then","column.kept":"Keep","column.gave away":"Gave away","kept.why":"So many of the moves kept the outcome, or the points","points lost":"{n} points","points lost.one":"1 point","plies lost":"{n} plies","plies lost.one":"1 ply","lost win":"the win","lost draw":"the draw",better:"{move} was better",graph:"Value of the game, for blue",composing:"Looking for a puzzle","stipulation.win":"Find the win: it takes {n} plies.","stipulation.draw":"Hold the draw for {n} moves: each time one move alone does.","stipulation.draw.one":"Hold the draw: one move alone does.","stipulation.points":"Lose no points for {n} moves: {value}, and each time one move alone keeps them.","stipulation.points.one":"Lose no points: {value}, and one move alone keeps them.",refuted:"{move} fails to {reply}: {value}.","that fails":"That fails.",slower:"{move} wins, too, but takes {n} plies: there is a faster way.",solved:"Solved!","solved at last":"Solved. It will come back once more.","try again":"Try again","next puzzle":"Next puzzle","today's":"Today's puzzle","show solution":"Show the solution",busy:"The server is busy.","no puzzle":"No puzzle of this kind was found.","what puzzles":"Which puzzles",theme:"Theme","theme.win":"wins","theme.draw":"draws to be held","at most":"At most",tally:"{solved} solved, {failed} failed.","today's counted":"Today's puzzle is among these; it counts once.","to come back":"{n} will come back.",solution:"Solution",anything:"anything: the game ends at once","anything else":"anything else: the game ends at once",tries:"Tries, and what refutes them",try:"{move}? {reply}!","explore it":"Look at it",positions:"positions",states:"states","value of start":"the start",longest:"longest win","won at once":"won at once",forbidding:"states with a forbidden move","states by plies":"States by plies to the end","states by points":"States by points","logarithms, bars open":"(a scale of logarithms; a bar opens one of its positions)","as table":"As a table","longest wins":"Longest wins and losses","extreme scores":"Highest and lowest scores","longest.why":"Of positions in which nothing is forbidden; a number opens one.","count longest":"Count them (this may take minutes)",counting:"Counting",part:"Part","how counted":"How it is counted","solved by older rules":"Solved by older rules; solve again:",older:"{game} was solved by older rules with these options",unsolved:"{game} is not solved with these options yet","unsolved.how":"This command solves it, and the page shows it at once:","unsolved.small":"A small variant takes seconds:","unsolved.dry":"What it takes of memory, disk and time is told by","variants solved":"Variants that are solved"};var ln={"this language":"日本語",language:"言語",light:"明るい配色",dark:"暗い配色",skip:"盤面へ",views:"表示",variant:"種類","the whole game":"完全版",rules:"ルール",lead:"ここにあるゲームは全局面が解析済みです。どちらが何手で勝つか、すべて正確にわかります。","positions.n":"{count} 局面","not solved yet":"未解析","no server":"サーバーが応答しません。retro serve は動いていますか。","no game":"{game} というゲームはありません。","look again":"もう一度確認",close:"閉じる",cancel:"やめる",copied:"コピーしました。","not copied":"このブラウザーではコピーできません。","open one":"局面を開く",copy:"コピー",all:"全体",win:"勝ち",draw:"引き分け",loss:"負け","win in":"{n} 手で勝ち","loss in":"{n} 手で負け","over.win":"勝ち","over.loss":"負け",points:"{points} 点","side wins in":"{side}が {n} 手で勝ち","side has":"{side} {points}","points for first":"先手から見て","points for mover":"手番から見て","short.win":"勝","short.draw":"分","short.loss":"負",plies:"{n} 手","player.1":"青","player.2":"黄","to move":"の手番",wins:"の勝ち","ends in a draw":"引き分け","glyph.stone":"駒","glyph.block":"駒","glyph.mark":"印","glyph.hole":"穴","glyph.dot":"点","glyph.closed":"置けないマス",empty:"空き",board:"盤面",picked:"選択中","can be picked":"選択できます","more may follow":"ここで終えることも、続けることもできます。","make it":"{move} を指す",explore:"検討",play:"対局",review:"振り返り",puzzles:"問題",statistics:"統計",values:"評価","show value":"評価を見る",forbidden:"禁手","is forbidden":"{move} は禁手です(直前の手を元に戻すため)。","forbidding costs":"禁手がなければ {value}。","forbidding costs nothing":"評価は変わりません。","from start":"初期局面から最短 {n} 手","moves, best first":"指し手 {n} 通り(良い順)",moves:"指し手 {n} 通り",holding:"{all} 手中 {keeping} 手が正解","replies that hold":"相手が今の結果を保てる応手の数","best line":"最善手順","best move":"最善手を指す","no end":"引き分け。どちらも勝ちを強制できません。","copy line":"手順をコピー",download:"保存","line of play":"ここまでの手","to the beginning":"最初へ",undo:"戻る",redo:"進む","to the end":"最後へ",flip:"盤を反転","another position":"ほかの局面","the start":"初期局面","set up":"局面を作る",paste:"貼り付け","random.win":"勝ちの局面","random.draw":"引き分けの局面","random.loss":"負けの局面",share:"この局面","copy link":"リンクをコピー","copy position":"局面をコピー","download game":"棋譜を保存",cite:"引用","cite.why":"ダイジェストはルールの、ハッシュ値はファイルのものです。同じルールを解けば、誰でも一バイトも違わない同じ結果を得ます。解は書き込む前に標本が検査され、verify ですべての記録が証明されます。","paste what":"局面、指し手の列、または retro play の棋譜ファイル","read it":"読み込む","another game":"これは {game} の棋譜です。","not legal":"{number} 手目の {move} は指せない手です。","up to there":"その手前までを盤に表示しています。","malformed address":"このアドレスは読めません(途中で壊れたようです)。ゲームの一覧を表示します。",variation:"{ply} 手目からの変化です。","back to the game":"本譜の {number} 手目に戻る","what is put":"置くもの",clear:"すべて消す",mirror:"左右反転","quarter turn":"回転",swap:"色を交換","swap.why":"青と黄を入れ替えます","other side":"手番を交代","other side.why":"盤面はそのままで手番だけ替えます","as it was":"元に戻す","as text":"局面の文字列","use it":"この局面にする","play against":"対戦相手","new game":"新しい対局","player perfect":"完全な相手","player perfect.why":"決して損をしません","player trap":"罠を仕掛ける相手","player trap.why":"完全な上に、同じ価値の手の中から、あなたが間違えやすい手を選びます","player fallible":"人間らしい相手","player fallible.why":"弱いほどよく間違えます","player random":"でたらめな相手","player random.why":"どんな手でも指します",strength:"強さ","play as":"対局開始:","from here":"この局面から","take back":"待った","review game":"対局を振り返る",resign:"投了",resigned:"投了しました。",thinking:"相手が考えています","your turn":"あなたの番です。","you are":"あなたは","looking back":"前の局面を見ています。","ended.move":"終局。最後の手で決まりました。","ended.stuck":"終局。指せる手がありません。","ended.repeated":"引き分け。同じ局面が三度現れました。","ended.plies":"引き分け。手数の上限に達しました。","nothing to review":"対局するか、盤上で手を進めるか、棋譜を貼り付けると、一手ごとに振り返れます。","what moves gave away":"各手で失ったもの",blunders:"悪手 {n}",blunder:"悪手","column.ply":"手数","column.move":"指し手","column.made it":"結果","column.kept":"正解数","column.gave away":"失ったもの","kept.why":"結果(または点数)を保った手の数","points lost":"{n} 点","plies lost":"{n} 手","lost win":"勝ち","lost draw":"引き分け",better:"{move} が良かった",graph:"青から見た評価の推移",composing:"問題を探しています","stipulation.win":"{n} 手で勝ってください。","stipulation.draw":"引き分けを {n} 手続けて守ってください。正解はそれぞれ一手だけです。","stipulation.points":"{n} 手続けて点を失わない手を見つけてください({value})。正解はそれぞれ一手だけです。",refuted:"{move} には {reply} で失敗です({value})。",slower:"{move} でも勝てますが、{n} 手かかります。もっと速い勝ち方があります。","that fails":"失敗です。",solved:"正解!","solved at last":"正解です。この問題はまた出ます。","try again":"やり直す","next puzzle":"次の問題","today's":"今日の問題","show solution":"解答を見る",busy:"サーバーが混み合っています。","no puzzle":"このような問題は見つかりませんでした。","what puzzles":"問題の種類",theme:"テーマ","theme.win":"勝ち","theme.draw":"引き分けを守る","at most":"最長",tally:"正解 {solved}、失敗 {failed}。","today's counted":"今日の問題は集計済みです(一日一回)。","to come back":"再出題待ち {n}。",solution:"解答",anything:"どう応じてもすぐに終局","anything else":"その他:すぐに終局",tries:"紛れと、その反駁",try:"{move}? {reply}!","explore it":"検討する",positions:"局面",states:"状態","value of start":"初期局面",longest:"最長の勝ち","won at once":"一手で勝てる局面",forbidding:"禁手のある状態","states by plies":"終局までの手数ごとの状態数","states by points":"点数ごとの状態数","logarithms, bars open":"(対数目盛。棒を押すと局面が開きます)","as table":"表で見る","longest wins":"最長の勝ちと負け","extreme scores":"最高点と最低点","longest.why":"禁手のない局面について。番号を押すと局面が開きます。","count longest":"数える(数分かかることがあります)",counting:"数えています",part:"部分","how counted":"数え方","solved by older rules":"以前のルールで解析されたため、解析し直してください:",older:"{game}:この設定は以前のルールで解析されています",unsolved:"{game}:この設定はまだ解析されていません","unsolved.how":"次のコマンドで解析すると、すぐにここで見られます。","unsolved.small":"小さな盤なら数秒で解けます:","unsolved.dry":"必要なメモリ・ディスク・時間は次のコマンドでわかります:","variants solved":"解析済みの種類"};function ee(e,t){let o=t;try{o=JSON.parse(localStorage.getItem(`retro ${e}`))??t}catch{}let n=j(o);return re(()=>{try{localStorage.setItem(`retro ${e}`,JSON.stringify(n.value))}catch{}}),n}var Xe={en:eo,ja:ln},lr=()=>navigator.languages.map(e=>e.slice(0,2)).find(e=>e in Xe)??"en",Tt=ee("language",""),Re=V(()=>Tt.value in Xe?Tt.value:lr());re(()=>{document.documentElement.lang=Re.value});function l(e,t={}){let o=Xe[Re.value];return(t.n===1&&o[`${e}.one`]||o[e]||eo[e]||e).replace(/\{(\w+)\}/g,(r,a)=>t[a]??"")}var K=e=>e.toLocaleString(Re.value);function N(e,t){let o=r=>e?.words?.[Re.value]?.[r]??e?.words?.en?.[r],[n]=t.match(/\d+/)??[];return o(t)??(n&&o(t.replace(n,"{n}"))?.replace("{n}",n))??t}var ur=2e3,Qe=j(""),un=0;async function ce(e){let t;try{await navigator.clipboard.writeText(e),t=!0}catch{t=cr(e)}Qe.value=t?"copied":"not copied";let o=++un;setTimeout(()=>o===un&&(Qe.value=""),ur)}function cr(e){let[t,o]=[document.activeElement,document.createElement("textarea")];o.value=e,(t?.closest("dialog")??document.body).append(o),o.select();let n=document.execCommand("copy");return o.remove(),t?.focus(),n}var Pt=()=>c`<p class=${Qe.value?"copied":"hidden"} role="status">${Qe.value&&l(Qe.value)}</p>`;var He=j(!1),cn=e=>({picture:1,mover:e,flip:He.value?1:""}),to=(e,t)=>({position:e.position,forbid:e.forbidden,mover:e.turn||t});function oo(e,t){let o=e.filter(n=>n.move.toLowerCase()===t.toLowerCase());return e.find(n=>n.move===t)??(o.length===1?o[0]:null)}function pr({states:e,game:t}){return t?[...Array(Math.max(e.length,t.length)).keys()].find(n=>n&&e[n]?.move!==t[n]?.move)??null:null}function At(e=()=>{}){let t=j(null),o=j(null),n=j(null),r=j(null),a=j(null),s=j(!1),u=j(null),p=V(()=>o.value?.states[o.value.at]??null),i=V(()=>o.value?pr(o.value):null),v=0;async function m($){let g=++v;s.value=!0;try{let d=await $();return g===v?d:null}catch(d){return g===v&&(a.value=d),null}finally{g===v&&(s.value=!1)}}function f($,g,d,w=t.value){ue(()=>{u.value=a.value=null,n.value=$,o.value=g,t.value=w}),d||e(g)}let h=($,{position:g,forbid:d,mover:w})=>R($,"position",{position:g,forbid:d,replies:0,...cn(w)});async function y($,g,d=t.value){let w=await m(()=>h(d,$.states[$.at]));return w&&f(w,$,g,d),w}async function C($,g,d=!1){let w=g.mover??1,E=await m(()=>h($,{...g,mover:w}));return E&&f(E,{states:[to(E,w)],at:0},d,$),E}async function S($){for(let g of $){let d=n.value.moves.find(w=>w.move===g);if(!d||!await G(d,!0))return!1}return e(o.value),!0}async function M($,g,d,w){let E={move:w.move,drawn:w.picture};if(w.after===null)return{found:g,state:{...d,over:{value:w.value,dtm:w.dtm},...E}};let z=3-d.mover,{position:I,forbid:Z}=d,b={position:I,forbid:Z,move:w.move,replies:0,...cn(z)},x=await R($,"position",b);return{found:x,state:{...to(x,z),...E}}}async function _($,g,d){let w=g.mover??1,E=await h($,{...g,mover:w}),z=[to(E,w)];for(let I of d){let Z=z[z.length-1],b=Z.over?null:oo(E.moves,I);if(!b||b.forbidden)break;let x=await M($,E,Z,b);E=x.found,z.push(x.state)}return{found:E,states:z}}function O($,{found:g,states:d}){++v,s.value=!1,f(g,{states:d,at:d.length-1,game:d.length>1?d:null},!1,$)}async function G($,g=!1){let{states:d,at:w,game:E}=o.value,z=i.value;if(d[w+1]?.move===$.move)return U(w+1,g);if(z!==null&&w<z&&E[w+1]?.move===$.move)return L(w+1,g);let I=await m(()=>M(t.value,n.value,d[w],$));if(!I)return!1;let Z=[...d.slice(0,w+1),I.state],b=z===null&&w===d.length-1;return f(I.found,{states:Z,at:w+1,game:b&&E?Z:E},g),!0}let U=($,g=!1)=>$>=0&&$<o.value.states.length?y({...o.value,at:$},g).then(Boolean):Promise.resolve(!1);function L($,g=!1){let{game:d}=o.value;return y({states:d,at:Math.min($,d.length-1),game:d},g).then(Boolean)}function oe(){o.peek()&&!o.peek().game&&(o.value={...o.peek(),game:o.peek().states})}async function k(){let[$,g]=[p.value,n.value];if(!g||r.peek()?.of===g)return;let d={position:$.position,forbid:$.forbid},w=await R(t.value,"position",d).catch(()=>null);w&&n.value===g&&(r.value={of:g,moves:w.moves})}return{place:t,line:o,state:p,answer:n,problem:a,busy:s,pointed:u,branch:i,open:C,replay:_,put:O,follow:S,make:G,go:U,toGame:L,adopt:oe,count:k,restore:($,g,d=!0)=>y(g,d,$),again:()=>o.value&&y(o.value,!0),begin:V(()=>o.value?.states[0]??null),replies:V(()=>{let $=r.value?.of===n.value?r.value?.moves??[]:[];return new Map($.map(g=>[g.move,g.replies]))}),game:V(()=>o.value?.game??o.value?.states??[]),gamePly:V(()=>{let{at:$}=o.value??{at:null};return i.value!==null&&$>=i.value?null:$}),moves:V(()=>o.value?.states.slice(1).map($=>$.move)??[]),playable:V(()=>(!p.value||p.value.over?[]:n.value?.moves??[]).filter(g=>!g.forbidden))}}var fr={win:"▲",draw:"■",loss:"▼"};function et(e,t=!0){if(typeof e=="string")return e;let o=t?e:-e;return o>0?"win":o<0?"loss":"draw"}var Ae=e=>e.scores!=="first"||e.turn!==2,pn=e=>e>0?`+${e}`:String(e).replace("-","−");function B({value:e,dtm:t}){return typeof e=="number"?l("points",{n:Math.abs(e),points:pn(e)}):t===0?l(`over.${e}`):e==="draw"?l("draw"):l(`${e} in`,{n:t})}function no({value:e,dtm:t},o,n){let r=a=>l(`player.${a}`);return typeof e=="number"?l("side has",{side:r(n==="first"?1:o),points:B({value:e})}):e==="draw"?l("draw"):l("side wins in",{side:r(e==="win"?o:3-o),n:t})}var ro=({value:e,dtm:t})=>typeof e=="number"?pn(e):`${l(`short.${e}`)}${t?` ${t}`:""}`,J=({of:e,mine:t=!0,long:o=!1})=>{let n=et(e.value,t);return c`<span class="mark ${n}" title=${B(e)}>
        <span aria-hidden="true">${fr[n]}</span> ${o?B(e):ro(e)}
    </span>`};function fn({desk:e,game:t}){let o=T(null);Q(()=>{let[p,i,v]=[e.state.value,e.answer.value,e.place.value];o.value=null,!(!i||!p||p.over||i.value==="draw")&&R(v,"line",{position:p.position,forbid:p.forbid}).then(m=>e.answer.peek()?.position===m.position&&(o.value=m.moves),()=>{})});let n=e.answer.value;if(!n||e.state.value?.over||!n.moves.length)return null;let r=()=>e.make(e.playable.value[0]),a=o.value??[],s=a.map(p=>p.move),u=p=>e.follow(s.slice(0,p));return c`<section class="bestline" aria-labelledby="bestline">
        <h2 id="bestline">${l("best line")}</h2>
        ${n.value==="draw"&&c`<p class="note">${l("no end")}</p>`}
        ${a.length>0&&c`<ol>
                ${a.map((p,i)=>c`<li key=${i}>
                        <button onClick=${()=>u(i+1)} title=${B(p)}>${p.move}</button>
                    </li>`)}
            </ol>`}
        <div class="row">
            <button onClick=${r} disabled=${!e.playable.value.length}>${l("best move")}</button>
            ${a.length>0&&c`<button onClick=${()=>ce(vr(s))}>${l("copy line")}</button>
                    <button onClick=${()=>ot(`${t.game}-line.json`,tt(e,s))}>${l("download")}</button>`}
        </div>
    </section>`}var vr=e=>e.join(e.some(t=>t.includes(" "))?`
`:" ");function tt(e,t,o=e.state.value,n=["perfect","perfect"]){return{format:"retro game 1",game:e.answer.value.game,options:e.answer.value.options,position:o.position,forbidden:o.forbid,mover:o.mover,first:n[0],second:n[1],skill:5,seed:0,moves:t,result:null}}function ot(e,t){let o=document.createElement("a");o.href=URL.createObjectURL(new Blob([`${JSON.stringify(t,null,1)}
`],{type:"application/json"})),o.download=e,o.click(),setTimeout(()=>URL.revokeObjectURL(o.href),1e3)}function mr(e,t){let o=0;for(let n of e.steps){let r=new Set(n.at);if(n.kind==="piece"){for(;r.delete(t[o]);)o++;if(r.size&&o===t.length)return{next:[...r],piece:!0};if(r.size)return null}else for(let a of n.at){if(o===t.length)return{next:[a],piece:!1};if(t[o++]!==a)return null}}return o===t.length?{next:[],piece:!1}:null}var dr=(e,t)=>e.length===t.length&&e.every(o=>t.includes(o));function nt(e,t){let o=e.filter(s=>s.steps.length).map(s=>({move:s,...mr(s,t)??{next:null}})).filter(s=>s.next),[n]=o;if(t.length&&n?.piece&&o.every(s=>s.piece&&dr(s.next,n.next)))return nt(e,[...t,...n.next]);let r=new Map;for(let{move:s,next:u}of o)for(let p of u)r.set(p,[...r.get(p)??[],s]);let a=o.find(s=>!s.next.length)?.move??null;return{picked:t,next:r,whole:a,piece:o.some(s=>s.piece),only:o.length===1}}var ao=60,hr=.55,$r={ArrowUp:[0,-1],ArrowDown:[0,1],ArrowLeft:[-1,0],ArrowRight:[1,0]};function _r(e){let[,t,o]=e.match(/viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/s);return{box:t,drawing:o}}function gr(e){let t=He.value?-ao:ao;return new Map(Object.entries({...e.points,...e.beside}).map(([o,[n,r]])=>[o,[n*t,-r*t]]))}function br(e,t,[o,n],r=1/0){let a=u=>Math.hypot(e.get(u)[0]-o,e.get(u)[1]-n),s=[...t].sort((u,p)=>a(u)-a(p))[0];return s!==void 0&&a(s)<=r?s:null}function yr(e,t,o,[n,r]){let[a,s]=e.get(o),u=i=>{let[v,m]=[e.get(i)[0]-a,e.get(i)[1]-s],f=v*n+m*r;return f>1?f+2.2*Math.abs(v*r-m*n):1/0},p=[...t].sort((i,v)=>u(i)-u(v))[0];return p!==void 0&&u(p)<1/0?p:null}function wr({at:[e,t],of:o,counted:n}){let r=et(o.value,n),a=ro(o),s=Math.max(24,11+8.4*a.length+(/[^\x00-\x7f]/.test(a)?6:0))/2,[u,p]=[e,t+19],i={win:c`<rect x=${u-s} y=${p-9.5} width=${2*s} height="19" rx="9.5" />`,draw:c`<rect x=${u-s} y=${p-9.5} width=${2*s} height="19" />`,loss:c`<path d="M${u-s-4} ${p}l7 -10h${2*s-6}l7 10l-7 10h${6-2*s}z" />`};return c`<g class="badge ${r}" aria-hidden="true">
        ${i[r]}<text x=${u} y=${p+5}>${a}</text>
    </g>`}var kr=(e,t)=>{let o=new Map,n=!e.turn&&t===2?[0,2,1]:[0,1,2];for(let r of e.pieces){let a=[r.player?l(`player.${n[r.player]}`):"",l(`glyph.${r.glyph}`),r.label];for(let s of r.at)o.set(s,a.filter(Boolean).join(" "))}return o};function _e({desk:e,marks:t=!1,play:o=null}){let n=T([]),r=T(null),a=T(null),s=Y(),u=e.answer.value,p=e.state.value,i=Jo(()=>nt(e.playable.value,n.value));if(Q(()=>{e.answer.value,e.state.value,n.value=[],a.value=null}),!u||!p)return c`<div class="board waiting" aria-busy="true"></div>`;if(!u.picture)return c`<pre class="board drawn">${u.drawn}</pre>`;let{box:v,drawing:m}=_r(u.picture),f=gr(u.scene),{next:h,whole:y,piece:C}=o?i.value:{next:new Map,whole:null,piece:!1},S=o?i.value.picked:[],M=[...Object.keys(u.scene.points),...[...h.keys()].filter(b=>b in u.scene.beside)],_=Ae(u),O=kr(u.scene,p.mover);function G(b){let x=nt(e.playable.value,[...S,b]);if(h.has(b))return n.value=x.picked,x.whole&&x.only&&U(x.whole),!0;let W=nt(e.playable.value,[b]),fe=!S.includes(b)&&(W.next.size||W.whole);return n.value=fe?W.picked:[],fe&&W.whole&&W.only&&U(W.whole),fe}function U(b){n.value=[],o(b)}let L=b=>{let x=new DOMPoint(b.clientX,b.clientY).matrixTransform(s.current.getScreenCTM().inverse());return[x.x,x.y]},oe=b=>br(f,M,L(b),hr*ao);function k(b){if(!o||b.button)return;let x=oe(b);x&&(r.value=x,G(x)&&(a.value={from:x,to:L(b),last:x},s.current.setPointerCapture(b.pointerId)))}function $(b){if(!a.value)return;let x=oe(b);C&&x&&x!==a.value.last&&h.has(x)&&G(x),a.value={...a.value,to:L(b),last:x??a.value.last}}function g(b){if(!a.value)return;let{from:x}=a.value,W=oe(b);a.value=null,!C&&W&&W!==x&&h.has(W)&&G(W)}function d(b){let x=r.value&&M.includes(r.value)?r.value:w,W=$r[b.key];if(!(b.altKey||b.ctrlKey||b.metaKey)){if(W)r.value=yr(f,M,x,W)??x,s.current.querySelector(`[data-spot="${CSS.escape(r.value)}"]`)?.focus();else if(b.key==="Enter"||b.key===" ")y&&b.key==="Enter"?U(y):o&&G(x);else if(b.key==="Escape"&&n.value.length)n.value=[];else return;b.preventDefault(),b.stopPropagation()}}let w=M.find(b=>h.has(b))??M[0],E=M.includes(r.value)?r.value:w,z=e.pointed.value??(S.length&&y?y:null);function I(b){let[x,W]=f.get(b),fe=h.get(b)?.[0],vo=[b,O.get(b),S.includes(b)&&l("picked"),fe&&l("can be picked")];return fe&&t&&vo.push(B(fe)),c`<g
            key=${b}
            data-spot=${b}
            class="spot ${fe?"option":""} ${S.includes(b)?"chosen":""} ${S.length?"later":""}"
            role="button"
            tabindex=${b===E?0:-1}
            aria-label=${vo.filter(Boolean).join(", ")}
            aria-disabled=${o?!fe:!0}
            onFocus=${()=>r.value=b}
        >
            <circle cx=${x} cy=${W} r="26" />
        </g>`}let Z=([b,[x]])=>c`<${wr} key=${b} at=${f.get(b)} of=${x} counted=${_} />`;return c`<div class="board">
        <svg
            ref=${s}
            viewBox=${v}
            role="group"
            aria-label=${l("board")}
            class=${o?"live":""}
            onPointerDown=${k}
            onPointerMove=${$}
            onPointerUp=${g}
            onPointerCancel=${()=>a.value=null}
            onKeyDown=${d}
        >
            <g dangerouslySetInnerHTML=${{__html:m}} aria-hidden="true" />
            ${p.drawn&&c`<g class="last" dangerouslySetInnerHTML=${{__html:p.drawn}} aria-hidden="true" />`}
            ${M.map(I)} ${t&&!z&&[...h].map(Z)}
            ${z?.picture&&c`<g class="shown" dangerouslySetInnerHTML=${{__html:z.picture}} aria-hidden="true" />`}
            ${a.value&&!C&&c`<path class="drag" d="M${f.get(a.value.from).join(" ")}L${a.value.to.join(" ")}" />`}
        </svg>
        ${y&&c`<div class="settle">
                <span>${l("more may follow")}</span>
                <button class="first" onClick=${()=>U(y)}>${l("make it",{move:y.move})}</button>
                <button onClick=${()=>n.value=[]}>${l("cancel")}</button>
            </div>`}
    </div>`}function jt({desk:e}){let t=e.branch.value;if(t===null)return null;let o=Math.min(t,e.game.value.length-1);return c`<p class="row branch" role="status">
        <span>${l("variation",{ply:t})}</span>
        <button class="first" onClick=${()=>e.toGame(o)}>${l("back to the game",{number:o})}</button>
    </p>`}function Be({title:e,close:t,wide:o,children:n}){let r=Y();return X(()=>{r.current.showModal()},[]),c`<dialog ref=${r} onClose=${t} aria-label=${e} class=${o?"wide":""}>
        <div class="top">
            <h2>${e}</h2>
            <button aria-label=${l("close")} onClick=${()=>r.current.close()}>✕</button>
        </div>
        ${n}
    </dialog>`}var xr=e=>Object.entries(e).map(t=>t.join("="));function vn({desk:e,game:t,close:o}){let n=T(null);X(()=>{R(e.place.value,"citation").then(p=>n.value=p,o)},[]);let[r,a,s]=[n.value,e.state.value,e.answer.value],u=r&&[[r.title,...xr(r.options)].join(", "),`position ${a.position}${a.forbid?`, ${a.forbid} forbidden`:""}: ${s.value}${s.dtm===null?"":` in ${s.dtm}`}`,`strong solution by retro ${r.version}, ${r.date.slice(0,10)}, digest of the rules ${r.digest}`,...Object.entries(r.files).map(([p,i])=>`${p} sha256 ${i}`),`reproduced by: ${r.solve}; proved record by record by: ${r.verify}`];return c`<${Be} title=${l("cite")} close=${o} wide>
        ${u&&c`<p><b>${N(t,r.title)}</b> · ${B(s)}</p>
                <pre class="code">${u.join(`
`)}</pre>
                <p class="note">${l("cite.why")}</p>
                <div class="row"><button class="first" onClick=${()=>ce(u.join(`
`))}>${l("copy")}</button></div>
                <${Pt} />`}
    <//>`}function ge({desk:e,children:t}){let o=e.line.value;if(!o)return null;let n=o.states.length-1,r=(a,s,u,p)=>c`<button
        aria-label=${l(s)}
        title=${`${l(s)}${p?` (${p})`:""}`}
        disabled=${u<0||u>n||u===o.at}
        onClick=${()=>e.go(u)}
    >
        ${a}
    </button>`;return c`<nav class="controls" aria-label=${l("line of play")}>
        ${r("«","to the beginning",0,"Home")} ${r("‹","undo",o.at-1,"←")}
        <span class="ply" aria-live="polite">${o.at} / ${n}</span>
        ${r("›","redo",o.at+1,"→")} ${r("»","to the end",n,"End")}
        <button aria-label=${l("flip")} title=${`${l("flip")} (f)`} onClick=${()=>mn(e)}>⇅</button>
        ${t}
    </nav>`}function mn(e){He.value=!He.value,e.again()}function be(e,t,o={}){if(e.altKey||e.ctrlKey||e.metaKey||e.target.closest?.("input, textarea, select, dialog"))return;let n=t.line.peek();if(!n)return;let r={ArrowLeft:()=>t.go(n.at-1),ArrowRight:()=>t.go(n.at+1),Home:()=>t.go(0),End:()=>t.go(n.states.length-1),f:()=>mn(t),...o}[e.key];!r||e.defaultPrevented||(e.preventDefault(),r())}function ye({desk:e}){let t=e.line.value;if(!t||t.states.length<2)return null;let o=e.branch.value;return c`<section class="played" aria-labelledby="played">
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
    </section>`}var Sr={1:"blue",2:"amber"},ie=({of:e})=>c`<span class="side"><span class="disc ${Sr[e]}" aria-hidden="true"></span>${l(`player.${e}`)}</span>`;function Ie({desk:e,game:t,shown:o,reveal:n}){let[r,a]=[e.answer.value,e.state.value];if(!r||!a)return c`<header class="headline"></header>`;let s=!r.moves.some(p=>!p.forbidden);if(a.over||s){let p={mover:a.mover,over:a.over??r};return c`<header class="headline" role="status"><${Cr} of=${p} counted=${Ae(r)} /></header>`}let u=r.forbidden&&(r.unforbidden.value!==r.value||r.unforbidden.dtm!==r.dtm);return c`<header class="headline" role="status">
        <p class="turn"><${ie} of=${a.mover} /> ${l("to move")}${r.scene?.notes.length?` · ${r.scene.notes.map(p=>N(t,p)).join(" · ")}`:""}</p>
        ${o?c`<p class="worth">
                      <${J} of=${r} mine=${Ae(r)} long />
                      ${r.scores&&c`<small>${l(`points for ${r.scores}`)}</small>`}
                  </p>`:c`<p class="worth"><button onClick=${n}>${l("show value")}</button></p>`}
        ${r.forbidden&&c`<p class="note">
                ${l("is forbidden",{move:r.forbidden})}
                ${o&&` ${u?l("forbidding costs",{value:B(r.unforbidden)}):l("forbidding costs nothing")}`}
            </p>`}
        ${o&&r.from_start!==null&&c`<p class="note">${l("from start",{n:r.from_start})}</p>`}
    </header>`}function Cr({of:{over:e,mover:t},counted:o}){let n=et(e.value,o),r=n==="win"?t:3-t,a=typeof e.value=="number"&&e.value?` (${B(e)})`:"";return c`<p class="worth over">
        ${n==="draw"?l("ends in a draw"):c`<${ie} of=${r} /> ${l("wins")}`}${a}
    </p>`}function We({desk:e,marks:t,play:o}){let n=e.answer.value,r=e.state.value?.over;if(!n||r||!n.moves.length)return null;let a=(m,f)=>m.move.localeCompare(f.move,"en",{numeric:!0}),s=t?n.moves:[...n.moves].sort(a),u=m=>()=>e.pointed.value=m,p=e.replies.value,i=({holding:m,legal:f})=>c`<span class="note" title=${l("replies that hold")}>
        ${l("holding",{keeping:K(m),all:K(f)})}
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
            ${t&&c`<${J} of=${m} mine=${Ae(n)} />`}
        </button>
    </li>`;return c`<section class="moves" aria-labelledby="moves">
        <h2 id="moves">${l(t?"moves, best first":"moves",{n:s.length})}</h2>
        <ol>
            ${s.map(v)}
        </ol>
    </section>`}function we(e){let t=Y();t.current=e,X(()=>{let o=n=>t.current(n);return addEventListener("keydown",o),()=>removeEventListener("keydown",o)},[])}var so=e=>({...en(location.hash),line:e}),Ot=j(so(history.state?.line??null)),H=j(Ot.value);function hn(e){H.value=so(e),Ot.value=H.value}function de(e,t=!1){let o=ae(e);history[t||o===location.hash?"replaceState":"pushState"](null,"",o),hn(null)}function $n(e){H.value={...e,line:null}}var dn=e=>e?.map(({drawn:t,...o})=>o),Mr=({states:e,at:t,game:o})=>({at:t,states:dn(e),game:dn(o)});function rt(e,t=!1){let o=e.states[e.at],n=ae({...H.peek(),...o});history[t||n===location.hash&&!o.over?"replaceState":"pushState"]({line:Mr(e)},"",n),H.value=so(null)}var se=({game:e,set:t})=>({game:e,set:t}),at=(e,t)=>e?.game===t?.game&&String(e?.set)===String(t?.set);addEventListener("popstate",e=>hn(e.state?.line??null));var Er="retro game 1";function Tr(e){try{let t=JSON.parse(e);return t?.format===Er&&Array.isArray(t.moves)?t:null}catch{return null}}var Pr=[/\n/,/[\s;]+/,/[\s,;]+/],Ar=e=>Pr.map(t=>e.split(t).map(o=>o.trim().replace(/^\d+\.+\s*|[,;]$/g,""))).flatMap(t=>[t,t.filter(o=>!/^\d+$/.test(o))]).map(t=>t.filter(Boolean)),_n=e=>e.replace(/\p{L}/gu,"a").replace(/\d/g,"0");function jr({found:e,states:t},o){let[n,r]=[t.length,o[t.length-1]],a=t[n-1].over?null:oo(e.moves,r),s=a?.forbidden?` ${l("is forbidden",{move:a.move})}`:"";return l("not legal",{number:n,move:r})+s}function st({desk:e,close:t,game:o}){let n=T(""),r=T(""),a=e.place.value;function s(m,f,h){let y=h.states.length-1,C=y<f.length?jr(h,f):"";return C&&!y?C:(at(m,a)||$n({...m,view:"review"}),e.put(m,h),C&&(e.problem.value=new Error(`${C} ${l("up to there")}`)),"")}async function u(m){if(m.game!==o.game)return l("another game",{game:m.game});let f=Object.entries(m.options??{}).map(S=>S.join("=")),h={position:m.position,forbid:m.forbidden,mover:m.mover===2?2:1},y={...a,set:Or(o,f)},C=m.moves.map(String);return s(y,C,await e.replay(y,h,C))}async function p(m){let f=null;for(let h of Ar(m))for(let y of[{},e.begin.value,e.state.value]){let C=y&&h.length&&await e.replay(a,y,h).catch(()=>null);if(!C)continue;let S=C.states.length;if(S>h.length)return s(a,h,C);(S>1||C.found.moves.some(_=>_n(_.move)===_n(h[0])))&&S>(f?.legal??0)&&(f={legal:S,moves:h,replayed:C})}return f&&s(a,f.moves,f.replayed)}async function i(){let m=n.value.trim(),f=Tr(m);try{return f?await u(f):s(a,[],await e.replay(a,De(m),[]))}catch(h){return(f?null:await p(m))??(h.message||l("no server"))}}async function v(m){m.preventDefault(),r.value=await i(),r.value||t()}return c`<${Be} title=${l("paste")} close=${t}>
        <form onSubmit=${v}>
            <label for="pasted">${l("paste what")}</label>
            <textarea id="pasted" rows="6" autofocus spellcheck="false" onInput=${m=>n.value=m.target.value}></textarea>
            ${r.value&&c`<p class="wrong" role="alert">${r.value}</p>`}
            <div class="row"><button class="first" disabled=${!n.value.trim()}>${l("read it")}</button></div>
        </form>
    <//>`}function Or(e,t){let o=new Set(e.options.map(n=>`${n.name}=${n.default}`));return t.filter(n=>!o.has(n))}var gn=60,Lr=(e,t)=>{let o=[...e];for(let[n,r]of t)o[n]=r;return o.join("")},zr=(e,t)=>e.slice(0,Math.max(...Object.values(t))+1);function Nr(e,t){let o=Object.entries(e),[n,r]=[0,1].map(i=>Math.min(...o.map(([,v])=>v[i]))),[a,s]=[0,1].map(i=>Math.max(...o.map(([,v])=>v[i]))),u={mirror:([i,v])=>[n+a-i,v],turn:([i,v])=>[n+v-r,s-(i-n)]}[t],p=new Map;for(let[i,v]of o){let[m,f]=u(v),h=o.find(([,y])=>Math.hypot(y[0]-m,y[1]-f)<.01);if(!h)return null;p.set(i,h[0])}return p}function io({desk:e,close:t}){let o=e.state.value,n=T(o.position),r=T(o.mover),a=T(0),s=T(null),u=T(o.position),p=Me(()=>({number:0}),[]);Q(()=>{let k=++p.number,$={position:n.value,mover:r.value},g=$.position;R(e.place.value,"setup",$).then(d=>{if(k!==p.number)return;let{problem:w}=d,E=w&&p.painted&&d.cells?zr(g,d.cells):g;if(E!==g){n.value=E;return}s.value={...d.cells||!s.peek()?.cells||!w?d:{...s.peek(),problem:w},said:$},d.cells&&(u.value=g)},d=>k===p.number&&(s.value={...s.peek(),problem:d.message,said:$}))});let i=s.value,v=i?.cells,m=i?.said.position===n.value&&i.said.mover===r.value,f=k=>v[k],h=k=>{p.painted=!0,n.value=u.value=Lr(u.value,k)},y=k=>h([[f(k),i.palette[a.value].letter]]);function C(k){let $=Nr(i.points,k);$&&h([...$].map(([g,d])=>[f(d),u.value[f(g)]]))}let S=Object.fromEntries((i?.palette??[]).map(k=>[`${k.glyph} ${k.player}`,k.letter]));function M(){let k={};for(let{glyph:$,player:g,letter:d}of i.palette)k[d]=S[`${$} ${[0,2,1][g]}`]??d;h(Object.values(v).map($=>[$,k[u.value[$]]??u.value[$]]))}function _(){M(),r.value=3-r.value}let O=k=>{p.painted=!1;let $=De(k.target.value);$.position!==k.target.value&&(r.value=$.mover),n.value=$.position},G=()=>h(Object.values(v).map(k=>[k,S["empty 0"]]));async function U(k){k.preventDefault(),await e.open(e.place.value,{position:i.position,mover:r.value})&&t()}let L=(k,$,g)=>c`<button type="button" onClick=${$} title=${g}>${l(k)}</button>`,oe=k=>r.value===2&&!i.turn?[0,2,1][k.player]:k.player;return c`<${Be} title=${l("set up")} close=${t} wide>
        <form onSubmit=${U} class="setup">
            ${v&&c`<div class="brushes" role="radiogroup" aria-label=${l("what is put")}>
                    ${i.palette.map((k,$)=>c`<label key=${k.letter} class=${a.value===$?"chosen":""}>
                            <input type="radio" name="brush" checked=${a.value===$} onChange=${()=>a.value=$} />
                            ${k.player?c`<${ie} of=${oe(k)} />`:""} ${k.glyph==="empty"?l("empty"):l(`glyph.${k.glyph}`)}
                        </label>`)}
                </div>`}
            ${i?.picture&&c`<${Ur} found=${i} paint=${v&&y} />`}
            ${v&&c`<div class="row">
                    ${L("clear",G)} ${L("mirror",()=>C("mirror"))} ${L("quarter turn",()=>C("turn"))}
                    ${L("swap",M,l("swap.why"))} ${!i.turn&&L("other side",_,l("other side.why"))}
                    ${L("as it was",()=>(n.value=u.value=o.position,r.value=o.mover))}
                </div>`}
            <label for="position">${l("as text")}</label>
            <input id="position" value=${n.value} spellcheck="false" autocomplete="off" onInput=${O} />
            <p class="verdict" role="status">
                ${i?.problem?c`<span class="wrong">✗ ${i.problem}</span>`:i&&c`✓ <${ie} of=${i.turn||r.value} /> ${l("to move")} <${J} of=${i} mine=${i.scores!=="first"||i.turn!==2} long />`}
            </p>
            <div class="row"><button class="first" disabled=${!m||!!i.problem}>${l("use it")}</button></div>
        </form>
    <//>`}function Ur({found:e,paint:t}){let[,o,n]=e.picture.match(/viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/s),r=s=>u=>{u.key!=="Enter"&&u.key!==" "||(u.preventDefault(),t(s))},a=s=>u=>u.buttons===1&&t(s);return c`<div class="board">
        <svg viewBox=${o} role="group" aria-label=${l("board")}>
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
                        <rect x=${u*gn-28} y=${-p*gn-28} width="56" height="56" rx="6" />
                    </g>`)}
        </svg>
    </div>`}var ke=ee("values",!0);function bn({desk:e,game:t}){let o=T(null),n=()=>ke.value=!ke.value,r=()=>e.playable.peek()[0]&&e.make(e.playable.peek()[0]);we(m=>be(m,e,{v:n,b:r,p:()=>o.value=st,s:()=>o.value=io})),Q(()=>{e.answer.value,ke.value&&e.count()});let a=m=>e.make(m);async function s(m){let f=await R(e.place.value,"random",{...m,replies:0},!1).catch(h=>(e.problem.value=h)&&null);f&&e.open(e.place.value,{position:f.position})}let u=()=>e.begin.value?e.open(e.place.value,{}):null,p=o.value,i=e.state.value,v=i&&Qo(i,e.answer.value?.turn);return c`
        <${Ie} desk=${e} game=${t} shown=${ke.value} reveal=${n} />
        <section class="table">
            <${_e} desk=${e} marks=${ke.value} play=${a} />
            <${ge} desk=${e}>
                <button aria-pressed=${ke.value} title=${`${l("values")} (v)`} onClick=${n}>${l("values")}</button>
            <//>
            <${jt} desk=${e} />
            <${ye} desk=${e} />
        </section>
        <section class="panel">
            ${e.problem.value&&c`<p class="wrong" role="alert">${e.problem.value.message||l("no server")}</p>`}
            ${ke.value&&c`<${fn} desk=${e} game=${t} />`}
            <${We} desk=${e} marks=${ke.value} play=${a} />
            <section aria-labelledby="another">
                <h2 id="another">${l("another position")}</h2>
                <div class="row">
                    <button onClick=${u}>${l("the start")}</button>
                    <button onClick=${()=>o.value=io} title="(s)">${l("set up")}</button>
                    <button onClick=${()=>o.value=st} title="(p)">${l("paste")}</button>
                    ${["win","draw","loss"].map(m=>c`<button onClick=${()=>s({value:m})}>${l(`random.${m}`)}</button>`)}
                </div>
            </section>
            <section aria-labelledby="share">
                <h2 id="share">${l("share")}</h2>
                <p class="code"><span id="this-position">${i?.position}</span>${v?.slice(i.position.length)}</p>
                <div class="row">
                    <button onClick=${()=>ce(location.href)}>${l("copy link")}</button>
                    <button onClick=${()=>ce(v)}>${l("copy position")}</button>
                    ${e.moves.value.length>0&&c`<button onClick=${()=>ot(`${t.game}.json`,tt(e,e.moves.value,e.begin.value,["human","human"]))}>
                            ${l("download game")}
                        </button>`}
                    <button onClick=${()=>o.value=vn}>${l("cite")}</button>
                </div>
            </section>
        </section>
        ${p&&c`<${p} desk=${e} game=${t} close=${()=>o.value=null} />`}
    `}var yn=(e,t)=>Object.entries(t).filter(([o,n])=>e.options.find(r=>r.name===o)?.default!==n),Lt=(e,t)=>yn(e,t).map(o=>o.join("=")),xe=(e,t)=>({game:e.game,set:Lt(e,t.options)}),Fe=(e,t)=>yn(e,t.options).map(([o,n])=>`${N(e,o)} ${N(e,String(n))}`).join(" · ")||l("the whole game");function Dr({game:e}){return e.older.length?c`<p class="note">${l("solved by older rules")}</p>
        <ul class="older">
            ${e.older.map(({options:t,command:o,why:n})=>c`<li>${Fe(e,{options:t})} ${o?c`<code>${o}</code>`:c`<small>${n}</small>`}</li>`)}
        </ul>`:null}function wn({games:e,malformed:t}){return c`<main class="home" id="main">
        ${t&&c`<p class="wrong" role="alert">${l("malformed address")}</p>`}
        <p class="lead">${l("lead")}</p>
        <div class="cards">
            ${e.map(o=>c`<${Rr} key=${o.game} game=${o} />`)}
        </div>
    </main>`}function Rr({game:e}){let t=T(null),o=e.solved.find(r=>r.start)??e.solved[0];if(X(()=>{if(!o)return;(o.start?R(xe(e,o),"position",{picture:1,replies:0}):R(xe(e,o),"random",{picture:1,replies:0,seed:4})).then(a=>t.value=a.picture,()=>{})},[]),e.problem)return c`<article class="card"><h2>${e.game}</h2><p class="wrong">${e.problem}</p></article>`;let n=ae(o?xe(e,o):{game:e.game});return c`<article class="card">
        <a class="picture" href=${n} tabindex="-1" aria-hidden="true">
            ${t.value?c`<div dangerouslySetInnerHTML=${{__html:t.value}} />`:c`<div class="blank">${N(e,e.title)[0]}</div>`}
        </a>
        <h2><a href=${n}>${N(e,e.title)}</a></h2>
        ${e.solved.length?c`<ul>
                      ${e.solved.map(r=>c`<li>
                              <a href=${ae(xe(e,r))}>${Fe(e,r)}</a>
                              <small>${l("positions.n",{n:r.positions,count:K(r.positions)})}</small>
                              ${r.start&&c`<${J} of=${r.start} />`}
                          </li>`)}
                  </ul>`:c`<p class="note">${l("not solved yet")}</p>`}
        <${Dr} game=${e} />
    </article>`}var Hr=["perfect","trap","fallible","random"],it=ee("opponent","fallible"),Nt=ee("skill",3),je=j(null),le=j(null),Ut=j(!1),zt=j(null),lt=j("");function kn({desk:e,game:t}){we(i=>be(i,e,{v:()=>zt.value=e.state.value}));let o=je.value?.place===e.place.value?je.value:null,n=e.line.value&&e.line.value.at===e.line.value.states.length-1,r=o&&e.state.value?.mover===o.side&&!le.value&&!e.state.value?.over;Q(()=>{let[i,v]=[e.line.value,je.value];if(!v||v.place!==e.place.value||!i||i.at<i.states.length-1||le.value||Ut.value||e.busy.value)return;let m=i.states[i.at];(m.over||m.mover!==v.side)&&Ir(e,v)});let a=async(i,v)=>{let m=v??{};ue(()=>{le.value=null,je.value=null,zt.value=null,lt.value=""}),await e.open(e.place.value,m)&&(je.value={place:e.place.value,side:i})},s=i=>r&&n?e.make(i):null,u=()=>{let{states:i}=e.line.value,v=i.findLastIndex((f,h)=>h<i.length-1&&f.mover===o.side&&!f.over);if(v<0)return;le.value=null;let m={states:i.slice(0,v+1),at:v};e.restore(e.place.value,m,!1)},p=zt.value===e.state.value;return c`
        ${o&&c`<${Ie} desk=${e} game=${t} shown=${p} reveal=${()=>zt.value=e.state.value} />`}
        <section class="table">
            <${_e} desk=${e} marks=${p} play=${r&&n?s:null} />
            <${ge} desk=${e}>
                ${o&&c`<button onClick=${u} disabled=${e.moves.value.length<1}>${l("take back")}</button>`}
            <//>
            <${ye} desk=${e} />
        </section>
        <section class="panel">
            ${o&&c`<${Wr} session=${o} mine=${r} last=${n} />`}
            ${(lt.value||e.problem.value)&&c`<p class="wrong" role="alert">${lt.value||e.problem.value.message}</p>`}
            ${o&&(le.value||e.moves.value.length>0)&&c`<div class="row">
                    <button class=${le.value?"first":""} onClick=${()=>Fr(e)}>${l("review game")}</button>
                    ${!le.value&&c`<button onClick=${()=>le.value={resigned:!0}}>${l("resign")}</button>`}
                </div>`}
            <form class="opponent" onSubmit=${i=>i.preventDefault()}>
                <h2>${o?l("new game"):l("play against")}</h2>
                <div class="choices" role="radiogroup" aria-label=${l("play against")}>
                    ${Hr.map(i=>c`<label key=${i} class=${it.value===i?"chosen":""}>
                            <input type="radio" name="opponent" checked=${it.value===i} onChange=${()=>it.value=i} />
                            <b>${l(`player ${i}`)}</b><small>${l(`player ${i}.why`)}</small>
                        </label>`)}
                </div>
                ${it.value==="fallible"&&c`<label for="skill">${l("strength")} <output>${Nt.value}</output></label>
                        <input
                            id="skill"
                            type="range"
                            min="0"
                            max="10"
                            step="0.5"
                            value=${Nt.value}
                            onInput=${i=>Nt.value=Number(i.target.value)}
                        />`}
                <div class="row">
                    <button class="first" onClick=${()=>a(1)}>${l("play as")} <${ie} of=${1} /></button>
                    <button class="first" onClick=${()=>a(2)}>${l("play as")} <${ie} of=${2} /></button>
                    ${e.state.value&&!e.state.value.over&&c`<button onClick=${()=>a(e.state.value.mover,e.state.value)}>${l("from here")}</button>`}
                </div>
            </form>
            ${r&&n&&c`<${We} desk=${e} marks=${p} play=${s} />`}
        </section>
    `}var Br=e=>{let[t,...o]=e.line.value.states;return{position:t.position,forbid:t.forbid,mover:t.mover,moves:o.map(n=>n.move)}};async function Ir(e,t){Ut.value=!0;let o=e.line.value;try{let n=await Et(e.place.value,"reply",{...Br(e),player:it.value,skill:Nt.value});if(je.value!==t||e.line.value!==o)return;lt.value="";let r=e.playable.value.find(a=>a.move===n.move);n.ending&&(le.value=n.ending),r&&await e.make(r,!0)&&rt(e.line.value,!0)}catch(n){lt.value=n.message||l("no server")}finally{Ut.value=!1}}function Wr({session:e,mine:t,last:o}){if(le.value){let{kind:n,resigned:r}=le.value;return c`<p class="status" role="status">${r?l("resigned"):l(`ended.${n}`)}</p>`}return Ut.value?c`<p class="status" role="status"><span class="dots" aria-hidden="true"></span>${l("thinking")}</p>`:o?c`<p class="status" role="status">${t?l("your turn"):""} <small>${l("you are")} <${ie} of=${e.side} /></small></p>`:c`<p class="status" role="status">${l("looking back")}</p>`}function Fr(e){je.value=null,le.value=null;let{position:t,forbid:o,mover:n}=e.state.value;de({...se(e.place.value),view:"review",position:t,forbid:o,mover:n})}var Gr=[3,5,7,9,13,21],qr=3,Kr=7,Yr=450,Dt=ee("theme of puzzles","win"),lo=ee("length of puzzles",7),Ve=ee("failed puzzles",[]),he=ee("tally",{solved:0,failed:0,seen:0}),ut=ee("today's puzzles in the tally",{day:0,places:[]}),P=At(),xn=({position:e,forbidden:t})=>({position:e,forbid:t,mover:1}),Sn=()=>Number(new Date().toLocaleDateString("sv").replaceAll("-","")),Jr=()=>new Promise(e=>setTimeout(e,Yr));function Tn({desk:e,game:t}){let o=e.place.value,n=T(null),r=Y(0),a=Y(null),s=Y(0),u=T("asking"),p=T("");we(d=>u.value!=="asking"&&be(d,P));let i=e.answer.value?.scores??"",v=d=>d.game===o.game&&String(d.set)===String(o.set),m=d=>d===ut.value.day&&ut.value.places.some(v);function f(){let d=r.current;return()=>d===r.current}async function h(d,w=null){++r.current;let E=f();a.current?.abort(),a.current=new AbortController,u.value="asking",p.value="";try{let z={theme:i?"points":Dt.value==="points"?"win":Dt.value,length:lo.value,...d},I=w??await R(o,"puzzle",z,!!d?.seed,a.current.signal),Z=E()&&await P.open(o,xn(I),!0);if(!E())return;if(!Z)throw P.problem.value;n.value={...I,clean:!0},u.value="solving"}catch(z){if(!E())return;p.value=z?.message??"",u.value=z?.status===503?"busy":"none"}}let y=()=>he.value.seen+qr+1;function C(){he.value={...he.value,seen:he.value.seen+1};let d=Ve.value.find(w=>v(w)&&w.due<=he.value.seen);d&&(Ve.value=Ve.value.map(w=>w===d?{...d,due:y()}:w)),h({},d?.puzzle)}let S=()=>h({theme:i?"points":"win",length:Kr,seed:Sn()});X(()=>(S(),()=>{++r.current,a.current.abort()}),[o.game,String(o.set),i]);function M(d){let{position:w}=n.value,E=Ve.value.filter(b=>!(v(b)&&b.puzzle.position===w)),z={...se(o),puzzle:n.value,due:y()};Ve.value=d?E:[...E,z].slice(-50);let{clean:I,seed:Z}=n.value;if(I&&!m(Z)){let b=d?"solved":"failed";he.value={...he.value,[b]:he.value[b]+1};let x=Sn(),W=ut.value.day===x?ut.value.places:[];Z===x&&(ut.value={day:x,places:[...W,se(o)]})}n.value={...n.value,clean:n.value.clean&&d}}let _=()=>P.state.value.over||!P.playable.value.length;async function O(d){let w=f();s.current=P.line.value.at;let E=s.current+1,[z]=P.playable.value,I=d.value===z.value&&d.dtm===z.dtm;if(!await P.make(d,!0)||!w()||u.value!=="solving")return;if(I&&(_()||E>=n.value.plies)){M(n.value.clean),u.value="solved";return}if(!I&&d.value==="win"){u.value="slower",p.value=l("slower",{move:d.move,n:d.dtm});return}I||M(!1),u.value=I?"defending":"refuting";let Z=P.state.value;if(await Jr(),!w())return;P.state.value!==Z&&await P.go(E,!0);let b=P.state.value.mover===P.begin.value.mover,[x]=w()&&!b?P.playable.value:[],{mover:W}=P.state.value;x&&await P.make(x,!0),w()&&(I?u.value=_()?"solved":"solving":(u.value="failed",p.value=x?l("refuted",{move:d.move,reply:x.move,value:no(x,W,i)}):l("that fails")),u.value==="solved"&&M(n.value.clean))}async function G(){let d=f();if(p.value="",await P.go(s.current,!0),!d())return;let{states:w,at:E}=P.line.value;await P.restore(o,{states:w.slice(0,E+1),at:E}),d()&&(u.value="solving")}async function U(){let d=f();["solving","slower"].includes(u.value)&&M(!1),u.value="shown";let w=await P.replay(o,xn(n.value),n.value.line).catch(()=>null);!w||!d()||(P.put(o,w),await P.go(0,!0))}let L=["none","busy"].includes(u.value),oe=u.value==="solving"&&P.state.value?.mover===P.begin.value.mover,k=["failed","slower"].includes(u.value),$=n.value,g=["solved","shown"].includes(u.value);return c`
        <header class="headline" role="status">
            ${u.value==="asking"&&c`<p class="turn"><span class="dots" aria-hidden="true"></span>${l("composing")}</p>`}
            ${$&&!L&&u.value!=="asking"&&c`<p class="turn"><${ie} of=${P.begin.value.mover} /> ${l("to move")}</p>
                    <p class="stipulation">${Zr($,P.begin.value.mover,i)}</p>
                    ${$.forbidden&&c`<p class="note">${l("is forbidden",{move:$.forbidden})}</p>`}`}
        </header>
        <section class="table">
            ${L?c`<div class="board waiting"></div>`:c`<${_e} desk=${P} marks=${g} play=${oe?O:null} />`}
            ${!L&&u.value!=="asking"&&c`<${ge} desk=${P} /><${ye} desk=${P} />`}
        </section>
        <section class="panel">
            ${u.value==="solved"&&c`<p class="right" role="alert">✓ ${$.clean?l("solved"):l("solved at last")}</p>`}
            ${u.value==="failed"&&c`<p class="wrong" role="alert">✗ ${p.value}</p>`}
            ${u.value==="slower"&&c`<p class="slower" role="alert">${p.value}</p>`}
            ${L&&c`<p class="wrong" role="alert">${l(u.value==="busy"?"busy":"no puzzle")} <small>${p.value}</small></p>`}
            <div class="row">
                ${k&&c`<button class="first" onClick=${G}>${l("try again")}</button>`}
                <button class=${g||L?"first":""} disabled=${u.value==="asking"} onClick=${C}>${l("next puzzle")}</button>
                ${(oe||k)&&c`<button onClick=${U}>${l("show solution")}</button>`}
                <button onClick=${S}>${l("today's")}</button>
            </div>
            ${g&&c`<${Xr} puzzle=${$} place=${o} />`}
            ${oe&&P.answer.value&&!P.answer.value.picture&&c`<${We} desk=${P} marks=${!1} play=${O} />`}
            <form class="opponent" onSubmit=${d=>d.preventDefault()}>
                <h2>${l("what puzzles")}</h2>
                <div class="row">
                    ${!i&&c`<label>${l("theme")}
                            <select value=${Dt.value} onChange=${d=>Dt.value=d.target.value}>
                                ${["win","draw"].map(d=>c`<option value=${d}>${l(`theme.${d}`)}</option>`)}
                            </select>
                        </label>`}
                    <label>${l("at most")}
                        <select value=${lo.value} onChange=${d=>lo.value=Number(d.target.value)}>
                            ${Gr.map(d=>c`<option value=${d}>${l("plies",{n:d})}</option>`)}
                        </select>
                    </label>
                </div>
                <p class="note">
                    ${l("tally",he.value)} ${m($?.seed)&&l("today's counted")}
                    ${` ${l("to come back",{n:Ve.value.filter(v).length})}`}
                </p>
            </form>
        </section>
    `}function Zr({value:e,dtm:t,plies:o,theme:n},r,a){return n==="points"?l("stipulation.points",{value:no({value:e},r,a),n:(o+1)/2}):l(`stipulation.${e}`,{n:e==="win"?t:(o+1)/2})}function Xr({puzzle:e,place:t}){let o=()=>de({...se(t),view:"explore",position:e.position,forbid:e.forbidden});return c`<section aria-labelledby="solution">
        <h2 id="solution">${l("solution")}</h2>
        <p class="line"><b>${e.line[0]}</b> ${e.line.slice(1).join(" ")}</p>
        <${Pn} list=${e.solution} />
        ${e.tries.length>0&&c`<h3>${l("tries")}</h3>
                <ul class="tries">
                    ${e.tries.slice(0,8).map(n=>c`<li>${l("try",{move:n.move,reply:n.refutation})}</li>`)}
                </ul>`}
        <div class="row"><button onClick=${o}>${l("explore it")}</button></div>
    </section>`}var Cn=3,Mn=12,En=e=>e.slice(0,Cn).join(", ")+(e.length>Cn?" …":"");function Pn({list:e}){if(!e.length)return null;let t=e.filter(o=>o.value!==null&&o.dtm!==1);return c`<ul class="variations">
        ${t.slice(0,Mn).map(o=>c`<li>
                ${En(o.defences)}${o.answers.length?c`${o.defences.length?": ":""}<b>${En(o.answers)}</b>`:""}
                ${" "}<${J} of=${o} />
                <${Pn} list=${o.then} />
            </li>`)}
        ${t.length>Mn&&c`<li>…</li>`}
        ${t.length<e.length&&c`<li>${l(t.length?"anything else":"anything")}</li>`}
    </ul>`}var[ct,pe,uo]=[600,150,12],Qr=14;function ea({value:e,dtm:t},o,n){return typeof e=="number"?o*e/Math.max(1,n):e==="draw"?0:o*(e==="win"?1:-1)*(.3+.7*2**(-t/Qr))}function An({desk:e,found:t}){let[o,n]=[e.game.value,e.gamePly.value],r=e.answer.value?.scores==="first",a=[t.moves[0].before,...t.moves.map(f=>f.after)],s=a.map(f=>f.value).filter(f=>typeof f=="number"),u=Math.max(1,...s.map(Math.abs)),p=f=>r||o[Math.max(0,f-1)].mover===1?1:-1,i=a.map((f,h)=>[uo+(ct-2*uo)*h/Math.max(1,a.length-1),pe/2-ea(f,p(h),u)*(pe/2-uo)]),v=i.map(([f,h],y)=>`${y?"L":"M"}${f.toFixed(1)} ${h.toFixed(1)}`).join(""),[m]=i.slice(-1);return c`<figure class="graph">
        <figcaption>${l("graph")}</figcaption>
        <svg viewBox="0 0 ${ct} ${pe}" role="group" aria-label=${l("graph")}>
            <rect class="above" width=${ct} height=${pe/2} />
            <rect class="below" y=${pe/2} width=${ct} height=${pe/2} />
            <path class="area" d="${v}L${m[0]} ${pe/2}L${i[0][0]} ${pe/2}Z" />
            <line x1="0" x2=${ct} y1=${pe/2} y2=${pe/2} />
            <path class="curve" d=${v} />
            ${i.map(([f,h],y)=>c`<circle
                    key=${y}
                    cx=${f}
                    cy=${h}
                    r=${y===n?6:t.moves[y-1]?.blunder?5:3}
                    class="${y===n?"here":""} ${t.moves[y-1]?.blunder?"blunder":""}"
                    onClick=${()=>e.toGame(y)}
                >
                    <title>${y?`${y}. ${t.moves[y-1].move}: ${B(a[y])}`:B(a[0])}</title>
                </circle>`)}
        </svg>
    </figure>`}function On({desk:e,game:t}){let o=T(null),n=T(!1);we(p=>be(p,e)),Q(()=>{e.line.value&&e.adopt()});let r=jn(e.game.value),a=JSON.stringify([e.begin.value,r]);Q(()=>{let[p,i,v]=[e.begin.value,jn(e.game.value),e.place.value];if(!p||!i.length){o.value=null;return}let m=JSON.stringify([p,i]);if(o.peek()?.asked===m)return;let f=new AbortController;return Et(v,"review",{position:p.position,forbid:p.forbid,mover:p.mover,moves:i},f.signal).then(h=>o.value={...h,asked:m},h=>f.signal.aborted||(e.problem.value=h)),()=>f.abort()});let s=o.value?.asked===a?o.value:null,u=()=>ot(`${t.game}.json`,tt(e,r,e.begin.value,["human","human"]));return c`
        <${Ie} desk=${e} game=${t} shown />
        <section class="table">
            <${_e} desk=${e} marks play=${p=>e.make(p)} />
            <${ge} desk=${e} />
            <${jt} desk=${e} />
            ${e.branch.value!==null&&c`<${ye} desk=${e} />`}
            ${s&&c`<${An} desk=${e} found=${s} />`}
        </section>
        <section class="panel">
            ${e.problem.value&&c`<p class="wrong" role="alert">${e.problem.value.message}</p>`}
            ${r.length?s&&c`<${na} desk=${e} found=${s} />`:c`<p>${l("nothing to review")}</p>`}
            <div class="row">
                ${r.length>0&&c`<button onClick=${u}>${l("download game")}</button>`}
                <button onClick=${()=>n.value=!0}>${l("paste")}</button>
            </div>
        </section>
        ${n.value&&c`<${st} desk=${e} game=${t} close=${()=>n.value=!1} />`}
    `}var jn=e=>e.slice(1).map(t=>t.move),ta=(e,t)=>e.answer.value?.scores!=="first"||t===1;function oa(e){return e.points?l("points lost",{n:e.points}):e.blunder?l(`lost ${e.before.value}`):e.plies?l("plies lost",{n:e.plies}):""}function na({desk:e,found:t}){let[o,n]=[e.game.value,e.gamePly.value],r=Y();X(()=>{r.current.querySelector("[aria-current]")?.scrollIntoView({block:"nearest"})},[n]);let a=[1,2].map(u=>t.moves.filter((p,i)=>p.blunder&&o[i].mover===u).length),s=(u,p)=>{let i=o[p].mover;return c`<tr key=${p} class=${u.blunder?"blunder":""} aria-current=${p+1===n?"step":void 0}>
            <td>${p+1}</td>
            <td>
                <button onClick=${()=>e.toGame(p+1)}>
                    <span class="disc ${i===1?"blue":"amber"}" aria-label=${l(`player.${i}`)} role="img"></span>
                    ${u.move}${u.blunder?c` <b title=${l("blunder")}>??</b>`:""}
                </button>
            </td>
            <td><${J} of=${u.after} mine=${ta(e,i)} /></td>
            <td title=${l("kept.why")}>${K(u.keeping)}/${K(u.legal)}</td>
            <td>
                ${oa(u)}
                ${u.best!==u.move&&(u.blunder||u.plies>0)&&c`<button class="better" title=${B(u.before)} onClick=${()=>e.toGame(p)}>${l("better",{move:u.best})}</button>`}
            </td>
        </tr>`};return c`<section aria-labelledby="review">
        <h2 id="review">${l("what moves gave away")}</h2>
        <p>
            ${[1,2].map(u=>c`<span class="tally"><${ie} of=${u} /> ${l("blunders",{n:a[u-1]})}</span>`)}
        </p>
        <div class="scroll" tabindex="0" role="region" aria-labelledby="review">
            <table>
                <thead>
                    <tr>
                        ${["ply","move","made it","kept","gave away"].map(u=>c`<th scope="col">${l(`column.${u}`)}</th>`)}
                    </tr>
                </thead>
                <tbody ref=${r}>
                    ${t.moves.map(s)}
                </tbody>
            </table>
        </div>
    </section>`}var ra=2e7;function Ln({desk:e,game:t}){let o=e.place.value,n=T(null),r=T(null),a=T(""),s=Y(null),u=()=>{let{signal:v}=s.current=new AbortController;r.value="asked",a.value="",R(o,"longest",{},!0,v).then(m=>v.aborted||(r.value=m.parts),m=>{v.aborted||(r.value=null,a.value=m.message)})};X(()=>(n.value=r.value=null,a.value="",R(o,"statistics").then(v=>{n.value=v,v.positions<ra&&u()},v=>a.value=v.message),()=>s.current?.abort()),[o.game,String(o.set)]);let p=n.value;if(!p)return c`<section class="wide">${a.value&&c`<p class="wrong" role="alert">${a.value}</p>`}</section>`;let i=[["positions",K(p.positions)],["states",K(p.states)],["value of start",p.start&&B(p.start)],["longest",p.longest_dtm!==null&&l("plies",{n:p.longest_dtm})],["won at once",p.checkmates>0&&K(p.checkmates)],["forbidding",p.forbidding>0&&K(p.forbidding)]];return c`<section class="wide statistics">
        <h2>${N(t,t.title)}${o.set.length?` · ${o.set.join(", ")}`:""}</h2>
        <dl class="facts">
            ${i.filter(([,v])=>v).map(([v,m])=>c`<div><dt>${l(v)}</dt><dd>${m}</dd></div>`)}
        </dl>
        <${aa} values=${p.values} />
        <${sa} rows=${p.histogram} place=${o} />
        <h2>${l(p.start&&typeof p.start.value=="number"?"extreme scores":"longest wins")}</h2>
        <p class="note">${l("longest.why")}</p>
        ${a.value&&c`<p class="wrong" role="alert">${a.value}</p>`}
        ${r.value===null&&c`<div class="row"><button onClick=${u}>${l("count longest")}</button></div>`}
        ${r.value==="asked"&&c`<p><span class="dots" aria-hidden="true"></span>${l("counting")}</p>`}
        ${Array.isArray(r.value)&&c`<${ia} parts=${r.value} place=${o} game=${t} />`}
        <h2>${l("how counted")}</h2>
        <ul class="notes">
            ${p.notes.map(v=>c`<li>${N(t,v)}</li>`)}
        </ul>
    </section>`}function aa({values:e}){let t=Object.values(e).reduce((o,n)=>o+n,0)||1;return c`<div class="shares">
        ${["win","draw","loss"].map(o=>c`<div class=${o} style=${{flexGrow:Math.max(e[o]/t,.002)}}>
                <${J} of=${{value:o,dtm:null}} />
                <span>${K(e[o])}</span> <small>${(100*e[o]/t).toFixed(1)} %</small>
            </div>`)}
    </div>`}function sa({rows:e,place:t}){let o=e.some(_=>typeof _.value=="number"),n=_=>o?_.value:_.dtm,r=e.filter(_=>n(_)!==null&&_.states>0);if(!r.length)return null;let[a,s]=[Math.min(...r.map(n)),Math.max(...r.map(n))],u=Math.max(...r.map(_=>_.states)),[p,i,v]=[720,220,24],m=p/(s-a+1),f=_=>(i-20)*(Math.log1p(_)/Math.log1p(u)),h=_=>o?_.value>0?"win":_.value<0?"loss":"draw":_.value,y=[...r].sort((_,O)=>O.states-_.states),C=T("");async function S({value:_,dtm:O}){let G=o?{points:_}:{value:_,min_dtm:O,max_dtm:O};try{let U=await R(t,"random",{...G,replies:0},!1);de({...se(t),view:"explore",position:U.position,forbid:U.forbidden})}catch(U){C.value=U.message||l("no server")}}let M=[...new Set([a,...Array.from({length:5},(_,O)=>Math.round(a+(s-a)*(O+1)/5))])];return c`<figure class="histogram">
        <figcaption>${l(o?"states by points":"states by plies")} <small>${l("logarithms, bars open")}</small>
            ${["win","loss"].map(_=>c` <${J} of=${{value:_,dtm:null}} />`)}
        </figcaption>
        <svg viewBox="0 0 ${p} ${i+v}" role="img" aria-label=${l(o?"states by points":"states by plies")}>
            ${y.map(_=>c`<rect
                    class="bar ${h(_)} live"
                    x=${(n(_)-a)*m+m*.08}
                    width=${Math.max(.8,m*.84)}
                    y=${i-f(_.states)}
                    height=${f(_.states)}
                    onClick=${()=>S(_)}
                >
                    <title>${B(_)}: ${K(_.states)}</title>
                </rect>`)}
            <line x1="0" x2=${p} y1=${i} y2=${i} />
            ${M.map(_=>c`<text x=${(_-a+.5)*m} y=${i+17}>${_}</text>`)}
        </svg>
        ${C.value&&c`<p class="wrong" role="alert">${C.value}</p>`}
        <details>
            <summary>${l("as table")}</summary>
            <div class="scroll" tabindex="0" role="region" aria-label=${l("as table")}>
                <table>
                    <tbody>
                        ${e.map(_=>c`<tr><td><${J} of=${_} long /></td><td>${K(_.states)}</td><td><button onClick=${()=>S(_)} aria-label=${`${l("open one")}: ${B(_)}`}>${l("open one")}</button></td></tr>`)}
                    </tbody>
                </table>
            </div>
        </details>
    </figure>`}function ia({parts:e,place:t,game:o}){let n=r=>c`<td>
        ${r[0]&&c`<${J} of=${r[0]} />`}
        ${r.map((a,s)=>c`<a href=${la(t,a)} class="sample" aria-label=${`${s+1}: ${a.position}`}>${s+1}</a>`)}
    </td>`;return c`<div class="scroll" tabindex="0" role="region" aria-label=${l("longest wins")}>
        <table class="longest">
            <thead>
                <tr><th scope="col">${l("part")}</th><th scope="col">${l("win")}</th><th scope="col">${l("loss")}</th></tr>
            </thead>
            <tbody>
                ${e.filter(r=>r.win.length||r.loss.length).map(r=>c`<tr><th scope="row">${r.name?N(o,r.shown===r.name?r.name:`${r.shown} (${r.name})`):l("all")}</th>${n(r.win)}${n(r.loss)}</tr>`)}
            </tbody>
        </table>
    </div>`}var la=(e,{position:t})=>ae({...se(e),view:"explore",position:t});var co=matchMedia("(prefers-color-scheme: dark)"),zn=j(co.matches);co.addEventListener("change",()=>zn.value=co.matches);var Nn=ee("theme",""),Ge=V(()=>Nn.value||(zn.value?"dark":"light")),Un=()=>Nn.value=Ge.value==="dark"?"light":"dark";re(()=>{document.documentElement.dataset.theme=Ge.value});function Dn({game:e,problem:t,again:o}){let{command:n,older:r}=t;return c`<section class="wide unsolved">
        <h2>${l(r?"older":"unsolved",{game:N(e,e.title)})}</h2>
        <p>${l("unsolved.how")}</p>
        <div class="row"><code class="code">${n}</code> <button onClick=${()=>ce(n)}>${l("copy")}</button></div>
        <p class="note">${l("unsolved.dry")} <code>${n} --dry-run</code></p>
        <div class="row"><button class="first" onClick=${o}>${l("look again")}</button></div>
        ${e.small&&c`<p>${l("unsolved.small")}</p>
                <div class="row"><code class="code">${e.small}</code> <button onClick=${()=>ce(e.small)}>${l("copy")}</button></div>`}
        ${e.solved.length>0&&c`<h2>${l("variants solved")}</h2>
                <ul>
                    ${e.solved.map(a=>c`<li>
                            <a href=${ae(xe(e,a))}>${Fe(e,a)}</a>${" "}
                            <small>${l("positions.n",{n:a.positions,count:K(a.positions)})}</small>
                        </li>`)}
                </ul>`}
    </section>`}var ua={explore:bn,play:kn,review:On,puzzles:Tn,statistics:Ln},Oe=j(null),ca=V(()=>Oe.value!==null),po=j(!1),te=At(rt);async function fo(){try{Oe.value=(await on()).games,po.value=!1}catch{po.value=!0}}var pa=(e,{set:t})=>e?.solved.some(o=>!o.start&&String(Lt(e,o.options))===String(t)),Rn=0;async function fa({line:e,...t}){let[o,n,r]=[++Rn,te.state.peek(),se(t)],a=at(r,te.place.peek());if(e&&await te.restore(a?te.place.peek():r,e)||a&&n&&(!t.position||t.position===n.position&&t.forbid===n.forbid)&&(t.position||t.view!=="explore"))return;let s=Oe.value.find(v=>v.game===t.game),u=t.position||!pa(s,t)?t:await R(r,"random",{replies:0}).catch(()=>t);if(o!==Rn)return;let p=await te.open(a?te.place.peek():r,u,!0);if(!p)return;let i=Lt(s,p.options);String(i)!==String(t.set)&&ue(()=>{te.place.value={game:t.game,set:i},H.value={...H.value,set:i}}),rt(te.line.value,!0)}function va(){Q(()=>{let t=Ot.value;t.game&&ca.value&&Ee(()=>fa(t))});let e=H.value.game&&Oe.value?.find(t=>t.game===H.value.game);return document.title=e?`${N(e,e.title)} · ${l(H.value.view)} · retro`:"retro",c`
        <a class="skip" href="#main" onClick=${ma}>${l("skip")}</a>
        <${da} game=${e} />
        ${po.value&&c`<p class="wrong wide" role="alert">${l("no server")} <button onClick=${fo}>${l("look again")}</button></p>`}
        ${Oe.value&&!H.value.game&&c`<${wn} games=${Oe.value} malformed=${H.value.malformed} />`}
        ${Oe.value&&H.value.game&&!e&&c`<main id="main" class="wide"><p class="wrong">${l("no game",{game:H.value.game})}</p></main>`}
        ${e&&c`<${$a} game=${e} />`}
        <${Pt} />
    `}function ma(e){e.preventDefault(),document.querySelector("main button, main a, main [tabindex='0']")?.focus()}function da({game:e}){return c`<header class="top">
        <a class="logo" href="#/"><img src="page/icon.svg" alt="" width="26" height="26" />retro</a>
        ${e&&c`<${ha} game=${e} />`}
        <span class="fill"></span>
        <label class="language">
            <span class="hidden">${l("language")}</span>
            <select value=${Re.value} onChange=${t=>Tt.value=t.target.value}>
                ${Object.entries(Xe).map(([t,o])=>c`<option value=${t} lang=${t}>${o["this language"]}</option>`)}
            </select>
        </label>
        <button aria-label=${l(Ge.value==="dark"?"light":"dark")} title=${l(Ge.value==="dark"?"light":"dark")} onClick=${Un}>
            ${Ge.value==="dark"?"☀":"☾"}
        </button>
    </header>`}function ha({game:e}){let t=ae(se(H.value)),o=e.solved.map(n=>[ae(xe(e,n)),Fe(e,n)]);return o.some(([n])=>n===t)||o.push([t,H.value.set.join(" · ")||l("the whole game")]),c`<h1>${N(e,e.title)}</h1>
        ${o.length>1&&c`<label class="variant">
                <span class="hidden">${l("variant")}</span>
                <select value=${t} onChange=${n=>location.hash=n.target.value}>
                    ${o.map(([n,r])=>c`<option value=${n}>${r}</option>`)}
                </select>
            </label>`}`}function $a({game:e}){let{view:t}=H.value,o=te.state.value,n=at(se(H.value),te.place.value),r=te.problem.value,a=i=>c`<a
        href=${ae({...H.value,...n&&o,view:i})}
        aria-current=${i===t?"page":void 0}
    >
        ${l(i)}
    </a>`,s=ua[t],u=()=>fo().then(()=>de({...H.value},!0)),p=r&&!n;return c`
        <nav class="tabs" aria-label=${l("views")}>${Qt.map(a)}</nav>
        <${_a} game=${e} />
        <main id="main" class="view ${t}">
            ${r?.status===409?c`<${Dn} game=${e} problem=${r} again=${u} />`:p?c`<section class="wide"><p class="wrong" role="alert">${r.message||l("no server")}</p><button onClick=${()=>de(H.value.position?se(H.value):{game:e.game})}>${l("the start")}</button></section>`:n&&te.place.value&&c`<${s} desk=${te} game=${e} />`}
        </main>
    `}function _a({game:e}){let t=te.answer.value?.game===e.game?te.answer.value.options:null;if(!t||!e.options.length)return null;let n=Object.entries(t).map(r=>r.join("=")).filter(r=>N(e,r)!==r);return c`<details class="rules">
        <summary>${l("rules")}: ${Object.entries(t).map(([r,a])=>`${N(e,r)} ${N(e,String(a))}`).join(" · ")}</summary>
        <dl>
            ${e.options.map(r=>c`<div><dt>${N(e,r.name)} ${N(e,String(t[r.name]))}</dt><dd>${N(e,r.help)}</dd></div>`)}
        </dl>
        ${n.map(r=>c`<p>${N(e,r)}</p>`)}
    </details>`}fo();Po(c`<${va} />`,document.getElementById("page"));
