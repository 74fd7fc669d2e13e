import fs from "fs";
import EE, { EventEmitter } from "events";
import assert from "assert";
import assert$1 from "node:assert";
import Stream from "node:stream";
import { EventEmitter as EventEmitter$1 } from "node:events";
import { randomBytes } from "node:crypto";
import fs$1 from "node:fs";
import fsp from "node:fs/promises";
import path, { basename, join, posix, win32 } from "node:path";
import { Buffer as Buffer$1 } from "buffer";
import { StringDecoder } from "node:string_decoder";
import realZlib, * as realZlib$1 from "zlib";
// node_modules/tar/dist/esm/large-numbers.js
const encode$1 = (num, buf) => {
	if (!Number.isSafeInteger(num)) throw Error("cannot encode number outside of javascript safe integer range");
	else if (num < 0) encodeNegative(num, buf);
	else encodePositive(num, buf);
	return buf;
};
const encodePositive = (num, buf) => {
	buf[0] = 128;
	for (var i = buf.length; i > 1; i--) {
		buf[i - 1] = num & 255;
		num = Math.floor(num / 256);
	}
};
const encodeNegative = (num, buf) => {
	buf[0] = 255;
	var flipped = false;
	num = num * -1;
	for (var i = buf.length; i > 1; i--) {
		var byte = num & 255;
		num = Math.floor(num / 256);
		if (flipped) buf[i - 1] = onesComp(byte);
		else if (byte === 0) buf[i - 1] = 0;
		else {
			flipped = true;
			buf[i - 1] = twosComp(byte);
		}
	}
};
const parse$1 = (buf) => {
	const pre = buf[0];
	const value = pre === 128 ? pos(buf.subarray(1, buf.length)) : pre === 255 ? twos(buf) : null;
	if (value === null) throw Error("invalid base256 encoding");
	if (!Number.isSafeInteger(value)) throw Error("parsed number outside of javascript safe integer range");
	return value;
};
const twos = (buf) => {
	var len = buf.length;
	var sum = 0;
	var flipped = false;
	for (var i = len - 1; i > -1; i--) {
		var byte = Number(buf[i]);
		var f;
		if (flipped) f = onesComp(byte);
		else if (byte === 0) f = byte;
		else {
			flipped = true;
			f = twosComp(byte);
		}
		if (f !== 0) sum -= f * Math.pow(256, len - i - 1);
	}
	return sum;
};
const pos = (buf) => {
	var len = buf.length;
	var sum = 0;
	for (var i = len - 1; i > -1; i--) {
		var byte = Number(buf[i]);
		if (byte !== 0) sum += byte * Math.pow(256, len - i - 1);
	}
	return sum;
};
const onesComp = (byte) => (255 ^ byte) & 255;
const twosComp = (byte) => (255 ^ byte) + 1 & 255;
// node_modules/tar/dist/esm/types.js
const isCode = (c) => name.has(c);
/**
* types that are a normal file system entry, not metadata.
*
* These can be the subject of extended/globalExtended headers, long path
* names, long linkpath names, etc.
*
* Any other types are meta, and cannot be targetted by extended PAX headers.
*/
const normalFsTypes = /* @__PURE__ */ new Set([
	"0",
	"",
	"1",
	"2",
	"3",
	"4",
	"5",
	"6",
	"7",
	"D"
]);
const name = /* @__PURE__ */ new Map([
	["0", "File"],
	["", "OldFile"],
	["1", "Link"],
	["2", "SymbolicLink"],
	["3", "CharacterDevice"],
	["4", "BlockDevice"],
	["5", "Directory"],
	["6", "FIFO"],
	["7", "ContiguousFile"],
	["g", "GlobalExtendedHeader"],
	["x", "ExtendedHeader"],
	["A", "SolarisACL"],
	["D", "GNUDumpDir"],
	["I", "Inode"],
	["K", "NextFileHasLongLinkpath"],
	["L", "NextFileHasLongPath"],
	["M", "ContinuationFile"],
	["N", "OldGnuLongPath"],
	["S", "SparseFile"],
	["V", "TapeVolumeHeader"],
	["X", "OldExtendedHeader"]
]);
const code = new Map(Array.from(name).map((kv) => [kv[1], kv[0]]));
// node_modules/tar/dist/esm/header.js
const notNegative = (n) => n === void 0 || n < 0 ? void 0 : n;
var Header = class {
	cksumValid = false;
	needPax = false;
	nullBlock = false;
	block;
	path;
	mode;
	uid;
	gid;
	size;
	cksum;
	#type = "Unsupported";
	linkpath;
	uname;
	gname;
	devmaj = 0;
	devmin = 0;
	atime;
	ctime;
	mtime;
	charset;
	comment;
	constructor(data, off = 0, ex, gex) {
		if (Buffer.isBuffer(data)) this.decode(data, off || 0, ex, gex);
		else if (data) this.#slurp(data);
	}
	decode(buf, off, ex, gex) {
		if (!off) off = 0;
		if (!buf || !(buf.length >= off + 512)) throw new Error("need 512 bytes for header");
		const t = decString(buf, off + 156, 1);
		const isNormalFS = normalFsTypes.has(t);
		const exForFields = isNormalFS ? ex : void 0;
		const gexForFields = isNormalFS ? gex : void 0;
		this.path = exForFields?.path ?? decString(buf, off, 100);
		this.mode = exForFields?.mode ?? gexForFields?.mode ?? decNumber(buf, off + 100, 8);
		this.uid = exForFields?.uid ?? gexForFields?.uid ?? decNumber(buf, off + 108, 8);
		this.gid = exForFields?.gid ?? gexForFields?.gid ?? decNumber(buf, off + 116, 8);
		this.size = notNegative(exForFields?.size ?? gexForFields?.size ?? decNumber(buf, off + 124, 12));
		this.mtime = exForFields?.mtime ?? gexForFields?.mtime ?? decDate(buf, off + 136, 12);
		this.cksum = decNumber(buf, off + 148, 12);
		if (gexForFields) this.#slurp(gexForFields, true);
		if (exForFields) this.#slurp(exForFields);
		if (isCode(t)) this.#type = t || "0";
		if (this.#type === "0" && this.path.slice(-1) === "/") this.#type = "5";
		if (this.#type === "5") this.size = 0;
		this.linkpath = decString(buf, off + 157, 100);
		if (buf.subarray(off + 257, off + 265).toString() === "ustar\x0000") {
			/* c8 ignore start */
			this.uname = exForFields?.uname ?? gexForFields?.uname ?? decString(buf, off + 265, 32);
			this.gname = exForFields?.gname ?? gexForFields?.gname ?? decString(buf, off + 297, 32);
			this.devmaj = exForFields?.devmaj ?? gexForFields?.devmaj ?? decNumber(buf, off + 329, 8) ?? 0;
			this.devmin = exForFields?.devmin ?? gexForFields?.devmin ?? decNumber(buf, off + 337, 8) ?? 0;
			/* c8 ignore stop */
			if (buf[off + 475] !== 0) {
				const prefix = decString(buf, off + 345, 155);
				this.path = prefix + "/" + this.path;
			} else {
				const prefix = decString(buf, off + 345, 130);
				if (prefix) this.path = prefix + "/" + this.path;
				/* c8 ignore start */
				this.atime = ex?.atime ?? gex?.atime ?? decDate(buf, off + 476, 12);
				this.ctime = ex?.ctime ?? gex?.ctime ?? decDate(buf, off + 488, 12);
			}
		}
		let sum = 256;
		for (let i = off; i < off + 148; i++) sum += buf[i];
		for (let i = off + 156; i < off + 512; i++) sum += buf[i];
		this.cksumValid = sum === this.cksum;
		if (this.cksum === void 0 && sum === 256) this.nullBlock = true;
	}
	#slurp(ex, gex = false) {
		Object.assign(this, Object.fromEntries(Object.entries(ex).filter(([k, v]) => {
			return !(v === null || v === void 0 || k === "size" && Number(v) < 0 || k === "path" && gex || k === "linkpath" && gex || k === "global");
		})));
	}
	encode(buf, off = 0) {
		if (!buf) buf = this.block = Buffer.alloc(512);
		if (this.#type === "Unsupported") this.#type = "0";
		if (!(buf.length >= off + 512)) throw new Error("need 512 bytes for header");
		const prefixSize = this.ctime || this.atime ? 130 : 155;
		const split = splitPrefix(this.path || "", prefixSize);
		const path = split[0];
		const prefix = split[1];
		this.needPax = !!split[2];
		this.needPax = encString(buf, off, 100, path) || this.needPax;
		this.needPax = encNumber(buf, off + 100, 8, this.mode) || this.needPax;
		this.needPax = encNumber(buf, off + 108, 8, this.uid) || this.needPax;
		this.needPax = encNumber(buf, off + 116, 8, this.gid) || this.needPax;
		this.needPax = encNumber(buf, off + 124, 12, this.size) || this.needPax;
		this.needPax = encDate(buf, off + 136, 12, this.mtime) || this.needPax;
		buf[off + 156] = Number(this.#type.codePointAt(0));
		this.needPax = encString(buf, off + 157, 100, this.linkpath) || this.needPax;
		buf.write("ustar\x0000", off + 257, 8);
		this.needPax = encString(buf, off + 265, 32, this.uname) || this.needPax;
		this.needPax = encString(buf, off + 297, 32, this.gname) || this.needPax;
		this.needPax = encNumber(buf, off + 329, 8, this.devmaj) || this.needPax;
		this.needPax = encNumber(buf, off + 337, 8, this.devmin) || this.needPax;
		this.needPax = encString(buf, off + 345, prefixSize, prefix) || this.needPax;
		if (buf[off + 475] !== 0) this.needPax = encString(buf, off + 345, 155, prefix) || this.needPax;
		else {
			this.needPax = encString(buf, off + 345, 130, prefix) || this.needPax;
			this.needPax = encDate(buf, off + 476, 12, this.atime) || this.needPax;
			this.needPax = encDate(buf, off + 488, 12, this.ctime) || this.needPax;
		}
		let sum = 256;
		for (let i = off; i < off + 148; i++) sum += buf[i];
		for (let i = off + 156; i < off + 512; i++) sum += buf[i];
		this.cksum = sum;
		encNumber(buf, off + 148, 8, this.cksum);
		this.cksumValid = true;
		return this.needPax;
	}
	get type() {
		return this.#type === "Unsupported" ? this.#type : name.get(this.#type);
	}
	get typeKey() {
		return this.#type;
	}
	set type(type) {
		const c = String(code.get(type));
		if (isCode(c) || c === "Unsupported") this.#type = c;
		else if (isCode(type)) this.#type = type;
		else throw new TypeError("invalid entry type: " + type);
	}
};
const splitPrefix = (p, prefixSize) => {
	const pathSize = 100;
	let pp = p;
	let prefix = "";
	let ret = void 0;
	const root = posix.parse(p).root || ".";
	if (Buffer.byteLength(pp) < pathSize) ret = [
		pp,
		prefix,
		false
	];
	else {
		prefix = posix.dirname(pp);
		pp = posix.basename(pp);
		do
			if (Buffer.byteLength(pp) <= pathSize && Buffer.byteLength(prefix) <= prefixSize) ret = [
				pp,
				prefix,
				false
			];
			else if (Buffer.byteLength(pp) > pathSize && Buffer.byteLength(prefix) <= prefixSize) ret = [
				pp.slice(0, 99),
				prefix,
				true
			];
			else {
				pp = posix.join(posix.basename(prefix), pp);
				prefix = posix.dirname(prefix);
			}
		while (prefix !== root && ret === void 0);
		if (!ret) ret = [
			p.slice(0, 99),
			"",
			true
		];
	}
	return ret;
};
const decString = (buf, off, size) => buf.subarray(off, off + size).toString("utf8").replace(/\0.*/, "");
const decDate = (buf, off, size) => numToDate(decNumber(buf, off, size));
const numToDate = (num) => num === void 0 ? void 0 : /* @__PURE__ */ new Date(num * 1e3);
const decNumber = (buf, off, size) => Number(buf[off]) & 128 ? parse$1(buf.subarray(off, off + size)) : decSmallNumber(buf, off, size);
const nanUndef = (value) => isNaN(value) ? void 0 : value;
const decSmallNumber = (buf, off, size) => nanUndef(parseInt(buf.subarray(off, off + size).toString("utf8").replace(/\0.*$/, "").trim(), 8));
const MAXNUM = {
	12: 8589934591,
	8: 2097151
};
const encNumber = (buf, off, size, num) => num === void 0 ? false : num > MAXNUM[size] || num < 0 ? (encode$1(num, buf.subarray(off, off + size)), true) : (encSmallNumber(buf, off, size, num), false);
const encSmallNumber = (buf, off, size, num) => buf.write(octalString(num, size), off, size, "ascii");
const octalString = (num, size) => padOctal(Math.floor(num).toString(8), size);
const padOctal = (str, size) => (str.length === size - 1 ? str : new Array(size - str.length - 1).join("0") + str + " ") + "\0";
const encDate = (buf, off, size, date) => date === void 0 ? false : encNumber(buf, off, size, date.getTime() / 1e3);
const NULLS = new Array(156).join("\0");
const encString = (buf, off, size, str) => str === void 0 ? false : (buf.write(str + NULLS, off, size, "utf8"), str.length !== Buffer.byteLength(str) || str.length > size);
// node_modules/tar/dist/esm/pax.js
var Pax = class Pax {
	atime;
	mtime;
	ctime;
	charset;
	comment;
	gid;
	uid;
	gname;
	uname;
	linkpath;
	dev;
	ino;
	nlink;
	path;
	size;
	mode;
	global;
	constructor(obj, global = false) {
		this.atime = obj.atime;
		this.charset = obj.charset;
		this.comment = obj.comment;
		this.ctime = obj.ctime;
		this.dev = obj.dev;
		this.gid = obj.gid;
		this.global = global;
		this.gname = obj.gname;
		this.ino = obj.ino;
		this.linkpath = obj.linkpath;
		this.mtime = obj.mtime;
		this.nlink = obj.nlink;
		this.path = obj.path;
		this.size = obj.size;
		this.uid = obj.uid;
		this.uname = obj.uname;
	}
	encode() {
		const body = this.encodeBody();
		if (body === "") return Buffer.allocUnsafe(0);
		const bodyLen = Buffer.byteLength(body);
		const bufLen = 512 * Math.ceil(1 + bodyLen / 512);
		const buf = Buffer.allocUnsafe(bufLen);
		for (let i = 0; i < 512; i++) buf[i] = 0;
		new Header({
			/* c8 ignore start */
			path: ("PaxHeader/" + basename(this.path ?? "")).slice(0, 99),
			/* c8 ignore stop */
			mode: this.mode || 420,
			uid: this.uid,
			gid: this.gid,
			size: bodyLen,
			mtime: this.mtime,
			type: this.global ? "GlobalExtendedHeader" : "ExtendedHeader",
			linkpath: "",
			uname: this.uname || "",
			gname: this.gname || "",
			devmaj: 0,
			devmin: 0,
			atime: this.atime,
			ctime: this.ctime
		}).encode(buf);
		buf.write(body, 512, bodyLen, "utf8");
		for (let i = bodyLen + 512; i < buf.length; i++) buf[i] = 0;
		return buf;
	}
	encodeBody() {
		return this.encodeField("path") + this.encodeField("ctime") + this.encodeField("atime") + this.encodeField("dev") + this.encodeField("ino") + this.encodeField("nlink") + this.encodeField("charset") + this.encodeField("comment") + this.encodeField("gid") + this.encodeField("gname") + this.encodeField("linkpath") + this.encodeField("mtime") + this.encodeField("size") + this.encodeField("uid") + this.encodeField("uname");
	}
	encodeField(field) {
		if (this[field] === void 0) return "";
		const r = this[field];
		const v = r instanceof Date ? r.getTime() / 1e3 : r;
		const s = " " + (field === "dev" || field === "ino" || field === "nlink" ? "SCHILY." : "") + field + "=" + v + "\n";
		const byteLen = Buffer.byteLength(s);
		let digits = Math.floor(Math.log(byteLen) / Math.log(10)) + 1;
		if (byteLen + digits >= Math.pow(10, digits)) digits += 1;
		return digits + byteLen + s;
	}
	static parse(str, ex, g = false) {
		return new Pax(merge(parseKV(str), ex), g);
	}
};
const merge = (a, b) => b ? Object.assign({}, b, a) : a;
const parseKV = (str) => str.replace(/\n$/, "").split("\n").reduce(parseKVLine, Object.create(null));
const parseKVLine = (set, line) => {
	const n = parseInt(line, 10);
	if (n !== Buffer.byteLength(line) + 1) return set;
	line = line.slice((n + " ").length);
	const kv = line.split("=");
	const r = kv.shift();
	if (!r) return set;
	const k = r.replace(/^SCHILY\.(dev|ino|nlink)/, "$1");
	const v = kv.join("=").replace(/\0.*/, "");
	switch (k) {
		case "path":
		case "linkpath":
		case "type":
		case "charset":
		case "comment":
		case "gname":
		case "uname":
			set[k] = v;
			break;
		case "ctime":
		case "atime":
		case "mtime":
			set[k] = /* @__PURE__ */ new Date(Number(v) * 1e3);
			break;
		case "size":
			const s = +v;
			if (s >= 0) set[k] = s;
			break;
		case "gid":
		case "uid":
		case "dev":
		case "ino":
		case "nlink":
		case "mode": set[k] = +v;
	}
	return set;
};
// node_modules/minipass/dist/esm/index.js
const proc = typeof process === "object" && process ? process : {
	stdout: null,
	stderr: null
};
/**
* Return true if the argument is a Minipass stream, Node stream, or something
* else that Minipass can interact with.
*/
const isStream = (s) => !!s && typeof s === "object" && (s instanceof Minipass || s instanceof Stream || isReadable(s) || isWritable(s));
/**
* Return true if the argument is a valid {@link Minipass.Readable}
*/
const isReadable = (s) => !!s && typeof s === "object" && s instanceof EventEmitter$1 && typeof s.pipe === "function" && s.pipe !== Stream.Writable.prototype.pipe;
/**
* Return true if the argument is a valid {@link Minipass.Writable}
*/
const isWritable = (s) => !!s && typeof s === "object" && s instanceof EventEmitter$1 && typeof s.write === "function" && typeof s.end === "function";
const EOF = Symbol("EOF");
const MAYBE_EMIT_END = Symbol("maybeEmitEnd");
const EMITTED_END = Symbol("emittedEnd");
const EMITTING_END = Symbol("emittingEnd");
const EMITTED_ERROR = Symbol("emittedError");
const CLOSED = Symbol("closed");
const READ = Symbol("read");
const FLUSH = Symbol("flush");
const FLUSHCHUNK = Symbol("flushChunk");
const ENCODING = Symbol("encoding");
const DECODER = Symbol("decoder");
const FLOWING = Symbol("flowing");
const PAUSED = Symbol("paused");
const RESUME = Symbol("resume");
const BUFFER$1 = Symbol("buffer");
const PIPES = Symbol("pipes");
const BUFFERLENGTH = Symbol("bufferLength");
const BUFFERPUSH = Symbol("bufferPush");
const BUFFERSHIFT = Symbol("bufferShift");
const OBJECTMODE = Symbol("objectMode");
const DESTROYED = Symbol("destroyed");
const ERROR = Symbol("error");
const EMITDATA = Symbol("emitData");
const EMITEND = Symbol("emitEnd");
const EMITEND2 = Symbol("emitEnd2");
const ASYNC = Symbol("async");
const ABORT = Symbol("abort");
const ABORTED$1 = Symbol("aborted");
const SIGNAL = Symbol("signal");
const DATALISTENERS = Symbol("dataListeners");
const DISCARDED = Symbol("discarded");
const defer = (fn) => Promise.resolve().then(fn);
const nodefer = (fn) => fn();
const isEndish = (ev) => ev === "end" || ev === "finish" || ev === "prefinish";
const isArrayBufferLike = (b) => b instanceof ArrayBuffer || !!b && typeof b === "object" && b.constructor && b.constructor.name === "ArrayBuffer" && b.byteLength >= 0;
const isArrayBufferView = (b) => !Buffer.isBuffer(b) && ArrayBuffer.isView(b);
/**
* Internal class representing a pipe to a destination stream.
*
* @internal
*/
var Pipe = class {
	src;
	dest;
	opts;
	ondrain;
	constructor(src, dest, opts) {
		this.src = src;
		this.dest = dest;
		this.opts = opts;
		this.ondrain = () => src[RESUME]();
		this.dest.on("drain", this.ondrain);
	}
	unpipe() {
		this.dest.removeListener("drain", this.ondrain);
	}
	/* c8 ignore start */
	proxyErrors(_er) {}
	/* c8 ignore stop */
	end() {
		this.unpipe();
		if (this.opts.end) this.dest.end();
	}
};
/**
* Internal class representing a pipe to a destination stream where
* errors are proxied.
*
* @internal
*/
var PipeProxyErrors = class extends Pipe {
	unpipe() {
		this.src.removeListener("error", this.proxyErrors);
		super.unpipe();
	}
	constructor(src, dest, opts) {
		super(src, dest, opts);
		this.proxyErrors = (er) => this.dest.emit("error", er);
		src.on("error", this.proxyErrors);
	}
};
const isObjectModeOptions = (o) => !!o.objectMode;
const isEncodingOptions = (o) => !o.objectMode && !!o.encoding && o.encoding !== "buffer";
/**
* Main export, the Minipass class
*
* `RType` is the type of data emitted, defaults to Buffer
*
* `WType` is the type of data to be written, if RType is buffer or string,
* then any {@link Minipass.ContiguousData} is allowed.
*
* `Events` is the set of event handler signatures that this object
* will emit, see {@link Minipass.Events}
*/
var Minipass = class extends EventEmitter$1 {
	[FLOWING] = false;
	[PAUSED] = false;
	[PIPES] = [];
	[BUFFER$1] = [];
	[OBJECTMODE];
	[ENCODING];
	[ASYNC];
	[DECODER];
	[EOF] = false;
	[EMITTED_END] = false;
	[EMITTING_END] = false;
	[CLOSED] = false;
	[EMITTED_ERROR] = null;
	[BUFFERLENGTH] = 0;
	[DESTROYED] = false;
	[SIGNAL];
	[ABORTED$1] = false;
	[DATALISTENERS] = 0;
	[DISCARDED] = false;
	/**
	* true if the stream can be written
	*/
	writable = true;
	/**
	* true if the stream can be read
	*/
	readable = true;
	/**
	* If `RType` is Buffer, then options do not need to be provided.
	* Otherwise, an options object must be provided to specify either
	* {@link Minipass.SharedOptions.objectMode} or
	* {@link Minipass.SharedOptions.encoding}, as appropriate.
	*/
	constructor(...args) {
		const options = args[0] || {};
		super();
		if (options.objectMode && typeof options.encoding === "string") throw new TypeError("Encoding and objectMode may not be used together");
		if (isObjectModeOptions(options)) {
			this[OBJECTMODE] = true;
			this[ENCODING] = null;
		} else if (isEncodingOptions(options)) {
			this[ENCODING] = options.encoding;
			this[OBJECTMODE] = false;
		} else {
			this[OBJECTMODE] = false;
			this[ENCODING] = null;
		}
		this[ASYNC] = !!options.async;
		this[DECODER] = this[ENCODING] ? new StringDecoder(this[ENCODING]) : null;
		if (options && options.debugExposeBuffer === true) Object.defineProperty(this, "buffer", { get: () => this[BUFFER$1] });
		if (options && options.debugExposePipes === true) Object.defineProperty(this, "pipes", { get: () => this[PIPES] });
		const { signal } = options;
		if (signal) {
			this[SIGNAL] = signal;
			if (signal.aborted) this[ABORT]();
			else signal.addEventListener("abort", () => this[ABORT]());
		}
	}
	/**
	* The amount of data stored in the buffer waiting to be read.
	*
	* For Buffer strings, this will be the total byte length.
	* For string encoding streams, this will be the string character length,
	* according to JavaScript's `string.length` logic.
	* For objectMode streams, this is a count of the items waiting to be
	* emitted.
	*/
	get bufferLength() {
		return this[BUFFERLENGTH];
	}
	/**
	* The `BufferEncoding` currently in use, or `null`
	*/
	get encoding() {
		return this[ENCODING];
	}
	/**
	* @deprecated - This is a read only property
	*/
	set encoding(_enc) {
		throw new Error("Encoding must be set at instantiation time");
	}
	/**
	* @deprecated - Encoding may only be set at instantiation time
	*/
	setEncoding(_enc) {
		throw new Error("Encoding must be set at instantiation time");
	}
	/**
	* True if this is an objectMode stream
	*/
	get objectMode() {
		return this[OBJECTMODE];
	}
	/**
	* @deprecated - This is a read-only property
	*/
	set objectMode(_om) {
		throw new Error("objectMode must be set at instantiation time");
	}
	/**
	* true if this is an async stream
	*/
	get ["async"]() {
		return this[ASYNC];
	}
	/**
	* Set to true to make this stream async.
	*
	* Once set, it cannot be unset, as this would potentially cause incorrect
	* behavior.  Ie, a sync stream can be made async, but an async stream
	* cannot be safely made sync.
	*/
	set ["async"](a) {
		this[ASYNC] = this[ASYNC] || !!a;
	}
	[ABORT]() {
		this[ABORTED$1] = true;
		this.emit("abort", this[SIGNAL]?.reason);
		this.destroy(this[SIGNAL]?.reason);
	}
	/**
	* True if the stream has been aborted.
	*/
	get aborted() {
		return this[ABORTED$1];
	}
	/**
	* No-op setter. Stream aborted status is set via the AbortSignal provided
	* in the constructor options.
	*/
	set aborted(_) {}
	write(chunk, encoding, cb) {
		if (this[ABORTED$1]) return false;
		if (this[EOF]) throw new Error("write after end");
		if (this[DESTROYED]) {
			this.emit("error", Object.assign(/* @__PURE__ */ new Error("Cannot call write after a stream was destroyed"), { code: "ERR_STREAM_DESTROYED" }));
			return true;
		}
		if (typeof encoding === "function") {
			cb = encoding;
			encoding = "utf8";
		}
		if (!encoding) encoding = "utf8";
		const fn = this[ASYNC] ? defer : nodefer;
		if (!this[OBJECTMODE] && !Buffer.isBuffer(chunk)) {
			if (isArrayBufferView(chunk)) chunk = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
			else if (isArrayBufferLike(chunk)) chunk = Buffer.from(chunk);
			else if (typeof chunk !== "string") throw new Error("Non-contiguous data written to non-objectMode stream");
		}
		if (this[OBJECTMODE]) {
			/* c8 ignore start */
			if (this[FLOWING] && this[BUFFERLENGTH] !== 0) this[FLUSH](true);
			/* c8 ignore stop */
			if (this[FLOWING]) this.emit("data", chunk);
			else this[BUFFERPUSH](chunk);
			if (this[BUFFERLENGTH] !== 0) this.emit("readable");
			if (cb) fn(cb);
			return this[FLOWING];
		}
		if (!chunk.length) {
			if (this[BUFFERLENGTH] !== 0) this.emit("readable");
			if (cb) fn(cb);
			return this[FLOWING];
		}
		if (typeof chunk === "string" && !(encoding === this[ENCODING] && !this[DECODER]?.lastNeed)) chunk = Buffer.from(chunk, encoding);
		if (Buffer.isBuffer(chunk) && this[ENCODING]) chunk = this[DECODER].write(chunk);
		if (this[FLOWING] && this[BUFFERLENGTH] !== 0) this[FLUSH](true);
		if (this[FLOWING]) this.emit("data", chunk);
		else this[BUFFERPUSH](chunk);
		if (this[BUFFERLENGTH] !== 0) this.emit("readable");
		if (cb) fn(cb);
		return this[FLOWING];
	}
	/**
	* Low-level explicit read method.
	*
	* In objectMode, the argument is ignored, and one item is returned if
	* available.
	*
	* `n` is the number of bytes (or in the case of encoding streams,
	* characters) to consume. If `n` is not provided, then the entire buffer
	* is returned, or `null` is returned if no data is available.
	*
	* If `n` is greater that the amount of data in the internal buffer,
	* then `null` is returned.
	*/
	read(n) {
		if (this[DESTROYED]) return null;
		this[DISCARDED] = false;
		if (this[BUFFERLENGTH] === 0 || n === 0 || n && n > this[BUFFERLENGTH]) {
			this[MAYBE_EMIT_END]();
			return null;
		}
		if (this[OBJECTMODE]) n = null;
		if (this[BUFFER$1].length > 1 && !this[OBJECTMODE]) this[BUFFER$1] = [this[ENCODING] ? this[BUFFER$1].join("") : Buffer.concat(this[BUFFER$1], this[BUFFERLENGTH])];
		const ret = this[READ](n || null, this[BUFFER$1][0]);
		this[MAYBE_EMIT_END]();
		return ret;
	}
	[READ](n, chunk) {
		if (this[OBJECTMODE]) this[BUFFERSHIFT]();
		else {
			const c = chunk;
			if (n === c.length || n === null) this[BUFFERSHIFT]();
			else if (typeof c === "string") {
				this[BUFFER$1][0] = c.slice(n);
				chunk = c.slice(0, n);
				this[BUFFERLENGTH] -= n;
			} else {
				this[BUFFER$1][0] = c.subarray(n);
				chunk = c.subarray(0, n);
				this[BUFFERLENGTH] -= n;
			}
		}
		this.emit("data", chunk);
		if (!this[BUFFER$1].length && !this[EOF]) this.emit("drain");
		return chunk;
	}
	end(chunk, encoding, cb) {
		if (typeof chunk === "function") {
			cb = chunk;
			chunk = void 0;
		}
		if (typeof encoding === "function") {
			cb = encoding;
			encoding = "utf8";
		}
		if (chunk !== void 0) this.write(chunk, encoding);
		if (cb) this.once("end", cb);
		this[EOF] = true;
		this.writable = false;
		if (this[FLOWING] || !this[PAUSED]) this[MAYBE_EMIT_END]();
		return this;
	}
	[RESUME]() {
		if (this[DESTROYED]) return;
		if (!this[DATALISTENERS] && !this[PIPES].length) this[DISCARDED] = true;
		this[PAUSED] = false;
		this[FLOWING] = true;
		this.emit("resume");
		if (this[BUFFER$1].length) this[FLUSH]();
		else if (this[EOF]) this[MAYBE_EMIT_END]();
		else this.emit("drain");
	}
	/**
	* Resume the stream if it is currently in a paused state
	*
	* If called when there are no pipe destinations or `data` event listeners,
	* this will place the stream in a "discarded" state, where all data will
	* be thrown away. The discarded state is removed if a pipe destination or
	* data handler is added, if pause() is called, or if any synchronous or
	* asynchronous iteration is started.
	*/
	resume() {
		return this[RESUME]();
	}
	/**
	* Pause the stream
	*/
	pause() {
		this[FLOWING] = false;
		this[PAUSED] = true;
		this[DISCARDED] = false;
	}
	/**
	* true if the stream has been forcibly destroyed
	*/
	get destroyed() {
		return this[DESTROYED];
	}
	/**
	* true if the stream is currently in a flowing state, meaning that
	* any writes will be immediately emitted.
	*/
	get flowing() {
		return this[FLOWING];
	}
	/**
	* true if the stream is currently in a paused state
	*/
	get paused() {
		return this[PAUSED];
	}
	[BUFFERPUSH](chunk) {
		if (this[OBJECTMODE]) this[BUFFERLENGTH] += 1;
		else this[BUFFERLENGTH] += chunk.length;
		this[BUFFER$1].push(chunk);
	}
	[BUFFERSHIFT]() {
		if (this[OBJECTMODE]) this[BUFFERLENGTH] -= 1;
		else this[BUFFERLENGTH] -= this[BUFFER$1][0].length;
		return this[BUFFER$1].shift();
	}
	[FLUSH](noDrain = false) {
		do;
		while (this[FLUSHCHUNK](this[BUFFERSHIFT]()) && this[BUFFER$1].length);
		if (!noDrain && !this[BUFFER$1].length && !this[EOF]) this.emit("drain");
	}
	[FLUSHCHUNK](chunk) {
		this.emit("data", chunk);
		return this[FLOWING];
	}
	/**
	* Pipe all data emitted by this stream into the destination provided.
	*
	* Triggers the flow of data.
	*/
	pipe(dest, opts) {
		if (this[DESTROYED]) return dest;
		this[DISCARDED] = false;
		const ended = this[EMITTED_END];
		opts = opts || {};
		if (dest === proc.stdout || dest === proc.stderr) opts.end = false;
		else opts.end = opts.end !== false;
		opts.proxyErrors = !!opts.proxyErrors;
		if (ended) {
			if (opts.end) dest.end();
		} else {
			this[PIPES].push(!opts.proxyErrors ? new Pipe(this, dest, opts) : new PipeProxyErrors(this, dest, opts));
			if (this[ASYNC]) defer(() => this[RESUME]());
			else this[RESUME]();
		}
		return dest;
	}
	/**
	* Fully unhook a piped destination stream.
	*
	* If the destination stream was the only consumer of this stream (ie,
	* there are no other piped destinations or `'data'` event listeners)
	* then the flow of data will stop until there is another consumer or
	* {@link Minipass#resume} is explicitly called.
	*/
	unpipe(dest) {
		const p = this[PIPES].find((p) => p.dest === dest);
		if (p) {
			if (this[PIPES].length === 1) {
				if (this[FLOWING] && this[DATALISTENERS] === 0) this[FLOWING] = false;
				this[PIPES] = [];
			} else this[PIPES].splice(this[PIPES].indexOf(p), 1);
			p.unpipe();
		}
	}
	/**
	* Alias for {@link Minipass#on}
	*/
	addListener(ev, handler) {
		return this.on(ev, handler);
	}
	/**
	* Mostly identical to `EventEmitter.on`, with the following
	* behavior differences to prevent data loss and unnecessary hangs:
	*
	* - Adding a 'data' event handler will trigger the flow of data
	*
	* - Adding a 'readable' event handler when there is data waiting to be read
	*   will cause 'readable' to be emitted immediately.
	*
	* - Adding an 'endish' event handler ('end', 'finish', etc.) which has
	*   already passed will cause the event to be emitted immediately and all
	*   handlers removed.
	*
	* - Adding an 'error' event handler after an error has been emitted will
	*   cause the event to be re-emitted immediately with the error previously
	*   raised.
	*/
	on(ev, handler) {
		const ret = super.on(ev, handler);
		if (ev === "data") {
			this[DISCARDED] = false;
			this[DATALISTENERS]++;
			if (!this[PIPES].length && !this[FLOWING]) this[RESUME]();
		} else if (ev === "readable" && this[BUFFERLENGTH] !== 0) super.emit("readable");
		else if (isEndish(ev) && this[EMITTED_END]) {
			super.emit(ev);
			this.removeAllListeners(ev);
		} else if (ev === "error" && this[EMITTED_ERROR]) {
			const h = handler;
			if (this[ASYNC]) defer(() => h.call(this, this[EMITTED_ERROR]));
			else h.call(this, this[EMITTED_ERROR]);
		}
		return ret;
	}
	/**
	* Alias for {@link Minipass#off}
	*/
	removeListener(ev, handler) {
		return this.off(ev, handler);
	}
	/**
	* Mostly identical to `EventEmitter.off`
	*
	* If a 'data' event handler is removed, and it was the last consumer
	* (ie, there are no pipe destinations or other 'data' event listeners),
	* then the flow of data will stop until there is another consumer or
	* {@link Minipass#resume} is explicitly called.
	*/
	off(ev, handler) {
		const ret = super.off(ev, handler);
		if (ev === "data") {
			this[DATALISTENERS] = this.listeners("data").length;
			if (this[DATALISTENERS] === 0 && !this[DISCARDED] && !this[PIPES].length) this[FLOWING] = false;
		}
		return ret;
	}
	/**
	* Mostly identical to `EventEmitter.removeAllListeners`
	*
	* If all 'data' event handlers are removed, and they were the last consumer
	* (ie, there are no pipe destinations), then the flow of data will stop
	* until there is another consumer or {@link Minipass#resume} is explicitly
	* called.
	*/
	removeAllListeners(ev) {
		const ret = super.removeAllListeners(ev);
		if (ev === "data" || ev === void 0) {
			this[DATALISTENERS] = 0;
			if (!this[DISCARDED] && !this[PIPES].length) this[FLOWING] = false;
		}
		return ret;
	}
	/**
	* true if the 'end' event has been emitted
	*/
	get emittedEnd() {
		return this[EMITTED_END];
	}
	[MAYBE_EMIT_END]() {
		if (!this[EMITTING_END] && !this[EMITTED_END] && !this[DESTROYED] && this[BUFFER$1].length === 0 && this[EOF]) {
			this[EMITTING_END] = true;
			this.emit("end");
			this.emit("prefinish");
			this.emit("finish");
			if (this[CLOSED]) this.emit("close");
			this[EMITTING_END] = false;
		}
	}
	/**
	* Mostly identical to `EventEmitter.emit`, with the following
	* behavior differences to prevent data loss and unnecessary hangs:
	*
	* If the stream has been destroyed, and the event is something other
	* than 'close' or 'error', then `false` is returned and no handlers
	* are called.
	*
	* If the event is 'end', and has already been emitted, then the event
	* is ignored. If the stream is in a paused or non-flowing state, then
	* the event will be deferred until data flow resumes. If the stream is
	* async, then handlers will be called on the next tick rather than
	* immediately.
	*
	* If the event is 'close', and 'end' has not yet been emitted, then
	* the event will be deferred until after 'end' is emitted.
	*
	* If the event is 'error', and an AbortSignal was provided for the stream,
	* and there are no listeners, then the event is ignored, matching the
	* behavior of node core streams in the presense of an AbortSignal.
	*
	* If the event is 'finish' or 'prefinish', then all listeners will be
	* removed after emitting the event, to prevent double-firing.
	*/
	emit(ev, ...args) {
		const data = args[0];
		if (ev !== "error" && ev !== "close" && ev !== DESTROYED && this[DESTROYED]) return false;
		else if (ev === "data") return !this[OBJECTMODE] && !data ? false : this[ASYNC] ? (defer(() => this[EMITDATA](data)), true) : this[EMITDATA](data);
		else if (ev === "end") return this[EMITEND]();
		else if (ev === "close") {
			this[CLOSED] = true;
			if (!this[EMITTED_END] && !this[DESTROYED]) return false;
			const ret = super.emit("close");
			this.removeAllListeners("close");
			return ret;
		} else if (ev === "error") {
			this[EMITTED_ERROR] = data;
			super.emit(ERROR, data);
			const ret = !this[SIGNAL] || this.listeners("error").length ? super.emit("error", data) : false;
			this[MAYBE_EMIT_END]();
			return ret;
		} else if (ev === "resume") {
			const ret = super.emit("resume");
			this[MAYBE_EMIT_END]();
			return ret;
		} else if (ev === "finish" || ev === "prefinish") {
			const ret = super.emit(ev);
			this.removeAllListeners(ev);
			return ret;
		}
		const ret = super.emit(ev, ...args);
		this[MAYBE_EMIT_END]();
		return ret;
	}
	[EMITDATA](data) {
		for (const p of this[PIPES]) if (p.dest.write(data) === false) this.pause();
		const ret = this[DISCARDED] ? false : super.emit("data", data);
		this[MAYBE_EMIT_END]();
		return ret;
	}
	[EMITEND]() {
		if (this[EMITTED_END]) return false;
		this[EMITTED_END] = true;
		this.readable = false;
		return this[ASYNC] ? (defer(() => this[EMITEND2]()), true) : this[EMITEND2]();
	}
	[EMITEND2]() {
		if (this[DECODER]) {
			const data = this[DECODER].end();
			if (data) {
				for (const p of this[PIPES]) p.dest.write(data);
				if (!this[DISCARDED]) super.emit("data", data);
			}
		}
		for (const p of this[PIPES]) p.end();
		const ret = super.emit("end");
		this.removeAllListeners("end");
		return ret;
	}
	/**
	* Return a Promise that resolves to an array of all emitted data once
	* the stream ends.
	*/
	async collect() {
		const buf = Object.assign([], { dataLength: 0 });
		if (!this[OBJECTMODE]) buf.dataLength = 0;
		const p = this.promise();
		this.on("data", (c) => {
			buf.push(c);
			if (!this[OBJECTMODE]) buf.dataLength += c.length;
		});
		await p;
		return buf;
	}
	/**
	* Return a Promise that resolves to the concatenation of all emitted data
	* once the stream ends.
	*
	* Not allowed on objectMode streams.
	*/
	async concat() {
		if (this[OBJECTMODE]) throw new Error("cannot concat in objectMode");
		const buf = await this.collect();
		return this[ENCODING] ? buf.join("") : Buffer.concat(buf, buf.dataLength);
	}
	/**
	* Return a void Promise that resolves once the stream ends.
	*/
	async promise() {
		return new Promise((resolve, reject) => {
			this.on(DESTROYED, () => reject(/* @__PURE__ */ new Error("stream destroyed")));
			this.on("error", (er) => reject(er));
			this.on("end", () => resolve());
		});
	}
	/**
	* Asynchronous `for await of` iteration.
	*
	* This will continue emitting all chunks until the stream terminates.
	*/
	[Symbol.asyncIterator]() {
		this[DISCARDED] = false;
		let stopped = false;
		const stop = async () => {
			this.pause();
			stopped = true;
			return {
				value: void 0,
				done: true
			};
		};
		const next = () => {
			if (stopped) return stop();
			const res = this.read();
			if (res !== null) return Promise.resolve({
				done: false,
				value: res
			});
			if (this[EOF]) return stop();
			let resolve;
			let reject;
			const onerr = (er) => {
				this.off("data", ondata);
				this.off("end", onend);
				this.off(DESTROYED, ondestroy);
				stop();
				reject(er);
			};
			const ondata = (value) => {
				this.off("error", onerr);
				this.off("end", onend);
				this.off(DESTROYED, ondestroy);
				this.pause();
				resolve({
					value,
					done: !!this[EOF]
				});
			};
			const onend = () => {
				this.off("error", onerr);
				this.off("data", ondata);
				this.off(DESTROYED, ondestroy);
				stop();
				resolve({
					done: true,
					value: void 0
				});
			};
			const ondestroy = () => onerr(/* @__PURE__ */ new Error("stream destroyed"));
			return new Promise((res, rej) => {
				reject = rej;
				resolve = res;
				this.once(DESTROYED, ondestroy);
				this.once("error", onerr);
				this.once("end", onend);
				this.once("data", ondata);
			});
		};
		return {
			next,
			throw: stop,
			return: stop,
			[Symbol.asyncIterator]() {
				return this;
			},
			[Symbol.asyncDispose]: async () => {}
		};
	}
	/**
	* Synchronous `for of` iteration.
	*
	* The iteration will terminate when the internal buffer runs out, even
	* if the stream has not yet terminated.
	*/
	[Symbol.iterator]() {
		this[DISCARDED] = false;
		let stopped = false;
		const stop = () => {
			this.pause();
			this.off(ERROR, stop);
			this.off(DESTROYED, stop);
			this.off("end", stop);
			stopped = true;
			return {
				done: true,
				value: void 0
			};
		};
		const next = () => {
			if (stopped) return stop();
			const value = this.read();
			return value === null ? stop() : {
				done: false,
				value
			};
		};
		this.once("end", stop);
		this.once(ERROR, stop);
		this.once(DESTROYED, stop);
		return {
			next,
			throw: stop,
			return: stop,
			[Symbol.iterator]() {
				return this;
			},
			[Symbol.dispose]: () => {}
		};
	}
	/**
	* Destroy a stream, preventing it from being used for any further purpose.
	*
	* If the stream has a `close()` method, then it will be called on
	* destruction.
	*
	* After destruction, any attempt to write data, read data, or emit most
	* events will be ignored.
	*
	* If an error argument is provided, then it will be emitted in an
	* 'error' event.
	*/
	destroy(er) {
		if (this[DESTROYED]) {
			if (er) this.emit("error", er);
			else this.emit(DESTROYED);
			return this;
		}
		this[DESTROYED] = true;
		this[DISCARDED] = true;
		this[BUFFER$1].length = 0;
		this[BUFFERLENGTH] = 0;
		const wc = this;
		if (typeof wc.close === "function" && !this[CLOSED]) wc.close();
		if (er) this.emit("error", er);
		else this.emit(DESTROYED);
		return this;
	}
	/**
	* Alias for {@link isStream}
	*
	* Former export location, maintained for backwards compatibility.
	*
	* @deprecated
	*/
	static get isStream() {
		return isStream;
	}
};
// node_modules/@isaacs/fs-minipass/dist/esm/index.js
const writev = fs.writev;
const _autoClose = Symbol("_autoClose");
const _close = Symbol("_close");
const _ended = Symbol("_ended");
const _fd = Symbol("_fd");
const _finished = Symbol("_finished");
const _flags = Symbol("_flags");
const _flush = Symbol("_flush");
const _mode = Symbol("_mode");
const _needDrain = Symbol("_needDrain");
const _onerror = Symbol("_onerror");
const _onopen = Symbol("_onopen");
const _onwrite = Symbol("_onwrite");
const _open = Symbol("_open");
const _path = Symbol("_path");
const _pos = Symbol("_pos");
const _queue = Symbol("_queue");
const _write = Symbol("_write");
const _writing = Symbol("_writing");
const _defaultFlag = Symbol("_defaultFlag");
const _errored = Symbol("_errored");
var WriteStream = class extends EE {
	readable = false;
	writable = true;
	[_errored] = false;
	[_writing] = false;
	[_ended] = false;
	[_queue] = [];
	[_needDrain] = false;
	[_path];
	[_mode];
	[_autoClose];
	[_fd];
	[_defaultFlag];
	[_flags];
	[_finished] = false;
	[_pos];
	constructor(path, opt) {
		opt = opt || {};
		super(opt);
		this[_path] = path;
		this[_fd] = typeof opt.fd === "number" ? opt.fd : void 0;
		this[_mode] = opt.mode === void 0 ? 438 : opt.mode;
		this[_pos] = typeof opt.start === "number" ? opt.start : void 0;
		this[_autoClose] = typeof opt.autoClose === "boolean" ? opt.autoClose : true;
		const defaultFlag = this[_pos] !== void 0 ? "r+" : "w";
		this[_defaultFlag] = opt.flags === void 0;
		this[_flags] = opt.flags === void 0 ? defaultFlag : opt.flags;
		if (this[_fd] === void 0) this[_open]();
	}
	emit(ev, ...args) {
		if (ev === "error") {
			if (this[_errored]) return false;
			this[_errored] = true;
		}
		return super.emit(ev, ...args);
	}
	get fd() {
		return this[_fd];
	}
	get path() {
		return this[_path];
	}
	[_onerror](er) {
		this[_close]();
		this[_writing] = true;
		this.emit("error", er);
	}
	[_open]() {
		fs.open(this[_path], this[_flags], this[_mode], (er, fd) => this[_onopen](er, fd));
	}
	[_onopen](er, fd) {
		if (this[_defaultFlag] && this[_flags] === "r+" && er && er.code === "ENOENT") {
			this[_flags] = "w";
			this[_open]();
		} else if (er) this[_onerror](er);
		else {
			this[_fd] = fd;
			this.emit("open", fd);
			if (!this[_writing]) this[_flush]();
		}
	}
	end(buf, enc) {
		if (buf) this.write(buf, enc);
		this[_ended] = true;
		if (!this[_writing] && !this[_queue].length && typeof this[_fd] === "number") this[_onwrite](null, 0);
		return this;
	}
	write(buf, enc) {
		if (typeof buf === "string") buf = Buffer.from(buf, enc);
		if (this[_ended]) {
			this.emit("error", /* @__PURE__ */ new Error("write() after end()"));
			return false;
		}
		if (this[_fd] === void 0 || this[_writing] || this[_queue].length) {
			this[_queue].push(buf);
			this[_needDrain] = true;
			return false;
		}
		this[_writing] = true;
		this[_write](buf);
		return true;
	}
	[_write](buf) {
		fs.write(this[_fd], buf, 0, buf.length, this[_pos], (er, bw) => this[_onwrite](er, bw));
	}
	[_onwrite](er, bw) {
		if (er) this[_onerror](er);
		else {
			if (this[_pos] !== void 0 && typeof bw === "number") this[_pos] += bw;
			if (this[_queue].length) this[_flush]();
			else {
				this[_writing] = false;
				if (this[_ended] && !this[_finished]) {
					this[_finished] = true;
					this[_close]();
					this.emit("finish");
				} else if (this[_needDrain]) {
					this[_needDrain] = false;
					this.emit("drain");
				}
			}
		}
	}
	[_flush]() {
		if (this[_queue].length === 0) {
			if (this[_ended]) this[_onwrite](null, 0);
		} else if (this[_queue].length === 1) this[_write](this[_queue].pop());
		else {
			const iovec = this[_queue];
			this[_queue] = [];
			writev(this[_fd], iovec, this[_pos], (er, bw) => this[_onwrite](er, bw));
		}
	}
	[_close]() {
		if (this[_autoClose] && typeof this[_fd] === "number") {
			const fd = this[_fd];
			this[_fd] = void 0;
			fs.close(fd, (er) => er ? this.emit("error", er) : this.emit("close"));
		}
	}
};
// node_modules/tar/dist/esm/get-write-flag.js
const isWindows$2 = (process.env.__FAKE_PLATFORM__ || process.platform) === "win32";
/* c8 ignore start */
const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = fs.constants;
const UV_FS_O_FILEMAP = Number(process.env.__FAKE_FS_O_FILENAME__) || fs.constants.UV_FS_O_FILEMAP || 0;
/* c8 ignore stop */
const fMapEnabled = isWindows$2 && !!UV_FS_O_FILEMAP;
const fMapLimit = 524288;
const fMapFlag = UV_FS_O_FILEMAP | O_TRUNC | O_CREAT | O_WRONLY;
const noFollowFlag = !isWindows$2 && typeof O_NOFOLLOW === "number" ? O_NOFOLLOW | O_TRUNC | O_CREAT | O_WRONLY : null;
const getWriteFlag = noFollowFlag !== null ? () => noFollowFlag : !fMapEnabled ? () => "w" : (size) => size < fMapLimit ? fMapFlag : "w";
// node_modules/chownr/dist/esm/index.js
const chown = (cpath, uid, gid, cb) => {
	fs$1.lchown(cpath, uid, gid, (er) => {
		cb(er && er?.code !== "ENOENT" ? er : null);
	});
};
const chownrKid = (p, child, uid, gid, cb) => {
	if (child.isDirectory()) chownr(path.resolve(p, child.name), uid, gid, (er) => {
		if (er) return cb(er);
		const cpath = path.resolve(p, child.name);
		chown(cpath, uid, gid, cb);
	});
	else {
		const cpath = path.resolve(p, child.name);
		chown(cpath, uid, gid, cb);
	}
};
const chownr = (p, uid, gid, cb) => {
	fs$1.readdir(p, { withFileTypes: true }, (er, children) => {
		if (er) {
			if (er.code === "ENOENT") return cb();
			else if (er.code !== "ENOTDIR" && er.code !== "ENOTSUP") return cb(er);
		}
		if (er || !children.length) return chown(p, uid, gid, cb);
		let len = children.length;
		let errState = null;
		const then = (er) => {
			/* c8 ignore start */
			if (errState) return;
			/* c8 ignore stop */
			if (er) return cb(errState = er);
			if (--len === 0) return chown(p, uid, gid, cb);
		};
		for (const child of children) chownrKid(p, child, uid, gid, then);
	});
};
// node_modules/tar/dist/esm/cwd-error.js
var CwdError = class extends Error {
	path;
	code;
	syscall = "chdir";
	constructor(path, code) {
		super(`${code}: Cannot cd into '${path}'`);
		this.path = path;
		this.code = code;
	}
	get name() {
		return "CwdError";
	}
};
const normalizeWindowsPath = (process.env.TESTING_TAR_FAKE_PLATFORM || process.platform) !== "win32" ? (p) => String(p) : (p) => String(p).replaceAll(/\\/g, "/");
// node_modules/tar/dist/esm/symlink-error.js
var SymlinkError = class extends Error {
	path;
	symlink;
	syscall = "symlink";
	code = "TAR_SYMLINK_ERROR";
	constructor(symlink, path) {
		super("TAR_SYMLINK_ERROR: Cannot extract through symbolic link");
		this.symlink = symlink;
		this.path = path;
	}
	get name() {
		return "SymlinkError";
	}
};
// node_modules/tar/dist/esm/mkdir.js
const checkCwd = (dir, cb) => {
	fs$1.stat(dir, (er, st) => {
		if (er || !st.isDirectory()) er = new CwdError(dir, er?.code || "ENOTDIR");
		cb(er);
	});
};
/**
* Wrapper around fs/promises.mkdir for tar's needs.
*
* The main purpose is to avoid creating directories if we know that
* they already exist (and track which ones exist for this purpose),
* and prevent entries from being extracted into symlinked folders,
* if `preservePaths` is not set.
*/
const mkdir$1 = (dir, opt, cb) => {
	dir = normalizeWindowsPath(dir);
	/* c8 ignore next */
	const umask = opt.umask ?? 18;
	const mode = opt.mode | 448;
	const needChmod = (mode & umask) !== 0;
	const uid = opt.uid;
	const gid = opt.gid;
	const doChown = typeof uid === "number" && typeof gid === "number" && (uid !== opt.processUid || gid !== opt.processGid);
	const preserve = opt.preserve;
	const unlink = opt.unlink;
	const cwd = normalizeWindowsPath(opt.cwd);
	const done = (er, created) => {
		if (er) cb(er);
		else if (created && doChown) chownr(created, uid, gid, (er) => done(er));
		else if (needChmod) fs$1.chmod(dir, mode, cb);
		else cb();
	};
	if (dir === cwd) return checkCwd(dir, done);
	if (preserve) return fsp.mkdir(dir, {
		mode,
		recursive: true
	}).then((made) => done(null, made ?? void 0), done);
	const parts = normalizeWindowsPath(path.relative(cwd, dir)).split("/");
	mkdir_(cwd, parts, mode, unlink, cwd, void 0, done);
};
const mkdir_ = (base, parts, mode, unlink, cwd, created, cb) => {
	if (parts.length === 0) return cb(null, created);
	const p = parts.shift();
	const part = normalizeWindowsPath(path.resolve(base + "/" + p));
	fs$1.mkdir(part, mode, onmkdir(part, parts, mode, unlink, cwd, created, cb));
};
const onmkdir = (part, parts, mode, unlink, cwd, created, cb) => (er) => {
	if (er) fs$1.lstat(part, (statEr, st) => {
		if (statEr) {
			statEr.path = statEr.path && normalizeWindowsPath(statEr.path);
			cb(statEr);
		} else if (st.isDirectory()) mkdir_(part, parts, mode, unlink, cwd, created, cb);
		else if (unlink) fs$1.unlink(part, (er) => {
			if (er) return cb(er);
			fs$1.mkdir(part, mode, onmkdir(part, parts, mode, unlink, cwd, created, cb));
		});
		else if (st.isSymbolicLink()) return cb(new SymlinkError(part, part + "/" + parts.join("/")));
		else cb(er);
	});
	else {
		created = created || part;
		mkdir_(part, parts, mode, unlink, cwd, created, cb);
	}
};
// node_modules/minizlib/dist/esm/constants.js
/* c8 ignore start */
const realZlibConstants = realZlib.constants || { ZLIB_VERNUM: 4736 };
/* c8 ignore stop */
const constants$3 = Object.freeze(Object.assign(Object.create(null), {
	Z_NO_FLUSH: 0,
	Z_PARTIAL_FLUSH: 1,
	Z_SYNC_FLUSH: 2,
	Z_FULL_FLUSH: 3,
	Z_FINISH: 4,
	Z_BLOCK: 5,
	Z_OK: 0,
	Z_STREAM_END: 1,
	Z_NEED_DICT: 2,
	Z_ERRNO: -1,
	Z_STREAM_ERROR: -2,
	Z_DATA_ERROR: -3,
	Z_MEM_ERROR: -4,
	Z_BUF_ERROR: -5,
	Z_VERSION_ERROR: -6,
	Z_NO_COMPRESSION: 0,
	Z_BEST_SPEED: 1,
	Z_BEST_COMPRESSION: 9,
	Z_DEFAULT_COMPRESSION: -1,
	Z_FILTERED: 1,
	Z_HUFFMAN_ONLY: 2,
	Z_RLE: 3,
	Z_FIXED: 4,
	Z_DEFAULT_STRATEGY: 0,
	DEFLATE: 1,
	INFLATE: 2,
	GZIP: 3,
	GUNZIP: 4,
	DEFLATERAW: 5,
	INFLATERAW: 6,
	UNZIP: 7,
	BROTLI_DECODE: 8,
	BROTLI_ENCODE: 9,
	Z_MIN_WINDOWBITS: 8,
	Z_MAX_WINDOWBITS: 15,
	Z_DEFAULT_WINDOWBITS: 15,
	Z_MIN_CHUNK: 64,
	Z_MAX_CHUNK: Infinity,
	Z_DEFAULT_CHUNK: 16384,
	Z_MIN_MEMLEVEL: 1,
	Z_MAX_MEMLEVEL: 9,
	Z_DEFAULT_MEMLEVEL: 8,
	Z_MIN_LEVEL: -1,
	Z_MAX_LEVEL: 9,
	Z_DEFAULT_LEVEL: -1,
	BROTLI_OPERATION_PROCESS: 0,
	BROTLI_OPERATION_FLUSH: 1,
	BROTLI_OPERATION_FINISH: 2,
	BROTLI_OPERATION_EMIT_METADATA: 3,
	BROTLI_MODE_GENERIC: 0,
	BROTLI_MODE_TEXT: 1,
	BROTLI_MODE_FONT: 2,
	BROTLI_DEFAULT_MODE: 0,
	BROTLI_MIN_QUALITY: 0,
	BROTLI_MAX_QUALITY: 11,
	BROTLI_DEFAULT_QUALITY: 11,
	BROTLI_MIN_WINDOW_BITS: 10,
	BROTLI_MAX_WINDOW_BITS: 24,
	BROTLI_LARGE_MAX_WINDOW_BITS: 30,
	BROTLI_DEFAULT_WINDOW: 22,
	BROTLI_MIN_INPUT_BLOCK_BITS: 16,
	BROTLI_MAX_INPUT_BLOCK_BITS: 24,
	BROTLI_PARAM_MODE: 0,
	BROTLI_PARAM_QUALITY: 1,
	BROTLI_PARAM_LGWIN: 2,
	BROTLI_PARAM_LGBLOCK: 3,
	BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING: 4,
	BROTLI_PARAM_SIZE_HINT: 5,
	BROTLI_PARAM_LARGE_WINDOW: 6,
	BROTLI_PARAM_NPOSTFIX: 7,
	BROTLI_PARAM_NDIRECT: 8,
	BROTLI_DECODER_RESULT_ERROR: 0,
	BROTLI_DECODER_RESULT_SUCCESS: 1,
	BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: 2,
	BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: 3,
	BROTLI_DECODER_PARAM_DISABLE_RING_BUFFER_REALLOCATION: 0,
	BROTLI_DECODER_PARAM_LARGE_WINDOW: 1,
	BROTLI_DECODER_NO_ERROR: 0,
	BROTLI_DECODER_SUCCESS: 1,
	BROTLI_DECODER_NEEDS_MORE_INPUT: 2,
	BROTLI_DECODER_NEEDS_MORE_OUTPUT: 3,
	BROTLI_DECODER_ERROR_FORMAT_EXUBERANT_NIBBLE: -1,
	BROTLI_DECODER_ERROR_FORMAT_RESERVED: -2,
	BROTLI_DECODER_ERROR_FORMAT_EXUBERANT_META_NIBBLE: -3,
	BROTLI_DECODER_ERROR_FORMAT_SIMPLE_HUFFMAN_ALPHABET: -4,
	BROTLI_DECODER_ERROR_FORMAT_SIMPLE_HUFFMAN_SAME: -5,
	BROTLI_DECODER_ERROR_FORMAT_CL_SPACE: -6,
	BROTLI_DECODER_ERROR_FORMAT_HUFFMAN_SPACE: -7,
	BROTLI_DECODER_ERROR_FORMAT_CONTEXT_MAP_REPEAT: -8,
	BROTLI_DECODER_ERROR_FORMAT_BLOCK_LENGTH_1: -9,
	BROTLI_DECODER_ERROR_FORMAT_BLOCK_LENGTH_2: -10,
	BROTLI_DECODER_ERROR_FORMAT_TRANSFORM: -11,
	BROTLI_DECODER_ERROR_FORMAT_DICTIONARY: -12,
	BROTLI_DECODER_ERROR_FORMAT_WINDOW_BITS: -13,
	BROTLI_DECODER_ERROR_FORMAT_PADDING_1: -14,
	BROTLI_DECODER_ERROR_FORMAT_PADDING_2: -15,
	BROTLI_DECODER_ERROR_FORMAT_DISTANCE: -16,
	BROTLI_DECODER_ERROR_DICTIONARY_NOT_SET: -19,
	BROTLI_DECODER_ERROR_INVALID_ARGUMENTS: -20,
	BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES: -21,
	BROTLI_DECODER_ERROR_ALLOC_TREE_GROUPS: -22,
	BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MAP: -25,
	BROTLI_DECODER_ERROR_ALLOC_RING_BUFFER_1: -26,
	BROTLI_DECODER_ERROR_ALLOC_RING_BUFFER_2: -27,
	BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES: -30,
	BROTLI_DECODER_ERROR_UNREACHABLE: -31
}, realZlibConstants));
// node_modules/minizlib/dist/esm/index.js
const OriginalBufferConcat = Buffer$1.concat;
const desc = Object.getOwnPropertyDescriptor(Buffer$1, "concat");
const noop$1 = (args) => args;
const passthroughBufferConcat = desc?.writable === true || desc?.set !== void 0 ? (makeNoOp) => {
	Buffer$1.concat = makeNoOp ? noop$1 : OriginalBufferConcat;
} : (_) => {};
const _superWrite = Symbol("_superWrite");
var ZlibError = class extends Error {
	code;
	errno;
	constructor(err, origin) {
		super("zlib: " + err.message, { cause: err });
		this.code = err.code;
		this.errno = err.errno;
		/* c8 ignore next */
		if (!this.code) this.code = "ZLIB_ERROR";
		this.message = "zlib: " + err.message;
		Error.captureStackTrace(this, origin ?? this.constructor);
	}
	get name() {
		return "ZlibError";
	}
};
const _flushFlag = Symbol("flushFlag");
var ZlibBase = class extends Minipass {
	#sawError = false;
	#ended = false;
	#flushFlag;
	#finishFlushFlag;
	#fullFlushFlag;
	#handle;
	#onError;
	get sawError() {
		return this.#sawError;
	}
	get handle() {
		return this.#handle;
	}
	/* c8 ignore start */
	get flushFlag() {
		return this.#flushFlag;
	}
	/* c8 ignore stop */
	constructor(opts, mode) {
		if (!opts || typeof opts !== "object") throw new TypeError("invalid options for ZlibBase constructor");
		super(opts);
		/* c8 ignore start */
		this.#flushFlag = opts.flush ?? 0;
		this.#finishFlushFlag = opts.finishFlush ?? 0;
		this.#fullFlushFlag = opts.fullFlushFlag ?? 0;
		/* c8 ignore stop */
		if (typeof realZlib$1[mode] !== "function") throw new TypeError("Compression method not supported: " + mode);
		try {
			this.#handle = new realZlib$1[mode](opts);
		} catch (er) {
			throw new ZlibError(er, this.constructor);
		}
		this.#onError = (err) => {
			if (this.#sawError) return;
			this.#sawError = true;
			this.close();
			this.emit("error", err);
		};
		this.#handle?.on("error", (er) => this.#onError(new ZlibError(er)));
		this.once("end", () => this.close);
	}
	close() {
		if (this.#handle) {
			this.#handle.close();
			this.#handle = void 0;
			this.emit("close");
		}
	}
	reset() {
		if (!this.#sawError) {
			assert(this.#handle, "zlib binding closed");
			return this.#handle.reset?.();
		}
	}
	flush(flushFlag) {
		if (this.ended) return;
		if (typeof flushFlag !== "number") flushFlag = this.#fullFlushFlag;
		this.write(Object.assign(Buffer$1.alloc(0), { [_flushFlag]: flushFlag }));
	}
	end(chunk, encoding, cb) {
		/* c8 ignore start */
		if (typeof chunk === "function") {
			cb = chunk;
			encoding = void 0;
			chunk = void 0;
		}
		if (typeof encoding === "function") {
			cb = encoding;
			encoding = void 0;
		}
		/* c8 ignore stop */
		if (chunk) {
			if (encoding) this.write(chunk, encoding);
			else this.write(chunk);
		}
		this.flush(this.#finishFlushFlag);
		this.#ended = true;
		return super.end(cb);
	}
	get ended() {
		return this.#ended;
	}
	[_superWrite](data) {
		return super.write(data);
	}
	write(chunk, encoding, cb) {
		if (typeof encoding === "function") cb = encoding, encoding = "utf8";
		if (typeof chunk === "string") chunk = Buffer$1.from(chunk, encoding);
		if (this.#sawError) return;
		assert(this.#handle, "zlib binding closed");
		const nativeHandle = this.#handle._handle;
		const originalNativeClose = nativeHandle.close;
		nativeHandle.close = () => {};
		const originalClose = this.#handle.close;
		this.#handle.close = () => {};
		passthroughBufferConcat(true);
		let result = void 0;
		try {
			const flushFlag = typeof chunk[_flushFlag] === "number" ? chunk[_flushFlag] : this.#flushFlag;
			result = this.#handle._processChunk(chunk, flushFlag);
			passthroughBufferConcat(false);
		} catch (err) {
			passthroughBufferConcat(false);
			this.#onError(new ZlibError(err, this.write));
		} finally {
			if (this.#handle) {
				this.#handle._handle = nativeHandle;
				nativeHandle.close = originalNativeClose;
				this.#handle.close = originalClose;
				this.#handle.removeAllListeners("error");
			}
		}
		if (this.#handle) this.#handle.on("error", (er) => this.#onError(new ZlibError(er, this.write)));
		let writeReturn;
		if (result) {
			if (Array.isArray(result) && result.length > 0) {
				const r = result[0];
				writeReturn = this[_superWrite](Buffer$1.from(r));
				for (let i = 1; i < result.length; i++) writeReturn = this[_superWrite](result[i]);
			} else writeReturn = this[_superWrite](Buffer$1.from(result));
		}
		if (cb) cb();
		return writeReturn;
	}
};
var Zlib = class extends ZlibBase {
	#level;
	#strategy;
	constructor(opts, mode) {
		opts = opts || {};
		opts.flush = opts.flush || constants$3.Z_NO_FLUSH;
		opts.finishFlush = opts.finishFlush || constants$3.Z_FINISH;
		opts.fullFlushFlag = constants$3.Z_FULL_FLUSH;
		super(opts, mode);
		this.#level = opts.level;
		this.#strategy = opts.strategy;
	}
	params(level, strategy) {
		if (this.sawError) return;
		if (!this.handle) throw new Error("cannot switch params when binding is closed");
		/* c8 ignore start */
		if (!this.handle.params) throw new Error("not supported in this implementation");
		/* c8 ignore stop */
		if (this.#level !== level || this.#strategy !== strategy) {
			this.flush(constants$3.Z_SYNC_FLUSH);
			assert(this.handle, "zlib binding closed");
			const origFlush = this.handle.flush;
			this.handle.flush = (flushFlag, cb) => {
				/* c8 ignore start */
				if (typeof flushFlag === "function") {
					cb = flushFlag;
					flushFlag = this.flushFlag;
				}
				/* c8 ignore stop */
				this.flush(flushFlag);
				cb?.();
			};
			try {
				this.handle.params(level, strategy);
			} finally {
				this.handle.flush = origFlush;
			}
			/* c8 ignore start */
			if (this.handle) {
				this.#level = level;
				this.#strategy = strategy;
			}
		}
	}
};
var Unzip = class extends Zlib {
	constructor(opts) {
		super(opts, "Unzip");
	}
};
var Brotli = class extends ZlibBase {
	constructor(opts, mode) {
		opts = opts || {};
		opts.flush = opts.flush || constants$3.BROTLI_OPERATION_PROCESS;
		opts.finishFlush = opts.finishFlush || constants$3.BROTLI_OPERATION_FINISH;
		opts.fullFlushFlag = constants$3.BROTLI_OPERATION_FLUSH;
		super(opts, mode);
	}
};
var BrotliDecompress = class extends Brotli {
	constructor(opts) {
		super(opts, "BrotliDecompress");
	}
};
var Zstd = class extends ZlibBase {
	constructor(opts, mode) {
		opts = opts || {};
		opts.flush = opts.flush || constants$3.ZSTD_e_continue;
		opts.finishFlush = opts.finishFlush || constants$3.ZSTD_e_end;
		opts.fullFlushFlag = constants$3.ZSTD_e_flush;
		super(opts, mode);
	}
};
var ZstdDecompress = class extends Zstd {
	constructor(opts) {
		super(opts, "ZstdDecompress");
	}
};
// node_modules/tar/dist/esm/read-entry.js
var ReadEntry = class extends Minipass {
	extended;
	globalExtended;
	header;
	startBlockSize;
	blockRemain;
	remain;
	type;
	meta = false;
	ignore = false;
	path;
	mode;
	uid;
	gid;
	uname;
	gname;
	size = 0;
	mtime;
	atime;
	ctime;
	linkpath;
	dev;
	ino;
	nlink;
	invalid = false;
	absolute;
	unsupported = false;
	constructor(header, ex, gex) {
		super({});
		this.pause();
		this.extended = ex;
		this.globalExtended = gex;
		this.header = header;
		/* c8 ignore start */
		this.remain = header.size ?? 0;
		/* c8 ignore stop */
		this.startBlockSize = 512 * Math.ceil(this.remain / 512);
		this.blockRemain = this.startBlockSize;
		this.type = header.type;
		switch (this.type) {
			case "File":
			case "OldFile":
			case "Link":
			case "SymbolicLink":
			case "CharacterDevice":
			case "BlockDevice":
			case "Directory":
			case "FIFO":
			case "ContiguousFile":
			case "GNUDumpDir": break;
			case "NextFileHasLongLinkpath":
			case "NextFileHasLongPath":
			case "OldGnuLongPath":
			case "GlobalExtendedHeader":
			case "ExtendedHeader":
			case "OldExtendedHeader":
				this.meta = true;
				break;
			default: this.ignore = true;
		}
		/* c8 ignore start */
		if (!header.path) throw new Error("no path provided for tar.ReadEntry");
		/* c8 ignore stop */
		this.path = normalizeWindowsPath(header.path);
		this.mode = header.mode;
		if (this.mode) this.mode = this.mode & 4095;
		this.uid = header.uid;
		this.gid = header.gid;
		this.uname = header.uname;
		this.gname = header.gname;
		this.size = this.remain;
		this.mtime = header.mtime;
		this.atime = header.atime;
		this.ctime = header.ctime;
		/* c8 ignore start */
		this.linkpath = header.linkpath ? normalizeWindowsPath(header.linkpath) : void 0;
		/* c8 ignore stop */
		this.uname = header.uname;
		this.gname = header.gname;
		if (ex) this.#slurp(ex);
		if (gex) this.#slurp(gex, true);
	}
	write(data) {
		const writeLen = data.length;
		if (writeLen > this.blockRemain) throw new Error("writing more to entry than is appropriate");
		const r = this.remain;
		const br = this.blockRemain;
		this.remain = Math.max(0, r - writeLen);
		this.blockRemain = Math.max(0, br - writeLen);
		if (this.ignore) return true;
		if (r >= writeLen) return super.write(data);
		return super.write(data.subarray(0, r));
	}
	#slurp(ex, gex = false) {
		if (ex.path) ex.path = normalizeWindowsPath(ex.path);
		if (ex.linkpath) ex.linkpath = normalizeWindowsPath(ex.linkpath);
		Object.assign(this, Object.fromEntries(Object.entries(ex).filter(([k, v]) => {
			return !(v === null || v === void 0 || k === "path" && gex);
		})));
	}
};
// node_modules/tar/dist/esm/warn-method.js
const warnMethod = (self, code, message, data = {}) => {
	if (self.file) data.file = self.file;
	if (self.cwd) data.cwd = self.cwd;
	data.code = message instanceof Error && message.code || code;
	data.tarCode = code;
	if (!self.strict && data.recoverable !== false) {
		if (message instanceof Error) {
			data = Object.assign(message, data);
			message = message.message;
		}
		self.emit("warn", code, message, data);
	} else if (message instanceof Error) self.emit("error", Object.assign(message, data));
	else self.emit("error", Object.assign(/* @__PURE__ */ new Error(`${code}: ${message}`), data));
};
// node_modules/tar/dist/esm/parse.js
const maxMetaEntrySize = 1048576;
const gzipHeader = Buffer.from([31, 139]);
const zstdHeader = Buffer.from([
	40,
	181,
	47,
	253
]);
const ZIP_HEADER_LEN = Math.max(gzipHeader.length, zstdHeader.length);
const STATE = Symbol("state");
const WRITEENTRY = Symbol("writeEntry");
const READENTRY = Symbol("readEntry");
const NEXTENTRY = Symbol("nextEntry");
const PROCESSENTRY = Symbol("processEntry");
const EX = Symbol("extendedHeader");
const GEX = Symbol("globalExtendedHeader");
const META = Symbol("meta");
const EMITMETA = Symbol("emitMeta");
const BUFFER = Symbol("buffer");
const QUEUE = Symbol("queue");
const ENDED$1 = Symbol("ended");
const EMITTEDEND = Symbol("emittedEnd");
const EMIT = Symbol("emit");
const UNZIP = Symbol("unzip");
const CONSUMECHUNK = Symbol("consumeChunk");
const CONSUMECHUNKSUB = Symbol("consumeChunkSub");
const CONSUMEBODY = Symbol("consumeBody");
const CONSUMEMETA = Symbol("consumeMeta");
const CONSUMEHEADER = Symbol("consumeHeader");
const CONSUMING = Symbol("consuming");
const BUFFERCONCAT = Symbol("bufferConcat");
const MAYBEEND = Symbol("maybeEnd");
const WRITING = Symbol("writing");
const ABORTED = Symbol("aborted");
const DONE = Symbol("onDone");
const SAW_VALID_ENTRY = Symbol("sawValidEntry");
const SAW_NULL_BLOCK = Symbol("sawNullBlock");
const SAW_EOF = Symbol("sawEOF");
const CLOSESTREAM = Symbol("closeStream");
const MAX_DECOMPRESSION_RATIO = 1e3;
const COMPRESSEDBYTESREAD = Symbol("compressedBytesRead");
const DECOMPRESSEDBYTESREAD = Symbol("decompressedBytesRead");
const CHECKDECOMPRESSIONRATIO = Symbol("checkDecompressionRatio");
const noop = () => true;
var Parser = class extends EventEmitter {
	file;
	strict;
	maxMetaEntrySize;
	filter;
	brotli;
	zstd;
	maxDecompressionRatio;
	writable = true;
	readable = false;
	[QUEUE] = [];
	[BUFFER];
	[READENTRY];
	[WRITEENTRY];
	[STATE] = "begin";
	[META] = "";
	[EX];
	[GEX];
	[ENDED$1] = false;
	[UNZIP];
	[ABORTED] = false;
	[SAW_VALID_ENTRY];
	[SAW_NULL_BLOCK] = false;
	[SAW_EOF] = false;
	[WRITING] = false;
	[CONSUMING] = false;
	[EMITTEDEND] = false;
	[COMPRESSEDBYTESREAD] = 0;
	[DECOMPRESSEDBYTESREAD] = 0;
	constructor(opt = {}) {
		super();
		this.file = opt.file || "";
		this.on(DONE, () => {
			if (this[STATE] === "begin" || this[SAW_VALID_ENTRY] === false) this.warn("TAR_BAD_ARCHIVE", "Unrecognized archive format");
		});
		if (opt.ondone) this.on(DONE, opt.ondone);
		else this.on(DONE, () => {
			this.emit("prefinish");
			this.emit("finish");
			this.emit("end");
		});
		this.strict = !!opt.strict;
		this.maxDecompressionRatio = typeof opt.maxDecompressionRatio === "number" ? opt.maxDecompressionRatio : MAX_DECOMPRESSION_RATIO;
		this.maxMetaEntrySize = opt.maxMetaEntrySize || maxMetaEntrySize;
		this.filter = typeof opt.filter === "function" ? opt.filter : noop;
		const isTBR = opt.file && (opt.file.endsWith(".tar.br") || opt.file.endsWith(".tbr"));
		this.brotli = !(opt.gzip || opt.zstd) && opt.brotli !== void 0 ? opt.brotli : isTBR ? void 0 : false;
		const isTZST = opt.file && (opt.file.endsWith(".tar.zst") || opt.file.endsWith(".tzst"));
		this.zstd = !(opt.gzip || opt.brotli) && opt.zstd !== void 0 ? opt.zstd : isTZST ? true : void 0;
		this.on("end", () => this[CLOSESTREAM]());
		if (typeof opt.onwarn === "function") this.on("warn", opt.onwarn);
		if (typeof opt.onReadEntry === "function") this.on("entry", opt.onReadEntry);
	}
	warn(code, message, data = {}) {
		warnMethod(this, code, message, data);
	}
	[CONSUMEHEADER](chunk, position) {
		if (this[SAW_VALID_ENTRY] === void 0) this[SAW_VALID_ENTRY] = false;
		let header;
		try {
			header = new Header(chunk, position, this[EX], this[GEX]);
		} catch (er) {
			return this.warn("TAR_ENTRY_INVALID", er);
		}
		if (header.nullBlock) {
			if (this[SAW_NULL_BLOCK]) {
				this[SAW_EOF] = true;
				if (this[STATE] === "begin") this[STATE] = "header";
				this[EMIT]("eof");
			} else {
				this[SAW_NULL_BLOCK] = true;
				this[EMIT]("nullBlock");
			}
		} else {
			this[SAW_NULL_BLOCK] = false;
			if (!header.cksumValid) this.warn("TAR_ENTRY_INVALID", "checksum failure", { header });
			else if (!header.path) this.warn("TAR_ENTRY_INVALID", "path is required", { header });
			else {
				const type = header.type;
				if (/^(Symbolic)?Link$/.test(type) && !header.linkpath) this.warn("TAR_ENTRY_INVALID", "linkpath required", { header });
				else if (!/^(Symbolic)?Link$/.test(type) && !/^(Global)?ExtendedHeader$/.test(type) && header.linkpath) this.warn("TAR_ENTRY_INVALID", "linkpath forbidden", { header });
				else {
					const entry = this[WRITEENTRY] = new ReadEntry(header, this[EX], this[GEX]);
					if (!this[SAW_VALID_ENTRY]) {
						if (entry.remain) {
							const onend = () => {
								if (!entry.invalid) this[SAW_VALID_ENTRY] = true;
							};
							entry.on("end", onend);
						} else this[SAW_VALID_ENTRY] = true;
					}
					if (entry.meta) {
						if (entry.size > this.maxMetaEntrySize) {
							entry.ignore = true;
							this[EMIT]("ignoredEntry", entry);
							this[STATE] = "ignore";
							entry.resume();
						} else if (entry.size > 0) {
							this[META] = "";
							entry.on("data", (c) => this[META] += c);
							this[STATE] = "meta";
						}
					} else {
						this[EX] = void 0;
						entry.ignore = entry.ignore || !this.filter(entry.path, entry);
						if (entry.ignore) {
							this[EMIT]("ignoredEntry", entry);
							this[STATE] = entry.remain ? "ignore" : "header";
							entry.resume();
						} else {
							if (entry.remain) this[STATE] = "body";
							else {
								this[STATE] = "header";
								entry.end();
							}
							if (!this[READENTRY]) {
								this[QUEUE].push(entry);
								this[NEXTENTRY]();
							} else this[QUEUE].push(entry);
						}
					}
				}
			}
		}
	}
	[CLOSESTREAM]() {
		queueMicrotask(() => this.emit("close"));
	}
	[PROCESSENTRY](entry) {
		let go = true;
		if (!entry) {
			this[READENTRY] = void 0;
			go = false;
		} else if (Array.isArray(entry)) {
			const [ev, ...args] = entry;
			this.emit(ev, ...args);
		} else {
			this[READENTRY] = entry;
			this.emit("entry", entry);
			if (!entry.emittedEnd) {
				entry.on("end", () => this[NEXTENTRY]());
				go = false;
			}
		}
		return go;
	}
	[NEXTENTRY]() {
		do;
		while (this[PROCESSENTRY](this[QUEUE].shift()));
		if (this[QUEUE].length === 0) {
			const re = this[READENTRY];
			if (!re || re.flowing || re.size === re.remain) {
				if (!this[WRITING]) this.emit("drain");
			} else re.once("drain", () => this.emit("drain"));
		}
	}
	[CONSUMEBODY](chunk, position) {
		const entry = this[WRITEENTRY];
		/* c8 ignore start */
		if (!entry) throw new Error("attempt to consume body without entry??");
		const br = entry.blockRemain ?? 0;
		/* c8 ignore stop */
		const c = br >= chunk.length && position === 0 ? chunk : chunk.subarray(position, position + br);
		entry.write(c);
		if (!entry.blockRemain) {
			this[STATE] = "header";
			this[WRITEENTRY] = void 0;
			entry.end();
		}
		return c.length;
	}
	[CONSUMEMETA](chunk, position) {
		const entry = this[WRITEENTRY];
		const ret = this[CONSUMEBODY](chunk, position);
		if (!this[WRITEENTRY] && entry) this[EMITMETA](entry);
		return ret;
	}
	[EMIT](ev, data, extra) {
		if (this[QUEUE].length === 0 && !this[READENTRY]) this.emit(ev, data, extra);
		else this[QUEUE].push([
			ev,
			data,
			extra
		]);
	}
	[EMITMETA](entry) {
		this[EMIT]("meta", this[META]);
		switch (entry.type) {
			case "ExtendedHeader":
			case "OldExtendedHeader":
				this[EX] = Pax.parse(this[META], this[EX], false);
				break;
			case "GlobalExtendedHeader":
				this[GEX] = Pax.parse(this[META], this[GEX], true);
				break;
			case "NextFileHasLongPath":
			case "OldGnuLongPath": {
				const ex = this[EX] ?? Object.create(null);
				this[EX] = ex;
				ex.path = this[META].replace(/\0.*/, "");
				break;
			}
			case "NextFileHasLongLinkpath": {
				const ex = this[EX] || Object.create(null);
				this[EX] = ex;
				ex.linkpath = this[META].replace(/\0.*/, "");
				break;
			}
			/* c8 ignore start */
			default: throw new Error("unknown meta: " + entry.type);
		}
	}
	abort(error) {
		if (this[ABORTED]) return;
		if (this[UNZIP]) {
			const u = this[UNZIP];
			/* c8 ignore start */
			u.write = () => true;
			u.end = () => u;
			u.emit = () => false;
			/* c8 ignore stop */
			u.destroy?.();
		}
		this[ABORTED] = true;
		this.emit("abort", error);
		this.warn("TAR_ABORT", error, { recoverable: false });
	}
	[CHECKDECOMPRESSIONRATIO](chunk) {
		this[DECOMPRESSEDBYTESREAD] += chunk.length;
		const ratio = this[DECOMPRESSEDBYTESREAD] / this[COMPRESSEDBYTESREAD];
		if (ratio > this.maxDecompressionRatio) {
			this.abort(/* @__PURE__ */ new Error(`max decompression ratio exceeded: ${ratio.toFixed(2)} > ${this.maxDecompressionRatio}`));
			return false;
		}
		return true;
	}
	write(chunk, encoding, cb) {
		if (typeof encoding === "function") {
			cb = encoding;
			encoding = void 0;
		}
		if (typeof chunk === "string") chunk = Buffer.from(
			chunk,
			/* c8 ignore next */
			typeof encoding === "string" ? encoding : "utf8"
		);
		if (this[ABORTED]) {
			/* c8 ignore next */
			cb?.();
			return false;
		}
		if ((this[UNZIP] === void 0 || this.brotli === void 0 && this[UNZIP] === false) && chunk) {
			if (this[BUFFER]) {
				chunk = Buffer.concat([this[BUFFER], chunk]);
				this[BUFFER] = void 0;
			}
			if (chunk.length < ZIP_HEADER_LEN) {
				this[BUFFER] = chunk;
				/* c8 ignore next */
				cb?.();
				return true;
			}
			for (let i = 0; this[UNZIP] === void 0 && i < gzipHeader.length; i++) if (chunk[i] !== gzipHeader[i]) this[UNZIP] = false;
			let isZstd = false;
			if (this[UNZIP] === false && this.zstd !== false) {
				isZstd = true;
				for (let i = 0; i < zstdHeader.length; i++) if (chunk[i] !== zstdHeader[i]) {
					isZstd = false;
					break;
				}
			}
			const maybeBrotli = this.brotli === void 0 && !isZstd;
			if (this[UNZIP] === false && maybeBrotli) {
				if (chunk.length < 512) {
					if (this[ENDED$1]) this.brotli = true;
					else {
						this[BUFFER] = chunk;
						/* c8 ignore next */
						cb?.();
						return true;
					}
				} else try {
					new Header(chunk.subarray(0, 512));
					this.brotli = false;
				} catch (_) {
					this.brotli = true;
				}
			}
			if (this[UNZIP] === void 0 || this[UNZIP] === false && (this.brotli || isZstd)) {
				const ended = this[ENDED$1];
				this[ENDED$1] = false;
				this[UNZIP] = this[UNZIP] === void 0 ? new Unzip({}) : isZstd ? new ZstdDecompress({}) : new BrotliDecompress({});
				this[UNZIP].on("data", (chunk) => {
					if (this[CHECKDECOMPRESSIONRATIO](chunk)) this[CONSUMECHUNK](chunk);
				});
				this[UNZIP].on("error", (er) => {
					if (!this[ABORTED]) this.abort(er);
				});
				this[UNZIP].on("end", () => {
					this[ENDED$1] = true;
					this[CONSUMECHUNK]();
				});
				this[WRITING] = true;
				this[COMPRESSEDBYTESREAD] += chunk.length;
				const ret = !!this[UNZIP][ended ? "end" : "write"](chunk);
				this[WRITING] = false;
				cb?.();
				return ret;
			}
		}
		this[WRITING] = true;
		if (this[UNZIP]) {
			this[COMPRESSEDBYTESREAD] += chunk.length;
			this[UNZIP].write(chunk);
		} else this[CONSUMECHUNK](chunk);
		this[WRITING] = false;
		const ret = this[QUEUE].length > 0 ? false : this[READENTRY] ? this[READENTRY].flowing : true;
		if (!ret && this[QUEUE].length === 0) this[READENTRY]?.once("drain", () => this.emit("drain"));
		/* c8 ignore next */
		cb?.();
		return ret;
	}
	[BUFFERCONCAT](c) {
		if (c && !this[ABORTED]) this[BUFFER] = this[BUFFER] ? Buffer.concat([this[BUFFER], c]) : c;
	}
	[MAYBEEND]() {
		if (this[ENDED$1] && !this[EMITTEDEND] && !this[ABORTED] && !this[CONSUMING]) {
			this[EMITTEDEND] = true;
			const entry = this[WRITEENTRY];
			if (entry?.blockRemain) {
				const have = this[BUFFER] ? this[BUFFER].length : 0;
				this.warn("TAR_BAD_ARCHIVE", `Truncated input (needed ${entry.blockRemain} more bytes, only ${have} available)`, { entry });
				if (this[BUFFER]) entry.write(this[BUFFER]);
				entry.end();
			}
			this[EMIT](DONE);
		}
	}
	[CONSUMECHUNK](chunk) {
		if (this[CONSUMING] && chunk) this[BUFFERCONCAT](chunk);
		else if (!chunk && !this[BUFFER]) this[MAYBEEND]();
		else if (chunk) {
			this[CONSUMING] = true;
			if (this[BUFFER]) {
				this[BUFFERCONCAT](chunk);
				const c = this[BUFFER];
				this[BUFFER] = void 0;
				this[CONSUMECHUNKSUB](c);
			} else this[CONSUMECHUNKSUB](chunk);
			while (this[BUFFER] && this[BUFFER]?.length >= 512 && !this[ABORTED] && !this[SAW_EOF]) {
				const c = this[BUFFER];
				this[BUFFER] = void 0;
				this[CONSUMECHUNKSUB](c);
			}
			this[CONSUMING] = false;
		}
		if (!this[BUFFER] || this[ENDED$1]) this[MAYBEEND]();
	}
	[CONSUMECHUNKSUB](chunk) {
		let position = 0;
		const length = chunk.length;
		while (position + 512 <= length && !this[ABORTED] && !this[SAW_EOF]) switch (this[STATE]) {
			case "begin":
			case "header":
				this[CONSUMEHEADER](chunk, position);
				position += 512;
				break;
			case "ignore":
			case "body":
				position += this[CONSUMEBODY](chunk, position);
				break;
			case "meta":
				position += this[CONSUMEMETA](chunk, position);
				break;
			/* c8 ignore start */
			default: throw new Error("invalid state: " + this[STATE]);
		}
		if (position < length) this[BUFFER] = this[BUFFER] ? Buffer.concat([chunk.subarray(position), this[BUFFER]]) : chunk.subarray(position);
	}
	end(chunk, encoding, cb) {
		if (typeof chunk === "function") {
			cb = chunk;
			encoding = void 0;
			chunk = void 0;
		}
		if (typeof encoding === "function") {
			cb = encoding;
			encoding = void 0;
		}
		if (typeof chunk === "string") chunk = Buffer.from(chunk, encoding);
		if (cb) this.once("finish", cb);
		if (!this[ABORTED]) {
			if (this[UNZIP]) {
				/* c8 ignore start */
				if (chunk) {
					this[COMPRESSEDBYTESREAD] += chunk.length;
					this[UNZIP].write(chunk);
				}
				/* c8 ignore stop */
				this[UNZIP].end();
			} else {
				this[ENDED$1] = true;
				if (this.brotli === void 0 || this.zstd === void 0) chunk = chunk || Buffer.alloc(0);
				if (chunk) this.write(chunk);
				this[MAYBEEND]();
			}
		}
		return this;
	}
};
// node_modules/tar/dist/esm/strip-absolute-path.js
const { isAbsolute: isAbsolute$1, parse } = win32;
const stripAbsolutePath = (path) => {
	let r = "";
	let parsed = parse(path);
	while (isAbsolute$1(path) || parsed.root) {
		const root = path.charAt(0) === "/" && path.slice(0, 4) !== "//?/" ? "/" : parsed.root;
		path = path.slice(root.length);
		r += root;
		parsed = parse(path);
	}
	return [r, path];
};
// node_modules/tar/dist/esm/winchars.js
const raw = [
	"|",
	"<",
	">",
	"?",
	":"
];
const win = raw.map((char) => String.fromCodePoint(61440 + Number(char.codePointAt(0))));
const toWin = new Map(raw.map((char, i) => [char, win[i]]));
new Map(win.map((char, i) => [char, raw[i]]));
const encode = (s) => raw.reduce((s, c) => s.split(c).join(toWin.get(c)), s);
// node_modules/tar/dist/esm/normalize-unicode.js
const normalizeCache = Object.create(null);
const MAX = 1e4;
const cache = /* @__PURE__ */ new Set();
const normalizeUnicode = (s) => {
	if (!cache.has(s)) normalizeCache[s] = s.normalize("NFD").toLocaleLowerCase("en").toLocaleUpperCase("en");
	else cache.delete(s);
	cache.add(s);
	const ret = normalizeCache[s];
	let i = cache.size - MAX;
	if (i > MAX / 10) for (const s of cache) {
		cache.delete(s);
		delete normalizeCache[s];
		if (--i <= 0) break;
	}
	return ret;
};
// node_modules/tar/dist/esm/strip-trailing-slashes.js
const stripTrailingSlashes = (str) => {
	let i = str.length - 1;
	let slashesStart = -1;
	while (i > -1 && str.charAt(i) === "/") {
		slashesStart = i;
		i--;
	}
	return slashesStart === -1 ? str : str.slice(0, slashesStart);
};
// node_modules/tar/dist/esm/path-reservations.js
const isWindows$1 = (process.env.TESTING_TAR_FAKE_PLATFORM || process.platform) === "win32";
const getDirs = (path) => {
	return path.split("/").slice(0, -1).reduce((set, path) => {
		const s = set.at(-1);
		if (s !== void 0) path = join(s, path);
		set.push(path || "/");
		return set;
	}, []);
};
var PathReservations = class {
	#queues = /* @__PURE__ */ new Map();
	#reservations = /* @__PURE__ */ new Map();
	#running = /* @__PURE__ */ new Set();
	reserve(paths, fn) {
		paths = isWindows$1 ? ["win32 parallelization disabled"] : paths.map((p) => {
			return stripTrailingSlashes(join(normalizeUnicode(p)));
		});
		const dirs = new Set(paths.map((path) => getDirs(path)).reduce((a, b) => a.concat(b)));
		this.#reservations.set(fn, {
			dirs,
			paths
		});
		for (const p of paths) {
			const q = this.#queues.get(p);
			if (!q) this.#queues.set(p, [fn]);
			else q.push(fn);
		}
		for (const dir of dirs) {
			const q = this.#queues.get(dir);
			if (!q) this.#queues.set(dir, [/* @__PURE__ */ new Set([fn])]);
			else {
				const l = q.at(-1);
				if (l instanceof Set) l.add(fn);
				else q.push(/* @__PURE__ */ new Set([fn]));
			}
		}
		return this.#run(fn);
	}
	#getQueues(fn) {
		const res = this.#reservations.get(fn);
		/* c8 ignore start */
		if (!res) throw new Error("function does not have any path reservations");
		/* c8 ignore stop */
		return {
			paths: res.paths.map((path) => this.#queues.get(path)),
			dirs: [...res.dirs].map((path) => this.#queues.get(path))
		};
	}
	check(fn) {
		const { paths, dirs } = this.#getQueues(fn);
		return paths.every((q) => q && q[0] === fn) && dirs.every((q) => q && q[0] instanceof Set && q[0].has(fn));
	}
	#run(fn) {
		if (this.#running.has(fn) || !this.check(fn)) return false;
		this.#running.add(fn);
		fn(() => this.#clear(fn));
		return true;
	}
	#clear(fn) {
		if (!this.#running.has(fn)) return false;
		const res = this.#reservations.get(fn);
		/* c8 ignore start */
		if (!res) throw new Error("invalid reservation");
		/* c8 ignore stop */
		const { paths, dirs } = res;
		const next = /* @__PURE__ */ new Set();
		for (const path of paths) {
			const q = this.#queues.get(path);
			/* c8 ignore start */
			if (!q || q?.[0] !== fn) continue;
			/* c8 ignore stop */
			const q0 = q[1];
			if (!q0) {
				this.#queues.delete(path);
				continue;
			}
			q.shift();
			if (typeof q0 === "function") next.add(q0);
			else for (const f of q0) next.add(f);
		}
		for (const dir of dirs) {
			const q = this.#queues.get(dir);
			const q0 = q?.[0];
			/* c8 ignore next - type safety only */
			if (!q || !(q0 instanceof Set)) continue;
			if (q0.size === 1 && q.length === 1) {
				this.#queues.delete(dir);
				continue;
			} else if (q0.size === 1) {
				q.shift();
				const n = q[0];
				if (typeof n === "function") next.add(n);
			} else q0.delete(fn);
		}
		this.#running.delete(fn);
		next.forEach((fn) => this.#run(fn));
		return true;
	}
};
// node_modules/tar/dist/esm/process-umask.js
const umask = () => process.umask();
// node_modules/tar/dist/esm/unpack.js
const ONENTRY = Symbol("onEntry");
const CHECKFS = Symbol("checkFs");
const CHECKFS2 = Symbol("checkFs2");
const ISREUSABLE = Symbol("isReusable");
const MAKEFS = Symbol("makeFs");
const FILE = Symbol("file");
const DIRECTORY = Symbol("directory");
const LINK = Symbol("link");
const SYMLINK = Symbol("symlink");
const HARDLINK = Symbol("hardlink");
const ENSURE_NO_SYMLINK = Symbol("ensureNoSymlink");
const UNSUPPORTED = Symbol("unsupported");
const CHECKPATH = Symbol("checkPath");
const STRIPABSOLUTEPATH = Symbol("stripAbsolutePath");
const MKDIR = Symbol("mkdir");
const ONERROR = Symbol("onError");
const PENDING = Symbol("pending");
const PEND = Symbol("pend");
const UNPEND = Symbol("unpend");
const ENDED = Symbol("ended");
const MAYBECLOSE = Symbol("maybeClose");
const SKIP = Symbol("skip");
const DOCHOWN = Symbol("doChown");
const UID = Symbol("uid");
const GID = Symbol("gid");
const CHECKED_CWD = Symbol("checkedCwd");
const isWindows = (process.env.TESTING_TAR_FAKE_PLATFORM || process.platform) === "win32";
const DEFAULT_MAX_DEPTH = 1024;
/* c8 ignore start */
const unlinkFile = (path, cb) => {
	if (!isWindows) return fs$1.unlink(path, cb);
	const name = path + ".DELETE." + randomBytes(16).toString("hex");
	fs$1.rename(path, name, (er) => {
		if (er) return cb(er);
		fs$1.unlink(name, cb);
	});
};
/* c8 ignore stop */
const uint32 = (a, b, c) => a !== void 0 && a === a >>> 0 ? a : b !== void 0 && b === b >>> 0 ? b : c;
var Unpack = class extends Parser {
	[ENDED] = false;
	[CHECKED_CWD] = false;
	[PENDING] = 0;
	reservations = new PathReservations();
	transform;
	writable = true;
	readable = false;
	uid;
	gid;
	setOwner;
	preserveOwner;
	processGid;
	processUid;
	maxDepth;
	forceChown;
	win32;
	newer;
	keep;
	noMtime;
	preservePaths;
	unlink;
	cwd;
	strip;
	processUmask;
	umask;
	dmode;
	fmode;
	chmod;
	constructor(opt = {}) {
		opt.ondone = () => {
			this[ENDED] = true;
			this[MAYBECLOSE]();
		};
		super(opt);
		this.transform = opt.transform;
		this.chmod = !!opt.chmod;
		if (typeof opt.uid === "number" || typeof opt.gid === "number") {
			if (typeof opt.uid !== "number" || typeof opt.gid !== "number") throw new TypeError("cannot set owner without number uid and gid");
			if (opt.preserveOwner) throw new TypeError("cannot preserve owner in archive and also set owner explicitly");
			this.uid = opt.uid;
			this.gid = opt.gid;
			this.setOwner = true;
		} else {
			this.uid = void 0;
			this.gid = void 0;
			this.setOwner = false;
		}
		this.preserveOwner = opt.preserveOwner === void 0 && typeof opt.uid !== "number" ? !!(process.getuid?.() === 0) : !!opt.preserveOwner;
		this.processUid = (this.preserveOwner || this.setOwner) && process.getuid ? process.getuid() : void 0;
		this.processGid = (this.preserveOwner || this.setOwner) && process.getgid ? process.getgid() : void 0;
		this.maxDepth = typeof opt.maxDepth === "number" ? opt.maxDepth : DEFAULT_MAX_DEPTH;
		this.forceChown = opt.forceChown === true;
		this.win32 = !!opt.win32 || isWindows;
		this.newer = !!opt.newer;
		this.keep = !!opt.keep;
		this.noMtime = !!opt.noMtime;
		this.preservePaths = !!opt.preservePaths;
		this.unlink = !!opt.unlink;
		this.cwd = normalizeWindowsPath(path.resolve(opt.cwd || process.cwd()));
		this.strip = Number(opt.strip) || 0;
		this.processUmask = !this.chmod ? 0 : typeof opt.processUmask === "number" ? opt.processUmask : umask();
		this.umask = typeof opt.umask === "number" ? opt.umask : this.processUmask;
		this.dmode = opt.dmode || 511 & ~this.umask;
		this.fmode = opt.fmode || 438 & ~this.umask;
		this.on("entry", (entry) => this[ONENTRY](entry));
	}
	warn(code, msg, data = {}) {
		if (code === "TAR_BAD_ARCHIVE" || code === "TAR_ABORT") data.recoverable = false;
		return super.warn(code, msg, data);
	}
	[MAYBECLOSE]() {
		if (this[ENDED] && this[PENDING] === 0) {
			this.emit("prefinish");
			this.emit("finish");
			this.emit("end");
		}
	}
	[STRIPABSOLUTEPATH](entry, field) {
		const p = entry[field];
		const { type } = entry;
		if (!p || this.preservePaths) return true;
		const [root, stripped] = stripAbsolutePath(p);
		const parts = stripped.replaceAll(/\\/g, "/").split("/");
		if (parts.includes("..") || isWindows && /^[a-z]:\.\.$/i.test(parts[0] ?? "")) {
			if (field === "path" || type === "Link") {
				this.warn("TAR_ENTRY_ERROR", `${field} contains '..'`, {
					entry,
					[field]: p
				});
				return false;
			}
			const entryDir = path.posix.dirname(entry.path);
			const resolved = path.posix.normalize(path.posix.join(entryDir, parts.join("/")));
			if (resolved.startsWith("../") || resolved === "..") {
				this.warn("TAR_ENTRY_ERROR", `${field} escapes extraction directory`, {
					entry,
					[field]: p
				});
				return false;
			}
		}
		if (root) {
			entry[field] = String(stripped);
			this.warn("TAR_ENTRY_INFO", `stripping ${root} from absolute ${field}`, {
				entry,
				[field]: p
			});
		}
		return true;
	}
	[CHECKPATH](entry) {
		const p = normalizeWindowsPath(entry.path);
		const parts = p.split("/");
		if (this.strip) {
			if (parts.length < this.strip) return false;
			if (entry.type === "Link") {
				const linkparts = normalizeWindowsPath(String(entry.linkpath)).split("/");
				if (linkparts.length >= this.strip) entry.linkpath = linkparts.slice(this.strip).join("/");
				else return false;
			}
			parts.splice(0, this.strip);
			entry.path = parts.join("/");
		}
		if (isFinite(this.maxDepth) && parts.length > this.maxDepth) {
			this.warn("TAR_ENTRY_ERROR", "path excessively deep", {
				entry,
				path: p,
				depth: parts.length,
				maxDepth: this.maxDepth
			});
			return false;
		}
		if (!this[STRIPABSOLUTEPATH](entry, "path") || !this[STRIPABSOLUTEPATH](entry, "linkpath")) return false;
		entry.absolute = path.isAbsolute(entry.path) ? normalizeWindowsPath(path.resolve(entry.path)) : normalizeWindowsPath(path.resolve(this.cwd, entry.path));
		/* c8 ignore start - defense in depth */
		if (!this.preservePaths && typeof entry.absolute === "string" && entry.absolute.indexOf(this.cwd + "/") !== 0 && entry.absolute !== this.cwd) {
			this.warn("TAR_ENTRY_ERROR", "path escaped extraction target", {
				entry,
				path: normalizeWindowsPath(entry.path),
				resolvedPath: entry.absolute,
				cwd: this.cwd
			});
			return false;
		}
		/* c8 ignore stop */
		if (entry.absolute === this.cwd && entry.type !== "Directory" && entry.type !== "GNUDumpDir") return false;
		if (this.win32) {
			const { root: aRoot } = path.win32.parse(String(entry.absolute));
			entry.absolute = aRoot + encode(String(entry.absolute).slice(aRoot.length));
			const { root: pRoot } = path.win32.parse(entry.path);
			entry.path = pRoot + encode(entry.path.slice(pRoot.length));
		}
		return true;
	}
	[ONENTRY](entry) {
		if (!this[CHECKPATH](entry)) return entry.resume();
		assert$1.equal(typeof entry.absolute, "string");
		switch (entry.type) {
			case "Directory":
			case "GNUDumpDir": if (entry.mode) entry.mode = entry.mode | 448;
			case "File":
			case "OldFile":
			case "ContiguousFile":
			case "Link":
			case "SymbolicLink": return this[CHECKFS](entry);
			default: return this[UNSUPPORTED](entry);
		}
	}
	[ONERROR](er, entry) {
		if (er.name === "CwdError") this.emit("error", er);
		else {
			this.warn("TAR_ENTRY_ERROR", er, { entry });
			this[UNPEND]();
			entry.resume();
		}
	}
	[MKDIR](dir, mode, cb) {
		mkdir$1(normalizeWindowsPath(dir), {
			uid: this.uid,
			gid: this.gid,
			processUid: this.processUid,
			processGid: this.processGid,
			umask: this.processUmask,
			preserve: this.preservePaths,
			unlink: this.unlink,
			cwd: this.cwd,
			mode
		}, cb);
	}
	[DOCHOWN](entry) {
		return this.forceChown || this.preserveOwner && (typeof entry.uid === "number" && entry.uid !== this.processUid || typeof entry.gid === "number" && entry.gid !== this.processGid) || typeof this.uid === "number" && this.uid !== this.processUid || typeof this.gid === "number" && this.gid !== this.processGid;
	}
	[UID](entry) {
		return uint32(this.uid, entry.uid, this.processUid);
	}
	[GID](entry) {
		return uint32(this.gid, entry.gid, this.processGid);
	}
	[FILE](entry, fullyDone) {
		const mode = typeof entry.mode === "number" ? entry.mode & 4095 : this.fmode;
		const stream = new WriteStream(String(entry.absolute), {
			flags: getWriteFlag(entry.size),
			mode,
			autoClose: false
		});
		stream.on("error", (er) => {
			if (stream.fd) fs$1.close(stream.fd, () => {});
			stream.write = () => true;
			this[ONERROR](er, entry);
			fullyDone();
		});
		let actions = 1;
		const done = (er) => {
			if (er) {
				/* c8 ignore start - we should always have a fd by now */
				if (stream.fd) fs$1.close(stream.fd, () => {});
				/* c8 ignore stop */
				this[ONERROR](er, entry);
				fullyDone();
				return;
			}
			if (--actions === 0) {
				if (stream.fd !== void 0) fs$1.close(stream.fd, (er) => {
					if (er) this[ONERROR](er, entry);
					else this[UNPEND]();
					fullyDone();
				});
			}
		};
		stream.on("finish", () => {
			const abs = String(entry.absolute);
			const fd = stream.fd;
			if (typeof fd === "number" && entry.mtime && !this.noMtime) {
				actions++;
				const atime = entry.atime || /* @__PURE__ */ new Date();
				const mtime = entry.mtime;
				fs$1.futimes(fd, atime, mtime, (er) => er ? fs$1.utimes(abs, atime, mtime, (er2) => done(er2 && er)) : done());
			}
			if (typeof fd === "number" && this[DOCHOWN](entry)) {
				actions++;
				const uid = this[UID](entry);
				const gid = this[GID](entry);
				if (typeof uid === "number" && typeof gid === "number") fs$1.fchown(fd, uid, gid, (er) => er ? fs$1.chown(abs, uid, gid, (er2) => done(er2 && er)) : done());
			}
			done();
		});
		const tx = this.transform ? this.transform(entry) || entry : entry;
		if (tx !== entry) {
			tx.on("error", (er) => {
				this[ONERROR](er, entry);
				fullyDone();
			});
			entry.pipe(tx);
		}
		tx.pipe(stream);
	}
	[DIRECTORY](entry, fullyDone) {
		const mode = typeof entry.mode === "number" ? entry.mode & 4095 : this.dmode;
		this[MKDIR](String(entry.absolute), mode, (er) => {
			if (er) {
				this[ONERROR](er, entry);
				fullyDone();
				return;
			}
			let actions = 1;
			const done = () => {
				if (--actions === 0) {
					fullyDone();
					this[UNPEND]();
					entry.resume();
				}
			};
			if (entry.mtime && !this.noMtime) {
				actions++;
				fs$1.utimes(String(entry.absolute), entry.atime || /* @__PURE__ */ new Date(), entry.mtime, done);
			}
			if (this[DOCHOWN](entry)) {
				actions++;
				fs$1.chown(String(entry.absolute), Number(this[UID](entry)), Number(this[GID](entry)), done);
			}
			done();
		});
	}
	[UNSUPPORTED](entry) {
		entry.unsupported = true;
		this.warn("TAR_ENTRY_UNSUPPORTED", `unsupported entry type: ${entry.type}`, { entry });
		entry.resume();
	}
	[SYMLINK](entry, done) {
		const parts = normalizeWindowsPath(path.relative(this.cwd, path.resolve(path.dirname(String(entry.absolute)), String(entry.linkpath)))).split("/");
		this[ENSURE_NO_SYMLINK](entry, this.cwd, parts, () => this[LINK](entry, String(entry.linkpath), "symlink", done), (er) => {
			this[ONERROR](er, entry);
			done();
		});
	}
	[HARDLINK](entry, done) {
		const linkpath = normalizeWindowsPath(path.resolve(this.cwd, String(entry.linkpath)));
		const parts = normalizeWindowsPath(String(entry.linkpath)).split("/");
		this[ENSURE_NO_SYMLINK](entry, this.cwd, parts, () => this[LINK](entry, linkpath, "link", done), (er) => {
			this[ONERROR](er, entry);
			done();
		});
	}
	[ENSURE_NO_SYMLINK](entry, cwd, parts, done, onError) {
		const p = parts.shift();
		if (this.preservePaths || p === void 0) return done();
		const t = path.resolve(cwd, p);
		fs$1.lstat(t, (er, st) => {
			if (er) return done();
			if (st?.isSymbolicLink()) return onError(new SymlinkError(t, path.resolve(t, parts.join("/"))));
			this[ENSURE_NO_SYMLINK](entry, t, parts, done, onError);
		});
	}
	[PEND]() {
		this[PENDING]++;
	}
	[UNPEND]() {
		this[PENDING]--;
		this[MAYBECLOSE]();
	}
	[SKIP](entry) {
		this[UNPEND]();
		entry.resume();
	}
	[ISREUSABLE](entry, st) {
		return entry.type === "File" && !this.unlink && st.isFile() && st.nlink <= 1 && !isWindows;
	}
	[CHECKFS](entry) {
		this[PEND]();
		const paths = [entry.path];
		if (entry.linkpath) paths.push(entry.linkpath);
		this.reservations.reserve(paths, (done) => this[CHECKFS2](entry, done));
	}
	[CHECKFS2](entry, fullyDone) {
		const done = (er) => {
			fullyDone(er);
		};
		const checkCwd = () => {
			this[MKDIR](this.cwd, this.dmode, (er) => {
				if (er) {
					this[ONERROR](er, entry);
					done();
					return;
				}
				this[CHECKED_CWD] = true;
				start();
			});
		};
		const start = () => {
			if (entry.absolute !== this.cwd) {
				const parent = normalizeWindowsPath(path.dirname(String(entry.absolute)));
				if (parent !== this.cwd) return this[MKDIR](parent, this.dmode, (er) => {
					if (er) {
						this[ONERROR](er, entry);
						done();
						return;
					}
					afterMakeParent();
				});
			}
			afterMakeParent();
		};
		const afterMakeParent = () => {
			fs$1.lstat(String(entry.absolute), (lstatEr, st) => {
				if (st && (this.keep || this.newer && st.mtime > (entry.mtime ?? st.mtime))) {
					this[SKIP](entry);
					done();
					return;
				}
				if (lstatEr || this[ISREUSABLE](entry, st)) return this[MAKEFS](null, entry, done);
				if (st.isDirectory()) {
					if (entry.type === "Directory") {
						const needChmod = this.chmod && entry.mode && (st.mode & 4095) !== entry.mode;
						const afterChmod = (er) => this[MAKEFS](er ?? null, entry, done);
						if (!needChmod) return afterChmod();
						return fs$1.chmod(String(entry.absolute), Number(entry.mode), afterChmod);
					}
					if (entry.absolute !== this.cwd) return fs$1.rmdir(String(entry.absolute), (er) => this[MAKEFS](er ?? null, entry, done));
				}
				if (entry.absolute === this.cwd) return this[MAKEFS](null, entry, done);
				unlinkFile(String(entry.absolute), (er) => this[MAKEFS](er ?? null, entry, done));
			});
		};
		if (this[CHECKED_CWD]) start();
		else checkCwd();
	}
	[MAKEFS](er, entry, done) {
		if (er) {
			this[ONERROR](er, entry);
			done();
			return;
		}
		switch (entry.type) {
			case "File":
			case "OldFile":
			case "ContiguousFile": return this[FILE](entry, done);
			case "Link": return this[HARDLINK](entry, done);
			case "SymbolicLink": return this[SYMLINK](entry, done);
			case "Directory":
			case "GNUDumpDir": return this[DIRECTORY](entry, done);
		}
	}
	[LINK](entry, linkpath, link, done) {
		fs$1[link](linkpath, String(entry.absolute), (er) => {
			if (er) this[ONERROR](er, entry);
			else {
				this[UNPEND]();
				entry.resume();
			}
			done();
		});
	}
};
export { Pax as n, Header as r, Unpack as t };
