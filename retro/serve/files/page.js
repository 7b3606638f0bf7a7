var _t,A,bo,Wt,$e,ho,yo,wo,Ht,vt,qe,ko,Ft,Bt,It,In,mt={},ht=[],Wn=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,gt=Array.isArray;function ve(e,t){for(var o in t)e[o]=t[o];return e}function Vt(e){e&&e.parentNode&&e.parentNode.removeChild(e)}function Ke(e,t,o){var n,r,s,a={};for(s in t)s=="key"?n=t[s]:s=="ref"?r=t[s]:a[s]=t[s];if(arguments.length>2&&(a.children=arguments.length>3?_t.call(arguments,2):o),typeof e=="function"&&e.defaultProps!=null)for(s in e.defaultProps)a[s]===void 0&&(a[s]=e.defaultProps[s]);return dt(e,a,n,r,null)}function dt(e,t,o,n,r){var s={type:e,props:t,key:o,ref:n,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:r??++bo,__i:-1,__u:0};return r==null&&A.vnode!=null&&A.vnode(s),s}function Ce(e){return e.children}function Le(e,t){this.props=e,this.context=t}function Se(e,t){if(t==null)return e.__?Se(e.__,e.__i+1):null;for(var o;t<e.__k.length;t++)if((o=e.__k[t])!=null&&o.__e!=null)return o.__e;return typeof e.type=="function"?Se(e):null}function Fn(e){if(e.__P&&e.__d){var t=e.__v,o=t.__e,n=[],r=[],s=ve({},t);s.__v=t.__v+1,A.vnode&&A.vnode(s),Gt(e.__P,s,t,e.__n,e.__P.namespaceURI,32&t.__u?[o]:null,n,o??Se(t),!!(32&t.__u),r),s.__v=t.__v,s.__.__k[s.__i]=s,Mo(n,s,r),t.__e=t.__=null,s.__e!=o&&xo(s)}}function xo(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(function(t){if(t!=null&&t.__e!=null)return e.__e=e.__c.base=t.__e}),xo(e)}function $o(e){(!e.__d&&(e.__d=!0)&&$e.push(e)&&!$t.__r++||ho!=A.debounceRendering)&&((ho=A.debounceRendering)||yo)($t)}function $t(){try{for(var e,t=1;$e.length;)$e.length>t&&$e.sort(wo),e=$e.shift(),t=$e.length,Fn(e)}finally{$e.length=$t.__r=0}}function So(e,t,o,n,r,s,a,i,p,l,v){var d,f,h,y,C,S,E=n&&n.__k||ht,_=t.length;for(p=Vn(o,t,E,p,_),d=0;d<_;d++)(h=o.__k[d])!=null&&(f=h.__i!=-1&&E[h.__i]||mt,h.__i=d,S=Gt(e,h,f,r,s,a,i,p,l,v),y=h.__e,h.ref&&f.ref!=h.ref&&(f.ref&&qt(f.ref,null,h),v.push(h.ref,h.__c||y,h)),C==null&&y!=null&&(C=y),4&h.__u?(p=Co(h,p,e),f.__e&&(f.__e=null)):typeof h.type=="function"&&S!==void 0?p=S:y&&(p=y.nextSibling),h.__u&=-7);return o.__e=C,p}function Vn(e,t,o,n,r){var s,a,i,p,l,v=o.length,d=v,f=0;for(e.__k=new Array(r),s=0;s<r;s++)(a=t[s])!=null&&typeof a!="boolean"&&typeof a!="function"?(typeof a=="string"||typeof a=="number"||typeof a=="bigint"||a.constructor==String?a=e.__k[s]=dt(null,a,null,null,null):gt(a)?a=e.__k[s]=dt(Ce,{children:a},null,null,null):a.constructor===void 0&&a.__b>0?a=e.__k[s]=dt(a.type,a.props,a.key,a.ref?a.ref:null,a.__v):e.__k[s]=a,p=s+f,a.__=e,a.__b=e.__b+1,i=null,(l=a.__i=Gn(a,o,p,d))!=-1&&(d--,(i=o[l])&&(i.__u|=2)),i==null||i.__v==null?(l==-1&&(r>v?f--:r<v&&f++),typeof a.type!="function"&&(a.__u|=4)):l!=p&&(l==p-1?f--:l==p+1?f++:(l>p?f--:f++,a.__u|=4))):e.__k[s]=null;if(d)for(s=0;s<v;s++)(i=o[s])!=null&&(2&i.__u)==0&&(i.__e==n&&(n=Se(i)),Po(i,i));return n}function Co(e,t,o){var n,r;if(typeof e.type=="function"){for(n=e.__k,r=0;n&&r<n.length;r++)n[r]&&(n[r].__=e,t=Co(n[r],t,o));return t}e.__e!=t&&(t&&e.type&&!t.parentNode&&(t=Se(e)),t=o.insertBefore(e.__e,t||null));do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function Gn(e,t,o,n){var r,s,a,i=e.key,p=e.type,l=t[o],v=l!=null&&(2&l.__u)==0;if(l===null&&i==null||v&&i==l.key&&p==l.type)return o;if(n>(v?1:0)){for(r=o-1,s=o+1;r>=0||s<t.length;)if((l=t[a=r>=0?r--:s++])!=null&&(2&l.__u)==0&&i==l.key&&p==l.type)return a}return-1}function _o(e,t,o){t[0]=="-"?e.setProperty(t,o??""):e[t]=o==null?"":typeof o!="number"||Wn.test(t)?o:o+"px"}function ft(e,t,o,n,r){var s,a;e:if(t=="style")if(typeof o=="string")e.style.cssText=o;else{if(typeof n=="string"&&(e.style.cssText=n=""),n)for(t in n)o&&t in o||_o(e.style,t,"");if(o)for(t in o)n&&o[t]==n[t]||_o(e.style,t,o[t])}else if(t[0]=="o"&&t[1]=="n")s=t!=(t=t.replace(ko,"$1")),a=t.toLowerCase(),t=a in e||t=="onFocusOut"||t=="onFocusIn"?a.slice(2):t.slice(2),e.l||(e.l={}),e.l[t+s]=o,o?n?o[qe]=n[qe]:(o[qe]=Ft,e.addEventListener(t,s?It:Bt,s)):e.removeEventListener(t,s?It:Bt,s);else{if(r=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{e[t]=o??"";break e}catch{}typeof o=="function"||(o==null||o===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&o==1?"":o))}}function go(e){return function(t){if(this.l){var o=this.l[t.type+e];if(t[vt]==null)t[vt]=Ft++;else if(t[vt]<o[qe])return;return o(A.event?A.event(t):t)}}}function Gt(e,t,o,n,r,s,a,i,p,l){var v,d,f,h,y,C,S,E,_,O,G,U,z,oe,k,$,g=t.type;if(t.constructor!==void 0)return null;128&o.__u&&(p=!!(32&o.__u),s=[i=t.__e=o.__e]),(v=A.__b)&&v(t);e:if(typeof g=="function"){d=a.length;try{if(_=t.props,O=g.prototype&&g.prototype.render,G=(v=g.contextType)&&n[v.__c],U=v?G?G.props.value:v.__:n,o.__c?E=(f=t.__c=o.__c).__=f.__E:(O?t.__c=f=new g(_,U):(t.__c=f=new Le(_,U),f.constructor=g,f.render=Kn),G&&G.sub(f),f.state||(f.state={}),f.__n=n,h=f.__d=!0,f.__h=[],f._sb=[]),O&&f.__s==null&&(f.__s=f.state),O&&g.getDerivedStateFromProps!=null&&(f.__s==f.state&&(f.__s=ve({},f.__s)),ve(f.__s,g.getDerivedStateFromProps(_,f.__s))),y=f.props,C=f.state,f.__v=t,h)O&&g.getDerivedStateFromProps==null&&f.componentWillMount!=null&&f.componentWillMount(),O&&f.componentDidMount!=null&&f.__h.push(f.componentDidMount);else{if(O&&g.getDerivedStateFromProps==null&&_!==y&&f.componentWillReceiveProps!=null&&f.componentWillReceiveProps(_,U),t.__v==o.__v||!f.__e&&f.shouldComponentUpdate!=null&&f.shouldComponentUpdate(_,f.__s,U)===!1){t.__v!=o.__v&&(f.props=_,f.state=f.__s,f.__d=!1),t.__e=o.__e,t.__k=o.__k,t.__k.some(function(m){m&&(m.__=t)}),ht.push.apply(f.__h,f._sb),f._sb=[],f.__h.length&&a.push(f),i=Se(o);break e}f.componentWillUpdate!=null&&f.componentWillUpdate(_,f.__s,U),O&&f.componentDidUpdate!=null&&f.__h.push(function(){f.componentDidUpdate(y,C,S)})}if(f.context=U,f.props=_,f.__P=e,f.__e=!1,z=A.__r,oe=0,O)f.state=f.__s,f.__d=!1,z&&z(t),v=f.render(f.props,f.state,f.context),ht.push.apply(f.__h,f._sb),f._sb=[];else do f.__d=!1,z&&z(t),v=f.render(f.props,f.state,f.context),f.state=f.__s;while(f.__d&&++oe<25);f.state=f.__s,f.getChildContext!=null&&(n=ve(ve({},n),f.getChildContext())),O&&!h&&f.getSnapshotBeforeUpdate!=null&&(S=f.getSnapshotBeforeUpdate(y,C)),k=v!=null&&v.type===Ce&&v.key==null?To(v.props.children):v,i=So(e,gt(k)?k:[k],t,o,n,r,s,a,i,p,l),f.base=t.__e,t.__u&=-161,f.__h.length&&a.push(f),E&&(f.__E=f.__=null)}catch(m){if(a.length=d,t.__v=null,p||s!=null){if(m.then){for(t.__u|=p?160:128;i&&i.nodeType==8&&i.nextSibling;)i=i.nextSibling;s!=null&&(s[s.indexOf(i)]=null),t.__e=i}else if(s!=null)for($=s.length;$--;)Vt(s[$])}else t.__e=o.__e;t.__k==null&&(t.__k=o.__k||[]),m.then||Eo(t),A.__e(m,t,o)}}else s==null&&t.__v==o.__v?(t.__k=o.__k,t.__e=o.__e):i=t.__e=qn(o.__e,t,o,n,r,s,a,p,l);return(v=A.diffed)&&v(t),128&t.__u?void 0:i}function Eo(e){e&&(e.__c&&(e.__c.__e=!0),e.__k&&e.__k.some(Eo))}function Mo(e,t,o){for(var n=0;n<o.length;n++)qt(o[n],o[++n],o[++n]);A.__c&&A.__c(t,e),e.some(function(r){try{e=r.__h,r.__h=[],e.some(function(s){s.call(r)})}catch(s){A.__e(s,r.__v)}})}function To(e){return typeof e!="object"||e==null||e.__b>0?e:gt(e)?e.map(To):e.constructor!==void 0?null:ve({},e)}function qn(e,t,o,n,r,s,a,i,p){var l,v,d,f,h,y,C,S=o.props||mt,E=t.props,_=t.type;if(_=="svg"?r="http://www.w3.org/2000/svg":_=="math"?r="http://www.w3.org/1998/Math/MathML":r||(r="http://www.w3.org/1999/xhtml"),s!=null){for(l=0;l<s.length;l++)if((h=s[l])&&"setAttribute"in h==!!_&&(_?h.localName==_:h.nodeType==3)){e=h,s[l]=null;break}}if(e==null){if(_==null)return document.createTextNode(E);e=document.createElementNS(r,_,E.is&&E),i&&(A.__m&&A.__m(t,s),i=!1),s=null}if(_==null)S===E||i&&e.data==E||(e.data=E);else{if(s=_=="textarea"&&E.defaultValue!=null?null:s&&_t.call(e.childNodes),!i&&s!=null)for(S={},l=0;l<e.attributes.length;l++)S[(h=e.attributes[l]).name]=h.value;for(l in S)h=S[l],l=="dangerouslySetInnerHTML"?d=h:l=="children"||l in E||l=="value"&&"defaultValue"in E||l=="checked"&&"defaultChecked"in E||ft(e,l,null,h,r);for(l in E)h=E[l],l=="children"?f=h:l=="dangerouslySetInnerHTML"?v=h:l=="value"?y=h:l=="checked"?C=h:i&&typeof h!="function"||S[l]===h||ft(e,l,h,S[l],r);if(v)i||d&&(v.__html==d.__html||v.__html==e.innerHTML)||(e.innerHTML=v.__html),t.__k=[];else if(d&&(e.innerHTML=""),So(t.type=="template"?e.content:e,gt(f)?f:[f],t,o,n,_=="foreignObject"?"http://www.w3.org/1999/xhtml":r,s,a,s?s[0]:o.__k&&Se(o,0),i,p),s!=null)for(l=s.length;l--;)Vt(s[l]);i&&_!="textarea"||(l="value",_=="progress"&&y==null?e.removeAttribute("value"):y!=null&&(y!==e[l]||_=="progress"&&!y||_=="option"&&y!=S[l])&&ft(e,l,y,S[l],r),l="checked",C!=null&&C!=e[l]&&ft(e,l,C,S[l],r))}return e}function qt(e,t,o){try{if(typeof e=="function"){var n=typeof e.__u=="function";n&&e.__u(),n&&t==null||(e.__u=e(t))}else e.current=t}catch(r){A.__e(r,o)}}function Po(e,t,o){var n,r;if(A.unmount&&A.unmount(e),(n=e.ref)&&(n.current&&n.current!=e.__e||qt(n,null,t)),(n=e.__c)!=null){if(n.componentWillUnmount)try{n.componentWillUnmount()}catch(s){A.__e(s,t)}n.base=n.__P=n.__n=null}if(n=e.__k)for(r=0;r<n.length;r++)n[r]&&Po(n[r],t,o||typeof e.type!="function");o||Vt(e.__e),e.__c=e.__=e.__e=void 0}function Kn(e,t,o){return this.constructor(e,o)}function Ao(e,t,o){var n,r,s,a;t==document&&(t=document.documentElement),A.__&&A.__(e,t),r=(n=typeof o=="function")?null:o&&o.__k||t.__k,s=[],a=[],Gt(t,e=(!n&&o||t).__k=Ke(Ce,null,[e]),r||mt,mt,t.namespaceURI,!n&&o?[o]:r?null:t.firstChild?_t.call(t.childNodes):null,s,!n&&o?o:r?r.__e:t.firstChild,n,a),Mo(s,e,a),e.props.children=null}_t=ht.slice,A={__e:function(e,t,o,n){for(var r,s,a;t=t.__;)if((r=t.__c)&&!r.__)try{if((s=r.constructor)&&s.getDerivedStateFromError!=null&&(r.setState(s.getDerivedStateFromError(e)),a=r.__d),r.componentDidCatch!=null&&(r.componentDidCatch(e,n||{}),a=r.__d),a)return r.__E=r}catch(i){e=i}throw e}},bo=0,Wt=function(e){return e!=null&&e.constructor===void 0},Le.prototype.setState=function(e,t){var o;o=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=ve({},this.state),typeof e=="function"&&(e=e(ve({},o),this.props)),e&&ve(o,e),e!=null&&this.__v&&(t&&this._sb.push(t),$o(this))},Le.prototype.forceUpdate=function(e){this.__v&&(this.__e=!0,e&&this.__h.push(e),$o(this))},Le.prototype.render=Ce,$e=[],yo=typeof Promise=="function"?Promise.prototype.then.bind(Promise.resolve()):setTimeout,wo=function(e,t){return e.__v.__b-t.__v.__b},$t.__r=0,Ht=Math.random().toString(8),vt="__d"+Ht,qe="__a"+Ht,ko=/(PointerCapture)$|Capture$/i,Ft=0,Bt=go(!1),It=go(!0),In=0;var yt,ne,Kt,jo,Yt=0,Ho=[],F=A,Oo=F.__b,Lo=F.__r,zo=F.diffed,No=F.__c,Uo=F.unmount,Ro=F.__;function Bo(e,t){F.__h&&F.__h(ne,e,Yt||t),Yt=0;var o=ne.__H||(ne.__H={__:[],__h:[]});return e>=o.__.length&&o.__.push({}),o.__[e]}function X(e,t){var o=Bo(yt++,3);!F.__s&&Io(o.__H,t)&&(o.__=e,o.u=t,ne.__H.__h.push(o))}function Y(e){return Yt=5,Ee(function(){return{current:e}},[])}function Ee(e,t){var o=Bo(yt++,7);return Io(o.__H,t)&&(o.__=e(),o.__H=t,o.__h=e),o.__}function Yn(){for(var e;e=Ho.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(bt),t.__h.some(Jt),t.__h=[]}catch(o){t.__h=[],F.__e(o,e.__v)}}}F.__b=function(e){ne=null,Oo&&Oo(e)},F.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),Ro&&Ro(e,t)},F.__r=function(e){Lo&&Lo(e),yt=0;var t=(ne=e.__c).__H;t&&(Kt===ne?(t.__h=[],ne.__h=[],t.__.some(function(o){o.__N&&(o.__=o.__N),o.u=o.__N=void 0})):(t.__h.some(bt),t.__h.some(Jt),t.__h=[],yt=0)),Kt=ne},F.diffed=function(e){zo&&zo(e);var t=e.__c;t&&t.__H&&(t.__H.__h.length&&(Ho.push(t)!==1&&jo===F.requestAnimationFrame||((jo=F.requestAnimationFrame)||Jn)(Yn)),t.__H.__.some(function(o){o.u&&(o.__H=o.u,o.u=void 0)})),Kt=ne=null},F.__c=function(e,t){t.some(function(o){try{o.__h.some(bt),o.__h=o.__h.filter(function(n){return!n.__||Jt(n)})}catch(n){t.some(function(r){r.__h&&(r.__h=[])}),t=[],F.__e(n,o.__v)}}),No&&No(e,t)},F.unmount=function(e){Uo&&Uo(e);var t,o=e.__c;o&&o.__H&&(o.__H.__.some(function(n){try{bt(n)}catch(r){t=r}}),o.__H=void 0,t&&F.__e(t,o.__v))};var Do=typeof requestAnimationFrame=="function";function Jn(e){var t,o=function(){clearTimeout(n),Do&&cancelAnimationFrame(t),setTimeout(e)},n=setTimeout(o,35);Do&&(t=requestAnimationFrame(o))}function bt(e){var t=ne,o=e.__c;typeof o=="function"&&(e.__c=void 0,o()),ne=t}function Jt(e){var t=ne;e.__c=e.__(),ne=t}function Io(e,t){return!e||e.length!==t.length||t.some(function(o,n){return o!==e[n]})}var Zn=Symbol.for("preact-signals");function St(){if(de>1)de--;else{var e,t=!1;for((function(){var r=kt;for(kt=void 0;r!==void 0;){var s=r.S;if(s.v===r.v)for(var a=s.t;a!==void 0;a=a.x)a.i===r.i&&(a.i=s.i);r=r.o}})();Je!==void 0;){var o=Je;for(Je=void 0,wt++;o!==void 0;){var n=o.u;if(o.u=void 0,o.f&=-3,!(8&o.f)&&Fo(o))try{o.c()}catch(r){t||(e=r,t=!0)}o=n}}if(wt=0,de--,t)throw e}}function ue(e){if(de>0)return e();Zt=++Xn,de++;try{return e()}finally{St()}}var Ye,R=void 0;function Me(e){var t=R,o=Ye;R=void 0,Ye=void 0;try{return e()}finally{R=t,Ye=o}}var Je=void 0,de=0,wt=0,Xn=0,Zt=0,kt=void 0,xt=0;function Wo(e){if(R!==void 0){var t=e.n;if(t===void 0||t.t!==R)return t={i:0,S:e,p:R.s,n:void 0,t:R,e:void 0,x:void 0,r:t},R.s!==void 0&&(R.s.n=t),R.s=t,e.n=t,32&R.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=R.s,t.n=void 0,R.s.n=t,R.s=t),t}}function q(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,this.Z=t?.unwatched,this.name=t?.name}q.prototype.brand=Zn;q.prototype.h=function(){return!0};q.prototype.S=function(e){var t=this,o=this.t;o!==e&&e.e===void 0&&(e.x=o,this.t=e,o!==void 0?o.e=e:Me(function(){var n;(n=t.W)==null||n.call(t)}))};q.prototype.U=function(e){var t=this;if(this.t!==void 0){var o=e.e,n=e.x;o!==void 0&&(o.x=n,e.e=void 0),n!==void 0&&(n.e=o,e.x=void 0),e===this.t&&(this.t=n,n===void 0&&Me(function(){var r;(r=t.Z)==null||r.call(t)}))}};q.prototype.subscribe=function(e){var t=this;return re(function(){var o=t.value;Me(function(){return e(o)})},{name:"sub"})};q.prototype.valueOf=function(){return this.value};q.prototype.toString=function(){return this.value+""};q.prototype.toJSON=function(){return this.value};q.prototype.peek=function(){var e=this;return Me(function(){return e.value})};Object.defineProperty(q.prototype,"value",{get:function(){var e=Wo(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(wt>100)throw new Error("Cycle detected");(function(o){de!==0&&wt===0&&o.l!==Zt&&(o.l=Zt,kt={S:o,v:o.v,i:o.i,o:kt})})(this),this.v=e,this.i++,xt++,de++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{St()}}}});function j(e,t){return new q(e,t)}function Fo(e){for(var t=e.s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function Vo(e){for(var t=e.s;t!==void 0;t=t.n){var o=t.S.n;if(o!==void 0&&(t.r=o),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function Go(e){for(var t=e.s,o=void 0;t!==void 0;){var n=t.p;t.i===-1?(t.S.U(t),n!==void 0&&(n.n=t.n),t.n!==void 0&&(t.n.p=n)):o=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),t=n}e.s=o}function Te(e,t){q.call(this,void 0,t),this.x=e,this.s=void 0,this.g=xt-1,this.f=4}Te.prototype=new q;Te.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===xt))return!0;if(this.g=xt,this.f|=1,this.i>0&&!Fo(this))return this.f&=-2,!0;var e=R;try{Vo(this),R=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&(this.v=t,this.f&=-17,this.i++)}catch(o){this.v=o,this.f|=16,this.i++}return R=e,Go(this),this.f&=-2,!0};Te.prototype.S=function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}q.prototype.S.call(this,e)};Te.prototype.U=function(e){if(this.t!==void 0&&(q.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=t.n)t.S.U(t)}};Te.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(Te.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=Wo(this);if(this.h(),e!==void 0&&(e.i=this.i),16&this.f)throw this.v;return this.v}});function V(e,t){return new Te(e,t)}function qo(e){var t=e.j;if(e.j=void 0,typeof t=="function"){de++;var o=R;R=void 0;try{t()}catch(n){throw e.f&=-2,e.f|=8,Xt(e),n}finally{R=o,St()}}}function Xt(e){for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,qo(e)}function Qn(e){if(R!==this)throw new Error("Out-of-order effect");Go(this),R=e,this.f&=-2;try{8&this.f&&Xt(this)}finally{St()}}function ze(e,t){this.x=e,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=t?.name,Ye&&Ye.push(this)}ze.prototype.c=function(){var e=this.S();try{if(8&this.f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};ze.prototype.S=function(){if(1&this.f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,qo(this),Vo(this),de++;var e=R;return R=this,Qn.bind(this,e)};ze.prototype.N=function(){2&this.f||(this.f|=2,this.u=Je,Je=this)};ze.prototype.d=function(){this.f|=8,1&this.f||Xt(this)};ze.prototype.dispose=function(){this.d()};function re(e,t){var o=new ze(e,t);try{o.c()}catch(r){throw o.d(),r}var n=o.d.bind(o);return n[Symbol.dispose]=n,n}var Qt,Ne,Ct,er=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__,Ko=[],Yo=[];re(function(){Qt=this.N})();function Ue(e,t){A[e]=t.bind(null,A[e]||function(){})}function Ze(e){if(Ct){var t=Ct;Ct=void 0,t()}Ct=e&&e.S()}function Jo(e){var t=this,o=e.data,n=T(o);n.name="ReactiveDom",n.value=o;var r=Ee(function(){for(var i=t,p=t.__v;p=p.__;)if(p.__c){p.__c.__$f|=4;break}var l=V(function(){var h=n.value.value;return h===0?0:h===!0?"":h||""}),v=V(function(){return!Array.isArray(l.value)&&!Wt(l.value)}),d=re(function(){if(this.N=Xo,v.value){var h=l.value;i.__v&&i.__v.__e&&i.__v.__e.nodeType===3&&(i.__v.__e.data=h)}}),f=t.__$u.d;return t.__$u.d=function(){d(),f.call(this)},[v,l]},[]),s=r[0],a=r[1];return s.value?a.peek():a.value}Jo.displayName="ReactiveTextNode";Object.defineProperties(q.prototype,{constructor:{configurable:!0,value:Ke(Ce,null).constructor},type:{configurable:!0,value:Jo},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},__b:{configurable:!0,value:1}});Ue("__b",function(e,t){if(Ze(),Ne=void 0,typeof t.type=="string"){var o,n=t.props;for(var r in n)if(r!=="children"){var s=n[r];s instanceof q&&(o||(t.__np=o={}),o[r]=s,n[r]=s.peek())}}e(t)});Ue("__r",function(e,t){if(e(t),t.type!==Ce){Ze();var o,n=t.__c;n&&(n.__$f&=-2,(o=n.__$u)===void 0&&(n.__$u=o=(function(r,s){var a;return re(function(){a=this},{name:s}),a.c=r,a})((function(r){return function(){var s;er&&((s=this.y)==null||s.call(this)),r.__$f|=1,r.setState({})}})(n),typeof t.type=="function"?t.type.displayName||t.type.name:""))),Ne=n,Ze(o)}});Ue("__e",function(e,t,o,n){Ze(),Ne=void 0,e(t,o,n)});Ue("diffed",function(e,t){Ze(),Ne=void 0;var o;if(typeof t.type=="string"&&(o=t.__e)){var n=t.__np,r=t.props,s=o.U;if(s)for(var a in s){var i=s[a];i===void 0||n&&a in n||(i.d(),s[a]=void 0)}if(n){s||(s={},o.U=s);for(var p in n){var l=s[p],v=n[p];l===void 0?(l=tr(o,p,v,r),s[p]=l):l.o(v,r)}}}e(t)});function tr(e,t,o,n){var r=t in e&&e.ownerSVGElement===void 0,s=j(o);return{o:function(a,i){s.value=a,n=i},d:re(function(){this.N=Xo;var a=s.value.value;n[t]!==a&&(n[t]=a,r?e[t]=a:a!=null&&(a!==!1||t[4]==="-")?e.setAttribute(t,a):e.removeAttribute(t))})}}Ue("unmount",function(e,t){if(typeof t.type=="string"){var o=t.__e;if(o){var n=o.U;if(n){o.U=void 0;for(var r in n){var s=n[r];s&&s.d()}}}var a=t.__np;if(a){var i=t.props;for(var p in a)i[p]=a[p]}t.__np=void 0}else{var l=t.__c;if(l){l.__$f|=8;var v=l.__$u;v&&(l.__$u=void 0,v.d())}}e(t)});Ue("__h",function(e,t,o,n){n<3&&(t.__$f|=2),e(t,o,n)});Le.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;var o=this.__$u,n=o&&o.s!==void 0;for(var r in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var s=2&this.__$f;if(!(n||s||4&this.__$f)||1&this.__$f)return!0}else if(!(n||4&this.__$f)||3&this.__$f)return!0;for(var a in e)if(a!=="__source"&&e[a]!==this.props[a])return!0;for(var i in this.props)if(!(i in e))return!0;return!1};function T(e,t){return Ee(function(){return j(e,t)},[])}function Zo(e,t){var o=Y(e);return o.current=e,Ne.__$f|=4,Ee(function(){return V(function(){return o.current()},t)},[])}var or=typeof requestAnimationFrame>"u"?setTimeout:function(e){var t=function(){clearTimeout(o),cancelAnimationFrame(n),e()},o=setTimeout(t,35),n=requestAnimationFrame(t)},nr=function(e){queueMicrotask(function(){queueMicrotask(e)})};function rr(){ue(function(){for(var e;e=Ko.shift();)Qt.call(e)})}function sr(){Ko.push(this)===1&&(A.requestAnimationFrame||or)(rr)}function ar(){ue(function(){for(var e;e=Yo.shift();)Qt.call(e)})}function Xo(){Yo.push(this)===1&&(A.requestAnimationFrame||nr)(ar)}function Q(e,t){var o=Y(e);o.current=e;var n=Ne;X(function(){return re(function(){if(this.N=sr,!(n&&8&n.__$f))return o.current()},t)},[])}var Qo=/\smover=([12])\s*$/,en=({position:e,mover:t},o)=>t===2&&!o?`${e} mover=2`:e,Re=e=>({position:e.replace(Qo,""),mover:e.match(Qo)?.[1]==="2"?2:1});var eo=["explore","play","review","puzzles","statistics"];function ir(e){try{return e.split("/").map(decodeURIComponent)}catch{return null}}function tn(e){let[t,o=""]=e.replace(/^#\/?/,"").split("?"),n=ir(t),[r="",s=""]=n??[],a=new URLSearchParams(o),{position:i,mover:p}=Re(a.get("position")??"");return{malformed:!n,game:r,view:eo.includes(s)?s:"explore",set:a.getAll("set"),position:i||null,forbid:a.get("forbid"),mover:a.get("mover")==="2"?2:p}}function se({game:e,view:t="explore",set:o=[],position:n,forbid:r,mover:s=1}){if(!e)return"#/";let a=new URLSearchParams(o.map(p=>["set",p]));n&&a.set("position",n),r&&a.set("forbid",r),n&&s===2&&a.set("mover",2);let i=a.toString();return`#/${encodeURIComponent(e)}/${t}${i&&`?${i}`}`}var on="api/v1";var Pe=new Map,Et=class extends Error{constructor(t,{error:o,command:n,older:r}={error:""}){super(o),Object.assign(this,{status:t,command:n,older:r})}};async function Mt(e,t){let o;try{o=await fetch(e,t)}catch{throw new Et(0)}let n=await o.json().catch(()=>({error:o.statusText}));if(!o.ok)throw new Et(o.status,n);return n}var nn=()=>Mt(`${on}/games`);function rn(e,t,o={}){let n=[...e.set.map(s=>["set",s]),...Object.entries(o)],r=new URLSearchParams(n.filter(([,s])=>s!=null&&s!==""));return`${on}/games/${encodeURIComponent(e.game)}/${t}?${r}`}function D(e,t,o,n=!0,r=void 0){let s=rn(e,t,o);if(!n)return Mt(s,{signal:r});if(!Pe.has(s)){Pe.size>=300&&Pe.delete(Pe.keys().next().value);let a=Mt(s,{signal:r}),i=()=>Pe.delete(s);r?.addEventListener("abort",i),a.then(()=>r?.removeEventListener("abort",i),i),Pe.set(s,a)}return Pe.get(s)}var Tt=(e,t,o,n=void 0)=>Mt(rn(e,t),{method:"POST",signal:n,headers:{"Content-Type":"application/json"},body:JSON.stringify(o)});var an=function(e,t,o,n){var r;t[0]=0;for(var s=1;s<t.length;s++){var a=t[s++],i=t[s]?(t[0]|=a?1:2,o[t[s++]]):t[++s];a===3?n[0]=i:a===4?n[1]=Object.assign(n[1]||{},i):a===5?(n[1]=n[1]||{})[t[++s]]=i:a===6?n[1][t[++s]]+=i+"":a?(r=e.apply(i,an(e,i,o,["",null])),n.push(r),i[0]?t[0]|=2:(t[s-2]=0,t[s]=r)):n.push(i)}return n},sn=new Map;function ln(e){var t=sn.get(this);return t||(t=new Map,sn.set(this,t)),(t=an(this,t.get(e)||(t.set(e,t=(function(o){for(var n,r,s=1,a="",i="",p=[0],l=function(f){s===1&&(f||(a=a.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?p.push(0,f,a):s===3&&(f||a)?(p.push(3,f,a),s=2):s===2&&a==="..."&&f?p.push(4,f,0):s===2&&a&&!f?p.push(5,0,!0,a):s>=5&&((a||!f&&s===5)&&(p.push(s,0,a,r),s=6),f&&(p.push(s,f,0,r),s=6)),a=""},v=0;v<o.length;v++){v&&(s===1&&l(),l(v));for(var d=0;d<o[v].length;d++)n=o[v][d],s===1?n==="<"?(l(),p=[p],s=3):a+=n:s===4?a==="--"&&n===">"?(s=1,a=""):a=n+a[0]:i?n===i?i="":a+=n:n==='"'||n==="'"?i=n:n===">"?(l(),s=1):s&&(n==="="?(s=5,r=a,a=""):n==="/"&&(s<5||o[v][d+1]===">")?(l(),s===3&&(p=p[0]),s=p,(p=p[0]).push(2,0,s),s=0):n===" "||n==="	"||n===`
`||n==="\r"?(l(),s=2):a+=n),s===3&&a==="!--"&&(s=4,p=p[0])}return l(),p})(e)),t),arguments,[])).length>1?t:t[0]}var c=ln.bind(Ke);var to={"this language":"English",language:"Language",light:"Light colours",dark:"Dark colours",skip:"To the board",views:"Views",variant:"Variant","the whole game":"the whole game",rules:"Rules",lead:"Every position of these games is solved: who wins, and how soon, is known for certain.","positions.n":"{count} positions","positions.n.one":"{count} position","not solved yet":"not solved yet","no server":"The server does not answer. Is retro serve still running?","no game":"There is no game called {game} here.","look again":"Look again",close:"Close",cancel:"Cancel",copied:"Copied.","not copied":"This browser does not let the page copy.","open one":"Open one",copy:"Copy",all:"all",win:"Win",draw:"Draw",loss:"Loss","win in":"Win in {n} plies","win in.one":"Win in 1 ply","loss in":"Loss in {n} plies","loss in.one":"Loss in 1 ply","over.win":"Won","over.loss":"Lost",points:"{points} points","points.one":"{points} point","side wins in":"{side} wins in {n} plies","side wins in.one":"{side} wins in 1 ply","side has":"{side} has {points}","points for first":"for the first player","points for mover":"for the player to move","short.win":"W","short.draw":"D","short.loss":"L",plies:"{n} plies","plies.one":"1 ply","player.1":"Blue","player.2":"Amber","to move":"to move",wins:"wins","ends in a draw":"The game is drawn","glyph.stone":"stone","glyph.block":"piece","glyph.mark":"mark","glyph.hole":"hole","glyph.dot":"dot","glyph.closed":"closed square",empty:"empty",board:"Board",picked:"picked","can be picked":"can be picked","more may follow":"The move may end here, or go on.","make it":"Play {move}",explore:"Explore",play:"Play",review:"Review",puzzles:"Puzzles",statistics:"Statistics",values:"Values","show value":"Show the value",forbidden:"forbidden","is forbidden":"{move} is forbidden: {why}.","the rules forbid it after the last move":"the rules forbid it after the last move","forbidding costs":"Without that: {value}.","forbidding costs nothing":"That changes nothing.","from start":"{n} plies from the start, at least","from start.one":"1 ply from the start","moves, best first":"{n} moves, best first","moves, best first.one":"1 move",moves:"{n} moves","moves.one":"1 move",holding:"{keeping} of {all} hold","replies that hold":"So many of the opponent's replies keep what he has","best line":"Best play","best move":"Best move","no end":"A draw: neither side can force an end.","copy line":"Copy line",download:"Download","line of play":"Moves played","to the beginning":"To the beginning",undo:"Back",redo:"Forth","to the end":"To the end",flip:"Turn the board","another position":"Another position","the start":"The start","set up":"Set up",paste:"Paste","random.win":"A random win","random.draw":"A random draw","random.loss":"A random loss",share:"This position","copy link":"Copy link","copy position":"Copy position","download game":"Download the game",cite:"Cite","cite.why":"The digest is of the rules, the sums are of the files: whoever solves the same rules gets the same, byte by byte. Before a solution is written a sample of it is looked at again; verify proves every record.","paste what":"A position, the moves of a game, or a file of retro play","read it":"Read it","another game":"That is a game of {game}.","not legal":"Move {number}, {move}, is not legal.","up to there":"The board shows the game up to there.","malformed address":"This address cannot be read: something was lost on the way. These are the games.",variation:"A variation from move {ply} on.","back to the game":"Back to the game, move {number}","what is put":"What is put on the board",clear:"Empty",mirror:"Mirror","quarter turn":"Turn",swap:"Swap colours","swap.why":"Blue becomes amber, and amber blue","other side":"Other side to move","other side.why":"The board stays, the other player is to move","as it was":"As it was","as text":"The position as text","use it":"Use this position","play against":"Play against","new game":"A new game","player perfect":"Perfect play","player perfect.why":"never gives anything away","player trap":"A setter of traps","player trap.why":"perfect too, and of equal moves plays the one after which you are likely to go wrong","player fallible":"A human being","player fallible.why":"makes mistakes, the more the less strong","player random":"Anyhow","player random.why":"any move, whatever it is worth",strength:"Strength","play as":"Play","from here":"From this position","take back":"Take back","review game":"Review the game",resign:"Resign",resigned:"You have resigned.",thinking:"The opponent is thinking","your turn":"Your turn.","you are":"You are","looking back":"You are looking back at the game.","ended.move":"The game is over: the last move has ended it.","ended.stuck":"The game is over: there is no move.","ended.repeated":"A draw: the same position for the third time.","ended.plies":"A draw: so many plies without an end.","nothing to review":"Play a game, make moves on the board, or paste a game: then each move is looked at.","what moves gave away":"What the moves gave away",blunders:"{n} blunders","blunders.one":"1 blunder",blunder:"a blunder","column.ply":"#","column.move":"Move","column.made it":"Then","column.kept":"Keep","column.gave away":"Gave away","kept.why":"So many of the moves kept the outcome, or the points","points lost":"{n} points","points lost.one":"1 point","plies lost":"{n} plies","plies lost.one":"1 ply","lost win":"the win","lost draw":"the draw",better:"{move} was better",graph:"Value of the game, for blue",composing:"Looking for a puzzle","stipulation.win":"Find the win: it takes {n} plies.","stipulation.draw":"Hold the draw for {n} moves: each time one move alone does.","stipulation.draw.one":"Hold the draw: one move alone does.","stipulation.points":"Lose no points for {n} moves: {value}, and each time one move alone keeps them.","stipulation.points.one":"Lose no points: {value}, and one move alone keeps them.",refuted:"{move} fails to {reply}: {value}.","that fails":"That fails.",slower:"{move} wins, too, but takes {n} plies: there is a faster way.",solved:"Solved!","solved at last":"Solved. It will come back once more.","try again":"Try again","next puzzle":"Next puzzle","today's":"Today's puzzle","show solution":"Show the solution",busy:"The server is busy.","no puzzle":"No puzzle of this kind was found.","what puzzles":"Which puzzles",theme:"Theme","theme.win":"wins","theme.draw":"draws to be held","at most":"At most",tally:"{solved} solved, {failed} failed.","today's counted":"Today's puzzle is among these; it counts once.","to come back":"{n} will come back.",solution:"Solution",anything:"anything: the game ends at once","anything else":"anything else: the game ends at once",tries:"Tries, and what refutes them",try:"{move}? {reply}!","explore it":"Look at it",positions:"positions",states:"states","value of start":"the start",longest:"longest win","won at once":"won at once",forbidding:"states with a forbidden move","states by plies":"States by plies to the end","states by points":"States by points","logarithms, bars open":"(a scale of logarithms; a bar opens one of its positions)","as table":"As a table","longest wins":"Longest wins and losses","extreme scores":"Highest and lowest scores","longest.why":"Of positions in which nothing is forbidden; a number opens one.","count longest":"Count them (this may take minutes)",counting:"Counting",part:"Part","how counted":"How it is counted","solved by older rules":"Solved by older rules; solve again:",older:"{game} was solved by older rules with these options",unsolved:"{game} is not solved with these options yet","unsolved.how":"This command solves it, and the page shows it at once:","unsolved.small":"A small variant takes seconds:","unsolved.dry":"What it takes of memory, disk and time is told by","variants solved":"Variants that are solved"};var un={"this language":"日本語",language:"言語",light:"明るい配色",dark:"暗い配色",skip:"盤面へ",views:"表示",variant:"種類","the whole game":"完全版",rules:"ルール",lead:"ここにあるゲームは全局面が解析済みです。どちらが何手で勝つか、すべて正確にわかります。","positions.n":"{count} 局面","not solved yet":"未解析","no server":"サーバーが応答しません。retro serve は動いていますか。","no game":"{game} というゲームはありません。","look again":"もう一度確認",close:"閉じる",cancel:"やめる",copied:"コピーしました。","not copied":"このブラウザーではコピーできません。","open one":"局面を開く",copy:"コピー",all:"全体",win:"勝ち",draw:"引き分け",loss:"負け","win in":"{n} 手で勝ち","loss in":"{n} 手で負け","over.win":"勝ち","over.loss":"負け",points:"{points} 点","side wins in":"{side}が {n} 手で勝ち","side has":"{side} {points}","points for first":"先手から見て","points for mover":"手番から見て","short.win":"勝","short.draw":"分","short.loss":"負",plies:"{n} 手","player.1":"青","player.2":"黄","to move":"の手番",wins:"の勝ち","ends in a draw":"引き分け","glyph.stone":"駒","glyph.block":"駒","glyph.mark":"印","glyph.hole":"穴","glyph.dot":"点","glyph.closed":"置けないマス",empty:"空き",board:"盤面",picked:"選択中","can be picked":"選択できます","more may follow":"ここで終えることも、続けることもできます。","make it":"{move} を指す",explore:"検討",play:"対局",review:"振り返り",puzzles:"問題",statistics:"統計",values:"評価","show value":"評価を見る",forbidden:"禁手","is forbidden":"{move} は禁手です({why})。","the rules forbid it after the last move":"直前の手の後ではルール上指せないため","forbidding costs":"禁手がなければ {value}。","forbidding costs nothing":"評価は変わりません。","from start":"初期局面から最短 {n} 手","moves, best first":"指し手 {n} 通り(良い順)",moves:"指し手 {n} 通り",holding:"{all} 手中 {keeping} 手が正解","replies that hold":"相手が今の結果を保てる応手の数","best line":"最善手順","best move":"最善手を指す","no end":"引き分け。どちらも勝ちを強制できません。","copy line":"手順をコピー",download:"保存","line of play":"ここまでの手","to the beginning":"最初へ",undo:"戻る",redo:"進む","to the end":"最後へ",flip:"盤を反転","another position":"ほかの局面","the start":"初期局面","set up":"局面を作る",paste:"貼り付け","random.win":"勝ちの局面","random.draw":"引き分けの局面","random.loss":"負けの局面",share:"この局面","copy link":"リンクをコピー","copy position":"局面をコピー","download game":"棋譜を保存",cite:"引用","cite.why":"ダイジェストはルールの、ハッシュ値はファイルのものです。同じルールを解けば、誰でも一バイトも違わない同じ結果を得ます。解は書き込む前に標本が検査され、verify ですべての記録が証明されます。","paste what":"局面、指し手の列、または retro play の棋譜ファイル","read it":"読み込む","another game":"これは {game} の棋譜です。","not legal":"{number} 手目の {move} は指せない手です。","up to there":"その手前までを盤に表示しています。","malformed address":"このアドレスは読めません(途中で壊れたようです)。ゲームの一覧を表示します。",variation:"{ply} 手目からの変化です。","back to the game":"本譜の {number} 手目に戻る","what is put":"置くもの",clear:"すべて消す",mirror:"左右反転","quarter turn":"回転",swap:"色を交換","swap.why":"青と黄を入れ替えます","other side":"手番を交代","other side.why":"盤面はそのままで手番だけ替えます","as it was":"元に戻す","as text":"局面の文字列","use it":"この局面にする","play against":"対戦相手","new game":"新しい対局","player perfect":"完全な相手","player perfect.why":"決して損をしません","player trap":"罠を仕掛ける相手","player trap.why":"完全な上に、同じ価値の手の中から、あなたが間違えやすい手を選びます","player fallible":"人間らしい相手","player fallible.why":"弱いほどよく間違えます","player random":"でたらめな相手","player random.why":"どんな手でも指します",strength:"強さ","play as":"対局開始:","from here":"この局面から","take back":"待った","review game":"対局を振り返る",resign:"投了",resigned:"投了しました。",thinking:"相手が考えています","your turn":"あなたの番です。","you are":"あなたは","looking back":"前の局面を見ています。","ended.move":"終局。最後の手で決まりました。","ended.stuck":"終局。指せる手がありません。","ended.repeated":"引き分け。同じ局面が三度現れました。","ended.plies":"引き分け。手数の上限に達しました。","nothing to review":"対局するか、盤上で手を進めるか、棋譜を貼り付けると、一手ごとに振り返れます。","what moves gave away":"各手で失ったもの",blunders:"悪手 {n}",blunder:"悪手","column.ply":"手数","column.move":"指し手","column.made it":"結果","column.kept":"正解数","column.gave away":"失ったもの","kept.why":"結果(または点数)を保った手の数","points lost":"{n} 点","plies lost":"{n} 手","lost win":"勝ち","lost draw":"引き分け",better:"{move} が良かった",graph:"青から見た評価の推移",composing:"問題を探しています","stipulation.win":"{n} 手で勝ってください。","stipulation.draw":"引き分けを {n} 手続けて守ってください。正解はそれぞれ一手だけです。","stipulation.points":"{n} 手続けて点を失わない手を見つけてください({value})。正解はそれぞれ一手だけです。",refuted:"{move} には {reply} で失敗です({value})。",slower:"{move} でも勝てますが、{n} 手かかります。もっと速い勝ち方があります。","that fails":"失敗です。",solved:"正解!","solved at last":"正解です。この問題はまた出ます。","try again":"やり直す","next puzzle":"次の問題","today's":"今日の問題","show solution":"解答を見る",busy:"サーバーが混み合っています。","no puzzle":"このような問題は見つかりませんでした。","what puzzles":"問題の種類",theme:"テーマ","theme.win":"勝ち","theme.draw":"引き分けを守る","at most":"最長",tally:"正解 {solved}、失敗 {failed}。","today's counted":"今日の問題は集計済みです(一日一回)。","to come back":"再出題待ち {n}。",solution:"解答",anything:"どう応じてもすぐに終局","anything else":"その他:すぐに終局",tries:"紛れと、その反駁",try:"{move}? {reply}!","explore it":"検討する",positions:"局面",states:"状態","value of start":"初期局面",longest:"最長の勝ち","won at once":"一手で勝てる局面",forbidding:"禁手のある状態","states by plies":"終局までの手数ごとの状態数","states by points":"点数ごとの状態数","logarithms, bars open":"(対数目盛。棒を押すと局面が開きます)","as table":"表で見る","longest wins":"最長の勝ちと負け","extreme scores":"最高点と最低点","longest.why":"禁手のない局面について。番号を押すと局面が開きます。","count longest":"数える(数分かかることがあります)",counting:"数えています",part:"部分","how counted":"数え方","solved by older rules":"以前のルールで解析されたため、解析し直してください:",older:"{game}:この設定は以前のルールで解析されています",unsolved:"{game}:この設定はまだ解析されていません","unsolved.how":"次のコマンドで解析すると、すぐにここで見られます。","unsolved.small":"小さな盤なら数秒で解けます:","unsolved.dry":"必要なメモリ・ディスク・時間は次のコマンドでわかります:","variants solved":"解析済みの種類"};function ee(e,t){let o=t;try{o=JSON.parse(localStorage.getItem(`retro ${e}`))??t}catch{}let n=j(o);return re(()=>{try{localStorage.setItem(`retro ${e}`,JSON.stringify(n.value))}catch{}}),n}var Xe={en:to,ja:un},cr=()=>navigator.languages.map(e=>e.slice(0,2)).find(e=>e in Xe)??"en",Pt=ee("language",""),De=V(()=>Pt.value in Xe?Pt.value:cr());re(()=>{document.documentElement.lang=De.value});function u(e,t={}){let o=Xe[De.value];return(t.n===1&&o[`${e}.one`]||o[e]||to[e]||e).replace(/\{(\w+)\}/g,(r,s)=>t[s]??"")}var K=e=>e.toLocaleString(De.value);function L(e,t){let o=r=>e?.words?.[De.value]?.[r]??e?.words?.en?.[r],[n]=t.match(/\d+/)??[];return o(t)??(n&&o(t.replace(n,"{n}"))?.replace("{n}",n))??t}var pr=2e3,Qe=j(""),cn=0;async function ce(e){let t;try{await navigator.clipboard.writeText(e),t=!0}catch{t=fr(e)}Qe.value=t?"copied":"not copied";let o=++cn;setTimeout(()=>o===cn&&(Qe.value=""),pr)}function fr(e){let[t,o]=[document.activeElement,document.createElement("textarea")];o.value=e,(t?.closest("dialog")??document.body).append(o),o.select();let n=document.execCommand("copy");return o.remove(),t?.focus(),n}var At=()=>c`<p class=${Qe.value?"copied":"hidden"} role="status">${Qe.value&&u(Qe.value)}</p>`;var He=j(!1),pn=e=>({picture:1,mover:e,flip:He.value?1:""}),oo=(e,t)=>({position:e.position,forbid:e.forbidden,mover:e.turn||t});function no(e,t){let o=e.filter(n=>n.move.toLowerCase()===t.toLowerCase());return e.find(n=>n.move===t)??(o.length===1?o[0]:null)}function vr({states:e,game:t}){return t?[...Array(Math.max(e.length,t.length)).keys()].find(n=>n&&e[n]?.move!==t[n]?.move)??null:null}function jt(e=()=>{}){let t=j(null),o=j(null),n=j(null),r=j(null),s=j(null),a=j(!1),i=j(null),p=V(()=>o.value?.states[o.value.at]??null),l=V(()=>o.value?vr(o.value):null),v=0;async function d($){let g=++v;a.value=!0;try{let m=await $();return g===v?m:null}catch(m){return g===v&&(s.value=m),null}finally{g===v&&(a.value=!1)}}function f($,g,m,w=t.value){ue(()=>{i.value=s.value=null,n.value=$,o.value=g,t.value=w}),m||e(g)}let h=($,{position:g,forbid:m,mover:w})=>D($,"position",{position:g,forbid:m,replies:0,...pn(w)});async function y($,g,m=t.value){let w=await d(()=>h(m,$.states[$.at]));return w&&f(w,$,g,m),w}async function C($,g,m=!1){let w=g.mover??1,M=await d(()=>h($,{...g,mover:w}));return M&&f(M,{states:[oo(M,w)],at:0},m,$),M}async function S($){for(let g of $){let m=n.value.moves.find(w=>w.move===g);if(!m||!await G(m,!0))return!1}return e(o.value),!0}async function E($,g,m,w){let M={move:w.move,drawn:w.picture};if(w.after===null)return{found:g,state:{...m,over:{value:w.value,dtm:w.dtm},...M}};let N=3-m.mover,{position:I,forbid:Z}=m,b={position:I,forbid:Z,move:w.move,replies:0,...pn(N)},x=await D($,"position",b);return{found:x,state:{...oo(x,N),...M}}}async function _($,g,m){let w=g.mover??1,M=await h($,{...g,mover:w}),N=[oo(M,w)];for(let I of m){let Z=N[N.length-1],b=Z.over?null:no(M.moves,I);if(!b||b.forbidden)break;let x=await E($,M,Z,b);M=x.found,N.push(x.state)}return{found:M,states:N}}function O($,{found:g,states:m}){++v,a.value=!1,f(g,{states:m,at:m.length-1,game:m.length>1?m:null},!1,$)}async function G($,g=!1){let{states:m,at:w,game:M}=o.value,N=l.value;if(m[w+1]?.move===$.move)return U(w+1,g);if(N!==null&&w<N&&M[w+1]?.move===$.move)return z(w+1,g);let I=await d(()=>E(t.value,n.value,m[w],$));if(!I)return!1;let Z=[...m.slice(0,w+1),I.state],b=N===null&&w===m.length-1;return f(I.found,{states:Z,at:w+1,game:b&&M?Z:M},g),!0}let U=($,g=!1)=>$>=0&&$<o.value.states.length?y({...o.value,at:$},g).then(Boolean):Promise.resolve(!1);function z($,g=!1){let{game:m}=o.value;return y({states:m,at:Math.min($,m.length-1),game:m},g).then(Boolean)}function oe(){o.peek()&&!o.peek().game&&(o.value={...o.peek(),game:o.peek().states})}async function k(){let[$,g]=[p.value,n.value];if(!g||r.peek()?.of===g)return;let m={position:$.position,forbid:$.forbid},w=await D(t.value,"position",m).catch(()=>null);w&&n.value===g&&(r.value={of:g,moves:w.moves})}return{place:t,line:o,state:p,answer:n,problem:s,busy:a,pointed:i,branch:l,open:C,replay:_,put:O,follow:S,make:G,go:U,toGame:z,adopt:oe,count:k,restore:($,g,m=!0)=>y(g,m,$),again:()=>o.value&&y(o.value,!0),begin:V(()=>o.value?.states[0]??null),replies:V(()=>{let $=r.value?.of===n.value?r.value?.moves??[]:[];return new Map($.map(g=>[g.move,g.replies]))}),game:V(()=>o.value?.game??o.value?.states??[]),gamePly:V(()=>{let{at:$}=o.value??{at:null};return l.value!==null&&$>=l.value?null:$}),moves:V(()=>o.value?.states.slice(1).map($=>$.move)??[]),playable:V(()=>(!p.value||p.value.over?[]:n.value?.moves??[]).filter(g=>!g.forbidden))}}var dr={win:"▲",draw:"■",loss:"▼"};function et(e,t=!0){if(typeof e=="string")return e;let o=t?e:-e;return o>0?"win":o<0?"loss":"draw"}var Ae=e=>e.scores!=="first"||e.turn!==2,fn=e=>e>0?`+${e}`:String(e).replace("-","−");function B({value:e,dtm:t}){return typeof e=="number"?u("points",{n:Math.abs(e),points:fn(e)}):t===0?u(`over.${e}`):e==="draw"?u("draw"):u(`${e} in`,{n:t})}function ro({value:e,dtm:t},o,n){let r=s=>u(`player.${s}`);return typeof e=="number"?u("side has",{side:r(n==="first"?1:o),points:B({value:e})}):e==="draw"?u("draw"):u("side wins in",{side:r(e==="win"?o:3-o),n:t})}var so=({value:e,dtm:t})=>typeof e=="number"?fn(e):`${u(`short.${e}`)}${t?` ${t}`:""}`,J=({of:e,mine:t=!0,long:o=!1})=>{let n=et(e.value,t);return c`<span class="mark ${n}" title=${B(e)}>
        <span aria-hidden="true">${dr[n]}</span> ${o?B(e):so(e)}
    </span>`};function vn({desk:e,game:t}){let o=T(null);Q(()=>{let[p,l,v]=[e.state.value,e.answer.value,e.place.value];o.value=null,!(!l||!p||p.over||l.value==="draw")&&D(v,"line",{position:p.position,forbid:p.forbid}).then(d=>e.answer.peek()?.position===d.position&&(o.value=d.moves),()=>{})});let n=e.answer.value;if(!n||e.state.value?.over||!n.moves.length)return null;let r=()=>e.make(e.playable.value[0]),s=o.value??[],a=s.map(p=>p.move),i=p=>e.follow(a.slice(0,p));return c`<section class="bestline" aria-labelledby="bestline">
        <h2 id="bestline">${u("best line")}</h2>
        ${n.value==="draw"&&c`<p class="note">${u("no end")}</p>`}
        ${s.length>0&&c`<ol>
                ${s.map((p,l)=>c`<li key=${l}>
                        <button onClick=${()=>i(l+1)} title=${B(p)}>${p.move}</button>
                    </li>`)}
            </ol>`}
        <div class="row">
            <button onClick=${r} disabled=${!e.playable.value.length}>${u("best move")}</button>
            ${s.length>0&&c`<button onClick=${()=>ce(mr(a))}>${u("copy line")}</button>
                    <button onClick=${()=>ot(`${t.game}-line.json`,tt(e,a))}>${u("download")}</button>`}
        </div>
    </section>`}var mr=e=>e.join(e.some(t=>t.includes(" "))?`
`:" ");function tt(e,t,o=e.state.value,n=["perfect","perfect"]){return{format:"retro game 1",game:e.answer.value.game,options:e.answer.value.options,position:o.position,forbidden:o.forbid,mover:o.mover,first:n[0],second:n[1],skill:5,seed:0,moves:t,result:null}}function ot(e,t){let o=document.createElement("a");o.href=URL.createObjectURL(new Blob([`${JSON.stringify(t,null,1)}
`],{type:"application/json"})),o.download=e,o.click(),setTimeout(()=>URL.revokeObjectURL(o.href),1e3)}function hr(e,t){let o=0;for(let n of e.steps){let r=new Set(n.at);if(n.kind==="piece"){for(;r.delete(t[o]);)o++;if(r.size&&o===t.length)return{next:[...r],piece:!0};if(r.size)return null}else for(let s of n.at){if(o===t.length)return{next:[s],piece:!1};if(t[o++]!==s)return null}}return o===t.length?{next:[],piece:!1}:null}var $r=(e,t)=>e.length===t.length&&e.every(o=>t.includes(o));function nt(e,t){let o=e.filter(a=>a.steps.length).map(a=>({move:a,...hr(a,t)??{next:null}})).filter(a=>a.next),[n]=o;if(t.length&&n?.piece&&o.every(a=>a.piece&&$r(a.next,n.next)))return nt(e,[...t,...n.next]);let r=new Map;for(let{move:a,next:i}of o)for(let p of i)r.set(p,[...r.get(p)??[],a]);let s=o.find(a=>!a.next.length)?.move??null;return{picked:t,next:r,whole:s,piece:o.some(a=>a.piece),only:o.length===1}}var ao=60,_r=.55,gr={ArrowUp:[0,-1],ArrowDown:[0,1],ArrowLeft:[-1,0],ArrowRight:[1,0]};function br(e){let[,t,o]=e.match(/viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/s);return{box:t,drawing:o}}function yr(e){let t=He.value?-ao:ao;return new Map(Object.entries({...e.points,...e.beside}).map(([o,[n,r]])=>[o,[n*t,-r*t]]))}function wr(e,t,[o,n],r=1/0){let s=i=>Math.hypot(e.get(i)[0]-o,e.get(i)[1]-n),a=[...t].sort((i,p)=>s(i)-s(p))[0];return a!==void 0&&s(a)<=r?a:null}function kr(e,t,o,[n,r]){let[s,a]=e.get(o),i=l=>{let[v,d]=[e.get(l)[0]-s,e.get(l)[1]-a],f=v*n+d*r;return f>1?f+2.2*Math.abs(v*r-d*n):1/0},p=[...t].sort((l,v)=>i(l)-i(v))[0];return p!==void 0&&i(p)<1/0?p:null}function xr({at:[e,t],of:o,counted:n}){let r=et(o.value,n),s=so(o),a=Math.max(24,11+8.4*s.length+(/[^\x00-\x7f]/.test(s)?6:0))/2,[i,p]=[e,t+19],l={win:c`<rect x=${i-a} y=${p-9.5} width=${2*a} height="19" rx="9.5" />`,draw:c`<rect x=${i-a} y=${p-9.5} width=${2*a} height="19" />`,loss:c`<path d="M${i-a-4} ${p}l7 -10h${2*a-6}l7 10l-7 10h${6-2*a}z" />`};return c`<g class="badge ${r}" aria-hidden="true">
        ${l[r]}<text x=${i} y=${p+5}>${s}</text>
    </g>`}var Sr=(e,t)=>{let o=new Map,n=!e.turn&&t===2?[0,2,1]:[0,1,2];for(let r of e.pieces){let s=[r.player?u(`player.${n[r.player]}`):"",u(`glyph.${r.glyph}`),r.label];for(let a of r.at)o.set(a,s.filter(Boolean).join(" "))}return o};function _e({desk:e,marks:t=!1,play:o=null}){let n=T([]),r=T(null),s=T(null),a=Y(),i=e.answer.value,p=e.state.value,l=Zo(()=>nt(e.playable.value,n.value));if(Q(()=>{e.answer.value,e.state.value,n.value=[],s.value=null}),!i||!p)return c`<div class="board waiting" aria-busy="true"></div>`;if(!i.picture)return c`<pre class="board drawn">${i.drawn}</pre>`;let{box:v,drawing:d}=br(i.picture),f=yr(i.scene),{next:h,whole:y,piece:C}=o?l.value:{next:new Map,whole:null,piece:!1},S=o?l.value.picked:[],E=[...Object.keys(i.scene.points),...[...h.keys()].filter(b=>b in i.scene.beside)],_=Ae(i),O=Sr(i.scene,p.mover);function G(b){let x=nt(e.playable.value,[...S,b]);if(h.has(b))return n.value=x.picked,x.whole&&x.only&&U(x.whole),!0;let W=nt(e.playable.value,[b]),fe=!S.includes(b)&&(W.next.size||W.whole);return n.value=fe?W.picked:[],fe&&W.whole&&W.only&&U(W.whole),fe}function U(b){n.value=[],o(b)}let z=b=>{let x=new DOMPoint(b.clientX,b.clientY).matrixTransform(a.current.getScreenCTM().inverse());return[x.x,x.y]},oe=b=>wr(f,E,z(b),_r*ao);function k(b){if(!o||b.button)return;let x=oe(b);x&&(r.value=x,G(x)&&(s.value={from:x,to:z(b),last:x},a.current.setPointerCapture(b.pointerId)))}function $(b){if(!s.value)return;let x=oe(b);C&&x&&x!==s.value.last&&h.has(x)&&G(x),s.value={...s.value,to:z(b),last:x??s.value.last}}function g(b){if(!s.value)return;let{from:x}=s.value,W=oe(b);s.value=null,!C&&W&&W!==x&&h.has(W)&&G(W)}function m(b){let x=r.value&&E.includes(r.value)?r.value:w,W=gr[b.key];if(!(b.altKey||b.ctrlKey||b.metaKey)){if(W)r.value=kr(f,E,x,W)??x,a.current.querySelector(`[data-spot="${CSS.escape(r.value)}"]`)?.focus();else if(b.key==="Enter"||b.key===" ")y&&b.key==="Enter"?U(y):o&&G(x);else if(b.key==="Escape"&&n.value.length)n.value=[];else return;b.preventDefault(),b.stopPropagation()}}let w=E.find(b=>h.has(b))??E[0],M=E.includes(r.value)?r.value:w,N=e.pointed.value??(S.length&&y?y:null);function I(b){let[x,W]=f.get(b),fe=h.get(b)?.[0],mo=[b,O.get(b),S.includes(b)&&u("picked"),fe&&u("can be picked")];return fe&&t&&mo.push(B(fe)),c`<g
            key=${b}
            data-spot=${b}
            class="spot ${fe?"option":""} ${S.includes(b)?"chosen":""} ${S.length?"later":""}"
            role="button"
            tabindex=${b===M?0:-1}
            aria-label=${mo.filter(Boolean).join(", ")}
            aria-disabled=${o?!fe:!0}
            onFocus=${()=>r.value=b}
        >
            <circle cx=${x} cy=${W} r="26" />
        </g>`}let Z=([b,[x]])=>c`<${xr} key=${b} at=${f.get(b)} of=${x} counted=${_} />`;return c`<div class="board">
        <svg
            ref=${a}
            viewBox=${v}
            role="group"
            aria-label=${u("board")}
            class=${o?"live":""}
            onPointerDown=${k}
            onPointerMove=${$}
            onPointerUp=${g}
            onPointerCancel=${()=>s.value=null}
            onKeyDown=${m}
        >
            <g dangerouslySetInnerHTML=${{__html:d}} aria-hidden="true" />
            ${p.drawn&&c`<g class="last" dangerouslySetInnerHTML=${{__html:p.drawn}} aria-hidden="true" />`}
            ${E.map(I)} ${t&&!N&&[...h].map(Z)}
            ${N?.picture&&c`<g class="shown" dangerouslySetInnerHTML=${{__html:N.picture}} aria-hidden="true" />`}
            ${s.value&&!C&&c`<path class="drag" d="M${f.get(s.value.from).join(" ")}L${s.value.to.join(" ")}" />`}
        </svg>
        ${y&&c`<div class="settle">
                <span>${u("more may follow")}</span>
                <button class="first" onClick=${()=>U(y)}>${u("make it",{move:y.move})}</button>
                <button onClick=${()=>n.value=[]}>${u("cancel")}</button>
            </div>`}
    </div>`}function Ot({desk:e}){let t=e.branch.value;if(t===null)return null;let o=Math.min(t,e.game.value.length-1);return c`<p class="row branch" role="status">
        <span>${u("variation",{ply:t})}</span>
        <button class="first" onClick=${()=>e.toGame(o)}>${u("back to the game",{number:o})}</button>
    </p>`}function Be({title:e,close:t,wide:o,children:n}){let r=Y();return X(()=>{r.current.showModal()},[]),c`<dialog ref=${r} onClose=${t} aria-label=${e} class=${o?"wide":""}>
        <div class="top">
            <h2>${e}</h2>
            <button aria-label=${u("close")} onClick=${()=>r.current.close()}>✕</button>
        </div>
        ${n}
    </dialog>`}var Cr=e=>Object.entries(e).map(t=>t.join("="));function dn({desk:e,game:t,close:o}){let n=T(null);X(()=>{D(e.place.value,"citation").then(p=>n.value=p,o)},[]);let[r,s,a]=[n.value,e.state.value,e.answer.value],i=r&&[[r.title,...Cr(r.options)].join(", "),`position ${s.position}${s.forbid?`, ${s.forbid} forbidden`:""}: ${a.value}${a.dtm===null?"":` in ${a.dtm}`}`,`strong solution by retro ${r.version}, ${r.date.slice(0,10)}, digest of the rules ${r.digest}`,...Object.entries(r.files).map(([p,l])=>`${p} sha256 ${l}`),`reproduced by: ${r.solve}; proved record by record by: ${r.verify}`];return c`<${Be} title=${u("cite")} close=${o} wide>
        ${i&&c`<p><b>${L(t,r.title)}</b> · ${B(a)}</p>
                <pre class="code">${i.join(`
`)}</pre>
                <p class="note">${u("cite.why")}</p>
                <div class="row"><button class="first" onClick=${()=>ce(i.join(`
`))}>${u("copy")}</button></div>
                <${At} />`}
    <//>`}function ge({desk:e,children:t}){let o=e.line.value;if(!o)return null;let n=o.states.length-1,r=(s,a,i,p)=>c`<button
        aria-label=${u(a)}
        title=${`${u(a)}${p?` (${p})`:""}`}
        disabled=${i<0||i>n||i===o.at}
        onClick=${()=>e.go(i)}
    >
        ${s}
    </button>`;return c`<nav class="controls" aria-label=${u("line of play")}>
        ${r("«","to the beginning",0,"Home")} ${r("‹","undo",o.at-1,"←")}
        <span class="ply" aria-live="polite">${o.at} / ${n}</span>
        ${r("›","redo",o.at+1,"→")} ${r("»","to the end",n,"End")}
        <button aria-label=${u("flip")} title=${`${u("flip")} (f)`} onClick=${()=>mn(e)}>⇅</button>
        ${t}
    </nav>`}function mn(e){He.value=!He.value,e.again()}function be(e,t,o={}){if(e.altKey||e.ctrlKey||e.metaKey||e.target.closest?.("input, textarea, select, dialog"))return;let n=t.line.peek();if(!n)return;let r={ArrowLeft:()=>t.go(n.at-1),ArrowRight:()=>t.go(n.at+1),Home:()=>t.go(0),End:()=>t.go(n.states.length-1),f:()=>mn(t),...o}[e.key];!r||e.defaultPrevented||(e.preventDefault(),r())}function ye({desk:e}){let t=e.line.value;if(!t||t.states.length<2)return null;let o=e.branch.value;return c`<section class="played" aria-labelledby="played">
        <h2 id="played">${u("line of play")}</h2>
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
    </section>`}var Er={1:"blue",2:"amber"},ie=({of:e})=>c`<span class="side"><span class="disc ${Er[e]}" aria-hidden="true"></span>${u(`player.${e}`)}</span>`,hn="the rules forbid it after the last move",rt=(e,{forbidden:t,why_forbidden:o})=>u("is forbidden",{move:t,why:o===hn?u(hn):L(e,o)});function Ie({desk:e,game:t,shown:o,reveal:n}){let[r,s]=[e.answer.value,e.state.value];if(!r||!s)return c`<header class="headline"></header>`;let a=!r.moves.some(p=>!p.forbidden);if(s.over||a){let p={mover:s.mover,over:s.over??r};return c`<header class="headline" role="status"><${Mr} of=${p} counted=${Ae(r)} /></header>`}let i=r.forbidden&&(r.unforbidden.value!==r.value||r.unforbidden.dtm!==r.dtm);return c`<header class="headline" role="status">
        <p class="turn"><${ie} of=${s.mover} /> ${u("to move")}${r.scene?.notes.length?` · ${r.scene.notes.map(p=>L(t,p)).join(" · ")}`:""}</p>
        ${o?c`<p class="worth">
                      <${J} of=${r} mine=${Ae(r)} long />
                      ${r.scores&&c`<small>${u(`points for ${r.scores}`)}</small>`}
                  </p>`:c`<p class="worth"><button onClick=${n}>${u("show value")}</button></p>`}
        ${r.forbidden&&c`<p class="note">
                ${rt(t,r)}
                ${o&&` ${i?u("forbidding costs",{value:B(r.unforbidden)}):u("forbidding costs nothing")}`}
            </p>`}
        ${o&&r.from_start!==null&&c`<p class="note">${u("from start",{n:r.from_start})}</p>`}
    </header>`}function Mr({of:{over:e,mover:t},counted:o}){let n=et(e.value,o),r=n==="win"?t:3-t,s=typeof e.value=="number"&&e.value?` (${B(e)})`:"";return c`<p class="worth over">
        ${n==="draw"?u("ends in a draw"):c`<${ie} of=${r} /> ${u("wins")}`}${s}
    </p>`}function We({desk:e,marks:t,play:o}){let n=e.answer.value,r=e.state.value?.over;if(!n||r||!n.moves.length)return null;let s=(d,f)=>d.move.localeCompare(f.move,"en",{numeric:!0}),a=t?n.moves:[...n.moves].sort(s),i=d=>()=>e.pointed.value=d,p=e.replies.value,l=({holding:d,legal:f})=>c`<span class="note" title=${u("replies that hold")}>
        ${u("holding",{keeping:K(d),all:K(f)})}
    </span>`,v=d=>c`<li key=${d.move} class=${d.forbidden?"forbidden":""}>
        <button
            disabled=${d.forbidden||!o}
            onClick=${()=>o(d)}
            onPointerEnter=${i(d)}
            onPointerLeave=${i(null)}
            onFocus=${i(d)}
            onBlur=${i(null)}
        >
            <span class="text">${d.move}</span>
            ${d.forbidden&&c`<span class="note">${u("forbidden")}</span>`}
            ${t&&p.get(d.move)&&l(p.get(d.move))}
            ${t&&c`<${J} of=${d} mine=${Ae(n)} />`}
        </button>
    </li>`;return c`<section class="moves" aria-labelledby="moves">
        <h2 id="moves">${u(t?"moves, best first":"moves",{n:a.length})}</h2>
        <ol>
            ${a.map(v)}
        </ol>
    </section>`}function we(e){let t=Y();t.current=e,X(()=>{let o=n=>t.current(n);return addEventListener("keydown",o),()=>removeEventListener("keydown",o)},[])}var io=e=>({...tn(location.hash),line:e}),Lt=j(io(history.state?.line??null)),H=j(Lt.value);function _n(e){H.value=io(e),Lt.value=H.value}function me(e,t=!1){let o=se(e);history[t||o===location.hash?"replaceState":"pushState"](null,"",o),_n(null)}function gn(e){H.value={...e,line:null}}var $n=e=>e?.map(({drawn:t,...o})=>o),Tr=({states:e,at:t,game:o})=>({at:t,states:$n(e),game:$n(o)});function st(e,t=!1){let o=e.states[e.at],n=se({...H.peek(),...o});history[t||n===location.hash&&!o.over?"replaceState":"pushState"]({line:Tr(e)},"",n),H.value=io(null)}var ae=({game:e,set:t})=>({game:e,set:t}),at=(e,t)=>e?.game===t?.game&&String(e?.set)===String(t?.set);addEventListener("popstate",e=>_n(e.state?.line??null));var Pr="retro game 1";function Ar(e){try{let t=JSON.parse(e);return t?.format===Pr&&Array.isArray(t.moves)?t:null}catch{return null}}var jr=[/\n/,/[\s;]+/,/[\s,;]+/],Or=e=>jr.map(t=>e.split(t).map(o=>o.trim().replace(/^\d+\.+\s*|[,;]$/g,""))).flatMap(t=>[t,t.filter(o=>!/^\d+$/.test(o))]).map(t=>t.filter(Boolean)),bn=e=>e.replace(/\p{L}/gu,"a").replace(/\d/g,"0");function Lr(e,{found:t,states:o},n){let[r,s]=[o.length,n[o.length-1]],i=(o[r-1].over?null:no(t.moves,s))?.forbidden?` ${rt(e,t)}`:"";return u("not legal",{number:r,move:s})+i}function it({desk:e,close:t,game:o}){let n=T(""),r=T(""),s=e.place.value;function a(d,f,h){let y=h.states.length-1,C=y<f.length?Lr(o,h,f):"";return C&&!y?C:(at(d,s)||gn({...d,view:"review"}),e.put(d,h),C&&(e.problem.value=new Error(`${C} ${u("up to there")}`)),"")}async function i(d){if(d.game!==o.game)return u("another game",{game:d.game});let f=Object.entries(d.options??{}).map(S=>S.join("=")),h={position:d.position,forbid:d.forbidden,mover:d.mover===2?2:1},y={...s,set:zr(o,f)},C=d.moves.map(String);return a(y,C,await e.replay(y,h,C))}async function p(d){let f=null;for(let h of Or(d))for(let y of[{},e.begin.value,e.state.value]){let C=y&&h.length&&await e.replay(s,y,h).catch(()=>null);if(!C)continue;let S=C.states.length;if(S>h.length)return a(s,h,C);(S>1||C.found.moves.some(_=>bn(_.move)===bn(h[0])))&&S>(f?.legal??0)&&(f={legal:S,moves:h,replayed:C})}return f&&a(s,f.moves,f.replayed)}async function l(){let d=n.value.trim(),f=Ar(d);try{return f?await i(f):a(s,[],await e.replay(s,Re(d),[]))}catch(h){return(f?null:await p(d))??(h.message||u("no server"))}}async function v(d){d.preventDefault(),r.value=await l(),r.value||t()}return c`<${Be} title=${u("paste")} close=${t}>
        <form onSubmit=${v}>
            <label for="pasted">${u("paste what")}</label>
            <textarea id="pasted" rows="6" autofocus spellcheck="false" onInput=${d=>n.value=d.target.value}></textarea>
            ${r.value&&c`<p class="wrong" role="alert">${r.value}</p>`}
            <div class="row"><button class="first" disabled=${!n.value.trim()}>${u("read it")}</button></div>
        </form>
    <//>`}function zr(e,t){let o=new Set(e.options.map(n=>`${n.name}=${n.default}`));return t.filter(n=>!o.has(n))}var yn=60,Nr=(e,t)=>{let o=[...e];for(let[n,r]of t)o[n]=r;return o.join("")},Ur=(e,t)=>e.slice(0,Math.max(...Object.values(t))+1);function Rr(e,t){let o=Object.entries(e),[n,r]=[0,1].map(l=>Math.min(...o.map(([,v])=>v[l]))),[s,a]=[0,1].map(l=>Math.max(...o.map(([,v])=>v[l]))),i={mirror:([l,v])=>[n+s-l,v],turn:([l,v])=>[n+v-r,a-(l-n)]}[t],p=new Map;for(let[l,v]of o){let[d,f]=i(v),h=o.find(([,y])=>Math.hypot(y[0]-d,y[1]-f)<.01);if(!h)return null;p.set(l,h[0])}return p}function lo({desk:e,close:t}){let o=e.state.value,n=T(o.position),r=T(o.mover),s=T(0),a=T(null),i=T(o.position),p=Ee(()=>({number:0}),[]);Q(()=>{let k=++p.number,$={position:n.value,mover:r.value},g=$.position;D(e.place.value,"setup",$).then(m=>{if(k!==p.number)return;let{problem:w}=m,M=w&&p.painted&&m.cells?Ur(g,m.cells):g;if(M!==g){n.value=M;return}a.value={...m.cells||!a.peek()?.cells||!w?m:{...a.peek(),problem:w},said:$},m.cells&&(i.value=g)},m=>k===p.number&&(a.value={...a.peek(),problem:m.message,said:$}))});let l=a.value,v=l?.cells,d=l?.said.position===n.value&&l.said.mover===r.value,f=k=>v[k],h=k=>{p.painted=!0,n.value=i.value=Nr(i.value,k)},y=k=>h([[f(k),l.palette[s.value].letter]]);function C(k){let $=Rr(l.points,k);$&&h([...$].map(([g,m])=>[f(m),i.value[f(g)]]))}let S=Object.fromEntries((l?.palette??[]).map(k=>[`${k.glyph} ${k.player}`,k.letter]));function E(){let k={};for(let{glyph:$,player:g,letter:m}of l.palette)k[m]=S[`${$} ${[0,2,1][g]}`]??m;h(Object.values(v).map($=>[$,k[i.value[$]]??i.value[$]]))}function _(){E(),r.value=3-r.value}let O=k=>{p.painted=!1;let $=Re(k.target.value);$.position!==k.target.value&&(r.value=$.mover),n.value=$.position},G=()=>h(Object.values(v).map(k=>[k,S["empty 0"]]));async function U(k){k.preventDefault(),await e.open(e.place.value,{position:l.position,mover:r.value})&&t()}let z=(k,$,g)=>c`<button type="button" onClick=${$} title=${g}>${u(k)}</button>`,oe=k=>r.value===2&&!l.turn?[0,2,1][k.player]:k.player;return c`<${Be} title=${u("set up")} close=${t} wide>
        <form onSubmit=${U} class="setup">
            ${v&&c`<div class="brushes" role="radiogroup" aria-label=${u("what is put")}>
                    ${l.palette.map((k,$)=>c`<label key=${k.letter} class=${s.value===$?"chosen":""}>
                            <input type="radio" name="brush" checked=${s.value===$} onChange=${()=>s.value=$} />
                            ${k.player?c`<${ie} of=${oe(k)} />`:""} ${k.glyph==="empty"?u("empty"):u(`glyph.${k.glyph}`)}
                        </label>`)}
                </div>`}
            ${l?.picture&&c`<${Dr} found=${l} paint=${v&&y} />`}
            ${v&&c`<div class="row">
                    ${z("clear",G)} ${z("mirror",()=>C("mirror"))} ${z("quarter turn",()=>C("turn"))}
                    ${z("swap",E,u("swap.why"))} ${!l.turn&&z("other side",_,u("other side.why"))}
                    ${z("as it was",()=>(n.value=i.value=o.position,r.value=o.mover))}
                </div>`}
            <label for="position">${u("as text")}</label>
            <input id="position" value=${n.value} spellcheck="false" autocomplete="off" onInput=${O} />
            <p class="verdict" role="status">
                ${l?.problem?c`<span class="wrong">✗ ${l.problem}</span>`:l&&c`✓ <${ie} of=${l.turn||r.value} /> ${u("to move")} <${J} of=${l} mine=${l.scores!=="first"||l.turn!==2} long />`}
            </p>
            <div class="row"><button class="first" disabled=${!d||!!l.problem}>${u("use it")}</button></div>
        </form>
    <//>`}function Dr({found:e,paint:t}){let[,o,n]=e.picture.match(/viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/s),r=a=>i=>{i.key!=="Enter"&&i.key!==" "||(i.preventDefault(),t(a))},s=a=>i=>i.buttons===1&&t(a);return c`<div class="board">
        <svg viewBox=${o} role="group" aria-label=${u("board")}>
            <g dangerouslySetInnerHTML=${{__html:n}} aria-hidden="true" />
            ${t&&Object.entries(e.points).map(([a,[i,p]])=>c`<g
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
                        <rect x=${i*yn-28} y=${-p*yn-28} width="56" height="56" rx="6" />
                    </g>`)}
        </svg>
    </div>`}var ke=ee("values",!0);function wn({desk:e,game:t}){let o=T(null),n=()=>ke.value=!ke.value,r=()=>e.playable.peek()[0]&&e.make(e.playable.peek()[0]);we(d=>be(d,e,{v:n,b:r,p:()=>o.value=it,s:()=>o.value=lo})),Q(()=>{e.answer.value,ke.value&&e.count()});let s=d=>e.make(d);async function a(d){let f=await D(e.place.value,"random",{...d,replies:0},!1).catch(h=>(e.problem.value=h)&&null);f&&e.open(e.place.value,{position:f.position})}let i=()=>e.begin.value?e.open(e.place.value,{}):null,p=o.value,l=e.state.value,v=l&&en(l,e.answer.value?.turn);return c`
        <${Ie} desk=${e} game=${t} shown=${ke.value} reveal=${n} />
        <section class="table">
            <${_e} desk=${e} marks=${ke.value} play=${s} />
            <${ge} desk=${e}>
                <button aria-pressed=${ke.value} title=${`${u("values")} (v)`} onClick=${n}>${u("values")}</button>
            <//>
            <${Ot} desk=${e} />
            <${ye} desk=${e} />
        </section>
        <section class="panel">
            ${e.problem.value&&c`<p class="wrong" role="alert">${e.problem.value.message||u("no server")}</p>`}
            ${ke.value&&c`<${vn} desk=${e} game=${t} />`}
            <${We} desk=${e} marks=${ke.value} play=${s} />
            <section aria-labelledby="another">
                <h2 id="another">${u("another position")}</h2>
                <div class="row">
                    <button onClick=${i}>${u("the start")}</button>
                    <button onClick=${()=>o.value=lo} title="(s)">${u("set up")}</button>
                    <button onClick=${()=>o.value=it} title="(p)">${u("paste")}</button>
                    ${["win","draw","loss"].map(d=>c`<button onClick=${()=>a({value:d})}>${u(`random.${d}`)}</button>`)}
                </div>
            </section>
            <section aria-labelledby="share">
                <h2 id="share">${u("share")}</h2>
                <p class="code"><span id="this-position">${l?.position}</span>${v?.slice(l.position.length)}</p>
                <div class="row">
                    <button onClick=${()=>ce(location.href)}>${u("copy link")}</button>
                    <button onClick=${()=>ce(v)}>${u("copy position")}</button>
                    ${e.moves.value.length>0&&c`<button onClick=${()=>ot(`${t.game}.json`,tt(e,e.moves.value,e.begin.value,["human","human"]))}>
                            ${u("download game")}
                        </button>`}
                    <button onClick=${()=>o.value=dn}>${u("cite")}</button>
                </div>
            </section>
        </section>
        ${p&&c`<${p} desk=${e} game=${t} close=${()=>o.value=null} />`}
    `}var kn=(e,t)=>Object.entries(t).filter(([o,n])=>e.options.find(r=>r.name===o)?.default!==n),zt=(e,t)=>kn(e,t).map(o=>o.join("=")),xe=(e,t)=>({game:e.game,set:zt(e,t.options)}),Fe=(e,t)=>kn(e,t.options).map(([o,n])=>`${L(e,o)} ${L(e,String(n))}`).join(" · ")||u("the whole game");function Hr({game:e}){return e.older.length?c`<p class="note">${u("solved by older rules")}</p>
        <ul class="older">
            ${e.older.map(({options:t,command:o,why:n})=>c`<li>${Fe(e,{options:t})} ${o?c`<code>${o}</code>`:c`<small>${n}</small>`}</li>`)}
        </ul>`:null}function xn({games:e,malformed:t}){return c`<main class="home" id="main">
        ${t&&c`<p class="wrong" role="alert">${u("malformed address")}</p>`}
        <p class="lead">${u("lead")}</p>
        <div class="cards">
            ${e.map(o=>c`<${Br} key=${o.game} game=${o} />`)}
        </div>
    </main>`}function Br({game:e}){let t=T(null),o=e.solved.find(r=>r.start)??e.solved[0];if(X(()=>{if(!o)return;(o.start?D(xe(e,o),"position",{picture:1,replies:0}):D(xe(e,o),"random",{picture:1,replies:0,seed:4})).then(s=>t.value=s.picture,()=>{})},[]),e.problem)return c`<article class="card"><h2>${e.game}</h2><p class="wrong">${e.problem}</p></article>`;let n=se(o?xe(e,o):{game:e.game});return c`<article class="card">
        <a class="picture" href=${n} tabindex="-1" aria-hidden="true">
            ${t.value?c`<div dangerouslySetInnerHTML=${{__html:t.value}} />`:c`<div class="blank">${L(e,e.title)[0]}</div>`}
        </a>
        <h2><a href=${n}>${L(e,e.title)}</a></h2>
        ${e.solved.length?c`<ul>
                      ${e.solved.map(r=>c`<li>
                              <a href=${se(xe(e,r))}>${Fe(e,r)}</a>
                              <small>${u("positions.n",{n:r.positions,count:K(r.positions)})}</small>
                              ${r.start&&c`<${J} of=${r.start} />`}
                          </li>`)}
                  </ul>`:c`<p class="note">${u("not solved yet")}</p>`}
        <${Hr} game=${e} />
    </article>`}var Ir=["perfect","trap","fallible","random"],lt=ee("opponent","fallible"),Ut=ee("skill",3),je=j(null),le=j(null),Rt=j(!1),Nt=j(null),ut=j("");function Sn({desk:e,game:t}){we(l=>be(l,e,{v:()=>Nt.value=e.state.value}));let o=je.value?.place===e.place.value?je.value:null,n=e.line.value&&e.line.value.at===e.line.value.states.length-1,r=o&&e.state.value?.mover===o.side&&!le.value&&!e.state.value?.over;Q(()=>{let[l,v]=[e.line.value,je.value];if(!v||v.place!==e.place.value||!l||l.at<l.states.length-1||le.value||Rt.value||e.busy.value)return;let d=l.states[l.at];(d.over||d.mover!==v.side)&&Fr(e,v)});let s=async(l,v)=>{let d=v??{};ue(()=>{le.value=null,je.value=null,Nt.value=null,ut.value=""}),await e.open(e.place.value,d)&&(je.value={place:e.place.value,side:l})},a=l=>r&&n?e.make(l):null,i=()=>{let{states:l}=e.line.value,v=l.findLastIndex((f,h)=>h<l.length-1&&f.mover===o.side&&!f.over);if(v<0)return;le.value=null;let d={states:l.slice(0,v+1),at:v};e.restore(e.place.value,d,!1)},p=Nt.value===e.state.value;return c`
        ${o&&c`<${Ie} desk=${e} game=${t} shown=${p} reveal=${()=>Nt.value=e.state.value} />`}
        <section class="table">
            <${_e} desk=${e} marks=${p} play=${r&&n?a:null} />
            <${ge} desk=${e}>
                ${o&&c`<button onClick=${i} disabled=${e.moves.value.length<1}>${u("take back")}</button>`}
            <//>
            <${ye} desk=${e} />
        </section>
        <section class="panel">
            ${o&&c`<${Vr} session=${o} mine=${r} last=${n} />`}
            ${(ut.value||e.problem.value)&&c`<p class="wrong" role="alert">${ut.value||e.problem.value.message}</p>`}
            ${o&&(le.value||e.moves.value.length>0)&&c`<div class="row">
                    <button class=${le.value?"first":""} onClick=${()=>Gr(e)}>${u("review game")}</button>
                    ${!le.value&&c`<button onClick=${()=>le.value={resigned:!0}}>${u("resign")}</button>`}
                </div>`}
            <form class="opponent" onSubmit=${l=>l.preventDefault()}>
                <h2>${o?u("new game"):u("play against")}</h2>
                <div class="choices" role="radiogroup" aria-label=${u("play against")}>
                    ${Ir.map(l=>c`<label key=${l} class=${lt.value===l?"chosen":""}>
                            <input type="radio" name="opponent" checked=${lt.value===l} onChange=${()=>lt.value=l} />
                            <b>${u(`player ${l}`)}</b><small>${u(`player ${l}.why`)}</small>
                        </label>`)}
                </div>
                ${lt.value==="fallible"&&c`<label for="skill">${u("strength")} <output>${Ut.value}</output></label>
                        <input
                            id="skill"
                            type="range"
                            min="0"
                            max="10"
                            step="0.5"
                            value=${Ut.value}
                            onInput=${l=>Ut.value=Number(l.target.value)}
                        />`}
                <div class="row">
                    <button class="first" onClick=${()=>s(1)}>${u("play as")} <${ie} of=${1} /></button>
                    <button class="first" onClick=${()=>s(2)}>${u("play as")} <${ie} of=${2} /></button>
                    ${e.state.value&&!e.state.value.over&&c`<button onClick=${()=>s(e.state.value.mover,e.state.value)}>${u("from here")}</button>`}
                </div>
            </form>
            ${r&&n&&c`<${We} desk=${e} marks=${p} play=${a} />`}
        </section>
    `}var Wr=e=>{let[t,...o]=e.line.value.states;return{position:t.position,forbid:t.forbid,mover:t.mover,moves:o.map(n=>n.move)}};async function Fr(e,t){Rt.value=!0;let o=e.line.value;try{let n=await Tt(e.place.value,"reply",{...Wr(e),player:lt.value,skill:Ut.value});if(je.value!==t||e.line.value!==o)return;ut.value="";let r=e.playable.value.find(s=>s.move===n.move);n.ending&&(le.value=n.ending),r&&await e.make(r,!0)&&st(e.line.value,!0)}catch(n){ut.value=n.message||u("no server")}finally{Rt.value=!1}}function Vr({session:e,mine:t,last:o}){if(le.value){let{kind:n,resigned:r}=le.value;return c`<p class="status" role="status">${r?u("resigned"):u(`ended.${n}`)}</p>`}return Rt.value?c`<p class="status" role="status"><span class="dots" aria-hidden="true"></span>${u("thinking")}</p>`:o?c`<p class="status" role="status">${t?u("your turn"):""} <small>${u("you are")} <${ie} of=${e.side} /></small></p>`:c`<p class="status" role="status">${u("looking back")}</p>`}function Gr(e){je.value=null,le.value=null;let{position:t,forbid:o,mover:n}=e.state.value;me({...ae(e.place.value),view:"review",position:t,forbid:o,mover:n})}var Kr=[3,5,7,9,13,21],Yr=3,Jr=7,Zr=450,Dt=ee("theme of puzzles","win"),uo=ee("length of puzzles",7),Ve=ee("failed puzzles",[]),he=ee("tally",{solved:0,failed:0,seen:0}),ct=ee("today's puzzles in the tally",{day:0,places:[]}),P=jt(),Cn=({position:e,forbidden:t})=>({position:e,forbid:t,mover:1}),En=()=>Number(new Date().toLocaleDateString("sv").replaceAll("-","")),Xr=()=>new Promise(e=>setTimeout(e,Zr));function An({desk:e,game:t}){let o=e.place.value,n=T(null),r=Y(0),s=Y(null),a=Y(0),i=T("asking"),p=T("");we(m=>i.value!=="asking"&&be(m,P));let l=e.answer.value?.scores??"",v=m=>m.game===o.game&&String(m.set)===String(o.set),d=m=>m===ct.value.day&&ct.value.places.some(v);function f(){let m=r.current;return()=>m===r.current}async function h(m,w=null){++r.current;let M=f();s.current?.abort(),s.current=new AbortController,i.value="asking",p.value="";try{let N={theme:l?"points":Dt.value==="points"?"win":Dt.value,length:uo.value,...m},I=w??await D(o,"puzzle",N,!!m?.seed,s.current.signal),Z=M()&&await P.open(o,Cn(I),!0);if(!M())return;if(!Z)throw P.problem.value;n.value={...I,clean:!0,why_forbidden:P.answer.value.why_forbidden},i.value="solving"}catch(N){if(!M())return;p.value=N?.message??"",i.value=N?.status===503?"busy":"none"}}let y=()=>he.value.seen+Yr+1;function C(){he.value={...he.value,seen:he.value.seen+1};let m=Ve.value.find(w=>v(w)&&w.due<=he.value.seen);m&&(Ve.value=Ve.value.map(w=>w===m?{...m,due:y()}:w)),h({},m?.puzzle)}let S=()=>h({theme:l?"points":"win",length:Jr,seed:En()});X(()=>(S(),()=>{++r.current,s.current.abort()}),[o.game,String(o.set),l]);function E(m){let{position:w}=n.value,M=Ve.value.filter(b=>!(v(b)&&b.puzzle.position===w)),N={...ae(o),puzzle:n.value,due:y()};Ve.value=m?M:[...M,N].slice(-50);let{clean:I,seed:Z}=n.value;if(I&&!d(Z)){let b=m?"solved":"failed";he.value={...he.value,[b]:he.value[b]+1};let x=En(),W=ct.value.day===x?ct.value.places:[];Z===x&&(ct.value={day:x,places:[...W,ae(o)]})}n.value={...n.value,clean:n.value.clean&&m}}let _=()=>P.state.value.over||!P.playable.value.length;async function O(m){let w=f();a.current=P.line.value.at;let M=a.current+1,[N]=P.playable.value,I=m.value===N.value&&m.dtm===N.dtm;if(!await P.make(m,!0)||!w()||i.value!=="solving")return;if(I&&(_()||M>=n.value.plies)){E(n.value.clean),i.value="solved";return}if(!I&&m.value==="win"){i.value="slower",p.value=u("slower",{move:m.move,n:m.dtm});return}I||E(!1),i.value=I?"defending":"refuting";let Z=P.state.value;if(await Xr(),!w())return;P.state.value!==Z&&await P.go(M,!0);let b=P.state.value.mover===P.begin.value.mover,[x]=w()&&!b?P.playable.value:[],{mover:W}=P.state.value;x&&await P.make(x,!0),w()&&(I?i.value=_()?"solved":"solving":(i.value="failed",p.value=x?u("refuted",{move:m.move,reply:x.move,value:ro(x,W,l)}):u("that fails")),i.value==="solved"&&E(n.value.clean))}async function G(){let m=f();if(p.value="",await P.go(a.current,!0),!m())return;let{states:w,at:M}=P.line.value;await P.restore(o,{states:w.slice(0,M+1),at:M}),m()&&(i.value="solving")}async function U(){let m=f();["solving","slower"].includes(i.value)&&E(!1),i.value="shown";let w=await P.replay(o,Cn(n.value),n.value.line).catch(()=>null);!w||!m()||(P.put(o,w),await P.go(0,!0))}let z=["none","busy"].includes(i.value),oe=i.value==="solving"&&P.state.value?.mover===P.begin.value.mover,k=["failed","slower"].includes(i.value),$=n.value,g=["solved","shown"].includes(i.value);return c`
        <header class="headline" role="status">
            ${i.value==="asking"&&c`<p class="turn"><span class="dots" aria-hidden="true"></span>${u("composing")}</p>`}
            ${$&&!z&&i.value!=="asking"&&c`<p class="turn"><${ie} of=${P.begin.value.mover} /> ${u("to move")}</p>
                    <p class="stipulation">${Qr($,P.begin.value.mover,l)}</p>
                    ${$.forbidden&&c`<p class="note">${rt(t,$)}</p>`}`}
        </header>
        <section class="table">
            ${z?c`<div class="board waiting"></div>`:c`<${_e} desk=${P} marks=${g} play=${oe?O:null} />`}
            ${!z&&i.value!=="asking"&&c`<${ge} desk=${P} /><${ye} desk=${P} />`}
        </section>
        <section class="panel">
            ${i.value==="solved"&&c`<p class="right" role="alert">✓ ${$.clean?u("solved"):u("solved at last")}</p>`}
            ${i.value==="failed"&&c`<p class="wrong" role="alert">✗ ${p.value}</p>`}
            ${i.value==="slower"&&c`<p class="slower" role="alert">${p.value}</p>`}
            ${z&&c`<p class="wrong" role="alert">${u(i.value==="busy"?"busy":"no puzzle")} <small>${p.value}</small></p>`}
            <div class="row">
                ${k&&c`<button class="first" onClick=${G}>${u("try again")}</button>`}
                <button class=${g||z?"first":""} disabled=${i.value==="asking"} onClick=${C}>${u("next puzzle")}</button>
                ${(oe||k)&&c`<button onClick=${U}>${u("show solution")}</button>`}
                <button onClick=${S}>${u("today's")}</button>
            </div>
            ${g&&c`<${es} puzzle=${$} place=${o} />`}
            ${oe&&P.answer.value&&!P.answer.value.picture&&c`<${We} desk=${P} marks=${!1} play=${O} />`}
            <form class="opponent" onSubmit=${m=>m.preventDefault()}>
                <h2>${u("what puzzles")}</h2>
                <div class="row">
                    ${!l&&c`<label>${u("theme")}
                            <select value=${Dt.value} onChange=${m=>Dt.value=m.target.value}>
                                ${["win","draw"].map(m=>c`<option value=${m}>${u(`theme.${m}`)}</option>`)}
                            </select>
                        </label>`}
                    <label>${u("at most")}
                        <select value=${uo.value} onChange=${m=>uo.value=Number(m.target.value)}>
                            ${Kr.map(m=>c`<option value=${m}>${u("plies",{n:m})}</option>`)}
                        </select>
                    </label>
                </div>
                <p class="note">
                    ${u("tally",he.value)} ${d($?.seed)&&u("today's counted")}
                    ${` ${u("to come back",{n:Ve.value.filter(v).length})}`}
                </p>
            </form>
        </section>
    `}function Qr({value:e,dtm:t,plies:o,theme:n},r,s){return n==="points"?u("stipulation.points",{value:ro({value:e},r,s),n:(o+1)/2}):u(`stipulation.${e}`,{n:e==="win"?t:(o+1)/2})}function es({puzzle:e,place:t}){let o=()=>me({...ae(t),view:"explore",position:e.position,forbid:e.forbidden});return c`<section aria-labelledby="solution">
        <h2 id="solution">${u("solution")}</h2>
        <p class="line"><b>${e.line[0]}</b> ${e.line.slice(1).join(" ")}</p>
        <${jn} list=${e.solution} />
        ${e.tries.length>0&&c`<h3>${u("tries")}</h3>
                <ul class="tries">
                    ${e.tries.slice(0,8).map(n=>c`<li>${u("try",{move:n.move,reply:n.refutation})}</li>`)}
                </ul>`}
        <div class="row"><button onClick=${o}>${u("explore it")}</button></div>
    </section>`}var Mn=3,Tn=12,Pn=e=>e.slice(0,Mn).join(", ")+(e.length>Mn?" …":"");function jn({list:e}){if(!e.length)return null;let t=e.filter(o=>o.value!==null&&o.dtm!==1);return c`<ul class="variations">
        ${t.slice(0,Tn).map(o=>c`<li>
                ${Pn(o.defences)}${o.answers.length?c`${o.defences.length?": ":""}<b>${Pn(o.answers)}</b>`:""}
                ${" "}<${J} of=${o} />
                <${jn} list=${o.then} />
            </li>`)}
        ${t.length>Tn&&c`<li>…</li>`}
        ${t.length<e.length&&c`<li>${u(t.length?"anything else":"anything")}</li>`}
    </ul>`}var[pt,pe,co]=[600,150,12],ts=14;function os({value:e,dtm:t},o,n){return typeof e=="number"?o*e/Math.max(1,n):e==="draw"?0:o*(e==="win"?1:-1)*(.3+.7*2**(-t/ts))}function On({desk:e,found:t}){let[o,n]=[e.game.value,e.gamePly.value],r=e.answer.value?.scores==="first",s=[t.moves[0].before,...t.moves.map(f=>f.after)],a=s.map(f=>f.value).filter(f=>typeof f=="number"),i=Math.max(1,...a.map(Math.abs)),p=f=>r||o[Math.max(0,f-1)].mover===1?1:-1,l=s.map((f,h)=>[co+(pt-2*co)*h/Math.max(1,s.length-1),pe/2-os(f,p(h),i)*(pe/2-co)]),v=l.map(([f,h],y)=>`${y?"L":"M"}${f.toFixed(1)} ${h.toFixed(1)}`).join(""),[d]=l.slice(-1);return c`<figure class="graph">
        <figcaption>${u("graph")}</figcaption>
        <svg viewBox="0 0 ${pt} ${pe}" role="group" aria-label=${u("graph")}>
            <rect class="above" width=${pt} height=${pe/2} />
            <rect class="below" y=${pe/2} width=${pt} height=${pe/2} />
            <path class="area" d="${v}L${d[0]} ${pe/2}L${l[0][0]} ${pe/2}Z" />
            <line x1="0" x2=${pt} y1=${pe/2} y2=${pe/2} />
            <path class="curve" d=${v} />
            ${l.map(([f,h],y)=>c`<circle
                    key=${y}
                    cx=${f}
                    cy=${h}
                    r=${y===n?6:t.moves[y-1]?.blunder?5:3}
                    class="${y===n?"here":""} ${t.moves[y-1]?.blunder?"blunder":""}"
                    onClick=${()=>e.toGame(y)}
                >
                    <title>${y?`${y}. ${t.moves[y-1].move}: ${B(s[y])}`:B(s[0])}</title>
                </circle>`)}
        </svg>
    </figure>`}function zn({desk:e,game:t}){let o=T(null),n=T(!1);we(p=>be(p,e)),Q(()=>{e.line.value&&e.adopt()});let r=Ln(e.game.value),s=JSON.stringify([e.begin.value,r]);Q(()=>{let[p,l,v]=[e.begin.value,Ln(e.game.value),e.place.value];if(!p||!l.length){o.value=null;return}let d=JSON.stringify([p,l]);if(o.peek()?.asked===d)return;let f=new AbortController;return Tt(v,"review",{position:p.position,forbid:p.forbid,mover:p.mover,moves:l},f.signal).then(h=>o.value={...h,asked:d},h=>f.signal.aborted||(e.problem.value=h)),()=>f.abort()});let a=o.value?.asked===s?o.value:null,i=()=>ot(`${t.game}.json`,tt(e,r,e.begin.value,["human","human"]));return c`
        <${Ie} desk=${e} game=${t} shown />
        <section class="table">
            <${_e} desk=${e} marks play=${p=>e.make(p)} />
            <${ge} desk=${e} />
            <${Ot} desk=${e} />
            ${e.branch.value!==null&&c`<${ye} desk=${e} />`}
            ${a&&c`<${On} desk=${e} found=${a} />`}
        </section>
        <section class="panel">
            ${e.problem.value&&c`<p class="wrong" role="alert">${e.problem.value.message}</p>`}
            ${r.length?a&&c`<${ss} desk=${e} found=${a} />`:c`<p>${u("nothing to review")}</p>`}
            <div class="row">
                ${r.length>0&&c`<button onClick=${i}>${u("download game")}</button>`}
                <button onClick=${()=>n.value=!0}>${u("paste")}</button>
            </div>
        </section>
        ${n.value&&c`<${it} desk=${e} game=${t} close=${()=>n.value=!1} />`}
    `}var Ln=e=>e.slice(1).map(t=>t.move),ns=(e,t)=>e.answer.value?.scores!=="first"||t===1;function rs(e){return e.points?u("points lost",{n:e.points}):e.blunder?u(`lost ${e.before.value}`):e.plies?u("plies lost",{n:e.plies}):""}function ss({desk:e,found:t}){let[o,n]=[e.game.value,e.gamePly.value],r=Y();X(()=>{r.current.querySelector("[aria-current]")?.scrollIntoView({block:"nearest"})},[n]);let s=[1,2].map(i=>t.moves.filter((p,l)=>p.blunder&&o[l].mover===i).length),a=(i,p)=>{let l=o[p].mover;return c`<tr key=${p} class=${i.blunder?"blunder":""} aria-current=${p+1===n?"step":void 0}>
            <td>${p+1}</td>
            <td>
                <button onClick=${()=>e.toGame(p+1)}>
                    <span class="disc ${l===1?"blue":"amber"}" aria-label=${u(`player.${l}`)} role="img"></span>
                    ${i.move}${i.blunder?c` <b title=${u("blunder")}>??</b>`:""}
                </button>
            </td>
            <td><${J} of=${i.after} mine=${ns(e,l)} /></td>
            <td title=${u("kept.why")}>${K(i.keeping)}/${K(i.legal)}</td>
            <td>
                ${rs(i)}
                ${i.best!==i.move&&(i.blunder||i.plies>0)&&c`<button class="better" title=${B(i.before)} onClick=${()=>e.toGame(p)}>${u("better",{move:i.best})}</button>`}
            </td>
        </tr>`};return c`<section aria-labelledby="review">
        <h2 id="review">${u("what moves gave away")}</h2>
        <p>
            ${[1,2].map(i=>c`<span class="tally"><${ie} of=${i} /> ${u("blunders",{n:s[i-1]})}</span>`)}
        </p>
        <div class="scroll" tabindex="0" role="region" aria-labelledby="review">
            <table>
                <thead>
                    <tr>
                        ${["ply","move","made it","kept","gave away"].map(i=>c`<th scope="col">${u(`column.${i}`)}</th>`)}
                    </tr>
                </thead>
                <tbody ref=${r}>
                    ${t.moves.map(a)}
                </tbody>
            </table>
        </div>
    </section>`}var as=2e7;function Nn({desk:e,game:t}){let o=e.place.value,n=T(null),r=T(null),s=T(""),a=Y(null),i=()=>{let{signal:v}=a.current=new AbortController;r.value="asked",s.value="",D(o,"longest",{},!0,v).then(d=>v.aborted||(r.value=d.parts),d=>{v.aborted||(r.value=null,s.value=d.message)})};X(()=>(n.value=r.value=null,s.value="",D(o,"statistics").then(v=>{n.value=v,v.positions<as&&i()},v=>s.value=v.message),()=>a.current?.abort()),[o.game,String(o.set)]);let p=n.value;if(!p)return c`<section class="wide">${s.value&&c`<p class="wrong" role="alert">${s.value}</p>`}</section>`;let l=[["positions",K(p.positions)],["states",K(p.states)],["value of start",p.start&&B(p.start)],["longest",p.longest_dtm!==null&&u("plies",{n:p.longest_dtm})],["won at once",p.checkmates>0&&K(p.checkmates)],["forbidding",p.forbidding>0&&K(p.forbidding)]];return c`<section class="wide statistics">
        <h2>${L(t,t.title)}${o.set.length?` · ${o.set.join(", ")}`:""}</h2>
        <dl class="facts">
            ${l.filter(([,v])=>v).map(([v,d])=>c`<div><dt>${u(v)}</dt><dd>${d}</dd></div>`)}
        </dl>
        <${is} values=${p.values} />
        <${ls} rows=${p.histogram} place=${o} />
        <h2>${u(p.start&&typeof p.start.value=="number"?"extreme scores":"longest wins")}</h2>
        <p class="note">${u("longest.why")}</p>
        ${s.value&&c`<p class="wrong" role="alert">${s.value}</p>`}
        ${r.value===null&&c`<div class="row"><button onClick=${i}>${u("count longest")}</button></div>`}
        ${r.value==="asked"&&c`<p><span class="dots" aria-hidden="true"></span>${u("counting")}</p>`}
        ${Array.isArray(r.value)&&c`<${us} parts=${r.value} place=${o} game=${t} />`}
        <h2>${u("how counted")}</h2>
        <ul class="notes">
            ${p.notes.map(v=>c`<li>${L(t,v)}</li>`)}
        </ul>
    </section>`}function is({values:e}){let t=Object.values(e).reduce((o,n)=>o+n,0)||1;return c`<div class="shares">
        ${["win","draw","loss"].map(o=>c`<div class=${o} style=${{flexGrow:Math.max(e[o]/t,.002)}}>
                <${J} of=${{value:o,dtm:null}} />
                <span>${K(e[o])}</span> <small>${(100*e[o]/t).toFixed(1)} %</small>
            </div>`)}
    </div>`}function ls({rows:e,place:t}){let o=e.some(_=>typeof _.value=="number"),n=_=>o?_.value:_.dtm,r=e.filter(_=>n(_)!==null&&_.states>0);if(!r.length)return null;let[s,a]=[Math.min(...r.map(n)),Math.max(...r.map(n))],i=Math.max(...r.map(_=>_.states)),[p,l,v]=[720,220,24],d=p/(a-s+1),f=_=>(l-20)*(Math.log1p(_)/Math.log1p(i)),h=_=>o?_.value>0?"win":_.value<0?"loss":"draw":_.value,y=[...r].sort((_,O)=>O.states-_.states),C=T("");async function S({value:_,dtm:O}){let G=o?{points:_}:{value:_,min_dtm:O,max_dtm:O};try{let U=await D(t,"random",{...G,replies:0},!1);me({...ae(t),view:"explore",position:U.position,forbid:U.forbidden})}catch(U){C.value=U.message||u("no server")}}let E=[...new Set([s,...Array.from({length:5},(_,O)=>Math.round(s+(a-s)*(O+1)/5))])];return c`<figure class="histogram">
        <figcaption>${u(o?"states by points":"states by plies")} <small>${u("logarithms, bars open")}</small>
            ${["win","loss"].map(_=>c` <${J} of=${{value:_,dtm:null}} />`)}
        </figcaption>
        <svg viewBox="0 0 ${p} ${l+v}" role="img" aria-label=${u(o?"states by points":"states by plies")}>
            ${y.map(_=>c`<rect
                    class="bar ${h(_)} live"
                    x=${(n(_)-s)*d+d*.08}
                    width=${Math.max(.8,d*.84)}
                    y=${l-f(_.states)}
                    height=${f(_.states)}
                    onClick=${()=>S(_)}
                >
                    <title>${B(_)}: ${K(_.states)}</title>
                </rect>`)}
            <line x1="0" x2=${p} y1=${l} y2=${l} />
            ${E.map(_=>c`<text x=${(_-s+.5)*d} y=${l+17}>${_}</text>`)}
        </svg>
        ${C.value&&c`<p class="wrong" role="alert">${C.value}</p>`}
        <details>
            <summary>${u("as table")}</summary>
            <div class="scroll" tabindex="0" role="region" aria-label=${u("as table")}>
                <table>
                    <tbody>
                        ${e.map(_=>c`<tr><td><${J} of=${_} long /></td><td>${K(_.states)}</td><td><button onClick=${()=>S(_)} aria-label=${`${u("open one")}: ${B(_)}`}>${u("open one")}</button></td></tr>`)}
                    </tbody>
                </table>
            </div>
        </details>
    </figure>`}function us({parts:e,place:t,game:o}){let n=r=>c`<td>
        ${r[0]&&c`<${J} of=${r[0]} />`}
        ${r.map((s,a)=>c`<a href=${cs(t,s)} class="sample" aria-label=${`${a+1}: ${s.position}`}>${a+1}</a>`)}
    </td>`;return c`<div class="scroll" tabindex="0" role="region" aria-label=${u("longest wins")}>
        <table class="longest">
            <thead>
                <tr><th scope="col">${u("part")}</th><th scope="col">${u("win")}</th><th scope="col">${u("loss")}</th></tr>
            </thead>
            <tbody>
                ${e.filter(r=>r.win.length||r.loss.length).map(r=>c`<tr><th scope="row">${r.name?L(o,r.shown===r.name?r.name:`${r.shown} (${r.name})`):u("all")}</th>${n(r.win)}${n(r.loss)}</tr>`)}
            </tbody>
        </table>
    </div>`}var cs=(e,{position:t})=>se({...ae(e),view:"explore",position:t});var po=matchMedia("(prefers-color-scheme: dark)"),Un=j(po.matches);po.addEventListener("change",()=>Un.value=po.matches);var Rn=ee("theme",""),Ge=V(()=>Rn.value||(Un.value?"dark":"light")),Dn=()=>Rn.value=Ge.value==="dark"?"light":"dark";re(()=>{document.documentElement.dataset.theme=Ge.value});function Hn({game:e,problem:t,again:o}){let{command:n,older:r}=t;return c`<section class="wide unsolved">
        <h2>${u(r?"older":"unsolved",{game:L(e,e.title)})}</h2>
        <p>${u("unsolved.how")}</p>
        <div class="row"><code class="code">${n}</code> <button onClick=${()=>ce(n)}>${u("copy")}</button></div>
        <p class="note">${u("unsolved.dry")} <code>${n} --dry-run</code></p>
        <div class="row"><button class="first" onClick=${o}>${u("look again")}</button></div>
        ${e.small&&c`<p>${u("unsolved.small")}</p>
                <div class="row"><code class="code">${e.small}</code> <button onClick=${()=>ce(e.small)}>${u("copy")}</button></div>`}
        ${e.solved.length>0&&c`<h2>${u("variants solved")}</h2>
                <ul>
                    ${e.solved.map(s=>c`<li>
                            <a href=${se(xe(e,s))}>${Fe(e,s)}</a>${" "}
                            <small>${u("positions.n",{n:s.positions,count:K(s.positions)})}</small>
                        </li>`)}
                </ul>`}
    </section>`}var ps={explore:wn,play:Sn,review:zn,puzzles:An,statistics:Nn},Oe=j(null),fs=V(()=>Oe.value!==null),fo=j(!1),te=jt(st);async function vo(){try{Oe.value=(await nn()).games,fo.value=!1}catch{fo.value=!0}}var vs=(e,{set:t})=>e?.solved.some(o=>!o.start&&String(zt(e,o.options))===String(t)),Bn=0;async function ds({line:e,...t}){let[o,n,r]=[++Bn,te.state.peek(),ae(t)],s=at(r,te.place.peek());if(e&&await te.restore(s?te.place.peek():r,e)||s&&n&&(!t.position||t.position===n.position&&t.forbid===n.forbid)&&(t.position||t.view!=="explore"))return;let a=Oe.value.find(v=>v.game===t.game),i=t.position||!vs(a,t)?t:await D(r,"random",{replies:0}).catch(()=>t);if(o!==Bn)return;let p=await te.open(s?te.place.peek():r,i,!0);if(!p)return;let l=zt(a,p.options);String(l)!==String(t.set)&&ue(()=>{te.place.value={game:t.game,set:l},H.value={...H.value,set:l}}),st(te.line.value,!0)}function ms(){Q(()=>{let t=Lt.value;t.game&&fs.value&&Me(()=>ds(t))});let e=H.value.game&&Oe.value?.find(t=>t.game===H.value.game);return document.title=e?`${L(e,e.title)} · ${u(H.value.view)} · retro`:"retro",c`
        <a class="skip" href="#main" onClick=${hs}>${u("skip")}</a>
        <${$s} game=${e} />
        ${fo.value&&c`<p class="wrong wide" role="alert">${u("no server")} <button onClick=${vo}>${u("look again")}</button></p>`}
        ${Oe.value&&!H.value.game&&c`<${xn} games=${Oe.value} malformed=${H.value.malformed} />`}
        ${Oe.value&&H.value.game&&!e&&c`<main id="main" class="wide"><p class="wrong">${u("no game",{game:H.value.game})}</p></main>`}
        ${e&&c`<${gs} game=${e} />`}
        <${At} />
    `}function hs(e){e.preventDefault(),document.querySelector("main button, main a, main [tabindex='0']")?.focus()}function $s({game:e}){return c`<header class="top">
        <a class="logo" href="#/"><img src="page/icon.svg" alt="" width="26" height="26" />retro</a>
        ${e&&c`<${_s} game=${e} />`}
        <span class="fill"></span>
        <label class="language">
            <span class="hidden">${u("language")}</span>
            <select value=${De.value} onChange=${t=>Pt.value=t.target.value}>
                ${Object.entries(Xe).map(([t,o])=>c`<option value=${t} lang=${t}>${o["this language"]}</option>`)}
            </select>
        </label>
        <button aria-label=${u(Ge.value==="dark"?"light":"dark")} title=${u(Ge.value==="dark"?"light":"dark")} onClick=${Dn}>
            ${Ge.value==="dark"?"☀":"☾"}
        </button>
    </header>`}function _s({game:e}){let t=se(ae(H.value)),o=e.solved.map(n=>[se(xe(e,n)),Fe(e,n)]);return o.some(([n])=>n===t)||o.push([t,H.value.set.join(" · ")||u("the whole game")]),c`<h1>${L(e,e.title)}</h1>
        ${o.length>1&&c`<label class="variant">
                <span class="hidden">${u("variant")}</span>
                <select value=${t} onChange=${n=>location.hash=n.target.value}>
                    ${o.map(([n,r])=>c`<option value=${n}>${r}</option>`)}
                </select>
            </label>`}`}function gs({game:e}){let{view:t}=H.value,o=te.state.value,n=at(ae(H.value),te.place.value),r=te.problem.value,s=l=>c`<a
        href=${se({...H.value,...n&&o,view:l})}
        aria-current=${l===t?"page":void 0}
    >
        ${u(l)}
    </a>`,a=ps[t],i=()=>vo().then(()=>me({...H.value},!0)),p=r&&!n;return c`
        <nav class="tabs" aria-label=${u("views")}>${eo.map(s)}</nav>
        <${bs} game=${e} />
        <main id="main" class="view ${t}">
            ${r?.status===409?c`<${Hn} game=${e} problem=${r} again=${i} />`:p?c`<section class="wide"><p class="wrong" role="alert">${r.message||u("no server")}</p><button onClick=${()=>me(H.value.position?ae(H.value):{game:e.game})}>${u("the start")}</button></section>`:n&&te.place.value&&c`<${a} desk=${te} game=${e} />`}
        </main>
    `}function bs({game:e}){let t=te.answer.value?.game===e.game?te.answer.value.options:null;if(!t||!e.options.length)return null;let n=Object.entries(t).map(r=>r.join("=")).filter(r=>L(e,r)!==r);return c`<details class="rules">
        <summary>${u("rules")}: ${Object.entries(t).map(([r,s])=>`${L(e,r)} ${L(e,String(s))}`).join(" · ")}</summary>
        <dl>
            ${e.options.map(r=>c`<div><dt>${L(e,r.name)} ${L(e,String(t[r.name]))}</dt><dd>${L(e,r.help)}</dd></div>`)}
        </dl>
        ${n.map(r=>c`<p>${L(e,r)}</p>`)}
    </details>`}vo();Ao(c`<${ms} />`,document.getElementById("page"));
