// node_modules/@hpcc-js/wasm-zstd/dist/index.js
var mn = ArrayBuffer;
var H = Uint8Array;
var Nr = Uint16Array;
var _n = Int16Array;
var Gr = Int32Array;
var se = function(n, a, i) {
	if (H.prototype.slice) return H.prototype.slice.call(n, a, i);
	(a == null || a < 0) && (a = 0), (i == null || i > n.length) && (i = n.length);
	var u = new H(i - a);
	return u.set(n.subarray(a, i)), u;
};
var Or = function(n, a, i, u) {
	if (H.prototype.fill) return H.prototype.fill.call(n, a, i, u);
	for ((i == null || i < 0) && (i = 0), (u == null || u > n.length) && (u = n.length); i < u; ++i) n[i] = a;
	return n;
};
var Pn = function(n, a, i, u) {
	if (H.prototype.copyWithin) return H.prototype.copyWithin.call(n, a, i, u);
	for ((i == null || i < 0) && (i = 0), (u == null || u > n.length) && (u = n.length); i < u;) n[a++] = n[i++];
};
var wn = [
	"invalid zstd data",
	"window size too large (>2046MB)",
	"invalid block type",
	"FSE accuracy too high",
	"match distance too far back",
	"unexpected EOF"
];
var B = function(n, a, i) {
	var u = new Error(a || wn[n]);
	if (u.code = n, Error.captureStackTrace && Error.captureStackTrace(u, B), !i) throw u;
	return u;
};
var Ke = function(n, a, i) {
	for (var u = 0, f = 0; u < i; ++u) f |= n[a++] << (u << 3);
	return f;
};
var Yn = function(n, a) {
	return (n[a] | n[a + 1] << 8 | n[a + 2] << 16 | n[a + 3] << 24) >>> 0;
};
var Fn = function(n, a) {
	var i = n[0] | n[1] << 8 | n[2] << 16;
	if (i == 3126568 && n[3] == 253) {
		var u = n[4], f = u >> 5 & 1, d = u >> 2 & 1, p = u & 3, y = u >> 6;
		u & 8 && B(0);
		var P = 6 - f, F = p == 3 ? 4 : p, E = Ke(n, P, F);
		P += F;
		var Y = y ? 1 << y : f, b = Ke(n, P, Y) + (y == 1 && 256), C = b;
		if (!f) {
			var Z = 1 << 10 + (n[5] >> 3);
			C = Z + (Z >> 3) * (n[5] & 7);
		}
		C > 2145386496 && B(1);
		var _ = new H((a == 1 ? b || C : a ? 0 : C) + 12);
		return _[0] = 1, _[4] = 4, _[8] = 8, {
			b: P + Y,
			y: 0,
			l: 0,
			d: E,
			w: a && a != 1 ? a : _.subarray(12),
			e: C,
			o: new Gr(_.buffer, 0, 3),
			u: b,
			c: d,
			m: Math.min(131072, C)
		};
	} else if ((i >> 4 | n[3] << 20) == 25481893) return Yn(n, 4) + 8;
	B(0);
};
var _r = function(n) {
	for (var a = 0; 1 << a <= n; ++a);
	return a - 1;
};
var Br = function(n, a, i) {
	var u = (a << 3) + 4, f = (n[a] & 15) + 5;
	f > i && B(3);
	for (var d = 1 << f, p = d, y = -1, P = -1, F = -1, E = d, Y = new mn(512 + (d << 2)), b = new _n(Y, 0, 256), C = new Nr(Y, 0, 256), Z = new Nr(Y, 512, d), _ = 512 + (d << 1), T = new H(Y, _, d), N = new H(Y, _ + d); y < 255 && p > 0;) {
		var S = _r(p + 1), I = u >> 3, ar = (1 << S + 1) - 1, V = (n[I] | n[I + 1] << 8 | n[I + 2] << 16) >> (u & 7) & ar, g = (1 << S) - 1, D = ar - p - 1, G = V & g;
		if (G < D ? (u += S, V = G) : (u += S + 1, V > g && (V -= D)), b[++y] = --V, V == -1 ? (p += V, T[--E] = y) : p -= V, !V) do {
			var W = u >> 3;
			P = (n[W] | n[W + 1] << 8) >> (u & 7) & 3, u += 2, y += P;
		} while (P == 3);
	}
	(y > 255 || p) && B(0);
	for (var k = 0, A = (d >> 1) + (d >> 3) + 3, rr = d - 1, Q = 0; Q <= y; ++Q) {
		var z = b[Q];
		if (z < 1) {
			C[Q] = -z;
			continue;
		}
		for (F = 0; F < z; ++F) {
			T[k] = Q;
			do
				k = k + A & rr;
			while (k >= E);
		}
	}
	for (k && B(0), F = 0; F < d; ++F) {
		var m = C[T[F]]++, K = N[F] = f - _r(m);
		Z[F] = (m << K) - d;
	}
	return [u + 7 >> 3, {
		b: f,
		s: T,
		n: N,
		t: Z
	}];
};
var $n = function(n, a) {
	var i = 0, u = -1, f = new H(292), d = n[a], p = f.subarray(0, 256), y = f.subarray(256, 268), P = new Nr(f.buffer, 268);
	if (d < 128) {
		var F = Br(n, a + 1, 6), E = F[0], Y = F[1];
		a += d;
		var b = E << 3, C = n[a];
		C || B(0);
		for (var Z = 0, _ = 0, T = Y.b, N = T, S = (++a << 3) - 8 + _r(C); S -= T, !(S < b);) {
			var I = S >> 3;
			if (Z += (n[I] | n[I + 1] << 8) >> (S & 7) & (1 << T) - 1, p[++u] = Y.s[Z], S -= N, S < b) break;
			I = S >> 3, _ += (n[I] | n[I + 1] << 8) >> (S & 7) & (1 << N) - 1, p[++u] = Y.s[_], T = Y.n[Z], Z = Y.t[Z], N = Y.n[_], _ = Y.t[_];
		}
		++u > 255 && B(0);
	} else {
		for (u = d - 127; i < u; i += 2) {
			var ar = n[++a];
			p[i] = ar >> 4, p[i + 1] = ar & 15;
		}
		++a;
	}
	var V = 0;
	for (i = 0; i < u; ++i) {
		var g = p[i];
		g > 11 && B(0), V += g && 1 << g - 1;
	}
	var D = _r(V) + 1, G = 1 << D, W = G - V;
	for (W & W - 1 && B(0), p[u++] = _r(W) + 1, i = 0; i < u; ++i) {
		var g = p[i];
		++y[p[i] = g && D + 1 - g];
	}
	var k = new H(G << 1), A = k.subarray(0, G), rr = k.subarray(G);
	for (P[D] = 0, i = D; i > 0; --i) {
		var Q = P[i];
		Or(rr, i, Q, P[i - 1] = Q + y[i] * (1 << D - i));
	}
	for (P[0] != G && B(0), i = 0; i < u; ++i) {
		var z = p[i];
		if (z) {
			var m = P[z];
			Or(A, i, m, P[z] = m + (1 << D - z));
		}
	}
	return [a, {
		n: rr,
		b: D,
		s: A
	}];
};
var Mn = Br(new H([
	81,
	16,
	99,
	140,
	49,
	198,
	24,
	99,
	12,
	33,
	196,
	24,
	99,
	102,
	102,
	134,
	70,
	146,
	4
]), 0, 6)[1];
var zn = Br(new H([
	33,
	20,
	196,
	24,
	99,
	140,
	33,
	132,
	16,
	66,
	8,
	33,
	132,
	16,
	66,
	8,
	33,
	68,
	68,
	68,
	68,
	68,
	68,
	68,
	68,
	36,
	9
]), 0, 6)[1];
var bn = Br(new H([
	32,
	132,
	16,
	66,
	102,
	70,
	68,
	68,
	68,
	68,
	36,
	73,
	2
]), 0, 5)[1];
var De = function(n, a) {
	for (var i = n.length, u = new Gr(i), f = 0; f < i; ++f) u[f] = a, a += 1 << n[f];
	return u;
};
var oe = new H(new Gr([
	0,
	0,
	0,
	0,
	16843009,
	50528770,
	134678020,
	202050057,
	269422093
]).buffer, 0, 36);
var Cn = De(oe, 0);
var le = new H(new Gr([
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	16843009,
	50528770,
	117769220,
	185207048,
	252579084,
	16
]).buffer, 0, 53);
var Tn = De(le, 3);
var Ur = function(n, a, i) {
	var u = n.length, f = a.length, d = n[u - 1], p = (1 << i.b) - 1, y = -i.b;
	d || B(0);
	for (var P = 0, F = i.b, E = (u << 3) - 8 + _r(d) - F, Y = -1; E > y && Y < f;) {
		var b = E >> 3, C = (n[b] | n[b + 1] << 8 | n[b + 2] << 16) >> (E & 7);
		P = (P << F | C) & p, a[++Y] = i.s[P], E -= F = i.n[P];
	}
	(E != y || Y + 1 != f) && B(0);
};
var En = function(n, a, i) {
	var u = 6, d = a.length + 3 >> 2, p = d << 1, y = d + p;
	Ur(n.subarray(u, u += n[0] | n[1] << 8), a.subarray(0, d), i), Ur(n.subarray(u, u += n[2] | n[3] << 8), a.subarray(d, p), i), Ur(n.subarray(u, u += n[4] | n[5] << 8), a.subarray(p, y), i), Ur(n.subarray(u), a.subarray(y), i);
};
var Hn = function(n, a, i) {
	var u, f = a.b, d = n[f], p = d >> 1 & 3;
	a.l = d & 1;
	var y = d >> 3 | n[f + 1] << 5 | n[f + 2] << 13, P = (f += 3) + y;
	if (p == 1) return f >= n.length ? void 0 : (a.b = f + 1, i ? (Or(i, n[f], a.y, a.y += y), i) : Or(new H(y), n[f]));
	if (!(P > n.length)) {
		if (p == 0) return a.b = P, i ? (i.set(n.subarray(f, P), a.y), a.y += y, i) : se(n, f, P);
		if (p == 2) {
			var F = n[f], E = F & 3, Y = F >> 2 & 3, b = F >> 4, C = 0, Z = 0;
			E < 2 ? Y & 1 ? b |= n[++f] << 4 | (Y & 2 && n[++f] << 12) : b = F >> 3 : (Z = Y, Y < 2 ? (b |= (n[++f] & 63) << 4, C = n[f] >> 6 | n[++f] << 2) : Y == 2 ? (b |= n[++f] << 4 | (n[++f] & 3) << 12, C = n[f] >> 2 | n[++f] << 6) : (b |= n[++f] << 4 | (n[++f] & 63) << 12, C = n[f] >> 6 | n[++f] << 2 | n[++f] << 10)), ++f;
			var _ = i ? i.subarray(a.y, a.y + a.m) : new H(a.m), T = _.length - b;
			if (E == 0) _.set(n.subarray(f, f += b), T);
			else if (E == 1) Or(_, n[f++], T);
			else {
				var N = a.h;
				if (E == 2) {
					var S = $n(n, f);
					C += f - (f = S[0]), a.h = N = S[1];
				} else N || B(0);
				(Z ? En : Ur)(n.subarray(f, f += C), _.subarray(T), N);
			}
			var I = n[f++];
			if (I) {
				I == 255 ? I = (n[f++] | n[f++] << 8) + 32512 : I > 127 && (I = I - 128 << 8 | n[f++]);
				var ar = n[f++];
				ar & 3 && B(0);
				for (var V = [
					zn,
					bn,
					Mn
				], g = 2; g > -1; --g) {
					var D = ar >> (g << 1) + 2 & 3;
					if (D == 1) {
						var G = new H([
							0,
							0,
							n[f++]
						]);
						V[g] = {
							s: G.subarray(2, 3),
							n: G.subarray(0, 1),
							t: new Nr(G.buffer, 0, 1),
							b: 0
						};
					} else D == 2 ? (u = Br(n, f, 9 - (g & 1)), f = u[0], V[g] = u[1]) : D == 3 && (a.t || B(0), V[g] = a.t[g]);
				}
				var W = a.t = V, k = W[0], A = W[1], rr = W[2], Q = n[P - 1];
				Q || B(0);
				var z = (P << 3) - 8 + _r(Q) - rr.b, m = z >> 3, K = 0, sr = (n[m] | n[m + 1] << 8) >> (z & 7) & (1 << rr.b) - 1;
				m = (z -= A.b) >> 3;
				var ur = (n[m] | n[m + 1] << 8) >> (z & 7) & (1 << A.b) - 1;
				m = (z -= k.b) >> 3;
				var cr = (n[m] | n[m + 1] << 8) >> (z & 7) & (1 << k.b) - 1;
				for (++I; --I;) {
					var Pr = rr.s[sr], fr = rr.n[sr], U = k.s[cr], R = k.n[cr], $r = A.s[ur], Mr = A.n[ur];
					m = (z -= $r) >> 3;
					var zr = 1 << $r, x = zr + ((n[m] | n[m + 1] << 8 | n[m + 2] << 16 | n[m + 3] << 24) >>> (z & 7) & zr - 1);
					m = (z -= le[U]) >> 3;
					var vr = Tn[U] + ((n[m] | n[m + 1] << 8 | n[m + 2] << 16) >> (z & 7) & (1 << le[U]) - 1);
					m = (z -= oe[Pr]) >> 3;
					var dr = Cn[Pr] + ((n[m] | n[m + 1] << 8 | n[m + 2] << 16) >> (z & 7) & (1 << oe[Pr]) - 1);
					if (m = (z -= fr) >> 3, sr = rr.t[sr] + ((n[m] | n[m + 1] << 8) >> (z & 7) & (1 << fr) - 1), m = (z -= R) >> 3, cr = k.t[cr] + ((n[m] | n[m + 1] << 8) >> (z & 7) & (1 << R) - 1), m = (z -= Mr) >> 3, ur = A.t[ur] + ((n[m] | n[m + 1] << 8) >> (z & 7) & (1 << Mr) - 1), x > 3) a.o[2] = a.o[1], a.o[1] = a.o[0], a.o[0] = x -= 3;
					else {
						var wr = x - (dr != 0);
						wr ? (x = wr == 3 ? a.o[0] - 1 : a.o[wr], wr > 1 && (a.o[2] = a.o[1]), a.o[1] = a.o[0], a.o[0] = x) : x = a.o[0];
					}
					for (var g = 0; g < dr; ++g) _[K + g] = _[T + g];
					K += dr, T += dr;
					var pr = K - x;
					if (pr < 0) {
						var hr = -pr, Ir = a.e + pr;
						hr > vr && (hr = vr);
						for (var g = 0; g < hr; ++g) _[K + g] = a.w[Ir + g];
						K += hr, vr -= hr, pr = 0;
					}
					for (var g = 0; g < vr; ++g) _[K + g] = _[pr + g];
					K += vr;
				}
				if (K != T) for (; T < _.length;) _[K++] = _[T++];
				else K = _.length;
				i ? a.y += K : _ = se(_, 0, K);
			} else if (i) {
				if (a.y += b, T) for (var g = 0; g < b; ++g) _[g] = _[T + g];
			} else T && (_ = se(_, T));
			return a.b = P, _;
		}
		B(2);
	}
};
var Un = function(n, a) {
	if (n.length == 1) return n[0];
	for (var i = new H(a), u = 0, f = 0; u < n.length; ++u) {
		var d = n[u];
		i.set(d, f), f += d.length;
	}
	return i;
};
function qe(n, a) {
	for (var i = [], u = +!a, f = 0, d = 0; n.length;) {
		var p = Fn(n, u || a);
		if (typeof p == "object") {
			for (u ? (a = null, p.w.length == p.u && (i.push(a = p.w), d += p.u)) : (i.push(a), p.e = 0); !p.l;) {
				var y = Hn(n, p, a);
				y || B(5), a ? p.e = p.y : (i.push(y), d += y.length, Pn(p.w, 0, y.length), p.w.set(y, p.w.length - y.length));
			}
			f = p.b + p.c * 4;
		} else f = p;
		n = n.subarray(f);
	}
	return Un(i, d);
}
async function On(n = {}) {
	var a, i = n, u = (e, r) => {
		throw r;
	};
	var y, P, F = console.log.bind(console), E = console.error.bind(console), Y, b = !1, C, Z = (e) => e.startsWith("file://"), _, T, N = !1;
	function S() {
		var e = jr.buffer;
		ur = new Int8Array(e), K = new Int16Array(e), i.HEAPU8 = R = new Uint8Array(e), fr = new Uint16Array(e), sr = new Int32Array(e), U = new Uint32Array(e), cr = new Float32Array(e), Pr = new Float64Array(e);
	}
	function ar() {
		N = !0, Er.y();
	}
	function g(e) {
		e = `Aborted(${e})`, E(e), b = !0, e += ". Build with -sASSERTIONS for more info.", N && Te();
		var r = new WebAssembly.RuntimeError(e);
		throw T?.(r), r;
	}
	var D;
	let G = () => "";
	function W(e) {
		if (e == D && Y) return new Uint8Array(Y);
		if (P) return P(e);
		throw "both async and sync fetching of the wasm failed";
	}
	async function k(e) {
		if (!Y) try {
			var r = await y(e);
			return new Uint8Array(r);
		} catch {}
		return W(e);
	}
	async function A(e, r) {
		try {
			var t = await k(e);
			return await WebAssembly.instantiate(t, r);
		} catch (o) {
			E(`failed to asynchronously prepare wasm: ${o}`), g(o);
		}
	}
	async function rr(e, r, t) {
		if (!e && !Z(r)) try {
			var s = fetch(r, { credentials: "same-origin" });
			return await WebAssembly.instantiateStreaming(s, t);
		} catch (l) {
			E(`wasm streaming compile failed: ${l}`), E("falling back to ArrayBuffer instantiation");
		}
		return A(r, t);
	}
	function Q() {
		return { a: gn };
	}
	async function z() {
		function e(l, v) {
			return Er = l.exports, hn(Er), S(), Er;
		}
		function r(l) {
			return e(l.instance);
		}
		var t = Q();
		D ??= G();
		return r(await rr(Y, D, t));
	}
	class m {
		name = "ExitStatus";
		constructor(r) {
			this.message = `Program terminated with exit(${r})`, this.status = r;
		}
	}
	var K, sr, ur, cr, Pr, fr, U, R, $r = globalThis.TextDecoder && new TextDecoder(), Mr = (e, r, t, s) => {
		var o = r + t;
		if (s) return o;
		for (; e[r] && !(r >= o);) ++r;
		return r;
	}, zr = (e, r = 0, t, s) => {
		var o = Mr(e, r, t, s);
		if (o - r > 16 && e.buffer && $r) return $r.decode(e.subarray(r, o));
		for (var l = ""; r < o;) {
			var v = e[r++];
			if (!(v & 128)) {
				l += String.fromCharCode(v);
				continue;
			}
			var c = e[r++] & 63;
			if ((v & 224) == 192) {
				l += String.fromCharCode((v & 31) << 6 | c);
				continue;
			}
			var h = e[r++] & 63;
			if ((v & 240) == 224 ? v = (v & 15) << 12 | c << 6 | h : v = (v & 7) << 18 | c << 12 | h << 6 | e[r++] & 63, v < 65536) l += String.fromCharCode(v);
			else {
				var w = v - 65536;
				l += String.fromCharCode(55296 | w >> 10, 56320 | w & 1023);
			}
		}
		return l;
	}, x = (e, r, t) => e ? zr(R, e, r, t) : "", vr = (e, r, t, s) => g(`Assertion failed: ${x(e)}, at: ` + [
		r ? x(r) : "unknown filename",
		t,
		s ? x(s) : "unknown function"
	]), dr = () => Se, wr = (e) => {
		var r = e.getArg(dr(), 0);
		return Oe(r);
	}, pr = () => Ue(), hr = (e) => Ee(e), Ir = (e) => He(e), xe = (e) => {
		var r = pr(), t = Ir(4), s = Ir(4);
		Be(e, t, s);
		var o = U[t >> 2], l = U[s >> 2], v = x(o);
		ir(o);
		var c;
		return l && (c = x(l), ir(l)), hr(r), [v, c];
	}, Ne = (e) => {
		return xe(wr(e));
	}, Ge = (e) => {
		var r = new WebAssembly.Exception(dr(), [e], { traceStack: !0 });
		throw r.message = Ne(r), r;
	}, Re = () => g(""), Xe = (e, r, t, s, o) => {}, er = (e) => {
		for (var r = "";;) {
			var t = R[e++];
			if (!t) return r;
			r += String.fromCharCode(t);
		}
	}, Yr = {}, Fr = {}, Vr = {}, br = class extends Error {
		constructor(r) {
			super(r), this.name = "BindingError";
		}
	}, $ = (e) => {
		throw new br(e);
	};
	function Qe(e, r, t = {}) {
		var s = r.name;
		if (e || $(`type "${s}" must have a positive integer typeid pointer`), Fr.hasOwnProperty(e)) {
			if (t.ignoreDuplicateRegistrations) return;
			$(`Cannot register type '${s}' twice`);
		}
		if (Fr[e] = r, delete Vr[e], Yr.hasOwnProperty(e)) {
			var o = Yr[e];
			delete Yr[e], o.forEach((l) => l());
		}
	}
	function or(e, r, t = {}) {
		return Qe(e, r, t);
	}
	var We = (e, r, t, s) => {
		r = er(r), or(e, {
			name: r,
			fromWireType: function(o) {
				return !!o;
			},
			toWireType: function(o, l) {
				return l ? t : s;
			},
			readValueFromPointer: function(o) {
				return this.fromWireType(R[o]);
			},
			destructorFunction: null
		});
	}, Ae = (e) => ({
		count: e.count,
		deleteScheduled: e.deleteScheduled,
		preservePointerOnDelete: e.preservePointerOnDelete,
		ptr: e.ptr,
		ptrType: e.ptrType,
		smartPtr: e.smartPtr,
		smartPtrType: e.smartPtrType
	}), Rr = (e) => {
		function r(t) {
			return t.$$.ptrType.registeredClass.name;
		}
		$(r(e) + " instance already deleted");
	}, Xr = !1, fe = (e) => {}, rt = (e) => {
		e.smartPtr ? e.smartPtrType.rawDestructor(e.smartPtr) : e.ptrType.registeredClass.rawDestructor(e.ptr);
	}, ce = (e) => {
		e.count.value -= 1;
		e.count.value === 0 && rt(e);
	}, Cr = (e) => globalThis.FinalizationRegistry ? (Xr = new FinalizationRegistry((r) => {
		ce(r.$$);
	}), Cr = (r) => {
		var t = r.$$;
		if (!!t.smartPtr) {
			var o = { $$: t };
			Xr.register(r, o, r);
		}
		return r;
	}, fe = (r) => Xr.unregister(r), Cr(e)) : (Cr = (r) => r, e), Kr = [], et = () => {
		for (; Kr.length;) {
			var e = Kr.pop();
			e.$$.deleteScheduled = !1, e.delete();
		}
	}, ve, tt = () => {
		let e = Dr.prototype;
		Object.assign(e, {
			isAliasOf(t) {
				if (!(this instanceof Dr) || !(t instanceof Dr)) return !1;
				var s = this.$$.ptrType.registeredClass, o = this.$$.ptr;
				t.$$ = t.$$;
				for (var l = t.$$.ptrType.registeredClass, v = t.$$.ptr; s.baseClass;) o = s.upcast(o), s = s.baseClass;
				for (; l.baseClass;) v = l.upcast(v), l = l.baseClass;
				return s === l && o === v;
			},
			clone() {
				if (this.$$.ptr || Rr(this), this.$$.preservePointerOnDelete) return this.$$.count.value += 1, this;
				var t = Cr(Object.create(Object.getPrototypeOf(this), { $$: { value: Ae(this.$$) } }));
				return t.$$.count.value += 1, t.$$.deleteScheduled = !1, t;
			},
			delete() {
				this.$$.ptr || Rr(this), this.$$.deleteScheduled && !this.$$.preservePointerOnDelete && $("Object already scheduled for deletion"), fe(this), ce(this.$$), this.$$.preservePointerOnDelete || (this.$$.smartPtr = void 0, this.$$.ptr = void 0);
			},
			isDeleted() {
				return !this.$$.ptr;
			},
			deleteLater() {
				return this.$$.ptr || Rr(this), this.$$.deleteScheduled && !this.$$.preservePointerOnDelete && $("Object already scheduled for deletion"), Kr.push(this), Kr.length === 1 && ve && ve(et), this.$$.deleteScheduled = !0, this;
			}
		});
		let r = Symbol.dispose;
		r && (e[r] = e.delete);
	};
	function Dr() {}
	var de = (e, r) => Object.defineProperty(r, "name", { value: e }), pe = {}, Qr = (e, r, t) => {
		if (e[r].overloadTable === void 0) {
			var s = e[r];
			e[r] = function(...o) {
				return e[r].overloadTable.hasOwnProperty(o.length) || $(`Function '${t}' called with an invalid number of arguments (${o.length}) - expects one of (${e[r].overloadTable})!`), e[r].overloadTable[o.length].apply(this, o);
			}, e[r].overloadTable = [], e[r].overloadTable[s.argCount] = s;
		}
	}, nt = (e, r, t) => {
		i.hasOwnProperty(e) ? ((t === void 0 || i[e].overloadTable !== void 0 && i[e].overloadTable[t] !== void 0) && $(`Cannot register public name '${e}' twice`), Qr(i, e, e), i[e].overloadTable.hasOwnProperty(t) && $(`Cannot register multiple overloads of a function with the same number of arguments (${t})!`), i[e].overloadTable[t] = r) : (i[e] = r, i[e].argCount = t);
	}, it = 48, at = 57, st = (e) => {
		e = e.replace(/[^a-zA-Z0-9_]/g, "$");
		var r = e.charCodeAt(0);
		return r >= it && r <= at ? `_${e}` : e;
	};
	function ot(e, r, t, s, o, l, v, c) {
		this.name = e, this.constructor = r, this.instancePrototype = t, this.rawDestructor = s, this.baseClass = o, this.getActualType = l, this.upcast = v, this.downcast = c, this.pureVirtualFunctions = [];
	}
	var Wr = (e, r, t) => {
		for (; r !== t;) r.upcast || $(`Expected null or instance of ${t.name}, got an instance of ${r.name}`), e = r.upcast(e), r = r.baseClass;
		return e;
	}, Ar = (e) => {
		if (e === null) return "null";
		var r = typeof e;
		return r === "object" || r === "array" || r === "function" ? e.toString() : "" + e;
	};
	function lt(e, r) {
		if (r === null) return this.isReference && $(`null is not a valid ${this.name}`), 0;
		r.$$ || $(`Cannot pass "${Ar(r)}" as a ${this.name}`), r.$$.ptr || $(`Cannot pass deleted object as a pointer of type ${this.name}`);
		var t = r.$$.ptrType.registeredClass;
		return Wr(r.$$.ptr, t, this.registeredClass);
	}
	function ut(e, r) {
		var t;
		if (r === null) return this.isReference && $(`null is not a valid ${this.name}`), this.isSmartPointer ? (t = this.rawConstructor(), e !== null && e.push(this.rawDestructor, t), t) : 0;
		(!r || !r.$$) && $(`Cannot pass "${Ar(r)}" as a ${this.name}`), r.$$.ptr || $(`Cannot pass deleted object as a pointer of type ${this.name}`), !this.isConst && r.$$.ptrType.isConst && $(`Cannot convert argument of type ${r.$$.smartPtrType ? r.$$.smartPtrType.name : r.$$.ptrType.name} to parameter type ${this.name}`);
		var s = r.$$.ptrType.registeredClass;
		if (t = Wr(r.$$.ptr, s, this.registeredClass), this.isSmartPointer) switch (r.$$.smartPtr === void 0 && $("Passing raw pointer to smart pointer is illegal"), this.sharingPolicy) {
			case 0:
				r.$$.smartPtrType === this ? t = r.$$.smartPtr : $(`Cannot convert argument of type ${r.$$.smartPtrType ? r.$$.smartPtrType.name : r.$$.ptrType.name} to parameter type ${this.name}`);
				break;
			case 1:
				t = r.$$.smartPtr;
				break;
			case 2:
				if (r.$$.smartPtrType === this) t = r.$$.smartPtr;
				else {
					var o = r.clone();
					t = this.rawShare(t, te.toHandle(() => o.delete())), e !== null && e.push(this.rawDestructor, t);
				}
				break;
			default: $("Unsupported sharing policy");
		}
		return t;
	}
	function ft(e, r) {
		if (r === null) return this.isReference && $(`null is not a valid ${this.name}`), 0;
		r.$$ || $(`Cannot pass "${Ar(r)}" as a ${this.name}`), r.$$.ptr || $(`Cannot pass deleted object as a pointer of type ${this.name}`), r.$$.ptrType.isConst && $(`Cannot convert argument of type ${r.$$.ptrType.name} to parameter type ${this.name}`);
		var t = r.$$.ptrType.registeredClass;
		return Wr(r.$$.ptr, t, this.registeredClass);
	}
	function qr(e) {
		return this.fromWireType(U[e >> 2]);
	}
	var he = (e, r, t) => {
		if (r === t) return e;
		if (t.baseClass === void 0) return null;
		var s = he(e, r, t.baseClass);
		return s === null ? null : t.downcast(s);
	}, ct = {}, vt = (e, r) => {
		for (r === void 0 && $("ptr should not be undefined"); e.baseClass;) r = e.upcast(r), e = e.baseClass;
		return r;
	}, dt = (e, r) => (r = vt(e, r), ct[r]), pt = class extends Error {
		constructor(r) {
			super(r), this.name = "InternalError";
		}
	}, Jr = (e) => {
		throw new pt(e);
	}, Lr = (e, r) => {
		(!r.ptrType || !r.ptr) && Jr("makeClassHandle requires ptr and ptrType");
		return !!r.smartPtrType !== !!r.smartPtr && Jr("Both smartPtrType and smartPtr must be specified"), r.count = { value: 1 }, Cr(Object.create(e, { $$: {
			value: r,
			writable: !0
		} }));
	};
	function ht(e) {
		var r = this.getPointee(e);
		if (!r) return this.destructor(e), null;
		var t = dt(this.registeredClass, r);
		if (t !== void 0) {
			if (t.$$.count.value === 0) return t.$$.ptr = r, t.$$.smartPtr = e, t.clone();
			var s = t.clone();
			return this.destructor(e), s;
		}
		function o() {
			return this.isSmartPointer ? Lr(this.registeredClass.instancePrototype, {
				ptrType: this.pointeeType,
				ptr: r,
				smartPtrType: this,
				smartPtr: e
			}) : Lr(this.registeredClass.instancePrototype, {
				ptrType: this,
				ptr: e
			});
		}
		var v = pe[this.registeredClass.getActualType(r)];
		if (!v) return o.call(this);
		var c;
		this.isConst ? c = v.constPointerType : c = v.pointerType;
		var h = he(r, this.registeredClass, c.registeredClass);
		return h === null ? o.call(this) : this.isSmartPointer ? Lr(c.registeredClass.instancePrototype, {
			ptrType: c,
			ptr: h,
			smartPtrType: this,
			smartPtr: e
		}) : Lr(c.registeredClass.instancePrototype, {
			ptrType: c,
			ptr: h
		});
	}
	var gt = () => {
		Object.assign(Zr.prototype, {
			getPointee(e) {
				return this.rawGetPointee && (e = this.rawGetPointee(e)), e;
			},
			destructor(e) {
				this.rawDestructor?.(e);
			},
			readValueFromPointer: qr,
			fromWireType: ht
		});
	};
	function Zr(e, r, t, s, o, l, v, c, h, w, M) {
		this.name = e, this.registeredClass = r, this.isReference = t, this.isConst = s, this.isSmartPointer = o, this.pointeeType = l, this.sharingPolicy = v, this.rawGetPointee = c, this.rawConstructor = h, this.rawShare = w, this.rawDestructor = M, !o && r.baseClass === void 0 ? s ? (this.toWireType = lt, this.destructorFunction = null) : (this.toWireType = ft, this.destructorFunction = null) : this.toWireType = ut;
	}
	var yt = (e, r, t) => {
		i.hasOwnProperty(e) || Jr("Replacing nonexistent public symbol"), i[e].overloadTable !== void 0 && t !== void 0 ? i[e].overloadTable[t] = r : (i[e] = r, i[e].argCount = t);
	}, ge = {}, mt = (e, r, t) => {
		e = e.replace(/p/g, "i");
		var s = ge[e];
		return s(r, ...t);
	}, ye = (e) => Ie.get(e), _t = (e, r, t = [], s = !1) => {
		if (e.includes("j")) return mt(e, r, t);
		return ye(r)(...t);
	}, Pt = (e, r, t = !1) => (...s) => _t(e, r, s, t), gr = (e, r, t = !1) => {
		e = er(e);
		function s() {
			if (e.includes("j")) return Pt(e, r);
			return ye(r);
		}
		var o = s();
		return typeof o != "function" && $(`unknown function pointer with signature ${e}: ${r}`), o;
	};
	class wt extends Error {}
	var Yt = (e) => {
		var r = be(e), t = er(r);
		return ir(r), t;
	}, kr = (e, r) => {
		var t = [], s = {};
		function o(l) {
			if (!s[l] && !Fr[l]) {
				if (Vr[l]) {
					Vr[l].forEach(o);
					return;
				}
				t.push(l), s[l] = !0;
			}
		}
		throw r.forEach(o), new wt(`${e}: ` + t.map(Yt).join([", "]));
	}, yr = (e, r, t) => {
		e.forEach((c) => Vr[c] = r);
		function s(c) {
			var h = t(c);
			h.length !== e.length && Jr("Mismatched type converter count");
			for (var w = 0; w < e.length; ++w) or(e[w], h[w]);
		}
		var o = new Array(r.length), l = [], v = 0;
		for (let [c, h] of r.entries()) Fr.hasOwnProperty(h) ? o[c] = Fr[h] : (l.push(h), Yr.hasOwnProperty(h) || (Yr[h] = []), Yr[h].push(() => {
			o[c] = Fr[h], ++v, v === l.length && s(o);
		}));
		l.length === 0 && s(o);
	}, Ft = (e, r, t, s, o, l, v, c, h, w, M, q, L) => {
		M = er(M), l = gr(o, l), c &&= gr(v, c), w &&= gr(h, w), L = gr(q, L);
		var O = st(M);
		nt(O, function() {
			kr(`Cannot construct ${M} due to unbound types`, [s]);
		}), yr([
			e,
			r,
			t
		], s ? [s] : [], (j) => {
			j = j[0];
			var tr, X;
			s ? (tr = j.registeredClass, X = tr.instancePrototype) : X = Dr.prototype;
			var J = de(M, function(...ae) {
				if (Object.getPrototypeOf(this) !== Hr) throw new br(`Use 'new' to construct ${M}`);
				if (nr.constructor_body === void 0) throw new br(`${M} has no accessible constructor`);
				var Ve = nr.constructor_body[ae.length];
				if (Ve === void 0) throw new br(`Tried to invoke ctor of ${M} with invalid number of parameters (${ae.length}) - expected (${Object.keys(nr.constructor_body).toString()}) parameters instead!`);
				return Ve.apply(this, ae);
			}), Hr = Object.create(X, { constructor: { value: J } });
			J.prototype = Hr;
			var nr = new ot(M, J, Hr, L, tr, l, c, w);
			nr.baseClass && (nr.baseClass.__derivedClasses ??= [], nr.baseClass.__derivedClasses.push(nr));
			var ie = new Zr(M, nr, !0, !1, !1), lr = new Zr(M + "*", nr, !1, !1, !1), xr = new Zr(M + " const*", nr, !1, !0, !1);
			return pe[e] = {
				pointerType: lr,
				constPointerType: xr
			}, yt(O, J), [
				ie,
				lr,
				xr
			];
		});
	}, $t = (e) => {
		for (; e.length;) {
			var r = e.pop();
			e.pop()(r);
		}
	};
	function Mt(e) {
		for (var r = 1; r < e.length; ++r) if (e[r] !== null && e[r].destructorFunction === void 0) return !0;
		return !1;
	}
	function re(e, r, t, s, o, l) {
		var v = r.length;
		v < 2 && $("argTypes array size mismatch! Must at least get return value and 'this' types!");
		var c = r[1] !== null && t !== null, h = Mt(r), w = !r[0].isVoid, M = v - 2, q = new Array(M), L = [], O = [], j = function(...tr) {
			O.length = 0;
			var X;
			L.length = c ? 2 : 1, L[0] = o, c && (X = r[1].toWireType(O, this), L[1] = X);
			for (var J = 0; J < M; ++J) q[J] = r[J + 2].toWireType(O, tr[J]), L.push(q[J]);
			var Hr = s(...L);
			function nr(ie) {
				if (h) $t(O);
				else for (var lr = c ? 1 : 2; lr < r.length; lr++) {
					var xr = lr === 1 ? X : q[lr - 2];
					r[lr].destructorFunction !== null && r[lr].destructorFunction(xr);
				}
				if (w) return r[0].fromWireType(ie);
			}
			return nr(Hr);
		};
		return de(e, j);
	}
	var ee = (e, r) => {
		for (var t = [], s = 0; s < e; s++) t.push(U[r + s * 4 >> 2]);
		return t;
	}, me = (e) => {
		e = e.trim();
		let r = e.indexOf("(");
		return r === -1 ? e : e.slice(0, r);
	}, zt = (e, r, t, s, o, l, v, c, h) => {
		var w = ee(t, s);
		r = er(r), r = me(r), l = gr(o, l, c), yr([], [e], (M) => {
			M = M[0];
			var q = `${M.name}.${r}`;
			function L() {
				kr(`Cannot call ${q} due to unbound types`, w);
			}
			r.startsWith("@@") && (r = Symbol[r.substring(2)]);
			var O = M.registeredClass.constructor;
			return O[r] === void 0 ? (L.argCount = t - 1, O[r] = L) : (Qr(O, r, q), O[r].overloadTable[t - 1] = L), yr([], w, (j) => {
				var X = re(q, [j[0], null].concat(j.slice(1)), null, l, v, c);
				if (O[r].overloadTable === void 0 ? (X.argCount = t - 1, O[r] = X) : O[r].overloadTable[t - 1] = X, M.registeredClass.__derivedClasses) for (let J of M.registeredClass.__derivedClasses) J.constructor.hasOwnProperty(r) || (J.constructor[r] = X);
				return [];
			}), [];
		});
	}, bt = (e, r, t, s, o, l) => {
		var v = ee(r, t);
		o = gr(s, o), yr([], [e], (c) => {
			c = c[0];
			var h = `constructor ${c.name}`;
			if (c.registeredClass.constructor_body === void 0 && (c.registeredClass.constructor_body = []), c.registeredClass.constructor_body[r - 1] !== void 0) throw new br(`Cannot register multiple constructors with identical number of parameters (${r - 1}) for class '${c.name}'! Overload resolution is currently only performed using the parameter count, not actual type info!`);
			return c.registeredClass.constructor_body[r - 1] = () => {
				kr(`Cannot construct ${c.name} due to unbound types`, v);
			}, yr([], v, (w) => (w.splice(1, 0, null), c.registeredClass.constructor_body[r - 1] = re(h, w, null, o, l), [])), [];
		});
	}, Ct = (e, r, t, s, o, l, v, c, h, w) => {
		var M = ee(t, s);
		r = er(r), r = me(r), l = gr(o, l, h), yr([], [e], (q) => {
			q = q[0];
			var L = `${q.name}.${r}`;
			r.startsWith("@@") && (r = Symbol[r.substring(2)]), c && q.registeredClass.pureVirtualFunctions.push(r);
			function O() {
				kr(`Cannot call ${L} due to unbound types`, M);
			}
			var j = q.registeredClass.instancePrototype, tr = j[r];
			return tr === void 0 || tr.overloadTable === void 0 && tr.className !== q.name && tr.argCount === t - 2 ? (O.argCount = t - 2, O.className = q.name, j[r] = O) : (Qr(j, r, L), j[r].overloadTable[t - 2] = O), yr([], M, (X) => {
				var J = re(L, X, q, l, v, h);
				return j[r].overloadTable === void 0 ? (J.argCount = t - 2, j[r] = J) : j[r].overloadTable[t - 2] = J, [];
			}), [];
		});
	}, _e = [], mr = [
		0,
		1,
		,
		1,
		null,
		1,
		!0,
		1,
		!1,
		1
	], Pe = [], Tt = (e) => {
		if (e > 9 && --mr[e + 1] === 0) {
			var r = mr[e];
			mr[e] = void 0;
			var t = Pe[e];
			t && (Pe[e] = void 0, t(r)), _e.push(e);
		}
	}, te = {
		toValue: (e) => (e || $(`Cannot use deleted val. handle = ${e}`), mr[e]),
		toHandle: (e) => {
			switch (e) {
				case void 0: return 2;
				case null: return 4;
				case !0: return 6;
				case !1: return 8;
				default: {
					let r = _e.pop() || mr.length;
					return mr[r] = e, mr[r + 1] = 1, r;
				}
			}
		}
	}, Et = {
		name: "emscripten::val",
		fromWireType: (e) => {
			var r = te.toValue(e);
			return Tt(e), r;
		},
		toWireType: (e, r) => te.toHandle(r),
		readValueFromPointer: qr,
		destructorFunction: null
	}, Ht = (e) => or(e, Et), Ut = (e, r) => {
		switch (r) {
			case 4: return function(t) {
				return this.fromWireType(cr[t >> 2]);
			};
			case 8: return function(t) {
				return this.fromWireType(Pr[t >> 3]);
			};
			default: throw new TypeError(`invalid float width (${r}): ${e}`);
		}
	}, Ot = (e, r, t) => {
		r = er(r), or(e, {
			name: r,
			fromWireType: (s) => s,
			toWireType: (s, o) => o,
			readValueFromPointer: Ut(r, t),
			destructorFunction: null
		});
	}, Bt = (e, r, t) => {
		switch (r) {
			case 1: return t ? (s) => ur[s] : (s) => R[s];
			case 2: return t ? (s) => K[s >> 1] : (s) => fr[s >> 1];
			case 4: return t ? (s) => sr[s >> 2] : (s) => U[s >> 2];
			default: throw new TypeError(`invalid integer width (${r}): ${e}`);
		}
	}, St = (e, r, t, s, o) => {
		r = er(r);
		let l = s === 0, v = (h) => h;
		if (l) {
			var c = 32 - 8 * t;
			v = (h) => h << c >>> c, o = v(o);
		}
		or(e, {
			name: r,
			fromWireType: v,
			toWireType: (h, w) => w,
			readValueFromPointer: Bt(r, t, s !== 0),
			destructorFunction: null
		});
	}, It = (e, r, t) => {
		var o = [
			Int8Array,
			Uint8Array,
			Int16Array,
			Uint16Array,
			Int32Array,
			Uint32Array,
			Float32Array,
			Float64Array
		][r];
		function l(v) {
			var c = U[v >> 2], h = U[v + 4 >> 2];
			return new o(ur.buffer, h, c);
		}
		t = er(t), or(e, {
			name: t,
			fromWireType: l,
			readValueFromPointer: l
		}, { ignoreDuplicateRegistrations: !0 });
	}, Vt = (e, r, t, s) => {
		if (!(s > 0)) return 0;
		for (var o = t, l = t + s - 1, v = 0; v < e.length; ++v) {
			var c = e.codePointAt(v);
			if (c <= 127) {
				if (t >= l) break;
				r[t++] = c;
			} else if (c <= 2047) {
				if (t + 1 >= l) break;
				r[t++] = 192 | c >> 6, r[t++] = 128 | c & 63;
			} else if (c <= 65535) {
				if (t + 2 >= l) break;
				r[t++] = 224 | c >> 12, r[t++] = 128 | c >> 6 & 63, r[t++] = 128 | c & 63;
			} else {
				if (t + 3 >= l) break;
				r[t++] = 240 | c >> 18, r[t++] = 128 | c >> 12 & 63, r[t++] = 128 | c >> 6 & 63, r[t++] = 128 | c & 63, v++;
			}
		}
		return r[t] = 0, t - o;
	}, we = (e, r, t) => Vt(e, R, r, t), Ye = (e) => {
		for (var r = 0, t = 0; t < e.length; ++t) {
			var s = e.charCodeAt(t);
			s <= 127 ? r++ : s <= 2047 ? r += 2 : s >= 55296 && s <= 57343 ? (r += 4, ++t) : r += 3;
		}
		return r;
	}, Kt = (e, r) => {
		r = er(r);
		var t = !0;
		or(e, {
			name: r,
			fromWireType(s) {
				var o = U[s >> 2], l = s + 4, v;
				if (t) v = x(l, o, !0);
				else {
					v = "";
					for (var c = 0; c < o; ++c) v += String.fromCharCode(R[l + c]);
				}
				return ir(s), v;
			},
			toWireType(s, o) {
				o instanceof ArrayBuffer && (o = new Uint8Array(o));
				var l, v = typeof o == "string";
				v || ArrayBuffer.isView(o) && o.BYTES_PER_ELEMENT == 1 || $("Cannot pass non-string to std::string"), t && v ? l = Ye(o) : l = o.length;
				var c = ne(4 + l + 1), h = c + 4;
				if (U[c >> 2] = l, v) if (t) we(o, h, l + 1);
				else for (var w = 0; w < l; ++w) {
					var M = o.charCodeAt(w);
					M > 255 && (ir(c), $("String has UTF-16 code units that do not fit in 8 bits")), R[h + w] = M;
				}
				else R.set(o, h);
				return s !== null && s.push(ir, c), c;
			},
			readValueFromPointer: qr,
			destructorFunction(s) {
				ir(s);
			}
		});
	}, Fe = globalThis.TextDecoder ? new TextDecoder("utf-16le") : void 0, Dt = (e, r, t) => {
		var s = e >> 1, o = Mr(fr, s, r / 2, t);
		if (o - s > 16 && Fe) return Fe.decode(fr.subarray(s, o));
		for (var l = "", v = s; v < o; ++v) {
			var c = fr[v];
			l += String.fromCharCode(c);
		}
		return l;
	}, qt = (e, r, t) => {
		if (t ??= 2147483647, t < 2) return 0;
		t -= 2;
		for (var s = r, o = t < e.length * 2 ? t / 2 : e.length, l = 0; l < o; ++l) {
			var v = e.charCodeAt(l);
			K[r >> 1] = v, r += 2;
		}
		return K[r >> 1] = 0, r - s;
	}, Jt = (e) => e.length * 2, Lt = (e, r, t) => {
		for (var s = "", o = e >> 2, l = 0; !(l >= r / 4); l++) {
			var v = U[o + l];
			if (!v && !t) break;
			s += String.fromCodePoint(v);
		}
		return s;
	}, Zt = (e, r, t) => {
		if (t ??= 2147483647, t < 4) return 0;
		for (var s = r, o = s + t - 4, l = 0; l < e.length; ++l) {
			var v = e.codePointAt(l);
			if (v > 65535 && l++, sr[r >> 2] = v, r += 4, r + 4 > o) break;
		}
		return sr[r >> 2] = 0, r - s;
	}, kt = (e) => {
		for (var r = 0, t = 0; t < e.length; ++t) e.codePointAt(t) > 65535 && t++, r += 4;
		return r;
	}, jt = (e, r, t) => {
		t = er(t);
		var s, o, l;
		r === 2 ? (s = Dt, o = qt, l = Jt) : (s = Lt, o = Zt, l = kt), or(e, {
			name: t,
			fromWireType: (v) => {
				var c = U[v >> 2], h = s(v + 4, c * r, !0);
				return ir(v), h;
			},
			toWireType: (v, c) => {
				typeof c != "string" && $(`Cannot pass non-string to C++ string type ${t}`);
				var h = l(c), w = ne(4 + h + r);
				return U[w >> 2] = h / r, o(c, w + 4, h + r), v !== null && v.push(ir, w), w;
			},
			readValueFromPointer: qr,
			destructorFunction(v) {
				ir(v);
			}
		});
	}, xt = (e, r) => {
		r = er(r), or(e, {
			isVoid: !0,
			name: r,
			fromWireType: () => {},
			toWireType: (t, s) => {}
		});
	}, Gt = () => {}, Tr = {}, $e = (e) => {
		if (e instanceof m || e == "unwind") return C;
		u(1, e);
	}, Me = () => !0, ze = (e) => {
		C = e, Me() || (b = !0), u(e, new m(e));
	}, Rt = (e, r) => {
		C = e, ze(e);
	}, Xt = Rt, Qt = () => {
		if (!Me()) try {
			Xt(C);
		} catch (e) {
			$e(e);
		}
	}, Wt = (e) => {
		if (!b) try {
			return e();
		} catch (r) {
			$e(r);
		} finally {
			Qt();
		}
	}, At = () => performance.now(), rn = (e, r) => {
		if (Tr[e] && (clearTimeout(Tr[e].id), delete Tr[e]), !r) return 0;
		return Tr[e] = {
			id: setTimeout(() => {
				delete Tr[e], Wt(() => Ce(e, At()));
			}, r),
			timeout_ms: r
		}, 0;
	}, en = () => 2147483648, tn = (e, r) => Math.ceil(e / r) * r, nn = (e) => {
		var t = (e - jr.buffer.byteLength + 65535) / 65536 | 0;
		try {
			return jr.grow(t), S(), 1;
		} catch {}
	}, an = (e) => {
		var r = R.length;
		e >>>= 0;
		var t = en();
		if (e > t) return !1;
		for (var s = 1; s <= 4; s *= 2) {
			var o = r * (1 + .2 / s);
			o = Math.min(o, e + 100663296);
			if (nn(Math.min(t, tn(Math.max(e, o), 65536)))) return !0;
		}
		return !1;
	}, sn = (e) => 52, on = (e, r) => r + 2097152 >>> 0 < 4194305 - !!e ? (e >>> 0) + r * 4294967296 : NaN;
	function ln(e, r, t, s, o) {
		on(r, t);
		return 70;
	}
	var un = [
		null,
		[],
		[]
	], fn = (e, r) => {
		var t = un[e];
		r === 0 || r === 10 ? ((e === 1 ? F : E)(zr(t)), t.length = 0) : t.push(r);
	}, cn = (e, r, t, s) => {
		for (var o = 0, l = 0; l < t; l++) {
			var v = U[r >> 2], c = U[r + 4 >> 2];
			r += 8;
			for (var h = 0; h < c; h++) fn(e, R[v + h]);
			o += c;
		}
		return U[s >> 2] = o, 0;
	};
	tt(), gt(), i.wasmBinary && (Y = i.wasmBinary), i.UTF8ToString = x, i.stringToUTF8 = we, i.lengthBytesUTF8 = Ye;
	var be, ne, ir, Ce, Te, Ee, He, Ue, Oe, Be, Se, jr, Ie;
	function hn(e) {
		be = e.z, ne = i._malloc = e.A, ir = i._free = e.B, Ce = e.D, Te = e.E, Ee = e.F, He = e.G, Ue = e.H, Oe = e.J, Be = e.K, ge.jiji = e.L, jr = e.x, Ie = e.C, Se = e.I;
	}
	var gn = {
		p: vr,
		r: Ge,
		q: Re,
		l: Xe,
		i: We,
		w: Ft,
		b: zt,
		v: bt,
		d: Ct,
		g: Ht,
		f: Ot,
		c: St,
		a: It,
		h: Kt,
		e: jt,
		j: xt,
		n: Gt,
		o: rn,
		s: an,
		u: sn,
		k: ln,
		t: cn,
		m: ze
	};
	function yn() {
		function e() {
			i.calledRun = !0, !b && (ar(), _?.(i));
		}
		e();
	}
	var Er = await z();
	return yn(), N ? a = i : a = new Promise((e, r) => {
		_ = e, T = r;
	}), a;
}
var Je = On;
var Bn = new Int8Array([
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	-1,
	62,
	90,
	63,
	64,
	65,
	66,
	-1,
	67,
	68,
	69,
	70,
	71,
	-1,
	72,
	73,
	52,
	53,
	54,
	55,
	56,
	57,
	58,
	59,
	60,
	61,
	74,
	75,
	76,
	77,
	78,
	79,
	80,
	0,
	1,
	2,
	3,
	4,
	5,
	6,
	7,
	8,
	9,
	10,
	11,
	12,
	13,
	14,
	15,
	16,
	17,
	18,
	19,
	20,
	21,
	22,
	23,
	24,
	25,
	81,
	-1,
	82,
	83,
	84,
	85,
	26,
	27,
	28,
	29,
	30,
	31,
	32,
	33,
	34,
	35,
	36,
	37,
	38,
	39,
	40,
	41,
	42,
	43,
	44,
	45,
	46,
	47,
	48,
	49,
	50,
	51,
	86,
	87,
	88,
	89,
	-1
]);
function Sn(n) {
	let a = /* @__PURE__ */ new Uint8Array(169084), i = 0, u = 0, f = 0, d = -1;
	for (let p = 0, y = n.length; p < y; p++) {
		let P = n.charCodeAt(p);
		if (P > 127) continue;
		let F = Bn[P];
		if (!(F < 0)) if (d < 0) d = F;
		else {
			d += F * 91, u |= d << f, f += (d & 8191) > 88 ? 13 : 14;
			do
				a[i++] = u, u >>>= 8, f -= 8;
			while (f > 7);
			d = -1;
		}
	}
	return d >= 0 && (a[i++] = (u | d << f) & 255), a;
}
var In = "v7#a#A&ic?=J$aS{&M`)qm\"om>qK$~$<AsJS8jq3k?F9eqFajWtm?;cHR}Qu&@w@Aw3}k|a(o.Xb_;Ax`)1T+HJ&R}:~u(;yZXlD6Nyry,`Ic>T|?`fiz~$gXRbNh5P4,/6_0v5eLw%vx`d0gVKW4l)P5gY~I)=[4a[[k2u8y}!${!n5/]g#?hgB|;i8xiAfb7!xec%fPL1tH\"*(CAC!5F`Q1@2iBpG+9[XKw!Lywb,$}Pk7,X%zPpyCOFq/+x([JFvq]4nUP?mqzm=)5M$iIQ*oNVb4nOs>17JWL6Vy3TdHNNXfrf<4Q3X91{}D;%9rRrJ@goi*Z*CvsPOYv(*aFtH?:OPB7d+Yr0_ySAbD0BgQ*7g>qQ)PTi)=^/~8LNJ0<Ek!bFPt#sWGal<O_Tkw0L~qSK,(>G\"kDArHJt)S,J7nWC/8n]\":w8(n^aEIELh2jY(YUgk;5^AW/)![9%FY@Rt?S!^Xb=0J7{wm!f/5O;UhjpM_8CWLeg|Uz8K?j1xM[rB41NWf/poOzOypj2+:Pf{E%YQKG6dK!g>`$J6O2avO=Txw1H%bNm#f#/%%9KcWeK0D2J8?Mw_@<2;I46Y]ph^&5a+nuX|jASd2Nb>bTv(7ds3pYgG=vkvI(@8z~[:+]=Hg8b~!0$*o`GA|k>7o{.#=4loqm2dsG#C&q^|FBqg`k1L,G,[BVI{0DhoaG/]%B;(&iDFi7$@7ElFiF.)et3qa=frOozFbt3W6jEm876EhK.+g~^9^0>b$X$(EP=\"0#Xt^l.1,.&}`[#O&01$`u?)<\"N0h$}uwVvXq&l~$1;RCmFx0Gq6d6e[+k~V$}B:pn2a13GT23Y>[5$l{,_J2VsT5E1H8y#6%67~p}KiuU0lTk&XsY27<)Sn(7UPs#)US,pB&FVFk[[:gJ$m`tqQLa1jYRn\"fqfgR5&wNMd%]V=)Pojq3uB24v&nTXFEGeuF71]cRenED]o>I_PLVN/Cq^M&*X;W>?$O;Kp2ggMS;Q++oe8#lMN,fLWMI1XK?de}p<G`.x<X8w;.PWWoaYq$R]g@v?$U~o=R4G;i/<Q?vNjXtHJV!8:5j###ru4NeQcn.\"BG|Kk3&(szarfB={!cs~y8F9,X?l!}q)PBGGhC23(_|([(3_VT){rR<8aBfH8NKSQKF2*8QtsgFfm`Ni{;IaK`ew?oF]ByFR|K`!cQ=<%=aAC#chWIP,=</Q_nP^n|a6UKPCs]HpUm.9,F~$]gf$HdhqxJxM8`D!}3&~;w[2HZRB(4F6ax<m?1fdGS|WZ[+Kush.0^KlDl;(Ye9~\"kr1f?+dFs/1y0j[(^ohFj%}@Hqfuvu7/*_rjiZu6g~X@~:r^WX@[&K}8raZWo>5j`d=<U~F#6Ut2EGECH!>`tf|BXHyCU?&k{5T3ulek5L``U6k8Qbml6Y.fQY+G9,8i|HEG>ucmt4JFNQ|)XX=[N<JkN5h(HL9,X?i(VJq/fE@*2b[<W:sT4mb|C!9gs*9]BPqgN|PcJj75,vY<cX<)(Y.9NIJ9UNELR)TJ@pu}O:w3O1x0\"`~Fc(O9SzmT*Fc_c[`fH/O|p&(z^]l(W;f/*@w>`k];7FlW8|Bpl1lrMew%q/IxD7M.Zt:k]8Y=?NYG,[d$d*WhbQOMMTMj/RH|~o,3$p?$pFMXASreHsh^DXJ/L2+o\"|V8_n_%bgAn;+2,$i+yV:\"U2cwEt!?r(@WUT8lIOuR,2z2.^&7>xi1j8f{4WD;8Xe8?rQJk3>.Q4h]R@yB.9^}L!s7gC#_p`J^lK#[XmQ<`0fyR<t!&Jk7T56oje?.902Gv6>!htx.+(n%sQTKgyx@%Ym}1!.f5V2P6;]Q}<,Q_@?]Y12+Vz~bC]`iU~dH!dT!/RBdE]^NKf>J/A#xJyQH1l(GL&oFQ2(F/y2J]cYR&6rmI]zh^o8rf{qAVxKp,;g6k~&\"rZ/<2jg|q922+fiW%ngIG2:<k}T|4@iqC,&5~krpN{ek1;Ba;LK=[aZ}PuoX1~O!ClK>PSTTJ+40sJKTC`IXn912,#|aWNnc7/EG[Zi[`tfu&voshV3Pkm<,<#e_^#:ML[U$p&Is*P:!;m8$Ir7*z^]3$N],f@~Blr5tk7QjEW8VCw3dk#t{x&sXM1#UWv&dmkjMl>bb=!hwEWp!}_my5rU%mzRZHDIj8rfKquj*PZt.y0#^%,f;Yqe,AcjT_{qs/0FhY,5\"qx6*/c1\"!N=ihsfL(mj{$Ts;6KuJ(@0yql>6R#UQJd>l{dK!J+*Fuo#,f@[5s~fAREqtu/FQenEav/FJvjh(vw<^R\"W+jzh%/<Q/*1Lg[!V,|j4LyAi1ldbL.bM{`tf5~Uq|4`qLl\"D>>%!2gO)(PfKoa?|b.GEa#\"!p)(Pa+@`EuEXDq\"v6|mSUx$/@H[i9/Lh).d5CR59ZvM9@uA12?@1lr4>w[Y|{j(yc>Y~sfgM*=h|S/<UAR~P6;b{EXI4F;tfGQAHa;=9ref))_^k1z9;4aY_G%rUdi\"pq,[8<ix=|!t#YZA9m@0z]e0z8Zlix=Ri)j0+[B|n:p{[LuJv=kAC/e=I[p[XdW:wV=0#Iu>Kgup}r/)n`JyQk;as2H&jj|s=g^iYAqK#YM<1_m\"v`kH9cim%lQ#M_]Chz+1,`L7ZMe,ikuc(5ofA~,crurw[#).l05~m2gFP^hWbUhoje(@0@|\"jh}4y?!Zs(g[vP$]!_T`BQ^&vftqCy/H4Dez@@`IuhmP#CPWHP#<=)e,IV9(Ee#\"vu?xg\"DrooK02}V..T_RgXqV+zYACj^FkM~}y$5+vjh6]BXF&\"gW>HgiZwF#\"Kexgi(wfO|*_p=;/9aseAlpJajzqB4x0g}bqX^:%!\"vQq#fscIlqEcW2!J^x[?m}AupQVtvQ.k\"f|L)]<)A*zgk#,Y6;UMp+vUx[Rr98FCGh;=M7l.8y0vx<#))/99=K;lAi!]BXZ1|pal\"f%\"@dNoYfI`jq[|;Sa7B_dp}FA*+nB>.te9w1Hc}j&*mj!{I/Od8B!^`Me#Oj!{qV@q5(!>@`9h:>>F5U|L*Z<8#J?J7nyuwJ&__>DDvY<)8tdKEo9)KFTR^>sCLUI@xv]hmnWu+^x_r3by4JEo|tY9u_LXRQu_`Z#m?h/(}v+^t_]Sp.t_RBct%GEo<tXQeq{yJ1Wq3t8(MDCU](x{KVpJI@hvObwnvu*mznquY9znsu]L`FFkPVBkq:suUJq:su?Iq:suHQEow?,2KVmlk88vmB?Y<)9twJVl!)LIo&,(j$YqC.]6|CCk<)2tubx_a6zKhSI@Vv+^w_Xzby(ID%G)AZYq`*ZFZCCUF)LIYq%BbyiLEo#u+^1n!uY91n8uY9<Te)x{i=P?Gx]2P?XuNVoyO+6FD%T)Y[Zq>:O+uFCUS)Y[Yq;(ayjIEo2)Y[Xq%%ayLIEoBuubv_,jzKyPI@^BC3I?4CBKJ?8CwV3^p.1_)czKDMmYl[7C&kGCF_UV@(Xk*T_(%{O&]_1*#EM:qa>PWVL?(C4V%lLVyOS6kkN&:(%{`9qqNu!*UF>q$tgFC!,(Ium^bqd)zIRaq:H>1_1BbJzxvT`9rqXX~G,1,;NV#4KF{b*J8C`QsqkXVKA6vTOVV?v+uH:8CqOVX?_D:fZ=0K7_Fv3QswE|OVxtrCUh8_OCTJ~i0MIhm/zvsR8+~*.bfq9)AJ.lHjIh#_nv2TQ)aFX&j?CF3o6adygq/)lKC_7vR&n?iFmrI@Ih>(QuTw#Y0Y:.kq|?nGY1jPK>*_Cw?Yjb$mZqH*4JXV%`1K)_EwUZ.cT9qnz);ColZ~byiq\")\"L1;EEj=z_=v`W@EFnjqJ*MN^r^HjS/tZww;lCnuwbE<g4o?6]i^vC`Cz^=aEVx{1k!jWi<KQ!IlDk9%YUMiet0m7WvkN:\"i6^cDTI9V2iBu*ju4DurS&z\"S4m1N>?aUrggJiEo2i+6B1GzO,z$6ENozu&W+B[;xm;Rxbhd=faG3$BTynCJFjrbh{f&8%CZo^=cUgT]5w8E2z_*<Turm>pj$FQI*o$6.8zm!0^Cjc[+iZ@0wRi>M%B@3.o1b\"olE`WWDoxqL<ohj@M1.p|Znm*Al\"gtGKAAIF6|H;i)lhEyL|#yg[97A,&?*~8Le]%0l|Mk_N3y]J=S[rvp:=l$B@CHe`{%NNx6=(ZXhhxHv744q];_KP>c=Dm)*eY!x[guU$;.E0oI%Gipg_*hI!ZAo=K>:KIxbPMX)`JumJ_+V0pB:@,t;yq\"YTV[KX)mTj:)6w]ulA9obA3MhbaSg{/P=.&ub_*N[lh*_}Cr0<Dr9J=Fl`thPsqZ:mYc=KG5R|W!HF40Dr922~G9B(e/xua9pT2;w=#4/N14kU5VIm#4/?p9FUX9pT2{Dd#4/p^U/mYO,fB(e[ZmPr97X>%|elSiR5jg#1J}D5H&L9Scf\"FQGgRL=.weJRP%5n+bXue|PgRc:G0Qf)Lim7LHUiR}2]ur#/Y(L9S/I^69I:xffjKG9R<g,O5R<%UgR3Jwf9cKDoSV#f5(/GmypSG:DT?Nv|=HS3!7HT}lQdS#CkJWJ!EjcG\"<|(PKLyqe(r(+P>(G[fyE+z!9KU)8~#r^_F&nzrtnz%Z)KEw]rlvR:(>>gLhwqQdvm7?FkukZFdF8KN,EhEW&CS|m\"PTLDK)Pil#n}Y8,vR[RrlEY/viAQc:s?Nzv0ZMN7oTZ^a%Me<l)jc1@hUU!;eEfgE#c>1PozM.j{H_O}w4|=Ow`<8C&>$qX;GSUb2|j&|I|H=VAsY1<)7UT2;]*sK3YW0Hz?T2h|(S&_cz[#\"!:&=&c;AeT=LoZ7@.N>FeV,}Y_`9^{hF&]@~n1;m=HP6;0,DA;^5q9(J(`Id>fyZ8Y*T;26$5?]znEz@X(Lq5\"EMH=PCFz#P9{(W!yIgs#~e69o}Uc$@EcE4eJph*TZta$jYT1:_?P/{m!OHu|=e_|.s2C|xW<vX[;anbJ5jN_sr&=hS|UhM_fyJonFpYx^pTS7ebGCpM0pe)zFw|GZ`m7XN|jZt@.NSDS0pCv1C5`m7WNBTQ[[A4Bc4*3\"/s\";Q>bvy{$fFVARoZzfc?h#w)$87_X(eF)O@V*dU2Gn$<[4{dMkB}/{Y$.5y.btv^dsqUcrQeNy[zV[WWfnRa2=N=]kcDH=i[9PI*g?1YbQ7z5P,{*pdd]QbnH*=ugR9A_<:P3V[9+Qie8(cK@vuQHYL,BBSs1z+}$8iOWD{mzXnGgiGuZZ&2&+OE]uY;.<4GJabQF4~7=0,<sd.!O:|*YsLw5ne{3[}KV6Eb0l`R9~.Q)[8%9KRh|4eb.McbI):GUqWGPK,F@}(vT.cR(!7!m.1]1W^*#;{6<x`E4a)_y!{IY02c=6*`7i_zxbPNv>/+~&yIjeZUK#hBfy_R2?6VcI^g24Dh8+}6Z&P>2&|b8bM4;Ey[N}G{qF8?:|<2F>4b*sld]{&V6{sy.iC&A`DO9;_RO_Y}HPVWR{oMAW~bPNprGQ<3X3Bq!0}M)[j6Rpv4ap)ZtQiy!olWvxUSZQY*Trg]3>^JjK*YxsTd+`DW={wgq%tw3p#[^7kp4d7;&>[dJ.P`.~EknQjOM4V!oUK9B:w,([WZ*VN4`sLj8/B>vQx;Ab.lm(A*o/dd$%M.rJT.[??Ru7(i,3Y7*@glqTi1(i*w{:5aXYU*emKB}5q/bRDX/2[tIIlYO1gzE+nLtx}4#GUX/(Q*9ngvMEAGB}jx?F!+pINM.E:Xmlc:^=[k{r/kjzQqW/cS5r0M{uuQn^r}B%7m*tQ|513kJu6b@5+aRYE_W12Bi>,1qlEkwK%8(Pyesf<KUNW|=`8S07(PZ.j0Ae?HhY,54ww<qi|D,oAesfI8|D\"EZ7(P>dr!.+HpZ.*wvwB8(Pq29nAe@0*Iq~5ZcF_c#i0+<:,|UNKTbdgJYiCQ?tScMu6_;U[M6DVW26$SJXe|5O[M6DiM,5#:269}Ox{McTGU242K@5|zcytO+ZLanZ7?&NhMLw<I~rW0[5w@^*6@E,Uc2mA<j#`X:>cu7~T6Y$(|t^&xm~E+RJPYIJd^gS~yv%$n3QmcBA}8M(k?B%^Cy^\"bBJo9H%2c6x0`[qCVGqVIh~+w^?LdO#)pM;Z&n{n{59WNpovMn8f{l26J>FR}t=$C,w|B|`V/{Y7!MOB#,:4fP_R{hh6.t76g_V#~5j~3e~_LN>a<Dct+{/(e/RlYiw.:B(SMumWplCOm]8Ne|/$XC.PS1#jp\"$k{q53xnZ!d+&3+>S)%U.IQk3v[B#)DR)M8Mlkb,yq5m_YTV{ZwjB7yU|w>P*=K|.6)w|0vW=YYdbEbwh/R|1`pX3bOD!zxg%$S\"ZelZ8,*O95q\"0$d\"pj44f_Vrt^[yl%dL3E935kkpDv>1?@MC__bB=7ZTswLjF\"QWIPj*/DP1)Oj;f0BoJCR{t*@A$)=xH<(^|:1g!5i2oy2BA}%q#{kCPKA}$6Esp=UIFGW,Smg$p!;_gz+5Y#^#,[xf2O@_yook:A$W(,&9K;QrN\"3p/+rh%Ydhg+zkGt&L4\"D2kKJTiGQFk2V8zCk{nLG,#wq2ZN$s+D2e6N>Y9jsgsH7tH>SC/U59#^B),IG]F:V6(tH1lG)(s@:<xtnc7g?b.i{Y_y/z]%duyyWsjf(l.Pe^/)v9#c{Whq+66kS278:USUbT!&Yr;8.0x1=u:ee2Z$|Du~r$ULj7lpH^#n?Jsj[DG!^GS}Pz!w6tYAW>`Pjc6A*:;R/r&\"ax<S+P8eivxk`)7(*ZU=6Pu.|sSa;\"I!3sRHU%[2*yZs#sgX3K6^cr|@$i`A^pLKxF9[49Sr%HXo2d35}!H@H#_Oa:;iQuh1uvB^}8dr75$gYX.!`|B]4~KhJZ,1lE/nM!/r&i&2}22uI{@bBhVVCa%oOOMZ)V)?[ve%@~le8;{]:r)j/*]2d.x~v12tI~$jtoU`N\"lVu:Smizt?Ce5>n/(LXwI5<zW=[GF,llYo>@KhYH47vRnys``FBk[w6h>uYgoPWxp*9I]Juo2V%KiP!ce<`[9FtV%()[`tfI2||Qc=%$RfEaS~^c1mPJ#LjI~sf_A9>v&MhTVBhuQz6XrS5m2vKM2rI:pWtY5+DWPMOo=~9M;:1Ob.)KGiperX%Cnq#erIe_6s8L+/p|;|#@099tQ)PNkJ9d#PVjogTTi/:n\"IV?@B_vtS#w)_T^nvl39FLxr~ot&hv,,Z|oThxMnFe|9!8u1PFb1(p@\"?&@^qrQJGI\"d#^se09db[]D=Gn7HU\"IxD{`E;iTqz_ob^1.Klk+]_bl>>hs\"Y5n(/ws3]4NI6,4T%E:#xE1tba7v1u@T]{o26B|P!!&]{pV8LmA$Bm_H4\"ON,p+ac)@M0r(l%d(.A$!y_HjSxl85RMCpBpMep#\"tsXs&NYhFS^I*r,}yvhuHU8JI|Wmlbd|0Xp:p/VJhQaCsl?if|1KgoYs&^5)Ay1?m?S9J!4o;2Rjq|W}I=\"2bp%x`gf7dmTN]f)RN~1bvs_UEs0:0xN6Cg)\"FN7}&QX{9#n_Mg;.5hW[Y{7qI}6}qu0bhm{S)NRaEcP$@RR@Np*Pg%er^@<W!R&`c?[/|M,HxLraSN)K5U=`a{2lUll&Xh{4ey/ed2gjhoXcE.Xf.Ra)XXsP=021IqM86!pW=hQJvSs*fZ?V)r,_!`cKRs_9Xn#Wi;xyCrKKF6IDx).Ux<=*+6WIhMA~4l&5cl%s;Ca}I?v#\"1E9P(PxLQrBA^fQNOrOawI=vr!kbnUd&gI|X5{yz&n:hbmYVIX4X8c{orF[qW(cz,`r,jmcIp$&ZARvWY1\"Xg3J4*hU}vLC4$pyoLwc0n,2daW2<~z+#|l}%4K2)ny4]zPQrCV[&h~gD0!LMm.(FX^=k(h3^@Y<lG#]9kT};cm@j,YxLS2U1;87nRe7iM(!=a9Jmz_iHxlrVSs1/KxnyVIIeyjp\"z61$qo9\"YVNIM%fiYzgThoSdrmQI.K={Z7jrDrenjrq6,q#Y%&m0]UDn7imj!LyGp</!6G&B_{XS$Ez&fJ$:\"!+hh%^[0.om%k#5We(i:Lo6nTu,COd5(]v=ug{ty67>N:OWV=dY_jH+Gdk}l#j$n_%:#qks&cOfrOZ)n$1lvc0`8C~C5|eK`<mC:GGF3vV^bUM8d[yNF\"hiuY|81bq2B4CCd/16%ieRZ]PizZN{O$a|k9[j/}w8Ob6O$.{$`q;A|hx;FY;$U:%)5/9Z}8|$SV?#$a($=X?PI/,(8kNU{0kQ&B(ptH5eqV6n:/d/*a_d%$<7w4xL:y4=zdqao(mF/f46M8Wm2*GEIdua.ItXUBQp@`MW$Ip<O;|;Z#ulUBp/F4KSvlJ!Ym&,};X(=e=KO~Qua6,K|;M]`l(feMLL,](3*y\"S\"SFNoLQu&/O<}oFDq/MFiuV^xit%bG2bl@w[gsO|{0;$yABx!VQBigQ4|0aj5j<K\"5Rb2gN1y?`q9Py#rNu8g1=KVyIY%\"E}HO[YmlS@w<~diJ7e};y<DmzC~XI|%fhol8H$A;1J\"]^!l`]Is8gRZ#dLGq,y`H,fop%@7&o,lgZm~l*OQrSF4!u%FYYZ+qu?l8Rb]v.<<k\"Eew;EvXU|1Dsf$q21$EctspHybj<I}=LiOet;B[YG1O:Dr|1yc@7[D=KX?Z.exzW0gol8Q<henSx:`dz@t\"03#3iC$A9jB)o<M_Q+!,`fN|GzBH7QHP>`6MTq:C[NN(a!]!B^879E~vV^LUiJdtbW~c6x*:4Yo$[bYEbG|[P$=jDw2}gvIf@GbQTr*hP0!L>o]c&5WaNVw){ERL]n=o:j0^a1CJe_ze#i@jgv\"@IfvtYHe#Lj\"waYC|t_u;[>4Trt10kS`xlf\"6^WE~0Uqvz/dbkwz/S23r3iGNBYS`!Gx4HnYwicDN/Vdt\"pd(o**,nxIK6gG1o=()*,rxR!2)g|R!DBIdMD)csD#@S/_i8.~4<,BM(<DZe@CydtTUt5Cm2aYws2iCZsFN0vCJsbC[Tr|5B2.l_`KLxkO9%gjYpzvzFR#*1ZEaOM>59Z@8Lqi]:x]_UQYkv]{MC=e2Y.!hLLF%EeyNVw/rqjkeKRw+L*psyRZ#@uJY@OwDQ>Y3Ka>M_z<yZJ5Y]|gDM94gt7=:DuRb.$6NIa+sTT5+C[$S9SPa4Ir00Y]5\"/+H*5NHTho/+*#>,+63~]\"DC<LE>)Es&,,BpI9l{|7yMTS5XpNb[h88l{+w$]Junf_5Bim*bfa#wK4x6oUEg{NE{4Q1B4E98^+wtX}V[3u%M}7a}%gjPIHTI*x|ekbQ~OT};]J4]_Tw:Z<SbaWs}BFNfg_yz}dKc?y/hfb.\"|fr?OQ7iS7oM^\"}+C?]iR4Zb8rfQ.>&{N%5Pbj@_(Sohn0SP:i2>tem*ywQ/fx4~dG[WaNhxz6!;%Z[+SFI}jJUUb16b:e3`5lNfwLaZ3zzao:g[vRpF3BJ7K)ZdUJ]I[P3S8u_DWj2[zmmmS|Q:;77zODM32gwUvmdmdY=5kS.=njxm}DN/c4+pvPpoz2aDj99sgjsr`b~v0UPY>cg+ts}$;P9&:W(5Cgp&`,AY;I<1c4,?(4aLL(nw|C&cm[MPYNT3H0dlIbOwpP:N3\"I/@3&ho189#K?O:*,[ZmZ8O#+zJ{,dc<f|.~}+CvH,])YT[JOcxOSm&gPYm#*\"BW:W~SW3@(+sa~jv~aMJ]8`h{|3!r&>dw#lA]`<s*2WD~mBdt`v6:#*=[W29YL2(:P0B2/KyQAY~R$cfRGcbEu)mbRM\"9_CpSk6sun+jC_&sSkf`6sO)FEaqsmp*=XNj2fTk@>l,E+zz*lgUH}D2Buxd9Gw7R7U^R(ifv?gb1=9Srus*R~b9+%Y,5fL,#9Zo=>myzfYLlHpe:(zI=H#R.=1S!%jNfn2Ce]Hj9@VDhY{_d55i2V}n8B4TH}EL,@i4f.Xm2e~~eto8z:RXM[cCmNl\"<%77,{)AMCVGl}y%Dn!5wzj+u!o!<PvQIBS@,$*@%Gv,8`=GFgTElG#>nS%Rh+3d):*X>wSS?R[e{*HY){)|weJW).]MTV{ShfllJ[/jM&Z>M?O*yYU|:Pnc6|c:3ycKwL?3,e0QrR8B#4yB8S.Bdz!9H?8W+U8Y{&]C8%FTct.Tfs*CH6jVB&fUHHG|4_?j`!8kF0fQMKqR;dNCpPa!2`vc08Z&ZPWB_\"DNhgHRswKdrx}@.N>45`;d^Ur=s+;[<6<r/9y3T:9tIIYh3OhS.}Y@a3%4wO0^S8;qV.dEp+dO*/&Z^V4q|Sk?\"_O<[RR%le[tyT5_fl2DWN#9IF//jgQ`4yfWdpUJ{E[s*Wf|vpqvU:HgpsUt+.XSB;1{I!:6._[`VeG|M*+.%<Lb+%~W+zY`6@qWhEb^&cO8cvU`g\"C!dk>,V.D.Z,gAw=Hn|BX|3Qj{v>C!dC@:`B5~t_KuCtx2C2xQ>g*FH}1FT0SKpW/v*S<m_,Bt8sX|e7?4lgLzYC!$f]8(f`LEeAHtQI*Z^KB@0V`b\"8fN|{[UI%puEe[pyl?)J0gI&K9mle.7<>!ESxZMp|x3a9b@4kRx~)O6`Cp0vk[3bxdZh5WD;DLW!!AQ^|&R.`fQ8[7P~_e|qL}[5e\"{)?(Q}Y[E(=K4>mF(SB{<5^13/9#xH8^(S*6(*yZUH%IaJwaYm/PMIoE%>ot}/Lu)+i];E:[DVCxGg&/EN~}4],k?XkROgsYFe<bV==(;PHAvCe#6v>ApK\"zQ$#/5YU*\"CHsZ/?7og<&gw~g:<$`Bm]|[@X1+@go&l.)*(t/rimy),C4:[~3ZZB=23m8kQ(qQ1f>Ym[?IG?|6.=rLH<p(}Y3[(}pYd98TsfZR{_Z\"1[}1b{7h^o^7se;baO/AV&U*p5KL[{6*eo+#QId,^Y&B_vrM_O7w*QsB&bG\"lGr4Q8ys:ti8dG}mIdYq%\"v4]w:4/q4A1NmF#WpCLU5ktqV>M5xO((3as?|MzC|{@TgY3hjAf{nFa$2k5)g,9Aes7W)d9tO}25iEK1`]zXnuzqq~O(lU1qYow[#M.]klTx_G<B5n$oDE8?havS?|Q9y[F>u]4[PvXhl4Gm=;5KFOZ~8&f/<Y#0Da)d]NK`bSdyS1tz+fO;6K/w^fG)kDRBFMI`<Uu[#8G,6yI]{t%2bu2O#\"t]*<P6(?RrS3vwI.d\"vuj!U1P?$AdWt[!*zP5ZR.P~aS+pBcvPF(SMQUyUF:Xu;|VVNo/Pb[06S@!o=1riy}BlFCmI19p$im>>YT.*?(.#)o4=siLs\"Y5RC@7mSYCSj*h96Qm1Y;RPR[9Q])LEOzFCe%$vitiWVLCrK,b%VTVPhXE/Lw4(>h*|=YBz^vmUZH7F0RCW~(iY?T_<FvBU3r,J_!do#8JDE>!7YFU<M.e>MJ)FYPU6>f#(a@i(+(L.onbsF=8gSG{QP4(Vmt/F4q4hN1RZwYtqF>`@@rEU)~Q)8(1hf<+LCW~L+*dmq6YNbT?Bf\"OVX/fNM21E(%IMCb7_q+=[,*=`PV<:_H0aO7d{:%#46>omH>~1X`F3U7f^O<+PR?kcN|v}mG9rnHu\"leUxCr.o%#q_gTT.PAT?pV=q7V=8v;&Rf#&B=7[0]}Bnkf6F4yrw=jTrA&f(j`qDce6DWksR)COvVES!b8?mhc76h}8;@m[;9^`:QhuYT$RgK195]@V]uhI1mrm1M=h0]2,`^Q+s;r&W^_8r6+kMViY/[Cc]8~;oC|NvvIKj,dp^@d*:pq!R5&=xH`D^mTUCkx}~>]Mj,WYTsH80c0$ex~fzIDW`k&>rEL&)NJF@|iCh#?vYOM$Q(S3ck|Bp#0$2YkzHZa],>U{&KyWJkx~mBGQ%_#Z/]jyw<M@Per;*3YvThPY}|:\"0veT:)^1=)}x.iGeY7RaMFuD5@[K4jRpG&t+a;Q_|nw|[$~Aa.^Soxd:!KLJgN/l1#E{H#~j@PbGp0:_FCU;8|>O@J.PYS~PfpOL<!@k$y/fj*@W~t<:26Z39YTO}#Y:edHXRrd3\"`>L4M|]lSJmp$G6V6^1#E}pxwsfw[6Ti<ojCP9<L2&e)[Ch|ZvmA;FefC+*UYcrc;&Z4+d`pShH7{<:/8>(0Oj~81Yz4`51Xp5Qtkp|FDNi/kHnOD=#@aU.m>5Yv5_}w_=:E4CrBfvw/};@uy6unB*F_zEklQBb+q0Ib+>7aj+`mQiY65:8~rBdrEQ{j{Ze!*sc+KK=CiX7a$qBGx7K#~@GVn2g}cel<zRa[;f/lSd&4@Ro3S*:fWcI0NKJ&Z09~b9j`|VEi?1m(9tIYSMn>Dg,Bstom0%|(,QgO]iQJD=#&8b*3@ktML/[g031<jgV0Q65~KDdL*I]81tqoq(SY[Hi)9qsu.m3F`1NDYL2E$_)c6Bb2ojSY[RK|Kt0+cwc<6;Z{ncmR+5=SS$KY1E3[?ws55*N=U![TZ/N4mGfT2{*Y`X2{*:|&Nx|j|K.W}O%_&Q2n];r)P8|N^bnme*F6hvfwhML/wXciY&x~bf/>ex7z%mMzg7uisgM{rAPjeP]1@<Nlyh&Q>2&~*RW6/5i>q5|m2!`(]~1F@IAYz{3|[i2R}2aM4}`9zF8Q5B4`_IL2*5`F/>O5w[TNmXt(?!E08JzzoYWF)P+B+8lFzjn}VCB%VP$/@{;=N?}_wvV9a5U1@HjdNIz$]T;~Kgu\"dLE28BW}pgzB,RM>d0t+.D@+k!.E;V`Y*v@d\"$o~p18K`(AIk?:5iSoc&*N/@hU,fJ>7u7J>`|Zo$Zua@~TeAgY&xR{lqYSrsYuCS/~b;qqN^^}%~Ek@:|&ysO6O@@/1w1{HzD^6hbQ/KcyEk?gUBRe!wzRDf{dVY$OE]2,8i@Rlsz%S.rF+>He3x3Yel|]9iUsSR}PCLdSlw\"7,e<XWI^+`q!Aa]@VV*F@L5,`qFSI]VO1Hwd3,GpO/:J}zyH36$\"df2+GnU{dbbe=5IlMa@o6nX&t0##/.kRp3x|Xbdai9iEa*u7u;kb|2^hA!_e7V={[&:&B$]Y>*P|$,p.hFyk=P#l`R|>U%fWQZOnUeUif|0ID,5yj.fZ3ozI{&sa?1#IMg,B2\"gGke?|F^_2gj8Lo$nhY$E%zI{|dce$c,h6>gfqgO{R{8dEqSe37./c{cPJ|nWbQ+L75D)Y<|5Bl\"EzQIc;)1mr1]J<Orx7YH4~.M_=krfsk``0]$!7n01KLnfb>D[Iq/?)RpM\";7$u9v+JF2*^;aKKf>#Emd&Ai*=uRDOOoeEvyynN6|d!%dw&Ym#AxS}?mG,^#HEb7fiGV(w{<i%Fq=)+/;^f|xE2(1,pmDBK(?SY:OxBC0m3Q;#`Fq5Lq+GRJcxp$cO;P`fyE<#ntX{yF]ULj0Qr9^`1;VCz^{e=;}qpC@CWE#%Odo;k[nyc(`SrcA<=P/k{*7mQ=x|Jhf=ap,/d>_D3WdLOcX(.LX5)3;];RfVf1OuhB\"lmDz9vwd.)[pK;{{SqI]4$1~o$%f.V;Z/1kpH{x0Ya;iMXr:m:O&;d.R8Ae6%(Rrl?5iz`7u0Vc.4zj.uAY3|/[[l*NevUkm,%j%)Nk{E:W\"*qY*OOp,MVT0N.${Z^G)d!4XpumI2RbB%.U3UWf:R`ENO1g*B]Js4^LKHY01BNIQOb\"jdLUhw)z[5P#76*a>]Q5UbA8ROWH(M48w1<M5`6bT24wIUw]DdN^:ka0ej30MTUwmf(6IuSo``EXK%![dl{E_J<msQkV9*=Z_n#*.z{Kd0:g[TBJn$.qmv8:,J_aDdPdu[O0%Z?54PKw7t5Ub>PO&3}?J@ok<!]WcUfwsSENTG<NPp*b7w&dA6WHQac2G(vGrH;rZXB^~2rjQP?_vj1#20<rXb5N}hb7vO?YhvG37jQP:8%pxQA@\"(0H|,<y<0IY1jQPmfc,^VSG6`zf=E{,Clrlq@sShwa9eO;qSP8ZEp/bWcDlJPf@>pND3Dib/b[1*`5IC[dUseMqh&\"%Eo]RyH{XK4~V[v$MXYY`4Hc}u}coSf\"vbiV077Hp{/tlZ[[%lH]?4,<S7Ks=U07g_rx3xU4ZmR4K&YT1#P4G|ZGNQPoc$4@qRP+oA;qH})0,fTYo&T<iU.@4~d]H<ZlQVuW|(FeF\"=6S7GNY`M/!ZL$9hU#+gXk:|#nZ~?ekC^Lt:(sqpMg*z);be5as+;9V!I#Jp29Ya~3a6$(\"T_^&6|K8&v,&\"onX_La0Cb16h.[5|[}@8(=G6Lhx)?I026lN)Z*1Xbf7Jw&TWib7=_26]C?g8x{#AT$WOa1qN<nYsEENpm7/tNV{jSjwR>Y__l$ib%1=7M#]x=N[aOLb@;)y?>fl7_NP_xZCAMx;M?^d(jSp8B4}ZnX,d5V^Kk]=B_AqB&B>A,]R$fGTeXdfgG(]T*,Z[5VeeZgp2.!d[nuv8f/mA0.u[5WX`sDnXfX;G%8viO5^z44\"Y@Lu<f~?,[INd+)5.%mGg]&M(SoZB:B{tV@b~zA6B]D+4[BYWBA}gc8MvO(`L[4.w.ms[2tq+r}OC3oXX:~KB%,n8@}2ZOeRKkse;ZKYv?I}zDrOw.fq7~]4VR22evBO.XGCBwYu9<U$XiGN1Zm),+~4}MtOxopzzjQ0=?Q0Dzd38SLaV0ZUbe~yEk{r`d!lMa_5=l4+OlpM6%7Z[4XYNH\"[w!]yeVk$<]L*aUJTIeB8l?ulc6MHe9)`bHOT]reeR|32MT*dd^)m_YMTe`feWaR[U_Hy~/h4]TrmAab2h&PbODGHzcCd*bAdd`a7/xC{Pe/bZEhM@F@z/wso|5@+Uw?OC.`djG?0`w*NJk50)dF.F8,BR.cfb6yzO.^C6l(J}>jD<Z4{yFsnYeEz*N4w;dUX{+1EhX1osz1%&!?+&O_a:r2,$M6#om2&Ie$X[zuNd.&+Idy*ge)!5gc,R77WsoXK8:JTL4[SPOWV*++z/LPU%Y*bL}88S>rH$?3d<\"wOnu>1mt4|HN5ZvMZmlT!|!u7%bXF:#uq.SV7zK?sjW)CP^&I5f*uZ)y:Y97\"E_J4mxo{4/8y|E0UPv/)=Fa$.],P`jy!@[KH2v@.<[tUE.+2/eE!8e\",OJQ2cVzY+k0?3P8VCl@;k>.S`Yz+8SZL?#FVX]C4L*d54sI)#bGRr{be@LU%Yo$5cFi.;b>s{CFxkf=CbZOF^Z}P>gphR|3X@0!9^%]57(i}0N^RGe&+c.4t%>gQFq73abJ+Eyx|K@=A7Oa@O%W,TShk@9;pnO1:VO($BW4=}N[TT?M:uaVMYr2#Zh|anrz~b`00_f/@c7d&OdkKO1ZWoz+N*~7NNm`1#Wp&%G6dN&ZS1Ga\"oG5?YLboN@?Ynb%Y]8ao]KQ?0,|&F^tU0%Z1#5/ed~O].Cs|dE?w}<O1ggYc;Dj.L2cCN*HDr!IF@?4S31`w>YMh11UgC$r%Q3*q|nhzr<51VkyPYr2#5x75%ld~7{78qb[U._4.6~[}[?5E[dN<)+Z\"cvzG0dzSW^z|5<CLsfT_T,t+56Oed@776F3/eCbZmaiaopO*+0bL>7*4T&2dcDW[a^Rwph.0/eE3ZvCw4Sh%w`nBLe#7aa8{Ic.|k1zvMG5ZXHxT(Qou%x.<XaGB!]o:[xEsRzF5,yf&(r0&r2I?#*`+Z|kt;yNHg(q@d2VzTN}Z:F+Td|ys~8#<v5%BRt,(sBWvw&G`Qt,|Qa)HDfMhxlR7*wINiyuPG!Y$I;iZxGRa)HDDevz8.Sr$YckZ`?*EsDTq0ZSrFw8b[=.29*Sp{fQ<5((gc!|Ye0h$Dq{v_KQskb1j*Y|rH;5Fa&4AMKwRJmftM{r8MzpITx7$4b*cee,QY|xP>OO6GSiFN2rrO}1QQH,$`9bO$`R3u*aX[|T_M3JPOcR,+.6b%(xfnu0>M$IDs1bK3NbBd8SS?e6:OPhg<`x>&LXg@}_c1\"O9HPQsX]CY`T{rN2|#)SEFC8LYE]<SE}in?^o#q%zNfN{kS5+^7r|4H}xqO]cC:Y0w~vVgcL0R|#OL5VJl0_TOGceyNI!UQ9L\"9^<9NPKO3E.x.ax]23JZ^T(<G+8L4aaqd!O|ubFTV](aiVT>Yy<bjb.02p4v3wSEZycE:>Z.TI3fzmM?17oi@rO8vKOxsUX62fb48G2@G2H$yhJ?+P3?M=+?7LN4qSV1gI@Rw63X@F`c@Z!4]BP(kY)(7Ge}F{7B;P,.8O[N2Izpc>d5ZNUVW.Zc1Nl&w6&W,RGX0w@B5,MRiPnmu^5wbRDU(aizn=]t1(jQ2t@O3eSG,)R/gIdXp*b}|>Z]VeNqO*80@okmE?|s.pkNR+SApq/&}/kszj%+y+EtO8ZVTJ&QfozG6$)\"FG[fYde_T36ZKc,FNg<M}]@^Tu%]E@M,6F<&Z@zO&Ms8l<1l,fp1oV}=9On.J/G>lYDWR>x}EMwU*Gm!v+i}Mkfb`*/E1wf,aC0mCvd6OD4K64Pt_[j`Eyz8@\"=loF%`d^+B8]k@%?M5MXw7;EK1`:klz(U+5:5Y0aQxza.d;:0o,N,|u5UqOt+GN^27o%zl{N9xZ#JozoU:O@0rKNt[y=cHl%nke9gXpAejeV4NHj2PS,ubNJ0La,`8r:v=XYjWckQ1&S.Z[INSo@ZgeNt7_[Rx=+14qYwuuud6O[ob.mCKbU3h=s+cKTb|vT%^a$I\"y`g9VM$hMa%.3e8X%6gkz,54wy6Ej+:[3ArL.JmTnZ?O]C2oc\"CC|R0g=//44H{44[}l&yu1N(}Y8*nq3[?`+>OOMkzjS;jnJ2U.w&$t7!V8k##Yc`?mSD!cbe$){UGJ$R{.;#do5V8{5o:9VCf:n/&+<5lsOXj%5[P3S[T>>_?tTI`mxAy[DFY[_e(]Io7>%_&]exPPbmluYXsV95^fzITtg8BRnS5#.+82+}:OGXmzLVxo&fl>Yv^,8.1Y;GPjpb|r&]>4eB)onxZUH2J6/>c{v^b@8XxQCb[y(Wi=<Lq]A*UtKiRD=[k?5:^oSEP(0kML+L+}yBnN>OqL.6sM_8wE!pttU$LgM849[o%@Q[B&Lg48fPB@k_H?/LV7DQu:W/,Op=J\"AT=7&hB[[y(emSc@=YFi%MlisyKMcvo*/s|c{knlX)F9s:pb(\"vV@G*kI/,o6B|47GJgN,z$<.3xd!v>\"HC5zMM[ccY\"AF>NDYO=X\"uqSG5Fg!X)jKfanS5_maACjC.QvY?y+<h>fT*EmZsF:INXJ1sJRfnn?BIcc78v/}gBJ<3;6VWf<OfdeTC)z)[:lUSx^uwmsi>USGva}Lhe!,[xV<:|5=Zf<H4:T;D5<R%R=:/nfz}%><te[.(oxW7h2SI>$n%mZI~ZZ}phF.$2lt;dlW^>5M>qoI/P>XS^fKkkt_8?KJ].+o}_!HpLk6*yZs#B{GS(xh&Xu/S.|C!trnH\"*VWnJx![S7.B_`m6$pzb`Dd`}Qp#LOdMTSThMLb9wOSWy?yUC$q[Vf0D23?,f(UU5&:1dm#vxGRdB8/viAQ)i~b=TK%hJhYOp]e8]04<_f!m)vv8b3J(Oy2/Oq7_?Q!kSG9A9<hKg\"viP,alb*Y.evYLiX99;Xx**cDZ,Dr@]pFh.!fB8$!Brk=*r4|Vms!Y:s:4/rs9J&_?3wH.,AfmH3s)~jWoyvSUb3SVb~AtXBv#k`0x4tY>,^Xi>tX`9BD{Kpfaocl_!0@4:;jM,U7b:Nl.!~[02[SfHfYlZf2E6=d~c@MC4oOxllaMK2l4uw}jT82I/@%[eel<s$\"vy={6~|i6&v:n0@qjehQiFa~e{C]{)7Rg+3uHLT6$N/c?uEQTzFw2RI6)keScCeZ&aBB@QD?(XxDN.5[:@^APDP2ywkSwSTf`Z<Max{)#L<iIA$I:igES.AkgArnbWVp!BUoc*JNIq_]Uwh$ZUZ1^s*grf9%>{(z7D&?Ji0syHJc7tsf0ULGery[Vm<[.~;=\"VJ@NfN|LGh:wl#~|nJqLo+9^<j,Y=(yyC^4GCQ@,:cVpOo,k98W(Q(1[=YT8e_p3N4dvO/`LKJ?B8dg?C]k8TCRo_<m]BiP>d7aU]kguQE92&%+lbN!i[[R;8\"U/+.z~<[k85Ls#xgBF%uA}Ds9+Xv,p2~V2n(\"P,c*?L%FWPue5!YZZ>F|!4|wvX/T}3=?QA8]A<=XX=a:k`zN6AS=0z95\"zq~fQ/&5N]L2W.k=0Sg\"61xjPd<)C[Y5yTN{Ff<kc2L%I^z7[}y@p@YUpjo%.k3>m4qNE&U6M!~MXvIcIW9UzRr3!@Te#J,UT)5![`NZ/&5f_0iuM_iQ`xQ0#~|#=&iLj8UDlAmv=T^v,%7;R>ym5FeAG,5r[QJ1y>Y>5Krb^\"B\"4[^|r:C?l;HNwSh{`@?:#n5uHSU![Wn})7E?j2fD)pHr+U&OdYR?MoYM*mmBXcahf;?`RVla]E@)~8x.iNLiD@m|BnLF~t!2o:}_SEDn5Tp`{CGI/GaGtUcW3!A8K^eZ*+04^CH:xRe+H/2g]kdMd:gi1%fh!kd4{xwEmm5X<~E.w}/o$H9ko?x%/3WEpH|DNoW(CwP|$;Y}[Tzb31{+R]~defq_;tzD}Gh45l1*_!:|!/A|e#sk/{!H!qvPMh=7uUl1qtJ1B<v5(0tgz(Jd~Yr+Hg.jtn7@w%+BK/+5(HFx9*A.:LJ4G:m9v,$T#okh|+bVg=2CCMBZZqOb=Yrx(Ebx+y1\"MzJFKp0*eU~95,;Pp6f7=oMG[t#y#Fr,|j<HiKkRu:ReB?D3;=ETgNETzms:=R:c`wM7E*W`{v[~&RdaD{w]][>4MPp>%/!(Myh%+iG.y/v..q0d552.#CO1B5XW71EU;k~4=\"YiN{=r6)YZ$GPXqH:RC*eIPpd#B,m(*{tL.c1J}F,71nX5`48y=QaERJ9oMg*]d;C)5[A<~cAgs>w7eVXF~T@+e%3c]84i>pCU%wzljU~H~GtyaqJWH9;]3)q&HV?MQ5<C5{f=z1(wkaVz)pKSq1tqe`wIO)4:Sh98`IYZMfW0KyW1QU_Mq<TA^x5WuJ^X;<:90b~iP,=\"zeE=^~b619=cmnHkw6CNNX(9n/xk`Fk)$Tk~v|6Oqb7g;y9ENG?tey8+[;:g2Mx_TBwolUDh+E.FV<7ktk,Ba~~2?E*?AevhLDxXmzz$LB5\"]~Cpyo@EJ]mu95XG#5,#@wL7!S:`CpyQ@CJym*.j5MW);iF{E\"FFt{L*VnNn.DsEVgXXwr<:ZOZb:[hOYz?t&f>:|EU[Yl9y[BUXCTJD@I_K0^&G;.>8Eeu$#!NL2!%:#1?CtZ()/!HZgyLAk9rHNbh+!@@%:@9e<:0|16.GFu2R))bB=<B=!4#I~%LZ}_vE#UR0H|vz/<N{oJ7=ic.mF+L$.2XNDHL)qa%)IpLm9n6RXJe9:_j$`R|>=iz&~RuI{SyM3L,B<KLNNB6^Zw~*bFs]^#?@r[|K<Apj(AZmGvbF^>Nzhm]T:*m=`Jf1w.a<0f,b/hv@gW4rzZZuo0K8Tu)/*R~4?QfggUQitz7G|3b@[4tzr|_JllF)L\"6+TO>`q4~jIWTP|;eNj,Kzh|9T*hXiL%E2%($?r}KkxOJ3P:<i?|oq6:qasT&Ho]@.)Dbh7_HHsAv|>{Hi:4OdU*sE+}\"d<6k>JFm{;|OW6%v@BpX`a|$={r!4Rb*1j/!k?w~q!VfR%2^uS)hxbqri?y_S@SoFB/sP]EKV5O9Zv^pS*0x./>^HM&l1x@j/)Uh8]>jd}07XDhQ(N*/V1JGEoDaF6D9@gMR%NEdXpX~y}gwaoV<KEZwfJ;O5vz*IUj&|R!.2|h_/i=;\"Nc~T)#3ezA\"nZE6I5Gi0G0#OYQb>uBK@/k~cZ(>{N0mRtGo>dIZ\"kV_A_01/&1ZwmZQ!b%L:}Kf*}75D(/@=~@VQ^+/uw[Tvfpz36~Rtp#{0_yd[NIGUtvmu9=1ayZ`rvgr?/ZH?R[bsgL8|{pXl[fH/3[|(fOS1xyHOGkX5zr:+,oi]EXit9Rmiz;cLEal:!`g!&fUYc[|}o<}xVS^V0zNF*kwmqPKV]O|_V_,042jb/mx`q@iPT8E?B.XBuZnlf)mMfgEW^$>~(hG*n_b\"EFzYDLW{{G@B2eq+ao&*P3$Zc=+^F}zdXA@Ohjnqb:p^j[y)zBXV1uKqL(o6v,36_fc[R,|:Jp=_#x?$(Uh~v^`MM2B|[KDQT:X%H$Wixf(wE/<u;q0nyVT>lSrz4g}:$+,4aA`V>&OWpKu%zd4s7_+Z*hDXwk3;nGEkH{xo/Jvr7R`cdw]:l2]plt%<#cO3l>bJVx:DlRiMi,!6@NAQCXS8ftYG}`F`/|6(S!c7Hzu3bO\"C=IA68bVW/+$F*!hzC|*DS!Bu.Na[TJ`>WcoIm}KzsnjpBKC@%_Ht0+MLfiXrf<D(D+6MtnQ87V]s{nC`HeO&O3WVB;N;JAA9Z]@InAP0::kQ81?$9LrSerM*FT,{2\"fc0.B~fjBlzox`DYDG__eVQ[KkCl)^qIpmiB%$upyJ89{wo,Xrbe6Y0{QG9I|CS{><aC=5?T.$WNQZN=!5)b>bsb~W~uI00:]_f[<y2^g#fp5*9u^+wzq\"(%KK$`PG]^2:Y$<2wrBC;STT%3HhNAaD2z7&.*#6&Iy0fL5@7w+1=@9)M`t<{egD_o%?9,~a>cBb.`5!=K@7/n,t~pr}EYSx]s!K7Yy3=11bE{RGe3p*Bt_U]fzy8P`IViNsHQIpi#&=Di~@${1bKR4j?Xz.PiYg8?20f#/LpyCL~Xsx@{J^0[}t9cyeB+8l|s=hcwrb{?|VS6KbypYJk0wjyhGs81rx/#w#HBTa}:i3t88WhxI!khE]Iz,zk#?WW!M0_f#CNQeGeDc6!rqcn~fyhx.JY!J4R#Z[st`pWj,=2|Otbdi41Pzb{p_9]8{>g{~2q,v>g:xa{5d1TFW*S`I:7AmCPwt~dl$Zo2/+BizDCUV7e3e!c#hG`tm5w(kG%Sv=fEy{(hFm2HqLS0MAy>9fnK7D!\"s8+*ahw~uDaELoI|]Jkq+r~Xw;4!QAQd&&).Ea?EVs;oPuMR0\"ehBgC^f*}.+TwO&q}=gTNJi<oV<56x`]9]kcBEUlD00,`Mrl1b{)Zw74U0Q#4[^])ax+u7D\"D\"[@hu`[5H.xXp>b]uo_d;S`x0Gy!\"6$5OJOQgC={0!TtA^MB!yz%J0?DF/\"C_f[Zf&]WJ#|:/dg4Ier:Q^jOE1^Hla60}c4wA)cI13BGPgc2?<9p>*LrC&qu3OcYW\"&),;UY6z0N+Kv9mcv]LE}&FXw+3[IR+I+k7@CJNFhka/aBE&@,sKc(eozD,tIywmDh:z\"4*xS{dvJtTUKy16&\"dn&?3w=+o;zsn{:i.*ndbTd/XuqQ^<O5@Ip@;?GCMVJaWU*yhx>N[?GGlB[9lTk*VR|y[[r%+sx(v0#n.kK,{g#xVGFi%v~$jelymw)\"@R#l0v];VAqmbwZ\"_0Zie?6M%PUj6W.u:B*(*]ldp*B0<uzDOo0:JS:MMx{x0I#I5e*ALlMA$VAVOO2bxucktM6f5P]tbZ$NsKJ8ml[%vv_ZUk>7[V|(%G5aQ]o2LIr@J~N@d;sozFSPy;C~44c;JN9O2z|MZou{pfFL$KHGKq2qCaIHJB.%~UQ$<\"&>\"42|Ro}Q,)6gT?~z`Fd)4R3w2oGG{0.nOYMMfVSL4mTqTSEJOb#6TDkrLu_D;Q|NDw{ujtY#796Gc):!Yb9uA^}.uMY6]ue2UCA$zLZ+kpOn<L+h`!}|9K\"Ea*j2h7X5fq&<Fr1v=PX[#]`mNK9Iy2IL)m/3/Oq.9y@A!({AH];O.%]{EOxebQQ}7?/J@LkgbWJoiC.GEk>0L,Py=[^3I/FG5H$ZWTIHU;(7wu{4>fVi>](~ktFX#F6<U)3/&p?S\"b[/Nioi[^mJ,5~*._(i5:U3_Gq0O:nZPqizrLXHH@]olF;g{HLsVaK63T..n#YgLo[B%+IVQt.};UDH9s{UZF.Im*eMV0E(bbfulCDjMwY9{lFIxQ\"$w&xI|t4?LIAkv7%}rVdE4.kvX5GX.7Yea:5R7m8Pja:^?z@e4#F5|#&t~a(Z#Mn_JC}a%c1*.r6{IM44<h}KXE.#pt`k5`xtC3z`(|tx>Av#U$tJ>S&ONzIm%w[Nux;0]ieJ%W!F1eEqV,62OQ*a3x?ntZB7!d0C]y]S!<j=]FpRzH~#t27L:*n[p2Tfwayn&sl5{0.,,+mO]*wZr9%_Y#Btq3ZfgZj?y*9deur)_k8IWmy_fa+3DPO<AfJ|@@mDEV:k$>;vyZVS]Dcdy{EihhScfxxa#o<^|v>hhjsg#oL;Q35Zyjail7E)MaaF`UZeyGh7TH9d`j>$\"P8!`dq8S.AGR+{lQz2d[sv]Ng@A3F^o\"wuGn)Y$oOwo23QeBt7u8<RjW0zgal@cidm~Eg2t<O`u@pdqIgHas5Ubg[U4cF%sMr6<9tXU\"zhm=}]RDJX!S7AnV\"a4aP)Gvm==f,91.][%wH,}DimBk}dG_>iU5(O&bSXT;x!OOC7FMtKQlA]T?>tt@[NynW1)ffmt>>o<kNB%Y7\"m:X{l;p1?sdJ!j(dKA4;DSj+Ww4~Tka*w7D%7I~6g=Y]|X`lPOe+&(F3D%bTd4qwriZmr#t(&Bnvv]&>t|#f/ZP$`@Y[Pcs9GY,X.a8S,VWY?6+!w,A&r9$5<7&ExN+4ou6<y?K#PF*j1}%z+c;(VeUnpOzjPD:|oj:=5MG~0hyZ.ti9=z]s%{5JbkeATEr]y1pHRQLlYo1uT/r\"+jmZ7e9(F~>x`T}wI5xLmE;P+\"~C[YpHPJrs#0s/<KY\"7qD684o3[]f5*&x]oS3Smq<pSgh<+<XG9S2<5t!Um5;;$Zf_V^8FBVU}{PA%]GE}<DLFlHT4Wl7>fZyi~y&Nc[F?SY],+x@2t}JYx>U;+q$b;P1yEX&BaOi,f[{&_o`;rFpNQ|P5zZCS6]52g&gwL|EyF/G6]?]o*+dqWyz*j8Wx*h$kjfJRV}d`R.wk!&i*ro$/farB;t](8<[<dm_W6un(Sn?N8i8NZ5JTtv8RANjNbTQG;)tTB&~LV<sr9t?Yz$ZaZCA]r}ax?NH;3|0*Bu=N,7T0QUwovP.$j<p.S86`feu_gulL=:3@=p):/c.W+?G3C>C^>XtCZWe^YkyF/x(:zXauHSSqB]pHKYWE,N,H%+ud3nq6N)G]E(`6][`$eWP0k5OrvkzH!hDG_G5jfqTa*:!G*Na]Nsq:,5mbNd~Gh`S:Q;8?bu8b?Sos^7O/it?sxcaNILMAg+1Jtu,glS#Y,D$jPW~+(jzZe~=Hb&{Z,M[t$|PX4$N3NmW@6gam=5e=}CE`]7Iw#iXmypP)}D\"lJZ4r/FL|ql&!7U;JILb=}#xhuG%+AfJ|=yvB1[S%gv@+0#OyHdyzX2&Agt+gKmlR>SY2?@%vpbpVu~IoR7]G{=SEB1YyW|4p4|KW~w7D>L2y_IZxCwogeT8ik=Iyn#Qek{&H!URyR#zjMaL:3@e;!x~Dj1z+1~Sc06`1|ha@?MGK=Gd!LjH^HfJh?4uXLb[SQ:8FR%piMp0TZ_?HShzA]PhJ]%dGkZSqsLu:A\"bfMMgg(0F`9Ra%}CVREaMdYDk}b;49Law|\"{.d.N>:PG2+,nlhqqG]PZTZ<^l=9mwD/YNI>*8K8pvH6o3o0/UB&8uT[~[PN$}1g$<!aAwsccpKgng~e&tZvv%~N7m?5krfu>uLK7)?Ke1kOkMR#diN|>}gj&e5X{T_^(DI4FG{V_WYm`z(#sk?zn&LLSS2};rnw\"Q,C$fzE>.p7+9+:PwcV!B(vgAN0!L~B:HkfRE[*V+S}Oc@IvOvAXumsk*GnR@b?AGJ&ejknF89|Q1O.c.<~|MG?T;N<Jr:noo0T*M[8sBbSN#BVPM1Nl`KUiX<>Vp2MbQAMoMS~S2pH)(?]~+0qd]yC.}Vj0%mC*K7&C4Ml!zZAC|J<L~~>A%5uCa7w,13A9gR..u51(JqJ.NwcMIf*`,5AuK9Esw)|M(?g,1m}nB+;Wj{|]fQj_zGRi^XDv%>g*pOa,c`ae=?^ije+i/QKj6/)j9UybDqX4YnGY6A0#>XtaPt_<M@ucS/cf2j71dap`9qDWM)z{?:*9][URI6t@}_Y~JWzZ_CU):*vHn=,55.[eM?8Ct%SdTTZ>b.M)TcC9k4M&)GXC>q&HRcr3\"5CS6:_tOTj:QoNx|E0AX~,yyl?OogA+tmYb9RuT*[j#{(rPV$@<.T$c$vl7>(of5Sb{%l0gwq,jD\"Ey3O5j+T&xg&$_@KaBQ4>)1[oFhK1#Y78N?CzU\"~Ka}b3RTG)j5JD:oOdQv2oj$r!0?GNfyy,!,###@bG_jD:|`u[x(0Wce!.kxv?W>Dki[m5[)9LP~Gx9s#z81\"VTBf>@}{I;|bm6p%aGc!Z{jZ.UQ$ed{<3!q2*2jGJy8i^n2gN=:K@CAz~XpYCV(2J#FbrPBZ_n1JM,:QG8*a>>[I%@*=_NojiT3vUL.VQWvORCWEmF7:b`:~ldh&{.Pc@(Pr}uu:T/sTUC+ll@0Qum6AXNz/]+Kqz:J*jXF`X6H;2{<?wz|7t1T%V)Qq5|i3,GK|JbVkJ`g8kSPQfq)g,zng0}Ix&4(GzY;4IbHM;d?&>;C8<qnz&CoT90Sj&ku8fYL4_HRj~;*F/i+:Gf=#2!,r!kuDqr.3hyFNNx:b\"Mmsy.M;OOeTZba1nlZ)q^>&pSz3.5Ea.2pp/p8&]?nt~tvTbt/DN*jF+]?@JntslZs93DHgds3hF}4JI%k]Rh>Y/*ona}fiq|Sn[fh}hkmWADPYNsNl$o~6ZPoQAoTzdv766tgA]wK%0MF,g;q(~jZZM+3`n2WS_a08\"}*,+\"jT,Kahl\"t:!=&X@6pXjD+J[3;v/=[AiJZezZVeeraH)(Ty;gfs?x9:DOML#7We,tqliY})_;S,#]/l70Lxp=h.t5XG)UuT4\"0vt`MlYb~I!;u2O|tAP)D&*=;Gk~OseU[n,8q$A=z5)Zr{UD[4z00fkcfSA#cJElA>O<P}@QiG7CY:N=J#}7iPNb3<y)dbY>NXzJk7r!~6SG+Ub&NeE<UeqbC~.[=a$snLRn|;ICR]$[.01i*]0jqNSR!tj5Y}$^h02dGhg9~T3P(oKZxUE}g/.*KDEQ1#o[elWOsd#d&Q{\"MyIwsi|5$|Bz&|iuWuPpa|r=ZZMaOd!Q5w{B,AmpMV>.g>WQKF)[n#&R2x`sP7.ML7pL}zlK<{XGv[<Cb.%)E9g.}B^\"0Nt2Xaf]+ezITRHsI0LB!78^>4h<MSP6B%vUbDY/xCx@A:ul}{nx)?F7x8(GRMwj2yOr4+:{0w:d1UvOGd/ac1l#;5y4F//?W7d15c0/oaDcN4Lj8kyXBhezpFB>djL`>,UaX7sQPY]eniGJ#$Lox[[t$*_,*wfxhss6<VK:M{1I:BzIA1$,,v:\"4r:m9(E~q(JWVucCcKXqZiQmP8S3z+L8&{_~oo:%YN:7KfY+0+w?qV(6[hyGyDoI5QV8*jrQ:EDRF2DkK4}c#U%2<=Y]O6V`>)3yF5/3F]<k~0y6=[hY={.%IFUXp@}$!T6!F@$GT.]8t.M:;WdY%|=t@z6LmC\"{1,Kn),db#&+EiakzO#yKYPGBpK4Q4(wc2C0W41nxkkK[N3t(<PC3sdCaX\"X7R_jU%_Z+ggP!n9|K&RTdC~$T$qCsqYp}W7)9SE`eS5tTO41.qlZm0H/lhh20Zq1<Xo<$6w`mQ06/GR}:bn_]KqrMA&FL5Td+]y7dZPH/m`/XR1]LF_f&^_e<>{pMjRO1<Rt?u&p5IrsiKoLZOhCDkPzuVA]8vh1<fU$NOe\"T<t%h`(JLJyo,Dp[0BDA>[Y}w)8a8<sC:=Z:r|+\"kx,pn*UD65^x1KG51W2:(wDN#Wy[pLpNPea5(nMc8~ALwV)%|t`ycRrq+uIPrwYe9UB>_Bxc(]V_o*])D}V)D6Btdfkyk,dTo_#V{+n9dGvxJ,F9\"<9~3MBehG/5D{m%[^lZj14ZXeQd3xB6zp\"wuK],,cOTGPnd8uOWAWl1w[0MTJ:,4.?ttbW+:{_7d/P*bK|b8VK1/#~4B]L,DK4nQ1M^X8M]?j(p/{?jM/E*AZ2SEUDlovc8xd6S4B@nis,Y&qX_Emumyek4J79!|5D}FR2T7tL[TQfIKWnH7V&uOS%{?!&N6b`]E]mNh}OjIw9u%}dst=WK!SWlavSKZ?[Ea8DWCut{M?]P0lKH))CzSud<8#XXM]2g3HZLADe5HGdf+iCSq!YrZ;~G{Q!1vGayQ<dFw&^vVY&fz\"?#xG=qLQ4deSA8RDT/YeeWBZW5)[I@2L=M,ZRM;4Dt31HGZKi5BA(VM,!S.pK*{pQsyWUw5ZK:=SWtR$Df7$24f(DKn3#[e]CYf^ePnLn@hr]6|?x_\"?n?fqey@q}vACg?e%>#_rWkY=A,*VgR%<oBZ9>a(jW12A5[)Xz?4WZh6NZ1e?0,o]g@>CVi)T*UDSg11!\"wm5{jvU7t>Z1rg.:(r6\"Ej}Vs~:{[@(@_*[J&WMJr.^Tan7Z;hINR[FA<hz^PFn+:E\"2%crjp~b\"T~q}@:VJztv^t.riCH}HG,_?JbSH=1_6wzRTqyvKTApo%5@`d3qfK){gnvl=U0(c7lj<<;Lzf4w\"QH9]94g:[OHDPQvUx7FMu(g:3?fD`1BmE3.94}=UBzyFzcz^BBcYj4H.*.6!we*`@:y9OHm1=cUuRoMZ%mxY7fQE35N1JvKCd%49)Y/HTFtui\"2:~3h|btx%t%*#p)dzUn*([<4C9Q5?_.:DWf50Yok.=Qk4)Jdah[/5wCYWVoB,f+Oj^8@P3;)}ujp/Y%,``p/;#4zQ{m$p?!&>2m|N<|NFp#%y>Qk2Nd:[FhI>m5H9*}5%pAmz<h~4gyfVJ}5E4G$@Ly?2.r$lsL4r`U(<ffV<@_ZNpnEzyprL7\"%mp!UPzIS{\"O)9+iGgC2$OKM0/4f%PSPg[9%$>xBjBB*)tlbV|)]Z!o$2?M)@Of_uhBi5B8dXBn<WUwY=9}&&+h9%!>$`XvX!1lQ0sy+2YrMZW[^r[#EW3Vw7lyN1xn|Y|6XcY!(Jovkq(t`$B~xc{H6][<sC.MEPCIm[!:w{vx2YEZgld{Uy<K[G><LU;J<cEp&r/nBi#HIzxb&FGYP=;MBa}A6\"o[tM%HT|?ihLYARZO*sqE.j,KAabSW&x??q*#a|_?&rawW6*MI_BJAk*kE>J(eon&O?^nAQY|4^K$*y:9w?QN*K<X<V&8C#OtnEBE%18)$H>jZgUUsA<I`3@XO~d&YISN&}hn|=Z=NTsSv.)_U?P/mZ9]^`h2r\"IH[,_W[,z);<wLDI.z#lF1$;qDK+Y~.}O(H@Ur?_]~Q;,szZxd~ICc1fHaNGbhhJuOn=d{w*d^#TIzY]d,a`n:V~e&BJ]12jA}@fTKs!9G!?Ry>bdAKghI[9>o~@{2+MY3*;w6\"/T\"j4<mri]HOU1gR2rV8nP65Pk{]V?^WUHKx\"Thg$bR!ypx(%aW#V1AGysuV9NUc0{v]}8]LxSPhO/BtL14KR[vo(R&RFBx}G(RK7m81FCmZ9MuNb:J^ahh;#bllHVy&/j[(7,LNI4;k?0S^WVe[s<]{k<fYc4t%c!KS6gZB:IsbOth]+_&/E9pX?2cH&z>|@&srkpHLt/&MR\"z;/`+>\"K&&g4rWP7_T$_6<+#+XI!^uMv4[wEzlHdTn`hOH[?@W<*dNke9]zR*&I|99qvsiry]Eg?gR`riA0HTP!uS:+[b~V;Cp0ec?T>DwywD^~]hPzr6`8)t:[oem+t^o],l0ZY8j|x%CWIR.xf_9.RHClJot`ei*`0Li.]+V*hId9p5HVsWGTz0$39{]OJD#ph8^5x,|%9=a8f7|JT6=_]a7C,T*`&ci@>G(q3qN_O/raJKGEryX>[[(nFm.]oC)edKA{^YarDG[\"Hz7Qii=z+7yx_b=j3A2LdSWZq,]`qhT5#X}AO[%9h?{OXQ}>?lrge2Q:~|Zo_Vo?L&nQ~tFw2r|h;<Mq#1jN1f+zVTy/x.FguxYdPndv/sI1v=#?%,FAo!1$jm]U]oaCGd&9e$@&E/5tlidqiaOTTzl{=tM1#DB4z5Kadd<4Yif{mxd4x#{S$SCY/3J]`uXIK::\"tN_bMCwNcbgy/Tc.7_BPrDaV$R#~ZcW#w)wR$s&guFM6kIP[MJ)q==@jX~%D!nnMvY@0Z{OC,*aeOeWf42l/@c{qRDs94LJY#crYl0U;=&cy8\"qQCD5u^MztxD<We=>k6zM3|KKU$jhD}uInYF]mK&v9E.(b.|\"%&\"3:vAL;Q7tQ>Mu~]PkL[#.&pT$dq44JP>f^Rc!_8N[`P]mfK9ZR!vg2z4&e5G[vb/0Uu_kcB3uY#^=:xaB6ND]uy,t]NDM]ZFd[\"qU7}ru}dm@ilNd1P7YK8h;r_Uu$a<qBhhp0aBG5SZ$cSdpZ(h6N^).]0NkK)a46ZxrJ$o9z;!_.0kq_kQy0i$%G`oOeq2|j*52jX3OG^mznm87aCCbGXx=6bs_w;GkSbLS}D{$&1&;3Zd,9B^ri4oo])b5D*u<`@4F[TB<dNy2YL5sAgZ</u\"Uw:6bUb}5$O;DE#$?7QR)U{43c[;B}BQlJJ(f01PQ3XkYu{@&GI2ry^#zSpoo=w<bFw>e\"MHCOEJ}e$[dYp[tZswG5bqS}C%17un6[~*4f^bf/V>Aid=3=Kc`VZ8_%Od1N5q0jf%`3ej1~2>6#_wL;KX{Bk,B75!lZ+i)gA`9Y<3Q&&1EFEsdn5K4OO%y.o[3AR0k_(,#?k=S:v<Q)2tS3LP=zv]qHV`:0e>%/)3]8SpkT2rsAkQI,V6@IA]kCyyw4P(gA<2xkrL@{Qk0e$}J**Fx0b&1pXq_[cmXp\"ALuPztq8/.OuijcF4Un/oLV*bv<B)BK}S$J8jaIkiuUPE;3hbFx0i`|huJ#/S1R5*GSPXxL,(zuqD4RQRJ0Q3Jjb}5/F=z1bRVVaQ$7MO_<}X{4,@f]v~4V`2/0cYou.J(lknl.j%w{$JW[JDjnj>CWCjQvpjR$7!QEQ6Z82Jk+dWND?w+}=UG![&NFCu5Tz$dnR[ypJqRXcm)_o~0%2?G}Ub<)r^W#PlSaPvOYuEk(pksDEMc/e(TRdO^])\"~ZK=+5Rx~L.=tkB;v$0:5BX\"b6arI~8jXaLR0T$3|Sz#9d#,IIe{.1c5LG3Pt.E8l.4L@_iLe}Jp}N1{+su|6{r+89yTVfMVPFqsb|BFBd7[[M5VMCv!Hoy5H?3CTE!IWZY(2u?~?I/_LlNrF<HM#t|p{r5ZJp>16(tc`zw_J=e]beZ`g<KMq{Lwfu$kH*q_=I)(kJh{oVCGN}E$W:BTz|s9566sw%FB<?hnGEfh(<Yr[XUH1uz3HCBKyJPnkUG:B9>$<hFe_J&_.RhJV_B/ZR[=!~4&tOpo:dE<ycBY1yk\"Tiri5}.Wgnk9Cohm.oeI1(!lLlYBNaWn,O7}}SQ%Ccm#6oNvZ131P*|Q5BNx=Q_Uu]j<./5:%:I/PE=XH=2SaMx&<BTg]EUcwqR#Q{i1kd03xw+T9=)[BDb9=e4uN>[T~eP(S;[S{gN\"EO@ul_YLhVg?>wIJD}<dgVY.++b&g!{0/T?Ef;OW4ms`q{NI=M=USgnv$w)>Ttq^O_=DWQKF>ScunV=fSo;W{P6vmEauCiT.zYXu3p@A(:v71<=x`Yy]1qXYf9&6ub7XkmbLc7Hu;}@;Y`8MaY01?kk<(5rgm&L5V|h7^qy>M&%C?sCJ:t8{$U;CR|`Qv@s2X\"DT5*Vn#[\"&K3$FF^0Ycv///_?b7ylD[C7CMkJ3d$2!)Td+l!SxHz*o;$OkJAGsc~49glT_#|Y?\"4i,HU`J`;t.+`[y[zNy%0EVut1;$b[a$JVTDr|An^=@b95y15dm9Q7LECXy8[an1;1o\"lu8KHL%ADk}<6+_zYz^i]x)E>DeTL7R0/y,6s4Uv{{=lBTb;KuZ~bH)_\")fNhG$C\"I*di8h[$2K},</O7oYItZx_J<hRTvdQ#Z*=g3k4N[~Ow!1kh$:hb?og:Bl^n%\"J{_p}D(,[07[Ve0E?:epB3t/0LHJP]/p>_?P3&@1qyMYhJBETs.L^|NS$_#9GEYo~:A,w#7P&^\"u~m+6YAf*OGMP,{M\"bQ=.(BEOi]@q&L<`*>y~F`78y;q`)+2m~UrdS}ogG.CsjkgND2S.3Sc:9dMA~GEzW~T(CKo`5Mtl4l#b+!AYrp~K2>([t2I}A.aT>+nl0$}^tMTLjO#D:lE{*`(qY5?U(M}{w/l}xSrv4RsU}>S71cTS8]uzbt<Wg*dqXDo80*=_Iy`IZa47w<aT7AXjboqiD6oi%+S>bdFy:IislDXeQ)M4):Ot|a<BkU5aTAh6kQ/Hg>M$#G*^1gg68~tv!Rk4WB?TUfl4Ry$HCOtA3Ld4=_L;Ot|CEN>>hUPd6BSDmoE`D0<#(`!$h2>`aIdWa%ar]^vL/ne1P_oL7^y{Xu&?|Cj06j9ju6,xu5y37Db+A5FCaW6$u?*H#``%{PtAz^![@`hPR>laQC@O0Eh}|^QXT/BD{njNYG.S!/Z!vdt{MUhnL(Z`yDGXmbH>M<E>PbUggQfy:6.a/$g~aI^;.|;c^H2I9Uf*,Gx1x+^wR%aG==Y$|ThUwV<e3Ipf8MAV=VJ0V\"F+BO?\"8@1t5.kxe+R3|G+D(M8bB~|2KKB8_PXTjIKm26)JSo0(/J*_7B7{KfJ,O9yAei+c4*dz`xmO>\"mF?hP8tP;4gSZBLaPV+h3i>z9XHu,2GWOVfs=tF,eVo*I]#L#1H<LK,>`yJPjzP~%]ne!3_3L4~wKm,aO/JqFcJOu<|ZlS$.D=oLQtLmUVt=~>W`{TS1b+OAyc*}W4;%*0HTTQH`^k.nI!jp95k}~6?V;ELZ.M+/yz>tbD>)AL|#Pg5hWXl}{}@14X]V+fOJFmQ}d,Mu#Q=^/>bf>6,LHX#i3HN`{IHmt3ZeW@j~^`<dnNjlCSzgpr^lq7d3r,9vt[;hl#@JHEjm:ASl>/BSTW$b/K^lM/H)l+Y4,fI3nLv91&psZ3DF|gm#2/S@ZodTS>aoOV*HCTxl<zTY0&NgrpZg@;Cy1&?F_s`%t/?4jcZbjMeOBt8CGqN~y[p^.iN`2hMrL}1^y;L%hpln)Z5Ib+0[Q9_v@nGYLr_}aAsA1XdpRc3tuO{U7B9K4TH4*9<fZWxJxjwj)tw{p]}Q.xEhQ&51q)=jXx6LJ5%C<)UG,`]<\"$(i6SI7tvVTOiwp?^fk@c+oVQ#4V6!^=gP)%>_j&6)H)1>8YA)A<c_+*YYV=j+dtUdz0h^A|O>BZN,_lc1bOho}pA;Vk2Ua3^X2sR$~VAIl#.Lod5Q5ZrkV(GU@P$W{Z!?m;KX:+xO>*|4wRABdrF_*dTaFR/t&j7|_Dg=~qWP[h/`qhF}[PA4jWxeOy#6AriarCRk$9wN&u[`4:mCjS8&T?DvaaNX^}W^8<za?VTFB71g2`~onM}dH~MFQ7jx!\"oZVd/p;68R?g)SzHbQlUv)Kwo:\"j$]z=De_|q),ii{iqkz!;,#8FGt})KX*qpB8G]AWUjx?PpU6=*T)]*Hy<~uU_|,,QJs;b3/ct>G`%xue<I~F0o&l]G`[4g3b1dmN!],A,\"(,8aS2&HQ8Y_9~W4/,C>dcAg0D%USk6u/Jp)qDN%n#Pdzx4}FuddSk8@_C|uOVByVXkibYA]P2lk#N?93+ghfF23%|<;q6L/S2Eq3)MvNEO.,4_6#ubA`_E2*H2OYg!h5{]5!B]y2F,aERn5G~@+TxZ&@~E6LW?4g[%Ziv;wAYZP8L5E{%wyirxTg@DmjJSCc$1Oy<fjx^i:H7&t<acJtZ~J@\"6;r}C;SP_Z$<6&>vn!l?}$i_iQwVNP){*14RSbLv2IKuum:5v[|*D#wR?Mah!U(3TNxFf~A:stltP\"QVmQ$gB[]=$dK$W{~<+8&@+hjL$Do!woD`aYxi0RrvEA1(T/2rogB,5HJ3>0euCQDW6Zv*c56eJPT~?x/]sa*)0,0hfW(q+q0K[r*.e=d5%){aWQ{z/W@X6d8aATQw$v$!^8=RCZx4A^!F}v@9aaqtA@m?)FcG$!_aq!+5:RD2orh7p#0Ri%E3~dXzq*bg?m4h0M\"MSn}3/#5zH%Rc]`kN_0upshh$!vdMDsZ3FSbQ?AEb_n/A!69PE=M4zJ;ux;Mi^j[!@4AE~ss(kGW4WCH6>h3G(_)zft8DY&W&dgS$$){V@}[{THKe_Al,h/B;M0,}Lyz?+7kNr&jFz`Z018s5X=un_nFY!&JYO9%ZTk+O8%=G2<5~%D\"`,raaz|@WD<)e>a%4y)w[Y^\"6K>2Z)dpaHCENu!)Bl|Yx]*yGbC(|<6$kPEPKs!S@r/R#B(#w(M12+~)52[|aSM!/8_ADqeM}AZ9d_[*air^DdYy1DAO84#GU~L/:i|<2xo)%#U}t,=G~Ym>F+~1u|gVHet_U.mtGdNTOo~N*4@}WJa#{2aSy}V^|_[?3qq5q?hLYjX)=1`DXssJ2y+MA:6kU#./^e{YBD8FdHku~(]c9_u6O.ell56S`2hO|pB8]a{2dVIOUEA[jsL*:S}`9<LVj)@1\"Wvg8QqmW!HB+LI7Yd[;J8vP4gbz<n,|{+0(*(;k),tmW[}W[AM`sb*!W9sU]:bbLY(MO&\"IK21OW8E})xJsE>Og)molr9c5kS?$?Dern@?br}$lL26y`[fdPdV}528??^D)F5U@=(<9Q&0<!An}GL<%>B?`hv|L11GDbu>+c39XCew$CkVkc]`zwlW*Bq`x(I1ir;!uTaRzd;__&~1[qyO2U.w>`BPj2])D07Z]2kxNmd+BbHkGc8?5!9^+XOjzsOwy2w]m1%NNG3+]qe?Cfiu4}IlXd6.65pFjDm<IicYyp{FSWPPi3+[ijm0.+J$Gt0<{T`_Fz*H:FXM>O1:=Yf@|@fVn&JKvoz]=%(jnJbSS{kZg~n5IkXGQiMp!c;)a#|O<>cS%vqDT._BW_)F1@Zvnd!UAG&(m)AQdy2kC)M%??0{C%pfv[g$9dpsBg^UdtZ<71E$(0FevxW8dk_51]*%yPtp1wtBqQe~,bn_3GlQDfm;=!XMPT>cIhd!*~C6ajya0s3p4x?A,*km\"~1b/c&P@cW$RgOMQlRK#~BrJA(gRp!/,]OtN#3j]5l6!\"@VgbAFkyMi?hKP]Nmv+NS>ts!D\"!7o1z1$Fg[H@\"zV7z}dYyi/vM^]WZsADsNRv/Fm;#wG?bKpbwFp9\"hBBVJDKdbG,5Wc>u7)u(=[!EZcqXR7.bVa@QLOaHkz)evkBZo^t@ZWF`SW+<x3ptCU#%Fy49Q9TlDAvYF4I![I`>{%S<*Qk7sBKvCVEc{#7C]NPz}pOJCDPce6<9&Lkk%By/nrh5zT:a77ftx]Lvy%SHU#Gc,NU.O8U@[m@]U4V]a:|:{%y@w(M(*<nMk5qs={0`IMVNCY+;*d2iuDp$Ju1d*TI+*3X,Nu+AMMWSq5(H!.B7`j]%{Tu^V:_{&O#T+W;2:75:&CVxH,kA3Y*1eXi]]$5bQ+ybT}E]RbJy7mN>jM`JTGM,mBURXf+}K\"y\"J_C$G<Y:};d!Q:oy,u]P,fC[%rx%q61)uH<th^x`?Cv.G^*FG=vwGc;(VTsU6f)r@<TGxZ`0%n+^/&qcKK#d3k*pQ|59{oz;H`0{>NCLG]:ze+Cm&mpL]Duc4,ERB$R[R`#FY3@ijrU~~&7DH?F5g&+#ud]eRn[Py,y2vu:.g#WD&p~*=_nw.(4w{;>MFXCUw\"nb,#yxf~%IaqUM+,z,mb>&hG3Hn5Mn5YhGNWRj%TYp>Cf[}j<}WN1FO1~=r^psy2eetDY(~)eD(VC3tFmQPX6Bl,yIH.=e9xmc1xeVpT*tNKe%hUH4(V1~|jk~B7R.!mLJl4M2Rzrx];3TSfy`X$zJCBuU~|LEddNENqrQB;/q$,(5>b\"%VO;6PC1]7sBpzf9)o)7=]i{kEPvS@:#j~Zuqwa:(E+y]7r|j*~)?7.fj@$KCcsYG!B<nUCbjjz%2`X,Q:Q&D<}(1yb8VuVY,@7S?)5+?opMiD/|4fMK=o)SOd%D_MT]S{ViFV|9Jpvv.Ln~G)J^Cj/4uXN_v(kYd@&*6.)Dp:tNWd>*>qrpifG{pD{!9iSY5W<qLJbR*I={KT01{1jT+ryqFS9&HZ(rT@}/8#y=\"7;62)1<&!dc6#*nF%qPq7IWn%3$R3vzPe:49.`QRJtytST*#)2=_Iu+`4I1qmUc!Qg##B\"4u!TawRH[fDBa,1wgD\"yq+,O}AavCk}tS$6l!=$^=pJi7#T@yYL/5)y$yNc\"B`MKg([1sB4cta)5;`l)k>*jr748\"hHUgt]r.h+:*O]0G^UhSW`Z_;.[S]Lp`Z/CJpZ/LJRAGA|gw#BGZ]*36p>#{X]O)~qKoahYNeYi1VSJ=q^%a)\"\"*0u!d_sONA%j,y_}lC~p7|t4by@nR&?GM3ggT<D8qtXfIs07FdV]PLb7JYXb8d8xuDXp~lrKIP~vttvSc0=%vZd@?ozGQaZrVaB)KJ2vuh:y+nkCcLJu3X?EuM*v:FM$>65:vPp|6}{6FQS_M~Pbwail2OZqrztQj:tE{H`z9zcO9laC]~J^hEvLDw$_o$^cH:Iv^ZY(K0Gp|M(^\"GS+^HJ}4:{Z@xB}H$;FqVb@`X&x#AxZ*SYx=5;n,bbIa_tyULwsbT1Q|x%w4dIw=Ki{h2B%HQ5=5(yfg.G2VX^hySC^,CrQ~]k|0i%oYQ:2q9(b>Uv21b2,QFzu[|u+bbGGtZS0+/IuKl2J@6k%Z`~n|G!eZj~3IBXulziEI}\"pI[qDEelUK(iWIQ}}#<xtMfJWJwHgPfujJGx*ykNhRjqA;phi)Poo~.fzdG9kaKjO>8u416%6RiE+EUQYLY7x_8u#{]xwTunv0uV(t_?Q~9E(v)FR@H30uP(4+4u4E;+c>T/5!+zP1pV1Qmrg=oS6y62_u<0kA2K@4e!#{7D<|Ly?%;#2vxcSU`cs^.ks?:z})CRJK2tP%FBREMn!)Gk0oT%x8:/!7*F*Y*7waL*}z\"Kv2RNBf.yu<FNqJt|O7lU2G>A0427S}2n<DDM8Ht?p<BTUN7ZFQtZWNC$~[~YA>2Zqxy`DY(l~GHU@&`a:`>xCaw.HZaM_4UD<}%0yM8|ozPLbpH.E:ww,*pJm/=@4Wqky_DL97+]<Kqkwb40@7jiya}Y|<)*.p}2/q>(F]|X:4_K.r2a3eQa/wh]t+ra:<3wTjzwnUi+<Q=6P2?^|<!|J\"r4n2F;9%sF$d{I|HDAoIrR}7rN%_(5ILT3*kc2%k$c(mB%OT{5(|2za@7BP^b&ahKb@bjC6R+*6rpv^hu:BSz$#[c/Zm`e33&dP~\"Z%A|}!Y{(uk^tRE3KEwyV6jK]_d),p4E#?,;yQjbcp:;`G3zUP^,@OaL~Cw)QIY%F0%Y+*rn:T}JC>j[kX;fv([|LPQm_dp)t*J#mjT+(77AM;QU,^2$<:>uUAUa:t!%ebx2v_s!~tDlEEJ%a(<q!AMPYEO]qW0ae:i{%{;p}iH|VxY_xQ~0PyoftG039%+@;:i?OBurr@UHuC*I18D\"&lonid>c&nf)<X%JVd_sRg>}?_`,tmGNVII+~Ts|THY8cWmm~i*&wWF:^9yah2VmJ}2Od#By_Uj`~o\"t|+u,DbL>4eHW#>>)XZ\"|7yCFFu7a!J>,iiaX`v:l8N|Z_$XB]6~ch_8?Q?kF=k~:fF*8d7mH]=3IyQ=e?NNN*lw6O)]_RNA]S)@xN?,=bt(Nv+hX[ejdXU[!3e3ob<fp?rMZ{Hw0].nXPZ]]V%t?@0[?vX,B79$%nU*s~:m,l5cr]:,)Y[9YbEkKepO14u/}Fn9lVx6e+`GnaB\"SC=XX]l>u/Xy.o+A1]e%%P.+jDQ#hv%w%+~A*t/+8lQMMNtW^uZV2kD!jh3wSr^ha#FF])JO[EMr@>H`{)vihLO8(ZPoM(Ls#t&+TN#!nf9PKT_9qa%P?0rO|}&1^JouC^\"_rM>J%kV/cl)H7~z&?9uRGm&ziZV^`4fI8#vyn}={oJ&lTj<F4!K|3=J2Ni\"v=YY$l10^_EZ}t,F.83`t.:Cr^C];b<G(H`r;%b#ToP!F$|TU;~Zf|`,KYVI83*D?G!&#lVR6;8A+rSx.<@HM,9&b$$)77uX)k>rpK^>tKetzx[cux0SfVPZ=FC)UW*oCMe2.LVxr21Bkn828=OJKY8RR?EPaN}U]SH.;U=j:h\"(@XfcoSI`FZho1K[H71G}C6QX[G@|[iiG37=!gw>u2xZf5jvk<PHFZ*E$HGg4^BNfl5];)vBk70~[9k\">wfBvB!.vCvp\"d0~xPUIBg*AQhB;CWA7^ZCk!C,eFyaU|`oc1b,6eQI>[=1H.3qE%cW3Si3d}LQuUcqlzo`wx,7i/+RNUbx{5e<*KOJBm#A3h}pE@/.8FT!S`yM&+%Im3yq^:9lSx,v5or=D@=OEc8%5}?}Iyn$NzP1xpPe^8R)w[,`?06F{,9joNV7EcGl7TJGndhl<0/<$+~9naqwp)M^?O?J<fo\"Tie3k{rZkfucUdz0{f&dPX)dO^4q,WZMs.H@MmO3G*E&mW^h>[DPCK#}^/p@b[x[9giJ)ue$cK:54P5)FEp2aJ\"NI=|ii7)Er5QGD.We)aTrTR97x>5dmzv{lKi(UY4xB>$@z9vqsaz#8=qiypV\"O&]zL7NquO;`p6bc2Iu5j1ck/X/eUQIN&twLBK&L}MHXY}7oDHYu~kd>LFr}{[G\"?\")c3;p!C^Ceee2GZ/SF)}v4%ODEn2toq6tF*I*MtV(I+seA9#=;57I,;n&VandGeb7}JI(t^wT5Pt{j8^2`AiQ5R_WzFOM:]}U?As[,+(zd]O%zL9K2LpM@<y;08|c~>/<~y$ofVIU~Us!(i(&]`:z\"[pdch;54%RLuFFfkSH+5GAVIUgP%GZwVi/FHBsoUc71r4B:T2^|X3Lpz`;6fV?:Ang2tJ7fn:uDgR8bnLL\"H`j)<ad}%z|;Y*Ht@]^36glL=@(jH5l:eRB~7b/@r3[ztt;vl_V\"(^!y}gfG4I,n,n*u!1~>*Eo.+>yQdj4%.n=u1NBH;Mp];bGF(^K5nKeE.WivXX;9!Vz{9Y}B&Zv=&meZHmL+vq4Cnzewo/E*+^Jh~H}19F%GFqY86bLGVocAgUOAxV}zGArE7FaF{e1M)0}:;6IyPwu,xUY(CDbQ{d6>,iEv8YEhn,g#}|@XB1cKFj^b1B_Ygo9JxNy|S!XhkAn<HHY/N?#W85~tFD:e&K<PIOu4}tND.HL;@PI>15&raYy[2KBYP85^iUo$?{iFt~0M>ml_jlK~]zbR&u9!^%q#F)\"r.S`_pwE5l2:r,#`_{Z[Gpv1Km93NF`S46c{e/f%W3+s|\"2!T}R,l=;@0@BTwoU*7uBND,nq<^K(NV25o?!.s,Y**.jNk8gT/uf$_acQ1UvLJrbk#nUGYH|pHPzZ7,M$K?gWB=w/11NB,B{\"2#EZ&zxt{(YPcabgXivR%{LjZ9=bL]tXwfG)B^3OC0P8PI>YyD^L\"mRZI.I2R^OM&qb4@?;~N;pkEK5&`h#ylgSwD9],v{)R{=e6F&YUePxTAKChMXE6FU/R?=YxQFFKe<yl<w6:@/Wyj8B9OFCMXS>4j:yV(3BK.<RNl1Z1n#FYRz~=ZHM!&h#:`51odHwK.(/&O!&^poUqc2Cy?`Yd*OSEs4t0kI8!3Li(*bvfiNzO&u5n9.&jEX)R$c5S&9cko$PbD~)h>`JsJmrm!fp%lU!fxpKn:M*HM\"Uzy4QId{:=sMVV#.rzrO>X&nCb8>_qk25KgAPHqTl}:S?{>6w?qkS\"qC*N;BP@x$VO08Hl6cC+HSE,,/Q<s|dhdQ7FR9f#.sh*kb[P33_Shg6l@h2Y?u#)}Yps]ws,C|s]yqQ^RQqVKIT@xz@bOIK^VhYb71X<8TH_t.tL`>)U]vCfk5,x@AP!k_Q&)gJcNSG]~l`&Jq#AM@END+@;6KshP07pK/[UFj1Gn|@Fy%RUl*ZzV9&m8Za>|@0LhCLm(^g%>$R`cY0`mW^|nux53h}?]o{6n|.(;R%{M[%JvJ_h<)~O8,&/%Hn@g]|1,V1Ux0r=+HltJ/LNRs$Jm1=^j>c4w|V@qnSIYzKCht;j1quy?;tUr#LQ!&z)pV1RmV1TM?@m{A7ko/_O1Z<OtF`dr>NSN>z_ZE6z86b0IaE5e+`Z_w.>fJ+thDLKvC0%<#8@gcWNdI(O@%i/wge:[H3EdPdA9uy5I|>%wAoaiwMJv:@}=ay>gz[FktgSEay:g\"U=fc>F;VimopP(hWi?179|=Vg^]pVdI^qZ(XP{YsJ*9hR1;M`7OIK>6T;c;vC<CAAXL^.^!>sL~FWYinw|)3!T]M2oL`1z,NtlL7^,&tP(^ngS4$`X\"1Bq<D*ln_(%+6bd\".t?qloMsy*O10FQ*tT8/r<{^2Qyb?5u[+)%H:^%S?.V)Nz`wt$<]74)]^fcoP5E^,KidgJB:)9+x:36sdzj&)}>fy5.Exup](*Yk(l~?|}Qe<fc7v]3HH6kjrh[8&SqQu^1H;ete8z2DU;mfaG:6gaBJ+{AUZbgHs5.yTuFLSXuOE`/pY.&*!v+U2a/,&rOpcKfp}{Djl8n_Ygk^Yu@sLK`xgp:<7&#`zbeQUpMxR3F;vyB;Ce?!==Zulfm9Kf*nc!mTL]nmsTY[`=:<O1LIdQq3(k7/L9z;e%C>\"2s2&p/zYk\"i;I0[8WQ1O3ZPQ%{4(2#27.#p|V}_$yQI&w5KZ}3a3)fr11[ykj/dkIc([H;w|gM4!I_%tzJBe!c9t&Ej1g([>|?ro#o,D+Fqoilo;DepT]h%p?]lYU+{_4?<qw<Xi%RX/ynay,o{k,V38`&=rZ>:%=*[p<88h9Kf#=kqEVIvNkAg&7NUqlki6vlov!Pd>*PdV$]U>(SU5NTqyrnSIv!?YE(@j3I{B?1_p,*H!pg%*9*f)%4s.@WHB1oK]<,6W3;;^c4]$USUYfX(6o(=c1)SY9opVh|q/PFWgoMahYZnLF}/BW(~>u(ZkC@:z$fEoPaU;WS38I%jM&X\"wC[uVAfGUp%:QhB|J[80XpD[);m[T..%4wu9CLyl%#,@}O$FC{qqV9zFy#FVd2Y#4VGN2$bT}_fUdq8.xq@<Rwh2y7yo_/,6l&Gog[RN3]m3$dnA<zc.izc{eQUpK33`&/^r$YH>H5M&w3o]OU&Qv]a=)v$EUMKpjx>7^%JZxwvChOZR#H;dXFO1DqOZ$7,@3#Tp*oz0ZC6RS0|U=PqHmLPnzz,uEm3$)}EmD8@?gi7!!xu7]NszqGJ8>}v3U,`K,uG$WjmnmCA=N>6Q,0ij1M!KHM]OSEHY5@\"0_lus:#{pBQ+Ehk8pP[Jd9Z^M)`YXDMRhT7Gjv2JVbFGETmH>.g:MFiD\"1:IG})H>b%)w|n:{\"_IqwJ&Uw)s9Y&eH4L&d?eix|X*Wn:eRahU;;6IwthG1j{Sfl>:T<XDA7r=,mP#T=)3A4G[+W>91iI8n@C(<:(oC<X?zN)6RRxKp&:1o225j!5gulZ>at}Zx`%vROo:7:9}yHb!89M$2*6oz#,BD2|MATLx]#ox](ZPZ,,:GU%5+`VR33?1.y>ZZbNM+$J_d2aL(I^6qtzy?]Z8CJZn(XJ`&Mrk:s<:m/tU?QOozDi6m8][IzRnVXvAJSyrEo`NH0?UP@J9_^KCmi@DS=*@*_[d|EUo:upeyhd${l&JK*Eh)gmou<W0rLjd=k|XB4C=&etkKz@@;q0^U2UfJbZNZE5s_gY\"CI?~oqC1uE=x_nT$Kn&EvKX8u15iq@J_?+FGn00m&5ZyxfFc|3>cN4}@pz`9w+!M7RMS>}>NcxF:irZs?VR_@cw1uqd#<&K?D(X>MpI>XS>L8d&7/470x,(<NwQDTq_nKc%vO/J1[[hg#Z_NAm|)z]d{Zsc\"FUun?N7r._UlF6iaR>AS|MA(O&b97S,eY87&b*67OWlf]50SpTPfxUt2rLylb36^%:guliA_3wegA*hjD%X$n!y%grH2)l|4O9sLV#tonWxjHVxP?U/riUY9tvD6iK_q*Nhht]Q:_xDfRZ12qKV9rpu9w2RzSU7$9Fb$go?CDOwsJ;Mo+G61W\"(+n]hOC@BO*rv$w^d~>[$h#.baGiv!5hDO6vHSD}+PBxu<Oeq+ENJ?wbtmff,2E_tF;m!HA8fVExWyFei/W[V&C@B_\"9A+a+5Q8?{YVmO%9zt1AheXw._iP+EMp`3x:z&k_M_a@JVCGz\"M[$Z?Mge&^](`:aCYKcmbzf|\"n^[m`[lDh~?dJTfJ#;d:H?xZiKl%tZQBP3(ATaiv(!ns1ey.QbAt|=mAwTq\"J.c|?ay1|%IjHD{?0t1S]Ik/n%7Ru6ajJN[F\"VV.SnP\"K#K?;{DlBYL&)*^Ru`jZNx/UVsjf(aMuP3cM,+f.iV)(<i4>tn;wL;IFYU@\"1Gz|G;y#YWY%~Zbz35q^NtG)NK_S(FhMW%,nEBT)|f+K6ayQC0B1Sa1wx>jWK/LaGqu(XKiZxcS]ol%<;#O\"[\">1UJ&HNEu@#Bg9*!UM%UdH>XFal0Kc;B;g0yqbCNEF)_d_h7r!Nv7H7Mt8uQ`P#B#`)OO4L<@_KG%Zv,[R1/%MC[gLkIEl7:@v;+tY$MCLGOwdZOMLDHYjncf|DlPNRZ]ld(FFqtgTD1uFHKNG;0?:?IzNZ/FVXwIva&O%bsY4?Ez2Cdd)Z:YjlH>Bnhy3=*9sp~g:#;OkP{B/]};h/c/tJ;@5gTr2NHvo#ATnj1N!_(/h51/+e%G0enn*5C?>S4zItc/B?Fku2PY^Z7zwIICqIkNp4Mii&Ni/d~te52hH~0LP?MfYgGNwGv_Iq?c&fYQo0LLZZAnTtTpX/zW8CwG^[)Da5Da3[`XF_?h06kx^52I*e=J!_tfNZ!/\")/*kg7^\"]@lg)t&;x^4xQAvEIaGtr?cW,4eNZ,?L+a(sN1)1*BhND)W0KJE^[P]~81EeshF7<Xqr@Jz~|{4Qa=Qn8q!wEbI=]tq;;!b$b>1DuyV5zRBZyh,Cz574VZA(7)z)<ZZ$){zsXunPZe_:RozU)w/$t@#[GXC/X`W05oP1ktT!STMc6SyF+]51,_{Z!09fLN,1w`nL5<}Ynhl!Qu%g<ko.S1YM<p[@.BY>9I5mYDqc!i`adV{:faU*kW{VgE)9Eolc{UYPUIE=5Rw{O=3^)0v`DnC{`^`k_C5!p^lZXSR?`CYuhh}.wLB+Peap&T1e]~.S~@#\"^HE+PGRpy37v*k*%?E;5)\"02qYpq9ut=k,%K^(4,@z2A^U1jmTd%Pa_CM*@B)09jiV%2GieuoYcToU]rb7IPqUb*JJ!03\"+ApCmPfnTD#f9ekyHq`sY/dcw9/.Q}.h,see,@fJ!!e)8mov/4U?:z~eU{=Qrn:R.Qr`7Ii.OHLA6[_A?)rO&a~uB$gFkvJZDcxSy,]7d9]ah=wcKi8HMJb;PS%?A\"Bd\";)Tfh&Xqyr)rbSac_`]L6D<{d*+N+ef?MX~[DcF))=1pY~VXP&o|K>9(VC?#6?3C\"GTU$)Pv9\"#`X.W%#;8YM?R_=k7BAV9_zQHEtzE)szUvDk[j@+Iu#u|M+NuO:+fv3Eu[};4b<@6ab#:_2KfMCMS|Jh#dE!6jF`cCm+3k#q<DXiE2WZ{YevNEeBWVD%8)v7jzrO^2&X|K~Dj?rhC!wmO7]:=S`Z/&${>`6(mgp*nP3`Q+BnHCeiM;UI|OR;l&j7qU&03aB?x_I3iStd#U(<;s6,A?u=y~(Lq4<?Mza74:u#j2}NB:n9WnG`Y8j1H^K<_=x^YyOZ|bkYb)G?uf3PMQE$BNeZ?>Dav/rSqu@*RJ9I)]CON@5].JrCU1xBdj^M05}k`qy*QhL5<:G+<:|zID!5S}?E)!tU`]s*72<mm{d[|$_[`X]ee7K0fLp],dxM!b{v7!4Nc^M.M`/UaU5Uj`j#j7/C<eJy:p$70ii*?k|3CIDe(K8O=QO3GsV}9W>04,C@!srWM86DK.*`>^@Jig~!xh#Yr$<gy_+9F;*S{/:QcdGjmlr@auIPKb4i.dD>6hKJOgQX`Eo!~Tg?Y&48KT,u.7<et$P/awG[y)`p}&xPsYn^Z;8fWVAdx.>|X+#k7kk[,KPm=t&ghgTycr#C8>VyY9y+6XBGi1t5vIafyMwf?<DDzS_8e1CKv@3&4Qb8?C3QMa_P*vtVnI4|9?TB)Bwp.1khw=lWAG_qqg]z)f73F|F8q#{dB_J^H=B7UzK<DY>f}[@g(P=PT<9.!J^tv)mn90iJ#N}W:I!H4Hv57r$,vu^,PGL@R_?Z,R,;e3(^F~I;iz*r/RL`lCd_9}DB2L:3?RZUB?DINihx5IADmpL|V|<iqxf|.Ud=$:FUdeH3.E]n8s&^$Su@|28og}7G;yU1G;ozoMj>DY[!j>}XWEco>5fq~cr;r97orF.7DZ@jG)jyv=`f`R]k>@;Njb?Zu:Geq4X1\"]]W3am_GUy:aN37n>q.!0K&dlYU<:`g#YRhOQA2vngu)N.bkJo^!auy~cG&Z5Qb{{$}$,o;wkX|*f!jI5,YFqv!+q9;g5yxcRn`zimwk^45#X}J66wa9vWlj.fVGg[UW4mT$6H=LH%qyok3P<@k:vWSnse;|0d{XD,2E)pQLNI*2pIdZx`=y!Fa<X*/J$Ink:m~b\">fCED{6q0r6XNx&^CF>@3rRo4yYBE`cu@zyr!8a|wCaUa:bKN)I?8N/6gT(0ozrRxws>f&n*C@{z_+D[0cu:9=HrnR1?.Jt$Frtk=}kd8p`qr$iw4&I3p9K3@1KxF:U.C/!3nV%I?q;q,l+qidfpVs>G8a{rB(+,Ml&X4/U`S8g>x`R[%lbJZH}2xA/,ZtawBk7WK+Wj7om|>i}UW(kdSM].315Uo,vC6xG*2TIMnlr:C}RH{d<3u,e[DZ`iJKEhq>9CsBs%Mo>SF>fnQ@ld(Q@V?:]m7dK<v&>LeK#V&v|E3i(<c86gUO9^r?l%[BHX4/Gi<kr$&\"*Lj/=b_r1Q7Ufr%k7k^6n]HxX5K~fWlqJv#tp|g[:SVvF9c9(9b9}lVVZ;$4oj?rWBcNzpRHTLD`4tZ5p/ysK*sQRb&`T3l&+i7.=&][iyOhu4ZNV}ZN^U(%>w0o~cC.9/e<N5^%891c]U#K{4Hh^U/9mfl7qsbK(>`_Y>:(d!YyD(]i@8OJ3c^6c1R{bh$:JK<;]ocCLSKy9YD;y@==X`wCZn`31FHyp{f[Ln+^O_v3VyD(4]7BGn;#,,vJX5>SHdr8Lr)f1T+xVwf4UqmRPJ.;l2ffv8mhml=)r[vChUd2Ck6W}o{6.d~Zp;^8ZB\"<HB\"<]}EwMh310@3&T^U{dyS2X{$eV;7e/b>|8,*o7wGlBY!._SPrQ:/(kOBkn`Jld40:xN7Uo(`!;:r,CLbhSr^{JJ|;+3}th:Ya,<D:l]CZV>6ae|&PT&uge<&~Dl#|YKGR^(2++UUE{At4gS<,e11:`kyQ9Iu^UNh2YpSlCL~8?0^=y_`T;=c#17JKQ3=fkxg?20ZVE8Kr~UHe*PSVHt{tyEv:>syn@o8U{P!V935^;pWun]vC`F^6wqozH|c!0*Krmo<s#;b[}z4C}3pQ]%h7U4IN8GKw?e`_P5(;~33bIPNU|6/p^+n%,?/E)7[:|0]tO@61S]?f<jPX]|Dl#|YKNGa1}uS+l5]C=Y8H1A1DeOqa(Ym%b5?;+}<Nu3eX](Up!;quy?m>&Vq/D}CV%q4|`H3,v{&($44;<8?Uh=w$qj?Lhth9Pz6.$`VUA#dax>WZo?g/dI$FkVe=0|7a1O`FL4#viXO,UyOX/^`E)|+T5[L+?q/u1jPes^}HkWkMrvAw#F8kLq`Li|f#Hv{j.3&+8b?b+7`gPm!q_et@V{irjtWD)60+?`?s/;U/,6S}24dq5eIm*8$Su@x$E**EN@,G#x^^na/][zk.lPTb%0`+/*D8D6&P[x6Y:1O7~_XUO~O@wTE+B%x]H;\"xdd1PetM[TY4Lcc+#h/z9MV%r40Z6>e^i5$ZKs5Dcswr,s#rSv/%Z.(U&alOpZvsPe$odW5~+Ho21YvfLk4,&[_~1c@V&E.iAEDbHd]es9M%Q+r.QvB]kQ/[([F,LYqhu6FTw#}<ia+0Z*|b9^;x]7rj&^Z![g&mSQEuvSi.G!0!h_w(8/a?/(9q;FNei>IWJx.dSp9+Izp?(`Z;RkIcD4*2_\"0rEaMNjL$%}O$)X\">GR^ncyP?YtbMqNlDKBiRa.Ky)LCiUa{[oEw8r`(:1+^dxKXx`(w/OR^BCi0K#u}|+`!./,B=TD5Yf7lEL8lL<km_p+fsyN1X`K>M<XUe+K5V*O+%1QoB*6;Q|Bmrd5y1KGkH8>XVUhfpjp<|8s3F.iulp[8b$,_i?:kb!okjddo9r$U!fBnoUU+s0p7K,&H?a^Oy$?rVLs(Onc(f)^/e`mG=(:y~Dl#|YKNGER&=:@@qB8wfKp`|Q14[Z_Jd!r9w9!Wr{dJ}|#y@*9FP.kA8`!XR<cW{r~B=x^0MYWw]2~7&(ywCO3cD=g|p%7t:G:CmjL:^WxCs!W.R9j1dHp[=_Z%vcX[r`i5(1kd1YV.`bRJWi4}&[j0|(L,x1dti#1>zX!;H~txiSS_wmM3Eb@rn!0K@PE7rUBBF2`]rUMb)+nQ}53qqN)oOus=2|&+wJxJKH4UXGPDNQ=b^!fke;y~}OicOOMpYl*$)^I>:L)eUkKE*o+?tO2\"aFu4+,&?%nuyln3yUg?FwWY<gASP}bYi,*1V:%#ea]eUp{JK[z.L*0`_r6\"&+pTMr;/)6{RT*5+HrG&}{K_qdbU9V=G)`&YH8O38v550b?M+53q.qcuO2MUGE8b~1@rX!47/F.&K|@+BhpK,QV(EJjv+Cqfw.4){]Q$FC9si`6hk(y>5)s9%;:X{fSnn5MP4I6F[7UC$CbiUvtFTBwL}).w>q{W9Y{YOWV.iffem]M]IHTGaLqFfJGF*fqzc.#_V)~1!Kxs/y28AD!`n:;Fz*/{lTem&_Gi~o|ehZF%#kK4a_Y?%Rb1&:m,^h(:d%XqEwyzU+6hDJg0i{rGxN5LqRFRHj@6@pk.fmJv`T{dI<A5Xu]/q%&yT#:`KTVq#L;DUM\"t$VkMP[0f(tA{fUUM_/v$pB:4.5]o8V]38`jXWG]kmoc.qZ=]n(lEk.g^/W}kSSU@ob7G,@EFUM`Axuv_!!Cn^CT`}qYN<ox$M`CZ&>DIN2P+jDm#zn!ybBxu019H0+\">[$3`d1LV5ruZNM*\"YXXq,|;):IOM{t%&UvfvX,.5,&`QT/p%Hm)GkLPqmJF?i`hcV/5Va<8lb}~5b[zw]zU&Z?R0d9%,3TK>c]wr8i1wPp?Mqvpf5ncY+1P&I8qvq=_UX2zQRq|+[&&Y{|_M91arssu%sijX^Hx6DN\"nTBDI)Yi^/kHqZk/cB^p#eUWJ*7_Pz/_mZaS2P[3J~fU*.3mz.E(SHX~Oa{0:>0|@OMe&Vw15qU?9~+8)r)tOC1:bmRo201M?<1cFEn\"9;IW)E/dUif#*<0hiK.H?[KM@jXX?#I>?B+W+kR,1w`.Ld:HnS&}Xi`5wP|BnW0>L~@K|*/=?..QkA!3Zp8q!1*.5\"ZORe|[xbuwB}`{)DDzd_<Tj1qCdo_U+,u^`yG((`4H`t4!tcv>t=[4NJxI&,PCSV)g7;saI(g!zmeeT!9xwR2)BR_<>m7P}CVN0zDdw^HCMGipO+2A^)J$9Y+lgaK3I.`q6*rT>9(MG_;Xfw!PCaC7ugJYSzN$advY58:6;}H:V^4[`!Pb1{TFlIr1pM@z2|N{i8xIfK:&8HTFlr$]0,FJ?qE|ue5zH+%!L0eB8}rpqr$*bmqFS];A=260xZ&NY_s,@z2r?!;bJG1W^CAu[3Z?|h7pdKRoB8w[w9XL{:eS2(MF}|VWGPWhn86mA4h}x<[pe,|E4+j}|QPQ{=6[,rdbYm[E*PYri9|JoZKuaVy}>x_Q{t*^P#]vpEn^m/UcI|noezD1*}.vYgwK&eRr(i7T(K6]G7*$I;iWS]tdNQMNJaGf^!=f#6,a~?NI)R>JtMq[2.Kt@2**J&nK76Ie,yU7=?)e~d8>Pet<XpKJ<~W9}_A*?C`RD!9Qi:+@Orq8j1wFh+yj?[cwW:iTtTwdqJ!r,WwwAPG7,+*0V%$qiN`J;3Cs/nU;jBts9YBay6VWx4U4Ie[(q<0$[9.{g!`zoYbMr)s,Y5%_T,x1a>`VfB4`p!6N~X?fvMbBaNy<ng:JOk[rEJE(Cp<x>1U>F7Nfrc/0<#z8{&oxmckjJ2ng]r;hJO]5J@IF$lS:lae~wOzid<xFzidqfc/[lko@gtCNk2gnd:#%8rg,?KI3g=lJ3zpbS66C4]`q,)KkC{Ms5rJFGmbJQ&bCbA3)m4et,*oBra5]MP0vOH6GLI/~KIK}3}VP%[s`P?0xbzeXc(%Bm>^Cw[0s9,6!icl{0o/FDel,9nM:ensd}_SFNCNq*Ze)jof6qVglQ^hb{OR`Zj@Yco]%8CeY,R7bqbgY!Ah\"vv_p=k(i#Xq>]ZvMC}`35m8m>^o8/n<*dupc#!bPW3,c_XI|$x*VQd{Kesx~u9!yNFXiTK>??sqoxCjf^i_kj}M32q9X1H^$:~_AY[R??eit24SVYY:;ddSRo:E;417Szjvv4$)v_C8nN54eUd[+U^z.U2rZXS8_3:@,%kNGR7?!/R*^J~pT]Ag+Ks4<[_O;G<:dYiQx5T;v1aiVZnh[=)mKb0Mz4]dqf@eQxa<^Iv_734/;^z&%/X8)pXq>]ySsai`_IOD]D%Hk.<aS?p<c3;M7*v11hJt,U]D8+U2vT,h%O]]!.ETxbc&hp/cR|EY=@ao+:Vhl;`8N3%=ETfHR5s5<ymA<x>jG),esE/0yDeLo]w(i`1=TAR%uWDfaAQUuAq{gPQ%quxb(e7tti29&pZX4@R#i,3asv,Dq[4tny/6,9ru$#vp}+Z,D=@v}`kyg,F@YufKR6nfx,@CbQp=kd!9k,>*doQ!@kHPAFJG+}Yn.wzfvTb(g(]3;YhV_wzpB+*)uK^V=JkTnb09:ls[s?OUyJ5&^{chx]G;D4{vFyuX8$2]pmGOj1s`IW27m|z52,)v#]p|D+$0t<9!TJ:e`jZ()!1=)&iVIz<p4U939P4pXiH.O#4]`lQK/mjOW(6Z/@hy~;#|sfHMhQjg(m6RGIIzEMJYSwp%4,9@VnqNZ8rx(;/^_Dm,?.I^&3RD(V6XCz@3]f8U#|o,n9nXVV??7BmP{T$.9@fhuf5ImOj,eKXs(XQgJQB$/0^h,<u[&]$WvY%@F=z$?jJ)y4bw%,5B%dxAQz0gv=T%v+`Gc#z^<.~/jVK3(7R/abaSF*;v:G9cCtOCUcHByW(Bp6b|.@tDl\"2IfMB%K;PT#;aw\"8I9=o4nCQ1M~N$8NDUj+~xU==|zf<#QaX3g^hZuu:P<{&z}iz[l7Qk*<uLX>CtfaEbYl)s<o2Gp2RORXW{/u24O8,Ghb779Vm7a[qCb_e\"En`kU0sXm[=F;PWKj@C]+qof7=}HG;?Qn|9;ON4zsR%M5rH\"Ld4a&UZ~K#U7QwFv&_gwl~8@#t;`fE;zli589h_$##%3]@?IeLhm%o,fpLi,Kn,&%|Xy[}Xqp_v9,{v_]FXD](<?]EC?BCdROmQZa?g$gy#fQ_.eUIa!jP<Yv+p|XbQapci&82g:3^C)n+p%P{P,WIKSu4]mEP&Z8OJ|_~7`jLW4c78w=<CIflLLy7]jfn5?.\"+nfZS\"$CJ)Z;*2,loT]9)ZvvCrFDpn3HN^z8SnF<TtYOUm^&8v)Z`s4=%l#KrdXn9;ldz1A.yyfspE#WiHiHiO!yUUpiee;4V!#{m*IUVl{?.3&Q+}uvKM$$K|2sK,MhX#OsDh9rfW*[Hs$H0UF|2*PSf(Mo]_OCeL_f%^(!x*Un:|u]/b6Js`f4=?$*9<%p,+`@e&#C@eo3/e%}<6tiEOvxY.0o*)CIz/0F<bVQwfBMbYF=DuXmjP]mlfZ7X3cx8hS&Cz!Ff}K%8]bPOopc,*|qCJWj`*|eG&#|2R80[HWMp_qE/e`jR94E[:;)9>sDd:79+$wdX\"voij{wfdX@y9:Fi?(o06e#!Ek&_&@_G#C|q./;qEl..d?Fy9H76Xp,c70<bcEUd#3M@O*Yg|Hj{:/(ZU+M>LpFZ@TFHkzmyz$1mMF@W+Z7Vs)h>^EZq/2*I=i=*=KHfgox,V+16q*/_dPypo#g>yX[xrKRW)%S.[ux$iP4B{r]S,z/aUKCe*ocebOI`S7&`hm9}m&WSP>\"SKpT|Z`cu(\"yc3*4d.Wn%o!>km%wi0t?oO*Ku%[qw&*g/YHAxn/YHOI=4WPvHd/}Ha0~[OE9C_om*\"wh9NR+di9P!Km#;DRY\"h9Iifi?ogv6Zo{Bm7e!eFRsL#e~hZ?o%su=Ye/7OMk+CJ8Xx,6>gXeGFg,*,UKQe{Qt|n%AChe<oEDQZu%ECzwb/PS.4hFfa\";hYu;hNNHUr!K5/}H#E8/dI`6[o/E;T`589{l/*yxU14/w,qx?0#0yr^gs$;p6c^|1l:3!,Xpdoboo%kQw3K|Q>7,7_6<yy2.d#HmouEXPj!M1#jtKXrSvOh1]tw*4Q<4OJsOKejbX`3749Ob+2RP,5PiQ!2kZ&>%yQN>$LLE%8W*](LJ|dQEmSHiO!>&aix|r1:Zaix5B*MRpZ%Q11CGz)R&}M_;s@xxoR)mK&Z)_}CQ6Ya|{9GmGR~[uunGBMK4v?+NuhKYBi@xsTsM\"9%tOJy_Iq<>wfVBywp^dI$vS>B6{l>N^[Ur~5c6Dm!OMi_)Y@cb.LGRqi{:/EuxY0@:a[x_f`Sqk=SqT@B)c*dqji+r@fC,Bu|g=Ew$2.y~X>%ZnY}_K{#=c{T5pK4,AB#0//d:w6X(U=SqyjjR^gD%4]Ll9pI*ayb*4}{`hxL$WqZk1?sz1ma1W3\"_gE.LInaGKb(zNZL!sh#.:3V2E5VW]n~BMu+tN&~)+?A`kG(3Bm7_oqxrN&L>x]c![iSS!Y]5:8$SqVb}KJx$;.c!:t,zm&)AG`/WYEo$%r#{;X,4YDGI41~Y?`!ve)E(v_6:Fw4:>bwX6cWqRZW72K#4u2jDmr)=nvMh+3Mh]?MzBIH>XFNVmEN@!B~U%m!39c+hJVsC#Y{?E;y(Ni&9PNKYZtG}^>bfgXnh5#@;(Z+4z/rLuuydesCV\"ZyK.3fN]kM{q}ob3[(m\":5`dxL%zxu/.EEIZIVDmrSBExHwlz\"n7u$XncB8_p$HdXuWn*e+&F84h+!12T;vy&;@a`s,?![RN3,*>jRA7eNcb//8\",W:D&BrX*ArL[pkr_X[JQx|EI;HDf/BG?:h%NquTiyi8Md?bA+W2rDA;@y!+cB:?`U7:nB(xVeJiIdIdykTZykbSu^bl[^2/B{WEwSQ)E?tiOtOY,Qe$jvqQsTXPO;OVimxGw[RdSQ@[E$go#cA|m3$<@YW_5S;gV3?4zh1od6gF{Q@Mn[]C$Bgw$JgsXa?;>%(giY:g{T1]dfka.\"w+8|1lS;;XpBUA2sx;e@yN0NZh)vcNF]5MSY<D(ukcKfU}xD!UhhfhUV>4;ux!;TQ3VAu$V*!6CSVBui?Tv/j=bIufTr!VrLuwJ[Hxn3XtM*q6l+cN!?>tL5LjEo$cw/`)yUDnhku)/[!i\"&tgI=|C}obB(j&ObZ=Axx[SZZ/tBQgYE.*]a|q)z~Bv`u\"mwCn=%4#h|6E0zlG;&ks@Er[1qGovT;1V_jqAGvJ\"1jE=&ea!Jq>_M<YuIHBgEKVsIIumzL&`h}E$?dq@T(DOwu_;nGG8+wscxl69xuI/ar]?`8cS/wqtC<Jjt+ti<dVk&1hMEe$&*yd5*ZYDn1I_JLC!~a.NJsI1h9Z.V+)>udM5(lRx/CYi|X`ldHEWXEc^55$PE?cM4W]Oy[kEv4LaG.XE?RZ^cIxUpW?0ZI>sC}(>3dE1usq|prJnyr,tDO&!`r~|1Dn9g?9&/&3.J)=e[mV3~vr(j$I3.g^i@*SXvQJ=kV1G~Qzv]b=5I`.5y_u6+$FkOx3F>zvUvjFg3<F45C!?MjK;pH336R{Lqx,bZqX?HIZ+7m`Q$6rl!CLohMj\"Z,R}^U73swqs3c=`#/&.w!jG`bfR_.HLT/`pk|=*&`WkBI(fIm2p4$~^CxQr4Gna|Gs&%R.{#/(U&yp5`!gX1QbyCbS)?{JD(?*+nO)=KO&5t_NzKrCwK$)|M=t^HZVX\"j1+`bZE(C0Va*JZxPZ`BQmMvOxRIPZ;%j3{WTNmcIY.x#Hb)>3(Me%$M[IYQRb^e3kKFOZDN.;]6@NjF/n%7aFwNz%;ddYgH7xlvkKWvLWdM!v\"1M4\"b3%nf0wq?`H:VuYPt7dQ!pD@vup+Y)w4y6Nca<U+BxABw>QD5o(QYPGaL7R^0j&+_~lPxn2$GCmb*tf=*5>YJ@+AAD!.1W6;j*Jeq3d>e,nAzg!cq\"2#Y)L`ucq_G~/%9rXn;$7e_Bq]Ek|B1N0?F`v,O)P00{B*M9N$ujJKIc.3YkcST@8veMh64IVd}aMHf.Q*`jYl/@~wIE&?&DXbX%2XuA`L[bE1UKU|ZWV#,jqN)Tibq7DU`uMH1w2jY!vK.|M1B>@ZV%(JKH?K![Jdd&#>Z1%oFX@5QfHm@\"*MQETk.EvjMz644d7<W\"WC^cSvNK7SJMWl4>cg^Zs9|,K>eTPh+5t=;$9ABl+!ZJtI&:4q`nX+4VEqKx`/Oy^Gv9?G`i/ii$|6|{!j&:Td4\">Gl8)`!m4QzNFP5:9x5JQx!<%0i,!Aet.z%rU#f%PJm=ce3.S+r7X=4F_?)5I{(UUtY74yYjg:*)L!YiJK[epn[(v705rH4N>=/m0LuA]b<=/3R$x;e?0cyf&qs$25:>+7aFi<C:#__>q{l{lx8Kp;L$0p.T7=6VRq<EvB,{t,tLxpcTZ\"(>P5I`!;Uap=i!`mu5%MF\"U|g|6yeVhpOH6*9d[3ch3YJ_|jbg0j8&fS_[l2r18nha5|zO8$K=q}aGqs>xY]<!,tVwTh3f}5{68:6e<K|)q?5~cT%E4]vnZ|o7bfY)YBG@`)8mgBx7Xxq5PDsZ~F1lw6kaJ()zfw$[lf`+90Me&8GF$kS>vPZ{f3qpp]sR~#]N<#gk!,U)8?v{1=Nx.YY{aL@*UrNLI@RIU3%r_cifuGPy#Z&s;c*%?b{c<S_1g(93h[wlY)H@Ekz_ZGKEn601PmDmr(8*V.:fkjJF7lw7[U1GT:wspb:|Fs5^E{YLM*J+VIKByo[nqsVdqA~M>thL7uOl<lcZ7VoyOSY/C46cQ0QcISBl*s<T7!3Uw2,>}SOEnJSFvYs8|6KaEdT(gYw<@E)jCu#LRo<9B|q|*)WmosY`f(dbzWQlRRhBR3P/*fSQ?aiqt\"[M&FoK)?Pq5HmYEFiI>2Q:#^nW5MeLLjb+@)zb&bfH>]k~5NWUpDOu_b3;j5q1v`/8.43j`BHpU3ixdXq=V$D]k3l4x22rH*IV;j2)JLsga^[B7SZ9]ry6H7uA`M_LeeFG/\"^+`7`T_I,Rh+}U&H>3d`qIbX2E2P&kKo)L~<@i{ae]VOw2ru|$23}a1/Y)*,_#|n~jT%2}k]iC+X`t9T}d9*]86fx|&TnyrEgCV/Czk3!hc[K{SV)c4ke`0pa8ftdLVsCdYFyLX24CZU{lKj`P\"8R*@L8&(it]A<B}`)Jy$v8\"}RBF&(qUlM5}SE7SP!j(Wh{O_*bWr>MO<3`f7B+U=1%fqzK^!2yvCT4E[Fq31~@]zQW1A8Hkv|2nl6QalQsc8kik[&/a!nSby^=UiNZ!g2Jg)|kq3.%S!Tpq5D!Nc>OFlFE*}{YM<pB}CkUIA5IFwBUfZTH}BtN~Q0EVBft2W;a<8TCj/ZP;p{fG^9g|`R+4$SNbziSB5]/vD?u@P+43>KDw2#(hAauXLf5Y!AZPD8iXt`MLC0A=><vE09BrtN\"QjtJqC9tPAln{L8y#T1@B*:>`h0sS3y}yeKW|@/@2cWt}6sb&/>d`.>*R!y;Ws]0@%rjU44%?3tSy3EF@::Wte>txiftB:sqMVwTAK06?zf6K<pCHu(ANX=R6QoxJHRn].Yoq9;`,#6@T3?0>d%E14kd2pY{`ERQOX4=Ev]UikV{7ke].jdO$koULs^{;BF,Zo[4dNB1TUwG=XO%N%i>&WA9NU5,!J$[@==okhxn8q@.[n*%9T|bWM=}~U2=>mtr8i=G@88TB9~M(y9b6x2d@TI^2[vLOO*3Q*{%+If@svB8W7Fn!gPZSp@gj0L@P+2,eNDaa3]fiCf>xp(soj2<4b3&Hi?U^)B$)2Wq`:3mnbaGZ&jB*J;G.QL;(@(*^{x*:kf[9z77Zu?c^U7Nxk$Z2\"[nA}jCswy?}7mA0K=Y:LA{.x9H!|0mjbpP?y(FfiG<kaX(1m3hJ!xQp5+Fr{T/%ZJw9X877Kc03cF])~15CI)8K_1k?5jbU}@+8w!)*)Z=NIPUciaB{p!.@N!o=GS;VIr</H=@blp^%)e$B;FeA9Gs;/Nr@[CZCp=9yUs{K0tS}qmT6$2pCU44B38b@|=|?0laqk*8iZuZSZ7*(YxIpo;fhymuUZEw@W?vJF<(>Jb$A%3>VQWiPOLbOvB8G6d@zyb_.!itwC%lUMZ0J(D@;7wr*3_pBxPB.vB]GJCu5774v7L57PkaqOGMD`p;iZu@k=j:Y0sP]kkN83{:%hU2m4./%l;/2lpRo4./!eO]\"go#Hn[G223L&:p/..v]ZgyH0K|\"M5ayxtgIHj\"He5?&G>;5awhZSW`cM&zEG~9ZYE{ygInW`h8:%e3CCfE(l3f%UI!;_^%%nz97aW0iXqvE;e/_/U_.~E+w$ptMp{$7<:Q;5Gyf}SgEdveD|Zr>sc!SILBXXq{3W<jGND3R`C3YNv6?0ZtR4gFQVM.cT\"eV5ks@\"`>,{iFHST8YD@3//;`5>>>5KGkO5dH>cG0Ke`S??SyNYqhu,rZUOB^%:hd&PHh7Hot4\">]tGGfEA/K~YqWq898`B8D8ep+@`(r@1!(L%Q(9jK`Gbi!`:di2$ebFzi?b!T]B7nw_5||DW*7d.PjFUy|&td&3C;bh\"R+1Nkr3XC}\"GT$$[kk:[(9vvTrq0BDEYevTKNou#*b|S+vG8bg*&K]QQv4yQ8_N!ix9F(uk~)$ZiXbzv,l#RFe+ssV5KxAyGi4%@(1j;w;ieED7fC}B|$R`iy9_7P25X`0z0*/+sv0+YrBKOIl7j@`.+Nb#A1_pBQ7P#]H05IaEOvs;:w;!u9Eh4zq)BBdMDe{tOGM{mtG~=5`8|Q:=AK09sKDP)29]n\"L)b|Yy,D#gx(IliUj2ee_u4@5?5`gmO<t%&;[ETVnY>4Q{2uAu$V4%5unQ<sO9ZxIU%+rfk?1eDLJCVXTv,r3Oz_CeOZ$n?#^+nj|]8;!%(+;5Fn{)]zl/o:bNg9~UIz;|)o6qgF$|o;R,KrYklwR0z.Vd0?}wl,cvU{^6yV,YwO3gdE7!4rV|)glYO]8sm`&:GnzG:FL!X7GeDPW(0i$7NuNDyHnMT!mbh$ozcfQt3l{g~py$t1;>JEI1h%NpxsvT5NfDh7BWgx!/<6Bm/:7f5,vYJ)}Cm_rnaqV&sUYgG&tk~]kPnYI)O)6zHT&/7vH;NI(IEx)xF^cQ/*(OGZ#b0Cqu/FF,a>*;=gnils4i1GwpU[Qncy6d1qq%9Dgq^N]XKr^NkB0/srQJbRsbJ6I.rbJ6T3nCv2l?lc@/8MqZ5k1W{FksZGIviqnvf1I&m##o+Egv2/b>}CG[Srx?gG44+l=:)J<s.Y{7IGl7Fn{t}uSdEb_xE5By4/WblovL]$[dM{H:rpyZl&)<\"2kd[v}(&tFfVTpRxw\"8~fn6<8v25e)3?}1MSX_l0s1I~E|)^,[C:1JC]2>C{$g_~w4%@2nkVy,3luIV<;>cs*+N}n7^\"]^&j7>H{YWql&aFN[VC8RY1KVdEwB^[Zq@JXE1q2)!GNv_vbM[q|F8+P&/4k/15X<15|7;@s?rn7^]]^]0)1*{&lZzKd}iubHbzD/[C>_Ki+tHzm<e3iwbw0o:oK,jS=CAyXn956ttMOd<j4%e)q<tQYC13:Qo[~/uhmTb(`14,ZRyp=XntHu>7:<T]a*=JMVbVVISa%nfB`]l0|Lz:ln5Ww\";\".?U/<Egd/5CwFE=0S:gmh*Z)DnY_.waKVDs5x&3H{xH>thlYlQFvDuj$HvBur/Y/2)W)hO\"Z*3R>M&`01Rpj^=N>2@MX8/uy?c<5+wO:!S,H11(M11Kg=~31l=Wq,|bUtKIH%B@ta3vj9FgAQj)afD*7Fd&F.T&YTt:>8?w9wTTtC<(e?:*_@C^0nRLh3=ayz*Mh)}^Xi&i&u03P60B$hBMiUY\"U4Lew?Gp@a7|;Sqk[f\")w:FLw2p|)2KkE~W4_{)tJ*B3Ltb/%Ut13njKH*i^=eL>@G*EahJ#>$:gf}_jZ:pJ4ahj2y$s&r]Go(kE:4:sz$q7\"2jj]Ot9!Ae*gW^AeB8AeeBg\">7Oy;!A8c9m8,:89]u+hoIyagXN9D^L!Fy!0gO8::=$:B);nXq;;pq+q3c8BIIGc}!u[vsrqxp#!,sw$odV)yc2wVtAd=.7}iE*]4pP<uGLxnJLM\"GQ(?%Fdb7V6jL+KZ%vTXPokJ@oXav%P@E<*R!hj]DwTh[v/_qPhV4Uh]_T+)&rY}/HP{[\"qH9+i=]B.z8VW#e#d[il5d^41,5TG`7\"E#gh4v*q#AKi9\"#PI43x!9q_)rfU7k{!k43}k@jkw6Ux,Wp?#:o@?$zdC7W7T7J/&\"~~T)r*^Hx=zppgd@J}TG!j?.;RyBG)sJ8tMt,%EPyv/nX_XTzOs,0a;!=ZX]#8|+liv8r06jaXSH#0*#`$_df%3QZfVK39R0Ocdfcd]K.R=L9#B92<ZuCDT1e0p36<D$jPI4XO5dRI,|Z/JVYI/l<skfVs2P&J}xRT&2%~E,ZO7##MOLGwsMOk!4c*EwT?eA|3>]hWwLP&djLUOFe9o!9TTV;E:o~bNvOC4:,2Mr[/iAdOww,K}?O)s]kOd$Qa[IxK/dyMjU?51u<zQObf*~?,y,1|]pqwfPN,{]!o[=?*%S^{4Ca2cN)%,T#qzpsaHNKwLmmn%#oF`[r}Cgc/Zk>%*u|s0g`[Eir[8u^K263s:Gj8`/YRY02!`Z7Ccp,usmKO3ncHW>!_5MjK;$lFLsq493=L_K2sb<mxV%IBsI)|Vlc[n|/f`&eS29944&KP#nP1Tscccj%)ss5eQQae1g[SZBothGstgpWa_D+d|S^8${SPnso?#FyZrr.{4`UVKHQ=6wf0b(sMQn85:Ixi^_(U[x$f3Vyk^0f<KQ!9Vb_wv.N`UFli@&JOUnwg5mh6Va3Ihi7/?Z[pn_oKH~vvnk#3cCR~p{qrMsv1p90yYvK}x>],.;^WCs$MQIdBr7z+)1=A10,m{bryPwp\"=ac%J`vZk4DXv4:@eYSG_KEa%8i.`9Ki1%5O1r{5)+x0o1gXqpugu$]E3[h=<d}93{Z|c,eackSX#?M[gpH6mKa.EruL){WWkUmcjyGmkoUmW>:8vB:X_bqf[u]qqWW~ZN>CjcX\"U&3l,BrK85K=m4v&`t|x?:S2zR7pKe%y4sJd86gh47[oc2@4VLJzq90TlssJ$:$Vho5P/PXz<`i/Dr/89$2?Ls9QKzv>tKX!WCcO1abOrq:yVNGy%lP4{ivY5e3}G(I=3emn`NUT/1}ImImT<T+QUs4[*mw?/u7.?|4<kfH3Eks|O1#`yTX=vn8lHb2kS^O0SSCQ2dL==)EgAG0pH7wfy/::Pw]/o?gM>L_Wlr;wxUZ2VSF;@@]T^wRD}|wy5m0)*UB8o#qxC%@@u_foFmf/5R|=P79zV}{3dKri{+&K|k>yr}1s^~d@dAP[_vRw0{8T_,&K|@K0rB/@&Q+;./2*KY{x@4H6esLCe,!pfwsO5eYg*Uz0ClO%7ch[6Y8U12li%cQ$q&8uQwf/hef784<0?L$yjlsG6%p)]u0:L29/T)NYbvLy=T1sBk>b@c;Irc>8/LT|_UZe5q88iJSP;5vt)e{j,GVPh?gn.S>aT>=rd}!%uoMtJTM+84<0V@P|gn$coatui09R%)4HMKoj$p}jh2QFy()3Z6|(M_;J}VS+SNmK|(s4zlp<N2h+aPhOJr]}vv}GCY/qtyi!t4cjWK3&eWNe*LnFGqps$g[c1QpjM:@eoC5u;Ah/8Md=9&k2S8iUlH)^(gc0*J6Ix,~mY]s(>J_,P0&&S`;17B{=cO_KYU,hLOrB8VP8q9|yrcJxfwz^5~5Y06.^c{7LavOH6v#iYvOH6Y0oeBpXh(8ihZ0tHlYV8T`^!^dhYwb<qIr8`8Ss7=eeR>H}6md|H;us]peZ,%XPgGI^yU,GHs4Bh}mG^o&\"qnfg1A]10PYU,/T#%y@B8\"I_dZp)4y]rX*EO0Y0%P?0Y0{0s7~bNxxD3ai00Ys#0@v&I|?P^.K$Q`@!phgRfQ!90rOzo*y!le+qBSIld)%RR|&ckj8@qerfnd(@,b(/ga@!xXrG:FA%c`u)fIR!w<ww~j02{7B;BeoX^:O8lay868?I2r+K93Wcco#38KP_B8D8\"w5K9_0M`:lO+sE{P:,<s|tH;2nDm1Mg]mJq!%c.ddo*H;|wJ;q<Za|!@UIzv3P{M,PpWmi07kT;ZuJbfyG8OR=6_8+&<zB(J,W^&%H~O[YYVa:0P_wCQPIKrD6RtXFU|/EF5329_rx|68:22r.Yjb(C!VbY9g8b*wDVPUm9hn%elO>|F9~T8QT.hyV_<>6^D=Q{@.=i!Su7M@l>sr:7nm5[>z;p7CXS2.s,kb~<+,(>i`;J`Kk(I/F/A=K|P/@P[]Smpqqd|5A0E:>jVz@^Q31w_u=f[6BqF$]<Lqr^MQl]Z<[;z1=YUg/:hM**VKGy6|W2W7+f=mW5H(f.|EGQf&4io&sl/Q4/u3[.>}QsTUMg:g[H{,.G$>?gJfSpA.B#?.H_;GShKg_PQPl>EGgXIVG^;sxX`v5XlM(<V!ev0r{fT%9_JdIK.H>@r,Hl#iN)KrYS[%Mqh!,i3@ciP)R,3!j>O%Ak\"bpx7#HgFBJ8R,1@goN)d7<hxGeh]}x~mflY}n!X:pPp==K<3QEJhQk/c7Tg[qU`koW_5Vs{2)ko4=uLe:BR^D$unJ\"7JzD!,1aJ&E&>M={j,|7dU=(Cf$Gn~K<sOTVTV)g4(pjz@GU,cFI7;D2[K`iCL,>FGKiWe+%W>x&K>]+a(q(NVxE,9wqV3H8vn?(UMWoAWGVvPJ{xH10Yy$v`K4b0PpNzPIh}K2E<5E!.Mb63YJg9P:a:?|,?tp[n<E?G#0~ZMS|Hi)7q*]%jUrN9)%}b/vkuX)L9cYuGddKw)_m~y664v&o[M3Pwvq?5_9pBSq90Yy#hM*|=b7/ePp,l%jp&c%2=CO[NDdrPS1UsLVF0;of&si)A~MoD$w2[_Cb9#J8Y}Khbd9NFJDP_;]NSJ4T<07U!@bccYc(xg8lG|yA,z?~yfH2,.6H`&8,zCMmc_rO>h?i[,_+;Rr+ttmZdl+jDohRXqh)CU4TjUYfN}`}WPN#_Bjexrqvr],2],KE!{|dyO!+b&^6,Cp0f2re@vyZ=83<,~S`g&$^f^9<tg|U1^}i9tf%8;w^l})>eyUrdi{&@,w/<K$yrqxBE+,>),BKlylf3Bm5wA&Fr_]^%,O}FI*!NXQwVKx,1.#A`vCeR$xWdg/v#PdU3K3GMBP9cDV8X9`KU][kT&LH6nQvHE*=tcoMa)fe%O>D9;=SUaOZ7P3J!k#aQJd`;s7<w^U_gKcPe/@Hl~,CPx8g{<qj.#d,qR.pCmd+Kcyh3eUF4koTl~]H[a[T]Q%Jp{}3aPRO|cuno**JKz$H0Qh*zx3x`^*ek+N~jp!4])9Yy_Ds5.y>*h>z$t&S[FwceAPu]|0Q:6oaF}pGnK!{`3d,oB@oCs5<GM*b>NF8B$3QheQn],:%KgPalQs]&bdaGT8>|yySIOw[2<Zx>{u;!$StN3oK:EqbyI_enNZ=dqc]JaGM%GdE8;NM,UAsBY#EFtDr0c{^:dKV1o>#dK3],C,(*U)JBT,5dFP}7[/Drh/vOvxWCC\"@QwDv(+uhGQOgcA)Q@S$vdjnV)i6#ZK7]tRRquDDWRGAAAAAAAlBSDvLAAcCdT6ddmE.tPUlA[H0Xb!xi//*izj?uL$[gMK5aW*)$(1k0s,RvO<~`>\"CNBbsuISPka;r3KBa9#xz/$r?C5*/zszW%]C#7Cbw6f_b;[)K`g6Kh1[)xBubg|bab1x$7#kBF9SgwV+UaVn<Z}K2Lq?$Ji^N<tF:LzD6\"6t~m))L+RzZh4d*o$IcIEVHI4q,Cg.;a#GE,h}R&50!4RL/cg:T:]*{zEA14X!P$(]G&Fw?j{[@}z\"eVuo.6f?W}<+2H&gPWOESSbYkm+Fsa;+1:HNK{byB6^FRR|PLo^O6mcZw+;Rvl%e#*ch*Q%5j]952MXA3pEyu>EM+\"3V}~)Mz~]HXofBDpdo?RPf@@u5!~KhW^M).GF$V@5g_>Uxj}V\"PIqmj2f$q3Q9O:;gW<_JJBn?+Hsp44nBT,ZB1#w4pX)n&=;sb+`d7]F|#lWA=FuJ{xB}<9}hcz:WNcmDM5Y,6hXD+a}(z\"Fy_E>iUQtB{B_,47.zlQ<i}6_S<`UI<h8v#g0j[O)HtNp_:]Rg:Lv5=ms/Xn\"=Y>}&05L7,=Kft1.&YVlshf9V;_C[mYSN2GNtm(s`a%1ALi4S26PimgrIl@n<ESJvwbF!C.mo#*,SWP8pzsy9ZBsG#Iz|/BXMk7_?SsP@1s@jDw1s5,3k?I#J0PN)PkHq)qV=eeKE;l0I5:(H*:ey}>2&+dMiz;neZ2JCGFF:>1Em=<O+2{8@*}x^d0jzqH}u[l&]V|sHO!ACH{qjM?+H@X;<LJo*aAd6=JXfN*~,+UJ=h;S{cjZyA7y<&O3Zw;%SXXX(*$I@pa)yk]r{9pJVr^oI=%KOgjX=7dw|Qjf7(%it^zv]ibRo2wGCtl~&IT;55$$Ilz*V/@[GhV+B{|*Bneak[!`y`>bk^7e@c]rsI5U.s%u)r92+|=Hd>SD.S0@a.r8{r?Dc)fY@?HQ&#*&WS]MWp%P:3Lm}X:Tn!G@4p8^#dCNfOa#[Ww~Q4V4gweZEhp<RG(KkauF::CrFyl&9l]loMlMKLrzt}=o&@`Irdy&w<80,:c>+r5[1P)vGNeJcw}bU{,VUkZg$\"Xcf=jOt<#~O:7{$Cua^+>(X;?(8#m^]rktBs4^j@)Gw..ogn+F6Fz^C!Ua~M:~l^3G.^bm!32%95:yHgI<]8_K%K[EjJH,BLeb>>E1ncQFO>P!Vd#B2=wf#uf3LP/[V3F^?QceE\"MT`+J4Q/8xx$(uR~\"AL4#^WU{d70i,<PuU%Eq\"jL*=F`u_Y,q%x~\"8}+T3oMlc5M22V;q*0?4TnCI5[viY^,iU|3mM>upD|$QKP,j+Jq:mgCin@e..{QN2mS@%K>fKe7.oSg9Je{Bb.YZsad|d_nr>)I5^)}%u#APNK%+$d7b$Wwpdn6h9HC>_nMZz3_#:~DP>2N\"IiNxxAPta[)i:y_+MMfTE`WdpfW)Stwls$e}:^72*Wya7XHAb$73.H))*}&Ntvg+*U,5qf9w~fYlikdZl*%^ZV/NKypujJX~(MT1.]B!cuaTx*)@KV?H3>($h,29]wLoV]YV&9S!c_|9@@x|;lBhYS:1C|^~AVcZEe3f3o)o^mRP^zg8*RM~A,9^Q%=*mjGgxj.nvc4v{ye[hG|^u;r/MDs}d<rs)D>BkdfuUO>a/pB$yzaDJ[V>1yRqdpSp`!^Nc:eD`&3!^eHP=7bgI^Sq93MF!va(,dz&ijP3,7]rIvWb_$xsoC]=?fjFDNPp}<K1K<Q^i:7L:0qqklFJ4haKnE3r7~9*,9|i&xjz{ZNf7YV|~p$|dpc9XX<>V,Qv2xzPQi,SK.=]xhKF63,D:kXfd]HswJ%~]\"q=OJHht9a$Av:s:HbK_E{M>XH4q?N!0|{QXv@)m|z243%uUoIqCWY[siazw~,_y/@PrGa}$Cw%tl|Gcb7cN&fC^(Hk>4I#gv]f^ehZ#1USRaU2L5:V/_!^iEC@fBp\"a)lj:`sa`PPY7cKV}[mxhNxNB]U>vvsxYFX)_*COO+UQDZ@.ULqw17SYxYz9iUp=FLGv0m.M5N)|uc|h=h_%g.)gbvTNJ`.Q#*B4!~v6a&Uad8o5.W$=HmQzb}*ry_Ji4c>7KPw81o!8qkHd)),Q#Lrm!j#lhXt#M{[hO*3>WM%wRrku~kgY`Ig?)CcZ}^6IP4*RqJ9@KF;^1R_,BR6xU]zz2CjNsJql)N$q6{k$81s@v$MX^v6JBJk?Z0_q6>n]Z[XGtg:Oph_@\"&^VH?SxF.CS.L;[%l)lDokN6^w@Gn.}wxzs`mE^kpsEbi7F;F[zQ,;NC1Pf6!NB^uh(9\"3b>+bhM,yh<UJ;5@1\"K?vesrwS7x56MF=qVc_1D~Gs2q*}VE\"waZ<)t_kh|QIWYE>p;Uhg=sHw|D}lelva9@s:ByhA9.vrXrLE+>WHv@%h9(*i>=?jTe6>4QJVi%@(pfLZeS^5fD_myCgYoYMBa`2:AwE:tdmSR6;uK=lSOc]EsF1Gihp#8hN*jjRo[34rQG1US)V+{]fv,Aie{^vq#i2$ekY+emjWBlTwCtxd!y(ZCwJeMhkvO7?`XRl,ZsKP}o\"BW*]@@<V{Id~=gm}KDi}w8g]N8+OTm7AMMv;o+eBxP4.?Io[R>ptr2LIbg\"l8^[~LY$YE,A2dHx@Yj=X<LiV>FE3Id.Rm_f@&hFsn%3r|h1ltsWYZBP#0/>Db`6{n/!D$q2{1BQT2TC|*qh7&&eT]_mBy2ZO<`dDd|jL{B\"Q`WTx,}MvK?]1NfcrG=aN8WE{D:?YLAZxSQgnQZVE7[Ah?u6KzljcR0ihn]]$.5l4}Uri/crFBn@KL1%?z07>K#s6Vl|EEN)^!o\"^4n.8+o9VS8*<00Dq#Kfc46*0smOFJ8f6sL2Efm>_}L8aQGbVzwyIJ!eJ/1:fS+j_X_6Xh+R,M/>wmkha\"s,.,_0o~)Q0jQZC(fb9n!{6oIQ,~x*YQ8f#NNUQ$I*Dj0lO|/J~5s1tM##BDEf8q5H.1Drsh_5L2^gM~$6o]^UM51GdRH[WvKI70~g</1^@]If%rSnxeDNs89/jtEX9;643DzKHVB`tk!Uo|785u&s$@]guO7Xr05=.=4M<F[.\"/K}5+}2W,TGKzSdTwhORhO#nEM)32Z+_c#DA2f5DbFRF$>akUDpY3:9rEv&XvU!N\"8r/C5YE5TKO@p+,$h2?aG=PBn}HWi+38;^\">6@06$#]/qs6yVJJ+o6]yYi98H4CnomX]#<8zFl{{f~=bOt~0=d`W^N[NV6)6[@Yv0Rq+.~ky1?b_ZISt4$x)ND[;+m*<B}qAg:U@@wrH&>9tbF}Vmu3OF#TqRcoHXCA_satZog(PgoJu1~F4$7vk5kB`_WSR*mO2!tR!(d;^{W:qDbu=)aC{|v[zCG$Y`;}6rrD1!l^g5oY,f={=Z0DFp`jluNI@,D}~KqbvBFMyURZ^R18ew6,QySoV6c;I$|l&\"{,>,9R$^.YG<!nWEErhC)`Cx+n+(YYtQ.b?~&*rkTpIh}g]|$u*[M0YZYwoJ7Ou5+p&2=Bh}Tr4QiR^}6f.b*;dBrD7lwW.IvWr?I0.{X.OAqI{Eh5NbOImw4k8ReR/@E9di*ge.[ZgG+elac.g9*SeS@<)_jG2qdYz}k1CVzhLDFXavWFs(hg,zHd<6N!Bge@}I*b]*A^Nhl}d~Iuw)nt\"=?nVTN&T.B)|rVeJgA*uI<RE]El_Z~D=bAewFPJesgkSy~z;k.y;N~^En@59Aur6,PK4?WeBMz!Ogda2oFYM;s}zK1F\"V<8<KPeh({Yh7RC9=c`dIo.Ks3i=6xl?FI]N}<S^wKujQvyH4IEr1X$pD?X=)N.)6B6)42{\"D;ICG;?jV0746e#xsb[Oi7X7,h~ED@c&tw?L&2s(r,T?n\"@dHMxb?Y~KQ@b92P6=fXYVBHRx&@c?,[pbW1#se`4_cyzE>O{IbrT0qg?@B{@)C^<lK6k=l7B49~pFH#Zbboq{J=6t)L8QYLu3t[C,EnY$m5~@_%ffe5?bSx$`4izK&tI%9ZF^q7J+VzY[M;=gi#g?\"THt6$vu&oiV+/FSv2Nn%3^JY<`nl`|p0JM!r/0EL+j5NX+eT~+T8$kJ~/b?;I_9O.Cx2G4!sAo65{K71S}xa=W/2H;(%r1PTl+/B<,d|]aC6{0iWTIQOK{ixzKi=z2fFS`23#U~S)Gv7MT]Rl)SF&78,Q`W!S/d|q82Xe;cH_,C[>ur5[}nEmBrBJcvu;GrCb+~Cg^4}bZ<WLSBvwARYAf.lYe_Sybx=Ilt7I}_z=6{/,]cW6~er@6Cm?$Gn?>;H7!QynNyX5a(ihewmNYUQ0OsPe!LC,g2]>,kYH[7.FML;\"75({)kHCFlOx+*4;Jphd;Efs_>,P:[{L_)cFz[g%GoGgMm8HcrX+Sj!Jc%0WPl(E8GBJ;UK\"+M4rE^+d~_??E7PT_0pRKZiC4n4wGjK;PjS03<?=PQv;,i`HK<{GFotB)rIQa4I%+!12)9kKhiwMB@&^v_6}9h0Wm9[L{=v5&I.BYw:[~,%<w5u$M1hDG\"5GR<aD>][2JS6N>^37:xJJ^u9SO\"=r:y\"*!2AdkAF*nzW3e.dat#,Q6E@HYZ`NoSQzL4]/zLJ.}&jzO4)n^`0G&/LRD~z?SmZ1pispCM6C4MF+CPk>7N60RfGJ\"B6+a<g*e+mASHnMy(niqX#J_9g+O}4*Wmz{A5y_m>~s$CJi\"]eumBYlV+=HPyF7?1^%s/ry:hNUZnn{%efY|^L!R]rl$qW4mwH\"<e]7+#q,Fc4Hd;u(zr}w~|f*k]Le0S#S0_jiSfy)Xz!b4)9q_bq>XTiO>N%[Tyl{MX3kjzG[DUR:_wnu6p|zJ2x9[p6$#%Q:]cW76zYEl=S##@8z4~ORUfjV%RQ|YN^\"PSMu)0>KU0rEwOrHS?d@c\">cbXCHi@NKr]*/1T\"^w\"BX%K0n;H?oy^,\"u[O=0!b,6,^$l&hk[iKpv~t~1<I1G2m$Ia_gfaP\"KkdFo%^WeaGkY`)H(=K41?P[]`}z&Y%n8FB;}P_zC*JOZgT<CNsmrMQ4%r2%%T84N3ew,~y]+;n}9aN.n9C?`79)cb(^Y>9q3WOV==[g$fh8zxF773^x{8dO=Puz(R[,{H6Qn7j`qD&(8l@?bI>af%Y6$g3C*]!vULx}Dv|Y+m3tp[3z{agV}CIDg3^B/H?2r`i^6;;?:ZI^Pg$<sHZx:JW#Iz^R9>oO;H.aKSMJ,U=MS%L)^Y.r(PI{NgwCsnDK+X|a[}DALBUoP4)dS*3J/tH2JO=g|Ll\"SL\"7C7A>VI2r5xHp7mW0HI_nCj_CY,f9OY@]!;XtRT_nlfGQNR/~i1h=4JNqP^^)wO]}vI^2Pzm5G&DPf(@lPsBFlVCh5nts#L+!6$zbIhP=)ZD;MfPNu5/dmbus^9@st@+$cdMdl9zUNVY)o@vi]qy8qbZ\"]cYDc@#k6%V4#pb2@jVvi~LHsjV\"iSZ364FxG<>Ek]B?lUmF~5QCM73!+?sqm.QMTsxVPEEALosw%6pBjdig}z%sv:BRk0]\"a&B5&sH/Lr/x&~[r`nzs.`(X$;+MR,<.,#p8PJ[OEsnY$%T!yK{d~yCUq8MrL]^{C[@pHoedYpynBD<@/~l@}HU3re,~$#?hbLwLOm@9YzD$ts0,k,%@(3BCNRX2w{=.$0UP317EYRW/cPVTcr*(U,=BKG`cf_yqjDJ0j74MYk$.4H>N=D5d5~Z>Qd#c,U,DM?C$2}B&]_>91,ieJfC7fdr;63QNB}PHX%M/{g9oCZ6WpWukPv]xxVN<bMcZ[7@]).u14QAs8V3Q^qKye9Wm\"yrR%qu,y}fHk~Q\"IcBx!enyB6BrUH%R|62h*Tk<u!YWX{.+1h~ES|N$,fr;hmF[WB_l@?v&6)3OMf3XW>;DI9Y]kHygd;}y:g&WW{XX]pk{~728R#yf*G/Pa;J?s96AJS8zYeVM/%2lJ^1eh+G?Rs/|BMTm<T:Rl1v*2X>rkz4TeqE3QWQWt5ZUH^N~/bOPf$x~d0D&wTM2O[De:Qx4>LliK0!:$zf&ijp2bHe{5i8`5ybukgT)Wo3eOPW~bm7%wZ$|GU7cgZ8XS}iwgDxU]A|yUvIHJ9I1,tHdn0;2QDnrM:`w4d7$F[{>qTe)C;K~IAqg=%Qjy}EvPw}1j&m|JQ=AUj@A6)J]{J,jhu~,$(VFR{>D]v]Bt6M/H4^l}oiB05aE%vk&IYb4sf.pD,mWH*u1Z2Iku;|weSy9)%0GH#{/)*a!(9,\"JM_bPu9ToZC7OFun`hg`^uB.Q@D>EIVWu;npTTZa]6@i0~QKinb}W<veU:#a@3%ztgw8l:bkzAzbu0,b:wI5v<I,MRo.(5)1nwI{RB*U%m+K5Qgo_y$\"2ry&e081c{.!Knwwj~2VMJF8)l/#z\"iMrPKA`iGA`fR|lodkl#fXrsAM)&q*=ZUR@P<#wu4oobx:N<k4GO&/;:#9H%wiB|FCzKd(Tzco6bG$+qv;Aj7@{SPy9*u$$(]_}2X^@UNYJKeviw`{v\"9e5x\"k*oa)&FTE&.vClaDse~hhP?|t9w:n0d0@SAhO8nk3OBp/<z,y84P{h,)!?gb5J1i`L\"g2^!){+@%d~d2+YBF4Ur>26AB*lX/:=g2`0Rm)QiKOou?``QMw@]22fr:=h=I=,sPDj@#Y9tVhtf@5{0GE/Jv8n.~K(]5sJPt>=WrXGc%n_jM>L_qjT94yL6LqzsW2]pvxt]6d10C;`IRGwfn{#e{?%]73^X:Mw]%xQc*?FWMl:$gT~Yd>awAQp1+B.#v3Dkp$}OJoW<.?DUK5(I0{J`9l1nLWnT,;CR(;;nYvyw#\"6yv=E~AjsO?tw5t?if?bi@ChZULhd$^)e0Kw2Zj7d~{$\"xK8wYJZ\"^B/L6H,a4L20iFAn?A,F72N:VZ<1G\"QYl41uhdH@f{/L6(4y_hPX9[QPdo8LP94C]|Uht9:$s9&.=xdx=b>_FHFv=Z^veH\"=o&\"24IA0jZ(cpF$`<`@?cf{e@Czly|bVp%+<FG*J(HKM\"(l;>CswYhJ?*D:.xVs%:ZMxpvW{gmXR|Qvj;K]gI}50i`=nj%!L/E5[:@h5Ie>s9t\")NJ)JpN=A@2?G,s=X9Lp>hxM*VYyVn{xP&igoMY}X4Z_l9/&^~wtctt/vy+mWqErK4{sBX%<(nGPP}_9!KHcP8a2=<I|*E;0]8Q@fv1VlR0[@Wi1rrVxh\"Hacko;fsV.$Jb2{m2hCm>|HW5~KnA}I)dbm\"lYuv<I3]r}W2bvsN)1[</e._v3@?D.^Yp}sB$}E8Kwok?&!+Y#=lKN*uj0|(Q4&q(FMDJ\"G@OKu\"T0BpUe6B)\")Lqo$i&zEJB#t7,eD4dD}XBub8@4e{]1$LM#L|O9SuX*ZVZYY{>TKPhP9kj{{F3|by&%##L)1;W[;%L`J/yJbc5hVAf25G_jG(4Ub.y>2y9Y~jZsp*F:%01A!x.m.Yj.Yt1^IW9=6$^LF/#ZIPT}I|>*apZ|8*Kj.l8BYN*nB*VPv&KtMnmKY[Q[&I;/nZQaD(LeS#,I8$hPctsXmY8qu[P]pHY|Wy1l2PhW{YBERnCmw]Ha2tl6MXS$B&SjtoGDG>#?N98.:I{e$w_sHkZkGgL|&Th$t%_c+VZZ1JqHJpyoQ`LDa)M]j0.[n>MqEewn<xn/_u[adv[e_RYPy[%qZZ9h@6vN=xFWQ;M=!kciYkvKEY&%.#23$@w)cx:p^*yp?y2h77X07]vg6m5KtLe,W`RD_rL/yoYu,c^ztYO1N<d=:x$7wIt;EJo(Mp5hoCt%u3M`])SlC[~une0|{B<y:L48W}}:mq*.GKtEi]WlLrA>bu\"x(2k90^B0fQ9r$fQ@(P;jm$cu^EVZ*fto[vv\")VJ7v*m`99oc,h+%lghx.!cuf([AU3a`u_g_iaPEASJ1v;qhO6IyiK/}v5V0,ckqzK6/so!Zu2!R#?K_Ugs,hC+AdvUk;4l[k/o]I)ncEuD4>r}Io{!M!<SAqU>ULVO5AKhP?d6iq7apo#VyRKaND$^Y3;l>Oji+YIm8S1B}MSUHi9%v+Q7UeQBCgFg,BF7XD+&>gbvA8R$3E*9vp(u`?0,!)a,A(KdE]}b*d`v$<;CEgv>LJc).^fl;O=.3GL5\"CHQt?K$9CtI!Vl;Yn=1h/9WnvH0_%N!{YuJVkiLD2&dvAD#o4GW(a/G7D64}Ay/)y7I$w);^M(Ef1mn=c9;V5|]$&a.Am)]iY~~M1/)pBb?.)0?a0HDR2+nNogZgB{]n=X}.SN:G2IDK|lqN>K%ey)QaOHH/H05%])(:J%F*jIU+7$QVzMj3R&8@%\"tc:63ZJ^GmM!/eVqO/h&@*_WysM?DKZU%|$gbsJT>;Ba{?Py#.yHe<F[E/o]F7f???>uWxmqjz{o:0ti6>MZ4iv7m2XX;+*DYmeywK5+VEK+g>pr=F4!}C?;eL6UT,&,`PzZ~CwxIod!9bEC5VjR:giswq*<z6Tw=TSRI7_8,rt)*uC>*N!68eh0U~TQd@pNk{_gKDt3ArJFO<4EL^>3hY4FC)m%FD/bTvh^#VkNRx4Nv@L`RP^K#GfW:%Jx$;)h<|JXgdJ)17UsVR{Z:VxAI@93OQe](Ig{9j:qro94&3Ru&X#WSv,+S5zC2}?~<c|dC.c|e4/EOeY&aALoHSPeg\"e{e[+<aP:,:nzkYhLofkY[/pdj9jUZ2&C*8,h?}upSB5WC:E3@%Uy5R?Fx_HglZ+w$vr7#;mOjVTJH{2cvwq2H?g[jdkq0z&RRy3l=es^zx0vy[o9pr~0>Kk!}/bwA}R(W(CBtJ}>3/FI6=f98eH!U][$XYT2q]|a@C0O!n\"wvB9K5L~,gfzRiuZM11aYtv;GA}D<Lb}JJ/bHM+jQ^$V){;0h$O9Fpz$^U,T<gM0M+zxx6T\"LOL|7O|f_=&iP.!k9&C4W;@S2Q[r1X,bJ]J5$9GhxNx#JLT#%6/6KLo~}(*!R`yI?c/hfmh@k_GjF;FQ3<hOVv$7*<~AB<Bat[?u<VIaQa\"&xlRz_A@c74;Yd?9xC3Q`E~boy76E_C<~>>hV&5[A{:zAdZ8Kr!PQDOqTt#~JP7?(Sg&/%T8Iff+8Rp!%qHN(T`W0<ei3PINK]ySi5^G(W?%J2YWzg`;\">Rd~>?kC0=U:SW|:[$[9_^S,Grz?XtFqh<WA3W),8ceduIeTxqn^IpT{25cqRoEwV7fJTxT(K7\"VQR+DHZe3/{=SdH&^N<mAxJ)o<$#S2<ZyHX;fhe|3i#hsL|A#x!2F~;|r/9v581tGFs]0Zz;y6Y&#!3Or65CR%4#60^PqonDoOFe(#{3cX+Z)HSq2U(S>NUMq+YWr3t<pdQwFm`XJH+Z`8hW1XR9V~O/pn@f~RgGs&gQf8!5RKA8hxg4$2y4?5Jg?cyl08!A`j:_<D5&kn^,PH+HnPI^73Z_e[_eJR]%74Y~,$`>sNmiA5OEItla7$GZf!VknMrsn$$`e6<x>7!M4sMdp<G(PDT&Tc^23>9eM,]TTSKB~NuY*&zxwkU{Y*qD$1`c_:p^?8;WhT668|dfuiiF+}@2,Wy;$Psx$`D11,!5icoxPG(h5bASwKp=M9PCI&pp:Y23Rk<xP,;/Onr+t>R~uMy[[znq%gsGk0B^opAYjqI^=g9gDPjaJf*2`/:Uc_Z[OWIrk8k~no3`lko~`(r[^?AS5>:y_q);`PfL>w9T1]~oLehWi(1bZ>4Kf~h3RG0s%m,4[Q^O/.*zc0e9VD3R~c.UXD}o52q,6S1gsIiLq4Xjb`WB,y]m{YW+RTEI:am>rPx7nC]XFFy3y45Z6(aUT?2Gn|@8TRxqCrb,UVkgUr*nBt_REST6CKmLB{(lgY8RrGs04q[2#Z[4_km#_wBwP)P:u,iry~I[CDi(PZ79bs=*F0JJlajKjwF3)]M@d9)jaKi]YOIGkN_X,BbvN0i^7i;>9~Ss:\"EyoWBC]N^`!_Pxd1(EI4HzqfxA;[NRc>R<Za#E^2VzzSg4|Db$kK3$mtzGk;kttU9F,/{W1>nb,X%jfvGk\"@<efc`4=ns%H!C%1Kf0Jcj&#pAIL5NL`h,<j3}6Cpgw=Vl;|j7u>/7VU_h4?PJCI53{Vuk/:KBOv\"Sb>om7=&/b4;eA(]^Ei!5@~(l#2dqGm.f~a}gpp8uO*KrWu^?Wwn>[[FB`3l1^!M\"jF!I&q);o?IRk&#<ZM+T@+P53$F,<~pf,Y=)H?j*Unyyq3o>G,ka(KYLcHkG]gkQ0}Qw#>s696Kt]/wmw+TdV^c4Zl.ez$kKRb.<9;/?JiRUOos>PG@^)D1Hg2auUV;aT{@BsDMqP@%q=TSNnai:??E>n[{\"ba\"T7~J)hof.M(>aBXY80cBUsvXX+La/([2m}r~Mva#t|l6ivn!:T]z3L}Q2t_a*}d5(_jDE4ymQg[av&07Q}r1KMpWpl=2^G/+g3GVFu^OVAh%t2}ribeGi<vjr/H,J4R%0VIaACv!aj^h6+/569ef6$~HRnlLN)3R3;*#0ygc3W%8jpX#o.K$kCiim?u;%?UtU^/h/UStf#Z(X8FW(K6L7x~R*9\"I{t@wFool()R$lz0f`Ek7/1%F,(Vc1DR9X/WZ*A<DyBxBhqcM[G+:(v$%N]y0WKjU\"LBazD`v[$K<4D[+AGqF9Wu&9^xI!fABwvnbMvTJp=2a%j)ACf6yv{cuP%+%;YVXR%gj,OOP6bnb=RIulctASIbc%+JoWMO#lLx&fV5a,:}|~*C?#a2dO^O5Vt`9(\"sHA0|;<$lz^kqzfuIxc&REP<xZBQILT5a^ofG!wB_W#)0e>1Ny6z>D~_mkdqyyauc%B6#ZHh$yHPT`ojdxtd1*v>_`Gs]}$$MAl+A<;FOy:}/&G:xz7ib0D1ToO`LA\"=x[(#?iG\"`gK4P/0%0,U!o:Vz$B=qx3ni#]Y(G4m@(IMkHPHizvZp^~ZW;+Lh6Ko}8=Ae~o%z=iJjL}n8QD<U}n,bcU4u~L:KnQ`uFRkU]ZZq/dI^I1#,4V&PS$@CJQ1rx@2\"PDea<%B%+DV?{_{5>`N78A(/6:JGUsnde+`y{w=r|`TiO|27T+V$<gK%aju`+FPCf;zkpcWzM;y{vi!AjexQ,5B[00F^/xp,;zv@@@tUwEgsn4&[a>aH5:U^hhV~ZT8jf,d41fJcPs(MGP9?nC(n!][fr;LP8THU0^t2,!sR}W;@s`$=4bqdKm]{G@C&.4x]!i@!j@_<:XkOYRq^zmiOj(Z2^Duaz`sD1n\"KF{y&W>ZIbz9kr1zRYa;=a(1ESf7*uX?EqUCY*nv+OinO[lw2jMtQR~)sD01929Gf]Tn/&so/UjfR/=i#\"nVjf]z9bWt}P*gY!#&8@7yPK.#n!t*^RRvG.}eq+^\"CU5M{m1,P>8J>20#<FpMTxD/Y6>d8N}7M>k{Ua2!9q`&tHYcmymD8ewR:qt@Uqt{R2CZ+a&uq`G]gnD<i^t}Q|+kw7zh;<28`K?ZWe~KPIO`pYPq3Aw&,0<G/f6rYzC8xt5XGHf^5Z3m/:#!X$gZ4EN}o,qn_}FGsQkt%]&\"Iu#fDJkHp4b1[^s)I$M,</=p7eG8MImgl7b=yw2%un}6hV%3/yH.,@%e,x>9M+8n+P!?3%TY$Tad~]Os=wQlCmu6B^)1_)GqTb3.Yq)VaFB}ir5gD~H;V$VrMJ.4LcwpTzP{@U^y=*yZ,gd.,Ds<q?*1mh2}QkC.<}RL^Ldwn&M.QlR7krQw,9!]N?Jiw)B\"mL%$,^qT]V/f+4/QX&8iF8COEAt9dI(M.@hGcTW,]gL3ZwJ)0]:~AZfP74&YN5dg87Eju?EGfK4amz#E#5~F.j%FTq[p94nRvZdSzE}i#|GdaR_5c^TmhrZ_^K]i0au3MK+xHpf6DN3b|Uc4*?TZZTSAx9t:lYfbu&6$N%@p2)XAIs[~D@u@aQ8H5zIIKz$sq6P^G_&,7&lh;)jbqujen:V+Y_YCmETNHCB?Ma]<6r>5#:eMY!ic)Sqp7Er~5$AeJp9z:R]FP%LM;X^y(Kxa=Qt&aF5?$Wp3^xdH5NgE]Ra}zi<z7[V+T(JZFKX.gN+H61vzohisfa=mOi@flPFqsOH$_9DrgfZEE7|r0!8~b\"G5BOCBEU{0<X+:3l)PBf*^xQ.Gtk5Qz&jF0va8vLn+./^,fjI~FYUu8O>43K;s?.BMjl56J&CT\"7\"t_@fGdG?58|P^pJ9UU`kf9T#+Z+|gWkaoDdn!uyF1&{aWo8:o,`(W/l;&K1)gr)5W)<y?F9<.>\"#U4PN!D8MQ+<,VJr@eq*)yDZG|fF$Q@YuKUC$Gw]$~MyU,LSOLfeqIM?,AtgwjKWbvC0m(iSU|D@naP[l%t4[FD?;muF+m+_ExdV>wfAKStLcJ[?>i7c/&,F704}XOdNH}!5CBV++/2\"X@R#u]udEc`iv7Pg=[BQm|?J_P,{X.~cz+Ot[nqiw<z$Je1\"r8#q$(]dFcBpE9jlF[%LzU8`7jWbWRDFicz+9:I.U=0\"f>:kd\"[/pR/EdTsKFjgJ3nFmS&hEDo@WEi^|C2$u!IIEexDS!.??P(zU5lZ:rL;=4PFr|,F8JwFPSp~d{6&+fNRUT/&LL\";c.20!m|%6QY>wI*f4)TZtJ85sq,iGBlJ}v/O>ew#uMqx3^~dZ<BR^5.kCB+R|oH!1SoWfh]HsYKWX@j{SQ1<z1DOMul50{g8R;c+Tcmnv(U>pY/Ji8K&xWOqEwy<v7<%+_=m^,zgNQGu=G%+kOV?y_*c:Ch?z]Rq[4f<a+DAs3U?0;2i($n7@t`?8EUYq.g%b,YsC5.5QBz7O+FTO50?ml2]v`]hJuc({WPUPSR(&;hpQQk,<^{(9Gt(#5;0`Rl{+W!8+@xZfjwYR#4l^!?u.[e)~M}8EF}Wr.=0O/<Lb@^G8eS=$el+#>aVj*}okdA7qWQ5mtv6Ky2Hn*q+T|#n47;O29RO5+i_k5&gga=EqP6$4P6o<s))g(@p31;>/7uwnIrCAqSjlj.X#Vz_Rbbn1=`Id[~98,sfyN86vO]eTU]]H!ge6wv5I0y@XDdY*cEaZo6uP5iOD6MUdX1cS0BdGK94aOJauOz@7a]?EI,igJX1&Y}8=rk?3?5>O3O4[F`FEKVx0Edd<LTQwfFS$[mBxawui7f_\":|uk)WD;MeEum:P(Uia`48oe.WRyqh*ypO(|$fe7_z?$Q*%|.=*aHn7}iqD]=%sXj%#q)|hXg|tA<6Y9uDS}?+Xtt?I,MUS1KtF0wLocDH]:)t{7gVbD.I8/Br>&m{yKKIb7O\"BIuUd`ajvlQmF8ubJ{hNxlJFJig1)Dv*:z[5uMx*N^=KzvP*b?{k#Ra!mZZne^~&1*_a:[*=:9MG(cO4d,)Zysx=Cw&8z}]FY6bv27dB7I!,:rXTS1mV3t?;6_n:.t}p,ciLRuV+_;#0hwLBE+,v.aaAIV=e.(CjYPsA)g,uI0/8_Dgz^D*1QD}Ms$7pjRv+k0wDM8+ZHzdI:E::6+/c&|Mdw*04C,~q\"&aR&~NBfNfCsrr]sVpznRAP1^qpT^#jU)3zrrGR1GfU{%J<q(@uVSO{`ClSw1YJ_(|}>B|H%=,>&!p`o8}GnwzSpD|rSl7(FYf2(hka%%JnlZ1ZI(si{Rutpgh0u`X&x7[1A6[dF{:C5Mx*x198S.~<kw=bV1spUo{gz6=)D!Qmfzb\"Bp(M1dnZl\"sk^rw[R@TkQjOTq;ynTN%j\"u=lKL1U/5hPJtRtH::}sUGSEbFJPH/Zfdb8x4()VZq?#M?[w>|P.SDoBZ8@ZbcUEWkZV]HH]z[|67!6{#dz0S9+zWdnl1}U$wz=4D}Gu.TO:CEjC?::f(#Pdc#Y5:|gc+&<>eQd(SgnbZZhXOBPwwp5{$YzcJF/Ne])Lx.~IuA2/gDnQF0~B3^w[I&58CX!XrL&N``>|1%9m~q.Qi4Nr#<~1j5Mj*Q^y3p7ES>wDd8_tRy:JUt<[&M`g$f(W!H8@WiD,}m8P[zx_T>P}rq%VaqsSm^odQA9%KDWml]4C:hglk|jAY~ic`?Ucf`n%\"KItY)p{fYQ~U$Jd]t_HfHq}.c|6fLH6uBXVw7>]YSqucZ<;X8iRDRAIt)&%VU}DPPQ3?1=,4<U^xi\"6L;V?>4g$?j^432j^eK.)c/J^Da,yRJJU[hrQ?uDdDT()Uj0gD,Q9Jg1+hpXvsV)]W;;]<PfMQ~MbmLzz*DwrYS>WSG%?=sE0]KH78B$YTy1,2J&@cLNc`:Y}@$f#/hwB>;\"AAK0[ODTqoz;6SfIOC<~_:iEND^9e^XFSY,gL+tsNW>O|JBkUOC^#oY!7!;I7>=gsz~%VFfT_OtrkT8Pnj3:i%aQVHSAlm)NLC=)T?87w!|d|^uPH11&LmgENSXGyFs_{2h7,6.3)`_<SQe.[MIcpV!(~lhmPj7q84T6JRXNMn9se:tE123KttFFSl:8W$Sn=lXT^!f1h7!949.MCJ$ys)E3,}FDCv^UuhScAvxqS5]:kkX09$^YIi:kQEl6dYuc\"IlJDR,+cZ,~Nm1y0?[}WUx_i10uH$uX%?<Q67gDpI6.g*Rp9mxs(}N(NRqxi89Dfg%z0W,{w~d*ver$HmUYOTH\"hjuKw1]@agPa,k,vE4BkkFZ/Swd%aH1I9Y~g&^]}^CaH~FKr*8Z456]\"$?^F4hy@1(Jp`)\"bDH;.p|<K7p=>J_HwL#vTHNFtx\"k60Os1iz)UH7\"SYDp$hf,)<,:(E(arPCyPNLySn^wtLk~l~:X}k@k~o9>=9oj%~G#WSF#Nfp=>NH&F++F64]8j}2sp]NX8pbH7&$)Hh6|`JTWAZo%0D+&w@`UY3r5_7n^oh&8Vc)<k]D(:ed3e._SmB~jz2eTrVsXKPVT~Tgd<f%#>p[VpT\"cbbBR6]=n)@H:L(kS%RP`O6DNp]*r`R`ltHtkMzXW7j_ZyO?@+);eNqHj_|>,6kUG]{.{YXjbnP~V\"Ov.BrcpA&wG7Z1lq2g.qGlom2KqJ35ya_y(:EJ$z,BC(yPZ[k/&)vsnxv$c]dRd/pEGA*UL$M8:Ui`<gi>p^CGqKXQ}`JHm[4Kl#7N$(,u7X<;ecyVO};<d!grEbRB6nBH!T=2PqMS&S5DInH>`G869Nd^,FknRzNt7Bs6OJVA>;7iTM=(G%8G:1S[h;w^uR8?2SRWZ*{L.XNc[XcSBmtl])&!m,@wh_VJN?P3ig][ndDo$<i!@4JVz|G542WF1x}}^v/)5}u3Ov0zWtm?WVxwDP}GO,Cw?b4:y;<}!}Lt#3Fh=JQNT=lj55xc58mJWYl$yi&S7[PQWt`EN`e[hRN8KsN(`#Km5?jPxs8naW%|cE7!D4O|4mrW,^5:+h:VFZO5%Ci(Pl%ELfY^RZ{pA9Y+4X6?d%}8+bdLb~A_A%o(nq,<>mi;fMW}Xxb]I]/B~~6O4O\"@X#zryy@txm+oI2?7;3r#J!$3T[r*h%{qc|/<Cww_$CfafrN(YM[P?KcW{L:pD+L{ZSEWpXn*,XppP_#kj@Vm;2hfYm.44I^{n1$dhOt;NWtDUbBVZ0w[~%r39E~7NMf?Pae`Jwyk$pV71P>r}<:s{Ni,p_S{\"+!qklRBkt&fc6}p0TND6GK?CdItkO@_~76KMO.H!=6MPhjhh,Dkxfqq~,dbbn#Ri6.Cl%DlH]F&0+TZ*EgH3@KsR0fTR(qhw$P|U68ttqwGz1+d%%gJQ?^V@m&F4:0{wT,:>f7\"Gs8:wn,$TG[YM!e]pkRSAK!+>$YDGrfkC=6NdAQv%H$UxP2L0&V$Dd{i\"pwSRH]dE1FXFTmb>7R3BFwjKNF2uaC6SzPK0D_#gW{GLHwWc0)YK6K<EL|F,\";,{~0c,f]_vb^88F}x5#rx$yvnqVmV3Cn[@GOGnxAs5S:vI#vpI;hBxL%P$JM^JGw17Hea,,2vUM8_WNhSww={}IR@6o6CJu&Rw@^s!4F4Z]OIb%(m]4YtOLu$iYlq4848.di)[:t+p,n!se.ebHLo7KadUG8#<`}}}R/g,b:nt<He$YBH,F#{`ftg]A2uf^_F=MESfTQ8)47F&blg[+n1HdOcqQw)OR`%A2s9a)[ev/b6h/5_~sjqo;Svmi3[V\"a(d0>%HA=BjGFBg5#jMDiv@iaQi=u(,5*txMxX*,)%p$c[`GHftHR_6C)o\"xM]>_BcPPTh}db#gnI#E/<p<xbjB\"R_1Q2cm,x8@F,!%8r90x!h3lEGn0(kNsuI*C@s3GqLR&/G!7qz$;1Hyo>.+!)NH2>%DZa/Zi<u2mhYE=+P1Q+TD<Dw(8F5HIBTw<T<K#]PRbi3d8)6M(vOuPaxiB22{)X$X>kj{!Et.NAHF:Hp@Z*eBSvBzfbi~wl.I9r#xkTByiI3R<*h&z6e~,yDg^;ERn1)],EHUAUDjCtgF^qZf|z6*UJ;hAoq6B+AK$S}L]bn&r|6VE<dv`d+,PMS5U7Tc#s@3%]2@go/*EAPI/opf?zNv=O0Wgo=5wv4P?>Z5?DYEHY!_l*kEEF(1v(t<$)\"D{u=^PKnDu2c?=2M+V^b;_l8oY9JUI)/NE)qNkuwj{^xHVedM;l!tGb6jV8P5vI3uMb%L_3&M!Una7!ymeKC;G=|kT[0lqo]asD`%L:\"O+BB6dQRF7Rw(PK:!%j~EkRUJOD:oT+`0WTxp+1mOOO~e;jU%+Cw!M1okely]tH@&s+s^KeVD740UtfzI<XlQ^3M7C^Yd{;@ApK_>&@!%b$o5LF+h|F>`VPNsWZvy@w._Mq(m#PY3[t<2dWo.7;9PEj92]YwBkL5dPCk|3dBf&wJYBX.vh=63gn7:MyQv8q2n5lGu;Eo=?sP^*P$V]+cQF_(A!2TuA]`;CU|xfSw8L:N>9(+n6^Ly_2.R;@93%|CzLpdEU`WX|4L_hOcP(~1c7~9}ftJ)4H|e+J+SWO#V/_\"a+4\"v4;H7A[i51,G:}@JWT/L?=KKefzY>l5fly,C4`K}T1>;B{CYz9<hLGE[0Gh&HUdsK+^4j>tr4Hm[zBKwg([eX&r~<y\"D>u_~{yT\"&`fIA!X5nvLWSvE@MgIB)7o!zSD|NYkc<`E7Y8MiBtdX5A^&k/o}Kbyh@/\"91#&x%9FFJ{iH6SDHvb9#8TuyNiHIs]>}QPy=kSs%4=l@(J%z#ImT/^fP~N@PI9#A@d<^p~#^>B;?<X?UHyAaf#j!HV&1t`tL<)k;\"=hQCGP^ZJ4~>$2&?Qw{Z+6UIatE~f8$EH:4{@?U/LRaZ|[uDGDurJq2a%pZDi(nXD;wo)G$H]o)\"=})G:fAw1}OCzjHBg@\"k.^+|K.1cXRn;ro):(WF{0b>X+azU*56F9C)P(,?jdL}BUU^,PjWAYBtE|j+hQ\"_ipic`GM6X`|7c;P(ZM*v3wg>_zi@$N+&!Epcd~@f,*zmK4hVAT[MR>^Xrv]xHd[aH!;hnMtjHK5)<f@Jt~\"Z1%0A.`yv`+pgz3pr.jCkSZF46Wz.u^92dUQ\"Y6cwIGI.l|QS0&o|de+JxO$bwVKCtpkt_+=6Jz20.J{.]FUvYWZb=%Ez;CkP>,mcb*Wg%H?|A%kn/tss]vK$Vx7[>Eok$%dsA!UqUaYw2Qj?$T~Fn0gv=z5S~XRRL#N&gfOgckm](2d)gwy.vf8Rh%?1=>jGXjJU]_Ic/XWbm2`>$\"/m+T_A?+]zv`#UwEbWOfScD&xz:%M0tuYuZ;<mXIlN.GNfm9pQC|1myA*Eg1Cvihl4q|HTmovfEl:OGKUdlLa0:MZ8:,Tlp*r6gcw~=#wa*:HLPa)`&`oQo^%h?>Q.^E/2C\"3kwI?!=F<z&~Kt!KL+{2\"Ysq`$2U@PYHy0__OE:x};zH^YE]78l5u9ty|7H;$HY2kx@k<t=(H|FE%:T]$FNuN#4+>Th^^ScEUx]0xhO73WesJni~DW~j|zfg,~yI6PYigM@b|1ZK|L6*_:lCWvxW>exM93j~OX6G]#!3V:5O#p,0uRZjO/xr0VY#OIKK,!49:ry6{^rR%4z^VAuhT|d\"S?RA1uc{Ym0.}|B)EV(^S$zg#4r>Q}<.~!O}f6!X<9QX!a6@$)KU~b]PcRgoF@!B}1|MwLS2iT[dil%Y^>n6Wa>eDOHLP9P?$!nU1)yOp0DTuGUTnio^f\"na=N=xqv1s4vN)*7HOCTPZkurdxqj5bM{m,}Ur7M>20@k,DK?s;KHFBJG?@NCoI%v.S4_s8yi#$1QL]HmuO4;YM2EW%/}lU|r?`s{x.2N@#VYQIfO]cz&)Jh&{E\"bO(9IM?fi6$gddFz|q$b/_PE@z.)k:.#9NHeb`JtxAVO=xR59C>c:#/MXTX;)pJl4pq!2=>tU6Waz?=|BGt|fCJ#F2!+k<P91U3<mz`&{z(.A$D;Y[p<W8n`[:,!qT^1G:4MwvsFUAt%+$BN=G\"J}24}xXLi`ttYa.4pp[`ct@$sxf,RAB?)#KKMN?X,za;(mHSzhYaVCH*=v17\"0+8D@(_p4{)N{goW@7khMjm}bo#V1V]h`a,&GuEj}r\"oG7_OKAItkGyCaGSdGZ+Nfr+B/WI&TJ#HcHr86JZswV,h+XX[sKF>{tb~<v@LCpUADG.E8^RIsJbz;hZ:T)[#]S*e=c5>iNubTNOV%O56V=P:3m_8FRZUkZYbc:Fq6I8rUH?k=L}Db(IlRX`[]Y9g2/|8_bWITM;1(k2%!;f&W.vG__V*`<yWWlmoPeW>iGH\"r9sp\"mW*c)4C0@8*L?2h@Tvn21x6V@.mPZxF4BOCxZ^q[Wt+=Y2/)pB<L}5|6ObP&K=hq+pj%u}R)C;$l}Rtw/@0@|Hov}J`+0+w|7{k+iL/}>l{GO]Em\"~DG5|6:3Y:z,EA)1oX0E.EX+]*5aOmxNMH^d;E=$=[cM]E]gt0F!u[Z!I73407XmCw8gPH:/NFN8{N68L||_Esj1EtK87/^_keJ6q5,_P}E^nUnKs{$*m|b%H0q)>_&.wZ0,F94i0QwunBL:*Wi~t4)>s)A>cnnO,jL{K(d=W)lbx^<?lbpyBhLO#zP$RhuqyR%VK2S=0Vjn|zn6pe*c<%?q/tS5Pf8%f7%^zu)y@ARMnjX^hQ!\",z?bkL@kz0ECI\"[rg~VT_sSCDo.vEXMP#[Hba0W{U,$XXFn_oSB\"PN$co+=+!4xQ~U#wn20wY{LQM#JHJD\"{LB~Qn8s(nm3!)(gh~.Y$k7QHM)81M=|MGwd@y9.7<9LA!H=>eLM*t,zzA_<Uul0|,]FeawnH|1<}_1)jIrdGB_q]CG;=C2$HV4KPSLI&@|aZREU+,}:K((4{3|K[Z\")R$t?*5py}OXg\"E2+|o7PGDYCpR7[CX1>=YXNZsT$Q/T`(cS=ZMb^b9/3DR`X#yR{7x<\"C8vW_sxd=7(DDZ5SNCo8qMRgDAz1HMb&b^#vL8RM/C]5Fg$z:^?,]S)V?v^{+w>;WFT)7SfV8X?|k9wo8ORrchDu30:Smca@%.S3]@=}4^us4F*a&7C%00@JbQ__d!pvkF_~i|2qn)mxv91VgK)Q|xT^_^Fpf5+S0H[gz2lsQG!]V>psOK<oPi@;}EfI#oC_(GM@(B<cx@LZ3NN,44GuWOkIwdJN2f4blgEJa.pXbO#4U$,W1BO{M!@0CM+I:[vX(%ZUO2<\"NX6`TBdk7DllmA]DjX=cR\"fVOx+dYth0zCcU43<S40zNg6!IR#IZ6~{viS5??d5fxdu0w3IS$D=sw/tu`.=6CEj}(Aqa$;C1+>pZWnSMFg/1NB/=1H$T4DP\"yC{S|X^{nq:b;Dh3>;s2U.TRR5sVE3^f:2BXOacw%SP<TzkL5=8BU0m{,?fR;M($c1sUGa6/j/K2jgSz7_&RWimo#c>KP&6K>^3uYBT$E%;hIVd)3)&0slHL;CkSmPheb}<D/Jr,$DT^AQ(Q#|\"I%r=9}55xNWm%li)D}h/?RdC]lvGI9:U;2x*Woe3C30~[gdS%@Ddqu6#|Z51C!dz}eTqd3sF>%nVEZf\"[JT4eStPd>Ws`,L%&7!Z9VXkG_,u)nS6&i~_qkyqqhqK2p`a$O6PLc81*m{muy+0hX7k&.)Mih,>FSNxv[OmM3ojy51I0lS&ShZW6wqdciUG7^=%}3F97$x%2k^cU;l+6NoClWMCf\"*N;\"g_}1)B(:FF{P@(5Ks1a%](.FOh{w#zwn(2Ij%u^3!@1i@D2.=5_L~OyjoUsP`)F17Pu[1)PB2+i*z{>A$08Z#!NPEx*zC`Xlg;%XY}Oc<Ut}/;VwmJV@/i)tLo6\"c>>FuT}DDY#,V$Kc.s/QwwpXdd)7dyyGtQsJ%Ku,j\":4gFQ*>x.Y]9ytNwyu;xY?:JD)09RHXZgS{ZvK1sCRZZ<<b5:jWTtsrpXE;<q0zE_a~J,lwXPDXife6xd)/8o^o(O$fX+%`[2A)`dce,?W:;hB[*PX4ZvFc^8+(T61)+j45m@1&+KL&NYyBobBivz:H}?~IP,K~o/rq8|V&i*X#w~n~+:)M:|BLYQIk!vpI@RtxsCDCV)c?OGPEtW.eiB|q,cuhraayFsx{JW6YCT}Pbw%a,fid\"9ot6V&(\"L,B6B88|@HZzv#S6g!mu}e/Ze9E^>3A!`lqE)m{Y,\"k7nzqO0>hv$&~KVlt7CTHNt`^S|P>v3n$Q*KcPC(Dk0}T6BpDtxooe|iTpQ{EMP3v>T\"kz!|dLP.M6kv!bzKIYl2IRzSZ$^Kl5&Y;s8y<VJI2t_Sa2*gs.g?cy1P29scp:e<=<PSgd(_8OJy*/S[_JO[X2K]\"e%be^iUSGg=rGrLx|k\"Y0L@ZnL=A=(R=,XFZPuA=uUE@rmJV\"$R$ZiDqJzcC,p2sYBP2{1d?1hpD61D0=*|`wWs!hB.d|b+Z)UX[QKF6j*H,A|CSD8U_:b:if61B`R?4<CU@G^i?|PIsPoVhC;yemaJ+;Ii~xr;n>0VeC6C1hT=l9SCOvaal@wp3\"C(,)==,TPfTk)a3PsU.90nQ4@0p$MDP+_)<|(M+Exw$:9m(5d!bP}*lA)=Z%tb&{S&iMSeB>$Du`Il*#,iV}e]$H|COoB?Ze_e),5v6Q@!:UR88wS?_o^e.>lChFh^Z\"e<Cbsod&ab>G46x:wi9jsjt;{dV<pj:\"0$RDdyl6l|GsIf`a9Vh/6?%uNU0)i2pX7!$dW:ft]Ou([yj/BVI=$Ox<5#GR|</U;K1Fh|U,APx>i8CP9@!X;4S=j|oQn(m1tiFFIGR`Ia@nWt.Xd>nP@!F%yOhgGB*R,$_QAqSb*k59`L/BKr_p#Z).;tn2M:]$]Ed|Dk=I}ZueD{_~]=(B;D]U?[S(]Vx}Uenx*c4W/Jh`B/|]EY<530qOLmh0`{CeO3uzQ@vvCp{x5r]&WfjSOyK4opgCJ[B9q!gC+#!b;eww4$N<ui:3ZbmiuXyZ!_9,{_dyM!;u8+8{qCsG_9<`CH,fZ&O5/|~7}R$]YXhr3{C.6+%92p%.d&RO},<pIW}W2.E^nql)+CGMfxnrD_!+k@I*9auVtyH!|hUN6x\"Hj?EZR?DOm/w>VPHU7\")qp~AU]&B:$3%N8sc=tjP/Dct)WR{!vM^<,quCD*H3kW[,bI,md1\"I,Dh@T,0jD;.Lt`a}W#Zaq7wN^T0OvUjr7_),]bm4U|l3j5tO*w4|$mxnH4>mD2lb)48U4n|X<Jd&cpeV8E!KRtut/MU<G6i>i8Y.b$o@wH+<Ep6vL^DUPS@qwG:L<,(9Z]/9Gh#]j:[T+au`PYoJT(a@~HvN]~Jv:S}m7W&zJfLcn0]y0o2l,Wx/r+YOCy8[|)@27NvHL&4UOxssh?#*?(.9iSv7aolM~U!QuHW]VA@pCTJ(~laP(F[[WM$2a&mun}BKgE9gR=,+xTdIqXW([_q]QvtOhc=^M0\"\"h8HN|>U/IK2p&HAyfqN>gBVsSXsdD@,4MXZd_}E$c!C?8Am:IKEw0N,sb0>#v/<!>7WQ_mE<)mvwXN\"FBzfS~x}AD(@&V[pqFxu%}sw!2~l=UW`8iA/nj=x|uZy6#T\"/1FP*U!ME?O5^bwoMxY#^}J*llkJSS#._5lnQJ!i^F?4K11t)t;|XBQ)qRqy%4.4Hq(pu!%L[P)49AVNi:4|>iqR3ND8|77wi2nX!}GPUS$]dlg5n{,VgEcQV:gDD5gKm4..IUL%Z+/HFa95%Ivtj7}vL9Z@!{!Qp(Sw_[I)f?Wu3chYmk2E,4BW]|cYdJ}`&d@,si[h<j#M#!~cO+|dr}tU,U*(V51XDprxO{qU$8oStHxU@$2n;E9Yx;dz\"LXH}?MYL^HG`>i=8YSMy.,1U4ra,ZdvZ4)$(=RxY=<zC6)$@&[:[/0=3/|m>Yjz4Z_m@[lSKg=MXGz/67wd%+G(pDH>/$cM1]6HeVEeEkNME<4a}#S=@As3C+!i\"`U17iThL\"#>N(DsWBI,f)C,wn$<Y/n4~ym.ph/x6:EO#5%(./_n{YL4,*[LD&/`^w&mk9;8;3Mp6|cIhucvGiXLG<sW0$p8zt8E,JNxngayq69vT[DgeSwr7`tr]4E}?.%ismSzw0D0b$<67^=&>7kST[dsqA|IKeH5at2J<d_Ns!v1|^)Zag|]);7=H86HS+70\"izxt?m{B2LpAood_z3@Y@:I]mr@cv8HM%JfXlF{|[(;G&7!^M:!x0)|i>XL*lV9]JFH\"i:U%ujD2y8u8&PBEq=V,<2tQqw>fE4*XQYiTR8Ij$(ivXcKop8H;zpd+=Tv,it5t4JbP~6VEKv~4W)3z2%&NiFH?][8ek&wSYOW&,_TciyZBrh5apCxa%k]?4/%2[<B`?ZXe:OD`8AGrd]AUTAF8;bxwX)gq,zo}ijYV#/+_=F~t&$F3W}4$#g(@WfY:p]p/Rq_(0>_{8rBk`RhHM0Y+b6;[XOf/ITl>z/wnra*a,k/u5keaev4XLX,KoYYDG#,/T9FcU7S<2iXg_zJpg>f,q;nzber3ar%s//r2|wke+N;.uL`($$RLIB/QA\"F3j)GcFBX#^6)$%1p$>W<G~J``V4N9cSxIIH:QCud)@<v#$G>|_Gy{j\"r],@HO]iQ>([lkyQ^u\"`HFn#~mXwYef2URfJ6YUj7!;:,I<JDBW\"S~9^|nv:S~Z[1+P]d)S$L0zVrE4N@^QkG>!f?vY>QM#~rq\"_o\"Y@FW,d0MN7`H1SVKka6A}76*4V[`ik(i0U^@?cYvvgWn2K!#I}VIr9`B0$.(|N,K*?#0\"4z,RJ/rRc1JY~OTQ2<ozw}x/&3F<$uaQocP>RHe8;#M4WmPzJ<rZYo!Mjv0Q+W\"O;d91i1^W0^7dn`dX<C3E6QI<w$#9)`<R&jC3s6j)DYF|;p+1\"3Gbdx5[FmeLD%[(/FKO,ZDs}u7T;I~>AWPB0iD<RD6H\"S2Q>(BXd?j.&CM~MeOR~I;\"\"W:iFUvI3VSzam0J|:%aBlNumh@8777|.3ZQ2^(8]&naT=c*Qe(K7cCT.j8Pf&Y>6>MIdU7r:?rPDEtx~$(\"qy2Z)Q%c53+bA&_+}Xu~YP*C#tp~20,D~vF:O8kp~$E<kaGxajEwkEZMSBfa<ya>MI^>=hPp<U*:yUGJg5lCA%h8h4dq84k7=JWpcb]_M>t[L<O+`u{we80IE7s+QsUHa8d9Qr.#ZtVV1D^tBM^nR7GE7+3G@%|sQ0*z/(67aQ&6XyNwrk#Zuc{*@dy*&fafs=OzFZ#p?I6*sv?A.d/@S6Npo>BDJv&<YDji6b0\"C6{IAbpTJQOkv[jo%)MGK$0KH71D+^<.eGAGF(;PPLXpQ|_Uy[.i6JZyI&5mp\"(1hgn,SzY8Y|`O7iQM#%P8;L^q5eI&D<2`v\"Pn3tzv{zVm7XwKsW7m^cnsW<6K^Wsx~7>THh:>5|;q:f[FZc+W5YYe|P+T?J5L,vN0y6Cfb9Hf5G<y8}WzQsmeW#([W^T0y9iaNW.o/OP}tZGDd]GN~x\"OjKn@z\"GJN.xF5_P&Os&[o[KMMXoCc<Qe<*N:+yX^z!t^;yIPt/HK`7S3T]xwh)]m:p5?#nNn@D8L(b9~IP(#;{,im+/=0=SSVV`obm^!eZI{HK}EDA(>5_@.l+GZO/Z79fOPi%hya<K<q)<6`zS=@u`Lk|68y@JIGoaL!1MGL<[_%gj0lKG+SNPwiUdEwG+UO:;o&Er$/7DN[dm<aZ.4<(ez|2tu{^)mg7(qgz|EM0b~f,\":*J.2.&YW:s$OEnVjd!j@?k<F.VW4>JH^BR1rz;x>EI/Q(=!i=U_2(42#_[i=#[k:/RA[ve3^*}\"nqF$kC#x(Sf7hf@1}5bQqxbCa._B.jNta:PoIO2za~ln2,rOV=j=D_2L;ci{A=vTrThCQ{e4e)U3N/8<\"+.~q>[LL?eT/:A1/k]xx~;[I~K~OQ$1pq8[s70vzX04%A#.CV>XR~858Q{Q\"oY59418y]k>B*=s$:;S0=5djhqh=[kKMN>Bb&9QqX2$jC>J(tWtH|l%^[:QuE5RPg0Ivt+izhHuy3WO1(yoYb>P+a7QcwX;k%g3dAn.53rp;f[43.:pq0S5P>6ji1|\"A)?^?g7^:*+!q!VCM+:h5EW<o^HcyHv1@vwnt>dJ]Z5j?*J;1Zq:<<8Fst#2(.c:VD*~O2bsQ=i*:W6RRu~MQ~rT=>qidX~ZC;t@L*@ax}ZZvdEyF7)MmO`Rt*&6M`^Kv{YccPUA6<eu$l]BPO%%Z9h+J1J]jN(_HW/Y/!I`>B1b2Z1yOwc4w{`vA%qo\"$jzRT`(k_FpR%o1Alt]rI$?fw7H1/@jP0wdevMJIT<h1W)&$xla6RaJQB*PMKfCsFesI$7hV8{]Z,N:Wrnj2XLn/F2[vz!k\"1:G?.^A:P@ZG@9}L9^jFcY|oSXug64J.3NCSua6GJQ5S,J\"Eb<}p*:F~h1F0yjX4/.B+ON{1<_+j((ck2l:M1[z*<g<lv|w|vJsI>[<5li3R(CDG+]3ewvn)VJS0NCz/G~.Fo+u(z+jq45+Xgd7B]_ZWTEK#=7OFp2lG=xX:dxIiyz)0=p!7W0TewMVVv73&NZ!^jns|DwUa4?/d=#!%`ygicj6.KgYY<,AL150mjDyl_[R~Y]5s$As1[v:yk$Q;+L%O/3\"!U]PL:%{p2U;yYX@bINd!rs3x_H%&$LiQEEyZG#D|;ZN5ha,p_jy(hYTk={*fO*K1Af1MWrMz*x#xB\"yw~PTaB~?0*r+j@Zzr&rCE\"Eh[6Qzyn$!:>ceJowT6p~)$*P5F[K4cGbV9.,m.UYQuM{Y4Hp(./=zJt6+OBX@<:GZ]G&XtmJsD=%]gTQ^sM!rr$|FGIRN?xQ}M$/_2}@(;{~}yLW0*#inRd|+b\"wefEFj]7eUv_MB7)VuN~yvMzF0lE<=a#qv?kMDPCxVHFE=mVDS8h~E.~B}ccD2bui3.@R4*5~YN$=z>Y[M],n!!jZE>7(=@.ql^(PPF4*>CtF&wQFJe!+o\"P3XEeup9e%uY]JuEu;&YEW>acz<2!07K|egjgm4yFTcIWg=_,)j<ZnmwI]ar^7u~{~(de]o@f%]a1Bq/!5+:?79XR~z:pzPfnP}b<|D2>@l*[<GkGCk/z{ZkheHD[Qvd.4m_|}&SHUF3VG/Hg]oN0rvW^zyd8N]LQ+J~%1Q8IR{kIp[3.kzz*@GlTV[HR[i?yy;f\"A.n`:#4*?vj@_f:^cZ0xORY$6}20H|@s5I,}lyFbp>GR3T`+Y{Y~B`db&%mD5SD33FFhl^9#@&<gQ<KnehVc0PhN(N$,_y;fxNp35_B[]R7Ct$C=rl[$oQ)x^Z[c]D[V6R|nNpl1h*C}w$EhoKYNP!\"?9u7|0FiL40n$ojv$6<2iR{giXcPdCd`)#sXcoG/AcU<,*`u:cy,aczB!+F7Kz@`9WOx@Vx~}u6A)eHM][BD?]v&K%84Fd{sXa=V=0j>#?L*!C!pZ9\"KFi(s#^X{N(8.LkOu.YQ\"Zv>4eFqkoP<%2J/7{8eP}.|as3E.l@jE^2pZ!TzEt[:k?UT:=/am2=$1Q(^A(<Bn($`12N,TY`ssl<yh\"xp}*&Yr}C7:>&&*Egyw6ILZ#`]61]0_EFwd%CIt>lP`sX$B\"T{`Pmr*r(uU8:|ToJA^BhTo_?r3W{k9CjWqiO5Hr25C\"`Bihrc]S8xVyboNHtKk0~!1>*N4rVl%K3>?fGji4u[4n/?BsQTk$~a$]e7w;nhn~Ryl(\"BU_XNZo_xUeXu,]P<ab|0*:yaOn*J(bek&5k(0BrH}Y?W/S/`pETPw=^.MNJ4H@3Y_;9hLj;cJ+L[LghGIE9<zDI`>Zc]C!kMnB9?&*rUh{%eKtHia*4+yB%q[r|93q7?A;R<?1f8L#Ci+Q!h1/`[p~cKLFt`B?F>5y_HQ!k1+iC:0$FPX9:KNa8VT?h6h]2!js@DlkvyF`a?oOf8J!Emoxj!+eSK3}s]R=p&l6[Ham$m6d#1Wb&?(}r}S[_v@XrTZX=Avr5biE4j=~?L:s(3ip<^$ph@P,dm``2$`ym\"^b8#O1J2\"bBs6Pry`{%na2*3G{z,j18+}LIy_m[)o~.Sr2xeX7&_)X_bTB,^!000_t}O]oiq3gQQ:FxJksY]ZQX}*;ki2LD]Q{e[4ppJ}hP6=MH0%T&xCt;~j]im:]hJ2gnd8NopoSyb?$a0hi2t?S<I[Y&1a2>9KPghF#>v*e^~a&0P8u7leV{*L;%)3flG/K3S44:F~O(6GOJkP=LaG/Ky:sOOu:are2Ub5h,vHbVSi;D#VN~D*;ya\"(mMHJ/2UQKd_4/ZfGq26i}vH@Pj|Y?$|cLkJoCxk<}P?Ru:<Q~)CL@Dbj|P1[KD.xc]pgU]v4sSW1gT]S+uHd4?Z{4zdy,~Q^y|<BmS!>o7CokCFzGiEQ]WuuB8_L5#6oGJ!w)^#I>ckO&hPGk$!<H~(TM+*zJnvlmErCa/5,~nj<,,w&lJ;Q84OeT76g];zsp)8kJ)(.jp!$!ntG+zej&%7$1}o;RqA7l<PC(OF<X>UEs{a8qmzHm+kz>AWd~yoQJc==oYZwRSW?H>jDjXi13o%PSf%+x.#Sqr2|2!fWgvXqkHK9,qFTPVFW*ESk?uCDz6eCStvy)w7)Y=X/+f<FsUhC?!vCkJK9o>M:{\"=lKvL>ii\"*6i1,/dE3TK^4U[j$/XE\"DOJyfl27G~K,\"gflRKi^LMI5J;/zzI{OOnYT,9@;h?1dMs<0PL))0z<q5t%(UqixsmA;6=?}m:+%@A1ba2Q~5?rmz#N;Aa8z1n_`$^$6.)C?_G4@!BIv+beoldIeo&qS+d(AdvO?BPYEtVp>M]U<nd9.{kuW!V/%HfTQWfISs.X&3T%b8Fr87>$&Ha[z;~mr^wfyO_{XU`Tzj6kUEF1YOE={dp_^KaSbE0.{Uqk,341Veaig{KH_N+.z+*bIt=o/[iMK5#2.$/v~d.`aJS`My/SU*9g4U{etJaEyPLw/]@heysQ#:h&,68F]#M4v2QuXt$$r\"h{v:%{.ks)Y?xE9BY98PiO/k!(TShTRO7\"+zFhsM:8VX[S$4BR7|n?`GZ?:1ZO<b90GP=~78B+Z5FKr*AWOvVMQH)*!;b7{?l*+>m@/`Y`8kHL|]PCkZcM~)Yq7,[9V_7FZ;7KXcJ;;H}\"m*2yD6D?<L{PbBM)WGmE=!+`y83+ng:8MJM6*8h&c>B+g<p{Nc;q:x;)/7f?\")a9G9UGTN[jquuRZ7f4,C\"{L4)`4QJUz[7GGq9lXSQ.wxv1mc6Rulgn2o{RiGs1r/>nh+NHZ<5GNB%N(ox2cIyGvF`,9mvv*^B;&EqYF%oGvo>~]bk(r3;Tc8\"fPKEMpVfGT{$e6i_Bx@ANxooc3)>j<U/0OvS$+Y;E+Z1zWV|XEq31+<ADSw)]q{=5`gTuUQqp3LhS4Q#a1n^yP&Vq$F*O(<ADH2Hd8dB*hg.~j}GzVd=wSMO~I^]Kua!Xqn1B~E5XjYv8~(`]Zs\"gR8r@G\"I;8pb;[n6&2MN4$.et[6$:CKSit=W$oz|e:mb3WIWby7E_TsQV(URH@HzlMcO,[UpJjqXNj;zTd!||PC]o$?UKn,*.e:`>1$+~kDv9&)I7DS=k9>>?nZQuSmVnUMA?{wWSA%7sJ{mxB?@(gnMT8Q`4d^+DwUndmp=XRIH_P:[~y\"]R.rV,;[\"Osl#Y2\"}V^be{Uj8^SpRO~yq|[T*FNwnkPeTGhK0W6qQ%7`xO`;*QcYJp>moeZiv}Xu]6%5u]QY=)\"AP,TZJ+uLL*%Y7fE5lNO6GS@C7^9lz]YsssVJ{u#T]7n?9wup3SCDv|@Q8zqhp:T_|<ZaeF&J@}AV#P6G=a.RRbfDIwt_b#zm$n\"N5(k%!R`obX:%Qh34jJ2liYCWauojwA*p.liLucq7\"~H9y96GS0tM#skr`JzT3F0G`wxfV<d~[n3nOwU,PM(Yu`~eXb,lSEVsnT\"RXx}c$Gy[4%73G<gI:]81b1S}/l`2AU=9ea;lYqW[\"`SOY@^Pb=7?aY+SlAz[WP[fH%U`(n3Qjp[H~gqjF}/=RRrXt?cWSY{]Ik3T5lk(F~=m2J}>G(0<0Ly1#_#TPQ5:Jj>55*\"OImm(Cc;I\"+El+ba2*yFvX17u1<1vv6FiKQo/LC\"jJ#tY}l<Y%jp7U(TXg.VU0;STEaHLpMS(W3D0<]*KvvFvvF6xaXxJe]^]x9qxk#d41z,Vh;<DU%DbH^_UHT90RWl{]laUJ&Pk1OHb\"8r%AYB0$7qPYr<]F>v0GV0IQoO`w^4@V|nsCHYY?>+.Rvi=>MCUz)7aDy(7y\"+k~B*7BN!.cr.uW,!=f_Kv+qvkwR9y;7C)W]C<HK_k(VW{R91>/dGSNa<7m,T)5mKiuaI#]+vglsR[P`fcIj5Js;DuSGU01;FswiLp<5c(02b!g5ex=WQ>X|GQz\"Ttue2j{H_<TtP,u#.F#Pg4qG.qmn^.cv&vXOXy=c2n|XQ*7+CKb2&EY6}?GF^lwn`_ES4hv&qJ+zb>H;CQ9W*;:W!hi}*Qq;=P6>Z,2,x_&0`+V,w:888:zrE<HTjON:$;DL^aQQ?9/%o}eI\"3ygv,h5J@Znu#d@y@~RnyH!{M<z=X21vxjN((^nF0_,N,fWnTguxr9[cRNK&Lh03R]:reOJb6kUvua3Yj^676][e*(p}X^GC>X;jsr(#7}1dj{k4:t.M)&/Ex35?[<@6=;a\"X\",fzZ2Ww|T(4hJ/*KFjp~Olfv6oHmiiZgZ$,L:UHkc%JYsMT.@n<RMp;L&jSRRC={qYTuM\"S8Qczz+QD\"LaC12yZ#nch(!C7[pG7$4B6l%$e0uses9&BO_8z\"=6`;%iC0^Yr2yy`%s([rUIW5(!F!Z&;=+I5f(?k2FEF)(m1lkL:%V}`<1{T:o=77hFtn8{Vjwg|)dg<A;aHXNm~n<M;]X[}jtIXsZfsj?G<s`V#h&^`ra}o2`?NHY+SY#_.6G]7t55r4kxJgCmwH>0PjFyY0z|@u7X!^j+VZ`3rQ_*k&UFst.iSD1CK9RG\"8w<,Q<sZlR>bR~a*2?b.^lll>l(aiGpocm&Izc)%A<qnOfO;tIB|qc$%=y&D{N~R5)M(P^[$&K4$(3Io~4l2/lmZICgRoD*QP>mdPF7Qr]|a.*dZnsc0S7YL^jp~a%}Tehz%:>9ju/KbS|^zT]]3#s;b9Zazu43sUx|N]5[FPB@2x5#[fnlu)a(?T09]~K:tBNcsUIcV8N3|r$|1>0ZrqLk9xa(tSZ})A{)Oq^wJ1F!wE5)2Jl|[}[=4mh}H_`>adhQ|58B{c(Y;XE7OZdN]\"7g.}1JvG]p@2:=F~;9s$QcC=f=:9HSb++NT=AjXe@bGxh+YVn?cXxWU>6HzZs`i^dj/@Uk)=)RyOh=@`Zc=c&Ebto];m`[q;/s2Mu!&wk2$}llH>R2/p4Vj\"%#Q=K+LZ8LE7(zB#8N34a@yaVtFo!?IQtR1;V)caZ%pvuzveMQfA{:acfFA8[m+wd(eIOZQ.c{Sni6YPiws]CO%@3t*Yc>0y3uh#:F},1Bqm#!:W*eEPO%$Qfw^{@rvET,OHPsWXc>tIec*$s8+P{Y3q61v}HH0rx@f35:u4Y6Z4:1~:ML57Ll=UW;r0+ggA2aR2]c$n~ucNP#\"?9:r/=,sIS<o>P.n+J3MxUjx}~&*~2.9%nbTcG9B>8I*re5JSdm7fy$*{nZLdBI?u*V{9l!MD$[AOg$:E^F)l5\"_9T4#r1D?0,&$*TIP0([@s)etVK#viSh+;{FnbPRw;epx~)?t~WT54^=KhKDPhO]1czHpPBU1<yN&i|t<6/,E%edto9BwqP&Ryas8a6qj^PmzJx&Fd76o~|pgCK01y]P+rJrc#z3b9mmW_j@UTygX0BH<$I,,6n`oO#_(;F1@],v6[rI!ivqqF~{dSQ.Srd6|HU&lq\"cWW]P({M}mr>YZB*iq3gi1SkA?V+/qb7_}iv2^8w>05Wa\"oz(]Z&Rd>o7jj.~saF<(88ofuIL>&\"!pljY{yVi3b}z7<d2iY;2Pl?6?6Yo<~&3wC}(MeG7yoQxlle?1X9\"A~?@oqBH^Q%K$[`h_Ay=xy%6!U.Fn%_Z|~4.9GLF..@^<Yc\"Tky*[iB~5]DSCMHQdlI}#g+/q[F^aV4z6HpapuXk*NT}N;dJ={)*+&$drwelD2|:I1z=/.KmvQ)n\"8%J:y~DdJqvPT1ZT4h&.U!/\"7Rlu_0FuczIExBh9l,a7#vI/YFcN`H1XRP.N0+9Yj}*tzxUWohTEWUda8rUV(Hx:,IK<qF>x)^hik8PlY?\"hb+jGbG3Z]eZA/BdRCE{!`SsyCos2.FsDK!{H/]<)cFoVqe<*J{._6pqbAgC|.]%e%>dq>?W73Pz12>@_t=<h}O&mf)>ofM^h:S,a[.x!;NsiB&p0?&2],rRr8oQ~)amb$1aJ6%KbW#vEMg+ec^w}#>A9kUG8pk.cO9]fK{C[;o<,8|hMtr+E7T0cvMp?3AN>kV/=Ie9msA]/YKK3.#uV]<6.aIhDH8Mzu%@dYPkSV$3Hom#u@y?L[X)Z$S0:q#oe]rO=Th_N{k&Z>6<b.1Lp7.JPYNxOEg_wFOI_Hz7alNcj)BrH,#?p1|Ua^sbY<1PmZ3/lJoc8]JCfDb)@\"hL6V0b1mrZc$C,8zEfm;O*#fZR#NYhfQDgd\"}_pA{uqr^Y)6*n^Qh3r2fMX$h@e9GjNTSAe`|I0w5?f)t^*ur@\"LQ2?JcS=1Mn[Y6AV1oaETI]>@LF6GMhLn7`ZlGEiE5@1+ecXfO6x|%~Rj89z9f0LR0L|(&cB3rwx?HjA9ROAFt~GB`:fLkHl`P~[8<xs%kPnJ`q|i~Bk+lcD6Ny2P^NQJq&SDat_/\"Tcp:}Olf5>f]Z_WHYYSv(V54j5.OrHy@#p2DQCb53V$c0@2xN#3xhSb9l#U>PEc]Rb2X1]^M%Zh/N}UDN5J8C!}r7>GR>%]I\"/Q~H*l#e3}L0tj+JF>itnWJvXx1wu6L#p2N{(%<6%swV^(M>62l{CUK0FPO#pqRPvF^(M{:.SAyZ%Zy7Pr9Cw~[zsb)s#MNPp=%HVou_gyx_4V}$D\"[Y{IDO59]o+KyaZ43G+!0)4W~F*]o<gaFw!0x{:w]93ss+A)f!.p,:[NO1Fof,ULIzFG<\"}`vd3$n^4jN,C5kts}X>lzN|ZH6FXLLK!30s434{O%?||wDmXf8:<Ejar{|wD_/pJX<q/bcTHe9T534GO|5>tFd;m{iWW|(jSG(\"k?ILL:}{RWW#LK[%;@8)dspIH.vEgp[^&ssF5}|om.DzF2pTFlD9o,{0o@lCr!bL4Nw_7:V6%i+Dm${bv|pseK;^39lXbtt_3/pPR;z.xS/n9*:(]||/lxH}nU=s,mrT5&~\"6iP5N,2r9Lq3M{08$7YJ7_p+4Zf9g~1@`/U|S56ZS8S?vL6PRA|N?qMF#?Yl$waH`^]8~z:GYUcRqvUKIk^Ry3SV6LktUe}SY.@e{=0w&!cyPR+7l=6uSt:fBLgY=_lY=<<fXh6\"=j%Sfg*tf&I3;n9yDR`EWbESGFqLkp,m@{3@R8SnnozSI>pW1[up^|^dC9]EY6p.~P|4;ys;KHbB4TJs$u$LgddCL{VU}:@&4W}S<e7u1[YCa5S8SAh.`}=B)XbB{s:j5GaMRqS;/9=c9HkORO|@0ZrZ6m(L$/7VgzFG(/#N:_lQEPqDS>H*^u`@<K0cuPNeo>6tj)8)lu4sND[C<f\"VyeVDQ]`2CE#qF@*7/(S\"D`t&0Y*{0O_xM#a9kj1fan%86U{PRlRQ%_(/^Fj^RqFR=wz_h2rEy/8$^++d;}BhoY*^%;5[Gy;8#hO10.*B#^gPsPtVyj9J*jOu~kD0?.i\"bCDN.Yw[^b9d.s?V3f>5pFjY6ZRX<NsQ]VcWU)O>12,=c_{O\"#RvIfMxOtoA0yvv2=bKd#!B5z;xM$HzIVJ`6*+&S%n4X~8$4v7&8LHdV~h{WF0PHs4C6Ea~8lQ*dMYkFaQm#VgF,~qSVB=~3k{?m9CRZ_Z<gssZr6ZA1;zL{lv4kzNc^i2T>ldwx`S1(gPicSbHSxtoV[0C`g;D432w7=gn=.qbhTt=`}q!+.7cvUJ7edx0>qfwS284,7fQ^*]^3a\"`ip9WPKs=wU_(&tB1[EQq/@)jWK33:xU(`WQ`ccJ/>S47P?]78QyHg}DZsFlE`Ef()<|E&8+bY77d}9ea;v<qjJ&y_$;KmA+^H6>t.$h`![fe_Q{w&f9xPu;:V?!/KB^K1;%h&TIu1+o~_x,1vN.Tl[$mKl0Qx#p$R<:Dh9,y{lx+oOzts_m:;=`&oeScd&3/%Bw`rJ^TJ?qI?Z>>I@T,XZ`vQ\"Q%k=.\"_g9<>*\"2N\"/Lbj`<CYKkin+S93bVCusU}x)<NNWD,G\"VueU#DqCG*B>tmQYK#6AM)MA$I}Nxd/;Pvx)5LEhP<P]L`Np7><Bh;/7`KUyX2\"g/Dgz@Q4D^z[D|5X28US2`+n3+NFs$FUA}h?Do}/G6VXlH[52d2kw3Lt!n_%D*;Opa+j;guuBwD?t#?|CKi1`eB\"<{SXW:(OHL<{Sh.f|p!\"lK|/l^JthN64TrH);B~$Kme?7q5bIf[n06M]T{|0,K.NX:kh;]9l5;pJ&UMWqTMqac*cCLXbtH+y:3OKxzIEmS@pG$BOvi?C@kDJ1:bf4kQX3kobzAK;zqDkZ[+x@HTreQ]qBU]#4^`QBqaTm<7B>Ha!FCVpAXa&KNp]r6?H7qW`=#g(Se4^3HBA!DyeT^|keb]Odt&~g!p1e^ggl37\"FC|\"@=O@Iogj`oSE7b+d|Uahp{kv5@r2`HUD`%c8HYGYKgRxg^MS`,${ys7wsW}PuAVvh[6!=Y/0k|mccwETTWbuB54%^27Fdgzk]A<0H^8mA}gUA=%E>7:L91%u2UY4j<f.okX]B.Gj+_}1&L;9Dd.LHSIu:S<B<lNSK{vv_h4)VkQtRR6v6=XY*8Sl4:z$52vY!tuAnwT~D]t!!jHDjw*#<qhcv_MiWXb[,w8RlSX/]XH9FfL?^xLi7zWd7g@AQe23w|a`N~Br@jfdyg@\"Sv!NL<P5}l^:KCIfmATEv~Br@]G]=rl@g$8o/1nzz<:`KXc[gn8avuYKxjV1P0IF^fcGDGxF+t4~:3!./ci,WCd;zkF&)%;>w/g/mZOWg`NF#1](G|8I`xg$oyc2c>ht=Jff@?H=*s1]u;&a|vVmK,V;1%lzdBN5])meZ&^#XbOh4gHsDB,%ciwUMdC~,D^OF<V%@%QP7t^!U^4dg%ZZ{P0CmC@Ki8<_?\"F~hu#,1X)Ww*B*upj816]syyK;]@$DH:Bs`:)`4Q?.[gC#DA7l`4KmZ,FK}$O*{hQU&=7[YIJY)(ZLy~1*9pe;RF}8uXo);jX\"6%K\"n_a>J5e)Tv`ePJJ;VO5F%Z=7FN7S+;/hUhEB^fW}qO<2&20jEBDy*WWP>SIHxvLA0JEGvyJ#Mf*7x$qUfZ&B,k5Fob|uC:v68[]~N9XLEil,K{3^3B;kye;l)h%}b?fXfKMWKzB7G/[vPXVdmmW|bx(yU:cb|C+:hC?4BFRE@Udfz7>ocI`%%)@Ri?eXbQF&@T!$;7!3P66v0ruAmNHdd/J3%eB43Aik9L@#lYc=Gk`7bXbWT_GRE@7R0xzD(m.Gq_aE):1yP\"6(K!VEO=Yp9v_2L\"XA)XnP>:k)#CeN?T`y~uYT>I!3W0&GqHa<4h&GCwGNfAm%rq)tvDTNoR90?]TT7K4ddZp;cqImHckde+O<<Io;#VlhpyMW4u\"_nZGM/XtPGxw&Ca5![ig]KJvNw~ayGXzG:E{zQ.il9fl?l=d77j^WJ/z&#h>R<:8G+Eh:Vl@~T1/(oW?ep>kA:Zf=<m5kHWNr=C~Nx3Y<Nc+ArBmi4+o}pZb(=$JhA1wGo<bsF)e~dW;g)196cI!2B|MKQ,SJr;bZ{mMSZ\"6}{]ZS[kYX}P1}|Gc=7w?^Qq0<0VxT&*h%ROA}RU:*[QF=v2wyHqIX03wb/&l%r#JmMipB%VJH_(su2TdS)Clf?Fdc3n7?fGz[P\"/=VIu8q?La/X8LIIMj2>BW==yrp/IRT?f]Xl,rF}z5NqTsV.,K_xGq$NO24Vx<XfZ{X\"6^M{bG:[!7LWxFEdC>9gN_3QuK5{DTYM/kj!Me:3P7H]mnY[;$V~[lyqPUqh_b|tF5uBLM6#Vy!rJLc59@c9]kNddqWg=IQuh|c5650*!4]^]raN4DVHS$=mSx2O_`E=es2Jj{7{r*;$=9]<Wz~.j=P#ni;#@gP<d9]?]SNWI\"Sk##:,eG.j^HBE9p%.y~Xmz7rc&|^[5N,8=Qkz/BkuzKEPar9$V7/(9L;xG!6WcO;`r&ZQ7FiY[#641>\"t4Uu[.3o\"A*T^1J1CT6vPjb]#RO<h/6|gc$4J:frY{?3&]nW_T/pq/0?cV)[X?}$MD=of[=?:)v<$=8L|kTcU4s#1{4U^4>##u`bC/(f/n*z_75U!qB.*C6#t1T,i+dHXY_QIaX;N?|0b,fEW8N:?$,n{/(Xb=^PJ_)#RDVIyZTF3|+MeN66CV)LhFiv|;2q6B1S[6=AXlxGlR<ZySOs$a|bleXb|1)8a(a!_Ky7B<fPoG8OZQ^$33Ma3[Oi/!ZCPJ,+}9OIv2P~x</t|b(+z)htt?EHl3U^Jx.666~JzQLE8O:jL3A+&Oa=1XtR[ayS7VIJu_jyV&44Lh)O>3f/Fipy56.3mk1dHkFNZ=*k|mTa+c>hT7II_35XA!t0$YmY8RuTJYDM{H3+tc%&KpWg`u6*,^Jl%V$hB?ij?F5wgeQMTMMiG3RPgGz6gQHJbzLx_|vOj$?b)MB554;f\"v%Br;\"LLi7fyc*bib58wq!NfTkP}G4MaY<82NFTnrf2DHrC>R(H/f3<<kVcqds,QXwPqp8#D<qF;f#o8#p5^3&ugU:V|CCDAN%4Bk{PHm]}gY2cKfg8mr&iY[SKrsGD:iBF)I`myR_S6xm9C1K[{s$ULxoDr(Lr&reX;G*#~@9#hJe3u9`<Vl./jR$5t<%nTORpfNBQ!o}8VlEoUn;f!%v3]M1?$^c4@BY(BW:5:,YCv24S(1Ch7R.*c!XbBdo4l9J7:<oPc]3Mr@waZ%+P_(T:G?6]!>N[&Z*6z`@B[4]3|iXd}[!>!el2kO&;h%@4WKv$}W>q?H\"t`O_D=mP#`[jfiZ23@P>31<m9An+qz6VmfQ,F9)AdttY|yGj/^|aU.zTH=Zo;+IJ8C,66&eEhY>9O&{mT:Us^TB6Zg~5>|/>8Y|zzAir4#d#3G/T/~o[xSkE6EpexT[r&Yi*KD>9XkyL/WrZKbN3J9[pf&]=`x0f%Vm7E&lqQb#n#u|#Xop?Lazelmn;zA&rCY6LMjFXOA;sePM?i7,tn+9~6PE~%XXEh8|aFs:fCLg:EmM<dq_Evstg#opt!U#mU_e_wtxSA+Z\"&g%Q$|eOC!HPq5p?/m{%]04opB_*E+?Y/ZLRx_:{=sSVSj#Sj+W[Vupnjo=%48nJhWWB)!YWVDn$d443(TdKq1X*fh6C9UC3cPC}7F#4:]e>k2!Rz|eYE,:U6OZ]pR2kS)8L0.Jx;ov.|wS6g!dCOsZx764@$Ua0jpBLC)dpTLHzT`JLl9<\"9sVpdVa\"B=)MB#bud(daQzHF%\"5ao6*d/u+}4zML6VjuI&Zx7it(NJSnBJCm9M<lkSd+1o0@G*)>$ENQp{WKN]tFHpSUIs6FwrFs02LdXMU4D&Y{WY7k_w@_uW@\"(o|yYul5\"3hLjF|AY.Xwp*BZ_O9|#k0dLvpkMR2J^M8$A5Z1CzIhN)A1[Y92K<mWWf=6<3^!g=$mrsT2>mHw)eeLPod8{vn&_M6[fAO)M@b|cYlF2%};TG!rVDe?RQTX_4;a1eB%_]>9\";H8PPqdK@!acv@C=^lEgMWsTf?%nS53qO7|(E@#:#I.o;jWVa{:]!<;e2Su;*UAa`D%k^K*C5/PT_y|_UEeCd.J[.j4;>ZC!hG0E78]4Xa~87#i<XOBLOq|H/VDty4|A4LeDM;h!*Q3fNL#5GJL4\"72`L*M>:#k](fFTri!Z^3~DjRA+Y}t&),_!nwLKM.|(?0mO$#[}2eRF!LzU(#j[<&?h:kkhq]Rvi0?f9JnU|*wI?S^GwEL)Y&_ER<aV>eCq5NN!%}p,F>RT1q<pdJ5CUjlfK30dM?~OROCmYG:)xEiG<l1[8h~HJ^R=_3>eea?n.X1FY5B_Yu3IVxeu0KO7mx0d,W,^~Y&<%wrIRD8E.OL(5rO7oA%8YvRug?;8!X)(wvC>~!rH.@=xHv~(HuKCor9)4pa?|Qo)44d(W=!Sl=C#J}&<Dq>eXbTU;rK$Q]V0}kK|/l6,pXTmkJ(b8HOE&K=5e?C]63:j{[,h7.Ep|bC~RV)9_>`xA%pI::8E`a[nG/*HvZ4x(lUm,*Jd<y,}^JBeTc^}P.gl(Qx+n0HtU9mube>uv.]b~le8X{)8S2C&9cx=ISBny/ya:t(&6%JXG1Ou0dcjS,Mf!q.52UOJv]g][VNaNpw/L!ZcWj!k#nLYi`flqANv9;*dqmpO[;pR;o(7p{PdGnk]TICNPq:d._Dy8IiwV<jTLOH<8ka>apX=SS9x5:2o$J1`oX9}v]LXb{%nT,2rzl_!_0O53/XRfOX/*x$ck[yP)8ZE*YB8SYK&XEVPWXVS,|+4gT76zc8~nBpD/*$Ik[PJ8#._:gSthOs,qY%H]doS5]/;Jsv`><c@va^uP8z8|cH:e/,/%Ua]&cKPp;!to!!RkjKi::#(x|js=V&%<iQv/tdUrTR+\"lI<`KnccFB1_nqSNl~K%f+rqe1qH<yL*#.V*4Rr{*H5xw6#,j?MLnds#FY|Y^UuvqmSAQ`\"xjTK$5}IYq|z@xjx4Ox6a<]t58bi)Jdd1LL{Wm`zyO[:~fK!?E29QFbYv16p|8Er*`D4$rh?>xPk1pr@O/i3NjVo4D#;y%g}3f?)AkDl9i}r7rj{X^{{nR/ZB>1,hQ&!%ddOVa]Z;zp5XrDTcL5rNpq</1f?D](.7pv^gk;U\"t06|V#E/3+jm5x,E]c5m{CR(tP]ju_:$CSJf=OHg|v_oS<;2xd=$5HiH!snzZfsdSUq4EY14d62Vy,k8Bf?c5^31xgk;U>tO<%.lLLYWtNr_IM;i>`*xP.!/QM<SFS<SFS<rKR#m3Hik3c^|b&>jvIn;UP)+UQ`R{D~!oDTN{*&:)(^)^+t%Z[Bd=_#UNvNs[2{VyQ<Az?UUohk+5^3br^cnDl0(r7/z$uP5N*2+.7pR#ZO;p_G;Cet6*jf:XT>ZsYo:X:%CbQ26[[4De+NR/Jg7Z%eD/_8&<$V0]m@4RTcwe78!431M;=%LjR$]46x%)?E]L*D0*]eF5:@5]5dmjba;/1zFWCq4pXSz}dhPF6<K&!nXda5,LuJt<;(suB/,&2c[z*Jb5VBHY0@KKWff1T&MSjyRVS3h+ggVTH]+J3[g8~{RBuUZ:zZ`!6at,.&Hwz],|jC*V}+{YDuzE`[cm}EEBKMlN>ZQ0=?,+nE>190E^B$gg3D4_C+9?P37o2.+|nV4Fasw5y3Qsr.4PF4wnuyWg}#Yn$1[dU;)#`G|#>^DJC#YGdkCVdsq.TShp1ol3l*N%*V1OfVdORINXe!ptqc{w6}y{k>E1.fW^phg,}J%X7pPH:U@.aK`D_pzYEgKx%mZ22wV)q,Eok?+)K/+VJKQy:;_^,&%ok?Yu1;{=bg5<9BL+WI!N|g#nZ>0;I=;=2`?%{rjR?.,{=4;0m3AXnwXM@.WoBo2{aJUtUk`zxyd/h;k*zY;d*2zYJkS+fojDB8GsGeAPCev]deB8xt]kLeP)*[&a!_C8Ae3~X{.7v[t]Q6+quS^vn[TBa5.%uX/W)52[h*.B8/:7Wi^mB8AeAPs4vXJQlXOT)\"]E|=C/c?n7@COvWF>|L!.5=!&EQvz^;6apR<^]_E2=m8nq4]7*8#rqwap&+K9dk(&EiPYV!g@K3.nV!;EF`5n[\"xjC[/eIo=)gtrE,0;{UBO(5m%j?z[^=eX&P$l;42.m`\"c)Ob0m[^Hz}QswH];\"}cO}PrdPng@/h{m*/9bCNqXNE<XJGVX^8WQ\"GS7VlpEU^HRV&c.6@7f*ideXg[c$fiJ}b%8S*&;o{^Vc,JfzKD</j=P/c9.,!LVD8PBp7eM2&nf<!tHS8k6Ga5/Ca@gQFqf&8Ah#}G9Z,Ae)8G<E7YeZ}|fI)%d%8VCq)F;i;&LAs9`6I9$P.%H|GnYYYxZX[umnYl*Kzg!B@~w2i`2+tfe1HsOvmsYak_,p7=Z?O`OD]):ZgT:S8r7ph&d:VOhcaFX3t,k#nHk9ygb(oCgB>8MQxgz6Kd!LsT[M${Sg1z.Ih;w9t:e59ZOhpc0n5iQ7gmEgrQaa(o,_g=:]E0.0`8&^S`g7o2.$7udgpOTc.1gx6>%QUZhQF)VaLir[t?lvgmE>%2+s$TMU5tQYlv2V,G<[8vpneoQ0fTawOdkgf;!Euo`0wpZ)VV;~k`$4zd)nA0UAlR5H~>0*wsp1`n9P03#rvsq%w4b>+t_kf$*3C$C:XQr?r%w1@45k2BOB6huE:H2E6t:fG}Wra2N7BAz3mC_5t>LqaUBZInq6+r}Z}0`s,_FW6YbGc.%8W?R+!?Byv9|SIH7p@ze^)u0+992HGuh:;8#Oilo<!+@s)80T+V8C<p7}]J{>S>5FutZdeb]]!10E@E#WrxyZuExf!d:tT04\"6p:[XWq;k,wZ$;zNm&U5xIy0%b&21i]4kusv}93k2!90L9p|/a17]mK.ZWKwMTcCVVm0EH+Vav0165T~}*TnK.2~%BW{TK;uZq,V]=|,Bx34&9sSlI`j[>.]P@V*oz[L{lb&2a(p./p1,}Ja>1w]n{Y2DnT87Fd{0HaXhhHs})!LJC#YGN_!]9.EqfphQh+S2vEi.]O+dU[U=y](N>jh.NU5$L9(ZMh8uK>`z/K8;SsR*^wH09:ZQO_j%7_:p>Z)s`IcEi/~qJ^S<yH2FAp(7{w:}cE`!fR/2{mRv5V5\"Oev2m^%gd60l&fQ!2nN;f8VuY=]=.#oh.?nba=pBTlmF]RO5Wv<tFD[j/32,r]G&]%`5dyAn(18<{S,.0Pp^}qdnQK(tu$iCK/lP)8<SiFn.}%z{r_Ix&^4NLdiW:(q4q%mmHwO{G4kWo/gX)pp!1cO1u*Um<*##\"L(\"z5x)/w#=d8KI~oPX7q}F^y{o!rEY?&!]o9/6pQG;`!nc&9spC&y%+W<:2v,q0,|cIBgU%;e`IgZY(^*dJ>&;?]+4YhN;v<E&|M1%FNC>P~Jj6h9qFZ5U3i*m)uAq!74@HLW5Vro0.B{?{.G1An__&e[4U2I#doMx%rv>gK}Ug1;}pr~n<]np&%9?aooW!LKy,6,%5@$1=+.{gYeEV8d%}p?@1lT[;Yv&&%`=h3H.y)FbfLdvidI?L3G}!PDRZcGi2n|bU3&U~N04d?ApXbaO3q8G1Ii/(U#vs$_I@.b/j<;{u[\"L{:oD/o[rM<=@k$zWXzbx4p<ZW~k^9W@81,!QM!Apo+1tN#\"G%<GmQ3s}+^*|32Jwr>{PF#D}Gfv#I]L)E~qMoDQ<<THp=V%Q1w<?^K]FBn$1[.$LmZx__PXg?y\"UqpJ8hwzU9EKIuw~%KhE{l:6/P54$S2=)&`FfcFE>Gow|xYvC(RW!k%=T4]}.RibUitc23orJ;_bfF/s>SZtdHva3!5/Wc<ct=bDFgL~zj%h*rhIkD/B+)7dx#H)H9dy[nCJyQGK4xEd.!fchBALe|YdGXG4uv3%BeRz,/I_YLoQSWnoMmZj.Qp<H/(E{ZH6Nx)!k6+\"#peX0xLtdOa5kod\"kFdZzXK`M&c##(D9EEq<yMBCCx\"RccF&3&`sk\"GZ2LpFAd`p!CFZ9rhHQd:b8<<Lj]MC%r65om`I8@r=imSR:2oh=;5\"SFv\"hH^S]$2+[7,FhDa/BAN4D>MnK*+(WlyVyX#ppL|*^]*r[8F_?*9Ona=pU&U6mpm#BE@S<l!1,;&SbmS)%l+lL^Vo5BIl&9c=dGs[2;KK/f6U!6M6^{FX{O#J}9x|9R4jssbIB|f#N>[ghchngQc#HMH+tB<LrTs9^8D>n%6fz*}%KJse:0Kafwa1yDmj16JT!Xp>e,Ks%e6zURBq78P9OC#s,cdjsef66Trp]twR3ihTJdg+Vf<uN!L6NvL5zsRJOkK:(br`\"7rc&u:2HA0@8/fba1VZB*mfvZQ(LR0#u%@v(6Vo0b8)c<b`#7UK<`ZJ]N%pen045Cp1=}bRUb+2I)OAyYfee+N8|{vMmT^y]|utT5v31E[RP3w{*:{fHM46GAMMMQWMXPXgsJLyA/o30Q5*fb6L]jfS,=g{aS,9eNb.Z0,bor}+>{n)]dvLh/*:?J;Q>?5g(Msqlh~KoG=_VcJ\"L@^Mb@Th;q%RM7/LekgSvF5\"$`p29qV6y$/:./i6~9@,4avcg?|j{R6<{84zLw[^RZiAU;K6L!9uale=g5Ns$JZ:GEGl(u{~huD:)*xopQHA^,t|90*D^FX_QYAc8PvZE%u0;cmw{b$0)ai{mDA{mQUxb&w0GFydf+1R8*#7j]5oG<em@^j%0y1Pv+%Xa(`8(vRCl`Yj`O>/^c;jK|QxIK+),I%%oraJj?K?0^jq*{odV[S&]TKAo9SUo@DlM/<yCzN5;{.w5h;EZeVb9VnJyDlx7H1#y(x^VCr:l#@pet^b?vsbW[:;la3=L6PzP#baony)=^3:gAh\"6s$!x_pjAsx<*voM1_`?%{*o`>%P\"@*%!$BZ1/f^0H8^n$8(@mQ\"Q]0?)^Q]0N!2..08dm4!lP8i%3?SHM#dBrQ1T`6T+pfxac10{xjO^Q#<K:DNrMAXf3&f|CM4=l:6ze6exEND0Qh!iCO+jP:fxB6c;H2WoU,),qm,#*}g<n$rq6pP!?^h<UP8dG5Z245|3q}0gZj2?x$ppdgbkMa?hhHp98@(G`+}gDJ~.#3LQ#Tkn()Zv$8Y=)}]p!,ZWoI(qEJ.;~=`?bIs8]7#RtTs|S[b16c*h=Q^RM`y7dM8&CZu[,i&=DYrE4pNGBYCoH~K,=\"3le`+JNzyM_bq*ATb:[,L*\"k|wsju#ijf::YGpivKF^Z5m{mjKj$C<j^BtFI/{}u\"/aMs$jv#2Yb|n,!SY04Ulc%gbVgO!*<*iOTh}Imz2R~Dm#l_dLQ4JVg+l!jq5lr@%?#2%j6{=y2?<Y)ZP653V1pd&/^5|?^4q,)8zmc$D14QT|7!8B8Zp\"OJeehxYgeb0\"3YM+Xsa9i8%L%ShY>iCh%kWHS!gheOb1)lmQyv<3=UV)pt,|*prm[T^a<]zVg(&Hj8TmK&<Xu{7.SW1Wgm9&=8,NTam%`rT2<l[$gA8MB#p7/y!GPwh6lezU;buB~dvZ^#Jiq,1\";Fq9yPn<hcC>cgB)=%2v<4xd^f?YCgMu,*NFZ1T$7o{L)B@p7\"En9Vp=5Y3L$<KT{vrZBOB_?W{d=59>rX]28C4[E5%D;>R/2w0U^f%+(wUE76%@LX6*wih\"+gK}k%_RP=qU7)E|.gHqXwxmlkJf>vvy;|i&Z*6]o\"Xu_E&t!t0ESd7Vw_stT%.RnUuv<?^p__+Ua}n?%35dd,/kb>$;gtr5}wn*#W=A0[7B@#epw3]ciiViLWt9ZAF>%NR03>AfTkUC6,}zhp4th3+nPOMu:@xw6+2~yw6bnnYcYWn\"%#]r,tHJu7L;kR539[xGAR<U*jJj^W<(Ge:e6IrGxe9lS:VT6!~yQ7Ee`8S]r^l@G][Dr[],e3X+.;_5)vitVIIP5<hl3}(t1%Bv@@MZ0,kdRjzf4DRnNRFaK}krtPc9Kj~3rSZn2}{*TRsLIkdG99ea57lN(upzbX_{K$d(rW&@^VQEfPq1dEtDC1tIzHn7d[$Nc,/LnN7Y1BKYb)5YIx8!=KTBVm^?VQ425CV>_|`dDi3aqn<&mIOSp/=6*Nhn~HSalx77biK#?2T##3i23sXZ(,!YG?OR}i~86jS>_?XjPh?<P%XjvOj.WFJASfcPI!0w=s=~M~d5hn}O]45r^1ETm8FU#{xM@XB@%g%}gu]0p3DB!Rc|v]4][ss+A^`RGWYspImUUn3p/,Y]yYSouZ%3Gi#@JH/]CusYX;k:se@%kIN^enntsZ)s/?g&ImCTfRTmKo/nY3zpPG0eiF{@`Kzx/h^hvpP4!X(N?kSV1[5?w%Zq4(5g^qY&H]d5h0n?P|<c/nY3B&[TMtZ&H0Xw!Hu?T+,ss+t~`eH~/5Una(H4Xaz~}f*;[9Oo:@f)F;9nzgE8Tx8X(eRfSp5RF8t1Xmb9M8T\"xZ%dksskzOi@.qEXE\"p}|8D}[9OcYr}u1QEi[>`eH[/gdwwm$>F!gk/ke6>mq\"}f*~`Axt*@7LI}m$[9OUYmb4L.vs]\"u<2oO8)oIe_<$9<*w<2p7@]TMY5?w>6?w%Zg[\"Z$tyYgQ*vQV:Vkb&N[]G}6CP?zgODhx!HA0qzFd{(1nt=~>i&+1S@`xS=fWYQ0HbB}>=c(DKGMo2pKq*Xy,[33?Hfm4@62.dU_J}/Ad(H|$S7ke`=CzssE[=?@kO6^v7a(dwOd!H_tyP707Dl:dn;Qv7ok?,bh:JrP8YzcetS,G~45$H7?gZ`Xu@tQ|>wD(:^2SFuY6JvA{$h*Z*!=_dkx8tIm%4^M4yz@]=ey4.bPpH3|+tx4lTcH[0Lm#Juv*BG9#}TP96cZ684H[gdK=\"S%rG/?Vn]!qCfkK/ZFq7P/vqLK[Hi)f/nu.grYNlWQ112l)W6fk_tv$%<Cx!o:XQ[N4LI|&giUKfY&~\"=|#UV72q#<_<7@MXltlB>.aF98dN=Dc1]p%E1iIAs\"Z%4TFSW{.e+gTU&JOY(m(0Lm#dyMB2>.x2{F0g80LlSDFm#;IGWvz~3Q&JOzC*976P,`+=6EPkf;g0GudH6Y0+!}mafd+m8F81#nfOYPMr]G1A#ct!]ny_cHl+We70gibej6|a9ze?mRFB./RR+2)}Wht&\",7htW8]8nBXZhtAe{Od:Nl0S@n8Is%0IZ;@/94L{YtTJVK}U`H.~%tuBmBPxmR~#t;Rb&j\"8SG|`>)8P,Sht$e9D^lzu/Fzd`!(v24z@D|CN+!T:f`bc$9fHe}i^tr@^~N\"V?[:rPx|oI2IjlU:6|,AkB#@C4LZZ2XF/;.Ak.C<SY:1Jf%<&yE`gnXteGHz./ClH+U*kJ}:Sb2NbSDTwiGdr6{hmwyDM[~X<jS/cN^6\"W3lr%k/J`p(}2{{6G4x!m5SH)=1iGY#l)5htyesm<gz>GoNQR/MnTFfoEGc<QnVhxwpV{);Mvpe,shu[xL26hsuw$=H0,o^SI|dw^$Y5583*W^A<;7^w3&bTMXyB_)5ma[R<2mB*BY*}/jB1F$gY)2@.DaB>!#WvZCEHxw]n(`lqBgU&yUe$N*!b=]z)]M=|:KvaUK;@_1FJRv1)ai^_XRb5\"ii5#1?8]&JZdjd7kCk_~L$i/\"9#Q!eiIrF>=zIU<>T(oy\"B1QT`(=t#/tb2O%{cy0YlR]Q^_6MGI[P+dy5K!@G[C9F`#H8V]kV+i^A+dy638KYVwqmiU+t]+Ko/.PQc)7G&J@xY=os~glIXx@#9P;$DQD*7^dJ@P+dy5K5i`N4KIrG[$VZ#j~Nv`YWhOzu27Bz(Alp&}>cVEp5b.&t[]zB|Aq8I`_NUz!kVLb0fX2N\"{7CW\"6d4Ma]Z|Z30;+8`9q4]Vvb2t>Gtb2S)]P~le0@5?e(JsH`ciU{Z6@o7fxYt,eg&VQsp+1f!++{6RW3=)JVu@t[w|xr}8@Y][77l2u*qIKp}:8fpG|`}s)*+c,h~1%,<gkJ<GZOfN7Rkv`R%h*0{E4ki7_h4E4,wI*.*HD(_3Lz?_>R(yO;jpp=?sr9v+QrOUx6^6h^;^%9^yEPWuT!+:Q9^uZg=xbRDr5>~eW8T*nr@*Bv$\"VbFq(,jNRNO?^~TI4SKsCdX9k}3@JE4$FLyKpD5Wv34^379o:420c|b|6(+=6InNa,;8XMUa;ua`l/_899UaEOv#GjNLmZ{04E_Ld,`U)Ri=ud/KYITH9M&uaF/Fp~wVqYTBDQ!^IFIqoOxwY^n+n6iWSW.Nr@tK5:#bcXb0$6|_FB,j#t~X5`|sduaSy<1}[X|sIWTH2!Ch^8!*sW)qH^KPsF,Vzaf1Qb|MINU]?82@,%7&OuXL?qLw#N%t_eRsmYuvp0T:&z2Fo/,f+~aj.11F\"3rqYAdb6AFj0~<1&!L@pc=MH8pXzAW=N~N)[6z:1spTl$D?:h8b,;*fR%u#w5[#|B!<QF7T+<98Rb,XEOv1)DX,Tpmd@4fmx}Ttk%*28n:6)/FVXOOqV/FW)8Y6^dws4w^>eygS>6Iu5O/jK0{dw3n0A1)n?[WvhWKd]gHz74U<+,k!W$FuwCX3YK@7qyUc[;?4>IQ7oK$}<xl}$++fsYx\"b+?X{DrY].jpVj!Fi{y.)oYkbc6;rAp}D4Lc.H!|5SD/n`/!ZdOwK\"+f]Bc&kY[+ZDla{jQ)G:0+cke)lN9xSkJgxa+]&mR7R[hFB+,1WM^f{%/#%s*^:6cqmTJG7ic1/+!muj)|7BSZSQKg7UyA9oSa]x1X)^@$Q9:lO]#qOR&~QdLUEY*:>bo,S0>2Qjj%TA07h[C\"66:Wfc;0upGWI9`!FQ]m8B;e}.59e3mst`Ur|Yn`n2#MQsp~7Ae7iv}^{_YPKdV@l$_k%?;T|]{a(T|M},s.:ehE_&@|%b$3#|nv9P5DQhsjh2e/n^J^30AIpF.[,[,C/E,[<RU#Sv=jUs+u}I|I8D8:gjjFo.UNO6,vd>%.*3,I4t.pW@l)J|8w_~8W#)|*(RN{`}$;0ihKquRH<9|&[V\"Xo\"=H=2o|/:3qr7/cePQ:VCp<z1:k=cM$BnB\"6O!8b/84p%<xldOwGu:;,BqRDY]oeUpdOm&N:BwcP}^y>F@^3C_XKW)im(.a|o04JXttUO7[]RLpTa5t&}b)2*!<[o}7T\"6g91C@dihN\"tGAnYbhINx6^L+,T/V4v9kssL{y4ABjO}}D/8WBTmBY`Q<*4NqF%($u2l%d(i0U4.Kdhvc(oy.&_mOQ),OB/o&J$<O_bo$^|*VY6bt{.m%!gT/<]?^rDacL3E2Gis[J#0lC:5=KT:WU1:`<oKnM@C47TC2L6?t60w89:_/E6aZm{.^I;MH4i1ATYyVfhi4B~]A\"`qD?52%&bUuNi*5Dy_gnE>%tiVJi/Y`~VLQUF%<f67SFCh_xnou?7nCk3G@#Zh7h9`45]=[=dZf`[Hr=%dC_S/VKd!WR6l_h4Gf,moL890!8p!GC}\"1[7wMU}OY2|2C$C=.5E?:Nv7Gn0KRERo:_i!54#d0E)`jx!sfg&]j2`)I>.;ObbU7\"P/]X#jJt$nfN3H(obI#,E>eQ)6J2=iT@,;=!wNN)]$^UhRqqn:VNQ;yOXb|cI|B:Y#aquGrHMA<L)yc;*a8r0n5TdX{6zeg/LsEP+A*FfpGRF\"7F62<f<h/Z<h/4tQKjCAnRm#[r?(v`kV*D~W6TcBUNskdFo)dKZ+%YnJ)@gEG(BR<#qy>BDS=IzA&BJ/5Z<{>WXo={:Tgaao?_#.dgnUP!Ln2Ky?:TNe^BNe/6V{#EN|.D:oy!;)q8iw*s+=fs[{0ST<F8KO^j/ZUpi)<2<6wF/giu!G.{)cm$[m0RwgQaPLQNwgQz!wjRwWoMxdm%`4pF].$bp%yFI>3+fC.8KW2B#0SfIZcP.lj`3QxgF|!xa})b.,)z[kiHZ]R5p=a>*]Zj/<kd3$gXShqTH;zmcqJLQ=Y>|>koml3|d7UU/;fo#~7t{>X6UkX#@aF>\"P[f<V^VoC:Syv8)=j4/GNmMgaU7SS<\"/C`q!C#smpVM!7S4+YC%bF&puXb,Fgu_]}VVTum&%YQ6}?5/Tuk|Q4rlv_KbZ\"6rk_Jv2?3et<.DRF|3BBs=u/FVXh\"5zD`[KvM8RW&{3;h.6G[\"1K*E~rTEcGM#q[71Q31QPASeSzK>7u/DaJK46H0fdX54sxUFF.i)C+ji(=Ny{x|QQ;fV3#%9T]uZO29i4TI<0o,E&xr*%NN(4?=Q,^8!8RP7$3?:mK@pe#%N9xOSPAr4#&Y;A(]zD$H,<:m~?_#%6}9SrZ&fyv5$g,@mpfu:/(%63jPb5RH`S&;X_E|,87Ciyr0${E6t<X0C2},%j\"tO\"`;Mjk2b1\"[b&&b3/fcI2.G<,YDkfH1H*Q3K;^rEd%HbGtyj9F3Ie^+U^C8MC5cuxTl`0drD/Ls]g&?VgspJZ%%Vgfo3,/j?!4<WoD4cpk;)~koh~@pfJN2TITGKB:g:Mb);=/r5%11CkQR=e\"_hoW.G#[4a3_5aX:cy.m<}[|CDj]/[I&HsUt$,2exGko9[lWdD.!`,EqT,B,,a8v;Mbsjt]1ubJ=41G*Mf%oG%g<!mYss?!TK*Dh0]BQ7Y{{OHMW>K$CaA7Ipzl7#<gWVBK7Os[1/mu*4=5E:l#~w%DnZPP4x~.R[iz/0>0G(LNreLe(22b`A:`b6NEVh046PD3h4OH@.ttG}^=s@eh|m^~69HfG+pf_.{u}u6c~}*HVvY#/UH]N1[P>7yYcpqlxYxs~7W9pGnedf66{(6sz<>jY=e^&4H46^+6eD1;|Z8p},.%&0L@C0n5uvg6huPZ?6)PkX]:Cd*;B5\"RzXLhDvaR#9|&3H?yM8^]]=rT%`nCT0?EtXk?E50]##.66x<mM43HS,C;4,c;&`<Slf36!lM:<g?<|#Pfrka;Ga]Zm*k8(\"S8GXo{%7Kb7r?}}aN,`1`=^ZYmj`%`|wBnc$b$wF?TPl.[z2{{c!k%/L4Jr4&j[^Vv2jY!qDdoj]D_$uHJA;&fOID{o&qs]c,]$Q83+@\"3h.$ke6GHs]:9w}HmQ1iTEsomAnIXUS{H.2T+IwrdNQ<CBc@#ol}M(SB~EQaZy[CLec@=*oJSx266zEkW];X3`w`M$WF/v3#5%]/Ep5l*4TZYY,dUc[9=z{(tIi85yzkhz/%kJ|l%y&a{UyD:u;ag1$7V+R!WLSdK\"`}Cou|oLJTjk/7;nw`c6PE!9:a{X{^SOHpb6)U#B0wU)/?EL/FLpp6PK5dQ%;]|vC(q/v,E?9u0ds6)<_ZUaqUXZJ,&]l>esplWJKp9L{?%PRMEPh0Z|.T{QkY=BMPlK.BS(Q_}?]}rB,:,g9@b>W;8ExQVHn(,\",zH_=qupJme7VZB*mfvZQ(LvK)<O1:,D%VnJy3/ALV#Y9z;R1#@m|Y0z@)Po/V{Z|D^wGBn}niQ{3>x^V^kEJOZ<%Fw,@VNP6@%dyj9:5j2:l1bz{d;$LFyo>8`1w^{`F&@R38U+zPIHK[#pYgs+|qqn:5GR:1*2%y&mW7<HC^VNT}a/C+Q}pD<9p*&8K,0^DORRHt{0I4VY%f*eUt];O$F>#I;}_fxWqw*[lHDn8|%5@Y=N@qfY=mrxu7o)JMn\"=ioE/f78sp)C,ALn}IZ~wQ3SKD<bot,?`=%+)Fij@qfT<N<tlXuszd+|5\"tp%d:UE,2xXWYoYYSpzd?mk^HYc_.)+Y*Z,(<3jD&{m=9\"mAk&w#[HLJ8+r6%|O$;.ZP9cQeohla($Ey0:JlhC8m<<d48L9hhQ4f%@L.|b?m|eUH?OfO8Me68#Ms</UG?.%r5,Ew0C>>im8jBkj|[>6wG3Mn4*1zY*U8KiHGKyj=6Dda8AqvO5u{]g^K0o8U2|pqh4l4KIl(c@ez\"VJPdQC(SN9AeAPVhfo\"hWr{.5Q]t(gV;l5x_|*k8dco&?BKQt@4>8)x/n.1;%iI9^fq,z)DpAJS4Tj6Ha1~T0Ie/<?BxlP\"`{T`/jO:F]p[55522:;zTn!6@|528|5[85,h~VZFzngApBh<#bPFG|w;uj:\",U6{0*$=@?*RkUQrr$rgY9%0Jp9$GHfag&8jXTEIHA>p%p$^z`S79*!R)%N<Rx`/@*i8`Qejb^{h^2,.*39<=D!;Gy6WgP/Zbj`VvarkA(LW+r,l,7!OYBs&UeKh#DqS<KB3!M~G_B5.H<;oV}3[wh;O%I<VI#p>D[`)=;O|NrVmaM6aO}Des&_$i#eTBx)m+,Ep:ej|WptC]:pq}yqh?gama;6Te^u?fGl6z,e!#|e*uuGaY[qxIdM_QxtWxO\"sSmK&|6d|b]SqN]b~!aH6et4L;aItb`=dMI_91[D7#ltr`P<Yi6i2X`08{9VNhbj=5{\"lqQz`WZVZITw%TXO.iVd[Nd*gx+ySi0Q]c#y)aNxxgWx7DkR9P!Gj*gx>yU?U&2+u4?hZI}[ig<P.iphrPvv#I:Nt*c&1Z+Wh|IhbjC!I_yQ]cjZp0JzT)k+~+kQUao3BhJ1CT#qa&p+zAx\"X5mpJH]6?k~5/f:_.xbYer60^8W4boD/,UL`nqF8;gR4Td~W9.9Ds*$oVt|(k{>^l^zTh?hJW8n>;#Vfu;+e:,2s(?cly!|SrGiE7$<l<pb*&bAiI[tcrT1`MkspgfRol2PFbi6oBnbh?!/ZpK`OToJj.^^D5$>P~N~pc=DKz57rLNn)nfut*VZf\"MN86@\"dh})m0IaE~u1)aiNRs$Flh!6cl)]o2u+v\"w}m^U*XtKi8{c/f8+V8F3]Mhffe.!jNGNX&Iog]V/0PYGHJDk*7]4yrXNpjGPz]@DB,K/y*?08d9*v|MA}Vk*20yZ<bi5&JL85j=olchfVS:eLi.*:_y!?E=azv@an_q;&tgU5,T?wD>sg=D]xi^7$~Xd3]|B_TY[%:e,1|\"O@x_Hy[R;*%/E@x`G4|eu1;JnE2B;s7x23VoLkL`<o{wq7GqSaW?[$Q7$CT+V~W1<s4^_bt=E)OND?7>P8yF#65G1VqE.wS[!R*zc3ne}MD?7uhGQL_G2G1}a8}0Wl#!quhPeA:dCs)h(;0f`rk9|`]B}YZa!sQ}:(,^>JF)P/V2uTt)09Bdf?=X&P%*=YG0PMx(Soo&T,X`DpF84bLRNnt.JY15<@nPkY,@iy2;=lx{7zQH<>&Hm_KEm#~C<=VE!$rSRg([9$rJim|/t4?aDmw~CXb<QATfW]9%}Mt4?QB:GRKu2&CBTqF^9$rS!$r`(:_TY}W})dE|GMM(FUHviBZ9B=1hz(D>nyp5N2@/maTI3*9e63@GGy~qr&EL@hoqqo~4~zRX1)*]?v?wV:nAGgG7rvx\"ya10a}h5reE/nWBm_<HEA_3lLe\"oloDgSEE|bR%<c^tG0G3mSvZgcfL{Of|B/5Ks~R~ts,>IR>6&;y`PFl_`ci_<t{7j*XP8qphP[V]h~pd|&Md6cLZe:Hcr%(=aboFDuRntg5=:(Q^I+yp?g=W4epg=h;a~ly}0(vVPtEr$FQ]0Lu2YyCTw3\"9N_JM&JfM)93+Ob}p`CM:/W)!4a(d4*7/r(B&wb`g%nX3YbG\"0kyfu%~Q?L`K0ipg=J:CQYdXrB(FIz[W>M%?K/%p@/wa*5aruK@{H2o?j`(V443*ih[R6V0<g5e|c.aRu.#+[R}Xc!*m0$)`_@Foq.x?P:xT6Pu:/HtO3ohrBmzN,ZY>VBY~agrefG0JO)L%M*L%Y>Sp`Ikht{zZ`3I8B+*F8O4]Z*=Mhfvz>%6nx}5WU?Zk,b!=Lmuo=G~iAJ`{)K~PwpfW>w)Y~T.zlQ2R@^rRoK+|Bxlq=<=J6vWc*r$XU(9;$@3cH_m>;._nu:qu+7f%`S_4~U>$5s@u*8*=MIj$^Qi:.nd4M4pKntGrfUy$fMwR;V8^DDJ{!G|qT4X(}ZtsEJyuErG&#Kn>KqdO~V;4E<]{*[rriw,W#yq4dKi~cO7cr@jC`Rb<<7+5?t<Oq0z:>ey[<SVla]5K9f=od,S0;CO9GSrOJ&XY>Hr6Lq30&2Gu4R{4.0CC4A>>!u=a8KSXJ@rb1Ph4U53wMbN/[5Mxqm[3ST1aauO28c:@z,~.3Qve:rh3piJK}}%0FyKK%=`{P/,.SUko[`0/<@FmLW=g$R58+g3?6VQIX0.kB2]5PI3r1X$>,gpZ4Nya):=5!M^GJZ=5nP5=W[Dt>^y!VCD9L%ShnH.q\"/a1jJ1nGFBhlPM&&eEO2s8]ATeT*rr0Vz;I&q8,sMsosr_NIl[w!}m#|(`rSyqR?.>zq5t>arN]jix8^lR>8)J:G(byU9h>CrBqt6i%dtosQ=e1<mrVcbk@FS8O;;6^3a$tr!g5o95)$pZb2xc$9[}.u$Gf;LR/,uiY/te84>9*id3<]b5g?q<ihxmR#*$I=i8@Z@{{Ieci[eMk]8s[J.V&xV#VYVi`z%ephb&J,2m+[a#fxRn!X;5ItbYVjcdycE=>4?{cm&Qf]?E2cy<,sIuqfJ[aybLhv*rT\"Vx<4P)p.M:dN>je@mWEs+(vNfKIqC$Am|(6*=0a(I=iVNw{`9%&Iys$V*R)q|\"a[DeKw3G_=_\".*bwTLhAabQy|nl.jHD@JvTcP~QEOB{7;|9$ZmD*TwQ1@9@ao=dD%>K7Y)[VVmv,0gz:pg,.9YM&36I+_1X5R_.k;{zkOTTC^+8*=sI{yqFb!UQ_ElB*GkRv?FVAmzN\"/2de_6tR0&MU}UpJyC*M^Ni[R@k/]f<P!da3}I[^QVr@%v6lreXz9<?^nc%%*nCjTe_kkq*Z@(qS7Mx#[[88@+;n%Qw+iU,Q:3SP?o{?W9jcnKTf.am[Mx=t[d<*4;U$]%c34vhNX,9$LE<}Tr@~EsR3v$*~.j1jaI3?~Hlbk2Tb^<&m(>z|/*R!qV2eKR:Se:<<[`pt6a5J:eYIWa^6%>`?;c:PZ46:<`Ve1o%lQh+h!}5.kUMg|O!gip7jc1M/^Y#d]4a#!J,f.J,jUYq1gl&\"k4.DzWJs{]og%w@]gou{02MyES|>(LZ&jB8SLosCxH`Zz6_3n%fgIF_w]~`#7ZPB>3u|,!5VTGl1NA!/4FN^Lpp@}8x<vy~;L};v$|P,CA}~w\",.}VN10Y2Fr4K`SKPGX,6qV.[P[xVAq!|CfgI`rlfgdW|\"Nl7>^uw777PS_\"Z?bq[%[)]cDt;wIOj2.dU_/WkI*e*op%(=?DfgHjO9Ow+ceolwe8e<gX)wIBKSlQ?NM,[y4VJ97hsHZy]cb?;&;?]d,:bs!4[%~E0rbaiT38@+EjOiPVC3[e)Jy$ZX!js#P~+3y+!mHV#LT3,N`9[$bOsB9.o20<%%Hi;=#horciP=\"BHMdU\"WoPZdo#Ppi2WBCW0M!k;Dy$ZCNWg3[/vEybV/cOUeNxb;OJ6tOW5{!$WcO:snl^)N,ws>A1@p\"+O/o|=F*g^DJ7gwqvwJb0N{3~S>0e*?!YUC:%U3OxS]nDV@x)m]=H<An,=p=zO(sVj%*v$}TBh=?2oJ@xu5E(]f*G:)R4RgyL1}$;/?qP,y,!Q+Z{xXaGa9ZAWj{d?:r}W.u3f\"=^|$_7>!cKzF5MHdcO]/lzJZTUKf>PHgO$cFzEMLQ5h&8>f\"hL)37d5cfAz>c2[<lCwQ1,4|[O[l]Irk;l]O/i%Pdbc;Ul,cHoSX~*0:L**}dy__?K1d8T0~eH>N<tl=V<|0X9H^Yr|XuD/V4Yg$H0Knq05E_wq#Sft_5Zo(?bp`ZiO5fCS?[D|TX]]Yw(g}}3[X*&;S/ZoQFg+eP>wXON%yQ15I@T&#AjOurRH{{Wy1W}N3l&V(gHL8j)^3=(GI5}lv}OP^5jj>N:kkyN#)]wfwe2cybv%Of?Nd+20Ly7~gYah<*!#bm^hVC!@h!L;xF@/iw7(!kxzKd`$2Y714qS*KY}lx}pOL4f`iwxz2Upi(fzF@/]z(5ENNME,LTNrXl,qV>K5`&Kz/)AKr:7M^g]olux5\"qYacFiQC.37V5)UZk,Ss5?3sy952z|%HkwMAa{6kv0{J/<oJ5c50~NYjra*:b:^ex)%^G/<A5Wx@%Jf}m3$XlxoC6pp1XxS^_V1X=<$^rbUg1wgy>S[h(LQj~;~[?m}>bLqaVZ|Iw\"#C0,ok/5sg[8GV,LSH},YQTO1k,BTB8NzNw_7y0[^RL]R3PwvhPI=hQwZaL^W2PI<j!.~Z;,B+PP4Q^F^Q%R!3@?Z;Owv_[nQ6PLHypyDJ^ZcIo!QFWhO6V1fD.&/[8gq/%:`?0|:XPtw:p@G/2*:Of`{[ziC)fP^NrzoM2Vw><R0><nc`{?/uhNrVTuf%!wkM`*=x0.y:C{if!a!PV_7q88o\"faC(vvIw7:cKq(_cM5XMj/Opc(_AQvvP?0=1K3BQt]Q)m3wZFf!bq}}I41xuryVVrmK`(=T[e0du;SFh;e\"Vy]]_k37VphQ)&eVsT);9qX)MFavE{Qpt3uT.Z<%L$2I&_X]}IBD}_]Go6eCckz8$%3W<7M5XFTW`.z(FDCT7mGeVV$B0hZcmh]7IDe_|:U_~?Drb.cp+A&A4vfC9Bli)bVJvNRF$`[KZC>eGhKoXHr;Y`QatQG<nOJ[Mc;]XXd]lw}I~a6G^U[?lDXF*nEv9x~1mdC;N_^=%znlufOE?fwV}Q9:~{,fv}Xk{^$750*f(!)%L5.YWhrr7#>kdO$.}]=#@qw,+kh<I,w!8x<W&op34K0~;B&(O.[eVdRdYZ<7/):9Q)jpk7U1?]?x8)$dPm}7}&I<56!c,E_h8zu,Rl_DGlsYETCM\"+7#]pK<n<nyMKcM\":rsLhXC;2ZHrYCBM;t>1,ae{rpD{1E8Rb~U76G3N#Dk;=cdzci&\"E;7clM{NyxUBQVwRa.|}<S~yD]=d:;/O{xpRFN{3v9gwF9WD9/7K@oJW8J>Tu2lb.^7b}0mp{ZCl&wa\"hA;H&,0(j$Z@~T,5&x!g%M8o$(3Hi<ILnmJi/e*rr]L,[&!cK]p5za]h8<t#zKEI0OCy[G1\".HD?v`=~y_QLo`YU5:\"d^4?lr%O:Yl8Y~_X&.mLx^?/v7|1u2P~4mAm3p7Ey/u%\"%k#Bo!pa54(tlPh>`;mTc$caoOR02c#1a;[7D!N*J`B?_qur/c`h9U9<g?w|O=h%dD&)V~b^~D>C%{Gx0zUMG$f%s:Xcq~FxcG6B(20n@35+0:*P0B8,,~jf>(j7l,tzpW3t_|HBkk~*U@,[72s1stDN]9ZL@T]cXu~+XGc`&/O1YkpVYTKd.;#7a7cZcKkf3eoO^eZ]P^=B=)9dl.|Bd.JE.^xIfRF:okdq[[M|mE8U=hb!^;f9Mo9,s%OqIj$6;TMU@:eauAsyl./#`A<j^^U3~z5=UUF%bk5.qeUp_CFoZ;V~gqVc[P3?sQ5u_,mImz6;!~7r0L5y6}IL=<0z+8SNX@`K:4b:xl;fd$/[i`oKZ9Up$Xp4anSVKoU${R!Tmx87CBx*;w/O3{8Mj#!&g&We;`^:i[?%b7)uU(1{[HtP!iQBt0$,2#%/|O]X&l&ghUHmBY>H=@27]G@l3QFT}%hlEf{ZjM026,P|}P3z$T{Jz6/8Id:`7wD/s./Ldu^Fx17EOLsc2XlHX8HSu=4Q3W/>)OvXbPN?[~BPmpDzE%)d7]nU<YoB<Zl]i^W&X8HSu5/;3U2p9a_ai=GBOTE5mCc[HMdWW<X=+lrbBRm8pPz\"UJ^\"%{=zXj^egT<zO)[j!PGxrlp.m,{/lQ_^mF<9wxEqNh;y^ec>6YaFW?gC.xKz}Dg8xo,U66#_WBW8hn9kjP:g}1:z`tT)3($;C)s!oNKU;{{c!oV(;6bs}&u0yml)s3Sd>kgh(W.#B,yd.0`cz*99!0okFX$,G$,My7z!}:HK%WKH}VE&;#{T(Ca)XlTAK6\"A;>J(8JIQ]nC:m#:Fx(SgKWGJS[q<X7hxgq1SIv.1I)OoC:mDvd2aS#zYBOBg*Md71Wp2S+0OGP*WNP*]$HM&wbN66ZKB`Gcnq0O/7LC8KD<!CrI[mJ*d!Gf!)sI|$$@\"gz?~>?];h!)t1.5{ksl/dBmb=4e.Sklwq1i?jwO>:Fb;uA<H|0u8q{3:`odOmFCx9#jFi/ulN|h+37$V1?m0edO`8qU&AZ$3EOm~>%p`=k__O#gWyhcMT*embg`Jgn99jhhrBOx)$+m?j(VZ9tVa!jyBn(YuTcK@<6kKdWa2tFiB>:m:Hcs2sGSvi5WBB665qD;]|E*:Vfue#bN>$b8^?u[i%N%k9hlIXN}tgA8}Je:_d5rR^~qRY&_{BXb[6H~]k#]{OBq#?R]}A@6d0Z=\"F_(g*\"E^(_n}Z:/RD8Oli66]]^3Fnl]=_)Re:45.<.zxa]xJqBm0&Mn=#Be5a&&miTyU@F6MQ/Yb5yQ50YDtD5XRw0G%2VS_+o{p<jkJY&8>Yg1,s;8*=H|kjT]jPfs]LBT0fW5uFQ]P:uAQ]*w~`&@.rZ&6,l5X=t}]=_gyP.):rEazYWh|2QC4Tnz5gcwJ76X<:*c}V(3<N13*|y@nW9bz!%P,@{_C1)*LMVOc[<.dUc[P3LSu.2+$SkDT/JTT.0R+Sof{TgUc[7j1.yl`fHWV.=!S.0]O#l3qf&:*9sUQk{*luy}P8Xe%P?0wf?!Ae<!CeS8Ie(iJYSwiGv2OiN[C/n<4a42L4;KbfJ5(dneG58dAp`viMYAAAvLFAy\"))xwiG*M]y5%m]Pcv(8#k69,,kJomOruhx\"FRAAAAAAAAA+>K]kv^B]OS&r~MreBeJNWhIA(tLuo7:AByN~=k;nP^VwPe<*]lYz:D!F+z:Ms8Bb7qB0JOSMEuJI}vFD1%~]eBi%U%kSy)Wr@WW)\">5E1BcpVbKHTNLtcyL&n0nmZ_wLF5a%?*>y9?JNQqEseB~#FU{Q>z*IlDF$XJe=ytzlrp!#G$PU$D)iUURYP6(?zUhMi!]z6!gq**jPDGF?\"YZHR8Eh/j!cXU0VeVljj<3=>hi~&3JaQq+z?}X>pXj;uClw_Y^*0,AEv5ZU)*VZ`gi7Rlk9jGYMWMbD)RBr|)Z`tisi2DauEEEv]80oyZQ3GpA80~Lb;h$J`jR&gfoO*8t4z~ne{Dt2.*jVQ?rm0318GOw1GaaJ;,[<aLsmwLi^I&is`>:MQ0i+!h0[7|pl>baE2X#65e?Vj%KZ<Fakjqv`,asnX;z/sBHqMbt0_ZN+ByCVHy8/o2?K\"d`HR}ufm(d7KCKd`@|Ll&IxV7fSl*99G;QF&R<+l=0x&xb~;|k]TszHtQPf8$yZmEQCu^;li$LImG[b=RnNFpdPiawT_1W`OVt!}_<^ruLsWgUiE`uR4`.yOGQ_tqxdcTec[cHnsbb4n9O#g(U8BMwzk.C#Z&!wp:J=!qg!l^kZq.owBls7o^KZ4^]#Q[xA1UPe7L_,e`O[X)e<;j_A.~O+1PvEXJ<\"bX3kg1_n*ZtV^4OPqSbU]T1b4)#.HU6b(UV]{4V`{@Zt}]5WF*j/BdR~Sh`3jold/2]j,&y>dkU^>^Ilw_YEErpmhY0:nt{;4=d[8M&N4lgbBg!b%1AYph6I5Bt|>>ngbg_n5_rt63<D3~NQp)N3~oCz{Q0v%b=5zszA2Op>JU&QefbeY7>bgvr+#7~aZlfr`{uN`jBQ~7hdXKt8${Y0h%$8}7xYQ1[q@]dS6Izs,vy%a6LI,7Q#y%lBmDfN|FNVo`qKnDDlv|$RKi)EDx:6U9VxGLcqPz$5fL:u\"gO]i8$GSEuia1)5L2Y!H)y<XyaaHPFmOLRJ^tns_0r/zM1<Kl%CxyQ#N9:!UHCTMO3BwEe@yP^^yY|e=RG)[~%^zU:^nEZexs6xb<iB9,k+q{s.U/5zcn,d({dQDMK=&AGq+MCPK2cQ^$Jh%sn976V,y^},cMr5X2Z}^V\"[j3z_bnpYCfgO8T3HiufZ8RkQ}>o]2YH(SNN4d~H<s~BB._?2/LpxpNJ$7u4(}F$oo/nb!39E[N@1;u\"H<LJBqn8*(]ou9}(kR]zwP!W\"Arbko813Jh.$p=b|:dFAf0DO8R9v#PO&[~;#U8!wCX7>OPrr.H}ZVVW;?B6)5j,yYk29|@}WNzb]e9igxG27itIPST`+BN2jl}8l[Yd&xhRg51);P@FApc~V4+a_(tX`~?JE>PT#oi8lK./5g,?q.Z?B[4o~Oo_l?dbun6{g}DH%p6_xm6mUKv#6SvXQ_A0&7vcybVxRn|>p:FO#RoS()bR_oh)!?*Q`JA=e`O@>\"3?Q*p(oqv.JBfzMcKJJ#N&x>!r/U%}xK=shJBP8J`Q1ZF0G];ajT8OK%y#YNODlMCv^zVfA7ZR>aEP9&={n5dGnt%c,#Xq1E,FSZJS!OA?a[Mz7:yD2hX_PMHT)XHIEEc4)f+,e9h;6Rk`qj3P8z[IaMwf.3aez>z%`Wk!ct2^PMri9WYGa{N{BoMm[_[)vp>553]@,C2;g]8Q=3@8J>Ot;1~gjZ$HHRNQSP^pq{+W7B;kQFl=8?q1\"SY2zWXt4%_E`hKZ%AAnr?G9r81N[`&ebF]?qEN]ux#)KR4;PaN6?h*)%$gw1<=B7!TnP3y&yHr!e=l2ZW#Cv(s[,Qu%Pi;X49cfQs&/?6+:m&h3W3V|IpXo}DRx/I?uB75upl(S.WVmw>8/K8U!\"hh?Voc7!fwMr%F2V9C;VO9@a)o<J!&_plS_ef6!m,zB/_Mg}bF_[mRk4fTi>X1e6~?%ake[;d}:{b!mmy%tMtUby4Q%r~.^[mPn##UHj~#Cwlzm?)ZLE)p(5>N,&%g17Y}syuS;~%Ev\"zC*9zi(x%EEw{,Q&}#Lu<MRgJU%yalX=ftT{KOWv#uG*W;z/T^}[}d)_e9C7lprsGHW6Q%i8O_)z~/o4:f$}[6U9%@k9tUf>d`a`C!EeHdOM8{YJ):p$DhThfdf%b,*c[[;u<]@M{nE(}6_aac{NW&r3p42YB}qK_7:(]iDBT>%G/.J}+fcq6+hfE+vI;z;.mP$_aYw.D\"zHf1yb?rIHA)|)FY2MYXu=v?V8v}bA|WTcM~pfDH:UpI?kVt0!1x%{t\":Z9[~o?h,m+8kp&<C5UxZYeY8$[n_{X|:k1j9blQkXfSZ%Vnm]1i^o!b9pmbo`aN;F.Q,)HqRK;P]6q>]ty<Bu*sv9A.oK0wc>E`{Hoze@B+?u\"kW\"+)oJ;#iHvAQdP^bh5\"xK$}eu:~bo1MNj,|?g2tqsPIt:r_4Hy;iixv}Mo)exO9iIMM*;:LW<11e^5IV487{s7Y^Y&]&F$uKXVsUD>Ov3~k3LBMHQ3qD8&OBKk0|}bci}x~J[DU#uFs9dXKVRxYgL/Q!}Q5Wq^v)E9m/,!JidnOM0vHx{&.6ZZA$MLAmcZD2kff3Z`N&+P4an9X3Xk\"n<%~FT(3(.*/u|n5/9H\"MvLvxp;Gh(r/uO18@7Ikww7<1dtnJ~i=f)L(+_pq[&EkCkQ^kY}qTo6`UKt}lA$K0x]Pri#X=QI6&l6]E6GyG2QV*\"uG)@:p&/;[9MI^0*WW$k.<,(RVIb6nQC.j>%O)=Zx6r$?)zCZ93wV:t!C/u1bL5==}0V_7|J}`Y$4Va~,wbG[=5%lUSrB[{y(FL#JpdZfQi.ZQ;O:7F@kIx3/A]II^53D2pB1_vgw$3g9MVb8uhxb)MPyJ1~Jf*Q4HLcp(nqg_2iqQ=(_7TA>eX`>w}#uryJ+VnLj2Y=hx|0>D%F}hvFI^p])aD=r&T^5jI)G1OsO_Zp^P{w4(_{h:8p=$q+/L~}!|D2%a:Nd.]!OH.&K?FNZD~RWc5h\"Ob1=7!%c{pJgCm=T]8YNR3Wj5LKtid?^h=,):,4Uab>?/6M8_.Abv:<9k*z+.c6nF__?|c&Wo4R?4jAnCAd/u_n{ixhAi2<0JDi6c!S~TB!H6WM9Swv:$p{xNsM2Fk,o:>zaa1Q0A.BGF3ymb\"0o&&|U8Fxk*;>\"*|3]8i]08.,/s.Z:u,XizgaHw<2PJV{Q5v|,lN@{I6{\"]k)m*_@W>MUrTf+XkKP:}dQGtT~T@id5r9%]beVLB8yno|AtLP$!ykOM:(EHVpA>{8l4]=2iIB}@%)}Y869c)]IfPW.i\"<>Se}N0VVix?Je>;B[kc,7MwB#R!nqd;|hnr>%8`4Cy~Ip6&WkV:2KDif5/b\"/)B07|Tq6osNtBc^u=JQGU+F}t[[*QBn16rDTCsupIJAa&yw_*AmK`ykx,i8R00Lop|{C~&_ZcdX%11s1d+ToC7K|lp+QT@6#]u_NwUkVIYoEs(|(8;ZSjwU8|w_kga]L^<+(g@aWYJC}yJ=>VvWzJ{]}R\"tnjxvM1(D=i@QWt~ZUcTgFrugD&4OW|mizwmN/4h1;:wn>rkN?B0m+qd7T1YHV0u&8(jBBzAte&~$f~Wvs,[%w7%q^YdNbYgNy26+;f;m}T!5Z9L==+>PCaZ>j/gJY2vJ+.K6f}k*PAhs:}&_AP&C`ymIb;q0fwDKA<$).KjrbI+*AMGL`_@Mzqqu/z*:Oh`Bcn4rZZn1dY*oP`F2J2uIOcv)IM{Kv1mkq9ryU#L))Zbgp.L6<W4Z7Y&X)2_nk0#.=dcJYM7U#Kd1,**H_<}3E5Bu|`_\"=7)2UlO\"vU^%<p]V$j}bCy~qHcn]A.~^`gPO>50e.d$WeXvt$Y=A2}XELtM,1dA46kwh\"pU8)#|`MSqn_=z&Pw|1{+N]r5H_VL[hCP!)#qlNJ:4jykrQ3abKrc2/bXAVWJ8.z3a2kD{RE|m9qU~dH^2b~nMR5XhD,4Q/^{hpE{kNKX|`W%a:~I[yCi&f3@y;ZwRylydxb}jP/<0CrxkF<gw(8EJBS;=Xq:y$!CGhpolp5taQI_i=m.M;o}L|G5~O}9&Y}[&WU>~av.Ri0$I(2J2)]O3u1zbVy&yYos}lR]wfZ+?[wtDOA!5<7j88}R?hgN5azq;hj*O`<Yxpv+$p)I}C_i{~16Yi/#a5}F)nzq7d:z2X/eu|~`XcN~`Y;[Moh.B;AE0DF{n]2Dys)0KGM7tO|>>F?Xf7U$g\"oS:~duEVYE1J@yXpB<N0F5dUU_|&o|mmPqp9.KyNG$@6Gx;ym:6!W![7~E$1H*tC29hqo/Z][eH*,Jm|4dO:kj=FCVMMXr:^{<AB_K~Wm^~ifj6#O4U?f{z|DVTYV;B</J`4yrBlC9a~EsVxb)RI[`B/J8c_{lk$d<1pMh8`gsRDV27AdZ(x5/eq4$O.,F{!oM5U9*q,8k5$A!pJM+&hm}cL`9bgp#2se37gN.J}b<Ts<<n^([{j2K9N`^:#rVa=cUh`cyzlD9nPQabk/oi6x!Mj&lX_^~%Gq]:&lO~R%o`eOiwHZwSj8xX[OtMV=.7h.aPc5J{+jR;biWO=c2stEbM7q(UZ`W+Rzz`C$I5#2E`h~Ts%J{UXZf[aF>QK,py`D28B_(.XngI>fc:IyqJ?TudwO<Ry/$q.POpS7E@YjORW7Xo?.Z;i;TNVyMN$|UJ!ZjdT#D!tuY@*$Sft]z9wv/&0}[7,EZJvn7x)tU\"9,kG>nxh@/=d$mE={1|5rkyU_vRqU$c#?yOP?KD_XC`OvF)Ts~da%|Pz.eKQBuVk2!v\"TeDZ>D^we,#/h?f=1P:|yYu:3Ja{I?LF$/~swwu^nRVVZ{!EgTdq#m+Zz|+!>cRNH*JKBoQ8RXXJKf_X87]TGAlQ\"PL`SFCO]D!sgJ*dHO*(5dLSZQ<U.9;FDGq1)PiB/P5D8\"|t0aYv(nD|TIjF)e5T#uAtRdr&*^]WVSP>.hwe;7bfQWX8YfPbeX|a(03MOtooCW?+i/pmsYt@W0<azYFuNW4;U9w8q)Irdf>$N>g:orscYQGOq(|<;:3zPx2eqj^t3!@*gVwEjmFnaybqImP64e9^$=O^0?/Z+NchJDuUQEnzmi]95LOtFK0Zh/g#R;iuL9Gt*xOy<a8lea9#1rK`dZS@,X8>VuQ6X5?Tq.c#1qf,RA5M8=RIMRt=[ncm8v5OM}cfC6?]&o^,I{r\"+B!2bP+6{A,%VO5i?p8)wtd7=>_G$+NPaLI`JE$_MM6k_D<|8TNzKFMVGC0.baT~`ZX$m3qh[uS8fSst/m=dix`s?^qX9q~`oE.|ZX_TO+b!FXrBw@V./2WGf8K]=4W+T0#S(ArDBbx1`Lp.5WKWEV=r\";CnfQtbu.H$MpW\"[>AiU})4Sf<lt7rl<uXF3(dBJ3*0%>^wY7ygwX^b[6YVRQ+P!Ym$X.UL)L]@DOlegNUaA`@k6U</H6q82\"u#v6//IwbcWGB9&Lgs$/.L_okRw_BCI#E@7&Or5\"lO}!h5qQUi\"$AlXVvd|3w%7uuA}{duBm_zbEMl_wVNJgYB=^88+c5.3g^A7r@u9^8>V]zd~Ml&c>)GCDcQUJ[~sUXU/A_ti!8KLsQCprE]50{r\"k.@.NKW2)M<]QbjZA#$}vNH0[,Swvkca)STGwuILC<ee`Y&~tu|iNVwC/o5c/^=GAl*@SpYWLqaHUs:iTi$cCz+Y2^`zk1|*Zt3EX/ZXp:]0[<`qmb=7|}{_s?]J988?HD*V6)o}L>%4~.+*h,[wp=3YV]]bd(]Q9,l<}gv)o`j3tea)Cvoom/rsxh3g{(K/&}pjki=bc?z!sw7<V,IwpwZag#dzdf6M]f=(SND21l}PE>{o039]{f\"S@:^o~e}x,(o_fW9_V[KL#t}Hl1+~[P}fTUizzY0C[EvGUwu)4sI+93aIZT%*2WeMnyXMuN_[0Xg2]|n/?Q`0`.alH+,k%BV3y?bPG@OYh>:Y7%!_4u8wtRndk2yUa.mSGH*`Q[56mp_h%Do&ME%0r_%{G;}Lw{gx7ND^h|8K@@JIkko^qPuc3v]4D`[%lh\"7yZj`D/RVvimIqbWGKI,M\"**Y8*DRLQ{xwfzRE(*4Hls/?;>yRyTye?wwUuXRfhgji:n=w3`/5Iu%;LQq{l:;p.`IR*~Q^+efrjdwX~}L%nQ&\"&uvid),FW))|E[CML9t@TgAp+r`9(:(z:=pP!v7hH*I}~FZZ[*FlJ&MZks)mM,R;Zyi5pd:KjU:7eW}MHh|sI@6!8J#GahT4nl..o7w(bOMS1,r^jqC17VsrTf*QO(<hoOj}WALB}LK}iEC>WKb0Wk}){\"}^Mv&^%X=o%/pi7Udhujj(L9<Px7{{ik%xMki+4ydmc_n{4HnJg9x0iWREio|BR5#}rq@PGU}$#,gC),O54f4rJ_p66hGI*D,1E_X12*I+I`wu9d8*l^G>PdW&KnB[=cTn|ote|?VmK2L~.a@iXq.yU<zY|#:o/|Qa5}Fk6\"_2B=gs\"@j$e)+g>VRIQz,BR?UY1ws.B[H+m!Z|^rG/y*Mueu/.7OJ,/m_\"p3JL_SOA:Eoa0by*b2o[|srpHCXa3fbRZ]2h%}Pagx,[d^0fRgs!$K|i*LDnQY)NQx[6.E1P+HJ]=d4,!cr_{yiF/A4{@#k&o+}10(/1fNhso:3X*~LtlgAs4M0t|qY?A/smVAH\"#?7\"74sWnMctYg95<tkmE9f0]j;IEr=5Ltp&b_)4zwps3)s!SsN?$thP)5[\"(EX^OSM.]!]#!H7`ObvNqMUkl,AxV4%3Va#8F}va1[)lsP`+w(,QsoF@sCN{s[=43nT1_}K7TUv$TZ:XBY/mGN4x)U@JzcV26hz?]S>b?AX:!32ugR?aN?|=5zpD[!q,@~.|FeS7T(yCXT7@{K>w7Tplcd+`/\"T+zXp}^vTA\"Cj?lKDyYP9Y.D,YIW%XECOpa}3Jf>j:w+`Qw{3B.TYl&PG5:&`p;a*S`=OTFrK>^K!j6@.s8Bm:^MDs?sueBp{dKr{eCjr`N,TjY*S|q~W0CCbda&r`1b$DHGM+6h\"zwTlX(iyg*n!l?tr|Ae@6395:=],+Q,ba=1Zl03}^M]wWt2]rIEZH71~|bYpj4gC9)`=su)zqL9epw@n\"n^R~j6SB&%xJSc[V2rhjP82z,l]%tFDfnXVaqZL=Q+<zxvTfT1P\"h!WK}h}TF^BOe7?dM7Iz+Bikl1dxWJJ>A.wEz~*X%a}]7z8U+Z2<E`Zv/&=l1/66p/L(IV1_ZYY/;zIZ/;Gg7=>Q+M?)?t;Ez\"QKVr|VFQdB^rlnf/:kZU<lL7[v7>G.3qw%#?H=,}:yU^y4DP`VR[DyC.*0sN)m%B}eLqs{cRZGT>\"2n1p9>QFg\"(q>gEc{ZMx[h{KeChPaUqLS5|6+6w+J}v=;1Mgl\"{1<fl7PjMoqo1W.WQAh02FbCJwj~;lbcdLdUPP~ngq#xormF1zmR(j_0@7`mU7)M73xMngQDx=_%SY]Q#%)feqIWi~Spd5NTKU4tH%tV:avowE*@9h#fi4g^$W5=YaK1W,$T]p?w0Ca;s=yo@8Hax2w/rJ:,JMpRQA`;F%GLg>|[!7B}=VItRIE!t,G`$OA3&Pmw;F~+4OQW.%}aY)+Jcqke{nzyfzTYu)cFijRK`/fwl@8OsuhuisIBGWAj!_6+<HPG?F^1`YhK|31t]nY=zg*vhh2|*>qH@G:v_B6=*sB{V:(x:g~Nw@INGkZgJg+>i$z8wYjW|:9}H*/^vI#s4r9*9IQi3@xB^E!:|Kvr|!Whpt:zwp2`G=Dw7iIviH}/x+[&z6w~#H}H!8?x?H$D9%&eq^}R90y{3B:)H58P>bQNc:9^mMncCwKuGwRs7+VJH*L]/nF4~6xv1j1UQ6`7U9NuJdWYSeqS~$lF>V`SxQJ~P8g*34/d_o`KV`D^o[4%+6wH]8+<>3eQ5Y_zm&RP=@Fw!kr9@b~P?atMM3v3:hT=X!Ws|m)*|=k=zTP55A#%Gku{dJa2g<7e>Dbw5+j;)bLhiaU#N1x5MBad9.vN1;QA>cYG,6gEFZ*wB)[tAT64Ss,c]Meo)LW,mW81(<t[O/ZP(rhS.Is/G@*<G)H;BXa~@}Wp}vwttzPi{Rzj+nF;_&(tPAWDtb+t!80fQ[bzCzisFPUGFzh{=C.&.s:H`T>`q3k6}KTPsQL(|na5h8UL>1=C0`i0ea4$]2}nsG}m,|MS2:18Fp4O3Zh$pJp!;5f2+/sdS*Bfmu0cs4ilo!I:9?TJDlsS,VI)BMp;4;W,q~b?%UW)Mz3~mTHu9{UzNqcoMt9#uZa@sJ[.ETNa(;8sP5RzLB<^cUS:>2JGvF+q[xrq5tL!oO@#Wh%A0../5PuX}X%m8gS<I58MsBI67<(|`|.WpsQeKB)F3MeN4|j0shX?|e}L#WliYc4lt&WMEQzd=Fa#Nz:ji5C/2c+FKi_He){|8I6?|4nS.5rdjAEJhAYF%d(~Q^thjM??c\"#}Y1K}kr&*]!dGrulp7Lg)_:xTLc#9}uqH{|$g\"W:1x)55cFl0QMCg0l2r]!WL~kN0N2&{uS5~}fgYIWXE?(a/LkTQ+O=,Mxr]ytrI{s@T3HMY1EBH|WkL(53\"40NiN_l4Pt9G^W,_s_:PeD&[Fn^BDt6?2]f!0+9fLScv_v>[C@..na0EP>c{^!e37|=lK%OX/$!ccm5cI.&^rplzia?9qPA#=5q&7xE@y}pArZac6Fj~9#nBKG=LfPIaG^u1(NGlRY(#Yg<f>%ofXE:lgZjzq_BKySN?JFP=Xp!k7h:w[8qj2(hj&$1C(Y\".)}a\"pk?\"p;*Vf/3W6ig<#6^LW;SFq6oOz*%A<m$Y0Zxqu)Cm?ap?eDZNEe<=;\"U/aQOn`@XM)%5Ta7<[+6zpH,$7>i^F?Tjr$oC}qY}gI$*N0wz<INK+Xmsw~)g=&}i6YG23~#21KlO*d/1wVPB(NX_E@oD^)8l6`TLwm~T7LKs@Aw`g4:**PrlPd2[3<WnQJU.?OhHZEjNQGa7MYNK3X%FMN*0Z!Y(D_s]+.}T{=xU\"R|cZkh[j]r>KTvhvP^%QWjkWS:Be!xu)JSKbzi#q4fgcUtEl3g^djtkM|/F)!/|Q)]iKT3ASzP=6,LIC3xjkV6/YC<Ud`<g}$tL%cOg`fuX$JOFQYUf)MuqgApWv@bWv;9{I}ei^K0igay<sbnwh\"o9JqvPv%7,?@b=Er73bb=kt3#%X!{\"eY<oJ^hV>)$;w!EL=zhOE\"Nt*f0pI0C@*UX*W_w*Fd.3~zj}q(}pkx/N.X@giNyoykK>R!/)8ocTZWxd?q;jwu`8tx1IRuoup^c7{L3_;K*iV!+{<]@CEWzL52lfp9S#_)U_EH!F,IfK_9YK6|iDddcd>q,XtWk(`e%<f2XCaNQWY0x:{(b,Hno~+edhYXj6!)y73<Pfn.m3^<K`?Hzqqna^Iz7,|5{7~f|]oUiaB[l2Plrh,eS<?L_EG1tw5<}r}slDHb+eWS{Dc2[>{L2>FnwmcNZ*yC!Ud0OTdbZa~9IlHplSMQ2u6D|0);F.a]Y0(gH`5>;_zy0mHwg^*:`wndqu)q>Zwqhu/d(CktB}9_+Yae.98+sHNE|M)(vmCGZ5KIXj%#!vu_n!umuhq%d;0ARDX54MjN0/p+t)ycQ+7qqZ#a]T|VRW`=k3+H5UiQ%Al`D(*t8@AotZQwxh(CO4,!kWa.nRw?CL*l{/UHM/0rbnUc78pEE%5$(x43.Dubb~F{Xnn}f)u?I=X6j*Y=#d~[FX%~;2M9(;E:9IE&!vGoyplHx[F2D{O`w:(AGm+k$>1B,ZUQU3RWBzB<NIx:G5<9.u7XXO&)PRwK<eDXqx&NrHI[{{O5?r]%w3;p^&/T@h7[c`iZ06gMcwhh(0{$dke_7MhQZ:S}1R7g)7)$dDvQbeQ.Xvyd7961!bU64o8!!Wh6et0E@+_qx77|LX$=\"rg^/]3g1UFl1kC@UPVl#\"p||CXHY}9#*N[Kv.rZJYyyI5RLV_Bk8zk&9iA&A/E!wfP3p:X|nh^C]IV?z>XRLcw?fI2f{8fyD<T8XgT/#xn2~8z_(i./<+P<GYdZeh[;P.mh16F~)GoLY*eOYjldE{?[/?v_PT3UvMxkO55i)=Pl)w]!,TWW:}4X0q=*},8*y|=q&>n[k9sUsCW(CDjW29KIe!N].,bQem6|(c1gAlY@rJB2a10eZx7HCW7ii1eAe>n`Q,nKzVpDb#fMG8&xQpBr<A.A*P$)ul/pmO{HI\"K2aRa31GuD|HmYJWlAIG*~RK;]Kj]@n4c^^j2V60%rsg3}2!`mSxmv1?k&[~8}>^s*R0xNDWC,ToMoWzXU82+*?MNm)*v+\"DZQmECXm1=|BY22M>aw#<Tj|mTR$6=~FtsS>i^BYZDU`P=/Gqj21%u^MU&#$48Vlb*]%OodCNssTa;M!4ToUF7LicFLQoa0,w0=Uxp`}!f@L!Fz{iOuCg=B8o.O<<7Ce^dGs7#%jIygP1mS`_I$es>7zDq!M3K(p?o4u<#|=6phzzC<M)7SV,h*cyO<MgESzC4VhZ=FT81eJC=Zl{;KNKmQGuMYH\"F{Z1K.?843||&Vq;3F>Wnj$psZxirF8^n~zn<iZdX#Inem3+b1mbO\"b+W&t{6/(Xc_zQTR(pD%?3wXd\"`a7DgE8mTEt+rM:=j2a?z,7?.Uh:g$I<s`3s31]SxIy/@(M%5e4Njx)?BZKHA2s%:wE||%w}uaLdFn.waKEObKJu\"e%{~+VQXU_#:OvvMWs6`W3i/\"+4wg^g9x`!2ymt~K*xsJx8a0+6vh6bL<T3r;x!4xA(s&Ho_K{Ohwp[g6}DyD3@Go_k20|Ns;xgl1qA9gxzDiA|Qbpy6(E&V`ZE6OjsM7JfLk:BMeN^f)k%>]k2tn|0:DE/{;X#B9f;|PT<iSWBVoqtwpZKMms?{*oem&s9F0NS$0t+V{k~;2xU>:e@8N#Mq8Kl6Q&(p}%/1%9WhO|s[Oz&B&[?tJ${H6=m2WqOr@!O^oUf:[mTlsFE[`Y}Lz4jbuG5.GGm%=a0W<o&gJT`QdKVPmmai=R<}!!oq/Y@P_|V*0d@zmM/qTmMtAf$&I9tp=V%;IoIohD7giggZwzQ]~Z[8$c`8ac|oB~?V1,%fSR?_4M3],%2#U!h1`1eP&)zEfdQt5KSx\"dl:I;;RI}n;:seawH)hl4d8c`hBeL+(g9c]uF1)kEFqY*dM>QT2Dp&re.Xkw/^5i,E|4e^i.5KdVz2lZb\"8X`)#|1FFf?OfReRVBKQb.\"ZIwk6KI#RnNyLX<z#9{M&[@e,VVj&op*!l8,,_1]PiXVnEBbB<.XR+Es5t%w_0[v3vOt#Ai<daoOX=.xaIp<8h\"Fa$Xowd`7KV`pV6HMtnOFDi_wj..O\">|EopWmLy%:iSiI]7,XuBmJc[gQz6k|mBXJPTn`W|kfTA&/gWwS4DpQR0]n/vAL|H/!8DHz8ht=G`09UZ{~Ug~y:|[D=FtY|x2_<q~(6dHMC.qr&/!5*qHOo(Qmm@AvoyL{d<gr==3,5lkRw`:iXF5h0Kyw?E*<.z)<+}:XtW3@}>pRh?YQyE%DS~Y:|v~Dd^D}iEYZ`LUub*f6zu&/QF4qgkc@C]RUXJ%jtc+(~2+3EqWK2fp{bH9TuW(OusR6M&oF,xfuK4NY%S6I~LSswRka;,pUm8pf6dXq?rmZ::41zg9Y\"NG`#6ND`_Mk1*==|iJMbPns`&n}.H`$NEcn8idv:VTTn?!;yW=fkkekch)0Q~!MJ+lw7?mn.l94h:xkJ~T$1q4L4*JbD7QjC<vN~C#7^+z?v0#;s/o7}<N5{~dauB|h:us<[_TccEb;Tr.]3]Jt?D.b\"%V(`qayW]t6N}N+.=T+RqBf~Y]ncEL!6Wg_6{d<TycO;/(iZ;<riFti9LYlHqtgjdUmDiN[Ff!v)Wx^vEV76SYMv2;vgV>2hY8lE]_C/BBE#[RW`.VDKQ!bP811uFq@%g74`JjzqN(S7jsq{PIYp104O/)gz1Dcs,}%??0vDy6OeN7Mb/nzbb91M%|~6g248,@jlj4_RzJbF!~qFkmtB_NvkSSt6jdm9Tn}:(jt&7P,I5b4eI%m4P3aGY{%%>gcwgBH/o[e.Y~|+K*Y>hHAdU[by[6kd;D*wmgf_[bvv9~rn^tr5FM5a30`@?>\"ZfF1JBrXi@Q?u=9ntVPOsb/qXG.wp+n(&7Y]Ns`};#Zn@{|DBx<UHn6[rnMQa_s%g;sTe8g?6fwFATX<x4mG\"p#5STukt;02D${b%G@5:yFk^S#HO.)+|1Y%^g*s!TZmv!RS8`G%m}*iI\"^sn;Hk]H}c.xB`jY]W2qUcP!jW.^`bE68cn:>$;)!1IhujoM:_LtBC$(hY,AA2uvBt/#>2G@h?=+ZmhX/Sz,4mLd_9}u&3EU`>Td>(54J6d*Rmp,HPF~v*6eKcs!{z?U{+Z!sZlq7#V6,>kx!kJoTHiR@R6NGIj@spx_mt^M_)$C<{15D09B9Gq`wRGmvXiz\"Un5T7l1&YO62N,8,]ri`vocLOmy0csS.~g+uR5q5j!w>ygoA,g]Sj:zDBMU#ygM`w#I*ku*Q:fC<*[MU7yhO\"Hwf&*=l~z]fGc7k0{:psx&yLv@{N}5tTk1D]EFp!zaHk&mI2wY=|l?}1Vygd,+0+*Y=:2_w4;u+8g^,BJp@*5nH>%^$J\"@s1=mm$$HeySCK7yg=s#dheNKe2,3|eyLFzYv$aszI^`1UXnm@&c9;dg<7@*B!1X%qtPQV;/0L:GiS@Qs`|=6e1P/@JOuj5)gk*\"+;vlP:[iqS~_|,K/bLh#u{L4X/gwg?(=m>?jxd(ks\"7nlzi*1,b<(~td>&+\"(7y(idAiD]8v%G^]SL]%/}Ocg>o;Zn2oa[bs)!*62?Yi0[~U_httGJvyl.+~5z`TA5[C^2>fwN$f{<N**b\"TEgkl=+xVr29HVsr*ZY`gc)\"Bh)PrrRNJt>:H[=YS{nlZC<=`IIt#fJG<*e0+*k<70LQUI>E[K4EQUDrKje.1Q?^IiyzxYYr((TTvTf`72j+g0]KZ^H/_EjH&NCS)y{@^)aOXZLGmeVm%u5LE+RtV]S+*I!EhUh(xb~qs=?67b8Iz2i]P}_A&e[e$je8FZ.*|33WhfEsu:9#IX|V@ftq/eUNf+q2o|n)jS6hn[Q.|~Y@]MU4UXoefIkK3?=`K=lY7a05(=/*#$Js~9PP1:_z4%%;+#/p)^<T4r`&AhO]zq_h&|OmFKshP9.yP@9[#iYqK)/fp0(g^EgW*n)L:9F9F%`TXq,6X);?Ejpjy(FKpu4Z+Bh>rOLw^]b[_hPFRWuO,_%%v8$,XCMpkfw6)<=;]@[8O/78`tE7@:@\",1JZPg+^M+DR*[svYj@+y6c#$1q@ygC_O+yJs3ZQr)Ssxgw^~}?Y*713uNP$}+A9f&JFH$mM%!o*^3(HlHhAcVVnkv:#0f$QASSN}2CcW6P}TyHl/~8H\"p\"/F<<=kN/Yb`%acY31]8oqo[S9ph9+@Nq>xwL:@Q!jButW)cljL4Ou14Qtp]b]2JTY(?l7Zu[rf`CqRJ0XX4J*RzEM9w_@(_%]^hV.IU\"}!T?l{T?2P_Ss_lD_x~H$\"NrK~\"A=veat]Wz_`xeIXs}pC|icWS~b1`W%0k5NzA@nIkY}DALc<(TaY[!<2g`@6yyuR6$P0)O5pP`u8yd{x8.<PaUWvHx9QY[n@S7es`sN:ZN_c@Q;E*$]5A!Tp$+=w^:8[(pg|!*sk@Q0z[[p4A`xoeLr+#orpL(%zsAA7j[r(,]RJtoIjz5*h0D>/)q1Ydy16X3z9PK!sDc?63#+TeOB3I|X(0KT<]T&c3%RD>oUbd_Ra!KzuQ$c8rR:3Ld|Hn)[pTR=IB79,;\"EA1G?b}oXIE4[:]|m@WqvgvRrDlndjZHT6V?xD_m>k!P3+Jj4{,:o9`P;&^KK#/l.{#UKUu>}@p8|{59MqX8d=D#bwoGH8~lY/_#Ru{Es.%=0C1nEKQie%#\"!CEo8&]L#Kcc4ltg)?S#{peaC~AU9||M){OQz|_e8<pj\"JvE>icvLq<_g]bJSNlKKQ[ZO.{V(GlgmXW=n1T^|o:\"!cE:$VtT3fzW+H~EbIKtt=sYUT0o0{Q*6b.:#$=Sh/su/(RLX6V1/Q+.zeCXKmJmQwEpnMR>vmVqt!aYnsVv9J*coM=d8Pk6QezAP[KtImVHNs|GQ_aoZPG9*OSX7/!0V0dM[n&q?U)$k/6HyDh0$R&xs8I^Q!t)k3BQ*VNYyk$7bOo9GO&diZaDdf})Isq1#g/IA!gXEv$N:Y6eU2P0{cw<#&ui0k)V!>nvAMHn+u9HYf;nz|X`jkv}xZ\"Dycgeh&NKN<4ZaC$L11P*=G`G:J3j.gt]QJvsk>M}DN^*tuS.*SH3g,#+CW<7f2lQE+T=|nz4OCvOH+7Dba&,=y,9.l7<$OSF$%0UtW4aG/=vX5Qp)m?HcyhZ;+FHeH==b.ywHykvUxoX_4%Qgn>oln)n%t2,5QG1P5mi%4iU{rSi&!brR3tFoU6!e.tn%G2Ze3`+,KYG1{nV>(+}%C1tb(R*/]g+D3,Ad*1I<7a||kE%)pqg|+>|dU{HGF+!oSz9psF)x~r1=S|%*4s)q=SaCn2/I4BdEo1z\"/62>TFw47i23a)q(!+Tz,x9s:DqoU6MyBE8P1R5)fQhM;avc{](#_c=`Q_L*O.=oYK`TG=]a}&PwcCDn>6ok%<=5ZKxTu]Bb,B4,{EW?0x/CE;ao*wTLz#I]c.firj%09?H)^dIYeUBRq!(/Fy&pCtT{@AqTsI;3BW&025D(:5qfc)u::pd5im}s~MBOil~7Cu8|r~4,JYa^,oW8=A[zc,aU9B=>frk1l[}Fc@h/J[V5%]8&(3A|Dk?QwvFeHpjYshqNxe<09d/9p}@N5DjZJ@~Rz2y8Rdp.J~kb]%RJd?R$)5D1|J`[q,G[;JHUOZoxm`rqQ!HIr(II/9|A`&6~8$Z!/\"?ZV`mVbUApz[<~gesr,hq@]N>K{kG4CMrxj:TbUTg@Lm.nO+ij_d3*NKo7$qQn1jsn$6|lU:(~&K((MlV0hPNy#0/6s!9izjtjXwzHVTXXr]MP0@S^yvx^69\"KML]w!fJhy]XcVeXvyB87m,[_wBf3i0Dt2u[f3BB.8cl.eTRXpK(G*(>84WTl|~NBx+0@Ez{e^(:`gIU18}{m\"[}BM0iux}46/tAk%H)a[M`xS%v|UNq)2z{)El[~I&H6+A,zF.~TM]iasu]J2DJwzHWZB6tm:/3YXG;R`usTU/cMy=iy=)MuNe+3>C9&^MgIlQw]F6yF40niP8ZHsU+?21m:06D;oMl)6vWzbr{m)0,RPF%VJ5&F6{)sT]wB&[KaE.mhNfA7FL!_yOlh7|2_>S%O(:;[F7;x?TV)IWouJ?dE?>Sv2wu0^x/To|KLLYOL>o^fwyxt![YxaXHW/p:#__bj^x/zheWSjpNgy/R`XKPe%Q/Y*S~<4Rub*tAv}:Ld3kJ4C.0s/&Gz3m8;hW_U`?zCRtZT?xt5kN](5g=*/>Ifsv(i5~9)YkYC$[g9b~#2c~JGiMM.T&&Rhr@+Y{i{Y2hNef{EX3kGdxy3Ym=6{1$/AftSI2Q?a1d83NlTz,\"k0P#_)AimN4bBt]jQ(!DE9oRoE{Et5;]p%/ulLkY!N6FM.3qm4k2q2A0Tc+xt<FPY!8![|\"15>c|\".m*|QP}k*0COIgvY$`}`Nz*V|W0WxX5&E!u6l.ofVok6yf&;I`wy\"E9G#@)&1)S5XLV>TW|9}=l(`8yw4H!nP,qUq,<x9rD<9RebHguSImegUM8OI2^BI{^t5h6F5f[L6vGf?dP~gLK%7Ed2_~?+8qUa.jM}CsMq\"QFJIGbDlbjVupMH7jGjFD=r^*=3riqi>cca(BuuOZNdI=R3})q=D&CuFMHaUs+`uL7I]mvyS#XQ.J*(Phl[SXc$d!X_|8v~?>3T*,$}V7/Wb^8CZXa}],[y7T8_qXlK<zZ00{4.YB1,6ibg,+6I4|SOavfHkLS?Tb?mlVn27m1;p2mC\"Xix>`A&LLzJsO^NrQ!}i&Hc5\"_h%?fMMLI=_6qt$F~bW0rp*C&<A/hd^R=K?vhB@c)t:(4RaJ\"b<o@uPCgf9M\")((bHJ%\"*Ip7qx;81L{AyD.6MH7(@$=Ae<~&:i9``MIyA!bHo+>DhuBa\"p;\"Z}0Tww*%`]3T>OuLzauqCU|z}(Nh~/P5UY:wkn)Y6TT|B4r#:]!3hdjQR;l~C^4]$7V(4G5YcQ599U3!=nO129h%oh;_QbRtJzXLwjJmzal,>V]l8ttfsU^f?BaG_{*J#T(qbGM0bnhX7S8Q)zL<q@ek4AiO=F_jc}1H:bIJ~Jlih#mQ/)>QMit~a{57r,r?|ts(`ED!ZAc@6~.zblV!hoL;$K2d(Z`E/kE$WvVU~otxqrMtIE;u=Y44Odwjs/1#:1/W97uA]Zc#&@Pt9{I3(xF9/ZTJ>Q_*R8&/YTegSwJs#0cwb<4j#Swf<oTSTE)wgH&QPJSe]!+&_2(It19tg<aLv83+PkS\"p]X44D:x!mTnP{ML:0~bY[>ugB#wRW67N#R=GFF!?T$I`)lSOU_Yy^6[blRh?3evfB!!=<M,*H~IE;m1XA\"eDTs]m8Gsx~7\"Rky7|$%[flE_C>kO*[#iSsiD7j=qI]VN<40/lcI1gEjYIw0N2|^~O8H>Qk1<[_&4=2E,,`p_Luy;JhG/}A^xiOKL3`q3rq+NVf9tox[!IKAUK>J<m(ne_k.MIpH[GS=O)&mUpid%uHfH`_4Y*^cCPMTwMN]AK!j9.#IARv{G0dqn0@[]9+Nh{Glu:,![)tdI58N%$g0U;CNK1kRe_[=z<+1/N[8ryXFA`F_|?dobibA8eVt@Y&gxwQ[HY~<vXO1ySwKz}jo5[_qOS>`X(=3Jg[|NAxA2f.<|t#//\".2yFq%&p^=>oWCL:K3BI,1>\"#_wvq]e[(XTpw/g)S9MT[9zLfMUelq8n<:m%LPR#Dakc84Hri?[PE{,53]#:&RK+v}9ouGt^OWT/YA[iOS&2zkUEMeiH_e]p}9.ojV&[2P!w=TGkxa,/0Y(,vuAlnT3L,OWUl&3oB{H0Eoj&[v)=cg3/>f2/Pe^cvRFo{sXZR>n=STN!Myo;U\"+cQ+<(#/#$Hkv~^1B%[<v=;up_r#IrI?:3F=CDG^\"JDR!<dv*U_8Ac561J<$QR>#Aa44CR.^Xf2DzBoe\"mfry($E6x}K>$}]c4gP}ZLF:<#J2kB=GPwXMNZJ;EM!)*PMC5|$LI@fHOk8_@B3A#`nwPkq`YsXZTRkFpg:zmHNA$g|9;T(N$G8z^nQkvriduU<.^Bu><3h$to;^}%tg2..yegCC/p0!6;vgq[fnmw=zS\"B>+Q!zDd+?Fz7p]Z,EX)_D(qxyQ]@]ekP$Imnc,l?u~>+.mg,XmW3po\"W)Pr@8MypB1D*eL/m9SYSR}B>io{#r!9D#w%I4+[+9xrz5sRK,8AWP<]W^ksyae&(<Hs$Sg@5Rs^|GtiIYhaR*w;E*?lN3i#EoaS+,+Fn<yWx#(N/8xAHI8T8kqFuP1:UKKKqAO[FU:B4+n6c<2ESvI7g#t8;oDIKc8p)?uwXMu~$v|4?>%Q5UPO+sP>Gqw*;co9F<n_Ra1Fj_Tm^:OCGP*.z>`>2gNHtRC62GMqAD9u4b5V!KFhXhZxbDdWEZ>yGRY~:rI]g|XJzMc@PL6HCX?dK_)iM?Na**8,gj&!.0nKX^.<+uO`~/+3l5m~aiG4{~ypc:cWA[9K!muo@^_eJgsORrws}\"&WZx0sL.Ob|,p>>bB.L,1\"o1e+J})0ypb;Z!#,}{_;=gbVLfI<5NBtxnfc$Z/?vLht##o@e7zKyg$_jvVrYeU=g4hcp;v~$Lh;aw&)X#|T?(W(y}rX#4!V.Y(XZ+5&}YWn5u1f<%UFR@t)Re(lBr1!DO/kmmtULQ4S{9q@od{AR*L>dmk^2[3;vxe1x$o[XkxI}TO\"WJ!}!c5/@b\"6pL/P:zkg`{_MPf19{sCeSyPo!b?B+p3gcS94[GIO1/ThHEk0CP(|O:OtplU\"\"ZD&4bV%xM6qL?/ldE!nUtH+ig=*ZZ#2&?BWfj5P7dEAhn)y#xlqTs{0^)1>Lx7Z6S(jww1=gFk(0Web?IH!M$/E@SmlJ%:Tgm:%/X%wy;LUitsTHBz~s##3!/a_OQhk=@DaG}qc,yi<b:hurP+qKh=Y+7xbgp4*~^CfGq]PE.gQOr.YL]0**fnY+ptocDn$=_kp.^D/~L0wNt_(+@)[$l_och/jT6_o~AzJ=]Nf,toUvJ^~J#x&B\"O3ia|\"joM6N>O`FbZZ)a>T0kn`>vgb[iang;[tod;Fk`9F(O:}oz}6sQ_aS$~p18@W^}35oCrGGabX;%jsYEZ,$;Jp*9,5Z1dzX6r6OgoDWi6cE))P]*|EjEE{VM`q5E,dt]jwhwC,dL4K{c[{b&$u1%kHd/A$+vPXMv2,l{Yq%72+=Po~{lx2aT6PXCy*@5n.Ri/N`B~98l`!J+r}nE9E2M^Eg4D{I[m;9&g1H<9]hV*>D4KR3MTOueC]a{9|kY2/w(^H_QtptTLW#$7Kh5Y]CIa[EbwvELG=o0JFjGu]xqk#1Dyp?+l4Wxtx}Q2,i)17s]^O1+7IrnR5kNR7#D*<}YAsD=RpY+~_*kY|3l)ymB2=Z87tLoCP,tL1s1z5HKDtH`Jb[w?M{D.U)s.~H_<2=u9Br?^*:zY@,)o\"ajs41AuIF([JE&IO,^jE3t0#KuC@iU<PX)Q$nSL7v~!XK!O;fpu/Bad$gk7wG0>Fc5s5Em6gyrJz$_{rgNcC3q_Oq:y;wCqNAs]Xu=H:jtr~IW#mw@lgIw<TcCpX&0Zhohipk40WxF3S!mE)E{Qf3p%V/`>^8(2}E{u];unM&n%<VZZMBkKcF}_)Kn8vrRwV1@HMMo~PmD6Yp!xT3OXLsrIYz6K>jqu,92ernz=7_aQ%lVw2>{XK3j\"z%\"f<4,#A%v;jdX=EzMEvx%HDA>Vq7L;/ATMfGT7IUK[}<@3:vVR..|;)J,9LzRdXh8bb=9r7B5_9&9b,Jf?hT{eR4zyJ1DxrD67xN[PZb&}Vw^75=3e^jfnX<K2h+|Y^q[zFR\"J9xFS5YH_4NOwUWQrrVv12G}qOuA(Wpywi}?{GU&kwwalm;RyqlP4p{.w@N3b6$QwOr\"a*a&K)aaC{X=bYp6/anEo]$^7d6tGI8z}Mee]!gSpq\"bJx`91tfs2Oaa`B0wIVzUnPg8wkZYyYN_a7<`BN7kRXT]px~oE){N(&e>>}n&zqVc>JkuBt^9~Y_!>ULp*fMp3]Qa4u/syuym(JJd.>,\"c*WHV~#3Y,^=E%nu|.Q+fJZi<^3]u>^FlHb=WD6voM*.>cW9f6!J%Bsae2$*ql2S/,ER`!Md]^@Dp^;PY^q7ZteCvod;_b)/iyG8nG;ATm[+GAx!&8vEvTa/`&qWvB`J4,ocS]S74{iOLaR3_{Q+u(3zu@V1])[rq?J%pTBV+&HEwt;LztpP/i(01=hETyy38]F,%;z9A3#ntZq@VM({cL&a7/V9uZ&,Ot/UsrW[drYKn[BH|7[Z9W[8DN~}*(+il8BLL3[:TevxSN;n(*D:eP=LPn1wl|WSK{/:MX?_C((h;m6S9MH[%/HX/%~yEb@daw;tg?vG0)/;r)yaa9w]mY3ixk;~ET3?P5lg,>ua@uZAQvdiH!>+[}5TobKH;1?wg{+,A:4_V8EVA}wXV=!5m[&:dkXT[(1%!np;^d=0UI8)$M&6^h_lgO4o)ets[t9E9ctkbh[CeJ$=%}7a`aLbZl$3o~NYY\"PF^c+i$J]K|CcM8W|L`qpnME<4gpM%|**@n7od@Ag(W4?txR@Q]`*;|QcWZ;Ns.=XWX*:m+k:Ot^}y7zE9Z<`g/N[=f,cD.ALnWbo7YItG)O!tQ&r[KbT1O1$k%!3p8#v~^eQ|*V|mT@R#Mjs?7qc%GI:]rDK`oJfuN(61XvD=@D{Kl8Ddf\"i]ZnBJ%#wPG%XUNt[\"%YddCq}0MjT1DSQ:r;iI2;LKe|$LoK(wlw{GF*`9`D&#t%N/Z`hxwNQIv%!`&(nX[u1%2#Q{bSR}{9X>inmrv)z#jg[?!$n4<g6CNHCJLF_5rf)rFtLAe^=.02;1wG}zi^zB!,cd(`~!oQ/]{K%.RrY/CL7b1m^I*]j`_?sS2n3IZA^HxcZlHnWYtMdY?^Gewk?RX79dguYW;q/[E4u=;jq7ln?Uz{g@p\"!Z<swN48Kh|Jc$mx&@phvU{XaXIr$,cS;_dE8iQ[6]\"yGjbD(~::hs7*|<l|cB5^OjJEx(31z6Sg]6ql^3B%XgAs15UPz_HwjL*^Ubu?r8(/m<fz2D1IOg*p|[(&s<Vp6>WtCM6c:&6?^k@M1{6<#<!US$1,ku`PS_OD_typt%(nAP]NT21l*Aey~s[[050BV7:mJ3@~uhKHD*0{hte5?}#/7ae04MQ5,H=C24Oc#y<GYzNc%QGZ+28F3UGW61YO+eEh3E_5y<Gsy9~#k/ZVB{1_j_EST#YFHnxW._Z450_hLBR=tp1Lhyj[!paG$aD9Yyp:V9bNZIb`ANzpK_ld~OV=Jaxg;Zg(A\"uw#ZZSPHyALE1LkcAte)<m]|?):@uD5X`**1i(teS`3i6.%;u&lGJZRC$Wt6i,S](?b,<lG&576(1fj:YZ/NU&j]M@}J*_bH9@tn6FfQ{Gd&iiIZ(m4cPD:0tbFx=LD;xU[Mnb#i9RPY|rA6_XkNwnBolRV;JD9X37F0}lUK@}hy/L<F]Qw\"LXRs4X>60X/J2^CUMOTsOCn/hxX1]/55bSw>U)z!Lla!|pS.u7@0Sme{o\".Y3[m;,#Y2])8V!A%6j32w=N7SeuJX_4og:T8%i]C3fN0QP~p8i#pN?8(fq0E0UU`a[_>I^n1J#&HfY!QA4k<}E>Xfxj(!NebgVrGckXmmhTaKR!mcsd$Re)qd)<mTC(2j+wbu%[Ydira%1J#9GcscTqCK8%2}[Fb0I7gY7`uSyPSgTP6_]\"RO4a.pmuv/}(Y6Yt5mt`m!3^<\"=F~ka<;zz0)Zx#+oXUz4]a`B|O/LSGFWrv>f.06U2>vfGcYgn>!a}@AmlTLN^Dy%qsD|[xEusrcvU*3jE>]y3(f(Ss)K$D9C(*S[Pr(<V^{,Y4n!no4W!B)xN(Uh1&mn)h6,!iFQ1,yK#3p=3;l35BoNsE(%|SaC#8KLwVflPDyp,/v[BkZD\"9z(m}G5:AexvNfE*[ujx<`N@GspoL{b$BRn&55S~xBG8~JP;FdRgI}GI()xjt/F\"FlN42w75b@=F@nLH^Ijq>iWh#FP|TW9D!vwUSKU8V?S=(YUn>FVG~?KxM|9QQ!7Uz#mJZgB09!\"w]Qg?@:&SQ0X+G3sfx$lf3j@\"eiX5gXFg8a3!j<>+>fT??lkn<lCMlxnv^i}#$E)uSQZ>R0bg9{k0azG0qT&K?Do7!=oQY$Azlpcl3o4*hm`(c9$Urq5Xhut|PnXU)<X~nxoM|BcHFpfM_<S]]T4*K]=JF)h`HB)2l)^mwraw$p$CE?ZDX4cY+yG$lc&#Sb8}6C|_NhlEHDp_bQ[,b%zLkKa|FOIM57C`YE|GgHD<@M`7Dak?/BcrE^NnS@8C~2KNge`Q#[8C*5V8cebP)4&CKkxFYPYL1{MC,/yGx9CwX[kAWWt&BRHpcG|A;|b_O5nBi.<n4Qp[sF+{dvYqjl0G*`Z>@<nVWpn)uOkG]#6)XQ^H@$K5ee^1lz,txbqx@(Y9*W==cy7SuJnnEt{@P%t>6&(;EJ2J0[_F6{sLLtuoVuHXX/B,iiCK_&~Tuu@tf(W7Qs[>VAsT>vpkS$RM\"iN]*BR>&myK#pGLO|SEQl:h[]xWk105*5s43\"<+J5!CH6Hy)sq(D6a4B]CG[e07&I=wi$Z3M&{1*}`y{|<27vFTkF$G9I5_Z#rl30Co*rO91K.mM,.^Gy[)Yt7Y),!AS%vt~d`WD7p$^`_4Rfy67VEq1Z!Vb:n;F8d!/BK&8#5V39KTP:B7Z{J0>`fp{}+j~~LLWvPMa/FLn!TQZ;KOP]U9kHVDMDort?)`.2VSo$TMX|i9FV\"FU4SK_.eG2/H$=x6dNSP9iZL{tW)FFZhQEwRvES$,t:QVNsUNsF6Zr4jng~81GuW8gSEi5kN%7[7Akjh~Mp2{Vapc?{dr,a$S.=M9:[Dlc[#23@<~JXO,n~oOM6LFDf+TGie`aCOsObHE4rIH9F^{EyYObClyHVVly16XsAO`$MZ=Mg,o!tNGJUSMK>Q*bCWrjI@/K*_,0(Q1ClV,H)Vw(AXd1R\"aF]UcU\"+I(fBYh2&?[{Qf#8k|kln>Rt!~I*^8a[,7p=8Iz(dn7e50?LSfsOK*ri$m?^{DUNFrhz3:(GP_|#|Z8g{)@{5iF]SY.LG=)_KP?Km&s.o8i/Kvj:E^@%we~Zp!N+[_sh?or^7;qL#hLLDB8Zoo]g\"&z!@M$UB5_P.xoy|TL:\"v$#Tyb>7r^[P3{b\"2na|E`<djZB^Q+Y)eng%i|L.WJ:+8UQ5+<vMBjwGj#Tu!~QPWK61GR!=`>fjDqM\"k6Vd#ZCtbm~b[4pK\"tM=NjjK1:.[WuZ4)4h1r@i{q/W1=Axk[?Sc?`ik$w83@.jUca327J$p#j/FKdK$,1iG{0fn)yOXeuvw[,Ka`1>/*sUGB*=~T+o.6FJsw57_Q}sH0b:S]<MgoAi;,Bv7olz)^C1[wIn&/|X{[.`(L:XTp]t/NqNUI}+e,Hn:n_J4meX_PaLwf`[n.jc1|53@WW}Ybt]59QuURroVWhc{s.m!+J6@.Xw?<ld*Jw`%.D?]*Mvr$F\"bLAaJ7(0nB&[<,)lrkLJr7F]S7n]xa*Q2n?LR<}9O~|EA1xK>m)X{Xj@0A)uyWcQjS61Xd\"Glh72Sr(<:<nX?<|&nu,7go5M]j8ZXAq3wNE%D%=JRVEhuyn@\"<Y|aJNnIm]/+3|>g{)$H|1g`Hi`&|psn16V:KEvH`rV2Iy,$2cn`;R/3+^MY4Ga~cMNdNrt/B(0>:^iF+?O4VJ,V!4h.O`b`WS%0TmNLi{Q`~(WFgMr0txoTunQAAa5|n(J`yc=R^eY9TCg<)8%Jx+?BY.0C]$}xNfZAH/[){~8mZT;3~o/h9I~uhLO&LZ5Dm39#t1S_Pu),T)Sas.8r.$g}cLULL~*o5c#\"oII=dEi}+d+5.44Xp4?Yz&CB%zL2E!s5uP0_N(DG@`u49%Bv}f<%FO{3:y,z4%}R2.SSaZkxdr86_hMZJ3rQu:YJ5[boTpu4076cVilN~sXI0B$wMB:hguae/75bti~)/BPfBKxdsS6JF+(h`vtaKcP)K9P[>)wkw|5O8[^^}_r`c[2lQmX\"i|WXhvqI\"b`wlu/5|DYQ5!Uk*;&buL_\"<@bw8]9V1`08L@t*HEOKu\"p]_B/PC7;TKX@|7Ui)y,AHn6qlpvrXvx`jin8v8;n3njQ`g\"R@9iD3Z&R|rK|B:sp$Y5SSmd2fF*Kg<J.nn,J6Vk+gQ3$i(UOH1$T*#g}`<:&fBpc%UqB$+zfDLZ%$KV=KOnd|D&qM1%nXg{IDa%Bz3g92^GzkmxPb|A2mzn~u>p5ujFcN&}d}F[3H6<2}*{<?G^(*4UOcqdJ%xcoRN?!B*L5NpJ2,&T<WRUwO/oHK,qCnxGjm13<>r7Z;|Hs_X*Ne:z:w,E=0W7D6yD9j\"^?Ote,3W/)Xf$^8k<W7nOl]E:YMEnkmwC%4Sa*cxbbV[IV_]6Ik3jk@}JJ/c)8gpCEyl}xZ)?vixfgilPAQd9GaA,@[Cb,)XgL4x:jFlRi&mLMOF%YL@/B)3=DlzWITcNHw2d5xt(F$./vUJNMo3RkeB%&$f3w<`N&Od3{/dsB`X:q`Y00D23*6%~etE$yaJ3uH,o.&ETXAP2Og#sR6#;LiQ+vkR,{$ErRFKW0dB^!fI[{[Io;^3.jgT|D]0WpYLDBGtA/D_QBLtLT5LTh~@DH7#{O)KMh2v|HyW&)A)1oSepj7d~VBaQGL%F6^aQ]l.S|v_JJPqUJ#9vp/w_po0v&/oQ@SOgsu1W&o4eAy,]e}tgfA`?s5ILW>0?nw{{vP2Lej_yBBN0)4R&_joi[AG(a~ZUzt2X(yj.mDdTv6WTMmLQB!4uCjCw;Wj_QU\"W7Yw$6x=P_ML^6;a0|W?#O@ri7crQ4<^^n&Bqv/AL3H2PQq|z*qoZy|Wzg$CAct4VT3<:G(9ScOH)g:Y2v>H^@9mOM>.CDE24!c)A9gkd`S7*PPIax4*uu{3+I)7|23$Lz@!XmeeQ!d(b.p&*jo|*7:/8:6<AUoe(:g~G[%a@VmSy#9s5GilI6Hk,d!_beDjy`<oLG}:VMir<$09.|$VO?=xtD[Z[4mklm&el$jUOC0;yuS*BGy&4>$QI];&~l=DK*hwCgMrl#c$6lHD2a2zctnS[JD,Qa*5\"`+!Yci>YbmSVC\"k6xV#Fwctp<mh{_$c_kS9D9ZKcsT3,ig0H6\"l@iXX[mJcoWA<p2uwIWG96t\"lPw|+\"`:N,Ly2bK1YI7@}}[@ph+|>CSn]N?i1)OUD[S]|`X)[`wIs6<=Ehxk6uHmCnX;?Rr2F[Tj^I!mWIwows#BHiyox,h^KDIod<A$Ekn!b}HKk<>5ScUB_$p){xBcy(DW,hpj^kp8k&{7fecOaFm0R(UnR+/*V=M[A.KnROLwYfxgcBJeXLB1Y,j3*&_[?JFqg|RWz@UID6v&h()gWW`1Yr&vT+z9N.g1b@.r,iA)ec52Di?y509X=~]v<Vc3^z(uT]X{S?V^.1Tb#7Wy)f.nBk9mcBwa>pySc;#wAest;GJFh})*m*mJ{owEht2L&HR)Q+@^SMEj~7A&Q7L\"c/*Ju+A~U4X]jp9Ob}YLee%!/7Q2nu6~*lthK%PDK|#;Rmk]+9P[z3MpajV>}}AZppZ},J/HTTF58`ODpI!zb1fX(5^gHM+?AurqzMM=Ld#LiK]N<E3I^=gr*TyDchO_,L6Ps@6PB?76jyDP|e4w?1ix2koPy;tZsW..nl}fWI*d}t6<0b2Rb^90{hX(ontljhqH<*|\"TQyc/wEADp=_}.?U,:#ag[t4BhxlAkf2ehXJ)d_Mq+7Iz7V06e9I+0WRh~@9C&z7X.:]Qgt%n7w)~9~?_)./?u&&f|jdhD)QH!=V2I_*;%SxO|go$<ErH\"mEt<#6.\"9,$bSQWuJx29)^1TDJ=ntvN%d=JTE4eYQ2Zv\"D2ZFpZMGYn22%9lvQSSCG]V%1=rh*P]nWuNuYR#Y}IuL2Q$iE0&m+m0)|/`Li(eWSp`u&FDqh&B?ZxOpS@$QzD?AR>#?B?9~iDr_dR${250La1%(,+qy\"e~ti.p1bRrVuL]m13S@y\"28<{QiMo[;X)OB[G!x&`:)r_vCSc3*DJsFA9g$cld1oF{WaZthL??#511|)QSG/r8u~1#JLOER8!6&PtBnhMn`\"nONi?#t{#Ia]PV|w=p9,An;IBbc9N/|Xb[&IbhUW2&S9L9JUk/xDxDU(iTjXa2+!P!R}56WN=o65}=cMYuAD8_Gn$u=Xydes(E3XVEP*:F8%WH^B8tPa>O2#MCF_~=%uH|r?E6G|I}5Z6#HD!:nU;7%j!jynXqaZ~~kzWa=/pzP@_za%O]|gEh<vJp=.(S^zW]`Rkk6pskq;J2NePBD|vUGobat0dl#h3a.=$G25yK#wVj&;`HxT]0Ugqr80_4Z{6Yx!yidjQEkPyM/Mo.j#>(^6|Y3TMo6Ye$p1s\"0176/n|^!f8iW&ahl7d1MH{,WpQbFq5Q(|X_F8h~*=&DLnRt/Pb7?o?B({l[ij^!EFMnNF,=o9q5>|=3{c#9ndGL1bGE_%17:Gi@?1T\"dq<>I%UV[SV(Dq~xpTOHT53qv9gp;SZ:2[!{=6R`MUFHgUQf8FK6K(rkWl(cH^.Hf2@dH(,pZ#S)$J.t_o,%(@5J?BcbIt5^0>gcFV=kO,ORPdD*~w],;iyO]O(#)N5q)Z^|ZvErJ+I)%n>,gN=)I~[2<b09MZ.Tci<)}]E{RC7x@>)k%U>L]M*PHV2CX9wR%hj*ypZbYI9dZHHXG06Px5&&J?x]>D8;?+0e&,&PV!My2;Bj@KcvkOnD(g4Hfm5n&gY6D5ozFlxTe4GK11/=*cC#uOTt3RP*iqrdG}hSZ.~|e:uy]lX[fMrzR8gvXicw%d,a*;4q<^.)/(r=.JHBdiy^1$^u)Rfu;xTMLfJ78wDh0i6)Eof7$cxY;3(/Hz5u>AEdLt<F?qG3OKr:H~hb`>Si3l,L8pa_FjQL]AR@NU~(viZcT+4ZdD1FW~V?(^h~;i.@O@XJq/QzhO;6}O@+sCC~ZIl1,YdOGJs.%.Yf@m8u3+u_918{l%|;bvQ_,3q;^I!{r0)v$`(7]FHo*LvFg^/0{Q)2@FKa14]u%&VviCBjD)puuCU`*q]tC$NL]mZK_KimV]sX]6e*zO|y1T*8:gXC20Y9P(+q?o#dO%&t6,TfdrvhZ2qQIp)/V+:KB:Bba+Il;N?R:go,pbwHXV[<OKYj,ix8LuI}yxf03}^i8<:a|0#/<vq4v>91vl.39+mvZBx)gdAU|b97>`%5le&+U{r0TkuE<[>%TY#G!p]Ti?oA`ZmBO|T&ySo1[58j[k$g%r2tYJK!ZLp`SBiH<IeFFi/}}`{#g/~o@]n^XLSn%d\"%QQ9/;GZ0g\"N$XV[>%@[Ye1w`9^RP<*_&,P}pwLa?28FyKj1%59oIv56x5,<G!fC<)CgyPE?&x}Y,r+NXZvuTj%G5H2fM1IeHSYUjlAFxqo~sSTBo\"f7u5J`|Oqz0kI7vL?D2nM<uIhIaK^z:VOYa11;w3I{fGz(%=q>7%D,o)S0e`::ksiSh(pKh}Z]woqLCl{,8zmp+lz2pwlgu2CrE}O[l<IUT!ULrN9gLH@yWd}2J)op*pb[j[G]O1ggpP(5yyf9JVkPx2]F!Pr,\")p|x8iSLFsTcoS`J=krh;Uu/]2/I%Htv>|Bduaf%^Lm71|G>v>h;.:&VTRz<dX`!NVm45ubkQh3;]_iRn,I6`:Kw212Kzk6z=Rg)>p`n)B{U`zR=RcoKyacTiHIS=D3w:pxyF#&aE8O6\"hiRm:N[ySE~KLYM#05b?;Hh=V>i`@BKNo4j5Mhb>3[KVFjE|3kJ^%aM!FunlOY%g6P0uEa}+M<1O<74{*PdTYG~fIn.QJxmFl&J2k$u[;C;5K5rr?.TEs.WPjZ6m.I{$3;j4~t8Ud{lw,J;o#y\">d;k2dS2I_ZY0z2bwgT1Hbe%k^q>?VK^(L]pu+~j42@UL:mMhKm7DfAe$C+$8g_98}(oR)e6Mn%L7L.`tz((Zos~]IL}m5gauHFc_;QrYjpF*u{;u7w<jWuX5Z[x=gj/dx{D(\"]0O?p:X+Bga@3Ai;1!7DG*_`h/Bz20GoI\">?+9L/D}Sbvot8d}\"g2q1{L~,C/]:okb\"9j5%TJBoX0]v9+4pP9]l=m}H^C_TYt$v8pF?o(r)@V{={4#us!#I@*bBe[x+?_uR:|0U|bCY2>8rmnJ)<W^v_HTM:^%wqPC8yQefaL,Qmy8]W&\"}BZODp*&26G,q&))l8B!`(tpgm?o*hL%8N:,hu6!{Mh>pHr;FKr%A#HR{$(WcxO}Y^nXS[{/T=:1~y<8NK2!pXG^|:[=_67+w&CHtYH51!V<+*y_wKBm4{+~.M@OI/0m%]|S!}:kWU5;]/d!X}kd|WbJO.1n[XKk`v@c+NQAHtt>}`j`Z&cXDOWw&VLd~.853f&y3dNT<aSJ2%jVdqX{0JzgB=f4j?iC5a;kEgqjq.Mk+{)/W\"+unht2d5XgWpaWJHePrr^0QL@9qtK&I>R&}f/lB|gOa*dXV%Tyye2dqy88zm/<!<owRbH`HVjw>46=Z}Hp8623h2^A7QoZ{lz!^4fK4;Yxvc4\"1DDL!T@HK?Jz3Ux#6z*hC8fPBNZ@irMbms5VElx4BFe}F1@{)jIDQ/tFBJsSw5J3;hfnH{BOI!P@66dfIy&{_NNO?!CU|wrdvV?5pD6)(f82:VLOBs.$V\"3#bj5fc5|xGlfQ4)cMx#[@x#vi18Hc;oN(6oh|HQ46Bf2#maOtp:az$gexGf$5nsI8?M6L2\"~NBJZ_)(W!+9Oy5kXcgjY$@h^+&;xEd$$`:F*V%A}C>uHXU8Sc8I%gp$svOve918;kXyA@2+dFLlNS+BHIJiw.~%XVTtIp(o#*WK^O2]~vjm;\"EB[4;+g=ys;5t:$z*5y;_n)r;$[PZa!/h?(2er;Ia)X+,%H6|6@%/,m]%<ZhyeN>m7:|u3RZ{56j.YJr5#EkK(htTPM*os+YjhQ`K.J0@/n=NAwP+)[2[zKoRdXn1:B/v>;n_GtFp?k+jEBZ}7!Mh/1BXkq3`a`hDq~~9JB$tLNHz=Bf`lXV+/Z]Q@Dz5u/jNtQS&/rb}{A{[uo$P)/BVrvGWq!>r1iN~ClG(drtzm>Kg!JQtK)6iNx[{{wx)_M_RG[m}LFEwp}8a@y|7moE0Dp8uM#14a3<goj4i0{wu2OrP$xQT*`6Xm?[\"`wQ9r?8Xhcq+}I0Dv.[g\"yKZ!O=nJ=i:tXOt~l$Q`A5usaLTG.^]ot];^P}.z^MG,:uF),ZW5k:EhZ^c6Ft=ZBm%[WMs}s#+FQ~wVInyY*Y!/%wF>2oM~3T,oMX!JG]G$ne<qH,Gze4H^@0rU^O.Pl$soZdHqnKdjCRWukl(!~!`0d@J1WXvO`7@\"zTi)0ioDp.fBBB]m7I4HU@Vb~m6M;D7=wkN>?;F)Y>^_q\"|CuuEm;%pbF1Cway~Rz56a;;AseK`e?G8fqt/){t64+3!!Q$6S:=acAy~cVj>WCCg+b9J4WFj?9O4B8I/,,Bvb(SV&e#rpk8e+YSQ`M({s*o^A)CW.h$l^\".FjDg3)E}Gl{bwW?u$J(KAIY1.C=>vOUW]yM=$]ObH02FpoCztBpg}$FAkGY!5#fa@&H&YL>wX3CL$:{2)SHl?EBWwhd__.*,RJ$D8]0YrFbAuzryi?[%#R4v/LW5q]@2BjQ!,%vB>KK)s!E!T5>cqys<gO<mXc!^UvY\"gPNFQ/\"!(znpIRe+NiJcCeOR;pI`H3vrnO&FoV0p%;3p=z4vfWjp?;}+25OU^bofk/d5Vq!I039bt:IDy4}7EiL8]EE?}nqoL*39S;QeD0IPnWUFCVea@;}.g?^t=ig$KH5$3XtL(A0EnY/H6<OP(6WJpU(6P[9VO]y701u<GA@Qxv&bs&}N)@t?!pJ5Z#$VvLnrv.I)>W;Q%8nzXFj]8T)6!Q~2pAkH`Jn~E&rpSMWp;SfP{h6@%Gq}W`q~Rx~zAR)ycsaOhs[{F%CQ&^Ho!6wwO>8LltaGm@Y<Zf}X5T7DcjVvB4N<#p6@*,BORk:f]4i9E7ZiiiG#S<RyQJs!0:Qng8Hu_V,H~tM8Kgs@GcwX0iqd2ySM.X[`xSYyMUon}IK0_o.)dw,bkP7$t_~QZdhW!aeLV,[rF|=2=mOltgF;l$d9YC(;[`>.v>/7vv!Gv$.PSHmpB75:dW@fToCQobC{yZwKNtjpIe]aU>xNJ2I^j#xF%:Lt=glB~b,`O#S~,6N3Ykv5W~sXNzdb@%((CWkk~5k`E<SxtF[P`,/Tqbn?W%pC0C3*Ba8[r<vQMXTPMH&+zVG5XX9NMGqndA:S\"]ic/}AcE@#M%kG:i{uC$)4y2*vDHyH/BL9:ve>hT>n`oY].,zo2Q:ud(&,gFh$@[h$+CPTFbLYW9{Cj~28&;[o?xBg,ox*9[j%Co@E>lP6>.!vI\"~*n7CaC78eL9:w~sntHk:mc%d~yhH=ahZ3~@/,X(/5JtMO5}_k~s<@1^loa4fg7~E!jC*R&}d!{J}1k[%_6BFY/`<@]Xux:B%O@nDl!>#$#n9fCuXrK?bU<+a?h+I6CbIz94Zc&oTGuG4GjI<pOPV]2#8t/wuwu[$wFh9{J2>Y7cN8+X],7?0ts4.9O`1J}2Vd/ehBSN@qJpyoGFx&aRmnK8c|!92Fn7cL2noM}^{CgU0[tk)Km1;*tz^Jk)Ujf&jO5`B14<i4,/H=_[@^i3[gMj}}{$1JX@Z)_Xm8E]0np{bopjO#`y97t9.e;&k767CS%zHbr68$5+yAt$VBXlB&;V#4Y}$L%Uj#,r*@aWM1R2V@py!>{@$J,.Wip{*B$MjIQ`yYiL&KBtuD^>D4;+5,y2@9o:xPiBxTQ[BU)Z<=e4hmu]kz+4z4]W#v$L9M`+3JO\"$G#G7#kZIY8y?.*xBejkkmn}8TmvE,`Sf2jdu+U=l`Tmkk2X.D+o.L!vB%hM;guobyXg8P~apg7(BZ8^I^@#DOKQBin]]5FUTzKFzgTF;TNEUM?bY1(|[VG1?g7/~/#b&|7iV?LBT@Gz%1q(uWj5vepMVUZhPEub_hV2Ww2:$j83k<_^rW;1zOcn`XW_/vp!]%5TV/KzgUlm<0ayj^f(#k%1aHql7d/d<RM6J*a{{*Kc{4WQPJKu+/+NUOk/NUU=E6Of]!T|c1T~GGOw)SQv^~j&_W1%rvKK(4?I?q(*B!3h2Tiy\"P`@>[tu1k9U#|8KgNBjd%SBvfyavEdD:pRZn<N>SXiPU_7h)G`Qg4N$cW={%aKJ]9I2KF&!uDg6N<Af1{P?;&pZgm#u~1@Selo5W9J+:W&kys{>&ndR]F4NMDHH*q&vUq)uu8R@aI?(b5gd0^{=DFc.u$$LHVqlaL9({x.`vNL!7y|(D:Q9S|/\"!u:gMd{m:YhaB}HW{W$O$J#fb!bwj$&Fe#b2_;v>:#=UR;Wp<|(P(EQR:/8Ku~=:Wzs4izPr07/Ks9A6H&[(eVEs;{SHjSPdu]!978L1y;T|:R$9a^WlTU>[ED8chtf#:[kg4DeS.tv{g!PXvWOQL~GO^1<DNQ6s`_3NJG$7XqvQv,%0!BK7%(B@2[<3hzonH+?J}[bnOV&u$1f&G7N$a1s?~+*=Mv:MxXvWs?w86&Z%u:{j\"oDo}&Oz:&:]0%_y+CyOm{6Ky(GywAvD\"J?4}DJe@P@,dvE@lLtpF,h10F)T!Eu=XL${w)2dT}DY.r_9c2;JXHg>X\"qK*3&S=GVx0X*G/&*~*WxrH,y]n/H0{%V)BiJvyW/$^^dWWG)kY$:[kxVE(%lTt~*VM~R^v{e!LY3|E>M5:qu,.dl6(cT(3ZPETMjjNef}AOf[|B=a@eQW#i2V[KhBn`vm2{[]Qy>K?d$C9tN>?mOI;((p7l7nhRTrbww);Tt$pm_mzq{{L14))Uf<A>]qRhJ%TUfo1QN6?RGeM:nyjD%&Be{5ML1_<4W#t0UY}H!JOT}JH[jXg0x9rYbcJuw#Ki@}]Pjg5<CTbIm/B@i?t@W,,jfz!5CoO:wQSK4oMLSafNb)+B_GMyHcWKJzCg<d~E&6XbfGYBjkF0>kbNB7WJ.Da!:}~[B6KJg)k0qubj\"H^hG%)xnY+9ir)~TM)FU&58wAyj9JQFXV~yCd*PSk5rlIDXE6y]H8S~{]G[[KE9.arKf.t9JB)=B4]}9o,&=\"9{4JaQCgE/@t;K%k(b|??.TDjoHiXk}Kg.CuWP2u(kyI:4eT%hn<oyY(Sw(}z~7~K2XYb0me7wSSu~c/N^\"Gr;t%8`HEHcCZE7=<>+;}TMgQU,k;iDA/Q0863>NJt|zkB,dBeuq]XO,5z[ZGW!vr+c.YWr9f?C)46?8fl\"Lm;HUCQ;+T57Z_(mGlW$SXDJrKu|t0UaqC<3x]<ck/LufkloY&e.8>!Iu9vKDy$9O/1!%9>JXT5ep0`5$GUQm9v*rq_G)]p|Cr7G[BNxeG0YnY|5F%<%FbJ;tSDEB\"Ajr%|bgNJS,lT=(UD9qMLLs4TTO#gr:09acJ/.5$L@Uq+qvy+bw9Xl`{/xBIW{mpb&@q:jdfXFNxit>,4.sA/rq}{~Ca,j1Rk(|U`p*MQ?<Kopym(b!syVt9rO{j*l7C2R^IwALw%z*U,k|FSjoo:TG<|R}1@qoC6k&bwW3hGaZbK3fio=>:{)+C+(?qY^1@go3{U9!Co@CH+<eaEbxBDB)p[cz;%c`Z{<Q)|3Gc#P?@Z6h?<eN1xJFj>n9[a#bKVxW7+Cv};~pS=!l<Y1Cr?aT^`Y(tWr3&P}FNNwh%4gkHYh?u8CWGF67a_Z~;HW2$85|JH^l!/;h\"fWR?gk!wcyweKtK?=#vm2Ckrv0{xn/16I229{DB0[Ee:NFG@#4*jGmauOh8d5c9ca$EQ\"P~{w\"}Jk@OGj43U`g66VaPPY7M:e2%4<N$END*SZlFv)KFkHn(eqq~l41XdX%kn~eDl3opp!@zu``AEAi&6JS4kQ(4>GpY(wD=JpEVs:jFT`@a]t>F?_Vj\"arinVXKHqKe}@V<8MxE8||~R}Ar9]R7r5JnqY*HS_uV*rBjX{t7x^@IO9/K)L%T;\"H(nX#;C8v7/JiKiG%&.#4/R?YF:P7TQi8t0.ziY1ID/c`Ztj}Vh960nmqQYNGK~6(si>@B|X@?8VcBFwT(3w#z$bMe?&aa#h`3uv|J>m$m#Y|hx:%o,J!UBlVS#Of,W^PX].KDPHPg~cR,f6Fp2\"6(b2MP00o\"@o1KrUu.sS)vsy9*vF927Z58=*@8mMv(3@:p,3BnPi*H`F_91\"RcM1lSNTSGH=XiRt5=D?y2&7i2wY]j]J5Hspe]Bp#^weJ\"HC$G(j7^OZ=?7+O+Oz/r4fP1R\"R*^);_)?LBrSypuHa7)4aIjjhge7wyoBe]Q8$h&7C?6T23u;d10.9P/fUi:SMWdlM:H(LGBM3CU[nO2g#[bFD80^W@Hs_k][wH*@Z[9O\">=Aclig3Nb6!t7zNuXD2g!gg1+mnW=Atf*r39KTmzoUf}(%YJhm|*zLVbHC]&NHm%,dYlrr1MzTf5W*>Q:}AJ+^;ITIT\"0+0eIR1{+bkk*ew\")yvZL0E=|*u*G(z,cDpJV4:5O]>P[$%EFfs5n5i9[%@|y@y+jPwH[%}U6Jz@V~}b{O7+PVg7xKI1SP@|LD}5*rH3uBDwfC:[GswS]b{g),*]C4aXS6:tt7&UEC\"R*R1|zM6SZwcR^Gp#02gBamDQ/.%yNeO4iPOTpDCN`>TF^UqhYLN7H|Y<2mUx<q(zt56]+QCQz(I/P3nZE9O.7epanEJzhR_wb_h_AMOd[1@k)O.a:2qV<T*IA_nyUlCu3@}^a,f6GXJ]#:l0,tl#~*oPw:+pg~Frv)>_YN5Fx#9_FEo>[O/y(DGS\"wp;<hqc1vELN0Ef,rRmf[J_jkX.WjpfOTvvHWilpp!YbQmKHwK(HvU4;O_9Uwi@HN2S9!$4;n|+Z<}1ZZjm9yDmS`jh0E,#0v6Zs_)>;;37V=(Rjj{{X,|46g]=WLRp>\"r<SB~{TqGCdELAIZG1[a2`MUZNLH,fuT{a[Ecx_=C#K@Z2[.4t|dp`l$OW*E,9R4o@IbDsQkhdKCvlIY#P?OrH^_bYv\"xL}^(LX=2FlwitU:P+]>$6fA3<o1xxZajYLV4%gB<f^HB\"40_^LsTg;P}Wep/.kp=tmW4vO*:|i%0dmO*mP<|tP$@.>6d+}7PFLmqikVQ;{PG8:[PvO}$iSiH~~h2rHs[/5wmU1#[N.7?Tzc?@`dP},&qF0nr{TFS2wcos(IO1Lk_VZ`q~r\"Wb07&E}zEbKX#Yx.HtV]w%6T$7r(#pkZ]21(4_Btrg!KFQjKk.c$x<lt2Q)=U2%+@y`Sw}hw?:4QZivz~jY/NinCS;]KkC:A^nW@,5_w#JoT$KiE;A_X.e=5^>[_%1E9uG;)r,}4WDTPU9bX/?ac.PI/U&v!~_=2[g!KZE4]ja4EV)b36^Kgl|yOoLL%gsc4.Ntk%F.ScRPS7+BdFo7F&%VKL^%c:UT;52V,hk.kU<Y;,07C8k9V8HrX,)I&jP%_*+c,&r(MdCr}wO6HVrb}0=:9b9[tVy>M8^eiaX.K=R@Ami<aR^Zi4uftNjM;wGUHTn<FB*_AUc5c/6XP)KI=Ms$@!p_L_]BU%Qu]<:_&;#mB&M*;NDhj{Jfkr7Hp*khjk/xO1yD+(tUG)Xc1kA}VFq@RHq1m:>MzZjd9tx0jmz.y`0Y!^aj.n4hnabFAsi^,Cj3QeJ@[K6&71!|\"QQa*FX{?puz8/+:*d<H.3<pVhs&JdxVR2;dBPKOMgU(qO6y%Foyj*G(p>;{XF|Sm\"0.7>:)qQf!k[wm^5<@Tcqm?/dQNVxfKc<|JQa#C~Q;jzr.)U<YzfD_;M~pB>zd*\"IR_8e\"#Q!f\"svBEX,QHbkYLzq:}6:r.w}d}8Y{vO5?1/0#m],f!uJN1[,edL|2<wdd>XW~iakSLI,Ns~8gW(2rEDmqSu6,EdZ+j3EV:wal97=hgAvtD$2~1fVS\"K#94H6{&.*o3`.TD[b9Byx~FYMUa^Ld]>X`Zf5=T#m(7Nx&vR?]kJ.FnQw.lKet0Lo_l$y#cv9hxop[&UXkQI\"#DF@0B(=zT7\".<a0HZq_t.|Lx+FQ^!h24>2KVHPY@)3x9pxIIe~m,jfitu.DJq(:>0S^mKD*BgBuPe3/\"f<\";_+Vl8vvROdQpHMLveK4\"#wXOcdns\"&jvD7We_p$Gg60Hj}]y3Q#I0:oAc$Po=HC2/wNZ;T/LcN=E`2aSUnpPqng5UNq$\"7C?.+mgS$!H&Gfgq8WvDY4pY7`2mJFs&Ry1BNB8P*Sw&Ml0QtiZ:M+4H.ejWy~EDmw[`u~_v~2:)uehA>s]~lng>C%SC0F:t78)r=;HGxw#h%r]x~9urNCYt4)OQZWO?Vo7C$z+yuy6S6/cI3yKQXhFO{a/<K.96zVIgP:j]xBGv^!z}xw}<!)IGR`nnEs129$2zy89Jp6tj^!(dS*T<n#\"<eP8C6WbMDC>7YP~EVemfvAq16ec^XrvU3X,c$O8g4kh?vf.oqiV9>$UIuCMll1YRlMj<Tw;m&rI}@?nbfUa>V:|0u/3Dgj8=+3}`(1w:ttva;Z}h)@M:G@hWFYG{)\"Ne&dDj=ECC8_k0|FnW:AXbS[FPfnQ&/yE}}DS#E[t@S6F{8a6gZ[MF@^P!3,9eck*KXPPW$#!Qf%eEvV)>FJKVvk>/!Ox:pZ3P2rJtH6cOvi{i7~^E.|;/>znfi~RguX%y.iy.b0@Z/9\"(UIdy<t?!j>BlE19o<];Z#[6nnLFgf>{/$&T4Le<.v<hn,sE1KE+8ClwI6G5H|%QQt\"&Ny8[Jzb]3bU7qb7+SP@P<c6JJlAC,;,@4*b;][{4D~X+\"0.iVul`1R(Xigm>*Cu,ETv>9TmewWqI#T[ej/ZMi_vz*_A#~eV]csUP7,Np6OdOq]l@Vv@p2#wY$|,(50}f/4YFhJa;8h9&vK`EY;)U]%T)hY;jj6#Z<G_%YRK3.X!)ZZi*b{~l75dc4S#EptAP,$9bB^ss%[)oMWPBaG[^i<ITxc<hRB(+lHW//|(F)s/{zu3G}Z\"ces{zPPq?z@!d1xofpF((0h22(#R@d7NcItG7lZ7_N^$/6wa[AO5~hq.`%CLqZ4UEC>n)0?(DC4z3YpCxi_p#\"i\"jHE1V43El/>#S),33_jcD3oJZ5V3Tw_)52#hWVP@jR4TA;qZ/eF\"FAeJ]3clAZI%bU(4._*aND<}1cH5M(N4x^}aEt.,kN>qqXLF56Hx24,*~0/ZrmP*O6(k@kii9t|_SImL]ni66_~`=)gnK>V;3N$2R$olJ\"u4^+<y>FbqE#b>G\"~hWqf=bM6I{QAO.`<+Su#5S3@_I7JvwCYiE`K[*?hHUBv\"A6)lu&oHM`2pE?cZYjU|uoU)tKvka%T/uSTila9pI!tZJqJ\"+qA9\".C9ELl2_$r}]~AZ/|F*(f:oyPj9EfcgJ>%S>lhgAF~~y)@::M|CE<E]cYo3G3S@~)GXQ3sN)w,QNS(!CCDnzQCX:0}|%YMjLB{04L$wyl|TLDpm`VTPHaDt3ubZeUU>kTr{cwfDmAdk36#@vQBRG9&T7SCbC%h6hP<zTs}_7KjdW=(>g<UJHmIjWSGjimMo4\"LbM(rs+yqYjg5u/4OX)ME3fZgv4N^Qz[|UCNz6mw+TYJ;=Z.Sz&4|%Iw61K<.U6;j,h$|er@Qn>Y+~mM[zexb]acDH\".QhR;^X(zZoVDC`1!MtePxJGm|EDm%>G)d0#J<E$/m=qIvF%CMCWYnXj6O4K<*d7Bo$g_UW?dt[~T`PjCMSlJ5Qe%vW>>$s@,#Q:~SsDIX~{rai.[O3)^c,_A|4?PxZt`qzn_=vkEP}RCB#Zn?e#MjT+}IiVVW&RmeJF\"6Bc0mp8I5Dm1PF}xH&f,cQ:x.Q%c;A!DQ)?)js8(4da32Y,>8eU3aY6v!Lx8;UO<#E@d~ywp6/WJS.6y{>1f|aIm;}+<(*S6Ro`.7[hQoIRO??{zDdkCL&H;ca=Bw#y{{C0hDAS/uWvER08[Yt9SWV)MovgrQ9P`&@H0d~A{tkW4,mC$/J%H20cWDqD9qbxq\"T&u;jY`k0x1A*(bQ5/,y}|:2%XC;MklGG:V70$\"$!h^qf!fp8.>Lw/wM[PRtV|5):}9f=JV6S/0.#]I;=~ikm]wRWR$J)bN`mUq^ExqOG98<ogAG5Qth2UK9\"b>h7+DbdNd@oL!yOC%0xOm*A#1~U&21S9ZX]f$BJ>LV<P_q#!u@8)!q.r!LG`K8Q1Pn}/?+%BJ;M7.KnaWD^2oXt1V%ZDp6)ez!L3_dOCz$X,ri.{)Sx1WBRM.A\"bMt2F\"B!SkVg~*4)w|[Fm&eX+I@S1!4mjD>~c/6(<;|/vYo;%?;JmFJVfK5(}o;J$%h0C]Vp/o\"}eH3X[@0%.QA>{IOHG:pM0=i4_$UgQBuRvfz:c):#.rHKN5e1En2nm/&|,k~z7S[1r>SS(])/H+xQtZMTLs[]saHr(Ua[PX{Kd^`=e!~b/C=bZvLjJ$&M)n_U)>{!c@UL8)Ud^s/&.FEliD|Cn6O=4y78^f0@wZ_ibn(qx88a;Mk/Zhc^L!C*hqYxt/b_VKlGDrLK:k7OSkuU5y%IC:0V.D&x@NadgAXj_9gMZQ]|1BTSHEU,>6)mk:K,|lJN_:HP%Eo30k$8<*B8_x2lwDuVclmw$TRaQ8(P7Xe.SMkMxewPg*W8B<C1hRot_0t]@sbms9up$4{sz*c7N~_?4GOQ9@:jX24<7$T_aQ`83aRUf}tzfxM@1QqIIC>j`f.FIYfIkA{u[,9y\"nV!&,D/+0n}ssmKQ*;AR/m+~obV@~a4Dhvr`/m#bC!YJnSj8yj=c?Ffr2U!7qcv/U,UG_I!N\"IgUOx&0k#=wFDW)Qtg#]oJWTi)B3M(6We|lZ5L}:*Rx#jf0)1yk#QruBDHa80]qm:mDn4jl!#LRmGduij?ZZ5}6SKV6hc9z(&X#S%SSZ_m(or`^.%1*fu7@.yKaY4mFl#=dg(v0wW%$\"H>|]w$LOtqRM7Fk2K#Uon|QQTjUQ*Sxfp5B,fUgN09ts(ri8+p*]CtB/zTB|3jlrkz;prk=k6%*=9Fmr%a!/M%^`jiN7H8>W^HqPR.>W<G#$wW@0l2_|?VJVB{SF&qn5awVqQ(B={43|@QR=3SBnGzpcW|D*q]E,z#7w%p?QBF?=5~!P\"WPgMYyu.1C.^Po>YQ|5HYQ%%kuiv}$:r8f~K@`^^f|te>%~5?wq26ojM$c?J*?jcoVLB0=(,[(s{<z6|CD`(>a`!!X%](11!&i_bR@FiyQ9d2s?NcmhFEV8o4qZgrG2[a_PNjncS4R},YrFR+~%m@c69c1C:2wiFN%fP8j=vV5.f9=D8RGn|q=P}vhN@e6]Nw2Be)D:^zkj31<R]|wg~1O?7A+`_lpa&uzzr%2B6F#?r?@}K=2W<B_AqKT~L9f}^AqJq)cz?c]\"h9]aPDe=G_f]b|<P3I#$b[Iq7{#&1[V[[L{JgLjcLBQ?*3oy.@|h[Tcl7nYu9#!%M\"#.GNi)7\"ET,|<?an]aJ6j~C|WIgg[P37o2.yljd/zd3t.|fS5lHhc[Og!`fI#U+[Ud`%v{\"7{^OawGJ_@]eg_@|CpU5:0IjFV1UYpRmP#T7F(z90fGDuLcT)>yULG<rld}no/3/S3{9jZ`IuPx.BLa$]+x@FFIZZj(VZ%N}~=0&njJ:*m>0~6[paStKpIqdqKzC4YkT7Rrs^i1/wsF3_^$x25#Uw!NgGJUJU9a#^1LOYcIiKw/2n:~glDpT/[A(K|$6xx;R;*a,XQ&InIPSjP_q{am.K_5SM^Tuo]6#lSD@S?sJn^kbg~>c!khsW]YJca.%X!#h<:C}[7~<r+p|H~e{v7loW]:zDdMavOG=2L%5:yE:a,dhK6Su9_%dL8js#!cuW8^Qag?E!xS~B;<+7^ws.w`b0sA:Q|[3px3Zps<@!,9>_VhI~Yt&mDUJ/cf>H8`Fj~d}|{A0qu(8TpeQY%mj)WkZ0]4qsyL/s`&JojWKgO]#ctC?#@5/!!{zYoIq7<[pEU<=Yhnx?qf{BymYnnJp]5S6}zqxj52S?NbsW)/`%R)m(pP_e(8.E(Wz#R.+A8S8,G^Y=#\"0Vj8XK;T8Ae}:P3B8QO1/zS}k@eZ)2dA:0?Up0neJ)ZMN?YVzV`4iWjQGU@=dE=[x\"@6mfB+N*lj0{%`gg2z@Ddk5h75ZX:y!@3{O>TVurmN;&I>nKjX8f`VK2Nj^zOspux2lQ=kR?fd;@sRhS86``A2Zd;p]Zz3S>%OWTgFfIv93z0~8@#,fXv70Un~8@#t;o2:x@(b[Cgt6mk]VNQR>cbttOR?ms/=U{1*Cz!rs8$@e^^d&(+!(%Z+EqRglTl]8b2mR#*$I^8@,dFs`}MJYSw9zt%E9(:EM@#2Zp79YvZg1fJHE>pTx1;m%Ej|%Q87cVIu:lu{7L]a2k@V`c7^%;ag]lr=H[z>Woz%Zb}35%HL%>*35k$$N|Ms/wKZkR=fpjjE4g&cn7.>!\"XGoqj!3+^mqXKkPN$MK{*w.[/8_0t3F&84x6l=/J<87|oBZ^w7b_DwIdVR\"k=CbH1=QcVo1)`Vo|s\"m|%.`c=)Q92fa171@HsKSB,^FJ,CXJ+yQn^`,+bu`a32%{&jVc^O=vrO17&)rp^b1w!z%S?;=p[gp!.dUt>+=P3X`<~O/C#<9y7FdnGMavOR:jatu<Zl;LdXW^|XswIB<D>2j!>?}V=y`UgwlV#QW%~VLO}>Uxb%7nNuk:{>i_Uh,l25,A4l{^$k@@so(p<;.;SMOQ>9*>eC(^&<+OSr>(4?uZ@|x{N6^!|#xSrf>|645*@p=$2b!O7}yiP&m9u1@9{vo%n:,NaUe{|8;:dV7J4<,vfOQwhC5}8$97HdHJI=LmbMGYi4RP#SeV{|V|G+Evx3m%x&lzbG3P]Pgz0fY7%g3px9oIy[z3P\"r.j8o2.~q>bc~%@a[7QWr:QM4|MWr%|s:vtHJyv$=[LA@z2DZ)Vb.,?OpIab)0lQE>>u}qK2QUV=[RyVR_;#42^$3A7V>QSDb9iQsn#!c.UVo>z@#_G*G**zhzQH6n!VK<oNuqymQCjxZDz1/vZQ8CzEM1UO5@VwcPHYjWhxNyrCLq*6qYnbL(aBNfIkh6G+y~Enq&5^!^]:|?bKr;X*qJnJ2^O&3WN6\"HAi=jMN2lW#tVf`*d[1oDeB8U8Z(^mdrqf=5X#D/jJz@0fZrs@f7m.*Zb0F`!c]c:H_?*+9x`cC4G)7G$,^{0/dOmd\"1{0ve^w@<T2b31)8`!qeJW4LkGf!*}wW0Dd,BB8$IElq%Ij(xPGoxbO{WwDkY!5RHuEM{tS3Y,`w$kYFsT>IxVbVIBk1/OkQwys!%>3S*X+=kuhKiH7I\"9cJ2t2>i?i`UD^/Q%>8`KjAW`fad`!qQ[rZf&c0NOvE#%VMJp!Xm5xy`\"2Voa_hu!@Xo7%.lej^rM2UJdCDkd3[[=BuxZvzOhT7}=Q5Tp8HnSL#hq&\"po]aNx=Tl&}6OR,mRA>~{#9s=vTEd9E{bv6,{,;oj.)3P,)+yy/>`0__]Um?Me6ZxmQH63av0~jgJs{Ut+K_Rw~P5*BLOjdf)3.;qxZ)]|Hxbjy#Zg3,BY|reYC=2[cE?L[F23d*eeZ`4L<u;KyDa[;z7>xK!3c`+Yg7a(Zz5YC&|Es}fII|DDMwtDI|HHL_\"9cenO3HrstJBRo<MS;1>c}s\"KSq~Go!c9+thQ#2m!NM34cu.I(Fspx\"*ML_nUNyweqMh4|PIM_6m+b&e89&&`hO0JC~SY**|tN~6HyIxpJh<9RDVNsNS42c?{mzsT,6Q.Pab$;98H8G;Yi;zqzm`7a9.F;ie\"vjI>R/:|T(V?/E8q0!ph5\"b:MzGqpXvT}eoHCHh<c}=!=Kp=%I:q/Q^/]5W(Ry^ijkA5vrRNVpP%m!&^f)w;mMI%e0L*Q,xcum_Fl;*o<Gyag?uZ$o!XmeMc(,c=|%ImhCjnPQr3or3}13}D.L32H!2Z4%dMawOjkL>cm_UGsmK76@sh<wli!lgl]G?]hcjHD>Xg$2Hlr%^rkH%^kFt@5W%\"/I,/e^&xlHP8q.kC0z&DA^x]E@,z>bnI:.F&6q!Ic.lyW\"C),|F=){i82w+oqgx7T!MiEO1gO&E$rJrD~B4H/j08|P6Y]4ru^!`401Qbk]B_;w>ddFTU=KmF.ftOYjp9gj0Dr+!cgML$g_ibhfg9!6UBeFnWtXD8=y>g5+zyFT1A9><M2w]h]},}?ef\"#J;{ofvnD~Mrbt%50X`^1*Sp,u.O<74~!XnPly.U]3z~*Bb;V4uNQF.Y3d>19Vfe}~`},W`1g[b=krsOd:|PL$BIgn$Q3/{w+*p=dL}x5QwE.5>Ao,PvTT=mAUfv>8A{C>KJrHc6USCYI|GJ\"V&<bl`{`B`Gz14Vxb8%@$oiAZd0joQ4o4<wC:&uRN9#O*(YL`C6{fjL4V*AaYCebgKH2aTLqdF@rnCIo7%K5pMT0[gcp.nU5[gOM<=3%Ay}FWyXi.U:rE(956Zaz#qz#wo<$;ImlB%>og]`}Z,j()qjDkLK|fo_*jQ)73gPaZfNPx.>qZ:8^^m!0c2_)1v^n~8m}{gYvVjBnh2q!~a?dXkaaFrjyke0ac^J}WRhwC13gUylN:U]Dt7)5abl?!B`h5.IOy.mxs#Vy;IsdNvP#RY,*553C%A$z8.&s]|RP;|$M]6QCU_ghr4.ViL{&koWr?ne0~KwPJ*5pzU%(_5[=BW;{?%d4_b3Y~;>N1Ut`$xnn46s`|@WRrP={SY3:chnf\",q)zhy?&=YdI=ea+U0pm$mT2<MTX.oJZ4arekMt(.$SHta%gjYIJ7=AkSU5J=O4>30CLCH`R$jw4e&<tnY][ZL*N<Yh5)xh6{NHk91/Np;%Yb:<O!oB\";9vLq`D),D~Z815=,fRhkiUt$TV:4{(a8*/=cH@D)|w21RE0CMH\"(SsK![:4NWmitZ$=cyfT[%:5]@r6*.d1fRBJ7%$KD&=KB$^wj3L0$^VBj]#[[N93[!qx@7Q&vW;Pc?w0VfF0B1x(\"E0;]Vt%eOZ@$B;P_<`SU+hjaey(nfUsN\"q!K}{$Y&Ddn[Z^|9amNM^?d%BR!8KA^V;^fIwkv0pxwSs^EXDIJ~FOYHz|mmf~`&]D$?.%|^?D$*G36U:vV^D2:f:e.o)0>?%b*lT[@P{t.+#F@jHoV9R!r!HOF(2>FX^Y`c7E>ga/WrT_4Ck~A|+:/(v`.;\"{*<\"%T0eZpYqH?>ZWr*(/{Ptc&ek:F2mWt@w\"WUDO)Jwra[ojL,WUKm6C5.5pY^&W9%&bRqz{f9jktJClNi<tt\"0`wD^;Lx_`x$QE_S:_UX6[gP5z>2^jM{iw!Fs_&YYmvnQSDghAU&!>b~Y,K;/7vny5HBy1G/ERl]()bxK6*\"i4%96mYE|&^4J`%;Q[lqio`w{M7T@k`)i0o;v?t[BozsIA01x]M^?9t+bJvG9M!nyN=*42qun.Wnrj<`Du|1kzOX>ig_`,%GN5WX?{!mB$D;EQ\"vtO>YjAR_H[lq1R*p~=Qh*G_;&O7BYajL*H^i`24GIBQ5_<>LIY)C5UGm(DE%+AgQhOI,t$j]vQ/tX84{>s+js)FJIlzxsXcpMe1MzZgHD:0~<H*_j(@^&d>_!GzyMhwWxgmj|AsyldL]Eo#*%2xX^~HP*{TD?N<]Zj`iwoU`xYLUqKGrM:si1|00kbQ**m_u)X6wK;$*(UN\"A@fajj`.M!XYRY)0D_0anN<nxZ!=S%/B^:gwc\"D^M{/SQx5u`)?@jut8Moz*D()=QXk)|u&=x%Ab}A&?U(&!jLv}e|H}n|o8)x,RzrJQg9!iT0)2YL)8mPieq}=TF\"_6Bx[C@F]sC3N^J^HVN8\"_8n_n=3G+?+XT=*Blr9qL!xqwQWgm$xigP8JMb&yw1r,};vPU~!u~GO=%)V+)^v6q=k1;>OwR6@egOlaX=o?WgjMLz?>6HWm^kJ{&J@S&LP`Kf!m2r!rD!j9&x.tg.QZ&()e)EX=#I.%jZ^IOX}K<o]v#(JZB}`frqKQ%O|;pADL[UbX#0PxVIUy<iM<&9(T.?3n]nO6RAlO6BL<v!DtAJ!dX+8d%^v:^9Dt%sZwYiebEJG<W`Dh#*$I+9Q*c~q~JM)J..sl;=_,#(F]/$H(H)>I.%eF)1F<$V#b5IR!P]d7FsQatp`50;\"AP^datp&IbB(gH#4EswXx4^D\",g?q1~.Dm{,!E6g$58,E+BoQE4KR|xW)y7X|U>|J[Fvp?#d~^U?B!a^Uvz%Z>M)fYY20ER,en~!H$@F\"H!F@lYw1_80MxJ2m9]+]Ygup\"X:_;tr#cy}hcR$G6L<EdweJPO{0p=:MbRbXg/Z7L]jvD`q)uizB9G!mgld,L0{mRUu>0d1Clq^W>(Fp$)(U#4O`cwfJNy=0b0OG1(NJ0e[B.Q0e{!aF>B}N6u8[=CDaOG=BYQS:Vx`)|r)E&*7}7ISn0MGn/5JIQ&7uW[bv6H^bn#tKwN0eXbC%&(u))E}tEvuJOAK2lw]=OMEmS>;LE#XMVAEw4vbVG\"f<Rn4aYE(Jp1B$c=ubXs0mnDniwm}R*pT5l@>@p1m:PKzp/^OATBU\"yda3Id.x9KPMy1{Gv(C=]xsK!lB28GumM3]Hew|DPy;:*|]8L]Pz:mIhIaEHz;()0uDpL!}R!.jB6;H<~U`C\"^TOd>O*mA%?zCry{g#Gl<$$0LR%2BY!%_>oK3HFliF+S!uB%?7CG%:CQB~p;z29{vU!,JL)FDZxV)9J+5{xHT]Js)a8WYnK{mUJt_;$j{qphghaAV+@1B]U}P<ajKa1[\"WF~M<8z:QFbxeHTMFReY<&\"FDf)ewL2(@a6OLS|=5CxUoM]=wqMD*(DZ!69MX=,*mk!q7Ix)pM?i2px{&BqG@sy3tpUqKruVu[pvARP(_Rwp1J()vW6(8vK>Zy(gZtby\"*kuLof+n3zCH*1m@xq~<:&EDM\"2Y.\"]l7\"T8>s72z4JmYL?q^{Uzhb2ND45k!j>r%TMx=168\"hd4om>jP]B9iN>0h2A{^=^}.1wPxKDEk!JO/Wgd:k)YVQgp#Z5qC3no*P8Hcvw94F^zL.O]vH#(^%l<:EZ(^>hb_tp~:Jtb$x>Zjl.o.3P1^NK5XXH2&UdqyG>3C}jl6P(6cTJ9(<B?42%Sd9JV<Cd/JMW5zh`X!TF._FR@L5[#ScoATgxGik~sezRv]qVP8:u@t6Se`r&S?92*&fI~fmJV<dpL5;R=f>[!}n3H+Q&mqt<F2Mm6{!ia$KQO0qi[ka+,[>P]h7:#OPr0*M^*aOzo^pNfav@d7QfEE~eyDlXC$/2T!MpR=y4,FXnpl0`B=NQyGwZ&=`\"*pHMC<smhSE<(e+4D^.Yb=~;@#U}$!}Z<Es9ln&,7z|LgiO<:oeLG&NYW!ih&*A&:k{58s/&k=Y@csd2;=:[zHC\"}$+>J<RnL%R_O06}E$f_5GR)\"M%y!2w/JDll:ToOJ9N<u$/zF?1G((|^}0^H2SCaIAIje#O<7OJ99(RU,tjI3pCNVU9`jlkR<E}9mvUFPZ~`R=0U}0i^F`6OhVn$3:9w=`k>wrHTu&ig;(Ogy^iEwPDKrT=(alw8ig<6$#t,PG!Wxw&b.$L=hNRUg$vKOowt^$P?:Upl/)g:cP<CS(fJ^h_/~Ec$doWB*&8FQ&vT*M+pMd1+miEttY\"h=)A^R2Q|0VjDnB\"!<p~w0s9(u,eyB&~,(@[@64&,6Ra%Yg&SHqi^De<_#OqoVamn>%)mc=J}Uu9HxoH@7:f[vty;<4VpS_E<dwA%ob^trcZK8q80xeKm2_LmO$@C{^^ilh+/AmFRisfUt*u}K6qtQt^YsKhU#**re9CZ(olx+19cn}aM)nO(,<:/M!WF7IHn2Lh%Upw^1;I8tn~Q!dK9sIBQ5DJ#wp(ofT+F%#3uV!i*~M*vA|n/PFWi*&Rwyr96K_`.MO09;LQ=yF<9s_x{`$K@R_WgY5{l%&XhdcFT!3;H,l^nKMa&QH{@}!ghh$q$VJW2U+J>O>j>j%E?b8b[aMe9/|12mGoTF616,GH6V5m.]i3WWa.y[v}2*99hXJgX^iUYNMJYSwiG*MvZDzEMb2FzHzW2ycVao01B{k0SK5HzEMJYSwiG*MvZDzycy/Z)(m5Z95xuH<6ayiAcEzzz/MqjiT,xQ84qSUKVk?1]$Sq2o5^O_m2{N$wfK5!Y[4{kd:6NDd]|cw{4Q#POBs:*H$Y<Zl1fk(b9syPeY:l5nJN4jJ`IEs%DOdeD|i)lrmO$Kk\"I:Zc7gYA#?Sl<o2(o+RJTCyQ0+E`3Tlm.Kg\"DRoA]*N12;eVvI],?JGMG\"wjl3&u#Dd)|4Wy0d{Ik!:;[F;UV~:$7z@.9.27x$qyh{K~840NKR{I+U)8[,QkV_G68!l}b2.~@v!5f?:!7)Qmj^R>Yv@WR\"=|NX}Z}B&O:zs0s5x4CH=kOj0t<l}XVY0CkFNBsl:/XN_NlI{?n2&rk,&g1qFP_I(r~FL0rK|UrR|_q83T+O[166fT_kb*>W#^RN{FyK_G3to@[x.<wg_phUZozUrVovlR^MCk@lLE=zLr2vm77I[:mNypP8ta1ul62JSOag5fN[=X*fYSdV5&K@K!Qms~{)G:[30*zFe!|B;O!I|Gs`fX8\"1_<}/,gX%pkWi%y\"1~V.[iIKJY,|!tY;8/.TY;qr%%0g8!qlO,P#4(z&|#33hibs{9Pb.$j17u[MQM38`9g;41<e[uE]5h;=RNeLumcZ`MLCWg*TS*>H341n]8|>I_=5=<us;:$c[f3*9/fkb\"6H)zeeN?M#!U?U5^3i{8:#4:FWx;,,l{d{DH3Y{(7MB}PLQa|v;&_g1Iud<2b608j%@~WRT>fI/~5b%u;~fRl0S&5z6L.tl|5orE/W950ia[Xs1erg&N0S[u)0rT_%k}+rU5[VaXF\"3,|M.Ugj>]`Bnu/9`RYeNGJ*z8dqBy.Uov~x.cUiJ{}|Z#*z61`5|7F@MYTx.hplz7ZE=4%Y#W8:.O`+6so`oWPf>@0m=sep,xD|JYw*xg=@!8>Dqv|Io`#<9u=$=b5h&W{O1GKQ[N}4r$h6qy]m~Wlb(p8Selr}cWrP{.T7A8>D@{]}3<%i0WrCc\"J:U]pxs%%:xpKI(}b,eIOFaC#rK4PQ>gxx;j88G%7N^c36>&PKf/wgVGgPh=+cU/@uNfgq^)l3&G9.lBtdgcLbhfy^mHPmO<#u|@Y9K9K.[$QcnoR\"`dIC}pS>.t0YkvTL0M~K6e[cw,4=z\"Vv[p@)!%f=h%vF=8beU{^>dkN=j,1g08`<jiUt>H3[zAaB}T[X#rVcy?m5/%jQr%PlS9](CR~+,EV!3f&@s$?:D3y9O2^,8!w16$L^r((z=}+SnFkJxFxZ65h[;deoiY1?m=oPU`:$`7`&qxsF3Z}ZiyNYT0ZRIqhSZozkreVH3_?G0g<`^[Y\"U.e3[{.&1U2#h+oZHEbpU&0kU]omP:`\"`i/W#@eLs}6A*Sx79\"$8!rIQNss@?1G)<$D^hZBQNxy^x06b3hVLsI2yvdeSZ}k.y<ML*Udkt/2WJ[eeu2Xg+Q|N7qtZ+N9VlhCe+?45xoP2<s),lBt)FpKh:ows$>Nn=Hdad@JaP/ciZ6xu2JFY&fJY8<)MO,Uf%pIf4lZ1\"^CCrst`t86D0T_adrvVfW&f&]dHDJO}_pX2xJ:+3IOlpNu6^q`oo=rHC&Zi@q}oB4Xga]<`@,:XN`FO$IJI4u%+1=n)T&b2Xozg<@/M:YCc$k*y77C*(>?Q(En29[ho?m*+`9S8dZ%c\"aT_LS!$or91(n?o]Fm/5]LWb@wIdW#C&$d3,nE2>$(tq|}z9eS/*XC2ONi#<9Cc7NvpK%k*JjFNGwEv^uhKx707Q{btivsC:5=$[[Hz$`,9gx%Cz70B}`@,:L>936M.eSIvg$0<8YJL3G!y9%4,e0:!?,:iY1D(tRO@Au_e)R6skDnNo7eaz]N#U+et,Fh_PP9#j8~^uc4oKm/}i$0<qJBtK$J,U_\"IdY~l52zHk;vs$fMpE2c=x\"uXL>C_LoKlMpon!7y~*1KrhH#@cazI$gxD!MdYo*U^t)w/8NQ5Ef$v#Z=F?>l|xs$wr5&1tQ3ctWt/{Q[vBz)/sa>btgh>RnmfVcB%V~a|E!7xo^(#amnvZBT~j]r4?&Ux$prrK2wHYwH&Wri}!rMcRDBq381#Fc$+$j$alqQtG*zd?v5#IvcyutM2heeOq*Uzc<VZ94L^j`[2mT?LaoD/>oQR=0G0eBXKlN>4vq1M>jl2i(9HwZF>Jz$<]c;y0VuA*e,!,c$kxZgwr+PfWp*NTI9x_T5xWjAB&8My$9SX&[kpFX&,:Cr]=|NM^{FDJMhy`7HM+VWN+mgpMqye;?GaPQgCU}czp6D;mmjUQ%h`cDBcE9770(0gMdNws]A5m/5#q)4$|*Dz?0XaP:MozHH7J>:@TgaMB!};F.%t?};8v:Lj3C0m_7YlvVu?WUaB`I:.)vCebyorQ={Sog%{Ri=$:WB2md2U+;^o,=rOBk~LGO=RwHwQoE<McgIguJJ[?V&9sVJ+\"5oik2m##2zOuYgFs|:1DEMl*gZ[vJ:*_&Vz82Mau)exwFFz6|y`F9|Ys$)^]ElGs/+jh1Qs|y<UU;06K9Vo$+XHR{yYE|]T2~#GEXSHQ8*aD=jC&];/#12tyUFn+00J7e1hux,{#:jB;41WRkOcM[_CjN9f,vU<I09$MHBc!ra4v>ilx]]o=$[8=i85~CK#S1.}yVxxvuivf^cZo[<*Qtnc=~yqU`^ZoOYOM7eaZ4qmg+i|==)U&hh>QV3u@nQ,U0fjt$wPw!JwZyf\"SaM>4<ZC6_*$X}BFl)H7R&mnohQ1,J7(q?a,f}mzQ*w[06KF}Hxu3]F09n|sH/h@p/tQ&EGjka)h=uJiIRcV:vJ;Ehka)K&k|(1OY<^WC2+n}PFB`(r^aXg|Kb>:glWwE[(ny`bIjhxo9$Ig5;aTJj]b$;gd6FP~WpIb6ZhG$AT+;GI4r%uZn*;wMvcoe/A+nZT**#_6w>4G?]h[YvGZ@/v#c1eBzoEp(P8lhVp7.3#izFX_7I@yFaP0hD&dtGH>Gd{t;`f)lrm:$MBS_,7UWs$21=ejZMt9([kp</;`4H<[@5YYcrZ#vBSb?Wt;>3C@a2iU:06;s(In;{<tn;oUpbU3@|yhFy%MhV<z?R&rlDI?JsSfm]LqF$u/,[UqO2`e,.n^McGX2rv=VGm_S1L.91E\"B}y}=Hpb[64wQga5AaHQ=8o5vOipx70SsM>7n.AGn\"xY{DD2]IYW7UKF3,e&}P6@!AJ;?YH.|M;(=m#[r(^]83xc#:*j%}Z&1izX^)M6!#snx83GRyM4u$^mLkKh@J<FkMwJJo)*rRoD/i%0?3wRa)}9Izk\"{upjzSGag`pjMe4u3}LR6]LWJ;?YHcvbg$asU%;J:(<VKhaiJfk>329>p4!rM<3%FHQ#P{SV|Y1$(72s}fvGME)82#.#(f(}K%cm!~=*99E$f6E(<tQd8UsOB:)_9w[xkw*;$+?7m[!+B7@`#%$jgK&fJoTOH|&u*Uhakd1W^iT0^Hp5,H`{ds%Qhl#^OlCFF!Y%)x(^GO?rI>;B>T::YNvW?o#Tq7*jhV9H7{Y*H2*U{+f5uacEcw45H8JFuc~LO^3<jL}e>Zvv]j;?MozSG#_B8l4`gvx7mb!U(>Bz&pnkgq`u$/T7V6h9n/:S+3!b#4wA#InShq6lD+!@b.|4,aX2WOG0uJF)$?oP*NDhM4L;[A.E?o^W!8ND,|FR$FV<ZB=hU`6NWnZH#]*y<k9.%5w#VQ,p@ZY>&$I=ihxQ#l;9Ufk/8gp,BqtA!,h)H^D}$tx/ou0]NpO67~??VrS!Y7d:_fxb73?1g.O&Y4J@k<zOxX]DSwV9R@*E.v8Q8m]p@EPbhGm6+4KoR4?W*W.(i!1c;Lg3e#ihxmR#*m8yjl9#gE+*J\"niT)q***|`*)rX%!J\"n^QO8wqYR|*)r&UWn7>9|(l0jf3K%aQ|+YHD[cox8:nU{u|Wkxx{nu.FJ]?\"2cY0oQhrydHfk/8gp!.1f%]f3\"HZ>*Jc%UG1okfDG+1>lj>\"D+NZ6QxK4,P\"VYo~r2*U6$j7gAs9UQX5+nSoq/w`_qV3KnP?%hhI1[d?v>F/L{abP?t;6B~m@4Ng3VfLnY5cHF87o)GixnkpV#v4y`o==T*<:Qb[kD=u|MtD^w1~398Y[@WhT,x\"!N;L.qhdS4[3/rX&IV2ECsou(5HIOjwGq]QI}P]F}?[6Jrr4&krISaOlw.TDWaO8w13n7VlE6{DV=7?alFSl{~f7w=#8g=b`a2i%z{J81\"i$G81hh81zb814oH){lhm/[)80uC24m684Z{loh/x(/IavO/S/eFau7FT~8l.C:|WI0Vs2*nh|t_7v<Ad6wadyww7Fwp2nm9GI2MXHr#xJ$Hd7m;k{&)s$/e7aLBB?W5%|v+8[Pik:QP1xU@h\"KNT.;)<d4*K>]us^:,YOb?K{k9d/{Q@aFZPC4u0]2dPMa_P{dL&[1YwNbJ[=*\"WO}02rRKb?,l5U%i>LJBcj1`}S{hVl<CfY,6bneOeHaClF/ev,1H67dR5f/2X2c%w@Oc7Kac71dj2seR,;oaZx.fW3.)RRiC4dPj7>nM{u|<iGyO<WyB{4|[N_f)lV.zG\"jKSn.>i[}02FN,5CMPaC20\"#j@+njjz]ViwJnWt=55&t`vkk&||\"@b_kM&/(?!jG6*VqP}&0QFcHsilk/QhlW!+~$],1f(b2B^eh_>|m*]g5&V{&I49}!OO*+pQLmnk!=qrqc8{k@f3)l#3_VgZE=(X}zyjI,$>hSYYQPWcs!<Y.L+JU&g1N3%SmlKpv7u6&8oTces49*YJ+Nw6!O7Iw76SOcm\"#B$OBr)oc$m$mVF6jJp{>eg/$pPJg,9_;{eLIr15Kl37rz>+?t}83#$Ila|JWdC2Y_^+f6Uo}|?3L,0=g5/RX0zVJ.,~A(M_rM7ujdRPu[Spw]f{XU+.ArX!*K|V~8f6FJT1aYn!e*i2\"j52W0[5u2LdX0[5cYThK}Rpc$pO{ruOCWyzK.E#`l:=\"vsWO}=@e6p}M:~Rb2Vb16d:g8j$[+\"}H~uyY]nj32Sa/PB#sj8Gv6w57okeAn\"jPHj/:|o%h%KH}d`2d3>T_ymIG6(wO@^SxYlXJT!8(p*/p9.1+4m]tcBc>.Hj^8cV~&T,HpJ2}:&.cYO50ch6Wo/b9I09Y02zrl``la[igE!*jXnQ3$[;o8;os:Z+DrLU^_{6k31lBaZ);^hxmRc2Pb(q#B?qp[*NLU(&LUT&:3BVb>Kg49UeFSocjVXS?Y?qOUl:*l,]f3PS&wV0@#o:+<nsaYM,5PBsve$,hHE(a{2Pi;Fg:fX.;q{dPSYm:;zV2%zVetnR=Tn:@#tE|PbdYd}:7Sj{@H?6U1<Sfl:G97K#qN?1CJ!Uo5jS%P@K{lG}=1g*w.HU{r2o(7d=d0[6<q54sax7!:B/H#Yu;!/j7OH6Y0Ddy.`cxbkdyUqx/<ddB8S.fUs;fUuhIdv`H2<,]mQ1n.JrUe58+9!]ap!.1f%]f3Q#l;*c]x)9bFzd;:#xdoVriuYWS3rpV,+zT.o8G;*G89TU)Ug{wrQx7J:#:T8nF~`j|}H`V,``]*h,^0*nZ%>IOTi0$o6[Uj(%e0JCo{qM.|cQV3Q2_=WVW<ML][eq|<;TK%W;e2w0EE)Rd;9Ui*2W`XP{)!#tf`5hdO[8`cxz:!)fvODOkDY3&Ii/9c5T^}Z0Dd{cw5@TBJuU3Z]z5.xX,!)Qz`l::cqQctP#`cBH#Y#OV>K$0NSI8]9QwdRvRUYbZkS^Ob]m3cDdMavOH6H3(Z]1w^[Rd2?#465zMa07X6X3NbA10N^]e@xZRa&YGs\"Vx5ko,U`6BLbKb8DbqU3*$I=ihxmR#*$IzQvOb!tEH6j0oVH[6Wo./8;S?*Vf8l%xr!d;[Ole]zNXpl[b&!~xzpmlVm@q^b53+zA7oK}3l0J]3ch6%77UBs6t9(Q/hB>Wg4AD#jm{Ws<r{|o|j1Se,%9#KTkx0qG.{w>e}6Rmmk3Gfa>dZ:LaIzB[W)u~*ySw1OJz/[C!ZW;/9_/#AOo3>K`k5J4cg&!S!%SDlHppsq/=yr*6\"zCbT5rS+wth{l.:66F!B}B#cIH6VmP6v#[f7anoX{ukn[th({wyfJ_`eJ:?>,4@S1>O`&@&1g*Ig*}wDdMaMncTQfkf&K5O;NLUoD*D}+3W7bWo[zXZY{19)[##u@b;U6|l?6J$,`H!|S5C_qwqNKZ_CO,s}H7P9FK:&9px\"2LS,*?L^U\"EOxX0E:+DRV|}SmFkU>`Pc<:xr+Wv+EfZV}N,MgQ#l;EP92SP|W;>.:$brR=n1e<jB<><W0m@k@|jO31a?atQJP(GB]cd;@w:E~vh@Vm{dsW{S]4h(9r/.ZV.J2HJe162NaEbU=Tt;7;=G3_^jFfynR2yRv87\":c&}&lpfB,l:5UVlH`O[G4^$$cXtk!pN>}9TIBjq:_9(o7A&Dp)O;;62Eze%InK\"gdI<m%0;03S+1zGhLA3Z+N)kB(VJR=]dF,+cT6|0y!,8CM64tI(t{S18SH6$8NbDd1zbIpeg1E:EF`{`7B9o3k:po0c#P>9H6H3(@r]I@fmZOrU.B%O]*3[6rSn~8OpbT?)Ac1F]WTf^w)RjwE,P(Wh_;;Yi(0``|l.A6Y0m&%GNY2MdYfwM__(iU*V_[bQ]m_/8UG;#VGJB[E)QDAn+zM~/=T;l,w[lq;.|!gRvU,6Q3F?g1S>I[!q*plan2s)Ew83r:ckQfWCY%9:?uEe.1HjpmV4@&9Un&(p>UmOe5c3+D8X8;+c)DO8SU;q@fAHZ,|3$pseG;)8H8%|VV@:C.FS$]wqG6jWkFY*7L1bR,gD^VAj*o(6W/*,g_PSJsN3~[2&]c)!:U_mlslD/);C(olFgC`iY#6*$n!Qf{iinhC]v&K%b|g/L2LPt/P|Ddv,6bMU30m%624%H,XTcZLk#74iR^4YoaueN;ap}a},6KG)g{k>=SD*Xu.kt3P1k*`KF.+l5h8cp4(d[<63R.vRCJIDCA@Q;DAA%t,u8F(M>kAUO$+CoAQYObBY|:R/sC=c5D%IXXcEAAAABAv(eGAAI.6.mVyg_)8WFoG0c>Aj)NzEF]K6n>lTI<B>LEOte%b!VY0=YBdYxKrO{/Orr|Y%^+Y$z2@d[/4,oxp$`I`RK8GE:8;{@j4)E@20MVG[8V4VUGjK&P3(N\"03,[d+Vyvlo9F]Qw#.R^^ks,.i@axm_1Kp(qOZyT#`$<z_^;surK}]@Cb)$mVl#25n*a||e[VqSQ\"?3FJ8I2AFsRe\"RiRHy{5y.wPxQo!l#)p%_5S:(Na(S8mA@ECiGI{s88*eWZ+R|m$3n6BXo=@!G8n)1+MIm><K5Ue6&g?Gz%9].F+w=hhFW}!Xy>`w/%A/c#nY]wTHfrzX]uhD08X>7B2pFWcaOP4>{]52EY{ro&.#c0L$^p?k1(VTYlhHHwxMYo=1^?LjiT$~uAv@z=X/]TY3{*j~&^FFiOmtRwIJr#WDA_g%vIkhXBDlr=6=IvBXsJoJ3NP0s`a&_E+_xccG!9EIc#c)cM\"*A*ASL6FGQ^a|9eEpyrEJM@hh%.\"B+L300JMwn.wIsY(K&dbd\"V?:5&1}}q\"P^804`GN4~I>)[[uHe5]u]IEZY4r[+3!u^Un(1`r%kx%WY2ymHR[1C.Puf]<qH.<K\"tJF.uzVhdl4Ie.LIf_y|ywdv<Pm1kf8=7ilwOpDx?!Cps~&riBsGo[2^2]*Sr{o<k~_s5zYtQ}h1gUw}:f+yBXb`h?Hw+]:H?/$Q|78r+OK93;TheQtvx)70{SH!<Ib!=_;X?h#m3l;0mR|fHRo=GxJKW$bW`Yv^~_H2bHDjK5kIV`G\")tKxBa~v}u%$onXYS;`15IaG0drDsgLkZ~vH?jjJ+e3bOXAqB*a?~QaFY;s.y;`9d)*MiN)I4(#j/a_zL>UjLz9|WWv\"Z&+iG_Sb0b30GXwT8E{L.6)d#J`>S6T7yrS^,k`ACMOV#xRHvD\"o.SX2HC$S:i<>M6cF^O$;7SYFI<pjwK+*;h?Ojq@;o*_GHJ$!zJ&t$P[*W0qiXu:NY`nm>vRl5WquKE/31j6cB@M`G#cC3_o?D$p4hh$z}*LpPZ?)>k12X<pLm$K.`::OQ,qtla))_:[*n}hr`V%0Wa8&nzLc5IqZlg+v)Ev)bt0rte}tlo=hK[Btg2nl;9dns!no5b|na5$Fjz$%oV<2+UkM[G~h3z14Qb^ITMabaj#21I14aM,H$kSvSd^=&ODPOuR{.fvV%Z}j)K{HU@NR7H.[d#2eS|e.K;GBbwIJC98RwQu2,#WC[[o@UA0<4X03<=yR%z=T<D2:LzT[kOg%MX?,RUd)zWR|xRat*Lh]z<d1Zc,%y~MP1$>i1^gp^D+Lu~,FOZ1#_.)`5a}eRT6&MNLOI%R%t;*;T,+Dyxky:|?iJMMUI>%GWu#Y8@]jCh9W;C<>V_G+4^|\"e{e:oY,5bVzk$r5sQM%_b!_|$e{^/yB`G6@9_Hg?UGuA6PGI5$|Ea9SI_x^H<KwG$tVEeg^FqL=|lSr_v<evhT5WI=jrJ^ZLwqsoRIu0~Nme!mznS?4e@0w}NqHS1iS\"4D{A8tO<#=D.fQ}`U$9Ytt6{_<<\"yS9czXfE(u:R.LWBNTb2(A:KI._sNI2RT]wH`R7}*!xh>raA~XyjGs<(.uT`0_6i}84nV>;nE4t)q*Cv5h&h%G(*V(HQ$hCqc1E|hSzW`:RTLA|5>C,faB^)/<2>L*D(kxh!5J|:wD(K6B=e|pM6Eoc_t7:D#GZI*msP+\"=NspPGaXf^6mLvY#_1IP:A$T5*+@j~^qT]CRTaVNG.W8/tnplqHd}#Q&AT@yxyjAKSr;UQ>EX$$res#DUF8Hk*,V^pXLT%7d@sI2_SP0]YwZ4UW_a\"g_HWXJ[~>HfN^hxs/:xOvAM6yHsRq#y&uvm9}f8F1~w8^xHeWn??~8e5@kM`wQ;=*LF2,de\"peE)@MR}=>!hi}eiJ(F?rvn<5hMEuedaK2ZyQJ0|riCfk|urwz;#2]r~+7wF:6I{Y#_qx<Tpu>mxT5IIqKl@HF#UWY_t;Sj6Nh\"6<epKL$>8A~U{v#f@rHd&T<4>)Nu;z*{3fM^3*PgN7j$B.Sh^kk)HRp%?u~)p:=L}xrtjtUp$(lG.m<ttPVp*j<4)#@~=sHXC$oB1mw7c@bLYGS9+C?T<x6h6Bgn/l_@Tajt:OX8;4_(FI%;ro/AX^.`w)2DVp=xL!&*2wttcrM:>6xM{wi@b#*,i2aT?h\"mxWn7VV~En5Xrk^(!j<UYb<UM#8Ge4mg(hW/jj4JQxf[w},2wle=RG7`dq)=3}fYU@)Ao]Hx3TWO_98GeHOR*DMvSDcq/vvkXb,fRS5rxbuG#~e;r,qF>d(oqkCgmF,W)2kUb!8mhLQf3kNR}/9eXm!0Zg[<cv%xJIoy5;9Nz(bG}qed^~bF:1rPp1UsCZ}ueKi0(r?8b^l_3R5kCI9,cG/8dorCmv{:GnX+G<GT5ez$@$HQi77Z{hh4=HBjzC4uEhtErF\"mytl\"zlRx#~i|}j/`(IX(42M`KJ0}|K0BYri8DG!f>OG3W:/B)q}F_@0%=q;:AuNn@?J4rI+{g#](nMosjG~[$OXF#~m=[od?lJ51>.Z>vw1S9,B_(12DIQ[XJn_`e=y,b)kX!Ti!GbF1;p32MJUFUuQ]Y$g8rRvk4%z1u(]4O[$g8?X\"}B|M.L!\"jP!EjgTmn&e*,jR`%7=cQONe=VU5!3wm:)|SNbQ32%wN~8+{/d>ym:7/OMeGX}&aWz>2v$1s6GfEUO4O03lUH!2r%GTIW([`l&J],*$yd(IcX#Za_TxG/)p^&d_,F${|E2p%F+B[txLt36:?Vpp.SVL@;9u#@ZhY)T;RR],Aii{MQDHNLF;{ducS+;E>Gqn}w0l&zSV@ReE(*f4:4U@yegu=.ik_D:,y>lV{Z^sY@kC!SYe<=*V+n:,WHM0wIIgTCMjn=ucEe.;go<}rS]SLxB55=b5%yDV,{T9Hy$`qSQKss)[x|jd`QAy,U8XSs{%y3P)k#i&[gf;Er+7VM}8<K>>pgphbUB=lzsXOU93T@^+w9_6}}{MHG63rU$lK0F8=rmb<>{4a1lJ!!!TWyx,.pq8U@#URTh9&*K{p1|e:::UtH4G8[;|xM2OR1k]8:4ybLA~fv#fmC[H/er#E}=$dusLSOr+6o6_?,7EM`>KF\"[uI&NzNS%XfTK5@AM`z.iW%[(!\"XkWpQ2SGdegPA:VHB?IqJTvU@}y|d:?}`FU!b(f=IRDnwT#{t}<+PTo4[B6i!*vWX[F{kDA$XVzXB_XoQCP!1~a]Ap7.ijq;11iy.u9n0]msalljcD`x.vGjy[VB*I28ghx4a)B|Y6y%2rk*T2TO$05RC2$T>U<doa&^v`EXkS6UiJ^*%#vW&o}UlY3]p[X\"RvN;i[CHRA96Mz.$f\"E]GzmRnnyM44L]CR<r>ut9P+sLvLS1pS$ogz5<b965v+exd;v\")@ayV+V{^M}nOo!?xG3Eduq2g#IYBYWteHSgD+%t>/4Zl*U5<*ZgUFFZFj5mHp>x^Q,9aCf%LY#ay\"CA[$Gvp*aHOxm3<,0DDeO,Iolrg[/Q0*9dCAL/dlPoe4NX_^r|.dP/:Y/4Z2b*.*zNx}VPj_3+CloAK[RV6,cHn\".e;]i[hTyWSi)R`[8=ic&TQ{[2zS92W(6/k_wDr^G=V}x,2hG[j\"/%k_jk8v&TO)DsF<Z]%@^(9m0rTBpg;yFq&e1Kes<A.8*F{6n1/+1_]Vwu($<%zt1~Ov}*D9|pCLKag{.GPBK~6uRFK<d&5}rmussp#(~O]3i)DJB|qt[8QtfM$zMZ)8gkc<>I#L6l*Z/IpL7?a9X3^Xa>A?2z?U9sFu&_;J*[vfBLFLnBs>hkgY#x,W>UQlb!!x]DZ[r}B]1q`1#pY[Nc_6DsFWLd+JFZ~Jmk)q]NE?J/u&QaCvORs`Ge92[tzGu\"]|R0$EBxyB7&yoX9\"_G)>!R~;LE{rL$lkUsa)e0AZaP2$_O{/2#zx.g/oo}aMEji{=s8Io$HYS8fd@2|,j*kPT<oP=ove?:Fj~U@~D)M7Xgrf`ygb]:HSVjZv5thm9qKV?C|b!7K$R<rI#DN\"DWG}4R?|P~ZemIpe/Z/*CoNQ?N_6GlH1\"56wPsvgWQK5G)ztSd]MY5*;m}E07ys%F&JW]KgUenQ~v>IVc1N?>t+;PH(+LT?c<n|=S2W[O.:I%)<[3!8IYoi?cO9J$Y,~$+HsbXwqrtgHL1Y^8O+ZH{e*]*!M0WN]51!hK#P3268>]L)Bo/e<0kY]x*z^JJ$p`}xKU6o:S1o03d&U{nlT5eSM2Q.HD/u7f?QtbPI>gF>,v6IM7w<L$M?0Yf<gJ7pd2wLWmHdEjY:J?_./Zj#Rb9GW+AP08{?3^`pX{,g8Y.[ZR(B]y>J1N]}NKs6G8Ml|Ct}9olbaCZ12!FBs`:Gk|fR3I<aDzs`<6]LLoOAT?I{dns?l2^mE>Of~wjGz7`jun~p`~7PHFa3j,~s/BH?!gw@T._|88?23de4:RB<zG|4M]V=|2R2,7J/RmMi(u2N}>6Q~EEV3Grt`bu@y9`a~bswj!upfTT6w7t9/1X,IcHSJR?Y,1\";7&=hoqcn5rzCu4zos+yhp3KGM!G*rqOhp}5^Dg);hr^TE)a0aT#v6).kaTbnYtoWRjEg)k^U.TwtlO.:w[3R__~Gv@$8LbfL<|#C4!M:6i]flbSSuzPGcigqZ9;vQPx<?{?6UTKxYBb\"0Z<;N\"&^H6Nrh~ezjEL*pRJ|o1ud],KPv7l]jVh:(&.)|[yxp:|~rCLD$K^RX/o*)2sR/uunQiZ\"0\")jRey)_eVH(=v3q$5`}{<9fdt~)EK{:t5DFsLxxMrsLaUG.{@4jg6GyF69tR.o/G%CW$Vii+5wndJ0KwhE(x)24~AK):HsqTFv?bX(Mwz,P}.6lC_b#W%b5/Qlr?Fcy%,0G1ZT(b4f}^zOOPr4)mBpzu%eU:Wi1JWME~F2GU>ES`Q3c1VnJ@<]y!&GR9a[DR%!#H6Vz;<$F(V]!LvFrntK?HP)@MFGv^D9(Bx&)zIF:RDx=`&WENlw[)99?A6Kr?eu1DlV`}3D1uF`\"2~(r|1K0igc^CX\"i<$mYvO]PoK7M@Mri\"Q6:,SZV]HmE\"OWbcS;J9JC.UfFRp{eHR`NMQn0qA\"4c%4jD;K<.,|9~Of|5!$mOfsh<{@E5|#/C)OL[0%Za(_2ora<vO4ETqPP^M`_@(MnPT)*#h6nGCj*Kk*_B[P*,J^GaXP=WnNp_~q0@,GPOO*GBwsA%jX^=]%iDji8.%3F|2Sf3QuIGz<F2Fd(};r0N3X]^,bPN7HuInFpH$uA;i}%]i^E5=#Cz6xe?.,>;RkcOfvKs`DO%eoT!8Y3&2$gz*[9Z.0KkuKFg\"4sBJl=q%w{0#@i3;2k{M*nJMtSD8|U\"H%y:0HmUUsc94{dnm.=O+gm=+li(,V<{T:l8!<2a<%C@4Ze{D[**=.Q0^$SNH#@$e,?J[QyO,u0P3ndTX=Jr9|(Ed/^\"+:L$|UQ)\">!u/hl2e$T\"y9]%Hy`</\",d4@KF9M`5J~J:G4AB=pd=&h\"I5U\"m|7o,hXHx&^7Z]W\"c$!tZK^pNUiClT$5%;[3TsBM#\"~%rHb3`O2^sIMgf)m\"#^Zcs@iQC{ou_S*2f>@9K/e?qq*!8ii.#iNg%x5$goTiO.v&:x:VjKW|6$f*({~8[PMryD4Ap>Z.gF+X9@L:$sRj!tk0~E2l7WcqJ*_@#NO{Hy2aeT*!Cc<Y[Q0H6Dl{(%k(5/2V2w>wDee68H7R3t0dQuCnT%D=5p7|FeyoK_oc3^+~x&c._~<rf5J4Y?kaL`/$!}hc\"SGY_u$WT?QLry#sH2>_J=X,<x)xRf&[e.rW+3g/cQ}hf|*}2nV=|12l|%RK`ugrf5/1U>ep*Ex7VKl{NoLi$b.Hbs?.xc_$<^hA~JV[GY{@];69Y`a\"Ai>DM\"Har!au@fuEd7Iu&}L/|rKQ/B#bSf*ykAaENxP?#_/`T%3C\"3xfVyyKnGcCu9*Mbp[o~ps7X*=ts&6b%>6@BFp`vR%lHNbQ1Tk>H$<_`|r?ucryN2&o|!du>K6]o@}(%d?xv^/sOR6j<KWzEVwk:n[PG^{_x*8i?XoRg3$CR;oFnX%>td%^B?iL)zv@C)`.[;6=o|FOn8K%9xbFKh>5>UzTd{MD?=syrbN&Cqz+,+8Q>(E~|r4@RVX8ba<mwJkxgu#|.)Rx:?|3Iy>i8t$IqXZ6s|y7~Q&7i6@]aOyo4lVQFL:5HReW/D$${A9K~ALD^{]A#D+V/|IU<blr_]azB]+ba*!Io0halgG:2kR_G;sz/5PKq@WeHmv~0L/9\"E!2fZeyF`~!G04/}n3EmTCb)+{Xczi_j.(oL}0U|Dgu(Biv9qbZad6Ge?W=goS(jVr<D@uuEh1zO)Uj~>GY2>K:r^<rF*se4~w_XT(qkXWt_XM=i=1r_ax^rgDHUj4]#L(D8%Yj\"oVN(z^h,8/xOi56UT5@d3u>@J8*Hm|X1#/2R3SP?dVkQIXm@98oc;v23Q,En6bY\"%H&6o<[=B/_X1=\"p7w<*C|Z_n!@6cJ\"fOQpSqhG*uMVmQByGF[b*)^$p%rQpZ[)8EvY8k+T[8)bb;{y_Z#S9BGBM903I8j4{V_$J#ON6wf|,q|Xz\":7.I|DDsh2+>U%wEX*o7F_gPMSD)Lo.RxMXE)Me1cXO?]vin{C3aXIM@%$G4eg;(G(M$c>Lr(Vbl3&YEgNwzNV~[iG])}~w2z0gH6pWx~`Y!zy&Hk^P>JM3n,7.bEj%&%*/`!rTaa,%Y~6SP+$fT)=,Q.O2RIT))V%x\"}G0jT}@FlF3bUUr~k(hL^]BjJRaIw4n~5/]`|NK5+3;q0(DrNq4uD(x07mst5wwCmBpAktLCD:VI2S>xF=WzQ$t34})ZN@4.GwH6MR50(q32ZpK=Oo),JKP:b]u1dOQ??S.F+Qr5!O!d#gTLy{I)pW%0M**F&Um?nX9:ihCV+wEtnQ>te)GYh^9{n)p){*de>wXf4}?cEGtalm^k,2P+Nm:Xct;L_QQom3v6U{cdc;?z5pfC!%U6vi:]22Im(@Xc0;@U5@nNS`@BHak4s%8Cm[b9B]P)@^%.FHyp8TOj8C&8EUhzC!i_23ZLWid`+Y;H?O*B,1OuKP49DO9}yV@Qq$#!;eGXgXDR,bVjymS_3!(j1:nQic%^Lb@Uvp(d2l!PH\"_Bk7g@o>qYe_@@czQFoYAL8k6FLlJPlUB^?[FUl6VIdHm#f(uq97A$mitheKF[`fV(:9,+h9+0(BAOV6I+L,2L<!S1\"[WRx?j(c^N^$md!]~E8\"P[&]howstDwh?h&gy#Qz_mAA:3>L,1Qrnuho0IcVry{N.P_*/.6?fY`j=RY:2qIa1(3v]Nv7w5l#y%TUANA`<cpERb_@;D+ZrHrwsgk.Ph>c%jaDD$ruRz`lQ|)\"zIJdvHiu9nX%>$>>dv^)y:4JFX6v|zj~Eh&|H)y)%reP<3NXK?3QPEgJ^Pw4#4nL5pKxZK+/8MS9^g+)C+NxtISjJ]`/>*[+Ob8:at4$j6%{+H$/St#n})zw@LW>Tu0vN]A,Yz=;Y{QDHMIC{<s>,5HO5If+^k02vQ}6@P4o2j~XUB.G4<NZx[X*%]!j%HSVl%Bg+g:OP57v1`q}}):|H,v+D?rsq]J&=1M&$A2JgW7Be%7!_@L@*y@dB5XG}Pw#EPtZ;j74r%j#YQ%@AuQVBS=ZBc?Zfyw;,Peu@p+2(0^NJ_o@xsR5&u5:GfBa>J`OCLOF\"M..4<$GO1=Pe_YrVr@BxxQpDzax}):%`?hHxZIO8La^[}Q]|E)UZr;p?;]?O!X{jpd\"#nCu$g!2s2Blc#T_Rv!S}`v%mNW*VQ+MrwPEc|uJ^w=I(w~wMIg18F%&h~Zp&LvBJ=jqHhLcy+1i^)K(SI&_R.+ldFsYmY0LKoe:gnQu1&trgHvPF#,ors.t@wEMr8;q+7wra40HBM7MF5zu],>|nS!~>1QABxeo#igN+FgNz_j.V{%MW]Rn`/4~k3oQm1/c&FA(1(*s26muhn0^E{i;6r>5o$m&:SdeT,nGOYVW!EM++Z&.|oTxCrlx!ZH(IgHo8.e3_GD&j@`;]v9`JZX&d;<k+9!v:/aPMM!iCc0L+02bt~NK9%o{x$$fU4:b~Kc.nPOW>lPZ!$$yNi[`s+^S3*ZDH)1L*|{aOR;ZKyF,^vrn^YnS(N0DuXv.0}/JGA.whqG)RX9OSKUn]yL!nu+V+{(C/aFY]*p1$*`V!;Bep)OK5\"9x#|8Lt{57{)mfTo9IhPHk#85wo+8;F.%C!H]:Q==D{de8jO.h&LIVB:(b$/G4>{;DlcoCCF.RvJFt1xQDBI\"/jA=c;rel*;E=nLp[hc;F`#.H^5<P}7IgMNweCJvjwPma9V?HG[\"*&aPB(=;Z6)p&[*>Zxzl1`}BgO%ggWh!vE.sUHPoUg$/W7qA\"PoBoqkxBYh(^3K[N6a7VAZ9NXh:8@73%HGGDI=KX*}vD.!c1?CVGN\"W6G%7#mc|X<y#G(6IVRuZ6cQk[Q}:~S9*#P/{[OR[Ha59XnaI!#&]1h#]ulm4XLM9IRa}DokiCgwB8f6Tg},/8Rx[nTYqfUTg@F~!{:/:7)#15S[);Ww_a%>Mw+S7d[1q=69&Ed[Qn7w=^dw<=C8apMGKOdZ&wH];W8F\"X(uh8__H6$3n;;oMDY4A+sp54r23w)>]J^ff4AaJJV.hj&>UO3`=PP$G]8dt5nwz(bIfLvB.1H.sl&|)iWVw^CJh6derwIScb|CVuV2b<3YkT:5|fBk1ryh{pjZ?gw=Ng[c0=GJ=!U]y<^ENuI;FqsqU<QtJlPSR3bGEbNRiU;ilVbU)lX;U]_?^Lfnhw&?m[xVzY[ivT@tQ&oH.I]|]re0O06})mt1mjnpi<ci\"1X{sgA8l*$.``gKaCVkOiyuZXM$g:bf].tS[cEp0^^c^;G[I=5$TlO}Kgn{puy.~Xpan}fjlJMJ*CWStVcH#8=I3di/t2Bq_9eZ)@B+NH:g|E(~,M65C1rY*(R8*8*0QSc+4VX__^BJcwrLjm2Fyb`qF!85fnT6l2[]1$Mj0[`mlN#sPuwk3a:M:mq2Be4,rcv;+>sw/t,Bg;@?e1v^&N!vk;*#$VGU|D1ERQ4sNDI3R6eW63`LavA#5)kvNajjYGs3=NlR@_@wf9|zm=fhIo1T5dUs/<:nnMLk0nzV5{Z|?urIoxFi6CL#20aM:NgTAjJ`g$p`mebK9[O6,r/*RdVz43[Gkn)3O|:P%xZRVgyEe<b~S)De{YN4Cx^~/bNbJavFgh)`P7a9]bW%lM9$51g*$WF%At;{i%:qge)TQb|#USN1m}|2D,e!sSq6k}/Pov;*H%RU9.p1+$HzdFt}wQ1fGr\"@eH)93!ifqRmqF,CEJ7uC0Ck+{/^EaHkV({eI4HZGIFN6],>/\"Al:3kw%Lg2bu9:,qoIb\",6KkI[be&^sh?FsEkkKK%Nd*#c!f.2|MS[4hHU&WaL(tEZy[!p(]g`ER&tuv^cM\"]SpHXAj/DIb?2*a.9+>k{V$vh%2pY+sH#Vge|AS$]tGEBh4*.uwO`Z%hRu*{%vj52%*#rM&r]@(Ur<^X1YUn+Lr6z::xWsqo@OudKyD>xQ.Ux9f3S7]c.(;W;lkL$7FzyVI{{LTs:!!+N~xcI0Ad@!g2C|9Q@A_fFH2j`d@XAOn<hUMubu{bepe?+#{zIMZpK2l0$Q3\"cSvJzzRU@vGg.:L4c1}at\"G8PMHSIs!`T|v<.&m>H_YTGqYj6M/xkeNn(uyS0N^u=1Kj^H$c#}1U0(qWLw+Z^d!x8CCCzBKAoK!!I/@^327cj3];m`9v1uI;/|1@&d_7UUc&s|B74<`OfW9E0)M$xmU6T/Kjp%/+;y5,DPnLLi>E+1hspxR<oMFFS+T&?,I`[_Z2C*qWSZs>CX.B2WS@~,GluOTPwVn5l6drS!NlR%?3P1`<.6jeEe:;OUa:kL&|pcwS3DGhIOl:aP5Lt[Zs=@tx%3G/ic[_/Q>vD7nM%U.&|j5HOa`p.Cz_o]6|,*+tT6Sm^/{gp:CGc9V\"]^ybC5x@Y1;*3zDNpEl~Z(1,D^%|Ln61B.3PmR9^F~_]o>g)S#j[SP?Tt3N*R!8,zb=|nrFIsH*$g$@Fx>cfPLq;2ANomPzv_wp0.&fFSKn1):F8}+YDI,31rYu?_,.XwusXOAWSbI8k5>BcZvDG!gZTD+miAdvT_Cz.{oH1m0Y%{%_wLOd~e6F/o`n6H{i:dSjAjV=x`wc\"Y8[MV1ff%VC#=(fA0N[BNm3~Q`Hx}x?G8w^/_Ohfwzm^h,gW)Dm(ZEJC_V;6w?WyiN?c/[.1[`H?r#Lep.G%lt$OTND,ID;c`Z/t}H>\"$82`eA:UGt|/K2.JU62=9OInmL!(3&7N&*\"{k!c$x\"*`XR=MG`nfs+H:KDCx_IZTW}L/DFCvCF~qq]9Q<=<8E~lZf+?hI.]XTn}Qc&VpplheuL4vQCI?E$08\"/`=0^{P,TXweOL$M/z39gQP)jBUbJO+D{dzxUTn{{qE:hiX$DtiH^>74~`4m61)(h&em=4E7y(*y?2vnW/ldF#b1cIa1eNuWi,:u]}exJI1Z<L[=bEFV,X(fe)yP0&qpOg(URP5?x7]h2[p|`WhOZqWISSni6&ZYP8)d/o.a7?>[/7Wg!~~@o0\"IM,TYUi(SvJnG{#q1(c[{xQyh{aJ)`Ju4E`56;iuarY5t%SR8GcnH:6&/#{hO0=GqwC}qD7gV<yA*ZArspszUbvgS;%]e/o$JtwItT,_2q}rD{JBrfERbC~qMqBQ>dy+zP5%n%jrvsKlsQ57mUbf:|WpL&g.2^.v7>u$Zf@Eiu{~%6S!.tu,_vKA}=F)Gh%\"T~&t)}WkW|O#j6sa$n\"^YZA|`)m?<mZF@|D4r0IhL*(N1E88+}y@7/rc*BiscED}(t.&Fz%;y$eRM/v~:4T*abNl(M3j;YfRtbf+OaOq;J*`jEedq)l<ki<lL0=Tt1^}yTSj|O8#NW[JOw]K%NVPqp*<M^Nv2XmP4TdI>cAIFMV4U8h=rhN;Ck}=~i\"@?gvNpbUysUz8+7i]/p[Mcw?Ktee4/Ev2sobUb8}dnma#1@YDdh#;V~c8BSwR0O^>C}%XUleeZ3Y5K_Sul1[DP=;J#]wy;)J%tgB~p58f5jSXo[Vw3sBjiBoOaLSI@[>tS2)}Bl0IpZ<@+FMgR~:8cS<0=j8%Cgldq,^)IoxQ+^<Yl*:<xL64.^z]@jZLxiZ)q@C);_O/H5e\"NP_tHS54PF($zRO=`~@B,=4w|7o)WsEWlDROs3X,|[Zn5<xN+rDI5`dlAS(NI`3!mj!vRj3ZIsOgq.D[gNnlc#3Ocu+{LC,N#ABq]h1<az2G,ZkI,ge~*;L2Of^dkubvlvXyKGI@vJY?A9E7w_]DsUU2P)Lh[Go6Z[16C6FYVaK:,=[!Yj7PUnOb!ROjWW1E)lP,d)E+^x=%j@X)prcf+L9fl;1NKBk6_Q8zOrXdsoOe*2qDnIw\"(Avh{%y~m7v&Cs*H`v4?k8b*r=JU`~\"^=|f3U>B6Xb&NSHMpC<q.6Y#G}/j;Oj0Mc@w0Tb>oWgYJCYNQk>Z<P9+yWx1bE4IhMU`oNL;odCUH@Lq1*w#BPW|?VzIvt#wbfnH!a{j~fb^O~TeEJNy4:::Lv}qi}O)h1Q\"m#^WYfftnvX1TlqPSAam[IS:.xuI\"Tr%E;fqitNb{WmaU*5LwdEowX9k[;o>sY^XE*YNv?UYZg^s;q\"IySUdHqN%=q_h_Yo!OJiH)Jv1D%)Xm%,|th4w@Y<{}yCza(xXZdsw/(,Kl,1utQQh;@Ao2$l/RQe5NO&MJu+$!d)_e5O=C5Zb)o=D0ICGfwvPUfC*}$TNdA95tdP0XQI/RHI^\"L1x\"w,~cN5]6c;BDRKI?a~6k|3+eWNfo:ouMPuKVoVU^~43Lmd)O>p9`:WOYLkjj|m2@R+yH;6eHS0:)_%8K;`(fEvXc[)tK2_B)e^^g2uls%(R\"m4T\"CB49NN?<\"m)_?c_lQzBJk<bkw|%Qxx<@Hh8Ps*/`=hF,/@,kJIw=~8@<Zo{eMoF{{D.lV=D|zbv#BX~??^VK1_%L+]0~nl{<h2kBSR#i8HhWyYq%LLR$*m\"5fF]!9?QV+7%~UAWq>+kMfIX!>Wi@Cd&JBY]fdcr$3*7RUw\"eD@BPi&%]+1T502*MWTkreS>B%qs6~AK#;0x;.<6G?SfFKf{}^T]e~p6og7te!pZmxeq&Xr=F|}I0#]uY\"N1wjYYFZ{H;c4^Zfh/vmGYJVHEsL%@FnA6++!LO&];nM&?IdV%ALl+EmaPR7)O7rfVijR.Q}A:{H>Ltf[oJt_paeGaftbHp!pgsi}SDChN>L{n&$3%R?Y?dY{2jVrhC5&OYt2Yx5;YZ2_vnb>:!2HNvksaBtC.2W:5|Lq)R,7VF_QGnlH^tg,`>srDEZ.D1me+f,TGu*a~)A$0S6Z0,TqRFWP))22DI=C7mE9c~#0nvfQw`h*pS45rM{=G4M`wcV$3n57io=S&M>rYz6$D?Sp*~2g/SuU<g?lK3srh/cmC1q[I8FhCy1.gNEmG@^UL05%NW^W}vETo1cQh6>^sCXkPCRiRgDmbXg7)lxg}6a>O;F#8TNAQ^K6u~vhs2tbua;>9~\"@(f94UW~I2tPN]^{o8$HGyb,pL_C*[N/$yI!*6lJDX/jaJW>qQt2EO%8U|~:\"@`;eY}fTT{fI\":`=8{+lf.*mL(tMj$=%R{q5~&a#@4[N>Qlk4BNUlEm4jt;,o5@\"({jGe$eX.1nS_$j_4s&9<@}o1g8YO!Y|6`+6}I>jI3ce&BI2/+][F0+BpIW;]D1GO%fX1z.[l9OQ~x|_mf}hQ}}ppz:kB!2eRB6%~d=e]>X./Lo:F8G[WQe3_H#tOJRX<c?p^Qpff[|vS]<6GV{0u([S=.AX7/YvM8]Nh9,3<O%`HRVs5j,/f\"i,m>&WvZ%N5qtamvs~E*EP~I}sfZF*?/%1Rf^U&iLT2)Y920ZP/z3avGi%K1XQ$ByxH,{EzVnB^bkZtpz|O/@#Azd_e,a?+ygxKEE.^kl9vzN3`I1jI*Jia,IYut4ax!K5PPBW6pbJR.FQ=pf.{nzMr}gEF6SN^%N^uq!JCa1GP+?o^cL$qW>2E6fm%<=%Fz`LXb]^3*i~n8aIiQ`>Zb3FyWclM/ma?:s$|EoleK?z7lkfJ*I92fZMb/a~L!!Rg#U|oar]^6t}gfB3Sv0`o3S9rILWbE9nBu=%Za:/4{|?UNhB52vMC}OFjHCaLv]Cz@tUKj<iYVofYi+Uly3sl;gjI?T+M{U`M0}h2@HU>OkJGES=3]e5S6m7`aTc,McX8E>|0Uv+8AH=^cWA{,GLXiWyTVoXE)8bg2@+exP~\"Z3v/5m4VDjzttCCWuSAfaay@.kFU+k1O\"A.g}b6N|Cj=W&T2s]}I>VS`<CXwYA<d/b,#~KNB8mGoDzEJqg0.JcQ`D$@WEEup&wy7TN,.MN/`TbwfCEc0{jkVgZl(aOt@?VoCH%)(v(exbG${Y%`E6;9^M>#|P3:kr+Ch3.>b=e*f!=q&EjPJx(=`}pA|jc>>IV]j[{79UgeMZ,ws`/W,&_wqtxPxQy}Y$FI]K#$Yo`.=1[O~2Jtix1~lkm\")}qBizZMYewGelx&8,T$SlK;99jW|qmojxU~o~O!<o;F?&SebKqIR6u*/XV&gQcHipt@D~B+u=v#QPoU$~X|){+`~G4_&^mB6IR(w0{]rFZ[5UY5c4]edT,*?#ed^~ka4^OMrSgyW>^y]+C~DBd#cE|pJz}HQ\"Bmnl#ywm\"$.nVUe?6|oB(F{~>`c1>#5ow{5c(uBuGt5_cUqk(WMAhWPcLlUw3x30>eKE@KXUnJBt)d2Yn2V8\"S!yFMLT5k7%L\"D&ZsWoy#2nkFxO6ZH;a!72Y,aF8D#abEXoz!9|r1r^RamiUB<)oqj4ezeQWe|XuTe@S24qG39jo,g(${Z$DsdY^`?fp9<SeS&.?5oTdM4\"&5DxIlM{XM^#sHaQYIS`juBbkp;Ew~+VXAZxP*&Ea)^a[bc~y7ou26E$ty4,d=V6+`Bd*ST[{NrjHc)2vh,XV,3l066vcT.ZA2^/Dej/,,.sgz^s&1$r,@g\"*3gJxp=^xMtUpdUN!L?3^,ZR0=JfXKA/0)OWi{Hu&qkn!O.nua%!97e_[&+~Qa8js&)%)ryd9+;~>{D?`4xH[LZKU\"=V&h0Z`uB.g9?fjd_wNkf?o6/8kkSszJD#Z><NveIrGG&.r]AA:]`zs5x>kFyL\"LQl\"e58dGc$6qbd10?bRq&5\">&~TZ]V%~E,XdcJV$Z7FmsnL=Pj1>&D!L=)mhTY`p^<s1[$LyF.[Mq@8otQw.Z,f}8po{#;HR{>9\"_AT+<&u6LablJS&2R_GlP?n1,,^012u>sXQ,\"@s%FuhU&;%+NP)cn(5Bjo*SUAWjmrC[]tY/_xK,7P.RjMShO`(_mkmN~nz/Tuz@%e@mMM`Z[b&]Cc;K6Y7<QmPzlJJ[g$7|8N~J.Yc(OZyKl$DYeC|=w;NzQrOZYk:!Zy\")aOB%tr,U`15I6Q6F0j:5H9}gYl}X@IQG2&!tdCyp[bug{y?nCV$8/tN&dMy=hR7}V2BWq586W1a~sgJ*!OeF3?P.kmu0x3F9BUOEy5h7kqjrG=4,=D6i|~VX[?UzHA&RsnYRifjEyRC^,%b<`0tCdt2.<B1X{t9DiS0[D<Z+;vcLL2|p{&az5F*q?dr?L_NyEUo=udL$RQ^7)$UbH3+PMdH(1U1pbMW^Rah;x1tMuGc?p%0.HaxCAzqK@{7}:l(%p{0XZcXnKgdA9(Kxuh%*2J1AP`}HEFz*vRN$$$6VOa1w|8gbHy{r(B(qT*z:]=Q)&y2T@Tdjt&~e?EK8AG.![f3Thcn^rRlQ9:tOW5_!#Ez8E;Ra`*D7n@S]DK`g[D6a=RsYz[cRzaByU{;XioB~iGH^Mj&xO|Yu_XD()gLrgK4,Uc?a7cLb3i4OFo;Ay8]:I,V6!18w}Adf&8Z]j%eZA[VTmxK7:d,B[uIU_>MGV2HNYCRumw4nqR.DO#}o3*BK0A^CDFDXyVUQdxCln_S[w0^fv,]@~<19Cs:];#&qqSYo%FWOE1Ur2A3Z/wJwVvdpg6rFO{l1`KF3E@?CDS6$$#F5web)Xwi4%e=lutu0Vvgan6TNZTp5Dk:am#FmJ0{5s?I2r+VbI+w@zS7GZ:+]nl5On}4>Ayu#|U8/_bnRN}v~YOcpXOlhc|z>fEf]S=oEWDPVl28|ppHrO&q5,M!{{tW8e;j*.c%lUC*2nj},LShb,~[@t@0Sgk~s,%X\"i]icEK28=H_mbcLlVcNJj0:S=ByST8WggJ~**YzM~mDMlnyO5s8E_.KW#aDgJ@fxFjJA2TjQb!\"+6s^F_GNplTw:^Tx*#JP6dAMi<\"vZ|FvJtcai>Bbm0Yx_@mhTcpOlz+]N=B5x,DxYsmVm*oP0*iGO&,+Oiuqeg`OJKX;XU<u7e^jEToZ`_D{]o9OhFXDNWBt$[jFg{_~JT`>e>Ts[(J!&]+vKl3=rNOkDK?hllO2E#ZRi&j<\"W#}Lr9BM<GpBM%5@UN3ZBT83Df{{C/Y||40l(S0aVmfia@{Jza7/7.kGNvJqy_rqVTggM?v}4WWcw#:Tq#K!_<h,BE,x?o=bI?dPQFIrOHW;I~`d)mM;t\"{,w2h$uUtGPAa??Y*&1ew%8s&Et@us{]()r$vwPnCPP%W&&*/ti))CqDTD/7ZqMTE?FuN@w*?6t~$A1=*x$7|35zL5ol#S$_LhTrcr<j&Cd9D<_2[I{eD8r~qw%1=Nl{J6WRk?_o(K=10=:DWzJ!aQ2FCLav?Br.[W6x2H,[XAi*_g@PDn+8jch#ZW~pRV1qZ,H[f9yPa1/xOWJk:k?NX__8M;|_7}53k]JN42II]h!0@Yo(dC~LN;!DN[kA`GozOn#v#L%PIf0*e8LG/0gU9?Tf!lo+=mqp7d}w{wZ)Gt_++GwnVG2>)b&Hi4!Wsv@t|r]po@#j89rzJbA*=af:7Dupsn7};_*NCo&Vbb:0Dn$2usYs#NmN0~d,M,X&E4dC6K4.14>BzmNju{kJMeiV)*,E:M13b=NB68;9W\"fw4*^O%e:E9y6!#aHHb#9$8)3sZ#kdR1j{eP=KEMfO=A|qo),XlT*CP1`lPm>9,ue[<pH!#eLj%P@=HS<>DpoeC,GI|r{RrgK0wK$+1mgjOA&O}:N_z5qK=HYGh*,D!<49tq$(ksMp`my_`rS|@:H*r|Fd2|+ANyGOEfgC:,G}S6]ddr)(>r9*&mf:2weBc2sZr:Q(V3MLJo0wjxfT/2wU?!aW3zcQcJWb7):Mzi>fjV9}sR0/;txrLIg{&HP{`pDRtCa?D0Dq[H^cbBhfcW|5f/++zg`}`:05bbKkx94#VCavdU!rzYU6P&?#2e[y1<xf,@[r_XeWq6y*yB7D07|E?I^TqgdBSNMo/&t^<:Ho}TFTMU|JwTf*B=@%~%S#90T#5ti$1x#7168BV>/eN+U#N)g@?UT(FxEpWJNCyWlv#Zxd.wNdh@9tN0%$%]viiBpE2X2~nHP?E^HcD\"{kyo>i9%MnJpT@,f`nTDpH8Ci)p_q&8&ly$y)4;JfU`B;_3?)`wuAvLAY]HOV:4C>m$XXxXHscMT~`la0{olvd.HcG$~B/b>akTxm4(O{m^8\"8$S$Y)cD4YK+k2~@~FH@c&t*RiBQ5@nJZc9KI_4K8X*~3wU^[J?W&,^*Tk%Ro<b^J6YGC:8+$k8#S$]K[GX%v$DyT#bM],o~bRa6}{Gkcs~c~K*=yc9Gk/4z&T;1S~CcMe/jkOEv?p~6b6rb5!E(swTEmdBW!Y0IdaCZN?<;{!R>@MpLNEy=W\"hwQjU8fSEETS3dC`L}mqc:%G5&;iUs|IHdHBg5;6=Zmu1.)8KWenUrcL2ShuKoR=qf9]=(VLJ)Su`[~|yPqptF8%D4T^a(SZ3;1&/HNT_KErVxp3ly_9gziZrXFKtO>D}}!!LB>R`_~E[Jr[+FX{L2lN\"Bv$a4xo0vMTxR>l\"vX+|zhn?eB/1&RX[[>2n?SpKytOY|+?HdyRRsI$XnCRJx1YKGkQk?l4KFaTAl+l%N[1\"%59&,4xK?iE5*]QrBadDj:dw1.AFkd70fWhg[]l\";y7r__vZ\"2tYBo5GD25K/Auc)2<Z~[~R|w6Qe0zR+h8+OUp#>r#j%CIg@m/v]dQlCqH|P`wCWS>M5zNB>VwmdX%e%VV<;!xTY/tKwAaL<c7iPF03@.?nC4W(e[K8g_6O)`Uk[(!mG=}odA~~`xyv4kc95J?!X@d/O@*sdmbkuwD&OLU$A,DX#S[^#(;CqLP=g\"pe{u1\"RC/)W>qIUsI*OmH$i])iJR5*PPrbK!nLHQe@MP:2bnp<3;NK.!F#!2|~[;eo[!&4y9}O/_{^rXp%m>\"i;z+5^5DF^]/B$$L^*o25p{<aMW2h*5Raf\"Nnt@4Vh@:qJN[J;f(q>o{P;OFNyq1o#bE)pTdn1k}OKG]wMLicM&U.!za;>(a%Xs}M`sPqzXx6PLqLnmHkpiwPn}x{nz,>/fyxdU*~1OJ^k5J\"QHw]/?J$C?W{It+TfjmL3]w{>|UDp9&,+zr%)5LqNkz#G5P461q;8p:ump/c.)DARz2b#MuUj8dcdKRfiK:POrgo+LqWjV$5Z&K+deK#)B$.?~&wkE4lQ/?,VI,DtqSE9F`9lu,aQA2$N6+okij0*dbgW`II7=.2.x:]#]GY/2bz7B17)6>2!F1JpP=FwkSR;WYq816{+Jw}>c@cPmX&ro1QIee;xwE\"_tPp@kStUR}keRt:_F#1i*_tHa,X{#`zz\"#iGtr!Hbl<!x%/Hj1kfj2zG9w,w!h>]~p$a5qJfqDrlDo*V\"<W#z/]!Gj@<lD|l[oQ@g{z3Lgf?MrO!Mb&d!HP<WdpX>2dY;$]a6i*uI(]}Hi0),L@{BjE/&,l:fGwK[s<8;3d&7&rnmd_7OEK]9bUjFH|PLdzoi%=E_5wGY~HxBIomg*(0pa.%<[M8.@t}/$4|i_J`,V{Qk_gZFVIvb^U3];.:Aq:W0hG7+%.*W;Lu}*05M[DWI&OVwrrh.*7L/{RD>s6BsR7/*;$w_Qw3o1J$g|6UYEhi{KZ?jjW(q8d/=*mt;1#[$Q_ID#g`xW2wCx432)T0SMXD|:#F?pc?Ip(%sbq>$~SLY=Ehz$eM)ZEVq<V_@>^_g7)%VjYyvu?qm$+!#GLbV`vd;e^>2L6sm?}~3G5j`]Uz~t~T(1W>tui|9a4s2PQP*Q<szr[~8GC@FbY$ZR\"BCxFM]R1_l\"@KH_>^Zitr,J_>xSI_GCKB6$qH+1^.{a\"f*{hMg>;;?<Ag6::qJ6P#}>:Oj4}Ibg{*L`>5cjd`q)a3&u1;ICgr#bYerLE09r^9yEn5y3Ir>!BW8%tx1]Ptn$89VDxl8ma&a+U50\"#&qls:.!3g(Z@#7D5EZna_c*&Y/*X)i].kf,`uqrR={kDwwD,Dy:d>ISrCD;bcg`.m/jk4rDcg%sEx+_6iL<VWC6FGbc7L1_8xRS]197h]WI}1buEGjE5Xt/CZH}%Sl`GZO.lZX~`7.%|^beIuTIXR8V#P4:3Lf>#*6CUnH1Qz_enuiq344%s7:8%`T3:ymL*J>d_4:.45zZnvz9Xm8n;ege1*]NmP9VW02Fz]\"5(,1UO&u)lXo>%!TIv{tE7tiMb~,ZMZ,E@lq(NBwJAs!S!{r$WHZn6HhSE.pxm@DROtHjM5W>HuY,2*3VAIQ=n>jog<8_c=z*vYcDKF~O*\"`R&K2JO`r}UIDB_+PawROP,X1z?=(pHH|(h@tw$$[hg<:;Wf4z;M2{$/l&LF!pg]{<OWD5mDHtXd==!.6!+Z*8*.1$,GE}#O~87}U^_NFBZ&;8ab{9sNqjOz:wKCEOVQXEZR.I\"N]1dpYE/z=t/F@hJ.(p~IIdM[E?yt;S_c]Y!e+`<s+rgU12Hj4x=8m&v<73P~[G3ZoHFE?zr{K_R?&wKij%}r3))UJLW#qS$$sW,YI??`~eoaNC6sQ$oE$@DM)m|j./8N^q{:t#sJ`OwtkFIcrrt%{)P4Mzt3}lFpBum>^[uiRnT}]PiLm%csxMbkj=Euk~XigtFxwp#RpeXzLn,W.&kjJ/R<.!7J7#@eQ]7_^bD?6lHDAz9&`=y)=_g0lDSGWtC;Xm,vA*zSC;8wj}@lnQ`A(t1Y9W8Of{JT<40cKE4LEq}&!?hc*X?I/DQ8nvid|e9LQO9Mh[gFJwj+drFK#tlz,k6hF+pzXIP<wh}o8;eO!Byy@Bv)+6n(;%L)_<g}TyM:hT}$?IY!/NL;kY<=#z(%2ao7@CXOPV;t6/0Tcl4o$kX2@&S)dHxL2,,z2E<rg%L5Y?1S,,YU(?7[K+WVOgiqiNzGSN,9,};ZT{xQIXz/PrB5UD96LkKZ{MgKEL|w7i^`0H``u<^6#L4xN4?:XO?HGG4$HKgA<fEC~OZCbp=G4l+/WoyQZ0a]|S8(Df*$U)<uigi]|.98O6No|W,WC@ZW$;XC{tfuh>2;a3D|<x!h#aRR\"Q^m<hrvD;p97zB#N;AT=Ul4XQ8cn;`_^z|L)\".>#<89&SQDAy+&ax!y3T/,GW2CWuJxY2~7\"AY{z6j`he|K2.=|ax~K<3%1o!}eQT0z%_W/n]aLE{?W(C1x!7&6SM8U=rVh@cH});oYSRB*z?8o*S#j!hWaS4`GfI>vW]Xeagz5_}z|<n6C>9*/u`Nw3~Io7E`w%/(/yXyJk4`Tq+^v+ub,S%i:Nzu}`H@8Zf8iwgD#3sP!03fIP0~Eeu~}iZaoQqp{xwEeG8AYdc,#<fIy}bV0VO\"g<N3eoqSRL?(EB)q(@&3%uJ8Y@NUqDZ3nT,q(xUai2ngS`d:0~}t9,wyMSwJ=^J.xku+6KynHoS)kBqq/S5JwL=//2ur3f&yDh_NL|<Ua.pa.2!eafIsTO5N)tZg#Zmm`5afmt2eQ8mYCai{3w=cdQvv=eQNXal=7qVm|@G]wk+kzOCVjv?~WW5q7/DN,97jS|6CY5HbE^jFy)LgU5%6P_%eJ1FRm+Oo072FL1.#MX*u1<^#u.j>RsrG;N$/j<k8zb\"_@4iwWK]/%qe=y<],Vv7Uif!{iR\"u+ne4}w.SCVgF;0yk<(doqUu=j7n@0reuG(_9r/bE2M0fHGn6~)nD]&P_^?1~8(;uo1^E7&!9Z03nZ(=yH0|+En@;Tbh|E_k!?Q<x+@mK&!#U1AJ*azic35O)zlrtR~4G?$*?mH1jLz|YHDgIf}@4tfbQ9~tS@sKXT:R@7<V}CC!93~lrgM#yydZ0:WZfHTK~5C:QP9J,3P09[S%ZK+)rT}g$qT}2<*CQa*?(xRB(QV=N&e#;*]p+5xFbh=`;sopN@dDT;g._w/J)&(^+TyC?xK^ZUDXl{NZ1>UJhiW*;Ze~OZ,U~|v!low!2Jf#Px%%r&(_m3oFkM^.?N`Y{xPF9^xlji3SL$q.{5jjMPoLcb99#Fayui6rRWj,0(0,bIPKhG^eESp$p;tf>kjZQqRSgbv7bw=[B4gUqn%N?v@&DkSz&.5f,bx%e$OYg^6wPZD(:rsI&Vrn#(D1F&rn0M*OvtcQL8nZ#Zv}/mln|#(&.8f]P@},/${UTv{B}IhGd343(%!QEZ6q81S)dKDR0fQ_beL]xd09x+E~>(Y$^G<U^!3H>}&Yt9XpK/IFG1Sms;jN86T\"1\"MZ5CK2H~b8{VlE=v;wR#+LSdPvy184ASxWOV`.iYZl+<.fP8}l[d9[ph,C~RR=#=t\"L>Gx*~(U/(}&3$XeN6[hfkZ0M~`s!:o<k<&ZM2JJFw}4.tY#e^g{)wjCgr\"bEx(!x_js.HFg1.6C7w%twN?Y[fPR&}`ulUNoN,xGD6(P)L!l)Jn)3XL_K63XJfVCo_}H.Vatw=9*\"DMvdK|BOH*VSF&BB;va=mENmp#Sx!Q$49&kA}++3PYO1]vf|&Ljy2#rTzFXeg_)Jt0I?34U,~7&(7RzLDs27!j8f=B__).(qY4P?V/=hO]/z%o?2nw$S:MClK._Q$2;5sOOeE^dB;G@P!|UO!Nn<iC7F0jnE*)ES`dXy+cGRq]7fVY<iR%\"JB]@Q|$2`PCQk>LTBfz)Z2b3h&*~:[k{l@+gW0HG_KXg*tMx.6u_:9B^)8&mHo^yyM!}/6{qN_V:7FWyfut@;O6M5D?}1)zXEF`w@Ecq;]|TJt$OiCQT_GToE;<K\";!y9tL[IVDOZw/p.^t[.n0|E,[WiY/M86TqC.Aa2zhu,]5qt}=~.0_Pc6z^Zj=jxIJ7$Y]Y^o)^#S54T{rmShau`MFrmyge7tIy>ew@ao5($!],f,,|&@e*eCQ3;khT[*IyrXTPzpdk.H|.>dZUqeqZYv\"SOW~zyOndd#4X)q[h$q_5xT{=`ZM8l2Vx7C9JH!(4BD&B)<gOAfvfu%$i*Wu)cLH1H2y)t\"U;vyS6|~_PTHPbA@AjvD/tkcVx)_H?:cR9G\"VoR}:PRF:/9f<u`ZMk/pvHe~C_I~{Ty}V~{=+Z#|e[ite7l?KIXB<_%rF)\"x?[hxz+y+PtRD{~)P!U)^Us=El4+;P:#FRDV*q0cMD;{iDM9b;i5`.I?6@uW>j{Padkmi_/{|Vdci3085Z|v&tz#P%gtW:v($zSF?$7XDTp+xpfVw(CSc4@62qg3eOgQ@P.i7:&+ccdK!&%1IN^}&@8r]o@U(g!Zz6,j_.Q9ru9iKE8v_,j5Sh{:`J2bu39!IR!]_k$~kvo*Q1$r5Q7&(P~D*$u+/Ts]?G<(](Vk/&ot=7jOJ.dG;7Hu>$Wr.?uZhUnXzp<IxOZjY*tpaIZ6d;jI8*v|&@!v\"_aR0<3*nyZl$=rC?)G(egz{AnH~y#J16Hazw>lK9j^ghh+R`eK)iG,h[LQ*D3MrC}Dk<_Qc`oQ<HBYh36WMB%)mm)^_0fIBAhdW.#qx</@?ti/.5N^?$cP4iwpT~69xwa!BRnwE7Po;HZ#hLvu%BdqjqUY{s1Z4`V(Poa\"~1AUxD|M7Yi_,,P(L]M~oIpdT&V$\"j>g)f|#sOf=(0Ql^EBW$I6@/eI+@+uPL+]Z^8HUQ^^8u2&Y,~3?4nyptNDf0WV[6=O9(u(4[4*9JXt3##dv;o@3`5j;Ct=Sg./j\";rc1|jI+0SN9Y&sEpI_~KVpU936u&1RfibC=b_w)eM]~Jk;MEDm+)s~Dyw/H!Odd+<W7=Q@W6WHPXk@)xyuz.(1mM|~vg#z:4/t7Xq5`ktYxPzZ/[^LS=x)s#6}$fdvC:wfRRatmBzna!|Stfu6~DnpZ<19at,Efm<+~Vt+dJ6asOFJ|Xnvxu..FMW9OlTFQFii(_.!%CJ+|krvL#qcf=0k,p_l2mC(Uy{1AexEP/b|LeqXUu3;FEP&zlq(q5~XF)u=Squ$F?y<Fs:OdfwnmeDEK&L$EyUk7Uvb/$f:^@:o,7*fa(d@@nRQ]Xh=O0gT<Pv^y]Bl??s_.IOE5CfUr0Zj=p?/@prL,*T2LdsVAKWs\"mH](YvGXRB[!j716\"E6|J.^`hZ7WqNq&ccSV_)1ybZv$1/WY?a+4FcRTzHt\"M%K#`aqtV0W`<%M!aQnz;$KG7KE#1t[zjDhH^g[wr6<4@(;}#hYPx_XG#s40LbZ&xuLDF51aJ[l_*~9M1IIy?d@W<Xm>?zT>.L8c8>M:a_]I_@,CM!WTxU<\"tRWeEw3`xLDrA7K%^m^w#bQL3Xjp\"~JB,4*j9WeuM}UK}edqqIl9;aXyM!O}sWGJ4|@\"d;h8~f~xwP2cP4_*bl(W(|p3p|AdMXO^R2t~I$ZkRE4sSKh*+_WKCno1(Vz=<d;B#{Y@]ZC:x,n@59EqFBDS;TIJIIhCPyH7x3+$^Wg\"n2~.eP?pC![6daOM7Y`oGE+tSnBq)CtO@#oAE7bp0CQCaAfvj?:(KMgB9/a#&au&Lab^<C[LP#9w<<gW>]mtJ*:swX(XD%INL(Ig}5X=@oPKrCgS`P(.G}gp<aAJScok;Esiyp$1~zCp_^K:1;Xz=llGH[F2[ui.FF)4M<B}{1LUb\"AH<NP.9Bj<1exH:.oS=iaS83ic&t?{6;B&[_CDoWI%&2y_Ol/B{.2C1SiKIgK)c$?5YYUG5I<Scfo>1;vZD=gWjl!WOJ4/$lF1+\"@U!/CRP<AYl+I9|#>:7hh_I3jgL_RQTDg8d.rqKRIM7*9uDP{,>M40_9schtj])sp4jhNX<|/oEcUjN%GY|,6Di9l.!a53T<q#seS(Ru|$&4EHT^>&V^P|aQEIZ8q_|@4S^NI_t%x~O3x$A`mzx7O+DqMi%vm)2S><Wuh4W%+aT7P!FxzX/HCXGy3=CQ6xZP8o}h53]qu\"6:sR2uIc/L#P6z;OWM7_q[1@M]X3!W>j74NX/k0:!2j&rin7Tfgp![cC*P7@n?(m>7;_{0RMT5tyFZLStl&G9I8]7+VCVV%{qCBrD|!~3FQ/:_X(2giE#|G,Gr3$Bgh,$^O{]gDpS;gPvL0FYHMbu$l/nHql^k&lNw1rB`k=B7:sggDk.hybaTf$lA$c<Y%[,g.$i;vDQnTlH7EVM70!<;w;dU0YwQxGA&q%3WLU&{A8;^T__(KmDmZ=u1)l`>&y]Yjf&2[{5%%MM1x:(6UgV.\"%)m``o*rza.F2O@kRF~;Jz_~BLyn+^E^XU_rqKIg<NO|^AJw_N!yV~BT[#s%`XN~>E4*aL>~aAaJU~MEpJz},LYGzjauofd`mXo)n>qIYf,>mMgU2u|S8YR?z7!4}k)c*Hy/,&4E$e{DH1@,nM(F#5$2G!>7qD5JfV<c{>`KpuJB7$Iun_*o!y=frCNS,dxfHxwC^4(>xdJT6GqL|p,tJF+5cV;KMo0BE_%zEsd2A]xqOPPAd#nJ!a{&I.Tl::.!k.K]deMH._]sL?F{;PAmr~<|DAsLAMc?5=)8zhtCYWfHg%!1Nxt_eV~MR_QKKB=l`?kO/P9N+@Lt6!{?KqI)7hS<F1,8T20G)2KB4&Xb6=aN**$Hqsskj>}L3T{f<ON6hvXf[g;%CCSD_}lR?g%u(1:R*$i.4EJgz.;uGBdo>v!:Z8,kQ$p}UAdi8/7,kBhBVDi?z$,lMbM8XLq7V~Y<$F_jM~vl6J!0~Mi&T4#jAV5JAvKg)cb1,*}b){(ubSXi{(0kGRXRlVd3GUhjx~{h)SqGh@B^_UY)P!Q]k(e6HcQeRcoWdk\":9[KE)PYcQJ.*3,1OZL?Ij+OXwG_QFD>=3{+O8}/7?Dtg3U,I[BmzQPu*q89RrSLh)~pboS%Im6t~KGp[e4H%P&m7SFn23coD.O#I.rrz9ew]2E5$;~[J79[`Bk#GU(7:7YQFGZlkVP_Z=Itg!?ZWw#&F>^GUp&af/D?jQ*.PG!K]{^OywrC!3DH5Z?z&&xpSm<,e2$jx>l4\"OV%?ZQS#U}yHUr3bUo,nC`9J+3r7TE@t4jer6zXMt4{_98=(P!AT%(\";@UtX5$M+hx_j?ywh>~\"g:+.T4rS6#nl@WwC^@!W?&.Bar+,S3tf=mlng4n!WGTw$Z|>p>V;:X|4E55cNkPo,dYr{q;LTl[W&$}E3ry,e~=Q4q2:\"Z8|T62iRRj1*(GSxL;bOOXjjhVDPp@}wB?UG=9lYS1c:n#2i8WA#taLxz]FeLX]h[G\"mDNuHxup/t^&A]8*!jBxJ$OpQ!+U?Q)+Un1L[qLpBk|E!<Qmu0(ttSb0](0*ziH(^dXyM`(4E]yj{9rr`?!(]tW$&hX`T>$gd!lxp28!XP,r}R,xi*?&E\"Z0_;|._YFPYvT<$,Tl/w<io86?f%Ggq8B8qV?0Q5sOh}wGwH`$)%6O?|/Q4fnTb{|XrM:Cx+wCZA5=%z_~V02e+{h=o)KI<d[z@>!XqM^])`])N.k+$e,e^Db;#/9(Lg\"I;hGhN6bp(@#j*1eN\"A+oo!=X6u7JYwh;@7Q)vM&j`QoE)|t;5HPF[8tkIdLSLBE8lFScc(.MnG7c>t}T!%p*L{{j?yyPzo!.E,&;I(P2GqLy17:E|*Ee8o;aZB/+aoRDr%UyR&Tpy.yngJr/x6ddU,dC/~//<;%MRwwaq1X]q:CR1b>oxnB.0`nRv|YWzfN|tt!0%0{iIcsP_[&n3z!2b}}zq!\"IA(3Ktd2G=[UdiM(W[!yT?7r&a:&2u7;A<)7VdLkMv[?gyRnbWlwAYRzh0qM]\"FhP&5h8}df>]cY_fRv.Dd9Rg?;6Q;[3Zy,<]aJYyPxBMz8V0P0!l2*:QRDXs!;(j,(Kir9|te~EYisrM\"o}tv$j=:D(p`o@%$mn>hoF})z[&Jj1V(J1!qy5)Qz6Pl6W(&U^LH?3MCh`S]0o=bupy6>D&zxG{mf~=t4Z5){Z/q%5>!_&{Z`{}#[fN#^`;=qZ{Jfl)kpU_{h~i]{8$Si~p6(sR1_2fqc$:X:3g!3jE0aU`8;t%pW4]AFyBhP!ek*(=n>Sw[gohitC)G0cxQ(SvfCP9Ur03YVv1;o0n/MqSYtl%?DHZKSfK;#CusP^PwYq/igNFp>Hp<kNwsJ5]R1r#&9+}A}/RZSEWB>tnHV`F`8I{W?@:i2pl;0q,nk2/eW4p6fKsNVkZ&Hd(r%!vE`n@}g#2WSRE4BpU;6u#l0R~+INr6bXR~negN{8bPQ]k2aDE>DYr83w=J,!vli_==R$U,Ti}s^x3k=*@u!nME~Zv>5EqXl/bJ>Gs(`T}&/c^D%L03)?RDFCE2;(@dy`/#22SPq;/MU>e?;Nrp8`m/;PrkLh2>)]PT3rJ0<ze1h(E8gafKG%IWcZ;uyT|r9,?J*go@^4M#^V#WPlha|0a$RDXHllsI?=qIKgEh:D|GPK]I?Y8QF13d:k[_;}L!;5hy3X}C~qsNQBzUuQz(EY~GEGKeK)Z=$JthK<V]EB^HKe(/PExGI^xvuH+VJ{*#G@C)pd:k[Y[kpf|`}1#yL%9H+Yu<9[.7v`S)I6s@#wPoOExv9v{QyyJYz8%U5!QJ~3c{;tq%ao&N}L8F!jmAQjCB1A@=0O4:+53bDAFY6ifg>aTA@@wO)GIpSDFFL@_wp$v6p3)p%a)0F+Pu|\"$vY@c+}*;C@U74fnV^EaQp|?)BL)rnwc?]f`SQ+8_2ge(3DangQ;[+$HI1uTIrS{.5&HnI{J26qGoFy8h%g@p_I9z;w1gR@Cy5Zlh{!}<`}kOlC4#h!Oq^1Md%<1ThujLc_dr=*E[IwPq8V*383Gb`nP(zkmE#yV:n=+OYS#Y,*Y.E[,(t<mn.1?4PWCjN[g1#GrL>w+MM4e^EWt%EuBv;x;?|91E9kp:f}mCxb5Kw_:@Z>H#&=CE=3Fk+KYt=;\"m$<||.D`=y#b:O]?m&x))C[@JIS)B~Y;L,XRJBb.$6s02|63N^wvfmrwSyJdS`T&8PTnSu/06rU,/*k}=>!b:VK{*+Elv+x@:~MuEN>a=2&eoT%x#Tk|#pW4/!V~_D/D>;KzU(%w}f>R_ZnJW6<x^^ra>a>ZdU=hpbX%^^JxUxX=/Zopp3&>BnJ?8hq_/N41IFoVI+KOrn5/k;k|=mLd/9TN<Q|V=6<6<?n1/V<nkqlYl6XO5f:KJ1#K^R,%ji`%?y2QT3Uwxz2E=Q5lHFwG=Q5Q{YY5.RP3/H#lHpk0{F{a2i0PqFb+?D/}d(]zm(N<hC]X2o2Ae2F9p!79\"J=&7%/E:(3j<,kL9y$cm\"7>X%/Zdj2%/,3mfaU+.&=w:jg|M5^Vg#4Q:(%S$+~tyNT/1&VhN7%$G;gQT?<,d&3y<H#Nk~m$X?/.]H#Nk[u}\"c8+BOc?$yldk,8DkBO/]gk+#GgHSR#Xm[#Y6Gz2u%5\"U7L4v$M7LYv%5^yr#,8*w{836,=g%/p489q+l4<xf1;Tg}fE9dbbr|8)p9k5<BV`<v;<U!JSQ.$zlFo]Ns4n/,k]%AYDM%^.$14Owv;?l3^d&LdcO]o&;b4L{H9/#/Y?85K93hb/{76De90xe^m:pop$Y1*x9ARu}byUp}NV2o]wy2<*YTpV:~H8IFC:~|ge04Kf0o,09m^%d5UB80O?0y#j<wy3P*S#4$=C@ruwq,|,#R$:YZm3=VVwqF`I@P+dy5KYV<:Di(#?uZ.^Gul:bX]mH:%W$&gi9!efP9H=wmYU5n<]gH9);?]$wj#q$PNJz72HTZm3m/[l|[*TZxJQ>;KPmeN!%*){=<nZXUFNk7.zJ:gHlJTjMb$%X@|2xE5HD,%$61H,%J3x$d6EJtT&uf`VXYV%8Kf$&ze*Zb#@^)_5B!9[O+#zM9/6;8W6RJ0Zeh8QeJ8EeD8C;AP0s+o\";`fIp#qmmQn}=^%#6FNV!v<iS.x&]*lkSZc(kwD[b?gpTM=:8DM(2zmz@.#7SEv=q+@De(.CI~kq3zmV$hkf.p5Nk6^seM(nmGP+ZLa:cxzAdrO+Znma$]%,:MexzNm\"pBebmTpg}uOWVgPYP\"Pl}=,QSBnJz/=fk:jZ8QeJ8EeD8C;v]XpN};IOnEll<NlfhH5NlGMlveSZ2NbIB^/2Zn)dxYT``WCo#6pMZZ2,=vDweLggdp:f`rs{miWci8o_=5mWgmF%&=m*BT+m=x,09ir;E.Ez^@5H.qkI9W6d:>86O\"p2x9VitK0jP%gB;>]9H/g6^R{CC<4D%+)=k?ke4}f0l8RYjqb_N\"zG9|2dt4q&aZpmN7%$G;g3S&3&;h8MTHlV8;GqZ1J=%>4\"~95|8:0o,%j`]/E`f/m}fc9+g.#ojJ;Q]qjjzP+.3nS[J;e09$R!%F=qmr!M;n9}=n9b:Vrr{$]<;89ch.#VrM;_]~8g3!*7%&3`i0os^9g=!%7b$#&0N>$~O?N3p6JM4N:3sOg56Ae6%qpd$a1J#(;?]np&%>go9&;?]`#_8X&0$JX__0=_hc$,oj.db/%K(t$q9jf`T}<9#Mg%Pz4=l]Uy%Iq#9xoEot$9{H=BwkY<@u:3`\"iz<sq5RCIn/T/\"sMnZw><Q]0lM;c8OZ5RMw|^0ld.u]&.Wgg&ao\")xGulLkgr3]exD%&{:CbXI)uGx!,aW]L7dJC?ALYA_WkNU\"g\"mK<>sb4MtALz$c+gY0C55BptN&yuwlQIFNPuSR.NJr6odDjjV)O>JBzns]ZLMPHPl%?^{G`PqCNp>oL[&J\"[3G~h#ffzpLlnHbMF[RCt#/AP[z+Hp5(mT|*Qtt|+e@pX7y#Yk.Zt|+e@*`8<Dw7W`9ZZ8<~CfLN`]eBv2$dSpK!qRtL4w;Z3$wsWYq*>|sB~B:M/_st|sJAt$~D@spr(<~H{IVt(k~Z+tW\"~,}/ynIOMin%~T{8ZsWm~F\"X4{sH~G;ZS`sI~>ztW9~$(cZ`s8|;8X4?~S}a?4FAt.~n{4*5yB\"`~@~w~f@At~s1~ot)h7fW4o~!,lu{~(|5C(hp~)to19~\"()h=~E?C,r([}N2j_9~G[SX`~,|tGt(8}uDX4f~`uin!~z)J&{~8_&n\"s!}(E?Q4}AF@9g~!vj_!~g[lu_s*_Rq)>$}lG@9h~jwAt#~c*wd>~$?4*(h(}PItWI:%h\"}c9&,]sK=`!(s:=9G)s[4>j)}3q%aB~Zk<Q{?}1#sv>nok~AWn1I`aHh(Lzh6x~?Zn1L}he=Qb{gV8sfO&,J~$#n1g~K%n1>~7`9Go(I<no5}$#<Q=@|I&seR%at_h&8s!R&,+|I5!hO.`!8}Wd9hBvh6^}Q?<Q#)9G#}3q9h!.Qd$}6x9haw?@m||cg(Q<!zj4n.l(<3$NssoR<2A}k;bnN|J{3>>y%6wskdmbI~j57Tj{r@dnr~Yv8T*@EJV(YD<2t`TY5>bDn.6_%u5>}En.=|aJ3>\"Gmb<#>j^|4X:QX_~aks76%,y@sxa(Wi>jq`(YV(NNl1p.qf`}7V>~R/x:_~>:D0.~ORM/2_;8p>T0ZW4Gaog3[g#iu%=`oK`dFT|qp2,pweE9R88SHgSNLWi5hY\"zrV9{X^(q!f$x/3>kakly~k:9h!o0>p.6*vgSq%XZ2g)!]T,kHl&k)!:_`!{v|jbv8M[~/~.ee#vVXgOc)&:`J&/[8pJ9DsE}Ykh^G/j:^e2`{~M]A=x:)>fYn43yx__*?~N`3}Rq=f~d:`IcRO=|E7%R4%ic{>odv`%a<kujW(?@\"RZ2W^$lbvGk$YxzW0$M7L{[FZr{I@;GqZ\"3Trd#\"^VW]|4ba3|VB,8;*K#nz<n5o3[ge9Atga@+vv=1~/++(zYN`aRb?1#Poj%j@+|3%R!h!RyF!R+J>1fnqN/Sp@na5|@+%~(z@93|sZh(wzinm~/z>jm~)zX4~~!|{Lin[~U~P}`!?Qb)Y>V,[r)G2@[uMh4Hto7O%p8bwXRY8N/_bg{9{tN]=kbf&ZUX_VE+kLMN|WYe|E(V_Sg2ic32A:K0m!%p5&X<,.DK7\"3~JH|PWToM^Px*5C2~?FY<[KP~*4__dq|FWc7sDYQO\"T/&,roFD+Y)q%ZyF_i`VhbiMwD+I1P_n*+mb>F@;goD4<<;5nLxx/p+[Y\"n)(q%/ltR7TmgpOV>5>dyj[u^(=w@*n9[x3l{4f/P^kcgrs!r(s=2Q&N}p{Cr@4BhB>8~=b3TOo}gJx1Vx{2sjMYp)u]=](C_US,%#mmcag{9l@YpQvKn\"VZ&dye8$KF}CR`pubF|xriX@K/3Qs^y~ItR{3~Ip{s$]8Qsmc3xKik^<*z43M_;nT$6V0hE2P0pCpgOGw48m:wg}[Dl~SXBWc(E@(eJ~n&T2)Ao6+DKuR<}*DE}[4laYd$p#vf@ay$_)bV`:[JDa|cqcR(Co_4i(9iE=C1dT^yD\"0hO%yXFIUlL|L7ryq@%3K)rCLaqozeJ3tnU8MuuPP08}YS\"^v/Fm,Kh9[Q!=q}*UjA&t4FR87iEI%sVI+Pzbilt`73)bihA@;H<5W{W@XVj0p@l0@E;f(Pl}mF)\"p7IJ>A!(J[xe]=fp;1@q;$#N1%zOD0z~Zsu4r9:#JbsT=|3{U]5olpd{[M}r]_A?2;9<07DKt~:E}pG;eA(q1qPB~$eA}Py1KLt&\"yK#[K,R%y_<;]_tIM@|u3aMHZw(9A`]0}50*\"g8#_o~2:l$v+;/z\"DkFJDh/s;8r`oB+w.DvZi;iN)}P[SY?I5TnP+;0+%{=y&pP{aJE2;DM?.Yu1S=NPozw6qNn<f.]`C<[_]c^g:3%G!99zI]7YQhx$8!Ve&nMIn!_F;x8#e#>aDvC8r;.f;k[@|+F%4?|V~uI3YV,Cr<[532;XrMx5&GIu5~Wy*1|Nq&_fwHl;9f{HM#(gNL9Mn<iyS8T6qGoRy@lXg4$@>i`vl*=}fiE#&[@JD<e$If=h<gRjL<s9:>c6_Ex/lvYeh|s`oWpHf,i%9<sRIWF#$egnP4sE3\"D3)8*6h#~*DY84+b!Rz\"vuF!N[)(=Js$I/v}uPz:\"z3$Iicy_4n^0o=}LWV@G3)UrR:NXgE$[x3H@XgA=<&nkKuE,I5$ZG@.1<:<VT(dxJIjMFgW*h`=9lYJw[JM9?Mb)!)Z)(2yCJ<n(s.Dxf?KXUZYp[0spx*<VDh8%Tnc@N^d({=cnl1D?pPSm!6En3]=wCLx{n*+m2ZYb/?bRPV563)d;BMWF>DyBd9%Qs{DVQfEmRpd~/+%:e+vps1mx\"sx|hoy12v+J`inz1n0Ga`h5d#=Iz34lvapnfsD4D1Ntns70+@HwQ|/!P#;!F9yO&RKdqjMnU6a6cxLLBrC6H}A6Gb(mL6G]Ei8:`/ab4jVzN3u5VNkR[`B{x:Lcs~ObKdWg~7Yas~>ONy1N:5)z{0KJyZC]B0A\".`U43=LVl$<}fm)P5`\"zDy1E#h?1)I&4`!(z2X@`SbKUK0*~;+C+^HJUJHj<l/c,`eFKd]g5/4M;(3tW&+/4Y~}1)I<KEjIgE.u(JU3d>L2X6Jg%MC]oSOt~?0)I7=B\"rRuSonH~d}s5C+t~gE7mSO*CH2%PQdfF3~Xc2>P4){U$x&e*(>$%{f[~k>8;lmj0!NjdQ7\"WQ;r9`p%oJ6X]^b%i.7bZjQqV_x4{64V(!f&U)@)X,<*3?`;4|wJPB7)ss&%[AtE%&@!3Q:!gj,*(/!dF/s*hd_fyEd!p90l4Y#uGsXNLajvw2{y,O@c}a,W4P~1j%a2~y,/C:5IT[?RV](\"yRt=lWh!Rv!!ZKUj5(z.%>1*1pjBjTNFK_1Uo^bKU7hRoDLi@{mk@0sTo&eFK:jDy<jBjD0b}!j/~lx8TW<g=0sEj>jb}Fy<D5*{;gY$hbSy3K1uSNp{^]0yl=Ik7Q?g=l1X]r8IcLk\"/G.2|\"?ZST|!T%axjd`UR<Q7MD*Rq8Ty*CG\"Qq~S3WLD6V|^UinE,y/UeM.(k[eVE<2}Pt6)7eG_AW(`k*OJ*VtL4;:~~STM\"uPlEb<5I.fa\"Qfoo/t=$CFq?9[]6B!a\"<hpGm+<yLUKVftNcFHDf*FhA/igxY):Fig$Et4:A_X**z:Ufe7:@$5|L8M\"L=JMiP2xFQr_6~ej]NVCRIKdHDZOiPDOuJ(r!cPNHc];yDH@!{d<G+tXGOidXx(>tw4$Z_Y^i,Bx\"RgntZ|$Q@sn7N0bv#KyC%tadj\"dscarF}Q1k;dGaaYK7/LIu*r[NTMU&M:.m^ivN)J_h@G86|&Xd:?ZWKt0Q0UdJ7t`b]CTiZR!R90,g9Mi!{)xB[(YOG@GFf;D<1n&BvM+A!G^z9=TPy8Vw|L{uU{BFeG7[xWoaCEzv5cH7,z$LKVA`7I!u%Fx5~l[xs@AQ.0l1;W?6UT_n,DHi<OcE}v^X8b;z*UDz:nuYI{xN{Ale<cdOjK95xM=5XQq:Gi88WtQM7tbHqFM5D$%xaOKFYw*K,\"$l`7AA6}QDTHmKekr=8HPaln}JNJ@gm)l6ZxCKvT#<mOb;(v*_,>NOS\"%nGhqOb|?;%y2Ec.dZF;6yllToN*8W2)qtU7rouYR9UusHkwHGGa6CXL?FX%NPL,S<bC{AwPdx/w7v.+&Q|y]t(XHB7I,OGhyZjVMD$L5@iwiSSNY5gecE;fcS[tJfdCA++yFR_p%#rb7)WxYE8!0Y{CBXL7_E_@}&[F)<v/<,)wCKeJjVq[^bDr]O$!nBKJ}uuZqL4@VZg&@A+:1R\"\"3L,NFx8[8Sz74:0ETMYiPCNBwZN\"+,,LUW0;4X1wg70Q`+MyKDaLrt4n,C>k.2<_JvyL~FNta;IQ*?GKJYjN\"9F0=>5RoEaExV[(}h:L9LWozv@}Lvwg!5f4&AB](N77H<XieH!W,#P8LlGOxx+TXevDzVxwFi?v!\"5F3reGJiJBAi~v$AK?t?.EWt/L+1z8W2:n:GPSYEk:F$bDOV>pO>[}EE?lKuw_iQ`BMO1HyLVB^j:_v&TD_)Pvs_?JR?&}xN[\"NJ5(:>MMQM1?$Et:LVFj>$SuNPjJ0)`Z@\";$|BVc<85N:y[LBN\"C&4nH&YXveG)Wrz._fCPVmUht&r{xJ7z:^JqFU\"0<tlJ9o+)Y(T^FtcPEq?4[xv=A1xp\"UE4L1Nm?RV}cjaI5y/gHID*W<ahA6\"hLO5]:>Av2EU{U}ppcpA\"p;,}8/rzapK9?TNM\"=7PbMR/VOk%[px.yhN&(#^$EOusEs_SofZ3O07{)LRzwHe54dfi`zb^^O+f\"IuxA0wtq(O3(!ipIQYe&RpgGD*6uT*pA!7togzAiRG_6`2BxZqaY1t;6%!WGQ3k/{uHQRx:h$m[F94t6!CX/,(VS,i;oww_XNxZ{+k0)ciOP2f(KI\"4uk`Ud/`CZa]2)X!z(@M&Y]IjNsBJwv(yV}A>h[bSM>G[L>o|O1c#GVB+0X;(w/RKLt5h#ZWD^cEjDm!JO^4rUsc#!rvyqGGa?6*LBU<[=.$JL>>G<sMV}mE}AEtoDZ}_HkY.!gYTGhLDPxt3z/a7:7D]>jZsCGOS**ar*u|1JHt3Q_EmZ)*O$\"uvl|vA`F0TySo62WG\"w7s73^WBtry[ybtbUmHVpx8u+Dw&1p4;Lu\"fL)Lucl*:I!G9M,Dx\"tFJtn)C+,ZO+KR,e0L`R\"8fD2(1+|RZt^JLKo/5IL*Q^WG.?3(@AnHKvwO2x>v)HI?fLrC=@l5FmM37cDaL<P;bTytDG&`JO#(ydT?MVMDDD`E1ohvrX0Ebuzi^dk4m]AGO&5t#LIa@BCq=i=qIL*XED8P>o2k%lXLxQ>C=+AG]mII$Yk_@2{h.A?de52#\"1Xz;1O*&F@>hg6:4gFRtXnUni)2(1,h1*9Y2!;$aCDX!d~I40^c>oHht?j6pj>nJvnYtwqLe)/o1`$y*gJY!B#t?8PchG~1Bz%^3BqFK>9*#f{)Q,1s3DPcJn{AgLbC+]TX_A~,;P.0[M^Q/0r,ynwv8n!c}53cH0u6^a,>AI\"1VtVx.SXx]apzVi0WgbE7?hs7rt^$!)imGZZJb]+EltGazLR/>aGDm3y_~GOCYL7cgD3t(yj*V\"V/*SxX}jKC5?\"CUU&FTZWa^JY{.hRXu`sq?L!8GGESKU!WF{)6XT)L@bS6EU2q0dAZg6},$ZJp2EV#:CQwxIFH%ZPT^RoESA5U&iXee?%59_qbm`{9LUC#1R4m<M47w6(rcwVBG9NwLb@5Yz]J0EfEV0vemw#Gni7D*J$W~G8c\"E}w++7fEA*Z%B`1LV9nNF#*)<Ll:)FA)PGtHBF{m!hHy\"aa;U$Y,3l[N%JzfZS6y%h5a/G+oBAk#WQff+sj@>=b=xKrNJZ?LxsZb1ciBA!aL*cP%8Y?+t.ILGO3+n.4#yEHfO%F@/f#3+2AC3\"uGthDj!{RQ`lN<02#CFbtWBR<CFYiaRv5Ay>a59.+iAXr/BT79f`($W`UGo~h(AxtWc9:oc4IlNRchIfB#dK>$_tI_>1PJF9X5!00@(4r!m9!\"C<pyK<W6IK\"jSnO#jNUG+BV1wyQKyaSyCV*.A#F_,q1BA`|uBOr&TlZZQ>`SKaSqCZ>~TYz((g#@TkNvbt/nxovk!!Z=/7fZvoKBuNcC7LR8#$1tPQp@zt/kN}W?FdUfFKa5(qC?n3G_0W^u4~Rtb^HO{!uC<{R%JpbHO%1UbB!V(G9.Db*uTL$RPr38~R9].o2(Wqs,g@Sst]}|`w(T@D0z_,zzUA@in*Z$y&Yn;/B{>H$ZU`)I&fjI$HN738~0Ro2RAVW{u=QLCs;pB1?E/{@Gb8}Y%;f*}}W+G)8X}Cr=Q98AtZIas[I;d+}JC5rL|U8~^nf/mCd2iiI&+&,9hS@c17O*}>Ho1m`cStfo;ZB%`\"zuL7uo1T}pGEF`&%a9seDj15Nn(}0#B(U=_tIHP&_JEkno1F:zW>QhwPt&,:+3GGD1@fwVQY`Veb)ZR;n7*i`}o~p%HNmJIo_>rCQooD1GU!h_+!1&>ighQcCeC*:nfr|^G8ZIBn1API%fVa,.$?#Lb*?VN%aDl>xGbhoyDvzSAn,4Zel;aKd*A%a&+Z7m>?8h*{KQK!h[79(ZF\"XG8IK{Nz7R{xStPSrz7=(?~n1@cs+Ux8HBQ9E[Cpqt1i29B_Wn1qi&~=Zd*q>6Bb]!ks.I`[1E~Y3WA0:2hCz1i\"Ai]{Bd#iJ$\"?Y.d1ifJx|:^k<.E+G)~o@^AKi#hB7)09TtkpU0g#hI+_RJav|R>9hlv)(Vc@:#87D*}p08@sauw%YF3yy7^LVmNPUO_`~.dxllpz7yWrQR0tpa5dwGtbn2gKD:rKB8FCORvaxJI1_yx40[a{t:!)sG5ZD:gcZrrAfa(4|N[m;MDiZq~J&*uc|#[*aN8984;?#r#>EB,kbi9m@BzrD&e804tRAi|MY6p5f)G(wR~G=Wb)PRy[;hol(brgggI|F7/]/aSWZz:4O@}n[=gA,Nax&^`&Hs6.Gf0}:y]n+s0&~PZ|ZoZ*S?e#.e7UBv6tX7cC,a?p2$a|Kr:i~HE/_+IhPo<#~Qtnp^;pNty#zbF^k]!|rn`B8X*>Cp*Ux0,^)\"7\"*d)+q?w#$}!H*oQ3_m2PXi(m%Ix:+=Of2zdfHWvH+oy#z$e>m!1`5$5`~q\"Nia`DKfSd~yDsnA0|k712n6Y>i8|i6%}*Gf`_P\"N;k%}1G`njk}kxYO?mh+S0?TE)E9HUg|K!?<(@~DM0GER=k(^Pb`1>Unj9F+_]Xr(FRI]<&bi#oxUUm+a3i,UFtk&D?i7V+@g?eCG)_zwDo)=|m{t:]XgF@rf#Cj@(vj_\"liERe3_#;:[qW)[k\"!,Rb0i#}RK=qmpFF6G#[PCZV)h//_Mo?XElTr(C\"lY2grbw$g|sJ6][|/_fK*+68E3G71kbZ1Y<iz#+im!i2AC,n[#$<TGFGIZ#FVunMPX=F#Fv@$jf<X!@xZO;[KwFK9h)0^P4TQk@~Yi/=ch9|7,xPSe^A[6o)HMtXFP;^?|.NOXlU267e?eq2tWV)r\"zKx3MNjb`~pLyM`5Zj^&mOe2FOfG>C&s[Iwn&hK6*<T}bc=TV8`|bc8WV8+~1fp.LbcZ/)5JB~IZETB{}szMASA385bi:Er~KxqVpe@~RKpkXt`s9WMk>53h|Ql3C/BW)>?S9K,}Y=^bdyRq~k{wk~0RVSUp}s+k}@#|vwfE/!%hmDUSRY\"sU\".[&?=WlU)%{2cRA\"FKI2\"?E%ntPp$~vw[jm5>~^%B.]wI.Cm~~>fE[pxspX5BSexAti0ufq|d+|;~/i~8\"w.cg=923FbuHP@}u[ID?NW[@j;h~%7D3i19h_JOS5@3yJG2RU(spb:Y%I_WLm/N]Q?X4w(3fe|v$i{?Pfn^.0#T?F>j[>D85pi:Ed|~6S29H`;1wFbFG_euN3]>1Jj=~R4JK~~>Pfj&Ir(s1)#D?%:{jFi<sEk`ZuHlW799{^{c/6WV8RS.%Rqf?Hv;~S[y+>]`;PuFbQ%At0:@ZO11cEQMB{}0OL%1nu}wfdz$n^G!~0N7r=pv\"4|H[m;vq=~HiN,)Ii8?Y.dc2~LH?!TG2l<x$^P]#{,;l,_gD*JykXyZ|JS4`?Q@~JB[xqX:d7A5vZh(gtHV}QC7}MB*WLtA`q,GfvD\"s`XQA=(;8#_d_(X_wbD:rnrt[9y]V)SKC@@R}iQ6znKaH!~5qfW3cH8exHIp@pmrO|zSpUEjNaQv[oJ|W`6wea#g}:B!3Kgr\"+:Q9lt[1r1#FZNQiOxafh!n[e;1P/_8l/0Hi0vm*&iW|;0<:1!2AOHV~{BUWsenfzy4HJ+afh!8}<#B,78tYkp^;!e5NyO)Di&NjyZ)*?Yvjz/6FZNq0[}Qyk,/\"/VI,v~uOg62lMD$s`^:CtF$4hW!ka#j[?Q3q$IT/aqlS#(&_u[cLBdy{G,`}!%vM&wRz1|A,]Vgu0pkw^&k^v;VX6z@v2>iPE1A)os{^RyJcjoRc3>gPE1&L%}l;W$;DU?wFTOJK(Ivai/hsg9Mg?B>_DoHoerA\"bWva>FW(5eGQ|\"9}:<cJT4Y6d|4>UPE1%4(}P=92M^q~`gbX/7@#.;}a)nI&2u2:hn/!lu@!%qPS#u$Mw<UIVP84%&ssva>yW(Nae)QRmCGB~eqx@OB,.jr_<:zXS,J3>Kgg=Z*`oDNRj7:4bY3w#dE(s{+NN6FN\"hbV1k;O+Zu1=VgtT5\"Qy1Lj7F66wesMS589[PWZk(W//VNDX.7M0I:ce!ZeuXjow8d_5Kmh)DaE7YKLH`59afwoSef&XpVZTfk:CmVL,}Fe]~~qb+n0;Db(W\"u]&HxgQ,1OJ`N+qPm_SP|JEQevns1!`I&$0Ep_5l4A6PIgyE?}`VR$_I2WwCk0+@IwxkMgLBbit0vs4R~z2p$<aIz,ZCEQB)Z|WtXNd4F:5BYMwi&)SnF8fF#<rFj,*e~XpH6}0BW;|r`x,~9@%]^G8o{!(4E:NweVh~C,RK?hl@WCAt]~#F)>4}ly/fJk[~;>cJ=OLT?/a4e~h]GbbXW3TaW*>N_.`d^vat*h,t:C/ACs[Q{W3unBwznf~h<=vD&aH,qsQuWE+z#FuCu5VRrL?v%Ai+AAb\"jtjL:GZFx[>n=xKZ$*pAi+5t*~}P+%cL.>S~yf4v{7nih2}Dt$y~C28[/7Glv,.j+G,,/_D47zm*KIIIO~,)J1.~PiK3uE#h?:)lV,0EEZ$0V:!doPqVN@]ZWTg|PwAle(O&Lva@1}%:r,$>(>`pn4jCPkzl0<rgp{2Eg+(G?v1&sxDm7>TZ;l`P^m.W1va7Cn=i!HI6Y%>Ets0BKKr+{^f$[Y=$!vs3)I2BLB3231c_~KI=Vrx~%*ek8{O&0iPD0a]lp+!`!c1Q3.DJ[H&}f=&/\"IJ6)~{P3gI;|g?WdXQh/d;ldj`(_Frp&[x;r4+k{1Uel~K`t7)o[HYyU&k[aCo!ACu$V3_&S~(;4?|]P.J^.}mk6P,uBqeIU9NIJU&\"Bp`(Mg_!+:!TKtEyMajm>mK);4AF}cTYcUc1?n3$}DFsj9;ISL}/i?SE}NvGEn{nG4x5LWMu~K?3y(6ozWL^&X1qw)n<}s*+p85%8`b*lJ)DcRbTQJxK}_mM,h3+0zyx~pzo$vG)a~6U9RZm/e%X!,`iv.v(4p$2h|9\"TZ.!Y.|`pNE=A}CW*1[yiVt?chIm+t@e:(J.<za,e#zhwx0Nv[fURW9Ld{+}0Es4>.Y*+Qnh`Vww{Zr&jiAU}$%[7SncO0zc.EdD7j3}d\"q|Y=150N48e6~9>}H(}=qtT(T.,(9Iyz|0#)i|.m$[t0Qml#_%#I0off]Z\"Q%/9E&ly]^6JE)V/j)wdi:MrJ{P!bOM@Dc4J&.$8W(uLaCY]jIxF5BwRK<aM#L^=og.Z&C9YZ.Cyg?KR?=#Y#v=Z4;{_rL4r@n#?,$^jq;,8=v<Ygo8ZGkwn[ZV!JD}M~SFKSQGcc[8Hv(iowr)[g~e%p{*jc3C<,LG2i%`eabc9Es@VwLK=GOI6b^R%F1JI&jZ$/2vNX,$:l9{8yyd{]\":/`h;()mO@2bCDDJWFh&)wedY?cyM/$,GSx9?kn:?XhiNEU}dS}CgF(,[Cg6VBi9bUWV_Qvf$7NCFht,P;`|@8QNCf(DIV?csRJL_g2?QFzE<tF\"E~S>!T_?C6sR=uQlj+~o`B,w\"Th..3Y\"|acMeu.5vk[#X*D{.50>j6=|.px4Jdut<l{FAb,<s6fUo:oWJf^AXwYw@{IzEf;qm/.BCy48&j}/{;<a`E#THjLvav,pqwC%=O6R:@9Y>pp&cS1J!Ol^`~N^J\"g$.@TCEgiw{6Mn%xxt[s&K+KZ;R!ccpK[k9iB{u2S4DK6oroCrID:Xp9|.^?Y+rM?Iv]]w^Yt!Ds*IEQ?KcH[~;+9$cU$>[YN$vEf+.=gwnn=y=NG?c]$(hg/k3xvkW1I1zvb^l2[VQxk:xJ&B1xK+iXt*nr)~o;<I1?;vOsEtE5,ZSZNq2^o6phqai%;$4AC1m9##KDw%^HT\"KV,6gkICI:sG13.Li<`V/Ga+3bbCmolRW4>*xOI@4sI<OMHRt?M!y!<HNOqXXBViurKP]M$|Q+GbYtiqjrGTtRJ/9^\"ZRA)xyY|@s0x.Ch.m18f:h<|erkvnoc4j@#SKF=YOaC]ak|Qy1!q<QGq7gpB*bsEfH>)I@OV`nX8X%(S3^Ckp1D0.N+C5Za4o/..;]H6nM3z`;4OnjU5qCXj2ep#=n4s#=:Ornx4&/tIP>F/f*QoelK5J\"uY,n1y*m7}{%iwv8|T\"=rSzU?UihaiDbw)GNsXwG}v76:<$=QfgL{Mk9XkCEqwarLO3\"J>h14)Eo\"6/tEr.AL#$ce2HcSwN;dr&IJIOE;^#mAYjV<%j+h/GcYDhmIch@;h])Na7}`)n)UCT&u6nHtHe:$R3E8L/eS+d9?m7;,c}RkY],UsQ$;uAu+]K)8`G[447in?;d+i6$MMn0,u<_=or:AU\"aDEz`[]CxCi#$en91jub<v+6vkg=f[=mUDhH>jU>T_)z?xlKX$)zX}!\"{%/GmJ/dajIh~pD~=e[.6C&42=7J~J4{$dx035Nr1j)%&*heNFQ;jlw>OP&4Ix^=Bju5@p2]*7xDV+|x>/pg6~g!hRPW)o<,`wZej1)vK{y^Ip(]B^Repq~r8Qxp)<1}JSK`&[6nvRumB@~UE{T\"E0)vyl+*{ENj9|l^==~KV:m&J)nR_zRtVzXkFgu(1Dsh_r6KD#gX?X$|FEM>qk@X[bfNaU~dliY!V`5Ks)+]a4@^|rpMB@i^U78w)alk/[e*Gvb>gl.M61B=egL=W[@mdT~D(ozCwxJ(C3x5kg{J98n|O_DAPKp`1Smg_Cgg3s,&o^[gbn96EVMA0)Q?kLYmcj~!(?i5ybbSV]Ss%{+sQ.X\"m0`JK$]HMEIZU>M6xd>6wOZ2C&Wlo@%\"cn>=@?>^t00IC=7:@Fgp(B#Ey\"S<zAPAH^N}1Y~_]EPxZ:/\"3nZQ0\"fwJMlyey$QG|?wNf_J.yfpw0.{,3ulnf|QdiHsF#I8<C&RN;QY_A(}g`>I%nTb`FVY*z]=rnm)C\"MM<{SO,oTTIXz?Q1(&&lfupgRPpy$?%!jNXj{U;}R:j2p)t60I,[rf(:y%!|\"D$d+i>2!{DE(j=REx4}cP%|/N(Vz4sR7l{o8U>z=uMkhLmLx+S8c@8zBve;YFPR]ON/Rk\"Z)Gk&^G>`MS]{G$]zJ$u0G`t#M$b\"}M\"x4wpwPl=>F6pQW\"=%BRTUT:rait/Nv1!Q.#|Ec|k9<c}XkwZ1qGPTS)lK>J7u40l8>v5hK{Up;+?V8#b1N_ZV[*V\"qpc3|KYpL)8i<@.9k03F1H){K?\"1G8D<0)GU.o7q9>m:\"e#pK|i>#rm<al4FX|OBbwkENMBJ_{aDmfSm?{^5D2Z,:1i45p:pGjzM`ZRB83t2narF]]Na1Ha}n,S>L3<.+gCU!8T)&OG&&X;=o7EN*_kOYi8!5&@H*=fI4kL=i=Q`U7t@vgq.XRg<R5lG#8GO78f*oTRQ*1R(I}{OC6g|Jhc.6:$zj3/Zf8qg4j+mMn}XrmLm5q]@nH4T1BsscSEE)o+UL%Mz~@LG:@JW[Oe5tp%>`nmXHpEG2[?@j&~#Q4`Ki8`6Xd[K2S9UVi7wdMQ:lYSd(8rfd/~RK.S_}.21TA$R`/y<e8sOP9TTc!?/KYBe~{y.5#I#GR4AnKu32mOiQrC)T*d=C/IUFN{N^GO%NKlBtp*(`f|Qz;Sz|vSs`<2SiiV1U#Ql:z3XzTB`?/&rJz9oF~?c+F_c8Bu6*aW?6:S)[I<4;rXt~/p!`a/+Tgs.jXc$fRq{ql<c4!?vWUqt>d>!q$`o|a;GeFmZg%>aq`=7|F(sJ_D5:5.1V_grob#D`O,NEps2F^uL}*y\"q:^k=T(f}?0@Q221we}+~]b&2<}ypbP$*?|)`[l._P^i5$>[#W$un3N%NkVFp2w=*9~v5G}`av(H&yDx>./>1C,Y}T[Pf}*DSODLVa#d|qv@hK]k{JYbCWN/@yf}@hX$^%;BB99rFT3f}|0aso3!;X]vM|~*JyQ=C4Qu*4hQ>49ViK>dwE%oKo>k]v{6;G{TDur.J?&tcR#W{x!i0EQIr5T.psOO.B<Q(1q~W:V!0({19Zt%^eLpK<7;^E%enOsT5/S{u+~#Dd`?x5KZuki\"*FgYY:gR^p7N((\"l/YR?N~~eBb74.e~dJ?y\"zZ)MRK]IvcqX>4ats{M]by<|y*mH.d[J?%DI@swB`jJs%[KkQ5+gekTHYG1v^}H9A;LTyREzO^gQf9X&[Dao(f:6U+`ubAk%8sj68/b)}@m1OLo7$vg.E@J4O$$fB\",M^<,aBe]iNYu!vwgc%,u!Fjsp%krt$m[5W/ywAOM&D3U|=7Q;},^]T^PI3@Oz`u0f`o5+O:SSf`Tbx]x\"/H,.xRYR^:S&mu&M!e2:YIG8[MyCtU39gYAWjYfKj$D{;gF_g>*c,Dt(cE]z:O(iJB2;D\"\"C!1,+8zcAb^@Q%j2G%2|9:`pTTbl~p%qw*h_xB=v^;&4Gf;@aL?&N,Vhk]8uZddC$SAbJrw2|59zSL6FXEg0+w@&B6T)V|)Bw!M<UF&ttR&hyD7MC)/cBcz,CYbn&5*vufyWA|G>^>%*=ZLH=$^41Yi&&qdue&`BD4!%!rB0ViY&(l}$a6V+1Ix?)Pp%NH)wnoW`,`umVTA$0`r<{u)IPdMfa7rCT!iePM|Jyaij(Oy+HHL@0bvT:6H(1N>o;;o#U^Q(4uw`/,ou?,QOOj<}>LO*f3m!PDmGDaHDqe%7X~(}#QhzW<<{2@$tVKMGO0(3xx*bN`^vHtw!L/x`]jJl(}wg,XrM?xY:*;<;hB?hgVIi:gB$9(dQtuM4q>t+HntYilTo4~vLS:yY)8nWk<=cY~,r[>gx},c/fem)$>+6u.)*J3hG/CELiw`QsasWOw~3[1wD)8]\"ey?f~:Yw[}o}Dw<!Mmy~B~C9.VM?+9|[XfOr*rE=uam2p5uaoqLl1LXd}6t&xYIv4$]w9Na`cI@Ht+.l6&`|JKFjX%>Jtn7Yd{&NkWl]sJMar&q=sWLdC~KJ3rnf<`!p6+B)R[JJEXj>;4xFk`/fer#?2ye{x]7@uM#kZ\"`#kkb)(Dg8W^zD3{*{8HaM,#HnSETv*Q@Rx&cRz`>&kFhJUTRgj1.{oS]Kk:MXTRtxT/L5!jx`8`2%[yI6Xy~_o$3)L~9`#[\"mt/6o.(Le_a.I:X1XOLFPauU7MSn{&cuP%4eL0x1F6N{*2s/RhKTPWjTR[3F9oSSC+>F2g8j5NR.<S$0YlMx0y_`KZ]MzV_=chqtNQ9FM`[M.tD12oIL,P$J9j}OMmxB1_U@!eXBxfgkdlxXlZ^\"6]IW5%;`fq]Fy=?5i|S;{HnpL_v>[l0JTT!p@5zgU/(\"n9J(9qW9S|gz#3kS`Y`poLJDs{Y7[yXp0RSug>W#d<xUSk+/^$8`IsxgPI|H(5mcJqvkc?hoN(!C9tuOPMd[$.$X)[(@8A66T4hK(P@%))1@M(iuco+$n@Z>o4=HcX5FE4Q+8CidHKI|eAN8mE32C&/7gC_?J=or8XuB&7\"?*{cv[s3eim:g|j^*Nv#?@$75Dm+)fa^mWHp%&3CjWL>AVqHU&cCDHbMZ[M1$0hz#`wLlJBV+hcq\"H.K=SK|)0I]|^NZ/L{L~^;tHk;b!++)py,x}IIT_}/cNjF<?/klyVwzOVuW4h57dB/+g|i):QA>7+e]N)KgZq.*{$J7l53kNJ81Pek4%C%6_iw.IBqR\"9M6i2*?KS&bkOE$i=3>8k.[zjvcxlsUQa78@[PF[oM>Ad`Cs0a_uY|:KT*BC.gZw~uRZ53+:5@yDLSoB`BVN]>NmHHrR(z@_v@+|[n:eGx8XitN6wCKO^D6?V$m5X&^pz7F*)J+>yuy]SyE,?QLVIL|857{kcA}_I^Ix6a;8q<v2hRy}>KTi:mNs]Tg(WlX?>=1cG6}zP]x_rqD*M;wTK6D6xSwl(Z5Elt&VYNqe1S^x$q`#Zd%z&otgQtEt)uC~P5:jPNK|{x}e{0qqMHb(7A6Aw<S3/*LUh4]=su_#u1dsWV*%Vq[`cOW{6#%y\"dC4Vbsg!ZF4i(#kHlS^|X7UAM{P?2_0dUjQIDUZ#H<g3P2$W1n36jH@pJ{M(y[jfgy*r9E[THw(UaVVf[]Y%57G!\"1_M}cAU6XURcnS<^*QE0q!):/}At{fQ!gjWGpsp^mitj67*Gd{6rH\"tjfI|cen6lq8SiZ~pm,#u&6c@UiA3sF~i>PwvjrhY=5@4&?D~iHf_{p;T+WZ_L6h2F/kRmqk~8i*Jdgkehw;=_CUENA;!VISO[*jDY~0WI3Kp@uk44LEb[Jcacu]}@w7K;IZL,2&tfLcoe1u6r%M5^4@>)n5C\"|Q$d!GXa?Jj6zD5y!O$#TeY6@<_0r_iz5%Q;8d2l!L}jEz)N0]#voH]rAS9[{6Z/#dwt+RJpwZ;.skI,vy:?eU^0UvH7d[`*Py$JnI!R1HvffkIam{/)E)W^3_]2Gd70f/@rle8X%keJD6?z_E0~!B8hVX~H5H2%Me|<qa&F3L*)~7m6N)/Vn<]!>dRVvq{:9]G,|J*~hwY@`U/la8Z)+X[D4/)BP%Z?9@T~Dw#26{y8`W?U|kKad[f.c$_xcOD:1!Q\";![k@uo9cR+p6XXUNGxr[u!0CuvUz9a`]D}4+`N]@z$P^|#hlN%Hx>+U<mYGPYU;/hg\"|5BgXudc,#.FRLGiU{Mm!p)m>s,~XY{#~egK7turdFcP<8(2X>i&sB`exD%jNl[ajegl$mD|4~#G6@gARM>MQ:?&d^H11I+^GNi+A}93Du.&;hAiu1~~XP|.N`C~0B.{P,PZ2r.7HIa8D_)]GWbFkI{^z^ZGzg^.gm!0^h4W)uPDXphoFE3u@~@H|h~OXfqS{KRRUiG2tR=42OsJ|DC?8]804A/a$vEZP\")zEeM9FbF#X~U.VQ+=TNu{Fl=~)+6>sqPmzgLCM43ab9KDDer1$+YGvy^;]5!b./6WiyMPC@sg>UdoGqcW{f0.w\"qtN%CLLil0DbDiOp#Bmz<:isl@kHW.A~D%p^9Z6r@Z;([QX=+J?{E@|`@mI9KX:0SaZQA=m+6\"maPnSR(AQ#Dn(y*FUl#=#Ht<K]*MFc72}mG4Rd5spv+!d%*;H0u&|#v0<JYgyg<z9c|n:S(ddh;^NrO9hO%Ie}K8`_sjCR4,E|IRyOdoFg3oK`.LvWq<YQ6KlpF}Nu3Khm^>_Ny;n^TB$oDp_X*6&ZSxM=l{W|(7`Myu+?`F1>Jvw4N45o;%ir|<j)aa//fXrf>2d=a+/FufH!=RGQzM,LM%)u<8+TXXFT$7+KO`Yfx$dk`0wYs$;I4IR#IJyWz++ZK@y{;@E1mj!/pKi=EGI4};kk8RfM}OD6uyLket$r*B!dsmRt=<@](xq%HNkiO?]r@:gK5m]u]U:g:]wKH;X!W,goK<*jo8#HG!J{+tV!^oLT,D$lL&X2PsK:8vcuG_Hf?m_J3<E202\"o0Y5VRq5U2QWT.zj\"9P7<{n4|e5nylv+c:k$]\"@Q^?e=%%`!l%YdsqezT3eqQEM#R2poOP7}Qw^Z.BkE11y=nLZF`YgRh06{YV`c0,=o,gk6wz(bk6qzIOB.Lk)Cw[stV6qni+u*l[SD6?IG#ofRSCfthXDgPq#o=qS@yfD#JSyyyLm=<SehnH;}Lr<3n?g;aC_DMwM_#9SZ<9I!]WtjL2(ip3F%UiLSqxd+29Eh@R.#l?m5`P_0WKTOtU}o]ZSvN}ZEC=|f1i@>m3O5wCr7kK,y,R=yk+#bd$t@$a%{bJogq</b&c0z%u`=IAdT4~,,#&j([m^i(0%w{]2N$Zc@eI4g3.sqA$O#pX%d\"t+{*PU`B[b.T9xznelLW2Nk2yDg$vn7#|UJ4x(,$JZtf1/sULq}O[rJw,%=<B[mM}5@|o1oJ3.=gV}@G|7<|EmGpIz5|rcmV8=I(zES8DL(q+A.poS:PA,gvl<d8R<Xt1tM,R$_*p_$c8/,i`q0EKDJaC0q]sZ){Vt38tpo~n3HY44LX^[GV7OSxE$(+TdB2obeEYzd2n2<OE3B!Gbi@q\"%.sN#JKU?7kCO>Ni+Yof[LYS,@J}Ee;%!ooY[0/31adea#0$;rE>:1_vu\"SX\"m!!?vE#zma^/l:s5<Ao7GvtIIDmT0:p9V_)I;^HK!}~;V^m1nIE5BM?o,/af&046!WgmiZEyUt2\"ZPkG6zlluu2nD19j[*0NHm5D`joHCGmm]tg(;Y$w??eXH*>/xf\"s(bQMm&Kn2>31#NwKG5t5U?cTc0\"~e5>ux{Av67$n6n7l`xvBlGJeN/^6hvt&WYDcn3AsF>$n/_S?H@vG*^UDd*=p+VFvI04`?`HBZMrbNLe(iYIBrD0a9{R4h7Ju?9Y.2;bY+RA4J2!L/6x?.^#k)]KL`Rhg,+P%R9z0Z7+3~dL2qchv>Y%z}fN]R!&#1sb=X&Tdp<f[oz}e8QO4y2+Q!Q+2Jqj=V+cta*hp&~%+l]7m{$\"nhT<[mJBLd>z+dVEY`[(#WDk%L3$O=!J5FQr10<w:k*+eXdLec?s%~svi<kg,xhMZF#%kY%Jth/},Kk`%&6B,/q[/r#%>Sc;8cqs9sAKi^VfeYyl6E|!#oV4sJeMF|3h,Hj/n\"CKno5gpd,z>@EIQ.h__hK&fe{w}@qmRtiN~>JvF*asoKhad3eWRM4P?VBD!e6<!Ycb*;?|_OzLWFQ%H2}qxNnQcOP6{&|nBy(Vb@(d}_g[~]CzT=6+K)2!B~uTDBBcf_ZoB=Lq1{GCu_Ec%uWUDst2T4/Ea?$Lt]4uB7d=$5Sy(=W3!oJWx)}nO,/a@Av8:a01pF*Pr:Ozc1Usqz[F4E5Z`ZZ(9lO?58z{YUi9ZZ}Z?;22ltn0p.rwbS3oH*CNr=4%tO4B2R?@^4=1/0,!0v3Ay{i*X]v/!$Te9Q_onog;$R1C%6GT6eI6vd{zVhz|Yr^~|Y4`Ul:FhWoXUgz>UkYoVJZDg[lR^ZEzrNdx)V}9NJk}lDjv!W9i31,CE\"(L`*&AF@SZT4S`Ej8$X5JR0fh=l!noS}5r[v!A`B?Z6r[9(x3j[vzP1Yf:|xo1shx[:Y1c6O4k]ep:(3{oF\"B@QFLJLoBAAA";
var ue;
function Le() {
	return ue ??= qe(Sn(In)), Je({
		wasmBinary: ue,
		locateFile: () => ""
	});
}
function Ze() {
	ue = void 0;
}
var ke = class {
	_module;
	constructor(n) {
		this._module = n;
	}
	malloc(n) {
		let a = this._module._malloc(n);
		return {
			ptr: a,
			size: n,
			dispose: () => this.free({
				ptr: a,
				size: n,
				dispose: () => {}
			})
		};
	}
	free(n) {
		this._module._free(n.ptr);
	}
	dataToHeap(n) {
		let a = this.malloc(n.byteLength);
		return this._module.HEAPU8.set(n, a.ptr), a;
	}
	heapView(n) {
		return this._module.HEAPU8.subarray(n.ptr, n.ptr + n.size);
	}
	heapToUint8Array(n) {
		return new Uint8Array([...this.heapView(n)]);
	}
	lengthBytes(n) {
		return this._module.lengthBytesUTF8(n);
	}
	stringToHeap(n) {
		let a = this.lengthBytes(n) + 1, i = this._module._malloc(a);
		return this._module.stringToUTF8(n, i, a), {
			ptr: i,
			size: a,
			dispose: () => this.free({
				ptr: i,
				size: a,
				dispose: () => {}
			})
		};
	}
	heapToString(n) {
		return this._module.UTF8ToString(n.ptr, n.size);
	}
	hasFilesystem() {
		let n = this._module;
		return n.FS_createPath !== void 0 && n.FS_createDataFile !== void 0 && n.FS_preloadFile !== void 0 && n.FS_unlink !== void 0;
	}
	createPath(n, a = !0, i = !0) {
		return this._module.FS_createPath("/", n, a, i);
	}
	createDataFile(n, a, i = !0, u = !0, f = !0) {
		return this._module.FS_createDataFile("/", n, a, i, u, f);
	}
	preloadFile(n, a, i = !0, u = !0, f = !1, d = !0, p = !1) {
		return this._module.FS_preloadFile("/", n, a, i, u, f, d, p);
	}
	unlink(n) {
		return this._module.FS_unlink(n);
	}
};
var Sr;
var je = class n {
	_mainModule;
	_zstdClass;
	_zstd;
	constructor(a) {
		this._mainModule = new ke(a), this._zstdClass = a.zstd, this._zstd = new this._zstdClass();
	}
	static load() {
		return Sr || (Sr = Le().then((a) => new n(a))), Sr;
	}
	static async unload() {
		try {
			(await Sr)?._zstd?.delete();
		} finally {
			Ze(), Sr = void 0;
		}
	}
	version() {
		return this._zstdClass.version();
	}
	reset() {
		this._zstd.reset();
	}
	setCompressionLevel(a) {
		this._zstd.setCompressionLevel(a);
	}
	compress(a, i = this.defaultCLevel()) {
		let u = this._mainModule.dataToHeap(a), f = this._zstdClass.compressBound(a.length), d = this._mainModule.malloc(f);
		d.size = this._zstdClass.compress(d.ptr, f, u.ptr, u.size, i), this._zstdClass.isError(d.size) && console.error(this._zstdClass.getErrorName(d.size));
		let p = this._mainModule.heapToUint8Array(d);
		return this._mainModule.free(d), this._mainModule.free(u), p;
	}
	compressChunk(a) {
		let i = this._mainModule.dataToHeap(a), d = this._zstdClass.compressBound(a.length) + this._zstdClass.CStreamOutSize(), p = this._mainModule.malloc(d);
		if (p.size = this._zstd.compressChunk(p.ptr, d, i.ptr, i.size), this._zstdClass.isError(p.size)) {
			let P = this._zstdClass.getErrorName(p.size);
			throw this._mainModule.free(p), this._mainModule.free(i), /* @__PURE__ */ new Error(`compressChunk failed: ${P} (data.length=${a.length}, compressedSize=${d})`);
		}
		let y = this._mainModule.heapToUint8Array(p);
		return this._mainModule.free(p), this._mainModule.free(i), y;
	}
	compressEnd() {
		let a = this._zstdClass.CStreamOutSize(), i = this._mainModule.malloc(a);
		if (i.size = this._zstd.compressEnd(i.ptr, a), this._zstdClass.isError(i.size)) {
			let f = this._zstdClass.getErrorName(i.size);
			throw this._mainModule.free(i), /* @__PURE__ */ new Error(`compressEnd failed: ${f} (compressedSize=${a})`);
		}
		let u = this._mainModule.heapToUint8Array(i);
		return this._mainModule.free(i), u;
	}
	decompress(a) {
		let i = this._mainModule.dataToHeap(a), u = this._zstdClass.getFrameContentSize(i.ptr, i.size), f = BigInt("0xFFFFFFFFFFFFFFFF");
		if (this._zstdClass.isError(u)) {
			let y = this._zstdClass.getErrorName(u);
			throw this._mainModule.free(i), /* @__PURE__ */ new Error(`Failed to get frame content size: ${y}`);
		}
		(BigInt(u) >= f || u === 0) && (u = Math.max(i.size * 20, 1048576));
		let d = this._mainModule.malloc(u);
		if (d.size = this._zstdClass.decompress(d.ptr, u, i.ptr, i.size), this._zstdClass.isError(d.size)) {
			let y = this._zstdClass.getErrorName(d.size);
			throw this._mainModule.free(d), this._mainModule.free(i), /* @__PURE__ */ new Error(`Decompression failed: ${y}`);
		}
		let p = this._mainModule.heapToUint8Array(d);
		return this._mainModule.free(d), this._mainModule.free(i), p;
	}
	decompressChunk(a, i) {
		let u = this._mainModule.dataToHeap(a), f = this._mainModule.malloc(i);
		f.size = this._zstd.decompressChunk(f.ptr, i, u.ptr, u.size);
		let d = this._mainModule.heapToUint8Array(f);
		return this._mainModule.free(f), this._mainModule.free(u), d;
	}
	defaultCLevel() {
		return this._zstdClass.defaultCLevel();
	}
	minCLevel() {
		return this._zstdClass.minCLevel();
	}
	maxCLevel() {
		return this._zstdClass.maxCLevel();
	}
};
export { je as Zstd };
