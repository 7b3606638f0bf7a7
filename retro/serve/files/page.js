// node_modules/preact/dist/preact.module.js
var n, l, u, t, i, r, o, e, f, c, a, s, h, p, v, y, d = {}, w = [], _ = /acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i, g = Array.isArray;
function m(n4, l4) {
  for (var u4 in l4) n4[u4] = l4[u4];
  return n4;
}
function b(n4) {
  n4 && n4.parentNode && n4.parentNode.removeChild(n4);
}
function k(l4, u4, t6) {
  var i4, r4, o4, e4 = {};
  for (o4 in u4) o4 == "key" ? i4 = u4[o4] : o4 == "ref" ? r4 = u4[o4] : e4[o4] = u4[o4];
  if (arguments.length > 2 && (e4.children = arguments.length > 3 ? n.call(arguments, 2) : t6), typeof l4 == "function" && l4.defaultProps != null) for (o4 in l4.defaultProps) e4[o4] === void 0 && (e4[o4] = l4.defaultProps[o4]);
  return x(l4, e4, i4, r4, null);
}
function x(n4, t6, i4, r4, o4) {
  var e4 = { type: n4, props: t6, key: i4, ref: r4, __k: null, __: null, __b: 0, __e: null, __c: null, constructor: void 0, __v: o4 ?? ++u, __i: -1, __u: 0 };
  return o4 == null && l.vnode != null && l.vnode(e4), e4;
}
function S(n4) {
  return n4.children;
}
function C(n4, l4) {
  this.props = n4, this.context = l4;
}
function $(n4, l4) {
  if (l4 == null) return n4.__ ? $(n4.__, n4.__i + 1) : null;
  for (var u4; l4 < n4.__k.length; l4++) if ((u4 = n4.__k[l4]) != null && u4.__e != null) return u4.__e;
  return typeof n4.type == "function" ? $(n4) : null;
}
function I(n4) {
  if (n4.__P && n4.__d) {
    var u4 = n4.__v, t6 = u4.__e, i4 = [], r4 = [], o4 = m({}, u4);
    o4.__v = u4.__v + 1, l.vnode && l.vnode(o4), q(n4.__P, o4, u4, n4.__n, n4.__P.namespaceURI, 32 & u4.__u ? [t6] : null, i4, t6 ?? $(u4), !!(32 & u4.__u), r4), o4.__v = u4.__v, o4.__.__k[o4.__i] = o4, D(i4, o4, r4), u4.__e = u4.__ = null, o4.__e != t6 && P(o4);
  }
}
function P(n4) {
  if ((n4 = n4.__) != null && n4.__c != null) return n4.__e = n4.__c.base = null, n4.__k.some(function(l4) {
    if (l4 != null && l4.__e != null) return n4.__e = n4.__c.base = l4.__e;
  }), P(n4);
}
function A(n4) {
  (!n4.__d && (n4.__d = !0) && i.push(n4) && !H.__r++ || r != l.debounceRendering) && ((r = l.debounceRendering) || o)(H);
}
function H() {
  try {
    for (var n4, l4 = 1; i.length; ) i.length > l4 && i.sort(e), n4 = i.shift(), l4 = i.length, I(n4);
  } finally {
    i.length = H.__r = 0;
  }
}
function L(n4, l4, u4, t6, i4, r4, o4, e4, f4, c4, a4) {
  var s4, h5, p5, v4, y4, _5, g4 = t6 && t6.__k || w, m5 = l4.length;
  for (f4 = T(u4, l4, g4, f4, m5), s4 = 0; s4 < m5; s4++) (p5 = u4.__k[s4]) != null && (h5 = p5.__i != -1 && g4[p5.__i] || d, p5.__i = s4, _5 = q(n4, p5, h5, i4, r4, o4, e4, f4, c4, a4), v4 = p5.__e, p5.ref && h5.ref != p5.ref && (h5.ref && J(h5.ref, null, p5), a4.push(p5.ref, p5.__c || v4, p5)), y4 == null && v4 != null && (y4 = v4), 4 & p5.__u ? (f4 = j(p5, f4, n4), h5.__e && (h5.__e = null)) : typeof p5.type == "function" && _5 !== void 0 ? f4 = _5 : v4 && (f4 = v4.nextSibling), p5.__u &= -7);
  return u4.__e = y4, f4;
}
function T(n4, l4, u4, t6, i4) {
  var r4, o4, e4, f4, c4, a4 = u4.length, s4 = a4, h5 = 0;
  for (n4.__k = new Array(i4), r4 = 0; r4 < i4; r4++) (o4 = l4[r4]) != null && typeof o4 != "boolean" && typeof o4 != "function" ? (typeof o4 == "string" || typeof o4 == "number" || typeof o4 == "bigint" || o4.constructor == String ? o4 = n4.__k[r4] = x(null, o4, null, null, null) : g(o4) ? o4 = n4.__k[r4] = x(S, { children: o4 }, null, null, null) : o4.constructor === void 0 && o4.__b > 0 ? o4 = n4.__k[r4] = x(o4.type, o4.props, o4.key, o4.ref ? o4.ref : null, o4.__v) : n4.__k[r4] = o4, f4 = r4 + h5, o4.__ = n4, o4.__b = n4.__b + 1, e4 = null, (c4 = o4.__i = O(o4, u4, f4, s4)) != -1 && (s4--, (e4 = u4[c4]) && (e4.__u |= 2)), e4 == null || e4.__v == null ? (c4 == -1 && (i4 > a4 ? h5-- : i4 < a4 && h5++), typeof o4.type != "function" && (o4.__u |= 4)) : c4 != f4 && (c4 == f4 - 1 ? h5-- : c4 == f4 + 1 ? h5++ : (c4 > f4 ? h5-- : h5++, o4.__u |= 4))) : n4.__k[r4] = null;
  if (s4) for (r4 = 0; r4 < a4; r4++) (e4 = u4[r4]) != null && (2 & e4.__u) == 0 && (e4.__e == t6 && (t6 = $(e4)), K(e4, e4));
  return t6;
}
function j(n4, l4, u4) {
  var t6, i4;
  if (typeof n4.type == "function") {
    for (t6 = n4.__k, i4 = 0; t6 && i4 < t6.length; i4++) t6[i4] && (t6[i4].__ = n4, l4 = j(t6[i4], l4, u4));
    return l4;
  }
  n4.__e != l4 && (l4 && n4.type && !l4.parentNode && (l4 = $(n4)), l4 = u4.insertBefore(n4.__e, l4 || null));
  do
    l4 = l4 && l4.nextSibling;
  while (l4 != null && l4.nodeType == 8);
  return l4;
}
function O(n4, l4, u4, t6) {
  var i4, r4, o4, e4 = n4.key, f4 = n4.type, c4 = l4[u4], a4 = c4 != null && (2 & c4.__u) == 0;
  if (c4 === null && e4 == null || a4 && e4 == c4.key && f4 == c4.type) return u4;
  if (t6 > (a4 ? 1 : 0)) {
    for (i4 = u4 - 1, r4 = u4 + 1; i4 >= 0 || r4 < l4.length; ) if ((c4 = l4[o4 = i4 >= 0 ? i4-- : r4++]) != null && (2 & c4.__u) == 0 && e4 == c4.key && f4 == c4.type) return o4;
  }
  return -1;
}
function z(n4, l4, u4) {
  l4[0] == "-" ? n4.setProperty(l4, u4 ?? "") : n4[l4] = u4 == null ? "" : typeof u4 != "number" || _.test(l4) ? u4 : u4 + "px";
}
function N(n4, l4, u4, t6, i4) {
  var r4, o4;
  n: if (l4 == "style") if (typeof u4 == "string") n4.style.cssText = u4;
  else {
    if (typeof t6 == "string" && (n4.style.cssText = t6 = ""), t6) for (l4 in t6) u4 && l4 in u4 || z(n4.style, l4, "");
    if (u4) for (l4 in u4) t6 && u4[l4] == t6[l4] || z(n4.style, l4, u4[l4]);
  }
  else if (l4[0] == "o" && l4[1] == "n") r4 = l4 != (l4 = l4.replace(s, "$1")), o4 = l4.toLowerCase(), l4 = o4 in n4 || l4 == "onFocusOut" || l4 == "onFocusIn" ? o4.slice(2) : l4.slice(2), n4.l || (n4.l = {}), n4.l[l4 + r4] = u4, u4 ? t6 ? u4[a] = t6[a] : (u4[a] = h, n4.addEventListener(l4, r4 ? v : p, r4)) : n4.removeEventListener(l4, r4 ? v : p, r4);
  else {
    if (i4 == "http://www.w3.org/2000/svg") l4 = l4.replace(/xlink(H|:h)/, "h").replace(/sName$/, "s");
    else if (l4 != "width" && l4 != "height" && l4 != "href" && l4 != "list" && l4 != "form" && l4 != "tabIndex" && l4 != "download" && l4 != "rowSpan" && l4 != "colSpan" && l4 != "role" && l4 != "popover" && l4 in n4) try {
      n4[l4] = u4 ?? "";
      break n;
    } catch {
    }
    typeof u4 == "function" || (u4 == null || u4 === !1 && l4[4] != "-" ? n4.removeAttribute(l4) : n4.setAttribute(l4, l4 == "popover" && u4 == 1 ? "" : u4));
  }
}
function V(n4) {
  return function(u4) {
    if (this.l) {
      var t6 = this.l[u4.type + n4];
      if (u4[c] == null) u4[c] = h++;
      else if (u4[c] < t6[a]) return;
      return t6(l.event ? l.event(u4) : u4);
    }
  };
}
function q(n4, u4, t6, i4, r4, o4, e4, f4, c4, a4) {
  var s4, h5, p5, v4, y4, d4, _5, k4, x4, M2, I2, P2, A4, H2, T5, j4, F2 = u4.type;
  if (u4.constructor !== void 0) return null;
  128 & t6.__u && (c4 = !!(32 & t6.__u), o4 = [f4 = u4.__e = t6.__e]), (s4 = l.__b) && s4(u4);
  n: if (typeof F2 == "function") {
    h5 = e4.length;
    try {
      if (x4 = u4.props, M2 = F2.prototype && F2.prototype.render, I2 = (s4 = F2.contextType) && i4[s4.__c], P2 = s4 ? I2 ? I2.props.value : s4.__ : i4, t6.__c ? k4 = (p5 = u4.__c = t6.__c).__ = p5.__E : (M2 ? u4.__c = p5 = new F2(x4, P2) : (u4.__c = p5 = new C(x4, P2), p5.constructor = F2, p5.render = Q), I2 && I2.sub(p5), p5.state || (p5.state = {}), p5.__n = i4, v4 = p5.__d = !0, p5.__h = [], p5._sb = []), M2 && p5.__s == null && (p5.__s = p5.state), M2 && F2.getDerivedStateFromProps != null && (p5.__s == p5.state && (p5.__s = m({}, p5.__s)), m(p5.__s, F2.getDerivedStateFromProps(x4, p5.__s))), y4 = p5.props, d4 = p5.state, p5.__v = u4, v4) M2 && F2.getDerivedStateFromProps == null && p5.componentWillMount != null && p5.componentWillMount(), M2 && p5.componentDidMount != null && p5.__h.push(p5.componentDidMount);
      else {
        if (M2 && F2.getDerivedStateFromProps == null && x4 !== y4 && p5.componentWillReceiveProps != null && p5.componentWillReceiveProps(x4, P2), u4.__v == t6.__v || !p5.__e && p5.shouldComponentUpdate != null && p5.shouldComponentUpdate(x4, p5.__s, P2) === !1) {
          u4.__v != t6.__v && (p5.props = x4, p5.state = p5.__s, p5.__d = !1), u4.__e = t6.__e, u4.__k = t6.__k, u4.__k.some(function(n5) {
            n5 && (n5.__ = u4);
          }), w.push.apply(p5.__h, p5._sb), p5._sb = [], p5.__h.length && e4.push(p5), f4 = $(t6);
          break n;
        }
        p5.componentWillUpdate != null && p5.componentWillUpdate(x4, p5.__s, P2), M2 && p5.componentDidUpdate != null && p5.__h.push(function() {
          p5.componentDidUpdate(y4, d4, _5);
        });
      }
      if (p5.context = P2, p5.props = x4, p5.__P = n4, p5.__e = !1, A4 = l.__r, H2 = 0, M2) p5.state = p5.__s, p5.__d = !1, A4 && A4(u4), s4 = p5.render(p5.props, p5.state, p5.context), w.push.apply(p5.__h, p5._sb), p5._sb = [];
      else do
        p5.__d = !1, A4 && A4(u4), s4 = p5.render(p5.props, p5.state, p5.context), p5.state = p5.__s;
      while (p5.__d && ++H2 < 25);
      p5.state = p5.__s, p5.getChildContext != null && (i4 = m(m({}, i4), p5.getChildContext())), M2 && !v4 && p5.getSnapshotBeforeUpdate != null && (_5 = p5.getSnapshotBeforeUpdate(y4, d4)), T5 = s4 != null && s4.type === S && s4.key == null ? E(s4.props.children) : s4, f4 = L(n4, g(T5) ? T5 : [T5], u4, t6, i4, r4, o4, e4, f4, c4, a4), p5.base = u4.__e, u4.__u &= -161, p5.__h.length && e4.push(p5), k4 && (p5.__E = p5.__ = null);
    } catch (n5) {
      if (e4.length = h5, u4.__v = null, c4 || o4 != null) {
        if (n5.then) {
          for (u4.__u |= c4 ? 160 : 128; f4 && f4.nodeType == 8 && f4.nextSibling; ) f4 = f4.nextSibling;
          o4 != null && (o4[o4.indexOf(f4)] = null), u4.__e = f4;
        } else if (o4 != null) for (j4 = o4.length; j4--; ) b(o4[j4]);
      } else u4.__e = t6.__e;
      u4.__k == null && (u4.__k = t6.__k || []), n5.then || B(u4), l.__e(n5, u4, t6);
    }
  } else o4 == null && u4.__v == t6.__v ? (u4.__k = t6.__k, u4.__e = t6.__e) : f4 = u4.__e = G(t6.__e, u4, t6, i4, r4, o4, e4, c4, a4);
  return (s4 = l.diffed) && s4(u4), 128 & u4.__u ? void 0 : f4;
}
function B(n4) {
  n4 && (n4.__c && (n4.__c.__e = !0), n4.__k && n4.__k.some(B));
}
function D(n4, u4, t6) {
  for (var i4 = 0; i4 < t6.length; i4++) J(t6[i4], t6[++i4], t6[++i4]);
  l.__c && l.__c(u4, n4), n4.some(function(u5) {
    try {
      n4 = u5.__h, u5.__h = [], n4.some(function(n5) {
        n5.call(u5);
      });
    } catch (n5) {
      l.__e(n5, u5.__v);
    }
  });
}
function E(n4) {
  return typeof n4 != "object" || n4 == null || n4.__b > 0 ? n4 : g(n4) ? n4.map(E) : n4.constructor !== void 0 ? null : m({}, n4);
}
function G(u4, t6, i4, r4, o4, e4, f4, c4, a4) {
  var s4, h5, p5, v4, y4, w5, _5, m5 = i4.props || d, k4 = t6.props, x4 = t6.type;
  if (x4 == "svg" ? o4 = "http://www.w3.org/2000/svg" : x4 == "math" ? o4 = "http://www.w3.org/1998/Math/MathML" : o4 || (o4 = "http://www.w3.org/1999/xhtml"), e4 != null) {
    for (s4 = 0; s4 < e4.length; s4++) if ((y4 = e4[s4]) && "setAttribute" in y4 == !!x4 && (x4 ? y4.localName == x4 : y4.nodeType == 3)) {
      u4 = y4, e4[s4] = null;
      break;
    }
  }
  if (u4 == null) {
    if (x4 == null) return document.createTextNode(k4);
    u4 = document.createElementNS(o4, x4, k4.is && k4), c4 && (l.__m && l.__m(t6, e4), c4 = !1), e4 = null;
  }
  if (x4 == null) m5 === k4 || c4 && u4.data == k4 || (u4.data = k4);
  else {
    if (e4 = x4 == "textarea" && k4.defaultValue != null ? null : e4 && n.call(u4.childNodes), !c4 && e4 != null) for (m5 = {}, s4 = 0; s4 < u4.attributes.length; s4++) m5[(y4 = u4.attributes[s4]).name] = y4.value;
    for (s4 in m5) y4 = m5[s4], s4 == "dangerouslySetInnerHTML" ? p5 = y4 : s4 == "children" || s4 in k4 || s4 == "value" && "defaultValue" in k4 || s4 == "checked" && "defaultChecked" in k4 || N(u4, s4, null, y4, o4);
    for (s4 in k4) y4 = k4[s4], s4 == "children" ? v4 = y4 : s4 == "dangerouslySetInnerHTML" ? h5 = y4 : s4 == "value" ? w5 = y4 : s4 == "checked" ? _5 = y4 : c4 && typeof y4 != "function" || m5[s4] === y4 || N(u4, s4, y4, m5[s4], o4);
    if (h5) c4 || p5 && (h5.__html == p5.__html || h5.__html == u4.innerHTML) || (u4.innerHTML = h5.__html), t6.__k = [];
    else if (p5 && (u4.innerHTML = ""), L(t6.type == "template" ? u4.content : u4, g(v4) ? v4 : [v4], t6, i4, r4, x4 == "foreignObject" ? "http://www.w3.org/1999/xhtml" : o4, e4, f4, e4 ? e4[0] : i4.__k && $(i4, 0), c4, a4), e4 != null) for (s4 = e4.length; s4--; ) b(e4[s4]);
    c4 && x4 != "textarea" || (s4 = "value", x4 == "progress" && w5 == null ? u4.removeAttribute("value") : w5 != null && (w5 !== u4[s4] || x4 == "progress" && !w5 || x4 == "option" && w5 != m5[s4]) && N(u4, s4, w5, m5[s4], o4), s4 = "checked", _5 != null && _5 != u4[s4] && N(u4, s4, _5, m5[s4], o4));
  }
  return u4;
}
function J(n4, u4, t6) {
  try {
    if (typeof n4 == "function") {
      var i4 = typeof n4.__u == "function";
      i4 && n4.__u(), i4 && u4 == null || (n4.__u = n4(u4));
    } else n4.current = u4;
  } catch (n5) {
    l.__e(n5, t6);
  }
}
function K(n4, u4, t6) {
  var i4, r4;
  if (l.unmount && l.unmount(n4), (i4 = n4.ref) && (i4.current && i4.current != n4.__e || J(i4, null, u4)), (i4 = n4.__c) != null) {
    if (i4.componentWillUnmount) try {
      i4.componentWillUnmount();
    } catch (n5) {
      l.__e(n5, u4);
    }
    i4.base = i4.__P = i4.__n = null;
  }
  if (i4 = n4.__k) for (r4 = 0; r4 < i4.length; r4++) i4[r4] && K(i4[r4], u4, t6 || typeof n4.type != "function");
  t6 || b(n4.__e), n4.__c = n4.__ = n4.__e = void 0;
}
function Q(n4, l4, u4) {
  return this.constructor(n4, u4);
}
function R(u4, t6, i4) {
  var r4, o4, e4, f4;
  t6 == document && (t6 = document.documentElement), l.__ && l.__(u4, t6), o4 = (r4 = typeof i4 == "function") ? null : i4 && i4.__k || t6.__k, e4 = [], f4 = [], q(t6, u4 = (!r4 && i4 || t6).__k = k(S, null, [u4]), o4 || d, d, t6.namespaceURI, !r4 && i4 ? [i4] : o4 ? null : t6.firstChild ? n.call(t6.childNodes) : null, e4, !r4 && i4 ? i4 : o4 ? o4.__e : t6.firstChild, r4, f4), D(e4, u4, f4), u4.props.children = null;
}
n = w.slice, l = { __e: function(n4, l4, u4, t6) {
  for (var i4, r4, o4; l4 = l4.__; ) if ((i4 = l4.__c) && !i4.__) try {
    if ((r4 = i4.constructor) && r4.getDerivedStateFromError != null && (i4.setState(r4.getDerivedStateFromError(n4)), o4 = i4.__d), i4.componentDidCatch != null && (i4.componentDidCatch(n4, t6 || {}), o4 = i4.__d), o4) return i4.__E = i4;
  } catch (l5) {
    n4 = l5;
  }
  throw n4;
} }, u = 0, t = function(n4) {
  return n4 != null && n4.constructor === void 0;
}, C.prototype.setState = function(n4, l4) {
  var u4;
  u4 = this.__s != null && this.__s != this.state ? this.__s : this.__s = m({}, this.state), typeof n4 == "function" && (n4 = n4(m({}, u4), this.props)), n4 && m(u4, n4), n4 != null && this.__v && (l4 && this._sb.push(l4), A(this));
}, C.prototype.forceUpdate = function(n4) {
  this.__v && (this.__e = !0, n4 && this.__h.push(n4), A(this));
}, C.prototype.render = S, i = [], o = typeof Promise == "function" ? Promise.prototype.then.bind(Promise.resolve()) : setTimeout, e = function(n4, l4) {
  return n4.__v.__b - l4.__v.__b;
}, H.__r = 0, f = Math.random().toString(8), c = "__d" + f, a = "__a" + f, s = /(PointerCapture)$|Capture$/i, h = 0, p = V(!1), v = V(!0), y = 0;

// node_modules/preact/hooks/dist/hooks.module.js
var t2, r2, u2, i2, o2 = 0, f2 = [], c2 = l, e2 = c2.__b, a2 = c2.__r, v2 = c2.diffed, l2 = c2.__c, m2 = c2.unmount, p2 = c2.__;
function s2(n4, t6) {
  c2.__h && c2.__h(r2, n4, o2 || t6), o2 = 0;
  var u4 = r2.__H || (r2.__H = { __: [], __h: [] });
  return n4 >= u4.__.length && u4.__.push({}), u4.__[n4];
}
function h2(n4, u4) {
  var i4 = s2(t2++, 3);
  !c2.__s && C2(i4.__H, u4) && (i4.__ = n4, i4.u = u4, r2.__H.__h.push(i4));
}
function _2(n4, u4) {
  var i4 = s2(t2++, 4);
  !c2.__s && C2(i4.__H, u4) && (i4.__ = n4, i4.u = u4, r2.__h.push(i4));
}
function A2(n4) {
  return o2 = 5, T2(function() {
    return { current: n4 };
  }, []);
}
function T2(n4, r4) {
  var u4 = s2(t2++, 7);
  return C2(u4.__H, r4) && (u4.__ = n4(), u4.__H = r4, u4.__h = n4), u4.__;
}
function j2() {
  for (var n4; n4 = f2.shift(); ) {
    var t6 = n4.__H;
    if (n4.__P && t6) try {
      t6.__h.some(z2), t6.__h.some(B2), t6.__h = [];
    } catch (r4) {
      t6.__h = [], c2.__e(r4, n4.__v);
    }
  }
}
c2.__b = function(n4) {
  r2 = null, e2 && e2(n4);
}, c2.__ = function(n4, t6) {
  n4 && t6.__k && t6.__k.__m && (n4.__m = t6.__k.__m), p2 && p2(n4, t6);
}, c2.__r = function(n4) {
  a2 && a2(n4), t2 = 0;
  var i4 = (r2 = n4.__c).__H;
  i4 && (u2 === r2 ? (i4.__h = [], r2.__h = [], i4.__.some(function(n5) {
    n5.__N && (n5.__ = n5.__N), n5.u = n5.__N = void 0;
  })) : (i4.__h.some(z2), i4.__h.some(B2), i4.__h = [], t2 = 0)), u2 = r2;
}, c2.diffed = function(n4) {
  v2 && v2(n4);
  var t6 = n4.__c;
  t6 && t6.__H && (t6.__H.__h.length && (f2.push(t6) !== 1 && i2 === c2.requestAnimationFrame || ((i2 = c2.requestAnimationFrame) || w2)(j2)), t6.__H.__.some(function(n5) {
    n5.u && (n5.__H = n5.u, n5.u = void 0);
  })), u2 = r2 = null;
}, c2.__c = function(n4, t6) {
  t6.some(function(n5) {
    try {
      n5.__h.some(z2), n5.__h = n5.__h.filter(function(n6) {
        return !n6.__ || B2(n6);
      });
    } catch (r4) {
      t6.some(function(n6) {
        n6.__h && (n6.__h = []);
      }), t6 = [], c2.__e(r4, n5.__v);
    }
  }), l2 && l2(n4, t6);
}, c2.unmount = function(n4) {
  m2 && m2(n4);
  var t6, r4 = n4.__c;
  r4 && r4.__H && (r4.__H.__.some(function(n5) {
    try {
      z2(n5);
    } catch (n6) {
      t6 = n6;
    }
  }), r4.__H = void 0, t6 && c2.__e(t6, r4.__v));
};
var k2 = typeof requestAnimationFrame == "function";
function w2(n4) {
  var t6, r4 = function() {
    clearTimeout(u4), k2 && cancelAnimationFrame(t6), setTimeout(n4);
  }, u4 = setTimeout(r4, 35);
  k2 && (t6 = requestAnimationFrame(r4));
}
function z2(n4) {
  var t6 = r2, u4 = n4.__c;
  typeof u4 == "function" && (n4.__c = void 0, u4()), r2 = t6;
}
function B2(n4) {
  var t6 = r2;
  n4.__c = n4.__(), r2 = t6;
}
function C2(n4, t6) {
  return !n4 || n4.length !== t6.length || t6.some(function(t7, r4) {
    return t7 !== n4[r4];
  });
}

// node_modules/@preact/signals-core/dist/signals-core.module.js
var i3 = Symbol.for("preact-signals");
function t3() {
  if (v3 > 1)
    v3--;
  else {
    var i4, t6 = !1;
    for ((function() {
      var i5 = c3;
      for (c3 = void 0; i5 !== void 0; ) {
        var t7 = i5.S;
        if (t7.v === i5.v) for (var r5 = t7.t; r5 !== void 0; r5 = r5.x) r5.i === i5.i && (r5.i = t7.i);
        i5 = i5.o;
      }
    })(); h3 !== void 0; ) {
      var r4 = h3;
      for (h3 = void 0, s3++; r4 !== void 0; ) {
        var n4 = r4.u;
        if (r4.u = void 0, r4.f &= -3, !(8 & r4.f) && w3(r4)) try {
          r4.c();
        } catch (r5) {
          t6 || (i4 = r5, t6 = !0);
        }
        r4 = n4;
      }
    }
    if (s3 = 0, v3--, t6) throw i4;
  }
}
function r3(i4) {
  if (v3 > 0) return i4();
  u3 = ++e3, v3++;
  try {
    return i4();
  } finally {
    t3();
  }
}
var n2, o3 = void 0;
function f3(i4) {
  var t6 = o3, r4 = n2;
  o3 = void 0, n2 = void 0;
  try {
    return i4();
  } finally {
    o3 = t6, n2 = r4;
  }
}
var h3 = void 0, v3 = 0, s3 = 0, e3 = 0, u3 = 0, c3 = void 0, a3 = 0;
function d2(i4) {
  if (o3 !== void 0) {
    var t6 = i4.n;
    if (t6 === void 0 || t6.t !== o3)
      return t6 = { i: 0, S: i4, p: o3.s, n: void 0, t: o3, e: void 0, x: void 0, r: t6 }, o3.s !== void 0 && (o3.s.n = t6), o3.s = t6, i4.n = t6, 32 & o3.f && i4.S(t6), t6;
    if (t6.i === -1)
      return t6.i = 0, t6.n !== void 0 && (t6.n.p = t6.p, t6.p !== void 0 && (t6.p.n = t6.n), t6.p = o3.s, t6.n = void 0, o3.s.n = t6, o3.s = t6), t6;
  }
}
function l3(i4, t6) {
  this.v = i4, this.i = 0, this.n = void 0, this.t = void 0, this.l = 0, this.W = t6?.watched, this.Z = t6?.unwatched, this.name = t6?.name;
}
l3.prototype.brand = i3;
l3.prototype.h = function() {
  return !0;
};
l3.prototype.S = function(i4) {
  var t6 = this, r4 = this.t;
  r4 !== i4 && i4.e === void 0 && (i4.x = r4, this.t = i4, r4 !== void 0 ? r4.e = i4 : f3(function() {
    var i5;
    (i5 = t6.W) == null || i5.call(t6);
  }));
};
l3.prototype.U = function(i4) {
  var t6 = this;
  if (this.t !== void 0) {
    var r4 = i4.e, n4 = i4.x;
    r4 !== void 0 && (r4.x = n4, i4.e = void 0), n4 !== void 0 && (n4.e = r4, i4.x = void 0), i4 === this.t && (this.t = n4, n4 === void 0 && f3(function() {
      var i5;
      (i5 = t6.Z) == null || i5.call(t6);
    }));
  }
};
l3.prototype.subscribe = function(i4) {
  var t6 = this;
  return x2(function() {
    var r4 = t6.value;
    f3(function() {
      return i4(r4);
    });
  }, { name: "sub" });
};
l3.prototype.valueOf = function() {
  return this.value;
};
l3.prototype.toString = function() {
  return this.value + "";
};
l3.prototype.toJSON = function() {
  return this.value;
};
l3.prototype.peek = function() {
  var i4 = this;
  return f3(function() {
    return i4.value;
  });
};
Object.defineProperty(l3.prototype, "value", { get: function() {
  var i4 = d2(this);
  return i4 !== void 0 && (i4.i = this.i), this.v;
}, set: function(i4) {
  if (i4 !== this.v) {
    if (s3 > 100) throw new Error("Cycle detected");
    (function(i5) {
      v3 !== 0 && s3 === 0 && i5.l !== u3 && (i5.l = u3, c3 = { S: i5, v: i5.v, i: i5.i, o: c3 });
    })(this), this.v = i4, this.i++, a3++, v3++;
    try {
      for (var r4 = this.t; r4 !== void 0; r4 = r4.x) r4.t.N();
    } finally {
      t3();
    }
  }
} });
function y2(i4, t6) {
  return new l3(i4, t6);
}
function w3(i4) {
  for (var t6 = i4.s; t6 !== void 0; t6 = t6.n) if (t6.S.i !== t6.i || !t6.S.h() || t6.S.i !== t6.i) return !0;
  return !1;
}
function b2(i4) {
  for (var t6 = i4.s; t6 !== void 0; t6 = t6.n) {
    var r4 = t6.S.n;
    if (r4 !== void 0 && (t6.r = r4), t6.S.n = t6, t6.i = -1, t6.n === void 0) {
      i4.s = t6;
      break;
    }
  }
}
function _3(i4) {
  for (var t6 = i4.s, r4 = void 0; t6 !== void 0; ) {
    var n4 = t6.p;
    t6.i === -1 ? (t6.S.U(t6), n4 !== void 0 && (n4.n = t6.n), t6.n !== void 0 && (t6.n.p = n4)) : r4 = t6, t6.S.n = t6.r, t6.r !== void 0 && (t6.r = void 0), t6 = n4;
  }
  i4.s = r4;
}
function j3(i4, t6) {
  l3.call(this, void 0, t6), this.x = i4, this.s = void 0, this.g = a3 - 1, this.f = 4;
}
j3.prototype = new l3();
j3.prototype.h = function() {
  if (this.f &= -3, 1 & this.f) return !1;
  if ((36 & this.f) == 32 || (this.f &= -5, this.g === a3)) return !0;
  if (this.g = a3, this.f |= 1, this.i > 0 && !w3(this))
    return this.f &= -2, !0;
  var i4 = o3;
  try {
    b2(this), o3 = this;
    var t6 = this.x();
    (16 & this.f || this.v !== t6 || this.i === 0) && (this.v = t6, this.f &= -17, this.i++);
  } catch (i5) {
    this.v = i5, this.f |= 16, this.i++;
  }
  return o3 = i4, _3(this), this.f &= -2, !0;
};
j3.prototype.S = function(i4) {
  if (this.t === void 0) {
    this.f |= 36;
    for (var t6 = this.s; t6 !== void 0; t6 = t6.n) t6.S.S(t6);
  }
  l3.prototype.S.call(this, i4);
};
j3.prototype.U = function(i4) {
  if (this.t !== void 0 && (l3.prototype.U.call(this, i4), this.t === void 0)) {
    this.f &= -33;
    for (var t6 = this.s; t6 !== void 0; t6 = t6.n) t6.S.U(t6);
  }
};
j3.prototype.N = function() {
  if (!(2 & this.f)) {
    this.f |= 6;
    for (var i4 = this.t; i4 !== void 0; i4 = i4.x) i4.t.N();
  }
};
Object.defineProperty(j3.prototype, "value", { get: function() {
  if (1 & this.f) throw new Error("Cycle detected");
  var i4 = d2(this);
  if (this.h(), i4 !== void 0 && (i4.i = this.i), 16 & this.f) throw this.v;
  return this.v;
} });
function O2(i4, t6) {
  return new j3(i4, t6);
}
function p3(i4) {
  var r4 = i4.j;
  if (i4.j = void 0, typeof r4 == "function") {
    v3++;
    var n4 = o3;
    o3 = void 0;
    try {
      r4();
    } catch (t6) {
      throw i4.f &= -2, i4.f |= 8, g2(i4), t6;
    } finally {
      o3 = n4, t3();
    }
  }
}
function g2(i4) {
  for (var t6 = i4.s; t6 !== void 0; t6 = t6.n) t6.S.U(t6);
  i4.x = void 0, i4.s = void 0, p3(i4);
}
function S2(i4) {
  if (o3 !== this) throw new Error("Out-of-order effect");
  _3(this), o3 = i4, this.f &= -2;
  try {
    8 & this.f && g2(this);
  } finally {
    t3();
  }
}
function m3(i4, t6) {
  this.x = i4, this.j = void 0, this.s = void 0, this.u = void 0, this.f = 32, this.name = t6?.name, n2 && n2.push(this);
}
m3.prototype.c = function() {
  var i4 = this.S();
  try {
    if (8 & this.f || this.x === void 0) return;
    var t6 = this.x();
    typeof t6 == "function" && (this.j = t6);
  } finally {
    i4();
  }
};
m3.prototype.S = function() {
  if (1 & this.f) throw new Error("Cycle detected");
  this.f |= 1, this.f &= -9, p3(this), b2(this), v3++;
  var i4 = o3;
  return o3 = this, S2.bind(this, i4);
};
m3.prototype.N = function() {
  2 & this.f || (this.f |= 2, this.u = h3, h3 = this);
};
m3.prototype.d = function() {
  this.f |= 8, 1 & this.f || g2(this);
};
m3.prototype.dispose = function() {
  this.d();
};
function x2(i4, t6) {
  var r4 = new m3(i4, t6);
  try {
    r4.c();
  } catch (i5) {
    throw r4.d(), i5;
  }
  var n4 = r4.d.bind(r4);
  return n4[Symbol.dispose] = n4, n4;
}

// node_modules/@preact/signals/dist/signals.module.js
var h4, d3, p4, m4 = typeof window < "u" && !!window.__PREACT_SIGNALS_DEVTOOLS__, _4 = [], g3 = [];
x2(function() {
  h4 = this.N;
})();
function b3(i4, n4) {
  l[i4] = n4.bind(null, l[i4] || function() {
  });
}
function y3(i4) {
  if (p4) {
    var n4 = p4;
    p4 = void 0, n4();
  }
  p4 = i4 && i4.S();
}
function w4(i4) {
  var n4 = this, r4 = i4.data, t6 = useSignal(r4);
  t6.name = "ReactiveDom", t6.value = r4;
  var e4 = T2(function() {
    for (var i5 = n4, r5 = n4.__v; r5 = r5.__; ) if (r5.__c) {
      r5.__c.__$f |= 4;
      break;
    }
    var o4 = O2(function() {
      var i6 = t6.value.value;
      return i6 === 0 ? 0 : i6 === !0 ? "" : i6 || "";
    }), e5 = O2(function() {
      return !Array.isArray(o4.value) && !t(o4.value);
    }), u5 = x2(function() {
      if (this.N = M, e5.value) {
        var n5 = o4.value;
        i5.__v && i5.__v.__e && i5.__v.__e.nodeType === 3 && (i5.__v.__e.data = n5);
      }
    }), c5 = n4.__$u.d;
    return n4.__$u.d = function() {
      u5(), c5.call(this);
    }, [e5, o4];
  }, []), u4 = e4[0], c4 = e4[1];
  return u4.value ? c4.peek() : c4.value;
}
w4.displayName = "ReactiveTextNode";
Object.defineProperties(l3.prototype, { constructor: { configurable: !0, value: k(S, null).constructor }, type: { configurable: !0, value: w4 }, props: { configurable: !0, get: function() {
  var i4 = this;
  return { data: { get value() {
    return i4.value;
  } } };
} }, __b: { configurable: !0, value: 1 } });
b3("__b", function(i4, n4) {
  if (y3(), d3 = void 0, typeof n4.type == "string") {
    var r4, t6 = n4.props;
    for (var f4 in t6) if (f4 !== "children") {
      var o4 = t6[f4];
      o4 instanceof l3 && (r4 || (n4.__np = r4 = {}), r4[f4] = o4, t6[f4] = o4.peek());
    }
  }
  i4(n4);
});
b3("__r", function(i4, r4) {
  if (i4(r4), r4.type !== S) {
    y3();
    var t6, f4 = r4.__c;
    f4 && (f4.__$f &= -2, (t6 = f4.__$u) === void 0 && (f4.__$u = t6 = (function(i5, n4) {
      var r5;
      return x2(function() {
        r5 = this;
      }, { name: n4 }), r5.c = i5, r5;
    })(/* @__PURE__ */ (function(i5) {
      return function() {
        var n4;
        m4 && ((n4 = this.y) == null || n4.call(this)), i5.__$f |= 1, i5.setState({});
      };
    })(f4), typeof r4.type == "function" ? r4.type.displayName || r4.type.name : ""))), d3 = f4, y3(t6);
  }
});
b3("__e", function(i4, n4, r4, t6) {
  y3(), d3 = void 0, i4(n4, r4, t6);
});
b3("diffed", function(i4, n4) {
  y3(), d3 = void 0;
  var r4;
  if (typeof n4.type == "string" && (r4 = n4.__e)) {
    var t6 = n4.__np, f4 = n4.props, o4 = r4.U;
    if (o4) for (var e4 in o4) {
      var u4 = o4[e4];
      u4 === void 0 || t6 && e4 in t6 || (u4.d(), o4[e4] = void 0);
    }
    if (t6) {
      o4 || (o4 = {}, r4.U = o4);
      for (var a4 in t6) {
        var c4 = o4[a4], v4 = t6[a4];
        c4 === void 0 ? (c4 = k3(r4, a4, v4, f4), o4[a4] = c4) : c4.o(v4, f4);
      }
    }
  }
  i4(n4);
});
function k3(i4, n4, r4, t6) {
  var f4 = n4 in i4 && i4.ownerSVGElement === void 0, o4 = y2(r4);
  return { o: function(i5, n5) {
    o4.value = i5, t6 = n5;
  }, d: x2(function() {
    this.N = M;
    var r5 = o4.value.value;
    t6[n4] !== r5 && (t6[n4] = r5, f4 ? i4[n4] = r5 : r5 != null && (r5 !== !1 || n4[4] === "-") ? i4.setAttribute(n4, r5) : i4.removeAttribute(n4));
  }) };
}
b3("unmount", function(i4, n4) {
  if (typeof n4.type == "string") {
    var r4 = n4.__e;
    if (r4) {
      var t6 = r4.U;
      if (t6) {
        r4.U = void 0;
        for (var f4 in t6) {
          var o4 = t6[f4];
          o4 && o4.d();
        }
      }
    }
    var e4 = n4.__np;
    if (e4) {
      var u4 = n4.props;
      for (var a4 in e4) u4[a4] = e4[a4];
    }
    n4.__np = void 0;
  } else {
    var c4 = n4.__c;
    if (c4) {
      c4.__$f |= 8;
      var v4 = c4.__$u;
      v4 && (c4.__$u = void 0, v4.d());
    }
  }
  i4(n4);
});
b3("__h", function(i4, n4, r4, t6) {
  t6 < 3 && (n4.__$f |= 2), i4(n4, r4, t6);
});
C.prototype.shouldComponentUpdate = function(i4, n4) {
  if (this.__R) return !0;
  var r4 = this.__$u, t6 = r4 && r4.s !== void 0;
  for (var f4 in n4) return !0;
  if (this.__f || typeof this.u == "boolean" && this.u === !0) {
    var o4 = 2 & this.__$f;
    if (!(t6 || o4 || 4 & this.__$f) || 1 & this.__$f) return !0;
  } else if (!(t6 || 4 & this.__$f) || 3 & this.__$f) return !0;
  for (var e4 in i4) if (e4 !== "__source" && i4[e4] !== this.props[e4]) return !0;
  for (var u4 in this.props) if (!(u4 in i4)) return !0;
  return !1;
};
function useSignal(i4, n4) {
  return T2(function() {
    return y2(i4, n4);
  }, []);
}
function useComputed(i4, n4) {
  var r4 = A2(i4);
  return r4.current = i4, d3.__$f |= 4, T2(function() {
    return O2(function() {
      return r4.current();
    }, n4);
  }, []);
}
var q2 = typeof requestAnimationFrame > "u" ? setTimeout : function(i4) {
  var n4 = function() {
    clearTimeout(r4), cancelAnimationFrame(t6), i4();
  }, r4 = setTimeout(n4, 35), t6 = requestAnimationFrame(n4);
}, A3 = function(i4) {
  queueMicrotask(function() {
    queueMicrotask(i4);
  });
};
function T4() {
  r3(function() {
    for (var i4; i4 = _4.shift(); ) h4.call(i4);
  });
}
function x3() {
  _4.push(this) === 1 && (l.requestAnimationFrame || q2)(T4);
}
function F() {
  r3(function() {
    for (var i4; i4 = g3.shift(); ) h4.call(i4);
  });
}
function M() {
  g3.push(this) === 1 && (l.requestAnimationFrame || A3)(F);
}
function useSignalEffect(i4, n4) {
  var r4 = A2(i4);
  r4.current = i4;
  var t6 = d3;
  h2(function() {
    return x2(function() {
      if (this.N = x3, !(t6 && 8 & t6.__$f)) return r4.current();
    }, n4);
  }, []);
}

// source/position.js
var MOVER = /\smover=([12])\s*$/, written = ({ position, mover }, turn2) => mover === 2 && !turn2 ? `${position} mover=2` : position, readPosition = (text2) => ({ position: text2.replace(MOVER, ""), mover: text2.match(MOVER)?.[1] === "2" ? 2 : 1 });

// source/address.js
var VIEWS = ["explore", "play", "review", "puzzles", "statistics"];
function decoded(path) {
  try {
    return path.split("/").map(decodeURIComponent);
  } catch {
    return null;
  }
}
function read(hash) {
  let [path, query = ""] = hash.replace(/^#\/?/, "").split("?"), names = decoded(path), [game = "", view = ""] = names ?? [], parameters = new URLSearchParams(query), { position, mover } = readPosition(parameters.get("position") ?? "");
  return {
    malformed: !names,
    game,
    view: VIEWS.includes(view) ? view : "explore",
    set: parameters.getAll("set"),
    position: position || null,
    forbid: parameters.get("forbid"),
    mover: parameters.get("mover") === "2" ? 2 : mover,
    moves: parameters.get("moves") ?? "",
    puzzle: parameters.get("puzzle")
  };
}
function write({ game, view = "explore", set = [], position, forbid, mover = 1, moves, puzzle }) {
  if (!game) return "#/";
  let parameters = new URLSearchParams(set.map((each) => ["set", each]));
  position && parameters.set("position", position), forbid && parameters.set("forbid", forbid), position && mover === 2 && parameters.set("mover", 2), moves && parameters.set("moves", moves), puzzle && view === "puzzles" && parameters.set("puzzle", puzzle);
  let query = parameters.toString();
  return `#/${encodeURIComponent(game)}/${view}${query && `?${query}`}`;
}

// words/en.json
var en_default = {
  "this language": "English",
  language: "Language",
  light: "Light colours",
  dark: "Dark colours",
  skip: "Skip to the board",
  views: "Views",
  variant: "Variant",
  "the whole game": "the whole game",
  "how to play": "How to play",
  "this variant": "These are the rules of the standard game. The board has other settings: {options}.",
  rules: "Rules",
  lead: "Every position of these games is solved: who wins, and in how many moves, is known exactly.",
  api: "For programs: the API of this server",
  "positions.n": "{count} positions",
  "positions.n.one": "{count} position",
  "not solved yet": "not solved yet",
  "no server": "The server does not answer. Is retro serve still running?",
  "no game": "There is no game called {game} here.",
  "look again": "Check again",
  close: "Close",
  cancel: "Cancel",
  copied: "Copied.",
  "not copied": "This browser does not allow the page to copy.",
  "open one": "Open a position",
  copy: "Copy",
  all: "all",
  win: "Win",
  draw: "Draw",
  "draw in plies": "Draw by rule in {n} plies",
  "draw in plies.one": "Draw by rule in 1 ply",
  loss: "Loss",
  "win in": "Wins in {n} moves",
  "win in.one": "Wins in 1 move",
  "loss in": "Loses in {n} moves",
  "loss in.one": "Loses in 1 move",
  "win in plies": "Wins in {n} plies",
  "win in plies.one": "Wins in 1 ply",
  "loss in plies": "Loses in {n} plies",
  "loss in plies.one": "Loses in 1 ply",
  "plies of a move": "2",
  "over.win": "Won",
  "over.loss": "Lost",
  "endless.win": "Wins, as play never ends",
  "endless.loss": "Loses, as play never ends",
  points: "{points} points",
  "points.one": "{points} point",
  ahead: "{side} is {n} points ahead so far.",
  "ahead.one": "{side} is 1 point ahead so far.",
  "side wins in": "{side} wins in {n} moves",
  "side wins in.one": "{side} wins in 1 move",
  "side wins in plies": "{side} wins in {n} plies",
  "side wins in plies.one": "{side} wins in 1 ply",
  "side has": "{side}: {points}",
  "points for first": "for the first player",
  "points for mover": "for the player to move",
  "short.win": "W",
  "short.draw": "D",
  "short.loss": "L",
  plies: "{n} plies",
  "plies.one": "1 ply",
  "player.1": "Blue",
  "player.2": "Amber",
  "to move": " to move",
  "moves again": "moves again",
  wins: " wins",
  "ends in a draw": "The game ended in a draw",
  "goes on for ever": "The game goes on for ever",
  "ended by": "The last move, {move}, ends the game.",
  "cannot move": "{side} cannot move.",
  "no move is left": "No move is left.",
  "glyph.stone": "stone",
  "glyph.block": "piece",
  "glyph.mark": "mark",
  "glyph.hole": "hole",
  "glyph.dot": "dot",
  "glyph.closed": "closed square",
  board: "Board",
  picked: "picked",
  "can be picked": "can be picked",
  "more may follow": "The move can end here or continue.",
  "which move": "Which move?",
  "make it": "Play {move}",
  explore: "Explore",
  play: "Play",
  review: "Review",
  puzzles: "Puzzles",
  statistics: "Statistics",
  values: "Values",
  "show value": "Show the value",
  forbidden: "forbidden",
  "is forbidden": "{move} is forbidden: {why}.",
  "the rules forbid it after the last move": "the rules forbid it after the last move",
  "forbidding costs": "If it were allowed: {value}.",
  "forbidding costs nothing": "The value would be the same if it were allowed.",
  "from start": "At least {n} plies from the start",
  "from start.one": "1 ply from the start",
  "moves, best first": "{n} moves, best first",
  "moves, best first.one": "1 move",
  moves: "{n} moves",
  "moves.one": "1 move",
  "all moves": "All {n} moves",
  holding: "{keeping} of {all} replies hold",
  "replies that hold": "Number of the opponent's replies that keep the result",
  "best line": "Best play",
  "best move": "Best move",
  "no end": "A draw: neither side can force a win.",
  "copy line": "Copy line",
  download: "Download",
  "line of play": "Moves played",
  "to the beginning": "To the beginning",
  undo: "Back",
  redo: "Forward",
  "to the end": "To the end",
  flip: "Rotate the board",
  keys: "Keys",
  "keys.step": "step through the moves played",
  "keys.ends": "to the beginning, to the end",
  "keys.best": "play the best move",
  "keys.values": "show or hide values",
  "keys.board": "to the board, to buttons and lists",
  "keys.squares": "on the board: from square to square",
  "keys.enter": "pick a square, end the move",
  "keys.escape": "cancel the move, then leave the board",
  "another position": "Another position",
  "the start": "Start position",
  "set up": "Set up",
  paste: "Paste",
  "random.win": "Random win",
  "random.draw": "Random draw",
  "random.loss": "Random loss",
  share: "This position",
  "copy link": "Copy link",
  "copy position": "Copy position",
  embed: "Embed",
  "embed.why": "Copies HTML with the board, for your own page",
  "csv.why": "Download this table as CSV",
  "copy bibtex": "Copy BibTeX",
  "replies of": "Replies to {move}",
  "download game": "Download the game",
  cite: "Cite",
  "cite.why": "The content identifies all values, whichever version wrote the files; the digest identifies the rules. A sample of the records is verified before a solution is written; retro verify proves all of them.",
  "paste what": "A position, the moves of a game, or a game file of retro play",
  "read it": "Load",
  "another game": "This file is for {game}.",
  "not legal": "Move {number}, {move}, is not legal.",
  "up to there": "The board shows the game up to that point.",
  "malformed address": "This address is incomplete or damaged. Choose a game.",
  variation: "A variation from move {ply}.",
  "back to the game": "Back to the game, move {number}",
  promote: "Make it the main line",
  "remove variation": "Remove it",
  comment: "Comment on this position",
  "as text": "Position as text",
  "use it": "Use this position",
  "play against": "Play against",
  "new game": "New game",
  level: "Level {n}",
  levels: "Level",
  "level.why": "about {mistakes} mistakes in 100 moves; never gives a piece away for nothing.",
  "level.best": "never makes a mistake.",
  "player trap": "Trickster",
  "player trap.why": "plays perfectly; of equally good moves, chooses the one after which you are likely to go wrong",
  "player random": "Random",
  "player random.why": "plays any move, good or bad",
  "play as": "Play as {side}",
  "from here": "From this position",
  "continue game": "Continue your game, {n} moves so far",
  "continue game.one": "Continue your game, 1 move so far",
  "take back": "Take back",
  "review game": "Review the game",
  resign: "Resign",
  resigned: "{side} has resigned.",
  thinking: "The opponent is thinking",
  "your turn": "Your turn.",
  "has played": "{side} played {move}.",
  "you are": "You are",
  against: "against: {player}",
  "looking back": "You are viewing an earlier position.",
  "game over.won": "Game over: you win.",
  "game over.lost": "Game over: you lose.",
  "game over.drawn": "Game over: a draw.",
  "ended.repeated": "Draw: the same position for the third time.",
  "ended.endless": "The same position for the third time: play would never end.",
  "ended.plies": "The maximum number of moves is reached.",
  "nothing to review": "Play a game, make moves on the board, or paste a game, to see its mistakes.",
  "what moves gave away": "Mistakes",
  blunders: "{n} blunders",
  "blunders.one": "1 blunder",
  blunder: "a blunder",
  "column.ply": "#",
  "column.move": "Move",
  "column.made it": "Result",
  "column.kept": "Good moves",
  "column.gave away": "Lost",
  "points of the first": "Results are always the points of {side}.",
  "points of the mover": "Results are the points that the player who moves still gains.",
  "kept.why": "Number of legal moves that keep the outcome or the points",
  "points lost": "{n} points",
  "points lost.one": "1 point",
  "plies lost": "{n} plies",
  "plies lost.one": "1 ply",
  "moves lost": "{n} moves",
  "moves lost.one": "1 move",
  "lost win": "the win",
  "lost draw": "the draw",
  better: "{move} was better",
  "refuted by": "refuted by {move}",
  graph: "Value for {side} after each move",
  composing: "Looking for a puzzle",
  "composing first": "The puzzles of this game are being composed. The first ones come in about a minute.",
  "composing more": "More puzzles are being composed.",
  "stipulation.win": "{side} to play and win in {n}.",
  "stipulation.draw": "Hold the draw for {n} moves: only one move draws each time.",
  "stipulation.draw.one": "Only one move draws. Find it.",
  "stipulation.points": "Lose no points for {n} moves ({value}): only one move keeps them each time.",
  "stipulation.points.one": "Only one move keeps the points ({value}). Find it.",
  refuted: "{move} fails to {reply}: {value}.",
  "that fails": "That fails.",
  slower: "{move} also wins, but takes {n} moves: there is a faster way.",
  solved: "Solved!",
  "right so far": "Right. Go on.",
  "solved at last": "Solved. The puzzle will come back once more.",
  "try again": "Try again",
  "next puzzle": "Next puzzle",
  "today's": "Today's puzzle",
  busy: "The server is busy.",
  "no puzzle": "No puzzle of this kind was found.",
  "no puzzle here": "There is no puzzle at this address.",
  "what puzzles": "Choose puzzles",
  theme: "Theme",
  "theme.win": "wins",
  "theme.draw": "draws to hold",
  grade: "Grade",
  "grade.easy": "Easy",
  "grade.medium": "Medium",
  "grade.hard": "Hard",
  any: "any",
  "theme.quiet": "quiet first move",
  streak: "In a row: {now}, best {best}.",
  hint: "Hint",
  "hint.at": "Look at {point}.",
  "solved with a hint": "Solved, with a hint: it does not count.",
  tally: "{solved} solved, {failed} failed.",
  "today's counted": "Today's puzzle is included; it counts once a day.",
  "to come back": "{n} will come back.",
  solution: "Solution",
  anything: "anything: the game ends at once",
  "anything else": "anything else: the game ends at once",
  tries: "Tries and their refutations",
  try: "{move}? {reply}!",
  "explore it": "Analyse",
  positions: "Positions",
  states: "States",
  "value of start": "Start position",
  longest: "Most plies to the end",
  "won at once": "Immediate wins",
  forbidding: "States with a forbidden move",
  "states by plies": "States by plies to the end.",
  "states by points": "States by points.",
  "logarithms, bars open": "Log scale. Click a bar to open an example.",
  searching: "Searching for a position",
  "as table": "As a table",
  "longest wins": "Longest wins and losses",
  "extreme scores": "Highest and lowest scores",
  "longest.why": "Positions without a forbidden move; click a number to open one.",
  "count longest": "Count (this may take minutes)",
  counting: "Counting",
  part: "Section",
  "how counted": "Counting rules",
  "solved by older rules": "Solved by older rules; solve again:",
  older: "{game} with these options was solved by older rules",
  unsolved: "{game} with these options is not solved yet",
  "unsolved.how": "This command solves it; then check again:",
  "unsolved.small": "A small variant takes seconds:",
  "unsolved.dry": "This command prints the memory, disk and time required:",
  "variants solved": "These variants are solved:"
};

// words/errors_ja.json
var errors_ja_default = {
  "no position of {game}: {why}": "{game} の局面ではありません：{why}",
  "no move of {position}: {why}": "{position} では指せません：{why}",
  "{text} is none of its moves": "{text} という手はありません",
  "{number} is not the key of one": "{number} は局面の番号ではありません",
  "{position} cannot be reached from the start": "{position} は初期局面からは現れません",
  "with these options {game} has no start": "この設定の {game} には初期局面がありません",
  "a position is written as its key, a number from 0 to 2**63 - 1, not {text}": "局面は 0 から 2**63 - 1 までの番号で表します。{text} は番号ではありません",
  "{move} is forbidden in {position}: {why}": "{position} では {move} は禁手です：{why}",
  "{move} is forbidden: {why}": "{move} は禁手です：{why}",
  "{move} ends the game in {position}: no position follows": "{position} では {move} で終局するため、次の局面はありません",
  "ply {n}: {why}": "{n} 手目：{why}",
  "there is a move after the end of the game, ply {n}: {why}": "終局の後（{n} 手目）に手があります：{why}",
  "there is no such position": "条件に合う局面はありません",
  "none of the records drawn is of such a position; try again, or use example, which reads all records": "無作為に選んだ中に条件に合う局面がありませんでした。もう一度お試しください",
  "{position} is no puzzle: it has several good moves, or a solution too short or long": "{position} は問題になりません。良い手がいくつもあるか、解答が短すぎるか長すぎます",
  "{game} has no rules in the language {language}; it has {languages}": "{game} のルールに {language} 版はありません。あるのは {languages} です",
  "too many requests wait already; try again in a moment": "待っている処理が多すぎます。しばらくしてからお試しください",
  "other requests take long; try again in a moment": "ほかの処理に時間がかかっています。しばらくしてからお試しください",
  "the server reads as many bodies as it can; try again in a moment": "サーバーが混み合っています。しばらくしてからお試しください",
  "the server has been ended": "サーバーは終了しました",
  "the server failed; its log has the traceback": "サーバーで障害が起きました。詳細はサーバーのログにあります",
  "the address is too long: at most {n} bytes after the ?": "アドレスが長すぎます（? の後は {n} バイトまで）",
  "the body is too large: at most {n} bytes": "送信したデータが大きすぎます（{n} バイトまで）",
  "moves are at most {n} texts": "手は {n} 個までです",
  "out of memory": "メモリが足りません",
  "out of memory: {why}": "メモリが足りません：{why}",
  "no game {name}; games: {names}": "{name} というゲームはありません。あるのは {names} です",
  "{game} has no option {name}; its options: {names}": "{game} に {name} という設定はありません。あるのは {names} です",
  "this server is not called {host}; use its address, or see --host": "このサーバーの名前は {host} ではありません。数字のアドレスを使うか、--host を参照してください",
  "values of {game} are scores: they have no DTM": "{game} の評価は点数なので、手数はありません",
  "values of {game} are no scores: they have no points": "{game} の評価は点数ではありません"
};

// words/ja.json
var ja_default = {
  "this language": "日本語",
  language: "言語",
  light: "明るい配色",
  dark: "暗い配色",
  skip: "盤面へ",
  views: "表示",
  variant: "種類",
  "the whole game": "標準",
  "how to play": "遊び方",
  "this variant": "以下は標準のルールです。いまの盤は設定が異なります：{options}",
  rules: "ルール",
  lead: "ここにあるゲームは全局面が解析済みです。どちらが何手で勝つかが正確にわかります。",
  api: "プログラム向け：このサーバーの API",
  "positions.n": "{count} 局面",
  "not solved yet": "未解析",
  "no server": "サーバーが応答しません。retro serve は動いていますか。",
  "no game": "{game} というゲームはありません。",
  "look again": "もう一度確認",
  close: "閉じる",
  cancel: "やめる",
  copied: "コピーしました。",
  "not copied": "このブラウザーではコピーできません。",
  "open one": "局面を開く",
  copy: "コピー",
  all: "全体",
  win: "勝ち",
  draw: "引き分け",
  "draw in plies": "{n} 手で引き分け",
  loss: "負け",
  "win in": "{n} 手で勝ち",
  "loss in": "{n} 手で負け",
  "win in plies": "{n} 手で勝ち",
  "loss in plies": "{n} 手で負け",
  "plies of a move": "1",
  "over.win": "勝ち",
  "over.loss": "負け",
  "endless.win": "終局しないため勝ち",
  "endless.loss": "終局しないため負け",
  points: "{points} 点",
  ahead: "ここまで{side}が {n} 点リード",
  "side wins in": "{side}が {n} 手で勝ち",
  "side wins in plies": "{side}が {n} 手で勝ち",
  "side has": "{side}：{points}",
  "points for first": "先手から見て",
  "points for mover": "手番から見て",
  "short.win": "勝",
  "short.draw": "分",
  "short.loss": "負",
  plies: "{n} 手",
  "player.1": "青",
  "player.2": "黄",
  "to move": "の手番",
  "moves again": "続けて手番",
  wins: "の勝ち",
  "ends in a draw": "引き分けで終局",
  "goes on for ever": "終局せず、いつまでも続きます",
  "ended by": "最後の手 {move} で終局です。",
  "cannot move": "{side}は指せる手がありません。",
  "no move is left": "指せる手が残っていません。",
  "glyph.stone": "駒",
  "glyph.block": "駒",
  "glyph.mark": "印",
  "glyph.hole": "穴",
  "glyph.dot": "点",
  "glyph.closed": "置けないマス",
  board: "盤面",
  picked: "選択中",
  "can be picked": "選択できます",
  "which move": "どの手を指しますか。",
  "more may follow": "ここで終えることも、続けることもできます。",
  "make it": "{move} を指す",
  explore: "検討",
  play: "対局",
  review: "振り返り",
  puzzles: "問題",
  statistics: "統計",
  values: "評価",
  "show value": "評価を見る",
  forbidden: "禁手",
  "is forbidden": "{move} は禁手です（{why}）。",
  "the rules forbid it after the last move": "直前の手の後ではルール上指せないため",
  "forbidding costs": "禁手でなければ {value}。",
  "forbidding costs nothing": "禁手でなくても評価は同じです。",
  "from start": "初期局面から最短 {n} 手",
  "moves, best first": "指し手 {n} 通り（良い順）",
  moves: "指し手 {n} 通り",
  "all moves": "{n} 通りすべて表示",
  holding: "正しい応手 {keeping}/{all}",
  "replies that hold": "相手が今の結果を保てる応手の数",
  "best line": "最善手順",
  "best move": "最善手を指す",
  "no end": "引き分け。どちらも勝ちを強制できません。",
  "copy line": "手順をコピー",
  download: "保存",
  "line of play": "ここまでの手",
  "to the beginning": "最初へ",
  undo: "戻る",
  redo: "進む",
  "to the end": "最後へ",
  flip: "盤を反転",
  keys: "キー操作",
  "keys.step": "指し手を一手ずつたどる",
  "keys.ends": "最初へ、最後へ",
  "keys.best": "最善手を指す",
  "keys.values": "評価を表示・非表示",
  "keys.board": "盤面・ボタン・一覧へ移動",
  "keys.squares": "盤上では隣のマスへ移動",
  "keys.enter": "マスを選ぶ・指し手を終える",
  "keys.escape": "選択をやめる・盤面を離れる",
  "another position": "ほかの局面",
  "the start": "初期局面",
  "set up": "局面を作る",
  paste: "貼り付け",
  "random.win": "勝ちの局面",
  "random.draw": "引き分けの局面",
  "random.loss": "負けの局面",
  share: "この局面",
  "copy link": "リンクをコピー",
  "copy position": "局面をコピー",
  embed: "埋め込み",
  "embed.why": "自分のページに貼れる、盤面の HTML をコピーします",
  "csv.why": "この表を CSV で保存",
  "copy bibtex": "BibTeX をコピー",
  "replies of": "{move} への応手",
  "download game": "棋譜を保存",
  cite: "引用",
  "cite.why": "コンテンツのハッシュ値はすべての値を特定し、どの版が書いたファイルでも同じです。ダイジェストはルールを特定します。解析結果は書き込む前に記録の一部を検査しています。retro verify を使うと、すべての記録を証明できます。",
  "paste what": "局面、指し手の列、または retro play の棋譜ファイル",
  "read it": "読み込む",
  "another game": "このファイルは {game} のものです。",
  "not legal": "{number} 手目の {move} は指せない手です。",
  "up to there": "その手前までを盤に表示しています。",
  "malformed address": "このアドレスは不完全か壊れています。ゲームを選んでください。",
  variation: "{ply} 手目からの変化です。",
  "back to the game": "本譜の {number} 手目に戻る",
  promote: "本譜にする",
  "remove variation": "この変化を消す",
  comment: "この局面へのコメント",
  "as text": "局面の文字列",
  "use it": "この局面にする",
  "play against": "対戦相手",
  "new game": "新しい対局",
  level: "レベル{n}",
  levels: "レベル",
  "level.why": "100手におよそ{mistakes}回間違えます。駒をただで捨てることはありません。",
  "level.best": "決して間違えません。",
  "player trap": "策士",
  "player trap.why": "間違えません。同じ価値の手の中から、あなたが間違えやすい手を選びます",
  "player random": "ランダム",
  "player random.why": "良い手も悪い手も無作為に指します",
  "play as": "{side}で対局",
  "from here": "この局面から",
  "continue game": "対局を続ける（{n} 手まで）",
  "take back": "待った",
  "review game": "対局を振り返る",
  resign: "投了",
  resigned: "{side}が投了しました。",
  thinking: "相手が考えています",
  "your turn": "あなたの番です。",
  "has played": "{side}の手：{move}。",
  "you are": "あなたは",
  against: "相手：{player}",
  "looking back": "前の局面を表示しています。",
  "game over.won": "終局。あなたの勝ちです。",
  "game over.lost": "終局。あなたの負けです。",
  "game over.drawn": "終局。引き分けです。",
  "ended.repeated": "引き分け。同じ局面が三回現れました。",
  "ended.endless": "同じ局面が三回現れ、終局しません。",
  "ended.plies": "手数の上限に達しました。",
  "nothing to review": "対局するか、盤上で手を進めるか、棋譜を貼り付けると、悪い手がわかります。",
  "what moves gave away": "ミス",
  blunders: "悪手 {n}",
  blunder: "悪手",
  "column.ply": "手数",
  "column.move": "指し手",
  "column.made it": "結果",
  "column.kept": "良い手",
  "column.gave away": "失ったもの",
  "points of the first": "結果は、どちらの手でも{side}から見た点数です。",
  "points of the mover": "結果は、指した側がこれから得る点数です。",
  "kept.why": "結果（または点数）を保つ手の数",
  "points lost": "{n} 点",
  "plies lost": "{n} 手",
  "moves lost": "{n} 手",
  "lost win": "勝ち",
  "lost draw": "引き分け",
  better: "{move} が最善",
  "refuted by": "{move} でとがめられる",
  graph: "{side}から見た評価の推移",
  composing: "問題を探しています",
  "composing first": "このゲームの問題を作っています。最初の問題は1分ほどで出ます。",
  "composing more": "ほかの問題を作っています。",
  "stipulation.win": "{side}番、{n} 手で勝ってください。",
  "stipulation.draw": "引き分けになる手は毎回一つだけです。{n} 回見つけてください。",
  "stipulation.points": "点を失わない手は毎回一つだけです（{value}）。{n} 回見つけてください。",
  refuted: "{move} は {reply} でとがめられます（{value}）。",
  slower: "{move} でも勝てますが、{n} 手かかります。もっと速い勝ち方があります。",
  "that fails": "失敗です。",
  solved: "正解！",
  "right so far": "正解。続けてください。",
  "solved at last": "正解です。この問題はもう一度出ます。",
  "try again": "やり直す",
  "next puzzle": "次の問題",
  "today's": "今日の問題",
  busy: "サーバーが混み合っています。",
  "no puzzle": "このような問題は見つかりませんでした。",
  "no puzzle here": "このアドレスに問題はありません。",
  "what puzzles": "問題の種類",
  theme: "テーマ",
  "theme.win": "勝ち",
  "theme.draw": "引き分けを守る",
  grade: "難しさ",
  "grade.easy": "やさしい",
  "grade.medium": "ふつう",
  "grade.hard": "難しい",
  any: "すべて",
  "theme.quiet": "静かな初手",
  streak: "連続正解 {now}（最高 {best}）。",
  hint: "ヒント",
  "hint.at": "{point}に注目してください。",
  "solved with a hint": "正解です。ヒントを見たので成績には数えません。",
  tally: "正解 {solved}、失敗 {failed}。",
  "today's counted": "今日の問題は成績に入っています（一日一回）。",
  "to come back": "再出題待ち {n}。",
  solution: "解答",
  anything: "どう応じても次の手で終局",
  "anything else": "その他：次の手で終局",
  tries: "誤った手とそのとがめ方",
  try: "{move}? {reply}!",
  "explore it": "検討する",
  positions: "局面",
  states: "状態",
  "value of start": "初期局面",
  longest: "終局までの最長手数",
  "won at once": "一手で勝つ局面",
  forbidding: "禁手のある状態",
  "states by plies": "終局までの手数ごとの状態数。",
  "states by points": "点数ごとの状態数。",
  "logarithms, bars open": "対数目盛。棒をクリックすると例が開きます。",
  searching: "該当する局面を探しています",
  "as table": "表で見る",
  "longest wins": "最長の勝ちと負け",
  "extreme scores": "最高点と最低点",
  "longest.why": "禁手のない局面だけです。数字をクリックすると局面が開きます。",
  "count longest": "数える（数分かかることがあります）",
  counting: "数えています",
  part: "区分",
  "how counted": "数え方",
  "solved by older rules": "以前のルールで解析されたため、解析し直してください：",
  older: "{game}：この設定は以前のルールで解析されています",
  unsolved: "{game}：この設定はまだ解析されていません",
  "unsolved.how": "次のコマンドで解析してから、もう一度確認してください：",
  "unsolved.small": "小さな盤なら数秒で解けます：",
  "unsolved.dry": "必要なメモリ・ディスク・時間は次のコマンドで表示されます：",
  "variants solved": "解析済みの種類："
};

// source/stored_signal.js
var VISITS = () => localStorage, TAB = () => sessionStorage;
function stored(name, otherwise, storage = VISITS) {
  let begin = otherwise;
  try {
    begin = JSON.parse(storage().getItem(`retro ${name}`)) ?? otherwise;
  } catch {
  }
  let result2 = y2(begin);
  return x2(() => {
    try {
      storage().setItem(`retro ${name}`, JSON.stringify(result2.value));
    } catch {
    }
  }), result2;
}

// source/words.js
var LANGUAGES = { en: en_default, ja: ja_default }, ERRORS = { ja: errors_ja_default }, preferred = () => navigator.languages.map((each) => each.slice(0, 2)).find((each) => each in LANGUAGES) ?? "en", chosen = stored("language", ""), language = O2(() => chosen.value in LANGUAGES ? chosen.value : preferred());
x2(() => {
  document.documentElement.lang = language.value;
});
function t4(name, blanks = {}) {
  let words = LANGUAGES[language.value];
  return (blanks.n === 1 && words[`${name}.one`] || words[name] || en_default[name] || name).replace(/\{(\w+)\}/g, (_5, blank) => blanks[blank] ?? "");
}
var players = y2({}), playerName = (number) => (players.value[language.value] ?? players.value.en)?.[number - 1] ?? t4(`player.${number}`), brief = (number) => number.toLocaleString(language.value, { notation: "compact" }), count = (number) => number.toLocaleString(language.value);
function translated(table, text2, inner = (each) => each) {
  if (table[text2] !== void 0) return table[text2];
  for (let [template, result2] of Object.entries(table)) {
    let names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    if (!names.length) continue;
    let parts = template.split(/(\{\w+\})/).map((part, odd) => odd % 2 ? part === "{n}" ? "([\\d,]+)" : "(.+)" : part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")), found = text2.match(new RegExp(`^${parts.join("")}$`, "s"));
    if (found) return result2.replace(/\{(\w+)\}/g, (_5, name) => inner(found[names.indexOf(name) + 1]));
  }
}
function own(game, text2, inner) {
  let { [language.value]: words, en: english } = game?.words ?? {};
  return translated(words ?? {}, text2, inner) ?? translated(english ?? {}, text2, inner) ?? text2;
}
var shownGame = y2(null);
function explained(text2) {
  return translated(ERRORS[language.value] ?? {}, text2, explained) ?? own(shownGame.value, text2, explained);
}

// source/api.js
var ROOT = "api/v1", MAX_CACHED = 300, BUSY = 503, UNANSWERED = 0, TOO_MANY = 429, cache = /* @__PURE__ */ new Map(), Refused = class extends Error {
  constructor(status, { error, command, older } = { error: "" }) {
    super(explained(error) || t4("no server")), Object.assign(this, { status, command, older });
  }
};
async function fetched(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch {
    throw new Refused(UNANSWERED);
  }
  let body = await response.json().catch(() => ({ error: response.statusText }));
  if (!response.ok) throw new Refused(response.status === TOO_MANY ? BUSY : response.status, body);
  return body;
}
var games = () => fetched(`${ROOT}/games`);
function addressOf(route2, what, parameters = {}) {
  let pairs = [...route2.set.map((each) => ["set", each]), ...Object.entries(parameters)], query = new URLSearchParams(pairs.filter(([, each]) => each != null && each !== ""));
  return `${ROOT}/games/${encodeURIComponent(route2.game)}/${what}?${query}`;
}
function request(route2, what, parameters, cached = !0, signal = void 0) {
  let where2 = addressOf(route2, what, parameters);
  if (!cached) return fetched(where2, { signal });
  if (!cache.has(where2)) {
    cache.size >= MAX_CACHED && cache.delete(cache.keys().next().value);
    let answer2 = fetched(where2, { signal }), forget = () => cache.delete(where2);
    signal?.addEventListener("abort", forget), answer2.then(() => signal?.removeEventListener("abort", forget), forget), cache.set(where2, answer2);
  }
  return cache.get(where2);
}
var post = (route2, what, body, signal = void 0) => fetched(addressOf(route2, what), {
  method: "POST",
  signal,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body)
});

// node_modules/htm/dist/htm.module.js
var n3 = function(t6, s4, r4, e4) {
  var u4;
  s4[0] = 0;
  for (var h5 = 1; h5 < s4.length; h5++) {
    var p5 = s4[h5++], a4 = s4[h5] ? (s4[0] |= p5 ? 1 : 2, r4[s4[h5++]]) : s4[++h5];
    p5 === 3 ? e4[0] = a4 : p5 === 4 ? e4[1] = Object.assign(e4[1] || {}, a4) : p5 === 5 ? (e4[1] = e4[1] || {})[s4[++h5]] = a4 : p5 === 6 ? e4[1][s4[++h5]] += a4 + "" : p5 ? (u4 = t6.apply(a4, n3(t6, a4, r4, ["", null])), e4.push(u4), a4[0] ? s4[0] |= 2 : (s4[h5 - 2] = 0, s4[h5] = u4)) : e4.push(a4);
  }
  return e4;
}, t5 = /* @__PURE__ */ new Map();
function htm_module_default(s4) {
  var r4 = t5.get(this);
  return r4 || (r4 = /* @__PURE__ */ new Map(), t5.set(this, r4)), (r4 = n3(this, r4.get(s4) || (r4.set(s4, r4 = (function(n4) {
    for (var t6, s5, r5 = 1, e4 = "", u4 = "", h5 = [0], p5 = function(n5) {
      r5 === 1 && (n5 || (e4 = e4.replace(/^\s*\n\s*|\s*\n\s*$/g, ""))) ? h5.push(0, n5, e4) : r5 === 3 && (n5 || e4) ? (h5.push(3, n5, e4), r5 = 2) : r5 === 2 && e4 === "..." && n5 ? h5.push(4, n5, 0) : r5 === 2 && e4 && !n5 ? h5.push(5, 0, !0, e4) : r5 >= 5 && ((e4 || !n5 && r5 === 5) && (h5.push(r5, 0, e4, s5), r5 = 6), n5 && (h5.push(r5, n5, 0, s5), r5 = 6)), e4 = "";
    }, a4 = 0; a4 < n4.length; a4++) {
      a4 && (r5 === 1 && p5(), p5(a4));
      for (var l4 = 0; l4 < n4[a4].length; l4++) t6 = n4[a4][l4], r5 === 1 ? t6 === "<" ? (p5(), h5 = [h5], r5 = 3) : e4 += t6 : r5 === 4 ? e4 === "--" && t6 === ">" ? (r5 = 1, e4 = "") : e4 = t6 + e4[0] : u4 ? t6 === u4 ? u4 = "" : e4 += t6 : t6 === '"' || t6 === "'" ? u4 = t6 : t6 === ">" ? (p5(), r5 = 1) : r5 && (t6 === "=" ? (r5 = 5, s5 = e4, e4 = "") : t6 === "/" && (r5 < 5 || n4[a4][l4 + 1] === ">") ? (p5(), r5 === 3 && (h5 = h5[0]), r5 = h5, (h5 = h5[0]).push(2, 0, r5), r5 = 0) : t6 === " " || t6 === "	" || t6 === `
` || t6 === "\r" ? (p5(), r5 = 2) : e4 += t6), r5 === 3 && e4 === "!--" && (r5 = 4, h5 = h5[0]);
    }
    return p5(), h5;
  })(s4)), r4), arguments, [])).length > 1 ? r4 : r4[0];
}

// source/html.js
var html = htm_module_default.bind(k);

// source/copy.js
var SHOWN = 2e3, notice = y2(""), latest = 0;
async function copy(text2) {
  let done;
  try {
    await navigator.clipboard.writeText(text2), done = !0;
  } catch {
    done = selected(text2);
  }
  notice.value = done ? "copied" : "not copied";
  let number = ++latest;
  setTimeout(() => number === latest && (notice.value = ""), SHOWN);
}
function selected(text2) {
  let [before, field] = [document.activeElement, document.createElement("textarea")];
  field.value = text2, (before?.closest("dialog") ?? document.body).append(field), field.select();
  let done = document.execCommand("copy");
  return field.remove(), before?.focus(), done;
}
var Copied = () => html`<p class=${notice.value ? "copied" : "hidden"} role="status">${notice.value && t4(notice.value)}</p>`;

// source/tree.js
var leaf = (state) => ({ ...state, children: [] });
function lineAt(root, path, at = path.length) {
  let states = [root], whole = [];
  for (let here2 = root; here2.children.length; states.push(here2)) {
    let index = path[whole.length] ?? 0;
    whole.push(index), here2 = here2.children[index];
  }
  return { root, path: whole, at: Math.min(at, whole.length), states };
}
var mainLine = (root, at = 1 / 0) => lineAt(root, [], at), chain = (states) => states.reduceRight((after, state) => ({ ...state, children: after ? [after] : [] }), null);
function changed(root, path, change) {
  let nodes = [root];
  for (let index of path) nodes.push(nodes[nodes.length - 1].children[index]);
  return nodes.reduceRight((node, parent, ply) => ply === path.length ? change(parent) : { ...parent, children: parent.children.map((each, index) => index === path[ply] ? node : each) }, null);
}
function departs(path) {
  let ply = path.findIndex((index) => index > 0);
  return ply < 0 ? null : ply + 1;
}
var variation = (path, ply) => path.slice(0, path.findLastIndex((index, before) => index > 0 && before < ply) + 1), without = (root, path) => changed(root, path.slice(0, -1), (node) => ({ ...node, children: node.children.filter((_5, index) => index !== path[path.length - 1]) })), promoted = (root, path) => changed(root, path.slice(0, -1), (node) => {
  let chosen5 = node.children[path[path.length - 1]];
  return { ...node, children: [chosen5, ...node.children.filter((each) => each !== chosen5)] };
}), code = (sign) => `~${sign.charCodeAt(0).toString(16).padStart(4, "0")}`, escaped = (text2) => text2.replace(/[^\S ]|[(){}*~_]/g, code).replaceAll(" ", "_"), unescaped = (text2) => text2.replaceAll("_", " ").replace(/~([0-9a-f]{4})/g, (_5, digits) => String.fromCharCode(parseInt(digits, 16)));
function written2({ root, path, at, states }) {
  let words = [], hidden = departs(path) === null && at === path.length;
  function put(node) {
    node.move && words.push(escaped(node.move)), node.comment && words.push(`{${escaped(node.comment)}}`), node === states[at] && !hidden && words.push("*");
  }
  function after(node) {
    for (let here2 = node; here2.children.length; here2 = here2.children[0]) {
      let [main, ...others] = here2.children;
      put(main);
      for (let other of others)
        words.push("("), put(other), after(other), words.push(")");
    }
  }
  return put(root), after(root), words.join(" ");
}
function read2(text2) {
  let root = { children: [] }, open2 = [], trail = [root], shown2 = null;
  for (let word of text2.split(/\s+/).filter(Boolean)) {
    let last2 = trail[trail.length - 1];
    if (word === "*") shown2 = trail;
    else if (word.startsWith("{")) last2.comment = unescaped(word.slice(1, -1));
    else if (word === "(" && trail.length > 1)
      open2.push(trail), trail = trail.slice(0, -1);
    else if (word === ")" && open2.length) trail = open2.pop();
    else {
      if (word === "(" || word === ")") return null;
      {
        let node = { move: unescaped(word), children: [] };
        last2.children.push(node), trail = [...trail, node];
      }
    }
  }
  let at = (shown2 ?? mainLine(root).states).slice(1).map((node, ply, nodes) => (nodes[ply - 1] ?? root).children.indexOf(node));
  return open2.length ? null : { root, at };
}

// source/value.js
var SIGNS = { win: "▲", draw: "■", loss: "▼" };
function outcome(value, mine2 = !0) {
  if (typeof value == "string") return value;
  let gain = mine2 ? value : -value;
  return gain > 0 ? "win" : gain < 0 ? "loss" : "draw";
}
var mine = (answer2) => answer2.scores !== "first" || answer2.turn !== 2, points = (value) => value > 0 ? `+${value}` : String(value).replace("-", "−"), alternating = y2(!0), inMoves = (plies) => alternating.value ? Math.ceil(plies / Number(t4("plies of a move"))) : plies, endless = y2(!1);
function inWords({ value, dtm }, exact = !1) {
  return typeof value == "number" ? t4("points", { n: Math.abs(value), points: points(value) }) : value === "draw" && dtm ? t4("draw in plies", { n: dtm }) : value === "draw" ? t4("draw") : dtm === 0 ? t4(`over.${value}`) : dtm === void 0 ? t4(value) : dtm === null ? t4(`endless.${value}`) : exact || !alternating.value ? t4(`${value} in plies`, { n: dtm }) : t4(`${value} in`, { n: inMoves(dtm) });
}
function withSide({ value, dtm }, mover, scores) {
  if (typeof value == "number") return t4("side has", { side: playerName(scores === "first" ? 1 : mover), points: inWords({ value }) });
  if (value === "draw") return t4("draw");
  let winner = playerName(value === "win" ? mover : 3 - mover);
  return dtm === null ? `${winner}${t4("wins")}` : t4(alternating.value ? "side wins in" : "side wins in plies", { side: winner, n: inMoves(dtm) });
}
var inShort = ({ value, dtm }, exact = !1) => typeof value == "number" ? points(value) : `${t4(`short.${value}`)}${dtm ? ` ${exact ? dtm : inMoves(dtm)}` : ""}`, Mark = ({ of, mine: counted3 = !0, long = !1, exact = !1 }) => {
  let kind2 = outcome(of.value, counted3);
  return html`<span class="mark ${kind2}" title=${inWords(of, !0)}>
        <span aria-hidden="true">${SIGNS[kind2]}</span> ${long ? inWords(of, exact) : inShort(of, exact)}
    </span>`;
};

// source/desk.js
var flipped = y2(!1);
function flip(desk3) {
  flipped.value = !flipped.value, desk3.again();
}
var sides = (mover) => ({ mover, flip: flipped.value ? 1 : "" }), seen = (mover) => ({ picture: 1, ...sides(mover) }), reached = (answer2, mover, lead = 0) => ({
  position: answer2.position,
  forbid: answer2.forbidden,
  mover: answer2.turn || mover,
  lead
});
function named(moves, text2) {
  let alike = moves.filter((each) => each.move.toLowerCase() === text2.toLowerCase());
  return moves.find((each) => each.move === text2) ?? (alike.length === 1 ? alike[0] : null);
}
function desk(moved = () => {
}) {
  let route2 = y2(null), line = y2(null), answer2 = y2(null), counted3 = y2(null), problem = y2(null), busy = y2(!1), pointed = y2(null), state = O2(() => line.value?.states[line.value.at] ?? null), origin = O2(() => {
    if (!line.value) return null;
    let { position, forbid, mover } = line.value.root;
    return { position, forbid, mover };
  }), branch = O2(() => line.value ? departs(line.value.path) : null), latest3 = 0, heading = null;
  async function latestOf(send) {
    let number = ++latest3;
    busy.value = !0;
    try {
      let result2 = await send();
      return number === latest3 ? result2 : null;
    } catch (error) {
      return number === latest3 && (problem.value = error), null;
    } finally {
      number === latest3 && (busy.value = !1);
    }
  }
  function shown2(result2, next2, quiet, where2 = route2.value) {
    r3(() => {
      pointed.value = problem.value = null, answer2.value = result2, alternating.value = result2.alternating, endless.value = result2.endless, players.value = result2.players, line.value = next2, route2.value = where2;
    }), quiet || moved(next2);
  }
  async function answerOf(where2, state2, before) {
    let { position, forbid } = before && !state2.over ? before : state2, move = before && !state2.over ? state2.move : "", result2 = await request(where2, "position", { position, forbid, move, replies: 0, ...seen(state2.mover) });
    return state2.over ? ended2(where2, result2, state2, state2.move) : result2;
  }
  async function ended2(where2, result2, { position, forbid, mover }, last2) {
    let { scene, picture, last_picture } = await request(where2, "final", { position, forbid, last: last2, ...sides(mover) });
    return { ...result2, final: scene ? { scene, picture, last_picture } : { ...result2, last_picture } };
  }
  async function show2(next2, quiet, where2 = route2.value) {
    heading = next2;
    let result2 = await latestOf(() => answerOf(where2, next2.states[next2.at], next2.states[next2.at - 1]));
    return heading === next2 && (heading = null), result2 && shown2(result2, next2, quiet, where2), result2;
  }
  async function open2(where2, begin, quiet = !1) {
    let planted = begin.moves ? read2(begin.moves) : null, next2, result2 = await latestOf(async () => {
      let first = { position: begin.position, forbid: begin.forbid, mover: begin.mover ?? 1 };
      if (!planted) {
        let answer3 = await answerOf(where2, first);
        return next2 = mainLine(leaf(reached(answer3, first.mover))), answer3;
      }
      let root = await grown(where2, first, planted.root);
      return next2 = lineAt(root, planted.at, planted.at.length), answerOf(where2, next2.states[next2.at], next2.states[next2.at - 1]);
    });
    if (!result2) return result2;
    shown2(result2, next2, quiet, where2);
    let moves = planted && mainLine(planted.root).states, number = mainLine(next2.root).states.length;
    return moves && number < moves.length && (problem.value = new Error(`${t4("not legal", { number, move: moves[number].move })} ${t4("up to there")}`)), result2;
  }
  async function grown(where2, begin, bare) {
    let { states: nodes } = mainLine(bare), states = await played2(where2, begin, nodes.slice(1).map((each) => each.move)), next2 = null;
    for (let ply = states.length - 1; ply >= 0; ply--) {
      let asides = await Promise.all(nodes[ply].children.slice(1).map((each) => grown(where2, states[ply], { children: [each] }))), children = [...next2 ? [next2] : [], ...asides.flatMap((each) => each.children)];
      next2 = { ...states[ply], comment: nodes[ply].comment, children };
    }
    return next2;
  }
  async function played2(where2, { position, forbid, mover, lead = 0 }, moves) {
    let { states } = await post(where2, "replay", { position: position ?? "start", forbid: forbid ?? null, mover, moves });
    return states.map(({ forbidden, ...each }) => ({ ...each, forbid: forbidden, lead: lead + each.lead }));
  }
  async function follow2(moves) {
    for (let text2 of moves) {
      let move = answer2.value.moves.find((each) => each.move === text2);
      if (!move || !await make(move, !0)) return !1;
    }
    return moved(line.value), !0;
  }
  async function after(where2, source, here2, move) {
    if (move.after === null)
      return { result: await ended2(where2, source, here2, move.move), state: { ...here2, over: { value: move.value, dtm: move.dtm }, move: move.move } };
    let mover = move.again ? here2.mover : 3 - here2.mover, lead = here2.lead + (here2.mover === 1 ? move.gained : -move.gained), result2 = await answerOf(where2, { mover, move: move.move }, here2);
    return { result: result2, state: { ...reached(result2, mover, lead), move: move.move } };
  }
  async function replay(where2, begin, texts) {
    let states = await played2(where2, { mover: 1, ...begin }, texts);
    return { states, result: await answerOf(where2, ...states.slice(-2).reverse()) };
  }
  function put(where2, { result: result2, states }) {
    ++latest3, busy.value = !1, shown2(result2, mainLine(chain(states)), !1, where2);
  }
  async function make(move, quiet = !1) {
    let { root, path, states, at } = line.value;
    if (states[at + 1]?.move === move.move) return go2(at + 1, quiet);
    let here2 = path.slice(0, at), known2 = states[at].children.findIndex((each) => each.move === move.move);
    if (known2 >= 0) return goTo([...here2, known2], quiet);
    let made2 = await latestOf(() => after(route2.value, answer2.value, states[at], move));
    if (!made2) return !1;
    let longer = changed(root, here2, (node) => ({ ...node, children: [...node.children, leaf(made2.state)] }));
    return shown2(made2.result, lineAt(longer, [...here2, states[at].children.length], at + 1), quiet), !0;
  }
  let go2 = (at, quiet = !1) => at >= 0 && at < line.value.states.length ? show2({ ...line.value, at }, quiet).then(Boolean) : Promise.resolve(!1);
  function step(plies) {
    let from = heading ?? line.value, at = from.at + plies;
    return at >= 0 && at < from.states.length ? show2({ ...from, at }).then(Boolean) : Promise.resolve(!1);
  }
  let goTo = (path, quiet = !1) => show2(lineAt(line.value.root, path, path.length), quiet).then(Boolean), toGame = (at, quiet = !1) => show2(mainLine(line.value.root, at), quiet).then(Boolean), cut = (at, quiet = !1) => {
    let path = line.value.path.slice(0, at), root = changed(line.value.root, path, (node) => ({ ...node, children: [] }));
    return show2(lineAt(root, path), quiet).then(Boolean);
  };
  function comment(text2) {
    let { root, path, at } = line.value, noted = changed(root, path.slice(0, at), (node) => ({ ...node, comment: text2 || void 0 }));
    line.value = lineAt(noted, path, at), moved(line.value, !0);
  }
  function promote() {
    let { root, path, at } = line.value, first = variation(path, at), next2 = [...first.slice(0, -1), 0, ...path.slice(first.length)];
    line.value = lineAt(promoted(root, first), next2, at), moved(line.value, !0);
  }
  function remove() {
    let { root, path, at } = line.value, first = variation(path, at);
    return show2(lineAt(without(root, first), first.slice(0, -1), first.length - 1)).then(Boolean);
  }
  async function count2() {
    let [here2, shownAnswer] = [state.value, answer2.value];
    if (!shownAnswer || counted3.peek()?.of === shownAnswer) return;
    let parameters = { position: here2.position, forbid: here2.forbid }, result2 = await request(route2.value, "position", parameters).catch(() => null);
    result2 && answer2.value === shownAnswer && (counted3.value = { of: shownAnswer, moves: result2.moves });
  }
  return {
    route: route2,
    line,
    state,
    answer: answer2,
    problem,
    busy,
    pointed,
    branch,
    open: open2,
    replay,
    put,
    follow: follow2,
    make,
    go: go2,
    step,
    goTo,
    toGame,
    cut,
    comment,
    promote,
    remove,
    count: count2,
    restore: (where2, next2) => show2(next2, !0, where2),
    again: () => line.value && show2(line.value, !0),
    begin: O2(() => line.value?.states[0] ?? null),
    replies: O2(() => {
      let moves = counted3.value?.of === answer2.value ? counted3.value?.moves ?? [] : [];
      return new Map(moves.map((move) => [move.move, move.replies]));
    }),
    origin,
    // Where the line begins, and its moves as in an address.
    place: O2(() => line.value ? { ...origin.value, moves: written2(line.value) } : null),
    game: O2(() => line.value ? mainLine(line.value.root).states : []),
    // The ply of the game that is shown; null in a variation.
    gamePly: O2(() => {
      let { at } = line.value ?? { at: null };
      return branch.value !== null && at >= branch.value ? null : at;
    }),
    moves: O2(() => line.value?.states.slice(1).map((each) => each.move) ?? []),
    playable: O2(() => (!state.value || state.value.over ? [] : answer2.value?.moves ?? []).filter((move) => !move.forbidden))
  };
}

// source/bar.js
var HALF = 14, FEW = 4;
function height({ value, dtm }, sign, lead, maxPoints) {
  return typeof value == "number" ? (sign * value + lead) / maxPoints : value === "draw" ? 0 : sign * (value === "win" ? 1 : -1) * (0.3 + 0.7 * 2 ** (-(dtm ?? 1 / 0) / HALF));
}
function Bar({ desk: desk3 }) {
  let [state, answer2] = [desk3.state.value, desk3.answer.value];
  if (!state || !answer2) return null;
  let value = state.over ?? answer2, sign = answer2.scores === "first" || state.mover === 1 ? 1 : -1, points2 = typeof value.value == "number" ? Math.abs(sign * value.value + state.lead) + FEW : 1, blue = (1 + height(value, sign, state.lead, points2)) / 2, inAll = typeof value.value == "number" ? { value: value.value + sign * state.lead } : value, said = withSide(inAll, state.mover, answer2.scores);
  return html`<div class="prospects" role="img" aria-label=${said} title=${said}>
        <span class="blue" style=${{ flexGrow: blue }} /><span class="amber" style=${{ flexGrow: 1 - blue }} />
    </div>`;
}

// source/download.js
function download(name, data, type = "application/json") {
  let link2 = document.createElement("a");
  link2.href = URL.createObjectURL(new Blob([data], { type })), link2.download = name, link2.click(), setTimeout(() => URL.revokeObjectURL(link2.href), 1e3);
}
var downloadRecord = (name, record2) => download(name, `${JSON.stringify(record2, null, 1)}
`), cell = (each) => /[",\n]/.test(each) ? `"${String(each).replaceAll('"', '""')}"` : String(each ?? ""), Csv = ({ name, rows: rows2 }) => {
  let save = () => download(`${name}.csv`, rows2().map((row) => `${row.map(cell).join(",")}
`).join(""), "text/csv");
  return html`<button class="csv" title=${t4("csv.why")} onClick=${save}>CSV</button>`;
};

// source/dialog.js
function Dialog({ title, close, wide, children }) {
  let root = A2();
  return h2(() => {
    let dialog = root.current;
    return dialog.showModal(), () => dialog.close();
  }, []), html`<dialog ref=${root} onClose=${close} aria-label=${title} class=${wide ? "wide" : ""}>
        <div class="top">
            <h2>${title}</h2>
            <button aria-label=${t4("close")} onClick=${() => root.current.close()}>✕</button>
        </div>
        ${children}
    </dialog>`;
}

// source/keys.js
function useKeys(desk3, more = {}) {
  let latest3 = A2();
  latest3.current = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, textarea, select, dialog")) return;
    let line = desk3?.line.peek();
    if (!line || event.defaultPrevented) return;
    let action = {
      ArrowLeft: () => desk3.step(-1),
      ArrowRight: () => desk3.step(1),
      Home: () => desk3.go(0),
      End: () => desk3.go(line.states.length - 1),
      f: () => flip(desk3),
      ...more
    }[event.key];
    action && (event.preventDefault(), action());
  }, h2(() => {
    let pressed = (event) => latest3.current(event);
    return addEventListener("keydown", pressed), () => removeEventListener("keydown", pressed);
  }, []);
}
var LISTED = [
  ["← →", "keys.step"],
  ["Home End", "keys.ends"],
  ["b", "keys.best"],
  ["v", "keys.values"],
  ["f", "flip"],
  ["p", "paste"],
  ["s", "set up"],
  ["Tab", "keys.board"],
  ["← ↑ ↓ →", "keys.squares"],
  ["Enter", "keys.enter"],
  ["Esc", "keys.escape"],
  ["?", "keys"]
], helping = y2(!1), help = () => helping.value = !0;
addEventListener("keydown", (event) => {
  event.key === "?" && !event.target.closest?.("input, textarea, dialog") && help();
});
var Help = () => helping.value && html`<${Dialog} title=${t4("keys")} close=${() => helping.value = !1}>
        <dl class="keys">
            ${LISTED.map(([key, name]) => html`<dt><kbd>${key}</kbd></dt><dd>${t4(name)}</dd>`)}
        </dl>
    <//>`, chosen2 = null;
for (let event of ["keydown", "pointerdown"]) addEventListener(event, () => chosen2 = null, !0);
function useListFocus(name, items) {
  let list = A2();
  return h2(() => {
    let first = chosen2 === name && list.current?.querySelector("button:enabled:not(.opener)");
    first && (chosen2 = null, [null, document.body, document.getElementById("main")].includes(document.activeElement) && first.focus());
  }, [items]), { list, choose: (event) => chosen2 = event.detail ? null : name };
}

// source/bestline.js
function BestLine({ desk: desk3, game }) {
  let line = useSignal(null);
  useSignalEffect(() => {
    let [state, answer3, route2] = [desk3.state.value, desk3.answer.value, desk3.route.value];
    line.value = null, !(!answer3 || !state || state.over || neverEnds(answer3)) && request(route2, "line", { position: state.position, forbid: state.forbid }).then(
      (result2) => desk3.answer.peek()?.position === result2.position && (line.value = result2),
      () => {
      }
    );
  });
  let { list, choose } = useListFocus("best line", line.value?.moves), answer2 = desk3.answer.value;
  if (!answer2 || desk3.state.value?.over || !answer2.moves.length) return null;
  let step = () => desk3.make(desk3.playable.value[0]), steps = line.value?.moves ?? [], moves = steps.map((each) => each.move), upTo = (number) => desk3.follow(moves.slice(0, number));
  return html`<section class="bestline" aria-labelledby="bestline">
        <h2 id="bestline">${t4("best line")}</h2>
        ${steps.length > 0 && html`<ol ref=${list}>
                ${steps.map(
    (each, number) => html`<li key=${number}>
                        <button onClick=${(event) => (choose(event), upTo(number + 1))} title=${inWords(each)}>${each.move}</button>
                    </li>`
  )}
            </ol>`}
        ${(neverEnds(answer2) || line.value?.endless) && html`<p class="note">${t4(endless.value || line.value ? "goes on for ever" : "no end")}</p>`}
        <div class="row">
            <button onClick=${step} disabled=${!desk3.playable.value.length}>${t4("best move")}</button>
            ${steps.length > 0 && html`<button onClick=${() => copy(inText(moves))}>${t4("copy line")}</button>
                    <button onClick=${() => downloadRecord(`${game.game}-line.json`, asRecord(desk3, moves))}>${t4("download")}</button>`}
        </div>
    </section>`;
}
var neverEnds = ({ value, dtm }) => value === "draw" && dtm === null, inText = (moves) => moves.join(moves.some((each) => each.includes(" ")) ? `
` : " ");
function asRecord(desk3, moves, state = desk3.state.value, names = ["perfect", "perfect"]) {
  return {
    format: "retro game 1",
    game: desk3.answer.value.game,
    options: desk3.answer.value.options,
    position: state.position,
    forbidden: state.forbid,
    mover: state.mover,
    lead: state.lead,
    first: names[0],
    second: names[1],
    skill: 5,
    seed: 0,
    moves,
    result: null
  };
}

// source/animation.js
var TIME = { duration: 150, easing: "ease-out" }, still = matchMedia("(prefers-reduced-motion: reduce)"), kind = ({ glyph, player, label: label2 }) => `${glyph} ${player} ${label2}`, way = (from, to) => `translate(${to.x - from.x}px, ${to.y - from.y}px)`, order = (one, other) => one.x - other.x || one.y - other.y;
function standing(scene, at, players2) {
  return scene.pieces.map((piece) => {
    let points2 = piece.at.map((name) => at.get(name)), [x4, y4] = [0, 1].map((axis) => points2.reduce((sum, each) => sum + each[axis], 0) / points2.length);
    return { at: piece.at.join(" "), kind: kind({ ...piece, player: players2[piece.player] }), size: points2.length, x: x4, y: y4 };
  });
}
var missing = (pieces, others) => pieces.filter((each) => !others.some((other) => other.at === each.at && other.kind === each.kind));
function pushed(from, to, pieces, jumps) {
  if (jumps.includes(from.at) && jumps.includes(to.at)) return [];
  let [dx, dy] = [to.x - from.x, to.y - from.y], along = ({ x: x4, y: y4 }) => ((x4 - from.x) * dx + (y4 - from.y) * dy) / (dx * dx + dy * dy), between = (each) => Math.abs((each.x - from.x) * dy - (each.y - from.y) * dx) < 1 && along(each) > 0.01 && along(each) < 0.99;
  return pieces.filter((each) => each.kind === from.kind && between(each)).sort((one, other) => along(one) - along(other));
}
function ways(before, after, jumps) {
  let [left, come] = [missing(before, after), missing(after, before)], pairs = [];
  for (let name of new Set(come.map((each) => each.kind))) {
    let from = left.filter((each) => each.kind === name).sort(order), to = come.filter((each) => each.kind === name).sort(order);
    from.length === to.length && to.forEach((each, number) => {
      let all = [from[number], ...pushed(from[number], each, after, jumps), each];
      all.slice(1).forEach((next2, step) => pairs.push([all[step], next2]));
    });
  }
  return {
    pairs,
    come: come.filter((each) => !pairs.some(([, to]) => to === each)),
    gone: left.filter((each) => !pairs.some(([from]) => from === each))
  };
}
function useAnimation(root, desk3, shown2) {
  let last2 = A2(null);
  _2(() => {
    let [before, line] = [last2.current, desk3.line.value];
    if (last2.current = shown2, !before || !shown2 || !line || still.matches) return;
    let same2 = (state) => state?.position === before.state.position && state.mover === before.state.mover && !state.over == !before.state.over, [forth, back] = [same2(line.states[line.at - 1]), same2(line.states[line.at + 1])];
    if (!forth && !back) return;
    let [source, move] = forth ? [before.answer, shown2.state.move] : [shown2.answer, line.states[line.at + 1].move], jumps = source.moves.find((each) => each.move === move)?.steps.flatMap((each) => each.kind === "arrow" ? each.at : []) ?? [], { pairs, come, gone } = ways(standing(before.scene, before.at, before.players), standing(shown2.scene, shown2.at, shown2.players), jumps), drawn = ({ at }, within = root.current) => within.querySelector(`[data-at="${CSS.escape(at)}"]`);
    for (let [from, to] of pairs) drawn(to)?.animate([{ transform: way(to, from) }, { transform: "none" }], TIME);
    for (let each of come) drawn(each)?.animate([{ opacity: 0 }, { opacity: 1 }], TIME);
    let old = document.createElementNS(root.current.namespaceURI, "g");
    old.innerHTML = before.drawing;
    for (let each of gone) {
      let piece = drawn(each, old);
      if (!piece) continue;
      let [from, to] = pairs.find((pair) => pair[1].at === each.at) ?? [each, each];
      root.current.append(piece), piece.animate([{}, { transform: way(from, to), opacity: 0 }], TIME).onfinish = () => piece.remove();
    }
  }, [shown2?.answer, shown2?.state]);
}

// source/picking.js
function consumed(move, picked) {
  let done = 0;
  for (let step of move.steps) {
    let left = new Set(step.at);
    if (step.kind === "piece") {
      for (; left.delete(picked[done]); ) done++;
      if (left.size && done === picked.length) return { next: [...left], piece: !0 };
      if (left.size) return null;
    } else
      for (let point of step.at) {
        if (done === picked.length) return { next: [point], piece: !1 };
        if (picked[done++] !== point) return null;
      }
  }
  return done === picked.length ? { next: [], piece: !1 } : null;
}
var same = (one, other) => one.length === other.length && one.every((each) => other.includes(each));
function follow(moves, picked) {
  let fits2 = moves.filter((move) => move.steps.length).map((move) => ({ move, ...consumed(move, picked) ?? { next: null } })).filter((each) => each.next), [first] = fits2;
  if (picked.length && first?.piece && fits2.every((each) => each.piece && same(each.next, first.next)))
    return follow(moves, [...picked, ...first.next]);
  let next2 = /* @__PURE__ */ new Map();
  for (let { move, next: points2 } of fits2)
    for (let point of points2) next2.set(point, [...next2.get(point) ?? [], move]);
  let whole = fits2.filter((each) => !each.next.length).map((each) => each.move);
  return { picked, next: next2, whole, piece: fits2.some((each) => each.piece), only: fits2.length === 1 };
}

// source/picture.js
function inside(picture) {
  let [, box, drawing] = picture.match(/viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/s);
  return { box, drawing };
}
function Picture({ of: { picture, drawn, move_picture }, label: label2 }) {
  if (!picture) return html`<pre class="drawn" role="group" aria-label=${label2}>${drawn}</pre>`;
  let { box, drawing } = inside(picture);
  return html`<svg viewBox=${box} role="img" aria-label=${label2}>
        <g dangerouslySetInnerHTML=${{ __html: drawing + (move_picture ?? "") }} />
    </svg>`;
}

// source/board.js
var UNIT = 60, NEAR = 0.55, WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
function placed(scene) {
  let turn2 = flipped.value ? -UNIT : UNIT;
  return new Map(
    Object.entries({ ...scene.points, ...scene.beside }).map(([name, [x4, y4]]) => [name, [x4 * turn2, -y4 * turn2]])
  );
}
function cheapest(names, cost, limit) {
  let best = [...names].sort((one, other) => cost(one) - cost(other))[0];
  return best !== void 0 && cost(best) < limit ? best : null;
}
var nearest = (at, names, [x4, y4]) => cheapest(names, (name) => Math.hypot(at.get(name)[0] - x4, at.get(name)[1] - y4), NEAR * UNIT);
function towards(at, names, from, [dx, dy]) {
  let [x4, y4] = at.get(from);
  return cheapest(names, (name) => {
    let [right, down] = [at.get(name)[0] - x4, at.get(name)[1] - y4], along = right * dx + down * dy;
    return along > 1 ? along + 2.2 * Math.abs(right * dy - down * dx) : 1 / 0;
  }, 1 / 0);
}
function Badge({ at: [x4, y4], of, counted: counted3 }) {
  let kind2 = outcome(of.value, counted3), text2 = inShort(of), wide = Math.max(24, 11 + 8.4 * text2.length + (/[^\x00-\x7f]/.test(text2) ? 6 : 0)) / 2, [cx, cy] = [x4, y4 + 19], shapes = {
    win: html`<rect x=${cx - wide} y=${cy - 9.5} width=${2 * wide} height="19" rx="9.5" />`,
    draw: html`<rect x=${cx - wide} y=${cy - 9.5} width=${2 * wide} height="19" />`,
    loss: html`<path d="M${cx - wide - 4} ${cy}l7 -10h${2 * wide - 6}l7 10l-7 10h${6 - 2 * wide}z" />`
  };
  return html`<g class="badge ${kind2}" aria-hidden="true">
        ${shapes[kind2]}<text x=${cx} y=${cy + 5}>${text2}</text>
    </g>`;
}
var owners = (scene, mover) => !scene.turn && mover === 2 ? [0, 2, 1] : [0, 1, 2], standing2 = (scene, mover) => {
  let names = /* @__PURE__ */ new Map(), players2 = owners(scene, mover);
  for (let piece of scene.pieces) {
    let words = [piece.player ? playerName(players2[piece.player]) : "", t4(`glyph.${piece.glyph}`), piece.label];
    for (let point of piece.at) names.set(point, words.filter(Boolean).join(" "));
  }
  return names;
};
function Board({ desk: desk3, marks = !1, play = null, hint = "" }) {
  let picked = useSignal([]), completed = useSignal([]), focus = useSignal(null), drag = useSignal(null), root = A2(), settle2 = A2(), answer2 = desk3.answer.value, state = desk3.state.value, open2 = useComputed(() => follow(desk3.playable.value, picked.value));
  useSignalEffect(() => {
    desk3.answer.value, desk3.state.value, picked.value = completed.value = [], drag.value = null;
  });
  let board = answer2?.final ?? answer2, { box, drawing } = board?.picture ? inside(board.picture) : {}, at = drawing && placed(answer2.scene);
  if (useAnimation(root, desk3, at && state ? { state, answer: answer2, drawing, at, scene: board.scene, players: owners(board.scene, state.mover) } : null), !answer2 || !state) return html`<div class="board waiting" aria-busy="true"></div>`;
  if (!answer2.picture) return html`<div class="board"><${Picture} of=${answer2} label=${t4("board")} /></div>`;
  let { next: next2, whole, piece } = play ? open2.value : { next: /* @__PURE__ */ new Map(), whole: [], piece: !1 }, chosen5 = play ? open2.value.picked : [], names = [...Object.keys(answer2.scene.points), ...[...next2.keys()].filter((each) => each in answer2.scene.beside)], counted3 = mine(answer2), still2 = play && !chosen5.length ? desk3.playable.value.filter((move) => !move.steps.length) : [], words = standing2(board.scene, state.mover);
  function pick(point) {
    if (completed.value.includes(point))
      return completed.value = completed.value.filter((each) => each !== point), !1;
    let tried = follow(desk3.playable.value, next2.has(point) ? [...chosen5, point] : [point]), fits2 = next2.has(point) || !chosen5.includes(point) && (tried.next.size || tried.whole.length);
    return picked.value = fits2 ? tried.picked : [], completed.value = fits2 ? [...completed.value, ...tried.picked.filter((each) => each !== point && !chosen5.includes(each))] : [], fits2 && tried.only && tried.whole.forEach(act), fits2;
  }
  function act(move) {
    picked.value = completed.value = [], play(move);
  }
  let where2 = (event) => {
    let point = new DOMPoint(event.clientX, event.clientY).matrixTransform(root.current.getScreenCTM().inverse());
    return [point.x, point.y];
  }, under = (event) => nearest(at, names, where2(event));
  function unfocused(event) {
    event.preventDefault(), document.activeElement?.blur();
  }
  function down(event) {
    if (!play || event.button) return;
    let point = under(event);
    point && (focus.value = point, pick(point) && (drag.value = { from: point, to: where2(event), last: point }, root.current.setPointerCapture(event.pointerId)));
  }
  function moved(event) {
    if (!drag.value) return;
    let point = under(event);
    piece && point && point !== drag.value.last && next2.has(point) && pick(point), drag.value = { ...drag.value, to: where2(event), last: point ?? drag.value.last };
  }
  function up(event) {
    if (!drag.value) return;
    let { from } = drag.value, point = under(event);
    drag.value = null, !piece && point && point !== from && next2.has(point) && pick(point);
  }
  function key(event) {
    let here2 = focus.value && names.includes(focus.value) ? focus.value : first, way2 = WAYS[event.key];
    if (!(event.altKey || event.ctrlKey || event.metaKey)) {
      if (way2)
        focus.value = towards(at, names, here2, way2) ?? here2, root.current.querySelector(`[data-spot="${CSS.escape(focus.value)}"]`)?.focus();
      else if (event.key === "Enter" || event.key === " ")
        whole.length === 1 && event.key === "Enter" ? act(whole[0]) : whole.length && event.key === "Enter" ? settle2.current.querySelector("button").focus() : play && pick(here2);
      else if (event.key === "Escape")
        picked.value.length ? picked.value = completed.value = [] : document.activeElement.blur();
      else return;
      event.preventDefault(), event.stopPropagation();
    }
  }
  let first = names.find((each) => next2.has(each)) ?? names[0], entry2 = names.includes(focus.value) ? focus.value : first, pointed = desk3.pointed.value ?? (chosen5.length ? whole[0] ?? null : null);
  function spot(name) {
    let [x4, y4] = at.get(name), best = next2.get(name)?.[0], labels = [name, words.get(name), chosen5.includes(name) && t4("picked"), best && t4("can be picked")];
    return best && marks && labels.push(inWords(best)), html`<g
            key=${name}
            data-spot=${name}
            class="spot ${best ? "option" : ""} ${chosen5.includes(name) ? "chosen" : ""} ${chosen5.length ? "later" : ""} ${name === hint ? "hinted" : ""}"
            role="button"
            tabindex=${name === entry2 ? 0 : -1}
            aria-label=${labels.filter(Boolean).join(", ")}
            aria-disabled=${play ? !best : !0}
            onFocus=${() => focus.value = name}
        >
            <title>${name}</title><circle cx=${x4} cy=${y4} r="26" />
        </g>`;
  }
  let badge = ([name, [best]]) => html`<${Badge} key=${name} at=${at.get(name)} of=${best} counted=${counted3} />`;
  return html`<div class="board">
        <svg
            ref=${root}
            viewBox=${box}
            role="group"
            aria-label=${t4("board")}
            class=${play ? "live" : ""}
            onMouseDown=${unfocused}
            onPointerDown=${down}
            onPointerMove=${moved}
            onPointerUp=${up}
            onPointerCancel=${() => drag.value = null}
            onKeyDown=${key}
        >
            <g dangerouslySetInnerHTML=${{ __html: drawing }} aria-hidden="true" />
            ${board.last_picture && !pointed && html`<g class="last" dangerouslySetInnerHTML=${{ __html: board.last_picture }} aria-hidden="true" />`}
            ${names.map(spot)} ${marks && !pointed && [...next2].map(badge)}
            ${pointed?.picture && html`<g class="shown" dangerouslySetInnerHTML=${{ __html: pointed.picture }} aria-hidden="true" />`}
            ${drag.value && !piece && html`<path class="drag" d="M${at.get(drag.value.from).join(" ")}L${drag.value.to.join(" ")}" />`}
        </svg>
        ${whole.length + still2.length > 0 && html`<div class="settle" ref=${settle2}>
                ${whole.length > 0 && html`<span>${t4(whole.length > 1 ? "which move" : "more may follow")}</span>`}
                ${[...whole, ...still2].map(
    (each, number) => html`<button key=${each.move} class=${number ? "" : "first"} onClick=${() => act(each)}>
                            ${t4("make it", { move: each.move })}
                        </button>`
  )}
                ${whole.length > 0 && html`<button onClick=${() => picked.value = completed.value = []}>${t4("cancel")}</button>`}
            </div>`}
    </div>`;
}

// source/branch.js
function Branch({ desk: desk3 }) {
  if (desk3.gamePly.value !== null || !desk3.line.value) return null;
  let ply = desk3.branch.value, number = Math.min(ply, desk3.game.value.length - 1);
  return html`<p class="row branch" role="status">
        <span>${t4("variation", { ply })}</span>
        <button class="first" onClick=${() => desk3.toGame(number)}>${t4("back to the game", { number })}</button>
        <button onClick=${desk3.promote}>${t4("promote")}</button>
        <button onClick=${desk3.remove}>${t4("remove variation")}</button>
    </p>`;
}

// source/cite.js
var named2 = (options) => Object.entries(options).map((each) => each.join("="));
function entry({ game, title, options, digest, content, date, version, solve }) {
  let plain = (text2) => String(text2).replace(/[#$%&_{}]/g, "\\$&"), fields = {
    title: `{${plain([title, ...named2(options)].join(", "))}: strong solution}`,
    author: `{retro ${plain(version ?? "")}}`,
    ...date && { year: date.slice(0, 4) },
    howpublished: plain(solve),
    note: plain(`content sha256:${content ?? "(not known)"}; digest of the rules ${digest}`)
  }, lines = Object.entries(fields).map(([name, text2]) => `  ${name} = {${text2}},
`);
  return `@misc{${game}-${digest.slice(0, 8)},
${lines.join("")}}`;
}
function Cite({ desk: desk3, game, close }) {
  let citation = useSignal(null);
  h2(() => {
    request(desk3.route.value, "citation").then((result2) => citation.value = result2, close);
  }, []);
  let [about, state, answer2] = [citation.value, desk3.state.value, desk3.answer.value], lines = about && [
    [about.title, ...named2(about.options)].join(", "),
    `position ${state.position}${state.forbid ? `, ${state.forbid} forbidden` : ""}: ${answer2.value}${answer2.dtm === null ? "" : ` in ${answer2.dtm} plies`}`,
    `strong solution by retro ${about.version ?? "(version not known)"}, ${about.date?.slice(0, 10) ?? "date not known"}, digest of the rules ${about.digest}`,
    `content sha256:${about.content ?? "(not known)"}`,
    `reproduced by: ${about.solve}; proved record by record by: ${about.verify}`
  ], bibtex = about && entry(about);
  return html`<${Dialog} title=${t4("cite")} close=${close} wide>
        ${lines && html`<p><b>${own(game, about.title)}</b> · ${inWords(answer2, !0)}</p>
                <pre class="code">${lines.join(`
`)}</pre>
                <p class="note">${t4("cite.why")}</p>
                <div class="row"><button class="first" onClick=${() => copy(lines.join(`
`))}>${t4("copy")}</button></div>
                <h3>BibTeX</h3>
                <pre class="code">${bibtex}</pre>
                <div class="row"><button onClick=${() => copy(bibtex)}>${t4("copy bibtex")}</button></div>
                <${Copied} />`}
    <//>`;
}

// source/controls.js
function Controls({ desk: desk3, children }) {
  let line = desk3.line.value;
  if (!line) return null;
  let last2 = line.states.length - 1, button = (sign, name, to, key) => html`<button
        aria-label=${t4(name)}
        title=${`${t4(name)}${key ? ` (${key})` : ""}`}
        aria-disabled=${to < 0 || to > last2 || to === line.at}
        onClick=${() => desk3.go(to)}
    >
        ${sign}
    </button>`;
  return html`<nav class="controls" aria-label=${t4("line of play")}>
        ${button("«", "to the beginning", 0, "Home")} ${button("‹", "undo", line.at - 1, "←")}
        <span class="ply" aria-live="polite">${line.at} / ${last2}</span>
        ${button("›", "redo", line.at + 1, "→")} ${button("»", "to the end", last2, "End")}
        <button aria-label=${t4("flip")} title=${`${t4("flip")} (f)`} onClick=${() => flip(desk3)}>⇅</button>
        ${children}
    </nav>`;
}

// source/headline.js
var SIDES = { 1: "blue", 2: "amber" }, Side = ({ of }) => html`<span class="side"><span class="disc ${SIDES[of]}" aria-hidden="true"></span>${playerName(of)}</span>`, NEUTRAL = "the rules forbid it after the last move", isForbidden = (game, { forbidden, why_forbidden: why2 }) => t4("is forbidden", { move: forbidden, why: why2 === NEUTRAL ? t4(NEUTRAL) : own(game, why2) });
function Headline({ desk: desk3, game, shown: shown2, reveal: reveal2, ended: ended2 = null }) {
  let [answer2, state] = [desk3.answer.value, desk3.state.value];
  if (!answer2 || !state) return html`<header class="headline"></header>`;
  let stuck = !answer2.moves.some((move) => !move.forbidden);
  if (ended2 || state.over || stuck) {
    let end = ended2 ?? result(state, answer2);
    return html`<header class="headline" role="status">
            <p class="worth over">${end.winner ? html`<${Side} of=${end.winner} />${t4("wins")}` : t4(end.endless ? "goes on for ever" : "ends in a draw")}${end.by ?? ""}</p>
            <p class="note">${end.why}</p>
            ${!ended2 && !state.over && answer2.forbidden && html`<p class="note">${isForbidden(game, answer2)}</p>`}
        </header>`;
  }
  let cost = answer2.forbidden && (answer2.unforbidden.value !== answer2.value || answer2.unforbidden.dtm !== answer2.dtm);
  return html`<header class="headline" role="status">
        <p class="turn"><${Side} of=${state.mover} />${t4("to move")}${answer2.scene?.notes.length ? ` · ${answer2.scene.notes.map((note) => own(game, note)).join(" · ")}` : ""}</p>
        ${shown2 ? html`<p class="worth">
                      <${Mark} of=${answer2} mine=${mine(answer2)} long />
                      ${answer2.scores && html`${" "}<small>${t4(`points for ${answer2.scores}`)}</small>`}
                  </p>` : html`<p class="worth"><button onClick=${reveal2}>${t4("show value")}</button></p>`}
        ${answer2.forbidden && html`<p class="note">
                ${isForbidden(game, answer2)}
                ${shown2 && ` ${cost ? t4("forbidding costs", { value: inWords(answer2.unforbidden) }) : t4("forbidding costs nothing")}`}
            </p>`}
        ${state.lead !== 0 && html`<p class="note">${t4("ahead", { side: playerName(state.lead > 0 ? 1 : 2), n: Math.abs(state.lead) })}</p>`}
        ${shown2 && answer2.from_start !== null && html`<p class="note">${answer2.from_start ? t4("from start", { n: answer2.from_start }) : t4("the start")}</p>`}
    </header>`;
}
function result({ over, move, mover, lead }, answer2) {
  let end = { ...over ?? answer2 };
  typeof end.value == "number" && (end.value += answer2.scores === "first" || mover === 1 ? lead : -lead);
  let kind2 = outcome(end.value, mine(answer2)), stuck = answer2.scores ? t4("no move is left") : t4("cannot move", { side: playerName(mover) });
  return {
    winner: kind2 === "draw" ? null : kind2 === "win" ? mover : 3 - mover,
    by: typeof end.value == "number" && end.value ? ` (${inWords({ value: Math.abs(end.value) })})` : "",
    why: over ? t4("ended by", { move }) : stuck
  };
}

// source/narrow.js
var NARROW = matchMedia("(max-width: 54rem) and (orientation: portrait), (max-width: 40rem)"), SMALL = matchMedia("(max-width: 54rem)");
function showBoard() {
  SMALL.matches && document.getElementById("main").scrollIntoView();
}

// source/replies.js
var Opener = ({ open: open2, move }) => html`<button
    class="opener"
    aria-expanded=${open2.value}
    aria-label=${t4("replies of", { move })}
    title=${t4("replies of", { move })}
    onClick=${() => open2.value = !open2.value}
>
    ${open2.value ? "▾" : "▸"}
</button>`;
function Replies({ desk: desk3, place: place2, moves }) {
  let answer2 = useSignal(null), route2 = desk3.route.value;
  h2(() => {
    let { position, forbid } = place2;
    request(route2, "position", { position, forbid, move: moves[moves.length - 1], replies: 0 }).then((result3) => answer2.value = result3, () => {
    });
  }, []);
  let result2 = answer2.value;
  if (!result2) return html`<p class="note"><span class="dots" aria-hidden="true"></span></p>`;
  let legal = result2.moves.filter((each) => !each.forbidden), kinds = ["win", "draw", "loss"].map((kind2) => [kind2, legal.filter((each) => outcome(each.value, mine(result2)) === kind2).length]);
  return html`<div class="replies">
        <p class="note">
            ${kinds.filter(([, number]) => number).map(([kind2, number]) => html`<${Mark} of=${{ value: kind2 }} />${` ${count(number)} `}`)}
        </p>
        <ol>
            ${legal.map((each) => html`<${Reply} key=${each.move} desk=${desk3} result=${result2} each=${each} moves=${moves} />`)}
        </ol>
    </div>`;
}
function Reply({ desk: desk3, result: result2, each, moves }) {
  let open2 = useSignal(!1), way2 = [...moves, each.move];
  return html`<li>
        <div class="line">
            ${each.after === null ? html`<span class="opener"></span>` : html`<${Opener} open=${open2} move=${each.move} />`}
            <button onClick=${() => desk3.follow(way2)}>
                <span class="text">${each.move}</span><${Mark} of=${each} mine=${mine(result2)} />
            </button>
        </div>
        ${open2.value && html`<${Replies} desk=${desk3} place=${{ position: result2.position, forbid: result2.forbidden }} moves=${way2} />`}
    </li>`;
}

// source/moves.js
var [FEW2, MANY] = [12, 24];
function Moves({ desk: desk3, marks, play }) {
  let answer2 = desk3.answer.value, all = useSignal(!1), { list, choose } = useListFocus("moves", answer2), over = desk3.state.value?.over;
  if (!answer2 || over || !answer2.moves.length) return null;
  let order2 = (one, other) => one.move.localeCompare(other.move, "en", { numeric: !0 }), listed = marks ? answer2.moves : [...answer2.moves].sort(order2), few = NARROW.matches && !all.value && listed.length > MANY ? listed.slice(0, FEW2) : listed, point = (move) => () => desk3.pointed.value = move, replies = desk3.replies.value, holding = ({ holding: holding2, legal }) => html`<span class="note" title=${t4("replies that hold")}>
        ${t4("holding", { keeping: count(holding2), all: count(legal) })}
    </span>`, row = (move) => html`<${Row} key=${`${answer2.position} ${move.move}`} desk=${desk3} move=${move} answer=${answer2} marks=${marks}>
        <button
            disabled=${move.forbidden || !play}
            onClick=${(event) => (choose(event), play(move))}
            onPointerEnter=${point(move)}
            onPointerLeave=${point(null)}
            onFocus=${point(move)}
            onBlur=${point(null)}
        >
            <span class="text">${move.move}</span>
            ${move.forbidden && html`<span class="note">${t4("forbidden")}</span>`}
            ${move.again && html`<span class="note">${t4("moves again")}</span>`}
            ${marks && replies.get(move.move) && holding(replies.get(move.move))}
            ${marks && html`<${Mark} of=${move} mine=${mine(answer2)} />`}
        </button>
    <//>`, rows2 = () => [
    ["move", "value", "dtm", "forbidden", "replies_holding", "replies"],
    ...answer2.moves.map((each) => [each.move, each.value, each.dtm, each.forbidden ? 1 : 0, replies.get(each.move)?.holding, replies.get(each.move)?.legal])
  ];
  return html`<section class="moves" aria-labelledby="moves">
        <h2 id="moves">${t4(marks ? "moves, best first" : "moves", { n: listed.length })}</h2>
        ${marks && html`<${Csv} name=${`${answer2.game}-moves`} rows=${rows2} />`}
        <ol ref=${list}>
            ${few.map(row)}
        </ol>
        ${few.length < listed.length && html`<button onClick=${() => all.value = !0}>${t4("all moves", { n: count(listed.length) })}</button>`}
    </section>`;
}
function Row({ desk: desk3, move, answer: answer2, marks, children }) {
  let open2 = useSignal(!1), more = marks && !move.forbidden && move.after !== null;
  return html`<li class=${move.forbidden ? "forbidden" : ""}>
        <div class="line">${more ? html`<${Opener} open=${open2} move=${move.move} />` : marks && html`<span class="opener"></span>`}${children}</div>
        ${open2.value && more && html`<${Replies} desk=${desk3} place=${{ position: answer2.position, forbid: answer2.forbidden }} moves=${[move.move]} />`}
    </li>`;
}

// source/home.js
var changes = (game, options) => Object.entries(options).filter(([name, value]) => game.options.find((each) => each.name === name)?.default !== value), settings = (game, options) => changes(game, options).map((each) => each.join("=")), where = (game, solved2) => ({ game: game.game, set: settings(game, solved2.options) }), settingsInWords = (game, set) => set.map((each) => each.split("=").map((word) => own(game, word)).join(" ")).join(" · "), named3 = (game, solved2) => settingsInWords(game, settings(game, solved2.options)) || t4("the whole game"), MARKS = 3, Solved = ({ game }) => html`<ul>
    ${game.solved.map(
  (each) => html`<li>
            <a href=${write(where(game, each))}>${named3(game, each)}</a>${" "}
            <small>${t4("positions.n", { n: each.positions, count: count(each.positions) })}</small>
            ${each.start && [each.start, ...each.other_starts].slice(0, MARKS).map((value) => html`<${Mark} of=${{ value: value.value }} />${" "}`)}
        </li>`
)}
</ul>`;
function Older({ game }) {
  let again = game.older.filter((each) => each.command), others = game.older.filter((each) => !each.command);
  return html`
        ${again.length > 0 && html`<p class="note">${t4("solved by older rules")}</p>
            <ul>${again.map((each) => html`<li>${named3(game, each)} <code>${each.command}</code></li>`)}</ul>`}
        ${others.map((each) => html`<p class="note">${named3(game, each)}: ${each.why}</p>`)}
    `;
}
function Home({ games: games3, malformed }) {
  return html`<main class="home" id="main" tabindex="-1">
        ${malformed && html`<p class="wrong" role="alert">${t4("malformed address")}</p>`}
        <p class="lead">${t4("lead")}</p>
        <div class="cards">
            ${games3.map((game) => html`<${Card} key=${game.game} game=${game} />`)}
        </div>
        <p class="note"><a href="api/v1/docs">${t4("api")}</a></p>
    </main>`;
}
function Card({ game }) {
  let shown2 = useSignal(null), main = game.solved.find((each) => each.start) ?? game.solved[0];
  if (h2(() => {
    if (!main) return;
    let [what, seed] = main.start ? ["position"] : ["random", 4];
    request(where(game, main), what, { picture: 1, replies: 0, seed }).then((result2) => shown2.value = result2, () => {
    });
  }, []), game.problem)
    return html`<article class="card"><h2>${game.game}</h2><p class="wrong">${game.problem}</p></article>`;
  let open2 = write(main ? where(game, main) : { game: game.game });
  return html`<article class="card">
        <a class="picture" href=${open2} tabindex="-1" aria-hidden="true">
            ${shown2.value ? html`<${Picture} of=${shown2.value} />` : html`<div class="blank">${own(game, game.title)[0]}</div>`}
        </a>
        <h2><a href=${open2}>${own(game, game.title)}</a></h2>
        ${main && html`<div class="ways">
                ${["play", "explore"].map((view) => html`<a class="button ${view === "play" ? "first" : ""}" href=${write({ ...where(game, main), view })}>${t4(view)}</a>`)}
            </div>`}
        ${game.solved.length ? html`<${Solved} game=${game} />` : html`<p class="note">${t4("not solved yet")}</p>`}
        <${Older} game=${game} />
    </article>`;
}

// source/starts.js
var MOST = 9, solvedAs = (game, set) => game?.solved.find((each) => String(settings(game, each.options)) === String(set));
function starts(game, set) {
  let solved2 = solvedAs(game, set), others = (solved2?.other_starts ?? []).map((_5, number) => `start${number + 2}`);
  return solved2?.start === null ? [] : ["start", ...others].slice(0, MOST);
}
var label = (names, number) => names.length > 1 ? `${t4("the start")} ${number + 1}` : t4("the start"), named4 = (name) => name === "start" ? {} : { position: name };
function Starts({ game, set, open: open2 }) {
  let names = starts(game, set);
  return names.map((name, number) => html`<button key=${name} onClick=${() => open2(named4(name))}>${label(names, number)}</button>`);
}
function StartChoice({ game, set, chosen: chosen5 }) {
  let names = starts(game, set);
  return names.length < 2 ? null : html`<label>
        <span class="hidden">${t4("the start")}</span>
        <select value=${chosen5.value} onChange=${(event) => chosen5.value = event.target.value}>
            ${names.map((name, number) => html`<option key=${name} value=${name}>${label(names, number)}</option>`)}
        </select>
    </label>`;
}

// source/route.js
var here = (line) => ({ ...read(location.hash), line }), arrived = y2(here(history.state?.line ?? null)), route = y2(arrived.value);
function arrive(line) {
  route.value = here(line), arrived.value = route.value;
}
function go(to, replaced = !1) {
  let address = write(to);
  history[replaced || address === location.hash ? "replaceState" : "pushState"](null, "", address), arrive(null);
}
function stand(to) {
  route.value = { ...to, line: null };
}
function record(line, replaced = !1) {
  let { position, forbid, mover } = line.root, address = write({ ...route.peek(), position, forbid, mover, moves: written2(line) });
  history[replaced || address === location.hash ? "replaceState" : "pushState"]({ line }, "", address), route.value = here(null);
}
var variant = ({ game, set }) => ({ game, set }), sameVariant = (one, other) => one?.game === other?.game && String(one?.set) === String(other?.set);
addEventListener("popstate", (event) => arrive(event.state?.line ?? null));

// source/paste.js
var FORMAT = "retro game 1";
function asRecord2(text2) {
  try {
    let result2 = JSON.parse(text2);
    return result2?.format === FORMAT && Array.isArray(result2.moves) ? result2 : null;
  } catch {
    return null;
  }
}
var BETWEEN = [/\n/, /[\s;]+/, /[\s,;]+/], asMoves = (text2) => BETWEEN.map((between) => text2.split(between).map((each) => each.trim().replace(/^\d+\.+\s*|[,;]$/g, ""))).flatMap((moves) => [moves, moves.filter((each) => !/^\d+$/.test(each))]).map((moves) => moves.filter(Boolean)), shape = (text2) => text2.replace(/\p{L}/gu, "a").replace(/\d/g, "0");
function illegal(game, { result: result2, states }, texts) {
  let [number, text2] = [states.length, texts[states.length - 1]], why2 = (states[number - 1].over ? null : named(result2.moves, text2))?.forbidden ? ` ${isForbidden(game, result2)}` : "";
  return t4("not legal", { number, move: text2 }) + why2;
}
function Paste({ desk: desk3, close, game }) {
  let text2 = useSignal(""), wrong2 = useSignal(""), route2 = desk3.route.value;
  function put(where2, texts, replayed) {
    let legal = replayed.states.length - 1, problem = legal < texts.length ? illegal(game, replayed, texts) : "";
    return problem && !legal ? problem : (sameVariant(where2, route2) || stand({ ...where2, view: "review" }), desk3.put(where2, replayed), problem && (desk3.problem.value = new Error(`${problem} ${t4("up to there")}`)), "");
  }
  async function fromRecord(record2) {
    if (record2.game !== game.game) return t4("another game", { game: record2.game });
    let set = Object.entries(record2.options ?? {}).map((each) => each.join("=")), begin = { position: record2.position, forbid: record2.forbidden, mover: record2.mover === 2 ? 2 : 1, lead: record2.lead || 0 }, where2 = { ...route2, set: changed2(game, set) }, moves = record2.moves.map(String);
    return put(where2, moves, await desk3.replay(where2, begin, moves));
  }
  async function fromMoves(pasted) {
    let best = null;
    for (let moves of asMoves(pasted))
      for (let begin of [{}, desk3.begin.value, desk3.state.value]) {
        let replayed = begin && moves.length && await desk3.replay(route2, begin, moves).catch(() => null);
        if (!replayed) continue;
        let legal = replayed.states.length;
        if (legal > moves.length) return put(route2, moves, replayed);
        (legal > 1 || replayed.result.moves.some((each) => shape(each.move) === shape(moves[0]))) && legal > (best?.legal ?? 0) && (best = { legal, moves, replayed });
      }
    return best && put(route2, best.moves, best.replayed);
  }
  async function read3() {
    let pasted = text2.value.trim(), record2 = asRecord2(pasted);
    try {
      if (record2) return await fromRecord(record2);
      let begin = readPosition(pasted), [{ error }] = (await post(route2, "probe", { positions: [begin.position] })).values;
      return error ? await fromMoves(pasted) ?? explained(error) : put(route2, [], await desk3.replay(route2, begin, []));
    } catch (error) {
      return error.message;
    }
  }
  async function submit(event) {
    event.preventDefault(), wrong2.value = await read3(), wrong2.value || close();
  }
  return html`<${Dialog} title=${t4("paste")} close=${close}>
        <form onSubmit=${submit}>
            <label for="pasted">${t4("paste what")}</label>
            <textarea id="pasted" rows="6" autofocus spellcheck="false" onInput=${(event) => text2.value = event.target.value}></textarea>
            ${wrong2.value && html`<p class="wrong" role="alert">${wrong2.value}</p>`}
            <div class="row"><button class="first" disabled=${!text2.value.trim()}>${t4("read it")}</button></div>
        </form>
    <//>`;
}
function changed2(game, set) {
  let usual = new Set(game.options.map((each) => `${each.name}=${each.default}`));
  return set.filter((each) => !usual.has(each));
}

// source/played.js
function Played({ desk: desk3, noted = !1 }) {
  let line = desk3.line.value;
  if (!line || line.states.length < 2) return null;
  let state = desk3.state.value;
  return html`<section class="played" aria-labelledby="played">
        <h2 id="played">${t4("line of play")}</h2>
        ${line.root.comment && html`<p class="comment">${line.root.comment}</p>`}
        <${Line} desk=${desk3} from=${line.root} path=${[]} />
        ${noted && html`<input
                key=${line.path.slice(0, line.at).join(".")}
                aria-label=${t4("comment")}
                placeholder=${t4("comment")}
                value=${state.comment ?? ""}
                onChange=${(event) => desk3.comment(event.target.value.trim())}
            />`}
    </section>`;
}
function Line({ desk: desk3, from, path, begin = 0 }) {
  let { states, at } = desk3.line.value, items = [], [here2, way2] = [from, path];
  for (let index = begin; here2.children.length; index = 0) {
    let [node, to] = [here2.children[index], [...way2, index]], ply = to.length, on = states[ply] === node;
    items.push(html`<li key=${ply} value=${ply}>
            <button
                aria-current=${on && ply === at ? "step" : void 0}
                class=${on && ply <= at ? "" : "later"}
                onClick=${() => desk3.goTo(to)}
            >
                ${node.move}
            </button>
            ${node.comment && html`<span class="comment">${node.comment}</span>`}
        </li>`);
    let others = index ? [] : here2.children.slice(1);
    for (let [number] of others.entries())
      items.push(html`<li key=${`${ply}.${number}`} class="variation">
                <${Line} desk=${desk3} from=${here2} path=${way2} begin=${number + 1} />
            </li>`);
    [here2, way2] = [node, to];
  }
  return html`<ol>
        ${items}
    </ol>`;
}

// source/setup.js
function SetUp({ desk: desk3, close }) {
  let begin = desk3.state.value, text2 = useSignal(begin.position), mover = useSignal(begin.mover), answer2 = useSignal(null), position = useSignal(null), latest3 = T2(() => ({ number: 0 }), []);
  useSignalEffect(() => {
    let number = ++latest3.number, sent = { position: text2.value, mover: mover.value }, shown2 = (result3) => {
      number === latest3.number && (answer2.value = { ...result3, sent }, result3.drawn !== null && (position.value = result3));
    };
    request(desk3.route.value, "setup", sent).then(shown2, (error) => shown2({ problem: error.message, drawn: null }));
  });
  let result2 = answer2.value, judged = result2?.sent.position === text2.value && result2.sent.mover === mover.value, typed = (event) => {
    let read3 = readPosition(event.target.value);
    read3.position !== event.target.value && (mover.value = read3.mover), text2.value = read3.position;
  };
  async function done(event) {
    event.preventDefault(), await desk3.open(desk3.route.value, { position: result2.position, mover: mover.value }) && close();
  }
  return html`<${Dialog} title=${t4("set up")} close=${close} wide>
        <form onSubmit=${done} class="setup">
            ${position.value && html`<div class="board ${result2.drawn === null ? "stale" : ""}"><${Picture} of=${position.value} label=${t4("board")} /></div>`}
            <label for="position">${t4("as text")}</label>
            <input id="position" value=${text2.value} spellcheck="false" autocomplete="off" onInput=${typed} />
            <p class="verdict" role="status">
                ${result2?.problem ? html`<span class="wrong">✗ ${explained(result2.problem)}</span>` : result2 && html`✓ <${Side} of=${result2.turn || mover.value} />${t4("to move")} <${Mark} of=${result2} mine=${mine(result2)} long />`}
            </p>
            <div class="row"><button class="first" disabled=${!judged || !!result2.problem}>${t4("use it")}</button></div>
        </form>
    <//>`;
}

// source/share.js
var SCALE = 3;
async function png(address, name) {
  let image = new Image();
  image.src = address, await image.decode();
  let canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth * SCALE, image.naturalHeight * SCALE], canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height), canvas.toBlob((data) => download(`${name}.png`, data, "image/png"));
}
var text = (address) => fetch(address).then((answer2) => answer2.text()), embedded = async (address) => `<a href="${location.href.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}">${await text(address)}</a>`;
function Share({ desk: desk3, game, children }) {
  let [state, answer2] = [desk3.state.value, desk3.answer.value];
  if (!state || !answer2) return null;
  let copied = written(state, answer2.turn), drawing = addressOf(desk3.route.value, "board.svg", {
    position: state.position,
    forbid: state.forbid,
    mover: state.mover,
    flip: flipped.value ? 1 : ""
  }), name = game.game, save = () => downloadRecord(`${name}.json`, asRecord(desk3, desk3.moves.value, desk3.begin.value, ["human", "human"]));
  return html`<section aria-labelledby="share">
        <h2 id="share">${t4("share")}</h2>
        <p class="code"><span id="this-position">${state.position}</span>${copied.slice(state.position.length)}</p>
        <div class="row">
            <button onClick=${() => copy(location.href)}>${t4("copy link")}</button>
            <button onClick=${() => copy(copied)}>${t4("copy position")}</button>
            ${answer2.picture && html`<button onClick=${() => text(drawing).then((svg) => download(`${name}.svg`, svg, "image/svg+xml"))}>SVG</button>
                    <button onClick=${() => png(drawing, name)}>PNG</button>
                    <button title=${t4("embed.why")} onClick=${() => embedded(drawing).then(copy)}>${t4("embed")}</button>`}
            ${desk3.moves.value.length > 0 && html`<button onClick=${save}>${t4("download game")}</button>`} ${children}
        </div>
    </section>`;
}

// source/explore.js
var shown = stored("values", !0);
function Explore({ desk: desk3, game }) {
  let dialog = useSignal(null), toggle = () => shown.value = !shown.value;
  useKeys(desk3, { v: toggle, b: () => desk3.playable.peek()[0] && desk3.make(desk3.playable.peek()[0]), p: () => dialog.value = Paste, s: () => dialog.value = SetUp }), useSignalEffect(() => {
    desk3.answer.value, shown.value && desk3.count();
  });
  let play = (move) => desk3.make(move);
  async function random(conditions) {
    let result2 = await request(desk3.route.value, "random", { ...conditions, replies: 0 }, !1).catch((error) => (desk3.problem.value = error) && null);
    result2 && desk3.open(desk3.route.value, { position: result2.position });
  }
  let again = (start) => desk3.begin.value ? desk3.open(desk3.route.value, start) : null, Shown2 = dialog.value;
  return html`
        <${Headline} desk=${desk3} game=${game} shown=${shown.value} reveal=${toggle} />
        <section class="table">
            ${shown.value && html`<${Bar} desk=${desk3} />`}
            <${Board} desk=${desk3} marks=${shown.value} play=${play} />
            <${Controls} desk=${desk3}>
                <button aria-pressed=${shown.value} title=${`${t4("values")} (v)`} onClick=${toggle}>${t4("values")}</button>
            <//>
            <${Branch} desk=${desk3} />
            <${Played} desk=${desk3} noted />
        </section>
        <section class="panel">
            ${desk3.problem.value && html`<p class="wrong" role="alert">${desk3.problem.value.message}</p>`}
            ${shown.value && html`<${BestLine} desk=${desk3} game=${game} />`}
            <${Moves} desk=${desk3} marks=${shown.value} play=${play} />
            <section aria-labelledby="another">
                <h2 id="another">${t4("another position")}</h2>
                <div class="row">
                    <${Starts} game=${game} set=${desk3.route.value.set} open=${again} />
                    <button onClick=${() => dialog.value = SetUp} title="(s)">${t4("set up")}</button>
                    <button onClick=${() => dialog.value = Paste} title="(p)">${t4("paste")}</button>
                    ${["win", "draw", "loss"].map(
    (value) => html`<button onClick=${() => random({ value })}>${t4(`random.${value}`)}</button>`
  )}
                </div>
            </section>
            <${Share} desk=${desk3} game=${game}>
                <button onClick=${() => dialog.value = Cite}>${t4("cite")}</button>
            <//>
        </section>
        ${Shown2 && html`<${Shown2} desk=${desk3} game=${game} close=${() => dialog.value = null} />`}
    `;
}

// source/focus.js
var last = null, isThere = (element) => element.isConnected && !element.disabled && element.checkVisibility();
function keep() {
  !last || isThere(last) || ![document.body, last].includes(document.activeElement) || (last = null, document.getElementById("main")?.focus({ preventScroll: !0 }));
}
function keepFocus() {
  let keyboard = !1;
  addEventListener("keydown", (event) => event.key === "Escape" ? last = null : keyboard = !0, !0), addEventListener("pointerdown", () => keyboard = last = null, !0), addEventListener("focusin", (event) => last = keyboard ? event.target : null), new MutationObserver(() => requestAnimationFrame(keep)).observe(document.body, { attributes: !0, childList: !0, subtree: !0 });
}

// source/how_to_play.js
var known = stored("games whose rules were shown", []), open = y2(!1), howToPlay = () => open.value = !0;
function useFirstVisit(game, route2) {
  h2(() => {
    open.value = !1;
    let there = route2.position || route2.moves || route2.puzzle;
    !game?.rules.length || there || known.value.includes(game.game) || (known.value = [...known.value, game.game], open.value = !0);
  }, [game?.game]);
}
var TAGS = { heading: "h3", paragraph: "p", bullet: "li", number: "li" }, Span = ({ of, route: route2, close }) => {
  let { text: text2, style, target } = of;
  if (style === "strong") return html`<strong>${text2}</strong>`;
  if (style === "em") return html`<em>${text2}</em>`;
  if (style === "code") return html`<code>${text2}</code>`;
  if (style !== "link") return text2;
  let here2 = target.startsWith("?"), set = here2 ? new URLSearchParams(target).getAll("set") : [];
  return !here2 && !/^https?:/.test(target) ? text2 : html`<a href=${here2 ? write({ game: route2.game, set }) : target} rel=${here2 ? void 0 : "noreferrer"} onClick=${here2 ? close : void 0}>${text2}</a>`;
};
function Figure({ block, children }) {
  return html`<figure>
        <${Picture} of=${block} label=${block.spans.map((each) => each.text).join("")} />
        <figcaption>${children}</figcaption>
    </figure>`;
}
function grouped(blocks) {
  let groups = [];
  for (let block of blocks) {
    let last2 = groups[groups.length - 1];
    last2 && last2.kind === block.kind && ["bullet", "number"].includes(block.kind) ? last2.blocks.push(block) : groups.push({ kind: block.kind, blocks: [block] });
  }
  return groups;
}
function HowToPlay({ route: route2, game }) {
  return !open.value || !game ? null : html`<${Shown} route=${route2} game=${game} />`;
}
function Shown({ route: route2, game }) {
  let rules = useSignal(null), spoken = [language.value, "en", ...game.rules].find((each) => game.rules.includes(each)), close = () => open.value = !1;
  if (h2(() => {
    if (!spoken || !game.solved.length) return close();
    let place2 = solvedAs(game, route2.set) ? variant(route2) : where(game, game.solved[0]);
    request(place2, "rules", { language: spoken }).then((result2) => rules.value = result2.blocks, close);
  }, [spoken]), !rules.value) return null;
  let spans = (block) => block.spans.map((each) => html`<${Span} of=${each} route=${route2} close=${close} />`), one = (block) => block.kind === "figure" ? html`<${Figure} block=${block}>${spans(block)}<//>` : html`<${TAGS[block.kind] ?? "p"}>${spans(block)}<//>`, group = ({ kind: kind2, blocks }) => kind2 === "bullet" ? html`<ul>${blocks.map(one)}</ul>` : kind2 === "number" ? html`<ol>${blocks.map(one)}</ol>` : blocks.map(one), [first, ...others] = rules.value, title = first?.kind === "heading" ? first.spans.map((each) => each.text).join("") : own(game, game.title);
  return html`<${Dialog} title=${title} close=${close} wide>
        ${route2.set.length > 0 && html`<p class="note">${t4("this variant", { options: settingsInWords(game, route2.set) })}</p>`}
        <div class="how" lang=${spoken}>${grouped(first?.kind === "heading" ? others : rules.value).map(group)}</div>
        <div class="row">
            <a class="button first" href=${write({ ...variant(route2), view: "play" })} onClick=${close}>${t4("play")}</a>
            <a class="button" href=${write({ ...variant(route2), view: "explore" })} onClick=${close}>${t4("explore")}</a>
        </div>
    <//>`;
}

// source/opponents.js
var MISTAKES = [40, 30, 22, 14, 9, 6, 2, 0], LEVELS = MISTAKES.map((_5, number) => number + 1 < MISTAKES.length ? `level${number + 1}` : "perfect"), OTHERS = ["trap", "random"], chosen3 = stored("opponent's name", LEVELS[1]), opponent = () => [...LEVELS, ...OTHERS].includes(chosen3.value) ? chosen3.value : LEVELS[1];
function opponentInWords(name) {
  let level = LEVELS.indexOf(name) + 1;
  return level ? t4("level", { n: level }) : t4(`player ${name}`);
}
function why(name) {
  let level = LEVELS.indexOf(name);
  return level < 0 ? t4(`player ${name}.why`) : t4(level === LEVELS.length - 1 ? "level.best" : "level.why", { mistakes: MISTAKES[level] });
}
function Opponents() {
  let choice = (name, text2) => html`<label key=${name} class=${opponent() === name ? "chosen" : ""}>
        <input type="radio" name="opponent" value=${name} checked=${opponent() === name} onChange=${() => chosen3.value = name} />
        <b>${text2}</b>
    </label>`;
  return html`<div role="radiogroup" aria-label=${t4("play against")} aria-describedby="opponent">
            <div class="levels">
                <span>${t4("levels")}</span>${LEVELS.map((name, number) => choice(name, number + 1))}
            </div>
            <div class="choices">${OTHERS.map((name) => choice(name, opponentInWords(name)))}</div>
        </div>
        <p class="note" id="opponent" aria-live="polite">${`${opponentInWords(opponent())}: ${why(opponent())}`}</p>`;
}

// source/play.js
var playing = stored("playing", null, TAB), made = stored("moves of the game", [], TAB), ended = stored("ended", null, TAB), following = y2(!1), thinking = y2(!1), revealed = y2(null), wrong = y2("");
function Play({ desk: desk3, game }) {
  useKeys(desk3, { v: () => revealed.value = desk3.state.value });
  let now = isOn(playing.value, desk3) ? playing.value : null, start = useSignal("start"), last2 = atEnd(desk3), mine2 = now && desk3.state.value?.mover === now.side && !ended.value && !desk3.state.value?.over;
  h2(() => {
    now && showBoard(), now && flipped.value !== (now.side === 2) && flip(desk3);
  }, [!!now]), h2(() => () => wrong.value = "", []), useSignalEffect(() => {
    following.value = isOn(playing.value, desk3);
    let moves = movesOf(desk3);
    following.value && moves.length !== made.peek().length && (made.value = moves);
  }), h2(() => () => following.value = !1, []), useSignalEffect(() => {
    let [line, session] = [desk3.line.value, playing.value];
    if (!isOn(session, desk3) || !atEnd(desk3) || ended.value || wrong.value || thinking.value || desk3.busy.value) return;
    let state = line.states[line.at];
    (state.over || state.mover !== session.side) && answer(desk3, session);
  });
  let begin = async (side, from) => {
    let state = from ?? {};
    r3(() => {
      ended.value = null, playing.value = null, made.value = [], revealed.value = null, wrong.value = "";
    }), flipped.value = side === 2, await desk3.open(desk3.route.value, state) && (playing.value = { route: desk3.route.value, begin: desk3.origin.value, side, opponent: opponent() });
  }, first = () => {
    let names = starts(game, desk3.route.value.set);
    return names.length ? named4(names.includes(start.value) ? start.value : names[0]) : desk3.state.value;
  }, left = !now && playing.value && !ended.value && sameVariant(playing.value.route, desk3.route.value) ? playing.value : null;
  async function resume() {
    wrong.value = "";
    try {
      desk3.put(desk3.route.value, await desk3.replay(desk3.route.value, left.begin, made.value));
    } catch (error) {
      wrong.value = error.message;
    }
  }
  let make = (move) => mine2 && last2 ? desk3.make(move) : null, back = () => {
    if (!last2) return;
    let { states } = desk3.line.value, at = states.findLastIndex((state, number) => number < states.length - 1 && state.mover === now.side && !state.over);
    at < 0 || (ended.value = null, desk3.cut(at));
  }, shown2 = revealed.value === desk3.state.value, problem = html`
        ${(wrong.value || desk3.problem.value) && html`<p class="wrong" role="alert">${wrong.value || desk3.problem.value.message}</p>`}
        ${now && wrong.value && html`<div class="row"><button onClick=${() => wrong.value = ""}>${t4("try again")}</button></div>`}
    `;
  return html`
        ${now && html`<section class="headline">
                <${Headline} desk=${desk3} game=${game} shown=${shown2} reveal=${() => revealed.value = desk3.state.value} ended=${last2 ? unseen(now) : null} />
                <${Status} desk=${desk3} session=${now} mine=${mine2} last=${last2} />
                ${problem}
                <div class="row">
                    <button onClick=${back} aria-disabled=${!last2 || desk3.moves.value.length < 1}>${t4("take back")}</button>
                    ${!ended.value && desk3.moves.value.length > 0 && html`<button onClick=${() => ended.value = { kind: "resigned" }}>${t4("resign")}</button>`}
                    ${ended.value && html`<button class="first" onClick=${() => review(desk3)}>${t4("review game")}</button>`}
                </div>
            </section>`}
        <section class="table">
            <${Board} desk=${desk3} marks=${shown2} play=${mine2 && last2 ? make : null} />
            <${Controls} desk=${desk3} />
            <${Played} desk=${desk3} />
        </section>
        <section class="panel">
            ${!now && problem}
            ${left && html`<div class="row"><button class="first" onClick=${resume}>${t4("continue game", { n: made.value.length })}</button></div>`}
            <details open=${!now || !!ended.value}>
                <summary><h2>${now ? t4("new game") : t4("play against")}</h2></summary>
                <form class="opponent" onSubmit=${(event) => event.preventDefault()}>
                    <${Opponents} />
                    <div class="row">
                        <${StartChoice} game=${game} set=${desk3.route.value.set} chosen=${start} />
                        ${[1, 2].map((side) => html`<button class="first" onClick=${() => begin(side, first())}><${PlayAs} side=${side} /></button>`)}
                        ${desk3.playable.value.length > 0 && html`<button onClick=${() => begin(desk3.state.value.mover, desk3.state.value)}>${t4("from here")}</button>`}
                    </div>
                </form>
            </details>
            ${mine2 && last2 && html`<${Moves} desk=${desk3} marks=${shown2} play=${make} />`}
        </section>
    `;
}
function PlayAs({ side }) {
  let [before, after] = t4("play as", { side: "|" }).split("|");
  return html`${before}<${Side} of=${side} />${after}`;
}
var movesOf = (desk3) => desk3.game.value.slice(1).map((each) => each.move), begins = (whole, part) => part.every((move, ply) => move === whole[ply]), isOf = (session, desk3) => !!(session && desk3.line.value && sameVariant(session.route, desk3.route.value)) && JSON.stringify(session.begin) === JSON.stringify(desk3.origin.value), isOn = (session, desk3) => isOf(session, desk3) && (begins(movesOf(desk3), made.value) || following.value && begins(made.value, movesOf(desk3))), atEnd = (desk3) => desk3.gamePly.value !== null && desk3.gamePly.value === desk3.game.value.length - 1;
function unseen(session) {
  let kind2 = ended.value?.kind;
  if (kind2 === "resigned") return { winner: 3 - session.side, why: t4("resigned", { side: playerName(session.side) }) };
  if (kind2 !== "endless" && kind2 !== "repeated" && kind2 !== "plies") return null;
  let { winner } = ended.value;
  return { winner: winner === null ? null : winner + 1, why: t4(`ended.${kind2}`), endless: kind2 === "endless" };
}
var played = (desk3) => {
  let [begin, ...states] = desk3.line.value.states;
  return { position: begin.position, forbid: begin.forbid, mover: begin.mover, lead: begin.lead, moves: states.map((each) => each.move) };
};
async function answer(desk3, session) {
  thinking.value = !0;
  let line = desk3.line.value;
  try {
    let result2 = await post(desk3.route.value, "reply", { ...played(desk3), player: session.opponent });
    if (playing.value !== session || desk3.line.value !== line) return;
    wrong.value = "";
    let move = desk3.playable.value.find((each) => each.move === result2.move);
    move && await desk3.make(move, !0) && record(desk3.line.value, !0), result2.ending && playing.value === session && (ended.value = result2.ending);
  } catch (error) {
    wrong.value = error.message;
  } finally {
    thinking.value = !1;
  }
}
function Status({ desk: desk3, session, mine: mine2, last: last2 }) {
  if (ended.value && last2) {
    let { winner } = unseen(session) ?? result(desk3.state.value, desk3.answer.value), outcome2 = winner ? winner === session.side ? "won" : "lost" : "drawn";
    return html`<p class="status" role="status">${t4(`game over.${outcome2}`)}</p>`;
  }
  if (thinking.value) return html`<p class="status" role="status"><span class="dots" aria-hidden="true"></span>${t4("thinking")}</p>`;
  if (!last2) return html`<p class="status" role="status">${t4("looking back")}</p>`;
  let { states, at } = desk3.line.value, answered = mine2 && at && states[at - 1].mover !== session.side;
  return html`<p class="status" role="status">${answered ? `${t4("has played", { side: playerName(3 - session.side), move: states[at].move })} ` : ""}${mine2 ? t4("your turn") : ""} <small>${t4("you are")} <${Side} of=${session.side} /> · ${t4("against", { player: opponentInWords(session.opponent) })}</small></p>`;
}
function review(desk3) {
  go({ ...variant(desk3.route.value), view: "review", ...desk3.place.value });
}

// source/latest.js
function useLatest() {
  let latest3 = T2(() => {
    let controller = new AbortController();
    return {
      begin() {
        return controller.abort(), controller = new AbortController(), controller.signal;
      },
      signal: () => controller.signal
    };
  }, []);
  return h2(() => () => latest3.begin(), []), latest3;
}

// source/puzzle_list.js
var GRADES = ["easy", "medium", "hard"], GOALS = ["win", "draw"], SPACING = 3, MAX_SOLVED = 500, AGAIN = 3e3, grade = stored("grade of puzzles", ""), theme = stored("theme of puzzles", ""), solved = stored("solved puzzles", []), failed = stored("failed puzzles", []), tally = stored("tally", { solved: 0, failed: 0, seen: 0 }), streak = stored("streak", { now: 0, best: 0 }), counted = stored("today's puzzles in the tally", { day: 0, places: [] }), today = () => Number((/* @__PURE__ */ new Date()).toLocaleDateString("sv").replaceAll("-", "")), addressOf2 = (route2, position) => JSON.stringify([route2.game, route2.set, position]), place = (route2) => JSON.stringify(variant(route2)), themes = (puzzle) => [...GOALS.filter((goal) => goal === puzzle.theme), ...puzzle.tags], NONE = { of: "", all: [], loading: !0, problem: null }, requested = y2(NONE);
function usePuzzles(route2) {
  let latest3 = useLatest(), of = `${place(route2)} ${today()}`;
  return h2(() => {
    let ended2 = latest3.begin();
    requested.value = { ...NONE, of }, load(route2, ended2).then(() => ended2.aborted || add({ loading: !1 }));
  }, [of]), requested.value.of === of ? requested.value : NONE;
}
var add = (more) => requested.value = { ...requested.value, ...more };
async function load(route2, ended2) {
  for (; ; ) {
    try {
      let { puzzles, ready: ready2 } = await request(route2, "puzzles", { seed: today() }, !1, ended2);
      if (ended2.aborted || add({ all: puzzles }), ended2.aborted || ready2) return;
    } catch (error) {
      ended2.aborted || add({ problem: error });
      return;
    }
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}
var todays = () => requested.value.all[0], fits = (puzzle, grade2, theme3) => (!grade2 || puzzle.grade === grade2) && (!theme3 || themes(puzzle).includes(theme3));
function next(route2, present) {
  tally.value = { ...tally.value, seen: tally.value.seen + 1 };
  let due = failed.value.find((each) => each.place === place(route2) && each.due <= tally.value.seen && each.position !== present);
  return due ? (failed.value = failed.value.map((each) => each === due ? { ...due, due: later() } : each), due.position) : another(route2, present);
}
function another(route2, present) {
  let others = requested.value.all.filter((each) => each.position !== present), kind2 = others.filter((each) => fits(each, grade.value, theme.value)), some2 = kind2.length ? kind2 : others, fresh = some2.filter((each) => !solved.value.includes(addressOf2(route2, each.position))), choice = fresh.length ? fresh : some2;
  return choice[Math.floor(Math.random() * choice.length)]?.position;
}
var later = () => tally.value.seen + SPACING + 1, isCounted = (route2, position) => position === todays()?.position && counted.value.day === today() && counted.value.places.includes(place(route2));
function settle(route2, position, right, clean) {
  let others = failed.value.filter((each) => !(each.place === place(route2) && each.position === position));
  if (failed.value = right ? others : [...others, { place: place(route2), position, due: later() }].slice(-50), right && (solved.value = [...solved.value, addressOf2(route2, position)].slice(-MAX_SOLVED)), !clean || isCounted(route2, position)) return;
  let name = right ? "solved" : "failed", now = right ? streak.value.now + 1 : 0;
  if (tally.value = { ...tally.value, [name]: tally.value[name] + 1 }, streak.value = { now, best: Math.max(now, streak.value.best) }, position !== todays()?.position) return;
  let places = counted.value.day === today() ? counted.value.places : [];
  counted.value = { day: today(), places: [...places, place(route2)] };
}
function Choice({ name, chosen: chosen5, kinds, words, count: count2, change }) {
  let some2 = kinds.filter(count2);
  if (!some2.length) return null;
  let option = (kind2) => html`<option key=${kind2} value=${kind2}>${`${words(kind2)} (${count2(kind2)})`}</option>`;
  return html`<label>${t4(name)}
        <select value=${some2.includes(chosen5.value) ? chosen5.value : ""} onChange=${(event) => (chosen5.value = event.target.value, change())}>
            <option value="">${t4("any")}</option>
            ${some2.map(option)}
        </select>
    </label>`;
}
function PuzzleChoice({ route: route2, game, position, open: open2 }) {
  let { all, loading } = requested.value, tags = [...new Set(all.flatMap(themes))].filter((each) => !GOALS.includes(each)), number = (grade2, theme3) => all.filter((each) => fits(each, grade2, theme3)).length, inWords2 = (kind2) => GOALS.includes(kind2) ? t4(`theme.${kind2}`) : kind2 === "quiet" ? t4("theme.quiet") : own(game, kind2), change = () => {
    let present = all.find((each) => each.position === position);
    (!present || !fits(present, grade.value, theme.value)) && open2(another(route2, position));
  }, back = failed.value.filter((each) => each.place === place(route2)).length;
  return html`<form class="opponent" onSubmit=${(event) => event.preventDefault()}>
        <h2>${t4("what puzzles")}</h2>
        <div class="row">
            <${Choice} name="grade" chosen=${grade} kinds=${GRADES} words=${(each) => t4(`grade.${each}`)} count=${(each) => number(each, theme.value)} change=${change} />
            <${Choice} name="theme" chosen=${theme} kinds=${[...GOALS, ...tags]} words=${inWords2} count=${(each) => number(grade.value, each)} change=${change} />
        </div>
        ${loading && all.length > 0 && html`<p class="note"><span class="dots" aria-hidden="true"></span>${t4("composing more")}</p>`}
        <p class="note">
            ${t4("tally", tally.value)} ${t4("streak", streak.value)} ${isCounted(route2, position) && t4("today's counted")}
            ${back > 0 && ` ${t4("to come back", { n: back })}`}
        </p>
    </form>`;
}

// source/puzzles.js
var PAUSE = 450, solving = desk(), begins2 = ({ position, forbidden }) => ({ position, forbid: forbidden, mover: 1 }), failure = (error) => ({ [BUSY]: "busy", [UNANSWERED]: "unanswered" })[error?.status] ?? "none", pause = () => new Promise((done) => setTimeout(done, PAUSE));
function Puzzles({ desk: desk3, game }) {
  let route2 = desk3.route.value, puzzle = useSignal(null), latest3 = useLatest(), from = A2(0), stage = useSignal("loading"), note = useSignal("");
  useKeys(stage.value === "loading" ? null : solving);
  let scores = desk3.answer.value?.scores ?? "", hint = useSignal(""), { all, loading, problem } = usePuzzles(route2);
  async function begin(position) {
    let signal = latest3.begin();
    stage.value = "loading", note.value = hint.value = "";
    try {
      let result3 = await request(route2, "puzzle", { position }, !0, signal);
      flipped.value = !1;
      let opened = !signal.aborted && await solving.open(route2, begins2(result3), !0);
      if (signal.aborted) return;
      if (!opened) throw solving.problem.value;
      puzzle.value = { ...result3, clean: !0, why_forbidden: solving.answer.value.why_forbidden }, stage.value = "solving", showBoard();
    } catch (error) {
      if (signal.aborted) return;
      note.value = error?.message ?? "", stage.value = failure(error);
    }
  }
  let open2 = (position, replaced) => position && go({ ...variant(route2), view: "puzzles", puzzle: position }, replaced), addressed = route.value.puzzle, first = all[0]?.position;
  h2(() => {
    addressed ? begin(addressed) : first && open2(first, !0);
  }, [route2.game, String(route2.set), addressed, !addressed && first]);
  let show2 = (position) => position === addressed ? begin(position) : open2(position);
  function settled(right2) {
    let { position, clean, hinted } = puzzle.value;
    (!right2 || !hinted) && settle(route2, position, right2 && clean, clean), puzzle.value = { ...puzzle.value, clean: clean && right2 };
  }
  function reveals() {
    hint.value = hintOf(solving), puzzle.value = { ...puzzle.value, hinted: !0 };
  }
  let over = () => solving.state.value.over || !solving.playable.value.length;
  async function play(move) {
    let signal = latest3.signal();
    hint.value = "", from.current = solving.line.value.at;
    let made2 = from.current + 1, [best] = solving.playable.value, right2 = move.value === best.value && move.dtm === best.dtm;
    if (!await solving.make(move, !0) || signal.aborted || stage.value !== "solving") return;
    if (right2 && (over() || made2 >= puzzle.value.plies)) {
      settled(!0), stage.value = "solved";
      return;
    }
    if (!right2 && move.value === "win") {
      stage.value = "slower", note.value = t4("slower", { move: move.move, n: inMoves(move.dtm) });
      return;
    }
    right2 || settled(!1), stage.value = right2 ? "defending" : "refuting";
    let here2 = solving.state.value;
    if (await pause(), signal.aborted) return;
    solving.state.value !== here2 && await solving.go(made2, !0);
    let { mover } = solving.state.value, theirs = () => !signal.aborted && solving.state.value.mover !== solving.begin.value.mover && solving.playable.value.length, reply = theirs() ? solving.playable.value[0] : null, going = reply && await solving.make(reply, !0);
    for (; going && right2 && theirs(); ) going = await solving.make(solving.playable.value[0], !0);
    signal.aborted || (right2 ? stage.value = over() ? "solved" : "solving" : (stage.value = "failed", note.value = reply ? t4("refuted", { move: move.move, reply: reply.move, value: withSide(reply, mover, scores) }) : t4("that fails")), stage.value === "solved" && settled(!0));
  }
  async function retry() {
    let signal = latest3.signal();
    note.value = "", await solving.cut(from.current, !0), signal.aborted || (stage.value = "solving");
  }
  async function reveal2() {
    let signal = latest3.signal();
    ["solving", "slower"].includes(stage.value) && settled(!1), stage.value = "shown";
    let result3 = await solving.replay(route2, begins2(puzzle.value), puzzle.value.line).catch(() => null);
    !result3 || signal.aborted || (solving.put(route2, result3), await solving.go(0, !0));
  }
  !addressed && !loading && !first && (stage.value = failure(problem));
  let unfound = ["none", "busy", "unanswered"].includes(stage.value), headline = { busy: "busy", none: addressed ? "no puzzle here" : "no puzzle" }[stage.value], live = stage.value === "solving" && solving.state.value?.mover === solving.begin.value.mover, missed = ["failed", "slower"].includes(stage.value), result2 = puzzle.value, done = ["solved", "shown"].includes(stage.value), right = { solved: result2?.clean ? result2.hinted ? "solved with a hint" : "solved" : "solved at last", solving: live && solving.line.value.at ? "right so far" : "" }[stage.value];
  return html`
        <section class="headline">
            <header role="status">
                ${stage.value === "loading" && html`<p class="turn"><span class="dots" aria-hidden="true"></span>${t4(addressed || first ? "composing" : "composing first")}</p>`}
                ${result2 && !unfound && stage.value !== "loading" && html`<p class="turn"><${Side} of=${solving.begin.value.mover} />${t4("to move")} <small>${[t4(`grade.${result2.grade}`), ...result2.position === first ? [t4("today's")] : []].join(" · ")}</small></p>
                        <p class="stipulation">${stipulation(result2, solving.begin.value.mover, scores)}</p>
                        ${result2.forbidden && html`<p class="note">${isForbidden(game, result2)}</p>`}`}
            </header>
            <div class="verdict-line">
                ${right && html`<p class="right" role="alert">✓ ${t4(right)}</p>`}
                ${stage.value === "failed" && html`<p class="wrong" role="alert">✗ ${note.value}</p>`}
                ${stage.value === "slower" && html`<p class="slower" role="alert">${note.value}</p>`}
                ${unfound && html`<p class="wrong" role="alert">${headline && t4(headline)} <small>${note.value || problem?.message}</small></p>`}
                ${live && hint.value && html`<p class="note" role="status">${t4("hint.at", { point: hint.value })}</p>`}
            </div>
            <div class="row">
                ${missed && html`<button class="first" onClick=${retry}>${t4("try again")}</button>`}
                <button class=${done || unfound ? "first" : ""} disabled=${!all.length} onClick=${() => show2(next(route2, result2?.position))}>${t4("next puzzle")}</button>
                ${live && hintOf(solving) && html`<button onClick=${reveals} disabled=${!!hint.value}>${t4("hint")}</button>`}
                ${(live || missed) && html`<button onClick=${reveal2}>${t4("solution")}</button>`}
            </div>
        </section>
        <section class="table">
            ${unfound ? html`<div class="board waiting"></div>` : html`<${Board} desk=${solving} marks=${done} play=${live ? play : null} hint=${live ? hint.value : ""} />`}
            ${!unfound && stage.value !== "loading" && html`<${Controls} desk=${solving} /><${Played} desk=${solving} />`}
        </section>
        <section class="panel">
            ${done && html`<${Solution} puzzle=${result2} route=${route2} />`}
            ${live && solving.answer.value && !solving.answer.value.picture && html`<${Moves} desk=${solving} marks=${!1} play=${play} />`}
            <div class="row">
                ${first && first !== addressed && html`<button onClick=${() => show2(first)}>${t4("today's")}</button>`}
                ${result2 && !unfound && html`<button onClick=${() => copy(linkTo(route2, result2.position))}>${t4("copy link")}</button>`}
            </div>
            <${PuzzleChoice} route=${route2} game=${game} position=${puzzle.value?.position} open=${open2} />
        </section>
    `;
}
function hintOf({ playable }) {
  let [step, ...others] = playable.value[0]?.steps ?? [];
  return step && (step.at.length > 1 || others.length) ? step.at[0] : "";
}
var linkTo = (route2, position) => new URL(write({ ...variant(route2), view: "puzzles", puzzle: position }), location.href).href;
function stipulation({ value, dtm, plies, theme: name }, mover, scores) {
  return name === "points" ? t4("stipulation.points", { value: withSide({ value }, mover, scores), n: (plies + 1) / 2 }) : t4(`stipulation.${value}`, { side: playerName(mover), n: value === "win" ? inMoves(dtm) : (plies + 1) / 2 });
}
function Solution({ puzzle, route: route2 }) {
  let explore = () => go({ ...variant(route2), view: "explore", position: puzzle.position, forbid: puzzle.forbidden });
  return html`<section aria-labelledby="solution">
        <h2 id="solution">${t4("solution")}</h2>
        <p class="line"><b>${puzzle.line[0]}</b> ${puzzle.line.slice(1).join(" ")}</p>
        <${Variations} list=${puzzle.solution} />
        ${puzzle.tries.length > 0 && html`<h3>${t4("tries")}</h3>
                <ul class="tries">
                    ${puzzle.tries.slice(0, 8).map((each) => html`<li>${t4("try", { move: each.move, reply: each.refutation })}</li>`)}
                </ul>`}
        <div class="row"><button onClick=${explore}>${t4("explore it")}</button></div>
    </section>`;
}
var MAX_LISTED = 3, MAX_VARIATIONS = 12, some = (list) => list.slice(0, MAX_LISTED).join(", ") + (list.length > MAX_LISTED ? " …" : "");
function Variations({ list }) {
  if (!list.length) return null;
  let slow = list.filter((each) => each.value !== null && each.dtm !== 1);
  return html`<ul class="variations">
        ${slow.slice(0, MAX_VARIATIONS).map(
    (each) => html`<li>
                ${some(each.defences)}${each.answers.length ? html`${each.defences.length ? ": " : ""}<b>${some(each.answers)}</b>` : ""}
                ${" "}<${Mark} of=${each} />
                <${Variations} list=${each.then} />
            </li>`
  )}
        ${slow.length > MAX_VARIATIONS && html`<li>…</li>`}
        ${slow.length < list.length && html`<li>${t4(slow.length ? "anything else" : "anything")}</li>`}
    </ul>`;
}

// source/graph.js
var [WIDE, HIGH, EDGE] = [600, 150, 12];
function Graph({ desk: desk3, result: result2 }) {
  let [states, at] = [desk3.game.value, desk3.gamePly.value], first = desk3.answer.value?.scores === "first", values = [result2.moves[0].before, ...result2.moves.map((each) => each.after)], before = (ply) => states[Math.max(0, ply - 1)], sign = (ply) => first || before(ply).mover === 1 ? 1 : -1, totals = values.map(({ value }, ply) => typeof value == "number" ? sign(ply) * value + before(ply).lead : 0), maxPoints = Math.max(1, ...totals.map(Math.abs)), points2 = values.map((each, ply) => [
    EDGE + (WIDE - 2 * EDGE) * ply / Math.max(1, values.length - 1),
    HIGH / 2 - height(each, sign(ply), before(ply).lead, maxPoints) * (HIGH / 2 - EDGE)
  ]), path = points2.map(([x4, y4], ply) => `${ply ? "L" : "M"}${x4.toFixed(1)} ${y4.toFixed(1)}`).join(""), [end] = points2.slice(-1);
  return html`<figure class="graph">
        <figcaption>${t4("graph", { side: playerName(1) })}</figcaption>
        <svg viewBox="0 0 ${WIDE} ${HIGH}" role="group" aria-label=${t4("graph", { side: playerName(1) })}>
            <rect class="above" width=${WIDE} height=${HIGH / 2} />
            <rect class="below" y=${HIGH / 2} width=${WIDE} height=${HIGH / 2} />
            <path class="area" d="${path}L${end[0]} ${HIGH / 2}L${points2[0][0]} ${HIGH / 2}Z" />
            <line x1="0" x2=${WIDE} y1=${HIGH / 2} y2=${HIGH / 2} />
            <path class="curve" d=${path} />
            ${points2.map(
    ([x4, y4], ply) => html`<circle
                    key=${ply}
                    cx=${x4}
                    cy=${y4}
                    r=${ply === at ? 6 : result2.moves[ply - 1]?.blunder ? 5 : 3}
                    class="${ply === at ? "here" : ""} ${result2.moves[ply - 1]?.blunder ? "blunder" : ""}"
                    onClick=${() => desk3.toGame(ply)}
                >
                    <title>${ply ? `${ply}. ${result2.moves[ply - 1].move}: ${inWords(values[ply])}` : inWords(values[0])}</title>
                </circle>`
  )}
        </svg>
    </figure>`;
}

// source/review.js
function Review({ desk: desk3, game }) {
  let review2 = useSignal(null), pasting = useSignal(!1);
  useKeys(desk3);
  let moves = movesOf2(desk3.game.value), played2 = useComputed(() => JSON.stringify({ ...desk3.origin.value, lead: desk3.begin.value?.lead, moves: movesOf2(desk3.game.value) }));
  useSignalEffect(() => {
    let [wanted, where2] = [played2.value, desk3.route.value], body = JSON.parse(wanted);
    if (!body.moves.length) return;
    let leaving = new AbortController();
    return post(where2, "review", body, leaving.signal).then(
      (result3) => review2.value = { ...result3, played: wanted },
      (error) => leaving.signal.aborted || (desk3.problem.value = error)
    ), () => leaving.abort();
  });
  let result2 = review2.value?.played === played2.value ? review2.value : null, save = () => downloadRecord(`${game.game}.json`, asRecord(desk3, moves, desk3.begin.value, ["human", "human"]));
  return html`
        <${Headline} desk=${desk3} game=${game} shown />
        <section class="table">
            <${Bar} desk=${desk3} />
            <${Board} desk=${desk3} marks play=${(move) => desk3.make(move)} />
            <${Controls} desk=${desk3} />
            ${result2 && html`<${Latest} desk=${desk3} result=${result2} />`}
            <${Branch} desk=${desk3} />
            <${Played} desk=${desk3} noted />
            ${result2 && html`<${Graph} desk=${desk3} result=${result2} />`}
        </section>
        <section class="panel">
            ${desk3.problem.value && html`<p class="wrong" role="alert">${desk3.problem.value.message}</p>`}
            ${moves.length ? result2 && html`<${Table} desk=${desk3} result=${result2} />` : html`<p>${t4("nothing to review")}</p>`}
            <div class="row">
                ${result2 && html`<button onClick=${() => copy(location.href)}>${t4("copy link")}</button>
                        <button onClick=${save}>${t4("download game")}</button>
                        <${Csv} name=${`${game.game}-review`} rows=${() => rows(result2)} />`}
                <button onClick=${() => pasting.value = !0}>${t4("paste")}</button>
            </div>
        </section>
        ${pasting.value && html`<${Paste} desk=${desk3} game=${game} close=${() => pasting.value = !1} />`}
    `;
}
var movesOf2 = (states) => states.slice(1).map((each) => each.move), counted2 = (desk3, side) => desk3.answer.value?.scores !== "first" || side === 1;
function lost(each) {
  return each.points ? t4("points lost", { n: each.points }) : each.blunder ? t4(`lost ${each.before.value}`) : each.plies ? t4(alternating.value ? "moves lost" : "plies lost", { n: inMoves(each.plies) }) : "";
}
var rows = ({ moves }) => [
  ["ply", "player", "move", "before", "before_dtm", "after", "after_dtm", "best", "refutation", "good", "legal", "blunder"],
  ...moves.map((each, ply) => [
    ply + 1,
    each.player,
    each.move,
    each.before.value,
    each.before.dtm,
    each.after.value,
    each.after.dtm,
    each.best,
    each.refutation,
    each.keeping,
    each.legal,
    each.blunder ? 1 : 0
  ])
];
function reveal(row, box) {
  let [outer, inner] = [box.getBoundingClientRect(), row.getBoundingClientRect()], top = outer.top + box.querySelector("thead").offsetHeight;
  inner.top < top ? box.scrollTop -= top - inner.top : inner.bottom > outer.bottom && (box.scrollTop += inner.bottom - outer.bottom);
}
function Remarks({ desk: desk3, each, ply }) {
  let draw = async (shown2, text2) => {
    showBoard(), await desk3.toGame(shown2) && (desk3.pointed.value = desk3.playable.value.find((move) => move.move === text2) ?? null);
  };
  return html`
        ${each.best !== each.move && (each.blunder || each.plies > 0) && html`<button class="better" title=${inWords(each.before)} onClick=${() => draw(ply, each.best)}>${t4("better", { move: each.best })}</button>`}
        ${each.refutation && each.blunder && html`<button class="better" title=${inWords(each.after)} onClick=${() => draw(ply + 1, each.refutation)}>${t4("refuted by", { move: each.refutation })}</button>`}
    `;
}
function Latest({ desk: desk3, result: result2 }) {
  let ply = desk3.gamePly.value - 1, each = result2.moves[ply];
  return !NARROW.matches || !each || !lost(each) ? null : html`<p class="row latest"><b>${each.move}${each.blunder ? " ??" : ""}</b> ${t4("column.gave away")}: ${lost(each)} <${Remarks} desk=${desk3} each=${each} ply=${ply} /></p>`;
}
function Table({ desk: desk3, result: result2 }) {
  let [states, at, scores] = [desk3.game.value, desk3.gamePly.value, desk3.answer.value?.scores], body = A2();
  h2(() => {
    let row2 = body.current.querySelector("[aria-current]");
    row2 && reveal(row2, body.current.closest(".scroll"));
  }, [at]);
  let blunders = [1, 2].map((side) => result2.moves.filter((each, ply) => each.blunder && states[ply].mover === side).length), row = (each, ply) => {
    let side = states[ply].mover;
    return html`<tr key=${ply} class=${each.blunder ? "blunder" : ""} aria-current=${ply + 1 === at ? "step" : void 0}>
            <td>${ply + 1}</td>
            <td>
                <button onClick=${() => (desk3.toGame(ply + 1), showBoard())}>
                    <span class="disc ${side === 1 ? "blue" : "amber"}" aria-label=${playerName(side)} role="img"></span>
                    ${each.move}${each.blunder ? html` <b title=${t4("blunder")}>??</b>` : ""}
                </button>
            </td>
            <td><${Mark} of=${each.after} mine=${counted2(desk3, side)} /></td>
            <td title=${t4("kept.why")}>${count(each.keeping)}/${count(each.legal)}</td>
            <td>
                ${lost(each) && html`<span data-column=${t4("column.gave away")}>${lost(each)}</span>`}
                <${Remarks} desk=${desk3} each=${each} ply=${ply} />
            </td>
        </tr>`;
  };
  return html`<section aria-labelledby="review">
        <h2 id="review">${t4("what moves gave away")}</h2>
        <p>
            ${[1, 2].map((side) => html`<span class="tally"><${Side} of=${side} /> ${t4("blunders", { n: blunders[side - 1] })}</span>`)}
        </p>
        ${scores && html`<p class="note">${t4(scores === "first" ? "points of the first" : "points of the mover", { side: playerName(1) })}</p>`}
        <div class="scroll" tabindex="0" role="region" aria-labelledby="review">
            <table>
                <thead>
                    <tr>
                        ${["ply", "move", "made it", "kept", "gave away"].map((name) => html`<th scope="col">${t4(`column.${name}`)}</th>`)}
                    </tr>
                </thead>
                <tbody ref=${body}>
                    ${result2.moves.map(row)}
                </tbody>
            </table>
        </div>
    </section>`;
}

// source/histogram.js
var NOT_FOUND = 404, [TOP, RIGHT, BOTTOM, LEFT, HIGH2] = [24, 18, 24, 52, 262], TICK = 70;
function useWidth(root) {
  let wide = useSignal(640);
  return h2(() => {
    let seen2 = new ResizeObserver(([{ contentRect }]) => wide.value = Math.max(200, Math.round(contentRect.width)));
    return seen2.observe(root.current), () => seen2.disconnect();
  }, []), wide.value;
}
var powers = (max) => Array.from({ length: Math.floor(Math.log10(max) + 1e-9) + 1 }, (_5, power) => 10 ** power);
function ticks(low, high, places) {
  let far = Math.max(1, Math.ceil((high - low) / Math.max(1, places))), result2 = Array.from({ length: Math.floor((high - low) / far) + 1 }, (_5, tick) => low + tick * far), last2 = result2[result2.length - 1];
  return last2 < high && result2.splice(high - last2 < far / 2 && result2.length > 1 ? -1 : result2.length, 1, high), result2;
}
function tallest(bars, column, kind2) {
  let result2 = /* @__PURE__ */ new Map();
  for (let each of bars) {
    let place2 = `${column(each)} ${kind2(each)}`;
    result2.get(place2)?.states >= each.states || result2.set(place2, each);
  }
  return [...result2.values()];
}
function Histogram({ rows: rows2, route: route2, longest }) {
  let root = A2(), wide = useWidth(root), wrong2 = useSignal(""), searching = useSignal(!1), opened = useSignal(!1), latest3 = useLatest(), scores = rows2.some((each) => typeof each.value == "number"), at = (each) => scores ? each.value : each.dtm, bars = rows2.filter((each) => at(each) !== null && each.states > 0);
  async function example({ value, dtm }, signal) {
    let wanted = { ...scores ? { points: value } : { value, min_dtm: dtm, max_dtm: dtm }, replies: 0 };
    try {
      return await request(route2, "random", wanted, !1, signal);
    } catch (error) {
      if (error.status !== NOT_FOUND) throw error;
      return (longest ?? []).flatMap((part) => [...part.win, ...part.loss]).find((each) => each.value === value && each.dtm === dtm) ?? await request(route2, "example", wanted, !0, signal);
    }
  }
  async function open2(row) {
    let signal = latest3.begin();
    wrong2.value = "", searching.value = !0;
    try {
      let { position, forbidden } = await example(row, signal);
      signal.aborted || go({ ...variant(route2), view: "explore", position, forbid: forbidden });
    } catch (error) {
      signal.aborted || (wrong2.value = error.message);
    }
    signal.aborted || (searching.value = !1);
  }
  let numbers = bars.map(at), low = numbers.reduce((one, other) => Math.min(one, other), 1 / 0), high = numbers.reduce((one, other) => Math.max(one, other), -1 / 0), maxStates = bars.reduce((most, each) => Math.max(most, each.states), 0), step = (wide - LEFT - RIGHT) / (high - low + 1), across = (number) => LEFT + (number - low) * step, tall = HIGH2 - TOP - BOTTOM, height2 = (number) => tall * (Math.log1p(number) / Math.log1p(maxStates)), down = (number) => HIGH2 - BOTTOM - height2(number), kind2 = (each) => scores ? each.value > 0 ? "win" : each.value < 0 ? "loss" : "draw" : each.value, sorted = [...step < 1 ? tallest(bars, (each) => Math.floor(across(at(each))), kind2) : bars].sort((one, other) => other.states - one.states), name = t4(scores ? "states by points" : "states by plies");
  return html`<figure class="histogram" ref=${root}>
        <figcaption>${name} <small>${t4("logarithms, bars open")}</small>
            ${["win", "loss"].map((value) => html` <${Mark} of=${{ value }} />`)}
        </figcaption>
        ${bars.length > 0 && html`<svg viewBox="0 0 ${wide} ${HIGH2}" role="img" aria-label=${name}>
                <text class="axis" x="4" y="10">${t4("states")}</text>
                ${powers(maxStates).map(
    (each) => html`<line class="grid" x1=${LEFT} x2=${wide - RIGHT} y1=${down(each)} y2=${down(each)} />
                        <text class="scale" x=${LEFT - 6} y=${down(each) + 4}>${brief(each)}</text>`
  )}
                ${sorted.map(
    (each) => html`<rect
                        class="bar ${kind2(each)}"
                        x=${across(at(each)) + step * 0.08}
                        width=${Math.max(0.8, step * 0.84)}
                        y=${down(each.states)}
                        height=${height2(each.states)}
                        onClick=${() => open2(each)}
                    >
                        <title>${inWords(each, !0)}: ${count(each.states)}</title>
                    </rect>`
  )}
                <line x1=${LEFT} x2=${wide - RIGHT} y1=${HIGH2 - BOTTOM} y2=${HIGH2 - BOTTOM} />
                ${ticks(low, high, Math.floor((wide - LEFT - RIGHT) / TICK)).map(
    (tick) => html`<text x=${across(tick) + step / 2} y=${HIGH2 - 7}>${tick}</text>`
  )}
            </svg>`}
        ${searching.value && html`<p role="status"><span class="dots" aria-hidden="true"></span>${t4("searching")}</p>`}
        ${wrong2.value && html`<p class="wrong" role="alert">${wrong2.value}</p>`}
        <details onToggle=${(event) => opened.value = event.currentTarget.open}>
            <summary>${t4("as table")}</summary>
            <${Csv} name=${`${route2.game}-states`} rows=${() => [["value", "dtm", "states"], ...rows2.map((each) => [each.value, each.dtm, each.states])]} />
            <div class="scroll" tabindex="0" role="region" aria-label=${t4("as table")}>
                <table>
                    <thead>
                        <tr><th scope="col">${t4("column.made it")}</th><th scope="col" class="number">${t4("states")}</th><td></td></tr>
                    </thead>
                    <tbody>
                        ${(opened.value ? rows2 : []).map((each) => html`<tr><td><${Mark} of=${each} long exact /></td><td class="number">${count(each.states)}</td><td><button class="better" onClick=${() => open2(each)} aria-label=${`${t4("open one")}: ${inWords(each, !0)}`}>${t4("open one")}</button></td></tr>`)}
                    </tbody>
                </table>
            </div>
        </details>
    </figure>`;
}

// source/statistics.js
var LARGE = 2e7;
function Statistics({ desk: desk3, game }) {
  let route2 = desk3.route.value, answer2 = useSignal(null), longest = useSignal(null), wrong2 = useSignal(""), latest3 = useLatest(), find = () => {
    let signal = latest3.begin();
    longest.value = "requested", wrong2.value = "", request(route2, "longest", {}, !0, signal).then((result3) => signal.aborted || (longest.value = result3.parts), (error) => {
      signal.aborted || (longest.value = null, wrong2.value = error.message);
    });
  };
  h2(() => {
    answer2.value = longest.value = null, wrong2.value = "";
    let signal = latest3.begin();
    request(route2, "statistics").then((result3) => {
      signal.aborted || (answer2.value = result3, result3.positions < LARGE && find());
    }, (error) => signal.aborted || (wrong2.value = error.message));
  }, [route2.game, String(route2.set)]);
  let result2 = answer2.value;
  if (!result2) return html`<section class="wide">${wrong2.value && html`<p class="wrong" role="alert">${wrong2.value}</p>`}</section>`;
  let facts = [
    ["positions", count(result2.positions)],
    ["states", count(result2.states)],
    ["value of start", result2.start && [result2.start, ...result2.other_starts.slice(0, 8)].map((each) => inWords(each, !0)).join(", ")],
    ["longest", result2.longest_dtm !== null && t4("plies", { n: result2.longest_dtm })],
    ["won at once", result2.checkmates > 0 && count(result2.checkmates)],
    ["forbidding", result2.forbidding > 0 && count(result2.forbidding)]
  ];
  return html`<section class="wide statistics">
        <h2>${own(game, game.title)}${route2.set.length ? ` · ${settingsInWords(game, route2.set)}` : ""}</h2>
        <dl class="facts">
            ${facts.filter(([, fact]) => fact).map(([name, fact]) => html`<div><dt>${t4(name)}</dt><dd>${fact}</dd></div>`)}
        </dl>
        <${Shares} values=${result2.values} />
        <${Histogram} rows=${result2.histogram} route=${route2} longest=${Array.isArray(longest.value) ? longest.value : null} />
        <h2>${t4(result2.start && typeof result2.start.value == "number" ? "extreme scores" : "longest wins")}</h2>
        <p class="note">${t4("longest.why")}</p>
        ${wrong2.value && html`<p class="wrong" role="alert">${wrong2.value}</p>`}
        ${longest.value === null && html`<div class="row"><button onClick=${find}>${t4("count longest")}</button></div>`}
        ${longest.value === "requested" && html`<p><span class="dots" aria-hidden="true"></span>${t4("counting")}</p>`}
        ${Array.isArray(longest.value) && html`<${Longest} parts=${longest.value} route=${route2} game=${game} />`}
        <h2>${t4("how counted")}</h2>
        <ul class="notes">
            ${result2.notes.map((note) => html`<li>${own(game, note)}</li>`)}
        </ul>
    </section>`;
}
function Shares({ values }) {
  let kinds = ["win", "draw", "loss"], whole = Object.values(values).reduce((sum, each) => sum + each, 0) || 1;
  return html`<div class="shares">
        <div class="whole" aria-hidden="true">
            ${kinds.map((kind2) => html`<span class=${kind2} style=${{ flexGrow: Math.max(values[kind2] / whole, 2e-3) }} />`)}
        </div>
        <ul>
            ${kinds.map(
    (kind2) => html`<li>
                    <${Mark} of=${{ value: kind2 }} />${" "}
                    <span>${count(values[kind2])}</span> <small>${(100 * values[kind2] / whole).toFixed(1)} %</small>
                </li>`
  )}
        </ul>
    </div>`;
}
function Longest({ parts, route: route2, game }) {
  let cell2 = (list) => html`<td>
        ${list[0] && html`<${Mark} of=${list[0]} exact />`}
        ${list.map(
    (each, number) => html`<a href=${link(route2, each)} class="sample" aria-label=${`${number + 1}: ${each.position}`}>${number + 1}</a>`
  )}
    </td>`, rows2 = () => [
    ["section", "value", "dtm", "position"],
    ...parts.flatMap((part) => [...part.win, ...part.loss].map((each) => [part.name, each.value, each.dtm, each.position]))
  ];
  return html`<${Csv} name=${`${game.game}-longest`} rows=${rows2} /><div class="scroll" tabindex="0" role="region" aria-label=${t4("longest wins")}>
        <table class="longest">
            <thead>
                <tr><th scope="col">${t4("part")}</th><th scope="col">${t4("win")}</th><th scope="col">${t4("loss")}</th></tr>
            </thead>
            <tbody>
                ${parts.filter((each) => each.win.length || each.loss.length).map((each) => html`<tr><th scope="row">${each.name && each.name !== "all" ? own(game, each.shown === each.name ? each.name : `${each.shown} (${each.name})`) : t4("all")}</th>${cell2(each.win)}${cell2(each.loss)}</tr>`)}
            </tbody>
        </table>
    </div>`;
}
var link = (route2, { position }) => write({ ...variant(route2), view: "explore", position });

// source/theme.js
var system = matchMedia("(prefers-color-scheme: dark)"), dark = y2(system.matches);
system.addEventListener("change", () => dark.value = system.matches);
var chosen4 = stored("theme", ""), theme2 = O2(() => chosen4.value || (dark.value ? "dark" : "light")), turn = () => chosen4.value = theme2.value === "dark" ? "light" : "dark";
x2(() => {
  document.documentElement.dataset.theme = theme2.value;
});

// source/unsolved.js
var Command = ({ line }) => html`<div class="row"><code class="code">${line}</code> <button onClick=${() => copy(line)}>${t4("copy")}</button></div>`;
function Unsolved({ game, problem, again }) {
  let { command, older } = problem;
  return html`<section class="wide unsolved">
        <h2>${t4(older ? "older" : "unsolved", { game: own(game, game.title) })}</h2>
        ${game.solved.length > 0 && html`<p>${t4("variants solved")}</p>
                <${Solved} game=${game} />`}
        <p>${t4("unsolved.how")}</p>
        <${Command} line=${command} />
        <p class="note">${t4("unsolved.dry")} <code>${command} --dry-run</code></p>
        <div class="row"><button class="first" onClick=${again}>${t4("look again")}</button></div>
        ${game.small && html`<p>${t4("unsolved.small")}</p>
                <${Command} line=${game.small} />`}
    </section>`;
}

// source/main.js
var SHOWN2 = { explore: Explore, play: Play, review: Review, puzzles: Puzzles, statistics: Statistics }, games2 = y2(null), ready = O2(() => games2.value !== null), lost2 = y2(!1), desk2 = desk(record);
async function look() {
  try {
    games2.value = (await games()).games, lost2.value = !1;
  } catch {
    lost2.value = !0;
  }
}
var startless = (game, { set }) => !starts(game, set).length, latest2 = 0;
async function show({ line, ...to }) {
  let [number, here2, now] = [++latest2, desk2.state.peek(), variant(to)], same2 = sameVariant(now, desk2.route.peek());
  if (same2 || (flipped.value = !1), line && await desk2.restore(same2 ? desk2.route.peek() : now, line)) return;
  let place2 = { ...now, ...desk2.place.peek() }, shown2 = to.moves ? write({ ...to, view: "explore" }) === write(place2) : to.position === here2?.position && to.forbid === here2?.forbid;
  if (same2 && here2 && (to.position || to.moves ? shown2 : to.view !== "explore")) return;
  let game = games2.value.find((each) => each.game === to.game), begin = to.position || to.moves || !startless(game, to) ? to : await request(now, "random", { replies: 0 }).then(({ position }) => ({ position }), () => to);
  if (number !== latest2) return;
  let result2 = await desk2.open(same2 ? desk2.route.peek() : now, begin, !0);
  if (!result2) return;
  let set = settings(game, result2.options);
  String(set) !== String(to.set) && r3(() => {
    desk2.route.value = { game: to.game, set }, route.value = { ...route.value, set };
  }), record(desk2.line.value, !0);
}
function Page() {
  useSignalEffect(() => {
    let to = arrived.value;
    to.game && ready.value && f3(() => show(to));
  });
  let game = route.value.game && games2.value?.find((each) => each.game === route.value.game);
  return shownGame.value = game || null, document.title = game ? `${own(game, game.title)} · ${t4(route.value.view)} · retro` : "retro", html`
        <a class="skip" href="#main" onClick=${skip}>${t4("skip")}</a>
        <${Top} game=${game} />
        ${lost2.value && html`<p class="wrong wide" role="alert">${t4("no server")} <button onClick=${look}>${t4("look again")}</button></p>`}
        ${games2.value && !route.value.game && html`<${Home} games=${games2.value} malformed=${route.value.malformed} />`}
        ${games2.value && route.value.game && !game && html`<main id="main" class="wide" tabindex="-1"><p class="wrong">${t4("no game", { game: route.value.game })}</p></main>`}
        ${game && html`<${Game} game=${game} />`}
        <${Copied} />
        <${Help} />
    `;
}
function skip(event) {
  event.preventDefault(), document.querySelector("main button, main a, main [tabindex='0']")?.focus();
}
function Top({ game }) {
  return html`<header class="top">
        <a class="logo" href="#/"><img src="page/icon.svg" alt="" width="26" height="26" />retro</a>
        ${game && html`<${Variant} game=${game} />`}
        <span class="fill"></span>
        ${game && game.rules.length > 0 && game.solved.length > 0 && html`<button onClick=${howToPlay}>${t4("how to play")}</button>`}
        <label class="language">
            <span class="hidden">${t4("language")}</span>
            <select value=${language.value} onChange=${(event) => chosen.value = event.target.value}>
                ${Object.entries(LANGUAGES).map(([name, words]) => html`<option value=${name} lang=${name}>${words["this language"]}</option>`)}
            </select>
        </label>
        <button class="of-keys" aria-label=${t4("keys")} title=${`${t4("keys")} (?)`} onClick=${help}>?</button>
        <button aria-label=${t4(theme2.value === "dark" ? "light" : "dark")} title=${t4(theme2.value === "dark" ? "light" : "dark")} onClick=${turn}>
            ${theme2.value === "dark" ? "☀" : "☾"}
        </button>
    </header>`;
}
function Variant({ game }) {
  let here2 = write(variant(route.value)), variants = game.solved.map((each) => [write(where(game, each)), named3(game, each)]);
  return variants.some(([address]) => address === here2) || variants.push([here2, settingsInWords(game, route.value.set) || t4("the whole game")]), html`<h1>${own(game, game.title)}</h1>
        ${variants.length > 1 && html`<label class="variant">
                <span class="hidden">${t4("variant")}</span>
                <select value=${here2} onChange=${(event) => location.hash = event.target.value}>
                    ${variants.map(([address, name]) => html`<option value=${address}>${name}</option>`)}
                </select>
            </label>`}`;
}
function Game({ game }) {
  let { view } = route.value;
  useFirstVisit(game, route.value);
  let ours = sameVariant(variant(route.value), desk2.route.value), problem = desk2.problem.value, tab = (name) => html`<a
        href=${write({ ...route.value, ...ours && desk2.place.value, view: name })}
        aria-current=${name === view ? "page" : void 0}
    >
        ${t4(name)}
    </a>`, Shown2 = SHOWN2[view], again = () => look().then(() => go({ ...route.value }, !0)), refused = problem && !ours;
  return html`
        <nav class="tabs" aria-label=${t4("views")}>${VIEWS.map(tab)}</nav>
        <${Rules} game=${game} />
        <${HowToPlay} route=${route.value} game=${game} />
        <main id="main" class="view ${view}" tabindex="-1">
            ${problem?.status === 409 ? html`<${Unsolved} game=${game} problem=${problem} again=${again} />` : refused ? html`<section class="wide"><p class="wrong" role="alert">${problem.message}</p><button onClick=${() => go(route.value.position ? variant(route.value) : { game: game.game })}>${t4("the start")}</button></section>` : ours && desk2.route.value && html`<${Shown2} desk=${desk2} game=${game} />`}
        </main>
    `;
}
function Rules({ game }) {
  let options = desk2.answer.value?.game === game.game ? desk2.answer.value.options : null;
  if (!options || !game.options.length) return null;
  let more = Object.entries(options).map((each) => each.join("=")).filter((each) => own(game, each) !== each);
  return html`<details class="rules">
        <summary>${t4("rules")}: ${Object.entries(options).map(([name, value]) => `${own(game, name)} ${own(game, String(value))}`).join(" · ")}</summary>
        <dl>
            ${game.options.map((each) => html`<div><dt>${own(game, each.name)} ${own(game, String(options[each.name]))}</dt><dd>${own(game, each.help)}</dd></div>`)}
        </dl>
        ${more.map((each) => html`<p>${own(game, each)}</p>`)}
    </details>`;
}
look();
keepFocus();
R(html`<${Page} />`, document.getElementById("page"));
