import { __commonJSMin, __require, __toESM } from "./rolldown-runtime.js";
import { debug, error, info, setSecret, warning } from "./runner.js";
import { BlobClient, require_commonjs as require_commonjs$1, require_commonjs$1 as require_commonjs } from "./azure.js";
import { BearerCredentialHandler, HttpClient, HttpCodes } from "./http.js";
import { require_commonjs as require_commonjs$2, require_minimatch } from "./shared.js";
import { defaults, getOctokit, requestLog, retry } from "./octokit.js";
import os from "os";
import * as path$1 from "path";
import { normalize, resolve } from "path";
import * as fs$2 from "fs";
import * as crypto from "crypto";
import * as stream from "stream";
import fs$1, { realpath as realpath$1 } from "fs/promises";
// node_modules/@actions/artifact/lib/internal/shared/config.js
function getUploadChunkSize() {
	return 8388608;
}
function getRuntimeToken() {
	const token = process.env["ACTIONS_RUNTIME_TOKEN"];
	if (!token) throw new Error("Unable to get the ACTIONS_RUNTIME_TOKEN env variable");
	return token;
}
function getResultsServiceUrl() {
	const resultsUrl = process.env["ACTIONS_RESULTS_URL"];
	if (!resultsUrl) throw new Error("Unable to get the ACTIONS_RESULTS_URL env variable");
	return new URL(resultsUrl).origin;
}
function isGhes() {
	const hostname = new URL(process.env["GITHUB_SERVER_URL"] || "https://github.com").hostname.trimEnd().toUpperCase();
	const isGitHubHost = hostname === "GITHUB.COM";
	const isGheHost = hostname.endsWith(".GHE.COM");
	const isLocalHost = hostname.endsWith(".LOCALHOST");
	return !isGitHubHost && !isGheHost && !isLocalHost;
}
function getGitHubWorkspaceDir() {
	const ghWorkspaceDir = process.env["GITHUB_WORKSPACE"];
	if (!ghWorkspaceDir) throw new Error("Unable to get the GITHUB_WORKSPACE env variable");
	return ghWorkspaceDir;
}
function getConcurrency() {
	const numCPUs = os.cpus().length;
	let concurrencyCap = 32;
	if (numCPUs > 4) {
		const concurrency = 16 * numCPUs;
		concurrencyCap = concurrency > 300 ? 300 : concurrency;
	}
	const concurrencyOverride = process.env["ACTIONS_ARTIFACT_UPLOAD_CONCURRENCY"];
	if (concurrencyOverride) {
		const concurrency = parseInt(concurrencyOverride);
		if (isNaN(concurrency) || concurrency < 1) throw new Error("Invalid value set for ACTIONS_ARTIFACT_UPLOAD_CONCURRENCY env variable");
		if (concurrency < concurrencyCap) {
			info(`Set concurrency based on the value set in ACTIONS_ARTIFACT_UPLOAD_CONCURRENCY.`);
			return concurrency;
		}
		info(`ACTIONS_ARTIFACT_UPLOAD_CONCURRENCY is higher than the cap of ${concurrencyCap} based on the number of cpus. Set it to the maximum value allowed.`);
		return concurrencyCap;
	}
	return 5;
}
function getUploadChunkTimeout() {
	const timeoutVar = process.env["ACTIONS_ARTIFACT_UPLOAD_TIMEOUT_MS"];
	if (!timeoutVar) return 3e5;
	const timeout = parseInt(timeoutVar);
	if (isNaN(timeout)) throw new Error("Invalid value set for ACTIONS_ARTIFACT_UPLOAD_TIMEOUT_MS env variable");
	return timeout;
}
function getMaxArtifactListCount() {
	const maxCountVar = process.env["ACTIONS_ARTIFACT_MAX_ARTIFACT_COUNT"] || "1000";
	const maxCount = parseInt(maxCountVar);
	if (isNaN(maxCount) || maxCount < 1) throw new Error("Invalid value set for ACTIONS_ARTIFACT_MAX_ARTIFACT_COUNT env variable");
	return maxCount;
}
// node_modules/@actions/artifact/lib/generated/google/protobuf/timestamp.js
var import_commonjs$1 = require_commonjs();
var Timestamp$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("google.protobuf.Timestamp", [{
			no: 1,
			name: "seconds",
			kind: "scalar",
			T: 3
		}, {
			no: 2,
			name: "nanos",
			kind: "scalar",
			T: 5
		}]);
	}
	/**
	* Creates a new `Timestamp` for the current time.
	*/
	now() {
		const msg = this.create();
		const ms = Date.now();
		msg.seconds = import_commonjs$1.PbLong.from(Math.floor(ms / 1e3)).toString();
		msg.nanos = ms % 1e3 * 1e6;
		return msg;
	}
	/**
	* Converts a `Timestamp` to a JavaScript Date.
	*/
	toDate(message) {
		return new Date(import_commonjs$1.PbLong.from(message.seconds).toNumber() * 1e3 + Math.ceil(message.nanos / 1e6));
	}
	/**
	* Converts a JavaScript Date to a `Timestamp`.
	*/
	fromDate(date) {
		const msg = this.create();
		const ms = date.getTime();
		msg.seconds = import_commonjs$1.PbLong.from(Math.floor(ms / 1e3)).toString();
		msg.nanos = ms % 1e3 * 1e6;
		return msg;
	}
	/**
	* In JSON format, the `Timestamp` type is encoded as a string
	* in the RFC 3339 format.
	*/
	internalJsonWrite(message, options) {
		let ms = import_commonjs$1.PbLong.from(message.seconds).toNumber() * 1e3;
		if (ms < Date.parse("0001-01-01T00:00:00Z") || ms > Date.parse("9999-12-31T23:59:59Z")) throw new Error("Unable to encode Timestamp to JSON. Must be from 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z inclusive.");
		if (message.nanos < 0) throw new Error("Unable to encode invalid Timestamp to JSON. Nanos must not be negative.");
		let z = "Z";
		if (message.nanos > 0) {
			let nanosStr = (message.nanos + 1e9).toString().substring(1);
			if (nanosStr.substring(3) === "000000") z = "." + nanosStr.substring(0, 3) + "Z";
			else if (nanosStr.substring(6) === "000") z = "." + nanosStr.substring(0, 6) + "Z";
			else z = "." + nanosStr + "Z";
		}
		return new Date(ms).toISOString().replace(".000Z", z);
	}
	/**
	* In JSON format, the `Timestamp` type is encoded as a string
	* in the RFC 3339 format.
	*/
	internalJsonRead(json, options, target) {
		if (typeof json !== "string") throw new Error("Unable to parse Timestamp from JSON " + (0, import_commonjs$1.typeofJsonValue)(json) + ".");
		let matches = json.match(/^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:Z|\.([0-9]{3,9})Z|([+-][0-9][0-9]:[0-9][0-9]))$/);
		if (!matches) throw new Error("Unable to parse Timestamp from JSON. Invalid format.");
		let ms = Date.parse(matches[1] + "-" + matches[2] + "-" + matches[3] + "T" + matches[4] + ":" + matches[5] + ":" + matches[6] + (matches[8] ? matches[8] : "Z"));
		if (Number.isNaN(ms)) throw new Error("Unable to parse Timestamp from JSON. Invalid value.");
		if (ms < Date.parse("0001-01-01T00:00:00Z") || ms > Date.parse("9999-12-31T23:59:59Z")) throw new globalThis.Error("Unable to parse Timestamp from JSON. Must be from 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z inclusive.");
		if (!target) target = this.create();
		target.seconds = import_commonjs$1.PbLong.from(ms / 1e3).toString();
		target.nanos = 0;
		if (matches[7]) target.nanos = parseInt("1" + matches[7] + "0".repeat(9 - matches[7].length)) - 1e9;
		return target;
	}
	create(value) {
		const message = {
			seconds: "0",
			nanos: 0
		};
		globalThis.Object.defineProperty(message, import_commonjs$1.MESSAGE_TYPE, {
			enumerable: false,
			value: this
		});
		if (value !== void 0) (0, import_commonjs$1.reflectionMergePartial)(this, message, value);
		return message;
	}
	internalBinaryRead(reader, length, options, target) {
		let message = target !== null && target !== void 0 ? target : this.create(), end = reader.pos + length;
		while (reader.pos < end) {
			let [fieldNo, wireType] = reader.tag();
			switch (fieldNo) {
				case 1:
					message.seconds = reader.int64().toString();
					break;
				case 2:
					message.nanos = reader.int32();
					break;
				default:
					let u = options.readUnknownField;
					if (u === "throw") throw new globalThis.Error(`Unknown field ${fieldNo} (wire type ${wireType}) for ${this.typeName}`);
					let d = reader.skip(wireType);
					if (u !== false) (u === true ? import_commonjs$1.UnknownFieldHandler.onRead : u)(this.typeName, message, fieldNo, wireType, d);
			}
		}
		return message;
	}
	internalBinaryWrite(message, writer, options) {
		if (message.seconds !== "0") writer.tag(1, import_commonjs$1.WireType.Varint).int64(message.seconds);
		if (message.nanos !== 0) writer.tag(2, import_commonjs$1.WireType.Varint).int32(message.nanos);
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
/**
* @generated MessageType for protobuf message google.protobuf.Timestamp
*/
const Timestamp = new Timestamp$Type();
// node_modules/@actions/artifact/lib/generated/google/protobuf/wrappers.js
var DoubleValue$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("google.protobuf.DoubleValue", [{
			no: 1,
			name: "value",
			kind: "scalar",
			T: 1
		}]);
	}
	/**
	* Encode `DoubleValue` to JSON number.
	*/
	internalJsonWrite(message, options) {
		return this.refJsonWriter.scalar(2, message.value, "value", false, true);
	}
	/**
	* Decode `DoubleValue` from JSON number.
	*/
	internalJsonRead(json, options, target) {
		if (!target) target = this.create();
		target.value = this.refJsonReader.scalar(json, 1, void 0, "value");
		return target;
	}
	create(value) {
		const message = { value: 0 };
		globalThis.Object.defineProperty(message, import_commonjs$1.MESSAGE_TYPE, {
			enumerable: false,
			value: this
		});
		if (value !== void 0) (0, import_commonjs$1.reflectionMergePartial)(this, message, value);
		return message;
	}
	internalBinaryRead(reader, length, options, target) {
		let message = target !== null && target !== void 0 ? target : this.create(), end = reader.pos + length;
		while (reader.pos < end) {
			let [fieldNo, wireType] = reader.tag();
			switch (fieldNo) {
				case 1:
					message.value = reader.double();
					break;
				default:
					let u = options.readUnknownField;
					if (u === "throw") throw new globalThis.Error(`Unknown field ${fieldNo} (wire type ${wireType}) for ${this.typeName}`);
					let d = reader.skip(wireType);
					if (u !== false) (u === true ? import_commonjs$1.UnknownFieldHandler.onRead : u)(this.typeName, message, fieldNo, wireType, d);
			}
		}
		return message;
	}
	internalBinaryWrite(message, writer, options) {
		if (message.value !== 0) writer.tag(1, import_commonjs$1.WireType.Bit64).double(message.value);
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
new DoubleValue$Type();
var FloatValue$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("google.protobuf.FloatValue", [{
			no: 1,
			name: "value",
			kind: "scalar",
			T: 2
		}]);
	}
	/**
	* Encode `FloatValue` to JSON number.
	*/
	internalJsonWrite(message, options) {
		return this.refJsonWriter.scalar(1, message.value, "value", false, true);
	}
	/**
	* Decode `FloatValue` from JSON number.
	*/
	internalJsonRead(json, options, target) {
		if (!target) target = this.create();
		target.value = this.refJsonReader.scalar(json, 1, void 0, "value");
		return target;
	}
	create(value) {
		const message = { value: 0 };
		globalThis.Object.defineProperty(message, import_commonjs$1.MESSAGE_TYPE, {
			enumerable: false,
			value: this
		});
		if (value !== void 0) (0, import_commonjs$1.reflectionMergePartial)(this, message, value);
		return message;
	}
	internalBinaryRead(reader, length, options, target) {
		let message = target !== null && target !== void 0 ? target : this.create(), end = reader.pos + length;
		while (reader.pos < end) {
			let [fieldNo, wireType] = reader.tag();
			switch (fieldNo) {
				case 1:
					message.value = reader.float();
					break;
				default:
					let u = options.readUnknownField;
					if (u === "throw") throw new globalThis.Error(`Unknown field ${fieldNo} (wire type ${wireType}) for ${this.typeName}`);
					let d = reader.skip(wireType);
					if (u !== false) (u === true ? import_commonjs$1.UnknownFieldHandler.onRead : u)(this.typeName, message, fieldNo, wireType, d);
			}
		}
		return message;
	}
	internalBinaryWrite(message, writer, options) {
		if (message.value !== 0) writer.tag(1, import_commonjs$1.WireType.Bit32).float(message.value);
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
new FloatValue$Type();
var Int64Value$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("google.protobuf.Int64Value", [{
			no: 1,
			name: "value",
			kind: "scalar",
			T: 3
		}]);
	}
	/**
	* Encode `Int64Value` to JSON string.
	*/
	internalJsonWrite(message, options) {
		return this.refJsonWriter.scalar(import_commonjs$1.ScalarType.INT64, message.value, "value", false, true);
	}
	/**
	* Decode `Int64Value` from JSON string.
	*/
	internalJsonRead(json, options, target) {
		if (!target) target = this.create();
		target.value = this.refJsonReader.scalar(json, import_commonjs$1.ScalarType.INT64, import_commonjs$1.LongType.STRING, "value");
		return target;
	}
	create(value) {
		const message = { value: "0" };
		globalThis.Object.defineProperty(message, import_commonjs$1.MESSAGE_TYPE, {
			enumerable: false,
			value: this
		});
		if (value !== void 0) (0, import_commonjs$1.reflectionMergePartial)(this, message, value);
		return message;
	}
	internalBinaryRead(reader, length, options, target) {
		let message = target !== null && target !== void 0 ? target : this.create(), end = reader.pos + length;
		while (reader.pos < end) {
			let [fieldNo, wireType] = reader.tag();
			switch (fieldNo) {
				case 1:
					message.value = reader.int64().toString();
					break;
				default:
					let u = options.readUnknownField;
					if (u === "throw") throw new globalThis.Error(`Unknown field ${fieldNo} (wire type ${wireType}) for ${this.typeName}`);
					let d = reader.skip(wireType);
					if (u !== false) (u === true ? import_commonjs$1.UnknownFieldHandler.onRead : u)(this.typeName, message, fieldNo, wireType, d);
			}
		}
		return message;
	}
	internalBinaryWrite(message, writer, options) {
		if (message.value !== "0") writer.tag(1, import_commonjs$1.WireType.Varint).int64(message.value);
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
/**
* @generated MessageType for protobuf message google.protobuf.Int64Value
*/
const Int64Value = new Int64Value$Type();
var UInt64Value$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("google.protobuf.UInt64Value", [{
			no: 1,
			name: "value",
			kind: "scalar",
			T: 4
		}]);
	}
	/**
	* Encode `UInt64Value` to JSON string.
	*/
	internalJsonWrite(message, options) {
		return this.refJsonWriter.scalar(import_commonjs$1.ScalarType.UINT64, message.value, "value", false, true);
	}
	/**
	* Decode `UInt64Value` from JSON string.
	*/
	internalJsonRead(json, options, target) {
		if (!target) target = this.create();
		target.value = this.refJsonReader.scalar(json, import_commonjs$1.ScalarType.UINT64, import_commonjs$1.LongType.STRING, "value");
		return target;
	}
	create(value) {
		const message = { value: "0" };
		globalThis.Object.defineProperty(message, import_commonjs$1.MESSAGE_TYPE, {
			enumerable: false,
			value: this
		});
		if (value !== void 0) (0, import_commonjs$1.reflectionMergePartial)(this, message, value);
		return message;
	}
	internalBinaryRead(reader, length, options, target) {
		let message = target !== null && target !== void 0 ? target : this.create(), end = reader.pos + length;
		while (reader.pos < end) {
			let [fieldNo, wireType] = reader.tag();
			switch (fieldNo) {
				case 1:
					message.value = reader.uint64().toString();
					break;
				default:
					let u = options.readUnknownField;
					if (u === "throw") throw new globalThis.Error(`Unknown field ${fieldNo} (wire type ${wireType}) for ${this.typeName}`);
					let d = reader.skip(wireType);
					if (u !== false) (u === true ? import_commonjs$1.UnknownFieldHandler.onRead : u)(this.typeName, message, fieldNo, wireType, d);
			}
		}
		return message;
	}
	internalBinaryWrite(message, writer, options) {
		if (message.value !== "0") writer.tag(1, import_commonjs$1.WireType.Varint).uint64(message.value);
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
new UInt64Value$Type();
var Int32Value$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("google.protobuf.Int32Value", [{
			no: 1,
			name: "value",
			kind: "scalar",
			T: 5
		}]);
	}
	/**
	* Encode `Int32Value` to JSON string.
	*/
	internalJsonWrite(message, options) {
		return this.refJsonWriter.scalar(5, message.value, "value", false, true);
	}
	/**
	* Decode `Int32Value` from JSON string.
	*/
	internalJsonRead(json, options, target) {
		if (!target) target = this.create();
		target.value = this.refJsonReader.scalar(json, 5, void 0, "value");
		return target;
	}
	create(value) {
		const message = { value: 0 };
		globalThis.Object.defineProperty(message, import_commonjs$1.MESSAGE_TYPE, {
			enumerable: false,
			value: this
		});
		if (value !== void 0) (0, import_commonjs$1.reflectionMergePartial)(this, message, value);
		return message;
	}
	internalBinaryRead(reader, length, options, target) {
		let message = target !== null && target !== void 0 ? target : this.create(), end = reader.pos + length;
		while (reader.pos < end) {
			let [fieldNo, wireType] = reader.tag();
			switch (fieldNo) {
				case 1:
					message.value = reader.int32();
					break;
				default:
					let u = options.readUnknownField;
					if (u === "throw") throw new globalThis.Error(`Unknown field ${fieldNo} (wire type ${wireType}) for ${this.typeName}`);
					let d = reader.skip(wireType);
					if (u !== false) (u === true ? import_commonjs$1.UnknownFieldHandler.onRead : u)(this.typeName, message, fieldNo, wireType, d);
			}
		}
		return message;
	}
	internalBinaryWrite(message, writer, options) {
		if (message.value !== 0) writer.tag(1, import_commonjs$1.WireType.Varint).int32(message.value);
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
new Int32Value$Type();
var UInt32Value$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("google.protobuf.UInt32Value", [{
			no: 1,
			name: "value",
			kind: "scalar",
			T: 13
		}]);
	}
	/**
	* Encode `UInt32Value` to JSON string.
	*/
	internalJsonWrite(message, options) {
		return this.refJsonWriter.scalar(13, message.value, "value", false, true);
	}
	/**
	* Decode `UInt32Value` from JSON string.
	*/
	internalJsonRead(json, options, target) {
		if (!target) target = this.create();
		target.value = this.refJsonReader.scalar(json, 13, void 0, "value");
		return target;
	}
	create(value) {
		const message = { value: 0 };
		globalThis.Object.defineProperty(message, import_commonjs$1.MESSAGE_TYPE, {
			enumerable: false,
			value: this
		});
		if (value !== void 0) (0, import_commonjs$1.reflectionMergePartial)(this, message, value);
		return message;
	}
	internalBinaryRead(reader, length, options, target) {
		let message = target !== null && target !== void 0 ? target : this.create(), end = reader.pos + length;
		while (reader.pos < end) {
			let [fieldNo, wireType] = reader.tag();
			switch (fieldNo) {
				case 1:
					message.value = reader.uint32();
					break;
				default:
					let u = options.readUnknownField;
					if (u === "throw") throw new globalThis.Error(`Unknown field ${fieldNo} (wire type ${wireType}) for ${this.typeName}`);
					let d = reader.skip(wireType);
					if (u !== false) (u === true ? import_commonjs$1.UnknownFieldHandler.onRead : u)(this.typeName, message, fieldNo, wireType, d);
			}
		}
		return message;
	}
	internalBinaryWrite(message, writer, options) {
		if (message.value !== 0) writer.tag(1, import_commonjs$1.WireType.Varint).uint32(message.value);
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
new UInt32Value$Type();
var BoolValue$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("google.protobuf.BoolValue", [{
			no: 1,
			name: "value",
			kind: "scalar",
			T: 8
		}]);
	}
	/**
	* Encode `BoolValue` to JSON bool.
	*/
	internalJsonWrite(message, options) {
		return message.value;
	}
	/**
	* Decode `BoolValue` from JSON bool.
	*/
	internalJsonRead(json, options, target) {
		if (!target) target = this.create();
		target.value = this.refJsonReader.scalar(json, 8, void 0, "value");
		return target;
	}
	create(value) {
		const message = { value: false };
		globalThis.Object.defineProperty(message, import_commonjs$1.MESSAGE_TYPE, {
			enumerable: false,
			value: this
		});
		if (value !== void 0) (0, import_commonjs$1.reflectionMergePartial)(this, message, value);
		return message;
	}
	internalBinaryRead(reader, length, options, target) {
		let message = target !== null && target !== void 0 ? target : this.create(), end = reader.pos + length;
		while (reader.pos < end) {
			let [fieldNo, wireType] = reader.tag();
			switch (fieldNo) {
				case 1:
					message.value = reader.bool();
					break;
				default:
					let u = options.readUnknownField;
					if (u === "throw") throw new globalThis.Error(`Unknown field ${fieldNo} (wire type ${wireType}) for ${this.typeName}`);
					let d = reader.skip(wireType);
					if (u !== false) (u === true ? import_commonjs$1.UnknownFieldHandler.onRead : u)(this.typeName, message, fieldNo, wireType, d);
			}
		}
		return message;
	}
	internalBinaryWrite(message, writer, options) {
		if (message.value !== false) writer.tag(1, import_commonjs$1.WireType.Varint).bool(message.value);
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
new BoolValue$Type();
var StringValue$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("google.protobuf.StringValue", [{
			no: 1,
			name: "value",
			kind: "scalar",
			T: 9
		}]);
	}
	/**
	* Encode `StringValue` to JSON string.
	*/
	internalJsonWrite(message, options) {
		return message.value;
	}
	/**
	* Decode `StringValue` from JSON string.
	*/
	internalJsonRead(json, options, target) {
		if (!target) target = this.create();
		target.value = this.refJsonReader.scalar(json, 9, void 0, "value");
		return target;
	}
	create(value) {
		const message = { value: "" };
		globalThis.Object.defineProperty(message, import_commonjs$1.MESSAGE_TYPE, {
			enumerable: false,
			value: this
		});
		if (value !== void 0) (0, import_commonjs$1.reflectionMergePartial)(this, message, value);
		return message;
	}
	internalBinaryRead(reader, length, options, target) {
		let message = target !== null && target !== void 0 ? target : this.create(), end = reader.pos + length;
		while (reader.pos < end) {
			let [fieldNo, wireType] = reader.tag();
			switch (fieldNo) {
				case 1:
					message.value = reader.string();
					break;
				default:
					let u = options.readUnknownField;
					if (u === "throw") throw new globalThis.Error(`Unknown field ${fieldNo} (wire type ${wireType}) for ${this.typeName}`);
					let d = reader.skip(wireType);
					if (u !== false) (u === true ? import_commonjs$1.UnknownFieldHandler.onRead : u)(this.typeName, message, fieldNo, wireType, d);
			}
		}
		return message;
	}
	internalBinaryWrite(message, writer, options) {
		if (message.value !== "") writer.tag(1, import_commonjs$1.WireType.LengthDelimited).string(message.value);
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
/**
* @generated MessageType for protobuf message google.protobuf.StringValue
*/
const StringValue = new StringValue$Type();
var BytesValue$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("google.protobuf.BytesValue", [{
			no: 1,
			name: "value",
			kind: "scalar",
			T: 12
		}]);
	}
	/**
	* Encode `BytesValue` to JSON string.
	*/
	internalJsonWrite(message, options) {
		return this.refJsonWriter.scalar(12, message.value, "value", false, true);
	}
	/**
	* Decode `BytesValue` from JSON string.
	*/
	internalJsonRead(json, options, target) {
		if (!target) target = this.create();
		target.value = this.refJsonReader.scalar(json, 12, void 0, "value");
		return target;
	}
	create(value) {
		const message = { value: /* @__PURE__ */ new Uint8Array(0) };
		globalThis.Object.defineProperty(message, import_commonjs$1.MESSAGE_TYPE, {
			enumerable: false,
			value: this
		});
		if (value !== void 0) (0, import_commonjs$1.reflectionMergePartial)(this, message, value);
		return message;
	}
	internalBinaryRead(reader, length, options, target) {
		let message = target !== null && target !== void 0 ? target : this.create(), end = reader.pos + length;
		while (reader.pos < end) {
			let [fieldNo, wireType] = reader.tag();
			switch (fieldNo) {
				case 1:
					message.value = reader.bytes();
					break;
				default:
					let u = options.readUnknownField;
					if (u === "throw") throw new globalThis.Error(`Unknown field ${fieldNo} (wire type ${wireType}) for ${this.typeName}`);
					let d = reader.skip(wireType);
					if (u !== false) (u === true ? import_commonjs$1.UnknownFieldHandler.onRead : u)(this.typeName, message, fieldNo, wireType, d);
			}
		}
		return message;
	}
	internalBinaryWrite(message, writer, options) {
		if (message.value.length) writer.tag(1, import_commonjs$1.WireType.LengthDelimited).bytes(message.value);
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
new BytesValue$Type();
// node_modules/@actions/artifact/lib/generated/results/api/v1/artifact.js
var import_commonjs = require_commonjs$1();
var CreateArtifactRequest$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("github.actions.results.api.v1.CreateArtifactRequest", [
			{
				no: 1,
				name: "workflow_run_backend_id",
				kind: "scalar",
				T: 9
			},
			{
				no: 2,
				name: "workflow_job_run_backend_id",
				kind: "scalar",
				T: 9
			},
			{
				no: 3,
				name: "name",
				kind: "scalar",
				T: 9
			},
			{
				no: 4,
				name: "expires_at",
				kind: "message",
				T: () => Timestamp
			},
			{
				no: 5,
				name: "version",
				kind: "scalar",
				T: 5
			},
			{
				no: 6,
				name: "mime_type",
				kind: "message",
				T: () => StringValue
			}
		]);
	}
	create(value) {
		const message = {
			workflowRunBackendId: "",
			workflowJobRunBackendId: "",
			name: "",
			version: 0
		};
		globalThis.Object.defineProperty(message, import_commonjs$1.MESSAGE_TYPE, {
			enumerable: false,
			value: this
		});
		if (value !== void 0) (0, import_commonjs$1.reflectionMergePartial)(this, message, value);
		return message;
	}
	internalBinaryRead(reader, length, options, target) {
		let message = target !== null && target !== void 0 ? target : this.create(), end = reader.pos + length;
		while (reader.pos < end) {
			let [fieldNo, wireType] = reader.tag();
			switch (fieldNo) {
				case 1:
					message.workflowRunBackendId = reader.string();
					break;
				case 2:
					message.workflowJobRunBackendId = reader.string();
					break;
				case 3:
					message.name = reader.string();
					break;
				case 4:
					message.expiresAt = Timestamp.internalBinaryRead(reader, reader.uint32(), options, message.expiresAt);
					break;
				case 5:
					message.version = reader.int32();
					break;
				case 6:
					message.mimeType = StringValue.internalBinaryRead(reader, reader.uint32(), options, message.mimeType);
					break;
				default:
					let u = options.readUnknownField;
					if (u === "throw") throw new globalThis.Error(`Unknown field ${fieldNo} (wire type ${wireType}) for ${this.typeName}`);
					let d = reader.skip(wireType);
					if (u !== false) (u === true ? import_commonjs$1.UnknownFieldHandler.onRead : u)(this.typeName, message, fieldNo, wireType, d);
			}
		}
		return message;
	}
	internalBinaryWrite(message, writer, options) {
		if (message.workflowRunBackendId !== "") writer.tag(1, import_commonjs$1.WireType.LengthDelimited).string(message.workflowRunBackendId);
		if (message.workflowJobRunBackendId !== "") writer.tag(2, import_commonjs$1.WireType.LengthDelimited).string(message.workflowJobRunBackendId);
		if (message.name !== "") writer.tag(3, import_commonjs$1.WireType.LengthDelimited).string(message.name);
		if (message.expiresAt) Timestamp.internalBinaryWrite(message.expiresAt, writer.tag(4, import_commonjs$1.WireType.LengthDelimited).fork(), options).join();
		if (message.version !== 0) writer.tag(5, import_commonjs$1.WireType.Varint).int32(message.version);
		if (message.mimeType) StringValue.internalBinaryWrite(message.mimeType, writer.tag(6, import_commonjs$1.WireType.LengthDelimited).fork(), options).join();
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
/**
* @generated MessageType for protobuf message github.actions.results.api.v1.CreateArtifactRequest
*/
const CreateArtifactRequest = new CreateArtifactRequest$Type();
var CreateArtifactResponse$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("github.actions.results.api.v1.CreateArtifactResponse", [{
			no: 1,
			name: "ok",
			kind: "scalar",
			T: 8
		}, {
			no: 2,
			name: "signed_upload_url",
			kind: "scalar",
			T: 9
		}]);
	}
	create(value) {
		const message = {
			ok: false,
			signedUploadUrl: ""
		};
		globalThis.Object.defineProperty(message, import_commonjs$1.MESSAGE_TYPE, {
			enumerable: false,
			value: this
		});
		if (value !== void 0) (0, import_commonjs$1.reflectionMergePartial)(this, message, value);
		return message;
	}
	internalBinaryRead(reader, length, options, target) {
		let message = target !== null && target !== void 0 ? target : this.create(), end = reader.pos + length;
		while (reader.pos < end) {
			let [fieldNo, wireType] = reader.tag();
			switch (fieldNo) {
				case 1:
					message.ok = reader.bool();
					break;
				case 2:
					message.signedUploadUrl = reader.string();
					break;
				default:
					let u = options.readUnknownField;
					if (u === "throw") throw new globalThis.Error(`Unknown field ${fieldNo} (wire type ${wireType}) for ${this.typeName}`);
					let d = reader.skip(wireType);
					if (u !== false) (u === true ? import_commonjs$1.UnknownFieldHandler.onRead : u)(this.typeName, message, fieldNo, wireType, d);
			}
		}
		return message;
	}
	internalBinaryWrite(message, writer, options) {
		if (message.ok !== false) writer.tag(1, import_commonjs$1.WireType.Varint).bool(message.ok);
		if (message.signedUploadUrl !== "") writer.tag(2, import_commonjs$1.WireType.LengthDelimited).string(message.signedUploadUrl);
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
/**
* @generated MessageType for protobuf message github.actions.results.api.v1.CreateArtifactResponse
*/
const CreateArtifactResponse = new CreateArtifactResponse$Type();
var FinalizeArtifactRequest$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("github.actions.results.api.v1.FinalizeArtifactRequest", [
			{
				no: 1,
				name: "workflow_run_backend_id",
				kind: "scalar",
				T: 9
			},
			{
				no: 2,
				name: "workflow_job_run_backend_id",
				kind: "scalar",
				T: 9
			},
			{
				no: 3,
				name: "name",
				kind: "scalar",
				T: 9
			},
			{
				no: 4,
				name: "size",
				kind: "scalar",
				T: 3
			},
			{
				no: 5,
				name: "hash",
				kind: "message",
				T: () => StringValue
			}
		]);
	}
	create(value) {
		const message = {
			workflowRunBackendId: "",
			workflowJobRunBackendId: "",
			name: "",
			size: "0"
		};
		globalThis.Object.defineProperty(message, import_commonjs$1.MESSAGE_TYPE, {
			enumerable: false,
			value: this
		});
		if (value !== void 0) (0, import_commonjs$1.reflectionMergePartial)(this, message, value);
		return message;
	}
	internalBinaryRead(reader, length, options, target) {
		let message = target !== null && target !== void 0 ? target : this.create(), end = reader.pos + length;
		while (reader.pos < end) {
			let [fieldNo, wireType] = reader.tag();
			switch (fieldNo) {
				case 1:
					message.workflowRunBackendId = reader.string();
					break;
				case 2:
					message.workflowJobRunBackendId = reader.string();
					break;
				case 3:
					message.name = reader.string();
					break;
				case 4:
					message.size = reader.int64().toString();
					break;
				case 5:
					message.hash = StringValue.internalBinaryRead(reader, reader.uint32(), options, message.hash);
					break;
				default:
					let u = options.readUnknownField;
					if (u === "throw") throw new globalThis.Error(`Unknown field ${fieldNo} (wire type ${wireType}) for ${this.typeName}`);
					let d = reader.skip(wireType);
					if (u !== false) (u === true ? import_commonjs$1.UnknownFieldHandler.onRead : u)(this.typeName, message, fieldNo, wireType, d);
			}
		}
		return message;
	}
	internalBinaryWrite(message, writer, options) {
		if (message.workflowRunBackendId !== "") writer.tag(1, import_commonjs$1.WireType.LengthDelimited).string(message.workflowRunBackendId);
		if (message.workflowJobRunBackendId !== "") writer.tag(2, import_commonjs$1.WireType.LengthDelimited).string(message.workflowJobRunBackendId);
		if (message.name !== "") writer.tag(3, import_commonjs$1.WireType.LengthDelimited).string(message.name);
		if (message.size !== "0") writer.tag(4, import_commonjs$1.WireType.Varint).int64(message.size);
		if (message.hash) StringValue.internalBinaryWrite(message.hash, writer.tag(5, import_commonjs$1.WireType.LengthDelimited).fork(), options).join();
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
/**
* @generated MessageType for protobuf message github.actions.results.api.v1.FinalizeArtifactRequest
*/
const FinalizeArtifactRequest = new FinalizeArtifactRequest$Type();
var FinalizeArtifactResponse$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("github.actions.results.api.v1.FinalizeArtifactResponse", [{
			no: 1,
			name: "ok",
			kind: "scalar",
			T: 8
		}, {
			no: 2,
			name: "artifact_id",
			kind: "scalar",
			T: 3
		}]);
	}
	create(value) {
		const message = {
			ok: false,
			artifactId: "0"
		};
		globalThis.Object.defineProperty(message, import_commonjs$1.MESSAGE_TYPE, {
			enumerable: false,
			value: this
		});
		if (value !== void 0) (0, import_commonjs$1.reflectionMergePartial)(this, message, value);
		return message;
	}
	internalBinaryRead(reader, length, options, target) {
		let message = target !== null && target !== void 0 ? target : this.create(), end = reader.pos + length;
		while (reader.pos < end) {
			let [fieldNo, wireType] = reader.tag();
			switch (fieldNo) {
				case 1:
					message.ok = reader.bool();
					break;
				case 2:
					message.artifactId = reader.int64().toString();
					break;
				default:
					let u = options.readUnknownField;
					if (u === "throw") throw new globalThis.Error(`Unknown field ${fieldNo} (wire type ${wireType}) for ${this.typeName}`);
					let d = reader.skip(wireType);
					if (u !== false) (u === true ? import_commonjs$1.UnknownFieldHandler.onRead : u)(this.typeName, message, fieldNo, wireType, d);
			}
		}
		return message;
	}
	internalBinaryWrite(message, writer, options) {
		if (message.ok !== false) writer.tag(1, import_commonjs$1.WireType.Varint).bool(message.ok);
		if (message.artifactId !== "0") writer.tag(2, import_commonjs$1.WireType.Varint).int64(message.artifactId);
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
/**
* @generated MessageType for protobuf message github.actions.results.api.v1.FinalizeArtifactResponse
*/
const FinalizeArtifactResponse = new FinalizeArtifactResponse$Type();
var ListArtifactsRequest$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("github.actions.results.api.v1.ListArtifactsRequest", [
			{
				no: 1,
				name: "workflow_run_backend_id",
				kind: "scalar",
				T: 9
			},
			{
				no: 2,
				name: "workflow_job_run_backend_id",
				kind: "scalar",
				T: 9
			},
			{
				no: 3,
				name: "name_filter",
				kind: "message",
				T: () => StringValue
			},
			{
				no: 4,
				name: "id_filter",
				kind: "message",
				T: () => Int64Value
			}
		]);
	}
	create(value) {
		const message = {
			workflowRunBackendId: "",
			workflowJobRunBackendId: ""
		};
		globalThis.Object.defineProperty(message, import_commonjs$1.MESSAGE_TYPE, {
			enumerable: false,
			value: this
		});
		if (value !== void 0) (0, import_commonjs$1.reflectionMergePartial)(this, message, value);
		return message;
	}
	internalBinaryRead(reader, length, options, target) {
		let message = target !== null && target !== void 0 ? target : this.create(), end = reader.pos + length;
		while (reader.pos < end) {
			let [fieldNo, wireType] = reader.tag();
			switch (fieldNo) {
				case 1:
					message.workflowRunBackendId = reader.string();
					break;
				case 2:
					message.workflowJobRunBackendId = reader.string();
					break;
				case 3:
					message.nameFilter = StringValue.internalBinaryRead(reader, reader.uint32(), options, message.nameFilter);
					break;
				case 4:
					message.idFilter = Int64Value.internalBinaryRead(reader, reader.uint32(), options, message.idFilter);
					break;
				default:
					let u = options.readUnknownField;
					if (u === "throw") throw new globalThis.Error(`Unknown field ${fieldNo} (wire type ${wireType}) for ${this.typeName}`);
					let d = reader.skip(wireType);
					if (u !== false) (u === true ? import_commonjs$1.UnknownFieldHandler.onRead : u)(this.typeName, message, fieldNo, wireType, d);
			}
		}
		return message;
	}
	internalBinaryWrite(message, writer, options) {
		if (message.workflowRunBackendId !== "") writer.tag(1, import_commonjs$1.WireType.LengthDelimited).string(message.workflowRunBackendId);
		if (message.workflowJobRunBackendId !== "") writer.tag(2, import_commonjs$1.WireType.LengthDelimited).string(message.workflowJobRunBackendId);
		if (message.nameFilter) StringValue.internalBinaryWrite(message.nameFilter, writer.tag(3, import_commonjs$1.WireType.LengthDelimited).fork(), options).join();
		if (message.idFilter) Int64Value.internalBinaryWrite(message.idFilter, writer.tag(4, import_commonjs$1.WireType.LengthDelimited).fork(), options).join();
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
/**
* @generated MessageType for protobuf message github.actions.results.api.v1.ListArtifactsRequest
*/
const ListArtifactsRequest = new ListArtifactsRequest$Type();
var ListArtifactsResponse$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("github.actions.results.api.v1.ListArtifactsResponse", [{
			no: 1,
			name: "artifacts",
			kind: "message",
			repeat: 2,
			T: () => ListArtifactsResponse_MonolithArtifact
		}]);
	}
	create(value) {
		const message = { artifacts: [] };
		globalThis.Object.defineProperty(message, import_commonjs$1.MESSAGE_TYPE, {
			enumerable: false,
			value: this
		});
		if (value !== void 0) (0, import_commonjs$1.reflectionMergePartial)(this, message, value);
		return message;
	}
	internalBinaryRead(reader, length, options, target) {
		let message = target !== null && target !== void 0 ? target : this.create(), end = reader.pos + length;
		while (reader.pos < end) {
			let [fieldNo, wireType] = reader.tag();
			switch (fieldNo) {
				case 1:
					message.artifacts.push(ListArtifactsResponse_MonolithArtifact.internalBinaryRead(reader, reader.uint32(), options));
					break;
				default:
					let u = options.readUnknownField;
					if (u === "throw") throw new globalThis.Error(`Unknown field ${fieldNo} (wire type ${wireType}) for ${this.typeName}`);
					let d = reader.skip(wireType);
					if (u !== false) (u === true ? import_commonjs$1.UnknownFieldHandler.onRead : u)(this.typeName, message, fieldNo, wireType, d);
			}
		}
		return message;
	}
	internalBinaryWrite(message, writer, options) {
		for (let i = 0; i < message.artifacts.length; i++) ListArtifactsResponse_MonolithArtifact.internalBinaryWrite(message.artifacts[i], writer.tag(1, import_commonjs$1.WireType.LengthDelimited).fork(), options).join();
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
/**
* @generated MessageType for protobuf message github.actions.results.api.v1.ListArtifactsResponse
*/
const ListArtifactsResponse = new ListArtifactsResponse$Type();
var ListArtifactsResponse_MonolithArtifact$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("github.actions.results.api.v1.ListArtifactsResponse.MonolithArtifact", [
			{
				no: 1,
				name: "workflow_run_backend_id",
				kind: "scalar",
				T: 9
			},
			{
				no: 2,
				name: "workflow_job_run_backend_id",
				kind: "scalar",
				T: 9
			},
			{
				no: 3,
				name: "database_id",
				kind: "scalar",
				T: 3
			},
			{
				no: 4,
				name: "name",
				kind: "scalar",
				T: 9
			},
			{
				no: 5,
				name: "size",
				kind: "scalar",
				T: 3
			},
			{
				no: 6,
				name: "created_at",
				kind: "message",
				T: () => Timestamp
			},
			{
				no: 7,
				name: "digest",
				kind: "message",
				T: () => StringValue
			}
		]);
	}
	create(value) {
		const message = {
			workflowRunBackendId: "",
			workflowJobRunBackendId: "",
			databaseId: "0",
			name: "",
			size: "0"
		};
		globalThis.Object.defineProperty(message, import_commonjs$1.MESSAGE_TYPE, {
			enumerable: false,
			value: this
		});
		if (value !== void 0) (0, import_commonjs$1.reflectionMergePartial)(this, message, value);
		return message;
	}
	internalBinaryRead(reader, length, options, target) {
		let message = target !== null && target !== void 0 ? target : this.create(), end = reader.pos + length;
		while (reader.pos < end) {
			let [fieldNo, wireType] = reader.tag();
			switch (fieldNo) {
				case 1:
					message.workflowRunBackendId = reader.string();
					break;
				case 2:
					message.workflowJobRunBackendId = reader.string();
					break;
				case 3:
					message.databaseId = reader.int64().toString();
					break;
				case 4:
					message.name = reader.string();
					break;
				case 5:
					message.size = reader.int64().toString();
					break;
				case 6:
					message.createdAt = Timestamp.internalBinaryRead(reader, reader.uint32(), options, message.createdAt);
					break;
				case 7:
					message.digest = StringValue.internalBinaryRead(reader, reader.uint32(), options, message.digest);
					break;
				default:
					let u = options.readUnknownField;
					if (u === "throw") throw new globalThis.Error(`Unknown field ${fieldNo} (wire type ${wireType}) for ${this.typeName}`);
					let d = reader.skip(wireType);
					if (u !== false) (u === true ? import_commonjs$1.UnknownFieldHandler.onRead : u)(this.typeName, message, fieldNo, wireType, d);
			}
		}
		return message;
	}
	internalBinaryWrite(message, writer, options) {
		if (message.workflowRunBackendId !== "") writer.tag(1, import_commonjs$1.WireType.LengthDelimited).string(message.workflowRunBackendId);
		if (message.workflowJobRunBackendId !== "") writer.tag(2, import_commonjs$1.WireType.LengthDelimited).string(message.workflowJobRunBackendId);
		if (message.databaseId !== "0") writer.tag(3, import_commonjs$1.WireType.Varint).int64(message.databaseId);
		if (message.name !== "") writer.tag(4, import_commonjs$1.WireType.LengthDelimited).string(message.name);
		if (message.size !== "0") writer.tag(5, import_commonjs$1.WireType.Varint).int64(message.size);
		if (message.createdAt) Timestamp.internalBinaryWrite(message.createdAt, writer.tag(6, import_commonjs$1.WireType.LengthDelimited).fork(), options).join();
		if (message.digest) StringValue.internalBinaryWrite(message.digest, writer.tag(7, import_commonjs$1.WireType.LengthDelimited).fork(), options).join();
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
/**
* @generated MessageType for protobuf message github.actions.results.api.v1.ListArtifactsResponse.MonolithArtifact
*/
const ListArtifactsResponse_MonolithArtifact = new ListArtifactsResponse_MonolithArtifact$Type();
var GetSignedArtifactURLRequest$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("github.actions.results.api.v1.GetSignedArtifactURLRequest", [
			{
				no: 1,
				name: "workflow_run_backend_id",
				kind: "scalar",
				T: 9
			},
			{
				no: 2,
				name: "workflow_job_run_backend_id",
				kind: "scalar",
				T: 9
			},
			{
				no: 3,
				name: "name",
				kind: "scalar",
				T: 9
			}
		]);
	}
	create(value) {
		const message = {
			workflowRunBackendId: "",
			workflowJobRunBackendId: "",
			name: ""
		};
		globalThis.Object.defineProperty(message, import_commonjs$1.MESSAGE_TYPE, {
			enumerable: false,
			value: this
		});
		if (value !== void 0) (0, import_commonjs$1.reflectionMergePartial)(this, message, value);
		return message;
	}
	internalBinaryRead(reader, length, options, target) {
		let message = target !== null && target !== void 0 ? target : this.create(), end = reader.pos + length;
		while (reader.pos < end) {
			let [fieldNo, wireType] = reader.tag();
			switch (fieldNo) {
				case 1:
					message.workflowRunBackendId = reader.string();
					break;
				case 2:
					message.workflowJobRunBackendId = reader.string();
					break;
				case 3:
					message.name = reader.string();
					break;
				default:
					let u = options.readUnknownField;
					if (u === "throw") throw new globalThis.Error(`Unknown field ${fieldNo} (wire type ${wireType}) for ${this.typeName}`);
					let d = reader.skip(wireType);
					if (u !== false) (u === true ? import_commonjs$1.UnknownFieldHandler.onRead : u)(this.typeName, message, fieldNo, wireType, d);
			}
		}
		return message;
	}
	internalBinaryWrite(message, writer, options) {
		if (message.workflowRunBackendId !== "") writer.tag(1, import_commonjs$1.WireType.LengthDelimited).string(message.workflowRunBackendId);
		if (message.workflowJobRunBackendId !== "") writer.tag(2, import_commonjs$1.WireType.LengthDelimited).string(message.workflowJobRunBackendId);
		if (message.name !== "") writer.tag(3, import_commonjs$1.WireType.LengthDelimited).string(message.name);
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
/**
* @generated MessageType for protobuf message github.actions.results.api.v1.GetSignedArtifactURLRequest
*/
const GetSignedArtifactURLRequest = new GetSignedArtifactURLRequest$Type();
var GetSignedArtifactURLResponse$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("github.actions.results.api.v1.GetSignedArtifactURLResponse", [{
			no: 1,
			name: "signed_url",
			kind: "scalar",
			T: 9
		}]);
	}
	create(value) {
		const message = { signedUrl: "" };
		globalThis.Object.defineProperty(message, import_commonjs$1.MESSAGE_TYPE, {
			enumerable: false,
			value: this
		});
		if (value !== void 0) (0, import_commonjs$1.reflectionMergePartial)(this, message, value);
		return message;
	}
	internalBinaryRead(reader, length, options, target) {
		let message = target !== null && target !== void 0 ? target : this.create(), end = reader.pos + length;
		while (reader.pos < end) {
			let [fieldNo, wireType] = reader.tag();
			switch (fieldNo) {
				case 1:
					message.signedUrl = reader.string();
					break;
				default:
					let u = options.readUnknownField;
					if (u === "throw") throw new globalThis.Error(`Unknown field ${fieldNo} (wire type ${wireType}) for ${this.typeName}`);
					let d = reader.skip(wireType);
					if (u !== false) (u === true ? import_commonjs$1.UnknownFieldHandler.onRead : u)(this.typeName, message, fieldNo, wireType, d);
			}
		}
		return message;
	}
	internalBinaryWrite(message, writer, options) {
		if (message.signedUrl !== "") writer.tag(1, import_commonjs$1.WireType.LengthDelimited).string(message.signedUrl);
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
/**
* @generated MessageType for protobuf message github.actions.results.api.v1.GetSignedArtifactURLResponse
*/
const GetSignedArtifactURLResponse = new GetSignedArtifactURLResponse$Type();
var DeleteArtifactRequest$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("github.actions.results.api.v1.DeleteArtifactRequest", [
			{
				no: 1,
				name: "workflow_run_backend_id",
				kind: "scalar",
				T: 9
			},
			{
				no: 2,
				name: "workflow_job_run_backend_id",
				kind: "scalar",
				T: 9
			},
			{
				no: 3,
				name: "name",
				kind: "scalar",
				T: 9
			}
		]);
	}
	create(value) {
		const message = {
			workflowRunBackendId: "",
			workflowJobRunBackendId: "",
			name: ""
		};
		globalThis.Object.defineProperty(message, import_commonjs$1.MESSAGE_TYPE, {
			enumerable: false,
			value: this
		});
		if (value !== void 0) (0, import_commonjs$1.reflectionMergePartial)(this, message, value);
		return message;
	}
	internalBinaryRead(reader, length, options, target) {
		let message = target !== null && target !== void 0 ? target : this.create(), end = reader.pos + length;
		while (reader.pos < end) {
			let [fieldNo, wireType] = reader.tag();
			switch (fieldNo) {
				case 1:
					message.workflowRunBackendId = reader.string();
					break;
				case 2:
					message.workflowJobRunBackendId = reader.string();
					break;
				case 3:
					message.name = reader.string();
					break;
				default:
					let u = options.readUnknownField;
					if (u === "throw") throw new globalThis.Error(`Unknown field ${fieldNo} (wire type ${wireType}) for ${this.typeName}`);
					let d = reader.skip(wireType);
					if (u !== false) (u === true ? import_commonjs$1.UnknownFieldHandler.onRead : u)(this.typeName, message, fieldNo, wireType, d);
			}
		}
		return message;
	}
	internalBinaryWrite(message, writer, options) {
		if (message.workflowRunBackendId !== "") writer.tag(1, import_commonjs$1.WireType.LengthDelimited).string(message.workflowRunBackendId);
		if (message.workflowJobRunBackendId !== "") writer.tag(2, import_commonjs$1.WireType.LengthDelimited).string(message.workflowJobRunBackendId);
		if (message.name !== "") writer.tag(3, import_commonjs$1.WireType.LengthDelimited).string(message.name);
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
/**
* @generated MessageType for protobuf message github.actions.results.api.v1.DeleteArtifactRequest
*/
const DeleteArtifactRequest = new DeleteArtifactRequest$Type();
var DeleteArtifactResponse$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("github.actions.results.api.v1.DeleteArtifactResponse", [{
			no: 1,
			name: "ok",
			kind: "scalar",
			T: 8
		}, {
			no: 2,
			name: "artifact_id",
			kind: "scalar",
			T: 3
		}]);
	}
	create(value) {
		const message = {
			ok: false,
			artifactId: "0"
		};
		globalThis.Object.defineProperty(message, import_commonjs$1.MESSAGE_TYPE, {
			enumerable: false,
			value: this
		});
		if (value !== void 0) (0, import_commonjs$1.reflectionMergePartial)(this, message, value);
		return message;
	}
	internalBinaryRead(reader, length, options, target) {
		let message = target !== null && target !== void 0 ? target : this.create(), end = reader.pos + length;
		while (reader.pos < end) {
			let [fieldNo, wireType] = reader.tag();
			switch (fieldNo) {
				case 1:
					message.ok = reader.bool();
					break;
				case 2:
					message.artifactId = reader.int64().toString();
					break;
				default:
					let u = options.readUnknownField;
					if (u === "throw") throw new globalThis.Error(`Unknown field ${fieldNo} (wire type ${wireType}) for ${this.typeName}`);
					let d = reader.skip(wireType);
					if (u !== false) (u === true ? import_commonjs$1.UnknownFieldHandler.onRead : u)(this.typeName, message, fieldNo, wireType, d);
			}
		}
		return message;
	}
	internalBinaryWrite(message, writer, options) {
		if (message.ok !== false) writer.tag(1, import_commonjs$1.WireType.Varint).bool(message.ok);
		if (message.artifactId !== "0") writer.tag(2, import_commonjs$1.WireType.Varint).int64(message.artifactId);
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
/**
* @generated MessageType for protobuf message github.actions.results.api.v1.DeleteArtifactResponse
*/
const DeleteArtifactResponse = new DeleteArtifactResponse$Type();
new import_commonjs.ServiceType("github.actions.results.api.v1.ArtifactService", [
	{
		name: "CreateArtifact",
		options: {},
		I: CreateArtifactRequest,
		O: CreateArtifactResponse
	},
	{
		name: "FinalizeArtifact",
		options: {},
		I: FinalizeArtifactRequest,
		O: FinalizeArtifactResponse
	},
	{
		name: "ListArtifacts",
		options: {},
		I: ListArtifactsRequest,
		O: ListArtifactsResponse
	},
	{
		name: "GetSignedArtifactURL",
		options: {},
		I: GetSignedArtifactURLRequest,
		O: GetSignedArtifactURLResponse
	},
	{
		name: "DeleteArtifact",
		options: {},
		I: DeleteArtifactRequest,
		O: DeleteArtifactResponse
	}
]);
// node_modules/@actions/artifact/lib/generated/results/api/v1/artifact.twirp-client.js
var ArtifactServiceClientJSON = class {
	constructor(rpc) {
		this.rpc = rpc;
		this.CreateArtifact.bind(this);
		this.FinalizeArtifact.bind(this);
		this.ListArtifacts.bind(this);
		this.GetSignedArtifactURL.bind(this);
		this.DeleteArtifact.bind(this);
	}
	CreateArtifact(request) {
		const data = CreateArtifactRequest.toJson(request, {
			useProtoFieldName: true,
			emitDefaultValues: false
		});
		return this.rpc.request("github.actions.results.api.v1.ArtifactService", "CreateArtifact", "application/json", data).then((data) => CreateArtifactResponse.fromJson(data, { ignoreUnknownFields: true }));
	}
	FinalizeArtifact(request) {
		const data = FinalizeArtifactRequest.toJson(request, {
			useProtoFieldName: true,
			emitDefaultValues: false
		});
		return this.rpc.request("github.actions.results.api.v1.ArtifactService", "FinalizeArtifact", "application/json", data).then((data) => FinalizeArtifactResponse.fromJson(data, { ignoreUnknownFields: true }));
	}
	ListArtifacts(request) {
		const data = ListArtifactsRequest.toJson(request, {
			useProtoFieldName: true,
			emitDefaultValues: false
		});
		return this.rpc.request("github.actions.results.api.v1.ArtifactService", "ListArtifacts", "application/json", data).then((data) => ListArtifactsResponse.fromJson(data, { ignoreUnknownFields: true }));
	}
	GetSignedArtifactURL(request) {
		const data = GetSignedArtifactURLRequest.toJson(request, {
			useProtoFieldName: true,
			emitDefaultValues: false
		});
		return this.rpc.request("github.actions.results.api.v1.ArtifactService", "GetSignedArtifactURL", "application/json", data).then((data) => GetSignedArtifactURLResponse.fromJson(data, { ignoreUnknownFields: true }));
	}
	DeleteArtifact(request) {
		const data = DeleteArtifactRequest.toJson(request, {
			useProtoFieldName: true,
			emitDefaultValues: false
		});
		return this.rpc.request("github.actions.results.api.v1.ArtifactService", "DeleteArtifact", "application/json", data).then((data) => DeleteArtifactResponse.fromJson(data, { ignoreUnknownFields: true }));
	}
};
// node_modules/@actions/artifact/lib/internal/upload/retention.js
function getExpiration(retentionDays) {
	if (!retentionDays) return;
	const maxRetentionDays = getRetentionDays();
	if (maxRetentionDays && maxRetentionDays < retentionDays) {
		warning(`Retention days cannot be greater than the maximum allowed retention set within the repository. Using ${maxRetentionDays} instead.`);
		retentionDays = maxRetentionDays;
	}
	const expirationDate = /* @__PURE__ */ new Date();
	expirationDate.setDate(expirationDate.getDate() + retentionDays);
	return Timestamp.fromDate(expirationDate);
}
function getRetentionDays() {
	const retentionDays = process.env["GITHUB_RETENTION_DAYS"];
	if (!retentionDays) return;
	const days = parseInt(retentionDays);
	if (isNaN(days)) return;
	return days;
}
// node_modules/@actions/artifact/lib/internal/upload/path-and-artifact-name-validation.js
/**
* Invalid characters that cannot be in the artifact name or an uploaded file. Will be rejected
* from the server if attempted to be sent over. These characters are not allowed due to limitations with certain
* file systems such as NTFS. To maintain platform-agnostic behavior, all characters that are not supported by an
* individual filesystem/platform will not be supported on all fileSystems/platforms
*
* FilePaths can include characters such as \ and / which are not permitted in the artifact name alone
*/
const invalidArtifactFilePathCharacters = /* @__PURE__ */ new Map([
	["\"", " Double quote \""],
	[":", " Colon :"],
	["<", " Less than <"],
	[">", " Greater than >"],
	["|", " Vertical bar |"],
	["*", " Asterisk *"],
	["?", " Question mark ?"],
	["\r", " Carriage return \\r"],
	["\n", " Line feed \\n"]
]);
const invalidArtifactNameCharacters = new Map([
	...invalidArtifactFilePathCharacters,
	["\\", " Backslash \\"],
	["/", " Forward slash /"]
]);
/**
* Validates the name of the artifact to check to make sure there are no illegal characters
*/
function validateArtifactName(name) {
	if (!name) throw new Error(`Provided artifact name input during validation is empty`);
	for (const [invalidCharacterKey, errorMessageForCharacter] of invalidArtifactNameCharacters) if (name.includes(invalidCharacterKey)) throw new Error(`The artifact name is not valid: ${name}. Contains the following character: ${errorMessageForCharacter}
          
Invalid characters include: ${Array.from(invalidArtifactNameCharacters.values()).toString()}
          
These characters are not allowed in the artifact name due to limitations with certain file systems such as NTFS. To maintain file system agnostic behavior, these characters are intentionally not allowed to prevent potential problems with downloads on different file systems.`);
	info(`Artifact name is valid!`);
}
/**
* Validates file paths to check for any illegal characters that can cause problems on different file systems
*/
function validateFilePath(path) {
	if (!path) throw new Error(`Provided file path input during validation is empty`);
	for (const [invalidCharacterKey, errorMessageForCharacter] of invalidArtifactFilePathCharacters) if (path.includes(invalidCharacterKey)) throw new Error(`The path for one of the files in artifact is not valid: ${path}. Contains the following character: ${errorMessageForCharacter}
          
Invalid characters include: ${Array.from(invalidArtifactFilePathCharacters.values()).toString()}
          
The following characters are not allowed in files that are uploaded due to limitations with certain file systems such as NTFS. To maintain file system agnostic behavior, these characters are intentionally not allowed to prevent potential problems with downloads on different file systems.
          `);
}
// node_modules/@actions/artifact/package.json
var require_package = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = {
		"name": "@actions/artifact",
		"version": "6.2.1",
		"preview": true,
		"description": "Actions artifact lib",
		"keywords": [
			"github",
			"actions",
			"artifact"
		],
		"homepage": "https://github.com/actions/toolkit/tree/main/packages/artifact",
		"license": "MIT",
		"type": "module",
		"main": "lib/artifact.js",
		"types": "lib/artifact.d.ts",
		"exports": { ".": {
			"types": "./lib/artifact.d.ts",
			"import": "./lib/artifact.js"
		} },
		"directories": {
			"lib": "lib",
			"test": "__tests__"
		},
		"files": ["lib", "!.DS_Store"],
		"publishConfig": { "access": "public" },
		"repository": {
			"type": "git",
			"url": "git+https://github.com/actions/toolkit.git",
			"directory": "packages/artifact"
		},
		"scripts": {
			"audit-moderate": "npm install && npm audit --json --audit-level=moderate > audit.json",
			"test": "cd ../../ && npm run test ./packages/artifact",
			"bootstrap": "cd ../../ && npm run bootstrap",
			"tsc-run": "tsc && cp src/internal/shared/package-version.cjs lib/internal/shared/",
			"tsc": "npm run bootstrap && npm run tsc-run",
			"gen:docs": "typedoc --plugin typedoc-plugin-markdown --out docs/generated src/artifact.ts --githubPages false --readme none"
		},
		"bugs": { "url": "https://github.com/actions/toolkit/issues" },
		"dependencies": {
			"@actions/core": "^3.0.0",
			"@actions/github": "^9.0.0",
			"@actions/http-client": "^4.0.0",
			"@azure/storage-blob": "^12.30.0",
			"@octokit/core": "^7.0.6",
			"@octokit/plugin-request-log": "^6.0.0",
			"@octokit/plugin-retry": "^8.0.0",
			"@octokit/request": "^10.0.7",
			"@octokit/request-error": "^7.1.0",
			"@protobuf-ts/plugin": "^2.2.3-alpha.1",
			"@protobuf-ts/runtime": "^2.9.4",
			"archiver": "^7.0.1",
			"jwt-decode": "^4.0.0",
			"unzip-stream": "^0.3.1"
		},
		"devDependencies": {
			"@types/archiver": "^7.0.0",
			"@types/unzip-stream": "^0.3.4",
			"typedoc": "^0.28.16",
			"typedoc-plugin-markdown": "^4.9.0",
			"typescript": "^5.9.3"
		},
		"overrides": {
			"uri-js": "npm:uri-js-replace@^1.0.1",
			"node-fetch": "^3.3.2"
		}
	};
}));
// node_modules/@actions/artifact/lib/internal/shared/user-agent.js
var import_package_version = (/* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = { version: require_package().version };
})))();
/**
* Ensure that this User Agent String is used in all HTTP calls so that we can monitor telemetry between different versions of this package
*/
function getUserAgentString() {
	return `@actions/artifact-${import_package_version.version}`;
}
// node_modules/@actions/artifact/lib/internal/shared/errors.js
var FilesNotFoundError = class extends Error {
	constructor(files = []) {
		let message = "No files were found to upload";
		if (files.length > 0) message += `: ${files.join(", ")}`;
		super(message);
		this.files = files;
		this.name = "FilesNotFoundError";
	}
};
var InvalidResponseError = class extends Error {
	constructor(message) {
		super(message);
		this.name = "InvalidResponseError";
	}
};
var ArtifactNotFoundError = class extends Error {
	constructor(message = "Artifact not found") {
		super(message);
		this.name = "ArtifactNotFoundError";
	}
};
var GHESNotSupportedError = class extends Error {
	constructor(message = "@actions/artifact v2.0.0+, upload-artifact@v4+ and download-artifact@v4+ are not currently supported on GHES.") {
		super(message);
		this.name = "GHESNotSupportedError";
	}
};
var NetworkError = class extends Error {
	constructor(code) {
		const message = `Unable to make request: ${code}\nIf you are using self-hosted runners, please make sure your runner has access to all GitHub endpoints: https://docs.github.com/en/actions/hosting-your-own-runners/managing-self-hosted-runners/about-self-hosted-runners#communication-between-self-hosted-runners-and-github`;
		super(message);
		this.code = code;
		this.name = "NetworkError";
	}
};
NetworkError.isNetworkErrorCode = (code) => {
	if (!code) return false;
	return [
		"ECONNRESET",
		"ENOTFOUND",
		"ETIMEDOUT",
		"ECONNREFUSED",
		"EHOSTUNREACH"
	].includes(code);
};
var UsageError = class extends Error {
	constructor() {
		super(`Artifact storage quota has been hit. Unable to upload any new artifacts.\nMore info on storage limits: https://docs.github.com/en/billing/managing-billing-for-github-actions/about-billing-for-github-actions#calculating-minute-and-storage-spending`);
		this.name = "UsageError";
	}
};
UsageError.isUsageErrorMessage = (msg) => {
	if (!msg) return false;
	return msg.includes("insufficient usage");
};
// node_modules/jwt-decode/build/esm/index.js
var InvalidTokenError = class extends Error {};
InvalidTokenError.prototype.name = "InvalidTokenError";
function b64DecodeUnicode(str) {
	return decodeURIComponent(atob(str).replace(/(.)/g, (m, p) => {
		let code = p.charCodeAt(0).toString(16).toUpperCase();
		if (code.length < 2) code = "0" + code;
		return "%" + code;
	}));
}
function base64UrlDecode(str) {
	let output = str.replace(/-/g, "+").replace(/_/g, "/");
	switch (output.length % 4) {
		case 0: break;
		case 2:
			output += "==";
			break;
		case 3:
			output += "=";
			break;
		default: throw new Error("base64 string is not of the correct length");
	}
	try {
		return b64DecodeUnicode(output);
	} catch (err) {
		return atob(output);
	}
}
function jwtDecode(token, options) {
	if (typeof token !== "string") throw new InvalidTokenError("Invalid token specified: must be a string");
	options || (options = {});
	const pos = options.header === true ? 0 : 1;
	const part = token.split(".")[pos];
	if (typeof part !== "string") throw new InvalidTokenError(`Invalid token specified: missing part #${pos + 1}`);
	let decoded;
	try {
		decoded = base64UrlDecode(part);
	} catch (e) {
		throw new InvalidTokenError(`Invalid token specified: invalid base64 for part #${pos + 1} (${e.message})`);
	}
	try {
		return JSON.parse(decoded);
	} catch (e) {
		throw new InvalidTokenError(`Invalid token specified: invalid json for part #${pos + 1} (${e.message})`);
	}
}
// node_modules/@actions/artifact/lib/internal/shared/util.js
const InvalidJwtError = /* @__PURE__ */ new Error("Failed to get backend IDs: The provided JWT token is invalid and/or missing claims");
function getBackendIdsFromToken() {
	const decoded = jwtDecode(getRuntimeToken());
	if (!decoded.scp) throw InvalidJwtError;
	const scpParts = decoded.scp.split(" ");
	if (scpParts.length === 0) throw InvalidJwtError;
	for (const scopes of scpParts) {
		const scopeParts = scopes.split(":");
		if ((scopeParts === null || scopeParts === void 0 ? void 0 : scopeParts[0]) !== "Actions.Results") continue;
		if (scopeParts.length !== 3) throw InvalidJwtError;
		const ids = {
			workflowRunBackendId: scopeParts[1],
			workflowJobRunBackendId: scopeParts[2]
		};
		debug(`Workflow Run Backend ID: ${ids.workflowRunBackendId}`);
		debug(`Workflow Job Run Backend ID: ${ids.workflowJobRunBackendId}`);
		return ids;
	}
	throw InvalidJwtError;
}
/**
* Masks the `sig` parameter in a URL and sets it as a secret.
*
* @param url - The URL containing the signature parameter to mask
* @remarks
* This function attempts to parse the provided URL and identify the 'sig' query parameter.
* If found, it registers both the raw and URL-encoded signature values as secrets using
* the Actions `setSecret` API, which prevents them from being displayed in logs.
*
* The function handles errors gracefully if URL parsing fails, logging them as debug messages.
*
* @example
* ```typescript
* // Mask a signature in an Azure SAS token URL
* maskSigUrl('https://example.blob.core.windows.net/container/file.txt?sig=abc123&se=2023-01-01');
* ```
*/
function maskSigUrl(url) {
	if (!url) return;
	try {
		const signature = new URL(url).searchParams.get("sig");
		if (signature) {
			setSecret(signature);
			setSecret(encodeURIComponent(signature));
		}
	} catch (error) {
		debug(`Failed to parse URL: ${url} ${error instanceof Error ? error.message : String(error)}`);
	}
}
/**
* Masks sensitive information in URLs containing signature parameters.
* Currently supports masking 'sig' parameters in the 'signed_upload_url'
* and 'signed_download_url' properties of the provided object.
*
* @param body - The object should contain a signature
* @remarks
* This function extracts URLs from the object properties and calls maskSigUrl
* on each one to redact sensitive signature information. The function doesn't
* modify the original object; it only marks the signatures as secrets for
* logging purposes.
*
* @example
* ```typescript
* const responseBody = {
*   signed_upload_url: 'https://example.com?sig=abc123',
*   signed_download_url: 'https://example.com?sig=def456'
* };
* maskSecretUrls(responseBody);
* ```
*/
function maskSecretUrls(body) {
	if (typeof body !== "object" || body === null) {
		debug("body is not an object or is null");
		return;
	}
	if ("signed_upload_url" in body && typeof body.signed_upload_url === "string") maskSigUrl(body.signed_upload_url);
	if ("signed_url" in body && typeof body.signed_url === "string") maskSigUrl(body.signed_url);
}
// node_modules/@actions/artifact/lib/internal/shared/artifact-twirp-client.js
var __awaiter$9 = function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
var ArtifactHttpClient = class {
	constructor(userAgent, maxAttempts, baseRetryIntervalMilliseconds, retryMultiplier) {
		this.maxAttempts = 5;
		this.baseRetryIntervalMilliseconds = 3e3;
		this.retryMultiplier = 1.5;
		const token = getRuntimeToken();
		this.baseUrl = getResultsServiceUrl();
		if (maxAttempts) this.maxAttempts = maxAttempts;
		if (baseRetryIntervalMilliseconds) this.baseRetryIntervalMilliseconds = baseRetryIntervalMilliseconds;
		if (retryMultiplier) this.retryMultiplier = retryMultiplier;
		this.httpClient = new HttpClient(userAgent, [new BearerCredentialHandler(token)]);
	}
	request(service, method, contentType, data) {
		return __awaiter$9(this, void 0, void 0, function* () {
			const url = new URL(`/twirp/${service}/${method}`, this.baseUrl).href;
			debug(`[Request] ${method} ${url}`);
			const headers = { "Content-Type": contentType };
			try {
				const { body } = yield this.retryableRequest(() => __awaiter$9(this, void 0, void 0, function* () {
					return this.httpClient.post(url, JSON.stringify(data), headers);
				}));
				return body;
			} catch (error) {
				throw new Error(`Failed to ${method}: ${error.message}`);
			}
		});
	}
	retryableRequest(operation) {
		return __awaiter$9(this, void 0, void 0, function* () {
			let attempt = 0;
			let errorMessage = "";
			let rawBody = "";
			while (attempt < this.maxAttempts) {
				let isRetryable = false;
				try {
					const response = yield operation();
					const statusCode = response.message.statusCode;
					rawBody = yield response.readBody();
					debug(`[Response] - ${response.message.statusCode}`);
					debug(`Headers: ${JSON.stringify(response.message.headers, null, 2)}`);
					const body = JSON.parse(rawBody);
					maskSecretUrls(body);
					debug(`Body: ${JSON.stringify(body, null, 2)}`);
					if (this.isSuccessStatusCode(statusCode)) return {
						response,
						body
					};
					isRetryable = this.isRetryableHttpStatusCode(statusCode);
					errorMessage = `Failed request: (${statusCode}) ${response.message.statusMessage}`;
					if (body.msg) {
						if (UsageError.isUsageErrorMessage(body.msg)) throw new UsageError();
						errorMessage = `${errorMessage}: ${body.msg}`;
					}
				} catch (error) {
					if (error instanceof SyntaxError) debug(`Raw Body: ${rawBody}`);
					if (error instanceof UsageError) throw error;
					if (NetworkError.isNetworkErrorCode(error === null || error === void 0 ? void 0 : error.code)) throw new NetworkError(error === null || error === void 0 ? void 0 : error.code);
					isRetryable = true;
					errorMessage = error.message;
				}
				if (!isRetryable) throw new Error(`Received non-retryable error: ${errorMessage}`);
				if (attempt + 1 === this.maxAttempts) throw new Error(`Failed to make request after ${this.maxAttempts} attempts: ${errorMessage}`);
				const retryTimeMilliseconds = this.getExponentialRetryTimeMilliseconds(attempt);
				info(`Attempt ${attempt + 1} of ${this.maxAttempts} failed with error: ${errorMessage}. Retrying request in ${retryTimeMilliseconds} ms...`);
				yield this.sleep(retryTimeMilliseconds);
				attempt++;
			}
			throw new Error(`Request failed`);
		});
	}
	isSuccessStatusCode(statusCode) {
		if (!statusCode) return false;
		return statusCode >= 200 && statusCode < 300;
	}
	isRetryableHttpStatusCode(statusCode) {
		if (!statusCode) return false;
		return [
			HttpCodes.BadGateway,
			HttpCodes.GatewayTimeout,
			HttpCodes.InternalServerError,
			HttpCodes.ServiceUnavailable,
			HttpCodes.TooManyRequests
		].includes(statusCode);
	}
	sleep(milliseconds) {
		return __awaiter$9(this, void 0, void 0, function* () {
			return new Promise((resolve) => setTimeout(resolve, milliseconds));
		});
	}
	getExponentialRetryTimeMilliseconds(attempt) {
		if (attempt < 0) throw new Error("attempt should be a positive integer");
		if (attempt === 0) return this.baseRetryIntervalMilliseconds;
		const minTime = this.baseRetryIntervalMilliseconds * Math.pow(this.retryMultiplier, attempt);
		const maxTime = minTime * this.retryMultiplier;
		return Math.trunc(Math.random() * (maxTime - minTime) + minTime);
	}
};
function internalArtifactTwirpClient(options) {
	return new ArtifactServiceClientJSON(new ArtifactHttpClient(getUserAgentString(), options === null || options === void 0 ? void 0 : options.maxAttempts, options === null || options === void 0 ? void 0 : options.retryIntervalMs, options === null || options === void 0 ? void 0 : options.retryMultiplier));
}
// node_modules/@actions/artifact/lib/internal/upload/upload-zip-specification.js
/**
* Checks if a root directory exists and is valid
* @param rootDirectory an absolute root directory path common to all input files that that will be trimmed from the final zip structure
*/
function validateRootDirectory(rootDirectory) {
	if (!fs$2.existsSync(rootDirectory)) throw new Error(`The provided rootDirectory ${rootDirectory} does not exist`);
	if (!fs$2.statSync(rootDirectory).isDirectory()) throw new Error(`The provided rootDirectory ${rootDirectory} is not a valid directory`);
	info(`Root directory input is valid!`);
}
/**
* Creates a specification that describes how a zip file will be created for a set of input files
* @param filesToZip a list of file that should be included in the zip
* @param rootDirectory an absolute root directory path common to all input files that that will be trimmed from the final zip structure
*/
function getUploadZipSpecification(filesToZip, rootDirectory) {
	const specification = [];
	rootDirectory = normalize(rootDirectory);
	rootDirectory = resolve(rootDirectory);
	for (let file of filesToZip) {
		const stats = fs$2.lstatSync(file, { throwIfNoEntry: false });
		if (!stats) throw new Error(`File ${file} does not exist`);
		if (!stats.isDirectory()) {
			file = normalize(file);
			file = resolve(file);
			if (!file.startsWith(rootDirectory)) throw new Error(`The rootDirectory: ${rootDirectory} is not a parent directory of the file: ${file}`);
			const uploadPath = file.replace(rootDirectory, "");
			validateFilePath(uploadPath);
			specification.push({
				sourcePath: file,
				destinationPath: uploadPath,
				stats
			});
		} else {
			const directoryPath = file.replace(rootDirectory, "");
			validateFilePath(directoryPath);
			specification.push({
				sourcePath: null,
				destinationPath: directoryPath,
				stats
			});
		}
	}
	return specification;
}
// node_modules/@actions/artifact/lib/internal/upload/blob-upload.js
var __awaiter$8 = function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
function uploadToBlobStorage(authenticatedUploadURL, uploadStream, contentType) {
	return __awaiter$8(this, void 0, void 0, function* () {
		let uploadByteCount = 0;
		let lastProgressTime = Date.now();
		const abortController = new AbortController();
		const chunkTimer = (interval) => __awaiter$8(this, void 0, void 0, function* () {
			return new Promise((resolve, reject) => {
				const timer = setInterval(() => {
					if (Date.now() - lastProgressTime > interval) reject(/* @__PURE__ */ new Error("Upload progress stalled."));
				}, interval);
				abortController.signal.addEventListener("abort", () => {
					clearInterval(timer);
					resolve();
				});
			});
		});
		const maxConcurrency = getConcurrency();
		const bufferSize = getUploadChunkSize();
		const blockBlobClient = new BlobClient(authenticatedUploadURL).getBlockBlobClient();
		debug(`Uploading artifact to blob storage with maxConcurrency: ${maxConcurrency}, bufferSize: ${bufferSize}, contentType: ${contentType}`);
		const uploadCallback = (progress) => {
			info(`Uploaded bytes ${progress.loadedBytes}`);
			uploadByteCount = progress.loadedBytes;
			lastProgressTime = Date.now();
		};
		const options = {
			blobHTTPHeaders: { blobContentType: contentType },
			onProgress: uploadCallback,
			abortSignal: abortController.signal
		};
		let sha256Hash = void 0;
		const blobUploadStream = new stream.PassThrough();
		const hashStream = crypto.createHash("sha256");
		uploadStream.pipe(blobUploadStream);
		uploadStream.pipe(hashStream).setEncoding("hex");
		info("Beginning upload of artifact content to blob storage");
		try {
			yield Promise.race([blockBlobClient.uploadStream(blobUploadStream, bufferSize, maxConcurrency, options), chunkTimer(getUploadChunkTimeout())]);
		} catch (error) {
			if (NetworkError.isNetworkErrorCode(error === null || error === void 0 ? void 0 : error.code)) throw new NetworkError(error === null || error === void 0 ? void 0 : error.code);
			throw error;
		} finally {
			abortController.abort();
		}
		info("Finished uploading artifact content to blob storage!");
		hashStream.end();
		sha256Hash = hashStream.read();
		info(`SHA256 digest of uploaded artifact is ${sha256Hash}`);
		if (uploadByteCount === 0) warning(`No data was uploaded to blob storage. Reported upload byte count is 0.`);
		return {
			uploadSize: uploadByteCount,
			sha256Hash
		};
	});
}
// node_modules/readdir-glob/index.js
var require_readdir_glob = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = readdirGlob;
	const fs = __require("fs");
	const { EventEmitter } = __require("events");
	const { Minimatch } = require_minimatch();
	const { resolve } = __require("path");
	function readdir(dir, strict) {
		return new Promise((resolve, reject) => {
			fs.readdir(dir, { withFileTypes: true }, (err, files) => {
				if (err) switch (err.code) {
					case "ENOTDIR":
						if (strict) reject(err);
						else resolve([]);
						break;
					case "ENOTSUP":
					case "ENOENT":
					case "ENAMETOOLONG":
					case "UNKNOWN":
						resolve([]);
						break;
					default: reject(err);
				}
				else resolve(files);
			});
		});
	}
	function stat(file, followSymlinks) {
		return new Promise((resolve, reject) => {
			(followSymlinks ? fs.stat : fs.lstat)(file, (err, stats) => {
				if (err) switch (err.code) {
					case "ENOENT":
						if (followSymlinks) resolve(stat(file, false));
						else resolve(null);
						break;
					default: resolve(null);
				}
				else resolve(stats);
			});
		});
	}
	async function* exploreWalkAsync(dir, path, followSymlinks, useStat, shouldSkip, strict) {
		let files = await readdir(path + dir, strict);
		for (const file of files) {
			let name = file.name;
			if (name === void 0) {
				name = file;
				useStat = true;
			}
			const filename = dir + "/" + name;
			const relative = filename.slice(1);
			const absolute = path + "/" + relative;
			let stats = null;
			if (useStat || followSymlinks) stats = await stat(absolute, followSymlinks);
			if (!stats && file.name !== void 0) stats = file;
			if (stats === null) stats = { isDirectory: () => false };
			if (stats.isDirectory()) {
				if (!shouldSkip(relative)) {
					yield {
						relative,
						absolute,
						stats
					};
					yield* exploreWalkAsync(filename, path, followSymlinks, useStat, shouldSkip, false);
				}
			} else yield {
				relative,
				absolute,
				stats
			};
		}
	}
	async function* explore(path, followSymlinks, useStat, shouldSkip) {
		yield* exploreWalkAsync("", path, followSymlinks, useStat, shouldSkip, true);
	}
	function readOptions(options) {
		return {
			pattern: options.pattern,
			dot: !!options.dot,
			noglobstar: !!options.noglobstar,
			matchBase: !!options.matchBase,
			nocase: !!options.nocase,
			ignore: options.ignore,
			skip: options.skip,
			follow: !!options.follow,
			stat: !!options.stat,
			nodir: !!options.nodir,
			mark: !!options.mark,
			silent: !!options.silent,
			absolute: !!options.absolute
		};
	}
	var ReaddirGlob = class extends EventEmitter {
		constructor(cwd, options, cb) {
			super();
			if (typeof options === "function") {
				cb = options;
				options = null;
			}
			this.options = readOptions(options || {});
			this.matchers = [];
			if (this.options.pattern) {
				const matchers = Array.isArray(this.options.pattern) ? this.options.pattern : [this.options.pattern];
				this.matchers = matchers.map((m) => new Minimatch(m, {
					dot: this.options.dot,
					noglobstar: this.options.noglobstar,
					matchBase: this.options.matchBase,
					nocase: this.options.nocase
				}));
			}
			this.ignoreMatchers = [];
			if (this.options.ignore) {
				const ignorePatterns = Array.isArray(this.options.ignore) ? this.options.ignore : [this.options.ignore];
				this.ignoreMatchers = ignorePatterns.map((ignore) => new Minimatch(ignore, { dot: true }));
			}
			this.skipMatchers = [];
			if (this.options.skip) {
				const skipPatterns = Array.isArray(this.options.skip) ? this.options.skip : [this.options.skip];
				this.skipMatchers = skipPatterns.map((skip) => new Minimatch(skip, { dot: true }));
			}
			this.iterator = explore(resolve(cwd || "."), this.options.follow, this.options.stat, this._shouldSkipDirectory.bind(this));
			this.paused = false;
			this.inactive = false;
			this.aborted = false;
			if (cb) {
				this._matches = [];
				this.on("match", (match) => this._matches.push(this.options.absolute ? match.absolute : match.relative));
				this.on("error", (err) => cb(err));
				this.on("end", () => cb(null, this._matches));
			}
			setTimeout(() => this._next(), 0);
		}
		_shouldSkipDirectory(relative) {
			return this.skipMatchers.some((m) => m.match(relative));
		}
		_fileMatches(relative, isDirectory) {
			const file = relative + (isDirectory ? "/" : "");
			return (this.matchers.length === 0 || this.matchers.some((m) => m.match(file))) && !this.ignoreMatchers.some((m) => m.match(file)) && (!this.options.nodir || !isDirectory);
		}
		_next() {
			if (!this.paused && !this.aborted) this.iterator.next().then((obj) => {
				if (!obj.done) {
					const isDirectory = obj.value.stats.isDirectory();
					if (this._fileMatches(obj.value.relative, isDirectory)) {
						let relative = obj.value.relative;
						let absolute = obj.value.absolute;
						if (this.options.mark && isDirectory) {
							relative += "/";
							absolute += "/";
						}
						if (this.options.stat) this.emit("match", {
							relative,
							absolute,
							stat: obj.value.stats
						});
						else this.emit("match", {
							relative,
							absolute
						});
					}
					this._next(this.iterator);
				} else this.emit("end");
			}).catch((err) => {
				this.abort();
				this.emit("error", err);
				if (!err.code && !this.options.silent) console.error(err);
			});
			else this.inactive = true;
		}
		abort() {
			this.aborted = true;
		}
		pause() {
			this.paused = true;
		}
		resume() {
			this.paused = false;
			if (this.inactive) {
				this.inactive = false;
				this._next();
			}
		}
	};
	function readdirGlob(pattern, options, cb) {
		return new ReaddirGlob(pattern, options, cb);
	}
	readdirGlob.ReaddirGlob = ReaddirGlob;
}));
// node_modules/async/dist/async.js
var require_async = /* @__PURE__ */ __commonJSMin(((exports, module, this$1) => {
	(function(global, factory) {
		typeof exports === "object" && typeof module !== "undefined" ? factory(exports) : typeof define === "function" && define.amd ? define(["exports"], factory) : (global = typeof globalThis !== "undefined" ? globalThis : global || self, factory(global.async = {}));
	})(this$1, (function(exports) {
		"use strict";
		/**
		* Creates a continuation function with some arguments already applied.
		*
		* Useful as a shorthand when combined with other control flow functions. Any
		* arguments passed to the returned function are added to the arguments
		* originally passed to apply.
		*
		* @name apply
		* @static
		* @memberOf module:Utils
		* @method
		* @category Util
		* @param {Function} fn - The function you want to eventually apply all
		* arguments to. Invokes with (arguments...).
		* @param {...*} arguments... - Any number of arguments to automatically apply
		* when the continuation is called.
		* @returns {Function} the partially-applied function
		* @example
		*
		* // using apply
		* async.parallel([
		*     async.apply(fs.writeFile, 'testfile1', 'test1'),
		*     async.apply(fs.writeFile, 'testfile2', 'test2')
		* ]);
		*
		*
		* // the same process without using apply
		* async.parallel([
		*     function(callback) {
		*         fs.writeFile('testfile1', 'test1', callback);
		*     },
		*     function(callback) {
		*         fs.writeFile('testfile2', 'test2', callback);
		*     }
		* ]);
		*
		* // It's possible to pass any number of additional arguments when calling the
		* // continuation:
		*
		* node> var fn = async.apply(sys.puts, 'one');
		* node> fn('two', 'three');
		* one
		* two
		* three
		*/
		function apply(fn, ...args) {
			return (...callArgs) => fn(...args, ...callArgs);
		}
		function initialParams(fn) {
			return function(...args) {
				var callback = args.pop();
				return fn.call(this, args, callback);
			};
		}
		/* istanbul ignore file */
		var hasQueueMicrotask = typeof queueMicrotask === "function" && queueMicrotask;
		var hasSetImmediate = typeof setImmediate === "function" && setImmediate;
		var hasNextTick = typeof process === "object" && typeof process.nextTick === "function";
		function fallback(fn) {
			setTimeout(fn, 0);
		}
		function wrap(defer) {
			return (fn, ...args) => defer(() => fn(...args));
		}
		var _defer$1;
		if (hasQueueMicrotask) _defer$1 = queueMicrotask;
		else if (hasSetImmediate) _defer$1 = setImmediate;
		else if (hasNextTick) _defer$1 = process.nextTick;
		else _defer$1 = fallback;
		var setImmediate$1 = wrap(_defer$1);
		/**
		* Take a sync function and make it async, passing its return value to a
		* callback. This is useful for plugging sync functions into a waterfall,
		* series, or other async functions. Any arguments passed to the generated
		* function will be passed to the wrapped function (except for the final
		* callback argument). Errors thrown will be passed to the callback.
		*
		* If the function passed to `asyncify` returns a Promise, that promises's
		* resolved/rejected state will be used to call the callback, rather than simply
		* the synchronous return value.
		*
		* This also means you can asyncify ES2017 `async` functions.
		*
		* @name asyncify
		* @static
		* @memberOf module:Utils
		* @method
		* @alias wrapSync
		* @category Util
		* @param {Function} func - The synchronous function, or Promise-returning
		* function to convert to an {@link AsyncFunction}.
		* @returns {AsyncFunction} An asynchronous wrapper of the `func`. To be
		* invoked with `(args..., callback)`.
		* @example
		*
		* // passing a regular synchronous function
		* async.waterfall([
		*     async.apply(fs.readFile, filename, "utf8"),
		*     async.asyncify(JSON.parse),
		*     function (data, next) {
		*         // data is the result of parsing the text.
		*         // If there was a parsing error, it would have been caught.
		*     }
		* ], callback);
		*
		* // passing a function returning a promise
		* async.waterfall([
		*     async.apply(fs.readFile, filename, "utf8"),
		*     async.asyncify(function (contents) {
		*         return db.model.create(contents);
		*     }),
		*     function (model, next) {
		*         // `model` is the instantiated model object.
		*         // If there was an error, this function would be skipped.
		*     }
		* ], callback);
		*
		* // es2017 example, though `asyncify` is not needed if your JS environment
		* // supports async functions out of the box
		* var q = async.queue(async.asyncify(async function(file) {
		*     var intermediateStep = await processFile(file);
		*     return await somePromise(intermediateStep)
		* }));
		*
		* q.push(files);
		*/
		function asyncify(func) {
			if (isAsync(func)) return function(...args) {
				const callback = args.pop();
				return handlePromise(func.apply(this, args), callback);
			};
			return initialParams(function(args, callback) {
				var result;
				try {
					result = func.apply(this, args);
				} catch (e) {
					return callback(e);
				}
				if (result && typeof result.then === "function") return handlePromise(result, callback);
				else callback(null, result);
			});
		}
		function handlePromise(promise, callback) {
			return promise.then((value) => {
				invokeCallback(callback, null, value);
			}, (err) => {
				invokeCallback(callback, err && (err instanceof Error || err.message) ? err : new Error(err));
			});
		}
		function invokeCallback(callback, error, value) {
			try {
				callback(error, value);
			} catch (err) {
				setImmediate$1((e) => {
					throw e;
				}, err);
			}
		}
		function isAsync(fn) {
			return fn[Symbol.toStringTag] === "AsyncFunction";
		}
		function isAsyncGenerator(fn) {
			return fn[Symbol.toStringTag] === "AsyncGenerator";
		}
		function isAsyncIterable(obj) {
			return typeof obj[Symbol.asyncIterator] === "function";
		}
		function wrapAsync(asyncFn) {
			if (typeof asyncFn !== "function") throw new Error("expected a function");
			return isAsync(asyncFn) ? asyncify(asyncFn) : asyncFn;
		}
		function awaitify(asyncFn, arity) {
			if (!arity) arity = asyncFn.length;
			if (!arity) throw new Error("arity is undefined");
			function awaitable(...args) {
				if (typeof args[arity - 1] === "function") return asyncFn.apply(this, args);
				return new Promise((resolve, reject) => {
					args[arity - 1] = (err, ...cbArgs) => {
						if (err) return reject(err);
						resolve(cbArgs.length > 1 ? cbArgs : cbArgs[0]);
					};
					asyncFn.apply(this, args);
				});
			}
			return awaitable;
		}
		function applyEach$1(eachfn) {
			return function applyEach(fns, ...callArgs) {
				return awaitify(function(callback) {
					var that = this;
					return eachfn(fns, (fn, cb) => {
						wrapAsync(fn).apply(that, callArgs.concat(cb));
					}, callback);
				});
			};
		}
		function _asyncMap(eachfn, arr, iteratee, callback) {
			arr = arr || [];
			var results = [];
			var counter = 0;
			var _iteratee = wrapAsync(iteratee);
			return eachfn(arr, (value, _, iterCb) => {
				var index = counter++;
				_iteratee(value, (err, v) => {
					results[index] = v;
					iterCb(err);
				});
			}, (err) => {
				callback(err, results);
			});
		}
		function isArrayLike(value) {
			return value && typeof value.length === "number" && value.length >= 0 && value.length % 1 === 0;
		}
		const breakLoop = {};
		function once(fn) {
			function wrapper(...args) {
				if (fn === null) return;
				var callFn = fn;
				fn = null;
				callFn.apply(this, args);
			}
			Object.assign(wrapper, fn);
			return wrapper;
		}
		function getIterator(coll) {
			return coll[Symbol.iterator] && coll[Symbol.iterator]();
		}
		function createArrayIterator(coll) {
			var i = -1;
			var len = coll.length;
			return function next() {
				return ++i < len ? {
					value: coll[i],
					key: i
				} : null;
			};
		}
		function createES2015Iterator(iterator) {
			var i = -1;
			return function next() {
				var item = iterator.next();
				if (item.done) return null;
				i++;
				return {
					value: item.value,
					key: i
				};
			};
		}
		function createObjectIterator(obj) {
			var okeys = obj ? Object.keys(obj) : [];
			var i = -1;
			var len = okeys.length;
			return function next() {
				var key = okeys[++i];
				if (key === "__proto__") return next();
				return i < len ? {
					value: obj[key],
					key
				} : null;
			};
		}
		function createIterator(coll) {
			if (isArrayLike(coll)) return createArrayIterator(coll);
			var iterator = getIterator(coll);
			return iterator ? createES2015Iterator(iterator) : createObjectIterator(coll);
		}
		function onlyOnce(fn) {
			return function(...args) {
				if (fn === null) throw new Error("Callback was already called.");
				var callFn = fn;
				fn = null;
				callFn.apply(this, args);
			};
		}
		function asyncEachOfLimit(generator, limit, iteratee, callback) {
			let done = false;
			let canceled = false;
			let awaiting = false;
			let running = 0;
			let idx = 0;
			function replenish() {
				if (running >= limit || awaiting || done) return;
				awaiting = true;
				generator.next().then(({ value, done: iterDone }) => {
					if (canceled || done) return;
					awaiting = false;
					if (iterDone) {
						done = true;
						if (running <= 0) callback(null);
						return;
					}
					running++;
					iteratee(value, idx, iterateeCallback);
					idx++;
					replenish();
				}).catch(handleError);
			}
			function iterateeCallback(err, result) {
				running -= 1;
				if (canceled) return;
				if (err) return handleError(err);
				if (err === false) {
					done = true;
					canceled = true;
					return;
				}
				if (result === breakLoop || done && running <= 0) {
					done = true;
					return callback(null);
				}
				replenish();
			}
			function handleError(err) {
				if (canceled) return;
				awaiting = false;
				done = true;
				callback(err);
			}
			replenish();
		}
		var eachOfLimit$2 = (limit) => {
			return (obj, iteratee, callback) => {
				callback = once(callback);
				if (limit <= 0) throw new RangeError("concurrency limit cannot be less than 1");
				if (!obj) return callback(null);
				if (isAsyncGenerator(obj)) return asyncEachOfLimit(obj, limit, iteratee, callback);
				if (isAsyncIterable(obj)) return asyncEachOfLimit(obj[Symbol.asyncIterator](), limit, iteratee, callback);
				var nextElem = createIterator(obj);
				var done = false;
				var canceled = false;
				var running = 0;
				var looping = false;
				function iterateeCallback(err, value) {
					if (canceled) return;
					running -= 1;
					if (err) {
						done = true;
						callback(err);
					} else if (err === false) {
						done = true;
						canceled = true;
					} else if (value === breakLoop || done && running <= 0) {
						done = true;
						return callback(null);
					} else if (!looping) replenish();
				}
				function replenish() {
					looping = true;
					while (running < limit && !done) {
						var elem = nextElem();
						if (elem === null) {
							done = true;
							if (running <= 0) callback(null);
							return;
						}
						running += 1;
						iteratee(elem.value, elem.key, onlyOnce(iterateeCallback));
					}
					looping = false;
				}
				replenish();
			};
		};
		/**
		* The same as [`eachOf`]{@link module:Collections.eachOf} but runs a maximum of `limit` async operations at a
		* time.
		*
		* @name eachOfLimit
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.eachOf]{@link module:Collections.eachOf}
		* @alias forEachOfLimit
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {number} limit - The maximum number of async operations at a time.
		* @param {AsyncFunction} iteratee - An async function to apply to each
		* item in `coll`. The `key` is the item's key, or index in the case of an
		* array.
		* Invoked with (item, key, callback).
		* @param {Function} [callback] - A callback which is called when all
		* `iteratee` functions have finished, or an error occurs. Invoked with (err).
		* @returns {Promise} a promise, if a callback is omitted
		*/
		function eachOfLimit(coll, limit, iteratee, callback) {
			return eachOfLimit$2(limit)(coll, wrapAsync(iteratee), callback);
		}
		var eachOfLimit$1 = awaitify(eachOfLimit, 4);
		function eachOfArrayLike(coll, iteratee, callback) {
			callback = once(callback);
			var index = 0, completed = 0, { length } = coll, canceled = false;
			if (length === 0) callback(null);
			function iteratorCallback(err, value) {
				if (err === false) canceled = true;
				if (canceled === true) return;
				if (err) callback(err);
				else if (++completed === length || value === breakLoop) callback(null);
			}
			for (; index < length; index++) iteratee(coll[index], index, onlyOnce(iteratorCallback));
		}
		function eachOfGeneric(coll, iteratee, callback) {
			return eachOfLimit$1(coll, Infinity, iteratee, callback);
		}
		/**
		* Like [`each`]{@link module:Collections.each}, except that it passes the key (or index) as the second argument
		* to the iteratee.
		*
		* @name eachOf
		* @static
		* @memberOf module:Collections
		* @method
		* @alias forEachOf
		* @category Collection
		* @see [async.each]{@link module:Collections.each}
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {AsyncFunction} iteratee - A function to apply to each
		* item in `coll`.
		* The `key` is the item's key, or index in the case of an array.
		* Invoked with (item, key, callback).
		* @param {Function} [callback] - A callback which is called when all
		* `iteratee` functions have finished, or an error occurs. Invoked with (err).
		* @returns {Promise} a promise, if a callback is omitted
		* @example
		*
		* // dev.json is a file containing a valid json object config for dev environment
		* // dev.json is a file containing a valid json object config for test environment
		* // prod.json is a file containing a valid json object config for prod environment
		* // invalid.json is a file with a malformed json object
		*
		* let configs = {}; //global variable
		* let validConfigFileMap = {dev: 'dev.json', test: 'test.json', prod: 'prod.json'};
		* let invalidConfigFileMap = {dev: 'dev.json', test: 'test.json', invalid: 'invalid.json'};
		*
		* // asynchronous function that reads a json file and parses the contents as json object
		* function parseFile(file, key, callback) {
		*     fs.readFile(file, "utf8", function(err, data) {
		*         if (err) return calback(err);
		*         try {
		*             configs[key] = JSON.parse(data);
		*         } catch (e) {
		*             return callback(e);
		*         }
		*         callback();
		*     });
		* }
		*
		* // Using callbacks
		* async.forEachOf(validConfigFileMap, parseFile, function (err) {
		*     if (err) {
		*         console.error(err);
		*     } else {
		*         console.log(configs);
		*         // configs is now a map of JSON data, e.g.
		*         // { dev: //parsed dev.json, test: //parsed test.json, prod: //parsed prod.json}
		*     }
		* });
		*
		* //Error handing
		* async.forEachOf(invalidConfigFileMap, parseFile, function (err) {
		*     if (err) {
		*         console.error(err);
		*         // JSON parse error exception
		*     } else {
		*         console.log(configs);
		*     }
		* });
		*
		* // Using Promises
		* async.forEachOf(validConfigFileMap, parseFile)
		* .then( () => {
		*     console.log(configs);
		*     // configs is now a map of JSON data, e.g.
		*     // { dev: //parsed dev.json, test: //parsed test.json, prod: //parsed prod.json}
		* }).catch( err => {
		*     console.error(err);
		* });
		*
		* //Error handing
		* async.forEachOf(invalidConfigFileMap, parseFile)
		* .then( () => {
		*     console.log(configs);
		* }).catch( err => {
		*     console.error(err);
		*     // JSON parse error exception
		* });
		*
		* // Using async/await
		* async () => {
		*     try {
		*         let result = await async.forEachOf(validConfigFileMap, parseFile);
		*         console.log(configs);
		*         // configs is now a map of JSON data, e.g.
		*         // { dev: //parsed dev.json, test: //parsed test.json, prod: //parsed prod.json}
		*     }
		*     catch (err) {
		*         console.log(err);
		*     }
		* }
		*
		* //Error handing
		* async () => {
		*     try {
		*         let result = await async.forEachOf(invalidConfigFileMap, parseFile);
		*         console.log(configs);
		*     }
		*     catch (err) {
		*         console.log(err);
		*         // JSON parse error exception
		*     }
		* }
		*
		*/
		function eachOf(coll, iteratee, callback) {
			return (isArrayLike(coll) ? eachOfArrayLike : eachOfGeneric)(coll, wrapAsync(iteratee), callback);
		}
		var eachOf$1 = awaitify(eachOf, 3);
		/**
		* Produces a new collection of values by mapping each value in `coll` through
		* the `iteratee` function. The `iteratee` is called with an item from `coll`
		* and a callback for when it has finished processing. Each of these callbacks
		* takes 2 arguments: an `error`, and the transformed item from `coll`. If
		* `iteratee` passes an error to its callback, the main `callback` (for the
		* `map` function) is immediately called with the error.
		*
		* Note, that since this function applies the `iteratee` to each item in
		* parallel, there is no guarantee that the `iteratee` functions will complete
		* in order. However, the results array will be in the same order as the
		* original `coll`.
		*
		* If `map` is passed an Object, the results will be an Array.  The results
		* will roughly be in the order of the original Objects' keys (but this can
		* vary across JavaScript engines).
		*
		* @name map
		* @static
		* @memberOf module:Collections
		* @method
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {AsyncFunction} iteratee - An async function to apply to each item in
		* `coll`.
		* The iteratee should complete with the transformed item.
		* Invoked with (item, callback).
		* @param {Function} [callback] - A callback which is called when all `iteratee`
		* functions have finished, or an error occurs. Results is an Array of the
		* transformed items from the `coll`. Invoked with (err, results).
		* @returns {Promise} a promise, if no callback is passed
		* @example
		*
		* // file1.txt is a file that is 1000 bytes in size
		* // file2.txt is a file that is 2000 bytes in size
		* // file3.txt is a file that is 3000 bytes in size
		* // file4.txt does not exist
		*
		* const fileList = ['file1.txt','file2.txt','file3.txt'];
		* const withMissingFileList = ['file1.txt','file2.txt','file4.txt'];
		*
		* // asynchronous function that returns the file size in bytes
		* function getFileSizeInBytes(file, callback) {
		*     fs.stat(file, function(err, stat) {
		*         if (err) {
		*             return callback(err);
		*         }
		*         callback(null, stat.size);
		*     });
		* }
		*
		* // Using callbacks
		* async.map(fileList, getFileSizeInBytes, function(err, results) {
		*     if (err) {
		*         console.log(err);
		*     } else {
		*         console.log(results);
		*         // results is now an array of the file size in bytes for each file, e.g.
		*         // [ 1000, 2000, 3000]
		*     }
		* });
		*
		* // Error Handling
		* async.map(withMissingFileList, getFileSizeInBytes, function(err, results) {
		*     if (err) {
		*         console.log(err);
		*         // [ Error: ENOENT: no such file or directory ]
		*     } else {
		*         console.log(results);
		*     }
		* });
		*
		* // Using Promises
		* async.map(fileList, getFileSizeInBytes)
		* .then( results => {
		*     console.log(results);
		*     // results is now an array of the file size in bytes for each file, e.g.
		*     // [ 1000, 2000, 3000]
		* }).catch( err => {
		*     console.log(err);
		* });
		*
		* // Error Handling
		* async.map(withMissingFileList, getFileSizeInBytes)
		* .then( results => {
		*     console.log(results);
		* }).catch( err => {
		*     console.log(err);
		*     // [ Error: ENOENT: no such file or directory ]
		* });
		*
		* // Using async/await
		* async () => {
		*     try {
		*         let results = await async.map(fileList, getFileSizeInBytes);
		*         console.log(results);
		*         // results is now an array of the file size in bytes for each file, e.g.
		*         // [ 1000, 2000, 3000]
		*     }
		*     catch (err) {
		*         console.log(err);
		*     }
		* }
		*
		* // Error Handling
		* async () => {
		*     try {
		*         let results = await async.map(withMissingFileList, getFileSizeInBytes);
		*         console.log(results);
		*     }
		*     catch (err) {
		*         console.log(err);
		*         // [ Error: ENOENT: no such file or directory ]
		*     }
		* }
		*
		*/
		function map(coll, iteratee, callback) {
			return _asyncMap(eachOf$1, coll, iteratee, callback);
		}
		var map$1 = awaitify(map, 3);
		/**
		* Applies the provided arguments to each function in the array, calling
		* `callback` after all functions have completed. If you only provide the first
		* argument, `fns`, then it will return a function which lets you pass in the
		* arguments as if it were a single function call. If more arguments are
		* provided, `callback` is required while `args` is still optional. The results
		* for each of the applied async functions are passed to the final callback
		* as an array.
		*
		* @name applyEach
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @category Control Flow
		* @param {Array|Iterable|AsyncIterable|Object} fns - A collection of {@link AsyncFunction}s
		* to all call with the same arguments
		* @param {...*} [args] - any number of separate arguments to pass to the
		* function.
		* @param {Function} [callback] - the final argument should be the callback,
		* called when all functions have completed processing.
		* @returns {AsyncFunction} - Returns a function that takes no args other than
		* an optional callback, that is the result of applying the `args` to each
		* of the functions.
		* @example
		*
		* const appliedFn = async.applyEach([enableSearch, updateSchema], 'bucket')
		*
		* appliedFn((err, results) => {
		*     // results[0] is the results for `enableSearch`
		*     // results[1] is the results for `updateSchema`
		* });
		*
		* // partial application example:
		* async.each(
		*     buckets,
		*     async (bucket) => async.applyEach([enableSearch, updateSchema], bucket)(),
		*     callback
		* );
		*/
		var applyEach = applyEach$1(map$1);
		/**
		* The same as [`eachOf`]{@link module:Collections.eachOf} but runs only a single async operation at a time.
		*
		* @name eachOfSeries
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.eachOf]{@link module:Collections.eachOf}
		* @alias forEachOfSeries
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {AsyncFunction} iteratee - An async function to apply to each item in
		* `coll`.
		* Invoked with (item, key, callback).
		* @param {Function} [callback] - A callback which is called when all `iteratee`
		* functions have finished, or an error occurs. Invoked with (err).
		* @returns {Promise} a promise, if a callback is omitted
		*/
		function eachOfSeries(coll, iteratee, callback) {
			return eachOfLimit$1(coll, 1, iteratee, callback);
		}
		var eachOfSeries$1 = awaitify(eachOfSeries, 3);
		/**
		* The same as [`map`]{@link module:Collections.map} but runs only a single async operation at a time.
		*
		* @name mapSeries
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.map]{@link module:Collections.map}
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {AsyncFunction} iteratee - An async function to apply to each item in
		* `coll`.
		* The iteratee should complete with the transformed item.
		* Invoked with (item, callback).
		* @param {Function} [callback] - A callback which is called when all `iteratee`
		* functions have finished, or an error occurs. Results is an array of the
		* transformed items from the `coll`. Invoked with (err, results).
		* @returns {Promise} a promise, if no callback is passed
		*/
		function mapSeries(coll, iteratee, callback) {
			return _asyncMap(eachOfSeries$1, coll, iteratee, callback);
		}
		var mapSeries$1 = awaitify(mapSeries, 3);
		/**
		* The same as [`applyEach`]{@link module:ControlFlow.applyEach} but runs only a single async operation at a time.
		*
		* @name applyEachSeries
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @see [async.applyEach]{@link module:ControlFlow.applyEach}
		* @category Control Flow
		* @param {Array|Iterable|AsyncIterable|Object} fns - A collection of {@link AsyncFunction}s to all
		* call with the same arguments
		* @param {...*} [args] - any number of separate arguments to pass to the
		* function.
		* @param {Function} [callback] - the final argument should be the callback,
		* called when all functions have completed processing.
		* @returns {AsyncFunction} - A function, that when called, is the result of
		* appling the `args` to the list of functions.  It takes no args, other than
		* a callback.
		*/
		var applyEachSeries = applyEach$1(mapSeries$1);
		const PROMISE_SYMBOL = Symbol("promiseCallback");
		function promiseCallback() {
			let resolve, reject;
			function callback(err, ...args) {
				if (err) return reject(err);
				resolve(args.length > 1 ? args : args[0]);
			}
			callback[PROMISE_SYMBOL] = new Promise((res, rej) => {
				resolve = res, reject = rej;
			});
			return callback;
		}
		/**
		* Determines the best order for running the {@link AsyncFunction}s in `tasks`, based on
		* their requirements. Each function can optionally depend on other functions
		* being completed first, and each function is run as soon as its requirements
		* are satisfied.
		*
		* If any of the {@link AsyncFunction}s pass an error to their callback, the `auto` sequence
		* will stop. Further tasks will not execute (so any other functions depending
		* on it will not run), and the main `callback` is immediately called with the
		* error.
		*
		* {@link AsyncFunction}s also receive an object containing the results of functions which
		* have completed so far as the first argument, if they have dependencies. If a
		* task function has no dependencies, it will only be passed a callback.
		*
		* @name auto
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @category Control Flow
		* @param {Object} tasks - An object. Each of its properties is either a
		* function or an array of requirements, with the {@link AsyncFunction} itself the last item
		* in the array. The object's key of a property serves as the name of the task
		* defined by that property, i.e. can be used when specifying requirements for
		* other tasks. The function receives one or two arguments:
		* * a `results` object, containing the results of the previously executed
		*   functions, only passed if the task has any dependencies,
		* * a `callback(err, result)` function, which must be called when finished,
		*   passing an `error` (which can be `null`) and the result of the function's
		*   execution.
		* @param {number} [concurrency=Infinity] - An optional `integer` for
		* determining the maximum number of tasks that can be run in parallel. By
		* default, as many as possible.
		* @param {Function} [callback] - An optional callback which is called when all
		* the tasks have been completed. It receives the `err` argument if any `tasks`
		* pass an error to their callback. Results are always returned; however, if an
		* error occurs, no further `tasks` will be performed, and the results object
		* will only contain partial results. Invoked with (err, results).
		* @returns {Promise} a promise, if a callback is not passed
		* @example
		*
		* //Using Callbacks
		* async.auto({
		*     get_data: function(callback) {
		*         // async code to get some data
		*         callback(null, 'data', 'converted to array');
		*     },
		*     make_folder: function(callback) {
		*         // async code to create a directory to store a file in
		*         // this is run at the same time as getting the data
		*         callback(null, 'folder');
		*     },
		*     write_file: ['get_data', 'make_folder', function(results, callback) {
		*         // once there is some data and the directory exists,
		*         // write the data to a file in the directory
		*         callback(null, 'filename');
		*     }],
		*     email_link: ['write_file', function(results, callback) {
		*         // once the file is written let's email a link to it...
		*         callback(null, {'file':results.write_file, 'email':'user@example.com'});
		*     }]
		* }, function(err, results) {
		*     if (err) {
		*         console.log('err = ', err);
		*     }
		*     console.log('results = ', results);
		*     // results = {
		*     //     get_data: ['data', 'converted to array']
		*     //     make_folder; 'folder',
		*     //     write_file: 'filename'
		*     //     email_link: { file: 'filename', email: 'user@example.com' }
		*     // }
		* });
		*
		* //Using Promises
		* async.auto({
		*     get_data: function(callback) {
		*         console.log('in get_data');
		*         // async code to get some data
		*         callback(null, 'data', 'converted to array');
		*     },
		*     make_folder: function(callback) {
		*         console.log('in make_folder');
		*         // async code to create a directory to store a file in
		*         // this is run at the same time as getting the data
		*         callback(null, 'folder');
		*     },
		*     write_file: ['get_data', 'make_folder', function(results, callback) {
		*         // once there is some data and the directory exists,
		*         // write the data to a file in the directory
		*         callback(null, 'filename');
		*     }],
		*     email_link: ['write_file', function(results, callback) {
		*         // once the file is written let's email a link to it...
		*         callback(null, {'file':results.write_file, 'email':'user@example.com'});
		*     }]
		* }).then(results => {
		*     console.log('results = ', results);
		*     // results = {
		*     //     get_data: ['data', 'converted to array']
		*     //     make_folder; 'folder',
		*     //     write_file: 'filename'
		*     //     email_link: { file: 'filename', email: 'user@example.com' }
		*     // }
		* }).catch(err => {
		*     console.log('err = ', err);
		* });
		*
		* //Using async/await
		* async () => {
		*     try {
		*         let results = await async.auto({
		*             get_data: function(callback) {
		*                 // async code to get some data
		*                 callback(null, 'data', 'converted to array');
		*             },
		*             make_folder: function(callback) {
		*                 // async code to create a directory to store a file in
		*                 // this is run at the same time as getting the data
		*                 callback(null, 'folder');
		*             },
		*             write_file: ['get_data', 'make_folder', function(results, callback) {
		*                 // once there is some data and the directory exists,
		*                 // write the data to a file in the directory
		*                 callback(null, 'filename');
		*             }],
		*             email_link: ['write_file', function(results, callback) {
		*                 // once the file is written let's email a link to it...
		*                 callback(null, {'file':results.write_file, 'email':'user@example.com'});
		*             }]
		*         });
		*         console.log('results = ', results);
		*         // results = {
		*         //     get_data: ['data', 'converted to array']
		*         //     make_folder; 'folder',
		*         //     write_file: 'filename'
		*         //     email_link: { file: 'filename', email: 'user@example.com' }
		*         // }
		*     }
		*     catch (err) {
		*         console.log(err);
		*     }
		* }
		*
		*/
		function auto(tasks, concurrency, callback) {
			if (typeof concurrency !== "number") {
				callback = concurrency;
				concurrency = null;
			}
			callback = once(callback || promiseCallback());
			var numTasks = Object.keys(tasks).length;
			if (!numTasks) return callback(null);
			if (!concurrency) concurrency = numTasks;
			var results = {};
			var runningTasks = 0;
			var canceled = false;
			var hasError = false;
			var listeners = Object.create(null);
			var readyTasks = [];
			var readyToCheck = [];
			var uncheckedDependencies = {};
			Object.keys(tasks).forEach((key) => {
				var task = tasks[key];
				if (!Array.isArray(task)) {
					enqueueTask(key, [task]);
					readyToCheck.push(key);
					return;
				}
				var dependencies = task.slice(0, task.length - 1);
				var remainingDependencies = dependencies.length;
				if (remainingDependencies === 0) {
					enqueueTask(key, task);
					readyToCheck.push(key);
					return;
				}
				uncheckedDependencies[key] = remainingDependencies;
				dependencies.forEach((dependencyName) => {
					if (!tasks[dependencyName]) throw new Error("async.auto task `" + key + "` has a non-existent dependency `" + dependencyName + "` in " + dependencies.join(", "));
					addListener(dependencyName, () => {
						remainingDependencies--;
						if (remainingDependencies === 0) enqueueTask(key, task);
					});
				});
			});
			checkForDeadlocks();
			processQueue();
			function enqueueTask(key, task) {
				readyTasks.push(() => runTask(key, task));
			}
			function processQueue() {
				if (canceled) return;
				if (readyTasks.length === 0 && runningTasks === 0) return callback(null, results);
				while (readyTasks.length && runningTasks < concurrency) readyTasks.shift()();
			}
			function addListener(taskName, fn) {
				var taskListeners = listeners[taskName];
				if (!taskListeners) taskListeners = listeners[taskName] = [];
				taskListeners.push(fn);
			}
			function taskComplete(taskName) {
				(listeners[taskName] || []).forEach((fn) => fn());
				processQueue();
			}
			function runTask(key, task) {
				if (hasError) return;
				var taskCallback = onlyOnce((err, ...result) => {
					runningTasks--;
					if (err === false) {
						canceled = true;
						return;
					}
					if (result.length < 2) [result] = result;
					if (err) {
						var safeResults = {};
						Object.keys(results).forEach((rkey) => {
							safeResults[rkey] = results[rkey];
						});
						safeResults[key] = result;
						hasError = true;
						listeners = Object.create(null);
						if (canceled) return;
						callback(err, safeResults);
					} else {
						results[key] = result;
						taskComplete(key);
					}
				});
				runningTasks++;
				var taskFn = wrapAsync(task[task.length - 1]);
				if (task.length > 1) taskFn(results, taskCallback);
				else taskFn(taskCallback);
			}
			function checkForDeadlocks() {
				var currentTask;
				var counter = 0;
				while (readyToCheck.length) {
					currentTask = readyToCheck.pop();
					counter++;
					getDependents(currentTask).forEach((dependent) => {
						if (--uncheckedDependencies[dependent] === 0) readyToCheck.push(dependent);
					});
				}
				if (counter !== numTasks) throw new Error("async.auto cannot execute tasks due to a recursive dependency");
			}
			function getDependents(taskName) {
				var result = [];
				Object.keys(tasks).forEach((key) => {
					const task = tasks[key];
					if (Array.isArray(task) && task.indexOf(taskName) >= 0) result.push(key);
				});
				return result;
			}
			return callback[PROMISE_SYMBOL];
		}
		var FN_ARGS = /^(?:async\s)?(?:function)?\s*(?:\w+\s*)?\(([^)]+)\)(?:\s*{)/;
		var ARROW_FN_ARGS = /^(?:async\s)?\s*(?:\(\s*)?((?:[^)=\s]\s*)*)(?:\)\s*)?=>/;
		var FN_ARG_SPLIT = /,/;
		var FN_ARG = /(=.+)?(\s*)$/;
		function stripComments(string) {
			let stripped = "";
			let index = 0;
			let endBlockComment = string.indexOf("*/");
			while (index < string.length) if (string[index] === "/" && string[index + 1] === "/") {
				let endIndex = string.indexOf("\n", index);
				index = endIndex === -1 ? string.length : endIndex;
			} else if (endBlockComment !== -1 && string[index] === "/" && string[index + 1] === "*") {
				let endIndex = string.indexOf("*/", index);
				if (endIndex !== -1) {
					index = endIndex + 2;
					endBlockComment = string.indexOf("*/", index);
				} else {
					stripped += string[index];
					index++;
				}
			} else {
				stripped += string[index];
				index++;
			}
			return stripped;
		}
		function parseParams(func) {
			const src = stripComments(func.toString());
			let match = src.match(FN_ARGS);
			if (!match) match = src.match(ARROW_FN_ARGS);
			if (!match) throw new Error("could not parse args in autoInject\nSource:\n" + src);
			let [, args] = match;
			return args.replace(/\s/g, "").split(FN_ARG_SPLIT).map((arg) => arg.replace(FN_ARG, "").trim());
		}
		/**
		* A dependency-injected version of the [async.auto]{@link module:ControlFlow.auto} function. Dependent
		* tasks are specified as parameters to the function, after the usual callback
		* parameter, with the parameter names matching the names of the tasks it
		* depends on. This can provide even more readable task graphs which can be
		* easier to maintain.
		*
		* If a final callback is specified, the task results are similarly injected,
		* specified as named parameters after the initial error parameter.
		*
		* The autoInject function is purely syntactic sugar and its semantics are
		* otherwise equivalent to [async.auto]{@link module:ControlFlow.auto}.
		*
		* @name autoInject
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @see [async.auto]{@link module:ControlFlow.auto}
		* @category Control Flow
		* @param {Object} tasks - An object, each of whose properties is an {@link AsyncFunction} of
		* the form 'func([dependencies...], callback). The object's key of a property
		* serves as the name of the task defined by that property, i.e. can be used
		* when specifying requirements for other tasks.
		* * The `callback` parameter is a `callback(err, result)` which must be called
		*   when finished, passing an `error` (which can be `null`) and the result of
		*   the function's execution. The remaining parameters name other tasks on
		*   which the task is dependent, and the results from those tasks are the
		*   arguments of those parameters.
		* @param {Function} [callback] - An optional callback which is called when all
		* the tasks have been completed. It receives the `err` argument if any `tasks`
		* pass an error to their callback, and a `results` object with any completed
		* task results, similar to `auto`.
		* @returns {Promise} a promise, if no callback is passed
		* @example
		*
		* //  The example from `auto` can be rewritten as follows:
		* async.autoInject({
		*     get_data: function(callback) {
		*         // async code to get some data
		*         callback(null, 'data', 'converted to array');
		*     },
		*     make_folder: function(callback) {
		*         // async code to create a directory to store a file in
		*         // this is run at the same time as getting the data
		*         callback(null, 'folder');
		*     },
		*     write_file: function(get_data, make_folder, callback) {
		*         // once there is some data and the directory exists,
		*         // write the data to a file in the directory
		*         callback(null, 'filename');
		*     },
		*     email_link: function(write_file, callback) {
		*         // once the file is written let's email a link to it...
		*         // write_file contains the filename returned by write_file.
		*         callback(null, {'file':write_file, 'email':'user@example.com'});
		*     }
		* }, function(err, results) {
		*     console.log('err = ', err);
		*     console.log('email_link = ', results.email_link);
		* });
		*
		* // If you are using a JS minifier that mangles parameter names, `autoInject`
		* // will not work with plain functions, since the parameter names will be
		* // collapsed to a single letter identifier.  To work around this, you can
		* // explicitly specify the names of the parameters your task function needs
		* // in an array, similar to Angular.js dependency injection.
		*
		* // This still has an advantage over plain `auto`, since the results a task
		* // depends on are still spread into arguments.
		* async.autoInject({
		*     //...
		*     write_file: ['get_data', 'make_folder', function(get_data, make_folder, callback) {
		*         callback(null, 'filename');
		*     }],
		*     email_link: ['write_file', function(write_file, callback) {
		*         callback(null, {'file':write_file, 'email':'user@example.com'});
		*     }]
		*     //...
		* }, function(err, results) {
		*     console.log('err = ', err);
		*     console.log('email_link = ', results.email_link);
		* });
		*/
		function autoInject(tasks, callback) {
			var newTasks = {};
			Object.keys(tasks).forEach((key) => {
				var taskFn = tasks[key];
				var params;
				var fnIsAsync = isAsync(taskFn);
				var hasNoDeps = !fnIsAsync && taskFn.length === 1 || fnIsAsync && taskFn.length === 0;
				if (Array.isArray(taskFn)) {
					params = [...taskFn];
					taskFn = params.pop();
					newTasks[key] = params.concat(params.length > 0 ? newTask : taskFn);
				} else if (hasNoDeps) newTasks[key] = taskFn;
				else {
					params = parseParams(taskFn);
					if (taskFn.length === 0 && !fnIsAsync && params.length === 0) throw new Error("autoInject task functions require explicit parameters.");
					if (!fnIsAsync) params.pop();
					newTasks[key] = params.concat(newTask);
				}
				function newTask(results, taskCb) {
					var newArgs = params.map((name) => results[name]);
					newArgs.push(taskCb);
					wrapAsync(taskFn)(...newArgs);
				}
			});
			return auto(newTasks, callback);
		}
		class DLL {
			constructor() {
				this.head = this.tail = null;
				this.length = 0;
			}
			removeLink(node) {
				if (node.prev) node.prev.next = node.next;
				else this.head = node.next;
				if (node.next) node.next.prev = node.prev;
				else this.tail = node.prev;
				node.prev = node.next = null;
				this.length -= 1;
				return node;
			}
			empty() {
				while (this.head) this.shift();
				return this;
			}
			insertAfter(node, newNode) {
				newNode.prev = node;
				newNode.next = node.next;
				if (node.next) node.next.prev = newNode;
				else this.tail = newNode;
				node.next = newNode;
				this.length += 1;
			}
			insertBefore(node, newNode) {
				newNode.prev = node.prev;
				newNode.next = node;
				if (node.prev) node.prev.next = newNode;
				else this.head = newNode;
				node.prev = newNode;
				this.length += 1;
			}
			unshift(node) {
				if (this.head) this.insertBefore(this.head, node);
				else setInitial(this, node);
			}
			push(node) {
				if (this.tail) this.insertAfter(this.tail, node);
				else setInitial(this, node);
			}
			shift() {
				return this.head && this.removeLink(this.head);
			}
			pop() {
				return this.tail && this.removeLink(this.tail);
			}
			toArray() {
				return [...this];
			}
			*[Symbol.iterator]() {
				var cur = this.head;
				while (cur) {
					yield cur.data;
					cur = cur.next;
				}
			}
			remove(testFn) {
				var curr = this.head;
				while (curr) {
					var { next } = curr;
					if (testFn(curr)) this.removeLink(curr);
					curr = next;
				}
				return this;
			}
		}
		function setInitial(dll, node) {
			dll.length = 1;
			dll.head = dll.tail = node;
		}
		function queue$1(worker, concurrency, payload) {
			if (concurrency == null) concurrency = 1;
			else if (concurrency === 0) throw new RangeError("Concurrency must not be zero");
			var _worker = wrapAsync(worker);
			var numRunning = 0;
			var workersList = [];
			const events = {
				error: [],
				drain: [],
				saturated: [],
				unsaturated: [],
				empty: []
			};
			function on(event, handler) {
				events[event].push(handler);
			}
			function once(event, handler) {
				const handleAndRemove = (...args) => {
					off(event, handleAndRemove);
					handler(...args);
				};
				events[event].push(handleAndRemove);
			}
			function off(event, handler) {
				if (!event) return Object.keys(events).forEach((ev) => events[ev] = []);
				if (!handler) return events[event] = [];
				events[event] = events[event].filter((ev) => ev !== handler);
			}
			function trigger(event, ...args) {
				events[event].forEach((handler) => handler(...args));
			}
			var processingScheduled = false;
			function _insert(data, insertAtFront, rejectOnError, callback) {
				if (callback != null && typeof callback !== "function") throw new Error("task callback must be a function");
				q.started = true;
				var res, rej;
				function promiseCallback(err, ...args) {
					if (err) return rejectOnError ? rej(err) : res();
					if (args.length <= 1) return res(args[0]);
					res(args);
				}
				var item = q._createTaskItem(data, rejectOnError ? promiseCallback : callback || promiseCallback);
				if (insertAtFront) q._tasks.unshift(item);
				else q._tasks.push(item);
				if (!processingScheduled) {
					processingScheduled = true;
					setImmediate$1(() => {
						processingScheduled = false;
						q.process();
					});
				}
				if (rejectOnError || !callback) return new Promise((resolve, reject) => {
					res = resolve;
					rej = reject;
				});
			}
			function _createCB(tasks) {
				return function(err, ...args) {
					numRunning -= 1;
					for (var i = 0, l = tasks.length; i < l; i++) {
						var task = tasks[i];
						var index = workersList.indexOf(task);
						if (index === 0) workersList.shift();
						else if (index > 0) workersList.splice(index, 1);
						task.callback(err, ...args);
						if (err != null) trigger("error", err, task.data);
					}
					if (numRunning <= q.concurrency - q.buffer) trigger("unsaturated");
					if (q.idle()) trigger("drain");
					q.process();
				};
			}
			function _maybeDrain(data) {
				if (data.length === 0 && q.idle()) {
					setImmediate$1(() => trigger("drain"));
					return true;
				}
				return false;
			}
			const eventMethod = (name) => (handler) => {
				if (!handler) return new Promise((resolve, reject) => {
					once(name, (err, data) => {
						if (err) return reject(err);
						resolve(data);
					});
				});
				off(name);
				on(name, handler);
			};
			var isProcessing = false;
			var q = {
				_tasks: new DLL(),
				_createTaskItem(data, callback) {
					return {
						data,
						callback
					};
				},
				*[Symbol.iterator]() {
					yield* q._tasks[Symbol.iterator]();
				},
				concurrency,
				payload,
				buffer: concurrency / 4,
				started: false,
				paused: false,
				push(data, callback) {
					if (Array.isArray(data)) {
						if (_maybeDrain(data)) return;
						return data.map((datum) => _insert(datum, false, false, callback));
					}
					return _insert(data, false, false, callback);
				},
				pushAsync(data, callback) {
					if (Array.isArray(data)) {
						if (_maybeDrain(data)) return;
						return data.map((datum) => _insert(datum, false, true, callback));
					}
					return _insert(data, false, true, callback);
				},
				kill() {
					off();
					q._tasks.empty();
				},
				unshift(data, callback) {
					if (Array.isArray(data)) {
						if (_maybeDrain(data)) return;
						return data.map((datum) => _insert(datum, true, false, callback));
					}
					return _insert(data, true, false, callback);
				},
				unshiftAsync(data, callback) {
					if (Array.isArray(data)) {
						if (_maybeDrain(data)) return;
						return data.map((datum) => _insert(datum, true, true, callback));
					}
					return _insert(data, true, true, callback);
				},
				remove(testFn) {
					q._tasks.remove(testFn);
				},
				process() {
					if (isProcessing) return;
					isProcessing = true;
					while (!q.paused && numRunning < q.concurrency && q._tasks.length) {
						var tasks = [], data = [];
						var l = q._tasks.length;
						if (q.payload) l = Math.min(l, q.payload);
						for (var i = 0; i < l; i++) {
							var node = q._tasks.shift();
							tasks.push(node);
							workersList.push(node);
							data.push(node.data);
						}
						numRunning += 1;
						if (q._tasks.length === 0) trigger("empty");
						if (numRunning === q.concurrency) trigger("saturated");
						_worker(data, onlyOnce(_createCB(tasks)));
					}
					isProcessing = false;
				},
				length() {
					return q._tasks.length;
				},
				running() {
					return numRunning;
				},
				workersList() {
					return workersList;
				},
				idle() {
					return q._tasks.length + numRunning === 0;
				},
				pause() {
					q.paused = true;
				},
				resume() {
					if (q.paused === false) return;
					q.paused = false;
					setImmediate$1(q.process);
				}
			};
			Object.defineProperties(q, {
				saturated: {
					writable: false,
					value: eventMethod("saturated")
				},
				unsaturated: {
					writable: false,
					value: eventMethod("unsaturated")
				},
				empty: {
					writable: false,
					value: eventMethod("empty")
				},
				drain: {
					writable: false,
					value: eventMethod("drain")
				},
				error: {
					writable: false,
					value: eventMethod("error")
				}
			});
			return q;
		}
		/**
		* Creates a `cargo` object with the specified payload. Tasks added to the
		* cargo will be processed altogether (up to the `payload` limit). If the
		* `worker` is in progress, the task is queued until it becomes available. Once
		* the `worker` has completed some tasks, each callback of those tasks is
		* called. Check out [these](https://camo.githubusercontent.com/6bbd36f4cf5b35a0f11a96dcd2e97711ffc2fb37/68747470733a2f2f662e636c6f75642e6769746875622e636f6d2f6173736574732f313637363837312f36383130382f62626330636662302d356632392d313165322d393734662d3333393763363464633835382e676966) [animations](https://camo.githubusercontent.com/f4810e00e1c5f5f8addbe3e9f49064fd5d102699/68747470733a2f2f662e636c6f75642e6769746875622e636f6d2f6173736574732f313637363837312f36383130312f38346339323036362d356632392d313165322d383134662d3964336430323431336266642e676966)
		* for how `cargo` and `queue` work.
		*
		* While [`queue`]{@link module:ControlFlow.queue} passes only one task to one of a group of workers
		* at a time, cargo passes an array of tasks to a single worker, repeating
		* when the worker is finished.
		*
		* @name cargo
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @see [async.queue]{@link module:ControlFlow.queue}
		* @category Control Flow
		* @param {AsyncFunction} worker - An asynchronous function for processing an array
		* of queued tasks. Invoked with `(tasks, callback)`.
		* @param {number} [payload=Infinity] - An optional `integer` for determining
		* how many tasks should be processed per round; if omitted, the default is
		* unlimited.
		* @returns {module:ControlFlow.QueueObject} A cargo object to manage the tasks. Callbacks can
		* attached as certain properties to listen for specific events during the
		* lifecycle of the cargo and inner queue.
		* @example
		*
		* // create a cargo object with payload 2
		* var cargo = async.cargo(function(tasks, callback) {
		*     for (var i=0; i<tasks.length; i++) {
		*         console.log('hello ' + tasks[i].name);
		*     }
		*     callback();
		* }, 2);
		*
		* // add some items
		* cargo.push({name: 'foo'}, function(err) {
		*     console.log('finished processing foo');
		* });
		* cargo.push({name: 'bar'}, function(err) {
		*     console.log('finished processing bar');
		* });
		* await cargo.push({name: 'baz'});
		* console.log('finished processing baz');
		*/
		function cargo$1(worker, payload) {
			return queue$1(worker, 1, payload);
		}
		/**
		* Creates a `cargoQueue` object with the specified payload. Tasks added to the
		* cargoQueue will be processed together (up to the `payload` limit) in `concurrency` parallel workers.
		* If the all `workers` are in progress, the task is queued until one becomes available. Once
		* a `worker` has completed some tasks, each callback of those tasks is
		* called. Check out [these](https://camo.githubusercontent.com/6bbd36f4cf5b35a0f11a96dcd2e97711ffc2fb37/68747470733a2f2f662e636c6f75642e6769746875622e636f6d2f6173736574732f313637363837312f36383130382f62626330636662302d356632392d313165322d393734662d3333393763363464633835382e676966) [animations](https://camo.githubusercontent.com/f4810e00e1c5f5f8addbe3e9f49064fd5d102699/68747470733a2f2f662e636c6f75642e6769746875622e636f6d2f6173736574732f313637363837312f36383130312f38346339323036362d356632392d313165322d383134662d3964336430323431336266642e676966)
		* for how `cargo` and `queue` work.
		*
		* While [`queue`]{@link module:ControlFlow.queue} passes only one task to one of a group of workers
		* at a time, and [`cargo`]{@link module:ControlFlow.cargo} passes an array of tasks to a single worker,
		* the cargoQueue passes an array of tasks to multiple parallel workers.
		*
		* @name cargoQueue
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @see [async.queue]{@link module:ControlFlow.queue}
		* @see [async.cargo]{@link module:ControlFLow.cargo}
		* @category Control Flow
		* @param {AsyncFunction} worker - An asynchronous function for processing an array
		* of queued tasks. Invoked with `(tasks, callback)`.
		* @param {number} [concurrency=1] - An `integer` for determining how many
		* `worker` functions should be run in parallel.  If omitted, the concurrency
		* defaults to `1`.  If the concurrency is `0`, an error is thrown.
		* @param {number} [payload=Infinity] - An optional `integer` for determining
		* how many tasks should be processed per round; if omitted, the default is
		* unlimited.
		* @returns {module:ControlFlow.QueueObject} A cargoQueue object to manage the tasks. Callbacks can
		* attached as certain properties to listen for specific events during the
		* lifecycle of the cargoQueue and inner queue.
		* @example
		*
		* // create a cargoQueue object with payload 2 and concurrency 2
		* var cargoQueue = async.cargoQueue(function(tasks, callback) {
		*     for (var i=0; i<tasks.length; i++) {
		*         console.log('hello ' + tasks[i].name);
		*     }
		*     callback();
		* }, 2, 2);
		*
		* // add some items
		* cargoQueue.push({name: 'foo'}, function(err) {
		*     console.log('finished processing foo');
		* });
		* cargoQueue.push({name: 'bar'}, function(err) {
		*     console.log('finished processing bar');
		* });
		* cargoQueue.push({name: 'baz'}, function(err) {
		*     console.log('finished processing baz');
		* });
		* cargoQueue.push({name: 'boo'}, function(err) {
		*     console.log('finished processing boo');
		* });
		*/
		function cargo(worker, concurrency, payload) {
			return queue$1(worker, concurrency, payload);
		}
		/**
		* Reduces `coll` into a single value using an async `iteratee` to return each
		* successive step. `memo` is the initial state of the reduction. This function
		* only operates in series.
		*
		* For performance reasons, it may make sense to split a call to this function
		* into a parallel map, and then use the normal `Array.prototype.reduce` on the
		* results. This function is for situations where each step in the reduction
		* needs to be async; if you can get the data before reducing it, then it's
		* probably a good idea to do so.
		*
		* @name reduce
		* @static
		* @memberOf module:Collections
		* @method
		* @alias inject
		* @alias foldl
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {*} memo - The initial state of the reduction.
		* @param {AsyncFunction} iteratee - A function applied to each item in the
		* array to produce the next step in the reduction.
		* The `iteratee` should complete with the next state of the reduction.
		* If the iteratee completes with an error, the reduction is stopped and the
		* main `callback` is immediately called with the error.
		* Invoked with (memo, item, callback).
		* @param {Function} [callback] - A callback which is called after all the
		* `iteratee` functions have finished. Result is the reduced value. Invoked with
		* (err, result).
		* @returns {Promise} a promise, if no callback is passed
		* @example
		*
		* // file1.txt is a file that is 1000 bytes in size
		* // file2.txt is a file that is 2000 bytes in size
		* // file3.txt is a file that is 3000 bytes in size
		* // file4.txt does not exist
		*
		* const fileList = ['file1.txt','file2.txt','file3.txt'];
		* const withMissingFileList = ['file1.txt','file2.txt','file3.txt', 'file4.txt'];
		*
		* // asynchronous function that computes the file size in bytes
		* // file size is added to the memoized value, then returned
		* function getFileSizeInBytes(memo, file, callback) {
		*     fs.stat(file, function(err, stat) {
		*         if (err) {
		*             return callback(err);
		*         }
		*         callback(null, memo + stat.size);
		*     });
		* }
		*
		* // Using callbacks
		* async.reduce(fileList, 0, getFileSizeInBytes, function(err, result) {
		*     if (err) {
		*         console.log(err);
		*     } else {
		*         console.log(result);
		*         // 6000
		*         // which is the sum of the file sizes of the three files
		*     }
		* });
		*
		* // Error Handling
		* async.reduce(withMissingFileList, 0, getFileSizeInBytes, function(err, result) {
		*     if (err) {
		*         console.log(err);
		*         // [ Error: ENOENT: no such file or directory ]
		*     } else {
		*         console.log(result);
		*     }
		* });
		*
		* // Using Promises
		* async.reduce(fileList, 0, getFileSizeInBytes)
		* .then( result => {
		*     console.log(result);
		*     // 6000
		*     // which is the sum of the file sizes of the three files
		* }).catch( err => {
		*     console.log(err);
		* });
		*
		* // Error Handling
		* async.reduce(withMissingFileList, 0, getFileSizeInBytes)
		* .then( result => {
		*     console.log(result);
		* }).catch( err => {
		*     console.log(err);
		*     // [ Error: ENOENT: no such file or directory ]
		* });
		*
		* // Using async/await
		* async () => {
		*     try {
		*         let result = await async.reduce(fileList, 0, getFileSizeInBytes);
		*         console.log(result);
		*         // 6000
		*         // which is the sum of the file sizes of the three files
		*     }
		*     catch (err) {
		*         console.log(err);
		*     }
		* }
		*
		* // Error Handling
		* async () => {
		*     try {
		*         let result = await async.reduce(withMissingFileList, 0, getFileSizeInBytes);
		*         console.log(result);
		*     }
		*     catch (err) {
		*         console.log(err);
		*         // [ Error: ENOENT: no such file or directory ]
		*     }
		* }
		*
		*/
		function reduce(coll, memo, iteratee, callback) {
			callback = once(callback);
			var _iteratee = wrapAsync(iteratee);
			return eachOfSeries$1(coll, (x, i, iterCb) => {
				_iteratee(memo, x, (err, v) => {
					memo = v;
					iterCb(err);
				});
			}, (err) => callback(err, memo));
		}
		var reduce$1 = awaitify(reduce, 4);
		/**
		* Version of the compose function that is more natural to read. Each function
		* consumes the return value of the previous function. It is the equivalent of
		* [compose]{@link module:ControlFlow.compose} with the arguments reversed.
		*
		* Each function is executed with the `this` binding of the composed function.
		*
		* @name seq
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @see [async.compose]{@link module:ControlFlow.compose}
		* @category Control Flow
		* @param {...AsyncFunction} functions - the asynchronous functions to compose
		* @returns {Function} a function that composes the `functions` in order
		* @example
		*
		* // Requires lodash (or underscore), express3 and dresende's orm2.
		* // Part of an app, that fetches cats of the logged user.
		* // This example uses `seq` function to avoid overnesting and error
		* // handling clutter.
		* app.get('/cats', function(request, response) {
		*     var User = request.models.User;
		*     async.seq(
		*         User.get.bind(User),  // 'User.get' has signature (id, callback(err, data))
		*         function(user, fn) {
		*             user.getCats(fn);      // 'getCats' has signature (callback(err, data))
		*         }
		*     )(req.session.user_id, function (err, cats) {
		*         if (err) {
		*             console.error(err);
		*             response.json({ status: 'error', message: err.message });
		*         } else {
		*             response.json({ status: 'ok', message: 'Cats found', data: cats });
		*         }
		*     });
		* });
		*/
		function seq(...functions) {
			var _functions = functions.map(wrapAsync);
			return function(...args) {
				var that = this;
				var cb = args[args.length - 1];
				if (typeof cb == "function") args.pop();
				else cb = promiseCallback();
				reduce$1(_functions, args, (newargs, fn, iterCb) => {
					fn.apply(that, newargs.concat((err, ...nextargs) => {
						iterCb(err, nextargs);
					}));
				}, (err, results) => cb(err, ...results));
				return cb[PROMISE_SYMBOL];
			};
		}
		/**
		* Creates a function which is a composition of the passed asynchronous
		* functions. Each function consumes the return value of the function that
		* follows. Composing functions `f()`, `g()`, and `h()` would produce the result
		* of `f(g(h()))`, only this version uses callbacks to obtain the return values.
		*
		* If the last argument to the composed function is not a function, a promise
		* is returned when you call it.
		*
		* Each function is executed with the `this` binding of the composed function.
		*
		* @name compose
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @category Control Flow
		* @param {...AsyncFunction} functions - the asynchronous functions to compose
		* @returns {Function} an asynchronous function that is the composed
		* asynchronous `functions`
		* @example
		*
		* function add1(n, callback) {
		*     setTimeout(function () {
		*         callback(null, n + 1);
		*     }, 10);
		* }
		*
		* function mul3(n, callback) {
		*     setTimeout(function () {
		*         callback(null, n * 3);
		*     }, 10);
		* }
		*
		* var add1mul3 = async.compose(mul3, add1);
		* add1mul3(4, function (err, result) {
		*     // result now equals 15
		* });
		*/
		function compose(...args) {
			return seq(...args.reverse());
		}
		/**
		* The same as [`map`]{@link module:Collections.map} but runs a maximum of `limit` async operations at a time.
		*
		* @name mapLimit
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.map]{@link module:Collections.map}
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {number} limit - The maximum number of async operations at a time.
		* @param {AsyncFunction} iteratee - An async function to apply to each item in
		* `coll`.
		* The iteratee should complete with the transformed item.
		* Invoked with (item, callback).
		* @param {Function} [callback] - A callback which is called when all `iteratee`
		* functions have finished, or an error occurs. Results is an array of the
		* transformed items from the `coll`. Invoked with (err, results).
		* @returns {Promise} a promise, if no callback is passed
		*/
		function mapLimit(coll, limit, iteratee, callback) {
			return _asyncMap(eachOfLimit$2(limit), coll, iteratee, callback);
		}
		var mapLimit$1 = awaitify(mapLimit, 4);
		/**
		* The same as [`concat`]{@link module:Collections.concat} but runs a maximum of `limit` async operations at a time.
		*
		* @name concatLimit
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.concat]{@link module:Collections.concat}
		* @category Collection
		* @alias flatMapLimit
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {number} limit - The maximum number of async operations at a time.
		* @param {AsyncFunction} iteratee - A function to apply to each item in `coll`,
		* which should use an array as its result. Invoked with (item, callback).
		* @param {Function} [callback] - A callback which is called after all the
		* `iteratee` functions have finished, or an error occurs. Results is an array
		* containing the concatenated results of the `iteratee` function. Invoked with
		* (err, results).
		* @returns A Promise, if no callback is passed
		*/
		function concatLimit(coll, limit, iteratee, callback) {
			var _iteratee = wrapAsync(iteratee);
			return mapLimit$1(coll, limit, (val, iterCb) => {
				_iteratee(val, (err, ...args) => {
					if (err) return iterCb(err);
					return iterCb(err, args);
				});
			}, (err, mapResults) => {
				var result = [];
				for (var i = 0; i < mapResults.length; i++) if (mapResults[i]) result = result.concat(...mapResults[i]);
				return callback(err, result);
			});
		}
		var concatLimit$1 = awaitify(concatLimit, 4);
		/**
		* Applies `iteratee` to each item in `coll`, concatenating the results. Returns
		* the concatenated list. The `iteratee`s are called in parallel, and the
		* results are concatenated as they return. The results array will be returned in
		* the original order of `coll` passed to the `iteratee` function.
		*
		* @name concat
		* @static
		* @memberOf module:Collections
		* @method
		* @category Collection
		* @alias flatMap
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {AsyncFunction} iteratee - A function to apply to each item in `coll`,
		* which should use an array as its result. Invoked with (item, callback).
		* @param {Function} [callback] - A callback which is called after all the
		* `iteratee` functions have finished, or an error occurs. Results is an array
		* containing the concatenated results of the `iteratee` function. Invoked with
		* (err, results).
		* @returns A Promise, if no callback is passed
		* @example
		*
		* // dir1 is a directory that contains file1.txt, file2.txt
		* // dir2 is a directory that contains file3.txt, file4.txt
		* // dir3 is a directory that contains file5.txt
		* // dir4 does not exist
		*
		* let directoryList = ['dir1','dir2','dir3'];
		* let withMissingDirectoryList = ['dir1','dir2','dir3', 'dir4'];
		*
		* // Using callbacks
		* async.concat(directoryList, fs.readdir, function(err, results) {
		*    if (err) {
		*        console.log(err);
		*    } else {
		*        console.log(results);
		*        // [ 'file1.txt', 'file2.txt', 'file3.txt', 'file4.txt', file5.txt ]
		*    }
		* });
		*
		* // Error Handling
		* async.concat(withMissingDirectoryList, fs.readdir, function(err, results) {
		*    if (err) {
		*        console.log(err);
		*        // [ Error: ENOENT: no such file or directory ]
		*        // since dir4 does not exist
		*    } else {
		*        console.log(results);
		*    }
		* });
		*
		* // Using Promises
		* async.concat(directoryList, fs.readdir)
		* .then(results => {
		*     console.log(results);
		*     // [ 'file1.txt', 'file2.txt', 'file3.txt', 'file4.txt', file5.txt ]
		* }).catch(err => {
		*      console.log(err);
		* });
		*
		* // Error Handling
		* async.concat(withMissingDirectoryList, fs.readdir)
		* .then(results => {
		*     console.log(results);
		* }).catch(err => {
		*     console.log(err);
		*     // [ Error: ENOENT: no such file or directory ]
		*     // since dir4 does not exist
		* });
		*
		* // Using async/await
		* async () => {
		*     try {
		*         let results = await async.concat(directoryList, fs.readdir);
		*         console.log(results);
		*         // [ 'file1.txt', 'file2.txt', 'file3.txt', 'file4.txt', file5.txt ]
		*     } catch (err) {
		*         console.log(err);
		*     }
		* }
		*
		* // Error Handling
		* async () => {
		*     try {
		*         let results = await async.concat(withMissingDirectoryList, fs.readdir);
		*         console.log(results);
		*     } catch (err) {
		*         console.log(err);
		*         // [ Error: ENOENT: no such file or directory ]
		*         // since dir4 does not exist
		*     }
		* }
		*
		*/
		function concat(coll, iteratee, callback) {
			return concatLimit$1(coll, Infinity, iteratee, callback);
		}
		var concat$1 = awaitify(concat, 3);
		/**
		* The same as [`concat`]{@link module:Collections.concat} but runs only a single async operation at a time.
		*
		* @name concatSeries
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.concat]{@link module:Collections.concat}
		* @category Collection
		* @alias flatMapSeries
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {AsyncFunction} iteratee - A function to apply to each item in `coll`.
		* The iteratee should complete with an array an array of results.
		* Invoked with (item, callback).
		* @param {Function} [callback] - A callback which is called after all the
		* `iteratee` functions have finished, or an error occurs. Results is an array
		* containing the concatenated results of the `iteratee` function. Invoked with
		* (err, results).
		* @returns A Promise, if no callback is passed
		*/
		function concatSeries(coll, iteratee, callback) {
			return concatLimit$1(coll, 1, iteratee, callback);
		}
		var concatSeries$1 = awaitify(concatSeries, 3);
		/**
		* Returns a function that when called, calls-back with the values provided.
		* Useful as the first function in a [`waterfall`]{@link module:ControlFlow.waterfall}, or for plugging values in to
		* [`auto`]{@link module:ControlFlow.auto}.
		*
		* @name constant
		* @static
		* @memberOf module:Utils
		* @method
		* @category Util
		* @param {...*} arguments... - Any number of arguments to automatically invoke
		* callback with.
		* @returns {AsyncFunction} Returns a function that when invoked, automatically
		* invokes the callback with the previous given arguments.
		* @example
		*
		* async.waterfall([
		*     async.constant(42),
		*     function (value, next) {
		*         // value === 42
		*     },
		*     //...
		* ], callback);
		*
		* async.waterfall([
		*     async.constant(filename, "utf8"),
		*     fs.readFile,
		*     function (fileData, next) {
		*         //...
		*     }
		*     //...
		* ], callback);
		*
		* async.auto({
		*     hostname: async.constant("https://server.net/"),
		*     port: findFreePort,
		*     launchServer: ["hostname", "port", function (options, cb) {
		*         startServer(options, cb);
		*     }],
		*     //...
		* }, callback);
		*/
		function constant$1(...args) {
			return function(...ignoredArgs) {
				return ignoredArgs.pop()(null, ...args);
			};
		}
		function _createTester(check, getResult) {
			return (eachfn, arr, _iteratee, cb) => {
				var testPassed = false;
				var testResult;
				const iteratee = wrapAsync(_iteratee);
				eachfn(arr, (value, _, callback) => {
					iteratee(value, (err, result) => {
						if (err || err === false) return callback(err);
						if (check(result) && !testResult) {
							testPassed = true;
							testResult = getResult(true, value);
							return callback(null, breakLoop);
						}
						callback();
					});
				}, (err) => {
					if (err) return cb(err);
					cb(null, testPassed ? testResult : getResult(false));
				});
			};
		}
		/**
		* Returns the first value in `coll` that passes an async truth test. The
		* `iteratee` is applied in parallel, meaning the first iteratee to return
		* `true` will fire the detect `callback` with that result. That means the
		* result might not be the first item in the original `coll` (in terms of order)
		* that passes the test.
		
		* If order within the original `coll` is important, then look at
		* [`detectSeries`]{@link module:Collections.detectSeries}.
		*
		* @name detect
		* @static
		* @memberOf module:Collections
		* @method
		* @alias find
		* @category Collections
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {AsyncFunction} iteratee - A truth test to apply to each item in `coll`.
		* The iteratee must complete with a boolean value as its result.
		* Invoked with (item, callback).
		* @param {Function} [callback] - A callback which is called as soon as any
		* iteratee returns `true`, or after all the `iteratee` functions have finished.
		* Result will be the first item in the array that passes the truth test
		* (iteratee) or the value `undefined` if none passed. Invoked with
		* (err, result).
		* @returns {Promise} a promise, if a callback is omitted
		* @example
		*
		* // dir1 is a directory that contains file1.txt, file2.txt
		* // dir2 is a directory that contains file3.txt, file4.txt
		* // dir3 is a directory that contains file5.txt
		*
		* // asynchronous function that checks if a file exists
		* function fileExists(file, callback) {
		*    fs.access(file, fs.constants.F_OK, (err) => {
		*        callback(null, !err);
		*    });
		* }
		*
		* async.detect(['file3.txt','file2.txt','dir1/file1.txt'], fileExists,
		*    function(err, result) {
		*        console.log(result);
		*        // dir1/file1.txt
		*        // result now equals the first file in the list that exists
		*    }
		*);
		*
		* // Using Promises
		* async.detect(['file3.txt','file2.txt','dir1/file1.txt'], fileExists)
		* .then(result => {
		*     console.log(result);
		*     // dir1/file1.txt
		*     // result now equals the first file in the list that exists
		* }).catch(err => {
		*     console.log(err);
		* });
		*
		* // Using async/await
		* async () => {
		*     try {
		*         let result = await async.detect(['file3.txt','file2.txt','dir1/file1.txt'], fileExists);
		*         console.log(result);
		*         // dir1/file1.txt
		*         // result now equals the file in the list that exists
		*     }
		*     catch (err) {
		*         console.log(err);
		*     }
		* }
		*
		*/
		function detect(coll, iteratee, callback) {
			return _createTester((bool) => bool, (res, item) => item)(eachOf$1, coll, iteratee, callback);
		}
		var detect$1 = awaitify(detect, 3);
		/**
		* The same as [`detect`]{@link module:Collections.detect} but runs a maximum of `limit` async operations at a
		* time.
		*
		* @name detectLimit
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.detect]{@link module:Collections.detect}
		* @alias findLimit
		* @category Collections
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {number} limit - The maximum number of async operations at a time.
		* @param {AsyncFunction} iteratee - A truth test to apply to each item in `coll`.
		* The iteratee must complete with a boolean value as its result.
		* Invoked with (item, callback).
		* @param {Function} [callback] - A callback which is called as soon as any
		* iteratee returns `true`, or after all the `iteratee` functions have finished.
		* Result will be the first item in the array that passes the truth test
		* (iteratee) or the value `undefined` if none passed. Invoked with
		* (err, result).
		* @returns {Promise} a promise, if a callback is omitted
		*/
		function detectLimit(coll, limit, iteratee, callback) {
			return _createTester((bool) => bool, (res, item) => item)(eachOfLimit$2(limit), coll, iteratee, callback);
		}
		var detectLimit$1 = awaitify(detectLimit, 4);
		/**
		* The same as [`detect`]{@link module:Collections.detect} but runs only a single async operation at a time.
		*
		* @name detectSeries
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.detect]{@link module:Collections.detect}
		* @alias findSeries
		* @category Collections
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {AsyncFunction} iteratee - A truth test to apply to each item in `coll`.
		* The iteratee must complete with a boolean value as its result.
		* Invoked with (item, callback).
		* @param {Function} [callback] - A callback which is called as soon as any
		* iteratee returns `true`, or after all the `iteratee` functions have finished.
		* Result will be the first item in the array that passes the truth test
		* (iteratee) or the value `undefined` if none passed. Invoked with
		* (err, result).
		* @returns {Promise} a promise, if a callback is omitted
		*/
		function detectSeries(coll, iteratee, callback) {
			return _createTester((bool) => bool, (res, item) => item)(eachOfLimit$2(1), coll, iteratee, callback);
		}
		var detectSeries$1 = awaitify(detectSeries, 3);
		function consoleFunc(name) {
			return (fn, ...args) => wrapAsync(fn)(...args, (err, ...resultArgs) => {
				/* istanbul ignore else */
				if (typeof console === "object") {
					/* istanbul ignore else */
					if (err) {
						/* istanbul ignore else */
						if (console.error) console.error(err);
					} else if (console[name]) resultArgs.forEach((x) => console[name](x));
				}
			});
		}
		/**
		* Logs the result of an [`async` function]{@link AsyncFunction} to the
		* `console` using `console.dir` to display the properties of the resulting object.
		* Only works in Node.js or in browsers that support `console.dir` and
		* `console.error` (such as FF and Chrome).
		* If multiple arguments are returned from the async function,
		* `console.dir` is called on each argument in order.
		*
		* @name dir
		* @static
		* @memberOf module:Utils
		* @method
		* @category Util
		* @param {AsyncFunction} function - The function you want to eventually apply
		* all arguments to.
		* @param {...*} arguments... - Any number of arguments to apply to the function.
		* @example
		*
		* // in a module
		* var hello = function(name, callback) {
		*     setTimeout(function() {
		*         callback(null, {hello: name});
		*     }, 1000);
		* };
		*
		* // in the node repl
		* node> async.dir(hello, 'world');
		* {hello: 'world'}
		*/
		var dir = consoleFunc("dir");
		/**
		* The post-check version of [`whilst`]{@link module:ControlFlow.whilst}. To reflect the difference in
		* the order of operations, the arguments `test` and `iteratee` are switched.
		*
		* `doWhilst` is to `whilst` as `do while` is to `while` in plain JavaScript.
		*
		* @name doWhilst
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @see [async.whilst]{@link module:ControlFlow.whilst}
		* @category Control Flow
		* @param {AsyncFunction} iteratee - A function which is called each time `test`
		* passes. Invoked with (callback).
		* @param {AsyncFunction} test - asynchronous truth test to perform after each
		* execution of `iteratee`. Invoked with (...args, callback), where `...args` are the
		* non-error args from the previous callback of `iteratee`.
		* @param {Function} [callback] - A callback which is called after the test
		* function has failed and repeated execution of `iteratee` has stopped.
		* `callback` will be passed an error and any arguments passed to the final
		* `iteratee`'s callback. Invoked with (err, [results]);
		* @returns {Promise} a promise, if no callback is passed
		*/
		function doWhilst(iteratee, test, callback) {
			callback = onlyOnce(callback);
			var _fn = wrapAsync(iteratee);
			var _test = wrapAsync(test);
			var results;
			function next(err, ...args) {
				if (err) return callback(err);
				if (err === false) return;
				results = args;
				_test(...args, check);
			}
			function check(err, truth) {
				if (err) return callback(err);
				if (err === false) return;
				if (!truth) return callback(null, ...results);
				_fn(next);
			}
			return check(null, true);
		}
		var doWhilst$1 = awaitify(doWhilst, 3);
		/**
		* Like ['doWhilst']{@link module:ControlFlow.doWhilst}, except the `test` is inverted. Note the
		* argument ordering differs from `until`.
		*
		* @name doUntil
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @see [async.doWhilst]{@link module:ControlFlow.doWhilst}
		* @category Control Flow
		* @param {AsyncFunction} iteratee - An async function which is called each time
		* `test` fails. Invoked with (callback).
		* @param {AsyncFunction} test - asynchronous truth test to perform after each
		* execution of `iteratee`. Invoked with (...args, callback), where `...args` are the
		* non-error args from the previous callback of `iteratee`
		* @param {Function} [callback] - A callback which is called after the test
		* function has passed and repeated execution of `iteratee` has stopped. `callback`
		* will be passed an error and any arguments passed to the final `iteratee`'s
		* callback. Invoked with (err, [results]);
		* @returns {Promise} a promise, if no callback is passed
		*/
		function doUntil(iteratee, test, callback) {
			const _test = wrapAsync(test);
			return doWhilst$1(iteratee, (...args) => {
				const cb = args.pop();
				_test(...args, (err, truth) => cb(err, !truth));
			}, callback);
		}
		function _withoutIndex(iteratee) {
			return (value, index, callback) => iteratee(value, callback);
		}
		/**
		* Applies the function `iteratee` to each item in `coll`, in parallel.
		* The `iteratee` is called with an item from the list, and a callback for when
		* it has finished. If the `iteratee` passes an error to its `callback`, the
		* main `callback` (for the `each` function) is immediately called with the
		* error.
		*
		* Note, that since this function applies `iteratee` to each item in parallel,
		* there is no guarantee that the iteratee functions will complete in order.
		*
		* @name each
		* @static
		* @memberOf module:Collections
		* @method
		* @alias forEach
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {AsyncFunction} iteratee - An async function to apply to
		* each item in `coll`. Invoked with (item, callback).
		* The array index is not passed to the iteratee.
		* If you need the index, use `eachOf`.
		* @param {Function} [callback] - A callback which is called when all
		* `iteratee` functions have finished, or an error occurs. Invoked with (err).
		* @returns {Promise} a promise, if a callback is omitted
		* @example
		*
		* // dir1 is a directory that contains file1.txt, file2.txt
		* // dir2 is a directory that contains file3.txt, file4.txt
		* // dir3 is a directory that contains file5.txt
		* // dir4 does not exist
		*
		* const fileList = [ 'dir1/file2.txt', 'dir2/file3.txt', 'dir/file5.txt'];
		* const withMissingFileList = ['dir1/file1.txt', 'dir4/file2.txt'];
		*
		* // asynchronous function that deletes a file
		* const deleteFile = function(file, callback) {
		*     fs.unlink(file, callback);
		* };
		*
		* // Using callbacks
		* async.each(fileList, deleteFile, function(err) {
		*     if( err ) {
		*         console.log(err);
		*     } else {
		*         console.log('All files have been deleted successfully');
		*     }
		* });
		*
		* // Error Handling
		* async.each(withMissingFileList, deleteFile, function(err){
		*     console.log(err);
		*     // [ Error: ENOENT: no such file or directory ]
		*     // since dir4/file2.txt does not exist
		*     // dir1/file1.txt could have been deleted
		* });
		*
		* // Using Promises
		* async.each(fileList, deleteFile)
		* .then( () => {
		*     console.log('All files have been deleted successfully');
		* }).catch( err => {
		*     console.log(err);
		* });
		*
		* // Error Handling
		* async.each(fileList, deleteFile)
		* .then( () => {
		*     console.log('All files have been deleted successfully');
		* }).catch( err => {
		*     console.log(err);
		*     // [ Error: ENOENT: no such file or directory ]
		*     // since dir4/file2.txt does not exist
		*     // dir1/file1.txt could have been deleted
		* });
		*
		* // Using async/await
		* async () => {
		*     try {
		*         await async.each(files, deleteFile);
		*     }
		*     catch (err) {
		*         console.log(err);
		*     }
		* }
		*
		* // Error Handling
		* async () => {
		*     try {
		*         await async.each(withMissingFileList, deleteFile);
		*     }
		*     catch (err) {
		*         console.log(err);
		*         // [ Error: ENOENT: no such file or directory ]
		*         // since dir4/file2.txt does not exist
		*         // dir1/file1.txt could have been deleted
		*     }
		* }
		*
		*/
		function eachLimit$2(coll, iteratee, callback) {
			return eachOf$1(coll, _withoutIndex(wrapAsync(iteratee)), callback);
		}
		var each = awaitify(eachLimit$2, 3);
		/**
		* The same as [`each`]{@link module:Collections.each} but runs a maximum of `limit` async operations at a time.
		*
		* @name eachLimit
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.each]{@link module:Collections.each}
		* @alias forEachLimit
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {number} limit - The maximum number of async operations at a time.
		* @param {AsyncFunction} iteratee - An async function to apply to each item in
		* `coll`.
		* The array index is not passed to the iteratee.
		* If you need the index, use `eachOfLimit`.
		* Invoked with (item, callback).
		* @param {Function} [callback] - A callback which is called when all
		* `iteratee` functions have finished, or an error occurs. Invoked with (err).
		* @returns {Promise} a promise, if a callback is omitted
		*/
		function eachLimit(coll, limit, iteratee, callback) {
			return eachOfLimit$2(limit)(coll, _withoutIndex(wrapAsync(iteratee)), callback);
		}
		var eachLimit$1 = awaitify(eachLimit, 4);
		/**
		* The same as [`each`]{@link module:Collections.each} but runs only a single async operation at a time.
		*
		* Note, that unlike [`each`]{@link module:Collections.each}, this function applies iteratee to each item
		* in series and therefore the iteratee functions will complete in order.
		
		* @name eachSeries
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.each]{@link module:Collections.each}
		* @alias forEachSeries
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {AsyncFunction} iteratee - An async function to apply to each
		* item in `coll`.
		* The array index is not passed to the iteratee.
		* If you need the index, use `eachOfSeries`.
		* Invoked with (item, callback).
		* @param {Function} [callback] - A callback which is called when all
		* `iteratee` functions have finished, or an error occurs. Invoked with (err).
		* @returns {Promise} a promise, if a callback is omitted
		*/
		function eachSeries(coll, iteratee, callback) {
			return eachLimit$1(coll, 1, iteratee, callback);
		}
		var eachSeries$1 = awaitify(eachSeries, 3);
		/**
		* Wrap an async function and ensure it calls its callback on a later tick of
		* the event loop.  If the function already calls its callback on a next tick,
		* no extra deferral is added. This is useful for preventing stack overflows
		* (`RangeError: Maximum call stack size exceeded`) and generally keeping
		* [Zalgo](http://blog.izs.me/post/59142742143/designing-apis-for-asynchrony)
		* contained. ES2017 `async` functions are returned as-is -- they are immune
		* to Zalgo's corrupting influences, as they always resolve on a later tick.
		*
		* @name ensureAsync
		* @static
		* @memberOf module:Utils
		* @method
		* @category Util
		* @param {AsyncFunction} fn - an async function, one that expects a node-style
		* callback as its last argument.
		* @returns {AsyncFunction} Returns a wrapped function with the exact same call
		* signature as the function passed in.
		* @example
		*
		* function sometimesAsync(arg, callback) {
		*     if (cache[arg]) {
		*         return callback(null, cache[arg]); // this would be synchronous!!
		*     } else {
		*         doSomeIO(arg, callback); // this IO would be asynchronous
		*     }
		* }
		*
		* // this has a risk of stack overflows if many results are cached in a row
		* async.mapSeries(args, sometimesAsync, done);
		*
		* // this will defer sometimesAsync's callback if necessary,
		* // preventing stack overflows
		* async.mapSeries(args, async.ensureAsync(sometimesAsync), done);
		*/
		function ensureAsync(fn) {
			if (isAsync(fn)) return fn;
			return function(...args) {
				var callback = args.pop();
				var sync = true;
				args.push((...innerArgs) => {
					if (sync) setImmediate$1(() => callback(...innerArgs));
					else callback(...innerArgs);
				});
				fn.apply(this, args);
				sync = false;
			};
		}
		/**
		* Returns `true` if every element in `coll` satisfies an async test. If any
		* iteratee call returns `false`, the main `callback` is immediately called.
		*
		* @name every
		* @static
		* @memberOf module:Collections
		* @method
		* @alias all
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {AsyncFunction} iteratee - An async truth test to apply to each item
		* in the collection in parallel.
		* The iteratee must complete with a boolean result value.
		* Invoked with (item, callback).
		* @param {Function} [callback] - A callback which is called after all the
		* `iteratee` functions have finished. Result will be either `true` or `false`
		* depending on the values of the async tests. Invoked with (err, result).
		* @returns {Promise} a promise, if no callback provided
		* @example
		*
		* // dir1 is a directory that contains file1.txt, file2.txt
		* // dir2 is a directory that contains file3.txt, file4.txt
		* // dir3 is a directory that contains file5.txt
		* // dir4 does not exist
		*
		* const fileList = ['dir1/file1.txt','dir2/file3.txt','dir3/file5.txt'];
		* const withMissingFileList = ['file1.txt','file2.txt','file4.txt'];
		*
		* // asynchronous function that checks if a file exists
		* function fileExists(file, callback) {
		*    fs.access(file, fs.constants.F_OK, (err) => {
		*        callback(null, !err);
		*    });
		* }
		*
		* // Using callbacks
		* async.every(fileList, fileExists, function(err, result) {
		*     console.log(result);
		*     // true
		*     // result is true since every file exists
		* });
		*
		* async.every(withMissingFileList, fileExists, function(err, result) {
		*     console.log(result);
		*     // false
		*     // result is false since NOT every file exists
		* });
		*
		* // Using Promises
		* async.every(fileList, fileExists)
		* .then( result => {
		*     console.log(result);
		*     // true
		*     // result is true since every file exists
		* }).catch( err => {
		*     console.log(err);
		* });
		*
		* async.every(withMissingFileList, fileExists)
		* .then( result => {
		*     console.log(result);
		*     // false
		*     // result is false since NOT every file exists
		* }).catch( err => {
		*     console.log(err);
		* });
		*
		* // Using async/await
		* async () => {
		*     try {
		*         let result = await async.every(fileList, fileExists);
		*         console.log(result);
		*         // true
		*         // result is true since every file exists
		*     }
		*     catch (err) {
		*         console.log(err);
		*     }
		* }
		*
		* async () => {
		*     try {
		*         let result = await async.every(withMissingFileList, fileExists);
		*         console.log(result);
		*         // false
		*         // result is false since NOT every file exists
		*     }
		*     catch (err) {
		*         console.log(err);
		*     }
		* }
		*
		*/
		function every(coll, iteratee, callback) {
			return _createTester((bool) => !bool, (res) => !res)(eachOf$1, coll, iteratee, callback);
		}
		var every$1 = awaitify(every, 3);
		/**
		* The same as [`every`]{@link module:Collections.every} but runs a maximum of `limit` async operations at a time.
		*
		* @name everyLimit
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.every]{@link module:Collections.every}
		* @alias allLimit
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {number} limit - The maximum number of async operations at a time.
		* @param {AsyncFunction} iteratee - An async truth test to apply to each item
		* in the collection in parallel.
		* The iteratee must complete with a boolean result value.
		* Invoked with (item, callback).
		* @param {Function} [callback] - A callback which is called after all the
		* `iteratee` functions have finished. Result will be either `true` or `false`
		* depending on the values of the async tests. Invoked with (err, result).
		* @returns {Promise} a promise, if no callback provided
		*/
		function everyLimit(coll, limit, iteratee, callback) {
			return _createTester((bool) => !bool, (res) => !res)(eachOfLimit$2(limit), coll, iteratee, callback);
		}
		var everyLimit$1 = awaitify(everyLimit, 4);
		/**
		* The same as [`every`]{@link module:Collections.every} but runs only a single async operation at a time.
		*
		* @name everySeries
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.every]{@link module:Collections.every}
		* @alias allSeries
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {AsyncFunction} iteratee - An async truth test to apply to each item
		* in the collection in series.
		* The iteratee must complete with a boolean result value.
		* Invoked with (item, callback).
		* @param {Function} [callback] - A callback which is called after all the
		* `iteratee` functions have finished. Result will be either `true` or `false`
		* depending on the values of the async tests. Invoked with (err, result).
		* @returns {Promise} a promise, if no callback provided
		*/
		function everySeries(coll, iteratee, callback) {
			return _createTester((bool) => !bool, (res) => !res)(eachOfSeries$1, coll, iteratee, callback);
		}
		var everySeries$1 = awaitify(everySeries, 3);
		function filterArray(eachfn, arr, iteratee, callback) {
			var truthValues = new Array(arr.length);
			eachfn(arr, (x, index, iterCb) => {
				iteratee(x, (err, v) => {
					truthValues[index] = !!v;
					iterCb(err);
				});
			}, (err) => {
				if (err) return callback(err);
				var results = [];
				for (var i = 0; i < arr.length; i++) if (truthValues[i]) results.push(arr[i]);
				callback(null, results);
			});
		}
		function filterGeneric(eachfn, coll, iteratee, callback) {
			var results = [];
			eachfn(coll, (x, index, iterCb) => {
				iteratee(x, (err, v) => {
					if (err) return iterCb(err);
					if (v) results.push({
						index,
						value: x
					});
					iterCb(err);
				});
			}, (err) => {
				if (err) return callback(err);
				callback(null, results.sort((a, b) => a.index - b.index).map((v) => v.value));
			});
		}
		function _filter(eachfn, coll, iteratee, callback) {
			return (isArrayLike(coll) ? filterArray : filterGeneric)(eachfn, coll, wrapAsync(iteratee), callback);
		}
		/**
		* Returns a new array of all the values in `coll` which pass an async truth
		* test. This operation is performed in parallel, but the results array will be
		* in the same order as the original.
		*
		* @name filter
		* @static
		* @memberOf module:Collections
		* @method
		* @alias select
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {Function} iteratee - A truth test to apply to each item in `coll`.
		* The `iteratee` is passed a `callback(err, truthValue)`, which must be called
		* with a boolean argument once it has completed. Invoked with (item, callback).
		* @param {Function} [callback] - A callback which is called after all the
		* `iteratee` functions have finished. Invoked with (err, results).
		* @returns {Promise} a promise, if no callback provided
		* @example
		*
		* // dir1 is a directory that contains file1.txt, file2.txt
		* // dir2 is a directory that contains file3.txt, file4.txt
		* // dir3 is a directory that contains file5.txt
		*
		* const files = ['dir1/file1.txt','dir2/file3.txt','dir3/file6.txt'];
		*
		* // asynchronous function that checks if a file exists
		* function fileExists(file, callback) {
		*    fs.access(file, fs.constants.F_OK, (err) => {
		*        callback(null, !err);
		*    });
		* }
		*
		* // Using callbacks
		* async.filter(files, fileExists, function(err, results) {
		*    if(err) {
		*        console.log(err);
		*    } else {
		*        console.log(results);
		*        // [ 'dir1/file1.txt', 'dir2/file3.txt' ]
		*        // results is now an array of the existing files
		*    }
		* });
		*
		* // Using Promises
		* async.filter(files, fileExists)
		* .then(results => {
		*     console.log(results);
		*     // [ 'dir1/file1.txt', 'dir2/file3.txt' ]
		*     // results is now an array of the existing files
		* }).catch(err => {
		*     console.log(err);
		* });
		*
		* // Using async/await
		* async () => {
		*     try {
		*         let results = await async.filter(files, fileExists);
		*         console.log(results);
		*         // [ 'dir1/file1.txt', 'dir2/file3.txt' ]
		*         // results is now an array of the existing files
		*     }
		*     catch (err) {
		*         console.log(err);
		*     }
		* }
		*
		*/
		function filter(coll, iteratee, callback) {
			return _filter(eachOf$1, coll, iteratee, callback);
		}
		var filter$1 = awaitify(filter, 3);
		/**
		* The same as [`filter`]{@link module:Collections.filter} but runs a maximum of `limit` async operations at a
		* time.
		*
		* @name filterLimit
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.filter]{@link module:Collections.filter}
		* @alias selectLimit
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {number} limit - The maximum number of async operations at a time.
		* @param {Function} iteratee - A truth test to apply to each item in `coll`.
		* The `iteratee` is passed a `callback(err, truthValue)`, which must be called
		* with a boolean argument once it has completed. Invoked with (item, callback).
		* @param {Function} [callback] - A callback which is called after all the
		* `iteratee` functions have finished. Invoked with (err, results).
		* @returns {Promise} a promise, if no callback provided
		*/
		function filterLimit(coll, limit, iteratee, callback) {
			return _filter(eachOfLimit$2(limit), coll, iteratee, callback);
		}
		var filterLimit$1 = awaitify(filterLimit, 4);
		/**
		* The same as [`filter`]{@link module:Collections.filter} but runs only a single async operation at a time.
		*
		* @name filterSeries
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.filter]{@link module:Collections.filter}
		* @alias selectSeries
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {Function} iteratee - A truth test to apply to each item in `coll`.
		* The `iteratee` is passed a `callback(err, truthValue)`, which must be called
		* with a boolean argument once it has completed. Invoked with (item, callback).
		* @param {Function} [callback] - A callback which is called after all the
		* `iteratee` functions have finished. Invoked with (err, results)
		* @returns {Promise} a promise, if no callback provided
		*/
		function filterSeries(coll, iteratee, callback) {
			return _filter(eachOfSeries$1, coll, iteratee, callback);
		}
		var filterSeries$1 = awaitify(filterSeries, 3);
		/**
		* Calls the asynchronous function `fn` with a callback parameter that allows it
		* to call itself again, in series, indefinitely.
		
		* If an error is passed to the callback then `errback` is called with the
		* error, and execution stops, otherwise it will never be called.
		*
		* @name forever
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @category Control Flow
		* @param {AsyncFunction} fn - an async function to call repeatedly.
		* Invoked with (next).
		* @param {Function} [errback] - when `fn` passes an error to it's callback,
		* this function will be called, and execution stops. Invoked with (err).
		* @returns {Promise} a promise that rejects if an error occurs and an errback
		* is not passed
		* @example
		*
		* async.forever(
		*     function(next) {
		*         // next is suitable for passing to things that need a callback(err [, whatever]);
		*         // it will result in this function being called again.
		*     },
		*     function(err) {
		*         // if next is called with a value in its first parameter, it will appear
		*         // in here as 'err', and execution will stop.
		*     }
		* );
		*/
		function forever(fn, errback) {
			var done = onlyOnce(errback);
			var task = wrapAsync(ensureAsync(fn));
			function next(err) {
				if (err) return done(err);
				if (err === false) return;
				task(next);
			}
			return next();
		}
		var forever$1 = awaitify(forever, 2);
		/**
		* The same as [`groupBy`]{@link module:Collections.groupBy} but runs a maximum of `limit` async operations at a time.
		*
		* @name groupByLimit
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.groupBy]{@link module:Collections.groupBy}
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {number} limit - The maximum number of async operations at a time.
		* @param {AsyncFunction} iteratee - An async function to apply to each item in
		* `coll`.
		* The iteratee should complete with a `key` to group the value under.
		* Invoked with (value, callback).
		* @param {Function} [callback] - A callback which is called when all `iteratee`
		* functions have finished, or an error occurs. Result is an `Object` whoses
		* properties are arrays of values which returned the corresponding key.
		* @returns {Promise} a promise, if no callback is passed
		*/
		function groupByLimit(coll, limit, iteratee, callback) {
			var _iteratee = wrapAsync(iteratee);
			return mapLimit$1(coll, limit, (val, iterCb) => {
				_iteratee(val, (err, key) => {
					if (err) return iterCb(err);
					return iterCb(err, {
						key,
						val
					});
				});
			}, (err, mapResults) => {
				var result = {};
				var { hasOwnProperty } = Object.prototype;
				for (var i = 0; i < mapResults.length; i++) if (mapResults[i]) {
					var { key } = mapResults[i];
					var { val } = mapResults[i];
					if (hasOwnProperty.call(result, key)) result[key].push(val);
					else result[key] = [val];
				}
				return callback(err, result);
			});
		}
		var groupByLimit$1 = awaitify(groupByLimit, 4);
		/**
		* Returns a new object, where each value corresponds to an array of items, from
		* `coll`, that returned the corresponding key. That is, the keys of the object
		* correspond to the values passed to the `iteratee` callback.
		*
		* Note: Since this function applies the `iteratee` to each item in parallel,
		* there is no guarantee that the `iteratee` functions will complete in order.
		* However, the values for each key in the `result` will be in the same order as
		* the original `coll`. For Objects, the values will roughly be in the order of
		* the original Objects' keys (but this can vary across JavaScript engines).
		*
		* @name groupBy
		* @static
		* @memberOf module:Collections
		* @method
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {AsyncFunction} iteratee - An async function to apply to each item in
		* `coll`.
		* The iteratee should complete with a `key` to group the value under.
		* Invoked with (value, callback).
		* @param {Function} [callback] - A callback which is called when all `iteratee`
		* functions have finished, or an error occurs. Result is an `Object` whoses
		* properties are arrays of values which returned the corresponding key.
		* @returns {Promise} a promise, if no callback is passed
		* @example
		*
		* // dir1 is a directory that contains file1.txt, file2.txt
		* // dir2 is a directory that contains file3.txt, file4.txt
		* // dir3 is a directory that contains file5.txt
		* // dir4 does not exist
		*
		* const files = ['dir1/file1.txt','dir2','dir4']
		*
		* // asynchronous function that detects file type as none, file, or directory
		* function detectFile(file, callback) {
		*     fs.stat(file, function(err, stat) {
		*         if (err) {
		*             return callback(null, 'none');
		*         }
		*         callback(null, stat.isDirectory() ? 'directory' : 'file');
		*     });
		* }
		*
		* //Using callbacks
		* async.groupBy(files, detectFile, function(err, result) {
		*     if(err) {
		*         console.log(err);
		*     } else {
		*	       console.log(result);
		*         // {
		*         //     file: [ 'dir1/file1.txt' ],
		*         //     none: [ 'dir4' ],
		*         //     directory: [ 'dir2']
		*         // }
		*         // result is object containing the files grouped by type
		*     }
		* });
		*
		* // Using Promises
		* async.groupBy(files, detectFile)
		* .then( result => {
		*     console.log(result);
		*     // {
		*     //     file: [ 'dir1/file1.txt' ],
		*     //     none: [ 'dir4' ],
		*     //     directory: [ 'dir2']
		*     // }
		*     // result is object containing the files grouped by type
		* }).catch( err => {
		*     console.log(err);
		* });
		*
		* // Using async/await
		* async () => {
		*     try {
		*         let result = await async.groupBy(files, detectFile);
		*         console.log(result);
		*         // {
		*         //     file: [ 'dir1/file1.txt' ],
		*         //     none: [ 'dir4' ],
		*         //     directory: [ 'dir2']
		*         // }
		*         // result is object containing the files grouped by type
		*     }
		*     catch (err) {
		*         console.log(err);
		*     }
		* }
		*
		*/
		function groupBy(coll, iteratee, callback) {
			return groupByLimit$1(coll, Infinity, iteratee, callback);
		}
		/**
		* The same as [`groupBy`]{@link module:Collections.groupBy} but runs only a single async operation at a time.
		*
		* @name groupBySeries
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.groupBy]{@link module:Collections.groupBy}
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {AsyncFunction} iteratee - An async function to apply to each item in
		* `coll`.
		* The iteratee should complete with a `key` to group the value under.
		* Invoked with (value, callback).
		* @param {Function} [callback] - A callback which is called when all `iteratee`
		* functions have finished, or an error occurs. Result is an `Object` whose
		* properties are arrays of values which returned the corresponding key.
		* @returns {Promise} a promise, if no callback is passed
		*/
		function groupBySeries(coll, iteratee, callback) {
			return groupByLimit$1(coll, 1, iteratee, callback);
		}
		/**
		* Logs the result of an `async` function to the `console`. Only works in
		* Node.js or in browsers that support `console.log` and `console.error` (such
		* as FF and Chrome). If multiple arguments are returned from the async
		* function, `console.log` is called on each argument in order.
		*
		* @name log
		* @static
		* @memberOf module:Utils
		* @method
		* @category Util
		* @param {AsyncFunction} function - The function you want to eventually apply
		* all arguments to.
		* @param {...*} arguments... - Any number of arguments to apply to the function.
		* @example
		*
		* // in a module
		* var hello = function(name, callback) {
		*     setTimeout(function() {
		*         callback(null, 'hello ' + name);
		*     }, 1000);
		* };
		*
		* // in the node repl
		* node> async.log(hello, 'world');
		* 'hello world'
		*/
		var log = consoleFunc("log");
		/**
		* The same as [`mapValues`]{@link module:Collections.mapValues} but runs a maximum of `limit` async operations at a
		* time.
		*
		* @name mapValuesLimit
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.mapValues]{@link module:Collections.mapValues}
		* @category Collection
		* @param {Object} obj - A collection to iterate over.
		* @param {number} limit - The maximum number of async operations at a time.
		* @param {AsyncFunction} iteratee - A function to apply to each value and key
		* in `coll`.
		* The iteratee should complete with the transformed value as its result.
		* Invoked with (value, key, callback).
		* @param {Function} [callback] - A callback which is called when all `iteratee`
		* functions have finished, or an error occurs. `result` is a new object consisting
		* of each key from `obj`, with each transformed value on the right-hand side.
		* Invoked with (err, result).
		* @returns {Promise} a promise, if no callback is passed
		*/
		function mapValuesLimit(obj, limit, iteratee, callback) {
			callback = once(callback);
			var newObj = {};
			var _iteratee = wrapAsync(iteratee);
			return eachOfLimit$2(limit)(obj, (val, key, next) => {
				_iteratee(val, key, (err, result) => {
					if (err) return next(err);
					newObj[key] = result;
					next(err);
				});
			}, (err) => callback(err, newObj));
		}
		var mapValuesLimit$1 = awaitify(mapValuesLimit, 4);
		/**
		* A relative of [`map`]{@link module:Collections.map}, designed for use with objects.
		*
		* Produces a new Object by mapping each value of `obj` through the `iteratee`
		* function. The `iteratee` is called each `value` and `key` from `obj` and a
		* callback for when it has finished processing. Each of these callbacks takes
		* two arguments: an `error`, and the transformed item from `obj`. If `iteratee`
		* passes an error to its callback, the main `callback` (for the `mapValues`
		* function) is immediately called with the error.
		*
		* Note, the order of the keys in the result is not guaranteed.  The keys will
		* be roughly in the order they complete, (but this is very engine-specific)
		*
		* @name mapValues
		* @static
		* @memberOf module:Collections
		* @method
		* @category Collection
		* @param {Object} obj - A collection to iterate over.
		* @param {AsyncFunction} iteratee - A function to apply to each value and key
		* in `coll`.
		* The iteratee should complete with the transformed value as its result.
		* Invoked with (value, key, callback).
		* @param {Function} [callback] - A callback which is called when all `iteratee`
		* functions have finished, or an error occurs. `result` is a new object consisting
		* of each key from `obj`, with each transformed value on the right-hand side.
		* Invoked with (err, result).
		* @returns {Promise} a promise, if no callback is passed
		* @example
		*
		* // file1.txt is a file that is 1000 bytes in size
		* // file2.txt is a file that is 2000 bytes in size
		* // file3.txt is a file that is 3000 bytes in size
		* // file4.txt does not exist
		*
		* const fileMap = {
		*     f1: 'file1.txt',
		*     f2: 'file2.txt',
		*     f3: 'file3.txt'
		* };
		*
		* const withMissingFileMap = {
		*     f1: 'file1.txt',
		*     f2: 'file2.txt',
		*     f3: 'file4.txt'
		* };
		*
		* // asynchronous function that returns the file size in bytes
		* function getFileSizeInBytes(file, key, callback) {
		*     fs.stat(file, function(err, stat) {
		*         if (err) {
		*             return callback(err);
		*         }
		*         callback(null, stat.size);
		*     });
		* }
		*
		* // Using callbacks
		* async.mapValues(fileMap, getFileSizeInBytes, function(err, result) {
		*     if (err) {
		*         console.log(err);
		*     } else {
		*         console.log(result);
		*         // result is now a map of file size in bytes for each file, e.g.
		*         // {
		*         //     f1: 1000,
		*         //     f2: 2000,
		*         //     f3: 3000
		*         // }
		*     }
		* });
		*
		* // Error handling
		* async.mapValues(withMissingFileMap, getFileSizeInBytes, function(err, result) {
		*     if (err) {
		*         console.log(err);
		*         // [ Error: ENOENT: no such file or directory ]
		*     } else {
		*         console.log(result);
		*     }
		* });
		*
		* // Using Promises
		* async.mapValues(fileMap, getFileSizeInBytes)
		* .then( result => {
		*     console.log(result);
		*     // result is now a map of file size in bytes for each file, e.g.
		*     // {
		*     //     f1: 1000,
		*     //     f2: 2000,
		*     //     f3: 3000
		*     // }
		* }).catch (err => {
		*     console.log(err);
		* });
		*
		* // Error Handling
		* async.mapValues(withMissingFileMap, getFileSizeInBytes)
		* .then( result => {
		*     console.log(result);
		* }).catch (err => {
		*     console.log(err);
		*     // [ Error: ENOENT: no such file or directory ]
		* });
		*
		* // Using async/await
		* async () => {
		*     try {
		*         let result = await async.mapValues(fileMap, getFileSizeInBytes);
		*         console.log(result);
		*         // result is now a map of file size in bytes for each file, e.g.
		*         // {
		*         //     f1: 1000,
		*         //     f2: 2000,
		*         //     f3: 3000
		*         // }
		*     }
		*     catch (err) {
		*         console.log(err);
		*     }
		* }
		*
		* // Error Handling
		* async () => {
		*     try {
		*         let result = await async.mapValues(withMissingFileMap, getFileSizeInBytes);
		*         console.log(result);
		*     }
		*     catch (err) {
		*         console.log(err);
		*         // [ Error: ENOENT: no such file or directory ]
		*     }
		* }
		*
		*/
		function mapValues(obj, iteratee, callback) {
			return mapValuesLimit$1(obj, Infinity, iteratee, callback);
		}
		/**
		* The same as [`mapValues`]{@link module:Collections.mapValues} but runs only a single async operation at a time.
		*
		* @name mapValuesSeries
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.mapValues]{@link module:Collections.mapValues}
		* @category Collection
		* @param {Object} obj - A collection to iterate over.
		* @param {AsyncFunction} iteratee - A function to apply to each value and key
		* in `coll`.
		* The iteratee should complete with the transformed value as its result.
		* Invoked with (value, key, callback).
		* @param {Function} [callback] - A callback which is called when all `iteratee`
		* functions have finished, or an error occurs. `result` is a new object consisting
		* of each key from `obj`, with each transformed value on the right-hand side.
		* Invoked with (err, result).
		* @returns {Promise} a promise, if no callback is passed
		*/
		function mapValuesSeries(obj, iteratee, callback) {
			return mapValuesLimit$1(obj, 1, iteratee, callback);
		}
		/**
		* Caches the results of an async function. When creating a hash to store
		* function results against, the callback is omitted from the hash and an
		* optional hash function can be used.
		*
		* **Note: if the async function errs, the result will not be cached and
		* subsequent calls will call the wrapped function.**
		*
		* If no hash function is specified, the first argument is used as a hash key,
		* which may work reasonably if it is a string or a data type that converts to a
		* distinct string. Note that objects and arrays will not behave reasonably.
		* Neither will cases where the other arguments are significant. In such cases,
		* specify your own hash function.
		*
		* The cache of results is exposed as the `memo` property of the function
		* returned by `memoize`.
		*
		* @name memoize
		* @static
		* @memberOf module:Utils
		* @method
		* @category Util
		* @param {AsyncFunction} fn - The async function to proxy and cache results from.
		* @param {Function} hasher - An optional function for generating a custom hash
		* for storing results. It has all the arguments applied to it apart from the
		* callback, and must be synchronous.
		* @returns {AsyncFunction} a memoized version of `fn`
		* @example
		*
		* var slow_fn = function(name, callback) {
		*     // do something
		*     callback(null, result);
		* };
		* var fn = async.memoize(slow_fn);
		*
		* // fn can now be used as if it were slow_fn
		* fn('some name', function() {
		*     // callback
		* });
		*/
		function memoize(fn, hasher = (v) => v) {
			var memo = Object.create(null);
			var queues = Object.create(null);
			var _fn = wrapAsync(fn);
			var memoized = initialParams((args, callback) => {
				var key = hasher(...args);
				if (key in memo) setImmediate$1(() => callback(null, ...memo[key]));
				else if (key in queues) queues[key].push(callback);
				else {
					queues[key] = [callback];
					_fn(...args, (err, ...resultArgs) => {
						if (!err) memo[key] = resultArgs;
						var q = queues[key];
						delete queues[key];
						for (var i = 0, l = q.length; i < l; i++) q[i](err, ...resultArgs);
					});
				}
			});
			memoized.memo = memo;
			memoized.unmemoized = fn;
			return memoized;
		}
		/* istanbul ignore file */
		/**
		* Calls `callback` on a later loop around the event loop. In Node.js this just
		* calls `process.nextTick`.  In the browser it will use `setImmediate` if
		* available, otherwise `setTimeout(callback, 0)`, which means other higher
		* priority events may precede the execution of `callback`.
		*
		* This is used internally for browser-compatibility purposes.
		*
		* @name nextTick
		* @static
		* @memberOf module:Utils
		* @method
		* @see [async.setImmediate]{@link module:Utils.setImmediate}
		* @category Util
		* @param {Function} callback - The function to call on a later loop around
		* the event loop. Invoked with (args...).
		* @param {...*} args... - any number of additional arguments to pass to the
		* callback on the next tick.
		* @example
		*
		* var call_order = [];
		* async.nextTick(function() {
		*     call_order.push('two');
		*     // call_order now equals ['one','two']
		* });
		* call_order.push('one');
		*
		* async.setImmediate(function (a, b, c) {
		*     // a, b, and c equal 1, 2, and 3
		* }, 1, 2, 3);
		*/
		var _defer;
		if (hasNextTick) _defer = process.nextTick;
		else if (hasSetImmediate) _defer = setImmediate;
		else _defer = fallback;
		var nextTick = wrap(_defer);
		var _parallel = awaitify((eachfn, tasks, callback) => {
			var results = isArrayLike(tasks) ? [] : {};
			eachfn(tasks, (task, key, taskCb) => {
				wrapAsync(task)((err, ...result) => {
					if (result.length < 2) [result] = result;
					results[key] = result;
					taskCb(err);
				});
			}, (err) => callback(err, results));
		}, 3);
		/**
		* Run the `tasks` collection of functions in parallel, without waiting until
		* the previous function has completed. If any of the functions pass an error to
		* its callback, the main `callback` is immediately called with the value of the
		* error. Once the `tasks` have completed, the results are passed to the final
		* `callback` as an array.
		*
		* **Note:** `parallel` is about kicking-off I/O tasks in parallel, not about
		* parallel execution of code.  If your tasks do not use any timers or perform
		* any I/O, they will actually be executed in series.  Any synchronous setup
		* sections for each task will happen one after the other.  JavaScript remains
		* single-threaded.
		*
		* **Hint:** Use [`reflect`]{@link module:Utils.reflect} to continue the
		* execution of other tasks when a task fails.
		*
		* It is also possible to use an object instead of an array. Each property will
		* be run as a function and the results will be passed to the final `callback`
		* as an object instead of an array. This can be a more readable way of handling
		* results from {@link async.parallel}.
		*
		* @name parallel
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @category Control Flow
		* @param {Array|Iterable|AsyncIterable|Object} tasks - A collection of
		* [async functions]{@link AsyncFunction} to run.
		* Each async function can complete with any number of optional `result` values.
		* @param {Function} [callback] - An optional callback to run once all the
		* functions have completed successfully. This function gets a results array
		* (or object) containing all the result arguments passed to the task callbacks.
		* Invoked with (err, results).
		* @returns {Promise} a promise, if a callback is not passed
		*
		* @example
		*
		* //Using Callbacks
		* async.parallel([
		*     function(callback) {
		*         setTimeout(function() {
		*             callback(null, 'one');
		*         }, 200);
		*     },
		*     function(callback) {
		*         setTimeout(function() {
		*             callback(null, 'two');
		*         }, 100);
		*     }
		* ], function(err, results) {
		*     console.log(results);
		*     // results is equal to ['one','two'] even though
		*     // the second function had a shorter timeout.
		* });
		*
		* // an example using an object instead of an array
		* async.parallel({
		*     one: function(callback) {
		*         setTimeout(function() {
		*             callback(null, 1);
		*         }, 200);
		*     },
		*     two: function(callback) {
		*         setTimeout(function() {
		*             callback(null, 2);
		*         }, 100);
		*     }
		* }, function(err, results) {
		*     console.log(results);
		*     // results is equal to: { one: 1, two: 2 }
		* });
		*
		* //Using Promises
		* async.parallel([
		*     function(callback) {
		*         setTimeout(function() {
		*             callback(null, 'one');
		*         }, 200);
		*     },
		*     function(callback) {
		*         setTimeout(function() {
		*             callback(null, 'two');
		*         }, 100);
		*     }
		* ]).then(results => {
		*     console.log(results);
		*     // results is equal to ['one','two'] even though
		*     // the second function had a shorter timeout.
		* }).catch(err => {
		*     console.log(err);
		* });
		*
		* // an example using an object instead of an array
		* async.parallel({
		*     one: function(callback) {
		*         setTimeout(function() {
		*             callback(null, 1);
		*         }, 200);
		*     },
		*     two: function(callback) {
		*         setTimeout(function() {
		*             callback(null, 2);
		*         }, 100);
		*     }
		* }).then(results => {
		*     console.log(results);
		*     // results is equal to: { one: 1, two: 2 }
		* }).catch(err => {
		*     console.log(err);
		* });
		*
		* //Using async/await
		* async () => {
		*     try {
		*         let results = await async.parallel([
		*             function(callback) {
		*                 setTimeout(function() {
		*                     callback(null, 'one');
		*                 }, 200);
		*             },
		*             function(callback) {
		*                 setTimeout(function() {
		*                     callback(null, 'two');
		*                 }, 100);
		*             }
		*         ]);
		*         console.log(results);
		*         // results is equal to ['one','two'] even though
		*         // the second function had a shorter timeout.
		*     }
		*     catch (err) {
		*         console.log(err);
		*     }
		* }
		*
		* // an example using an object instead of an array
		* async () => {
		*     try {
		*         let results = await async.parallel({
		*             one: function(callback) {
		*                 setTimeout(function() {
		*                     callback(null, 1);
		*                 }, 200);
		*             },
		*            two: function(callback) {
		*                 setTimeout(function() {
		*                     callback(null, 2);
		*                 }, 100);
		*            }
		*         });
		*         console.log(results);
		*         // results is equal to: { one: 1, two: 2 }
		*     }
		*     catch (err) {
		*         console.log(err);
		*     }
		* }
		*
		*/
		function parallel(tasks, callback) {
			return _parallel(eachOf$1, tasks, callback);
		}
		/**
		* The same as [`parallel`]{@link module:ControlFlow.parallel} but runs a maximum of `limit` async operations at a
		* time.
		*
		* @name parallelLimit
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @see [async.parallel]{@link module:ControlFlow.parallel}
		* @category Control Flow
		* @param {Array|Iterable|AsyncIterable|Object} tasks - A collection of
		* [async functions]{@link AsyncFunction} to run.
		* Each async function can complete with any number of optional `result` values.
		* @param {number} limit - The maximum number of async operations at a time.
		* @param {Function} [callback] - An optional callback to run once all the
		* functions have completed successfully. This function gets a results array
		* (or object) containing all the result arguments passed to the task callbacks.
		* Invoked with (err, results).
		* @returns {Promise} a promise, if a callback is not passed
		*/
		function parallelLimit(tasks, limit, callback) {
			return _parallel(eachOfLimit$2(limit), tasks, callback);
		}
		/**
		* A queue of tasks for the worker function to complete.
		* @typedef {Iterable} QueueObject
		* @memberOf module:ControlFlow
		* @property {Function} length - a function returning the number of items
		* waiting to be processed. Invoke with `queue.length()`.
		* @property {boolean} started - a boolean indicating whether or not any
		* items have been pushed and processed by the queue.
		* @property {Function} running - a function returning the number of items
		* currently being processed. Invoke with `queue.running()`.
		* @property {Function} workersList - a function returning the array of items
		* currently being processed. Invoke with `queue.workersList()`.
		* @property {Function} idle - a function returning false if there are items
		* waiting or being processed, or true if not. Invoke with `queue.idle()`.
		* @property {number} concurrency - an integer for determining how many `worker`
		* functions should be run in parallel. This property can be changed after a
		* `queue` is created to alter the concurrency on-the-fly.
		* @property {number} payload - an integer that specifies how many items are
		* passed to the worker function at a time. only applies if this is a
		* [cargo]{@link module:ControlFlow.cargo} object
		* @property {AsyncFunction} push - add a new task to the `queue`. Calls `callback`
		* once the `worker` has finished processing the task. Instead of a single task,
		* a `tasks` array can be submitted. The respective callback is used for every
		* task in the list. Invoke with `queue.push(task, [callback])`,
		* @property {AsyncFunction} unshift - add a new task to the front of the `queue`.
		* Invoke with `queue.unshift(task, [callback])`.
		* @property {AsyncFunction} pushAsync - the same as `q.push`, except this returns
		* a promise that rejects if an error occurs.
		* @property {AsyncFunction} unshiftAsync - the same as `q.unshift`, except this returns
		* a promise that rejects if an error occurs.
		* @property {Function} remove - remove items from the queue that match a test
		* function.  The test function will be passed an object with a `data` property,
		* and a `priority` property, if this is a
		* [priorityQueue]{@link module:ControlFlow.priorityQueue} object.
		* Invoked with `queue.remove(testFn)`, where `testFn` is of the form
		* `function ({data, priority}) {}` and returns a Boolean.
		* @property {Function} saturated - a function that sets a callback that is
		* called when the number of running workers hits the `concurrency` limit, and
		* further tasks will be queued.  If the callback is omitted, `q.saturated()`
		* returns a promise for the next occurrence.
		* @property {Function} unsaturated - a function that sets a callback that is
		* called when the number of running workers is less than the `concurrency` &
		* `buffer` limits, and further tasks will not be queued. If the callback is
		* omitted, `q.unsaturated()` returns a promise for the next occurrence.
		* @property {number} buffer - A minimum threshold buffer in order to say that
		* the `queue` is `unsaturated`.
		* @property {Function} empty - a function that sets a callback that is called
		* when the last item from the `queue` is given to a `worker`. If the callback
		* is omitted, `q.empty()` returns a promise for the next occurrence.
		* @property {Function} drain - a function that sets a callback that is called
		* when the last item from the `queue` has returned from the `worker`. If the
		* callback is omitted, `q.drain()` returns a promise for the next occurrence.
		* @property {Function} error - a function that sets a callback that is called
		* when a task errors. Has the signature `function(error, task)`. If the
		* callback is omitted, `error()` returns a promise that rejects on the next
		* error.
		* @property {boolean} paused - a boolean for determining whether the queue is
		* in a paused state.
		* @property {Function} pause - a function that pauses the processing of tasks
		* until `resume()` is called. Invoke with `queue.pause()`.
		* @property {Function} resume - a function that resumes the processing of
		* queued tasks when the queue is paused. Invoke with `queue.resume()`.
		* @property {Function} kill - a function that removes the `drain` callback and
		* empties remaining tasks from the queue forcing it to go idle. No more tasks
		* should be pushed to the queue after calling this function. Invoke with `queue.kill()`.
		*
		* @example
		* const q = async.queue(worker, 2)
		* q.push(item1)
		* q.push(item2)
		* q.push(item3)
		* // queues are iterable, spread into an array to inspect
		* const items = [...q] // [item1, item2, item3]
		* // or use for of
		* for (let item of q) {
		*     console.log(item)
		* }
		*
		* q.drain(() => {
		*     console.log('all done')
		* })
		* // or
		* await q.drain()
		*/
		/**
		* Creates a `queue` object with the specified `concurrency`. Tasks added to the
		* `queue` are processed in parallel (up to the `concurrency` limit). If all
		* `worker`s are in progress, the task is queued until one becomes available.
		* Once a `worker` completes a `task`, that `task`'s callback is called.
		*
		* @name queue
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @category Control Flow
		* @param {AsyncFunction} worker - An async function for processing a queued task.
		* If you want to handle errors from an individual task, pass a callback to
		* `q.push()`. Invoked with (task, callback).
		* @param {number} [concurrency=1] - An `integer` for determining how many
		* `worker` functions should be run in parallel.  If omitted, the concurrency
		* defaults to `1`.  If the concurrency is `0`, an error is thrown.
		* @returns {module:ControlFlow.QueueObject} A queue object to manage the tasks. Callbacks can be
		* attached as certain properties to listen for specific events during the
		* lifecycle of the queue.
		* @example
		*
		* // create a queue object with concurrency 2
		* var q = async.queue(function(task, callback) {
		*     console.log('hello ' + task.name);
		*     callback();
		* }, 2);
		*
		* // assign a callback
		* q.drain(function() {
		*     console.log('all items have been processed');
		* });
		* // or await the end
		* await q.drain()
		*
		* // assign an error callback
		* q.error(function(err, task) {
		*     console.error('task experienced an error');
		* });
		*
		* // add some items to the queue
		* q.push({name: 'foo'}, function(err) {
		*     console.log('finished processing foo');
		* });
		* // callback is optional
		* q.push({name: 'bar'});
		*
		* // add some items to the queue (batch-wise)
		* q.push([{name: 'baz'},{name: 'bay'},{name: 'bax'}], function(err) {
		*     console.log('finished processing item');
		* });
		*
		* // add some items to the front of the queue
		* q.unshift({name: 'bar'}, function (err) {
		*     console.log('finished processing bar');
		* });
		*/
		function queue(worker, concurrency) {
			var _worker = wrapAsync(worker);
			return queue$1((items, cb) => {
				_worker(items[0], cb);
			}, concurrency, 1);
		}
		class Heap {
			constructor() {
				this.heap = [];
				this.pushCount = Number.MIN_SAFE_INTEGER;
			}
			get length() {
				return this.heap.length;
			}
			empty() {
				this.heap = [];
				return this;
			}
			percUp(index) {
				let p;
				while (index > 0 && smaller(this.heap[index], this.heap[p = parent(index)])) {
					let t = this.heap[index];
					this.heap[index] = this.heap[p];
					this.heap[p] = t;
					index = p;
				}
			}
			percDown(index) {
				let l;
				while ((l = leftChi(index)) < this.heap.length) {
					if (l + 1 < this.heap.length && smaller(this.heap[l + 1], this.heap[l])) l = l + 1;
					if (smaller(this.heap[index], this.heap[l])) break;
					let t = this.heap[index];
					this.heap[index] = this.heap[l];
					this.heap[l] = t;
					index = l;
				}
			}
			push(node) {
				node.pushCount = ++this.pushCount;
				this.heap.push(node);
				this.percUp(this.heap.length - 1);
			}
			unshift(node) {
				return this.heap.push(node);
			}
			shift() {
				let [top] = this.heap;
				this.heap[0] = this.heap[this.heap.length - 1];
				this.heap.pop();
				this.percDown(0);
				return top;
			}
			toArray() {
				return [...this];
			}
			*[Symbol.iterator]() {
				for (let i = 0; i < this.heap.length; i++) yield this.heap[i].data;
			}
			remove(testFn) {
				let j = 0;
				for (let i = 0; i < this.heap.length; i++) if (!testFn(this.heap[i])) {
					this.heap[j] = this.heap[i];
					j++;
				}
				this.heap.splice(j);
				for (let i = parent(this.heap.length - 1); i >= 0; i--) this.percDown(i);
				return this;
			}
		}
		function leftChi(i) {
			return (i << 1) + 1;
		}
		function parent(i) {
			return (i + 1 >> 1) - 1;
		}
		function smaller(x, y) {
			if (x.priority !== y.priority) return x.priority < y.priority;
			else return x.pushCount < y.pushCount;
		}
		/**
		* The same as [async.queue]{@link module:ControlFlow.queue} only tasks are assigned a priority and
		* completed in ascending priority order.
		*
		* @name priorityQueue
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @see [async.queue]{@link module:ControlFlow.queue}
		* @category Control Flow
		* @param {AsyncFunction} worker - An async function for processing a queued task.
		* If you want to handle errors from an individual task, pass a callback to
		* `q.push()`.
		* Invoked with (task, callback).
		* @param {number} concurrency - An `integer` for determining how many `worker`
		* functions should be run in parallel.  If omitted, the concurrency defaults to
		* `1`.  If the concurrency is `0`, an error is thrown.
		* @returns {module:ControlFlow.QueueObject} A priorityQueue object to manage the tasks. There are three
		* differences between `queue` and `priorityQueue` objects:
		* * `push(task, priority, [callback])` - `priority` should be a number. If an
		*   array of `tasks` is given, all tasks will be assigned the same priority.
		* * `pushAsync(task, priority, [callback])` - the same as `priorityQueue.push`,
		*   except this returns a promise that rejects if an error occurs.
		* * The `unshift` and `unshiftAsync` methods were removed.
		*/
		function priorityQueue(worker, concurrency) {
			var q = queue(worker, concurrency);
			var { push, pushAsync } = q;
			q._tasks = new Heap();
			q._createTaskItem = ({ data, priority }, callback) => {
				return {
					data,
					priority,
					callback
				};
			};
			function createDataItems(tasks, priority) {
				if (!Array.isArray(tasks)) return {
					data: tasks,
					priority
				};
				return tasks.map((data) => {
					return {
						data,
						priority
					};
				});
			}
			q.push = function(data, priority = 0, callback) {
				return push(createDataItems(data, priority), callback);
			};
			q.pushAsync = function(data, priority = 0, callback) {
				return pushAsync(createDataItems(data, priority), callback);
			};
			delete q.unshift;
			delete q.unshiftAsync;
			return q;
		}
		/**
		* Runs the `tasks` array of functions in parallel, without waiting until the
		* previous function has completed. Once any of the `tasks` complete or pass an
		* error to its callback, the main `callback` is immediately called. It's
		* equivalent to `Promise.race()`.
		*
		* @name race
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @category Control Flow
		* @param {Array} tasks - An array containing [async functions]{@link AsyncFunction}
		* to run. Each function can complete with an optional `result` value.
		* @param {Function} callback - A callback to run once any of the functions have
		* completed. This function gets an error or result from the first function that
		* completed. Invoked with (err, result).
		* @returns {Promise} a promise, if a callback is omitted
		* @example
		*
		* async.race([
		*     function(callback) {
		*         setTimeout(function() {
		*             callback(null, 'one');
		*         }, 200);
		*     },
		*     function(callback) {
		*         setTimeout(function() {
		*             callback(null, 'two');
		*         }, 100);
		*     }
		* ],
		* // main callback
		* function(err, result) {
		*     // the result will be equal to 'two' as it finishes earlier
		* });
		*/
		function race(tasks, callback) {
			callback = once(callback);
			if (!Array.isArray(tasks)) return callback(/* @__PURE__ */ new TypeError("First argument to race must be an array of functions"));
			if (!tasks.length) return callback();
			for (var i = 0, l = tasks.length; i < l; i++) wrapAsync(tasks[i])(callback);
		}
		var race$1 = awaitify(race, 2);
		/**
		* Same as [`reduce`]{@link module:Collections.reduce}, only operates on `array` in reverse order.
		*
		* @name reduceRight
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.reduce]{@link module:Collections.reduce}
		* @alias foldr
		* @category Collection
		* @param {Array} array - A collection to iterate over.
		* @param {*} memo - The initial state of the reduction.
		* @param {AsyncFunction} iteratee - A function applied to each item in the
		* array to produce the next step in the reduction.
		* The `iteratee` should complete with the next state of the reduction.
		* If the iteratee completes with an error, the reduction is stopped and the
		* main `callback` is immediately called with the error.
		* Invoked with (memo, item, callback).
		* @param {Function} [callback] - A callback which is called after all the
		* `iteratee` functions have finished. Result is the reduced value. Invoked with
		* (err, result).
		* @returns {Promise} a promise, if no callback is passed
		*/
		function reduceRight(array, memo, iteratee, callback) {
			return reduce$1([...array].reverse(), memo, iteratee, callback);
		}
		/**
		* Wraps the async function in another function that always completes with a
		* result object, even when it errors.
		*
		* The result object has either the property `error` or `value`.
		*
		* @name reflect
		* @static
		* @memberOf module:Utils
		* @method
		* @category Util
		* @param {AsyncFunction} fn - The async function you want to wrap
		* @returns {Function} - A function that always passes null to it's callback as
		* the error. The second argument to the callback will be an `object` with
		* either an `error` or a `value` property.
		* @example
		*
		* async.parallel([
		*     async.reflect(function(callback) {
		*         // do some stuff ...
		*         callback(null, 'one');
		*     }),
		*     async.reflect(function(callback) {
		*         // do some more stuff but error ...
		*         callback('bad stuff happened');
		*     }),
		*     async.reflect(function(callback) {
		*         // do some more stuff ...
		*         callback(null, 'two');
		*     })
		* ],
		* // optional callback
		* function(err, results) {
		*     // values
		*     // results[0].value = 'one'
		*     // results[1].error = 'bad stuff happened'
		*     // results[2].value = 'two'
		* });
		*/
		function reflect(fn) {
			var _fn = wrapAsync(fn);
			return initialParams(function reflectOn(args, reflectCallback) {
				args.push((error, ...cbArgs) => {
					let retVal = {};
					if (error) retVal.error = error;
					if (cbArgs.length > 0) {
						var value = cbArgs;
						if (cbArgs.length <= 1) [value] = cbArgs;
						retVal.value = value;
					}
					reflectCallback(null, retVal);
				});
				return _fn.apply(this, args);
			});
		}
		/**
		* A helper function that wraps an array or an object of functions with `reflect`.
		*
		* @name reflectAll
		* @static
		* @memberOf module:Utils
		* @method
		* @see [async.reflect]{@link module:Utils.reflect}
		* @category Util
		* @param {Array|Object|Iterable} tasks - The collection of
		* [async functions]{@link AsyncFunction} to wrap in `async.reflect`.
		* @returns {Array} Returns an array of async functions, each wrapped in
		* `async.reflect`
		* @example
		*
		* let tasks = [
		*     function(callback) {
		*         setTimeout(function() {
		*             callback(null, 'one');
		*         }, 200);
		*     },
		*     function(callback) {
		*         // do some more stuff but error ...
		*         callback(new Error('bad stuff happened'));
		*     },
		*     function(callback) {
		*         setTimeout(function() {
		*             callback(null, 'two');
		*         }, 100);
		*     }
		* ];
		*
		* async.parallel(async.reflectAll(tasks),
		* // optional callback
		* function(err, results) {
		*     // values
		*     // results[0].value = 'one'
		*     // results[1].error = Error('bad stuff happened')
		*     // results[2].value = 'two'
		* });
		*
		* // an example using an object instead of an array
		* let tasks = {
		*     one: function(callback) {
		*         setTimeout(function() {
		*             callback(null, 'one');
		*         }, 200);
		*     },
		*     two: function(callback) {
		*         callback('two');
		*     },
		*     three: function(callback) {
		*         setTimeout(function() {
		*             callback(null, 'three');
		*         }, 100);
		*     }
		* };
		*
		* async.parallel(async.reflectAll(tasks),
		* // optional callback
		* function(err, results) {
		*     // values
		*     // results.one.value = 'one'
		*     // results.two.error = 'two'
		*     // results.three.value = 'three'
		* });
		*/
		function reflectAll(tasks) {
			var results;
			if (Array.isArray(tasks)) results = tasks.map(reflect);
			else {
				results = {};
				Object.keys(tasks).forEach((key) => {
					results[key] = reflect.call(this, tasks[key]);
				});
			}
			return results;
		}
		function reject$2(eachfn, arr, _iteratee, callback) {
			const iteratee = wrapAsync(_iteratee);
			return _filter(eachfn, arr, (value, cb) => {
				iteratee(value, (err, v) => {
					cb(err, !v);
				});
			}, callback);
		}
		/**
		* The opposite of [`filter`]{@link module:Collections.filter}. Removes values that pass an `async` truth test.
		*
		* @name reject
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.filter]{@link module:Collections.filter}
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {Function} iteratee - An async truth test to apply to each item in
		* `coll`.
		* The should complete with a boolean value as its `result`.
		* Invoked with (item, callback).
		* @param {Function} [callback] - A callback which is called after all the
		* `iteratee` functions have finished. Invoked with (err, results).
		* @returns {Promise} a promise, if no callback is passed
		* @example
		*
		* // dir1 is a directory that contains file1.txt, file2.txt
		* // dir2 is a directory that contains file3.txt, file4.txt
		* // dir3 is a directory that contains file5.txt
		*
		* const fileList = ['dir1/file1.txt','dir2/file3.txt','dir3/file6.txt'];
		*
		* // asynchronous function that checks if a file exists
		* function fileExists(file, callback) {
		*    fs.access(file, fs.constants.F_OK, (err) => {
		*        callback(null, !err);
		*    });
		* }
		*
		* // Using callbacks
		* async.reject(fileList, fileExists, function(err, results) {
		*    // [ 'dir3/file6.txt' ]
		*    // results now equals an array of the non-existing files
		* });
		*
		* // Using Promises
		* async.reject(fileList, fileExists)
		* .then( results => {
		*     console.log(results);
		*     // [ 'dir3/file6.txt' ]
		*     // results now equals an array of the non-existing files
		* }).catch( err => {
		*     console.log(err);
		* });
		*
		* // Using async/await
		* async () => {
		*     try {
		*         let results = await async.reject(fileList, fileExists);
		*         console.log(results);
		*         // [ 'dir3/file6.txt' ]
		*         // results now equals an array of the non-existing files
		*     }
		*     catch (err) {
		*         console.log(err);
		*     }
		* }
		*
		*/
		function reject(coll, iteratee, callback) {
			return reject$2(eachOf$1, coll, iteratee, callback);
		}
		var reject$1 = awaitify(reject, 3);
		/**
		* The same as [`reject`]{@link module:Collections.reject} but runs a maximum of `limit` async operations at a
		* time.
		*
		* @name rejectLimit
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.reject]{@link module:Collections.reject}
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {number} limit - The maximum number of async operations at a time.
		* @param {Function} iteratee - An async truth test to apply to each item in
		* `coll`.
		* The should complete with a boolean value as its `result`.
		* Invoked with (item, callback).
		* @param {Function} [callback] - A callback which is called after all the
		* `iteratee` functions have finished. Invoked with (err, results).
		* @returns {Promise} a promise, if no callback is passed
		*/
		function rejectLimit(coll, limit, iteratee, callback) {
			return reject$2(eachOfLimit$2(limit), coll, iteratee, callback);
		}
		var rejectLimit$1 = awaitify(rejectLimit, 4);
		/**
		* The same as [`reject`]{@link module:Collections.reject} but runs only a single async operation at a time.
		*
		* @name rejectSeries
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.reject]{@link module:Collections.reject}
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {Function} iteratee - An async truth test to apply to each item in
		* `coll`.
		* The should complete with a boolean value as its `result`.
		* Invoked with (item, callback).
		* @param {Function} [callback] - A callback which is called after all the
		* `iteratee` functions have finished. Invoked with (err, results).
		* @returns {Promise} a promise, if no callback is passed
		*/
		function rejectSeries(coll, iteratee, callback) {
			return reject$2(eachOfSeries$1, coll, iteratee, callback);
		}
		var rejectSeries$1 = awaitify(rejectSeries, 3);
		function constant(value) {
			return function() {
				return value;
			};
		}
		/**
		* Attempts to get a successful response from `task` no more than `times` times
		* before returning an error. If the task is successful, the `callback` will be
		* passed the result of the successful task. If all attempts fail, the callback
		* will be passed the error and result (if any) of the final attempt.
		*
		* @name retry
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @category Control Flow
		* @see [async.retryable]{@link module:ControlFlow.retryable}
		* @param {Object|number} [opts = {times: 5, interval: 0}| 5] - Can be either an
		* object with `times` and `interval` or a number.
		* * `times` - The number of attempts to make before giving up.  The default
		*   is `5`.
		* * `interval` - The time to wait between retries, in milliseconds.  The
		*   default is `0`. The interval may also be specified as a function of the
		*   retry count (see example).
		* * `errorFilter` - An optional synchronous function that is invoked on
		*   erroneous result. If it returns `true` the retry attempts will continue;
		*   if the function returns `false` the retry flow is aborted with the current
		*   attempt's error and result being returned to the final callback.
		*   Invoked with (err).
		* * If `opts` is a number, the number specifies the number of times to retry,
		*   with the default interval of `0`.
		* @param {AsyncFunction} task - An async function to retry.
		* Invoked with (callback).
		* @param {Function} [callback] - An optional callback which is called when the
		* task has succeeded, or after the final failed attempt. It receives the `err`
		* and `result` arguments of the last attempt at completing the `task`. Invoked
		* with (err, results).
		* @returns {Promise} a promise if no callback provided
		*
		* @example
		*
		* // The `retry` function can be used as a stand-alone control flow by passing
		* // a callback, as shown below:
		*
		* // try calling apiMethod 3 times
		* async.retry(3, apiMethod, function(err, result) {
		*     // do something with the result
		* });
		*
		* // try calling apiMethod 3 times, waiting 200 ms between each retry
		* async.retry({times: 3, interval: 200}, apiMethod, function(err, result) {
		*     // do something with the result
		* });
		*
		* // try calling apiMethod 10 times with exponential backoff
		* // (i.e. intervals of 100, 200, 400, 800, 1600, ... milliseconds)
		* async.retry({
		*   times: 10,
		*   interval: function(retryCount) {
		*     return 50 * Math.pow(2, retryCount);
		*   }
		* }, apiMethod, function(err, result) {
		*     // do something with the result
		* });
		*
		* // try calling apiMethod the default 5 times no delay between each retry
		* async.retry(apiMethod, function(err, result) {
		*     // do something with the result
		* });
		*
		* // try calling apiMethod only when error condition satisfies, all other
		* // errors will abort the retry control flow and return to final callback
		* async.retry({
		*   errorFilter: function(err) {
		*     return err.message === 'Temporary error'; // only retry on a specific error
		*   }
		* }, apiMethod, function(err, result) {
		*     // do something with the result
		* });
		*
		* // to retry individual methods that are not as reliable within other
		* // control flow functions, use the `retryable` wrapper:
		* async.auto({
		*     users: api.getUsers.bind(api),
		*     payments: async.retryable(3, api.getPayments.bind(api))
		* }, function(err, results) {
		*     // do something with the results
		* });
		*
		*/
		const DEFAULT_TIMES = 5;
		const DEFAULT_INTERVAL = 0;
		function retry(opts, task, callback) {
			var options = {
				times: DEFAULT_TIMES,
				intervalFunc: constant(DEFAULT_INTERVAL)
			};
			if (arguments.length < 3 && typeof opts === "function") {
				callback = task || promiseCallback();
				task = opts;
			} else {
				parseTimes(options, opts);
				callback = callback || promiseCallback();
			}
			if (typeof task !== "function") throw new Error("Invalid arguments for async.retry");
			var _task = wrapAsync(task);
			var attempt = 1;
			function retryAttempt() {
				_task((err, ...args) => {
					if (err === false) return;
					if (err && attempt++ < options.times && (typeof options.errorFilter != "function" || options.errorFilter(err))) setTimeout(retryAttempt, options.intervalFunc(attempt - 1));
					else callback(err, ...args);
				});
			}
			retryAttempt();
			return callback[PROMISE_SYMBOL];
		}
		function parseTimes(acc, t) {
			if (typeof t === "object") {
				acc.times = +t.times || DEFAULT_TIMES;
				acc.intervalFunc = typeof t.interval === "function" ? t.interval : constant(+t.interval || DEFAULT_INTERVAL);
				acc.errorFilter = t.errorFilter;
			} else if (typeof t === "number" || typeof t === "string") acc.times = +t || DEFAULT_TIMES;
			else throw new Error("Invalid arguments for async.retry");
		}
		/**
		* A close relative of [`retry`]{@link module:ControlFlow.retry}.  This method
		* wraps a task and makes it retryable, rather than immediately calling it
		* with retries.
		*
		* @name retryable
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @see [async.retry]{@link module:ControlFlow.retry}
		* @category Control Flow
		* @param {Object|number} [opts = {times: 5, interval: 0}| 5] - optional
		* options, exactly the same as from `retry`, except for a `opts.arity` that
		* is the arity of the `task` function, defaulting to `task.length`
		* @param {AsyncFunction} task - the asynchronous function to wrap.
		* This function will be passed any arguments passed to the returned wrapper.
		* Invoked with (...args, callback).
		* @returns {AsyncFunction} The wrapped function, which when invoked, will
		* retry on an error, based on the parameters specified in `opts`.
		* This function will accept the same parameters as `task`.
		* @example
		*
		* async.auto({
		*     dep1: async.retryable(3, getFromFlakyService),
		*     process: ["dep1", async.retryable(3, function (results, cb) {
		*         maybeProcessData(results.dep1, cb);
		*     })]
		* }, callback);
		*/
		function retryable(opts, task) {
			if (!task) {
				task = opts;
				opts = null;
			}
			let arity = opts && opts.arity || task.length;
			if (isAsync(task)) arity += 1;
			var _task = wrapAsync(task);
			return initialParams((args, callback) => {
				if (args.length < arity - 1 || callback == null) {
					args.push(callback);
					callback = promiseCallback();
				}
				function taskFn(cb) {
					_task(...args, cb);
				}
				if (opts) retry(opts, taskFn, callback);
				else retry(taskFn, callback);
				return callback[PROMISE_SYMBOL];
			});
		}
		/**
		* Run the functions in the `tasks` collection in series, each one running once
		* the previous function has completed. If any functions in the series pass an
		* error to its callback, no more functions are run, and `callback` is
		* immediately called with the value of the error. Otherwise, `callback`
		* receives an array of results when `tasks` have completed.
		*
		* It is also possible to use an object instead of an array. Each property will
		* be run as a function, and the results will be passed to the final `callback`
		* as an object instead of an array. This can be a more readable way of handling
		*  results from {@link async.series}.
		*
		* **Note** that while many implementations preserve the order of object
		* properties, the [ECMAScript Language Specification](http://www.ecma-international.org/ecma-262/5.1/#sec-8.6)
		* explicitly states that
		*
		* > The mechanics and order of enumerating the properties is not specified.
		*
		* So if you rely on the order in which your series of functions are executed,
		* and want this to work on all platforms, consider using an array.
		*
		* @name series
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @category Control Flow
		* @param {Array|Iterable|AsyncIterable|Object} tasks - A collection containing
		* [async functions]{@link AsyncFunction} to run in series.
		* Each function can complete with any number of optional `result` values.
		* @param {Function} [callback] - An optional callback to run once all the
		* functions have completed. This function gets a results array (or object)
		* containing all the result arguments passed to the `task` callbacks. Invoked
		* with (err, result).
		* @return {Promise} a promise, if no callback is passed
		* @example
		*
		* //Using Callbacks
		* async.series([
		*     function(callback) {
		*         setTimeout(function() {
		*             // do some async task
		*             callback(null, 'one');
		*         }, 200);
		*     },
		*     function(callback) {
		*         setTimeout(function() {
		*             // then do another async task
		*             callback(null, 'two');
		*         }, 100);
		*     }
		* ], function(err, results) {
		*     console.log(results);
		*     // results is equal to ['one','two']
		* });
		*
		* // an example using objects instead of arrays
		* async.series({
		*     one: function(callback) {
		*         setTimeout(function() {
		*             // do some async task
		*             callback(null, 1);
		*         }, 200);
		*     },
		*     two: function(callback) {
		*         setTimeout(function() {
		*             // then do another async task
		*             callback(null, 2);
		*         }, 100);
		*     }
		* }, function(err, results) {
		*     console.log(results);
		*     // results is equal to: { one: 1, two: 2 }
		* });
		*
		* //Using Promises
		* async.series([
		*     function(callback) {
		*         setTimeout(function() {
		*             callback(null, 'one');
		*         }, 200);
		*     },
		*     function(callback) {
		*         setTimeout(function() {
		*             callback(null, 'two');
		*         }, 100);
		*     }
		* ]).then(results => {
		*     console.log(results);
		*     // results is equal to ['one','two']
		* }).catch(err => {
		*     console.log(err);
		* });
		*
		* // an example using an object instead of an array
		* async.series({
		*     one: function(callback) {
		*         setTimeout(function() {
		*             // do some async task
		*             callback(null, 1);
		*         }, 200);
		*     },
		*     two: function(callback) {
		*         setTimeout(function() {
		*             // then do another async task
		*             callback(null, 2);
		*         }, 100);
		*     }
		* }).then(results => {
		*     console.log(results);
		*     // results is equal to: { one: 1, two: 2 }
		* }).catch(err => {
		*     console.log(err);
		* });
		*
		* //Using async/await
		* async () => {
		*     try {
		*         let results = await async.series([
		*             function(callback) {
		*                 setTimeout(function() {
		*                     // do some async task
		*                     callback(null, 'one');
		*                 }, 200);
		*             },
		*             function(callback) {
		*                 setTimeout(function() {
		*                     // then do another async task
		*                     callback(null, 'two');
		*                 }, 100);
		*             }
		*         ]);
		*         console.log(results);
		*         // results is equal to ['one','two']
		*     }
		*     catch (err) {
		*         console.log(err);
		*     }
		* }
		*
		* // an example using an object instead of an array
		* async () => {
		*     try {
		*         let results = await async.parallel({
		*             one: function(callback) {
		*                 setTimeout(function() {
		*                     // do some async task
		*                     callback(null, 1);
		*                 }, 200);
		*             },
		*            two: function(callback) {
		*                 setTimeout(function() {
		*                     // then do another async task
		*                     callback(null, 2);
		*                 }, 100);
		*            }
		*         });
		*         console.log(results);
		*         // results is equal to: { one: 1, two: 2 }
		*     }
		*     catch (err) {
		*         console.log(err);
		*     }
		* }
		*
		*/
		function series(tasks, callback) {
			return _parallel(eachOfSeries$1, tasks, callback);
		}
		/**
		* Returns `true` if at least one element in the `coll` satisfies an async test.
		* If any iteratee call returns `true`, the main `callback` is immediately
		* called.
		*
		* @name some
		* @static
		* @memberOf module:Collections
		* @method
		* @alias any
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {AsyncFunction} iteratee - An async truth test to apply to each item
		* in the collections in parallel.
		* The iteratee should complete with a boolean `result` value.
		* Invoked with (item, callback).
		* @param {Function} [callback] - A callback which is called as soon as any
		* iteratee returns `true`, or after all the iteratee functions have finished.
		* Result will be either `true` or `false` depending on the values of the async
		* tests. Invoked with (err, result).
		* @returns {Promise} a promise, if no callback provided
		* @example
		*
		* // dir1 is a directory that contains file1.txt, file2.txt
		* // dir2 is a directory that contains file3.txt, file4.txt
		* // dir3 is a directory that contains file5.txt
		* // dir4 does not exist
		*
		* // asynchronous function that checks if a file exists
		* function fileExists(file, callback) {
		*    fs.access(file, fs.constants.F_OK, (err) => {
		*        callback(null, !err);
		*    });
		* }
		*
		* // Using callbacks
		* async.some(['dir1/missing.txt','dir2/missing.txt','dir3/file5.txt'], fileExists,
		*    function(err, result) {
		*        console.log(result);
		*        // true
		*        // result is true since some file in the list exists
		*    }
		*);
		*
		* async.some(['dir1/missing.txt','dir2/missing.txt','dir4/missing.txt'], fileExists,
		*    function(err, result) {
		*        console.log(result);
		*        // false
		*        // result is false since none of the files exists
		*    }
		*);
		*
		* // Using Promises
		* async.some(['dir1/missing.txt','dir2/missing.txt','dir3/file5.txt'], fileExists)
		* .then( result => {
		*     console.log(result);
		*     // true
		*     // result is true since some file in the list exists
		* }).catch( err => {
		*     console.log(err);
		* });
		*
		* async.some(['dir1/missing.txt','dir2/missing.txt','dir4/missing.txt'], fileExists)
		* .then( result => {
		*     console.log(result);
		*     // false
		*     // result is false since none of the files exists
		* }).catch( err => {
		*     console.log(err);
		* });
		*
		* // Using async/await
		* async () => {
		*     try {
		*         let result = await async.some(['dir1/missing.txt','dir2/missing.txt','dir3/file5.txt'], fileExists);
		*         console.log(result);
		*         // true
		*         // result is true since some file in the list exists
		*     }
		*     catch (err) {
		*         console.log(err);
		*     }
		* }
		*
		* async () => {
		*     try {
		*         let result = await async.some(['dir1/missing.txt','dir2/missing.txt','dir4/missing.txt'], fileExists);
		*         console.log(result);
		*         // false
		*         // result is false since none of the files exists
		*     }
		*     catch (err) {
		*         console.log(err);
		*     }
		* }
		*
		*/
		function some(coll, iteratee, callback) {
			return _createTester(Boolean, (res) => res)(eachOf$1, coll, iteratee, callback);
		}
		var some$1 = awaitify(some, 3);
		/**
		* The same as [`some`]{@link module:Collections.some} but runs a maximum of `limit` async operations at a time.
		*
		* @name someLimit
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.some]{@link module:Collections.some}
		* @alias anyLimit
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {number} limit - The maximum number of async operations at a time.
		* @param {AsyncFunction} iteratee - An async truth test to apply to each item
		* in the collections in parallel.
		* The iteratee should complete with a boolean `result` value.
		* Invoked with (item, callback).
		* @param {Function} [callback] - A callback which is called as soon as any
		* iteratee returns `true`, or after all the iteratee functions have finished.
		* Result will be either `true` or `false` depending on the values of the async
		* tests. Invoked with (err, result).
		* @returns {Promise} a promise, if no callback provided
		*/
		function someLimit(coll, limit, iteratee, callback) {
			return _createTester(Boolean, (res) => res)(eachOfLimit$2(limit), coll, iteratee, callback);
		}
		var someLimit$1 = awaitify(someLimit, 4);
		/**
		* The same as [`some`]{@link module:Collections.some} but runs only a single async operation at a time.
		*
		* @name someSeries
		* @static
		* @memberOf module:Collections
		* @method
		* @see [async.some]{@link module:Collections.some}
		* @alias anySeries
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {AsyncFunction} iteratee - An async truth test to apply to each item
		* in the collections in series.
		* The iteratee should complete with a boolean `result` value.
		* Invoked with (item, callback).
		* @param {Function} [callback] - A callback which is called as soon as any
		* iteratee returns `true`, or after all the iteratee functions have finished.
		* Result will be either `true` or `false` depending on the values of the async
		* tests. Invoked with (err, result).
		* @returns {Promise} a promise, if no callback provided
		*/
		function someSeries(coll, iteratee, callback) {
			return _createTester(Boolean, (res) => res)(eachOfSeries$1, coll, iteratee, callback);
		}
		var someSeries$1 = awaitify(someSeries, 3);
		/**
		* Sorts a list by the results of running each `coll` value through an async
		* `iteratee`.
		*
		* @name sortBy
		* @static
		* @memberOf module:Collections
		* @method
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {AsyncFunction} iteratee - An async function to apply to each item in
		* `coll`.
		* The iteratee should complete with a value to use as the sort criteria as
		* its `result`.
		* Invoked with (item, callback).
		* @param {Function} callback - A callback which is called after all the
		* `iteratee` functions have finished, or an error occurs. Results is the items
		* from the original `coll` sorted by the values returned by the `iteratee`
		* calls. Invoked with (err, results).
		* @returns {Promise} a promise, if no callback passed
		* @example
		*
		* // bigfile.txt is a file that is 251100 bytes in size
		* // mediumfile.txt is a file that is 11000 bytes in size
		* // smallfile.txt is a file that is 121 bytes in size
		*
		* // asynchronous function that returns the file size in bytes
		* function getFileSizeInBytes(file, callback) {
		*     fs.stat(file, function(err, stat) {
		*         if (err) {
		*             return callback(err);
		*         }
		*         callback(null, stat.size);
		*     });
		* }
		*
		* // Using callbacks
		* async.sortBy(['mediumfile.txt','smallfile.txt','bigfile.txt'], getFileSizeInBytes,
		*     function(err, results) {
		*         if (err) {
		*             console.log(err);
		*         } else {
		*             console.log(results);
		*             // results is now the original array of files sorted by
		*             // file size (ascending by default), e.g.
		*             // [ 'smallfile.txt', 'mediumfile.txt', 'bigfile.txt']
		*         }
		*     }
		* );
		*
		* // By modifying the callback parameter the
		* // sorting order can be influenced:
		*
		* // ascending order
		* async.sortBy(['mediumfile.txt','smallfile.txt','bigfile.txt'], function(file, callback) {
		*     getFileSizeInBytes(file, function(getFileSizeErr, fileSize) {
		*         if (getFileSizeErr) return callback(getFileSizeErr);
		*         callback(null, fileSize);
		*     });
		* }, function(err, results) {
		*         if (err) {
		*             console.log(err);
		*         } else {
		*             console.log(results);
		*             // results is now the original array of files sorted by
		*             // file size (ascending by default), e.g.
		*             // [ 'smallfile.txt', 'mediumfile.txt', 'bigfile.txt']
		*         }
		*     }
		* );
		*
		* // descending order
		* async.sortBy(['bigfile.txt','mediumfile.txt','smallfile.txt'], function(file, callback) {
		*     getFileSizeInBytes(file, function(getFileSizeErr, fileSize) {
		*         if (getFileSizeErr) {
		*             return callback(getFileSizeErr);
		*         }
		*         callback(null, fileSize * -1);
		*     });
		* }, function(err, results) {
		*         if (err) {
		*             console.log(err);
		*         } else {
		*             console.log(results);
		*             // results is now the original array of files sorted by
		*             // file size (ascending by default), e.g.
		*             // [ 'bigfile.txt', 'mediumfile.txt', 'smallfile.txt']
		*         }
		*     }
		* );
		*
		* // Error handling
		* async.sortBy(['mediumfile.txt','smallfile.txt','missingfile.txt'], getFileSizeInBytes,
		*     function(err, results) {
		*         if (err) {
		*             console.log(err);
		*             // [ Error: ENOENT: no such file or directory ]
		*         } else {
		*             console.log(results);
		*         }
		*     }
		* );
		*
		* // Using Promises
		* async.sortBy(['mediumfile.txt','smallfile.txt','bigfile.txt'], getFileSizeInBytes)
		* .then( results => {
		*     console.log(results);
		*     // results is now the original array of files sorted by
		*     // file size (ascending by default), e.g.
		*     // [ 'smallfile.txt', 'mediumfile.txt', 'bigfile.txt']
		* }).catch( err => {
		*     console.log(err);
		* });
		*
		* // Error handling
		* async.sortBy(['mediumfile.txt','smallfile.txt','missingfile.txt'], getFileSizeInBytes)
		* .then( results => {
		*     console.log(results);
		* }).catch( err => {
		*     console.log(err);
		*     // [ Error: ENOENT: no such file or directory ]
		* });
		*
		* // Using async/await
		* (async () => {
		*     try {
		*         let results = await async.sortBy(['bigfile.txt','mediumfile.txt','smallfile.txt'], getFileSizeInBytes);
		*         console.log(results);
		*         // results is now the original array of files sorted by
		*         // file size (ascending by default), e.g.
		*         // [ 'smallfile.txt', 'mediumfile.txt', 'bigfile.txt']
		*     }
		*     catch (err) {
		*         console.log(err);
		*     }
		* })();
		*
		* // Error handling
		* async () => {
		*     try {
		*         let results = await async.sortBy(['missingfile.txt','mediumfile.txt','smallfile.txt'], getFileSizeInBytes);
		*         console.log(results);
		*     }
		*     catch (err) {
		*         console.log(err);
		*         // [ Error: ENOENT: no such file or directory ]
		*     }
		* }
		*
		*/
		function sortBy(coll, iteratee, callback) {
			var _iteratee = wrapAsync(iteratee);
			return map$1(coll, (x, iterCb) => {
				_iteratee(x, (err, criteria) => {
					if (err) return iterCb(err);
					iterCb(err, {
						value: x,
						criteria
					});
				});
			}, (err, results) => {
				if (err) return callback(err);
				callback(null, results.sort(comparator).map((v) => v.value));
			});
			function comparator(left, right) {
				var a = left.criteria, b = right.criteria;
				return a < b ? -1 : a > b ? 1 : 0;
			}
		}
		var sortBy$1 = awaitify(sortBy, 3);
		/**
		* Sets a time limit on an asynchronous function. If the function does not call
		* its callback within the specified milliseconds, it will be called with a
		* timeout error. The code property for the error object will be `'ETIMEDOUT'`.
		*
		* @name timeout
		* @static
		* @memberOf module:Utils
		* @method
		* @category Util
		* @param {AsyncFunction} asyncFn - The async function to limit in time.
		* @param {number} milliseconds - The specified time limit.
		* @param {*} [info] - Any variable you want attached (`string`, `object`, etc)
		* to timeout Error for more information..
		* @returns {AsyncFunction} Returns a wrapped function that can be used with any
		* of the control flow functions.
		* Invoke this function with the same parameters as you would `asyncFunc`.
		* @example
		*
		* function myFunction(foo, callback) {
		*     doAsyncTask(foo, function(err, data) {
		*         // handle errors
		*         if (err) return callback(err);
		*
		*         // do some stuff ...
		*
		*         // return processed data
		*         return callback(null, data);
		*     });
		* }
		*
		* var wrapped = async.timeout(myFunction, 1000);
		*
		* // call `wrapped` as you would `myFunction`
		* wrapped({ bar: 'bar' }, function(err, data) {
		*     // if `myFunction` takes < 1000 ms to execute, `err`
		*     // and `data` will have their expected values
		*
		*     // else `err` will be an Error with the code 'ETIMEDOUT'
		* });
		*/
		function timeout(asyncFn, milliseconds, info) {
			var fn = wrapAsync(asyncFn);
			return initialParams((args, callback) => {
				var timedOut = false;
				var timer;
				function timeoutCallback() {
					var name = asyncFn.name || "anonymous";
					var error = /* @__PURE__ */ new Error("Callback function \"" + name + "\" timed out.");
					error.code = "ETIMEDOUT";
					if (info) error.info = info;
					timedOut = true;
					callback(error);
				}
				args.push((...cbArgs) => {
					if (!timedOut) {
						callback(...cbArgs);
						clearTimeout(timer);
					}
				});
				timer = setTimeout(timeoutCallback, milliseconds);
				fn(...args);
			});
		}
		function range(size) {
			var result = Array(size);
			while (size--) result[size] = size;
			return result;
		}
		/**
		* The same as [times]{@link module:ControlFlow.times} but runs a maximum of `limit` async operations at a
		* time.
		*
		* @name timesLimit
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @see [async.times]{@link module:ControlFlow.times}
		* @category Control Flow
		* @param {number} count - The number of times to run the function.
		* @param {number} limit - The maximum number of async operations at a time.
		* @param {AsyncFunction} iteratee - The async function to call `n` times.
		* Invoked with the iteration index and a callback: (n, next).
		* @param {Function} callback - see [async.map]{@link module:Collections.map}.
		* @returns {Promise} a promise, if no callback is provided
		*/
		function timesLimit(count, limit, iteratee, callback) {
			var _iteratee = wrapAsync(iteratee);
			return mapLimit$1(range(count), limit, _iteratee, callback);
		}
		/**
		* Calls the `iteratee` function `n` times, and accumulates results in the same
		* manner you would use with [map]{@link module:Collections.map}.
		*
		* @name times
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @see [async.map]{@link module:Collections.map}
		* @category Control Flow
		* @param {number} n - The number of times to run the function.
		* @param {AsyncFunction} iteratee - The async function to call `n` times.
		* Invoked with the iteration index and a callback: (n, next).
		* @param {Function} callback - see {@link module:Collections.map}.
		* @returns {Promise} a promise, if no callback is provided
		* @example
		*
		* // Pretend this is some complicated async factory
		* var createUser = function(id, callback) {
		*     callback(null, {
		*         id: 'user' + id
		*     });
		* };
		*
		* // generate 5 users
		* async.times(5, function(n, next) {
		*     createUser(n, function(err, user) {
		*         next(err, user);
		*     });
		* }, function(err, users) {
		*     // we should now have 5 users
		* });
		*/
		function times(n, iteratee, callback) {
			return timesLimit(n, Infinity, iteratee, callback);
		}
		/**
		* The same as [times]{@link module:ControlFlow.times} but runs only a single async operation at a time.
		*
		* @name timesSeries
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @see [async.times]{@link module:ControlFlow.times}
		* @category Control Flow
		* @param {number} n - The number of times to run the function.
		* @param {AsyncFunction} iteratee - The async function to call `n` times.
		* Invoked with the iteration index and a callback: (n, next).
		* @param {Function} callback - see {@link module:Collections.map}.
		* @returns {Promise} a promise, if no callback is provided
		*/
		function timesSeries(n, iteratee, callback) {
			return timesLimit(n, 1, iteratee, callback);
		}
		/**
		* A relative of `reduce`.  Takes an Object or Array, and iterates over each
		* element in parallel, each step potentially mutating an `accumulator` value.
		* The type of the accumulator defaults to the type of collection passed in.
		*
		* @name transform
		* @static
		* @memberOf module:Collections
		* @method
		* @category Collection
		* @param {Array|Iterable|AsyncIterable|Object} coll - A collection to iterate over.
		* @param {*} [accumulator] - The initial state of the transform.  If omitted,
		* it will default to an empty Object or Array, depending on the type of `coll`
		* @param {AsyncFunction} iteratee - A function applied to each item in the
		* collection that potentially modifies the accumulator.
		* Invoked with (accumulator, item, key, callback).
		* @param {Function} [callback] - A callback which is called after all the
		* `iteratee` functions have finished. Result is the transformed accumulator.
		* Invoked with (err, result).
		* @returns {Promise} a promise, if no callback provided
		* @example
		*
		* // file1.txt is a file that is 1000 bytes in size
		* // file2.txt is a file that is 2000 bytes in size
		* // file3.txt is a file that is 3000 bytes in size
		*
		* // helper function that returns human-readable size format from bytes
		* function formatBytes(bytes, decimals = 2) {
		*   // implementation not included for brevity
		*   return humanReadbleFilesize;
		* }
		*
		* const fileList = ['file1.txt','file2.txt','file3.txt'];
		*
		* // asynchronous function that returns the file size, transformed to human-readable format
		* // e.g. 1024 bytes = 1KB, 1234 bytes = 1.21 KB, 1048576 bytes = 1MB, etc.
		* function transformFileSize(acc, value, key, callback) {
		*     fs.stat(value, function(err, stat) {
		*         if (err) {
		*             return callback(err);
		*         }
		*         acc[key] = formatBytes(stat.size);
		*         callback(null);
		*     });
		* }
		*
		* // Using callbacks
		* async.transform(fileList, transformFileSize, function(err, result) {
		*     if(err) {
		*         console.log(err);
		*     } else {
		*         console.log(result);
		*         // [ '1000 Bytes', '1.95 KB', '2.93 KB' ]
		*     }
		* });
		*
		* // Using Promises
		* async.transform(fileList, transformFileSize)
		* .then(result => {
		*     console.log(result);
		*     // [ '1000 Bytes', '1.95 KB', '2.93 KB' ]
		* }).catch(err => {
		*     console.log(err);
		* });
		*
		* // Using async/await
		* (async () => {
		*     try {
		*         let result = await async.transform(fileList, transformFileSize);
		*         console.log(result);
		*         // [ '1000 Bytes', '1.95 KB', '2.93 KB' ]
		*     }
		*     catch (err) {
		*         console.log(err);
		*     }
		* })();
		*
		* @example
		*
		* // file1.txt is a file that is 1000 bytes in size
		* // file2.txt is a file that is 2000 bytes in size
		* // file3.txt is a file that is 3000 bytes in size
		*
		* // helper function that returns human-readable size format from bytes
		* function formatBytes(bytes, decimals = 2) {
		*   // implementation not included for brevity
		*   return humanReadbleFilesize;
		* }
		*
		* const fileMap = { f1: 'file1.txt', f2: 'file2.txt', f3: 'file3.txt' };
		*
		* // asynchronous function that returns the file size, transformed to human-readable format
		* // e.g. 1024 bytes = 1KB, 1234 bytes = 1.21 KB, 1048576 bytes = 1MB, etc.
		* function transformFileSize(acc, value, key, callback) {
		*     fs.stat(value, function(err, stat) {
		*         if (err) {
		*             return callback(err);
		*         }
		*         acc[key] = formatBytes(stat.size);
		*         callback(null);
		*     });
		* }
		*
		* // Using callbacks
		* async.transform(fileMap, transformFileSize, function(err, result) {
		*     if(err) {
		*         console.log(err);
		*     } else {
		*         console.log(result);
		*         // { f1: '1000 Bytes', f2: '1.95 KB', f3: '2.93 KB' }
		*     }
		* });
		*
		* // Using Promises
		* async.transform(fileMap, transformFileSize)
		* .then(result => {
		*     console.log(result);
		*     // { f1: '1000 Bytes', f2: '1.95 KB', f3: '2.93 KB' }
		* }).catch(err => {
		*     console.log(err);
		* });
		*
		* // Using async/await
		* async () => {
		*     try {
		*         let result = await async.transform(fileMap, transformFileSize);
		*         console.log(result);
		*         // { f1: '1000 Bytes', f2: '1.95 KB', f3: '2.93 KB' }
		*     }
		*     catch (err) {
		*         console.log(err);
		*     }
		* }
		*
		*/
		function transform(coll, accumulator, iteratee, callback) {
			if (arguments.length <= 3 && typeof accumulator === "function") {
				callback = iteratee;
				iteratee = accumulator;
				accumulator = Array.isArray(coll) ? [] : {};
			}
			callback = once(callback || promiseCallback());
			var _iteratee = wrapAsync(iteratee);
			eachOf$1(coll, (v, k, cb) => {
				_iteratee(accumulator, v, k, cb);
			}, (err) => callback(err, accumulator));
			return callback[PROMISE_SYMBOL];
		}
		/**
		* It runs each task in series but stops whenever any of the functions were
		* successful. If one of the tasks were successful, the `callback` will be
		* passed the result of the successful task. If all tasks fail, the callback
		* will be passed the error and result (if any) of the final attempt.
		*
		* @name tryEach
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @category Control Flow
		* @param {Array|Iterable|AsyncIterable|Object} tasks - A collection containing functions to
		* run, each function is passed a `callback(err, result)` it must call on
		* completion with an error `err` (which can be `null`) and an optional `result`
		* value.
		* @param {Function} [callback] - An optional callback which is called when one
		* of the tasks has succeeded, or all have failed. It receives the `err` and
		* `result` arguments of the last attempt at completing the `task`. Invoked with
		* (err, results).
		* @returns {Promise} a promise, if no callback is passed
		* @example
		* async.tryEach([
		*     function getDataFromFirstWebsite(callback) {
		*         // Try getting the data from the first website
		*         callback(err, data);
		*     },
		*     function getDataFromSecondWebsite(callback) {
		*         // First website failed,
		*         // Try getting the data from the backup website
		*         callback(err, data);
		*     }
		* ],
		* // optional callback
		* function(err, results) {
		*     Now do something with the data.
		* });
		*
		*/
		function tryEach(tasks, callback) {
			var error = null;
			var result;
			return eachSeries$1(tasks, (task, taskCb) => {
				wrapAsync(task)((err, ...args) => {
					if (err === false) return taskCb(err);
					if (args.length < 2) [result] = args;
					else result = args;
					error = err;
					taskCb(err ? null : {});
				});
			}, () => callback(error, result));
		}
		var tryEach$1 = awaitify(tryEach);
		/**
		* Undoes a [memoize]{@link module:Utils.memoize}d function, reverting it to the original,
		* unmemoized form. Handy for testing.
		*
		* @name unmemoize
		* @static
		* @memberOf module:Utils
		* @method
		* @see [async.memoize]{@link module:Utils.memoize}
		* @category Util
		* @param {AsyncFunction} fn - the memoized function
		* @returns {AsyncFunction} a function that calls the original unmemoized function
		*/
		function unmemoize(fn) {
			return (...args) => {
				return (fn.unmemoized || fn)(...args);
			};
		}
		/**
		* Repeatedly call `iteratee`, while `test` returns `true`. Calls `callback` when
		* stopped, or an error occurs.
		*
		* @name whilst
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @category Control Flow
		* @param {AsyncFunction} test - asynchronous truth test to perform before each
		* execution of `iteratee`. Invoked with (callback).
		* @param {AsyncFunction} iteratee - An async function which is called each time
		* `test` passes. Invoked with (callback).
		* @param {Function} [callback] - A callback which is called after the test
		* function has failed and repeated execution of `iteratee` has stopped. `callback`
		* will be passed an error and any arguments passed to the final `iteratee`'s
		* callback. Invoked with (err, [results]);
		* @returns {Promise} a promise, if no callback is passed
		* @example
		*
		* var count = 0;
		* async.whilst(
		*     function test(cb) { cb(null, count < 5); },
		*     function iter(callback) {
		*         count++;
		*         setTimeout(function() {
		*             callback(null, count);
		*         }, 1000);
		*     },
		*     function (err, n) {
		*         // 5 seconds have passed, n = 5
		*     }
		* );
		*/
		function whilst(test, iteratee, callback) {
			callback = onlyOnce(callback);
			var _fn = wrapAsync(iteratee);
			var _test = wrapAsync(test);
			var results = [];
			function next(err, ...rest) {
				if (err) return callback(err);
				results = rest;
				if (err === false) return;
				_test(check);
			}
			function check(err, truth) {
				if (err) return callback(err);
				if (err === false) return;
				if (!truth) return callback(null, ...results);
				_fn(next);
			}
			return _test(check);
		}
		var whilst$1 = awaitify(whilst, 3);
		/**
		* Repeatedly call `iteratee` until `test` returns `true`. Calls `callback` when
		* stopped, or an error occurs. `callback` will be passed an error and any
		* arguments passed to the final `iteratee`'s callback.
		*
		* The inverse of [whilst]{@link module:ControlFlow.whilst}.
		*
		* @name until
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @see [async.whilst]{@link module:ControlFlow.whilst}
		* @category Control Flow
		* @param {AsyncFunction} test - asynchronous truth test to perform before each
		* execution of `iteratee`. Invoked with (callback).
		* @param {AsyncFunction} iteratee - An async function which is called each time
		* `test` fails. Invoked with (callback).
		* @param {Function} [callback] - A callback which is called after the test
		* function has passed and repeated execution of `iteratee` has stopped. `callback`
		* will be passed an error and any arguments passed to the final `iteratee`'s
		* callback. Invoked with (err, [results]);
		* @returns {Promise} a promise, if a callback is not passed
		*
		* @example
		* const results = []
		* let finished = false
		* async.until(function test(cb) {
		*     cb(null, finished)
		* }, function iter(next) {
		*     fetchPage(url, (err, body) => {
		*         if (err) return next(err)
		*         results = results.concat(body.objects)
		*         finished = !!body.next
		*         next(err)
		*     })
		* }, function done (err) {
		*     // all pages have been fetched
		* })
		*/
		function until(test, iteratee, callback) {
			const _test = wrapAsync(test);
			return whilst$1((cb) => _test((err, truth) => cb(err, !truth)), iteratee, callback);
		}
		/**
		* Runs the `tasks` array of functions in series, each passing their results to
		* the next in the array. However, if any of the `tasks` pass an error to their
		* own callback, the next function is not executed, and the main `callback` is
		* immediately called with the error.
		*
		* @name waterfall
		* @static
		* @memberOf module:ControlFlow
		* @method
		* @category Control Flow
		* @param {Array} tasks - An array of [async functions]{@link AsyncFunction}
		* to run.
		* Each function should complete with any number of `result` values.
		* The `result` values will be passed as arguments, in order, to the next task.
		* @param {Function} [callback] - An optional callback to run once all the
		* functions have completed. This will be passed the results of the last task's
		* callback. Invoked with (err, [results]).
		* @returns {Promise} a promise, if a callback is omitted
		* @example
		*
		* async.waterfall([
		*     function(callback) {
		*         callback(null, 'one', 'two');
		*     },
		*     function(arg1, arg2, callback) {
		*         // arg1 now equals 'one' and arg2 now equals 'two'
		*         callback(null, 'three');
		*     },
		*     function(arg1, callback) {
		*         // arg1 now equals 'three'
		*         callback(null, 'done');
		*     }
		* ], function (err, result) {
		*     // result now equals 'done'
		* });
		*
		* // Or, with named functions:
		* async.waterfall([
		*     myFirstFunction,
		*     mySecondFunction,
		*     myLastFunction,
		* ], function (err, result) {
		*     // result now equals 'done'
		* });
		* function myFirstFunction(callback) {
		*     callback(null, 'one', 'two');
		* }
		* function mySecondFunction(arg1, arg2, callback) {
		*     // arg1 now equals 'one' and arg2 now equals 'two'
		*     callback(null, 'three');
		* }
		* function myLastFunction(arg1, callback) {
		*     // arg1 now equals 'three'
		*     callback(null, 'done');
		* }
		*/
		function waterfall(tasks, callback) {
			callback = once(callback);
			if (!Array.isArray(tasks)) return callback(/* @__PURE__ */ new Error("First argument to waterfall must be an array of functions"));
			if (!tasks.length) return callback();
			var taskIndex = 0;
			function nextTask(args) {
				wrapAsync(tasks[taskIndex++])(...args, onlyOnce(next));
			}
			function next(err, ...args) {
				if (err === false) return;
				if (err || taskIndex === tasks.length) return callback(err, ...args);
				nextTask(args);
			}
			nextTask([]);
		}
		var waterfall$1 = awaitify(waterfall);
		/**
		* An "async function" in the context of Async is an asynchronous function with
		* a variable number of parameters, with the final parameter being a callback.
		* (`function (arg1, arg2, ..., callback) {}`)
		* The final callback is of the form `callback(err, results...)`, which must be
		* called once the function is completed.  The callback should be called with a
		* Error as its first argument to signal that an error occurred.
		* Otherwise, if no error occurred, it should be called with `null` as the first
		* argument, and any additional `result` arguments that may apply, to signal
		* successful completion.
		* The callback must be called exactly once, ideally on a later tick of the
		* JavaScript event loop.
		*
		* This type of function is also referred to as a "Node-style async function",
		* or a "continuation passing-style function" (CPS). Most of the methods of this
		* library are themselves CPS/Node-style async functions, or functions that
		* return CPS/Node-style async functions.
		*
		* Wherever we accept a Node-style async function, we also directly accept an
		* [ES2017 `async` function]{@link https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Statements/async_function}.
		* In this case, the `async` function will not be passed a final callback
		* argument, and any thrown error will be used as the `err` argument of the
		* implicit callback, and the return value will be used as the `result` value.
		* (i.e. a `rejected` of the returned Promise becomes the `err` callback
		* argument, and a `resolved` value becomes the `result`.)
		*
		* Note, due to JavaScript limitations, we can only detect native `async`
		* functions and not transpilied implementations.
		* Your environment must have `async`/`await` support for this to work.
		* (e.g. Node > v7.6, or a recent version of a modern browser).
		* If you are using `async` functions through a transpiler (e.g. Babel), you
		* must still wrap the function with [asyncify]{@link module:Utils.asyncify},
		* because the `async function` will be compiled to an ordinary function that
		* returns a promise.
		*
		* @typedef {Function} AsyncFunction
		* @static
		*/
		var index = {
			apply,
			applyEach,
			applyEachSeries,
			asyncify,
			auto,
			autoInject,
			cargo: cargo$1,
			cargoQueue: cargo,
			compose,
			concat: concat$1,
			concatLimit: concatLimit$1,
			concatSeries: concatSeries$1,
			constant: constant$1,
			detect: detect$1,
			detectLimit: detectLimit$1,
			detectSeries: detectSeries$1,
			dir,
			doUntil,
			doWhilst: doWhilst$1,
			each,
			eachLimit: eachLimit$1,
			eachOf: eachOf$1,
			eachOfLimit: eachOfLimit$1,
			eachOfSeries: eachOfSeries$1,
			eachSeries: eachSeries$1,
			ensureAsync,
			every: every$1,
			everyLimit: everyLimit$1,
			everySeries: everySeries$1,
			filter: filter$1,
			filterLimit: filterLimit$1,
			filterSeries: filterSeries$1,
			forever: forever$1,
			groupBy,
			groupByLimit: groupByLimit$1,
			groupBySeries,
			log,
			map: map$1,
			mapLimit: mapLimit$1,
			mapSeries: mapSeries$1,
			mapValues,
			mapValuesLimit: mapValuesLimit$1,
			mapValuesSeries,
			memoize,
			nextTick,
			parallel,
			parallelLimit,
			priorityQueue,
			queue,
			race: race$1,
			reduce: reduce$1,
			reduceRight,
			reflect,
			reflectAll,
			reject: reject$1,
			rejectLimit: rejectLimit$1,
			rejectSeries: rejectSeries$1,
			retry,
			retryable,
			seq,
			series,
			setImmediate: setImmediate$1,
			some: some$1,
			someLimit: someLimit$1,
			someSeries: someSeries$1,
			sortBy: sortBy$1,
			timeout,
			times,
			timesLimit,
			timesSeries,
			transform,
			tryEach: tryEach$1,
			unmemoize,
			until,
			waterfall: waterfall$1,
			whilst: whilst$1,
			all: every$1,
			allLimit: everyLimit$1,
			allSeries: everySeries$1,
			any: some$1,
			anyLimit: someLimit$1,
			anySeries: someSeries$1,
			find: detect$1,
			findLimit: detectLimit$1,
			findSeries: detectSeries$1,
			flatMap: concat$1,
			flatMapLimit: concatLimit$1,
			flatMapSeries: concatSeries$1,
			forEach: each,
			forEachSeries: eachSeries$1,
			forEachLimit: eachLimit$1,
			forEachOf: eachOf$1,
			forEachOfSeries: eachOfSeries$1,
			forEachOfLimit: eachOfLimit$1,
			inject: reduce$1,
			foldl: reduce$1,
			foldr: reduceRight,
			select: filter$1,
			selectLimit: filterLimit$1,
			selectSeries: filterSeries$1,
			wrapSync: asyncify,
			during: whilst$1,
			doDuring: doWhilst$1
		};
		exports.all = every$1;
		exports.allLimit = everyLimit$1;
		exports.allSeries = everySeries$1;
		exports.any = some$1;
		exports.anyLimit = someLimit$1;
		exports.anySeries = someSeries$1;
		exports.apply = apply;
		exports.applyEach = applyEach;
		exports.applyEachSeries = applyEachSeries;
		exports.asyncify = asyncify;
		exports.auto = auto;
		exports.autoInject = autoInject;
		exports.cargo = cargo$1;
		exports.cargoQueue = cargo;
		exports.compose = compose;
		exports.concat = concat$1;
		exports.concatLimit = concatLimit$1;
		exports.concatSeries = concatSeries$1;
		exports.constant = constant$1;
		exports.default = index;
		exports.detect = detect$1;
		exports.detectLimit = detectLimit$1;
		exports.detectSeries = detectSeries$1;
		exports.dir = dir;
		exports.doDuring = doWhilst$1;
		exports.doUntil = doUntil;
		exports.doWhilst = doWhilst$1;
		exports.during = whilst$1;
		exports.each = each;
		exports.eachLimit = eachLimit$1;
		exports.eachOf = eachOf$1;
		exports.eachOfLimit = eachOfLimit$1;
		exports.eachOfSeries = eachOfSeries$1;
		exports.eachSeries = eachSeries$1;
		exports.ensureAsync = ensureAsync;
		exports.every = every$1;
		exports.everyLimit = everyLimit$1;
		exports.everySeries = everySeries$1;
		exports.filter = filter$1;
		exports.filterLimit = filterLimit$1;
		exports.filterSeries = filterSeries$1;
		exports.find = detect$1;
		exports.findLimit = detectLimit$1;
		exports.findSeries = detectSeries$1;
		exports.flatMap = concat$1;
		exports.flatMapLimit = concatLimit$1;
		exports.flatMapSeries = concatSeries$1;
		exports.foldl = reduce$1;
		exports.foldr = reduceRight;
		exports.forEach = each;
		exports.forEachLimit = eachLimit$1;
		exports.forEachOf = eachOf$1;
		exports.forEachOfLimit = eachOfLimit$1;
		exports.forEachOfSeries = eachOfSeries$1;
		exports.forEachSeries = eachSeries$1;
		exports.forever = forever$1;
		exports.groupBy = groupBy;
		exports.groupByLimit = groupByLimit$1;
		exports.groupBySeries = groupBySeries;
		exports.inject = reduce$1;
		exports.log = log;
		exports.map = map$1;
		exports.mapLimit = mapLimit$1;
		exports.mapSeries = mapSeries$1;
		exports.mapValues = mapValues;
		exports.mapValuesLimit = mapValuesLimit$1;
		exports.mapValuesSeries = mapValuesSeries;
		exports.memoize = memoize;
		exports.nextTick = nextTick;
		exports.parallel = parallel;
		exports.parallelLimit = parallelLimit;
		exports.priorityQueue = priorityQueue;
		exports.queue = queue;
		exports.race = race$1;
		exports.reduce = reduce$1;
		exports.reduceRight = reduceRight;
		exports.reflect = reflect;
		exports.reflectAll = reflectAll;
		exports.reject = reject$1;
		exports.rejectLimit = rejectLimit$1;
		exports.rejectSeries = rejectSeries$1;
		exports.retry = retry;
		exports.retryable = retryable;
		exports.select = filter$1;
		exports.selectLimit = filterLimit$1;
		exports.selectSeries = filterSeries$1;
		exports.seq = seq;
		exports.series = series;
		exports.setImmediate = setImmediate$1;
		exports.some = some$1;
		exports.someLimit = someLimit$1;
		exports.someSeries = someSeries$1;
		exports.sortBy = sortBy$1;
		exports.timeout = timeout;
		exports.times = times;
		exports.timesLimit = timesLimit;
		exports.timesSeries = timesSeries;
		exports.transform = transform;
		exports.tryEach = tryEach$1;
		exports.unmemoize = unmemoize;
		exports.until = until;
		exports.waterfall = waterfall$1;
		exports.whilst = whilst$1;
		exports.wrapSync = asyncify;
		Object.defineProperty(exports, "__esModule", { value: true });
	}));
}));
// node_modules/graceful-fs/polyfills.js
var require_polyfills = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var constants = __require("constants");
	var origCwd = process.cwd;
	var cwd = null;
	var platform = process.env.GRACEFUL_FS_PLATFORM || process.platform;
	process.cwd = function() {
		if (!cwd) cwd = origCwd.call(process);
		return cwd;
	};
	try {
		process.cwd();
	} catch (er) {}
	if (typeof process.chdir === "function") {
		var chdir = process.chdir;
		process.chdir = function(d) {
			cwd = null;
			chdir.call(process, d);
		};
		if (Object.setPrototypeOf) Object.setPrototypeOf(process.chdir, chdir);
	}
	module.exports = patch;
	function patch(fs) {
		if (constants.hasOwnProperty("O_SYMLINK") && process.version.match(/^v0\.6\.[0-2]|^v0\.5\./)) patchLchmod(fs);
		if (!fs.lutimes) patchLutimes(fs);
		fs.chown = chownFix(fs.chown);
		fs.fchown = chownFix(fs.fchown);
		fs.lchown = chownFix(fs.lchown);
		fs.chmod = chmodFix(fs.chmod);
		fs.fchmod = chmodFix(fs.fchmod);
		fs.lchmod = chmodFix(fs.lchmod);
		fs.chownSync = chownFixSync(fs.chownSync);
		fs.fchownSync = chownFixSync(fs.fchownSync);
		fs.lchownSync = chownFixSync(fs.lchownSync);
		fs.chmodSync = chmodFixSync(fs.chmodSync);
		fs.fchmodSync = chmodFixSync(fs.fchmodSync);
		fs.lchmodSync = chmodFixSync(fs.lchmodSync);
		fs.stat = statFix(fs.stat);
		fs.fstat = statFix(fs.fstat);
		fs.lstat = statFix(fs.lstat);
		fs.statSync = statFixSync(fs.statSync);
		fs.fstatSync = statFixSync(fs.fstatSync);
		fs.lstatSync = statFixSync(fs.lstatSync);
		if (fs.chmod && !fs.lchmod) {
			fs.lchmod = function(path, mode, cb) {
				if (cb) process.nextTick(cb);
			};
			fs.lchmodSync = function() {};
		}
		if (fs.chown && !fs.lchown) {
			fs.lchown = function(path, uid, gid, cb) {
				if (cb) process.nextTick(cb);
			};
			fs.lchownSync = function() {};
		}
		if (platform === "win32") fs.rename = typeof fs.rename !== "function" ? fs.rename : (function(fs$rename) {
			function rename(from, to, cb) {
				var start = Date.now();
				var backoff = 0;
				fs$rename(from, to, function CB(er) {
					if (er && (er.code === "EACCES" || er.code === "EPERM" || er.code === "EBUSY") && Date.now() - start < 6e4) {
						setTimeout(function() {
							fs.stat(to, function(stater, st) {
								if (stater && stater.code === "ENOENT") fs$rename(from, to, CB);
								else cb(er);
							});
						}, backoff);
						if (backoff < 100) backoff += 10;
						return;
					}
					if (cb) cb(er);
				});
			}
			if (Object.setPrototypeOf) Object.setPrototypeOf(rename, fs$rename);
			return rename;
		})(fs.rename);
		fs.read = typeof fs.read !== "function" ? fs.read : (function(fs$read) {
			function read(fd, buffer, offset, length, position, callback_) {
				var callback;
				if (callback_ && typeof callback_ === "function") {
					var eagCounter = 0;
					callback = function(er, _, __) {
						if (er && er.code === "EAGAIN" && eagCounter < 10) {
							eagCounter++;
							return fs$read.call(fs, fd, buffer, offset, length, position, callback);
						}
						callback_.apply(this, arguments);
					};
				}
				return fs$read.call(fs, fd, buffer, offset, length, position, callback);
			}
			if (Object.setPrototypeOf) Object.setPrototypeOf(read, fs$read);
			return read;
		})(fs.read);
		fs.readSync = typeof fs.readSync !== "function" ? fs.readSync : (function(fs$readSync) {
			return function(fd, buffer, offset, length, position) {
				var eagCounter = 0;
				while (true) try {
					return fs$readSync.call(fs, fd, buffer, offset, length, position);
				} catch (er) {
					if (er.code === "EAGAIN" && eagCounter < 10) {
						eagCounter++;
						continue;
					}
					throw er;
				}
			};
		})(fs.readSync);
		function patchLchmod(fs) {
			fs.lchmod = function(path, mode, callback) {
				fs.open(path, constants.O_WRONLY | constants.O_SYMLINK, mode, function(err, fd) {
					if (err) {
						if (callback) callback(err);
						return;
					}
					fs.fchmod(fd, mode, function(err) {
						fs.close(fd, function(err2) {
							if (callback) callback(err || err2);
						});
					});
				});
			};
			fs.lchmodSync = function(path, mode) {
				var fd = fs.openSync(path, constants.O_WRONLY | constants.O_SYMLINK, mode);
				var threw = true;
				var ret;
				try {
					ret = fs.fchmodSync(fd, mode);
					threw = false;
				} finally {
					if (threw) try {
						fs.closeSync(fd);
					} catch (er) {}
					else fs.closeSync(fd);
				}
				return ret;
			};
		}
		function patchLutimes(fs) {
			if (constants.hasOwnProperty("O_SYMLINK") && fs.futimes) {
				fs.lutimes = function(path, at, mt, cb) {
					fs.open(path, constants.O_SYMLINK, function(er, fd) {
						if (er) {
							if (cb) cb(er);
							return;
						}
						fs.futimes(fd, at, mt, function(er) {
							fs.close(fd, function(er2) {
								if (cb) cb(er || er2);
							});
						});
					});
				};
				fs.lutimesSync = function(path, at, mt) {
					var fd = fs.openSync(path, constants.O_SYMLINK);
					var ret;
					var threw = true;
					try {
						ret = fs.futimesSync(fd, at, mt);
						threw = false;
					} finally {
						if (threw) try {
							fs.closeSync(fd);
						} catch (er) {}
						else fs.closeSync(fd);
					}
					return ret;
				};
			} else if (fs.futimes) {
				fs.lutimes = function(_a, _b, _c, cb) {
					if (cb) process.nextTick(cb);
				};
				fs.lutimesSync = function() {};
			}
		}
		function chmodFix(orig) {
			if (!orig) return orig;
			return function(target, mode, cb) {
				return orig.call(fs, target, mode, function(er) {
					if (chownErOk(er)) er = null;
					if (cb) cb.apply(this, arguments);
				});
			};
		}
		function chmodFixSync(orig) {
			if (!orig) return orig;
			return function(target, mode) {
				try {
					return orig.call(fs, target, mode);
				} catch (er) {
					if (!chownErOk(er)) throw er;
				}
			};
		}
		function chownFix(orig) {
			if (!orig) return orig;
			return function(target, uid, gid, cb) {
				return orig.call(fs, target, uid, gid, function(er) {
					if (chownErOk(er)) er = null;
					if (cb) cb.apply(this, arguments);
				});
			};
		}
		function chownFixSync(orig) {
			if (!orig) return orig;
			return function(target, uid, gid) {
				try {
					return orig.call(fs, target, uid, gid);
				} catch (er) {
					if (!chownErOk(er)) throw er;
				}
			};
		}
		function statFix(orig) {
			if (!orig) return orig;
			return function(target, options, cb) {
				if (typeof options === "function") {
					cb = options;
					options = null;
				}
				function callback(er, stats) {
					if (stats) {
						if (stats.uid < 0) stats.uid += 4294967296;
						if (stats.gid < 0) stats.gid += 4294967296;
					}
					if (cb) cb.apply(this, arguments);
				}
				return options ? orig.call(fs, target, options, callback) : orig.call(fs, target, callback);
			};
		}
		function statFixSync(orig) {
			if (!orig) return orig;
			return function(target, options) {
				var stats = options ? orig.call(fs, target, options) : orig.call(fs, target);
				if (stats) {
					if (stats.uid < 0) stats.uid += 4294967296;
					if (stats.gid < 0) stats.gid += 4294967296;
				}
				return stats;
			};
		}
		function chownErOk(er) {
			if (!er) return true;
			if (er.code === "ENOSYS") return true;
			if (!process.getuid || process.getuid() !== 0) {
				if (er.code === "EINVAL" || er.code === "EPERM") return true;
			}
			return false;
		}
	}
}));
// node_modules/graceful-fs/legacy-streams.js
var require_legacy_streams = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var Stream = __require("stream").Stream;
	module.exports = legacy;
	function legacy(fs) {
		return {
			ReadStream,
			WriteStream
		};
		function ReadStream(path, options) {
			if (!(this instanceof ReadStream)) return new ReadStream(path, options);
			Stream.call(this);
			var self = this;
			this.path = path;
			this.fd = null;
			this.readable = true;
			this.paused = false;
			this.flags = "r";
			this.mode = 438;
			this.bufferSize = 65536;
			options = options || {};
			var keys = Object.keys(options);
			for (var index = 0, length = keys.length; index < length; index++) {
				var key = keys[index];
				this[key] = options[key];
			}
			if (this.encoding) this.setEncoding(this.encoding);
			if (this.start !== void 0) {
				if ("number" !== typeof this.start) throw TypeError("start must be a Number");
				if (this.end === void 0) this.end = Infinity;
				else if ("number" !== typeof this.end) throw TypeError("end must be a Number");
				if (this.start > this.end) throw new Error("start must be <= end");
				this.pos = this.start;
			}
			if (this.fd !== null) {
				process.nextTick(function() {
					self._read();
				});
				return;
			}
			fs.open(this.path, this.flags, this.mode, function(err, fd) {
				if (err) {
					self.emit("error", err);
					self.readable = false;
					return;
				}
				self.fd = fd;
				self.emit("open", fd);
				self._read();
			});
		}
		function WriteStream(path, options) {
			if (!(this instanceof WriteStream)) return new WriteStream(path, options);
			Stream.call(this);
			this.path = path;
			this.fd = null;
			this.writable = true;
			this.flags = "w";
			this.encoding = "binary";
			this.mode = 438;
			this.bytesWritten = 0;
			options = options || {};
			var keys = Object.keys(options);
			for (var index = 0, length = keys.length; index < length; index++) {
				var key = keys[index];
				this[key] = options[key];
			}
			if (this.start !== void 0) {
				if ("number" !== typeof this.start) throw TypeError("start must be a Number");
				if (this.start < 0) throw new Error("start must be >= zero");
				this.pos = this.start;
			}
			this.busy = false;
			this._queue = [];
			if (this.fd === null) {
				this._open = fs.open;
				this._queue.push([
					this._open,
					this.path,
					this.flags,
					this.mode,
					void 0
				]);
				this.flush();
			}
		}
	}
}));
// node_modules/graceful-fs/clone.js
var require_clone = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = clone;
	var getPrototypeOf = Object.getPrototypeOf || function(obj) {
		return obj.__proto__;
	};
	function clone(obj) {
		if (obj === null || typeof obj !== "object") return obj;
		if (obj instanceof Object) var copy = { __proto__: getPrototypeOf(obj) };
		else var copy = Object.create(null);
		Object.getOwnPropertyNames(obj).forEach(function(key) {
			Object.defineProperty(copy, key, Object.getOwnPropertyDescriptor(obj, key));
		});
		return copy;
	}
}));
// node_modules/graceful-fs/graceful-fs.js
var require_graceful_fs = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var fs = __require("fs");
	var polyfills = require_polyfills();
	var legacy = require_legacy_streams();
	var clone = require_clone();
	var util = __require("util");
	/* istanbul ignore next - node 0.x polyfill */
	var gracefulQueue;
	var previousSymbol;
	/* istanbul ignore else - node 0.x polyfill */
	if (typeof Symbol === "function" && typeof Symbol.for === "function") {
		gracefulQueue = Symbol.for("graceful-fs.queue");
		previousSymbol = Symbol.for("graceful-fs.previous");
	} else {
		gracefulQueue = "___graceful-fs.queue";
		previousSymbol = "___graceful-fs.previous";
	}
	function noop() {}
	function publishQueue(context, queue) {
		Object.defineProperty(context, gracefulQueue, { get: function() {
			return queue;
		} });
	}
	var debug = noop;
	if (util.debuglog) debug = util.debuglog("gfs4");
	else if (/\bgfs4\b/i.test(process.env.NODE_DEBUG || "")) debug = function() {
		var m = util.format.apply(util, arguments);
		m = "GFS4: " + m.split(/\n/).join("\nGFS4: ");
		console.error(m);
	};
	if (!fs[gracefulQueue]) {
		publishQueue(fs, global[gracefulQueue] || []);
		fs.close = (function(fs$close) {
			function close(fd, cb) {
				return fs$close.call(fs, fd, function(err) {
					if (!err) resetQueue();
					if (typeof cb === "function") cb.apply(this, arguments);
				});
			}
			Object.defineProperty(close, previousSymbol, { value: fs$close });
			return close;
		})(fs.close);
		fs.closeSync = (function(fs$closeSync) {
			function closeSync(fd) {
				fs$closeSync.apply(fs, arguments);
				resetQueue();
			}
			Object.defineProperty(closeSync, previousSymbol, { value: fs$closeSync });
			return closeSync;
		})(fs.closeSync);
		if (/\bgfs4\b/i.test(process.env.NODE_DEBUG || "")) process.on("exit", function() {
			debug(fs[gracefulQueue]);
			__require("assert").equal(fs[gracefulQueue].length, 0);
		});
	}
	if (!global[gracefulQueue]) publishQueue(global, fs[gracefulQueue]);
	module.exports = patch(clone(fs));
	if (process.env.TEST_GRACEFUL_FS_GLOBAL_PATCH && !fs.__patched) {
		module.exports = patch(fs);
		fs.__patched = true;
	}
	function patch(fs) {
		polyfills(fs);
		fs.gracefulify = patch;
		fs.createReadStream = createReadStream;
		fs.createWriteStream = createWriteStream;
		var fs$readFile = fs.readFile;
		fs.readFile = readFile;
		function readFile(path, options, cb) {
			if (typeof options === "function") cb = options, options = null;
			return go$readFile(path, options, cb);
			function go$readFile(path, options, cb, startTime) {
				return fs$readFile(path, options, function(err) {
					if (err && (err.code === "EMFILE" || err.code === "ENFILE")) enqueue([
						go$readFile,
						[
							path,
							options,
							cb
						],
						err,
						startTime || Date.now(),
						Date.now()
					]);
					else if (typeof cb === "function") cb.apply(this, arguments);
				});
			}
		}
		var fs$writeFile = fs.writeFile;
		fs.writeFile = writeFile;
		function writeFile(path, data, options, cb) {
			if (typeof options === "function") cb = options, options = null;
			return go$writeFile(path, data, options, cb);
			function go$writeFile(path, data, options, cb, startTime) {
				return fs$writeFile(path, data, options, function(err) {
					if (err && (err.code === "EMFILE" || err.code === "ENFILE")) enqueue([
						go$writeFile,
						[
							path,
							data,
							options,
							cb
						],
						err,
						startTime || Date.now(),
						Date.now()
					]);
					else if (typeof cb === "function") cb.apply(this, arguments);
				});
			}
		}
		var fs$appendFile = fs.appendFile;
		if (fs$appendFile) fs.appendFile = appendFile;
		function appendFile(path, data, options, cb) {
			if (typeof options === "function") cb = options, options = null;
			return go$appendFile(path, data, options, cb);
			function go$appendFile(path, data, options, cb, startTime) {
				return fs$appendFile(path, data, options, function(err) {
					if (err && (err.code === "EMFILE" || err.code === "ENFILE")) enqueue([
						go$appendFile,
						[
							path,
							data,
							options,
							cb
						],
						err,
						startTime || Date.now(),
						Date.now()
					]);
					else if (typeof cb === "function") cb.apply(this, arguments);
				});
			}
		}
		var fs$copyFile = fs.copyFile;
		if (fs$copyFile) fs.copyFile = copyFile;
		function copyFile(src, dest, flags, cb) {
			if (typeof flags === "function") {
				cb = flags;
				flags = 0;
			}
			return go$copyFile(src, dest, flags, cb);
			function go$copyFile(src, dest, flags, cb, startTime) {
				return fs$copyFile(src, dest, flags, function(err) {
					if (err && (err.code === "EMFILE" || err.code === "ENFILE")) enqueue([
						go$copyFile,
						[
							src,
							dest,
							flags,
							cb
						],
						err,
						startTime || Date.now(),
						Date.now()
					]);
					else if (typeof cb === "function") cb.apply(this, arguments);
				});
			}
		}
		var fs$readdir = fs.readdir;
		fs.readdir = readdir;
		var noReaddirOptionVersions = /^v[0-5]\./;
		function readdir(path, options, cb) {
			if (typeof options === "function") cb = options, options = null;
			var go$readdir = noReaddirOptionVersions.test(process.version) ? function go$readdir(path, options, cb, startTime) {
				return fs$readdir(path, fs$readdirCallback(path, options, cb, startTime));
			} : function go$readdir(path, options, cb, startTime) {
				return fs$readdir(path, options, fs$readdirCallback(path, options, cb, startTime));
			};
			return go$readdir(path, options, cb);
			function fs$readdirCallback(path, options, cb, startTime) {
				return function(err, files) {
					if (err && (err.code === "EMFILE" || err.code === "ENFILE")) enqueue([
						go$readdir,
						[
							path,
							options,
							cb
						],
						err,
						startTime || Date.now(),
						Date.now()
					]);
					else {
						if (files && files.sort) files.sort();
						if (typeof cb === "function") cb.call(this, err, files);
					}
				};
			}
		}
		if (process.version.substr(0, 4) === "v0.8") {
			var legStreams = legacy(fs);
			ReadStream = legStreams.ReadStream;
			WriteStream = legStreams.WriteStream;
		}
		var fs$ReadStream = fs.ReadStream;
		if (fs$ReadStream) {
			ReadStream.prototype = Object.create(fs$ReadStream.prototype);
			ReadStream.prototype.open = ReadStream$open;
		}
		var fs$WriteStream = fs.WriteStream;
		if (fs$WriteStream) {
			WriteStream.prototype = Object.create(fs$WriteStream.prototype);
			WriteStream.prototype.open = WriteStream$open;
		}
		Object.defineProperty(fs, "ReadStream", {
			get: function() {
				return ReadStream;
			},
			set: function(val) {
				ReadStream = val;
			},
			enumerable: true,
			configurable: true
		});
		Object.defineProperty(fs, "WriteStream", {
			get: function() {
				return WriteStream;
			},
			set: function(val) {
				WriteStream = val;
			},
			enumerable: true,
			configurable: true
		});
		var FileReadStream = ReadStream;
		Object.defineProperty(fs, "FileReadStream", {
			get: function() {
				return FileReadStream;
			},
			set: function(val) {
				FileReadStream = val;
			},
			enumerable: true,
			configurable: true
		});
		var FileWriteStream = WriteStream;
		Object.defineProperty(fs, "FileWriteStream", {
			get: function() {
				return FileWriteStream;
			},
			set: function(val) {
				FileWriteStream = val;
			},
			enumerable: true,
			configurable: true
		});
		function ReadStream(path, options) {
			if (this instanceof ReadStream) return fs$ReadStream.apply(this, arguments), this;
			else return ReadStream.apply(Object.create(ReadStream.prototype), arguments);
		}
		function ReadStream$open() {
			var that = this;
			open(that.path, that.flags, that.mode, function(err, fd) {
				if (err) {
					if (that.autoClose) that.destroy();
					that.emit("error", err);
				} else {
					that.fd = fd;
					that.emit("open", fd);
					that.read();
				}
			});
		}
		function WriteStream(path, options) {
			if (this instanceof WriteStream) return fs$WriteStream.apply(this, arguments), this;
			else return WriteStream.apply(Object.create(WriteStream.prototype), arguments);
		}
		function WriteStream$open() {
			var that = this;
			open(that.path, that.flags, that.mode, function(err, fd) {
				if (err) {
					that.destroy();
					that.emit("error", err);
				} else {
					that.fd = fd;
					that.emit("open", fd);
				}
			});
		}
		function createReadStream(path, options) {
			return new fs.ReadStream(path, options);
		}
		function createWriteStream(path, options) {
			return new fs.WriteStream(path, options);
		}
		var fs$open = fs.open;
		fs.open = open;
		function open(path, flags, mode, cb) {
			if (typeof mode === "function") cb = mode, mode = null;
			return go$open(path, flags, mode, cb);
			function go$open(path, flags, mode, cb, startTime) {
				return fs$open(path, flags, mode, function(err, fd) {
					if (err && (err.code === "EMFILE" || err.code === "ENFILE")) enqueue([
						go$open,
						[
							path,
							flags,
							mode,
							cb
						],
						err,
						startTime || Date.now(),
						Date.now()
					]);
					else if (typeof cb === "function") cb.apply(this, arguments);
				});
			}
		}
		return fs;
	}
	function enqueue(elem) {
		debug("ENQUEUE", elem[0].name, elem[1]);
		fs[gracefulQueue].push(elem);
		retry();
	}
	var retryTimer;
	function resetQueue() {
		var now = Date.now();
		for (var i = 0; i < fs[gracefulQueue].length; ++i) if (fs[gracefulQueue][i].length > 2) {
			fs[gracefulQueue][i][3] = now;
			fs[gracefulQueue][i][4] = now;
		}
		retry();
	}
	function retry() {
		clearTimeout(retryTimer);
		retryTimer = void 0;
		if (fs[gracefulQueue].length === 0) return;
		var elem = fs[gracefulQueue].shift();
		var fn = elem[0];
		var args = elem[1];
		var err = elem[2];
		var startTime = elem[3];
		var lastTime = elem[4];
		if (startTime === void 0) {
			debug("RETRY", fn.name, args);
			fn.apply(null, args);
		} else if (Date.now() - startTime >= 6e4) {
			debug("TIMEOUT", fn.name, args);
			var cb = args.pop();
			if (typeof cb === "function") cb.call(null, err);
		} else {
			var sinceAttempt = Date.now() - lastTime;
			var sinceStart = Math.max(lastTime - startTime, 1);
			if (sinceAttempt >= Math.min(sinceStart * 1.2, 100)) {
				debug("RETRY", fn.name, args);
				fn.apply(null, args.concat([startTime]));
			} else fs[gracefulQueue].push(elem);
		}
		if (retryTimer === void 0) retryTimer = setTimeout(retry, 0);
	}
}));
// node_modules/is-stream/index.js
var require_is_stream = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const isStream = (stream) => stream !== null && typeof stream === "object" && typeof stream.pipe === "function";
	isStream.writable = (stream) => isStream(stream) && stream.writable !== false && typeof stream._write === "function" && typeof stream._writableState === "object";
	isStream.readable = (stream) => isStream(stream) && stream.readable !== false && typeof stream._read === "function" && typeof stream._readableState === "object";
	isStream.duplex = (stream) => isStream.writable(stream) && isStream.readable(stream);
	isStream.transform = (stream) => isStream.duplex(stream) && typeof stream._transform === "function";
	module.exports = isStream;
}));
// node_modules/process-nextick-args/index.js
var require_process_nextick_args = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	if (typeof process === "undefined" || !process.version || process.version.indexOf("v0.") === 0 || process.version.indexOf("v1.") === 0 && process.version.indexOf("v1.8.") !== 0) module.exports = { nextTick };
	else module.exports = process;
	function nextTick(fn, arg1, arg2, arg3) {
		if (typeof fn !== "function") throw new TypeError("\"callback\" argument must be a function");
		var len = arguments.length;
		var args, i;
		switch (len) {
			case 0:
			case 1: return process.nextTick(fn);
			case 2: return process.nextTick(function afterTickOne() {
				fn.call(null, arg1);
			});
			case 3: return process.nextTick(function afterTickTwo() {
				fn.call(null, arg1, arg2);
			});
			case 4: return process.nextTick(function afterTickThree() {
				fn.call(null, arg1, arg2, arg3);
			});
			default:
				args = new Array(len - 1);
				i = 0;
				while (i < args.length) args[i++] = arguments[i];
				return process.nextTick(function afterTick() {
					fn.apply(null, args);
				});
		}
	}
}));
// node_modules/isarray/index.js
var require_isarray = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var toString = {}.toString;
	module.exports = Array.isArray || function(arr) {
		return toString.call(arr) == "[object Array]";
	};
}));
// node_modules/lazystream/node_modules/readable-stream/lib/internal/streams/stream.js
var require_stream$1 = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = __require("stream");
}));
// node_modules/lazystream/node_modules/safe-buffer/index.js
var require_safe_buffer$1 = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var buffer = __require("buffer");
	var Buffer = buffer.Buffer;
	function copyProps(src, dst) {
		for (var key in src) dst[key] = src[key];
	}
	if (Buffer.from && Buffer.alloc && Buffer.allocUnsafe && Buffer.allocUnsafeSlow) module.exports = buffer;
	else {
		copyProps(buffer, exports);
		exports.Buffer = SafeBuffer;
	}
	function SafeBuffer(arg, encodingOrOffset, length) {
		return Buffer(arg, encodingOrOffset, length);
	}
	copyProps(Buffer, SafeBuffer);
	SafeBuffer.from = function(arg, encodingOrOffset, length) {
		if (typeof arg === "number") throw new TypeError("Argument must not be a number");
		return Buffer(arg, encodingOrOffset, length);
	};
	SafeBuffer.alloc = function(size, fill, encoding) {
		if (typeof size !== "number") throw new TypeError("Argument must be a number");
		var buf = Buffer(size);
		if (fill !== void 0) {
			if (typeof encoding === "string") buf.fill(fill, encoding);
			else buf.fill(fill);
		} else buf.fill(0);
		return buf;
	};
	SafeBuffer.allocUnsafe = function(size) {
		if (typeof size !== "number") throw new TypeError("Argument must be a number");
		return Buffer(size);
	};
	SafeBuffer.allocUnsafeSlow = function(size) {
		if (typeof size !== "number") throw new TypeError("Argument must be a number");
		return buffer.SlowBuffer(size);
	};
}));
// node_modules/core-util-is/lib/util.js
var require_util$3 = /* @__PURE__ */ __commonJSMin(((exports) => {
	function isArray(arg) {
		if (Array.isArray) return Array.isArray(arg);
		return objectToString(arg) === "[object Array]";
	}
	exports.isArray = isArray;
	function isBoolean(arg) {
		return typeof arg === "boolean";
	}
	exports.isBoolean = isBoolean;
	function isNull(arg) {
		return arg === null;
	}
	exports.isNull = isNull;
	function isNullOrUndefined(arg) {
		return arg == null;
	}
	exports.isNullOrUndefined = isNullOrUndefined;
	function isNumber(arg) {
		return typeof arg === "number";
	}
	exports.isNumber = isNumber;
	function isString(arg) {
		return typeof arg === "string";
	}
	exports.isString = isString;
	function isSymbol(arg) {
		return typeof arg === "symbol";
	}
	exports.isSymbol = isSymbol;
	function isUndefined(arg) {
		return arg === void 0;
	}
	exports.isUndefined = isUndefined;
	function isRegExp(re) {
		return objectToString(re) === "[object RegExp]";
	}
	exports.isRegExp = isRegExp;
	function isObject(arg) {
		return typeof arg === "object" && arg !== null;
	}
	exports.isObject = isObject;
	function isDate(d) {
		return objectToString(d) === "[object Date]";
	}
	exports.isDate = isDate;
	function isError(e) {
		return objectToString(e) === "[object Error]" || e instanceof Error;
	}
	exports.isError = isError;
	function isFunction(arg) {
		return typeof arg === "function";
	}
	exports.isFunction = isFunction;
	function isPrimitive(arg) {
		return arg === null || typeof arg === "boolean" || typeof arg === "number" || typeof arg === "string" || typeof arg === "symbol" || typeof arg === "undefined";
	}
	exports.isPrimitive = isPrimitive;
	exports.isBuffer = __require("buffer").Buffer.isBuffer;
	function objectToString(o) {
		return Object.prototype.toString.call(o);
	}
}));
// node_modules/inherits/inherits_browser.js
var require_inherits_browser = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	if (typeof Object.create === "function") module.exports = function inherits(ctor, superCtor) {
		if (superCtor) {
			ctor.super_ = superCtor;
			ctor.prototype = Object.create(superCtor.prototype, { constructor: {
				value: ctor,
				enumerable: false,
				writable: true,
				configurable: true
			} });
		}
	};
	else module.exports = function inherits(ctor, superCtor) {
		if (superCtor) {
			ctor.super_ = superCtor;
			var TempCtor = function() {};
			TempCtor.prototype = superCtor.prototype;
			ctor.prototype = new TempCtor();
			ctor.prototype.constructor = ctor;
		}
	};
}));
// node_modules/inherits/inherits.js
var require_inherits = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	try {
		var util = __require("util");
		/* istanbul ignore next */
		if (typeof util.inherits !== "function") throw "";
		module.exports = util.inherits;
	} catch (e) {
		/* istanbul ignore next */
		module.exports = require_inherits_browser();
	}
}));
// node_modules/lazystream/node_modules/readable-stream/lib/internal/streams/BufferList.js
var require_BufferList = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	function _classCallCheck(instance, Constructor) {
		if (!(instance instanceof Constructor)) throw new TypeError("Cannot call a class as a function");
	}
	var Buffer = require_safe_buffer$1().Buffer;
	var util = __require("util");
	function copyBuffer(src, target, offset) {
		src.copy(target, offset);
	}
	module.exports = function() {
		function BufferList() {
			_classCallCheck(this, BufferList);
			this.head = null;
			this.tail = null;
			this.length = 0;
		}
		BufferList.prototype.push = function push(v) {
			var entry = {
				data: v,
				next: null
			};
			if (this.length > 0) this.tail.next = entry;
			else this.head = entry;
			this.tail = entry;
			++this.length;
		};
		BufferList.prototype.unshift = function unshift(v) {
			var entry = {
				data: v,
				next: this.head
			};
			if (this.length === 0) this.tail = entry;
			this.head = entry;
			++this.length;
		};
		BufferList.prototype.shift = function shift() {
			if (this.length === 0) return;
			var ret = this.head.data;
			if (this.length === 1) this.head = this.tail = null;
			else this.head = this.head.next;
			--this.length;
			return ret;
		};
		BufferList.prototype.clear = function clear() {
			this.head = this.tail = null;
			this.length = 0;
		};
		BufferList.prototype.join = function join(s) {
			if (this.length === 0) return "";
			var p = this.head;
			var ret = "" + p.data;
			while (p = p.next) ret += s + p.data;
			return ret;
		};
		BufferList.prototype.concat = function concat(n) {
			if (this.length === 0) return Buffer.alloc(0);
			var ret = Buffer.allocUnsafe(n >>> 0);
			var p = this.head;
			var i = 0;
			while (p) {
				copyBuffer(p.data, ret, i);
				i += p.data.length;
				p = p.next;
			}
			return ret;
		};
		return BufferList;
	}();
	if (util && util.inspect && util.inspect.custom) module.exports.prototype[util.inspect.custom] = function() {
		var obj = util.inspect({ length: this.length });
		return this.constructor.name + " " + obj;
	};
}));
// node_modules/lazystream/node_modules/readable-stream/lib/internal/streams/destroy.js
var require_destroy$1 = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var pna = require_process_nextick_args();
	function destroy(err, cb) {
		var _this = this;
		var readableDestroyed = this._readableState && this._readableState.destroyed;
		var writableDestroyed = this._writableState && this._writableState.destroyed;
		if (readableDestroyed || writableDestroyed) {
			if (cb) cb(err);
			else if (err) {
				if (!this._writableState) pna.nextTick(emitErrorNT, this, err);
				else if (!this._writableState.errorEmitted) {
					this._writableState.errorEmitted = true;
					pna.nextTick(emitErrorNT, this, err);
				}
			}
			return this;
		}
		if (this._readableState) this._readableState.destroyed = true;
		if (this._writableState) this._writableState.destroyed = true;
		this._destroy(err || null, function(err) {
			if (!cb && err) {
				if (!_this._writableState) pna.nextTick(emitErrorNT, _this, err);
				else if (!_this._writableState.errorEmitted) {
					_this._writableState.errorEmitted = true;
					pna.nextTick(emitErrorNT, _this, err);
				}
			} else if (cb) cb(err);
		});
		return this;
	}
	function undestroy() {
		if (this._readableState) {
			this._readableState.destroyed = false;
			this._readableState.reading = false;
			this._readableState.ended = false;
			this._readableState.endEmitted = false;
		}
		if (this._writableState) {
			this._writableState.destroyed = false;
			this._writableState.ended = false;
			this._writableState.ending = false;
			this._writableState.finalCalled = false;
			this._writableState.prefinished = false;
			this._writableState.finished = false;
			this._writableState.errorEmitted = false;
		}
	}
	function emitErrorNT(self, err) {
		self.emit("error", err);
	}
	module.exports = {
		destroy,
		undestroy
	};
}));
// node_modules/util-deprecate/node.js
var require_node = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* For Node.js, simply re-export the core `util.deprecate` function.
	*/
	module.exports = __require("util").deprecate;
}));
// node_modules/lazystream/node_modules/readable-stream/lib/_stream_writable.js
var require__stream_writable = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var pna = require_process_nextick_args();
	module.exports = Writable;
	function CorkedRequest(state) {
		var _this = this;
		this.next = null;
		this.entry = null;
		this.finish = function() {
			onCorkedFinish(_this, state);
		};
	}
	var asyncWrite = !process.browser && ["v0.10", "v0.9."].indexOf(process.version.slice(0, 5)) > -1 ? setImmediate : pna.nextTick;
	var Duplex;
	Writable.WritableState = WritableState;
	var util = Object.create(require_util$3());
	util.inherits = require_inherits();
	var internalUtil = { deprecate: require_node() };
	var Stream = require_stream$1();
	var Buffer = require_safe_buffer$1().Buffer;
	var OurUint8Array = (typeof global !== "undefined" ? global : typeof window !== "undefined" ? window : typeof self !== "undefined" ? self : {}).Uint8Array || function() {};
	function _uint8ArrayToBuffer(chunk) {
		return Buffer.from(chunk);
	}
	function _isUint8Array(obj) {
		return Buffer.isBuffer(obj) || obj instanceof OurUint8Array;
	}
	var destroyImpl = require_destroy$1();
	util.inherits(Writable, Stream);
	function nop() {}
	function WritableState(options, stream) {
		Duplex = Duplex || require__stream_duplex();
		options = options || {};
		var isDuplex = stream instanceof Duplex;
		this.objectMode = !!options.objectMode;
		if (isDuplex) this.objectMode = this.objectMode || !!options.writableObjectMode;
		var hwm = options.highWaterMark;
		var writableHwm = options.writableHighWaterMark;
		var defaultHwm = this.objectMode ? 16 : 16384;
		if (hwm || hwm === 0) this.highWaterMark = hwm;
		else if (isDuplex && (writableHwm || writableHwm === 0)) this.highWaterMark = writableHwm;
		else this.highWaterMark = defaultHwm;
		this.highWaterMark = Math.floor(this.highWaterMark);
		this.finalCalled = false;
		this.needDrain = false;
		this.ending = false;
		this.ended = false;
		this.finished = false;
		this.destroyed = false;
		var noDecode = options.decodeStrings === false;
		this.decodeStrings = !noDecode;
		this.defaultEncoding = options.defaultEncoding || "utf8";
		this.length = 0;
		this.writing = false;
		this.corked = 0;
		this.sync = true;
		this.bufferProcessing = false;
		this.onwrite = function(er) {
			onwrite(stream, er);
		};
		this.writecb = null;
		this.writelen = 0;
		this.bufferedRequest = null;
		this.lastBufferedRequest = null;
		this.pendingcb = 0;
		this.prefinished = false;
		this.errorEmitted = false;
		this.bufferedRequestCount = 0;
		this.corkedRequestsFree = new CorkedRequest(this);
	}
	WritableState.prototype.getBuffer = function getBuffer() {
		var current = this.bufferedRequest;
		var out = [];
		while (current) {
			out.push(current);
			current = current.next;
		}
		return out;
	};
	(function() {
		try {
			Object.defineProperty(WritableState.prototype, "buffer", { get: internalUtil.deprecate(function() {
				return this.getBuffer();
			}, "_writableState.buffer is deprecated. Use _writableState.getBuffer instead.", "DEP0003") });
		} catch (_) {}
	})();
	var realHasInstance;
	if (typeof Symbol === "function" && Symbol.hasInstance && typeof Function.prototype[Symbol.hasInstance] === "function") {
		realHasInstance = Function.prototype[Symbol.hasInstance];
		Object.defineProperty(Writable, Symbol.hasInstance, { value: function(object) {
			if (realHasInstance.call(this, object)) return true;
			if (this !== Writable) return false;
			return object && object._writableState instanceof WritableState;
		} });
	} else realHasInstance = function(object) {
		return object instanceof this;
	};
	function Writable(options) {
		Duplex = Duplex || require__stream_duplex();
		if (!realHasInstance.call(Writable, this) && !(this instanceof Duplex)) return new Writable(options);
		this._writableState = new WritableState(options, this);
		this.writable = true;
		if (options) {
			if (typeof options.write === "function") this._write = options.write;
			if (typeof options.writev === "function") this._writev = options.writev;
			if (typeof options.destroy === "function") this._destroy = options.destroy;
			if (typeof options.final === "function") this._final = options.final;
		}
		Stream.call(this);
	}
	Writable.prototype.pipe = function() {
		this.emit("error", /* @__PURE__ */ new Error("Cannot pipe, not readable"));
	};
	function writeAfterEnd(stream, cb) {
		var er = /* @__PURE__ */ new Error("write after end");
		stream.emit("error", er);
		pna.nextTick(cb, er);
	}
	function validChunk(stream, state, chunk, cb) {
		var valid = true;
		var er = false;
		if (chunk === null) er = /* @__PURE__ */ new TypeError("May not write null values to stream");
		else if (typeof chunk !== "string" && chunk !== void 0 && !state.objectMode) er = /* @__PURE__ */ new TypeError("Invalid non-string/buffer chunk");
		if (er) {
			stream.emit("error", er);
			pna.nextTick(cb, er);
			valid = false;
		}
		return valid;
	}
	Writable.prototype.write = function(chunk, encoding, cb) {
		var state = this._writableState;
		var ret = false;
		var isBuf = !state.objectMode && _isUint8Array(chunk);
		if (isBuf && !Buffer.isBuffer(chunk)) chunk = _uint8ArrayToBuffer(chunk);
		if (typeof encoding === "function") {
			cb = encoding;
			encoding = null;
		}
		if (isBuf) encoding = "buffer";
		else if (!encoding) encoding = state.defaultEncoding;
		if (typeof cb !== "function") cb = nop;
		if (state.ended) writeAfterEnd(this, cb);
		else if (isBuf || validChunk(this, state, chunk, cb)) {
			state.pendingcb++;
			ret = writeOrBuffer(this, state, isBuf, chunk, encoding, cb);
		}
		return ret;
	};
	Writable.prototype.cork = function() {
		var state = this._writableState;
		state.corked++;
	};
	Writable.prototype.uncork = function() {
		var state = this._writableState;
		if (state.corked) {
			state.corked--;
			if (!state.writing && !state.corked && !state.bufferProcessing && state.bufferedRequest) clearBuffer(this, state);
		}
	};
	Writable.prototype.setDefaultEncoding = function setDefaultEncoding(encoding) {
		if (typeof encoding === "string") encoding = encoding.toLowerCase();
		if (!([
			"hex",
			"utf8",
			"utf-8",
			"ascii",
			"binary",
			"base64",
			"ucs2",
			"ucs-2",
			"utf16le",
			"utf-16le",
			"raw"
		].indexOf((encoding + "").toLowerCase()) > -1)) throw new TypeError("Unknown encoding: " + encoding);
		this._writableState.defaultEncoding = encoding;
		return this;
	};
	function decodeChunk(state, chunk, encoding) {
		if (!state.objectMode && state.decodeStrings !== false && typeof chunk === "string") chunk = Buffer.from(chunk, encoding);
		return chunk;
	}
	Object.defineProperty(Writable.prototype, "writableHighWaterMark", {
		enumerable: false,
		get: function() {
			return this._writableState.highWaterMark;
		}
	});
	function writeOrBuffer(stream, state, isBuf, chunk, encoding, cb) {
		if (!isBuf) {
			var newChunk = decodeChunk(state, chunk, encoding);
			if (chunk !== newChunk) {
				isBuf = true;
				encoding = "buffer";
				chunk = newChunk;
			}
		}
		var len = state.objectMode ? 1 : chunk.length;
		state.length += len;
		var ret = state.length < state.highWaterMark;
		if (!ret) state.needDrain = true;
		if (state.writing || state.corked) {
			var last = state.lastBufferedRequest;
			state.lastBufferedRequest = {
				chunk,
				encoding,
				isBuf,
				callback: cb,
				next: null
			};
			if (last) last.next = state.lastBufferedRequest;
			else state.bufferedRequest = state.lastBufferedRequest;
			state.bufferedRequestCount += 1;
		} else doWrite(stream, state, false, len, chunk, encoding, cb);
		return ret;
	}
	function doWrite(stream, state, writev, len, chunk, encoding, cb) {
		state.writelen = len;
		state.writecb = cb;
		state.writing = true;
		state.sync = true;
		if (writev) stream._writev(chunk, state.onwrite);
		else stream._write(chunk, encoding, state.onwrite);
		state.sync = false;
	}
	function onwriteError(stream, state, sync, er, cb) {
		--state.pendingcb;
		if (sync) {
			pna.nextTick(cb, er);
			pna.nextTick(finishMaybe, stream, state);
			stream._writableState.errorEmitted = true;
			stream.emit("error", er);
		} else {
			cb(er);
			stream._writableState.errorEmitted = true;
			stream.emit("error", er);
			finishMaybe(stream, state);
		}
	}
	function onwriteStateUpdate(state) {
		state.writing = false;
		state.writecb = null;
		state.length -= state.writelen;
		state.writelen = 0;
	}
	function onwrite(stream, er) {
		var state = stream._writableState;
		var sync = state.sync;
		var cb = state.writecb;
		onwriteStateUpdate(state);
		if (er) onwriteError(stream, state, sync, er, cb);
		else {
			var finished = needFinish(state);
			if (!finished && !state.corked && !state.bufferProcessing && state.bufferedRequest) clearBuffer(stream, state);
			if (sync) asyncWrite(afterWrite, stream, state, finished, cb);
			else afterWrite(stream, state, finished, cb);
		}
	}
	function afterWrite(stream, state, finished, cb) {
		if (!finished) onwriteDrain(stream, state);
		state.pendingcb--;
		cb();
		finishMaybe(stream, state);
	}
	function onwriteDrain(stream, state) {
		if (state.length === 0 && state.needDrain) {
			state.needDrain = false;
			stream.emit("drain");
		}
	}
	function clearBuffer(stream, state) {
		state.bufferProcessing = true;
		var entry = state.bufferedRequest;
		if (stream._writev && entry && entry.next) {
			var l = state.bufferedRequestCount;
			var buffer = new Array(l);
			var holder = state.corkedRequestsFree;
			holder.entry = entry;
			var count = 0;
			var allBuffers = true;
			while (entry) {
				buffer[count] = entry;
				if (!entry.isBuf) allBuffers = false;
				entry = entry.next;
				count += 1;
			}
			buffer.allBuffers = allBuffers;
			doWrite(stream, state, true, state.length, buffer, "", holder.finish);
			state.pendingcb++;
			state.lastBufferedRequest = null;
			if (holder.next) {
				state.corkedRequestsFree = holder.next;
				holder.next = null;
			} else state.corkedRequestsFree = new CorkedRequest(state);
			state.bufferedRequestCount = 0;
		} else {
			while (entry) {
				var chunk = entry.chunk;
				var encoding = entry.encoding;
				var cb = entry.callback;
				doWrite(stream, state, false, state.objectMode ? 1 : chunk.length, chunk, encoding, cb);
				entry = entry.next;
				state.bufferedRequestCount--;
				if (state.writing) break;
			}
			if (entry === null) state.lastBufferedRequest = null;
		}
		state.bufferedRequest = entry;
		state.bufferProcessing = false;
	}
	Writable.prototype._write = function(chunk, encoding, cb) {
		cb(/* @__PURE__ */ new Error("_write() is not implemented"));
	};
	Writable.prototype._writev = null;
	Writable.prototype.end = function(chunk, encoding, cb) {
		var state = this._writableState;
		if (typeof chunk === "function") {
			cb = chunk;
			chunk = null;
			encoding = null;
		} else if (typeof encoding === "function") {
			cb = encoding;
			encoding = null;
		}
		if (chunk !== null && chunk !== void 0) this.write(chunk, encoding);
		if (state.corked) {
			state.corked = 1;
			this.uncork();
		}
		if (!state.ending) endWritable(this, state, cb);
	};
	function needFinish(state) {
		return state.ending && state.length === 0 && state.bufferedRequest === null && !state.finished && !state.writing;
	}
	function callFinal(stream, state) {
		stream._final(function(err) {
			state.pendingcb--;
			if (err) stream.emit("error", err);
			state.prefinished = true;
			stream.emit("prefinish");
			finishMaybe(stream, state);
		});
	}
	function prefinish(stream, state) {
		if (!state.prefinished && !state.finalCalled) {
			if (typeof stream._final === "function") {
				state.pendingcb++;
				state.finalCalled = true;
				pna.nextTick(callFinal, stream, state);
			} else {
				state.prefinished = true;
				stream.emit("prefinish");
			}
		}
	}
	function finishMaybe(stream, state) {
		var need = needFinish(state);
		if (need) {
			prefinish(stream, state);
			if (state.pendingcb === 0) {
				state.finished = true;
				stream.emit("finish");
			}
		}
		return need;
	}
	function endWritable(stream, state, cb) {
		state.ending = true;
		finishMaybe(stream, state);
		if (cb) {
			if (state.finished) pna.nextTick(cb);
			else stream.once("finish", cb);
		}
		state.ended = true;
		stream.writable = false;
	}
	function onCorkedFinish(corkReq, state, err) {
		var entry = corkReq.entry;
		corkReq.entry = null;
		while (entry) {
			var cb = entry.callback;
			state.pendingcb--;
			cb(err);
			entry = entry.next;
		}
		state.corkedRequestsFree.next = corkReq;
	}
	Object.defineProperty(Writable.prototype, "destroyed", {
		get: function() {
			if (this._writableState === void 0) return false;
			return this._writableState.destroyed;
		},
		set: function(value) {
			if (!this._writableState) return;
			this._writableState.destroyed = value;
		}
	});
	Writable.prototype.destroy = destroyImpl.destroy;
	Writable.prototype._undestroy = destroyImpl.undestroy;
	Writable.prototype._destroy = function(err, cb) {
		this.end();
		cb(err);
	};
}));
// node_modules/lazystream/node_modules/readable-stream/lib/_stream_duplex.js
var require__stream_duplex = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var pna = require_process_nextick_args();
	var objectKeys = Object.keys || function(obj) {
		var keys = [];
		for (var key in obj) keys.push(key);
		return keys;
	};
	module.exports = Duplex;
	var util = Object.create(require_util$3());
	util.inherits = require_inherits();
	var Readable = require__stream_readable();
	var Writable = require__stream_writable();
	util.inherits(Duplex, Readable);
	var keys = objectKeys(Writable.prototype);
	for (var v = 0; v < keys.length; v++) {
		var method = keys[v];
		if (!Duplex.prototype[method]) Duplex.prototype[method] = Writable.prototype[method];
	}
	function Duplex(options) {
		if (!(this instanceof Duplex)) return new Duplex(options);
		Readable.call(this, options);
		Writable.call(this, options);
		if (options && options.readable === false) this.readable = false;
		if (options && options.writable === false) this.writable = false;
		this.allowHalfOpen = true;
		if (options && options.allowHalfOpen === false) this.allowHalfOpen = false;
		this.once("end", onend);
	}
	Object.defineProperty(Duplex.prototype, "writableHighWaterMark", {
		enumerable: false,
		get: function() {
			return this._writableState.highWaterMark;
		}
	});
	function onend() {
		if (this.allowHalfOpen || this._writableState.ended) return;
		pna.nextTick(onEndNT, this);
	}
	function onEndNT(self) {
		self.end();
	}
	Object.defineProperty(Duplex.prototype, "destroyed", {
		get: function() {
			if (this._readableState === void 0 || this._writableState === void 0) return false;
			return this._readableState.destroyed && this._writableState.destroyed;
		},
		set: function(value) {
			if (this._readableState === void 0 || this._writableState === void 0) return;
			this._readableState.destroyed = value;
			this._writableState.destroyed = value;
		}
	});
	Duplex.prototype._destroy = function(err, cb) {
		this.push(null);
		this.end();
		pna.nextTick(cb, err);
	};
}));
// node_modules/lazystream/node_modules/string_decoder/lib/string_decoder.js
var require_string_decoder$1 = /* @__PURE__ */ __commonJSMin(((exports) => {
	var Buffer = require_safe_buffer$1().Buffer;
	var isEncoding = Buffer.isEncoding || function(encoding) {
		encoding = "" + encoding;
		switch (encoding && encoding.toLowerCase()) {
			case "hex":
			case "utf8":
			case "utf-8":
			case "ascii":
			case "binary":
			case "base64":
			case "ucs2":
			case "ucs-2":
			case "utf16le":
			case "utf-16le":
			case "raw": return true;
			default: return false;
		}
	};
	function _normalizeEncoding(enc) {
		if (!enc) return "utf8";
		var retried;
		while (true) switch (enc) {
			case "utf8":
			case "utf-8": return "utf8";
			case "ucs2":
			case "ucs-2":
			case "utf16le":
			case "utf-16le": return "utf16le";
			case "latin1":
			case "binary": return "latin1";
			case "base64":
			case "ascii":
			case "hex": return enc;
			default:
				if (retried) return;
				enc = ("" + enc).toLowerCase();
				retried = true;
		}
	}
	function normalizeEncoding(enc) {
		var nenc = _normalizeEncoding(enc);
		if (typeof nenc !== "string" && (Buffer.isEncoding === isEncoding || !isEncoding(enc))) throw new Error("Unknown encoding: " + enc);
		return nenc || enc;
	}
	exports.StringDecoder = StringDecoder;
	function StringDecoder(encoding) {
		this.encoding = normalizeEncoding(encoding);
		var nb;
		switch (this.encoding) {
			case "utf16le":
				this.text = utf16Text;
				this.end = utf16End;
				nb = 4;
				break;
			case "utf8":
				this.fillLast = utf8FillLast;
				nb = 4;
				break;
			case "base64":
				this.text = base64Text;
				this.end = base64End;
				nb = 3;
				break;
			default:
				this.write = simpleWrite;
				this.end = simpleEnd;
				return;
		}
		this.lastNeed = 0;
		this.lastTotal = 0;
		this.lastChar = Buffer.allocUnsafe(nb);
	}
	StringDecoder.prototype.write = function(buf) {
		if (buf.length === 0) return "";
		var r;
		var i;
		if (this.lastNeed) {
			r = this.fillLast(buf);
			if (r === void 0) return "";
			i = this.lastNeed;
			this.lastNeed = 0;
		} else i = 0;
		if (i < buf.length) return r ? r + this.text(buf, i) : this.text(buf, i);
		return r || "";
	};
	StringDecoder.prototype.end = utf8End;
	StringDecoder.prototype.text = utf8Text;
	StringDecoder.prototype.fillLast = function(buf) {
		if (this.lastNeed <= buf.length) {
			buf.copy(this.lastChar, this.lastTotal - this.lastNeed, 0, this.lastNeed);
			return this.lastChar.toString(this.encoding, 0, this.lastTotal);
		}
		buf.copy(this.lastChar, this.lastTotal - this.lastNeed, 0, buf.length);
		this.lastNeed -= buf.length;
	};
	function utf8CheckByte(byte) {
		if (byte <= 127) return 0;
		else if (byte >> 5 === 6) return 2;
		else if (byte >> 4 === 14) return 3;
		else if (byte >> 3 === 30) return 4;
		return byte >> 6 === 2 ? -1 : -2;
	}
	function utf8CheckIncomplete(self, buf, i) {
		var j = buf.length - 1;
		if (j < i) return 0;
		var nb = utf8CheckByte(buf[j]);
		if (nb >= 0) {
			if (nb > 0) self.lastNeed = nb - 1;
			return nb;
		}
		if (--j < i || nb === -2) return 0;
		nb = utf8CheckByte(buf[j]);
		if (nb >= 0) {
			if (nb > 0) self.lastNeed = nb - 2;
			return nb;
		}
		if (--j < i || nb === -2) return 0;
		nb = utf8CheckByte(buf[j]);
		if (nb >= 0) {
			if (nb > 0) {
				if (nb === 2) nb = 0;
				else self.lastNeed = nb - 3;
			}
			return nb;
		}
		return 0;
	}
	function utf8CheckExtraBytes(self, buf, p) {
		if ((buf[0] & 192) !== 128) {
			self.lastNeed = 0;
			return "\ufffd";
		}
		if (self.lastNeed > 1 && buf.length > 1) {
			if ((buf[1] & 192) !== 128) {
				self.lastNeed = 1;
				return "\ufffd";
			}
			if (self.lastNeed > 2 && buf.length > 2) {
				if ((buf[2] & 192) !== 128) {
					self.lastNeed = 2;
					return "\ufffd";
				}
			}
		}
	}
	function utf8FillLast(buf) {
		var p = this.lastTotal - this.lastNeed;
		var r = utf8CheckExtraBytes(this, buf, p);
		if (r !== void 0) return r;
		if (this.lastNeed <= buf.length) {
			buf.copy(this.lastChar, p, 0, this.lastNeed);
			return this.lastChar.toString(this.encoding, 0, this.lastTotal);
		}
		buf.copy(this.lastChar, p, 0, buf.length);
		this.lastNeed -= buf.length;
	}
	function utf8Text(buf, i) {
		var total = utf8CheckIncomplete(this, buf, i);
		if (!this.lastNeed) return buf.toString("utf8", i);
		this.lastTotal = total;
		var end = buf.length - (total - this.lastNeed);
		buf.copy(this.lastChar, 0, end);
		return buf.toString("utf8", i, end);
	}
	function utf8End(buf) {
		var r = buf && buf.length ? this.write(buf) : "";
		if (this.lastNeed) return r + "\ufffd";
		return r;
	}
	function utf16Text(buf, i) {
		if ((buf.length - i) % 2 === 0) {
			var r = buf.toString("utf16le", i);
			if (r) {
				var c = r.charCodeAt(r.length - 1);
				if (c >= 55296 && c <= 56319) {
					this.lastNeed = 2;
					this.lastTotal = 4;
					this.lastChar[0] = buf[buf.length - 2];
					this.lastChar[1] = buf[buf.length - 1];
					return r.slice(0, -1);
				}
			}
			return r;
		}
		this.lastNeed = 1;
		this.lastTotal = 2;
		this.lastChar[0] = buf[buf.length - 1];
		return buf.toString("utf16le", i, buf.length - 1);
	}
	function utf16End(buf) {
		var r = buf && buf.length ? this.write(buf) : "";
		if (this.lastNeed) {
			var end = this.lastTotal - this.lastNeed;
			return r + this.lastChar.toString("utf16le", 0, end);
		}
		return r;
	}
	function base64Text(buf, i) {
		var n = (buf.length - i) % 3;
		if (n === 0) return buf.toString("base64", i);
		this.lastNeed = 3 - n;
		this.lastTotal = 3;
		if (n === 1) this.lastChar[0] = buf[buf.length - 1];
		else {
			this.lastChar[0] = buf[buf.length - 2];
			this.lastChar[1] = buf[buf.length - 1];
		}
		return buf.toString("base64", i, buf.length - n);
	}
	function base64End(buf) {
		var r = buf && buf.length ? this.write(buf) : "";
		if (this.lastNeed) return r + this.lastChar.toString("base64", 0, 3 - this.lastNeed);
		return r;
	}
	function simpleWrite(buf) {
		return buf.toString(this.encoding);
	}
	function simpleEnd(buf) {
		return buf && buf.length ? this.write(buf) : "";
	}
}));
// node_modules/lazystream/node_modules/readable-stream/lib/_stream_readable.js
var require__stream_readable = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var pna = require_process_nextick_args();
	module.exports = Readable;
	var isArray = require_isarray();
	var Duplex;
	Readable.ReadableState = ReadableState;
	__require("events").EventEmitter;
	var EElistenerCount = function(emitter, type) {
		return emitter.listeners(type).length;
	};
	var Stream = require_stream$1();
	var Buffer = require_safe_buffer$1().Buffer;
	var OurUint8Array = (typeof global !== "undefined" ? global : typeof window !== "undefined" ? window : typeof self !== "undefined" ? self : {}).Uint8Array || function() {};
	function _uint8ArrayToBuffer(chunk) {
		return Buffer.from(chunk);
	}
	function _isUint8Array(obj) {
		return Buffer.isBuffer(obj) || obj instanceof OurUint8Array;
	}
	var util = Object.create(require_util$3());
	util.inherits = require_inherits();
	var debugUtil = __require("util");
	var debug = void 0;
	if (debugUtil && debugUtil.debuglog) debug = debugUtil.debuglog("stream");
	else debug = function() {};
	var BufferList = require_BufferList();
	var destroyImpl = require_destroy$1();
	var StringDecoder;
	util.inherits(Readable, Stream);
	var kProxyEvents = [
		"error",
		"close",
		"destroy",
		"pause",
		"resume"
	];
	function prependListener(emitter, event, fn) {
		if (typeof emitter.prependListener === "function") return emitter.prependListener(event, fn);
		if (!emitter._events || !emitter._events[event]) emitter.on(event, fn);
		else if (isArray(emitter._events[event])) emitter._events[event].unshift(fn);
		else emitter._events[event] = [fn, emitter._events[event]];
	}
	function ReadableState(options, stream) {
		Duplex = Duplex || require__stream_duplex();
		options = options || {};
		var isDuplex = stream instanceof Duplex;
		this.objectMode = !!options.objectMode;
		if (isDuplex) this.objectMode = this.objectMode || !!options.readableObjectMode;
		var hwm = options.highWaterMark;
		var readableHwm = options.readableHighWaterMark;
		var defaultHwm = this.objectMode ? 16 : 16384;
		if (hwm || hwm === 0) this.highWaterMark = hwm;
		else if (isDuplex && (readableHwm || readableHwm === 0)) this.highWaterMark = readableHwm;
		else this.highWaterMark = defaultHwm;
		this.highWaterMark = Math.floor(this.highWaterMark);
		this.buffer = new BufferList();
		this.length = 0;
		this.pipes = null;
		this.pipesCount = 0;
		this.flowing = null;
		this.ended = false;
		this.endEmitted = false;
		this.reading = false;
		this.sync = true;
		this.needReadable = false;
		this.emittedReadable = false;
		this.readableListening = false;
		this.resumeScheduled = false;
		this.destroyed = false;
		this.defaultEncoding = options.defaultEncoding || "utf8";
		this.awaitDrain = 0;
		this.readingMore = false;
		this.decoder = null;
		this.encoding = null;
		if (options.encoding) {
			if (!StringDecoder) StringDecoder = require_string_decoder$1().StringDecoder;
			this.decoder = new StringDecoder(options.encoding);
			this.encoding = options.encoding;
		}
	}
	function Readable(options) {
		Duplex = Duplex || require__stream_duplex();
		if (!(this instanceof Readable)) return new Readable(options);
		this._readableState = new ReadableState(options, this);
		this.readable = true;
		if (options) {
			if (typeof options.read === "function") this._read = options.read;
			if (typeof options.destroy === "function") this._destroy = options.destroy;
		}
		Stream.call(this);
	}
	Object.defineProperty(Readable.prototype, "destroyed", {
		get: function() {
			if (this._readableState === void 0) return false;
			return this._readableState.destroyed;
		},
		set: function(value) {
			if (!this._readableState) return;
			this._readableState.destroyed = value;
		}
	});
	Readable.prototype.destroy = destroyImpl.destroy;
	Readable.prototype._undestroy = destroyImpl.undestroy;
	Readable.prototype._destroy = function(err, cb) {
		this.push(null);
		cb(err);
	};
	Readable.prototype.push = function(chunk, encoding) {
		var state = this._readableState;
		var skipChunkCheck;
		if (!state.objectMode) {
			if (typeof chunk === "string") {
				encoding = encoding || state.defaultEncoding;
				if (encoding !== state.encoding) {
					chunk = Buffer.from(chunk, encoding);
					encoding = "";
				}
				skipChunkCheck = true;
			}
		} else skipChunkCheck = true;
		return readableAddChunk(this, chunk, encoding, false, skipChunkCheck);
	};
	Readable.prototype.unshift = function(chunk) {
		return readableAddChunk(this, chunk, null, true, false);
	};
	function readableAddChunk(stream, chunk, encoding, addToFront, skipChunkCheck) {
		var state = stream._readableState;
		if (chunk === null) {
			state.reading = false;
			onEofChunk(stream, state);
		} else {
			var er;
			if (!skipChunkCheck) er = chunkInvalid(state, chunk);
			if (er) stream.emit("error", er);
			else if (state.objectMode || chunk && chunk.length > 0) {
				if (typeof chunk !== "string" && !state.objectMode && Object.getPrototypeOf(chunk) !== Buffer.prototype) chunk = _uint8ArrayToBuffer(chunk);
				if (addToFront) {
					if (state.endEmitted) stream.emit("error", /* @__PURE__ */ new Error("stream.unshift() after end event"));
					else addChunk(stream, state, chunk, true);
				} else if (state.ended) stream.emit("error", /* @__PURE__ */ new Error("stream.push() after EOF"));
				else {
					state.reading = false;
					if (state.decoder && !encoding) {
						chunk = state.decoder.write(chunk);
						if (state.objectMode || chunk.length !== 0) addChunk(stream, state, chunk, false);
						else maybeReadMore(stream, state);
					} else addChunk(stream, state, chunk, false);
				}
			} else if (!addToFront) state.reading = false;
		}
		return needMoreData(state);
	}
	function addChunk(stream, state, chunk, addToFront) {
		if (state.flowing && state.length === 0 && !state.sync) {
			stream.emit("data", chunk);
			stream.read(0);
		} else {
			state.length += state.objectMode ? 1 : chunk.length;
			if (addToFront) state.buffer.unshift(chunk);
			else state.buffer.push(chunk);
			if (state.needReadable) emitReadable(stream);
		}
		maybeReadMore(stream, state);
	}
	function chunkInvalid(state, chunk) {
		var er;
		if (!_isUint8Array(chunk) && typeof chunk !== "string" && chunk !== void 0 && !state.objectMode) er = /* @__PURE__ */ new TypeError("Invalid non-string/buffer chunk");
		return er;
	}
	function needMoreData(state) {
		return !state.ended && (state.needReadable || state.length < state.highWaterMark || state.length === 0);
	}
	Readable.prototype.isPaused = function() {
		return this._readableState.flowing === false;
	};
	Readable.prototype.setEncoding = function(enc) {
		if (!StringDecoder) StringDecoder = require_string_decoder$1().StringDecoder;
		this._readableState.decoder = new StringDecoder(enc);
		this._readableState.encoding = enc;
		return this;
	};
	var MAX_HWM = 8388608;
	function computeNewHighWaterMark(n) {
		if (n >= MAX_HWM) n = MAX_HWM;
		else {
			n--;
			n |= n >>> 1;
			n |= n >>> 2;
			n |= n >>> 4;
			n |= n >>> 8;
			n |= n >>> 16;
			n++;
		}
		return n;
	}
	function howMuchToRead(n, state) {
		if (n <= 0 || state.length === 0 && state.ended) return 0;
		if (state.objectMode) return 1;
		if (n !== n) {
			if (state.flowing && state.length) return state.buffer.head.data.length;
			else return state.length;
		}
		if (n > state.highWaterMark) state.highWaterMark = computeNewHighWaterMark(n);
		if (n <= state.length) return n;
		if (!state.ended) {
			state.needReadable = true;
			return 0;
		}
		return state.length;
	}
	Readable.prototype.read = function(n) {
		debug("read", n);
		n = parseInt(n, 10);
		var state = this._readableState;
		var nOrig = n;
		if (n !== 0) state.emittedReadable = false;
		if (n === 0 && state.needReadable && (state.length >= state.highWaterMark || state.ended)) {
			debug("read: emitReadable", state.length, state.ended);
			if (state.length === 0 && state.ended) endReadable(this);
			else emitReadable(this);
			return null;
		}
		n = howMuchToRead(n, state);
		if (n === 0 && state.ended) {
			if (state.length === 0) endReadable(this);
			return null;
		}
		var doRead = state.needReadable;
		debug("need readable", doRead);
		if (state.length === 0 || state.length - n < state.highWaterMark) {
			doRead = true;
			debug("length less than watermark", doRead);
		}
		if (state.ended || state.reading) {
			doRead = false;
			debug("reading or ended", doRead);
		} else if (doRead) {
			debug("do read");
			state.reading = true;
			state.sync = true;
			if (state.length === 0) state.needReadable = true;
			this._read(state.highWaterMark);
			state.sync = false;
			if (!state.reading) n = howMuchToRead(nOrig, state);
		}
		var ret;
		if (n > 0) ret = fromList(n, state);
		else ret = null;
		if (ret === null) {
			state.needReadable = true;
			n = 0;
		} else state.length -= n;
		if (state.length === 0) {
			if (!state.ended) state.needReadable = true;
			if (nOrig !== n && state.ended) endReadable(this);
		}
		if (ret !== null) this.emit("data", ret);
		return ret;
	};
	function onEofChunk(stream, state) {
		if (state.ended) return;
		if (state.decoder) {
			var chunk = state.decoder.end();
			if (chunk && chunk.length) {
				state.buffer.push(chunk);
				state.length += state.objectMode ? 1 : chunk.length;
			}
		}
		state.ended = true;
		emitReadable(stream);
	}
	function emitReadable(stream) {
		var state = stream._readableState;
		state.needReadable = false;
		if (!state.emittedReadable) {
			debug("emitReadable", state.flowing);
			state.emittedReadable = true;
			if (state.sync) pna.nextTick(emitReadable_, stream);
			else emitReadable_(stream);
		}
	}
	function emitReadable_(stream) {
		debug("emit readable");
		stream.emit("readable");
		flow(stream);
	}
	function maybeReadMore(stream, state) {
		if (!state.readingMore) {
			state.readingMore = true;
			pna.nextTick(maybeReadMore_, stream, state);
		}
	}
	function maybeReadMore_(stream, state) {
		var len = state.length;
		while (!state.reading && !state.flowing && !state.ended && state.length < state.highWaterMark) {
			debug("maybeReadMore read 0");
			stream.read(0);
			if (len === state.length) break;
			else len = state.length;
		}
		state.readingMore = false;
	}
	Readable.prototype._read = function(n) {
		this.emit("error", /* @__PURE__ */ new Error("_read() is not implemented"));
	};
	Readable.prototype.pipe = function(dest, pipeOpts) {
		var src = this;
		var state = this._readableState;
		switch (state.pipesCount) {
			case 0:
				state.pipes = dest;
				break;
			case 1:
				state.pipes = [state.pipes, dest];
				break;
			default: state.pipes.push(dest);
		}
		state.pipesCount += 1;
		debug("pipe count=%d opts=%j", state.pipesCount, pipeOpts);
		var endFn = (!pipeOpts || pipeOpts.end !== false) && dest !== process.stdout && dest !== process.stderr ? onend : unpipe;
		if (state.endEmitted) pna.nextTick(endFn);
		else src.once("end", endFn);
		dest.on("unpipe", onunpipe);
		function onunpipe(readable, unpipeInfo) {
			debug("onunpipe");
			if (readable === src) {
				if (unpipeInfo && unpipeInfo.hasUnpiped === false) {
					unpipeInfo.hasUnpiped = true;
					cleanup();
				}
			}
		}
		function onend() {
			debug("onend");
			dest.end();
		}
		var ondrain = pipeOnDrain(src);
		dest.on("drain", ondrain);
		var cleanedUp = false;
		function cleanup() {
			debug("cleanup");
			dest.removeListener("close", onclose);
			dest.removeListener("finish", onfinish);
			dest.removeListener("drain", ondrain);
			dest.removeListener("error", onerror);
			dest.removeListener("unpipe", onunpipe);
			src.removeListener("end", onend);
			src.removeListener("end", unpipe);
			src.removeListener("data", ondata);
			cleanedUp = true;
			if (state.awaitDrain && (!dest._writableState || dest._writableState.needDrain)) ondrain();
		}
		var increasedAwaitDrain = false;
		src.on("data", ondata);
		function ondata(chunk) {
			debug("ondata");
			increasedAwaitDrain = false;
			if (false === dest.write(chunk) && !increasedAwaitDrain) {
				if ((state.pipesCount === 1 && state.pipes === dest || state.pipesCount > 1 && indexOf(state.pipes, dest) !== -1) && !cleanedUp) {
					debug("false write response, pause", state.awaitDrain);
					state.awaitDrain++;
					increasedAwaitDrain = true;
				}
				src.pause();
			}
		}
		function onerror(er) {
			debug("onerror", er);
			unpipe();
			dest.removeListener("error", onerror);
			if (EElistenerCount(dest, "error") === 0) dest.emit("error", er);
		}
		prependListener(dest, "error", onerror);
		function onclose() {
			dest.removeListener("finish", onfinish);
			unpipe();
		}
		dest.once("close", onclose);
		function onfinish() {
			debug("onfinish");
			dest.removeListener("close", onclose);
			unpipe();
		}
		dest.once("finish", onfinish);
		function unpipe() {
			debug("unpipe");
			src.unpipe(dest);
		}
		dest.emit("pipe", src);
		if (!state.flowing) {
			debug("pipe resume");
			src.resume();
		}
		return dest;
	};
	function pipeOnDrain(src) {
		return function() {
			var state = src._readableState;
			debug("pipeOnDrain", state.awaitDrain);
			if (state.awaitDrain) state.awaitDrain--;
			if (state.awaitDrain === 0 && EElistenerCount(src, "data")) {
				state.flowing = true;
				flow(src);
			}
		};
	}
	Readable.prototype.unpipe = function(dest) {
		var state = this._readableState;
		var unpipeInfo = { hasUnpiped: false };
		if (state.pipesCount === 0) return this;
		if (state.pipesCount === 1) {
			if (dest && dest !== state.pipes) return this;
			if (!dest) dest = state.pipes;
			state.pipes = null;
			state.pipesCount = 0;
			state.flowing = false;
			if (dest) dest.emit("unpipe", this, unpipeInfo);
			return this;
		}
		if (!dest) {
			var dests = state.pipes;
			var len = state.pipesCount;
			state.pipes = null;
			state.pipesCount = 0;
			state.flowing = false;
			for (var i = 0; i < len; i++) dests[i].emit("unpipe", this, { hasUnpiped: false });
			return this;
		}
		var index = indexOf(state.pipes, dest);
		if (index === -1) return this;
		state.pipes.splice(index, 1);
		state.pipesCount -= 1;
		if (state.pipesCount === 1) state.pipes = state.pipes[0];
		dest.emit("unpipe", this, unpipeInfo);
		return this;
	};
	Readable.prototype.on = function(ev, fn) {
		var res = Stream.prototype.on.call(this, ev, fn);
		if (ev === "data") {
			if (this._readableState.flowing !== false) this.resume();
		} else if (ev === "readable") {
			var state = this._readableState;
			if (!state.endEmitted && !state.readableListening) {
				state.readableListening = state.needReadable = true;
				state.emittedReadable = false;
				if (!state.reading) pna.nextTick(nReadingNextTick, this);
				else if (state.length) emitReadable(this);
			}
		}
		return res;
	};
	Readable.prototype.addListener = Readable.prototype.on;
	function nReadingNextTick(self) {
		debug("readable nexttick read 0");
		self.read(0);
	}
	Readable.prototype.resume = function() {
		var state = this._readableState;
		if (!state.flowing) {
			debug("resume");
			state.flowing = true;
			resume(this, state);
		}
		return this;
	};
	function resume(stream, state) {
		if (!state.resumeScheduled) {
			state.resumeScheduled = true;
			pna.nextTick(resume_, stream, state);
		}
	}
	function resume_(stream, state) {
		if (!state.reading) {
			debug("resume read 0");
			stream.read(0);
		}
		state.resumeScheduled = false;
		state.awaitDrain = 0;
		stream.emit("resume");
		flow(stream);
		if (state.flowing && !state.reading) stream.read(0);
	}
	Readable.prototype.pause = function() {
		debug("call pause flowing=%j", this._readableState.flowing);
		if (false !== this._readableState.flowing) {
			debug("pause");
			this._readableState.flowing = false;
			this.emit("pause");
		}
		return this;
	};
	function flow(stream) {
		var state = stream._readableState;
		debug("flow", state.flowing);
		while (state.flowing && stream.read() !== null);
	}
	Readable.prototype.wrap = function(stream) {
		var _this = this;
		var state = this._readableState;
		var paused = false;
		stream.on("end", function() {
			debug("wrapped end");
			if (state.decoder && !state.ended) {
				var chunk = state.decoder.end();
				if (chunk && chunk.length) _this.push(chunk);
			}
			_this.push(null);
		});
		stream.on("data", function(chunk) {
			debug("wrapped data");
			if (state.decoder) chunk = state.decoder.write(chunk);
			if (state.objectMode && (chunk === null || chunk === void 0)) return;
			else if (!state.objectMode && (!chunk || !chunk.length)) return;
			if (!_this.push(chunk)) {
				paused = true;
				stream.pause();
			}
		});
		for (var i in stream) if (this[i] === void 0 && typeof stream[i] === "function") this[i] = function(method) {
			return function() {
				return stream[method].apply(stream, arguments);
			};
		}(i);
		for (var n = 0; n < kProxyEvents.length; n++) stream.on(kProxyEvents[n], this.emit.bind(this, kProxyEvents[n]));
		this._read = function(n) {
			debug("wrapped _read", n);
			if (paused) {
				paused = false;
				stream.resume();
			}
		};
		return this;
	};
	Object.defineProperty(Readable.prototype, "readableHighWaterMark", {
		enumerable: false,
		get: function() {
			return this._readableState.highWaterMark;
		}
	});
	Readable._fromList = fromList;
	function fromList(n, state) {
		if (state.length === 0) return null;
		var ret;
		if (state.objectMode) ret = state.buffer.shift();
		else if (!n || n >= state.length) {
			if (state.decoder) ret = state.buffer.join("");
			else if (state.buffer.length === 1) ret = state.buffer.head.data;
			else ret = state.buffer.concat(state.length);
			state.buffer.clear();
		} else ret = fromListPartial(n, state.buffer, state.decoder);
		return ret;
	}
	function fromListPartial(n, list, hasStrings) {
		var ret;
		if (n < list.head.data.length) {
			ret = list.head.data.slice(0, n);
			list.head.data = list.head.data.slice(n);
		} else if (n === list.head.data.length) ret = list.shift();
		else ret = hasStrings ? copyFromBufferString(n, list) : copyFromBuffer(n, list);
		return ret;
	}
	function copyFromBufferString(n, list) {
		var p = list.head;
		var c = 1;
		var ret = p.data;
		n -= ret.length;
		while (p = p.next) {
			var str = p.data;
			var nb = n > str.length ? str.length : n;
			if (nb === str.length) ret += str;
			else ret += str.slice(0, n);
			n -= nb;
			if (n === 0) {
				if (nb === str.length) {
					++c;
					if (p.next) list.head = p.next;
					else list.head = list.tail = null;
				} else {
					list.head = p;
					p.data = str.slice(nb);
				}
				break;
			}
			++c;
		}
		list.length -= c;
		return ret;
	}
	function copyFromBuffer(n, list) {
		var ret = Buffer.allocUnsafe(n);
		var p = list.head;
		var c = 1;
		p.data.copy(ret);
		n -= p.data.length;
		while (p = p.next) {
			var buf = p.data;
			var nb = n > buf.length ? buf.length : n;
			buf.copy(ret, ret.length - n, 0, nb);
			n -= nb;
			if (n === 0) {
				if (nb === buf.length) {
					++c;
					if (p.next) list.head = p.next;
					else list.head = list.tail = null;
				} else {
					list.head = p;
					p.data = buf.slice(nb);
				}
				break;
			}
			++c;
		}
		list.length -= c;
		return ret;
	}
	function endReadable(stream) {
		var state = stream._readableState;
		if (state.length > 0) throw new Error("\"endReadable()\" called on non-empty stream");
		if (!state.endEmitted) {
			state.ended = true;
			pna.nextTick(endReadableNT, state, stream);
		}
	}
	function endReadableNT(state, stream) {
		if (!state.endEmitted && state.length === 0) {
			state.endEmitted = true;
			stream.readable = false;
			stream.emit("end");
		}
	}
	function indexOf(xs, x) {
		for (var i = 0, l = xs.length; i < l; i++) if (xs[i] === x) return i;
		return -1;
	}
}));
// node_modules/lazystream/node_modules/readable-stream/lib/_stream_transform.js
var require__stream_transform = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = Transform;
	var Duplex = require__stream_duplex();
	var util = Object.create(require_util$3());
	util.inherits = require_inherits();
	util.inherits(Transform, Duplex);
	function afterTransform(er, data) {
		var ts = this._transformState;
		ts.transforming = false;
		var cb = ts.writecb;
		if (!cb) return this.emit("error", /* @__PURE__ */ new Error("write callback called multiple times"));
		ts.writechunk = null;
		ts.writecb = null;
		if (data != null) this.push(data);
		cb(er);
		var rs = this._readableState;
		rs.reading = false;
		if (rs.needReadable || rs.length < rs.highWaterMark) this._read(rs.highWaterMark);
	}
	function Transform(options) {
		if (!(this instanceof Transform)) return new Transform(options);
		Duplex.call(this, options);
		this._transformState = {
			afterTransform: afterTransform.bind(this),
			needTransform: false,
			transforming: false,
			writecb: null,
			writechunk: null,
			writeencoding: null
		};
		this._readableState.needReadable = true;
		this._readableState.sync = false;
		if (options) {
			if (typeof options.transform === "function") this._transform = options.transform;
			if (typeof options.flush === "function") this._flush = options.flush;
		}
		this.on("prefinish", prefinish);
	}
	function prefinish() {
		var _this = this;
		if (typeof this._flush === "function") this._flush(function(er, data) {
			done(_this, er, data);
		});
		else done(this, null, null);
	}
	Transform.prototype.push = function(chunk, encoding) {
		this._transformState.needTransform = false;
		return Duplex.prototype.push.call(this, chunk, encoding);
	};
	Transform.prototype._transform = function(chunk, encoding, cb) {
		throw new Error("_transform() is not implemented");
	};
	Transform.prototype._write = function(chunk, encoding, cb) {
		var ts = this._transformState;
		ts.writecb = cb;
		ts.writechunk = chunk;
		ts.writeencoding = encoding;
		if (!ts.transforming) {
			var rs = this._readableState;
			if (ts.needTransform || rs.needReadable || rs.length < rs.highWaterMark) this._read(rs.highWaterMark);
		}
	};
	Transform.prototype._read = function(n) {
		var ts = this._transformState;
		if (ts.writechunk !== null && ts.writecb && !ts.transforming) {
			ts.transforming = true;
			this._transform(ts.writechunk, ts.writeencoding, ts.afterTransform);
		} else ts.needTransform = true;
	};
	Transform.prototype._destroy = function(err, cb) {
		var _this2 = this;
		Duplex.prototype._destroy.call(this, err, function(err2) {
			cb(err2);
			_this2.emit("close");
		});
	};
	function done(stream, er, data) {
		if (er) return stream.emit("error", er);
		if (data != null) stream.push(data);
		if (stream._writableState.length) throw new Error("Calling transform done when ws.length != 0");
		if (stream._transformState.transforming) throw new Error("Calling transform done when still transforming");
		return stream.push(null);
	}
}));
// node_modules/lazystream/node_modules/readable-stream/lib/_stream_passthrough.js
var require__stream_passthrough = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = PassThrough;
	var Transform = require__stream_transform();
	var util = Object.create(require_util$3());
	util.inherits = require_inherits();
	util.inherits(PassThrough, Transform);
	function PassThrough(options) {
		if (!(this instanceof PassThrough)) return new PassThrough(options);
		Transform.call(this, options);
	}
	PassThrough.prototype._transform = function(chunk, encoding, cb) {
		cb(null, chunk);
	};
}));
// node_modules/lazystream/node_modules/readable-stream/readable.js
var require_readable$1 = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var Stream = __require("stream");
	if (process.env.READABLE_STREAM === "disable" && Stream) {
		module.exports = Stream;
		exports = module.exports = Stream.Readable;
		exports.Readable = Stream.Readable;
		exports.Writable = Stream.Writable;
		exports.Duplex = Stream.Duplex;
		exports.Transform = Stream.Transform;
		exports.PassThrough = Stream.PassThrough;
		exports.Stream = Stream;
	} else {
		exports = module.exports = require__stream_readable();
		exports.Stream = Stream || exports;
		exports.Readable = exports;
		exports.Writable = require__stream_writable();
		exports.Duplex = require__stream_duplex();
		exports.Transform = require__stream_transform();
		exports.PassThrough = require__stream_passthrough();
	}
}));
// node_modules/lazystream/node_modules/readable-stream/passthrough.js
var require_passthrough$1 = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = require_readable$1().PassThrough;
}));
// node_modules/lazystream/lib/lazystream.js
var require_lazystream = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var util = __require("util");
	var PassThrough = require_passthrough$1();
	module.exports = {
		Readable,
		Writable
	};
	util.inherits(Readable, PassThrough);
	util.inherits(Writable, PassThrough);
	function beforeFirstCall(instance, method, callback) {
		instance[method] = function() {
			delete instance[method];
			callback.apply(this, arguments);
			return this[method].apply(this, arguments);
		};
	}
	function Readable(fn, options) {
		if (!(this instanceof Readable)) return new Readable(fn, options);
		PassThrough.call(this, options);
		beforeFirstCall(this, "_read", function() {
			var source = fn.call(this, options);
			var emit = this.emit.bind(this, "error");
			source.on("error", emit);
			source.pipe(this);
		});
		this.emit("readable");
	}
	function Writable(fn, options) {
		if (!(this instanceof Writable)) return new Writable(fn, options);
		PassThrough.call(this, options);
		beforeFirstCall(this, "_write", function() {
			var destination = fn.call(this, options);
			var emit = this.emit.bind(this, "error");
			destination.on("error", emit);
			this.pipe(destination);
		});
		this.emit("writable");
	}
}));
// node_modules/normalize-path/index.js
var require_normalize_path = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/*!
	* normalize-path <https://github.com/jonschlinkert/normalize-path>
	*
	* Copyright (c) 2014-2018, Jon Schlinkert.
	* Released under the MIT License.
	*/
	module.exports = function(path, stripTrailing) {
		if (typeof path !== "string") throw new TypeError("expected path to be a string");
		if (path === "\\" || path === "/") return "/";
		var len = path.length;
		if (len <= 1) return path;
		var prefix = "";
		if (len > 4 && path[3] === "\\") {
			var ch = path[2];
			if ((ch === "?" || ch === ".") && path.slice(0, 2) === "\\\\") {
				path = path.slice(2);
				prefix = "//";
			}
		}
		var segs = path.split(/[/\\]+/);
		if (stripTrailing !== false && segs[segs.length - 1] === "") segs.pop();
		return prefix + segs.join("/");
	};
}));
// node_modules/lodash/identity.js
var require_identity = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* This method returns the first argument it receives.
	*
	* @static
	* @since 0.1.0
	* @memberOf _
	* @category Util
	* @param {*} value Any value.
	* @returns {*} Returns `value`.
	* @example
	*
	* var object = { 'a': 1 };
	*
	* console.log(_.identity(object) === object);
	* // => true
	*/
	function identity(value) {
		return value;
	}
	module.exports = identity;
}));
// node_modules/lodash/_apply.js
var require__apply = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* A faster alternative to `Function#apply`, this function invokes `func`
	* with the `this` binding of `thisArg` and the arguments of `args`.
	*
	* @private
	* @param {Function} func The function to invoke.
	* @param {*} thisArg The `this` binding of `func`.
	* @param {Array} args The arguments to invoke `func` with.
	* @returns {*} Returns the result of `func`.
	*/
	function apply(func, thisArg, args) {
		switch (args.length) {
			case 0: return func.call(thisArg);
			case 1: return func.call(thisArg, args[0]);
			case 2: return func.call(thisArg, args[0], args[1]);
			case 3: return func.call(thisArg, args[0], args[1], args[2]);
		}
		return func.apply(thisArg, args);
	}
	module.exports = apply;
}));
// node_modules/lodash/_overRest.js
var require__overRest = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var apply = require__apply();
	var nativeMax = Math.max;
	/**
	* A specialized version of `baseRest` which transforms the rest array.
	*
	* @private
	* @param {Function} func The function to apply a rest parameter to.
	* @param {number} [start=func.length-1] The start position of the rest parameter.
	* @param {Function} transform The rest array transform.
	* @returns {Function} Returns the new function.
	*/
	function overRest(func, start, transform) {
		start = nativeMax(start === void 0 ? func.length - 1 : start, 0);
		return function() {
			var args = arguments, index = -1, length = nativeMax(args.length - start, 0), array = Array(length);
			while (++index < length) array[index] = args[start + index];
			index = -1;
			var otherArgs = Array(start + 1);
			while (++index < start) otherArgs[index] = args[index];
			otherArgs[start] = transform(array);
			return apply(func, this, otherArgs);
		};
	}
	module.exports = overRest;
}));
// node_modules/lodash/constant.js
var require_constant = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* Creates a function that returns `value`.
	*
	* @static
	* @memberOf _
	* @since 2.4.0
	* @category Util
	* @param {*} value The value to return from the new function.
	* @returns {Function} Returns the new constant function.
	* @example
	*
	* var objects = _.times(2, _.constant({ 'a': 1 }));
	*
	* console.log(objects);
	* // => [{ 'a': 1 }, { 'a': 1 }]
	*
	* console.log(objects[0] === objects[1]);
	* // => true
	*/
	function constant(value) {
		return function() {
			return value;
		};
	}
	module.exports = constant;
}));
// node_modules/lodash/_freeGlobal.js
var require__freeGlobal = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = typeof global == "object" && global && global.Object === Object && global;
}));
// node_modules/lodash/_root.js
var require__root = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var freeGlobal = require__freeGlobal();
	/** Detect free variable `self`. */
	var freeSelf = typeof self == "object" && self && self.Object === Object && self;
	module.exports = freeGlobal || freeSelf || Function("return this")();
}));
// node_modules/lodash/_Symbol.js
var require__Symbol = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = require__root().Symbol;
}));
// node_modules/lodash/_getRawTag.js
var require__getRawTag = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var Symbol = require__Symbol();
	/** Used for built-in method references. */
	var objectProto = Object.prototype;
	/** Used to check objects for own properties. */
	var hasOwnProperty = objectProto.hasOwnProperty;
	/**
	* Used to resolve the
	* [`toStringTag`](http://ecma-international.org/ecma-262/7.0/#sec-object.prototype.tostring)
	* of values.
	*/
	var nativeObjectToString = objectProto.toString;
	/** Built-in value references. */
	var symToStringTag = Symbol ? Symbol.toStringTag : void 0;
	/**
	* A specialized version of `baseGetTag` which ignores `Symbol.toStringTag` values.
	*
	* @private
	* @param {*} value The value to query.
	* @returns {string} Returns the raw `toStringTag`.
	*/
	function getRawTag(value) {
		var isOwn = hasOwnProperty.call(value, symToStringTag), tag = value[symToStringTag];
		try {
			value[symToStringTag] = void 0;
			var unmasked = true;
		} catch (e) {}
		var result = nativeObjectToString.call(value);
		if (unmasked) {
			if (isOwn) value[symToStringTag] = tag;
			else delete value[symToStringTag];
		}
		return result;
	}
	module.exports = getRawTag;
}));
// node_modules/lodash/_objectToString.js
var require__objectToString = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* Used to resolve the
	* [`toStringTag`](http://ecma-international.org/ecma-262/7.0/#sec-object.prototype.tostring)
	* of values.
	*/
	var nativeObjectToString = Object.prototype.toString;
	/**
	* Converts `value` to a string using `Object.prototype.toString`.
	*
	* @private
	* @param {*} value The value to convert.
	* @returns {string} Returns the converted string.
	*/
	function objectToString(value) {
		return nativeObjectToString.call(value);
	}
	module.exports = objectToString;
}));
// node_modules/lodash/_baseGetTag.js
var require__baseGetTag = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var Symbol = require__Symbol();
	var getRawTag = require__getRawTag();
	var objectToString = require__objectToString();
	/** `Object#toString` result references. */
	var nullTag = "[object Null]";
	var undefinedTag = "[object Undefined]";
	/** Built-in value references. */
	var symToStringTag = Symbol ? Symbol.toStringTag : void 0;
	/**
	* The base implementation of `getTag` without fallbacks for buggy environments.
	*
	* @private
	* @param {*} value The value to query.
	* @returns {string} Returns the `toStringTag`.
	*/
	function baseGetTag(value) {
		if (value == null) return value === void 0 ? undefinedTag : nullTag;
		return symToStringTag && symToStringTag in Object(value) ? getRawTag(value) : objectToString(value);
	}
	module.exports = baseGetTag;
}));
// node_modules/lodash/isObject.js
var require_isObject = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* Checks if `value` is the
	* [language type](http://www.ecma-international.org/ecma-262/7.0/#sec-ecmascript-language-types)
	* of `Object`. (e.g. arrays, functions, objects, regexes, `new Number(0)`, and `new String('')`)
	*
	* @static
	* @memberOf _
	* @since 0.1.0
	* @category Lang
	* @param {*} value The value to check.
	* @returns {boolean} Returns `true` if `value` is an object, else `false`.
	* @example
	*
	* _.isObject({});
	* // => true
	*
	* _.isObject([1, 2, 3]);
	* // => true
	*
	* _.isObject(_.noop);
	* // => true
	*
	* _.isObject(null);
	* // => false
	*/
	function isObject(value) {
		var type = typeof value;
		return value != null && (type == "object" || type == "function");
	}
	module.exports = isObject;
}));
// node_modules/lodash/isFunction.js
var require_isFunction = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var baseGetTag = require__baseGetTag();
	var isObject = require_isObject();
	/** `Object#toString` result references. */
	var asyncTag = "[object AsyncFunction]";
	var funcTag = "[object Function]";
	var genTag = "[object GeneratorFunction]";
	var proxyTag = "[object Proxy]";
	/**
	* Checks if `value` is classified as a `Function` object.
	*
	* @static
	* @memberOf _
	* @since 0.1.0
	* @category Lang
	* @param {*} value The value to check.
	* @returns {boolean} Returns `true` if `value` is a function, else `false`.
	* @example
	*
	* _.isFunction(_);
	* // => true
	*
	* _.isFunction(/abc/);
	* // => false
	*/
	function isFunction(value) {
		if (!isObject(value)) return false;
		var tag = baseGetTag(value);
		return tag == funcTag || tag == genTag || tag == asyncTag || tag == proxyTag;
	}
	module.exports = isFunction;
}));
// node_modules/lodash/_coreJsData.js
var require__coreJsData = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = require__root()["__core-js_shared__"];
}));
// node_modules/lodash/_isMasked.js
var require__isMasked = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var coreJsData = require__coreJsData();
	/** Used to detect methods masquerading as native. */
	var maskSrcKey = function() {
		var uid = /[^.]+$/.exec(coreJsData && coreJsData.keys && coreJsData.keys.IE_PROTO || "");
		return uid ? "Symbol(src)_1." + uid : "";
	}();
	/**
	* Checks if `func` has its source masked.
	*
	* @private
	* @param {Function} func The function to check.
	* @returns {boolean} Returns `true` if `func` is masked, else `false`.
	*/
	function isMasked(func) {
		return !!maskSrcKey && maskSrcKey in func;
	}
	module.exports = isMasked;
}));
// node_modules/lodash/_toSource.js
var require__toSource = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/** Used to resolve the decompiled source of functions. */
	var funcToString = Function.prototype.toString;
	/**
	* Converts `func` to its source code.
	*
	* @private
	* @param {Function} func The function to convert.
	* @returns {string} Returns the source code.
	*/
	function toSource(func) {
		if (func != null) {
			try {
				return funcToString.call(func);
			} catch (e) {}
			try {
				return func + "";
			} catch (e) {}
		}
		return "";
	}
	module.exports = toSource;
}));
// node_modules/lodash/_baseIsNative.js
var require__baseIsNative = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var isFunction = require_isFunction();
	var isMasked = require__isMasked();
	var isObject = require_isObject();
	var toSource = require__toSource();
	/**
	* Used to match `RegExp`
	* [syntax characters](http://ecma-international.org/ecma-262/7.0/#sec-patterns).
	*/
	var reRegExpChar = /[\\^$.*+?()[\]{}|]/g;
	/** Used to detect host constructors (Safari). */
	var reIsHostCtor = /^\[object .+?Constructor\]$/;
	/** Used for built-in method references. */
	var funcProto = Function.prototype;
	var objectProto = Object.prototype;
	/** Used to resolve the decompiled source of functions. */
	var funcToString = funcProto.toString;
	/** Used to check objects for own properties. */
	var hasOwnProperty = objectProto.hasOwnProperty;
	/** Used to detect if a method is native. */
	var reIsNative = RegExp("^" + funcToString.call(hasOwnProperty).replace(reRegExpChar, "\\$&").replace(/hasOwnProperty|(function).*?(?=\\\()| for .+?(?=\\\])/g, "$1.*?") + "$");
	/**
	* The base implementation of `_.isNative` without bad shim checks.
	*
	* @private
	* @param {*} value The value to check.
	* @returns {boolean} Returns `true` if `value` is a native function,
	*  else `false`.
	*/
	function baseIsNative(value) {
		if (!isObject(value) || isMasked(value)) return false;
		return (isFunction(value) ? reIsNative : reIsHostCtor).test(toSource(value));
	}
	module.exports = baseIsNative;
}));
// node_modules/lodash/_getValue.js
var require__getValue = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* Gets the value at `key` of `object`.
	*
	* @private
	* @param {Object} [object] The object to query.
	* @param {string} key The key of the property to get.
	* @returns {*} Returns the property value.
	*/
	function getValue(object, key) {
		return object == null ? void 0 : object[key];
	}
	module.exports = getValue;
}));
// node_modules/lodash/_getNative.js
var require__getNative = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var baseIsNative = require__baseIsNative();
	var getValue = require__getValue();
	/**
	* Gets the native function at `key` of `object`.
	*
	* @private
	* @param {Object} object The object to query.
	* @param {string} key The key of the method to get.
	* @returns {*} Returns the function if it's native, else `undefined`.
	*/
	function getNative(object, key) {
		var value = getValue(object, key);
		return baseIsNative(value) ? value : void 0;
	}
	module.exports = getNative;
}));
// node_modules/lodash/_defineProperty.js
var require__defineProperty = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var getNative = require__getNative();
	module.exports = function() {
		try {
			var func = getNative(Object, "defineProperty");
			func({}, "", {});
			return func;
		} catch (e) {}
	}();
}));
// node_modules/lodash/_baseSetToString.js
var require__baseSetToString = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var constant = require_constant();
	var defineProperty = require__defineProperty();
	var identity = require_identity();
	module.exports = !defineProperty ? identity : function(func, string) {
		return defineProperty(func, "toString", {
			"configurable": true,
			"enumerable": false,
			"value": constant(string),
			"writable": true
		});
	};
}));
// node_modules/lodash/_shortOut.js
var require__shortOut = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/** Used to detect hot functions by number of calls within a span of milliseconds. */
	var HOT_COUNT = 800;
	var HOT_SPAN = 16;
	var nativeNow = Date.now;
	/**
	* Creates a function that'll short out and invoke `identity` instead
	* of `func` when it's called `HOT_COUNT` or more times in `HOT_SPAN`
	* milliseconds.
	*
	* @private
	* @param {Function} func The function to restrict.
	* @returns {Function} Returns the new shortable function.
	*/
	function shortOut(func) {
		var count = 0, lastCalled = 0;
		return function() {
			var stamp = nativeNow(), remaining = HOT_SPAN - (stamp - lastCalled);
			lastCalled = stamp;
			if (remaining > 0) {
				if (++count >= HOT_COUNT) return arguments[0];
			} else count = 0;
			return func.apply(void 0, arguments);
		};
	}
	module.exports = shortOut;
}));
// node_modules/lodash/_setToString.js
var require__setToString = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var baseSetToString = require__baseSetToString();
	module.exports = require__shortOut()(baseSetToString);
}));
// node_modules/lodash/_baseRest.js
var require__baseRest = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var identity = require_identity();
	var overRest = require__overRest();
	var setToString = require__setToString();
	/**
	* The base implementation of `_.rest` which doesn't validate or coerce arguments.
	*
	* @private
	* @param {Function} func The function to apply a rest parameter to.
	* @param {number} [start=func.length-1] The start position of the rest parameter.
	* @returns {Function} Returns the new function.
	*/
	function baseRest(func, start) {
		return setToString(overRest(func, start, identity), func + "");
	}
	module.exports = baseRest;
}));
// node_modules/lodash/eq.js
var require_eq = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* Performs a
	* [`SameValueZero`](http://ecma-international.org/ecma-262/7.0/#sec-samevaluezero)
	* comparison between two values to determine if they are equivalent.
	*
	* @static
	* @memberOf _
	* @since 4.0.0
	* @category Lang
	* @param {*} value The value to compare.
	* @param {*} other The other value to compare.
	* @returns {boolean} Returns `true` if the values are equivalent, else `false`.
	* @example
	*
	* var object = { 'a': 1 };
	* var other = { 'a': 1 };
	*
	* _.eq(object, object);
	* // => true
	*
	* _.eq(object, other);
	* // => false
	*
	* _.eq('a', 'a');
	* // => true
	*
	* _.eq('a', Object('a'));
	* // => false
	*
	* _.eq(NaN, NaN);
	* // => true
	*/
	function eq(value, other) {
		return value === other || value !== value && other !== other;
	}
	module.exports = eq;
}));
// node_modules/lodash/isLength.js
var require_isLength = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/** Used as references for various `Number` constants. */
	var MAX_SAFE_INTEGER = 9007199254740991;
	/**
	* Checks if `value` is a valid array-like length.
	*
	* **Note:** This method is loosely based on
	* [`ToLength`](http://ecma-international.org/ecma-262/7.0/#sec-tolength).
	*
	* @static
	* @memberOf _
	* @since 4.0.0
	* @category Lang
	* @param {*} value The value to check.
	* @returns {boolean} Returns `true` if `value` is a valid length, else `false`.
	* @example
	*
	* _.isLength(3);
	* // => true
	*
	* _.isLength(Number.MIN_VALUE);
	* // => false
	*
	* _.isLength(Infinity);
	* // => false
	*
	* _.isLength('3');
	* // => false
	*/
	function isLength(value) {
		return typeof value == "number" && value > -1 && value % 1 == 0 && value <= MAX_SAFE_INTEGER;
	}
	module.exports = isLength;
}));
// node_modules/lodash/isArrayLike.js
var require_isArrayLike = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var isFunction = require_isFunction();
	var isLength = require_isLength();
	/**
	* Checks if `value` is array-like. A value is considered array-like if it's
	* not a function and has a `value.length` that's an integer greater than or
	* equal to `0` and less than or equal to `Number.MAX_SAFE_INTEGER`.
	*
	* @static
	* @memberOf _
	* @since 4.0.0
	* @category Lang
	* @param {*} value The value to check.
	* @returns {boolean} Returns `true` if `value` is array-like, else `false`.
	* @example
	*
	* _.isArrayLike([1, 2, 3]);
	* // => true
	*
	* _.isArrayLike(document.body.children);
	* // => true
	*
	* _.isArrayLike('abc');
	* // => true
	*
	* _.isArrayLike(_.noop);
	* // => false
	*/
	function isArrayLike(value) {
		return value != null && isLength(value.length) && !isFunction(value);
	}
	module.exports = isArrayLike;
}));
// node_modules/lodash/_isIndex.js
var require__isIndex = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/** Used as references for various `Number` constants. */
	var MAX_SAFE_INTEGER = 9007199254740991;
	/** Used to detect unsigned integer values. */
	var reIsUint = /^(?:0|[1-9]\d*)$/;
	/**
	* Checks if `value` is a valid array-like index.
	*
	* @private
	* @param {*} value The value to check.
	* @param {number} [length=MAX_SAFE_INTEGER] The upper bounds of a valid index.
	* @returns {boolean} Returns `true` if `value` is a valid index, else `false`.
	*/
	function isIndex(value, length) {
		var type = typeof value;
		length = length == null ? MAX_SAFE_INTEGER : length;
		return !!length && (type == "number" || type != "symbol" && reIsUint.test(value)) && value > -1 && value % 1 == 0 && value < length;
	}
	module.exports = isIndex;
}));
// node_modules/lodash/_isIterateeCall.js
var require__isIterateeCall = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var eq = require_eq();
	var isArrayLike = require_isArrayLike();
	var isIndex = require__isIndex();
	var isObject = require_isObject();
	/**
	* Checks if the given arguments are from an iteratee call.
	*
	* @private
	* @param {*} value The potential iteratee value argument.
	* @param {*} index The potential iteratee index or key argument.
	* @param {*} object The potential iteratee object argument.
	* @returns {boolean} Returns `true` if the arguments are from an iteratee call,
	*  else `false`.
	*/
	function isIterateeCall(value, index, object) {
		if (!isObject(object)) return false;
		var type = typeof index;
		if (type == "number" ? isArrayLike(object) && isIndex(index, object.length) : type == "string" && index in object) return eq(object[index], value);
		return false;
	}
	module.exports = isIterateeCall;
}));
// node_modules/lodash/_baseTimes.js
var require__baseTimes = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* The base implementation of `_.times` without support for iteratee shorthands
	* or max array length checks.
	*
	* @private
	* @param {number} n The number of times to invoke `iteratee`.
	* @param {Function} iteratee The function invoked per iteration.
	* @returns {Array} Returns the array of results.
	*/
	function baseTimes(n, iteratee) {
		var index = -1, result = Array(n);
		while (++index < n) result[index] = iteratee(index);
		return result;
	}
	module.exports = baseTimes;
}));
// node_modules/lodash/isObjectLike.js
var require_isObjectLike = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* Checks if `value` is object-like. A value is object-like if it's not `null`
	* and has a `typeof` result of "object".
	*
	* @static
	* @memberOf _
	* @since 4.0.0
	* @category Lang
	* @param {*} value The value to check.
	* @returns {boolean} Returns `true` if `value` is object-like, else `false`.
	* @example
	*
	* _.isObjectLike({});
	* // => true
	*
	* _.isObjectLike([1, 2, 3]);
	* // => true
	*
	* _.isObjectLike(_.noop);
	* // => false
	*
	* _.isObjectLike(null);
	* // => false
	*/
	function isObjectLike(value) {
		return value != null && typeof value == "object";
	}
	module.exports = isObjectLike;
}));
// node_modules/lodash/_baseIsArguments.js
var require__baseIsArguments = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var baseGetTag = require__baseGetTag();
	var isObjectLike = require_isObjectLike();
	/** `Object#toString` result references. */
	var argsTag = "[object Arguments]";
	/**
	* The base implementation of `_.isArguments`.
	*
	* @private
	* @param {*} value The value to check.
	* @returns {boolean} Returns `true` if `value` is an `arguments` object,
	*/
	function baseIsArguments(value) {
		return isObjectLike(value) && baseGetTag(value) == argsTag;
	}
	module.exports = baseIsArguments;
}));
// node_modules/lodash/isArguments.js
var require_isArguments = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var baseIsArguments = require__baseIsArguments();
	var isObjectLike = require_isObjectLike();
	/** Used for built-in method references. */
	var objectProto = Object.prototype;
	/** Used to check objects for own properties. */
	var hasOwnProperty = objectProto.hasOwnProperty;
	/** Built-in value references. */
	var propertyIsEnumerable = objectProto.propertyIsEnumerable;
	module.exports = baseIsArguments(function() {
		return arguments;
	}()) ? baseIsArguments : function(value) {
		return isObjectLike(value) && hasOwnProperty.call(value, "callee") && !propertyIsEnumerable.call(value, "callee");
	};
}));
// node_modules/lodash/isArray.js
var require_isArray = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = Array.isArray;
}));
// node_modules/lodash/stubFalse.js
var require_stubFalse = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* This method returns `false`.
	*
	* @static
	* @memberOf _
	* @since 4.13.0
	* @category Util
	* @returns {boolean} Returns `false`.
	* @example
	*
	* _.times(2, _.stubFalse);
	* // => [false, false]
	*/
	function stubFalse() {
		return false;
	}
	module.exports = stubFalse;
}));
// node_modules/lodash/isBuffer.js
var require_isBuffer = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var root = require__root();
	var stubFalse = require_stubFalse();
	/** Detect free variable `exports`. */
	var freeExports = typeof exports == "object" && exports && !exports.nodeType && exports;
	/** Detect free variable `module`. */
	var freeModule = freeExports && typeof module == "object" && module && !module.nodeType && module;
	/** Built-in value references. */
	var Buffer = freeModule && freeModule.exports === freeExports ? root.Buffer : void 0;
	module.exports = (Buffer ? Buffer.isBuffer : void 0) || stubFalse;
}));
// node_modules/lodash/_baseIsTypedArray.js
var require__baseIsTypedArray = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var baseGetTag = require__baseGetTag();
	var isLength = require_isLength();
	var isObjectLike = require_isObjectLike();
	/** `Object#toString` result references. */
	var argsTag = "[object Arguments]";
	var arrayTag = "[object Array]";
	var boolTag = "[object Boolean]";
	var dateTag = "[object Date]";
	var errorTag = "[object Error]";
	var funcTag = "[object Function]";
	var mapTag = "[object Map]";
	var numberTag = "[object Number]";
	var objectTag = "[object Object]";
	var regexpTag = "[object RegExp]";
	var setTag = "[object Set]";
	var stringTag = "[object String]";
	var weakMapTag = "[object WeakMap]";
	var arrayBufferTag = "[object ArrayBuffer]";
	var dataViewTag = "[object DataView]";
	var float32Tag = "[object Float32Array]";
	var float64Tag = "[object Float64Array]";
	var int8Tag = "[object Int8Array]";
	var int16Tag = "[object Int16Array]";
	var int32Tag = "[object Int32Array]";
	var uint8Tag = "[object Uint8Array]";
	var uint8ClampedTag = "[object Uint8ClampedArray]";
	var uint16Tag = "[object Uint16Array]";
	var uint32Tag = "[object Uint32Array]";
	/** Used to identify `toStringTag` values of typed arrays. */
	var typedArrayTags = {};
	typedArrayTags[float32Tag] = typedArrayTags[float64Tag] = typedArrayTags[int8Tag] = typedArrayTags[int16Tag] = typedArrayTags[int32Tag] = typedArrayTags[uint8Tag] = typedArrayTags[uint8ClampedTag] = typedArrayTags[uint16Tag] = typedArrayTags[uint32Tag] = true;
	typedArrayTags[argsTag] = typedArrayTags[arrayTag] = typedArrayTags[arrayBufferTag] = typedArrayTags[boolTag] = typedArrayTags[dataViewTag] = typedArrayTags[dateTag] = typedArrayTags[errorTag] = typedArrayTags[funcTag] = typedArrayTags[mapTag] = typedArrayTags[numberTag] = typedArrayTags[objectTag] = typedArrayTags[regexpTag] = typedArrayTags[setTag] = typedArrayTags[stringTag] = typedArrayTags[weakMapTag] = false;
	/**
	* The base implementation of `_.isTypedArray` without Node.js optimizations.
	*
	* @private
	* @param {*} value The value to check.
	* @returns {boolean} Returns `true` if `value` is a typed array, else `false`.
	*/
	function baseIsTypedArray(value) {
		return isObjectLike(value) && isLength(value.length) && !!typedArrayTags[baseGetTag(value)];
	}
	module.exports = baseIsTypedArray;
}));
// node_modules/lodash/_baseUnary.js
var require__baseUnary = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* The base implementation of `_.unary` without support for storing metadata.
	*
	* @private
	* @param {Function} func The function to cap arguments for.
	* @returns {Function} Returns the new capped function.
	*/
	function baseUnary(func) {
		return function(value) {
			return func(value);
		};
	}
	module.exports = baseUnary;
}));
// node_modules/lodash/_nodeUtil.js
var require__nodeUtil = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var freeGlobal = require__freeGlobal();
	/** Detect free variable `exports`. */
	var freeExports = typeof exports == "object" && exports && !exports.nodeType && exports;
	/** Detect free variable `module`. */
	var freeModule = freeExports && typeof module == "object" && module && !module.nodeType && module;
	/** Detect free variable `process` from Node.js. */
	var freeProcess = freeModule && freeModule.exports === freeExports && freeGlobal.process;
	module.exports = function() {
		try {
			var types = freeModule && freeModule.require && freeModule.require("util").types;
			if (types) return types;
			return freeProcess && freeProcess.binding && freeProcess.binding("util");
		} catch (e) {}
	}();
}));
// node_modules/lodash/isTypedArray.js
var require_isTypedArray = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var baseIsTypedArray = require__baseIsTypedArray();
	var baseUnary = require__baseUnary();
	var nodeUtil = require__nodeUtil();
	var nodeIsTypedArray = nodeUtil && nodeUtil.isTypedArray;
	module.exports = nodeIsTypedArray ? baseUnary(nodeIsTypedArray) : baseIsTypedArray;
}));
// node_modules/lodash/_arrayLikeKeys.js
var require__arrayLikeKeys = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var baseTimes = require__baseTimes();
	var isArguments = require_isArguments();
	var isArray = require_isArray();
	var isBuffer = require_isBuffer();
	var isIndex = require__isIndex();
	var isTypedArray = require_isTypedArray();
	/** Used to check objects for own properties. */
	var hasOwnProperty = Object.prototype.hasOwnProperty;
	/**
	* Creates an array of the enumerable property names of the array-like `value`.
	*
	* @private
	* @param {*} value The value to query.
	* @param {boolean} inherited Specify returning inherited property names.
	* @returns {Array} Returns the array of property names.
	*/
	function arrayLikeKeys(value, inherited) {
		var isArr = isArray(value), isArg = !isArr && isArguments(value), isBuff = !isArr && !isArg && isBuffer(value), isType = !isArr && !isArg && !isBuff && isTypedArray(value), skipIndexes = isArr || isArg || isBuff || isType, result = skipIndexes ? baseTimes(value.length, String) : [], length = result.length;
		for (var key in value) if ((inherited || hasOwnProperty.call(value, key)) && !(skipIndexes && (key == "length" || isBuff && (key == "offset" || key == "parent") || isType && (key == "buffer" || key == "byteLength" || key == "byteOffset") || isIndex(key, length)))) result.push(key);
		return result;
	}
	module.exports = arrayLikeKeys;
}));
// node_modules/lodash/_isPrototype.js
var require__isPrototype = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/** Used for built-in method references. */
	var objectProto = Object.prototype;
	/**
	* Checks if `value` is likely a prototype object.
	*
	* @private
	* @param {*} value The value to check.
	* @returns {boolean} Returns `true` if `value` is a prototype, else `false`.
	*/
	function isPrototype(value) {
		var Ctor = value && value.constructor;
		return value === (typeof Ctor == "function" && Ctor.prototype || objectProto);
	}
	module.exports = isPrototype;
}));
// node_modules/lodash/_nativeKeysIn.js
var require__nativeKeysIn = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* This function is like
	* [`Object.keys`](http://ecma-international.org/ecma-262/7.0/#sec-object.keys)
	* except that it includes inherited enumerable properties.
	*
	* @private
	* @param {Object} object The object to query.
	* @returns {Array} Returns the array of property names.
	*/
	function nativeKeysIn(object) {
		var result = [];
		if (object != null) for (var key in Object(object)) result.push(key);
		return result;
	}
	module.exports = nativeKeysIn;
}));
// node_modules/lodash/_baseKeysIn.js
var require__baseKeysIn = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var isObject = require_isObject();
	var isPrototype = require__isPrototype();
	var nativeKeysIn = require__nativeKeysIn();
	/** Used to check objects for own properties. */
	var hasOwnProperty = Object.prototype.hasOwnProperty;
	/**
	* The base implementation of `_.keysIn` which doesn't treat sparse arrays as dense.
	*
	* @private
	* @param {Object} object The object to query.
	* @returns {Array} Returns the array of property names.
	*/
	function baseKeysIn(object) {
		if (!isObject(object)) return nativeKeysIn(object);
		var isProto = isPrototype(object), result = [];
		for (var key in object) if (!(key == "constructor" && (isProto || !hasOwnProperty.call(object, key)))) result.push(key);
		return result;
	}
	module.exports = baseKeysIn;
}));
// node_modules/lodash/keysIn.js
var require_keysIn = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var arrayLikeKeys = require__arrayLikeKeys();
	var baseKeysIn = require__baseKeysIn();
	var isArrayLike = require_isArrayLike();
	/**
	* Creates an array of the own and inherited enumerable property names of `object`.
	*
	* **Note:** Non-object values are coerced to objects.
	*
	* @static
	* @memberOf _
	* @since 3.0.0
	* @category Object
	* @param {Object} object The object to query.
	* @returns {Array} Returns the array of property names.
	* @example
	*
	* function Foo() {
	*   this.a = 1;
	*   this.b = 2;
	* }
	*
	* Foo.prototype.c = 3;
	*
	* _.keysIn(new Foo);
	* // => ['a', 'b', 'c'] (iteration order is not guaranteed)
	*/
	function keysIn(object) {
		return isArrayLike(object) ? arrayLikeKeys(object, true) : baseKeysIn(object);
	}
	module.exports = keysIn;
}));
// node_modules/lodash/defaults.js
var require_defaults = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var baseRest = require__baseRest();
	var eq = require_eq();
	var isIterateeCall = require__isIterateeCall();
	var keysIn = require_keysIn();
	/** Used for built-in method references. */
	var objectProto = Object.prototype;
	/** Used to check objects for own properties. */
	var hasOwnProperty = objectProto.hasOwnProperty;
	module.exports = baseRest(function(object, sources) {
		object = Object(object);
		var index = -1;
		var length = sources.length;
		var guard = length > 2 ? sources[2] : void 0;
		if (guard && isIterateeCall(sources[0], sources[1], guard)) length = 1;
		while (++index < length) {
			var source = sources[index];
			var props = keysIn(source);
			var propsIndex = -1;
			var propsLength = props.length;
			while (++propsIndex < propsLength) {
				var key = props[propsIndex];
				var value = object[key];
				if (value === void 0 || eq(value, objectProto[key]) && !hasOwnProperty.call(object, key)) object[key] = source[key];
			}
		}
		return object;
	});
}));
// node_modules/readable-stream/lib/ours/primordials.js
var require_primordials = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var AggregateError = class extends Error {
		constructor(errors) {
			if (!Array.isArray(errors)) throw new TypeError(`Expected input to be an Array, got ${typeof errors}`);
			let message = "";
			for (let i = 0; i < errors.length; i++) message += `    ${errors[i].stack}\n`;
			super(message);
			this.name = "AggregateError";
			this.errors = errors;
		}
	};
	module.exports = {
		AggregateError,
		ArrayIsArray(self) {
			return Array.isArray(self);
		},
		ArrayPrototypeIncludes(self, el) {
			return self.includes(el);
		},
		ArrayPrototypeIndexOf(self, el) {
			return self.indexOf(el);
		},
		ArrayPrototypeJoin(self, sep) {
			return self.join(sep);
		},
		ArrayPrototypeMap(self, fn) {
			return self.map(fn);
		},
		ArrayPrototypePop(self, el) {
			return self.pop(el);
		},
		ArrayPrototypePush(self, el) {
			return self.push(el);
		},
		ArrayPrototypeSlice(self, start, end) {
			return self.slice(start, end);
		},
		Error,
		FunctionPrototypeCall(fn, thisArgs, ...args) {
			return fn.call(thisArgs, ...args);
		},
		FunctionPrototypeSymbolHasInstance(self, instance) {
			return Function.prototype[Symbol.hasInstance].call(self, instance);
		},
		MathFloor: Math.floor,
		Number,
		NumberIsInteger: Number.isInteger,
		NumberIsNaN: Number.isNaN,
		NumberMAX_SAFE_INTEGER: Number.MAX_SAFE_INTEGER,
		NumberMIN_SAFE_INTEGER: Number.MIN_SAFE_INTEGER,
		NumberParseInt: Number.parseInt,
		ObjectDefineProperties(self, props) {
			return Object.defineProperties(self, props);
		},
		ObjectDefineProperty(self, name, prop) {
			return Object.defineProperty(self, name, prop);
		},
		ObjectGetOwnPropertyDescriptor(self, name) {
			return Object.getOwnPropertyDescriptor(self, name);
		},
		ObjectKeys(obj) {
			return Object.keys(obj);
		},
		ObjectSetPrototypeOf(target, proto) {
			return Object.setPrototypeOf(target, proto);
		},
		Promise,
		PromisePrototypeCatch(self, fn) {
			return self.catch(fn);
		},
		PromisePrototypeThen(self, thenFn, catchFn) {
			return self.then(thenFn, catchFn);
		},
		PromiseReject(err) {
			return Promise.reject(err);
		},
		PromiseResolve(val) {
			return Promise.resolve(val);
		},
		ReflectApply: Reflect.apply,
		RegExpPrototypeTest(self, value) {
			return self.test(value);
		},
		SafeSet: Set,
		String,
		StringPrototypeSlice(self, start, end) {
			return self.slice(start, end);
		},
		StringPrototypeToLowerCase(self) {
			return self.toLowerCase();
		},
		StringPrototypeToUpperCase(self) {
			return self.toUpperCase();
		},
		StringPrototypeTrim(self) {
			return self.trim();
		},
		Symbol,
		SymbolFor: Symbol.for,
		SymbolAsyncIterator: Symbol.asyncIterator,
		SymbolHasInstance: Symbol.hasInstance,
		SymbolIterator: Symbol.iterator,
		SymbolDispose: Symbol.dispose || Symbol("Symbol.dispose"),
		SymbolAsyncDispose: Symbol.asyncDispose || Symbol("Symbol.asyncDispose"),
		TypedArrayPrototypeSet(self, buf, len) {
			return self.set(buf, len);
		},
		Boolean,
		Uint8Array
	};
}));
// node_modules/readable-stream/lib/ours/util/inspect.js
var require_inspect = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = {
		format(format, ...args) {
			return format.replace(/%([sdifj])/g, function(...[_unused, type]) {
				const replacement = args.shift();
				if (type === "f") return replacement.toFixed(6);
				else if (type === "j") return JSON.stringify(replacement);
				else if (type === "s" && typeof replacement === "object") return `${replacement.constructor !== Object ? replacement.constructor.name : ""} {}`.trim();
				else return replacement.toString();
			});
		},
		inspect(value) {
			switch (typeof value) {
				case "string":
					if (value.includes("'")) {
						if (!value.includes("\"")) return `"${value}"`;
						else if (!value.includes("`") && !value.includes("${")) return `\`${value}\``;
					}
					return `'${value}'`;
				case "number":
					if (isNaN(value)) return "NaN";
					else if (Object.is(value, -0)) return String(value);
					return value;
				case "bigint": return `${String(value)}n`;
				case "boolean":
				case "undefined": return String(value);
				case "object": return "{}";
			}
		}
	};
}));
// node_modules/readable-stream/lib/ours/errors.js
var require_errors$1 = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { format, inspect } = require_inspect();
	const { AggregateError: CustomAggregateError } = require_primordials();
	const AggregateError = globalThis.AggregateError || CustomAggregateError;
	const kIsNodeError = Symbol("kIsNodeError");
	const kTypes = [
		"string",
		"function",
		"number",
		"object",
		"Function",
		"Object",
		"boolean",
		"bigint",
		"symbol"
	];
	const classRegExp = /^([A-Z][a-z0-9]*)+$/;
	const nodeInternalPrefix = "__node_internal_";
	const codes = {};
	function assert(value, message) {
		if (!value) throw new codes.ERR_INTERNAL_ASSERTION(message);
	}
	function addNumericalSeparator(val) {
		let res = "";
		let i = val.length;
		const start = val[0] === "-" ? 1 : 0;
		for (; i >= start + 4; i -= 3) res = `_${val.slice(i - 3, i)}${res}`;
		return `${val.slice(0, i)}${res}`;
	}
	function getMessage(key, msg, args) {
		if (typeof msg === "function") {
			assert(msg.length <= args.length, `Code: ${key}; The provided arguments length (${args.length}) does not match the required ones (${msg.length}).`);
			return msg(...args);
		}
		const expectedLength = (msg.match(/%[dfijoOs]/g) || []).length;
		assert(expectedLength === args.length, `Code: ${key}; The provided arguments length (${args.length}) does not match the required ones (${expectedLength}).`);
		if (args.length === 0) return msg;
		return format(msg, ...args);
	}
	function E(code, message, Base) {
		if (!Base) Base = Error;
		class NodeError extends Base {
			constructor(...args) {
				super(getMessage(code, message, args));
			}
			toString() {
				return `${this.name} [${code}]: ${this.message}`;
			}
		}
		Object.defineProperties(NodeError.prototype, {
			name: {
				value: Base.name,
				writable: true,
				enumerable: false,
				configurable: true
			},
			toString: {
				value() {
					return `${this.name} [${code}]: ${this.message}`;
				},
				writable: true,
				enumerable: false,
				configurable: true
			}
		});
		NodeError.prototype.code = code;
		NodeError.prototype[kIsNodeError] = true;
		codes[code] = NodeError;
	}
	function hideStackFrames(fn) {
		const hidden = nodeInternalPrefix + fn.name;
		Object.defineProperty(fn, "name", { value: hidden });
		return fn;
	}
	function aggregateTwoErrors(innerError, outerError) {
		if (innerError && outerError && innerError !== outerError) {
			if (Array.isArray(outerError.errors)) {
				outerError.errors.push(innerError);
				return outerError;
			}
			const err = new AggregateError([outerError, innerError], outerError.message);
			err.code = outerError.code;
			return err;
		}
		return innerError || outerError;
	}
	var AbortError = class extends Error {
		constructor(message = "The operation was aborted", options = void 0) {
			if (options !== void 0 && typeof options !== "object") throw new codes.ERR_INVALID_ARG_TYPE("options", "Object", options);
			super(message, options);
			this.code = "ABORT_ERR";
			this.name = "AbortError";
		}
	};
	E("ERR_ASSERTION", "%s", Error);
	E("ERR_INVALID_ARG_TYPE", (name, expected, actual) => {
		assert(typeof name === "string", "'name' must be a string");
		if (!Array.isArray(expected)) expected = [expected];
		let msg = "The ";
		if (name.endsWith(" argument")) msg += `${name} `;
		else msg += `"${name}" ${name.includes(".") ? "property" : "argument"} `;
		msg += "must be ";
		const types = [];
		const instances = [];
		const other = [];
		for (const value of expected) {
			assert(typeof value === "string", "All expected entries have to be of type string");
			if (kTypes.includes(value)) types.push(value.toLowerCase());
			else if (classRegExp.test(value)) instances.push(value);
			else {
				assert(value !== "object", "The value \"object\" should be written as \"Object\"");
				other.push(value);
			}
		}
		if (instances.length > 0) {
			const pos = types.indexOf("object");
			if (pos !== -1) {
				types.splice(types, pos, 1);
				instances.push("Object");
			}
		}
		if (types.length > 0) {
			switch (types.length) {
				case 1:
					msg += `of type ${types[0]}`;
					break;
				case 2:
					msg += `one of type ${types[0]} or ${types[1]}`;
					break;
				default: {
					const last = types.pop();
					msg += `one of type ${types.join(", ")}, or ${last}`;
				}
			}
			if (instances.length > 0 || other.length > 0) msg += " or ";
		}
		if (instances.length > 0) {
			switch (instances.length) {
				case 1:
					msg += `an instance of ${instances[0]}`;
					break;
				case 2:
					msg += `an instance of ${instances[0]} or ${instances[1]}`;
					break;
				default: {
					const last = instances.pop();
					msg += `an instance of ${instances.join(", ")}, or ${last}`;
				}
			}
			if (other.length > 0) msg += " or ";
		}
		switch (other.length) {
			case 0: break;
			case 1:
				if (other[0].toLowerCase() !== other[0]) msg += "an ";
				msg += `${other[0]}`;
				break;
			case 2:
				msg += `one of ${other[0]} or ${other[1]}`;
				break;
			default: {
				const last = other.pop();
				msg += `one of ${other.join(", ")}, or ${last}`;
			}
		}
		if (actual == null) msg += `. Received ${actual}`;
		else if (typeof actual === "function" && actual.name) msg += `. Received function ${actual.name}`;
		else if (typeof actual === "object") {
			var _actual$constructor;
			if ((_actual$constructor = actual.constructor) !== null && _actual$constructor !== void 0 && _actual$constructor.name) msg += `. Received an instance of ${actual.constructor.name}`;
			else {
				const inspected = inspect(actual, { depth: -1 });
				msg += `. Received ${inspected}`;
			}
		} else {
			let inspected = inspect(actual, { colors: false });
			if (inspected.length > 25) inspected = `${inspected.slice(0, 25)}...`;
			msg += `. Received type ${typeof actual} (${inspected})`;
		}
		return msg;
	}, TypeError);
	E("ERR_INVALID_ARG_VALUE", (name, value, reason = "is invalid") => {
		let inspected = inspect(value);
		if (inspected.length > 128) inspected = inspected.slice(0, 128) + "...";
		return `The ${name.includes(".") ? "property" : "argument"} '${name}' ${reason}. Received ${inspected}`;
	}, TypeError);
	E("ERR_INVALID_RETURN_VALUE", (input, name, value) => {
		var _value$constructor;
		return `Expected ${input} to be returned from the "${name}" function but got ${value !== null && value !== void 0 && (_value$constructor = value.constructor) !== null && _value$constructor !== void 0 && _value$constructor.name ? `instance of ${value.constructor.name}` : `type ${typeof value}`}.`;
	}, TypeError);
	E("ERR_MISSING_ARGS", (...args) => {
		assert(args.length > 0, "At least one arg needs to be specified");
		let msg;
		const len = args.length;
		args = (Array.isArray(args) ? args : [args]).map((a) => `"${a}"`).join(" or ");
		switch (len) {
			case 1:
				msg += `The ${args[0]} argument`;
				break;
			case 2:
				msg += `The ${args[0]} and ${args[1]} arguments`;
				break;
			default: {
				const last = args.pop();
				msg += `The ${args.join(", ")}, and ${last} arguments`;
			}
		}
		return `${msg} must be specified`;
	}, TypeError);
	E("ERR_OUT_OF_RANGE", (str, range, input) => {
		assert(range, "Missing \"range\" argument");
		let received;
		if (Number.isInteger(input) && Math.abs(input) > 2 ** 32) received = addNumericalSeparator(String(input));
		else if (typeof input === "bigint") {
			received = String(input);
			const limit = BigInt(2) ** BigInt(32);
			if (input > limit || input < -limit) received = addNumericalSeparator(received);
			received += "n";
		} else received = inspect(input);
		return `The value of "${str}" is out of range. It must be ${range}. Received ${received}`;
	}, RangeError);
	E("ERR_MULTIPLE_CALLBACK", "Callback called multiple times", Error);
	E("ERR_METHOD_NOT_IMPLEMENTED", "The %s method is not implemented", Error);
	E("ERR_STREAM_ALREADY_FINISHED", "Cannot call %s after a stream was finished", Error);
	E("ERR_STREAM_CANNOT_PIPE", "Cannot pipe, not readable", Error);
	E("ERR_STREAM_DESTROYED", "Cannot call %s after a stream was destroyed", Error);
	E("ERR_STREAM_NULL_VALUES", "May not write null values to stream", TypeError);
	E("ERR_STREAM_PREMATURE_CLOSE", "Premature close", Error);
	E("ERR_STREAM_PUSH_AFTER_EOF", "stream.push() after EOF", Error);
	E("ERR_STREAM_UNSHIFT_AFTER_END_EVENT", "stream.unshift() after end event", Error);
	E("ERR_STREAM_WRITE_AFTER_END", "write after end", Error);
	E("ERR_UNKNOWN_ENCODING", "Unknown encoding: %s", TypeError);
	module.exports = {
		AbortError,
		aggregateTwoErrors: hideStackFrames(aggregateTwoErrors),
		hideStackFrames,
		codes
	};
}));
// node_modules/event-target-shim/dist/event-target-shim.js
/**
* @author Toru Nagashima <https://github.com/mysticatea>
* @copyright 2015 Toru Nagashima. All rights reserved.
* See LICENSE file in root directory for full license.
*/
var require_event_target_shim = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	/**
	* @typedef {object} PrivateData
	* @property {EventTarget} eventTarget The event target.
	* @property {{type:string}} event The original event object.
	* @property {number} eventPhase The current event phase.
	* @property {EventTarget|null} currentTarget The current event target.
	* @property {boolean} canceled The flag to prevent default.
	* @property {boolean} stopped The flag to stop propagation.
	* @property {boolean} immediateStopped The flag to stop propagation immediately.
	* @property {Function|null} passiveListener The listener if the current listener is passive. Otherwise this is null.
	* @property {number} timeStamp The unix time.
	* @private
	*/
	/**
	* Private data for event wrappers.
	* @type {WeakMap<Event, PrivateData>}
	* @private
	*/
	const privateData = /* @__PURE__ */ new WeakMap();
	/**
	* Cache for wrapper classes.
	* @type {WeakMap<Object, Function>}
	* @private
	*/
	const wrappers = /* @__PURE__ */ new WeakMap();
	/**
	* Get private data.
	* @param {Event} event The event object to get private data.
	* @returns {PrivateData} The private data of the event.
	* @private
	*/
	function pd(event) {
		const retv = privateData.get(event);
		console.assert(retv != null, "'this' is expected an Event object, but got", event);
		return retv;
	}
	/**
	* https://dom.spec.whatwg.org/#set-the-canceled-flag
	* @param data {PrivateData} private data.
	*/
	function setCancelFlag(data) {
		if (data.passiveListener != null) {
			if (typeof console !== "undefined" && typeof console.error === "function") console.error("Unable to preventDefault inside passive event listener invocation.", data.passiveListener);
			return;
		}
		if (!data.event.cancelable) return;
		data.canceled = true;
		if (typeof data.event.preventDefault === "function") data.event.preventDefault();
	}
	/**
	* @see https://dom.spec.whatwg.org/#interface-event
	* @private
	*/
	/**
	* The event wrapper.
	* @constructor
	* @param {EventTarget} eventTarget The event target of this dispatching.
	* @param {Event|{type:string}} event The original event to wrap.
	*/
	function Event(eventTarget, event) {
		privateData.set(this, {
			eventTarget,
			event,
			eventPhase: 2,
			currentTarget: eventTarget,
			canceled: false,
			stopped: false,
			immediateStopped: false,
			passiveListener: null,
			timeStamp: event.timeStamp || Date.now()
		});
		Object.defineProperty(this, "isTrusted", {
			value: false,
			enumerable: true
		});
		const keys = Object.keys(event);
		for (let i = 0; i < keys.length; ++i) {
			const key = keys[i];
			if (!(key in this)) Object.defineProperty(this, key, defineRedirectDescriptor(key));
		}
	}
	Event.prototype = {
		/**
		* The type of this event.
		* @type {string}
		*/
		get type() {
			return pd(this).event.type;
		},
		/**
		* The target of this event.
		* @type {EventTarget}
		*/
		get target() {
			return pd(this).eventTarget;
		},
		/**
		* The target of this event.
		* @type {EventTarget}
		*/
		get currentTarget() {
			return pd(this).currentTarget;
		},
		/**
		* @returns {EventTarget[]} The composed path of this event.
		*/
		composedPath() {
			const currentTarget = pd(this).currentTarget;
			if (currentTarget == null) return [];
			return [currentTarget];
		},
		/**
		* Constant of NONE.
		* @type {number}
		*/
		get NONE() {
			return 0;
		},
		/**
		* Constant of CAPTURING_PHASE.
		* @type {number}
		*/
		get CAPTURING_PHASE() {
			return 1;
		},
		/**
		* Constant of AT_TARGET.
		* @type {number}
		*/
		get AT_TARGET() {
			return 2;
		},
		/**
		* Constant of BUBBLING_PHASE.
		* @type {number}
		*/
		get BUBBLING_PHASE() {
			return 3;
		},
		/**
		* The target of this event.
		* @type {number}
		*/
		get eventPhase() {
			return pd(this).eventPhase;
		},
		/**
		* Stop event bubbling.
		* @returns {void}
		*/
		stopPropagation() {
			const data = pd(this);
			data.stopped = true;
			if (typeof data.event.stopPropagation === "function") data.event.stopPropagation();
		},
		/**
		* Stop event bubbling.
		* @returns {void}
		*/
		stopImmediatePropagation() {
			const data = pd(this);
			data.stopped = true;
			data.immediateStopped = true;
			if (typeof data.event.stopImmediatePropagation === "function") data.event.stopImmediatePropagation();
		},
		/**
		* The flag to be bubbling.
		* @type {boolean}
		*/
		get bubbles() {
			return Boolean(pd(this).event.bubbles);
		},
		/**
		* The flag to be cancelable.
		* @type {boolean}
		*/
		get cancelable() {
			return Boolean(pd(this).event.cancelable);
		},
		/**
		* Cancel this event.
		* @returns {void}
		*/
		preventDefault() {
			setCancelFlag(pd(this));
		},
		/**
		* The flag to indicate cancellation state.
		* @type {boolean}
		*/
		get defaultPrevented() {
			return pd(this).canceled;
		},
		/**
		* The flag to be composed.
		* @type {boolean}
		*/
		get composed() {
			return Boolean(pd(this).event.composed);
		},
		/**
		* The unix time of this event.
		* @type {number}
		*/
		get timeStamp() {
			return pd(this).timeStamp;
		},
		/**
		* The target of this event.
		* @type {EventTarget}
		* @deprecated
		*/
		get srcElement() {
			return pd(this).eventTarget;
		},
		/**
		* The flag to stop event bubbling.
		* @type {boolean}
		* @deprecated
		*/
		get cancelBubble() {
			return pd(this).stopped;
		},
		set cancelBubble(value) {
			if (!value) return;
			const data = pd(this);
			data.stopped = true;
			if (typeof data.event.cancelBubble === "boolean") data.event.cancelBubble = true;
		},
		/**
		* The flag to indicate cancellation state.
		* @type {boolean}
		* @deprecated
		*/
		get returnValue() {
			return !pd(this).canceled;
		},
		set returnValue(value) {
			if (!value) setCancelFlag(pd(this));
		},
		/**
		* Initialize this event object. But do nothing under event dispatching.
		* @param {string} type The event type.
		* @param {boolean} [bubbles=false] The flag to be possible to bubble up.
		* @param {boolean} [cancelable=false] The flag to be possible to cancel.
		* @deprecated
		*/
		initEvent() {}
	};
	Object.defineProperty(Event.prototype, "constructor", {
		value: Event,
		configurable: true,
		writable: true
	});
	if (typeof window !== "undefined" && typeof window.Event !== "undefined") {
		Object.setPrototypeOf(Event.prototype, window.Event.prototype);
		wrappers.set(window.Event.prototype, Event);
	}
	/**
	* Get the property descriptor to redirect a given property.
	* @param {string} key Property name to define property descriptor.
	* @returns {PropertyDescriptor} The property descriptor to redirect the property.
	* @private
	*/
	function defineRedirectDescriptor(key) {
		return {
			get() {
				return pd(this).event[key];
			},
			set(value) {
				pd(this).event[key] = value;
			},
			configurable: true,
			enumerable: true
		};
	}
	/**
	* Get the property descriptor to call a given method property.
	* @param {string} key Property name to define property descriptor.
	* @returns {PropertyDescriptor} The property descriptor to call the method property.
	* @private
	*/
	function defineCallDescriptor(key) {
		return {
			value() {
				const event = pd(this).event;
				return event[key].apply(event, arguments);
			},
			configurable: true,
			enumerable: true
		};
	}
	/**
	* Define new wrapper class.
	* @param {Function} BaseEvent The base wrapper class.
	* @param {Object} proto The prototype of the original event.
	* @returns {Function} The defined wrapper class.
	* @private
	*/
	function defineWrapper(BaseEvent, proto) {
		const keys = Object.keys(proto);
		if (keys.length === 0) return BaseEvent;
		/** CustomEvent */
		function CustomEvent(eventTarget, event) {
			BaseEvent.call(this, eventTarget, event);
		}
		CustomEvent.prototype = Object.create(BaseEvent.prototype, { constructor: {
			value: CustomEvent,
			configurable: true,
			writable: true
		} });
		for (let i = 0; i < keys.length; ++i) {
			const key = keys[i];
			if (!(key in BaseEvent.prototype)) {
				const isFunc = typeof Object.getOwnPropertyDescriptor(proto, key).value === "function";
				Object.defineProperty(CustomEvent.prototype, key, isFunc ? defineCallDescriptor(key) : defineRedirectDescriptor(key));
			}
		}
		return CustomEvent;
	}
	/**
	* Get the wrapper class of a given prototype.
	* @param {Object} proto The prototype of the original event to get its wrapper.
	* @returns {Function} The wrapper class.
	* @private
	*/
	function getWrapper(proto) {
		if (proto == null || proto === Object.prototype) return Event;
		let wrapper = wrappers.get(proto);
		if (wrapper == null) {
			wrapper = defineWrapper(getWrapper(Object.getPrototypeOf(proto)), proto);
			wrappers.set(proto, wrapper);
		}
		return wrapper;
	}
	/**
	* Wrap a given event to management a dispatching.
	* @param {EventTarget} eventTarget The event target of this dispatching.
	* @param {Object} event The event to wrap.
	* @returns {Event} The wrapper instance.
	* @private
	*/
	function wrapEvent(eventTarget, event) {
		return new (getWrapper(Object.getPrototypeOf(event)))(eventTarget, event);
	}
	/**
	* Get the immediateStopped flag of a given event.
	* @param {Event} event The event to get.
	* @returns {boolean} The flag to stop propagation immediately.
	* @private
	*/
	function isStopped(event) {
		return pd(event).immediateStopped;
	}
	/**
	* Set the current event phase of a given event.
	* @param {Event} event The event to set current target.
	* @param {number} eventPhase New event phase.
	* @returns {void}
	* @private
	*/
	function setEventPhase(event, eventPhase) {
		pd(event).eventPhase = eventPhase;
	}
	/**
	* Set the current target of a given event.
	* @param {Event} event The event to set current target.
	* @param {EventTarget|null} currentTarget New current target.
	* @returns {void}
	* @private
	*/
	function setCurrentTarget(event, currentTarget) {
		pd(event).currentTarget = currentTarget;
	}
	/**
	* Set a passive listener of a given event.
	* @param {Event} event The event to set current target.
	* @param {Function|null} passiveListener New passive listener.
	* @returns {void}
	* @private
	*/
	function setPassiveListener(event, passiveListener) {
		pd(event).passiveListener = passiveListener;
	}
	/**
	* @typedef {object} ListenerNode
	* @property {Function} listener
	* @property {1|2|3} listenerType
	* @property {boolean} passive
	* @property {boolean} once
	* @property {ListenerNode|null} next
	* @private
	*/
	/**
	* @type {WeakMap<object, Map<string, ListenerNode>>}
	* @private
	*/
	const listenersMap = /* @__PURE__ */ new WeakMap();
	const CAPTURE = 1;
	const BUBBLE = 2;
	const ATTRIBUTE = 3;
	/**
	* Check whether a given value is an object or not.
	* @param {any} x The value to check.
	* @returns {boolean} `true` if the value is an object.
	*/
	function isObject(x) {
		return x !== null && typeof x === "object";
	}
	/**
	* Get listeners.
	* @param {EventTarget} eventTarget The event target to get.
	* @returns {Map<string, ListenerNode>} The listeners.
	* @private
	*/
	function getListeners(eventTarget) {
		const listeners = listenersMap.get(eventTarget);
		if (listeners == null) throw new TypeError("'this' is expected an EventTarget object, but got another value.");
		return listeners;
	}
	/**
	* Get the property descriptor for the event attribute of a given event.
	* @param {string} eventName The event name to get property descriptor.
	* @returns {PropertyDescriptor} The property descriptor.
	* @private
	*/
	function defineEventAttributeDescriptor(eventName) {
		return {
			get() {
				let node = getListeners(this).get(eventName);
				while (node != null) {
					if (node.listenerType === ATTRIBUTE) return node.listener;
					node = node.next;
				}
				return null;
			},
			set(listener) {
				if (typeof listener !== "function" && !isObject(listener)) listener = null;
				const listeners = getListeners(this);
				let prev = null;
				let node = listeners.get(eventName);
				while (node != null) {
					if (node.listenerType === ATTRIBUTE) {
						if (prev !== null) prev.next = node.next;
						else if (node.next !== null) listeners.set(eventName, node.next);
						else listeners.delete(eventName);
					} else prev = node;
					node = node.next;
				}
				if (listener !== null) {
					const newNode = {
						listener,
						listenerType: ATTRIBUTE,
						passive: false,
						once: false,
						next: null
					};
					if (prev === null) listeners.set(eventName, newNode);
					else prev.next = newNode;
				}
			},
			configurable: true,
			enumerable: true
		};
	}
	/**
	* Define an event attribute (e.g. `eventTarget.onclick`).
	* @param {Object} eventTargetPrototype The event target prototype to define an event attrbite.
	* @param {string} eventName The event name to define.
	* @returns {void}
	*/
	function defineEventAttribute(eventTargetPrototype, eventName) {
		Object.defineProperty(eventTargetPrototype, `on${eventName}`, defineEventAttributeDescriptor(eventName));
	}
	/**
	* Define a custom EventTarget with event attributes.
	* @param {string[]} eventNames Event names for event attributes.
	* @returns {EventTarget} The custom EventTarget.
	* @private
	*/
	function defineCustomEventTarget(eventNames) {
		/** CustomEventTarget */
		function CustomEventTarget() {
			EventTarget.call(this);
		}
		CustomEventTarget.prototype = Object.create(EventTarget.prototype, { constructor: {
			value: CustomEventTarget,
			configurable: true,
			writable: true
		} });
		for (let i = 0; i < eventNames.length; ++i) defineEventAttribute(CustomEventTarget.prototype, eventNames[i]);
		return CustomEventTarget;
	}
	/**
	* EventTarget.
	*
	* - This is constructor if no arguments.
	* - This is a function which returns a CustomEventTarget constructor if there are arguments.
	*
	* For example:
	*
	*     class A extends EventTarget {}
	*     class B extends EventTarget("message") {}
	*     class C extends EventTarget("message", "error") {}
	*     class D extends EventTarget(["message", "error"]) {}
	*/
	function EventTarget() {
		if (this instanceof EventTarget) {
			listenersMap.set(this, /* @__PURE__ */ new Map());
			return;
		}
		if (arguments.length === 1 && Array.isArray(arguments[0])) return defineCustomEventTarget(arguments[0]);
		if (arguments.length > 0) {
			const types = new Array(arguments.length);
			for (let i = 0; i < arguments.length; ++i) types[i] = arguments[i];
			return defineCustomEventTarget(types);
		}
		throw new TypeError("Cannot call a class as a function");
	}
	EventTarget.prototype = {
		/**
		* Add a given listener to this event target.
		* @param {string} eventName The event name to add.
		* @param {Function} listener The listener to add.
		* @param {boolean|{capture?:boolean,passive?:boolean,once?:boolean}} [options] The options for this listener.
		* @returns {void}
		*/
		addEventListener(eventName, listener, options) {
			if (listener == null) return;
			if (typeof listener !== "function" && !isObject(listener)) throw new TypeError("'listener' should be a function or an object.");
			const listeners = getListeners(this);
			const optionsIsObj = isObject(options);
			const listenerType = (optionsIsObj ? Boolean(options.capture) : Boolean(options)) ? CAPTURE : BUBBLE;
			const newNode = {
				listener,
				listenerType,
				passive: optionsIsObj && Boolean(options.passive),
				once: optionsIsObj && Boolean(options.once),
				next: null
			};
			let node = listeners.get(eventName);
			if (node === void 0) {
				listeners.set(eventName, newNode);
				return;
			}
			let prev = null;
			while (node != null) {
				if (node.listener === listener && node.listenerType === listenerType) return;
				prev = node;
				node = node.next;
			}
			prev.next = newNode;
		},
		/**
		* Remove a given listener from this event target.
		* @param {string} eventName The event name to remove.
		* @param {Function} listener The listener to remove.
		* @param {boolean|{capture?:boolean,passive?:boolean,once?:boolean}} [options] The options for this listener.
		* @returns {void}
		*/
		removeEventListener(eventName, listener, options) {
			if (listener == null) return;
			const listeners = getListeners(this);
			const listenerType = (isObject(options) ? Boolean(options.capture) : Boolean(options)) ? CAPTURE : BUBBLE;
			let prev = null;
			let node = listeners.get(eventName);
			while (node != null) {
				if (node.listener === listener && node.listenerType === listenerType) {
					if (prev !== null) prev.next = node.next;
					else if (node.next !== null) listeners.set(eventName, node.next);
					else listeners.delete(eventName);
					return;
				}
				prev = node;
				node = node.next;
			}
		},
		/**
		* Dispatch a given event.
		* @param {Event|{type:string}} event The event to dispatch.
		* @returns {boolean} `false` if canceled.
		*/
		dispatchEvent(event) {
			if (event == null || typeof event.type !== "string") throw new TypeError("\"event.type\" should be a string.");
			const listeners = getListeners(this);
			const eventName = event.type;
			let node = listeners.get(eventName);
			if (node == null) return true;
			const wrappedEvent = wrapEvent(this, event);
			let prev = null;
			while (node != null) {
				if (node.once) {
					if (prev !== null) prev.next = node.next;
					else if (node.next !== null) listeners.set(eventName, node.next);
					else listeners.delete(eventName);
				} else prev = node;
				setPassiveListener(wrappedEvent, node.passive ? node.listener : null);
				if (typeof node.listener === "function") try {
					node.listener.call(this, wrappedEvent);
				} catch (err) {
					if (typeof console !== "undefined" && typeof console.error === "function") console.error(err);
				}
				else if (node.listenerType !== ATTRIBUTE && typeof node.listener.handleEvent === "function") node.listener.handleEvent(wrappedEvent);
				if (isStopped(wrappedEvent)) break;
				node = node.next;
			}
			setPassiveListener(wrappedEvent, null);
			setEventPhase(wrappedEvent, 0);
			setCurrentTarget(wrappedEvent, null);
			return !wrappedEvent.defaultPrevented;
		}
	};
	Object.defineProperty(EventTarget.prototype, "constructor", {
		value: EventTarget,
		configurable: true,
		writable: true
	});
	if (typeof window !== "undefined" && typeof window.EventTarget !== "undefined") Object.setPrototypeOf(EventTarget.prototype, window.EventTarget.prototype);
	exports.defineEventAttribute = defineEventAttribute;
	exports.EventTarget = EventTarget;
	exports.default = EventTarget;
	module.exports = EventTarget;
	module.exports.EventTarget = module.exports["default"] = EventTarget;
	module.exports.defineEventAttribute = defineEventAttribute;
}));
// node_modules/abort-controller/dist/abort-controller.js
/**
* @author Toru Nagashima <https://github.com/mysticatea>
* See LICENSE file in root directory for full license.
*/
var require_abort_controller = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	var eventTargetShim = require_event_target_shim();
	/**
	* The signal class.
	* @see https://dom.spec.whatwg.org/#abortsignal
	*/
	var AbortSignal = class extends eventTargetShim.EventTarget {
		/**
		* AbortSignal cannot be constructed directly.
		*/
		constructor() {
			super();
			throw new TypeError("AbortSignal cannot be constructed directly");
		}
		/**
		* Returns `true` if this `AbortSignal`'s `AbortController` has signaled to abort, and `false` otherwise.
		*/
		get aborted() {
			const aborted = abortedFlags.get(this);
			if (typeof aborted !== "boolean") throw new TypeError(`Expected 'this' to be an 'AbortSignal' object, but got ${this === null ? "null" : typeof this}`);
			return aborted;
		}
	};
	eventTargetShim.defineEventAttribute(AbortSignal.prototype, "abort");
	/**
	* Create an AbortSignal object.
	*/
	function createAbortSignal() {
		const signal = Object.create(AbortSignal.prototype);
		eventTargetShim.EventTarget.call(signal);
		abortedFlags.set(signal, false);
		return signal;
	}
	/**
	* Abort a given signal.
	*/
	function abortSignal(signal) {
		if (abortedFlags.get(signal) !== false) return;
		abortedFlags.set(signal, true);
		signal.dispatchEvent({ type: "abort" });
	}
	/**
	* Aborted flag for each instances.
	*/
	const abortedFlags = /* @__PURE__ */ new WeakMap();
	Object.defineProperties(AbortSignal.prototype, { aborted: { enumerable: true } });
	if (typeof Symbol === "function" && typeof Symbol.toStringTag === "symbol") Object.defineProperty(AbortSignal.prototype, Symbol.toStringTag, {
		configurable: true,
		value: "AbortSignal"
	});
	/**
	* The AbortController.
	* @see https://dom.spec.whatwg.org/#abortcontroller
	*/
	var AbortController = class {
		/**
		* Initialize this controller.
		*/
		constructor() {
			signals.set(this, createAbortSignal());
		}
		/**
		* Returns the `AbortSignal` object associated with this object.
		*/
		get signal() {
			return getSignal(this);
		}
		/**
		* Abort and signal to any observers that the associated activity is to be aborted.
		*/
		abort() {
			abortSignal(getSignal(this));
		}
	};
	/**
	* Associated signals.
	*/
	const signals = /* @__PURE__ */ new WeakMap();
	/**
	* Get the associated signal of a given controller.
	*/
	function getSignal(controller) {
		const signal = signals.get(controller);
		if (signal == null) throw new TypeError(`Expected 'this' to be an 'AbortController' object, but got ${controller === null ? "null" : typeof controller}`);
		return signal;
	}
	Object.defineProperties(AbortController.prototype, {
		signal: { enumerable: true },
		abort: { enumerable: true }
	});
	if (typeof Symbol === "function" && typeof Symbol.toStringTag === "symbol") Object.defineProperty(AbortController.prototype, Symbol.toStringTag, {
		configurable: true,
		value: "AbortController"
	});
	exports.AbortController = AbortController;
	exports.AbortSignal = AbortSignal;
	exports.default = AbortController;
	module.exports = AbortController;
	module.exports.AbortController = module.exports["default"] = AbortController;
	module.exports.AbortSignal = AbortSignal;
}));
// node_modules/readable-stream/lib/ours/util.js
var require_util$2 = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const bufferModule = __require("buffer");
	const { format, inspect } = require_inspect();
	const { codes: { ERR_INVALID_ARG_TYPE } } = require_errors$1();
	const { kResistStopPropagation, AggregateError, SymbolDispose } = require_primordials();
	const AbortSignal = globalThis.AbortSignal || require_abort_controller().AbortSignal;
	const AbortController = globalThis.AbortController || require_abort_controller().AbortController;
	const AsyncFunction = Object.getPrototypeOf(async function() {}).constructor;
	const Blob = globalThis.Blob || bufferModule.Blob;
	const isBlob = typeof Blob !== "undefined" ? function isBlob(b) {
		return b instanceof Blob;
	} : function isBlob(b) {
		return false;
	};
	const validateAbortSignal = (signal, name) => {
		if (signal !== void 0 && (signal === null || typeof signal !== "object" || !("aborted" in signal))) throw new ERR_INVALID_ARG_TYPE(name, "AbortSignal", signal);
	};
	const validateFunction = (value, name) => {
		if (typeof value !== "function") throw new ERR_INVALID_ARG_TYPE(name, "Function", value);
	};
	module.exports = {
		AggregateError,
		kEmptyObject: Object.freeze({}),
		once(callback) {
			let called = false;
			return function(...args) {
				if (called) return;
				called = true;
				callback.apply(this, args);
			};
		},
		createDeferredPromise: function() {
			let resolve;
			let reject;
			return {
				promise: new Promise((res, rej) => {
					resolve = res;
					reject = rej;
				}),
				resolve,
				reject
			};
		},
		promisify(fn) {
			return new Promise((resolve, reject) => {
				fn((err, ...args) => {
					if (err) return reject(err);
					return resolve(...args);
				});
			});
		},
		debuglog() {
			return function() {};
		},
		format,
		inspect,
		types: {
			isAsyncFunction(fn) {
				return fn instanceof AsyncFunction;
			},
			isArrayBufferView(arr) {
				return ArrayBuffer.isView(arr);
			}
		},
		isBlob,
		deprecate(fn, message) {
			return fn;
		},
		addAbortListener: __require("events").addAbortListener || function addAbortListener(signal, listener) {
			if (signal === void 0) throw new ERR_INVALID_ARG_TYPE("signal", "AbortSignal", signal);
			validateAbortSignal(signal, "signal");
			validateFunction(listener, "listener");
			let removeEventListener;
			if (signal.aborted) queueMicrotask(() => listener());
			else {
				signal.addEventListener("abort", listener, {
					__proto__: null,
					once: true,
					[kResistStopPropagation]: true
				});
				removeEventListener = () => {
					signal.removeEventListener("abort", listener);
				};
			}
			return {
				__proto__: null,
				[SymbolDispose]() {
					var _removeEventListener;
					(_removeEventListener = removeEventListener) === null || _removeEventListener === void 0 || _removeEventListener();
				}
			};
		},
		AbortSignalAny: AbortSignal.any || function AbortSignalAny(signals) {
			if (signals.length === 1) return signals[0];
			const ac = new AbortController();
			const abort = () => ac.abort();
			signals.forEach((signal) => {
				validateAbortSignal(signal, "signals");
				signal.addEventListener("abort", abort, { once: true });
			});
			ac.signal.addEventListener("abort", () => {
				signals.forEach((signal) => signal.removeEventListener("abort", abort));
			}, { once: true });
			return ac.signal;
		}
	};
	module.exports.promisify.custom = Symbol.for("nodejs.util.promisify.custom");
}));
// node_modules/readable-stream/lib/internal/validators.js
var require_validators = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { ArrayIsArray, ArrayPrototypeIncludes, ArrayPrototypeJoin, ArrayPrototypeMap, NumberIsInteger, NumberIsNaN, NumberMAX_SAFE_INTEGER, NumberMIN_SAFE_INTEGER, NumberParseInt, ObjectPrototypeHasOwnProperty, RegExpPrototypeExec, String, StringPrototypeToUpperCase, StringPrototypeTrim } = require_primordials();
	const { hideStackFrames, codes: { ERR_SOCKET_BAD_PORT, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_OUT_OF_RANGE, ERR_UNKNOWN_SIGNAL } } = require_errors$1();
	const { normalizeEncoding } = require_util$2();
	const { isAsyncFunction, isArrayBufferView } = require_util$2().types;
	const signals = {};
	/**
	* @param {*} value
	* @returns {boolean}
	*/
	function isInt32(value) {
		return value === (value | 0);
	}
	/**
	* @param {*} value
	* @returns {boolean}
	*/
	function isUint32(value) {
		return value === value >>> 0;
	}
	const octalReg = /^[0-7]+$/;
	const modeDesc = "must be a 32-bit unsigned integer or an octal string";
	/**
	* Parse and validate values that will be converted into mode_t (the S_*
	* constants). Only valid numbers and octal strings are allowed. They could be
	* converted to 32-bit unsigned integers or non-negative signed integers in the
	* C++ land, but any value higher than 0o777 will result in platform-specific
	* behaviors.
	* @param {*} value Values to be validated
	* @param {string} name Name of the argument
	* @param {number} [def] If specified, will be returned for invalid values
	* @returns {number}
	*/
	function parseFileMode(value, name, def) {
		if (typeof value === "undefined") value = def;
		if (typeof value === "string") {
			if (RegExpPrototypeExec(octalReg, value) === null) throw new ERR_INVALID_ARG_VALUE(name, value, modeDesc);
			value = NumberParseInt(value, 8);
		}
		validateUint32(value, name);
		return value;
	}
	/**
	* @callback validateInteger
	* @param {*} value
	* @param {string} name
	* @param {number} [min]
	* @param {number} [max]
	* @returns {asserts value is number}
	*/
	/** @type {validateInteger} */
	const validateInteger = hideStackFrames((value, name, min = NumberMIN_SAFE_INTEGER, max = NumberMAX_SAFE_INTEGER) => {
		if (typeof value !== "number") throw new ERR_INVALID_ARG_TYPE(name, "number", value);
		if (!NumberIsInteger(value)) throw new ERR_OUT_OF_RANGE(name, "an integer", value);
		if (value < min || value > max) throw new ERR_OUT_OF_RANGE(name, `>= ${min} && <= ${max}`, value);
	});
	/**
	* @callback validateInt32
	* @param {*} value
	* @param {string} name
	* @param {number} [min]
	* @param {number} [max]
	* @returns {asserts value is number}
	*/
	/** @type {validateInt32} */
	const validateInt32 = hideStackFrames((value, name, min = -2147483648, max = 2147483647) => {
		if (typeof value !== "number") throw new ERR_INVALID_ARG_TYPE(name, "number", value);
		if (!NumberIsInteger(value)) throw new ERR_OUT_OF_RANGE(name, "an integer", value);
		if (value < min || value > max) throw new ERR_OUT_OF_RANGE(name, `>= ${min} && <= ${max}`, value);
	});
	/**
	* @callback validateUint32
	* @param {*} value
	* @param {string} name
	* @param {number|boolean} [positive=false]
	* @returns {asserts value is number}
	*/
	/** @type {validateUint32} */
	const validateUint32 = hideStackFrames((value, name, positive = false) => {
		if (typeof value !== "number") throw new ERR_INVALID_ARG_TYPE(name, "number", value);
		if (!NumberIsInteger(value)) throw new ERR_OUT_OF_RANGE(name, "an integer", value);
		const min = positive ? 1 : 0;
		const max = 4294967295;
		if (value < min || value > max) throw new ERR_OUT_OF_RANGE(name, `>= ${min} && <= ${max}`, value);
	});
	/**
	* @callback validateString
	* @param {*} value
	* @param {string} name
	* @returns {asserts value is string}
	*/
	/** @type {validateString} */
	function validateString(value, name) {
		if (typeof value !== "string") throw new ERR_INVALID_ARG_TYPE(name, "string", value);
	}
	/**
	* @callback validateNumber
	* @param {*} value
	* @param {string} name
	* @param {number} [min]
	* @param {number} [max]
	* @returns {asserts value is number}
	*/
	/** @type {validateNumber} */
	function validateNumber(value, name, min = void 0, max) {
		if (typeof value !== "number") throw new ERR_INVALID_ARG_TYPE(name, "number", value);
		if (min != null && value < min || max != null && value > max || (min != null || max != null) && NumberIsNaN(value)) throw new ERR_OUT_OF_RANGE(name, `${min != null ? `>= ${min}` : ""}${min != null && max != null ? " && " : ""}${max != null ? `<= ${max}` : ""}`, value);
	}
	/**
	* @callback validateOneOf
	* @template T
	* @param {T} value
	* @param {string} name
	* @param {T[]} oneOf
	*/
	/** @type {validateOneOf} */
	const validateOneOf = hideStackFrames((value, name, oneOf) => {
		if (!ArrayPrototypeIncludes(oneOf, value)) {
			const reason = "must be one of: " + ArrayPrototypeJoin(ArrayPrototypeMap(oneOf, (v) => typeof v === "string" ? `'${v}'` : String(v)), ", ");
			throw new ERR_INVALID_ARG_VALUE(name, value, reason);
		}
	});
	/**
	* @callback validateBoolean
	* @param {*} value
	* @param {string} name
	* @returns {asserts value is boolean}
	*/
	/** @type {validateBoolean} */
	function validateBoolean(value, name) {
		if (typeof value !== "boolean") throw new ERR_INVALID_ARG_TYPE(name, "boolean", value);
	}
	/**
	* @param {any} options
	* @param {string} key
	* @param {boolean} defaultValue
	* @returns {boolean}
	*/
	function getOwnPropertyValueOrDefault(options, key, defaultValue) {
		return options == null || !ObjectPrototypeHasOwnProperty(options, key) ? defaultValue : options[key];
	}
	/**
	* @callback validateObject
	* @param {*} value
	* @param {string} name
	* @param {{
	*   allowArray?: boolean,
	*   allowFunction?: boolean,
	*   nullable?: boolean
	* }} [options]
	*/
	/** @type {validateObject} */
	const validateObject = hideStackFrames((value, name, options = null) => {
		const allowArray = getOwnPropertyValueOrDefault(options, "allowArray", false);
		const allowFunction = getOwnPropertyValueOrDefault(options, "allowFunction", false);
		if (!getOwnPropertyValueOrDefault(options, "nullable", false) && value === null || !allowArray && ArrayIsArray(value) || typeof value !== "object" && (!allowFunction || typeof value !== "function")) throw new ERR_INVALID_ARG_TYPE(name, "Object", value);
	});
	/**
	* @callback validateDictionary - We are using the Web IDL Standard definition
	*                                of "dictionary" here, which means any value
	*                                whose Type is either Undefined, Null, or
	*                                Object (which includes functions).
	* @param {*} value
	* @param {string} name
	* @see https://webidl.spec.whatwg.org/#es-dictionary
	* @see https://tc39.es/ecma262/#table-typeof-operator-results
	*/
	/** @type {validateDictionary} */
	const validateDictionary = hideStackFrames((value, name) => {
		if (value != null && typeof value !== "object" && typeof value !== "function") throw new ERR_INVALID_ARG_TYPE(name, "a dictionary", value);
	});
	/**
	* @callback validateArray
	* @param {*} value
	* @param {string} name
	* @param {number} [minLength]
	* @returns {asserts value is any[]}
	*/
	/** @type {validateArray} */
	const validateArray = hideStackFrames((value, name, minLength = 0) => {
		if (!ArrayIsArray(value)) throw new ERR_INVALID_ARG_TYPE(name, "Array", value);
		if (value.length < minLength) {
			const reason = `must be longer than ${minLength}`;
			throw new ERR_INVALID_ARG_VALUE(name, value, reason);
		}
	});
	/**
	* @callback validateStringArray
	* @param {*} value
	* @param {string} name
	* @returns {asserts value is string[]}
	*/
	/** @type {validateStringArray} */
	function validateStringArray(value, name) {
		validateArray(value, name);
		for (let i = 0; i < value.length; i++) validateString(value[i], `${name}[${i}]`);
	}
	/**
	* @callback validateBooleanArray
	* @param {*} value
	* @param {string} name
	* @returns {asserts value is boolean[]}
	*/
	/** @type {validateBooleanArray} */
	function validateBooleanArray(value, name) {
		validateArray(value, name);
		for (let i = 0; i < value.length; i++) validateBoolean(value[i], `${name}[${i}]`);
	}
	/**
	* @callback validateAbortSignalArray
	* @param {*} value
	* @param {string} name
	* @returns {asserts value is AbortSignal[]}
	*/
	/** @type {validateAbortSignalArray} */
	function validateAbortSignalArray(value, name) {
		validateArray(value, name);
		for (let i = 0; i < value.length; i++) {
			const signal = value[i];
			const indexedName = `${name}[${i}]`;
			if (signal == null) throw new ERR_INVALID_ARG_TYPE(indexedName, "AbortSignal", signal);
			validateAbortSignal(signal, indexedName);
		}
	}
	/**
	* @param {*} signal
	* @param {string} [name='signal']
	* @returns {asserts signal is keyof signals}
	*/
	function validateSignalName(signal, name = "signal") {
		validateString(signal, name);
		if (signals[signal] === void 0) {
			if (signals[StringPrototypeToUpperCase(signal)] !== void 0) throw new ERR_UNKNOWN_SIGNAL(signal + " (signals must use all capital letters)");
			throw new ERR_UNKNOWN_SIGNAL(signal);
		}
	}
	/**
	* @callback validateBuffer
	* @param {*} buffer
	* @param {string} [name='buffer']
	* @returns {asserts buffer is ArrayBufferView}
	*/
	/** @type {validateBuffer} */
	const validateBuffer = hideStackFrames((buffer, name = "buffer") => {
		if (!isArrayBufferView(buffer)) throw new ERR_INVALID_ARG_TYPE(name, [
			"Buffer",
			"TypedArray",
			"DataView"
		], buffer);
	});
	/**
	* @param {string} data
	* @param {string} encoding
	*/
	function validateEncoding(data, encoding) {
		const normalizedEncoding = normalizeEncoding(encoding);
		const length = data.length;
		if (normalizedEncoding === "hex" && length % 2 !== 0) throw new ERR_INVALID_ARG_VALUE("encoding", encoding, `is invalid for data of length ${length}`);
	}
	/**
	* Check that the port number is not NaN when coerced to a number,
	* is an integer and that it falls within the legal range of port numbers.
	* @param {*} port
	* @param {string} [name='Port']
	* @param {boolean} [allowZero=true]
	* @returns {number}
	*/
	function validatePort(port, name = "Port", allowZero = true) {
		if (typeof port !== "number" && typeof port !== "string" || typeof port === "string" && StringPrototypeTrim(port).length === 0 || +port !== +port >>> 0 || port > 65535 || port === 0 && !allowZero) throw new ERR_SOCKET_BAD_PORT(name, port, allowZero);
		return port | 0;
	}
	/**
	* @callback validateAbortSignal
	* @param {*} signal
	* @param {string} name
	*/
	/** @type {validateAbortSignal} */
	const validateAbortSignal = hideStackFrames((signal, name) => {
		if (signal !== void 0 && (signal === null || typeof signal !== "object" || !("aborted" in signal))) throw new ERR_INVALID_ARG_TYPE(name, "AbortSignal", signal);
	});
	/**
	* @callback validateFunction
	* @param {*} value
	* @param {string} name
	* @returns {asserts value is Function}
	*/
	/** @type {validateFunction} */
	const validateFunction = hideStackFrames((value, name) => {
		if (typeof value !== "function") throw new ERR_INVALID_ARG_TYPE(name, "Function", value);
	});
	/**
	* @callback validatePlainFunction
	* @param {*} value
	* @param {string} name
	* @returns {asserts value is Function}
	*/
	/** @type {validatePlainFunction} */
	const validatePlainFunction = hideStackFrames((value, name) => {
		if (typeof value !== "function" || isAsyncFunction(value)) throw new ERR_INVALID_ARG_TYPE(name, "Function", value);
	});
	/**
	* @callback validateUndefined
	* @param {*} value
	* @param {string} name
	* @returns {asserts value is undefined}
	*/
	/** @type {validateUndefined} */
	const validateUndefined = hideStackFrames((value, name) => {
		if (value !== void 0) throw new ERR_INVALID_ARG_TYPE(name, "undefined", value);
	});
	/**
	* @template T
	* @param {T} value
	* @param {string} name
	* @param {T[]} union
	*/
	function validateUnion(value, name, union) {
		if (!ArrayPrototypeIncludes(union, value)) throw new ERR_INVALID_ARG_TYPE(name, `('${ArrayPrototypeJoin(union, "|")}')`, value);
	}
	const linkValueRegExp = /^(?:<[^>]*>)(?:\s*;\s*[^;"\s]+(?:=(")?[^;"\s]*\1)?)*$/;
	/**
	* @param {any} value
	* @param {string} name
	*/
	function validateLinkHeaderFormat(value, name) {
		if (typeof value === "undefined" || !RegExpPrototypeExec(linkValueRegExp, value)) throw new ERR_INVALID_ARG_VALUE(name, value, "must be an array or string of format \"</styles.css>; rel=preload; as=style\"");
	}
	/**
	* @param {any} hints
	* @return {string}
	*/
	function validateLinkHeaderValue(hints) {
		if (typeof hints === "string") {
			validateLinkHeaderFormat(hints, "hints");
			return hints;
		} else if (ArrayIsArray(hints)) {
			const hintsLength = hints.length;
			let result = "";
			if (hintsLength === 0) return result;
			for (let i = 0; i < hintsLength; i++) {
				const link = hints[i];
				validateLinkHeaderFormat(link, "hints");
				result += link;
				if (i !== hintsLength - 1) result += ", ";
			}
			return result;
		}
		throw new ERR_INVALID_ARG_VALUE("hints", hints, "must be an array or string of format \"</styles.css>; rel=preload; as=style\"");
	}
	module.exports = {
		isInt32,
		isUint32,
		parseFileMode,
		validateArray,
		validateStringArray,
		validateBooleanArray,
		validateAbortSignalArray,
		validateBoolean,
		validateBuffer,
		validateDictionary,
		validateEncoding,
		validateFunction,
		validateInt32,
		validateInteger,
		validateNumber,
		validateObject,
		validateOneOf,
		validatePlainFunction,
		validatePort,
		validateSignalName,
		validateString,
		validateUint32,
		validateUndefined,
		validateUnion,
		validateAbortSignal,
		validateLinkHeaderValue
	};
}));
// node_modules/process/index.js
var require_process$1 = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = global.process;
}));
// node_modules/readable-stream/lib/internal/shims/process.js
var require_process = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = ((base, esmKey, keys, isValid) => {
		if (esmKey in base && base[esmKey] === true) {
			let candidate;
			for (const key of keys) {
				if (!(key in base)) continue;
				candidate = base[key];
				if (isValid(candidate)) return candidate;
			}
		}
		return base;
	})(require_process$1(), "__esModule", ["default", "process"], (candidate) => "nextTick" in candidate);
}));
// node_modules/readable-stream/lib/internal/streams/utils.js
var require_utils = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { SymbolAsyncIterator, SymbolIterator, SymbolFor } = require_primordials();
	const kIsDestroyed = SymbolFor("nodejs.stream.destroyed");
	const kIsErrored = SymbolFor("nodejs.stream.errored");
	const kIsReadable = SymbolFor("nodejs.stream.readable");
	const kIsWritable = SymbolFor("nodejs.stream.writable");
	const kIsDisturbed = SymbolFor("nodejs.stream.disturbed");
	const kIsClosedPromise = SymbolFor("nodejs.webstream.isClosedPromise");
	const kControllerErrorFunction = SymbolFor("nodejs.webstream.controllerErrorFunction");
	function isReadableNodeStream(obj, strict = false) {
		var _obj$_readableState;
		return !!(obj && typeof obj.pipe === "function" && typeof obj.on === "function" && (!strict || typeof obj.pause === "function" && typeof obj.resume === "function") && (!obj._writableState || ((_obj$_readableState = obj._readableState) === null || _obj$_readableState === void 0 ? void 0 : _obj$_readableState.readable) !== false) && (!obj._writableState || obj._readableState));
	}
	function isWritableNodeStream(obj) {
		var _obj$_writableState;
		return !!(obj && typeof obj.write === "function" && typeof obj.on === "function" && (!obj._readableState || ((_obj$_writableState = obj._writableState) === null || _obj$_writableState === void 0 ? void 0 : _obj$_writableState.writable) !== false));
	}
	function isDuplexNodeStream(obj) {
		return !!(obj && typeof obj.pipe === "function" && obj._readableState && typeof obj.on === "function" && typeof obj.write === "function");
	}
	function isNodeStream(obj) {
		return obj && (obj._readableState || obj._writableState || typeof obj.write === "function" && typeof obj.on === "function" || typeof obj.pipe === "function" && typeof obj.on === "function");
	}
	function isReadableStream(obj) {
		return !!(obj && !isNodeStream(obj) && typeof obj.pipeThrough === "function" && typeof obj.getReader === "function" && typeof obj.cancel === "function");
	}
	function isWritableStream(obj) {
		return !!(obj && !isNodeStream(obj) && typeof obj.getWriter === "function" && typeof obj.abort === "function");
	}
	function isTransformStream(obj) {
		return !!(obj && !isNodeStream(obj) && typeof obj.readable === "object" && typeof obj.writable === "object");
	}
	function isWebStream(obj) {
		return isReadableStream(obj) || isWritableStream(obj) || isTransformStream(obj);
	}
	function isIterable(obj, isAsync) {
		if (obj == null) return false;
		if (isAsync === true) return typeof obj[SymbolAsyncIterator] === "function";
		if (isAsync === false) return typeof obj[SymbolIterator] === "function";
		return typeof obj[SymbolAsyncIterator] === "function" || typeof obj[SymbolIterator] === "function";
	}
	function isDestroyed(stream) {
		if (!isNodeStream(stream)) return null;
		const wState = stream._writableState;
		const rState = stream._readableState;
		const state = wState || rState;
		return !!(stream.destroyed || stream[kIsDestroyed] || state !== null && state !== void 0 && state.destroyed);
	}
	function isWritableEnded(stream) {
		if (!isWritableNodeStream(stream)) return null;
		if (stream.writableEnded === true) return true;
		const wState = stream._writableState;
		if (wState !== null && wState !== void 0 && wState.errored) return false;
		if (typeof (wState === null || wState === void 0 ? void 0 : wState.ended) !== "boolean") return null;
		return wState.ended;
	}
	function isWritableFinished(stream, strict) {
		if (!isWritableNodeStream(stream)) return null;
		if (stream.writableFinished === true) return true;
		const wState = stream._writableState;
		if (wState !== null && wState !== void 0 && wState.errored) return false;
		if (typeof (wState === null || wState === void 0 ? void 0 : wState.finished) !== "boolean") return null;
		return !!(wState.finished || strict === false && wState.ended === true && wState.length === 0);
	}
	function isReadableEnded(stream) {
		if (!isReadableNodeStream(stream)) return null;
		if (stream.readableEnded === true) return true;
		const rState = stream._readableState;
		if (!rState || rState.errored) return false;
		if (typeof (rState === null || rState === void 0 ? void 0 : rState.ended) !== "boolean") return null;
		return rState.ended;
	}
	function isReadableFinished(stream, strict) {
		if (!isReadableNodeStream(stream)) return null;
		const rState = stream._readableState;
		if (rState !== null && rState !== void 0 && rState.errored) return false;
		if (typeof (rState === null || rState === void 0 ? void 0 : rState.endEmitted) !== "boolean") return null;
		return !!(rState.endEmitted || strict === false && rState.ended === true && rState.length === 0);
	}
	function isReadable(stream) {
		if (stream && stream[kIsReadable] != null) return stream[kIsReadable];
		if (typeof (stream === null || stream === void 0 ? void 0 : stream.readable) !== "boolean") return null;
		if (isDestroyed(stream)) return false;
		return isReadableNodeStream(stream) && stream.readable && !isReadableFinished(stream);
	}
	function isWritable(stream) {
		if (stream && stream[kIsWritable] != null) return stream[kIsWritable];
		if (typeof (stream === null || stream === void 0 ? void 0 : stream.writable) !== "boolean") return null;
		if (isDestroyed(stream)) return false;
		return isWritableNodeStream(stream) && stream.writable && !isWritableEnded(stream);
	}
	function isFinished(stream, opts) {
		if (!isNodeStream(stream)) return null;
		if (isDestroyed(stream)) return true;
		if ((opts === null || opts === void 0 ? void 0 : opts.readable) !== false && isReadable(stream)) return false;
		if ((opts === null || opts === void 0 ? void 0 : opts.writable) !== false && isWritable(stream)) return false;
		return true;
	}
	function isWritableErrored(stream) {
		var _stream$_writableStat, _stream$_writableStat2;
		if (!isNodeStream(stream)) return null;
		if (stream.writableErrored) return stream.writableErrored;
		return (_stream$_writableStat = (_stream$_writableStat2 = stream._writableState) === null || _stream$_writableStat2 === void 0 ? void 0 : _stream$_writableStat2.errored) !== null && _stream$_writableStat !== void 0 ? _stream$_writableStat : null;
	}
	function isReadableErrored(stream) {
		var _stream$_readableStat, _stream$_readableStat2;
		if (!isNodeStream(stream)) return null;
		if (stream.readableErrored) return stream.readableErrored;
		return (_stream$_readableStat = (_stream$_readableStat2 = stream._readableState) === null || _stream$_readableStat2 === void 0 ? void 0 : _stream$_readableStat2.errored) !== null && _stream$_readableStat !== void 0 ? _stream$_readableStat : null;
	}
	function isClosed(stream) {
		if (!isNodeStream(stream)) return null;
		if (typeof stream.closed === "boolean") return stream.closed;
		const wState = stream._writableState;
		const rState = stream._readableState;
		if (typeof (wState === null || wState === void 0 ? void 0 : wState.closed) === "boolean" || typeof (rState === null || rState === void 0 ? void 0 : rState.closed) === "boolean") return (wState === null || wState === void 0 ? void 0 : wState.closed) || (rState === null || rState === void 0 ? void 0 : rState.closed);
		if (typeof stream._closed === "boolean" && isOutgoingMessage(stream)) return stream._closed;
		return null;
	}
	function isOutgoingMessage(stream) {
		return typeof stream._closed === "boolean" && typeof stream._defaultKeepAlive === "boolean" && typeof stream._removedConnection === "boolean" && typeof stream._removedContLen === "boolean";
	}
	function isServerResponse(stream) {
		return typeof stream._sent100 === "boolean" && isOutgoingMessage(stream);
	}
	function isServerRequest(stream) {
		var _stream$req;
		return typeof stream._consuming === "boolean" && typeof stream._dumped === "boolean" && ((_stream$req = stream.req) === null || _stream$req === void 0 ? void 0 : _stream$req.upgradeOrConnect) === void 0;
	}
	function willEmitClose(stream) {
		if (!isNodeStream(stream)) return null;
		const wState = stream._writableState;
		const rState = stream._readableState;
		const state = wState || rState;
		return !state && isServerResponse(stream) || !!(state && state.autoDestroy && state.emitClose && state.closed === false);
	}
	function isDisturbed(stream) {
		var _stream$kIsDisturbed;
		return !!(stream && ((_stream$kIsDisturbed = stream[kIsDisturbed]) !== null && _stream$kIsDisturbed !== void 0 ? _stream$kIsDisturbed : stream.readableDidRead || stream.readableAborted));
	}
	function isErrored(stream) {
		var _ref, _ref2, _ref3, _ref4, _ref5, _stream$kIsErrored, _stream$_readableStat3, _stream$_writableStat3, _stream$_readableStat4, _stream$_writableStat4;
		return !!(stream && ((_ref = (_ref2 = (_ref3 = (_ref4 = (_ref5 = (_stream$kIsErrored = stream[kIsErrored]) !== null && _stream$kIsErrored !== void 0 ? _stream$kIsErrored : stream.readableErrored) !== null && _ref5 !== void 0 ? _ref5 : stream.writableErrored) !== null && _ref4 !== void 0 ? _ref4 : (_stream$_readableStat3 = stream._readableState) === null || _stream$_readableStat3 === void 0 ? void 0 : _stream$_readableStat3.errorEmitted) !== null && _ref3 !== void 0 ? _ref3 : (_stream$_writableStat3 = stream._writableState) === null || _stream$_writableStat3 === void 0 ? void 0 : _stream$_writableStat3.errorEmitted) !== null && _ref2 !== void 0 ? _ref2 : (_stream$_readableStat4 = stream._readableState) === null || _stream$_readableStat4 === void 0 ? void 0 : _stream$_readableStat4.errored) !== null && _ref !== void 0 ? _ref : (_stream$_writableStat4 = stream._writableState) === null || _stream$_writableStat4 === void 0 ? void 0 : _stream$_writableStat4.errored));
	}
	module.exports = {
		isDestroyed,
		kIsDestroyed,
		isDisturbed,
		kIsDisturbed,
		isErrored,
		kIsErrored,
		isReadable,
		kIsReadable,
		kIsClosedPromise,
		kControllerErrorFunction,
		kIsWritable,
		isClosed,
		isDuplexNodeStream,
		isFinished,
		isIterable,
		isReadableNodeStream,
		isReadableStream,
		isReadableEnded,
		isReadableFinished,
		isReadableErrored,
		isNodeStream,
		isWebStream,
		isWritable,
		isWritableNodeStream,
		isWritableStream,
		isWritableEnded,
		isWritableFinished,
		isWritableErrored,
		isServerRequest,
		isServerResponse,
		willEmitClose,
		isTransformStream
	};
}));
// node_modules/readable-stream/lib/internal/streams/end-of-stream.js
var require_end_of_stream = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const process = require_process();
	const { AbortError, codes } = require_errors$1();
	const { ERR_INVALID_ARG_TYPE, ERR_STREAM_PREMATURE_CLOSE } = codes;
	const { kEmptyObject, once } = require_util$2();
	const { validateAbortSignal, validateFunction, validateObject, validateBoolean } = require_validators();
	const { Promise, PromisePrototypeThen, SymbolDispose } = require_primordials();
	const { isClosed, isReadable, isReadableNodeStream, isReadableStream, isReadableFinished, isReadableErrored, isWritable, isWritableNodeStream, isWritableStream, isWritableFinished, isWritableErrored, isNodeStream, willEmitClose: _willEmitClose, kIsClosedPromise } = require_utils();
	let addAbortListener;
	function isRequest(stream) {
		return stream.setHeader && typeof stream.abort === "function";
	}
	const nop = () => {};
	function eos(stream, options, callback) {
		var _options$readable, _options$writable;
		if (arguments.length === 2) {
			callback = options;
			options = kEmptyObject;
		} else if (options == null) options = kEmptyObject;
		else validateObject(options, "options");
		validateFunction(callback, "callback");
		validateAbortSignal(options.signal, "options.signal");
		callback = once(callback);
		if (isReadableStream(stream) || isWritableStream(stream)) return eosWeb(stream, options, callback);
		if (!isNodeStream(stream)) throw new ERR_INVALID_ARG_TYPE("stream", [
			"ReadableStream",
			"WritableStream",
			"Stream"
		], stream);
		const readable = (_options$readable = options.readable) !== null && _options$readable !== void 0 ? _options$readable : isReadableNodeStream(stream);
		const writable = (_options$writable = options.writable) !== null && _options$writable !== void 0 ? _options$writable : isWritableNodeStream(stream);
		const wState = stream._writableState;
		const rState = stream._readableState;
		const onlegacyfinish = () => {
			if (!stream.writable) onfinish();
		};
		let willEmitClose = _willEmitClose(stream) && isReadableNodeStream(stream) === readable && isWritableNodeStream(stream) === writable;
		let writableFinished = isWritableFinished(stream, false);
		const onfinish = () => {
			writableFinished = true;
			if (stream.destroyed) willEmitClose = false;
			if (willEmitClose && (!stream.readable || readable)) return;
			if (!readable || readableFinished) callback.call(stream);
		};
		let readableFinished = isReadableFinished(stream, false);
		const onend = () => {
			readableFinished = true;
			if (stream.destroyed) willEmitClose = false;
			if (willEmitClose && (!stream.writable || writable)) return;
			if (!writable || writableFinished) callback.call(stream);
		};
		const onerror = (err) => {
			callback.call(stream, err);
		};
		let closed = isClosed(stream);
		const onclose = () => {
			closed = true;
			const errored = isWritableErrored(stream) || isReadableErrored(stream);
			if (errored && typeof errored !== "boolean") return callback.call(stream, errored);
			if (readable && !readableFinished && isReadableNodeStream(stream, true)) {
				if (!isReadableFinished(stream, false)) return callback.call(stream, new ERR_STREAM_PREMATURE_CLOSE());
			}
			if (writable && !writableFinished) {
				if (!isWritableFinished(stream, false)) return callback.call(stream, new ERR_STREAM_PREMATURE_CLOSE());
			}
			callback.call(stream);
		};
		const onclosed = () => {
			closed = true;
			const errored = isWritableErrored(stream) || isReadableErrored(stream);
			if (errored && typeof errored !== "boolean") return callback.call(stream, errored);
			callback.call(stream);
		};
		const onrequest = () => {
			stream.req.on("finish", onfinish);
		};
		if (isRequest(stream)) {
			stream.on("complete", onfinish);
			if (!willEmitClose) stream.on("abort", onclose);
			if (stream.req) onrequest();
			else stream.on("request", onrequest);
		} else if (writable && !wState) {
			stream.on("end", onlegacyfinish);
			stream.on("close", onlegacyfinish);
		}
		if (!willEmitClose && typeof stream.aborted === "boolean") stream.on("aborted", onclose);
		stream.on("end", onend);
		stream.on("finish", onfinish);
		if (options.error !== false) stream.on("error", onerror);
		stream.on("close", onclose);
		if (closed) process.nextTick(onclose);
		else if (wState !== null && wState !== void 0 && wState.errorEmitted || rState !== null && rState !== void 0 && rState.errorEmitted) {
			if (!willEmitClose) process.nextTick(onclosed);
		} else if (!readable && (!willEmitClose || isReadable(stream)) && (writableFinished || isWritable(stream) === false)) process.nextTick(onclosed);
		else if (!writable && (!willEmitClose || isWritable(stream)) && (readableFinished || isReadable(stream) === false)) process.nextTick(onclosed);
		else if (rState && stream.req && stream.aborted) process.nextTick(onclosed);
		const cleanup = () => {
			callback = nop;
			stream.removeListener("aborted", onclose);
			stream.removeListener("complete", onfinish);
			stream.removeListener("abort", onclose);
			stream.removeListener("request", onrequest);
			if (stream.req) stream.req.removeListener("finish", onfinish);
			stream.removeListener("end", onlegacyfinish);
			stream.removeListener("close", onlegacyfinish);
			stream.removeListener("finish", onfinish);
			stream.removeListener("end", onend);
			stream.removeListener("error", onerror);
			stream.removeListener("close", onclose);
		};
		if (options.signal && !closed) {
			const abort = () => {
				const endCallback = callback;
				cleanup();
				endCallback.call(stream, new AbortError(void 0, { cause: options.signal.reason }));
			};
			if (options.signal.aborted) process.nextTick(abort);
			else {
				addAbortListener = addAbortListener || require_util$2().addAbortListener;
				const disposable = addAbortListener(options.signal, abort);
				const originalCallback = callback;
				callback = once((...args) => {
					disposable[SymbolDispose]();
					originalCallback.apply(stream, args);
				});
			}
		}
		return cleanup;
	}
	function eosWeb(stream, options, callback) {
		let isAborted = false;
		let abort = nop;
		if (options.signal) {
			abort = () => {
				isAborted = true;
				callback.call(stream, new AbortError(void 0, { cause: options.signal.reason }));
			};
			if (options.signal.aborted) process.nextTick(abort);
			else {
				addAbortListener = addAbortListener || require_util$2().addAbortListener;
				const disposable = addAbortListener(options.signal, abort);
				const originalCallback = callback;
				callback = once((...args) => {
					disposable[SymbolDispose]();
					originalCallback.apply(stream, args);
				});
			}
		}
		const resolverFn = (...args) => {
			if (!isAborted) process.nextTick(() => callback.apply(stream, args));
		};
		PromisePrototypeThen(stream[kIsClosedPromise].promise, resolverFn, resolverFn);
		return nop;
	}
	function finished(stream, opts) {
		var _opts;
		let autoCleanup = false;
		if (opts === null) opts = kEmptyObject;
		if ((_opts = opts) !== null && _opts !== void 0 && _opts.cleanup) {
			validateBoolean(opts.cleanup, "cleanup");
			autoCleanup = opts.cleanup;
		}
		return new Promise((resolve, reject) => {
			const cleanup = eos(stream, opts, (err) => {
				if (autoCleanup) cleanup();
				if (err) reject(err);
				else resolve();
			});
		});
	}
	module.exports = eos;
	module.exports.finished = finished;
}));
// node_modules/readable-stream/lib/internal/streams/destroy.js
var require_destroy = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const process = require_process();
	const { aggregateTwoErrors, codes: { ERR_MULTIPLE_CALLBACK }, AbortError } = require_errors$1();
	const { Symbol } = require_primordials();
	const { kIsDestroyed, isDestroyed, isFinished, isServerRequest } = require_utils();
	const kDestroy = Symbol("kDestroy");
	const kConstruct = Symbol("kConstruct");
	function checkError(err, w, r) {
		if (err) {
			err.stack;
			if (w && !w.errored) w.errored = err;
			if (r && !r.errored) r.errored = err;
		}
	}
	function destroy(err, cb) {
		const r = this._readableState;
		const w = this._writableState;
		const s = w || r;
		if (w !== null && w !== void 0 && w.destroyed || r !== null && r !== void 0 && r.destroyed) {
			if (typeof cb === "function") cb();
			return this;
		}
		checkError(err, w, r);
		if (w) w.destroyed = true;
		if (r) r.destroyed = true;
		if (!s.constructed) this.once(kDestroy, function(er) {
			_destroy(this, aggregateTwoErrors(er, err), cb);
		});
		else _destroy(this, err, cb);
		return this;
	}
	function _destroy(self, err, cb) {
		let called = false;
		function onDestroy(err) {
			if (called) return;
			called = true;
			const r = self._readableState;
			const w = self._writableState;
			checkError(err, w, r);
			if (w) w.closed = true;
			if (r) r.closed = true;
			if (typeof cb === "function") cb(err);
			if (err) process.nextTick(emitErrorCloseNT, self, err);
			else process.nextTick(emitCloseNT, self);
		}
		try {
			self._destroy(err || null, onDestroy);
		} catch (err) {
			onDestroy(err);
		}
	}
	function emitErrorCloseNT(self, err) {
		emitErrorNT(self, err);
		emitCloseNT(self);
	}
	function emitCloseNT(self) {
		const r = self._readableState;
		const w = self._writableState;
		if (w) w.closeEmitted = true;
		if (r) r.closeEmitted = true;
		if (w !== null && w !== void 0 && w.emitClose || r !== null && r !== void 0 && r.emitClose) self.emit("close");
	}
	function emitErrorNT(self, err) {
		const r = self._readableState;
		const w = self._writableState;
		if (w !== null && w !== void 0 && w.errorEmitted || r !== null && r !== void 0 && r.errorEmitted) return;
		if (w) w.errorEmitted = true;
		if (r) r.errorEmitted = true;
		self.emit("error", err);
	}
	function undestroy() {
		const r = this._readableState;
		const w = this._writableState;
		if (r) {
			r.constructed = true;
			r.closed = false;
			r.closeEmitted = false;
			r.destroyed = false;
			r.errored = null;
			r.errorEmitted = false;
			r.reading = false;
			r.ended = r.readable === false;
			r.endEmitted = r.readable === false;
		}
		if (w) {
			w.constructed = true;
			w.destroyed = false;
			w.closed = false;
			w.closeEmitted = false;
			w.errored = null;
			w.errorEmitted = false;
			w.finalCalled = false;
			w.prefinished = false;
			w.ended = w.writable === false;
			w.ending = w.writable === false;
			w.finished = w.writable === false;
		}
	}
	function errorOrDestroy(stream, err, sync) {
		const r = stream._readableState;
		const w = stream._writableState;
		if (w !== null && w !== void 0 && w.destroyed || r !== null && r !== void 0 && r.destroyed) return this;
		if (r !== null && r !== void 0 && r.autoDestroy || w !== null && w !== void 0 && w.autoDestroy) stream.destroy(err);
		else if (err) {
			err.stack;
			if (w && !w.errored) w.errored = err;
			if (r && !r.errored) r.errored = err;
			if (sync) process.nextTick(emitErrorNT, stream, err);
			else emitErrorNT(stream, err);
		}
	}
	function construct(stream, cb) {
		if (typeof stream._construct !== "function") return;
		const r = stream._readableState;
		const w = stream._writableState;
		if (r) r.constructed = false;
		if (w) w.constructed = false;
		stream.once(kConstruct, cb);
		if (stream.listenerCount(kConstruct) > 1) return;
		process.nextTick(constructNT, stream);
	}
	function constructNT(stream) {
		let called = false;
		function onConstruct(err) {
			if (called) {
				errorOrDestroy(stream, err !== null && err !== void 0 ? err : new ERR_MULTIPLE_CALLBACK());
				return;
			}
			called = true;
			const r = stream._readableState;
			const w = stream._writableState;
			const s = w || r;
			if (r) r.constructed = true;
			if (w) w.constructed = true;
			if (s.destroyed) stream.emit(kDestroy, err);
			else if (err) errorOrDestroy(stream, err, true);
			else process.nextTick(emitConstructNT, stream);
		}
		try {
			stream._construct((err) => {
				process.nextTick(onConstruct, err);
			});
		} catch (err) {
			process.nextTick(onConstruct, err);
		}
	}
	function emitConstructNT(stream) {
		stream.emit(kConstruct);
	}
	function isRequest(stream) {
		return (stream === null || stream === void 0 ? void 0 : stream.setHeader) && typeof stream.abort === "function";
	}
	function emitCloseLegacy(stream) {
		stream.emit("close");
	}
	function emitErrorCloseLegacy(stream, err) {
		stream.emit("error", err);
		process.nextTick(emitCloseLegacy, stream);
	}
	function destroyer(stream, err) {
		if (!stream || isDestroyed(stream)) return;
		if (!err && !isFinished(stream)) err = new AbortError();
		if (isServerRequest(stream)) {
			stream.socket = null;
			stream.destroy(err);
		} else if (isRequest(stream)) stream.abort();
		else if (isRequest(stream.req)) stream.req.abort();
		else if (typeof stream.destroy === "function") stream.destroy(err);
		else if (typeof stream.close === "function") stream.close();
		else if (err) process.nextTick(emitErrorCloseLegacy, stream, err);
		else process.nextTick(emitCloseLegacy, stream);
		if (!stream.destroyed) stream[kIsDestroyed] = true;
	}
	module.exports = {
		construct,
		destroyer,
		destroy,
		undestroy,
		errorOrDestroy
	};
}));
// node_modules/readable-stream/lib/internal/streams/legacy.js
var require_legacy = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { ArrayIsArray, ObjectSetPrototypeOf } = require_primordials();
	const { EventEmitter: EE } = __require("events");
	function Stream(opts) {
		EE.call(this, opts);
	}
	ObjectSetPrototypeOf(Stream.prototype, EE.prototype);
	ObjectSetPrototypeOf(Stream, EE);
	Stream.prototype.pipe = function(dest, options) {
		const source = this;
		function ondata(chunk) {
			if (dest.writable && dest.write(chunk) === false && source.pause) source.pause();
		}
		source.on("data", ondata);
		function ondrain() {
			if (source.readable && source.resume) source.resume();
		}
		dest.on("drain", ondrain);
		if (!dest._isStdio && (!options || options.end !== false)) {
			source.on("end", onend);
			source.on("close", onclose);
		}
		let didOnEnd = false;
		function onend() {
			if (didOnEnd) return;
			didOnEnd = true;
			dest.end();
		}
		function onclose() {
			if (didOnEnd) return;
			didOnEnd = true;
			if (typeof dest.destroy === "function") dest.destroy();
		}
		function onerror(er) {
			var _this$listenerCount;
			cleanup();
			if (((_this$listenerCount = this.listenerCount) === null || _this$listenerCount === void 0 ? void 0 : _this$listenerCount.call(this, "error")) === 0) this.emit("error", er);
		}
		prependListener(source, "error", onerror);
		prependListener(dest, "error", onerror);
		function cleanup() {
			source.removeListener("data", ondata);
			dest.removeListener("drain", ondrain);
			source.removeListener("end", onend);
			source.removeListener("close", onclose);
			source.removeListener("error", onerror);
			dest.removeListener("error", onerror);
			source.removeListener("end", cleanup);
			source.removeListener("close", cleanup);
			dest.removeListener("close", cleanup);
		}
		source.on("end", cleanup);
		source.on("close", cleanup);
		dest.on("close", cleanup);
		dest.emit("pipe", source);
		return dest;
	};
	function prependListener(emitter, event, fn) {
		if (typeof emitter.prependListener === "function") return emitter.prependListener(event, fn);
		if (!emitter._events || !emitter._events[event]) emitter.on(event, fn);
		else if (ArrayIsArray(emitter._events[event])) emitter._events[event].unshift(fn);
		else emitter._events[event] = [fn, emitter._events[event]];
	}
	module.exports = {
		Stream,
		prependListener
	};
}));
// node_modules/readable-stream/lib/internal/streams/add-abort-signal.js
var require_add_abort_signal = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { SymbolDispose } = require_primordials();
	const { AbortError, codes } = require_errors$1();
	const { isNodeStream, isWebStream, kControllerErrorFunction } = require_utils();
	const eos = require_end_of_stream();
	const { ERR_INVALID_ARG_TYPE } = codes;
	let addAbortListener;
	const validateAbortSignal = (signal, name) => {
		if (typeof signal !== "object" || !("aborted" in signal)) throw new ERR_INVALID_ARG_TYPE(name, "AbortSignal", signal);
	};
	module.exports.addAbortSignal = function addAbortSignal(signal, stream) {
		validateAbortSignal(signal, "signal");
		if (!isNodeStream(stream) && !isWebStream(stream)) throw new ERR_INVALID_ARG_TYPE("stream", [
			"ReadableStream",
			"WritableStream",
			"Stream"
		], stream);
		return module.exports.addAbortSignalNoValidate(signal, stream);
	};
	module.exports.addAbortSignalNoValidate = function(signal, stream) {
		if (typeof signal !== "object" || !("aborted" in signal)) return stream;
		const onAbort = isNodeStream(stream) ? () => {
			stream.destroy(new AbortError(void 0, { cause: signal.reason }));
		} : () => {
			stream[kControllerErrorFunction](new AbortError(void 0, { cause: signal.reason }));
		};
		if (signal.aborted) onAbort();
		else {
			addAbortListener = addAbortListener || require_util$2().addAbortListener;
			const disposable = addAbortListener(signal, onAbort);
			eos(stream, disposable[SymbolDispose]);
		}
		return stream;
	};
}));
// node_modules/readable-stream/lib/internal/streams/buffer_list.js
var require_buffer_list = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { StringPrototypeSlice, SymbolIterator, TypedArrayPrototypeSet, Uint8Array } = require_primordials();
	const { Buffer } = __require("buffer");
	const { inspect } = require_util$2();
	module.exports = class BufferList {
		constructor() {
			this.head = null;
			this.tail = null;
			this.length = 0;
		}
		push(v) {
			const entry = {
				data: v,
				next: null
			};
			if (this.length > 0) this.tail.next = entry;
			else this.head = entry;
			this.tail = entry;
			++this.length;
		}
		unshift(v) {
			const entry = {
				data: v,
				next: this.head
			};
			if (this.length === 0) this.tail = entry;
			this.head = entry;
			++this.length;
		}
		shift() {
			if (this.length === 0) return;
			const ret = this.head.data;
			if (this.length === 1) this.head = this.tail = null;
			else this.head = this.head.next;
			--this.length;
			return ret;
		}
		clear() {
			this.head = this.tail = null;
			this.length = 0;
		}
		join(s) {
			if (this.length === 0) return "";
			let p = this.head;
			let ret = "" + p.data;
			while ((p = p.next) !== null) ret += s + p.data;
			return ret;
		}
		concat(n) {
			if (this.length === 0) return Buffer.alloc(0);
			const ret = Buffer.allocUnsafe(n >>> 0);
			let p = this.head;
			let i = 0;
			while (p) {
				TypedArrayPrototypeSet(ret, p.data, i);
				i += p.data.length;
				p = p.next;
			}
			return ret;
		}
		consume(n, hasStrings) {
			const data = this.head.data;
			if (n < data.length) {
				const slice = data.slice(0, n);
				this.head.data = data.slice(n);
				return slice;
			}
			if (n === data.length) return this.shift();
			return hasStrings ? this._getString(n) : this._getBuffer(n);
		}
		first() {
			return this.head.data;
		}
		*[SymbolIterator]() {
			for (let p = this.head; p; p = p.next) yield p.data;
		}
		_getString(n) {
			let ret = "";
			let p = this.head;
			let c = 0;
			do {
				const str = p.data;
				if (n > str.length) {
					ret += str;
					n -= str.length;
				} else {
					if (n === str.length) {
						ret += str;
						++c;
						if (p.next) this.head = p.next;
						else this.head = this.tail = null;
					} else {
						ret += StringPrototypeSlice(str, 0, n);
						this.head = p;
						p.data = StringPrototypeSlice(str, n);
					}
					break;
				}
				++c;
			} while ((p = p.next) !== null);
			this.length -= c;
			return ret;
		}
		_getBuffer(n) {
			const ret = Buffer.allocUnsafe(n);
			const retLen = n;
			let p = this.head;
			let c = 0;
			do {
				const buf = p.data;
				if (n > buf.length) {
					TypedArrayPrototypeSet(ret, buf, retLen - n);
					n -= buf.length;
				} else {
					if (n === buf.length) {
						TypedArrayPrototypeSet(ret, buf, retLen - n);
						++c;
						if (p.next) this.head = p.next;
						else this.head = this.tail = null;
					} else {
						TypedArrayPrototypeSet(ret, new Uint8Array(buf.buffer, buf.byteOffset, n), retLen - n);
						this.head = p;
						p.data = buf.slice(n);
					}
					break;
				}
				++c;
			} while ((p = p.next) !== null);
			this.length -= c;
			return ret;
		}
		[Symbol.for("nodejs.util.inspect.custom")](_, options) {
			return inspect(this, {
				...options,
				depth: 0,
				customInspect: false
			});
		}
	};
}));
// node_modules/readable-stream/lib/internal/streams/state.js
var require_state = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { MathFloor, NumberIsInteger } = require_primordials();
	const { validateInteger } = require_validators();
	const { ERR_INVALID_ARG_VALUE } = require_errors$1().codes;
	let defaultHighWaterMarkBytes = 16384;
	let defaultHighWaterMarkObjectMode = 16;
	function highWaterMarkFrom(options, isDuplex, duplexKey) {
		return options.highWaterMark != null ? options.highWaterMark : isDuplex ? options[duplexKey] : null;
	}
	function getDefaultHighWaterMark(objectMode) {
		return objectMode ? defaultHighWaterMarkObjectMode : defaultHighWaterMarkBytes;
	}
	function setDefaultHighWaterMark(objectMode, value) {
		validateInteger(value, "value", 0);
		if (objectMode) defaultHighWaterMarkObjectMode = value;
		else defaultHighWaterMarkBytes = value;
	}
	function getHighWaterMark(state, options, duplexKey, isDuplex) {
		const hwm = highWaterMarkFrom(options, isDuplex, duplexKey);
		if (hwm != null) {
			if (!NumberIsInteger(hwm) || hwm < 0) {
				const name = isDuplex ? `options.${duplexKey}` : "options.highWaterMark";
				throw new ERR_INVALID_ARG_VALUE(name, hwm);
			}
			return MathFloor(hwm);
		}
		return getDefaultHighWaterMark(state.objectMode);
	}
	module.exports = {
		getHighWaterMark,
		getDefaultHighWaterMark,
		setDefaultHighWaterMark
	};
}));
// node_modules/safe-buffer/index.js
var require_safe_buffer = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/*! safe-buffer. MIT License. Feross Aboukhadijeh <https://feross.org/opensource> */
	var buffer = __require("buffer");
	var Buffer = buffer.Buffer;
	function copyProps(src, dst) {
		for (var key in src) dst[key] = src[key];
	}
	if (Buffer.from && Buffer.alloc && Buffer.allocUnsafe && Buffer.allocUnsafeSlow) module.exports = buffer;
	else {
		copyProps(buffer, exports);
		exports.Buffer = SafeBuffer;
	}
	function SafeBuffer(arg, encodingOrOffset, length) {
		return Buffer(arg, encodingOrOffset, length);
	}
	SafeBuffer.prototype = Object.create(Buffer.prototype);
	copyProps(Buffer, SafeBuffer);
	SafeBuffer.from = function(arg, encodingOrOffset, length) {
		if (typeof arg === "number") throw new TypeError("Argument must not be a number");
		return Buffer(arg, encodingOrOffset, length);
	};
	SafeBuffer.alloc = function(size, fill, encoding) {
		if (typeof size !== "number") throw new TypeError("Argument must be a number");
		var buf = Buffer(size);
		if (fill !== void 0) {
			if (typeof encoding === "string") buf.fill(fill, encoding);
			else buf.fill(fill);
		} else buf.fill(0);
		return buf;
	};
	SafeBuffer.allocUnsafe = function(size) {
		if (typeof size !== "number") throw new TypeError("Argument must be a number");
		return Buffer(size);
	};
	SafeBuffer.allocUnsafeSlow = function(size) {
		if (typeof size !== "number") throw new TypeError("Argument must be a number");
		return buffer.SlowBuffer(size);
	};
}));
// node_modules/string_decoder/lib/string_decoder.js
var require_string_decoder = /* @__PURE__ */ __commonJSMin(((exports) => {
	var Buffer = require_safe_buffer().Buffer;
	var isEncoding = Buffer.isEncoding || function(encoding) {
		encoding = "" + encoding;
		switch (encoding && encoding.toLowerCase()) {
			case "hex":
			case "utf8":
			case "utf-8":
			case "ascii":
			case "binary":
			case "base64":
			case "ucs2":
			case "ucs-2":
			case "utf16le":
			case "utf-16le":
			case "raw": return true;
			default: return false;
		}
	};
	function _normalizeEncoding(enc) {
		if (!enc) return "utf8";
		var retried;
		while (true) switch (enc) {
			case "utf8":
			case "utf-8": return "utf8";
			case "ucs2":
			case "ucs-2":
			case "utf16le":
			case "utf-16le": return "utf16le";
			case "latin1":
			case "binary": return "latin1";
			case "base64":
			case "ascii":
			case "hex": return enc;
			default:
				if (retried) return;
				enc = ("" + enc).toLowerCase();
				retried = true;
		}
	}
	function normalizeEncoding(enc) {
		var nenc = _normalizeEncoding(enc);
		if (typeof nenc !== "string" && (Buffer.isEncoding === isEncoding || !isEncoding(enc))) throw new Error("Unknown encoding: " + enc);
		return nenc || enc;
	}
	exports.StringDecoder = StringDecoder;
	function StringDecoder(encoding) {
		this.encoding = normalizeEncoding(encoding);
		var nb;
		switch (this.encoding) {
			case "utf16le":
				this.text = utf16Text;
				this.end = utf16End;
				nb = 4;
				break;
			case "utf8":
				this.fillLast = utf8FillLast;
				nb = 4;
				break;
			case "base64":
				this.text = base64Text;
				this.end = base64End;
				nb = 3;
				break;
			default:
				this.write = simpleWrite;
				this.end = simpleEnd;
				return;
		}
		this.lastNeed = 0;
		this.lastTotal = 0;
		this.lastChar = Buffer.allocUnsafe(nb);
	}
	StringDecoder.prototype.write = function(buf) {
		if (buf.length === 0) return "";
		var r;
		var i;
		if (this.lastNeed) {
			r = this.fillLast(buf);
			if (r === void 0) return "";
			i = this.lastNeed;
			this.lastNeed = 0;
		} else i = 0;
		if (i < buf.length) return r ? r + this.text(buf, i) : this.text(buf, i);
		return r || "";
	};
	StringDecoder.prototype.end = utf8End;
	StringDecoder.prototype.text = utf8Text;
	StringDecoder.prototype.fillLast = function(buf) {
		if (this.lastNeed <= buf.length) {
			buf.copy(this.lastChar, this.lastTotal - this.lastNeed, 0, this.lastNeed);
			return this.lastChar.toString(this.encoding, 0, this.lastTotal);
		}
		buf.copy(this.lastChar, this.lastTotal - this.lastNeed, 0, buf.length);
		this.lastNeed -= buf.length;
	};
	function utf8CheckByte(byte) {
		if (byte <= 127) return 0;
		else if (byte >> 5 === 6) return 2;
		else if (byte >> 4 === 14) return 3;
		else if (byte >> 3 === 30) return 4;
		return byte >> 6 === 2 ? -1 : -2;
	}
	function utf8CheckIncomplete(self, buf, i) {
		var j = buf.length - 1;
		if (j < i) return 0;
		var nb = utf8CheckByte(buf[j]);
		if (nb >= 0) {
			if (nb > 0) self.lastNeed = nb - 1;
			return nb;
		}
		if (--j < i || nb === -2) return 0;
		nb = utf8CheckByte(buf[j]);
		if (nb >= 0) {
			if (nb > 0) self.lastNeed = nb - 2;
			return nb;
		}
		if (--j < i || nb === -2) return 0;
		nb = utf8CheckByte(buf[j]);
		if (nb >= 0) {
			if (nb > 0) {
				if (nb === 2) nb = 0;
				else self.lastNeed = nb - 3;
			}
			return nb;
		}
		return 0;
	}
	function utf8CheckExtraBytes(self, buf, p) {
		if ((buf[0] & 192) !== 128) {
			self.lastNeed = 0;
			return "\ufffd";
		}
		if (self.lastNeed > 1 && buf.length > 1) {
			if ((buf[1] & 192) !== 128) {
				self.lastNeed = 1;
				return "\ufffd";
			}
			if (self.lastNeed > 2 && buf.length > 2) {
				if ((buf[2] & 192) !== 128) {
					self.lastNeed = 2;
					return "\ufffd";
				}
			}
		}
	}
	function utf8FillLast(buf) {
		var p = this.lastTotal - this.lastNeed;
		var r = utf8CheckExtraBytes(this, buf, p);
		if (r !== void 0) return r;
		if (this.lastNeed <= buf.length) {
			buf.copy(this.lastChar, p, 0, this.lastNeed);
			return this.lastChar.toString(this.encoding, 0, this.lastTotal);
		}
		buf.copy(this.lastChar, p, 0, buf.length);
		this.lastNeed -= buf.length;
	}
	function utf8Text(buf, i) {
		var total = utf8CheckIncomplete(this, buf, i);
		if (!this.lastNeed) return buf.toString("utf8", i);
		this.lastTotal = total;
		var end = buf.length - (total - this.lastNeed);
		buf.copy(this.lastChar, 0, end);
		return buf.toString("utf8", i, end);
	}
	function utf8End(buf) {
		var r = buf && buf.length ? this.write(buf) : "";
		if (this.lastNeed) return r + "\ufffd";
		return r;
	}
	function utf16Text(buf, i) {
		if ((buf.length - i) % 2 === 0) {
			var r = buf.toString("utf16le", i);
			if (r) {
				var c = r.charCodeAt(r.length - 1);
				if (c >= 55296 && c <= 56319) {
					this.lastNeed = 2;
					this.lastTotal = 4;
					this.lastChar[0] = buf[buf.length - 2];
					this.lastChar[1] = buf[buf.length - 1];
					return r.slice(0, -1);
				}
			}
			return r;
		}
		this.lastNeed = 1;
		this.lastTotal = 2;
		this.lastChar[0] = buf[buf.length - 1];
		return buf.toString("utf16le", i, buf.length - 1);
	}
	function utf16End(buf) {
		var r = buf && buf.length ? this.write(buf) : "";
		if (this.lastNeed) {
			var end = this.lastTotal - this.lastNeed;
			return r + this.lastChar.toString("utf16le", 0, end);
		}
		return r;
	}
	function base64Text(buf, i) {
		var n = (buf.length - i) % 3;
		if (n === 0) return buf.toString("base64", i);
		this.lastNeed = 3 - n;
		this.lastTotal = 3;
		if (n === 1) this.lastChar[0] = buf[buf.length - 1];
		else {
			this.lastChar[0] = buf[buf.length - 2];
			this.lastChar[1] = buf[buf.length - 1];
		}
		return buf.toString("base64", i, buf.length - n);
	}
	function base64End(buf) {
		var r = buf && buf.length ? this.write(buf) : "";
		if (this.lastNeed) return r + this.lastChar.toString("base64", 0, 3 - this.lastNeed);
		return r;
	}
	function simpleWrite(buf) {
		return buf.toString(this.encoding);
	}
	function simpleEnd(buf) {
		return buf && buf.length ? this.write(buf) : "";
	}
}));
// node_modules/readable-stream/lib/internal/streams/from.js
var require_from = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const process = require_process();
	const { PromisePrototypeThen, SymbolAsyncIterator, SymbolIterator } = require_primordials();
	const { Buffer } = __require("buffer");
	const { ERR_INVALID_ARG_TYPE, ERR_STREAM_NULL_VALUES } = require_errors$1().codes;
	function from(Readable, iterable, opts) {
		let iterator;
		if (typeof iterable === "string" || iterable instanceof Buffer) return new Readable({
			objectMode: true,
			...opts,
			read() {
				this.push(iterable);
				this.push(null);
			}
		});
		let isAsync;
		if (iterable && iterable[SymbolAsyncIterator]) {
			isAsync = true;
			iterator = iterable[SymbolAsyncIterator]();
		} else if (iterable && iterable[SymbolIterator]) {
			isAsync = false;
			iterator = iterable[SymbolIterator]();
		} else throw new ERR_INVALID_ARG_TYPE("iterable", ["Iterable"], iterable);
		const readable = new Readable({
			objectMode: true,
			highWaterMark: 1,
			...opts
		});
		let reading = false;
		readable._read = function() {
			if (!reading) {
				reading = true;
				next();
			}
		};
		readable._destroy = function(error, cb) {
			PromisePrototypeThen(close(error), () => process.nextTick(cb, error), (e) => process.nextTick(cb, e || error));
		};
		async function close(error) {
			const hadError = error !== void 0 && error !== null;
			const hasThrow = typeof iterator.throw === "function";
			if (hadError && hasThrow) {
				const { value, done } = await iterator.throw(error);
				await value;
				if (done) return;
			}
			if (typeof iterator.return === "function") {
				const { value } = await iterator.return();
				await value;
			}
		}
		async function next() {
			for (;;) {
				try {
					const { value, done } = isAsync ? await iterator.next() : iterator.next();
					if (done) readable.push(null);
					else {
						const res = value && typeof value.then === "function" ? await value : value;
						if (res === null) {
							reading = false;
							throw new ERR_STREAM_NULL_VALUES();
						} else if (readable.push(res)) continue;
						else reading = false;
					}
				} catch (err) {
					readable.destroy(err);
				}
				break;
			}
		}
		return readable;
	}
	module.exports = from;
}));
// node_modules/readable-stream/lib/internal/streams/readable.js
var require_readable = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const process = require_process();
	const { ArrayPrototypeIndexOf, NumberIsInteger, NumberIsNaN, NumberParseInt, ObjectDefineProperties, ObjectKeys, ObjectSetPrototypeOf, Promise, SafeSet, SymbolAsyncDispose, SymbolAsyncIterator, Symbol } = require_primordials();
	module.exports = Readable;
	Readable.ReadableState = ReadableState;
	const { EventEmitter: EE } = __require("events");
	const { Stream, prependListener } = require_legacy();
	const { Buffer } = __require("buffer");
	const { addAbortSignal } = require_add_abort_signal();
	const eos = require_end_of_stream();
	let debug = require_util$2().debuglog("stream", (fn) => {
		debug = fn;
	});
	const BufferList = require_buffer_list();
	const destroyImpl = require_destroy();
	const { getHighWaterMark, getDefaultHighWaterMark } = require_state();
	const { aggregateTwoErrors, codes: { ERR_INVALID_ARG_TYPE, ERR_METHOD_NOT_IMPLEMENTED, ERR_OUT_OF_RANGE, ERR_STREAM_PUSH_AFTER_EOF, ERR_STREAM_UNSHIFT_AFTER_END_EVENT }, AbortError } = require_errors$1();
	const { validateObject } = require_validators();
	const kPaused = Symbol("kPaused");
	const { StringDecoder } = require_string_decoder();
	const from = require_from();
	ObjectSetPrototypeOf(Readable.prototype, Stream.prototype);
	ObjectSetPrototypeOf(Readable, Stream);
	const nop = () => {};
	const { errorOrDestroy } = destroyImpl;
	const kObjectMode = 1;
	const kEnded = 2;
	const kEndEmitted = 4;
	const kReading = 8;
	const kConstructed = 16;
	const kSync = 32;
	const kNeedReadable = 64;
	const kEmittedReadable = 128;
	const kReadableListening = 256;
	const kResumeScheduled = 512;
	const kErrorEmitted = 1024;
	const kEmitClose = 2048;
	const kAutoDestroy = 4096;
	const kDestroyed = 8192;
	const kClosed = 16384;
	const kCloseEmitted = 32768;
	const kMultiAwaitDrain = 65536;
	const kReadingMore = 1 << 17;
	const kDataEmitted = 1 << 18;
	function makeBitMapDescriptor(bit) {
		return {
			enumerable: false,
			get() {
				return (this.state & bit) !== 0;
			},
			set(value) {
				if (value) this.state |= bit;
				else this.state &= ~bit;
			}
		};
	}
	ObjectDefineProperties(ReadableState.prototype, {
		objectMode: makeBitMapDescriptor(kObjectMode),
		ended: makeBitMapDescriptor(kEnded),
		endEmitted: makeBitMapDescriptor(kEndEmitted),
		reading: makeBitMapDescriptor(kReading),
		constructed: makeBitMapDescriptor(kConstructed),
		sync: makeBitMapDescriptor(kSync),
		needReadable: makeBitMapDescriptor(kNeedReadable),
		emittedReadable: makeBitMapDescriptor(kEmittedReadable),
		readableListening: makeBitMapDescriptor(kReadableListening),
		resumeScheduled: makeBitMapDescriptor(kResumeScheduled),
		errorEmitted: makeBitMapDescriptor(kErrorEmitted),
		emitClose: makeBitMapDescriptor(kEmitClose),
		autoDestroy: makeBitMapDescriptor(kAutoDestroy),
		destroyed: makeBitMapDescriptor(kDestroyed),
		closed: makeBitMapDescriptor(kClosed),
		closeEmitted: makeBitMapDescriptor(kCloseEmitted),
		multiAwaitDrain: makeBitMapDescriptor(kMultiAwaitDrain),
		readingMore: makeBitMapDescriptor(kReadingMore),
		dataEmitted: makeBitMapDescriptor(kDataEmitted)
	});
	function ReadableState(options, stream, isDuplex) {
		if (typeof isDuplex !== "boolean") isDuplex = stream instanceof require_duplex();
		this.state = 6192;
		if (options && options.objectMode) this.state |= kObjectMode;
		if (isDuplex && options && options.readableObjectMode) this.state |= kObjectMode;
		this.highWaterMark = options ? getHighWaterMark(this, options, "readableHighWaterMark", isDuplex) : getDefaultHighWaterMark(false);
		this.buffer = new BufferList();
		this.length = 0;
		this.pipes = [];
		this.flowing = null;
		this[kPaused] = null;
		if (options && options.emitClose === false) this.state &= -2049;
		if (options && options.autoDestroy === false) this.state &= -4097;
		this.errored = null;
		this.defaultEncoding = options && options.defaultEncoding || "utf8";
		this.awaitDrainWriters = null;
		this.decoder = null;
		this.encoding = null;
		if (options && options.encoding) {
			this.decoder = new StringDecoder(options.encoding);
			this.encoding = options.encoding;
		}
	}
	function Readable(options) {
		if (!(this instanceof Readable)) return new Readable(options);
		const isDuplex = this instanceof require_duplex();
		this._readableState = new ReadableState(options, this, isDuplex);
		if (options) {
			if (typeof options.read === "function") this._read = options.read;
			if (typeof options.destroy === "function") this._destroy = options.destroy;
			if (typeof options.construct === "function") this._construct = options.construct;
			if (options.signal && !isDuplex) addAbortSignal(options.signal, this);
		}
		Stream.call(this, options);
		destroyImpl.construct(this, () => {
			if (this._readableState.needReadable) maybeReadMore(this, this._readableState);
		});
	}
	Readable.prototype.destroy = destroyImpl.destroy;
	Readable.prototype._undestroy = destroyImpl.undestroy;
	Readable.prototype._destroy = function(err, cb) {
		cb(err);
	};
	Readable.prototype[EE.captureRejectionSymbol] = function(err) {
		this.destroy(err);
	};
	Readable.prototype[SymbolAsyncDispose] = function() {
		let error;
		if (!this.destroyed) {
			error = this.readableEnded ? null : new AbortError();
			this.destroy(error);
		}
		return new Promise((resolve, reject) => eos(this, (err) => err && err !== error ? reject(err) : resolve(null)));
	};
	Readable.prototype.push = function(chunk, encoding) {
		return readableAddChunk(this, chunk, encoding, false);
	};
	Readable.prototype.unshift = function(chunk, encoding) {
		return readableAddChunk(this, chunk, encoding, true);
	};
	function readableAddChunk(stream, chunk, encoding, addToFront) {
		debug("readableAddChunk", chunk);
		const state = stream._readableState;
		let err;
		if ((state.state & kObjectMode) === 0) {
			if (typeof chunk === "string") {
				encoding = encoding || state.defaultEncoding;
				if (state.encoding !== encoding) {
					if (addToFront && state.encoding) chunk = Buffer.from(chunk, encoding).toString(state.encoding);
					else {
						chunk = Buffer.from(chunk, encoding);
						encoding = "";
					}
				}
			} else if (chunk instanceof Buffer) encoding = "";
			else if (Stream._isUint8Array(chunk)) {
				chunk = Stream._uint8ArrayToBuffer(chunk);
				encoding = "";
			} else if (chunk != null) err = new ERR_INVALID_ARG_TYPE("chunk", [
				"string",
				"Buffer",
				"Uint8Array"
			], chunk);
		}
		if (err) errorOrDestroy(stream, err);
		else if (chunk === null) {
			state.state &= -9;
			onEofChunk(stream, state);
		} else if ((state.state & kObjectMode) !== 0 || chunk && chunk.length > 0) {
			if (addToFront) {
				if ((state.state & kEndEmitted) !== 0) errorOrDestroy(stream, new ERR_STREAM_UNSHIFT_AFTER_END_EVENT());
				else if (state.destroyed || state.errored) return false;
				else addChunk(stream, state, chunk, true);
			} else if (state.ended) errorOrDestroy(stream, new ERR_STREAM_PUSH_AFTER_EOF());
			else if (state.destroyed || state.errored) return false;
			else {
				state.state &= -9;
				if (state.decoder && !encoding) {
					chunk = state.decoder.write(chunk);
					if (state.objectMode || chunk.length !== 0) addChunk(stream, state, chunk, false);
					else maybeReadMore(stream, state);
				} else addChunk(stream, state, chunk, false);
			}
		} else if (!addToFront) {
			state.state &= -9;
			maybeReadMore(stream, state);
		}
		return !state.ended && (state.length < state.highWaterMark || state.length === 0);
	}
	function addChunk(stream, state, chunk, addToFront) {
		if (state.flowing && state.length === 0 && !state.sync && stream.listenerCount("data") > 0) {
			if ((state.state & kMultiAwaitDrain) !== 0) state.awaitDrainWriters.clear();
			else state.awaitDrainWriters = null;
			state.dataEmitted = true;
			stream.emit("data", chunk);
		} else {
			state.length += state.objectMode ? 1 : chunk.length;
			if (addToFront) state.buffer.unshift(chunk);
			else state.buffer.push(chunk);
			if ((state.state & kNeedReadable) !== 0) emitReadable(stream);
		}
		maybeReadMore(stream, state);
	}
	Readable.prototype.isPaused = function() {
		const state = this._readableState;
		return state[kPaused] === true || state.flowing === false;
	};
	Readable.prototype.setEncoding = function(enc) {
		const decoder = new StringDecoder(enc);
		this._readableState.decoder = decoder;
		this._readableState.encoding = this._readableState.decoder.encoding;
		const buffer = this._readableState.buffer;
		let content = "";
		for (const data of buffer) content += decoder.write(data);
		buffer.clear();
		if (content !== "") buffer.push(content);
		this._readableState.length = content.length;
		return this;
	};
	const MAX_HWM = 1073741824;
	function computeNewHighWaterMark(n) {
		if (n > MAX_HWM) throw new ERR_OUT_OF_RANGE("size", "<= 1GiB", n);
		else {
			n--;
			n |= n >>> 1;
			n |= n >>> 2;
			n |= n >>> 4;
			n |= n >>> 8;
			n |= n >>> 16;
			n++;
		}
		return n;
	}
	function howMuchToRead(n, state) {
		if (n <= 0 || state.length === 0 && state.ended) return 0;
		if ((state.state & kObjectMode) !== 0) return 1;
		if (NumberIsNaN(n)) {
			if (state.flowing && state.length) return state.buffer.first().length;
			return state.length;
		}
		if (n <= state.length) return n;
		return state.ended ? state.length : 0;
	}
	Readable.prototype.read = function(n) {
		debug("read", n);
		if (n === void 0) n = NaN;
		else if (!NumberIsInteger(n)) n = NumberParseInt(n, 10);
		const state = this._readableState;
		const nOrig = n;
		if (n > state.highWaterMark) state.highWaterMark = computeNewHighWaterMark(n);
		if (n !== 0) state.state &= -129;
		if (n === 0 && state.needReadable && ((state.highWaterMark !== 0 ? state.length >= state.highWaterMark : state.length > 0) || state.ended)) {
			debug("read: emitReadable", state.length, state.ended);
			if (state.length === 0 && state.ended) endReadable(this);
			else emitReadable(this);
			return null;
		}
		n = howMuchToRead(n, state);
		if (n === 0 && state.ended) {
			if (state.length === 0) endReadable(this);
			return null;
		}
		let doRead = (state.state & kNeedReadable) !== 0;
		debug("need readable", doRead);
		if (state.length === 0 || state.length - n < state.highWaterMark) {
			doRead = true;
			debug("length less than watermark", doRead);
		}
		if (state.ended || state.reading || state.destroyed || state.errored || !state.constructed) {
			doRead = false;
			debug("reading, ended or constructing", doRead);
		} else if (doRead) {
			debug("do read");
			state.state |= 40;
			if (state.length === 0) state.state |= kNeedReadable;
			try {
				this._read(state.highWaterMark);
			} catch (err) {
				errorOrDestroy(this, err);
			}
			state.state &= -33;
			if (!state.reading) n = howMuchToRead(nOrig, state);
		}
		let ret;
		if (n > 0) ret = fromList(n, state);
		else ret = null;
		if (ret === null) {
			state.needReadable = state.length <= state.highWaterMark;
			n = 0;
		} else {
			state.length -= n;
			if (state.multiAwaitDrain) state.awaitDrainWriters.clear();
			else state.awaitDrainWriters = null;
		}
		if (state.length === 0) {
			if (!state.ended) state.needReadable = true;
			if (nOrig !== n && state.ended) endReadable(this);
		}
		if (ret !== null && !state.errorEmitted && !state.closeEmitted) {
			state.dataEmitted = true;
			this.emit("data", ret);
		}
		return ret;
	};
	function onEofChunk(stream, state) {
		debug("onEofChunk");
		if (state.ended) return;
		if (state.decoder) {
			const chunk = state.decoder.end();
			if (chunk && chunk.length) {
				state.buffer.push(chunk);
				state.length += state.objectMode ? 1 : chunk.length;
			}
		}
		state.ended = true;
		if (state.sync) emitReadable(stream);
		else {
			state.needReadable = false;
			state.emittedReadable = true;
			emitReadable_(stream);
		}
	}
	function emitReadable(stream) {
		const state = stream._readableState;
		debug("emitReadable", state.needReadable, state.emittedReadable);
		state.needReadable = false;
		if (!state.emittedReadable) {
			debug("emitReadable", state.flowing);
			state.emittedReadable = true;
			process.nextTick(emitReadable_, stream);
		}
	}
	function emitReadable_(stream) {
		const state = stream._readableState;
		debug("emitReadable_", state.destroyed, state.length, state.ended);
		if (!state.destroyed && !state.errored && (state.length || state.ended)) {
			stream.emit("readable");
			state.emittedReadable = false;
		}
		state.needReadable = !state.flowing && !state.ended && state.length <= state.highWaterMark;
		flow(stream);
	}
	function maybeReadMore(stream, state) {
		if (!state.readingMore && state.constructed) {
			state.readingMore = true;
			process.nextTick(maybeReadMore_, stream, state);
		}
	}
	function maybeReadMore_(stream, state) {
		while (!state.reading && !state.ended && (state.length < state.highWaterMark || state.flowing && state.length === 0)) {
			const len = state.length;
			debug("maybeReadMore read 0");
			stream.read(0);
			if (len === state.length) break;
		}
		state.readingMore = false;
	}
	Readable.prototype._read = function(n) {
		throw new ERR_METHOD_NOT_IMPLEMENTED("_read()");
	};
	Readable.prototype.pipe = function(dest, pipeOpts) {
		const src = this;
		const state = this._readableState;
		if (state.pipes.length === 1) {
			if (!state.multiAwaitDrain) {
				state.multiAwaitDrain = true;
				state.awaitDrainWriters = new SafeSet(state.awaitDrainWriters ? [state.awaitDrainWriters] : []);
			}
		}
		state.pipes.push(dest);
		debug("pipe count=%d opts=%j", state.pipes.length, pipeOpts);
		const endFn = (!pipeOpts || pipeOpts.end !== false) && dest !== process.stdout && dest !== process.stderr ? onend : unpipe;
		if (state.endEmitted) process.nextTick(endFn);
		else src.once("end", endFn);
		dest.on("unpipe", onunpipe);
		function onunpipe(readable, unpipeInfo) {
			debug("onunpipe");
			if (readable === src) {
				if (unpipeInfo && unpipeInfo.hasUnpiped === false) {
					unpipeInfo.hasUnpiped = true;
					cleanup();
				}
			}
		}
		function onend() {
			debug("onend");
			dest.end();
		}
		let ondrain;
		let cleanedUp = false;
		function cleanup() {
			debug("cleanup");
			dest.removeListener("close", onclose);
			dest.removeListener("finish", onfinish);
			if (ondrain) dest.removeListener("drain", ondrain);
			dest.removeListener("error", onerror);
			dest.removeListener("unpipe", onunpipe);
			src.removeListener("end", onend);
			src.removeListener("end", unpipe);
			src.removeListener("data", ondata);
			cleanedUp = true;
			if (ondrain && state.awaitDrainWriters && (!dest._writableState || dest._writableState.needDrain)) ondrain();
		}
		function pause() {
			if (!cleanedUp) {
				if (state.pipes.length === 1 && state.pipes[0] === dest) {
					debug("false write response, pause", 0);
					state.awaitDrainWriters = dest;
					state.multiAwaitDrain = false;
				} else if (state.pipes.length > 1 && state.pipes.includes(dest)) {
					debug("false write response, pause", state.awaitDrainWriters.size);
					state.awaitDrainWriters.add(dest);
				}
				src.pause();
			}
			if (!ondrain) {
				ondrain = pipeOnDrain(src, dest);
				dest.on("drain", ondrain);
			}
		}
		src.on("data", ondata);
		function ondata(chunk) {
			debug("ondata");
			const ret = dest.write(chunk);
			debug("dest.write", ret);
			if (ret === false) pause();
		}
		function onerror(er) {
			debug("onerror", er);
			unpipe();
			dest.removeListener("error", onerror);
			if (dest.listenerCount("error") === 0) {
				const s = dest._writableState || dest._readableState;
				if (s && !s.errorEmitted) errorOrDestroy(dest, er);
				else dest.emit("error", er);
			}
		}
		prependListener(dest, "error", onerror);
		function onclose() {
			dest.removeListener("finish", onfinish);
			unpipe();
		}
		dest.once("close", onclose);
		function onfinish() {
			debug("onfinish");
			dest.removeListener("close", onclose);
			unpipe();
		}
		dest.once("finish", onfinish);
		function unpipe() {
			debug("unpipe");
			src.unpipe(dest);
		}
		dest.emit("pipe", src);
		if (dest.writableNeedDrain === true) pause();
		else if (!state.flowing) {
			debug("pipe resume");
			src.resume();
		}
		return dest;
	};
	function pipeOnDrain(src, dest) {
		return function pipeOnDrainFunctionResult() {
			const state = src._readableState;
			if (state.awaitDrainWriters === dest) {
				debug("pipeOnDrain", 1);
				state.awaitDrainWriters = null;
			} else if (state.multiAwaitDrain) {
				debug("pipeOnDrain", state.awaitDrainWriters.size);
				state.awaitDrainWriters.delete(dest);
			}
			if ((!state.awaitDrainWriters || state.awaitDrainWriters.size === 0) && src.listenerCount("data")) src.resume();
		};
	}
	Readable.prototype.unpipe = function(dest) {
		const state = this._readableState;
		const unpipeInfo = { hasUnpiped: false };
		if (state.pipes.length === 0) return this;
		if (!dest) {
			const dests = state.pipes;
			state.pipes = [];
			this.pause();
			for (let i = 0; i < dests.length; i++) dests[i].emit("unpipe", this, { hasUnpiped: false });
			return this;
		}
		const index = ArrayPrototypeIndexOf(state.pipes, dest);
		if (index === -1) return this;
		state.pipes.splice(index, 1);
		if (state.pipes.length === 0) this.pause();
		dest.emit("unpipe", this, unpipeInfo);
		return this;
	};
	Readable.prototype.on = function(ev, fn) {
		const res = Stream.prototype.on.call(this, ev, fn);
		const state = this._readableState;
		if (ev === "data") {
			state.readableListening = this.listenerCount("readable") > 0;
			if (state.flowing !== false) this.resume();
		} else if (ev === "readable") {
			if (!state.endEmitted && !state.readableListening) {
				state.readableListening = state.needReadable = true;
				state.flowing = false;
				state.emittedReadable = false;
				debug("on readable", state.length, state.reading);
				if (state.length) emitReadable(this);
				else if (!state.reading) process.nextTick(nReadingNextTick, this);
			}
		}
		return res;
	};
	Readable.prototype.addListener = Readable.prototype.on;
	Readable.prototype.removeListener = function(ev, fn) {
		const res = Stream.prototype.removeListener.call(this, ev, fn);
		if (ev === "readable") process.nextTick(updateReadableListening, this);
		return res;
	};
	Readable.prototype.off = Readable.prototype.removeListener;
	Readable.prototype.removeAllListeners = function(ev) {
		const res = Stream.prototype.removeAllListeners.apply(this, arguments);
		if (ev === "readable" || ev === void 0) process.nextTick(updateReadableListening, this);
		return res;
	};
	function updateReadableListening(self) {
		const state = self._readableState;
		state.readableListening = self.listenerCount("readable") > 0;
		if (state.resumeScheduled && state[kPaused] === false) state.flowing = true;
		else if (self.listenerCount("data") > 0) self.resume();
		else if (!state.readableListening) state.flowing = null;
	}
	function nReadingNextTick(self) {
		debug("readable nexttick read 0");
		self.read(0);
	}
	Readable.prototype.resume = function() {
		const state = this._readableState;
		if (!state.flowing) {
			debug("resume");
			state.flowing = !state.readableListening;
			resume(this, state);
		}
		state[kPaused] = false;
		return this;
	};
	function resume(stream, state) {
		if (!state.resumeScheduled) {
			state.resumeScheduled = true;
			process.nextTick(resume_, stream, state);
		}
	}
	function resume_(stream, state) {
		debug("resume", state.reading);
		if (!state.reading) stream.read(0);
		state.resumeScheduled = false;
		stream.emit("resume");
		flow(stream);
		if (state.flowing && !state.reading) stream.read(0);
	}
	Readable.prototype.pause = function() {
		debug("call pause flowing=%j", this._readableState.flowing);
		if (this._readableState.flowing !== false) {
			debug("pause");
			this._readableState.flowing = false;
			this.emit("pause");
		}
		this._readableState[kPaused] = true;
		return this;
	};
	function flow(stream) {
		const state = stream._readableState;
		debug("flow", state.flowing);
		while (state.flowing && stream.read() !== null);
	}
	Readable.prototype.wrap = function(stream) {
		let paused = false;
		stream.on("data", (chunk) => {
			if (!this.push(chunk) && stream.pause) {
				paused = true;
				stream.pause();
			}
		});
		stream.on("end", () => {
			this.push(null);
		});
		stream.on("error", (err) => {
			errorOrDestroy(this, err);
		});
		stream.on("close", () => {
			this.destroy();
		});
		stream.on("destroy", () => {
			this.destroy();
		});
		this._read = () => {
			if (paused && stream.resume) {
				paused = false;
				stream.resume();
			}
		};
		const streamKeys = ObjectKeys(stream);
		for (let j = 1; j < streamKeys.length; j++) {
			const i = streamKeys[j];
			if (this[i] === void 0 && typeof stream[i] === "function") this[i] = stream[i].bind(stream);
		}
		return this;
	};
	Readable.prototype[SymbolAsyncIterator] = function() {
		return streamToAsyncIterator(this);
	};
	Readable.prototype.iterator = function(options) {
		if (options !== void 0) validateObject(options, "options");
		return streamToAsyncIterator(this, options);
	};
	function streamToAsyncIterator(stream, options) {
		if (typeof stream.read !== "function") stream = Readable.wrap(stream, { objectMode: true });
		const iter = createAsyncIterator(stream, options);
		iter.stream = stream;
		return iter;
	}
	async function* createAsyncIterator(stream, options) {
		let callback = nop;
		function next(resolve) {
			if (this === stream) {
				callback();
				callback = nop;
			} else callback = resolve;
		}
		stream.on("readable", next);
		let error;
		const cleanup = eos(stream, { writable: false }, (err) => {
			error = err ? aggregateTwoErrors(error, err) : null;
			callback();
			callback = nop;
		});
		try {
			while (true) {
				const chunk = stream.destroyed ? null : stream.read();
				if (chunk !== null) yield chunk;
				else if (error) throw error;
				else if (error === null) return;
				else await new Promise(next);
			}
		} catch (err) {
			error = aggregateTwoErrors(error, err);
			throw error;
		} finally {
			if ((error || (options === null || options === void 0 ? void 0 : options.destroyOnReturn) !== false) && (error === void 0 || stream._readableState.autoDestroy)) destroyImpl.destroyer(stream, null);
			else {
				stream.off("readable", next);
				cleanup();
			}
		}
	}
	ObjectDefineProperties(Readable.prototype, {
		readable: {
			__proto__: null,
			get() {
				const r = this._readableState;
				return !!r && r.readable !== false && !r.destroyed && !r.errorEmitted && !r.endEmitted;
			},
			set(val) {
				if (this._readableState) this._readableState.readable = !!val;
			}
		},
		readableDidRead: {
			__proto__: null,
			enumerable: false,
			get: function() {
				return this._readableState.dataEmitted;
			}
		},
		readableAborted: {
			__proto__: null,
			enumerable: false,
			get: function() {
				return !!(this._readableState.readable !== false && (this._readableState.destroyed || this._readableState.errored) && !this._readableState.endEmitted);
			}
		},
		readableHighWaterMark: {
			__proto__: null,
			enumerable: false,
			get: function() {
				return this._readableState.highWaterMark;
			}
		},
		readableBuffer: {
			__proto__: null,
			enumerable: false,
			get: function() {
				return this._readableState && this._readableState.buffer;
			}
		},
		readableFlowing: {
			__proto__: null,
			enumerable: false,
			get: function() {
				return this._readableState.flowing;
			},
			set: function(state) {
				if (this._readableState) this._readableState.flowing = state;
			}
		},
		readableLength: {
			__proto__: null,
			enumerable: false,
			get() {
				return this._readableState.length;
			}
		},
		readableObjectMode: {
			__proto__: null,
			enumerable: false,
			get() {
				return this._readableState ? this._readableState.objectMode : false;
			}
		},
		readableEncoding: {
			__proto__: null,
			enumerable: false,
			get() {
				return this._readableState ? this._readableState.encoding : null;
			}
		},
		errored: {
			__proto__: null,
			enumerable: false,
			get() {
				return this._readableState ? this._readableState.errored : null;
			}
		},
		closed: {
			__proto__: null,
			get() {
				return this._readableState ? this._readableState.closed : false;
			}
		},
		destroyed: {
			__proto__: null,
			enumerable: false,
			get() {
				return this._readableState ? this._readableState.destroyed : false;
			},
			set(value) {
				if (!this._readableState) return;
				this._readableState.destroyed = value;
			}
		},
		readableEnded: {
			__proto__: null,
			enumerable: false,
			get() {
				return this._readableState ? this._readableState.endEmitted : false;
			}
		}
	});
	ObjectDefineProperties(ReadableState.prototype, {
		pipesCount: {
			__proto__: null,
			get() {
				return this.pipes.length;
			}
		},
		paused: {
			__proto__: null,
			get() {
				return this[kPaused] !== false;
			},
			set(value) {
				this[kPaused] = !!value;
			}
		}
	});
	Readable._fromList = fromList;
	function fromList(n, state) {
		if (state.length === 0) return null;
		let ret;
		if (state.objectMode) ret = state.buffer.shift();
		else if (!n || n >= state.length) {
			if (state.decoder) ret = state.buffer.join("");
			else if (state.buffer.length === 1) ret = state.buffer.first();
			else ret = state.buffer.concat(state.length);
			state.buffer.clear();
		} else ret = state.buffer.consume(n, state.decoder);
		return ret;
	}
	function endReadable(stream) {
		const state = stream._readableState;
		debug("endReadable", state.endEmitted);
		if (!state.endEmitted) {
			state.ended = true;
			process.nextTick(endReadableNT, state, stream);
		}
	}
	function endReadableNT(state, stream) {
		debug("endReadableNT", state.endEmitted, state.length);
		if (!state.errored && !state.closeEmitted && !state.endEmitted && state.length === 0) {
			state.endEmitted = true;
			stream.emit("end");
			if (stream.writable && stream.allowHalfOpen === false) process.nextTick(endWritableNT, stream);
			else if (state.autoDestroy) {
				const wState = stream._writableState;
				if (!wState || wState.autoDestroy && (wState.finished || wState.writable === false)) stream.destroy();
			}
		}
	}
	function endWritableNT(stream) {
		if (stream.writable && !stream.writableEnded && !stream.destroyed) stream.end();
	}
	Readable.from = function(iterable, opts) {
		return from(Readable, iterable, opts);
	};
	let webStreamsAdapters;
	function lazyWebStreams() {
		if (webStreamsAdapters === void 0) webStreamsAdapters = {};
		return webStreamsAdapters;
	}
	Readable.fromWeb = function(readableStream, options) {
		return lazyWebStreams().newStreamReadableFromReadableStream(readableStream, options);
	};
	Readable.toWeb = function(streamReadable, options) {
		return lazyWebStreams().newReadableStreamFromStreamReadable(streamReadable, options);
	};
	Readable.wrap = function(src, options) {
		var _ref, _src$readableObjectMo;
		return new Readable({
			objectMode: (_ref = (_src$readableObjectMo = src.readableObjectMode) !== null && _src$readableObjectMo !== void 0 ? _src$readableObjectMo : src.objectMode) !== null && _ref !== void 0 ? _ref : true,
			...options,
			destroy(err, callback) {
				destroyImpl.destroyer(src, err);
				callback(err);
			}
		}).wrap(src);
	};
}));
// node_modules/readable-stream/lib/internal/streams/writable.js
var require_writable = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const process = require_process();
	const { ArrayPrototypeSlice, Error, FunctionPrototypeSymbolHasInstance, ObjectDefineProperty, ObjectDefineProperties, ObjectSetPrototypeOf, StringPrototypeToLowerCase, Symbol, SymbolHasInstance } = require_primordials();
	module.exports = Writable;
	Writable.WritableState = WritableState;
	const { EventEmitter: EE } = __require("events");
	const Stream = require_legacy().Stream;
	const { Buffer } = __require("buffer");
	const destroyImpl = require_destroy();
	const { addAbortSignal } = require_add_abort_signal();
	const { getHighWaterMark, getDefaultHighWaterMark } = require_state();
	const { ERR_INVALID_ARG_TYPE, ERR_METHOD_NOT_IMPLEMENTED, ERR_MULTIPLE_CALLBACK, ERR_STREAM_CANNOT_PIPE, ERR_STREAM_DESTROYED, ERR_STREAM_ALREADY_FINISHED, ERR_STREAM_NULL_VALUES, ERR_STREAM_WRITE_AFTER_END, ERR_UNKNOWN_ENCODING } = require_errors$1().codes;
	const { errorOrDestroy } = destroyImpl;
	ObjectSetPrototypeOf(Writable.prototype, Stream.prototype);
	ObjectSetPrototypeOf(Writable, Stream);
	function nop() {}
	const kOnFinished = Symbol("kOnFinished");
	function WritableState(options, stream, isDuplex) {
		if (typeof isDuplex !== "boolean") isDuplex = stream instanceof require_duplex();
		this.objectMode = !!(options && options.objectMode);
		if (isDuplex) this.objectMode = this.objectMode || !!(options && options.writableObjectMode);
		this.highWaterMark = options ? getHighWaterMark(this, options, "writableHighWaterMark", isDuplex) : getDefaultHighWaterMark(false);
		this.finalCalled = false;
		this.needDrain = false;
		this.ending = false;
		this.ended = false;
		this.finished = false;
		this.destroyed = false;
		const noDecode = !!(options && options.decodeStrings === false);
		this.decodeStrings = !noDecode;
		this.defaultEncoding = options && options.defaultEncoding || "utf8";
		this.length = 0;
		this.writing = false;
		this.corked = 0;
		this.sync = true;
		this.bufferProcessing = false;
		this.onwrite = onwrite.bind(void 0, stream);
		this.writecb = null;
		this.writelen = 0;
		this.afterWriteTickInfo = null;
		resetBuffer(this);
		this.pendingcb = 0;
		this.constructed = true;
		this.prefinished = false;
		this.errorEmitted = false;
		this.emitClose = !options || options.emitClose !== false;
		this.autoDestroy = !options || options.autoDestroy !== false;
		this.errored = null;
		this.closed = false;
		this.closeEmitted = false;
		this[kOnFinished] = [];
	}
	function resetBuffer(state) {
		state.buffered = [];
		state.bufferedIndex = 0;
		state.allBuffers = true;
		state.allNoop = true;
	}
	WritableState.prototype.getBuffer = function getBuffer() {
		return ArrayPrototypeSlice(this.buffered, this.bufferedIndex);
	};
	ObjectDefineProperty(WritableState.prototype, "bufferedRequestCount", {
		__proto__: null,
		get() {
			return this.buffered.length - this.bufferedIndex;
		}
	});
	function Writable(options) {
		const isDuplex = this instanceof require_duplex();
		if (!isDuplex && !FunctionPrototypeSymbolHasInstance(Writable, this)) return new Writable(options);
		this._writableState = new WritableState(options, this, isDuplex);
		if (options) {
			if (typeof options.write === "function") this._write = options.write;
			if (typeof options.writev === "function") this._writev = options.writev;
			if (typeof options.destroy === "function") this._destroy = options.destroy;
			if (typeof options.final === "function") this._final = options.final;
			if (typeof options.construct === "function") this._construct = options.construct;
			if (options.signal) addAbortSignal(options.signal, this);
		}
		Stream.call(this, options);
		destroyImpl.construct(this, () => {
			const state = this._writableState;
			if (!state.writing) clearBuffer(this, state);
			finishMaybe(this, state);
		});
	}
	ObjectDefineProperty(Writable, SymbolHasInstance, {
		__proto__: null,
		value: function(object) {
			if (FunctionPrototypeSymbolHasInstance(this, object)) return true;
			if (this !== Writable) return false;
			return object && object._writableState instanceof WritableState;
		}
	});
	Writable.prototype.pipe = function() {
		errorOrDestroy(this, new ERR_STREAM_CANNOT_PIPE());
	};
	function _write(stream, chunk, encoding, cb) {
		const state = stream._writableState;
		if (typeof encoding === "function") {
			cb = encoding;
			encoding = state.defaultEncoding;
		} else {
			if (!encoding) encoding = state.defaultEncoding;
			else if (encoding !== "buffer" && !Buffer.isEncoding(encoding)) throw new ERR_UNKNOWN_ENCODING(encoding);
			if (typeof cb !== "function") cb = nop;
		}
		if (chunk === null) throw new ERR_STREAM_NULL_VALUES();
		else if (!state.objectMode) {
			if (typeof chunk === "string") {
				if (state.decodeStrings !== false) {
					chunk = Buffer.from(chunk, encoding);
					encoding = "buffer";
				}
			} else if (chunk instanceof Buffer) encoding = "buffer";
			else if (Stream._isUint8Array(chunk)) {
				chunk = Stream._uint8ArrayToBuffer(chunk);
				encoding = "buffer";
			} else throw new ERR_INVALID_ARG_TYPE("chunk", [
				"string",
				"Buffer",
				"Uint8Array"
			], chunk);
		}
		let err;
		if (state.ending) err = new ERR_STREAM_WRITE_AFTER_END();
		else if (state.destroyed) err = new ERR_STREAM_DESTROYED("write");
		if (err) {
			process.nextTick(cb, err);
			errorOrDestroy(stream, err, true);
			return err;
		}
		state.pendingcb++;
		return writeOrBuffer(stream, state, chunk, encoding, cb);
	}
	Writable.prototype.write = function(chunk, encoding, cb) {
		return _write(this, chunk, encoding, cb) === true;
	};
	Writable.prototype.cork = function() {
		this._writableState.corked++;
	};
	Writable.prototype.uncork = function() {
		const state = this._writableState;
		if (state.corked) {
			state.corked--;
			if (!state.writing) clearBuffer(this, state);
		}
	};
	Writable.prototype.setDefaultEncoding = function setDefaultEncoding(encoding) {
		if (typeof encoding === "string") encoding = StringPrototypeToLowerCase(encoding);
		if (!Buffer.isEncoding(encoding)) throw new ERR_UNKNOWN_ENCODING(encoding);
		this._writableState.defaultEncoding = encoding;
		return this;
	};
	function writeOrBuffer(stream, state, chunk, encoding, callback) {
		const len = state.objectMode ? 1 : chunk.length;
		state.length += len;
		const ret = state.length < state.highWaterMark;
		if (!ret) state.needDrain = true;
		if (state.writing || state.corked || state.errored || !state.constructed) {
			state.buffered.push({
				chunk,
				encoding,
				callback
			});
			if (state.allBuffers && encoding !== "buffer") state.allBuffers = false;
			if (state.allNoop && callback !== nop) state.allNoop = false;
		} else {
			state.writelen = len;
			state.writecb = callback;
			state.writing = true;
			state.sync = true;
			stream._write(chunk, encoding, state.onwrite);
			state.sync = false;
		}
		return ret && !state.errored && !state.destroyed;
	}
	function doWrite(stream, state, writev, len, chunk, encoding, cb) {
		state.writelen = len;
		state.writecb = cb;
		state.writing = true;
		state.sync = true;
		if (state.destroyed) state.onwrite(new ERR_STREAM_DESTROYED("write"));
		else if (writev) stream._writev(chunk, state.onwrite);
		else stream._write(chunk, encoding, state.onwrite);
		state.sync = false;
	}
	function onwriteError(stream, state, er, cb) {
		--state.pendingcb;
		cb(er);
		errorBuffer(state);
		errorOrDestroy(stream, er);
	}
	function onwrite(stream, er) {
		const state = stream._writableState;
		const sync = state.sync;
		const cb = state.writecb;
		if (typeof cb !== "function") {
			errorOrDestroy(stream, new ERR_MULTIPLE_CALLBACK());
			return;
		}
		state.writing = false;
		state.writecb = null;
		state.length -= state.writelen;
		state.writelen = 0;
		if (er) {
			er.stack;
			if (!state.errored) state.errored = er;
			if (stream._readableState && !stream._readableState.errored) stream._readableState.errored = er;
			if (sync) process.nextTick(onwriteError, stream, state, er, cb);
			else onwriteError(stream, state, er, cb);
		} else {
			if (state.buffered.length > state.bufferedIndex) clearBuffer(stream, state);
			if (sync) {
				if (state.afterWriteTickInfo !== null && state.afterWriteTickInfo.cb === cb) state.afterWriteTickInfo.count++;
				else {
					state.afterWriteTickInfo = {
						count: 1,
						cb,
						stream,
						state
					};
					process.nextTick(afterWriteTick, state.afterWriteTickInfo);
				}
			} else afterWrite(stream, state, 1, cb);
		}
	}
	function afterWriteTick({ stream, state, count, cb }) {
		state.afterWriteTickInfo = null;
		return afterWrite(stream, state, count, cb);
	}
	function afterWrite(stream, state, count, cb) {
		if (!state.ending && !stream.destroyed && state.length === 0 && state.needDrain) {
			state.needDrain = false;
			stream.emit("drain");
		}
		while (count-- > 0) {
			state.pendingcb--;
			cb();
		}
		if (state.destroyed) errorBuffer(state);
		finishMaybe(stream, state);
	}
	function errorBuffer(state) {
		if (state.writing) return;
		for (let n = state.bufferedIndex; n < state.buffered.length; ++n) {
			var _state$errored;
			const { chunk, callback } = state.buffered[n];
			const len = state.objectMode ? 1 : chunk.length;
			state.length -= len;
			callback((_state$errored = state.errored) !== null && _state$errored !== void 0 ? _state$errored : new ERR_STREAM_DESTROYED("write"));
		}
		const onfinishCallbacks = state[kOnFinished].splice(0);
		for (let i = 0; i < onfinishCallbacks.length; i++) {
			var _state$errored2;
			onfinishCallbacks[i]((_state$errored2 = state.errored) !== null && _state$errored2 !== void 0 ? _state$errored2 : new ERR_STREAM_DESTROYED("end"));
		}
		resetBuffer(state);
	}
	function clearBuffer(stream, state) {
		if (state.corked || state.bufferProcessing || state.destroyed || !state.constructed) return;
		const { buffered, bufferedIndex, objectMode } = state;
		const bufferedLength = buffered.length - bufferedIndex;
		if (!bufferedLength) return;
		let i = bufferedIndex;
		state.bufferProcessing = true;
		if (bufferedLength > 1 && stream._writev) {
			state.pendingcb -= bufferedLength - 1;
			const callback = state.allNoop ? nop : (err) => {
				for (let n = i; n < buffered.length; ++n) buffered[n].callback(err);
			};
			const chunks = state.allNoop && i === 0 ? buffered : ArrayPrototypeSlice(buffered, i);
			chunks.allBuffers = state.allBuffers;
			doWrite(stream, state, true, state.length, chunks, "", callback);
			resetBuffer(state);
		} else {
			do {
				const { chunk, encoding, callback } = buffered[i];
				buffered[i++] = null;
				doWrite(stream, state, false, objectMode ? 1 : chunk.length, chunk, encoding, callback);
			} while (i < buffered.length && !state.writing);
			if (i === buffered.length) resetBuffer(state);
			else if (i > 256) {
				buffered.splice(0, i);
				state.bufferedIndex = 0;
			} else state.bufferedIndex = i;
		}
		state.bufferProcessing = false;
	}
	Writable.prototype._write = function(chunk, encoding, cb) {
		if (this._writev) this._writev([{
			chunk,
			encoding
		}], cb);
		else throw new ERR_METHOD_NOT_IMPLEMENTED("_write()");
	};
	Writable.prototype._writev = null;
	Writable.prototype.end = function(chunk, encoding, cb) {
		const state = this._writableState;
		if (typeof chunk === "function") {
			cb = chunk;
			chunk = null;
			encoding = null;
		} else if (typeof encoding === "function") {
			cb = encoding;
			encoding = null;
		}
		let err;
		if (chunk !== null && chunk !== void 0) {
			const ret = _write(this, chunk, encoding);
			if (ret instanceof Error) err = ret;
		}
		if (state.corked) {
			state.corked = 1;
			this.uncork();
		}
		if (err) {} else if (!state.errored && !state.ending) {
			state.ending = true;
			finishMaybe(this, state, true);
			state.ended = true;
		} else if (state.finished) err = new ERR_STREAM_ALREADY_FINISHED("end");
		else if (state.destroyed) err = new ERR_STREAM_DESTROYED("end");
		if (typeof cb === "function") {
			if (err || state.finished) process.nextTick(cb, err);
			else state[kOnFinished].push(cb);
		}
		return this;
	};
	function needFinish(state) {
		return state.ending && !state.destroyed && state.constructed && state.length === 0 && !state.errored && state.buffered.length === 0 && !state.finished && !state.writing && !state.errorEmitted && !state.closeEmitted;
	}
	function callFinal(stream, state) {
		let called = false;
		function onFinish(err) {
			if (called) {
				errorOrDestroy(stream, err !== null && err !== void 0 ? err : ERR_MULTIPLE_CALLBACK());
				return;
			}
			called = true;
			state.pendingcb--;
			if (err) {
				const onfinishCallbacks = state[kOnFinished].splice(0);
				for (let i = 0; i < onfinishCallbacks.length; i++) onfinishCallbacks[i](err);
				errorOrDestroy(stream, err, state.sync);
			} else if (needFinish(state)) {
				state.prefinished = true;
				stream.emit("prefinish");
				state.pendingcb++;
				process.nextTick(finish, stream, state);
			}
		}
		state.sync = true;
		state.pendingcb++;
		try {
			stream._final(onFinish);
		} catch (err) {
			onFinish(err);
		}
		state.sync = false;
	}
	function prefinish(stream, state) {
		if (!state.prefinished && !state.finalCalled) {
			if (typeof stream._final === "function" && !state.destroyed) {
				state.finalCalled = true;
				callFinal(stream, state);
			} else {
				state.prefinished = true;
				stream.emit("prefinish");
			}
		}
	}
	function finishMaybe(stream, state, sync) {
		if (needFinish(state)) {
			prefinish(stream, state);
			if (state.pendingcb === 0) {
				if (sync) {
					state.pendingcb++;
					process.nextTick((stream, state) => {
						if (needFinish(state)) finish(stream, state);
						else state.pendingcb--;
					}, stream, state);
				} else if (needFinish(state)) {
					state.pendingcb++;
					finish(stream, state);
				}
			}
		}
	}
	function finish(stream, state) {
		state.pendingcb--;
		state.finished = true;
		const onfinishCallbacks = state[kOnFinished].splice(0);
		for (let i = 0; i < onfinishCallbacks.length; i++) onfinishCallbacks[i]();
		stream.emit("finish");
		if (state.autoDestroy) {
			const rState = stream._readableState;
			if (!rState || rState.autoDestroy && (rState.endEmitted || rState.readable === false)) stream.destroy();
		}
	}
	ObjectDefineProperties(Writable.prototype, {
		closed: {
			__proto__: null,
			get() {
				return this._writableState ? this._writableState.closed : false;
			}
		},
		destroyed: {
			__proto__: null,
			get() {
				return this._writableState ? this._writableState.destroyed : false;
			},
			set(value) {
				if (this._writableState) this._writableState.destroyed = value;
			}
		},
		writable: {
			__proto__: null,
			get() {
				const w = this._writableState;
				return !!w && w.writable !== false && !w.destroyed && !w.errored && !w.ending && !w.ended;
			},
			set(val) {
				if (this._writableState) this._writableState.writable = !!val;
			}
		},
		writableFinished: {
			__proto__: null,
			get() {
				return this._writableState ? this._writableState.finished : false;
			}
		},
		writableObjectMode: {
			__proto__: null,
			get() {
				return this._writableState ? this._writableState.objectMode : false;
			}
		},
		writableBuffer: {
			__proto__: null,
			get() {
				return this._writableState && this._writableState.getBuffer();
			}
		},
		writableEnded: {
			__proto__: null,
			get() {
				return this._writableState ? this._writableState.ending : false;
			}
		},
		writableNeedDrain: {
			__proto__: null,
			get() {
				const wState = this._writableState;
				if (!wState) return false;
				return !wState.destroyed && !wState.ending && wState.needDrain;
			}
		},
		writableHighWaterMark: {
			__proto__: null,
			get() {
				return this._writableState && this._writableState.highWaterMark;
			}
		},
		writableCorked: {
			__proto__: null,
			get() {
				return this._writableState ? this._writableState.corked : 0;
			}
		},
		writableLength: {
			__proto__: null,
			get() {
				return this._writableState && this._writableState.length;
			}
		},
		errored: {
			__proto__: null,
			enumerable: false,
			get() {
				return this._writableState ? this._writableState.errored : null;
			}
		},
		writableAborted: {
			__proto__: null,
			enumerable: false,
			get: function() {
				return !!(this._writableState.writable !== false && (this._writableState.destroyed || this._writableState.errored) && !this._writableState.finished);
			}
		}
	});
	const destroy = destroyImpl.destroy;
	Writable.prototype.destroy = function(err, cb) {
		const state = this._writableState;
		if (!state.destroyed && (state.bufferedIndex < state.buffered.length || state[kOnFinished].length)) process.nextTick(errorBuffer, state);
		destroy.call(this, err, cb);
		return this;
	};
	Writable.prototype._undestroy = destroyImpl.undestroy;
	Writable.prototype._destroy = function(err, cb) {
		cb(err);
	};
	Writable.prototype[EE.captureRejectionSymbol] = function(err) {
		this.destroy(err);
	};
	let webStreamsAdapters;
	function lazyWebStreams() {
		if (webStreamsAdapters === void 0) webStreamsAdapters = {};
		return webStreamsAdapters;
	}
	Writable.fromWeb = function(writableStream, options) {
		return lazyWebStreams().newStreamWritableFromWritableStream(writableStream, options);
	};
	Writable.toWeb = function(streamWritable) {
		return lazyWebStreams().newWritableStreamFromStreamWritable(streamWritable);
	};
}));
// node_modules/readable-stream/lib/internal/streams/duplexify.js
var require_duplexify = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const process = require_process();
	const bufferModule = __require("buffer");
	const { isReadable, isWritable, isIterable, isNodeStream, isReadableNodeStream, isWritableNodeStream, isDuplexNodeStream, isReadableStream, isWritableStream } = require_utils();
	const eos = require_end_of_stream();
	const { AbortError, codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_RETURN_VALUE } } = require_errors$1();
	const { destroyer } = require_destroy();
	const Duplex = require_duplex();
	const Readable = require_readable();
	const Writable = require_writable();
	const { createDeferredPromise } = require_util$2();
	const from = require_from();
	const Blob = globalThis.Blob || bufferModule.Blob;
	const isBlob = typeof Blob !== "undefined" ? function isBlob(b) {
		return b instanceof Blob;
	} : function isBlob(b) {
		return false;
	};
	const AbortController = globalThis.AbortController || require_abort_controller().AbortController;
	const { FunctionPrototypeCall } = require_primordials();
	var Duplexify = class extends Duplex {
		constructor(options) {
			super(options);
			if ((options === null || options === void 0 ? void 0 : options.readable) === false) {
				this._readableState.readable = false;
				this._readableState.ended = true;
				this._readableState.endEmitted = true;
			}
			if ((options === null || options === void 0 ? void 0 : options.writable) === false) {
				this._writableState.writable = false;
				this._writableState.ending = true;
				this._writableState.ended = true;
				this._writableState.finished = true;
			}
		}
	};
	module.exports = function duplexify(body, name) {
		if (isDuplexNodeStream(body)) return body;
		if (isReadableNodeStream(body)) return _duplexify({ readable: body });
		if (isWritableNodeStream(body)) return _duplexify({ writable: body });
		if (isNodeStream(body)) return _duplexify({
			writable: false,
			readable: false
		});
		if (isReadableStream(body)) return _duplexify({ readable: Readable.fromWeb(body) });
		if (isWritableStream(body)) return _duplexify({ writable: Writable.fromWeb(body) });
		if (typeof body === "function") {
			const { value, write, final, destroy } = fromAsyncGen(body);
			if (isIterable(value)) return from(Duplexify, value, {
				objectMode: true,
				write,
				final,
				destroy
			});
			const then = value === null || value === void 0 ? void 0 : value.then;
			if (typeof then === "function") {
				let d;
				const promise = FunctionPrototypeCall(then, value, (val) => {
					if (val != null) throw new ERR_INVALID_RETURN_VALUE("nully", "body", val);
				}, (err) => {
					destroyer(d, err);
				});
				return d = new Duplexify({
					objectMode: true,
					readable: false,
					write,
					final(cb) {
						final(async () => {
							try {
								await promise;
								process.nextTick(cb, null);
							} catch (err) {
								process.nextTick(cb, err);
							}
						});
					},
					destroy
				});
			}
			throw new ERR_INVALID_RETURN_VALUE("Iterable, AsyncIterable or AsyncFunction", name, value);
		}
		if (isBlob(body)) return duplexify(body.arrayBuffer());
		if (isIterable(body)) return from(Duplexify, body, {
			objectMode: true,
			writable: false
		});
		if (isReadableStream(body === null || body === void 0 ? void 0 : body.readable) && isWritableStream(body === null || body === void 0 ? void 0 : body.writable)) return Duplexify.fromWeb(body);
		if (typeof (body === null || body === void 0 ? void 0 : body.writable) === "object" || typeof (body === null || body === void 0 ? void 0 : body.readable) === "object") return _duplexify({
			readable: body !== null && body !== void 0 && body.readable ? isReadableNodeStream(body === null || body === void 0 ? void 0 : body.readable) ? body === null || body === void 0 ? void 0 : body.readable : duplexify(body.readable) : void 0,
			writable: body !== null && body !== void 0 && body.writable ? isWritableNodeStream(body === null || body === void 0 ? void 0 : body.writable) ? body === null || body === void 0 ? void 0 : body.writable : duplexify(body.writable) : void 0
		});
		const then = body === null || body === void 0 ? void 0 : body.then;
		if (typeof then === "function") {
			let d;
			FunctionPrototypeCall(then, body, (val) => {
				if (val != null) d.push(val);
				d.push(null);
			}, (err) => {
				destroyer(d, err);
			});
			return d = new Duplexify({
				objectMode: true,
				writable: false,
				read() {}
			});
		}
		throw new ERR_INVALID_ARG_TYPE(name, [
			"Blob",
			"ReadableStream",
			"WritableStream",
			"Stream",
			"Iterable",
			"AsyncIterable",
			"Function",
			"{ readable, writable } pair",
			"Promise"
		], body);
	};
	function fromAsyncGen(fn) {
		let { promise, resolve } = createDeferredPromise();
		const ac = new AbortController();
		const signal = ac.signal;
		return {
			value: fn((async function* () {
				while (true) {
					const _promise = promise;
					promise = null;
					const { chunk, done, cb } = await _promise;
					process.nextTick(cb);
					if (done) return;
					if (signal.aborted) throw new AbortError(void 0, { cause: signal.reason });
					({promise, resolve} = createDeferredPromise());
					yield chunk;
				}
			})(), { signal }),
			write(chunk, encoding, cb) {
				const _resolve = resolve;
				resolve = null;
				_resolve({
					chunk,
					done: false,
					cb
				});
			},
			final(cb) {
				const _resolve = resolve;
				resolve = null;
				_resolve({
					done: true,
					cb
				});
			},
			destroy(err, cb) {
				ac.abort();
				cb(err);
			}
		};
	}
	function _duplexify(pair) {
		const r = pair.readable && typeof pair.readable.read !== "function" ? Readable.wrap(pair.readable) : pair.readable;
		const w = pair.writable;
		let readable = !!isReadable(r);
		let writable = !!isWritable(w);
		let ondrain;
		let onfinish;
		let onreadable;
		let onclose;
		let d;
		function onfinished(err) {
			const cb = onclose;
			onclose = null;
			if (cb) cb(err);
			else if (err) d.destroy(err);
		}
		d = new Duplexify({
			readableObjectMode: !!(r !== null && r !== void 0 && r.readableObjectMode),
			writableObjectMode: !!(w !== null && w !== void 0 && w.writableObjectMode),
			readable,
			writable
		});
		if (writable) {
			eos(w, (err) => {
				writable = false;
				if (err) destroyer(r, err);
				onfinished(err);
			});
			d._write = function(chunk, encoding, callback) {
				if (w.write(chunk, encoding)) callback();
				else ondrain = callback;
			};
			d._final = function(callback) {
				w.end();
				onfinish = callback;
			};
			w.on("drain", function() {
				if (ondrain) {
					const cb = ondrain;
					ondrain = null;
					cb();
				}
			});
			w.on("finish", function() {
				if (onfinish) {
					const cb = onfinish;
					onfinish = null;
					cb();
				}
			});
		}
		if (readable) {
			eos(r, (err) => {
				readable = false;
				if (err) destroyer(r, err);
				onfinished(err);
			});
			r.on("readable", function() {
				if (onreadable) {
					const cb = onreadable;
					onreadable = null;
					cb();
				}
			});
			r.on("end", function() {
				d.push(null);
			});
			d._read = function() {
				while (true) {
					const buf = r.read();
					if (buf === null) {
						onreadable = d._read;
						return;
					}
					if (!d.push(buf)) return;
				}
			};
		}
		d._destroy = function(err, callback) {
			if (!err && onclose !== null) err = new AbortError();
			onreadable = null;
			ondrain = null;
			onfinish = null;
			if (onclose === null) callback(err);
			else {
				onclose = callback;
				destroyer(w, err);
				destroyer(r, err);
			}
		};
		return d;
	}
}));
// node_modules/readable-stream/lib/internal/streams/duplex.js
var require_duplex = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { ObjectDefineProperties, ObjectGetOwnPropertyDescriptor, ObjectKeys, ObjectSetPrototypeOf } = require_primordials();
	module.exports = Duplex;
	const Readable = require_readable();
	const Writable = require_writable();
	ObjectSetPrototypeOf(Duplex.prototype, Readable.prototype);
	ObjectSetPrototypeOf(Duplex, Readable);
	{
		const keys = ObjectKeys(Writable.prototype);
		for (let i = 0; i < keys.length; i++) {
			const method = keys[i];
			if (!Duplex.prototype[method]) Duplex.prototype[method] = Writable.prototype[method];
		}
	}
	function Duplex(options) {
		if (!(this instanceof Duplex)) return new Duplex(options);
		Readable.call(this, options);
		Writable.call(this, options);
		if (options) {
			this.allowHalfOpen = options.allowHalfOpen !== false;
			if (options.readable === false) {
				this._readableState.readable = false;
				this._readableState.ended = true;
				this._readableState.endEmitted = true;
			}
			if (options.writable === false) {
				this._writableState.writable = false;
				this._writableState.ending = true;
				this._writableState.ended = true;
				this._writableState.finished = true;
			}
		} else this.allowHalfOpen = true;
	}
	ObjectDefineProperties(Duplex.prototype, {
		writable: {
			__proto__: null,
			...ObjectGetOwnPropertyDescriptor(Writable.prototype, "writable")
		},
		writableHighWaterMark: {
			__proto__: null,
			...ObjectGetOwnPropertyDescriptor(Writable.prototype, "writableHighWaterMark")
		},
		writableObjectMode: {
			__proto__: null,
			...ObjectGetOwnPropertyDescriptor(Writable.prototype, "writableObjectMode")
		},
		writableBuffer: {
			__proto__: null,
			...ObjectGetOwnPropertyDescriptor(Writable.prototype, "writableBuffer")
		},
		writableLength: {
			__proto__: null,
			...ObjectGetOwnPropertyDescriptor(Writable.prototype, "writableLength")
		},
		writableFinished: {
			__proto__: null,
			...ObjectGetOwnPropertyDescriptor(Writable.prototype, "writableFinished")
		},
		writableCorked: {
			__proto__: null,
			...ObjectGetOwnPropertyDescriptor(Writable.prototype, "writableCorked")
		},
		writableEnded: {
			__proto__: null,
			...ObjectGetOwnPropertyDescriptor(Writable.prototype, "writableEnded")
		},
		writableNeedDrain: {
			__proto__: null,
			...ObjectGetOwnPropertyDescriptor(Writable.prototype, "writableNeedDrain")
		},
		destroyed: {
			__proto__: null,
			get() {
				if (this._readableState === void 0 || this._writableState === void 0) return false;
				return this._readableState.destroyed && this._writableState.destroyed;
			},
			set(value) {
				if (this._readableState && this._writableState) {
					this._readableState.destroyed = value;
					this._writableState.destroyed = value;
				}
			}
		}
	});
	let webStreamsAdapters;
	function lazyWebStreams() {
		if (webStreamsAdapters === void 0) webStreamsAdapters = {};
		return webStreamsAdapters;
	}
	Duplex.fromWeb = function(pair, options) {
		return lazyWebStreams().newStreamDuplexFromReadableWritablePair(pair, options);
	};
	Duplex.toWeb = function(duplex) {
		return lazyWebStreams().newReadableWritablePairFromDuplex(duplex);
	};
	let duplexify;
	Duplex.from = function(body) {
		if (!duplexify) duplexify = require_duplexify();
		return duplexify(body, "body");
	};
}));
// node_modules/readable-stream/lib/internal/streams/transform.js
var require_transform = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { ObjectSetPrototypeOf, Symbol } = require_primordials();
	module.exports = Transform;
	const { ERR_METHOD_NOT_IMPLEMENTED } = require_errors$1().codes;
	const Duplex = require_duplex();
	const { getHighWaterMark } = require_state();
	ObjectSetPrototypeOf(Transform.prototype, Duplex.prototype);
	ObjectSetPrototypeOf(Transform, Duplex);
	const kCallback = Symbol("kCallback");
	function Transform(options) {
		if (!(this instanceof Transform)) return new Transform(options);
		const readableHighWaterMark = options ? getHighWaterMark(this, options, "readableHighWaterMark", true) : null;
		if (readableHighWaterMark === 0) options = {
			...options,
			highWaterMark: null,
			readableHighWaterMark,
			writableHighWaterMark: options.writableHighWaterMark || 0
		};
		Duplex.call(this, options);
		this._readableState.sync = false;
		this[kCallback] = null;
		if (options) {
			if (typeof options.transform === "function") this._transform = options.transform;
			if (typeof options.flush === "function") this._flush = options.flush;
		}
		this.on("prefinish", prefinish);
	}
	function final(cb) {
		if (typeof this._flush === "function" && !this.destroyed) this._flush((er, data) => {
			if (er) {
				if (cb) cb(er);
				else this.destroy(er);
				return;
			}
			if (data != null) this.push(data);
			this.push(null);
			if (cb) cb();
		});
		else {
			this.push(null);
			if (cb) cb();
		}
	}
	function prefinish() {
		if (this._final !== final) final.call(this);
	}
	Transform.prototype._final = final;
	Transform.prototype._transform = function(chunk, encoding, callback) {
		throw new ERR_METHOD_NOT_IMPLEMENTED("_transform()");
	};
	Transform.prototype._write = function(chunk, encoding, callback) {
		const rState = this._readableState;
		const wState = this._writableState;
		const length = rState.length;
		this._transform(chunk, encoding, (err, val) => {
			if (err) {
				callback(err);
				return;
			}
			if (val != null) this.push(val);
			if (wState.ended || length === rState.length || rState.length < rState.highWaterMark) callback();
			else this[kCallback] = callback;
		});
	};
	Transform.prototype._read = function() {
		if (this[kCallback]) {
			const callback = this[kCallback];
			this[kCallback] = null;
			callback();
		}
	};
}));
// node_modules/readable-stream/lib/internal/streams/passthrough.js
var require_passthrough = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { ObjectSetPrototypeOf } = require_primordials();
	module.exports = PassThrough;
	const Transform = require_transform();
	ObjectSetPrototypeOf(PassThrough.prototype, Transform.prototype);
	ObjectSetPrototypeOf(PassThrough, Transform);
	function PassThrough(options) {
		if (!(this instanceof PassThrough)) return new PassThrough(options);
		Transform.call(this, options);
	}
	PassThrough.prototype._transform = function(chunk, encoding, cb) {
		cb(null, chunk);
	};
}));
// node_modules/readable-stream/lib/internal/streams/pipeline.js
var require_pipeline = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const process = require_process();
	const { ArrayIsArray, Promise, SymbolAsyncIterator, SymbolDispose } = require_primordials();
	const eos = require_end_of_stream();
	const { once } = require_util$2();
	const destroyImpl = require_destroy();
	const Duplex = require_duplex();
	const { aggregateTwoErrors, codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_RETURN_VALUE, ERR_MISSING_ARGS, ERR_STREAM_DESTROYED, ERR_STREAM_PREMATURE_CLOSE }, AbortError } = require_errors$1();
	const { validateFunction, validateAbortSignal } = require_validators();
	const { isIterable, isReadable, isReadableNodeStream, isNodeStream, isTransformStream, isWebStream, isReadableStream, isReadableFinished } = require_utils();
	const AbortController = globalThis.AbortController || require_abort_controller().AbortController;
	let PassThrough;
	let Readable;
	let addAbortListener;
	function destroyer(stream, reading, writing) {
		let finished = false;
		stream.on("close", () => {
			finished = true;
		});
		return {
			destroy: (err) => {
				if (finished) return;
				finished = true;
				destroyImpl.destroyer(stream, err || new ERR_STREAM_DESTROYED("pipe"));
			},
			cleanup: eos(stream, {
				readable: reading,
				writable: writing
			}, (err) => {
				finished = !err;
			})
		};
	}
	function popCallback(streams) {
		validateFunction(streams[streams.length - 1], "streams[stream.length - 1]");
		return streams.pop();
	}
	function makeAsyncIterable(val) {
		if (isIterable(val)) return val;
		else if (isReadableNodeStream(val)) return fromReadable(val);
		throw new ERR_INVALID_ARG_TYPE("val", [
			"Readable",
			"Iterable",
			"AsyncIterable"
		], val);
	}
	async function* fromReadable(val) {
		if (!Readable) Readable = require_readable();
		yield* Readable.prototype[SymbolAsyncIterator].call(val);
	}
	async function pumpToNode(iterable, writable, finish, { end }) {
		let error;
		let onresolve = null;
		const resume = (err) => {
			if (err) error = err;
			if (onresolve) {
				const callback = onresolve;
				onresolve = null;
				callback();
			}
		};
		const wait = () => new Promise((resolve, reject) => {
			if (error) reject(error);
			else onresolve = () => {
				if (error) reject(error);
				else resolve();
			};
		});
		writable.on("drain", resume);
		const cleanup = eos(writable, { readable: false }, resume);
		try {
			if (writable.writableNeedDrain) await wait();
			for await (const chunk of iterable) if (!writable.write(chunk)) await wait();
			if (end) {
				writable.end();
				await wait();
			}
			finish();
		} catch (err) {
			finish(error !== err ? aggregateTwoErrors(error, err) : err);
		} finally {
			cleanup();
			writable.off("drain", resume);
		}
	}
	async function pumpToWeb(readable, writable, finish, { end }) {
		if (isTransformStream(writable)) writable = writable.writable;
		const writer = writable.getWriter();
		try {
			for await (const chunk of readable) {
				await writer.ready;
				writer.write(chunk).catch(() => {});
			}
			await writer.ready;
			if (end) await writer.close();
			finish();
		} catch (err) {
			try {
				await writer.abort(err);
				finish(err);
			} catch (err) {
				finish(err);
			}
		}
	}
	function pipeline(...streams) {
		return pipelineImpl(streams, once(popCallback(streams)));
	}
	function pipelineImpl(streams, callback, opts) {
		if (streams.length === 1 && ArrayIsArray(streams[0])) streams = streams[0];
		if (streams.length < 2) throw new ERR_MISSING_ARGS("streams");
		const ac = new AbortController();
		const signal = ac.signal;
		const outerSignal = opts === null || opts === void 0 ? void 0 : opts.signal;
		const lastStreamCleanup = [];
		validateAbortSignal(outerSignal, "options.signal");
		function abort() {
			finishImpl(new AbortError());
		}
		addAbortListener = addAbortListener || require_util$2().addAbortListener;
		let disposable;
		if (outerSignal) disposable = addAbortListener(outerSignal, abort);
		let error;
		let value;
		const destroys = [];
		let finishCount = 0;
		function finish(err) {
			finishImpl(err, --finishCount === 0);
		}
		function finishImpl(err, final) {
			var _disposable;
			if (err && (!error || error.code === "ERR_STREAM_PREMATURE_CLOSE")) error = err;
			if (!error && !final) return;
			while (destroys.length) destroys.shift()(error);
			(_disposable = disposable) === null || _disposable === void 0 || _disposable[SymbolDispose]();
			ac.abort();
			if (final) {
				if (!error) lastStreamCleanup.forEach((fn) => fn());
				process.nextTick(callback, error, value);
			}
		}
		let ret;
		for (let i = 0; i < streams.length; i++) {
			const stream = streams[i];
			const reading = i < streams.length - 1;
			const writing = i > 0;
			const end = reading || (opts === null || opts === void 0 ? void 0 : opts.end) !== false;
			const isLastStream = i === streams.length - 1;
			if (isNodeStream(stream)) {
				if (end) {
					const { destroy, cleanup } = destroyer(stream, reading, writing);
					destroys.push(destroy);
					if (isReadable(stream) && isLastStream) lastStreamCleanup.push(cleanup);
				}
				function onError(err) {
					if (err && err.name !== "AbortError" && err.code !== "ERR_STREAM_PREMATURE_CLOSE") finish(err);
				}
				stream.on("error", onError);
				if (isReadable(stream) && isLastStream) lastStreamCleanup.push(() => {
					stream.removeListener("error", onError);
				});
			}
			if (i === 0) {
				if (typeof stream === "function") {
					ret = stream({ signal });
					if (!isIterable(ret)) throw new ERR_INVALID_RETURN_VALUE("Iterable, AsyncIterable or Stream", "source", ret);
				} else if (isIterable(stream) || isReadableNodeStream(stream) || isTransformStream(stream)) ret = stream;
				else ret = Duplex.from(stream);
			} else if (typeof stream === "function") {
				if (isTransformStream(ret)) {
					var _ret;
					ret = makeAsyncIterable((_ret = ret) === null || _ret === void 0 ? void 0 : _ret.readable);
				} else ret = makeAsyncIterable(ret);
				ret = stream(ret, { signal });
				if (reading) {
					if (!isIterable(ret, true)) throw new ERR_INVALID_RETURN_VALUE("AsyncIterable", `transform[${i - 1}]`, ret);
				} else {
					var _ret2;
					if (!PassThrough) PassThrough = require_passthrough();
					const pt = new PassThrough({ objectMode: true });
					const then = (_ret2 = ret) === null || _ret2 === void 0 ? void 0 : _ret2.then;
					if (typeof then === "function") {
						finishCount++;
						then.call(ret, (val) => {
							value = val;
							if (val != null) pt.write(val);
							if (end) pt.end();
							process.nextTick(finish);
						}, (err) => {
							pt.destroy(err);
							process.nextTick(finish, err);
						});
					} else if (isIterable(ret, true)) {
						finishCount++;
						pumpToNode(ret, pt, finish, { end });
					} else if (isReadableStream(ret) || isTransformStream(ret)) {
						const toRead = ret.readable || ret;
						finishCount++;
						pumpToNode(toRead, pt, finish, { end });
					} else throw new ERR_INVALID_RETURN_VALUE("AsyncIterable or Promise", "destination", ret);
					ret = pt;
					const { destroy, cleanup } = destroyer(ret, false, true);
					destroys.push(destroy);
					if (isLastStream) lastStreamCleanup.push(cleanup);
				}
			} else if (isNodeStream(stream)) {
				if (isReadableNodeStream(ret)) {
					finishCount += 2;
					const cleanup = pipe(ret, stream, finish, { end });
					if (isReadable(stream) && isLastStream) lastStreamCleanup.push(cleanup);
				} else if (isTransformStream(ret) || isReadableStream(ret)) {
					const toRead = ret.readable || ret;
					finishCount++;
					pumpToNode(toRead, stream, finish, { end });
				} else if (isIterable(ret)) {
					finishCount++;
					pumpToNode(ret, stream, finish, { end });
				} else throw new ERR_INVALID_ARG_TYPE("val", [
					"Readable",
					"Iterable",
					"AsyncIterable",
					"ReadableStream",
					"TransformStream"
				], ret);
				ret = stream;
			} else if (isWebStream(stream)) {
				if (isReadableNodeStream(ret)) {
					finishCount++;
					pumpToWeb(makeAsyncIterable(ret), stream, finish, { end });
				} else if (isReadableStream(ret) || isIterable(ret)) {
					finishCount++;
					pumpToWeb(ret, stream, finish, { end });
				} else if (isTransformStream(ret)) {
					finishCount++;
					pumpToWeb(ret.readable, stream, finish, { end });
				} else throw new ERR_INVALID_ARG_TYPE("val", [
					"Readable",
					"Iterable",
					"AsyncIterable",
					"ReadableStream",
					"TransformStream"
				], ret);
				ret = stream;
			} else ret = Duplex.from(stream);
		}
		if (signal !== null && signal !== void 0 && signal.aborted || outerSignal !== null && outerSignal !== void 0 && outerSignal.aborted) process.nextTick(abort);
		return ret;
	}
	function pipe(src, dst, finish, { end }) {
		let ended = false;
		dst.on("close", () => {
			if (!ended) finish(new ERR_STREAM_PREMATURE_CLOSE());
		});
		src.pipe(dst, { end: false });
		if (end) {
			function endFn() {
				ended = true;
				dst.end();
			}
			if (isReadableFinished(src)) process.nextTick(endFn);
			else src.once("end", endFn);
		} else finish();
		eos(src, {
			readable: true,
			writable: false
		}, (err) => {
			const rState = src._readableState;
			if (err && err.code === "ERR_STREAM_PREMATURE_CLOSE" && rState && rState.ended && !rState.errored && !rState.errorEmitted) src.once("end", finish).once("error", finish);
			else finish(err);
		});
		return eos(dst, {
			readable: false,
			writable: true
		}, finish);
	}
	module.exports = {
		pipelineImpl,
		pipeline
	};
}));
// node_modules/readable-stream/lib/internal/streams/compose.js
var require_compose = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { pipeline } = require_pipeline();
	const Duplex = require_duplex();
	const { destroyer } = require_destroy();
	const { isNodeStream, isReadable, isWritable, isWebStream, isTransformStream, isWritableStream, isReadableStream } = require_utils();
	const { AbortError, codes: { ERR_INVALID_ARG_VALUE, ERR_MISSING_ARGS } } = require_errors$1();
	const eos = require_end_of_stream();
	module.exports = function compose(...streams) {
		if (streams.length === 0) throw new ERR_MISSING_ARGS("streams");
		if (streams.length === 1) return Duplex.from(streams[0]);
		const orgStreams = [...streams];
		if (typeof streams[0] === "function") streams[0] = Duplex.from(streams[0]);
		if (typeof streams[streams.length - 1] === "function") {
			const idx = streams.length - 1;
			streams[idx] = Duplex.from(streams[idx]);
		}
		for (let n = 0; n < streams.length; ++n) {
			if (!isNodeStream(streams[n]) && !isWebStream(streams[n])) continue;
			if (n < streams.length - 1 && !(isReadable(streams[n]) || isReadableStream(streams[n]) || isTransformStream(streams[n]))) throw new ERR_INVALID_ARG_VALUE(`streams[${n}]`, orgStreams[n], "must be readable");
			if (n > 0 && !(isWritable(streams[n]) || isWritableStream(streams[n]) || isTransformStream(streams[n]))) throw new ERR_INVALID_ARG_VALUE(`streams[${n}]`, orgStreams[n], "must be writable");
		}
		let ondrain;
		let onfinish;
		let onreadable;
		let onclose;
		let d;
		function onfinished(err) {
			const cb = onclose;
			onclose = null;
			if (cb) cb(err);
			else if (err) d.destroy(err);
			else if (!readable && !writable) d.destroy();
		}
		const head = streams[0];
		const tail = pipeline(streams, onfinished);
		const writable = !!(isWritable(head) || isWritableStream(head) || isTransformStream(head));
		const readable = !!(isReadable(tail) || isReadableStream(tail) || isTransformStream(tail));
		d = new Duplex({
			writableObjectMode: !!(head !== null && head !== void 0 && head.writableObjectMode),
			readableObjectMode: !!(tail !== null && tail !== void 0 && tail.readableObjectMode),
			writable,
			readable
		});
		if (writable) {
			if (isNodeStream(head)) {
				d._write = function(chunk, encoding, callback) {
					if (head.write(chunk, encoding)) callback();
					else ondrain = callback;
				};
				d._final = function(callback) {
					head.end();
					onfinish = callback;
				};
				head.on("drain", function() {
					if (ondrain) {
						const cb = ondrain;
						ondrain = null;
						cb();
					}
				});
			} else if (isWebStream(head)) {
				const writer = (isTransformStream(head) ? head.writable : head).getWriter();
				d._write = async function(chunk, encoding, callback) {
					try {
						await writer.ready;
						writer.write(chunk).catch(() => {});
						callback();
					} catch (err) {
						callback(err);
					}
				};
				d._final = async function(callback) {
					try {
						await writer.ready;
						writer.close().catch(() => {});
						onfinish = callback;
					} catch (err) {
						callback(err);
					}
				};
			}
			const toRead = isTransformStream(tail) ? tail.readable : tail;
			eos(toRead, () => {
				if (onfinish) {
					const cb = onfinish;
					onfinish = null;
					cb();
				}
			});
		}
		if (readable) {
			if (isNodeStream(tail)) {
				tail.on("readable", function() {
					if (onreadable) {
						const cb = onreadable;
						onreadable = null;
						cb();
					}
				});
				tail.on("end", function() {
					d.push(null);
				});
				d._read = function() {
					while (true) {
						const buf = tail.read();
						if (buf === null) {
							onreadable = d._read;
							return;
						}
						if (!d.push(buf)) return;
					}
				};
			} else if (isWebStream(tail)) {
				const reader = (isTransformStream(tail) ? tail.readable : tail).getReader();
				d._read = async function() {
					while (true) try {
						const { value, done } = await reader.read();
						if (!d.push(value)) return;
						if (done) {
							d.push(null);
							return;
						}
					} catch {
						return;
					}
				};
			}
		}
		d._destroy = function(err, callback) {
			if (!err && onclose !== null) err = new AbortError();
			onreadable = null;
			ondrain = null;
			onfinish = null;
			if (onclose === null) callback(err);
			else {
				onclose = callback;
				if (isNodeStream(tail)) destroyer(tail, err);
			}
		};
		return d;
	};
}));
// node_modules/readable-stream/lib/internal/streams/operators.js
var require_operators = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const AbortController = globalThis.AbortController || require_abort_controller().AbortController;
	const { codes: { ERR_INVALID_ARG_VALUE, ERR_INVALID_ARG_TYPE, ERR_MISSING_ARGS, ERR_OUT_OF_RANGE }, AbortError } = require_errors$1();
	const { validateAbortSignal, validateInteger, validateObject } = require_validators();
	const kWeakHandler = require_primordials().Symbol("kWeak");
	const kResistStopPropagation = require_primordials().Symbol("kResistStopPropagation");
	const { finished } = require_end_of_stream();
	const staticCompose = require_compose();
	const { addAbortSignalNoValidate } = require_add_abort_signal();
	const { isWritable, isNodeStream } = require_utils();
	const { deprecate } = require_util$2();
	const { ArrayPrototypePush, Boolean, MathFloor, Number, NumberIsNaN, Promise, PromiseReject, PromiseResolve, PromisePrototypeThen, Symbol } = require_primordials();
	const kEmpty = Symbol("kEmpty");
	const kEof = Symbol("kEof");
	function compose(stream, options) {
		if (options != null) validateObject(options, "options");
		if ((options === null || options === void 0 ? void 0 : options.signal) != null) validateAbortSignal(options.signal, "options.signal");
		if (isNodeStream(stream) && !isWritable(stream)) throw new ERR_INVALID_ARG_VALUE("stream", stream, "must be writable");
		const composedStream = staticCompose(this, stream);
		if (options !== null && options !== void 0 && options.signal) addAbortSignalNoValidate(options.signal, composedStream);
		return composedStream;
	}
	function map(fn, options) {
		if (typeof fn !== "function") throw new ERR_INVALID_ARG_TYPE("fn", ["Function", "AsyncFunction"], fn);
		if (options != null) validateObject(options, "options");
		if ((options === null || options === void 0 ? void 0 : options.signal) != null) validateAbortSignal(options.signal, "options.signal");
		let concurrency = 1;
		if ((options === null || options === void 0 ? void 0 : options.concurrency) != null) concurrency = MathFloor(options.concurrency);
		let highWaterMark = concurrency - 1;
		if ((options === null || options === void 0 ? void 0 : options.highWaterMark) != null) highWaterMark = MathFloor(options.highWaterMark);
		validateInteger(concurrency, "options.concurrency", 1);
		validateInteger(highWaterMark, "options.highWaterMark", 0);
		highWaterMark += concurrency;
		return async function* map() {
			const signal = require_util$2().AbortSignalAny([options === null || options === void 0 ? void 0 : options.signal].filter(Boolean));
			const stream = this;
			const queue = [];
			const signalOpt = { signal };
			let next;
			let resume;
			let done = false;
			let cnt = 0;
			function onCatch() {
				done = true;
				afterItemProcessed();
			}
			function afterItemProcessed() {
				cnt -= 1;
				maybeResume();
			}
			function maybeResume() {
				if (resume && !done && cnt < concurrency && queue.length < highWaterMark) {
					resume();
					resume = null;
				}
			}
			async function pump() {
				try {
					for await (let val of stream) {
						if (done) return;
						if (signal.aborted) throw new AbortError();
						try {
							val = fn(val, signalOpt);
							if (val === kEmpty) continue;
							val = PromiseResolve(val);
						} catch (err) {
							val = PromiseReject(err);
						}
						cnt += 1;
						PromisePrototypeThen(val, afterItemProcessed, onCatch);
						queue.push(val);
						if (next) {
							next();
							next = null;
						}
						if (!done && (queue.length >= highWaterMark || cnt >= concurrency)) await new Promise((resolve) => {
							resume = resolve;
						});
					}
					queue.push(kEof);
				} catch (err) {
					const val = PromiseReject(err);
					PromisePrototypeThen(val, afterItemProcessed, onCatch);
					queue.push(val);
				} finally {
					done = true;
					if (next) {
						next();
						next = null;
					}
				}
			}
			pump();
			try {
				while (true) {
					while (queue.length > 0) {
						const val = await queue[0];
						if (val === kEof) return;
						if (signal.aborted) throw new AbortError();
						if (val !== kEmpty) yield val;
						queue.shift();
						maybeResume();
					}
					await new Promise((resolve) => {
						next = resolve;
					});
				}
			} finally {
				done = true;
				if (resume) {
					resume();
					resume = null;
				}
			}
		}.call(this);
	}
	function asIndexedPairs(options = void 0) {
		if (options != null) validateObject(options, "options");
		if ((options === null || options === void 0 ? void 0 : options.signal) != null) validateAbortSignal(options.signal, "options.signal");
		return async function* asIndexedPairs() {
			let index = 0;
			for await (const val of this) {
				var _options$signal;
				if (options !== null && options !== void 0 && (_options$signal = options.signal) !== null && _options$signal !== void 0 && _options$signal.aborted) throw new AbortError({ cause: options.signal.reason });
				yield [index++, val];
			}
		}.call(this);
	}
	async function some(fn, options = void 0) {
		for await (const unused of filter.call(this, fn, options)) return true;
		return false;
	}
	async function every(fn, options = void 0) {
		if (typeof fn !== "function") throw new ERR_INVALID_ARG_TYPE("fn", ["Function", "AsyncFunction"], fn);
		return !await some.call(this, async (...args) => {
			return !await fn(...args);
		}, options);
	}
	async function find(fn, options) {
		for await (const result of filter.call(this, fn, options)) return result;
	}
	async function forEach(fn, options) {
		if (typeof fn !== "function") throw new ERR_INVALID_ARG_TYPE("fn", ["Function", "AsyncFunction"], fn);
		async function forEachFn(value, options) {
			await fn(value, options);
			return kEmpty;
		}
		for await (const unused of map.call(this, forEachFn, options));
	}
	function filter(fn, options) {
		if (typeof fn !== "function") throw new ERR_INVALID_ARG_TYPE("fn", ["Function", "AsyncFunction"], fn);
		async function filterFn(value, options) {
			if (await fn(value, options)) return value;
			return kEmpty;
		}
		return map.call(this, filterFn, options);
	}
	var ReduceAwareErrMissingArgs = class extends ERR_MISSING_ARGS {
		constructor() {
			super("reduce");
			this.message = "Reduce of an empty stream requires an initial value";
		}
	};
	async function reduce(reducer, initialValue, options) {
		var _options$signal2;
		if (typeof reducer !== "function") throw new ERR_INVALID_ARG_TYPE("reducer", ["Function", "AsyncFunction"], reducer);
		if (options != null) validateObject(options, "options");
		if ((options === null || options === void 0 ? void 0 : options.signal) != null) validateAbortSignal(options.signal, "options.signal");
		let hasInitialValue = arguments.length > 1;
		if (options !== null && options !== void 0 && (_options$signal2 = options.signal) !== null && _options$signal2 !== void 0 && _options$signal2.aborted) {
			const err = new AbortError(void 0, { cause: options.signal.reason });
			this.once("error", () => {});
			await finished(this.destroy(err));
			throw err;
		}
		const ac = new AbortController();
		const signal = ac.signal;
		if (options !== null && options !== void 0 && options.signal) {
			const opts = {
				once: true,
				[kWeakHandler]: this,
				[kResistStopPropagation]: true
			};
			options.signal.addEventListener("abort", () => ac.abort(), opts);
		}
		let gotAnyItemFromStream = false;
		try {
			for await (const value of this) {
				var _options$signal3;
				gotAnyItemFromStream = true;
				if (options !== null && options !== void 0 && (_options$signal3 = options.signal) !== null && _options$signal3 !== void 0 && _options$signal3.aborted) throw new AbortError();
				if (!hasInitialValue) {
					initialValue = value;
					hasInitialValue = true;
				} else initialValue = await reducer(initialValue, value, { signal });
			}
			if (!gotAnyItemFromStream && !hasInitialValue) throw new ReduceAwareErrMissingArgs();
		} finally {
			ac.abort();
		}
		return initialValue;
	}
	async function toArray(options) {
		if (options != null) validateObject(options, "options");
		if ((options === null || options === void 0 ? void 0 : options.signal) != null) validateAbortSignal(options.signal, "options.signal");
		const result = [];
		for await (const val of this) {
			var _options$signal4;
			if (options !== null && options !== void 0 && (_options$signal4 = options.signal) !== null && _options$signal4 !== void 0 && _options$signal4.aborted) throw new AbortError(void 0, { cause: options.signal.reason });
			ArrayPrototypePush(result, val);
		}
		return result;
	}
	function flatMap(fn, options) {
		const values = map.call(this, fn, options);
		return async function* flatMap() {
			for await (const val of values) yield* val;
		}.call(this);
	}
	function toIntegerOrInfinity(number) {
		number = Number(number);
		if (NumberIsNaN(number)) return 0;
		if (number < 0) throw new ERR_OUT_OF_RANGE("number", ">= 0", number);
		return number;
	}
	function drop(number, options = void 0) {
		if (options != null) validateObject(options, "options");
		if ((options === null || options === void 0 ? void 0 : options.signal) != null) validateAbortSignal(options.signal, "options.signal");
		number = toIntegerOrInfinity(number);
		return async function* drop() {
			var _options$signal5;
			if (options !== null && options !== void 0 && (_options$signal5 = options.signal) !== null && _options$signal5 !== void 0 && _options$signal5.aborted) throw new AbortError();
			for await (const val of this) {
				var _options$signal6;
				if (options !== null && options !== void 0 && (_options$signal6 = options.signal) !== null && _options$signal6 !== void 0 && _options$signal6.aborted) throw new AbortError();
				if (number-- <= 0) yield val;
			}
		}.call(this);
	}
	function take(number, options = void 0) {
		if (options != null) validateObject(options, "options");
		if ((options === null || options === void 0 ? void 0 : options.signal) != null) validateAbortSignal(options.signal, "options.signal");
		number = toIntegerOrInfinity(number);
		return async function* take() {
			var _options$signal7;
			if (options !== null && options !== void 0 && (_options$signal7 = options.signal) !== null && _options$signal7 !== void 0 && _options$signal7.aborted) throw new AbortError();
			for await (const val of this) {
				var _options$signal8;
				if (options !== null && options !== void 0 && (_options$signal8 = options.signal) !== null && _options$signal8 !== void 0 && _options$signal8.aborted) throw new AbortError();
				if (number-- > 0) yield val;
				if (number <= 0) return;
			}
		}.call(this);
	}
	module.exports.streamReturningOperators = {
		asIndexedPairs: deprecate(asIndexedPairs, "readable.asIndexedPairs will be removed in a future version."),
		drop,
		filter,
		flatMap,
		map,
		take,
		compose
	};
	module.exports.promiseReturningOperators = {
		every,
		forEach,
		reduce,
		toArray,
		some,
		find
	};
}));
// node_modules/readable-stream/lib/stream/promises.js
var require_promises = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { ArrayPrototypePop, Promise } = require_primordials();
	const { isIterable, isNodeStream, isWebStream } = require_utils();
	const { pipelineImpl: pl } = require_pipeline();
	const { finished } = require_end_of_stream();
	require_stream();
	function pipeline(...streams) {
		return new Promise((resolve, reject) => {
			let signal;
			let end;
			const lastArg = streams[streams.length - 1];
			if (lastArg && typeof lastArg === "object" && !isNodeStream(lastArg) && !isIterable(lastArg) && !isWebStream(lastArg)) {
				const options = ArrayPrototypePop(streams);
				signal = options.signal;
				end = options.end;
			}
			pl(streams, (err, value) => {
				if (err) reject(err);
				else resolve(value);
			}, {
				signal,
				end
			});
		});
	}
	module.exports = {
		finished,
		pipeline
	};
}));
// node_modules/readable-stream/lib/stream.js
var require_stream = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { Buffer } = __require("buffer");
	const { ObjectDefineProperty, ObjectKeys, ReflectApply } = require_primordials();
	const { promisify: { custom: customPromisify } } = require_util$2();
	const { streamReturningOperators, promiseReturningOperators } = require_operators();
	const { codes: { ERR_ILLEGAL_CONSTRUCTOR } } = require_errors$1();
	const compose = require_compose();
	const { setDefaultHighWaterMark, getDefaultHighWaterMark } = require_state();
	const { pipeline } = require_pipeline();
	const { destroyer } = require_destroy();
	const eos = require_end_of_stream();
	const promises = require_promises();
	const utils = require_utils();
	const Stream = module.exports = require_legacy().Stream;
	Stream.isDestroyed = utils.isDestroyed;
	Stream.isDisturbed = utils.isDisturbed;
	Stream.isErrored = utils.isErrored;
	Stream.isReadable = utils.isReadable;
	Stream.isWritable = utils.isWritable;
	Stream.Readable = require_readable();
	for (const key of ObjectKeys(streamReturningOperators)) {
		const op = streamReturningOperators[key];
		function fn(...args) {
			if (new.target) throw ERR_ILLEGAL_CONSTRUCTOR();
			return Stream.Readable.from(ReflectApply(op, this, args));
		}
		ObjectDefineProperty(fn, "name", {
			__proto__: null,
			value: op.name
		});
		ObjectDefineProperty(fn, "length", {
			__proto__: null,
			value: op.length
		});
		ObjectDefineProperty(Stream.Readable.prototype, key, {
			__proto__: null,
			value: fn,
			enumerable: false,
			configurable: true,
			writable: true
		});
	}
	for (const key of ObjectKeys(promiseReturningOperators)) {
		const op = promiseReturningOperators[key];
		function fn(...args) {
			if (new.target) throw ERR_ILLEGAL_CONSTRUCTOR();
			return ReflectApply(op, this, args);
		}
		ObjectDefineProperty(fn, "name", {
			__proto__: null,
			value: op.name
		});
		ObjectDefineProperty(fn, "length", {
			__proto__: null,
			value: op.length
		});
		ObjectDefineProperty(Stream.Readable.prototype, key, {
			__proto__: null,
			value: fn,
			enumerable: false,
			configurable: true,
			writable: true
		});
	}
	Stream.Writable = require_writable();
	Stream.Duplex = require_duplex();
	Stream.Transform = require_transform();
	Stream.PassThrough = require_passthrough();
	Stream.pipeline = pipeline;
	const { addAbortSignal } = require_add_abort_signal();
	Stream.addAbortSignal = addAbortSignal;
	Stream.finished = eos;
	Stream.destroy = destroyer;
	Stream.compose = compose;
	Stream.setDefaultHighWaterMark = setDefaultHighWaterMark;
	Stream.getDefaultHighWaterMark = getDefaultHighWaterMark;
	ObjectDefineProperty(Stream, "promises", {
		__proto__: null,
		configurable: true,
		enumerable: true,
		get() {
			return promises;
		}
	});
	ObjectDefineProperty(pipeline, customPromisify, {
		__proto__: null,
		enumerable: true,
		get() {
			return promises.pipeline;
		}
	});
	ObjectDefineProperty(eos, customPromisify, {
		__proto__: null,
		enumerable: true,
		get() {
			return promises.finished;
		}
	});
	Stream.Stream = Stream;
	Stream._isUint8Array = function isUint8Array(value) {
		return value instanceof Uint8Array;
	};
	Stream._uint8ArrayToBuffer = function _uint8ArrayToBuffer(chunk) {
		return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
	};
}));
// node_modules/readable-stream/lib/ours/index.js
var require_ours = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const Stream = __require("stream");
	if (Stream && process.env.READABLE_STREAM === "disable") {
		const promises = Stream.promises;
		module.exports._uint8ArrayToBuffer = Stream._uint8ArrayToBuffer;
		module.exports._isUint8Array = Stream._isUint8Array;
		module.exports.isDisturbed = Stream.isDisturbed;
		module.exports.isErrored = Stream.isErrored;
		module.exports.isReadable = Stream.isReadable;
		module.exports.Readable = Stream.Readable;
		module.exports.Writable = Stream.Writable;
		module.exports.Duplex = Stream.Duplex;
		module.exports.Transform = Stream.Transform;
		module.exports.PassThrough = Stream.PassThrough;
		module.exports.addAbortSignal = Stream.addAbortSignal;
		module.exports.finished = Stream.finished;
		module.exports.destroy = Stream.destroy;
		module.exports.pipeline = Stream.pipeline;
		module.exports.compose = Stream.compose;
		Object.defineProperty(Stream, "promises", {
			configurable: true,
			enumerable: true,
			get() {
				return promises;
			}
		});
		module.exports.Stream = Stream.Stream;
	} else {
		const CustomStream = require_stream();
		const promises = require_promises();
		const originalDestroy = CustomStream.Readable.destroy;
		module.exports = CustomStream.Readable;
		module.exports._uint8ArrayToBuffer = CustomStream._uint8ArrayToBuffer;
		module.exports._isUint8Array = CustomStream._isUint8Array;
		module.exports.isDisturbed = CustomStream.isDisturbed;
		module.exports.isErrored = CustomStream.isErrored;
		module.exports.isReadable = CustomStream.isReadable;
		module.exports.Readable = CustomStream.Readable;
		module.exports.Writable = CustomStream.Writable;
		module.exports.Duplex = CustomStream.Duplex;
		module.exports.Transform = CustomStream.Transform;
		module.exports.PassThrough = CustomStream.PassThrough;
		module.exports.addAbortSignal = CustomStream.addAbortSignal;
		module.exports.finished = CustomStream.finished;
		module.exports.destroy = CustomStream.destroy;
		module.exports.destroy = originalDestroy;
		module.exports.pipeline = CustomStream.pipeline;
		module.exports.compose = CustomStream.compose;
		Object.defineProperty(CustomStream, "promises", {
			configurable: true,
			enumerable: true,
			get() {
				return promises;
			}
		});
		module.exports.Stream = CustomStream.Stream;
	}
	module.exports.default = module.exports;
}));
// node_modules/lodash/_arrayPush.js
var require__arrayPush = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* Appends the elements of `values` to `array`.
	*
	* @private
	* @param {Array} array The array to modify.
	* @param {Array} values The values to append.
	* @returns {Array} Returns `array`.
	*/
	function arrayPush(array, values) {
		var index = -1, length = values.length, offset = array.length;
		while (++index < length) array[offset + index] = values[index];
		return array;
	}
	module.exports = arrayPush;
}));
// node_modules/lodash/_isFlattenable.js
var require__isFlattenable = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var Symbol = require__Symbol();
	var isArguments = require_isArguments();
	var isArray = require_isArray();
	/** Built-in value references. */
	var spreadableSymbol = Symbol ? Symbol.isConcatSpreadable : void 0;
	/**
	* Checks if `value` is a flattenable `arguments` object or array.
	*
	* @private
	* @param {*} value The value to check.
	* @returns {boolean} Returns `true` if `value` is flattenable, else `false`.
	*/
	function isFlattenable(value) {
		return isArray(value) || isArguments(value) || !!(spreadableSymbol && value && value[spreadableSymbol]);
	}
	module.exports = isFlattenable;
}));
// node_modules/lodash/_baseFlatten.js
var require__baseFlatten = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var arrayPush = require__arrayPush();
	var isFlattenable = require__isFlattenable();
	/**
	* The base implementation of `_.flatten` with support for restricting flattening.
	*
	* @private
	* @param {Array} array The array to flatten.
	* @param {number} depth The maximum recursion depth.
	* @param {boolean} [predicate=isFlattenable] The function invoked per iteration.
	* @param {boolean} [isStrict] Restrict to values that pass `predicate` checks.
	* @param {Array} [result=[]] The initial result value.
	* @returns {Array} Returns the new flattened array.
	*/
	function baseFlatten(array, depth, predicate, isStrict, result) {
		var index = -1, length = array.length;
		predicate || (predicate = isFlattenable);
		result || (result = []);
		while (++index < length) {
			var value = array[index];
			if (depth > 0 && predicate(value)) {
				if (depth > 1) baseFlatten(value, depth - 1, predicate, isStrict, result);
				else arrayPush(result, value);
			} else if (!isStrict) result[result.length] = value;
		}
		return result;
	}
	module.exports = baseFlatten;
}));
// node_modules/lodash/flatten.js
var require_flatten = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var baseFlatten = require__baseFlatten();
	/**
	* Flattens `array` a single level deep.
	*
	* @static
	* @memberOf _
	* @since 0.1.0
	* @category Array
	* @param {Array} array The array to flatten.
	* @returns {Array} Returns the new flattened array.
	* @example
	*
	* _.flatten([1, [2, [3, [4]], 5]]);
	* // => [1, 2, [3, [4]], 5]
	*/
	function flatten(array) {
		return (array == null ? 0 : array.length) ? baseFlatten(array, 1) : [];
	}
	module.exports = flatten;
}));
// node_modules/lodash/_nativeCreate.js
var require__nativeCreate = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = require__getNative()(Object, "create");
}));
// node_modules/lodash/_hashClear.js
var require__hashClear = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var nativeCreate = require__nativeCreate();
	/**
	* Removes all key-value entries from the hash.
	*
	* @private
	* @name clear
	* @memberOf Hash
	*/
	function hashClear() {
		this.__data__ = nativeCreate ? nativeCreate(null) : {};
		this.size = 0;
	}
	module.exports = hashClear;
}));
// node_modules/lodash/_hashDelete.js
var require__hashDelete = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* Removes `key` and its value from the hash.
	*
	* @private
	* @name delete
	* @memberOf Hash
	* @param {Object} hash The hash to modify.
	* @param {string} key The key of the value to remove.
	* @returns {boolean} Returns `true` if the entry was removed, else `false`.
	*/
	function hashDelete(key) {
		var result = this.has(key) && delete this.__data__[key];
		this.size -= result ? 1 : 0;
		return result;
	}
	module.exports = hashDelete;
}));
// node_modules/lodash/_hashGet.js
var require__hashGet = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var nativeCreate = require__nativeCreate();
	/** Used to stand-in for `undefined` hash values. */
	var HASH_UNDEFINED = "__lodash_hash_undefined__";
	/** Used to check objects for own properties. */
	var hasOwnProperty = Object.prototype.hasOwnProperty;
	/**
	* Gets the hash value for `key`.
	*
	* @private
	* @name get
	* @memberOf Hash
	* @param {string} key The key of the value to get.
	* @returns {*} Returns the entry value.
	*/
	function hashGet(key) {
		var data = this.__data__;
		if (nativeCreate) {
			var result = data[key];
			return result === HASH_UNDEFINED ? void 0 : result;
		}
		return hasOwnProperty.call(data, key) ? data[key] : void 0;
	}
	module.exports = hashGet;
}));
// node_modules/lodash/_hashHas.js
var require__hashHas = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var nativeCreate = require__nativeCreate();
	/** Used to check objects for own properties. */
	var hasOwnProperty = Object.prototype.hasOwnProperty;
	/**
	* Checks if a hash value for `key` exists.
	*
	* @private
	* @name has
	* @memberOf Hash
	* @param {string} key The key of the entry to check.
	* @returns {boolean} Returns `true` if an entry for `key` exists, else `false`.
	*/
	function hashHas(key) {
		var data = this.__data__;
		return nativeCreate ? data[key] !== void 0 : hasOwnProperty.call(data, key);
	}
	module.exports = hashHas;
}));
// node_modules/lodash/_hashSet.js
var require__hashSet = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var nativeCreate = require__nativeCreate();
	/** Used to stand-in for `undefined` hash values. */
	var HASH_UNDEFINED = "__lodash_hash_undefined__";
	/**
	* Sets the hash `key` to `value`.
	*
	* @private
	* @name set
	* @memberOf Hash
	* @param {string} key The key of the value to set.
	* @param {*} value The value to set.
	* @returns {Object} Returns the hash instance.
	*/
	function hashSet(key, value) {
		var data = this.__data__;
		this.size += this.has(key) ? 0 : 1;
		data[key] = nativeCreate && value === void 0 ? HASH_UNDEFINED : value;
		return this;
	}
	module.exports = hashSet;
}));
// node_modules/lodash/_Hash.js
var require__Hash = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var hashClear = require__hashClear();
	var hashDelete = require__hashDelete();
	var hashGet = require__hashGet();
	var hashHas = require__hashHas();
	var hashSet = require__hashSet();
	/**
	* Creates a hash object.
	*
	* @private
	* @constructor
	* @param {Array} [entries] The key-value pairs to cache.
	*/
	function Hash(entries) {
		var index = -1, length = entries == null ? 0 : entries.length;
		this.clear();
		while (++index < length) {
			var entry = entries[index];
			this.set(entry[0], entry[1]);
		}
	}
	Hash.prototype.clear = hashClear;
	Hash.prototype["delete"] = hashDelete;
	Hash.prototype.get = hashGet;
	Hash.prototype.has = hashHas;
	Hash.prototype.set = hashSet;
	module.exports = Hash;
}));
// node_modules/lodash/_listCacheClear.js
var require__listCacheClear = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* Removes all key-value entries from the list cache.
	*
	* @private
	* @name clear
	* @memberOf ListCache
	*/
	function listCacheClear() {
		this.__data__ = [];
		this.size = 0;
	}
	module.exports = listCacheClear;
}));
// node_modules/lodash/_assocIndexOf.js
var require__assocIndexOf = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var eq = require_eq();
	/**
	* Gets the index at which the `key` is found in `array` of key-value pairs.
	*
	* @private
	* @param {Array} array The array to inspect.
	* @param {*} key The key to search for.
	* @returns {number} Returns the index of the matched value, else `-1`.
	*/
	function assocIndexOf(array, key) {
		var length = array.length;
		while (length--) if (eq(array[length][0], key)) return length;
		return -1;
	}
	module.exports = assocIndexOf;
}));
// node_modules/lodash/_listCacheDelete.js
var require__listCacheDelete = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var assocIndexOf = require__assocIndexOf();
	/** Built-in value references. */
	var splice = Array.prototype.splice;
	/**
	* Removes `key` and its value from the list cache.
	*
	* @private
	* @name delete
	* @memberOf ListCache
	* @param {string} key The key of the value to remove.
	* @returns {boolean} Returns `true` if the entry was removed, else `false`.
	*/
	function listCacheDelete(key) {
		var data = this.__data__, index = assocIndexOf(data, key);
		if (index < 0) return false;
		if (index == data.length - 1) data.pop();
		else splice.call(data, index, 1);
		--this.size;
		return true;
	}
	module.exports = listCacheDelete;
}));
// node_modules/lodash/_listCacheGet.js
var require__listCacheGet = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var assocIndexOf = require__assocIndexOf();
	/**
	* Gets the list cache value for `key`.
	*
	* @private
	* @name get
	* @memberOf ListCache
	* @param {string} key The key of the value to get.
	* @returns {*} Returns the entry value.
	*/
	function listCacheGet(key) {
		var data = this.__data__, index = assocIndexOf(data, key);
		return index < 0 ? void 0 : data[index][1];
	}
	module.exports = listCacheGet;
}));
// node_modules/lodash/_listCacheHas.js
var require__listCacheHas = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var assocIndexOf = require__assocIndexOf();
	/**
	* Checks if a list cache value for `key` exists.
	*
	* @private
	* @name has
	* @memberOf ListCache
	* @param {string} key The key of the entry to check.
	* @returns {boolean} Returns `true` if an entry for `key` exists, else `false`.
	*/
	function listCacheHas(key) {
		return assocIndexOf(this.__data__, key) > -1;
	}
	module.exports = listCacheHas;
}));
// node_modules/lodash/_listCacheSet.js
var require__listCacheSet = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var assocIndexOf = require__assocIndexOf();
	/**
	* Sets the list cache `key` to `value`.
	*
	* @private
	* @name set
	* @memberOf ListCache
	* @param {string} key The key of the value to set.
	* @param {*} value The value to set.
	* @returns {Object} Returns the list cache instance.
	*/
	function listCacheSet(key, value) {
		var data = this.__data__, index = assocIndexOf(data, key);
		if (index < 0) {
			++this.size;
			data.push([key, value]);
		} else data[index][1] = value;
		return this;
	}
	module.exports = listCacheSet;
}));
// node_modules/lodash/_ListCache.js
var require__ListCache = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var listCacheClear = require__listCacheClear();
	var listCacheDelete = require__listCacheDelete();
	var listCacheGet = require__listCacheGet();
	var listCacheHas = require__listCacheHas();
	var listCacheSet = require__listCacheSet();
	/**
	* Creates an list cache object.
	*
	* @private
	* @constructor
	* @param {Array} [entries] The key-value pairs to cache.
	*/
	function ListCache(entries) {
		var index = -1, length = entries == null ? 0 : entries.length;
		this.clear();
		while (++index < length) {
			var entry = entries[index];
			this.set(entry[0], entry[1]);
		}
	}
	ListCache.prototype.clear = listCacheClear;
	ListCache.prototype["delete"] = listCacheDelete;
	ListCache.prototype.get = listCacheGet;
	ListCache.prototype.has = listCacheHas;
	ListCache.prototype.set = listCacheSet;
	module.exports = ListCache;
}));
// node_modules/lodash/_Map.js
var require__Map = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = require__getNative()(require__root(), "Map");
}));
// node_modules/lodash/_mapCacheClear.js
var require__mapCacheClear = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var Hash = require__Hash();
	var ListCache = require__ListCache();
	var Map = require__Map();
	/**
	* Removes all key-value entries from the map.
	*
	* @private
	* @name clear
	* @memberOf MapCache
	*/
	function mapCacheClear() {
		this.size = 0;
		this.__data__ = {
			"hash": new Hash(),
			"map": new (Map || ListCache)(),
			"string": new Hash()
		};
	}
	module.exports = mapCacheClear;
}));
// node_modules/lodash/_isKeyable.js
var require__isKeyable = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* Checks if `value` is suitable for use as unique object key.
	*
	* @private
	* @param {*} value The value to check.
	* @returns {boolean} Returns `true` if `value` is suitable, else `false`.
	*/
	function isKeyable(value) {
		var type = typeof value;
		return type == "string" || type == "number" || type == "symbol" || type == "boolean" ? value !== "__proto__" : value === null;
	}
	module.exports = isKeyable;
}));
// node_modules/lodash/_getMapData.js
var require__getMapData = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var isKeyable = require__isKeyable();
	/**
	* Gets the data for `map`.
	*
	* @private
	* @param {Object} map The map to query.
	* @param {string} key The reference key.
	* @returns {*} Returns the map data.
	*/
	function getMapData(map, key) {
		var data = map.__data__;
		return isKeyable(key) ? data[typeof key == "string" ? "string" : "hash"] : data.map;
	}
	module.exports = getMapData;
}));
// node_modules/lodash/_mapCacheDelete.js
var require__mapCacheDelete = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var getMapData = require__getMapData();
	/**
	* Removes `key` and its value from the map.
	*
	* @private
	* @name delete
	* @memberOf MapCache
	* @param {string} key The key of the value to remove.
	* @returns {boolean} Returns `true` if the entry was removed, else `false`.
	*/
	function mapCacheDelete(key) {
		var result = getMapData(this, key)["delete"](key);
		this.size -= result ? 1 : 0;
		return result;
	}
	module.exports = mapCacheDelete;
}));
// node_modules/lodash/_mapCacheGet.js
var require__mapCacheGet = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var getMapData = require__getMapData();
	/**
	* Gets the map value for `key`.
	*
	* @private
	* @name get
	* @memberOf MapCache
	* @param {string} key The key of the value to get.
	* @returns {*} Returns the entry value.
	*/
	function mapCacheGet(key) {
		return getMapData(this, key).get(key);
	}
	module.exports = mapCacheGet;
}));
// node_modules/lodash/_mapCacheHas.js
var require__mapCacheHas = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var getMapData = require__getMapData();
	/**
	* Checks if a map value for `key` exists.
	*
	* @private
	* @name has
	* @memberOf MapCache
	* @param {string} key The key of the entry to check.
	* @returns {boolean} Returns `true` if an entry for `key` exists, else `false`.
	*/
	function mapCacheHas(key) {
		return getMapData(this, key).has(key);
	}
	module.exports = mapCacheHas;
}));
// node_modules/lodash/_mapCacheSet.js
var require__mapCacheSet = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var getMapData = require__getMapData();
	/**
	* Sets the map `key` to `value`.
	*
	* @private
	* @name set
	* @memberOf MapCache
	* @param {string} key The key of the value to set.
	* @param {*} value The value to set.
	* @returns {Object} Returns the map cache instance.
	*/
	function mapCacheSet(key, value) {
		var data = getMapData(this, key), size = data.size;
		data.set(key, value);
		this.size += data.size == size ? 0 : 1;
		return this;
	}
	module.exports = mapCacheSet;
}));
// node_modules/lodash/_MapCache.js
var require__MapCache = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var mapCacheClear = require__mapCacheClear();
	var mapCacheDelete = require__mapCacheDelete();
	var mapCacheGet = require__mapCacheGet();
	var mapCacheHas = require__mapCacheHas();
	var mapCacheSet = require__mapCacheSet();
	/**
	* Creates a map cache object to store key-value pairs.
	*
	* @private
	* @constructor
	* @param {Array} [entries] The key-value pairs to cache.
	*/
	function MapCache(entries) {
		var index = -1, length = entries == null ? 0 : entries.length;
		this.clear();
		while (++index < length) {
			var entry = entries[index];
			this.set(entry[0], entry[1]);
		}
	}
	MapCache.prototype.clear = mapCacheClear;
	MapCache.prototype["delete"] = mapCacheDelete;
	MapCache.prototype.get = mapCacheGet;
	MapCache.prototype.has = mapCacheHas;
	MapCache.prototype.set = mapCacheSet;
	module.exports = MapCache;
}));
// node_modules/lodash/_setCacheAdd.js
var require__setCacheAdd = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/** Used to stand-in for `undefined` hash values. */
	var HASH_UNDEFINED = "__lodash_hash_undefined__";
	/**
	* Adds `value` to the array cache.
	*
	* @private
	* @name add
	* @memberOf SetCache
	* @alias push
	* @param {*} value The value to cache.
	* @returns {Object} Returns the cache instance.
	*/
	function setCacheAdd(value) {
		this.__data__.set(value, HASH_UNDEFINED);
		return this;
	}
	module.exports = setCacheAdd;
}));
// node_modules/lodash/_setCacheHas.js
var require__setCacheHas = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* Checks if `value` is in the array cache.
	*
	* @private
	* @name has
	* @memberOf SetCache
	* @param {*} value The value to search for.
	* @returns {boolean} Returns `true` if `value` is found, else `false`.
	*/
	function setCacheHas(value) {
		return this.__data__.has(value);
	}
	module.exports = setCacheHas;
}));
// node_modules/lodash/_SetCache.js
var require__SetCache = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var MapCache = require__MapCache();
	var setCacheAdd = require__setCacheAdd();
	var setCacheHas = require__setCacheHas();
	/**
	*
	* Creates an array cache object to store unique values.
	*
	* @private
	* @constructor
	* @param {Array} [values] The values to cache.
	*/
	function SetCache(values) {
		var index = -1, length = values == null ? 0 : values.length;
		this.__data__ = new MapCache();
		while (++index < length) this.add(values[index]);
	}
	SetCache.prototype.add = SetCache.prototype.push = setCacheAdd;
	SetCache.prototype.has = setCacheHas;
	module.exports = SetCache;
}));
// node_modules/lodash/_baseFindIndex.js
var require__baseFindIndex = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* The base implementation of `_.findIndex` and `_.findLastIndex` without
	* support for iteratee shorthands.
	*
	* @private
	* @param {Array} array The array to inspect.
	* @param {Function} predicate The function invoked per iteration.
	* @param {number} fromIndex The index to search from.
	* @param {boolean} [fromRight] Specify iterating from right to left.
	* @returns {number} Returns the index of the matched value, else `-1`.
	*/
	function baseFindIndex(array, predicate, fromIndex, fromRight) {
		var length = array.length, index = fromIndex + (fromRight ? 1 : -1);
		while (fromRight ? index-- : ++index < length) if (predicate(array[index], index, array)) return index;
		return -1;
	}
	module.exports = baseFindIndex;
}));
// node_modules/lodash/_baseIsNaN.js
var require__baseIsNaN = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* The base implementation of `_.isNaN` without support for number objects.
	*
	* @private
	* @param {*} value The value to check.
	* @returns {boolean} Returns `true` if `value` is `NaN`, else `false`.
	*/
	function baseIsNaN(value) {
		return value !== value;
	}
	module.exports = baseIsNaN;
}));
// node_modules/lodash/_strictIndexOf.js
var require__strictIndexOf = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* A specialized version of `_.indexOf` which performs strict equality
	* comparisons of values, i.e. `===`.
	*
	* @private
	* @param {Array} array The array to inspect.
	* @param {*} value The value to search for.
	* @param {number} fromIndex The index to search from.
	* @returns {number} Returns the index of the matched value, else `-1`.
	*/
	function strictIndexOf(array, value, fromIndex) {
		var index = fromIndex - 1, length = array.length;
		while (++index < length) if (array[index] === value) return index;
		return -1;
	}
	module.exports = strictIndexOf;
}));
// node_modules/lodash/_baseIndexOf.js
var require__baseIndexOf = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var baseFindIndex = require__baseFindIndex();
	var baseIsNaN = require__baseIsNaN();
	var strictIndexOf = require__strictIndexOf();
	/**
	* The base implementation of `_.indexOf` without `fromIndex` bounds checks.
	*
	* @private
	* @param {Array} array The array to inspect.
	* @param {*} value The value to search for.
	* @param {number} fromIndex The index to search from.
	* @returns {number} Returns the index of the matched value, else `-1`.
	*/
	function baseIndexOf(array, value, fromIndex) {
		return value === value ? strictIndexOf(array, value, fromIndex) : baseFindIndex(array, baseIsNaN, fromIndex);
	}
	module.exports = baseIndexOf;
}));
// node_modules/lodash/_arrayIncludes.js
var require__arrayIncludes = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var baseIndexOf = require__baseIndexOf();
	/**
	* A specialized version of `_.includes` for arrays without support for
	* specifying an index to search from.
	*
	* @private
	* @param {Array} [array] The array to inspect.
	* @param {*} target The value to search for.
	* @returns {boolean} Returns `true` if `target` is found, else `false`.
	*/
	function arrayIncludes(array, value) {
		return !!(array == null ? 0 : array.length) && baseIndexOf(array, value, 0) > -1;
	}
	module.exports = arrayIncludes;
}));
// node_modules/lodash/_arrayIncludesWith.js
var require__arrayIncludesWith = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* This function is like `arrayIncludes` except that it accepts a comparator.
	*
	* @private
	* @param {Array} [array] The array to inspect.
	* @param {*} target The value to search for.
	* @param {Function} comparator The comparator invoked per element.
	* @returns {boolean} Returns `true` if `target` is found, else `false`.
	*/
	function arrayIncludesWith(array, value, comparator) {
		var index = -1, length = array == null ? 0 : array.length;
		while (++index < length) if (comparator(value, array[index])) return true;
		return false;
	}
	module.exports = arrayIncludesWith;
}));
// node_modules/lodash/_arrayMap.js
var require__arrayMap = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* A specialized version of `_.map` for arrays without support for iteratee
	* shorthands.
	*
	* @private
	* @param {Array} [array] The array to iterate over.
	* @param {Function} iteratee The function invoked per iteration.
	* @returns {Array} Returns the new mapped array.
	*/
	function arrayMap(array, iteratee) {
		var index = -1, length = array == null ? 0 : array.length, result = Array(length);
		while (++index < length) result[index] = iteratee(array[index], index, array);
		return result;
	}
	module.exports = arrayMap;
}));
// node_modules/lodash/_cacheHas.js
var require__cacheHas = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* Checks if a `cache` value for `key` exists.
	*
	* @private
	* @param {Object} cache The cache to query.
	* @param {string} key The key of the entry to check.
	* @returns {boolean} Returns `true` if an entry for `key` exists, else `false`.
	*/
	function cacheHas(cache, key) {
		return cache.has(key);
	}
	module.exports = cacheHas;
}));
// node_modules/lodash/_baseDifference.js
var require__baseDifference = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var SetCache = require__SetCache();
	var arrayIncludes = require__arrayIncludes();
	var arrayIncludesWith = require__arrayIncludesWith();
	var arrayMap = require__arrayMap();
	var baseUnary = require__baseUnary();
	var cacheHas = require__cacheHas();
	/** Used as the size to enable large array optimizations. */
	var LARGE_ARRAY_SIZE = 200;
	/**
	* The base implementation of methods like `_.difference` without support
	* for excluding multiple arrays or iteratee shorthands.
	*
	* @private
	* @param {Array} array The array to inspect.
	* @param {Array} values The values to exclude.
	* @param {Function} [iteratee] The iteratee invoked per element.
	* @param {Function} [comparator] The comparator invoked per element.
	* @returns {Array} Returns the new array of filtered values.
	*/
	function baseDifference(array, values, iteratee, comparator) {
		var index = -1, includes = arrayIncludes, isCommon = true, length = array.length, result = [], valuesLength = values.length;
		if (!length) return result;
		if (iteratee) values = arrayMap(values, baseUnary(iteratee));
		if (comparator) {
			includes = arrayIncludesWith;
			isCommon = false;
		} else if (values.length >= LARGE_ARRAY_SIZE) {
			includes = cacheHas;
			isCommon = false;
			values = new SetCache(values);
		}
		outer: while (++index < length) {
			var value = array[index], computed = iteratee == null ? value : iteratee(value);
			value = comparator || value !== 0 ? value : 0;
			if (isCommon && computed === computed) {
				var valuesIndex = valuesLength;
				while (valuesIndex--) if (values[valuesIndex] === computed) continue outer;
				result.push(value);
			} else if (!includes(values, computed, comparator)) result.push(value);
		}
		return result;
	}
	module.exports = baseDifference;
}));
// node_modules/lodash/isArrayLikeObject.js
var require_isArrayLikeObject = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var isArrayLike = require_isArrayLike();
	var isObjectLike = require_isObjectLike();
	/**
	* This method is like `_.isArrayLike` except that it also checks if `value`
	* is an object.
	*
	* @static
	* @memberOf _
	* @since 4.0.0
	* @category Lang
	* @param {*} value The value to check.
	* @returns {boolean} Returns `true` if `value` is an array-like object,
	*  else `false`.
	* @example
	*
	* _.isArrayLikeObject([1, 2, 3]);
	* // => true
	*
	* _.isArrayLikeObject(document.body.children);
	* // => true
	*
	* _.isArrayLikeObject('abc');
	* // => false
	*
	* _.isArrayLikeObject(_.noop);
	* // => false
	*/
	function isArrayLikeObject(value) {
		return isObjectLike(value) && isArrayLike(value);
	}
	module.exports = isArrayLikeObject;
}));
// node_modules/lodash/difference.js
var require_difference = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var baseDifference = require__baseDifference();
	var baseFlatten = require__baseFlatten();
	var baseRest = require__baseRest();
	var isArrayLikeObject = require_isArrayLikeObject();
	module.exports = baseRest(function(array, values) {
		return isArrayLikeObject(array) ? baseDifference(array, baseFlatten(values, 1, isArrayLikeObject, true)) : [];
	});
}));
// node_modules/lodash/_Set.js
var require__Set = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = require__getNative()(require__root(), "Set");
}));
// node_modules/lodash/noop.js
var require_noop = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* This method returns `undefined`.
	*
	* @static
	* @memberOf _
	* @since 2.3.0
	* @category Util
	* @example
	*
	* _.times(2, _.noop);
	* // => [undefined, undefined]
	*/
	function noop() {}
	module.exports = noop;
}));
// node_modules/lodash/_setToArray.js
var require__setToArray = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* Converts `set` to an array of its values.
	*
	* @private
	* @param {Object} set The set to convert.
	* @returns {Array} Returns the values.
	*/
	function setToArray(set) {
		var index = -1, result = Array(set.size);
		set.forEach(function(value) {
			result[++index] = value;
		});
		return result;
	}
	module.exports = setToArray;
}));
// node_modules/lodash/_createSet.js
var require__createSet = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var Set = require__Set();
	var noop = require_noop();
	var setToArray = require__setToArray();
	module.exports = !(Set && 1 / setToArray(new Set([, -0]))[1] == 1 / 0) ? noop : function(values) {
		return new Set(values);
	};
}));
// node_modules/lodash/_baseUniq.js
var require__baseUniq = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var SetCache = require__SetCache();
	var arrayIncludes = require__arrayIncludes();
	var arrayIncludesWith = require__arrayIncludesWith();
	var cacheHas = require__cacheHas();
	var createSet = require__createSet();
	var setToArray = require__setToArray();
	/** Used as the size to enable large array optimizations. */
	var LARGE_ARRAY_SIZE = 200;
	/**
	* The base implementation of `_.uniqBy` without support for iteratee shorthands.
	*
	* @private
	* @param {Array} array The array to inspect.
	* @param {Function} [iteratee] The iteratee invoked per element.
	* @param {Function} [comparator] The comparator invoked per element.
	* @returns {Array} Returns the new duplicate free array.
	*/
	function baseUniq(array, iteratee, comparator) {
		var index = -1, includes = arrayIncludes, length = array.length, isCommon = true, result = [], seen = result;
		if (comparator) {
			isCommon = false;
			includes = arrayIncludesWith;
		} else if (length >= LARGE_ARRAY_SIZE) {
			var set = iteratee ? null : createSet(array);
			if (set) return setToArray(set);
			isCommon = false;
			includes = cacheHas;
			seen = new SetCache();
		} else seen = iteratee ? [] : result;
		outer: while (++index < length) {
			var value = array[index], computed = iteratee ? iteratee(value) : value;
			value = comparator || value !== 0 ? value : 0;
			if (isCommon && computed === computed) {
				var seenIndex = seen.length;
				while (seenIndex--) if (seen[seenIndex] === computed) continue outer;
				if (iteratee) seen.push(computed);
				result.push(value);
			} else if (!includes(seen, computed, comparator)) {
				if (seen !== result) seen.push(computed);
				result.push(value);
			}
		}
		return result;
	}
	module.exports = baseUniq;
}));
// node_modules/lodash/union.js
var require_union = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var baseFlatten = require__baseFlatten();
	var baseRest = require__baseRest();
	var baseUniq = require__baseUniq();
	var isArrayLikeObject = require_isArrayLikeObject();
	module.exports = baseRest(function(arrays) {
		return baseUniq(baseFlatten(arrays, 1, isArrayLikeObject, true));
	});
}));
// node_modules/lodash/_overArg.js
var require__overArg = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* Creates a unary function that invokes `func` with its argument transformed.
	*
	* @private
	* @param {Function} func The function to wrap.
	* @param {Function} transform The argument transform.
	* @returns {Function} Returns the new function.
	*/
	function overArg(func, transform) {
		return function(arg) {
			return func(transform(arg));
		};
	}
	module.exports = overArg;
}));
// node_modules/lodash/_getPrototype.js
var require__getPrototype = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = require__overArg()(Object.getPrototypeOf, Object);
}));
// node_modules/lodash/isPlainObject.js
var require_isPlainObject = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var baseGetTag = require__baseGetTag();
	var getPrototype = require__getPrototype();
	var isObjectLike = require_isObjectLike();
	/** `Object#toString` result references. */
	var objectTag = "[object Object]";
	/** Used for built-in method references. */
	var funcProto = Function.prototype;
	var objectProto = Object.prototype;
	/** Used to resolve the decompiled source of functions. */
	var funcToString = funcProto.toString;
	/** Used to check objects for own properties. */
	var hasOwnProperty = objectProto.hasOwnProperty;
	/** Used to infer the `Object` constructor. */
	var objectCtorString = funcToString.call(Object);
	/**
	* Checks if `value` is a plain object, that is, an object created by the
	* `Object` constructor or one with a `[[Prototype]]` of `null`.
	*
	* @static
	* @memberOf _
	* @since 0.8.0
	* @category Lang
	* @param {*} value The value to check.
	* @returns {boolean} Returns `true` if `value` is a plain object, else `false`.
	* @example
	*
	* function Foo() {
	*   this.a = 1;
	* }
	*
	* _.isPlainObject(new Foo);
	* // => false
	*
	* _.isPlainObject([1, 2, 3]);
	* // => false
	*
	* _.isPlainObject({ 'x': 0, 'y': 0 });
	* // => true
	*
	* _.isPlainObject(Object.create(null));
	* // => true
	*/
	function isPlainObject(value) {
		if (!isObjectLike(value) || baseGetTag(value) != objectTag) return false;
		var proto = getPrototype(value);
		if (proto === null) return true;
		var Ctor = hasOwnProperty.call(proto, "constructor") && proto.constructor;
		return typeof Ctor == "function" && Ctor instanceof Ctor && funcToString.call(Ctor) == objectCtorString;
	}
	module.exports = isPlainObject;
}));
// node_modules/archiver-utils/file.js
var require_file = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* archiver-utils
	*
	* Copyright (c) 2012-2014 Chris Talkington, contributors.
	* Licensed under the MIT license.
	* https://github.com/archiverjs/node-archiver/blob/master/LICENSE-MIT
	*/
	var fs = require_graceful_fs();
	var path = __require("path");
	var flatten = require_flatten();
	var difference = require_difference();
	var union = require_union();
	var isPlainObject = require_isPlainObject();
	var glob = require_commonjs$2();
	var file = module.exports = {};
	var pathSeparatorRe = /[\/\\]/g;
	var processPatterns = function(patterns, fn) {
		var result = [];
		flatten(patterns).forEach(function(pattern) {
			var exclusion = pattern.indexOf("!") === 0;
			if (exclusion) pattern = pattern.slice(1);
			var matches = fn(pattern);
			if (exclusion) result = difference(result, matches);
			else result = union(result, matches);
		});
		return result;
	};
	file.exists = function() {
		var filepath = path.join.apply(path, arguments);
		return fs.existsSync(filepath);
	};
	file.expand = function(...args) {
		var options = isPlainObject(args[0]) ? args.shift() : {};
		var patterns = Array.isArray(args[0]) ? args[0] : args;
		if (patterns.length === 0) return [];
		var matches = processPatterns(patterns, function(pattern) {
			return glob.sync(pattern, options);
		});
		if (options.filter) matches = matches.filter(function(filepath) {
			filepath = path.join(options.cwd || "", filepath);
			try {
				if (typeof options.filter === "function") return options.filter(filepath);
				else return fs.statSync(filepath)[options.filter]();
			} catch (e) {
				return false;
			}
		});
		return matches;
	};
	file.expandMapping = function(patterns, destBase, options) {
		options = Object.assign({ rename: function(destBase, destPath) {
			return path.join(destBase || "", destPath);
		} }, options);
		var files = [];
		var fileByDest = {};
		file.expand(options, patterns).forEach(function(src) {
			var destPath = src;
			if (options.flatten) destPath = path.basename(destPath);
			if (options.ext) destPath = destPath.replace(/(\.[^\/]*)?$/, options.ext);
			var dest = options.rename(destBase, destPath, options);
			if (options.cwd) src = path.join(options.cwd, src);
			dest = dest.replace(pathSeparatorRe, "/");
			src = src.replace(pathSeparatorRe, "/");
			if (fileByDest[dest]) fileByDest[dest].src.push(src);
			else {
				files.push({
					src: [src],
					dest
				});
				fileByDest[dest] = files[files.length - 1];
			}
		});
		return files;
	};
	file.normalizeFilesArray = function(data) {
		var files = [];
		data.forEach(function(obj) {
			if ("src" in obj || "dest" in obj) files.push(obj);
		});
		if (files.length === 0) return [];
		files = _(files).chain().forEach(function(obj) {
			if (!("src" in obj) || !obj.src) return;
			if (Array.isArray(obj.src)) obj.src = flatten(obj.src);
			else obj.src = [obj.src];
		}).map(function(obj) {
			var expandOptions = Object.assign({}, obj);
			delete expandOptions.src;
			delete expandOptions.dest;
			if (obj.expand) return file.expandMapping(obj.src, obj.dest, expandOptions).map(function(mapObj) {
				var result = Object.assign({}, obj);
				result.orig = Object.assign({}, obj);
				result.src = mapObj.src;
				result.dest = mapObj.dest;
				[
					"expand",
					"cwd",
					"flatten",
					"rename",
					"ext"
				].forEach(function(prop) {
					delete result[prop];
				});
				return result;
			});
			var result = Object.assign({}, obj);
			result.orig = Object.assign({}, obj);
			if ("src" in result) Object.defineProperty(result, "src", {
				enumerable: true,
				get: function fn() {
					var src;
					if (!("result" in fn)) {
						src = obj.src;
						src = Array.isArray(src) ? flatten(src) : [src];
						fn.result = file.expand(expandOptions, src);
					}
					return fn.result;
				}
			});
			if ("dest" in result) result.dest = obj.dest;
			return result;
		}).flatten().value();
		return files;
	};
}));
// node_modules/archiver-utils/index.js
var require_archiver_utils = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* archiver-utils
	*
	* Copyright (c) 2015 Chris Talkington.
	* Licensed under the MIT license.
	* https://github.com/archiverjs/archiver-utils/blob/master/LICENSE
	*/
	var fs = require_graceful_fs();
	var path = __require("path");
	var isStream = require_is_stream();
	var lazystream = require_lazystream();
	var normalizePath = require_normalize_path();
	var defaults = require_defaults();
	__require("stream").Stream;
	var PassThrough = require_ours().PassThrough;
	var utils = module.exports = {};
	utils.file = require_file();
	utils.collectStream = function(source, callback) {
		var collection = [];
		var size = 0;
		source.on("error", callback);
		source.on("data", function(chunk) {
			collection.push(chunk);
			size += chunk.length;
		});
		source.on("end", function() {
			var buf = Buffer.alloc(size);
			var offset = 0;
			collection.forEach(function(data) {
				data.copy(buf, offset);
				offset += data.length;
			});
			callback(null, buf);
		});
	};
	utils.dateify = function(dateish) {
		dateish = dateish || /* @__PURE__ */ new Date();
		if (dateish instanceof Date) dateish = dateish;
		else if (typeof dateish === "string") dateish = new Date(dateish);
		else dateish = /* @__PURE__ */ new Date();
		return dateish;
	};
	utils.defaults = function(object, source, guard) {
		var args = arguments;
		args[0] = args[0] || {};
		return defaults(...args);
	};
	utils.isStream = function(source) {
		return isStream(source);
	};
	utils.lazyReadStream = function(filepath) {
		return new lazystream.Readable(function() {
			return fs.createReadStream(filepath);
		});
	};
	utils.normalizeInputSource = function(source) {
		if (source === null) return Buffer.alloc(0);
		else if (typeof source === "string") return Buffer.from(source);
		else if (utils.isStream(source)) return source.pipe(new PassThrough());
		return source;
	};
	utils.sanitizePath = function(filepath) {
		return normalizePath(filepath, false).replace(/^\w+:/, "").replace(/^(\.\.\/|\/)+/, "");
	};
	utils.trailingSlashIt = function(str) {
		return str.slice(-1) !== "/" ? str + "/" : str;
	};
	utils.unixifyPath = function(filepath) {
		return normalizePath(filepath, false).replace(/^\w+:/, "");
	};
	utils.walkdir = function(dirpath, base, callback) {
		var results = [];
		if (typeof base === "function") {
			callback = base;
			base = dirpath;
		}
		fs.readdir(dirpath, function(err, list) {
			var i = 0;
			var file;
			var filepath;
			if (err) return callback(err);
			(function next() {
				file = list[i++];
				if (!file) return callback(null, results);
				filepath = path.join(dirpath, file);
				fs.stat(filepath, function(err, stats) {
					results.push({
						path: filepath,
						relative: path.relative(base, filepath).replace(/\\/g, "/"),
						stats
					});
					if (stats && stats.isDirectory()) utils.walkdir(filepath, base, function(err, res) {
						if (err) return callback(err);
						res.forEach(function(dirEntry) {
							results.push(dirEntry);
						});
						next();
					});
					else next();
				});
			})();
		});
	};
}));
// node_modules/archiver/lib/error.js
var require_error = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* Archiver Core
	*
	* @ignore
	* @license [MIT]{@link https://github.com/archiverjs/node-archiver/blob/master/LICENSE}
	* @copyright (c) 2012-2014 Chris Talkington, contributors.
	*/
	var util = __require("util");
	const ERROR_CODES = {
		"ABORTED": "archive was aborted",
		"DIRECTORYDIRPATHREQUIRED": "diretory dirpath argument must be a non-empty string value",
		"DIRECTORYFUNCTIONINVALIDDATA": "invalid data returned by directory custom data function",
		"ENTRYNAMEREQUIRED": "entry name must be a non-empty string value",
		"FILEFILEPATHREQUIRED": "file filepath argument must be a non-empty string value",
		"FINALIZING": "archive already finalizing",
		"QUEUECLOSED": "queue closed",
		"NOENDMETHOD": "no suitable finalize/end method defined by module",
		"DIRECTORYNOTSUPPORTED": "support for directory entries not defined by module",
		"FORMATSET": "archive format already set",
		"INPUTSTEAMBUFFERREQUIRED": "input source must be valid Stream or Buffer instance",
		"MODULESET": "module already set",
		"SYMLINKNOTSUPPORTED": "support for symlink entries not defined by module",
		"SYMLINKFILEPATHREQUIRED": "symlink filepath argument must be a non-empty string value",
		"SYMLINKTARGETREQUIRED": "symlink target argument must be a non-empty string value",
		"ENTRYNOTSUPPORTED": "entry not supported"
	};
	function ArchiverError(code, data) {
		Error.captureStackTrace(this, this.constructor);
		this.message = ERROR_CODES[code] || code;
		this.code = code;
		this.data = data;
	}
	util.inherits(ArchiverError, Error);
	exports = module.exports = ArchiverError;
}));
// node_modules/archiver/lib/core.js
var require_core = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* Archiver Core
	*
	* @ignore
	* @license [MIT]{@link https://github.com/archiverjs/node-archiver/blob/master/LICENSE}
	* @copyright (c) 2012-2014 Chris Talkington, contributors.
	*/
	var fs = __require("fs");
	var glob = require_readdir_glob();
	var async = require_async();
	var path = __require("path");
	var util = require_archiver_utils();
	var inherits = __require("util").inherits;
	var ArchiverError = require_error();
	var Transform = require_ours().Transform;
	var win32 = process.platform === "win32";
	/**
	* @constructor
	* @param {String} format The archive format to use.
	* @param {(CoreOptions|TransformOptions)} options See also {@link ZipOptions} and {@link TarOptions}.
	*/
	var Archiver = function(format, options) {
		if (!(this instanceof Archiver)) return new Archiver(format, options);
		if (typeof format !== "string") {
			options = format;
			format = "zip";
		}
		options = this.options = util.defaults(options, {
			highWaterMark: 1048576,
			statConcurrency: 4
		});
		Transform.call(this, options);
		this._format = false;
		this._module = false;
		this._pending = 0;
		this._pointer = 0;
		this._entriesCount = 0;
		this._entriesProcessedCount = 0;
		this._fsEntriesTotalBytes = 0;
		this._fsEntriesProcessedBytes = 0;
		this._queue = async.queue(this._onQueueTask.bind(this), 1);
		this._queue.drain(this._onQueueDrain.bind(this));
		this._statQueue = async.queue(this._onStatQueueTask.bind(this), options.statConcurrency);
		this._statQueue.drain(this._onQueueDrain.bind(this));
		this._state = {
			aborted: false,
			finalize: false,
			finalizing: false,
			finalized: false,
			modulePiped: false
		};
		this._streams = [];
	};
	inherits(Archiver, Transform);
	/**
	* Internal logic for `abort`.
	*
	* @private
	* @return void
	*/
	Archiver.prototype._abort = function() {
		this._state.aborted = true;
		this._queue.kill();
		this._statQueue.kill();
		if (this._queue.idle()) this._shutdown();
	};
	/**
	* Internal helper for appending files.
	*
	* @private
	* @param  {String} filepath The source filepath.
	* @param  {EntryData} data The entry data.
	* @return void
	*/
	Archiver.prototype._append = function(filepath, data) {
		data = data || {};
		var task = {
			source: null,
			filepath
		};
		if (!data.name) data.name = filepath;
		data.sourcePath = filepath;
		task.data = data;
		this._entriesCount++;
		if (data.stats && data.stats instanceof fs.Stats) {
			task = this._updateQueueTaskWithStats(task, data.stats);
			if (task) {
				if (data.stats.size) this._fsEntriesTotalBytes += data.stats.size;
				this._queue.push(task);
			}
		} else this._statQueue.push(task);
	};
	/**
	* Internal logic for `finalize`.
	*
	* @private
	* @return void
	*/
	Archiver.prototype._finalize = function() {
		if (this._state.finalizing || this._state.finalized || this._state.aborted) return;
		this._state.finalizing = true;
		this._moduleFinalize();
		this._state.finalizing = false;
		this._state.finalized = true;
	};
	/**
	* Checks the various state variables to determine if we can `finalize`.
	*
	* @private
	* @return {Boolean}
	*/
	Archiver.prototype._maybeFinalize = function() {
		if (this._state.finalizing || this._state.finalized || this._state.aborted) return false;
		if (this._state.finalize && this._pending === 0 && this._queue.idle() && this._statQueue.idle()) {
			this._finalize();
			return true;
		}
		return false;
	};
	/**
	* Appends an entry to the module.
	*
	* @private
	* @fires  Archiver#entry
	* @param  {(Buffer|Stream)} source
	* @param  {EntryData} data
	* @param  {Function} callback
	* @return void
	*/
	Archiver.prototype._moduleAppend = function(source, data, callback) {
		if (this._state.aborted) {
			callback();
			return;
		}
		this._module.append(source, data, function(err) {
			this._task = null;
			if (this._state.aborted) {
				this._shutdown();
				return;
			}
			if (err) {
				this.emit("error", err);
				setImmediate(callback);
				return;
			}
			/**
			* Fires when the entry's input has been processed and appended to the archive.
			*
			* @event Archiver#entry
			* @type {EntryData}
			*/
			this.emit("entry", data);
			this._entriesProcessedCount++;
			if (data.stats && data.stats.size) this._fsEntriesProcessedBytes += data.stats.size;
			/**
			* @event Archiver#progress
			* @type {ProgressData}
			*/
			this.emit("progress", {
				entries: {
					total: this._entriesCount,
					processed: this._entriesProcessedCount
				},
				fs: {
					totalBytes: this._fsEntriesTotalBytes,
					processedBytes: this._fsEntriesProcessedBytes
				}
			});
			setImmediate(callback);
		}.bind(this));
	};
	/**
	* Finalizes the module.
	*
	* @private
	* @return void
	*/
	Archiver.prototype._moduleFinalize = function() {
		if (typeof this._module.finalize === "function") this._module.finalize();
		else if (typeof this._module.end === "function") this._module.end();
		else this.emit("error", new ArchiverError("NOENDMETHOD"));
	};
	/**
	* Pipes the module to our internal stream with error bubbling.
	*
	* @private
	* @return void
	*/
	Archiver.prototype._modulePipe = function() {
		this._module.on("error", this._onModuleError.bind(this));
		this._module.pipe(this);
		this._state.modulePiped = true;
	};
	/**
	* Determines if the current module supports a defined feature.
	*
	* @private
	* @param  {String} key
	* @return {Boolean}
	*/
	Archiver.prototype._moduleSupports = function(key) {
		if (!this._module.supports || !this._module.supports[key]) return false;
		return this._module.supports[key];
	};
	/**
	* Unpipes the module from our internal stream.
	*
	* @private
	* @return void
	*/
	Archiver.prototype._moduleUnpipe = function() {
		this._module.unpipe(this);
		this._state.modulePiped = false;
	};
	/**
	* Normalizes entry data with fallbacks for key properties.
	*
	* @private
	* @param  {Object} data
	* @param  {fs.Stats} stats
	* @return {Object}
	*/
	Archiver.prototype._normalizeEntryData = function(data, stats) {
		data = util.defaults(data, {
			type: "file",
			name: null,
			date: null,
			mode: null,
			prefix: null,
			sourcePath: null,
			stats: false
		});
		if (stats && data.stats === false) data.stats = stats;
		var isDir = data.type === "directory";
		if (data.name) {
			if (typeof data.prefix === "string" && "" !== data.prefix) {
				data.name = data.prefix + "/" + data.name;
				data.prefix = null;
			}
			data.name = util.sanitizePath(data.name);
			if (data.type !== "symlink" && data.name.slice(-1) === "/") {
				isDir = true;
				data.type = "directory";
			} else if (isDir) data.name += "/";
		}
		if (typeof data.mode === "number") {
			if (win32) data.mode &= 511;
			else data.mode &= 4095;
		} else if (data.stats && data.mode === null) {
			if (win32) data.mode = data.stats.mode & 511;
			else data.mode = data.stats.mode & 4095;
			if (win32 && isDir) data.mode = 493;
		} else if (data.mode === null) data.mode = isDir ? 493 : 420;
		if (data.stats && data.date === null) data.date = data.stats.mtime;
		else data.date = util.dateify(data.date);
		return data;
	};
	/**
	* Error listener that re-emits error on to our internal stream.
	*
	* @private
	* @param  {Error} err
	* @return void
	*/
	Archiver.prototype._onModuleError = function(err) {
		/**
		* @event Archiver#error
		* @type {ErrorData}
		*/
		this.emit("error", err);
	};
	/**
	* Checks the various state variables after queue has drained to determine if
	* we need to `finalize`.
	*
	* @private
	* @return void
	*/
	Archiver.prototype._onQueueDrain = function() {
		if (this._state.finalizing || this._state.finalized || this._state.aborted) return;
		if (this._state.finalize && this._pending === 0 && this._queue.idle() && this._statQueue.idle()) this._finalize();
	};
	/**
	* Appends each queue task to the module.
	*
	* @private
	* @param  {Object} task
	* @param  {Function} callback
	* @return void
	*/
	Archiver.prototype._onQueueTask = function(task, callback) {
		var fullCallback = () => {
			if (task.data.callback) task.data.callback();
			callback();
		};
		if (this._state.finalizing || this._state.finalized || this._state.aborted) {
			fullCallback();
			return;
		}
		this._task = task;
		this._moduleAppend(task.source, task.data, fullCallback);
	};
	/**
	* Performs a file stat and reinjects the task back into the queue.
	*
	* @private
	* @param  {Object} task
	* @param  {Function} callback
	* @return void
	*/
	Archiver.prototype._onStatQueueTask = function(task, callback) {
		if (this._state.finalizing || this._state.finalized || this._state.aborted) {
			callback();
			return;
		}
		fs.lstat(task.filepath, function(err, stats) {
			if (this._state.aborted) {
				setImmediate(callback);
				return;
			}
			if (err) {
				this._entriesCount--;
				/**
				* @event Archiver#warning
				* @type {ErrorData}
				*/
				this.emit("warning", err);
				setImmediate(callback);
				return;
			}
			task = this._updateQueueTaskWithStats(task, stats);
			if (task) {
				if (stats.size) this._fsEntriesTotalBytes += stats.size;
				this._queue.push(task);
			}
			setImmediate(callback);
		}.bind(this));
	};
	/**
	* Unpipes the module and ends our internal stream.
	*
	* @private
	* @return void
	*/
	Archiver.prototype._shutdown = function() {
		this._moduleUnpipe();
		this.end();
	};
	/**
	* Tracks the bytes emitted by our internal stream.
	*
	* @private
	* @param  {Buffer} chunk
	* @param  {String} encoding
	* @param  {Function} callback
	* @return void
	*/
	Archiver.prototype._transform = function(chunk, encoding, callback) {
		if (chunk) this._pointer += chunk.length;
		callback(null, chunk);
	};
	/**
	* Updates and normalizes a queue task using stats data.
	*
	* @private
	* @param  {Object} task
	* @param  {fs.Stats} stats
	* @return {Object}
	*/
	Archiver.prototype._updateQueueTaskWithStats = function(task, stats) {
		if (stats.isFile()) {
			task.data.type = "file";
			task.data.sourceType = "stream";
			task.source = util.lazyReadStream(task.filepath);
		} else if (stats.isDirectory() && this._moduleSupports("directory")) {
			task.data.name = util.trailingSlashIt(task.data.name);
			task.data.type = "directory";
			task.data.sourcePath = util.trailingSlashIt(task.filepath);
			task.data.sourceType = "buffer";
			task.source = Buffer.concat([]);
		} else if (stats.isSymbolicLink() && this._moduleSupports("symlink")) {
			var linkPath = fs.readlinkSync(task.filepath);
			var dirName = path.dirname(task.filepath);
			task.data.type = "symlink";
			task.data.linkname = path.relative(dirName, path.resolve(dirName, linkPath));
			task.data.sourceType = "buffer";
			task.source = Buffer.concat([]);
		} else {
			if (stats.isDirectory()) this.emit("warning", new ArchiverError("DIRECTORYNOTSUPPORTED", task.data));
			else if (stats.isSymbolicLink()) this.emit("warning", new ArchiverError("SYMLINKNOTSUPPORTED", task.data));
			else this.emit("warning", new ArchiverError("ENTRYNOTSUPPORTED", task.data));
			return null;
		}
		task.data = this._normalizeEntryData(task.data, stats);
		return task;
	};
	/**
	* Aborts the archiving process, taking a best-effort approach, by:
	*
	* - removing any pending queue tasks
	* - allowing any active queue workers to finish
	* - detaching internal module pipes
	* - ending both sides of the Transform stream
	*
	* It will NOT drain any remaining sources.
	*
	* @return {this}
	*/
	Archiver.prototype.abort = function() {
		if (this._state.aborted || this._state.finalized) return this;
		this._abort();
		return this;
	};
	/**
	* Appends an input source (text string, buffer, or stream) to the instance.
	*
	* When the instance has received, processed, and emitted the input, the `entry`
	* event is fired.
	*
	* @fires  Archiver#entry
	* @param  {(Buffer|Stream|String)} source The input source.
	* @param  {EntryData} data See also {@link ZipEntryData} and {@link TarEntryData}.
	* @return {this}
	*/
	Archiver.prototype.append = function(source, data) {
		if (this._state.finalize || this._state.aborted) {
			this.emit("error", new ArchiverError("QUEUECLOSED"));
			return this;
		}
		data = this._normalizeEntryData(data);
		if (typeof data.name !== "string" || data.name.length === 0) {
			this.emit("error", new ArchiverError("ENTRYNAMEREQUIRED"));
			return this;
		}
		if (data.type === "directory" && !this._moduleSupports("directory")) {
			this.emit("error", new ArchiverError("DIRECTORYNOTSUPPORTED", { name: data.name }));
			return this;
		}
		source = util.normalizeInputSource(source);
		if (Buffer.isBuffer(source)) data.sourceType = "buffer";
		else if (util.isStream(source)) data.sourceType = "stream";
		else {
			this.emit("error", new ArchiverError("INPUTSTEAMBUFFERREQUIRED", { name: data.name }));
			return this;
		}
		this._entriesCount++;
		this._queue.push({
			data,
			source
		});
		return this;
	};
	/**
	* Appends a directory and its files, recursively, given its dirpath.
	*
	* @param  {String} dirpath The source directory path.
	* @param  {String} destpath The destination path within the archive.
	* @param  {(EntryData|Function)} data See also [ZipEntryData]{@link ZipEntryData} and
	* [TarEntryData]{@link TarEntryData}.
	* @return {this}
	*/
	Archiver.prototype.directory = function(dirpath, destpath, data) {
		if (this._state.finalize || this._state.aborted) {
			this.emit("error", new ArchiverError("QUEUECLOSED"));
			return this;
		}
		if (typeof dirpath !== "string" || dirpath.length === 0) {
			this.emit("error", new ArchiverError("DIRECTORYDIRPATHREQUIRED"));
			return this;
		}
		this._pending++;
		if (destpath === false) destpath = "";
		else if (typeof destpath !== "string") destpath = dirpath;
		var dataFunction = false;
		if (typeof data === "function") {
			dataFunction = data;
			data = {};
		} else if (typeof data !== "object") data = {};
		var globOptions = {
			stat: true,
			dot: true
		};
		function onGlobEnd() {
			this._pending--;
			this._maybeFinalize();
		}
		function onGlobError(err) {
			this.emit("error", err);
		}
		function onGlobMatch(match) {
			globber.pause();
			var ignoreMatch = false;
			var entryData = Object.assign({}, data);
			entryData.name = match.relative;
			entryData.prefix = destpath;
			entryData.stats = match.stat;
			entryData.callback = globber.resume.bind(globber);
			try {
				if (dataFunction) {
					entryData = dataFunction(entryData);
					if (entryData === false) ignoreMatch = true;
					else if (typeof entryData !== "object") throw new ArchiverError("DIRECTORYFUNCTIONINVALIDDATA", { dirpath });
				}
			} catch (e) {
				this.emit("error", e);
				return;
			}
			if (ignoreMatch) {
				globber.resume();
				return;
			}
			this._append(match.absolute, entryData);
		}
		var globber = glob(dirpath, globOptions);
		globber.on("error", onGlobError.bind(this));
		globber.on("match", onGlobMatch.bind(this));
		globber.on("end", onGlobEnd.bind(this));
		return this;
	};
	/**
	* Appends a file given its filepath using a
	* [lazystream]{@link https://github.com/jpommerening/node-lazystream} wrapper to
	* prevent issues with open file limits.
	*
	* When the instance has received, processed, and emitted the file, the `entry`
	* event is fired.
	*
	* @param  {String} filepath The source filepath.
	* @param  {EntryData} data See also [ZipEntryData]{@link ZipEntryData} and
	* [TarEntryData]{@link TarEntryData}.
	* @return {this}
	*/
	Archiver.prototype.file = function(filepath, data) {
		if (this._state.finalize || this._state.aborted) {
			this.emit("error", new ArchiverError("QUEUECLOSED"));
			return this;
		}
		if (typeof filepath !== "string" || filepath.length === 0) {
			this.emit("error", new ArchiverError("FILEFILEPATHREQUIRED"));
			return this;
		}
		this._append(filepath, data);
		return this;
	};
	/**
	* Appends multiple files that match a glob pattern.
	*
	* @param  {String} pattern The [glob pattern]{@link https://github.com/isaacs/minimatch} to match.
	* @param  {Object} options See [node-readdir-glob]{@link https://github.com/yqnn/node-readdir-glob#options}.
	* @param  {EntryData} data See also [ZipEntryData]{@link ZipEntryData} and
	* [TarEntryData]{@link TarEntryData}.
	* @return {this}
	*/
	Archiver.prototype.glob = function(pattern, options, data) {
		this._pending++;
		options = util.defaults(options, {
			stat: true,
			pattern
		});
		function onGlobEnd() {
			this._pending--;
			this._maybeFinalize();
		}
		function onGlobError(err) {
			this.emit("error", err);
		}
		function onGlobMatch(match) {
			globber.pause();
			var entryData = Object.assign({}, data);
			entryData.callback = globber.resume.bind(globber);
			entryData.stats = match.stat;
			entryData.name = match.relative;
			this._append(match.absolute, entryData);
		}
		var globber = glob(options.cwd || ".", options);
		globber.on("error", onGlobError.bind(this));
		globber.on("match", onGlobMatch.bind(this));
		globber.on("end", onGlobEnd.bind(this));
		return this;
	};
	/**
	* Finalizes the instance and prevents further appending to the archive
	* structure (queue will continue til drained).
	*
	* The `end`, `close` or `finish` events on the destination stream may fire
	* right after calling this method so you should set listeners beforehand to
	* properly detect stream completion.
	*
	* @return {Promise}
	*/
	Archiver.prototype.finalize = function() {
		if (this._state.aborted) {
			var abortedError = new ArchiverError("ABORTED");
			this.emit("error", abortedError);
			return Promise.reject(abortedError);
		}
		if (this._state.finalize) {
			var finalizingError = new ArchiverError("FINALIZING");
			this.emit("error", finalizingError);
			return Promise.reject(finalizingError);
		}
		this._state.finalize = true;
		if (this._pending === 0 && this._queue.idle() && this._statQueue.idle()) this._finalize();
		var self = this;
		return new Promise(function(resolve, reject) {
			var errored;
			self._module.on("end", function() {
				if (!errored) resolve();
			});
			self._module.on("error", function(err) {
				errored = true;
				reject(err);
			});
		});
	};
	/**
	* Sets the module format name used for archiving.
	*
	* @param {String} format The name of the format.
	* @return {this}
	*/
	Archiver.prototype.setFormat = function(format) {
		if (this._format) {
			this.emit("error", new ArchiverError("FORMATSET"));
			return this;
		}
		this._format = format;
		return this;
	};
	/**
	* Sets the module used for archiving.
	*
	* @param {Function} module The function for archiver to interact with.
	* @return {this}
	*/
	Archiver.prototype.setModule = function(module) {
		if (this._state.aborted) {
			this.emit("error", new ArchiverError("ABORTED"));
			return this;
		}
		if (this._state.module) {
			this.emit("error", new ArchiverError("MODULESET"));
			return this;
		}
		this._module = module;
		this._modulePipe();
		return this;
	};
	/**
	* Appends a symlink to the instance.
	*
	* This does NOT interact with filesystem and is used for programmatically creating symlinks.
	*
	* @param  {String} filepath The symlink path (within archive).
	* @param  {String} target The target path (within archive).
	* @param  {Number} mode Sets the entry permissions.
	* @return {this}
	*/
	Archiver.prototype.symlink = function(filepath, target, mode) {
		if (this._state.finalize || this._state.aborted) {
			this.emit("error", new ArchiverError("QUEUECLOSED"));
			return this;
		}
		if (typeof filepath !== "string" || filepath.length === 0) {
			this.emit("error", new ArchiverError("SYMLINKFILEPATHREQUIRED"));
			return this;
		}
		if (typeof target !== "string" || target.length === 0) {
			this.emit("error", new ArchiverError("SYMLINKTARGETREQUIRED", { filepath }));
			return this;
		}
		if (!this._moduleSupports("symlink")) {
			this.emit("error", new ArchiverError("SYMLINKNOTSUPPORTED", { filepath }));
			return this;
		}
		var data = {};
		data.type = "symlink";
		data.name = filepath.replace(/\\/g, "/");
		data.linkname = target.replace(/\\/g, "/");
		data.sourceType = "buffer";
		if (typeof mode === "number") data.mode = mode;
		this._entriesCount++;
		this._queue.push({
			data,
			source: Buffer.concat([])
		});
		return this;
	};
	/**
	* Returns the current length (in bytes) that has been emitted.
	*
	* @return {Number}
	*/
	Archiver.prototype.pointer = function() {
		return this._pointer;
	};
	/**
	* Middleware-like helper that has yet to be fully implemented.
	*
	* @private
	* @param  {Function} plugin
	* @return {this}
	*/
	Archiver.prototype.use = function(plugin) {
		this._streams.push(plugin);
		return this;
	};
	module.exports = Archiver;
}));
/**
* @typedef {Object} CoreOptions
* @global
* @property {Number} [statConcurrency=4] Sets the number of workers used to
* process the internal fs stat queue.
*/
/**
* @typedef {Object} TransformOptions
* @property {Boolean} [allowHalfOpen=true] If set to false, then the stream
* will automatically end the readable side when the writable side ends and vice
* versa.
* @property {Boolean} [readableObjectMode=false] Sets objectMode for readable
* side of the stream. Has no effect if objectMode is true.
* @property {Boolean} [writableObjectMode=false] Sets objectMode for writable
* side of the stream. Has no effect if objectMode is true.
* @property {Boolean} [decodeStrings=true] Whether or not to decode strings
* into Buffers before passing them to _write(). `Writable`
* @property {String} [encoding=NULL] If specified, then buffers will be decoded
* to strings using the specified encoding. `Readable`
* @property {Number} [highWaterMark=16kb] The maximum number of bytes to store
* in the internal buffer before ceasing to read from the underlying resource.
* `Readable` `Writable`
* @property {Boolean} [objectMode=false] Whether this stream should behave as a
* stream of objects. Meaning that stream.read(n) returns a single value instead
* of a Buffer of size n. `Readable` `Writable`
*/
/**
* @typedef {Object} EntryData
* @property {String} name Sets the entry name including internal path.
* @property {(String|Date)} [date=NOW()] Sets the entry date.
* @property {Number} [mode=D:0755/F:0644] Sets the entry permissions.
* @property {String} [prefix] Sets a path prefix for the entry name. Useful
* when working with methods like `directory` or `glob`.
* @property {fs.Stats} [stats] Sets the fs stat data for this entry allowing
* for reduction of fs stat calls when stat data is already known.
*/
/**
* @typedef {Object} ErrorData
* @property {String} message The message of the error.
* @property {String} code The error code assigned to this error.
* @property {String} data Additional data provided for reporting or debugging (where available).
*/
/**
* @typedef {Object} ProgressData
* @property {Object} entries
* @property {Number} entries.total Number of entries that have been appended.
* @property {Number} entries.processed Number of entries that have been processed.
* @property {Object} fs
* @property {Number} fs.totalBytes Number of bytes that have been appended. Calculated asynchronously and might not be accurate: it growth while entries are added. (based on fs.Stats)
* @property {Number} fs.processedBytes Number of bytes that have been processed. (based on fs.Stats)
*/
// node_modules/compress-commons/lib/archivers/archive-entry.js
var require_archive_entry = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* node-compress-commons
	*
	* Copyright (c) 2014 Chris Talkington, contributors.
	* Licensed under the MIT license.
	* https://github.com/archiverjs/node-compress-commons/blob/master/LICENSE-MIT
	*/
	var ArchiveEntry = module.exports = function() {};
	ArchiveEntry.prototype.getName = function() {};
	ArchiveEntry.prototype.getSize = function() {};
	ArchiveEntry.prototype.getLastModifiedDate = function() {};
	ArchiveEntry.prototype.isDirectory = function() {};
}));
// node_modules/compress-commons/lib/archivers/zip/util.js
var require_util$1 = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* node-compress-commons
	*
	* Copyright (c) 2014 Chris Talkington, contributors.
	* Licensed under the MIT license.
	* https://github.com/archiverjs/node-compress-commons/blob/master/LICENSE-MIT
	*/
	var util = module.exports = {};
	util.dateToDos = function(d, forceLocalTime) {
		forceLocalTime = forceLocalTime || false;
		var year = forceLocalTime ? d.getFullYear() : d.getUTCFullYear();
		if (year < 1980) return 2162688;
		else if (year >= 2044) return 2141175677;
		var val = {
			year,
			month: forceLocalTime ? d.getMonth() : d.getUTCMonth(),
			date: forceLocalTime ? d.getDate() : d.getUTCDate(),
			hours: forceLocalTime ? d.getHours() : d.getUTCHours(),
			minutes: forceLocalTime ? d.getMinutes() : d.getUTCMinutes(),
			seconds: forceLocalTime ? d.getSeconds() : d.getUTCSeconds()
		};
		return val.year - 1980 << 25 | val.month + 1 << 21 | val.date << 16 | val.hours << 11 | val.minutes << 5 | val.seconds / 2;
	};
	util.dosToDate = function(dos) {
		return new Date((dos >> 25 & 127) + 1980, (dos >> 21 & 15) - 1, dos >> 16 & 31, dos >> 11 & 31, dos >> 5 & 63, (dos & 31) << 1);
	};
	util.fromDosTime = function(buf) {
		return util.dosToDate(buf.readUInt32LE(0));
	};
	util.getEightBytes = function(v) {
		var buf = Buffer.alloc(8);
		buf.writeUInt32LE(v % 4294967296, 0);
		buf.writeUInt32LE(v / 4294967296 | 0, 4);
		return buf;
	};
	util.getShortBytes = function(v) {
		var buf = Buffer.alloc(2);
		buf.writeUInt16LE((v & 65535) >>> 0, 0);
		return buf;
	};
	util.getShortBytesValue = function(buf, offset) {
		return buf.readUInt16LE(offset);
	};
	util.getLongBytes = function(v) {
		var buf = Buffer.alloc(4);
		buf.writeUInt32LE((v & 4294967295) >>> 0, 0);
		return buf;
	};
	util.getLongBytesValue = function(buf, offset) {
		return buf.readUInt32LE(offset);
	};
	util.toDosTime = function(d) {
		return util.getLongBytes(util.dateToDos(d));
	};
}));
// node_modules/compress-commons/lib/archivers/zip/general-purpose-bit.js
var require_general_purpose_bit = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* node-compress-commons
	*
	* Copyright (c) 2014 Chris Talkington, contributors.
	* Licensed under the MIT license.
	* https://github.com/archiverjs/node-compress-commons/blob/master/LICENSE-MIT
	*/
	var zipUtil = require_util$1();
	var DATA_DESCRIPTOR_FLAG = 8;
	var ENCRYPTION_FLAG = 1;
	var NUMBER_OF_SHANNON_FANO_TREES_FLAG = 4;
	var SLIDING_DICTIONARY_SIZE_FLAG = 2;
	var STRONG_ENCRYPTION_FLAG = 64;
	var UFT8_NAMES_FLAG = 2048;
	var GeneralPurposeBit = module.exports = function() {
		if (!(this instanceof GeneralPurposeBit)) return new GeneralPurposeBit();
		this.descriptor = false;
		this.encryption = false;
		this.utf8 = false;
		this.numberOfShannonFanoTrees = 0;
		this.strongEncryption = false;
		this.slidingDictionarySize = 0;
		return this;
	};
	GeneralPurposeBit.prototype.encode = function() {
		return zipUtil.getShortBytes((this.descriptor ? DATA_DESCRIPTOR_FLAG : 0) | (this.utf8 ? UFT8_NAMES_FLAG : 0) | (this.encryption ? ENCRYPTION_FLAG : 0) | (this.strongEncryption ? STRONG_ENCRYPTION_FLAG : 0));
	};
	GeneralPurposeBit.prototype.parse = function(buf, offset) {
		var flag = zipUtil.getShortBytesValue(buf, offset);
		var gbp = new GeneralPurposeBit();
		gbp.useDataDescriptor((flag & DATA_DESCRIPTOR_FLAG) !== 0);
		gbp.useUTF8ForNames((flag & UFT8_NAMES_FLAG) !== 0);
		gbp.useStrongEncryption((flag & STRONG_ENCRYPTION_FLAG) !== 0);
		gbp.useEncryption((flag & ENCRYPTION_FLAG) !== 0);
		gbp.setSlidingDictionarySize((flag & SLIDING_DICTIONARY_SIZE_FLAG) !== 0 ? 8192 : 4096);
		gbp.setNumberOfShannonFanoTrees((flag & NUMBER_OF_SHANNON_FANO_TREES_FLAG) !== 0 ? 3 : 2);
		return gbp;
	};
	GeneralPurposeBit.prototype.setNumberOfShannonFanoTrees = function(n) {
		this.numberOfShannonFanoTrees = n;
	};
	GeneralPurposeBit.prototype.getNumberOfShannonFanoTrees = function() {
		return this.numberOfShannonFanoTrees;
	};
	GeneralPurposeBit.prototype.setSlidingDictionarySize = function(n) {
		this.slidingDictionarySize = n;
	};
	GeneralPurposeBit.prototype.getSlidingDictionarySize = function() {
		return this.slidingDictionarySize;
	};
	GeneralPurposeBit.prototype.useDataDescriptor = function(b) {
		this.descriptor = b;
	};
	GeneralPurposeBit.prototype.usesDataDescriptor = function() {
		return this.descriptor;
	};
	GeneralPurposeBit.prototype.useEncryption = function(b) {
		this.encryption = b;
	};
	GeneralPurposeBit.prototype.usesEncryption = function() {
		return this.encryption;
	};
	GeneralPurposeBit.prototype.useStrongEncryption = function(b) {
		this.strongEncryption = b;
	};
	GeneralPurposeBit.prototype.usesStrongEncryption = function() {
		return this.strongEncryption;
	};
	GeneralPurposeBit.prototype.useUTF8ForNames = function(b) {
		this.utf8 = b;
	};
	GeneralPurposeBit.prototype.usesUTF8ForNames = function() {
		return this.utf8;
	};
}));
// node_modules/compress-commons/lib/archivers/zip/unix-stat.js
var require_unix_stat = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* node-compress-commons
	*
	* Copyright (c) 2014 Chris Talkington, contributors.
	* Licensed under the MIT license.
	* https://github.com/archiverjs/node-compress-commons/blob/master/LICENSE-MIT
	*/
	module.exports = {
		/**
		* Bits used for permissions (and sticky bit)
		*/
		PERM_MASK: 4095,
		/**
		* Bits used to indicate the filesystem object type.
		*/
		FILE_TYPE_FLAG: 61440,
		/**
		* Indicates symbolic links.
		*/
		LINK_FLAG: 40960,
		/**
		* Indicates plain files.
		*/
		FILE_FLAG: 32768,
		/**
		* Indicates directories.
		*/
		DIR_FLAG: 16384,
		/**
		* Default permissions for symbolic links.
		*/
		DEFAULT_LINK_PERM: 511,
		/**
		* Default permissions for directories.
		*/
		DEFAULT_DIR_PERM: 493,
		/**
		* Default permissions for plain files.
		*/
		DEFAULT_FILE_PERM: 420
	};
}));
// node_modules/compress-commons/lib/archivers/zip/constants.js
var require_constants$1 = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* node-compress-commons
	*
	* Copyright (c) 2014 Chris Talkington, contributors.
	* Licensed under the MIT license.
	* https://github.com/archiverjs/node-compress-commons/blob/master/LICENSE-MIT
	*/
	module.exports = {
		WORD: 4,
		DWORD: 8,
		EMPTY: Buffer.alloc(0),
		SHORT: 2,
		SHORT_MASK: 65535,
		SHORT_SHIFT: 16,
		SHORT_ZERO: Buffer.from(Array(2)),
		LONG: 4,
		LONG_ZERO: Buffer.from(Array(4)),
		MIN_VERSION_INITIAL: 10,
		MIN_VERSION_DATA_DESCRIPTOR: 20,
		MIN_VERSION_ZIP64: 45,
		VERSION_MADEBY: 45,
		METHOD_STORED: 0,
		METHOD_DEFLATED: 8,
		PLATFORM_UNIX: 3,
		PLATFORM_FAT: 0,
		SIG_LFH: 67324752,
		SIG_DD: 134695760,
		SIG_CFH: 33639248,
		SIG_EOCD: 101010256,
		SIG_ZIP64_EOCD: 101075792,
		SIG_ZIP64_EOCD_LOC: 117853008,
		ZIP64_MAGIC_SHORT: 65535,
		ZIP64_MAGIC: 4294967295,
		ZIP64_EXTRA_ID: 1,
		ZLIB_NO_COMPRESSION: 0,
		ZLIB_BEST_SPEED: 1,
		ZLIB_BEST_COMPRESSION: 9,
		ZLIB_DEFAULT_COMPRESSION: -1,
		MODE_MASK: 4095,
		DEFAULT_FILE_MODE: 33188,
		DEFAULT_DIR_MODE: 16877,
		EXT_FILE_ATTR_DIR: 1106051088,
		EXT_FILE_ATTR_FILE: 2175008800,
		S_IFMT: 61440,
		S_IFIFO: 4096,
		S_IFCHR: 8192,
		S_IFDIR: 16384,
		S_IFBLK: 24576,
		S_IFREG: 32768,
		S_IFLNK: 40960,
		S_IFSOCK: 49152,
		S_DOS_A: 32,
		S_DOS_D: 16,
		S_DOS_V: 8,
		S_DOS_S: 4,
		S_DOS_H: 2,
		S_DOS_R: 1
	};
}));
// node_modules/compress-commons/lib/archivers/zip/zip-archive-entry.js
var require_zip_archive_entry = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* node-compress-commons
	*
	* Copyright (c) 2014 Chris Talkington, contributors.
	* Licensed under the MIT license.
	* https://github.com/archiverjs/node-compress-commons/blob/master/LICENSE-MIT
	*/
	var inherits = __require("util").inherits;
	var normalizePath = require_normalize_path();
	var ArchiveEntry = require_archive_entry();
	var GeneralPurposeBit = require_general_purpose_bit();
	var UnixStat = require_unix_stat();
	var constants = require_constants$1();
	var zipUtil = require_util$1();
	var ZipArchiveEntry = module.exports = function(name) {
		if (!(this instanceof ZipArchiveEntry)) return new ZipArchiveEntry(name);
		ArchiveEntry.call(this);
		this.platform = constants.PLATFORM_FAT;
		this.method = -1;
		this.name = null;
		this.size = 0;
		this.csize = 0;
		this.gpb = new GeneralPurposeBit();
		this.crc = 0;
		this.time = -1;
		this.minver = constants.MIN_VERSION_INITIAL;
		this.mode = -1;
		this.extra = null;
		this.exattr = 0;
		this.inattr = 0;
		this.comment = null;
		if (name) this.setName(name);
	};
	inherits(ZipArchiveEntry, ArchiveEntry);
	/**
	* Returns the extra fields related to the entry.
	*
	* @returns {Buffer}
	*/
	ZipArchiveEntry.prototype.getCentralDirectoryExtra = function() {
		return this.getExtra();
	};
	/**
	* Returns the comment set for the entry.
	*
	* @returns {string}
	*/
	ZipArchiveEntry.prototype.getComment = function() {
		return this.comment !== null ? this.comment : "";
	};
	/**
	* Returns the compressed size of the entry.
	*
	* @returns {number}
	*/
	ZipArchiveEntry.prototype.getCompressedSize = function() {
		return this.csize;
	};
	/**
	* Returns the CRC32 digest for the entry.
	*
	* @returns {number}
	*/
	ZipArchiveEntry.prototype.getCrc = function() {
		return this.crc;
	};
	/**
	* Returns the external file attributes for the entry.
	*
	* @returns {number}
	*/
	ZipArchiveEntry.prototype.getExternalAttributes = function() {
		return this.exattr;
	};
	/**
	* Returns the extra fields related to the entry.
	*
	* @returns {Buffer}
	*/
	ZipArchiveEntry.prototype.getExtra = function() {
		return this.extra !== null ? this.extra : constants.EMPTY;
	};
	/**
	* Returns the general purpose bits related to the entry.
	*
	* @returns {GeneralPurposeBit}
	*/
	ZipArchiveEntry.prototype.getGeneralPurposeBit = function() {
		return this.gpb;
	};
	/**
	* Returns the internal file attributes for the entry.
	*
	* @returns {number}
	*/
	ZipArchiveEntry.prototype.getInternalAttributes = function() {
		return this.inattr;
	};
	/**
	* Returns the last modified date of the entry.
	*
	* @returns {number}
	*/
	ZipArchiveEntry.prototype.getLastModifiedDate = function() {
		return this.getTime();
	};
	/**
	* Returns the extra fields related to the entry.
	*
	* @returns {Buffer}
	*/
	ZipArchiveEntry.prototype.getLocalFileDataExtra = function() {
		return this.getExtra();
	};
	/**
	* Returns the compression method used on the entry.
	*
	* @returns {number}
	*/
	ZipArchiveEntry.prototype.getMethod = function() {
		return this.method;
	};
	/**
	* Returns the filename of the entry.
	*
	* @returns {string}
	*/
	ZipArchiveEntry.prototype.getName = function() {
		return this.name;
	};
	/**
	* Returns the platform on which the entry was made.
	*
	* @returns {number}
	*/
	ZipArchiveEntry.prototype.getPlatform = function() {
		return this.platform;
	};
	/**
	* Returns the size of the entry.
	*
	* @returns {number}
	*/
	ZipArchiveEntry.prototype.getSize = function() {
		return this.size;
	};
	/**
	* Returns a date object representing the last modified date of the entry.
	*
	* @returns {number|Date}
	*/
	ZipArchiveEntry.prototype.getTime = function() {
		return this.time !== -1 ? zipUtil.dosToDate(this.time) : -1;
	};
	/**
	* Returns the DOS timestamp for the entry.
	*
	* @returns {number}
	*/
	ZipArchiveEntry.prototype.getTimeDos = function() {
		return this.time !== -1 ? this.time : 0;
	};
	/**
	* Returns the UNIX file permissions for the entry.
	*
	* @returns {number}
	*/
	ZipArchiveEntry.prototype.getUnixMode = function() {
		return this.platform !== constants.PLATFORM_UNIX ? 0 : this.getExternalAttributes() >> constants.SHORT_SHIFT & constants.SHORT_MASK;
	};
	/**
	* Returns the version of ZIP needed to extract the entry.
	*
	* @returns {number}
	*/
	ZipArchiveEntry.prototype.getVersionNeededToExtract = function() {
		return this.minver;
	};
	/**
	* Sets the comment of the entry.
	*
	* @param comment
	*/
	ZipArchiveEntry.prototype.setComment = function(comment) {
		if (Buffer.byteLength(comment) !== comment.length) this.getGeneralPurposeBit().useUTF8ForNames(true);
		this.comment = comment;
	};
	/**
	* Sets the compressed size of the entry.
	*
	* @param size
	*/
	ZipArchiveEntry.prototype.setCompressedSize = function(size) {
		if (size < 0) throw new Error("invalid entry compressed size");
		this.csize = size;
	};
	/**
	* Sets the checksum of the entry.
	*
	* @param crc
	*/
	ZipArchiveEntry.prototype.setCrc = function(crc) {
		if (crc < 0) throw new Error("invalid entry crc32");
		this.crc = crc;
	};
	/**
	* Sets the external file attributes of the entry.
	*
	* @param attr
	*/
	ZipArchiveEntry.prototype.setExternalAttributes = function(attr) {
		this.exattr = attr >>> 0;
	};
	/**
	* Sets the extra fields related to the entry.
	*
	* @param extra
	*/
	ZipArchiveEntry.prototype.setExtra = function(extra) {
		this.extra = extra;
	};
	/**
	* Sets the general purpose bits related to the entry.
	*
	* @param gpb
	*/
	ZipArchiveEntry.prototype.setGeneralPurposeBit = function(gpb) {
		if (!(gpb instanceof GeneralPurposeBit)) throw new Error("invalid entry GeneralPurposeBit");
		this.gpb = gpb;
	};
	/**
	* Sets the internal file attributes of the entry.
	*
	* @param attr
	*/
	ZipArchiveEntry.prototype.setInternalAttributes = function(attr) {
		this.inattr = attr;
	};
	/**
	* Sets the compression method of the entry.
	*
	* @param method
	*/
	ZipArchiveEntry.prototype.setMethod = function(method) {
		if (method < 0) throw new Error("invalid entry compression method");
		this.method = method;
	};
	/**
	* Sets the name of the entry.
	*
	* @param name
	* @param prependSlash
	*/
	ZipArchiveEntry.prototype.setName = function(name, prependSlash = false) {
		name = normalizePath(name, false).replace(/^\w+:/, "").replace(/^(\.\.\/|\/)+/, "");
		if (prependSlash) name = `/${name}`;
		if (Buffer.byteLength(name) !== name.length) this.getGeneralPurposeBit().useUTF8ForNames(true);
		this.name = name;
	};
	/**
	* Sets the platform on which the entry was made.
	*
	* @param platform
	*/
	ZipArchiveEntry.prototype.setPlatform = function(platform) {
		this.platform = platform;
	};
	/**
	* Sets the size of the entry.
	*
	* @param size
	*/
	ZipArchiveEntry.prototype.setSize = function(size) {
		if (size < 0) throw new Error("invalid entry size");
		this.size = size;
	};
	/**
	* Sets the time of the entry.
	*
	* @param time
	* @param forceLocalTime
	*/
	ZipArchiveEntry.prototype.setTime = function(time, forceLocalTime) {
		if (!(time instanceof Date)) throw new Error("invalid entry time");
		this.time = zipUtil.dateToDos(time, forceLocalTime);
	};
	/**
	* Sets the UNIX file permissions for the entry.
	*
	* @param mode
	*/
	ZipArchiveEntry.prototype.setUnixMode = function(mode) {
		mode |= this.isDirectory() ? constants.S_IFDIR : constants.S_IFREG;
		var extattr = 0;
		extattr |= mode << constants.SHORT_SHIFT | (this.isDirectory() ? constants.S_DOS_D : constants.S_DOS_A);
		this.setExternalAttributes(extattr);
		this.mode = mode & constants.MODE_MASK;
		this.platform = constants.PLATFORM_UNIX;
	};
	/**
	* Sets the version of ZIP needed to extract this entry.
	*
	* @param minver
	*/
	ZipArchiveEntry.prototype.setVersionNeededToExtract = function(minver) {
		this.minver = minver;
	};
	/**
	* Returns true if this entry represents a directory.
	*
	* @returns {boolean}
	*/
	ZipArchiveEntry.prototype.isDirectory = function() {
		return this.getName().slice(-1) === "/";
	};
	/**
	* Returns true if this entry represents a unix symlink,
	* in which case the entry's content contains the target path
	* for the symlink.
	*
	* @returns {boolean}
	*/
	ZipArchiveEntry.prototype.isUnixSymlink = function() {
		return (this.getUnixMode() & UnixStat.FILE_TYPE_FLAG) === UnixStat.LINK_FLAG;
	};
	/**
	* Returns true if this entry is using the ZIP64 extension of ZIP.
	*
	* @returns {boolean}
	*/
	ZipArchiveEntry.prototype.isZip64 = function() {
		return this.csize > constants.ZIP64_MAGIC || this.size > constants.ZIP64_MAGIC;
	};
}));
// node_modules/compress-commons/lib/util/index.js
var require_util = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	__require("stream").Stream;
	var PassThrough = require_ours().PassThrough;
	var isStream = require_is_stream();
	var util = module.exports = {};
	util.normalizeInputSource = function(source) {
		if (source === null) return Buffer.alloc(0);
		else if (typeof source === "string") return Buffer.from(source);
		else if (isStream(source) && !source._readableState) {
			var normalized = new PassThrough();
			source.pipe(normalized);
			return normalized;
		}
		return source;
	};
}));
// node_modules/compress-commons/lib/archivers/archive-output-stream.js
var require_archive_output_stream = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* node-compress-commons
	*
	* Copyright (c) 2014 Chris Talkington, contributors.
	* Licensed under the MIT license.
	* https://github.com/archiverjs/node-compress-commons/blob/master/LICENSE-MIT
	*/
	var inherits = __require("util").inherits;
	var isStream = require_is_stream();
	var Transform = require_ours().Transform;
	var ArchiveEntry = require_archive_entry();
	var util = require_util();
	var ArchiveOutputStream = module.exports = function(options) {
		if (!(this instanceof ArchiveOutputStream)) return new ArchiveOutputStream(options);
		Transform.call(this, options);
		this.offset = 0;
		this._archive = {
			finish: false,
			finished: false,
			processing: false
		};
	};
	inherits(ArchiveOutputStream, Transform);
	ArchiveOutputStream.prototype._appendBuffer = function(zae, source, callback) {};
	ArchiveOutputStream.prototype._appendStream = function(zae, source, callback) {};
	ArchiveOutputStream.prototype._emitErrorCallback = function(err) {
		if (err) this.emit("error", err);
	};
	ArchiveOutputStream.prototype._finish = function(ae) {};
	ArchiveOutputStream.prototype._normalizeEntry = function(ae) {};
	ArchiveOutputStream.prototype._transform = function(chunk, encoding, callback) {
		callback(null, chunk);
	};
	ArchiveOutputStream.prototype.entry = function(ae, source, callback) {
		source = source || null;
		if (typeof callback !== "function") callback = this._emitErrorCallback.bind(this);
		if (!(ae instanceof ArchiveEntry)) {
			callback(/* @__PURE__ */ new Error("not a valid instance of ArchiveEntry"));
			return;
		}
		if (this._archive.finish || this._archive.finished) {
			callback(/* @__PURE__ */ new Error("unacceptable entry after finish"));
			return;
		}
		if (this._archive.processing) {
			callback(/* @__PURE__ */ new Error("already processing an entry"));
			return;
		}
		this._archive.processing = true;
		this._normalizeEntry(ae);
		this._entry = ae;
		source = util.normalizeInputSource(source);
		if (Buffer.isBuffer(source)) this._appendBuffer(ae, source, callback);
		else if (isStream(source)) this._appendStream(ae, source, callback);
		else {
			this._archive.processing = false;
			callback(/* @__PURE__ */ new Error("input source must be valid Stream or Buffer instance"));
			return;
		}
		return this;
	};
	ArchiveOutputStream.prototype.finish = function() {
		if (this._archive.processing) {
			this._archive.finish = true;
			return;
		}
		this._finish();
	};
	ArchiveOutputStream.prototype.getBytesWritten = function() {
		return this.offset;
	};
	ArchiveOutputStream.prototype.write = function(chunk, cb) {
		if (chunk) this.offset += chunk.length;
		return Transform.prototype.write.call(this, chunk, cb);
	};
}));
// node_modules/crc-32/crc32.js
var require_crc32 = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*! crc32.js (C) 2014-present SheetJS -- http://sheetjs.com */
	(function(factory) {
		if (typeof DO_NOT_EXPORT_CRC === "undefined") {
			if ("object" === typeof exports) factory(exports);
			else if ("function" === typeof define && define.amd) define(function() {
				var module = {};
				factory(module);
				return module;
			});
			else factory({});
		} else factory({});
	})(function(CRC32) {
		CRC32.version = "1.2.2";
		function signed_crc_table() {
			var c = 0, table = new Array(256);
			for (var n = 0; n != 256; ++n) {
				c = n;
				c = c & 1 ? -306674912 ^ c >>> 1 : c >>> 1;
				c = c & 1 ? -306674912 ^ c >>> 1 : c >>> 1;
				c = c & 1 ? -306674912 ^ c >>> 1 : c >>> 1;
				c = c & 1 ? -306674912 ^ c >>> 1 : c >>> 1;
				c = c & 1 ? -306674912 ^ c >>> 1 : c >>> 1;
				c = c & 1 ? -306674912 ^ c >>> 1 : c >>> 1;
				c = c & 1 ? -306674912 ^ c >>> 1 : c >>> 1;
				c = c & 1 ? -306674912 ^ c >>> 1 : c >>> 1;
				table[n] = c;
			}
			return typeof Int32Array !== "undefined" ? new Int32Array(table) : table;
		}
		var T0 = signed_crc_table();
		function slice_by_16_tables(T) {
			var c = 0, v = 0, n = 0, table = typeof Int32Array !== "undefined" ? /* @__PURE__ */ new Int32Array(4096) : new Array(4096);
			for (n = 0; n != 256; ++n) table[n] = T[n];
			for (n = 0; n != 256; ++n) {
				v = T[n];
				for (c = 256 + n; c < 4096; c += 256) v = table[c] = v >>> 8 ^ T[v & 255];
			}
			var out = [];
			for (n = 1; n != 16; ++n) out[n - 1] = typeof Int32Array !== "undefined" ? table.subarray(n * 256, n * 256 + 256) : table.slice(n * 256, n * 256 + 256);
			return out;
		}
		var TT = slice_by_16_tables(T0);
		var T1 = TT[0], T2 = TT[1], T3 = TT[2], T4 = TT[3], T5 = TT[4];
		var T6 = TT[5], T7 = TT[6], T8 = TT[7], T9 = TT[8], Ta = TT[9];
		var Tb = TT[10], Tc = TT[11], Td = TT[12], Te = TT[13], Tf = TT[14];
		function crc32_bstr(bstr, seed) {
			var C = seed ^ -1;
			for (var i = 0, L = bstr.length; i < L;) C = C >>> 8 ^ T0[(C ^ bstr.charCodeAt(i++)) & 255];
			return ~C;
		}
		function crc32_buf(B, seed) {
			var C = seed ^ -1, L = B.length - 15, i = 0;
			for (; i < L;) C = Tf[B[i++] ^ C & 255] ^ Te[B[i++] ^ C >> 8 & 255] ^ Td[B[i++] ^ C >> 16 & 255] ^ Tc[B[i++] ^ C >>> 24] ^ Tb[B[i++]] ^ Ta[B[i++]] ^ T9[B[i++]] ^ T8[B[i++]] ^ T7[B[i++]] ^ T6[B[i++]] ^ T5[B[i++]] ^ T4[B[i++]] ^ T3[B[i++]] ^ T2[B[i++]] ^ T1[B[i++]] ^ T0[B[i++]];
			L += 15;
			while (i < L) C = C >>> 8 ^ T0[(C ^ B[i++]) & 255];
			return ~C;
		}
		function crc32_str(str, seed) {
			var C = seed ^ -1;
			for (var i = 0, L = str.length, c = 0, d = 0; i < L;) {
				c = str.charCodeAt(i++);
				if (c < 128) C = C >>> 8 ^ T0[(C ^ c) & 255];
				else if (c < 2048) {
					C = C >>> 8 ^ T0[(C ^ (192 | c >> 6 & 31)) & 255];
					C = C >>> 8 ^ T0[(C ^ (128 | c & 63)) & 255];
				} else if (c >= 55296 && c < 57344) {
					c = (c & 1023) + 64;
					d = str.charCodeAt(i++) & 1023;
					C = C >>> 8 ^ T0[(C ^ (240 | c >> 8 & 7)) & 255];
					C = C >>> 8 ^ T0[(C ^ (128 | c >> 2 & 63)) & 255];
					C = C >>> 8 ^ T0[(C ^ (128 | d >> 6 & 15 | (c & 3) << 4)) & 255];
					C = C >>> 8 ^ T0[(C ^ (128 | d & 63)) & 255];
				} else {
					C = C >>> 8 ^ T0[(C ^ (224 | c >> 12 & 15)) & 255];
					C = C >>> 8 ^ T0[(C ^ (128 | c >> 6 & 63)) & 255];
					C = C >>> 8 ^ T0[(C ^ (128 | c & 63)) & 255];
				}
			}
			return ~C;
		}
		CRC32.table = T0;
		CRC32.bstr = crc32_bstr;
		CRC32.buf = crc32_buf;
		CRC32.str = crc32_str;
	});
}));
// node_modules/crc32-stream/lib/crc32-stream.js
/**
* node-crc32-stream
*
* Copyright (c) 2014 Chris Talkington, contributors.
* Licensed under the MIT license.
* https://github.com/archiverjs/node-crc32-stream/blob/master/LICENSE-MIT
*/
var require_crc32_stream = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { Transform } = require_ours();
	const crc32 = require_crc32();
	var CRC32Stream = class extends Transform {
		constructor(options) {
			super(options);
			this.checksum = Buffer.allocUnsafe(4);
			this.checksum.writeInt32BE(0, 0);
			this.rawSize = 0;
		}
		_transform(chunk, encoding, callback) {
			if (chunk) {
				this.checksum = crc32.buf(chunk, this.checksum) >>> 0;
				this.rawSize += chunk.length;
			}
			callback(null, chunk);
		}
		digest(encoding) {
			const checksum = Buffer.allocUnsafe(4);
			checksum.writeUInt32BE(this.checksum >>> 0, 0);
			return encoding ? checksum.toString(encoding) : checksum;
		}
		hex() {
			return this.digest("hex").toUpperCase();
		}
		size() {
			return this.rawSize;
		}
	};
	module.exports = CRC32Stream;
}));
// node_modules/crc32-stream/lib/deflate-crc32-stream.js
/**
* node-crc32-stream
*
* Copyright (c) 2014 Chris Talkington, contributors.
* Licensed under the MIT license.
* https://github.com/archiverjs/node-crc32-stream/blob/master/LICENSE-MIT
*/
var require_deflate_crc32_stream = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { DeflateRaw } = __require("zlib");
	const crc32 = require_crc32();
	var DeflateCRC32Stream = class extends DeflateRaw {
		constructor(options) {
			super(options);
			this.checksum = Buffer.allocUnsafe(4);
			this.checksum.writeInt32BE(0, 0);
			this.rawSize = 0;
			this.compressedSize = 0;
		}
		push(chunk, encoding) {
			if (chunk) this.compressedSize += chunk.length;
			return super.push(chunk, encoding);
		}
		_transform(chunk, encoding, callback) {
			if (chunk) {
				this.checksum = crc32.buf(chunk, this.checksum) >>> 0;
				this.rawSize += chunk.length;
			}
			super._transform(chunk, encoding, callback);
		}
		digest(encoding) {
			const checksum = Buffer.allocUnsafe(4);
			checksum.writeUInt32BE(this.checksum >>> 0, 0);
			return encoding ? checksum.toString(encoding) : checksum;
		}
		hex() {
			return this.digest("hex").toUpperCase();
		}
		size(compressed = false) {
			if (compressed) return this.compressedSize;
			else return this.rawSize;
		}
	};
	module.exports = DeflateCRC32Stream;
}));
// node_modules/crc32-stream/lib/index.js
/**
* node-crc32-stream
*
* Copyright (c) 2014 Chris Talkington, contributors.
* Licensed under the MIT license.
* https://github.com/archiverjs/node-crc32-stream/blob/master/LICENSE-MIT
*/
var require_lib = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = {
		CRC32Stream: require_crc32_stream(),
		DeflateCRC32Stream: require_deflate_crc32_stream()
	};
}));
// node_modules/compress-commons/lib/archivers/zip/zip-archive-output-stream.js
var require_zip_archive_output_stream = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* node-compress-commons
	*
	* Copyright (c) 2014 Chris Talkington, contributors.
	* Licensed under the MIT license.
	* https://github.com/archiverjs/node-compress-commons/blob/master/LICENSE-MIT
	*/
	var inherits = __require("util").inherits;
	var crc32 = require_crc32();
	var { CRC32Stream } = require_lib();
	var { DeflateCRC32Stream } = require_lib();
	var ArchiveOutputStream = require_archive_output_stream();
	require_zip_archive_entry();
	require_general_purpose_bit();
	var constants = require_constants$1();
	require_util();
	var zipUtil = require_util$1();
	var ZipArchiveOutputStream = module.exports = function(options) {
		if (!(this instanceof ZipArchiveOutputStream)) return new ZipArchiveOutputStream(options);
		options = this.options = this._defaults(options);
		ArchiveOutputStream.call(this, options);
		this._entry = null;
		this._entries = [];
		this._archive = {
			centralLength: 0,
			centralOffset: 0,
			comment: "",
			finish: false,
			finished: false,
			processing: false,
			forceZip64: options.forceZip64,
			forceLocalTime: options.forceLocalTime
		};
	};
	inherits(ZipArchiveOutputStream, ArchiveOutputStream);
	ZipArchiveOutputStream.prototype._afterAppend = function(ae) {
		this._entries.push(ae);
		if (ae.getGeneralPurposeBit().usesDataDescriptor()) this._writeDataDescriptor(ae);
		this._archive.processing = false;
		this._entry = null;
		if (this._archive.finish && !this._archive.finished) this._finish();
	};
	ZipArchiveOutputStream.prototype._appendBuffer = function(ae, source, callback) {
		if (source.length === 0) ae.setMethod(constants.METHOD_STORED);
		var method = ae.getMethod();
		if (method === constants.METHOD_STORED) {
			ae.setSize(source.length);
			ae.setCompressedSize(source.length);
			ae.setCrc(crc32.buf(source) >>> 0);
		}
		this._writeLocalFileHeader(ae);
		if (method === constants.METHOD_STORED) {
			this.write(source);
			this._afterAppend(ae);
			callback(null, ae);
			return;
		} else if (method === constants.METHOD_DEFLATED) {
			this._smartStream(ae, callback).end(source);
			return;
		} else {
			callback(/* @__PURE__ */ new Error("compression method " + method + " not implemented"));
			return;
		}
	};
	ZipArchiveOutputStream.prototype._appendStream = function(ae, source, callback) {
		ae.getGeneralPurposeBit().useDataDescriptor(true);
		ae.setVersionNeededToExtract(constants.MIN_VERSION_DATA_DESCRIPTOR);
		this._writeLocalFileHeader(ae);
		var smart = this._smartStream(ae, callback);
		source.once("error", function(err) {
			smart.emit("error", err);
			smart.end();
		});
		source.pipe(smart);
	};
	ZipArchiveOutputStream.prototype._defaults = function(o) {
		if (typeof o !== "object") o = {};
		if (typeof o.zlib !== "object") o.zlib = {};
		if (typeof o.zlib.level !== "number") o.zlib.level = constants.ZLIB_BEST_SPEED;
		o.forceZip64 = !!o.forceZip64;
		o.forceLocalTime = !!o.forceLocalTime;
		return o;
	};
	ZipArchiveOutputStream.prototype._finish = function() {
		this._archive.centralOffset = this.offset;
		this._entries.forEach(function(ae) {
			this._writeCentralFileHeader(ae);
		}.bind(this));
		this._archive.centralLength = this.offset - this._archive.centralOffset;
		if (this.isZip64()) this._writeCentralDirectoryZip64();
		this._writeCentralDirectoryEnd();
		this._archive.processing = false;
		this._archive.finish = true;
		this._archive.finished = true;
		this.end();
	};
	ZipArchiveOutputStream.prototype._normalizeEntry = function(ae) {
		if (ae.getMethod() === -1) ae.setMethod(constants.METHOD_DEFLATED);
		if (ae.getMethod() === constants.METHOD_DEFLATED) {
			ae.getGeneralPurposeBit().useDataDescriptor(true);
			ae.setVersionNeededToExtract(constants.MIN_VERSION_DATA_DESCRIPTOR);
		}
		if (ae.getTime() === -1) ae.setTime(/* @__PURE__ */ new Date(), this._archive.forceLocalTime);
		ae._offsets = {
			file: 0,
			data: 0,
			contents: 0
		};
	};
	ZipArchiveOutputStream.prototype._smartStream = function(ae, callback) {
		var process = ae.getMethod() === constants.METHOD_DEFLATED ? new DeflateCRC32Stream(this.options.zlib) : new CRC32Stream();
		var error = null;
		function handleStuff() {
			var digest = process.digest().readUInt32BE(0);
			ae.setCrc(digest);
			ae.setSize(process.size());
			ae.setCompressedSize(process.size(true));
			this._afterAppend(ae);
			callback(error, ae);
		}
		process.once("end", handleStuff.bind(this));
		process.once("error", function(err) {
			error = err;
		});
		process.pipe(this, { end: false });
		return process;
	};
	ZipArchiveOutputStream.prototype._writeCentralDirectoryEnd = function() {
		var records = this._entries.length;
		var size = this._archive.centralLength;
		var offset = this._archive.centralOffset;
		if (this.isZip64()) {
			records = constants.ZIP64_MAGIC_SHORT;
			size = constants.ZIP64_MAGIC;
			offset = constants.ZIP64_MAGIC;
		}
		this.write(zipUtil.getLongBytes(constants.SIG_EOCD));
		this.write(constants.SHORT_ZERO);
		this.write(constants.SHORT_ZERO);
		this.write(zipUtil.getShortBytes(records));
		this.write(zipUtil.getShortBytes(records));
		this.write(zipUtil.getLongBytes(size));
		this.write(zipUtil.getLongBytes(offset));
		var comment = this.getComment();
		var commentLength = Buffer.byteLength(comment);
		this.write(zipUtil.getShortBytes(commentLength));
		this.write(comment);
	};
	ZipArchiveOutputStream.prototype._writeCentralDirectoryZip64 = function() {
		this.write(zipUtil.getLongBytes(constants.SIG_ZIP64_EOCD));
		this.write(zipUtil.getEightBytes(44));
		this.write(zipUtil.getShortBytes(constants.MIN_VERSION_ZIP64));
		this.write(zipUtil.getShortBytes(constants.MIN_VERSION_ZIP64));
		this.write(constants.LONG_ZERO);
		this.write(constants.LONG_ZERO);
		this.write(zipUtil.getEightBytes(this._entries.length));
		this.write(zipUtil.getEightBytes(this._entries.length));
		this.write(zipUtil.getEightBytes(this._archive.centralLength));
		this.write(zipUtil.getEightBytes(this._archive.centralOffset));
		this.write(zipUtil.getLongBytes(constants.SIG_ZIP64_EOCD_LOC));
		this.write(constants.LONG_ZERO);
		this.write(zipUtil.getEightBytes(this._archive.centralOffset + this._archive.centralLength));
		this.write(zipUtil.getLongBytes(1));
	};
	ZipArchiveOutputStream.prototype._writeCentralFileHeader = function(ae) {
		var gpb = ae.getGeneralPurposeBit();
		var method = ae.getMethod();
		var fileOffset = ae._offsets.file;
		var size = ae.getSize();
		var compressedSize = ae.getCompressedSize();
		if (ae.isZip64() || fileOffset > constants.ZIP64_MAGIC) {
			size = constants.ZIP64_MAGIC;
			compressedSize = constants.ZIP64_MAGIC;
			fileOffset = constants.ZIP64_MAGIC;
			ae.setVersionNeededToExtract(constants.MIN_VERSION_ZIP64);
			var extraBuf = Buffer.concat([
				zipUtil.getShortBytes(constants.ZIP64_EXTRA_ID),
				zipUtil.getShortBytes(24),
				zipUtil.getEightBytes(ae.getSize()),
				zipUtil.getEightBytes(ae.getCompressedSize()),
				zipUtil.getEightBytes(ae._offsets.file)
			], 28);
			ae.setExtra(extraBuf);
		}
		this.write(zipUtil.getLongBytes(constants.SIG_CFH));
		this.write(zipUtil.getShortBytes(ae.getPlatform() << 8 | constants.VERSION_MADEBY));
		this.write(zipUtil.getShortBytes(ae.getVersionNeededToExtract()));
		this.write(gpb.encode());
		this.write(zipUtil.getShortBytes(method));
		this.write(zipUtil.getLongBytes(ae.getTimeDos()));
		this.write(zipUtil.getLongBytes(ae.getCrc()));
		this.write(zipUtil.getLongBytes(compressedSize));
		this.write(zipUtil.getLongBytes(size));
		var name = ae.getName();
		var comment = ae.getComment();
		var extra = ae.getCentralDirectoryExtra();
		if (gpb.usesUTF8ForNames()) {
			name = Buffer.from(name);
			comment = Buffer.from(comment);
		}
		this.write(zipUtil.getShortBytes(name.length));
		this.write(zipUtil.getShortBytes(extra.length));
		this.write(zipUtil.getShortBytes(comment.length));
		this.write(constants.SHORT_ZERO);
		this.write(zipUtil.getShortBytes(ae.getInternalAttributes()));
		this.write(zipUtil.getLongBytes(ae.getExternalAttributes()));
		this.write(zipUtil.getLongBytes(fileOffset));
		this.write(name);
		this.write(extra);
		this.write(comment);
	};
	ZipArchiveOutputStream.prototype._writeDataDescriptor = function(ae) {
		this.write(zipUtil.getLongBytes(constants.SIG_DD));
		this.write(zipUtil.getLongBytes(ae.getCrc()));
		if (ae.isZip64()) {
			this.write(zipUtil.getEightBytes(ae.getCompressedSize()));
			this.write(zipUtil.getEightBytes(ae.getSize()));
		} else {
			this.write(zipUtil.getLongBytes(ae.getCompressedSize()));
			this.write(zipUtil.getLongBytes(ae.getSize()));
		}
	};
	ZipArchiveOutputStream.prototype._writeLocalFileHeader = function(ae) {
		var gpb = ae.getGeneralPurposeBit();
		var method = ae.getMethod();
		var name = ae.getName();
		var extra = ae.getLocalFileDataExtra();
		if (ae.isZip64()) {
			gpb.useDataDescriptor(true);
			ae.setVersionNeededToExtract(constants.MIN_VERSION_ZIP64);
		}
		if (gpb.usesUTF8ForNames()) name = Buffer.from(name);
		ae._offsets.file = this.offset;
		this.write(zipUtil.getLongBytes(constants.SIG_LFH));
		this.write(zipUtil.getShortBytes(ae.getVersionNeededToExtract()));
		this.write(gpb.encode());
		this.write(zipUtil.getShortBytes(method));
		this.write(zipUtil.getLongBytes(ae.getTimeDos()));
		ae._offsets.data = this.offset;
		if (gpb.usesDataDescriptor()) {
			this.write(constants.LONG_ZERO);
			this.write(constants.LONG_ZERO);
			this.write(constants.LONG_ZERO);
		} else {
			this.write(zipUtil.getLongBytes(ae.getCrc()));
			this.write(zipUtil.getLongBytes(ae.getCompressedSize()));
			this.write(zipUtil.getLongBytes(ae.getSize()));
		}
		this.write(zipUtil.getShortBytes(name.length));
		this.write(zipUtil.getShortBytes(extra.length));
		this.write(name);
		this.write(extra);
		ae._offsets.contents = this.offset;
	};
	ZipArchiveOutputStream.prototype.getComment = function(comment) {
		return this._archive.comment !== null ? this._archive.comment : "";
	};
	ZipArchiveOutputStream.prototype.isZip64 = function() {
		return this._archive.forceZip64 || this._entries.length > constants.ZIP64_MAGIC_SHORT || this._archive.centralLength > constants.ZIP64_MAGIC || this._archive.centralOffset > constants.ZIP64_MAGIC;
	};
	ZipArchiveOutputStream.prototype.setComment = function(comment) {
		this._archive.comment = comment;
	};
}));
// node_modules/compress-commons/lib/compress-commons.js
var require_compress_commons = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* node-compress-commons
	*
	* Copyright (c) 2014 Chris Talkington, contributors.
	* Licensed under the MIT license.
	* https://github.com/archiverjs/node-compress-commons/blob/master/LICENSE-MIT
	*/
	module.exports = {
		ArchiveEntry: require_archive_entry(),
		ZipArchiveEntry: require_zip_archive_entry(),
		ArchiveOutputStream: require_archive_output_stream(),
		ZipArchiveOutputStream: require_zip_archive_output_stream()
	};
}));
// node_modules/zip-stream/index.js
var require_zip_stream = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* ZipStream
	*
	* @ignore
	* @license [MIT]{@link https://github.com/archiverjs/node-zip-stream/blob/master/LICENSE}
	* @copyright (c) 2014 Chris Talkington, contributors.
	*/
	var inherits = __require("util").inherits;
	var ZipArchiveOutputStream = require_compress_commons().ZipArchiveOutputStream;
	var ZipArchiveEntry = require_compress_commons().ZipArchiveEntry;
	var util = require_archiver_utils();
	/**
	* @constructor
	* @extends external:ZipArchiveOutputStream
	* @param {Object} [options]
	* @param {String} [options.comment] Sets the zip archive comment.
	* @param {Boolean} [options.forceLocalTime=false] Forces the archive to contain local file times instead of UTC.
	* @param {Boolean} [options.forceZip64=false] Forces the archive to contain ZIP64 headers.
	* @param {Boolean} [options.store=false] Sets the compression method to STORE.
	* @param {Object} [options.zlib] Passed to [zlib]{@link https://nodejs.org/api/zlib.html#zlib_class_options}
	* to control compression.
	*/
	var ZipStream = module.exports = function(options) {
		if (!(this instanceof ZipStream)) return new ZipStream(options);
		options = this.options = options || {};
		options.zlib = options.zlib || {};
		ZipArchiveOutputStream.call(this, options);
		if (typeof options.level === "number" && options.level >= 0) {
			options.zlib.level = options.level;
			delete options.level;
		}
		if (!options.forceZip64 && typeof options.zlib.level === "number" && options.zlib.level === 0) options.store = true;
		options.namePrependSlash = options.namePrependSlash || false;
		if (options.comment && options.comment.length > 0) this.setComment(options.comment);
	};
	inherits(ZipStream, ZipArchiveOutputStream);
	/**
	* Normalizes entry data with fallbacks for key properties.
	*
	* @private
	* @param  {Object} data
	* @return {Object}
	*/
	ZipStream.prototype._normalizeFileData = function(data) {
		data = util.defaults(data, {
			type: "file",
			name: null,
			namePrependSlash: this.options.namePrependSlash,
			linkname: null,
			date: null,
			mode: null,
			store: this.options.store,
			comment: ""
		});
		var isDir = data.type === "directory";
		var isSymlink = data.type === "symlink";
		if (data.name) {
			data.name = util.sanitizePath(data.name);
			if (!isSymlink && data.name.slice(-1) === "/") {
				isDir = true;
				data.type = "directory";
			} else if (isDir) data.name += "/";
		}
		if (isDir || isSymlink) data.store = true;
		data.date = util.dateify(data.date);
		return data;
	};
	/**
	* Appends an entry given an input source (text string, buffer, or stream).
	*
	* @param  {(Buffer|Stream|String)} source The input source.
	* @param  {Object} data
	* @param  {String} data.name Sets the entry name including internal path.
	* @param  {String} [data.comment] Sets the entry comment.
	* @param  {(String|Date)} [data.date=NOW()] Sets the entry date.
	* @param  {Number} [data.mode=D:0755/F:0644] Sets the entry permissions.
	* @param  {Boolean} [data.store=options.store] Sets the compression method to STORE.
	* @param  {String} [data.type=file] Sets the entry type. Defaults to `directory`
	* if name ends with trailing slash.
	* @param  {Function} callback
	* @return this
	*/
	ZipStream.prototype.entry = function(source, data, callback) {
		if (typeof callback !== "function") callback = this._emitErrorCallback.bind(this);
		data = this._normalizeFileData(data);
		if (data.type !== "file" && data.type !== "directory" && data.type !== "symlink") {
			callback(/* @__PURE__ */ new Error(data.type + " entries not currently supported"));
			return;
		}
		if (typeof data.name !== "string" || data.name.length === 0) {
			callback(/* @__PURE__ */ new Error("entry name must be a non-empty string value"));
			return;
		}
		if (data.type === "symlink" && typeof data.linkname !== "string") {
			callback(/* @__PURE__ */ new Error("entry linkname must be a non-empty string value when type equals symlink"));
			return;
		}
		var entry = new ZipArchiveEntry(data.name);
		entry.setTime(data.date, this.options.forceLocalTime);
		if (data.namePrependSlash) entry.setName(data.name, true);
		if (data.store) entry.setMethod(0);
		if (data.comment.length > 0) entry.setComment(data.comment);
		if (data.type === "symlink" && typeof data.mode !== "number") data.mode = 40960;
		if (typeof data.mode === "number") {
			if (data.type === "symlink") data.mode |= 40960;
			entry.setUnixMode(data.mode);
		}
		if (data.type === "symlink" && typeof data.linkname === "string") source = Buffer.from(data.linkname);
		return ZipArchiveOutputStream.prototype.entry.call(this, entry, source, callback);
	};
	/**
	* Finalizes the instance and prevents further appending to the archive
	* structure (queue will continue til drained).
	*
	* @return void
	*/
	ZipStream.prototype.finalize = function() {
		this.finish();
	};
}));
/**
* Returns the current number of bytes written to this stream.
* @function ZipStream#getBytesWritten
* @returns {Number}
*/
/**
* Compress Commons ZipArchiveOutputStream
* @external ZipArchiveOutputStream
* @see {@link https://github.com/archiverjs/node-compress-commons}
*/
// node_modules/archiver/lib/plugins/zip.js
var require_zip = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* ZIP Format Plugin
	*
	* @module plugins/zip
	* @license [MIT]{@link https://github.com/archiverjs/node-archiver/blob/master/LICENSE}
	* @copyright (c) 2012-2014 Chris Talkington, contributors.
	*/
	var engine = require_zip_stream();
	var util = require_archiver_utils();
	/**
	* @constructor
	* @param {ZipOptions} [options]
	* @param {String} [options.comment] Sets the zip archive comment.
	* @param {Boolean} [options.forceLocalTime=false] Forces the archive to contain local file times instead of UTC.
	* @param {Boolean} [options.forceZip64=false] Forces the archive to contain ZIP64 headers.
	* @param {Boolean} [options.namePrependSlash=false] Prepends a forward slash to archive file paths.
	* @param {Boolean} [options.store=false] Sets the compression method to STORE.
	* @param {Object} [options.zlib] Passed to [zlib]{@link https://nodejs.org/api/zlib.html#zlib_class_options}
	*/
	var Zip = function(options) {
		if (!(this instanceof Zip)) return new Zip(options);
		options = this.options = util.defaults(options, {
			comment: "",
			forceUTC: false,
			namePrependSlash: false,
			store: false
		});
		this.supports = {
			directory: true,
			symlink: true
		};
		this.engine = new engine(options);
	};
	/**
	* @param  {(Buffer|Stream)} source
	* @param  {ZipEntryData} data
	* @param  {String} data.name Sets the entry name including internal path.
	* @param  {(String|Date)} [data.date=NOW()] Sets the entry date.
	* @param  {Number} [data.mode=D:0755/F:0644] Sets the entry permissions.
	* @param  {String} [data.prefix] Sets a path prefix for the entry name. Useful
	* when working with methods like `directory` or `glob`.
	* @param  {fs.Stats} [data.stats] Sets the fs stat data for this entry allowing
	* for reduction of fs stat calls when stat data is already known.
	* @param  {Boolean} [data.store=ZipOptions.store] Sets the compression method to STORE.
	* @param  {Function} callback
	* @return void
	*/
	Zip.prototype.append = function(source, data, callback) {
		this.engine.entry(source, data, callback);
	};
	/**
	* @return void
	*/
	Zip.prototype.finalize = function() {
		this.engine.finalize();
	};
	/**
	* @return this.engine
	*/
	Zip.prototype.on = function() {
		return this.engine.on.apply(this.engine, arguments);
	};
	/**
	* @return this.engine
	*/
	Zip.prototype.pipe = function() {
		return this.engine.pipe.apply(this.engine, arguments);
	};
	/**
	* @return this.engine
	*/
	Zip.prototype.unpipe = function() {
		return this.engine.unpipe.apply(this.engine, arguments);
	};
	module.exports = Zip;
}));
/**
* @typedef {Object} ZipOptions
* @global
* @property {String} [comment] Sets the zip archive comment.
* @property {Boolean} [forceLocalTime=false] Forces the archive to contain local file times instead of UTC.
* @property {Boolean} [forceZip64=false] Forces the archive to contain ZIP64 headers.
* @prpperty {Boolean} [namePrependSlash=false] Prepends a forward slash to archive file paths.
* @property {Boolean} [store=false] Sets the compression method to STORE.
* @property {Object} [zlib] Passed to [zlib]{@link https://nodejs.org/api/zlib.html#zlib_class_options}
* to control compression.
* @property {*} [*] See [zip-stream]{@link https://archiverjs.com/zip-stream/ZipStream.html} documentation for current list of properties.
*/
/**
* @typedef {Object} ZipEntryData
* @global
* @property {String} name Sets the entry name including internal path.
* @property {(String|Date)} [date=NOW()] Sets the entry date.
* @property {Number} [mode=D:0755/F:0644] Sets the entry permissions.
* @property {Boolean} [namePrependSlash=ZipOptions.namePrependSlash] Prepends a forward slash to archive file paths.
* @property {String} [prefix] Sets a path prefix for the entry name. Useful
* when working with methods like `directory` or `glob`.
* @property {fs.Stats} [stats] Sets the fs stat data for this entry allowing
* for reduction of fs stat calls when stat data is already known.
* @property {Boolean} [store=ZipOptions.store] Sets the compression method to STORE.
*/
/**
* ZipStream Module
* @external ZipStream
* @see {@link https://www.archiverjs.com/zip-stream/ZipStream.html}
*/
// node_modules/events-universal/default.js
var require_default = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = __require("events");
}));
// node_modules/fast-fifo/fixed-size.js
var require_fixed_size = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = class FixedFIFO {
		constructor(hwm) {
			if (!(hwm > 0) || (hwm - 1 & hwm) !== 0) throw new Error("Max size for a FixedFIFO should be a power of two");
			this.buffer = new Array(hwm);
			this.mask = hwm - 1;
			this.top = 0;
			this.btm = 0;
			this.next = null;
		}
		clear() {
			this.top = this.btm = 0;
			this.next = null;
			this.buffer.fill(void 0);
		}
		push(data) {
			if (this.buffer[this.top] !== void 0) return false;
			this.buffer[this.top] = data;
			this.top = this.top + 1 & this.mask;
			return true;
		}
		shift() {
			const last = this.buffer[this.btm];
			if (last === void 0) return void 0;
			this.buffer[this.btm] = void 0;
			this.btm = this.btm + 1 & this.mask;
			return last;
		}
		peek() {
			return this.buffer[this.btm];
		}
		isEmpty() {
			return this.buffer[this.btm] === void 0;
		}
	};
}));
// node_modules/fast-fifo/index.js
var require_fast_fifo = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const FixedFIFO = require_fixed_size();
	module.exports = class FastFIFO {
		constructor(hwm) {
			this.hwm = hwm || 16;
			this.head = new FixedFIFO(this.hwm);
			this.tail = this.head;
			this.length = 0;
		}
		clear() {
			this.head = this.tail;
			this.head.clear();
			this.length = 0;
		}
		push(val) {
			this.length++;
			if (!this.head.push(val)) {
				const prev = this.head;
				this.head = prev.next = new FixedFIFO(2 * this.head.buffer.length);
				this.head.push(val);
			}
		}
		shift() {
			if (this.length !== 0) this.length--;
			const val = this.tail.shift();
			if (val === void 0 && this.tail.next) {
				const next = this.tail.next;
				this.tail.next = null;
				this.tail = next;
				return this.tail.shift();
			}
			return val;
		}
		peek() {
			const val = this.tail.peek();
			if (val === void 0 && this.tail.next) return this.tail.next.peek();
			return val;
		}
		isEmpty() {
			return this.length === 0;
		}
	};
}));
// node_modules/b4a/index.js
var require_b4a = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	function isBuffer(value) {
		return Buffer.isBuffer(value) || value instanceof Uint8Array;
	}
	function isEncoding(encoding) {
		return Buffer.isEncoding(encoding);
	}
	function alloc(size, fill, encoding) {
		return Buffer.alloc(size, fill, encoding);
	}
	function allocUnsafe(size) {
		return Buffer.allocUnsafe(size);
	}
	function allocUnsafeSlow(size) {
		return Buffer.allocUnsafeSlow(size);
	}
	function byteLength(string, encoding) {
		return Buffer.byteLength(string, encoding);
	}
	function compare(a, b) {
		return Buffer.compare(a, b);
	}
	function concat(buffers, totalLength) {
		return Buffer.concat(buffers, totalLength);
	}
	function copy(source, target, targetStart, start, end) {
		return toBuffer(source).copy(target, targetStart, start, end);
	}
	function equals(a, b) {
		return toBuffer(a).equals(b);
	}
	function fill(buffer, value, offset, end, encoding) {
		return toBuffer(buffer).fill(value, offset, end, encoding);
	}
	function from(value, encodingOrOffset, length) {
		return Buffer.from(value, encodingOrOffset, length);
	}
	function includes(buffer, value, byteOffset, encoding) {
		return toBuffer(buffer).includes(value, byteOffset, encoding);
	}
	function indexOf(buffer, value, byfeOffset, encoding) {
		return toBuffer(buffer).indexOf(value, byfeOffset, encoding);
	}
	function lastIndexOf(buffer, value, byteOffset, encoding) {
		return toBuffer(buffer).lastIndexOf(value, byteOffset, encoding);
	}
	function swap16(buffer) {
		return toBuffer(buffer).swap16();
	}
	function swap32(buffer) {
		return toBuffer(buffer).swap32();
	}
	function swap64(buffer) {
		return toBuffer(buffer).swap64();
	}
	function toBuffer(buffer) {
		if (Buffer.isBuffer(buffer)) return buffer;
		return Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength);
	}
	function toString(buffer, encoding, start, end) {
		return toBuffer(buffer).toString(encoding, start, end);
	}
	function toHex(buffer, start, end) {
		return toBuffer(buffer).toString("hex", start, end);
	}
	function write(buffer, string, offset, length, encoding) {
		return toBuffer(buffer).write(string, offset, length, encoding);
	}
	function readDoubleBE(buffer, offset) {
		return toBuffer(buffer).readDoubleBE(offset);
	}
	function readDoubleLE(buffer, offset) {
		return toBuffer(buffer).readDoubleLE(offset);
	}
	function readFloatBE(buffer, offset) {
		return toBuffer(buffer).readFloatBE(offset);
	}
	function readFloatLE(buffer, offset) {
		return toBuffer(buffer).readFloatLE(offset);
	}
	function readInt32BE(buffer, offset) {
		return toBuffer(buffer).readInt32BE(offset);
	}
	function readInt32LE(buffer, offset) {
		return toBuffer(buffer).readInt32LE(offset);
	}
	function readUInt32BE(buffer, offset) {
		return toBuffer(buffer).readUInt32BE(offset);
	}
	function readUInt32LE(buffer, offset) {
		return toBuffer(buffer).readUInt32LE(offset);
	}
	function writeDoubleBE(buffer, value, offset) {
		return toBuffer(buffer).writeDoubleBE(value, offset);
	}
	function writeDoubleLE(buffer, value, offset) {
		return toBuffer(buffer).writeDoubleLE(value, offset);
	}
	function writeFloatBE(buffer, value, offset) {
		return toBuffer(buffer).writeFloatBE(value, offset);
	}
	function writeFloatLE(buffer, value, offset) {
		return toBuffer(buffer).writeFloatLE(value, offset);
	}
	function writeInt32BE(buffer, value, offset) {
		return toBuffer(buffer).writeInt32BE(value, offset);
	}
	function writeInt32LE(buffer, value, offset) {
		return toBuffer(buffer).writeInt32LE(value, offset);
	}
	function writeUInt32BE(buffer, value, offset) {
		return toBuffer(buffer).writeUInt32BE(value, offset);
	}
	function writeUInt32LE(buffer, value, offset) {
		return toBuffer(buffer).writeUInt32LE(value, offset);
	}
	module.exports = {
		isBuffer,
		isEncoding,
		alloc,
		allocUnsafe,
		allocUnsafeSlow,
		byteLength,
		compare,
		concat,
		copy,
		equals,
		fill,
		from,
		includes,
		indexOf,
		lastIndexOf,
		swap16,
		swap32,
		swap64,
		toBuffer,
		toString,
		toHex,
		write,
		readDoubleBE,
		readDoubleLE,
		readFloatBE,
		readFloatLE,
		readInt32BE,
		readInt32LE,
		readUInt32BE,
		readUInt32LE,
		writeDoubleBE,
		writeDoubleLE,
		writeFloatBE,
		writeFloatLE,
		writeInt32BE,
		writeInt32LE,
		writeUInt32BE,
		writeUInt32LE
	};
}));
// node_modules/text-decoder/lib/pass-through-decoder.js
var require_pass_through_decoder = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const b4a = require_b4a();
	module.exports = class PassThroughDecoder {
		constructor(encoding) {
			this.encoding = encoding;
		}
		get remaining() {
			return 0;
		}
		decode(data) {
			return b4a.toString(data, this.encoding);
		}
		flush() {
			return "";
		}
	};
}));
// node_modules/text-decoder/lib/utf8-decoder.js
var require_utf8_decoder = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const b4a = require_b4a();
	/**
	* https://encoding.spec.whatwg.org/#utf-8-decoder
	*/
	module.exports = class UTF8Decoder {
		constructor() {
			this._reset();
		}
		get remaining() {
			return this.bytesSeen;
		}
		decode(data) {
			if (data.byteLength === 0) return "";
			if (this.bytesNeeded === 0 && trailingIncomplete(data, 0) === 0) {
				this.bytesSeen = trailingBytesSeen(data);
				return b4a.toString(data, "utf8");
			}
			let result = "";
			let start = 0;
			if (this.bytesNeeded > 0) {
				while (start < data.byteLength) {
					const byte = data[start];
					if (byte < this.lowerBoundary || byte > this.upperBoundary) {
						result += "\ufffd";
						this._reset();
						break;
					}
					this.lowerBoundary = 128;
					this.upperBoundary = 191;
					this.codePoint = this.codePoint << 6 | byte & 63;
					this.bytesSeen++;
					start++;
					if (this.bytesSeen === this.bytesNeeded) {
						result += String.fromCodePoint(this.codePoint);
						this._reset();
						break;
					}
				}
				if (this.bytesNeeded > 0) return result;
			}
			const trailing = trailingIncomplete(data, start);
			const end = data.byteLength - trailing;
			if (end > start) result += b4a.toString(data, "utf8", start, end);
			for (let i = end; i < data.byteLength; i++) {
				const byte = data[i];
				if (this.bytesNeeded === 0) {
					if (byte <= 127) {
						this.bytesSeen = 0;
						result += String.fromCharCode(byte);
					} else if (byte >= 194 && byte <= 223) {
						this.bytesNeeded = 2;
						this.bytesSeen = 1;
						this.codePoint = byte & 31;
					} else if (byte >= 224 && byte <= 239) {
						if (byte === 224) this.lowerBoundary = 160;
						else if (byte === 237) this.upperBoundary = 159;
						this.bytesNeeded = 3;
						this.bytesSeen = 1;
						this.codePoint = byte & 15;
					} else if (byte >= 240 && byte <= 244) {
						if (byte === 240) this.lowerBoundary = 144;
						else if (byte === 244) this.upperBoundary = 143;
						this.bytesNeeded = 4;
						this.bytesSeen = 1;
						this.codePoint = byte & 7;
					} else {
						this.bytesSeen = 1;
						result += "\ufffd";
					}
					continue;
				}
				if (byte < this.lowerBoundary || byte > this.upperBoundary) {
					result += "\ufffd";
					i--;
					this._reset();
					continue;
				}
				this.lowerBoundary = 128;
				this.upperBoundary = 191;
				this.codePoint = this.codePoint << 6 | byte & 63;
				this.bytesSeen++;
				if (this.bytesSeen === this.bytesNeeded) {
					result += String.fromCodePoint(this.codePoint);
					this._reset();
				}
			}
			return result;
		}
		flush() {
			const result = this.bytesNeeded > 0 ? "\ufffd" : "";
			this._reset();
			return result;
		}
		_reset() {
			this.codePoint = 0;
			this.bytesNeeded = 0;
			this.bytesSeen = 0;
			this.lowerBoundary = 128;
			this.upperBoundary = 191;
		}
	};
	function trailingIncomplete(data, start) {
		const len = data.byteLength;
		if (len <= start) return 0;
		const limit = Math.max(start, len - 4);
		let i = len - 1;
		while (i > limit && (data[i] & 192) === 128) i--;
		if (i < start) return 0;
		const byte = data[i];
		let needed;
		if (byte <= 127) return 0;
		if (byte >= 194 && byte <= 223) needed = 2;
		else if (byte >= 224 && byte <= 239) needed = 3;
		else if (byte >= 240 && byte <= 244) needed = 4;
		else return 0;
		const available = len - i;
		return available < needed ? available : 0;
	}
	function trailingBytesSeen(data) {
		const len = data.byteLength;
		if (len === 0) return 0;
		const last = data[len - 1];
		if (last <= 127) return 0;
		if ((last & 192) !== 128) return 1;
		const limit = Math.max(0, len - 4);
		let i = len - 2;
		while (i >= limit && (data[i] & 192) === 128) i--;
		if (i < 0) return 1;
		const first = data[i];
		let needed;
		if (first >= 194 && first <= 223) needed = 2;
		else if (first >= 224 && first <= 239) needed = 3;
		else if (first >= 240 && first <= 244) needed = 4;
		else return 1;
		if (len - i !== needed) return 1;
		if (needed >= 3) {
			const second = data[i + 1];
			if (first === 224 && second < 160) return 1;
			if (first === 237 && second > 159) return 1;
			if (first === 240 && second < 144) return 1;
			if (first === 244 && second > 143) return 1;
		}
		return 0;
	}
}));
// node_modules/text-decoder/index.js
var require_text_decoder = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const PassThroughDecoder = require_pass_through_decoder();
	const UTF8Decoder = require_utf8_decoder();
	module.exports = class TextDecoder {
		constructor(encoding = "utf8") {
			this.encoding = normalizeEncoding(encoding);
			switch (this.encoding) {
				case "utf8":
					this.decoder = new UTF8Decoder();
					break;
				case "utf16le":
				case "base64": throw new Error("Unsupported encoding: " + this.encoding);
				default: this.decoder = new PassThroughDecoder(this.encoding);
			}
		}
		get remaining() {
			return this.decoder.remaining;
		}
		push(data) {
			if (typeof data === "string") return data;
			return this.decoder.decode(data);
		}
		write(data) {
			return this.push(data);
		}
		end(data) {
			let result = "";
			if (data) result = this.push(data);
			result += this.decoder.flush();
			return result;
		}
	};
	function normalizeEncoding(encoding) {
		encoding = encoding.toLowerCase();
		switch (encoding) {
			case "utf8":
			case "utf-8": return "utf8";
			case "ucs2":
			case "ucs-2":
			case "utf16le":
			case "utf-16le": return "utf16le";
			case "latin1":
			case "binary": return "latin1";
			case "base64":
			case "ascii":
			case "hex": return encoding;
			default: throw new Error("Unknown encoding: " + encoding);
		}
	}
}));
// node_modules/streamx/lib/errors.js
var require_errors = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = class StreamError extends Error {
		constructor(msg, code, fn = StreamError) {
			super(msg);
			this.code = code;
			if (Error.captureStackTrace) Error.captureStackTrace(this, fn);
		}
		static isStreamDestroyed(err) {
			return err && err.code === "STREAM_DESTROYED";
		}
		static isPrematureClose(err) {
			return err && err.code === "PREMATURE_CLOSE";
		}
		static isAborted(err) {
			return err && err.code === "ABORTED";
		}
		static isBadArgument(err) {
			return err && err.code === "BAD_ARGUMENT";
		}
		get name() {
			return "StreamError";
		}
		static STREAM_DESTROYED() {
			return new StreamError("Stream was destroyed", "STREAM_DESTROYED", StreamError.STREAM_DESTROYED);
		}
		static PREMATURE_CLOSE(msg = "Premature close") {
			return new StreamError(msg, "PREMATURE_CLOSE", StreamError.PREMATURE_CLOSE);
		}
		static ABORTED() {
			return new StreamError("Stream aborted", "ABORTED", StreamError.ABORTED);
		}
		static BAD_ARGUMENT(msg = "Bad argument") {
			return new StreamError(msg, "BAD_ARGUMENT", StreamError.BAD_ARGUMENT);
		}
	};
}));
// node_modules/streamx/index.js
var require_streamx = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { EventEmitter } = require_default();
	const FIFO = require_fast_fifo();
	const TextDecoder = require_text_decoder();
	const StreamError = require_errors();
	const qmt = typeof queueMicrotask === "undefined" ? (fn) => global.process.nextTick(fn) : queueMicrotask;
	const OPENING = 1;
	const PREDESTROYING = 2;
	const DESTROYING = 4;
	const DESTROYED = 8;
	const NOT_OPENING = 536870910;
	const NOT_PREDESTROYING = 536870909;
	const READ_UPDATING = 32;
	const READ_PRIMARY = 64;
	const READ_QUEUED = 128;
	const READ_RESUMED = 256;
	const READ_PIPE_DRAINED = 512;
	const READ_ENDING = 1024;
	const READ_EMIT_DATA = 2048;
	const READ_EMIT_READABLE = 4096;
	const READ_EMITTED_READABLE = 8192;
	const READ_DONE = 16384;
	const READ_NEXT_TICK = 32768;
	const READ_READ_AHEAD = 131072;
	const READ_FLOWING = 768;
	const READ_ACTIVE_AND_NEEDS_PUSH = 65552;
	const READ_PRIMARY_AND_ACTIVE = 80;
	const READ_EMIT_READABLE_AND_QUEUED = 4224;
	const READ_RESUMED_READ_AHEAD = 131328;
	const READ_NOT_ACTIVE = 536870895;
	const READ_NON_PRIMARY_AND_PUSHED = 536805311;
	const READ_PUSHED = 536805375;
	const READ_PAUSED = 536870655;
	const READ_NOT_QUEUED = 536862591;
	const READ_NOT_ENDING = 536869887;
	const READ_PIPE_NOT_DRAINED = 536870143;
	const READ_NOT_NEXT_TICK = 536838143;
	const READ_NOT_UPDATING = 536870879;
	const READ_NO_READ_AHEAD = 536739839;
	const READ_PAUSED_NO_READ_AHEAD = 536739583;
	const WRITE_ACTIVE = 1 << 18;
	const WRITE_UPDATING = 2 << 18;
	const WRITE_PRIMARY = 4 << 18;
	const WRITE_QUEUED = 8 << 18;
	const WRITE_UNDRAINED = 16 << 18;
	const WRITE_DONE = 32 << 18;
	const WRITE_EMIT_DRAIN = 64 << 18;
	const WRITE_NEXT_TICK = 128 << 18;
	const WRITE_WRITING = 256 << 18;
	const WRITE_FINISHING = 512 << 18;
	const WRITE_CORKED = 1024 << 18;
	const WRITE_NOT_ACTIVE = 469499903;
	const WRITE_NON_PRIMARY = 535822335;
	const WRITE_NOT_FINISHING = 402391039;
	const WRITE_DRAINED = 532676607;
	const WRITE_NOT_QUEUED = 534773759;
	const WRITE_NOT_NEXT_TICK = 503316479;
	const WRITE_NOT_UPDATING = 536346623;
	const WRITE_NOT_CORKED = 268435455;
	const ACTIVE = 262160;
	const NOT_ACTIVE = 536608751;
	const DONE = 8404992;
	const DESTROY_STATUS = 14;
	const OPEN_STATUS = 15;
	const AUTO_DESTROY = 8405006;
	const NON_PRIMARY = 535822271;
	const ACTIVE_OR_TICKING = 33587200;
	const IS_OPENING = 33587215;
	const READ_PRIMARY_STATUS = 17423;
	const READ_STATUS = 16527;
	const READ_ENDING_STATUS = 1167;
	const READ_READABLE_STATUS = 12431;
	const SHOULD_NOT_READ = 214047;
	const READ_BACKPRESSURE_STATUS = 17422;
	const READ_UPDATE_SYNC_STATUS = 32879;
	const READ_NEXT_TICK_OR_OPENING = 32769;
	const WRITE_PRIMARY_STATUS = 142606351;
	const WRITE_QUEUED_AND_UNDRAINED = 6291456;
	const WRITE_QUEUED_AND_ACTIVE = 2359296;
	const WRITE_DRAIN_STATUS = 6553615;
	const WRITE_STATUS = 270794767;
	const WRITE_PRIMARY_AND_ACTIVE = 1310720;
	const WRITE_ACTIVE_AND_WRITING = 67371008;
	const WRITE_FINISHING_STATUS = 144965647;
	const WRITE_BACKPRESSURE_STATUS = 146800654;
	const WRITE_UPDATE_SYNC_STATUS = 35127311;
	const WRITE_DROP_DATA = 142606350;
	const asyncIterator = Symbol.asyncIterator || Symbol("asyncIterator");
	var WritableState = class {
		constructor(stream, { highWaterMark = 16384, map = null, mapWritable, byteLength, byteLengthWritable } = {}) {
			this.stream = stream;
			this.queue = new FIFO();
			this.highWaterMark = highWaterMark;
			this.buffered = 0;
			this.error = null;
			this.pipeline = null;
			this.drains = null;
			this.byteLength = byteLengthWritable || byteLength || defaultByteLength;
			this.map = mapWritable || map;
			this.afterWrite = afterWrite.bind(this);
			this.afterUpdateNextTick = updateWriteNT.bind(this);
		}
		get ending() {
			return (this.stream._duplexState & WRITE_FINISHING) !== 0;
		}
		get ended() {
			return (this.stream._duplexState & WRITE_DONE) !== 0;
		}
		push(data) {
			if ((this.stream._duplexState & WRITE_DROP_DATA) !== 0) return false;
			if (this.map !== null) data = this.map(data);
			this.buffered += this.byteLength(data);
			this.queue.push(data);
			if (this.buffered < this.highWaterMark) {
				this.stream._duplexState |= WRITE_QUEUED;
				return true;
			}
			this.stream._duplexState |= WRITE_QUEUED_AND_UNDRAINED;
			return false;
		}
		shift() {
			const data = this.queue.shift();
			this.buffered -= this.byteLength(data);
			if (this.buffered === 0) this.stream._duplexState &= WRITE_NOT_QUEUED;
			return data;
		}
		end(data) {
			if (typeof data === "function") this.stream.once("finish", data);
			else if (data !== void 0 && data !== null) this.push(data);
			this.stream._duplexState = (this.stream._duplexState | WRITE_FINISHING) & WRITE_NON_PRIMARY;
		}
		autoBatch(data, cb) {
			const buffer = [];
			const stream = this.stream;
			buffer.push(data);
			while ((stream._duplexState & WRITE_STATUS) === WRITE_QUEUED_AND_ACTIVE) buffer.push(stream._writableState.shift());
			if ((stream._duplexState & OPEN_STATUS) !== 0) return cb(null);
			stream._writev(buffer, cb);
		}
		update() {
			const stream = this.stream;
			stream._duplexState |= WRITE_UPDATING;
			do {
				while ((stream._duplexState & WRITE_STATUS) === WRITE_QUEUED) {
					const data = this.shift();
					stream._duplexState |= WRITE_ACTIVE_AND_WRITING;
					stream._write(data, this.afterWrite);
				}
				if ((stream._duplexState & WRITE_PRIMARY_AND_ACTIVE) === 0) this.updateNonPrimary();
			} while (this.continueUpdate() === true);
			stream._duplexState &= WRITE_NOT_UPDATING;
		}
		updateNonPrimary() {
			const stream = this.stream;
			if ((stream._duplexState & WRITE_FINISHING_STATUS) === WRITE_FINISHING) {
				stream._duplexState = stream._duplexState | WRITE_ACTIVE;
				stream._final(afterFinal.bind(this));
				return;
			}
			if ((stream._duplexState & DESTROY_STATUS) === DESTROYING) {
				if ((stream._duplexState & ACTIVE_OR_TICKING) === 0) {
					stream._duplexState |= ACTIVE;
					stream._destroy(afterDestroy.bind(this));
				}
				return;
			}
			if ((stream._duplexState & IS_OPENING) === OPENING) {
				stream._duplexState = (stream._duplexState | ACTIVE) & NOT_OPENING;
				stream._open(afterOpen.bind(this));
			}
		}
		continueUpdate() {
			if ((this.stream._duplexState & WRITE_NEXT_TICK) === 0) return false;
			this.stream._duplexState &= WRITE_NOT_NEXT_TICK;
			return true;
		}
		updateCallback() {
			if ((this.stream._duplexState & WRITE_UPDATE_SYNC_STATUS) === WRITE_PRIMARY) this.update();
			else this.updateNextTick();
		}
		updateNextTick() {
			if ((this.stream._duplexState & WRITE_NEXT_TICK) !== 0) return;
			this.stream._duplexState |= WRITE_NEXT_TICK;
			if ((this.stream._duplexState & WRITE_UPDATING) === 0) qmt(this.afterUpdateNextTick);
		}
	};
	var ReadableState = class {
		constructor(stream, { highWaterMark = 16384, map = null, mapReadable, byteLength, byteLengthReadable } = {}) {
			this.stream = stream;
			this.queue = new FIFO();
			this.highWaterMark = highWaterMark === 0 ? 1 : highWaterMark;
			this.buffered = 0;
			this.readAhead = highWaterMark > 0;
			this.error = null;
			this.pipeline = null;
			this.byteLength = byteLengthReadable || byteLength || defaultByteLength;
			this.map = mapReadable || map;
			this.pipeTo = null;
			this.afterRead = afterRead.bind(this);
			this.afterUpdateNextTick = updateReadNT.bind(this);
		}
		get ending() {
			return (this.stream._duplexState & READ_ENDING) !== 0;
		}
		get ended() {
			return (this.stream._duplexState & READ_DONE) !== 0;
		}
		pipe(pipeTo, cb) {
			if (this.pipeTo !== null) throw StreamError.BAD_ARGUMENT("Can only pipe to one destination");
			if (typeof cb !== "function") cb = null;
			this.stream._duplexState |= READ_PIPE_DRAINED;
			this.pipeTo = pipeTo;
			this.pipeline = new Pipeline(this.stream, pipeTo, cb);
			if (cb) this.stream.on("error", noop);
			if (isStreamx(pipeTo)) {
				pipeTo._writableState.pipeline = this.pipeline;
				if (cb) pipeTo.on("error", noop);
				pipeTo.on("finish", this.pipeline.finished.bind(this.pipeline));
			} else {
				const onerror = this.pipeline.done.bind(this.pipeline, pipeTo);
				const onclose = this.pipeline.done.bind(this.pipeline, pipeTo, null);
				pipeTo.on("error", onerror);
				pipeTo.on("close", onclose);
				pipeTo.on("finish", this.pipeline.finished.bind(this.pipeline));
			}
			pipeTo.on("drain", afterDrain.bind(this));
			this.stream.emit("piping", pipeTo);
			pipeTo.emit("pipe", this.stream);
		}
		push(data) {
			const stream = this.stream;
			if (data === null) {
				this.highWaterMark = 0;
				stream._duplexState = (stream._duplexState | READ_ENDING) & READ_NON_PRIMARY_AND_PUSHED;
				return false;
			}
			if (this.map !== null) {
				data = this.map(data);
				if (data === null) {
					stream._duplexState &= READ_PUSHED;
					return this.buffered < this.highWaterMark;
				}
			}
			this.buffered += this.byteLength(data);
			this.queue.push(data);
			stream._duplexState = (stream._duplexState | READ_QUEUED) & READ_PUSHED;
			return this.buffered < this.highWaterMark;
		}
		shift() {
			const data = this.queue.shift();
			this.buffered -= this.byteLength(data);
			if (this.buffered === 0) this.stream._duplexState &= READ_NOT_QUEUED;
			return data;
		}
		unshift(data) {
			const pending = [this.map !== null ? this.map(data) : data];
			while (this.buffered > 0) pending.push(this.shift());
			for (let i = 0; i < pending.length - 1; i++) {
				const data = pending[i];
				this.buffered += this.byteLength(data);
				this.queue.push(data);
			}
			this.push(pending[pending.length - 1]);
		}
		read() {
			const stream = this.stream;
			if ((stream._duplexState & READ_STATUS) === READ_QUEUED) {
				const data = this.shift();
				if (this.pipeTo !== null && this.pipeTo.write(data) === false) stream._duplexState &= READ_PIPE_NOT_DRAINED;
				if ((stream._duplexState & READ_EMIT_DATA) !== 0) stream.emit("data", data);
				return data;
			}
			if (this.readAhead === false) {
				stream._duplexState |= READ_READ_AHEAD;
				this.updateNextTick();
			}
			return null;
		}
		drain() {
			const stream = this.stream;
			while ((stream._duplexState & READ_STATUS) === READ_QUEUED && (stream._duplexState & READ_FLOWING) !== 0) {
				const data = this.shift();
				if (this.pipeTo !== null && this.pipeTo.write(data) === false) stream._duplexState &= READ_PIPE_NOT_DRAINED;
				if ((stream._duplexState & READ_EMIT_DATA) !== 0) stream.emit("data", data);
			}
		}
		update() {
			const stream = this.stream;
			stream._duplexState |= READ_UPDATING;
			do {
				this.drain();
				while (this.buffered < this.highWaterMark && (stream._duplexState & SHOULD_NOT_READ) === READ_READ_AHEAD) {
					stream._duplexState |= READ_ACTIVE_AND_NEEDS_PUSH;
					stream._read(this.afterRead);
					this.drain();
				}
				if ((stream._duplexState & READ_READABLE_STATUS) === READ_EMIT_READABLE_AND_QUEUED) {
					stream._duplexState |= READ_EMITTED_READABLE;
					stream.emit("readable");
				}
				if ((stream._duplexState & READ_PRIMARY_AND_ACTIVE) === 0) this.updateNonPrimary();
			} while (this.continueUpdate() === true);
			stream._duplexState &= READ_NOT_UPDATING;
		}
		updateNonPrimary() {
			const stream = this.stream;
			if ((stream._duplexState & READ_ENDING_STATUS) === READ_ENDING) {
				stream._duplexState = (stream._duplexState | READ_DONE) & READ_NOT_ENDING;
				stream.emit("end");
				if ((stream._duplexState & AUTO_DESTROY) === DONE) stream._duplexState |= DESTROYING;
				if (this.pipeTo !== null) this.pipeTo.end();
			}
			if ((stream._duplexState & DESTROY_STATUS) === DESTROYING) {
				if ((stream._duplexState & ACTIVE_OR_TICKING) === 0) {
					stream._duplexState |= ACTIVE;
					stream._destroy(afterDestroy.bind(this));
				}
				return;
			}
			if ((stream._duplexState & IS_OPENING) === OPENING) {
				stream._duplexState = (stream._duplexState | ACTIVE) & NOT_OPENING;
				stream._open(afterOpen.bind(this));
			}
		}
		continueUpdate() {
			if ((this.stream._duplexState & READ_NEXT_TICK) === 0) return false;
			this.stream._duplexState &= READ_NOT_NEXT_TICK;
			return true;
		}
		updateCallback() {
			if ((this.stream._duplexState & READ_UPDATE_SYNC_STATUS) === READ_PRIMARY) this.update();
			else this.updateNextTick();
		}
		updateNextTickIfOpen() {
			if ((this.stream._duplexState & READ_NEXT_TICK_OR_OPENING) !== 0) return;
			this.stream._duplexState |= READ_NEXT_TICK;
			if ((this.stream._duplexState & READ_UPDATING) === 0) qmt(this.afterUpdateNextTick);
		}
		updateNextTick() {
			if ((this.stream._duplexState & READ_NEXT_TICK) !== 0) return;
			this.stream._duplexState |= READ_NEXT_TICK;
			if ((this.stream._duplexState & READ_UPDATING) === 0) qmt(this.afterUpdateNextTick);
		}
	};
	var TransformState = class {
		constructor(stream) {
			this.data = null;
			this.afterTransform = afterTransform.bind(stream);
			this.afterFinal = null;
		}
	};
	var Pipeline = class {
		constructor(src, dst, cb) {
			this.from = src;
			this.to = dst;
			this.afterPipe = cb;
			this.error = null;
			this.pipeToFinished = false;
		}
		finished() {
			this.pipeToFinished = true;
		}
		done(stream, err) {
			if (err) this.error = err;
			if (stream === this.to) {
				this.to = null;
				if (this.from !== null) {
					if ((this.from._duplexState & READ_DONE) === 0 || !this.pipeToFinished) this.from.destroy(this.error || StreamError.PREMATURE_CLOSE("Writable stream closed"));
					return;
				}
			}
			if (stream === this.from) {
				this.from = null;
				if (this.to !== null) {
					if ((stream._duplexState & READ_DONE) === 0) this.to.destroy(this.error || StreamError.PREMATURE_CLOSE("Readable stream closed"));
					return;
				}
			}
			if (this.afterPipe !== null) this.afterPipe(this.error);
			this.to = this.from = this.afterPipe = null;
		}
	};
	function afterDrain() {
		this.stream._duplexState |= READ_PIPE_DRAINED;
		this.updateCallback();
	}
	function afterFinal(err) {
		const stream = this.stream;
		if (err) stream.destroy(err);
		if ((stream._duplexState & DESTROY_STATUS) === 0) {
			stream._duplexState |= WRITE_DONE;
			stream.emit("finish");
		}
		if ((stream._duplexState & AUTO_DESTROY) === DONE) stream._duplexState |= DESTROYING;
		stream._duplexState &= WRITE_NOT_FINISHING;
		if ((stream._duplexState & WRITE_UPDATING) === 0) this.update();
		else this.updateNextTick();
	}
	function afterDestroy(err) {
		const stream = this.stream;
		if (!err && !StreamError.isStreamDestroyed(this.error)) err = this.error;
		if (err) stream.emit("error", err);
		stream._duplexState |= DESTROYED;
		stream.emit("close");
		const rs = stream._readableState;
		const ws = stream._writableState;
		if (rs !== null && rs.pipeline !== null) rs.pipeline.done(stream, err);
		if (ws !== null) {
			while (ws.drains !== null && ws.drains.length > 0) ws.drains.shift().resolve(false);
			if (ws.pipeline !== null) ws.pipeline.done(stream, err);
		}
	}
	function afterWrite(err) {
		const stream = this.stream;
		if (err) stream.destroy(err);
		stream._duplexState &= WRITE_NOT_ACTIVE;
		if (this.drains !== null) tickDrains(this.drains);
		if ((stream._duplexState & WRITE_DRAIN_STATUS) === WRITE_UNDRAINED) {
			stream._duplexState &= WRITE_DRAINED;
			if ((stream._duplexState & WRITE_EMIT_DRAIN) === WRITE_EMIT_DRAIN) stream.emit("drain");
		}
		this.updateCallback();
	}
	function afterRead(err) {
		if (err) this.stream.destroy(err);
		this.stream._duplexState &= READ_NOT_ACTIVE;
		if (this.readAhead === false && (this.stream._duplexState & READ_RESUMED) === 0) this.stream._duplexState &= READ_NO_READ_AHEAD;
		this.updateCallback();
	}
	function updateReadNT() {
		if ((this.stream._duplexState & READ_UPDATING) === 0) {
			this.stream._duplexState &= READ_NOT_NEXT_TICK;
			this.update();
		}
	}
	function updateWriteNT() {
		if ((this.stream._duplexState & WRITE_UPDATING) === 0) {
			this.stream._duplexState &= WRITE_NOT_NEXT_TICK;
			this.update();
		}
	}
	function tickDrains(drains) {
		for (let i = 0; i < drains.length; i++) if (--drains[i].writes === 0) {
			drains.shift().resolve(true);
			i--;
		}
	}
	function afterOpen(err) {
		const stream = this.stream;
		if (err) stream.destroy(err);
		if ((stream._duplexState & DESTROYING) === 0) {
			if ((stream._duplexState & READ_PRIMARY_STATUS) === 0) stream._duplexState |= READ_PRIMARY;
			if ((stream._duplexState & WRITE_PRIMARY_STATUS) === 0) stream._duplexState |= WRITE_PRIMARY;
			stream.emit("open");
		}
		stream._duplexState &= NOT_ACTIVE;
		if (stream._writableState !== null) stream._writableState.updateCallback();
		if (stream._readableState !== null) stream._readableState.updateCallback();
	}
	function afterTransform(err, data) {
		if (data !== void 0 && data !== null) this.push(data);
		this._writableState.afterWrite(err);
	}
	function newListener(name) {
		if (this._readableState !== null) {
			if (name === "data") {
				this._duplexState |= 133376;
				this._readableState.updateNextTick();
			}
			if (name === "readable") {
				this._duplexState |= READ_EMIT_READABLE;
				this._readableState.updateNextTick();
			}
		}
		if (this._writableState !== null) {
			if (name === "drain") {
				this._duplexState |= WRITE_EMIT_DRAIN;
				this._writableState.updateNextTick();
			}
		}
	}
	var Stream = class extends EventEmitter {
		constructor(opts) {
			super();
			this._duplexState = 0;
			this._readableState = null;
			this._writableState = null;
			if (opts) {
				if (opts.open) this._open = opts.open;
				if (opts.destroy) this._destroy = opts.destroy;
				if (opts.predestroy) this._predestroy = opts.predestroy;
				if (opts.signal) opts.signal.addEventListener("abort", abort.bind(this));
			}
			this.on("newListener", newListener);
		}
		_open(cb) {
			cb(null);
		}
		_destroy(cb) {
			cb(null);
		}
		_predestroy() {}
		get readable() {
			return this._readableState !== null ? true : void 0;
		}
		get writable() {
			return this._writableState !== null ? true : void 0;
		}
		get destroyed() {
			return (this._duplexState & DESTROYED) !== 0;
		}
		get destroying() {
			return (this._duplexState & DESTROY_STATUS) !== 0;
		}
		destroy(err) {
			if ((this._duplexState & DESTROY_STATUS) === 0) {
				if (!err) err = StreamError.STREAM_DESTROYED();
				this._duplexState = (this._duplexState | DESTROYING) & NON_PRIMARY;
				if (this._readableState !== null) {
					this._readableState.highWaterMark = 0;
					this._readableState.error = err;
				}
				if (this._writableState !== null) {
					this._writableState.highWaterMark = 0;
					this._writableState.error = err;
				}
				this._duplexState |= PREDESTROYING;
				this._predestroy();
				this._duplexState &= NOT_PREDESTROYING;
				if (this._readableState !== null) this._readableState.updateNextTick();
				if (this._writableState !== null) this._writableState.updateNextTick();
			}
		}
	};
	var Readable = class Readable extends Stream {
		constructor(opts) {
			super(opts);
			this._duplexState |= 8519681;
			this._readableState = new ReadableState(this, opts);
			if (opts) {
				if (this._readableState.readAhead === false) this._duplexState &= READ_NO_READ_AHEAD;
				if (opts.read) this._read = opts.read;
				if (opts.eagerOpen) this._readableState.updateNextTick();
				if (opts.encoding) this.setEncoding(opts.encoding);
			}
		}
		static deferred(fn, opts) {
			const out = new PassThrough(opts);
			fn().then((src) => {
				if (src === null) return out.end();
				if (out.destroying) return;
				pipeline(src, out, noop);
			}).catch((err) => out.destroy(err));
			return out;
		}
		setEncoding(encoding) {
			const dec = new TextDecoder(encoding);
			const map = this._readableState.map || echo;
			this._readableState.map = mapOrSkip;
			return this;
			function mapOrSkip(data) {
				const next = dec.push(data);
				return next === "" && (data.byteLength !== 0 || dec.remaining > 0) ? null : map(next);
			}
		}
		_read(cb) {
			cb(null);
		}
		pipe(dest, cb) {
			this._readableState.updateNextTick();
			this._readableState.pipe(dest, cb);
			return dest;
		}
		read() {
			this._readableState.updateNextTick();
			return this._readableState.read();
		}
		push(data) {
			this._readableState.updateNextTickIfOpen();
			return this._readableState.push(data);
		}
		unshift(data) {
			this._readableState.updateNextTickIfOpen();
			return this._readableState.unshift(data);
		}
		resume() {
			this._duplexState |= READ_RESUMED_READ_AHEAD;
			this._readableState.updateNextTick();
			return this;
		}
		pause() {
			this._duplexState &= this._readableState.readAhead === false ? READ_PAUSED_NO_READ_AHEAD : READ_PAUSED;
			return this;
		}
		static _fromAsyncIterator(ite, opts) {
			let destroy;
			const rs = new Readable({
				...opts,
				read(cb) {
					ite.next().then(push).then(cb.bind(null, null)).catch(cb);
				},
				predestroy() {
					destroy = ite.return();
				},
				destroy(cb) {
					if (!destroy) return cb(null);
					destroy.then(cb.bind(null, null)).catch(cb);
				}
			});
			return rs;
			function push(data) {
				if (data.done) rs.push(null);
				else rs.push(data.value);
			}
		}
		static from(data, opts) {
			if (isReadStreamx(data)) return data;
			if (data[asyncIterator]) return this._fromAsyncIterator(data[asyncIterator](), opts);
			if (!Array.isArray(data)) data = data === void 0 ? [] : [data];
			let i = 0;
			return new Readable({
				...opts,
				read(cb) {
					this.push(i === data.length ? null : data[i++]);
					cb(null);
				}
			});
		}
		static isBackpressured(rs) {
			return (rs._duplexState & READ_BACKPRESSURE_STATUS) !== 0 || rs._readableState.buffered >= rs._readableState.highWaterMark;
		}
		static isPaused(rs) {
			return (rs._duplexState & READ_RESUMED) === 0;
		}
		[asyncIterator]() {
			const stream = this;
			let error = null;
			let promiseResolve = null;
			let promiseReject = null;
			this.on("error", (err) => {
				error = err;
			});
			this.on("readable", onreadable);
			this.on("close", onclose);
			return {
				[asyncIterator]() {
					return this;
				},
				next() {
					return new Promise(function(resolve, reject) {
						promiseResolve = resolve;
						promiseReject = reject;
						const data = stream.read();
						if (data !== null) ondata(data);
						else if ((stream._duplexState & DESTROYED) !== 0) ondata(null);
					});
				},
				return() {
					return destroy(null);
				},
				throw(err) {
					return destroy(err);
				}
			};
			function onreadable() {
				if (promiseResolve !== null) ondata(stream.read());
			}
			function onclose() {
				if (promiseResolve !== null) ondata(null);
			}
			function ondata(data) {
				if (promiseReject === null) return;
				if (error) promiseReject(error);
				else if (data === null && (stream._duplexState & READ_DONE) === 0) promiseReject(StreamError.STREAM_DESTROYED());
				else promiseResolve({
					value: data,
					done: data === null
				});
				promiseReject = promiseResolve = null;
			}
			function destroy(err) {
				stream.destroy(err);
				return new Promise((resolve, reject) => {
					if (stream._duplexState & DESTROYED) return resolve({
						value: void 0,
						done: true
					});
					stream.once("close", function() {
						if (err) reject(err);
						else resolve({
							value: void 0,
							done: true
						});
					});
				});
			}
		}
	};
	var Writable = class extends Stream {
		constructor(opts) {
			super(opts);
			this._duplexState |= 16385;
			this._writableState = new WritableState(this, opts);
			if (opts) {
				if (opts.writev) this._writev = opts.writev;
				if (opts.write) this._write = opts.write;
				if (opts.final) this._final = opts.final;
				if (opts.eagerOpen) this._writableState.updateNextTick();
			}
		}
		cork() {
			this._duplexState |= WRITE_CORKED;
		}
		uncork() {
			this._duplexState &= WRITE_NOT_CORKED;
			this._writableState.updateNextTick();
		}
		_writev(batch, cb) {
			cb(null);
		}
		_write(data, cb) {
			this._writableState.autoBatch(data, cb);
		}
		_final(cb) {
			cb(null);
		}
		static isBackpressured(ws) {
			return (ws._duplexState & WRITE_BACKPRESSURE_STATUS) !== 0;
		}
		static drained(ws) {
			if (ws.destroyed) return Promise.resolve(false);
			const state = ws._writableState;
			const writes = (isWritev(ws) ? Math.min(1, state.queue.length) : state.queue.length) + (ws._duplexState & WRITE_WRITING ? 1 : 0);
			if (writes === 0) return Promise.resolve(true);
			if (state.drains === null) state.drains = [];
			return new Promise((resolve) => {
				state.drains.push({
					writes,
					resolve
				});
			});
		}
		write(data) {
			this._writableState.updateNextTick();
			return this._writableState.push(data);
		}
		end(data) {
			this._writableState.updateNextTick();
			this._writableState.end(data);
			return this;
		}
	};
	var Duplex = class extends Readable {
		constructor(opts) {
			super(opts);
			this._duplexState = OPENING | this._duplexState & READ_READ_AHEAD;
			this._writableState = new WritableState(this, opts);
			if (opts) {
				if (opts.writev) this._writev = opts.writev;
				if (opts.write) this._write = opts.write;
				if (opts.final) this._final = opts.final;
			}
		}
		cork() {
			this._duplexState |= WRITE_CORKED;
		}
		uncork() {
			this._duplexState &= WRITE_NOT_CORKED;
			this._writableState.updateNextTick();
		}
		_writev(batch, cb) {
			cb(null);
		}
		_write(data, cb) {
			this._writableState.autoBatch(data, cb);
		}
		_final(cb) {
			cb(null);
		}
		write(data) {
			this._writableState.updateNextTick();
			return this._writableState.push(data);
		}
		end(data) {
			this._writableState.updateNextTick();
			this._writableState.end(data);
			return this;
		}
	};
	var Transform = class extends Duplex {
		constructor(opts) {
			super(opts);
			this._transformState = new TransformState(this);
			if (opts) {
				if (opts.transform) this._transform = opts.transform;
				if (opts.flush) this._flush = opts.flush;
			}
		}
		_write(data, cb) {
			if (this._readableState.buffered >= this._readableState.highWaterMark) this._transformState.data = data;
			else this._transform(data, this._transformState.afterTransform);
		}
		_read(cb) {
			if (this._transformState.data !== null) {
				const data = this._transformState.data;
				this._transformState.data = null;
				cb(null);
				this._transform(data, this._transformState.afterTransform);
			} else cb(null);
		}
		destroy(err) {
			super.destroy(err);
			if (this._transformState.data !== null) {
				this._transformState.data = null;
				this._transformState.afterTransform();
			}
		}
		_transform(data, cb) {
			cb(null, data);
		}
		_flush(cb) {
			cb(null);
		}
		_final(cb) {
			this._transformState.afterFinal = cb;
			this._flush(transformAfterFlush.bind(this));
		}
	};
	var PassThrough = class extends Transform {};
	function transformAfterFlush(err, data) {
		const cb = this._transformState.afterFinal;
		if (err) return cb(err);
		if (data !== null && data !== void 0) this.push(data);
		this.push(null);
		cb(null);
	}
	function pipelinePromise(...streams) {
		return new Promise((resolve, reject) => {
			return pipeline(...streams, (err) => {
				if (err) return reject(err);
				resolve();
			});
		});
	}
	function pipeline(stream, ...streams) {
		const all = Array.isArray(stream) ? [...stream, ...streams] : [stream, ...streams];
		const done = all.length && typeof all[all.length - 1] === "function" ? all.pop() : null;
		if (all.length < 2) throw StreamError.BAD_ARGUMENT("Pipeline requires at least 2 streams");
		let src = all[0];
		let dest = null;
		let error = null;
		for (let i = 1; i < all.length; i++) {
			dest = all[i];
			if (isStreamx(src)) src.pipe(dest, onerror);
			else {
				errorHandle(src, true, i > 1, onerror);
				src.pipe(dest);
			}
			src = dest;
		}
		if (done) {
			let fin = false;
			const autoDestroy = isStreamx(dest) || !!(dest._writableState && dest._writableState.autoDestroy);
			dest.on("error", (err) => {
				if (error === null) error = err;
			});
			dest.on("finish", () => {
				fin = true;
				if (!autoDestroy) done(error);
			});
			if (autoDestroy) dest.on("close", () => done(error || (fin ? null : StreamError.PREMATURE_CLOSE())));
		}
		return dest;
		function errorHandle(s, rd, wr, onerror) {
			s.on("error", onerror);
			s.on("close", onclose);
			function onclose() {
				if (rd && s._readableState && !s._readableState.ended) return onerror(StreamError.PREMATURE_CLOSE());
				if (wr && s._writableState && !s._writableState.ended) return onerror(StreamError.PREMATURE_CLOSE());
			}
		}
		function onerror(err) {
			if (!err || error) return;
			error = err;
			for (const s of all) s.destroy(err);
		}
	}
	function echo(s) {
		return s;
	}
	function isStream(stream) {
		return !!stream._readableState || !!stream._writableState;
	}
	function isStreamx(stream) {
		return typeof stream._duplexState === "number" && isStream(stream);
	}
	function isEnding(stream) {
		return !!stream._readableState && stream._readableState.ending;
	}
	function isEnded(stream) {
		return !!stream._readableState && stream._readableState.ended;
	}
	function isFinishing(stream) {
		return !!stream._writableState && stream._writableState.ending;
	}
	function isFinished(stream) {
		return !!stream._writableState && stream._writableState.ended;
	}
	function getStreamError(stream, opts = {}) {
		const err = stream._readableState && stream._readableState.error || stream._writableState && stream._writableState.error;
		return !opts.all && StreamError.isStreamDestroyed(err) ? null : err;
	}
	function isReadStreamx(stream) {
		return isStreamx(stream) && stream.readable;
	}
	function isDisturbed(stream) {
		return (stream._duplexState & OPENING) !== OPENING || (stream._duplexState & DESTROYING) === DESTROYING || (stream._duplexState & ACTIVE_OR_TICKING) !== 0;
	}
	function isTypedArray(data) {
		return typeof data === "object" && data !== null && typeof data.byteLength === "number";
	}
	function defaultByteLength(data) {
		return isTypedArray(data) ? data.byteLength : 1024;
	}
	function noop() {}
	function abort() {
		this.destroy(StreamError.ABORTED());
	}
	function isWritev(s) {
		return s._writev !== Writable.prototype._writev && s._writev !== Duplex.prototype._writev;
	}
	module.exports = {
		pipeline,
		pipelinePromise,
		isStream,
		isStreamx,
		isEnding,
		isEnded,
		isFinishing,
		isFinished,
		isDisturbed,
		getStreamError,
		Stream,
		Writable,
		Readable,
		Duplex,
		Transform,
		PassThrough
	};
}));
// node_modules/tar-stream/headers.js
var require_headers = /* @__PURE__ */ __commonJSMin(((exports) => {
	const b4a = require_b4a();
	const ZEROS = "0000000000000000000";
	const SEVENS = "7777777777777777777";
	const ZERO_OFFSET = "0".charCodeAt(0);
	const USTAR_MAGIC = b4a.from([
		117,
		115,
		116,
		97,
		114,
		0
	]);
	const USTAR_VER = b4a.from([ZERO_OFFSET, ZERO_OFFSET]);
	const GNU_MAGIC = b4a.from([
		117,
		115,
		116,
		97,
		114,
		32
	]);
	const GNU_VER = b4a.from([32, 0]);
	const MASK = 4095;
	const MAGIC_OFFSET = 257;
	const VERSION_OFFSET = 263;
	exports.decodeLongPath = function decodeLongPath(buf, encoding) {
		return decodeStr(buf, 0, buf.length, encoding);
	};
	exports.encodePax = function encodePax(opts) {
		let result = "";
		if (opts.name) result += addLength(" path=" + opts.name + "\n");
		if (opts.linkname) result += addLength(" linkpath=" + opts.linkname + "\n");
		const pax = opts.pax;
		if (pax) for (const key in pax) result += addLength(" " + key + "=" + pax[key] + "\n");
		return b4a.from(result);
	};
	exports.decodePax = function decodePax(buf) {
		const result = {};
		while (buf.length) {
			let i = 0;
			while (i < buf.length && buf[i] !== 32) i++;
			const len = parseInt(b4a.toString(buf.subarray(0, i)), 10);
			if (!len) return result;
			const b = b4a.toString(buf.subarray(i + 1, len - 1));
			const keyIndex = b.indexOf("=");
			if (keyIndex === -1) return result;
			result[b.slice(0, keyIndex)] = b.slice(keyIndex + 1);
			buf = buf.subarray(len);
		}
		return result;
	};
	exports.encode = function encode(opts) {
		const buf = b4a.alloc(512);
		let name = opts.name;
		let prefix = "";
		if (opts.typeflag === 5 && name[name.length - 1] !== "/") name += "/";
		if (b4a.byteLength(name) !== name.length) return null;
		while (b4a.byteLength(name) > 100) {
			const i = name.indexOf("/");
			if (i === -1) return null;
			prefix += prefix ? "/" + name.slice(0, i) : name.slice(0, i);
			name = name.slice(i + 1);
		}
		if (b4a.byteLength(name) > 100 || b4a.byteLength(prefix) > 155) return null;
		if (opts.linkname && b4a.byteLength(opts.linkname) > 100) return null;
		b4a.write(buf, name);
		b4a.write(buf, encodeOct(opts.mode & MASK, 6), 100);
		b4a.write(buf, encodeOct(opts.uid, 6), 108);
		b4a.write(buf, encodeOct(opts.gid, 6), 116);
		encodeSize(opts.size, buf, 124);
		b4a.write(buf, encodeOct(opts.mtime.getTime() / 1e3 | 0, 11), 136);
		buf[156] = ZERO_OFFSET + toTypeflag(opts.type);
		if (opts.linkname) b4a.write(buf, opts.linkname, 157);
		b4a.copy(USTAR_MAGIC, buf, MAGIC_OFFSET);
		b4a.copy(USTAR_VER, buf, VERSION_OFFSET);
		if (opts.uname) b4a.write(buf, opts.uname, 265);
		if (opts.gname) b4a.write(buf, opts.gname, 297);
		b4a.write(buf, encodeOct(opts.devmajor || 0, 6), 329);
		b4a.write(buf, encodeOct(opts.devminor || 0, 6), 337);
		if (prefix) b4a.write(buf, prefix, 345);
		b4a.write(buf, encodeOct(cksum(buf), 6), 148);
		return buf;
	};
	exports.decode = function decode(buf, filenameEncoding, allowUnknownFormat) {
		let typeflag = buf[156] === 0 ? 0 : buf[156] - ZERO_OFFSET;
		let name = decodeStr(buf, 0, 100, filenameEncoding);
		const mode = decodeOct(buf, 100, 8);
		const uid = decodeOct(buf, 108, 8);
		const gid = decodeOct(buf, 116, 8);
		const size = decodeOct(buf, 124, 12);
		const mtime = decodeOct(buf, 136, 12);
		const type = toType(typeflag);
		const linkname = buf[157] === 0 ? null : decodeStr(buf, 157, 100, filenameEncoding);
		const uname = decodeStr(buf, 265, 32);
		const gname = decodeStr(buf, 297, 32);
		const devmajor = decodeOct(buf, 329, 8);
		const devminor = decodeOct(buf, 337, 8);
		const c = cksum(buf);
		if (c === 256) return null;
		if (c !== decodeOct(buf, 148, 8)) throw new Error("Invalid tar header. Maybe the tar is corrupted or it needs to be gunzipped?");
		if (isUSTAR(buf)) {
			if (buf[345]) name = decodeStr(buf, 345, 155, filenameEncoding) + "/" + name;
		} else if (isGNU(buf)) {} else if (!allowUnknownFormat) throw new Error("Invalid tar header: unknown format.");
		if (typeflag === 0 && name && name[name.length - 1] === "/") typeflag = 5;
		return {
			name,
			mode,
			uid,
			gid,
			size,
			byteOffset: 0,
			mtime: /* @__PURE__ */ new Date(1e3 * mtime),
			type,
			linkname,
			uname,
			gname,
			devmajor,
			devminor,
			pax: null
		};
	};
	function isUSTAR(buf) {
		return b4a.equals(USTAR_MAGIC, buf.subarray(MAGIC_OFFSET, 263));
	}
	function isGNU(buf) {
		return b4a.equals(GNU_MAGIC, buf.subarray(MAGIC_OFFSET, 263)) && b4a.equals(GNU_VER, buf.subarray(VERSION_OFFSET, 265));
	}
	function clamp(index, len, defaultValue) {
		if (typeof index !== "number") return defaultValue;
		index = ~~index;
		if (index >= len) return len;
		if (index >= 0) return index;
		index += len;
		if (index >= 0) return index;
		return 0;
	}
	function toType(flag) {
		switch (flag) {
			case 0: return "file";
			case 1: return "link";
			case 2: return "symlink";
			case 3: return "character-device";
			case 4: return "block-device";
			case 5: return "directory";
			case 6: return "fifo";
			case 7: return "contiguous-file";
			case 72: return "pax-header";
			case 55: return "pax-global-header";
			case 27: return "gnu-long-link-path";
			case 28:
			case 30: return "gnu-long-path";
		}
		return null;
	}
	function toTypeflag(flag) {
		switch (flag) {
			case "file": return 0;
			case "link": return 1;
			case "symlink": return 2;
			case "character-device": return 3;
			case "block-device": return 4;
			case "directory": return 5;
			case "fifo": return 6;
			case "contiguous-file": return 7;
			case "pax-header": return 72;
		}
		return 0;
	}
	function indexOf(block, num, offset, end) {
		for (; offset < end; offset++) if (block[offset] === num) return offset;
		return end;
	}
	function cksum(block) {
		let sum = 256;
		for (let i = 0; i < 148; i++) sum += block[i];
		for (let j = 156; j < 512; j++) sum += block[j];
		return sum;
	}
	function encodeOct(val, n) {
		val = val.toString(8);
		if (val.length > n) return SEVENS.slice(0, n) + " ";
		return ZEROS.slice(0, n - val.length) + val + " ";
	}
	function encodeSizeBin(num, buf, off) {
		buf[off] = 128;
		for (let i = 11; i > 0; i--) {
			buf[off + i] = num & 255;
			num = Math.floor(num / 256);
		}
	}
	function encodeSize(num, buf, off) {
		if (num.toString(8).length > 11) encodeSizeBin(num, buf, off);
		else b4a.write(buf, encodeOct(num, 11), off);
	}
	function parse256(buf) {
		let positive;
		if (buf[0] === 128) positive = true;
		else if (buf[0] === 255) positive = false;
		else return null;
		const tuple = [];
		let i;
		for (i = buf.length - 1; i > 0; i--) {
			const byte = buf[i];
			if (positive) tuple.push(byte);
			else tuple.push(255 - byte);
		}
		let sum = 0;
		const l = tuple.length;
		for (i = 0; i < l; i++) sum += tuple[i] * Math.pow(256, i);
		return positive ? sum : -1 * sum;
	}
	function decodeOct(val, offset, length) {
		val = val.subarray(offset, offset + length);
		offset = 0;
		if (val[offset] & 128) return parse256(val);
		else {
			while (offset < val.length && val[offset] === 32) offset++;
			const end = clamp(indexOf(val, 32, offset, val.length), val.length, val.length);
			while (offset < end && val[offset] === 0) offset++;
			if (end === offset) return 0;
			return parseInt(b4a.toString(val.subarray(offset, end)), 8);
		}
	}
	function decodeStr(val, offset, length, encoding) {
		return b4a.toString(val.subarray(offset, indexOf(val, 0, offset, offset + length)), encoding);
	}
	function addLength(str) {
		const len = b4a.byteLength(str);
		let digits = Math.floor(Math.log(len) / Math.log(10)) + 1;
		if (len + digits >= Math.pow(10, digits)) digits++;
		return len + digits + str;
	}
}));
// node_modules/tar-stream/extract.js
var require_extract$1 = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { Writable, Readable, getStreamError } = require_streamx();
	const FIFO = require_fast_fifo();
	const b4a = require_b4a();
	const headers = require_headers();
	const EMPTY = b4a.alloc(0);
	const MAX_HEADER_SIZE = 4194304;
	var BufferList = class {
		constructor() {
			this.buffered = 0;
			this.shifted = 0;
			this.queue = new FIFO();
			this._offset = 0;
		}
		push(buffer) {
			this.buffered += buffer.byteLength;
			this.queue.push(buffer);
		}
		shiftFirst(size) {
			return this.buffered === 0 ? null : this._next(size);
		}
		shift(size) {
			if (size > this.buffered) return null;
			if (size === 0) return EMPTY;
			let chunk = this._next(size);
			if (size === chunk.byteLength) return chunk;
			const chunks = [chunk];
			while ((size -= chunk.byteLength) > 0) {
				chunk = this._next(size);
				chunks.push(chunk);
			}
			return b4a.concat(chunks);
		}
		_next(size) {
			const buf = this.queue.peek();
			const rem = buf.byteLength - this._offset;
			if (size >= rem) {
				const sub = this._offset ? buf.subarray(this._offset, buf.byteLength) : buf;
				this.queue.shift();
				this._offset = 0;
				this.buffered -= rem;
				this.shifted += rem;
				return sub;
			}
			this.buffered -= size;
			this.shifted += size;
			return buf.subarray(this._offset, this._offset += size);
		}
	};
	var Source = class extends Readable {
		constructor(self, header, offset) {
			super();
			this.header = header;
			this.offset = offset;
			this._parent = self;
		}
		_read(cb) {
			if (this.header.size === 0) this.push(null);
			if (this._parent._stream === this) this._parent._update();
			cb(null);
		}
		_predestroy() {
			this._parent.destroy(getStreamError(this));
		}
		_detach() {
			if (this._parent._stream === this) {
				this._parent._stream = null;
				this._parent._missing = overflow(this.header.size);
				this._parent._update();
			}
		}
		_destroy(cb) {
			this._detach();
			cb(null);
		}
	};
	var Extract = class extends Writable {
		constructor(opts) {
			super(opts);
			if (!opts) opts = {};
			this._buffer = new BufferList();
			this._offset = 0;
			this._header = null;
			this._stream = null;
			this._missing = 0;
			this._longHeader = false;
			this._callback = noop;
			this._locked = false;
			this._finished = false;
			this._pax = null;
			this._paxGlobal = null;
			this._gnuLongPath = null;
			this._gnuLongLinkPath = null;
			this._filenameEncoding = opts.filenameEncoding || "utf-8";
			this._allowUnknownFormat = !!opts.allowUnknownFormat;
			this._unlockBound = this._unlock.bind(this);
		}
		_unlock(err) {
			this._locked = false;
			if (err) {
				this.destroy(err);
				this._continueWrite(err);
				return;
			}
			this._update();
		}
		_consumeHeader() {
			if (this._locked) return false;
			this._offset = this._buffer.shifted;
			try {
				this._header = headers.decode(this._buffer.shift(512), this._filenameEncoding, this._allowUnknownFormat);
			} catch (err) {
				this._continueWrite(err);
				return false;
			}
			if (!this._header) return true;
			this._header.byteOffset = this._buffer.shifted;
			switch (this._header.type) {
				case "gnu-long-path":
				case "gnu-long-link-path":
				case "pax-global-header":
				case "pax-header":
					this._longHeader = true;
					this._missing = this._header.size;
					if (this._missing > MAX_HEADER_SIZE) {
						this._continueWrite(/* @__PURE__ */ new Error("Header exceeds max size"));
						return false;
					}
					return true;
			}
			this._locked = true;
			this._applyLongHeaders();
			if (!(this._header.size >= 0)) {
				this._continueWrite(/* @__PURE__ */ new Error("Invalid header"));
				return false;
			}
			if (this._header.size === 0 || this._header.type === "directory") {
				this.emit("entry", this._header, this._createStream(), this._unlockBound);
				return true;
			}
			this._stream = this._createStream();
			this._missing = this._header.size;
			this.emit("entry", this._header, this._stream, this._unlockBound);
			return true;
		}
		_applyLongHeaders() {
			if (this._gnuLongPath) {
				this._header.name = this._gnuLongPath;
				this._gnuLongPath = null;
			}
			if (this._gnuLongLinkPath) {
				this._header.linkname = this._gnuLongLinkPath;
				this._gnuLongLinkPath = null;
			}
			if (this._pax) {
				if (this._pax.path) this._header.name = this._pax.path;
				if (this._pax.linkpath) this._header.linkname = this._pax.linkpath;
				if (this._pax.size) this._header.size = parseInt(this._pax.size, 10);
				this._header.pax = this._pax;
				this._pax = null;
			}
		}
		_decodeLongHeader(buf) {
			switch (this._header.type) {
				case "gnu-long-path":
					this._gnuLongPath = headers.decodeLongPath(buf, this._filenameEncoding);
					break;
				case "gnu-long-link-path":
					this._gnuLongLinkPath = headers.decodeLongPath(buf, this._filenameEncoding);
					break;
				case "pax-global-header":
					this._paxGlobal = headers.decodePax(buf);
					break;
				case "pax-header": this._pax = this._paxGlobal === null ? headers.decodePax(buf) : Object.assign({}, this._paxGlobal, headers.decodePax(buf));
			}
		}
		_consumeLongHeader() {
			this._longHeader = false;
			this._missing = overflow(this._header.size);
			const buf = this._buffer.shift(this._header.size);
			try {
				this._decodeLongHeader(buf);
			} catch (err) {
				this._continueWrite(err);
				return false;
			}
			return true;
		}
		_consumeStream() {
			const buf = this._buffer.shiftFirst(this._missing);
			if (buf === null) return false;
			this._missing -= buf.byteLength;
			const drained = this._stream.push(buf);
			if (this._missing === 0) {
				this._stream.push(null);
				if (drained) this._stream._detach();
				return drained && this._locked === false;
			}
			return drained;
		}
		_createStream() {
			return new Source(this, this._header, this._offset);
		}
		_update() {
			while (this._buffer.buffered > 0 && !this.destroying) {
				if (this._missing > 0) {
					if (this._stream !== null) {
						if (this._consumeStream() === false) return;
						continue;
					}
					if (this._longHeader === true) {
						if (this._missing > this._buffer.buffered) break;
						if (this._consumeLongHeader() === false) return false;
						continue;
					}
					const ignore = this._buffer.shiftFirst(this._missing);
					if (ignore !== null) this._missing -= ignore.byteLength;
					continue;
				}
				if (this._buffer.buffered < 512) break;
				if (this._stream !== null || this._consumeHeader() === false) return;
			}
			this._continueWrite(null);
		}
		_continueWrite(err) {
			const cb = this._callback;
			this._callback = noop;
			cb(err);
		}
		_write(data, cb) {
			this._callback = cb;
			this._buffer.push(data);
			this._update();
		}
		_final(cb) {
			this._finished = this._missing === 0 && this._buffer.buffered === 0;
			cb(this._finished ? null : /* @__PURE__ */ new Error("Unexpected end of data"));
		}
		_predestroy() {
			this._continueWrite(null);
		}
		_destroy(cb) {
			if (this._stream) this._stream.destroy(getStreamError(this));
			cb(null);
		}
		[Symbol.asyncIterator]() {
			let error = null;
			let promiseResolve = null;
			let promiseReject = null;
			let entryStream = null;
			let entryCallback = null;
			const extract = this;
			this.on("entry", onentry);
			this.on("error", (err) => {
				error = err;
			});
			this.on("close", onclose);
			return {
				[Symbol.asyncIterator]() {
					return this;
				},
				next() {
					return new Promise(onnext);
				},
				return() {
					return destroy(null);
				},
				throw(err) {
					return destroy(err);
				}
			};
			function consumeCallback(err) {
				if (!entryCallback) return;
				const cb = entryCallback;
				entryCallback = null;
				cb(err);
			}
			function onnext(resolve, reject) {
				if (error) return reject(error);
				if (entryStream) {
					resolve({
						value: entryStream,
						done: false
					});
					entryStream = null;
					return;
				}
				promiseResolve = resolve;
				promiseReject = reject;
				consumeCallback(null);
				if (extract._finished && promiseResolve) {
					promiseResolve({
						value: void 0,
						done: true
					});
					promiseResolve = promiseReject = null;
				}
			}
			function onentry(header, stream, callback) {
				entryCallback = callback;
				stream.on("error", noop);
				if (promiseResolve) {
					promiseResolve({
						value: stream,
						done: false
					});
					promiseResolve = promiseReject = null;
				} else entryStream = stream;
			}
			function onclose() {
				consumeCallback(error);
				if (!promiseResolve) return;
				if (error) promiseReject(error);
				else promiseResolve({
					value: void 0,
					done: true
				});
				promiseResolve = promiseReject = null;
			}
			function destroy(err) {
				extract.destroy(err);
				consumeCallback(err);
				return new Promise((resolve, reject) => {
					if (extract.destroyed) return resolve({
						value: void 0,
						done: true
					});
					extract.once("close", function() {
						if (err) reject(err);
						else resolve({
							value: void 0,
							done: true
						});
					});
				});
			}
		}
	};
	module.exports = function extract(opts) {
		return new Extract(opts);
	};
	function noop() {}
	function overflow(size) {
		size &= 511;
		return size && 512 - size;
	}
}));
// node_modules/tar-stream/constants.js
var require_constants = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const constants = {
		S_IFMT: 61440,
		S_IFDIR: 16384,
		S_IFCHR: 8192,
		S_IFBLK: 24576,
		S_IFIFO: 4096,
		S_IFLNK: 40960
	};
	try {
		module.exports = __require("fs").constants || constants;
	} catch {
		module.exports = constants;
	}
}));
// node_modules/tar-stream/pack.js
var require_pack = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { Readable, Writable, getStreamError } = require_streamx();
	const b4a = require_b4a();
	const constants = require_constants();
	const headers = require_headers();
	const DMODE = 493;
	const FMODE = 420;
	const END_OF_TAR = b4a.alloc(1024);
	var Sink = class extends Writable {
		constructor(pack, header, callback) {
			super({
				mapWritable,
				eagerOpen: true
			});
			this.written = 0;
			this.header = header;
			this._callback = callback;
			this._linkname = null;
			this._isLinkname = header.type === "symlink" && !header.linkname;
			this._isVoid = header.type !== "file" && header.type !== "contiguous-file";
			this._finished = false;
			this._pack = pack;
			this._openCallback = null;
			if (this._pack._stream === null) this._pack._stream = this;
			else this._pack._pending.push(this);
		}
		_open(cb) {
			this._openCallback = cb;
			if (this._pack._stream === this) this._continueOpen();
		}
		_continuePack(err) {
			if (this._callback === null) return;
			const callback = this._callback;
			this._callback = null;
			callback(err);
		}
		_continueOpen() {
			if (this._pack._stream === null) this._pack._stream = this;
			const cb = this._openCallback;
			this._openCallback = null;
			if (cb === null) return;
			if (this._pack.destroying) return cb(/* @__PURE__ */ new Error("pack stream destroyed"));
			if (this._pack._finalized) return cb(/* @__PURE__ */ new Error("pack stream is already finalized"));
			this._pack._stream = this;
			if (!this._isLinkname) this._pack._encode(this.header);
			if (this._isVoid) {
				this._finish();
				this._continuePack(null);
			}
			cb(null);
		}
		_write(data, cb) {
			if (this._isLinkname) {
				this._linkname = this._linkname ? b4a.concat([this._linkname, data]) : data;
				return cb(null);
			}
			if (this._isVoid) {
				if (data.byteLength > 0) return cb(/* @__PURE__ */ new Error("No body allowed for this entry"));
				return cb();
			}
			this.written += data.byteLength;
			if (this._pack.push(data)) return cb();
			this._pack._drain = cb;
		}
		_finish() {
			if (this._finished) return;
			this._finished = true;
			if (this._isLinkname) {
				this.header.linkname = this._linkname ? b4a.toString(this._linkname, "utf-8") : "";
				this._pack._encode(this.header);
			}
			overflow(this._pack, this.header.size);
			this._pack._done(this);
		}
		_final(cb) {
			if (this.written !== this.header.size) return cb(/* @__PURE__ */ new Error("Size mismatch"));
			this._finish();
			cb(null);
		}
		_getError() {
			return getStreamError(this) || /* @__PURE__ */ new Error("tar entry destroyed");
		}
		_predestroy() {
			this._pack.destroy(this._getError());
		}
		_destroy(cb) {
			this._pack._done(this);
			this._continuePack(this._finished ? null : this._getError());
			cb();
		}
	};
	var Pack = class extends Readable {
		constructor(opts) {
			super(opts);
			this._drain = noop;
			this._finalized = false;
			this._finalizing = false;
			this._pending = [];
			this._stream = null;
		}
		entry(header, buffer, callback) {
			if (this._finalized || this.destroying) throw new Error("already finalized or destroyed");
			if (typeof buffer === "function") {
				callback = buffer;
				buffer = null;
			}
			if (!callback) callback = noop;
			if (!header.size || header.type === "symlink") header.size = 0;
			if (!header.type) header.type = modeToType(header.mode);
			if (!header.mode) header.mode = header.type === "directory" ? DMODE : FMODE;
			if (!header.uid) header.uid = 0;
			if (!header.gid) header.gid = 0;
			if (!header.mtime) header.mtime = /* @__PURE__ */ new Date();
			if (typeof buffer === "string") buffer = b4a.from(buffer);
			const sink = new Sink(this, header, callback);
			if (b4a.isBuffer(buffer)) {
				header.size = buffer.byteLength;
				sink.write(buffer);
				sink.end();
				return sink;
			}
			if (sink._isVoid) return sink;
			return sink;
		}
		finalize() {
			if (this._stream || this._pending.length > 0) {
				this._finalizing = true;
				return;
			}
			if (this._finalized) return;
			this._finalized = true;
			this.push(END_OF_TAR);
			this.push(null);
		}
		_done(stream) {
			if (stream !== this._stream) return;
			this._stream = null;
			if (this._finalizing) this.finalize();
			if (this._pending.length) this._pending.shift()._continueOpen();
		}
		_encode(header) {
			if (!header.pax) {
				const buf = headers.encode(header);
				if (buf) {
					this.push(buf);
					return;
				}
			}
			this._encodePax(header);
		}
		_encodePax(header) {
			const paxHeader = headers.encodePax({
				name: header.name,
				linkname: header.linkname,
				pax: header.pax
			});
			const newHeader = {
				name: "PaxHeader",
				mode: header.mode,
				uid: header.uid,
				gid: header.gid,
				size: paxHeader.byteLength,
				mtime: header.mtime,
				type: "pax-header",
				linkname: header.linkname && "PaxHeader",
				uname: header.uname,
				gname: header.gname,
				devmajor: header.devmajor,
				devminor: header.devminor
			};
			this.push(headers.encode(newHeader));
			this.push(paxHeader);
			overflow(this, paxHeader.byteLength);
			newHeader.size = header.size;
			newHeader.type = header.type;
			this.push(headers.encode(newHeader));
		}
		_doDrain() {
			const drain = this._drain;
			this._drain = noop;
			drain();
		}
		_predestroy() {
			const err = getStreamError(this);
			if (this._stream) this._stream.destroy(err);
			while (this._pending.length) {
				const stream = this._pending.shift();
				stream.destroy(err);
				stream._continueOpen();
			}
			this._doDrain();
		}
		_read(cb) {
			this._doDrain();
			cb();
		}
	};
	module.exports = function pack(opts) {
		return new Pack(opts);
	};
	function modeToType(mode) {
		switch (mode & constants.S_IFMT) {
			case constants.S_IFBLK: return "block-device";
			case constants.S_IFCHR: return "character-device";
			case constants.S_IFDIR: return "directory";
			case constants.S_IFIFO: return "fifo";
			case constants.S_IFLNK: return "symlink";
		}
		return "file";
	}
	function noop() {}
	function overflow(self, size) {
		size &= 511;
		if (size) self.push(END_OF_TAR.subarray(0, 512 - size));
	}
	function mapWritable(buf) {
		return b4a.isBuffer(buf) ? buf : b4a.from(buf);
	}
}));
// node_modules/tar-stream/index.js
var require_tar_stream = /* @__PURE__ */ __commonJSMin(((exports) => {
	exports.extract = require_extract$1();
	exports.pack = require_pack();
}));
// node_modules/archiver/lib/plugins/tar.js
var require_tar = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* TAR Format Plugin
	*
	* @module plugins/tar
	* @license [MIT]{@link https://github.com/archiverjs/node-archiver/blob/master/LICENSE}
	* @copyright (c) 2012-2014 Chris Talkington, contributors.
	*/
	var zlib = __require("zlib");
	var engine = require_tar_stream();
	var util = require_archiver_utils();
	/**
	* @constructor
	* @param {TarOptions} options
	*/
	var Tar = function(options) {
		if (!(this instanceof Tar)) return new Tar(options);
		options = this.options = util.defaults(options, { gzip: false });
		if (typeof options.gzipOptions !== "object") options.gzipOptions = {};
		this.supports = {
			directory: true,
			symlink: true
		};
		this.engine = engine.pack(options);
		this.compressor = false;
		if (options.gzip) {
			this.compressor = zlib.createGzip(options.gzipOptions);
			this.compressor.on("error", this._onCompressorError.bind(this));
		}
	};
	/**
	* [_onCompressorError description]
	*
	* @private
	* @param  {Error} err
	* @return void
	*/
	Tar.prototype._onCompressorError = function(err) {
		this.engine.emit("error", err);
	};
	/**
	* [append description]
	*
	* @param  {(Buffer|Stream)} source
	* @param  {TarEntryData} data
	* @param  {Function} callback
	* @return void
	*/
	Tar.prototype.append = function(source, data, callback) {
		var self = this;
		data.mtime = data.date;
		function append(err, sourceBuffer) {
			if (err) {
				callback(err);
				return;
			}
			self.engine.entry(data, sourceBuffer, function(err) {
				callback(err, data);
			});
		}
		if (data.sourceType === "buffer") append(null, source);
		else if (data.sourceType === "stream" && data.stats) {
			data.size = data.stats.size;
			var entry = self.engine.entry(data, function(err) {
				callback(err, data);
			});
			source.pipe(entry);
		} else if (data.sourceType === "stream") util.collectStream(source, append);
	};
	/**
	* [finalize description]
	*
	* @return void
	*/
	Tar.prototype.finalize = function() {
		this.engine.finalize();
	};
	/**
	* [on description]
	*
	* @return this.engine
	*/
	Tar.prototype.on = function() {
		return this.engine.on.apply(this.engine, arguments);
	};
	/**
	* [pipe description]
	*
	* @param  {String} destination
	* @param  {Object} options
	* @return this.engine
	*/
	Tar.prototype.pipe = function(destination, options) {
		if (this.compressor) return this.engine.pipe.apply(this.engine, [this.compressor]).pipe(destination, options);
		else return this.engine.pipe.apply(this.engine, arguments);
	};
	/**
	* [unpipe description]
	*
	* @return this.engine
	*/
	Tar.prototype.unpipe = function() {
		if (this.compressor) return this.compressor.unpipe.apply(this.compressor, arguments);
		else return this.engine.unpipe.apply(this.engine, arguments);
	};
	module.exports = Tar;
}));
/**
* @typedef {Object} TarOptions
* @global
* @property {Boolean} [gzip=false] Compress the tar archive using gzip.
* @property {Object} [gzipOptions] Passed to [zlib]{@link https://nodejs.org/api/zlib.html#zlib_class_options}
* to control compression.
* @property {*} [*] See [tar-stream]{@link https://github.com/mafintosh/tar-stream} documentation for additional properties.
*/
/**
* @typedef {Object} TarEntryData
* @global
* @property {String} name Sets the entry name including internal path.
* @property {(String|Date)} [date=NOW()] Sets the entry date.
* @property {Number} [mode=D:0755/F:0644] Sets the entry permissions.
* @property {String} [prefix] Sets a path prefix for the entry name. Useful
* when working with methods like `directory` or `glob`.
* @property {fs.Stats} [stats] Sets the fs stat data for this entry allowing
* for reduction of fs stat calls when stat data is already known.
*/
/**
* TarStream Module
* @external TarStream
* @see {@link https://github.com/mafintosh/tar-stream}
*/
// node_modules/buffer-crc32/dist/index.cjs
var require_dist = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	function getDefaultExportFromCjs(x) {
		return x && x.__esModule && Object.prototype.hasOwnProperty.call(x, "default") ? x["default"] : x;
	}
	const CRC_TABLE = new Int32Array([
		0,
		1996959894,
		3993919788,
		2567524794,
		124634137,
		1886057615,
		3915621685,
		2657392035,
		249268274,
		2044508324,
		3772115230,
		2547177864,
		162941995,
		2125561021,
		3887607047,
		2428444049,
		498536548,
		1789927666,
		4089016648,
		2227061214,
		450548861,
		1843258603,
		4107580753,
		2211677639,
		325883990,
		1684777152,
		4251122042,
		2321926636,
		335633487,
		1661365465,
		4195302755,
		2366115317,
		997073096,
		1281953886,
		3579855332,
		2724688242,
		1006888145,
		1258607687,
		3524101629,
		2768942443,
		901097722,
		1119000684,
		3686517206,
		2898065728,
		853044451,
		1172266101,
		3705015759,
		2882616665,
		651767980,
		1373503546,
		3369554304,
		3218104598,
		565507253,
		1454621731,
		3485111705,
		3099436303,
		671266974,
		1594198024,
		3322730930,
		2970347812,
		795835527,
		1483230225,
		3244367275,
		3060149565,
		1994146192,
		31158534,
		2563907772,
		4023717930,
		1907459465,
		112637215,
		2680153253,
		3904427059,
		2013776290,
		251722036,
		2517215374,
		3775830040,
		2137656763,
		141376813,
		2439277719,
		3865271297,
		1802195444,
		476864866,
		2238001368,
		4066508878,
		1812370925,
		453092731,
		2181625025,
		4111451223,
		1706088902,
		314042704,
		2344532202,
		4240017532,
		1658658271,
		366619977,
		2362670323,
		4224994405,
		1303535960,
		984961486,
		2747007092,
		3569037538,
		1256170817,
		1037604311,
		2765210733,
		3554079995,
		1131014506,
		879679996,
		2909243462,
		3663771856,
		1141124467,
		855842277,
		2852801631,
		3708648649,
		1342533948,
		654459306,
		3188396048,
		3373015174,
		1466479909,
		544179635,
		3110523913,
		3462522015,
		1591671054,
		702138776,
		2966460450,
		3352799412,
		1504918807,
		783551873,
		3082640443,
		3233442989,
		3988292384,
		2596254646,
		62317068,
		1957810842,
		3939845945,
		2647816111,
		81470997,
		1943803523,
		3814918930,
		2489596804,
		225274430,
		2053790376,
		3826175755,
		2466906013,
		167816743,
		2097651377,
		4027552580,
		2265490386,
		503444072,
		1762050814,
		4150417245,
		2154129355,
		426522225,
		1852507879,
		4275313526,
		2312317920,
		282753626,
		1742555852,
		4189708143,
		2394877945,
		397917763,
		1622183637,
		3604390888,
		2714866558,
		953729732,
		1340076626,
		3518719985,
		2797360999,
		1068828381,
		1219638859,
		3624741850,
		2936675148,
		906185462,
		1090812512,
		3747672003,
		2825379669,
		829329135,
		1181335161,
		3412177804,
		3160834842,
		628085408,
		1382605366,
		3423369109,
		3138078467,
		570562233,
		1426400815,
		3317316542,
		2998733608,
		733239954,
		1555261956,
		3268935591,
		3050360625,
		752459403,
		1541320221,
		2607071920,
		3965973030,
		1969922972,
		40735498,
		2617837225,
		3943577151,
		1913087877,
		83908371,
		2512341634,
		3803740692,
		2075208622,
		213261112,
		2463272603,
		3855990285,
		2094854071,
		198958881,
		2262029012,
		4057260610,
		1759359992,
		534414190,
		2176718541,
		4139329115,
		1873836001,
		414664567,
		2282248934,
		4279200368,
		1711684554,
		285281116,
		2405801727,
		4167216745,
		1634467795,
		376229701,
		2685067896,
		3608007406,
		1308918612,
		956543938,
		2808555105,
		3495958263,
		1231636301,
		1047427035,
		2932959818,
		3654703836,
		1088359270,
		936918e3,
		2847714899,
		3736837829,
		1202900863,
		817233897,
		3183342108,
		3401237130,
		1404277552,
		615818150,
		3134207493,
		3453421203,
		1423857449,
		601450431,
		3009837614,
		3294710456,
		1567103746,
		711928724,
		3020668471,
		3272380065,
		1510334235,
		755167117
	]);
	function ensureBuffer(input) {
		if (Buffer.isBuffer(input)) return input;
		if (typeof input === "number") return Buffer.alloc(input);
		else if (typeof input === "string") return Buffer.from(input);
		else throw new Error("input must be buffer, number, or string, received " + typeof input);
	}
	function bufferizeInt(num) {
		const tmp = ensureBuffer(4);
		tmp.writeInt32BE(num, 0);
		return tmp;
	}
	function _crc32(buf, previous) {
		buf = ensureBuffer(buf);
		if (Buffer.isBuffer(previous)) previous = previous.readUInt32BE(0);
		let crc = ~~previous ^ -1;
		for (var n = 0; n < buf.length; n++) crc = CRC_TABLE[(crc ^ buf[n]) & 255] ^ crc >>> 8;
		return crc ^ -1;
	}
	function crc32() {
		return bufferizeInt(_crc32.apply(null, arguments));
	}
	crc32.signed = function() {
		return _crc32.apply(null, arguments);
	};
	crc32.unsigned = function() {
		return _crc32.apply(null, arguments) >>> 0;
	};
	module.exports = /* @__PURE__ */ getDefaultExportFromCjs(crc32);
}));
// node_modules/archiver/lib/plugins/json.js
var require_json = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* JSON Format Plugin
	*
	* @module plugins/json
	* @license [MIT]{@link https://github.com/archiverjs/node-archiver/blob/master/LICENSE}
	* @copyright (c) 2012-2014 Chris Talkington, contributors.
	*/
	var inherits = __require("util").inherits;
	var Transform = require_ours().Transform;
	var crc32 = require_dist();
	var util = require_archiver_utils();
	/**
	* @constructor
	* @param {(JsonOptions|TransformOptions)} options
	*/
	var Json = function(options) {
		if (!(this instanceof Json)) return new Json(options);
		options = this.options = util.defaults(options, {});
		Transform.call(this, options);
		this.supports = {
			directory: true,
			symlink: true
		};
		this.files = [];
	};
	inherits(Json, Transform);
	/**
	* [_transform description]
	*
	* @private
	* @param  {Buffer}   chunk
	* @param  {String}   encoding
	* @param  {Function} callback
	* @return void
	*/
	Json.prototype._transform = function(chunk, encoding, callback) {
		callback(null, chunk);
	};
	/**
	* [_writeStringified description]
	*
	* @private
	* @return void
	*/
	Json.prototype._writeStringified = function() {
		var fileString = JSON.stringify(this.files);
		this.write(fileString);
	};
	/**
	* [append description]
	*
	* @param  {(Buffer|Stream)}   source
	* @param  {EntryData}   data
	* @param  {Function} callback
	* @return void
	*/
	Json.prototype.append = function(source, data, callback) {
		var self = this;
		data.crc32 = 0;
		function onend(err, sourceBuffer) {
			if (err) {
				callback(err);
				return;
			}
			data.size = sourceBuffer.length || 0;
			data.crc32 = crc32.unsigned(sourceBuffer);
			self.files.push(data);
			callback(null, data);
		}
		if (data.sourceType === "buffer") onend(null, source);
		else if (data.sourceType === "stream") util.collectStream(source, onend);
	};
	/**
	* [finalize description]
	*
	* @return void
	*/
	Json.prototype.finalize = function() {
		this._writeStringified();
		this.end();
	};
	module.exports = Json;
}));
/**
* Archiver Vending
*
* @ignore
* @license [MIT]{@link https://github.com/archiverjs/node-archiver/blob/master/LICENSE}
* @copyright (c) 2012-2014 Chris Talkington, contributors.
*/
// node_modules/@actions/artifact/lib/internal/upload/stream.js
var import_archiver = /* @__PURE__ */ __toESM((/* @__PURE__ */ __commonJSMin(((exports, module) => {
	var Archiver = require_core();
	var formats = {};
	/**
	* Dispenses a new Archiver instance.
	*
	* @constructor
	* @param  {String} format The archive format to use.
	* @param  {Object} options See [Archiver]{@link Archiver}
	* @return {Archiver}
	*/
	var vending = function(format, options) {
		return vending.create(format, options);
	};
	/**
	* Creates a new Archiver instance.
	*
	* @param  {String} format The archive format to use.
	* @param  {Object} options See [Archiver]{@link Archiver}
	* @return {Archiver}
	*/
	vending.create = function(format, options) {
		if (formats[format]) {
			var instance = new Archiver(format, options);
			instance.setFormat(format);
			instance.setModule(new formats[format](options));
			return instance;
		} else throw new Error("create(" + format + "): format not registered");
	};
	/**
	* Registers a format for use with archiver.
	*
	* @param  {String} format The name of the format.
	* @param  {Function} module The function for archiver to interact with.
	* @return void
	*/
	vending.registerFormat = function(format, module) {
		if (formats[format]) throw new Error("register(" + format + "): format already registered");
		if (typeof module !== "function") throw new Error("register(" + format + "): format module invalid");
		if (typeof module.prototype.append !== "function" || typeof module.prototype.finalize !== "function") throw new Error("register(" + format + "): format module missing methods");
		formats[format] = module;
	};
	/**
	* Check if the format is already registered.
	* 
	* @param {String} format the name of the format.
	* @return boolean
	*/
	vending.isRegisteredFormat = function(format) {
		if (formats[format]) return true;
		return false;
	};
	vending.registerFormat("zip", require_zip());
	vending.registerFormat("tar", require_tar());
	vending.registerFormat("json", require_json());
	module.exports = vending;
})))(), 1);
var __awaiter$7 = function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
var WaterMarkedUploadStream = class extends stream.Transform {
	constructor(bufferSize) {
		super({ highWaterMark: bufferSize });
	}
	_transform(chunk, enc, cb) {
		cb(null, chunk);
	}
};
function createRawFileUploadStream(filePath) {
	return __awaiter$7(this, void 0, void 0, function* () {
		debug(`Creating raw file upload stream for: ${filePath}`);
		const bufferSize = getUploadChunkSize();
		const uploadStream = new WaterMarkedUploadStream(bufferSize);
		let sourcePath = filePath;
		if ((yield fs$2.promises.lstat(filePath)).isSymbolicLink()) sourcePath = yield realpath$1(filePath);
		const fileStream = fs$2.createReadStream(sourcePath, { highWaterMark: bufferSize });
		fileStream.on("error", (error$2) => {
			error("An error has occurred while reading the file for upload");
			error(String(error$2));
			uploadStream.destroy(/* @__PURE__ */ new Error("An error has occurred during file read for the artifact"));
		});
		fileStream.pipe(uploadStream);
		return uploadStream;
	});
}
// node_modules/@actions/artifact/lib/internal/upload/zip.js
var __awaiter$6 = function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
function createZipUploadStream(uploadSpecification_1) {
	return __awaiter$6(this, arguments, void 0, function* (uploadSpecification, compressionLevel = 6) {
		debug(`Creating Artifact archive with compressionLevel: ${compressionLevel}`);
		const zip = import_archiver.default.create("zip", {
			highWaterMark: getUploadChunkSize(),
			zlib: { level: compressionLevel }
		});
		zip.on("error", zipErrorCallback);
		zip.on("warning", zipWarningCallback);
		zip.on("finish", zipFinishCallback);
		zip.on("end", zipEndCallback);
		for (const file of uploadSpecification) if (file.sourcePath !== null) {
			let sourcePath = file.sourcePath;
			if (file.stats.isSymbolicLink()) sourcePath = yield realpath$1(file.sourcePath);
			zip.file(sourcePath, { name: file.destinationPath });
		} else zip.append("", { name: file.destinationPath });
		const zipUploadStream = new WaterMarkedUploadStream(getUploadChunkSize());
		debug(`Zip write high watermark value ${zipUploadStream.writableHighWaterMark}`);
		debug(`Zip read high watermark value ${zipUploadStream.readableHighWaterMark}`);
		zip.pipe(zipUploadStream);
		zip.finalize();
		return zipUploadStream;
	});
}
const zipErrorCallback = (error$1) => {
	error("An error has occurred while creating the zip file for upload");
	info(error$1);
	throw new Error("An error has occurred during zip creation for the artifact");
};
const zipWarningCallback = (error) => {
	if (error.code === "ENOENT") {
		warning("ENOENT warning during artifact zip creation. No such file or directory");
		info(error);
	} else {
		warning(`A non-blocking warning has occurred during artifact zip creation: ${error.code}`);
		info(error);
	}
};
const zipFinishCallback = () => {
	debug("Zip stream for upload has finished.");
};
const zipEndCallback = () => {
	debug("Zip stream for upload has ended.");
};
// node_modules/@actions/artifact/lib/internal/upload/types.js
/**
* Maps file extensions to MIME types
*/
const mimeTypes = {
	".txt": "text/plain",
	".html": "text/html",
	".htm": "text/html",
	".css": "text/css",
	".csv": "text/csv",
	".xml": "text/xml",
	".md": "text/markdown",
	".js": "application/javascript",
	".mjs": "application/javascript",
	".json": "application/json",
	".png": "image/png",
	".jpg": "image/jpeg",
	".jpeg": "image/jpeg",
	".gif": "image/gif",
	".svg": "image/svg+xml",
	".webp": "image/webp",
	".ico": "image/x-icon",
	".bmp": "image/bmp",
	".tiff": "image/tiff",
	".tif": "image/tiff",
	".mp3": "audio/mpeg",
	".wav": "audio/wav",
	".ogg": "audio/ogg",
	".flac": "audio/flac",
	".mp4": "video/mp4",
	".webm": "video/webm",
	".avi": "video/x-msvideo",
	".mov": "video/quicktime",
	".pdf": "application/pdf",
	".doc": "application/msword",
	".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	".xls": "application/vnd.ms-excel",
	".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".ppt": "application/vnd.ms-powerpoint",
	".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
	".zip": "application/zip",
	".tar": "application/x-tar",
	".gz": "application/gzip",
	".rar": "application/vnd.rar",
	".7z": "application/x-7z-compressed",
	".wasm": "application/wasm",
	".yaml": "application/x-yaml",
	".yml": "application/x-yaml",
	".woff": "font/woff",
	".woff2": "font/woff2",
	".ttf": "font/ttf",
	".otf": "font/otf",
	".eot": "application/vnd.ms-fontobject"
};
/**
* Gets the MIME type for a file based on its extension
*/
function getMimeType(filePath) {
	const ext = path$1.extname(filePath).toLowerCase();
	return mimeTypes[ext] || "application/octet-stream";
}
// node_modules/@actions/artifact/lib/internal/upload/upload-artifact.js
var __awaiter$5 = function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
function uploadArtifact(name, files, rootDirectory, options) {
	return __awaiter$5(this, void 0, void 0, function* () {
		let artifactFileName = `${name}.zip`;
		if (options === null || options === void 0 ? void 0 : options.skipArchive) {
			if (files.length === 0) throw new FilesNotFoundError([]);
			if (files.length > 1) throw new Error("skipArchive option is only supported when uploading a single file");
			if (!fs$2.existsSync(files[0])) throw new FilesNotFoundError(files);
			artifactFileName = path$1.basename(files[0]);
			name = artifactFileName;
		}
		validateArtifactName(name);
		validateRootDirectory(rootDirectory);
		let zipSpecification = [];
		if (!(options === null || options === void 0 ? void 0 : options.skipArchive)) {
			zipSpecification = getUploadZipSpecification(files, rootDirectory);
			if (zipSpecification.length === 0) throw new FilesNotFoundError(zipSpecification.flatMap((s) => s.sourcePath ? [s.sourcePath] : []));
		}
		const contentType = getMimeType(artifactFileName);
		const backendIds = getBackendIdsFromToken();
		const artifactClient = internalArtifactTwirpClient();
		const createArtifactReq = {
			workflowRunBackendId: backendIds.workflowRunBackendId,
			workflowJobRunBackendId: backendIds.workflowJobRunBackendId,
			name,
			mimeType: StringValue.create({ value: contentType }),
			version: 7
		};
		const expiresAt = getExpiration(options === null || options === void 0 ? void 0 : options.retentionDays);
		if (expiresAt) createArtifactReq.expiresAt = expiresAt;
		const createArtifactResp = yield artifactClient.CreateArtifact(createArtifactReq);
		if (!createArtifactResp.ok) throw new InvalidResponseError("CreateArtifact: response from backend was not ok");
		let stream;
		if (options === null || options === void 0 ? void 0 : options.skipArchive) stream = yield createRawFileUploadStream(files[0]);
		else stream = yield createZipUploadStream(zipSpecification, options === null || options === void 0 ? void 0 : options.compressionLevel);
		info(`Uploading artifact: ${artifactFileName}`);
		const uploadResult = yield uploadToBlobStorage(createArtifactResp.signedUploadUrl, stream, contentType);
		const finalizeArtifactReq = {
			workflowRunBackendId: backendIds.workflowRunBackendId,
			workflowJobRunBackendId: backendIds.workflowJobRunBackendId,
			name,
			size: uploadResult.uploadSize ? uploadResult.uploadSize.toString() : "0"
		};
		if (uploadResult.sha256Hash) finalizeArtifactReq.hash = StringValue.create({ value: `sha256:${uploadResult.sha256Hash}` });
		info(`Finalizing artifact upload`);
		const finalizeArtifactResp = yield artifactClient.FinalizeArtifact(finalizeArtifactReq);
		if (!finalizeArtifactResp.ok) throw new InvalidResponseError("FinalizeArtifact: response from backend was not ok");
		const artifactId = BigInt(finalizeArtifactResp.artifactId);
		info(`Artifact ${name} successfully finalized. Artifact ID ${artifactId}`);
		return {
			size: uploadResult.uploadSize,
			digest: uploadResult.sha256Hash,
			id: Number(artifactId)
		};
	});
}
// node_modules/traverse/index.js
var require_traverse = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = Traverse;
	function Traverse(obj) {
		if (!(this instanceof Traverse)) return new Traverse(obj);
		this.value = obj;
	}
	Traverse.prototype.get = function(ps) {
		var node = this.value;
		for (var i = 0; i < ps.length; i++) {
			var key = ps[i];
			if (!Object.hasOwnProperty.call(node, key)) {
				node = void 0;
				break;
			}
			node = node[key];
		}
		return node;
	};
	Traverse.prototype.set = function(ps, value) {
		var node = this.value;
		for (var i = 0; i < ps.length - 1; i++) {
			var key = ps[i];
			if (!Object.hasOwnProperty.call(node, key)) node[key] = {};
			node = node[key];
		}
		node[ps[i]] = value;
		return value;
	};
	Traverse.prototype.map = function(cb) {
		return walk(this.value, cb, true);
	};
	Traverse.prototype.forEach = function(cb) {
		this.value = walk(this.value, cb, false);
		return this.value;
	};
	Traverse.prototype.reduce = function(cb, init) {
		var skip = arguments.length === 1;
		var acc = skip ? this.value : init;
		this.forEach(function(x) {
			if (!this.isRoot || !skip) acc = cb.call(this, acc, x);
		});
		return acc;
	};
	Traverse.prototype.deepEqual = function(obj) {
		if (arguments.length !== 1) throw new Error("deepEqual requires exactly one object to compare against");
		var equal = true;
		var node = obj;
		this.forEach(function(y) {
			var notEqual = (function() {
				equal = false;
			}).bind(this);
			if (!this.isRoot) {
				if (typeof node !== "object") return notEqual();
				node = node[this.key];
			}
			var x = node;
			this.post(function() {
				node = x;
			});
			var toS = function(o) {
				return Object.prototype.toString.call(o);
			};
			if (this.circular) {
				if (Traverse(obj).get(this.circular.path) !== x) notEqual();
			} else if (typeof x !== typeof y) notEqual();
			else if (x === null || y === null || x === void 0 || y === void 0) {
				if (x !== y) notEqual();
			} else if (x.__proto__ !== y.__proto__) notEqual();
			else if (x === y) {} else if (typeof x === "function") {
				if (x instanceof RegExp) {
					if (x.toString() != y.toString()) notEqual();
				} else if (x !== y) notEqual();
			} else if (typeof x === "object") {
				if (toS(y) === "[object Arguments]" || toS(x) === "[object Arguments]") {
					if (toS(x) !== toS(y)) notEqual();
				} else if (x instanceof Date || y instanceof Date) {
					if (!(x instanceof Date) || !(y instanceof Date) || x.getTime() !== y.getTime()) notEqual();
				} else {
					var kx = Object.keys(x);
					var ky = Object.keys(y);
					if (kx.length !== ky.length) return notEqual();
					for (var i = 0; i < kx.length; i++) {
						var k = kx[i];
						if (!Object.hasOwnProperty.call(y, k)) notEqual();
					}
				}
			}
		});
		return equal;
	};
	Traverse.prototype.paths = function() {
		var acc = [];
		this.forEach(function(x) {
			acc.push(this.path);
		});
		return acc;
	};
	Traverse.prototype.nodes = function() {
		var acc = [];
		this.forEach(function(x) {
			acc.push(this.node);
		});
		return acc;
	};
	Traverse.prototype.clone = function() {
		var parents = [], nodes = [];
		return (function clone(src) {
			for (var i = 0; i < parents.length; i++) if (parents[i] === src) return nodes[i];
			if (typeof src === "object" && src !== null) {
				var dst = copy(src);
				parents.push(src);
				nodes.push(dst);
				Object.keys(src).forEach(function(key) {
					dst[key] = clone(src[key]);
				});
				parents.pop();
				nodes.pop();
				return dst;
			} else return src;
		})(this.value);
	};
	function walk(root, cb, immutable) {
		var path = [];
		var parents = [];
		var alive = true;
		return (function walker(node_) {
			var node = immutable ? copy(node_) : node_;
			var modifiers = {};
			var state = {
				node,
				node_,
				path: [].concat(path),
				parent: parents.slice(-1)[0],
				key: path.slice(-1)[0],
				isRoot: path.length === 0,
				level: path.length,
				circular: null,
				update: function(x) {
					if (!state.isRoot) state.parent.node[state.key] = x;
					state.node = x;
				},
				"delete": function() {
					delete state.parent.node[state.key];
				},
				remove: function() {
					if (Array.isArray(state.parent.node)) state.parent.node.splice(state.key, 1);
					else delete state.parent.node[state.key];
				},
				before: function(f) {
					modifiers.before = f;
				},
				after: function(f) {
					modifiers.after = f;
				},
				pre: function(f) {
					modifiers.pre = f;
				},
				post: function(f) {
					modifiers.post = f;
				},
				stop: function() {
					alive = false;
				}
			};
			if (!alive) return state;
			if (typeof node === "object" && node !== null) {
				state.isLeaf = Object.keys(node).length == 0;
				for (var i = 0; i < parents.length; i++) if (parents[i].node_ === node_) {
					state.circular = parents[i];
					break;
				}
			} else state.isLeaf = true;
			state.notLeaf = !state.isLeaf;
			state.notRoot = !state.isRoot;
			var ret = cb.call(state, state.node);
			if (ret !== void 0 && state.update) state.update(ret);
			if (modifiers.before) modifiers.before.call(state, state.node);
			if (typeof state.node == "object" && state.node !== null && !state.circular) {
				parents.push(state);
				var keys = Object.keys(state.node);
				keys.forEach(function(key, i) {
					path.push(key);
					if (modifiers.pre) modifiers.pre.call(state, state.node[key], key);
					var child = walker(state.node[key]);
					if (immutable && Object.hasOwnProperty.call(state.node, key)) state.node[key] = child.node;
					child.isLast = i == keys.length - 1;
					child.isFirst = i == 0;
					if (modifiers.post) modifiers.post.call(state, child);
					path.pop();
				});
				parents.pop();
			}
			if (modifiers.after) modifiers.after.call(state, state.node);
			return state;
		})(root).node;
	}
	Object.keys(Traverse.prototype).forEach(function(key) {
		Traverse[key] = function(obj) {
			var args = [].slice.call(arguments, 1);
			var t = Traverse(obj);
			return t[key].apply(t, args);
		};
	});
	function copy(src) {
		if (typeof src === "object" && src !== null) {
			var dst;
			if (Array.isArray(src)) dst = [];
			else if (src instanceof Date) dst = new Date(src);
			else if (src instanceof Boolean) dst = new Boolean(src);
			else if (src instanceof Number) dst = new Number(src);
			else if (src instanceof String) dst = new String(src);
			else dst = Object.create(Object.getPrototypeOf(src));
			Object.keys(src).forEach(function(key) {
				dst[key] = src[key];
			});
			return dst;
		} else return src;
	}
}));
// node_modules/chainsaw/index.js
var require_chainsaw = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var Traverse = require_traverse();
	var EventEmitter = __require("events").EventEmitter;
	module.exports = Chainsaw;
	function Chainsaw(builder) {
		var saw = Chainsaw.saw(builder, {});
		var r = builder.call(saw.handlers, saw);
		if (r !== void 0) saw.handlers = r;
		saw.record();
		return saw.chain();
	}
	Chainsaw.light = function ChainsawLight(builder) {
		var saw = Chainsaw.saw(builder, {});
		var r = builder.call(saw.handlers, saw);
		if (r !== void 0) saw.handlers = r;
		return saw.chain();
	};
	Chainsaw.saw = function(builder, handlers) {
		var saw = new EventEmitter();
		saw.handlers = handlers;
		saw.actions = [];
		saw.chain = function() {
			var ch = Traverse(saw.handlers).map(function(node) {
				if (this.isRoot) return node;
				var ps = this.path;
				if (typeof node === "function") this.update(function() {
					saw.actions.push({
						path: ps,
						args: [].slice.call(arguments)
					});
					return ch;
				});
			});
			process.nextTick(function() {
				saw.emit("begin");
				saw.next();
			});
			return ch;
		};
		saw.pop = function() {
			return saw.actions.shift();
		};
		saw.next = function() {
			var action = saw.pop();
			if (!action) saw.emit("end");
			else if (!action.trap) {
				var node = saw.handlers;
				action.path.forEach(function(key) {
					node = node[key];
				});
				node.apply(saw.handlers, action.args);
			}
		};
		saw.nest = function(cb) {
			var args = [].slice.call(arguments, 1);
			var autonext = true;
			if (typeof cb === "boolean") {
				var autonext = cb;
				cb = args.shift();
			}
			var s = Chainsaw.saw(builder, {});
			var r = builder.call(s.handlers, s);
			if (r !== void 0) s.handlers = r;
			if ("undefined" !== typeof saw.step) s.record();
			cb.apply(s.chain(), args);
			if (autonext !== false) s.on("end", saw.next);
		};
		saw.record = function() {
			upgradeChainsaw(saw);
		};
		[
			"trap",
			"down",
			"jump"
		].forEach(function(method) {
			saw[method] = function() {
				throw new Error("To use the trap, down and jump features, please call record() first to start recording actions.");
			};
		});
		return saw;
	};
	function upgradeChainsaw(saw) {
		saw.step = 0;
		saw.pop = function() {
			return saw.actions[saw.step++];
		};
		saw.trap = function(name, cb) {
			var ps = Array.isArray(name) ? name : [name];
			saw.actions.push({
				path: ps,
				step: saw.step,
				cb,
				trap: true
			});
		};
		saw.down = function(name) {
			var ps = (Array.isArray(name) ? name : [name]).join("/");
			var i = saw.actions.slice(saw.step).map(function(x) {
				if (x.trap && x.step <= saw.step) return false;
				return x.path.join("/") == ps;
			}).indexOf(true);
			if (i >= 0) saw.step += i;
			else saw.step = saw.actions.length;
			var act = saw.actions[saw.step - 1];
			if (act && act.trap) {
				saw.step = act.step;
				act.cb();
			} else saw.next();
		};
		saw.jump = function(step) {
			saw.step = step;
			saw.next();
		};
	}
}));
// node_modules/buffers/index.js
var require_buffers = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = Buffers;
	function Buffers(bufs) {
		if (!(this instanceof Buffers)) return new Buffers(bufs);
		this.buffers = bufs || [];
		this.length = this.buffers.reduce(function(size, buf) {
			return size + buf.length;
		}, 0);
	}
	Buffers.prototype.push = function() {
		for (var i = 0; i < arguments.length; i++) if (!Buffer.isBuffer(arguments[i])) throw new TypeError("Tried to push a non-buffer");
		for (var i = 0; i < arguments.length; i++) {
			var buf = arguments[i];
			this.buffers.push(buf);
			this.length += buf.length;
		}
		return this.length;
	};
	Buffers.prototype.unshift = function() {
		for (var i = 0; i < arguments.length; i++) if (!Buffer.isBuffer(arguments[i])) throw new TypeError("Tried to unshift a non-buffer");
		for (var i = 0; i < arguments.length; i++) {
			var buf = arguments[i];
			this.buffers.unshift(buf);
			this.length += buf.length;
		}
		return this.length;
	};
	Buffers.prototype.copy = function(dst, dStart, start, end) {
		return this.slice(start, end).copy(dst, dStart, 0, end - start);
	};
	Buffers.prototype.splice = function(i, howMany) {
		var buffers = this.buffers;
		var index = i >= 0 ? i : this.length - i;
		var reps = [].slice.call(arguments, 2);
		if (howMany === void 0) howMany = this.length - index;
		else if (howMany > this.length - index) howMany = this.length - index;
		for (var i = 0; i < reps.length; i++) this.length += reps[i].length;
		var removed = new Buffers();
		var startBytes = 0;
		for (var ii = 0; ii < buffers.length && startBytes + buffers[ii].length < index; ii++) startBytes += buffers[ii].length;
		if (index - startBytes > 0) {
			var start = index - startBytes;
			if (start + howMany < buffers[ii].length) {
				removed.push(buffers[ii].slice(start, start + howMany));
				var orig = buffers[ii];
				var buf0 = new Buffer(start);
				for (var i = 0; i < start; i++) buf0[i] = orig[i];
				var buf1 = new Buffer(orig.length - start - howMany);
				for (var i = start + howMany; i < orig.length; i++) buf1[i - howMany - start] = orig[i];
				if (reps.length > 0) {
					var reps_ = reps.slice();
					reps_.unshift(buf0);
					reps_.push(buf1);
					buffers.splice.apply(buffers, [ii, 1].concat(reps_));
					ii += reps_.length;
					reps = [];
				} else {
					buffers.splice(ii, 1, buf0, buf1);
					ii += 2;
				}
			} else {
				removed.push(buffers[ii].slice(start));
				buffers[ii] = buffers[ii].slice(0, start);
				ii++;
			}
		}
		if (reps.length > 0) {
			buffers.splice.apply(buffers, [ii, 0].concat(reps));
			ii += reps.length;
		}
		while (removed.length < howMany) {
			var buf = buffers[ii];
			var len = buf.length;
			var take = Math.min(len, howMany - removed.length);
			if (take === len) {
				removed.push(buf);
				buffers.splice(ii, 1);
			} else {
				removed.push(buf.slice(0, take));
				buffers[ii] = buffers[ii].slice(take);
			}
		}
		this.length -= removed.length;
		return removed;
	};
	Buffers.prototype.slice = function(i, j) {
		var buffers = this.buffers;
		if (j === void 0) j = this.length;
		if (i === void 0) i = 0;
		if (j > this.length) j = this.length;
		var startBytes = 0;
		for (var si = 0; si < buffers.length && startBytes + buffers[si].length <= i; si++) startBytes += buffers[si].length;
		var target = new Buffer(j - i);
		var ti = 0;
		for (var ii = si; ti < j - i && ii < buffers.length; ii++) {
			var len = buffers[ii].length;
			var start = ti === 0 ? i - startBytes : 0;
			var end = ti + len >= j - i ? Math.min(start + (j - i) - ti, len) : len;
			buffers[ii].copy(target, ti, start, end);
			ti += end - start;
		}
		return target;
	};
	Buffers.prototype.pos = function(i) {
		if (i < 0 || i >= this.length) throw new Error("oob");
		var l = i, bi = 0, bu = null;
		for (;;) {
			bu = this.buffers[bi];
			if (l < bu.length) return {
				buf: bi,
				offset: l
			};
			else l -= bu.length;
			bi++;
		}
	};
	Buffers.prototype.get = function get(i) {
		var pos = this.pos(i);
		return this.buffers[pos.buf].get(pos.offset);
	};
	Buffers.prototype.set = function set(i, b) {
		var pos = this.pos(i);
		return this.buffers[pos.buf].set(pos.offset, b);
	};
	Buffers.prototype.indexOf = function(needle, offset) {
		if ("string" === typeof needle) needle = new Buffer(needle);
		else if (needle instanceof Buffer) {} else throw new Error("Invalid type for a search string");
		if (!needle.length) return 0;
		if (!this.length) return -1;
		var i = 0, j = 0, match = 0, mstart, pos = 0;
		if (offset) {
			var p = this.pos(offset);
			i = p.buf;
			j = p.offset;
			pos = offset;
		}
		for (;;) {
			while (j >= this.buffers[i].length) {
				j = 0;
				i++;
				if (i >= this.buffers.length) return -1;
			}
			if (this.buffers[i][j] == needle[match]) {
				if (match == 0) mstart = {
					i,
					j,
					pos
				};
				match++;
				if (match == needle.length) return mstart.pos;
			} else if (match != 0) {
				i = mstart.i;
				j = mstart.j;
				pos = mstart.pos;
				match = 0;
			}
			j++;
			pos++;
		}
	};
	Buffers.prototype.toBuffer = function() {
		return this.slice();
	};
	Buffers.prototype.toString = function(encoding, start, end) {
		return this.slice(start, end).toString(encoding);
	};
}));
// node_modules/binary/lib/vars.js
var require_vars = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = function(store) {
		function getset(name, value) {
			var node = vars.store;
			var keys = name.split(".");
			keys.slice(0, -1).forEach(function(k) {
				if (node[k] === void 0) node[k] = {};
				node = node[k];
			});
			var key = keys[keys.length - 1];
			if (arguments.length == 1) return node[key];
			else return node[key] = value;
		}
		var vars = {
			get: function(name) {
				return getset(name);
			},
			set: function(name, value) {
				return getset(name, value);
			},
			store: store || {}
		};
		return vars;
	};
}));
// node_modules/binary/index.js
var require_binary = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var Chainsaw = require_chainsaw();
	var EventEmitter = __require("events").EventEmitter;
	var Buffers = require_buffers();
	var Vars = require_vars();
	var Stream = __require("stream").Stream;
	exports = module.exports = function(bufOrEm, eventName) {
		if (Buffer.isBuffer(bufOrEm)) return exports.parse(bufOrEm);
		var s = exports.stream();
		if (bufOrEm && bufOrEm.pipe) bufOrEm.pipe(s);
		else if (bufOrEm) {
			bufOrEm.on(eventName || "data", function(buf) {
				s.write(buf);
			});
			bufOrEm.on("end", function() {
				s.end();
			});
		}
		return s;
	};
	exports.stream = function(input) {
		if (input) return exports.apply(null, arguments);
		var pending = null;
		function getBytes(bytes, cb, skip) {
			pending = {
				bytes,
				skip,
				cb: function(buf) {
					pending = null;
					cb(buf);
				}
			};
			dispatch();
		}
		var offset = null;
		function dispatch() {
			if (!pending) {
				if (caughtEnd) done = true;
				return;
			}
			if (typeof pending === "function") pending();
			else {
				var bytes = offset + pending.bytes;
				if (buffers.length >= bytes) {
					var buf;
					if (offset == null) {
						buf = buffers.splice(0, bytes);
						if (!pending.skip) buf = buf.slice();
					} else {
						if (!pending.skip) buf = buffers.slice(offset, bytes);
						offset = bytes;
					}
					if (pending.skip) pending.cb();
					else pending.cb(buf);
				}
			}
		}
		function builder(saw) {
			function next() {
				if (!done) saw.next();
			}
			var self = words(function(bytes, cb) {
				return function(name) {
					getBytes(bytes, function(buf) {
						vars.set(name, cb(buf));
						next();
					});
				};
			});
			self.tap = function(cb) {
				saw.nest(cb, vars.store);
			};
			self.into = function(key, cb) {
				if (!vars.get(key)) vars.set(key, {});
				var parent = vars;
				vars = Vars(parent.get(key));
				saw.nest(function() {
					cb.apply(this, arguments);
					this.tap(function() {
						vars = parent;
					});
				}, vars.store);
			};
			self.flush = function() {
				vars.store = {};
				next();
			};
			self.loop = function(cb) {
				var end = false;
				saw.nest(false, function loop() {
					this.vars = vars.store;
					cb.call(this, function() {
						end = true;
						next();
					}, vars.store);
					this.tap(function() {
						if (end) saw.next();
						else loop.call(this);
					}.bind(this));
				}, vars.store);
			};
			self.buffer = function(name, bytes) {
				if (typeof bytes === "string") bytes = vars.get(bytes);
				getBytes(bytes, function(buf) {
					vars.set(name, buf);
					next();
				});
			};
			self.skip = function(bytes) {
				if (typeof bytes === "string") bytes = vars.get(bytes);
				getBytes(bytes, function() {
					next();
				});
			};
			self.scan = function find(name, search) {
				if (typeof search === "string") search = new Buffer(search);
				else if (!Buffer.isBuffer(search)) throw new Error("search must be a Buffer or a string");
				var taken = 0;
				pending = function() {
					var pos = buffers.indexOf(search, offset + taken);
					var i = pos - offset - taken;
					if (pos !== -1) {
						pending = null;
						if (offset != null) {
							vars.set(name, buffers.slice(offset, offset + taken + i));
							offset += taken + i + search.length;
						} else {
							vars.set(name, buffers.slice(0, taken + i));
							buffers.splice(0, taken + i + search.length);
						}
						next();
						dispatch();
					} else i = Math.max(buffers.length - search.length - offset - taken, 0);
					taken += i;
				};
				dispatch();
			};
			self.peek = function(cb) {
				offset = 0;
				saw.nest(function() {
					cb.call(this, vars.store);
					this.tap(function() {
						offset = null;
					});
				});
			};
			return self;
		}
		var stream = Chainsaw.light(builder);
		stream.writable = true;
		var buffers = Buffers();
		stream.write = function(buf) {
			buffers.push(buf);
			dispatch();
		};
		var vars = Vars();
		var done = false, caughtEnd = false;
		stream.end = function() {
			caughtEnd = true;
		};
		stream.pipe = Stream.prototype.pipe;
		Object.getOwnPropertyNames(EventEmitter.prototype).forEach(function(name) {
			stream[name] = EventEmitter.prototype[name];
		});
		return stream;
	};
	exports.parse = function parse(buffer) {
		var self = words(function(bytes, cb) {
			return function(name) {
				if (offset + bytes <= buffer.length) {
					var buf = buffer.slice(offset, offset + bytes);
					offset += bytes;
					vars.set(name, cb(buf));
				} else vars.set(name, null);
				return self;
			};
		});
		var offset = 0;
		var vars = Vars();
		self.vars = vars.store;
		self.tap = function(cb) {
			cb.call(self, vars.store);
			return self;
		};
		self.into = function(key, cb) {
			if (!vars.get(key)) vars.set(key, {});
			var parent = vars;
			vars = Vars(parent.get(key));
			cb.call(self, vars.store);
			vars = parent;
			return self;
		};
		self.loop = function(cb) {
			var end = false;
			var ender = function() {
				end = true;
			};
			while (end === false) cb.call(self, ender, vars.store);
			return self;
		};
		self.buffer = function(name, size) {
			if (typeof size === "string") size = vars.get(size);
			var buf = buffer.slice(offset, Math.min(buffer.length, offset + size));
			offset += size;
			vars.set(name, buf);
			return self;
		};
		self.skip = function(bytes) {
			if (typeof bytes === "string") bytes = vars.get(bytes);
			offset += bytes;
			return self;
		};
		self.scan = function(name, search) {
			if (typeof search === "string") search = new Buffer(search);
			else if (!Buffer.isBuffer(search)) throw new Error("search must be a Buffer or a string");
			vars.set(name, null);
			for (var i = 0; i + offset <= buffer.length - search.length + 1; i++) {
				for (var j = 0; j < search.length && buffer[offset + i + j] === search[j]; j++);
				if (j === search.length) break;
			}
			vars.set(name, buffer.slice(offset, offset + i));
			offset += i + search.length;
			return self;
		};
		self.peek = function(cb) {
			var was = offset;
			cb.call(self, vars.store);
			offset = was;
			return self;
		};
		self.flush = function() {
			vars.store = {};
			return self;
		};
		self.eof = function() {
			return offset >= buffer.length;
		};
		return self;
	};
	function decodeLEu(bytes) {
		var acc = 0;
		for (var i = 0; i < bytes.length; i++) acc += Math.pow(256, i) * bytes[i];
		return acc;
	}
	function decodeBEu(bytes) {
		var acc = 0;
		for (var i = 0; i < bytes.length; i++) acc += Math.pow(256, bytes.length - i - 1) * bytes[i];
		return acc;
	}
	function decodeBEs(bytes) {
		var val = decodeBEu(bytes);
		if ((bytes[0] & 128) == 128) val -= Math.pow(256, bytes.length);
		return val;
	}
	function decodeLEs(bytes) {
		var val = decodeLEu(bytes);
		if ((bytes[bytes.length - 1] & 128) == 128) val -= Math.pow(256, bytes.length);
		return val;
	}
	function words(decode) {
		var self = {};
		[
			1,
			2,
			4,
			8
		].forEach(function(bytes) {
			var bits = bytes * 8;
			self["word" + bits + "le"] = self["word" + bits + "lu"] = decode(bytes, decodeLEu);
			self["word" + bits + "ls"] = decode(bytes, decodeLEs);
			self["word" + bits + "be"] = self["word" + bits + "bu"] = decode(bytes, decodeBEu);
			self["word" + bits + "bs"] = decode(bytes, decodeBEs);
		});
		self.word8 = self.word8u = self.word8be;
		self.word8s = self.word8bs;
		return self;
	}
}));
// node_modules/unzip-stream/lib/matcher-stream.js
var require_matcher_stream = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var Transform = __require("stream").Transform;
	var util = __require("util");
	function MatcherStream(patternDesc, matchFn) {
		if (!(this instanceof MatcherStream)) return new MatcherStream();
		Transform.call(this);
		var p = typeof patternDesc === "object" ? patternDesc.pattern : patternDesc;
		this.pattern = Buffer.isBuffer(p) ? p : Buffer.from(p);
		this.requiredLength = this.pattern.length;
		if (patternDesc.requiredExtraSize) this.requiredLength += patternDesc.requiredExtraSize;
		this.data = new Buffer("");
		this.bytesSoFar = 0;
		this.matchFn = matchFn;
	}
	util.inherits(MatcherStream, Transform);
	MatcherStream.prototype.checkDataChunk = function(ignoreMatchZero) {
		if (!(this.data.length >= this.requiredLength)) return;
		var matchIndex = this.data.indexOf(this.pattern, ignoreMatchZero ? 1 : 0);
		if (matchIndex >= 0 && matchIndex + this.requiredLength > this.data.length) {
			if (matchIndex > 0) {
				var packet = this.data.slice(0, matchIndex);
				this.push(packet);
				this.bytesSoFar += matchIndex;
				this.data = this.data.slice(matchIndex);
			}
			return;
		}
		if (matchIndex === -1) {
			var packetLen = this.data.length - this.requiredLength + 1;
			var packet = this.data.slice(0, packetLen);
			this.push(packet);
			this.bytesSoFar += packetLen;
			this.data = this.data.slice(packetLen);
			return;
		}
		if (matchIndex > 0) {
			var packet = this.data.slice(0, matchIndex);
			this.data = this.data.slice(matchIndex);
			this.push(packet);
			this.bytesSoFar += matchIndex;
		}
		if (this.matchFn ? this.matchFn(this.data, this.bytesSoFar) : true) {
			this.data = new Buffer("");
			return;
		}
		return true;
	};
	MatcherStream.prototype._transform = function(chunk, encoding, cb) {
		this.data = Buffer.concat([this.data, chunk]);
		var firstIteration = true;
		while (this.checkDataChunk(!firstIteration)) firstIteration = false;
		cb();
	};
	MatcherStream.prototype._flush = function(cb) {
		if (this.data.length > 0) {
			var firstIteration = true;
			while (this.checkDataChunk(!firstIteration)) firstIteration = false;
		}
		if (this.data.length > 0) {
			this.push(this.data);
			this.data = null;
		}
		cb();
	};
	module.exports = MatcherStream;
}));
// node_modules/unzip-stream/lib/entry.js
var require_entry = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var stream = __require("stream");
	var inherits = __require("util").inherits;
	function Entry() {
		if (!(this instanceof Entry)) return new Entry();
		stream.PassThrough.call(this);
		this.path = null;
		this.type = null;
		this.isDirectory = false;
	}
	inherits(Entry, stream.PassThrough);
	Entry.prototype.autodrain = function() {
		return this.pipe(new stream.Transform({ transform: function(d, e, cb) {
			cb();
		} }));
	};
	module.exports = Entry;
}));
// node_modules/unzip-stream/lib/unzip-stream.js
var require_unzip_stream = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var binary = require_binary();
	var stream = __require("stream");
	var util = __require("util");
	var zlib = __require("zlib");
	var MatcherStream = require_matcher_stream();
	var Entry = require_entry();
	const states = {
		STREAM_START: 0,
		START: 1,
		LOCAL_FILE_HEADER: 2,
		LOCAL_FILE_HEADER_SUFFIX: 3,
		FILE_DATA: 4,
		FILE_DATA_END: 5,
		DATA_DESCRIPTOR: 6,
		CENTRAL_DIRECTORY_FILE_HEADER: 7,
		CENTRAL_DIRECTORY_FILE_HEADER_SUFFIX: 8,
		CDIR64_END: 9,
		CDIR64_END_DATA_SECTOR: 10,
		CDIR64_LOCATOR: 11,
		CENTRAL_DIRECTORY_END: 12,
		CENTRAL_DIRECTORY_END_COMMENT: 13,
		TRAILING_JUNK: 14,
		ERROR: 99
	};
	const FOUR_GIGS = 4294967296;
	const SIG_LOCAL_FILE_HEADER = 67324752;
	const SIG_DATA_DESCRIPTOR = 134695760;
	const SIG_CDIR_RECORD = 33639248;
	const SIG_CDIR64_RECORD_END = 101075792;
	const SIG_CDIR64_LOCATOR_END = 117853008;
	const SIG_CDIR_RECORD_END = 101010256;
	function UnzipStream(options) {
		if (!(this instanceof UnzipStream)) return new UnzipStream(options);
		stream.Transform.call(this);
		this.options = options || {};
		this.data = new Buffer("");
		this.state = states.STREAM_START;
		this.skippedBytes = 0;
		this.parsedEntity = null;
		this.outStreamInfo = {};
	}
	util.inherits(UnzipStream, stream.Transform);
	UnzipStream.prototype.processDataChunk = function(chunk) {
		var requiredLength;
		switch (this.state) {
			case states.STREAM_START:
			case states.START:
				requiredLength = 4;
				break;
			case states.LOCAL_FILE_HEADER:
				requiredLength = 26;
				break;
			case states.LOCAL_FILE_HEADER_SUFFIX:
				requiredLength = this.parsedEntity.fileNameLength + this.parsedEntity.extraFieldLength;
				break;
			case states.DATA_DESCRIPTOR:
				requiredLength = 12;
				break;
			case states.CENTRAL_DIRECTORY_FILE_HEADER:
				requiredLength = 42;
				break;
			case states.CENTRAL_DIRECTORY_FILE_HEADER_SUFFIX:
				requiredLength = this.parsedEntity.fileNameLength + this.parsedEntity.extraFieldLength + this.parsedEntity.fileCommentLength;
				break;
			case states.CDIR64_END:
				requiredLength = 52;
				break;
			case states.CDIR64_END_DATA_SECTOR:
				requiredLength = this.parsedEntity.centralDirectoryRecordSize - 44;
				break;
			case states.CDIR64_LOCATOR:
				requiredLength = 16;
				break;
			case states.CENTRAL_DIRECTORY_END:
				requiredLength = 18;
				break;
			case states.CENTRAL_DIRECTORY_END_COMMENT:
				requiredLength = this.parsedEntity.commentLength;
				break;
			case states.FILE_DATA: return 0;
			case states.FILE_DATA_END: return 0;
			case states.TRAILING_JUNK:
				if (this.options.debug) console.log("found", chunk.length, "bytes of TRAILING_JUNK");
				return chunk.length;
			default: return chunk.length;
		}
		if (chunk.length < requiredLength) return 0;
		switch (this.state) {
			case states.STREAM_START:
			case states.START:
				var signature = chunk.readUInt32LE(0);
				switch (signature) {
					case SIG_LOCAL_FILE_HEADER:
						this.state = states.LOCAL_FILE_HEADER;
						break;
					case SIG_CDIR_RECORD:
						this.state = states.CENTRAL_DIRECTORY_FILE_HEADER;
						break;
					case SIG_CDIR64_RECORD_END:
						this.state = states.CDIR64_END;
						break;
					case SIG_CDIR64_LOCATOR_END:
						this.state = states.CDIR64_LOCATOR;
						break;
					case SIG_CDIR_RECORD_END:
						this.state = states.CENTRAL_DIRECTORY_END;
						break;
					default:
						var isStreamStart = this.state === states.STREAM_START;
						if (!isStreamStart && (signature & 65535) !== 19280 && this.skippedBytes < 26) {
							var remaining = signature;
							var toSkip = 4;
							for (var i = 1; i < 4 && remaining !== 0; i++) {
								remaining = remaining >>> 8;
								if ((remaining & 255) === 80) {
									toSkip = i;
									break;
								}
							}
							this.skippedBytes += toSkip;
							if (this.options.debug) console.log("Skipped", this.skippedBytes, "bytes");
							return toSkip;
						}
						this.state = states.ERROR;
						var errMsg = isStreamStart ? "Not a valid zip file" : "Invalid signature in zip file";
						if (this.options.debug) {
							var sig = chunk.readUInt32LE(0);
							var asString;
							try {
								asString = chunk.slice(0, 4).toString();
							} catch (e) {}
							console.log("Unexpected signature in zip file: 0x" + sig.toString(16), "\"" + asString + "\", skipped", this.skippedBytes, "bytes");
						}
						this.emit("error", new Error(errMsg));
						return chunk.length;
				}
				this.skippedBytes = 0;
				return requiredLength;
			case states.LOCAL_FILE_HEADER:
				this.parsedEntity = this._readFile(chunk);
				this.state = states.LOCAL_FILE_HEADER_SUFFIX;
				return requiredLength;
			case states.LOCAL_FILE_HEADER_SUFFIX:
				var entry = new Entry();
				var isUtf8 = (this.parsedEntity.flags & 2048) !== 0;
				entry.path = this._decodeString(chunk.slice(0, this.parsedEntity.fileNameLength), isUtf8);
				var extraDataBuffer = chunk.slice(this.parsedEntity.fileNameLength, this.parsedEntity.fileNameLength + this.parsedEntity.extraFieldLength);
				var extra = this._readExtraFields(extraDataBuffer);
				if (extra && extra.parsed) {
					if (extra.parsed.path && !isUtf8) entry.path = extra.parsed.path;
					if (Number.isFinite(extra.parsed.uncompressedSize) && this.parsedEntity.uncompressedSize === 4294967295) this.parsedEntity.uncompressedSize = extra.parsed.uncompressedSize;
					if (Number.isFinite(extra.parsed.compressedSize) && this.parsedEntity.compressedSize === 4294967295) this.parsedEntity.compressedSize = extra.parsed.compressedSize;
				}
				this.parsedEntity.extra = extra.parsed || {};
				if (this.options.debug) {
					const debugObj = Object.assign({}, this.parsedEntity, {
						path: entry.path,
						flags: "0x" + this.parsedEntity.flags.toString(16),
						extraFields: extra && extra.debug
					});
					console.log("decoded LOCAL_FILE_HEADER:", JSON.stringify(debugObj, null, 2));
				}
				this._prepareOutStream(this.parsedEntity, entry);
				this.emit("entry", entry);
				this.state = states.FILE_DATA;
				return requiredLength;
			case states.CENTRAL_DIRECTORY_FILE_HEADER:
				this.parsedEntity = this._readCentralDirectoryEntry(chunk);
				this.state = states.CENTRAL_DIRECTORY_FILE_HEADER_SUFFIX;
				return requiredLength;
			case states.CENTRAL_DIRECTORY_FILE_HEADER_SUFFIX:
				var isUtf8 = (this.parsedEntity.flags & 2048) !== 0;
				var path = this._decodeString(chunk.slice(0, this.parsedEntity.fileNameLength), isUtf8);
				var extraDataBuffer = chunk.slice(this.parsedEntity.fileNameLength, this.parsedEntity.fileNameLength + this.parsedEntity.extraFieldLength);
				var extra = this._readExtraFields(extraDataBuffer);
				if (extra && extra.parsed && extra.parsed.path && !isUtf8) path = extra.parsed.path;
				this.parsedEntity.extra = extra.parsed;
				var isUnix = (this.parsedEntity.versionMadeBy & 65280) >> 8 === 3;
				var unixAttrs, isSymlink;
				if (isUnix) {
					unixAttrs = this.parsedEntity.externalFileAttributes >>> 16;
					isSymlink = (unixAttrs >>> 12 & 10) === 10;
				}
				if (this.options.debug) {
					const debugObj = Object.assign({}, this.parsedEntity, {
						path,
						flags: "0x" + this.parsedEntity.flags.toString(16),
						unixAttrs: unixAttrs && "0" + unixAttrs.toString(8),
						isSymlink,
						extraFields: extra.debug
					});
					console.log("decoded CENTRAL_DIRECTORY_FILE_HEADER:", JSON.stringify(debugObj, null, 2));
				}
				this.state = states.START;
				return requiredLength;
			case states.CDIR64_END:
				this.parsedEntity = this._readEndOfCentralDirectory64(chunk);
				if (this.options.debug) console.log("decoded CDIR64_END_RECORD:", this.parsedEntity);
				this.state = states.CDIR64_END_DATA_SECTOR;
				return requiredLength;
			case states.CDIR64_END_DATA_SECTOR:
				this.state = states.START;
				return requiredLength;
			case states.CDIR64_LOCATOR:
				this.state = states.START;
				return requiredLength;
			case states.CENTRAL_DIRECTORY_END:
				this.parsedEntity = this._readEndOfCentralDirectory(chunk);
				if (this.options.debug) console.log("decoded CENTRAL_DIRECTORY_END:", this.parsedEntity);
				this.state = states.CENTRAL_DIRECTORY_END_COMMENT;
				return requiredLength;
			case states.CENTRAL_DIRECTORY_END_COMMENT:
				if (this.options.debug) console.log("decoded CENTRAL_DIRECTORY_END_COMMENT:", chunk.slice(0, requiredLength).toString());
				this.state = states.TRAILING_JUNK;
				return requiredLength;
			case states.ERROR: return chunk.length;
			default:
				console.log("didn't handle state #", this.state, "discarding");
				return chunk.length;
		}
	};
	UnzipStream.prototype._prepareOutStream = function(vars, entry) {
		var self = this;
		var isDirectory = vars.uncompressedSize === 0 && /[\/\\]$/.test(entry.path);
		entry.path = entry.path.replace(/(?<=^|[/\\]+)[.][.]+(?=[/\\]+|$)/g, ".");
		entry.type = isDirectory ? "Directory" : "File";
		entry.isDirectory = isDirectory;
		var fileSizeKnown = !(vars.flags & 8);
		if (fileSizeKnown) entry.size = vars.uncompressedSize;
		var isVersionSupported = vars.versionsNeededToExtract <= 45;
		this.outStreamInfo = {
			stream: null,
			limit: fileSizeKnown ? vars.compressedSize : -1,
			written: 0
		};
		if (!fileSizeKnown) {
			var pattern = new Buffer(4);
			pattern.writeUInt32LE(SIG_DATA_DESCRIPTOR, 0);
			var zip64Mode = vars.extra.zip64Mode;
			var matcherStream = new MatcherStream({
				pattern,
				requiredExtraSize: zip64Mode ? 20 : 12
			}, function(matchedChunk, sizeSoFar) {
				var vars = self._readDataDescriptor(matchedChunk, zip64Mode);
				var compressedSizeMatches = vars.compressedSize === sizeSoFar;
				if (!zip64Mode && !compressedSizeMatches && sizeSoFar >= FOUR_GIGS) {
					var overflown = sizeSoFar - FOUR_GIGS;
					while (overflown >= 0) {
						compressedSizeMatches = vars.compressedSize === overflown;
						if (compressedSizeMatches) break;
						overflown -= FOUR_GIGS;
					}
				}
				if (!compressedSizeMatches) return;
				self.state = states.FILE_DATA_END;
				var sliceOffset = zip64Mode ? 24 : 16;
				if (self.data.length > 0) self.data = Buffer.concat([matchedChunk.slice(sliceOffset), self.data]);
				else self.data = matchedChunk.slice(sliceOffset);
				return true;
			});
			this.outStreamInfo.stream = matcherStream;
		} else this.outStreamInfo.stream = new stream.PassThrough();
		var isEncrypted = vars.flags & 1 || vars.flags & 64;
		if (isEncrypted || !isVersionSupported) {
			var message = isEncrypted ? "Encrypted files are not supported!" : "Zip version " + Math.floor(vars.versionsNeededToExtract / 10) + "." + vars.versionsNeededToExtract % 10 + " is not supported";
			entry.skip = true;
			setImmediate(() => {
				self.emit("error", new Error(message));
			});
			this.outStreamInfo.stream.pipe(new Entry().autodrain());
			return;
		}
		if (vars.compressionMethod > 0) {
			var inflater = zlib.createInflateRaw();
			inflater.on("error", function(err) {
				self.state = states.ERROR;
				self.emit("error", err);
			});
			this.outStreamInfo.stream.pipe(inflater).pipe(entry);
		} else this.outStreamInfo.stream.pipe(entry);
		if (this._drainAllEntries) entry.autodrain();
	};
	UnzipStream.prototype._readFile = function(data) {
		return binary.parse(data).word16lu("versionsNeededToExtract").word16lu("flags").word16lu("compressionMethod").word16lu("lastModifiedTime").word16lu("lastModifiedDate").word32lu("crc32").word32lu("compressedSize").word32lu("uncompressedSize").word16lu("fileNameLength").word16lu("extraFieldLength").vars;
	};
	UnzipStream.prototype._readExtraFields = function(data) {
		var extra = {};
		var result = { parsed: extra };
		if (this.options.debug) result.debug = [];
		var index = 0;
		while (index < data.length) {
			var vars = binary.parse(data).skip(index).word16lu("extraId").word16lu("extraSize").vars;
			index += 4;
			var fieldType = void 0;
			switch (vars.extraId) {
				case 1:
					fieldType = "Zip64 extended information extra field";
					var z64vars = binary.parse(data.slice(index, index + vars.extraSize)).word64lu("uncompressedSize").word64lu("compressedSize").word64lu("offsetToLocalHeader").word32lu("diskStartNumber").vars;
					if (z64vars.uncompressedSize !== null) extra.uncompressedSize = z64vars.uncompressedSize;
					if (z64vars.compressedSize !== null) extra.compressedSize = z64vars.compressedSize;
					extra.zip64Mode = true;
					break;
				case 10:
					fieldType = "NTFS extra field";
					break;
				case 21589:
					fieldType = "extended timestamp";
					var timestampFields = data.readUInt8(index);
					var offset = 1;
					if (vars.extraSize >= offset + 4 && timestampFields & 1) {
						extra.mtime = /* @__PURE__ */ new Date(data.readUInt32LE(index + offset) * 1e3);
						offset += 4;
					}
					if (vars.extraSize >= offset + 4 && timestampFields & 2) {
						extra.atime = /* @__PURE__ */ new Date(data.readUInt32LE(index + offset) * 1e3);
						offset += 4;
					}
					if (vars.extraSize >= offset + 4 && timestampFields & 4) extra.ctime = /* @__PURE__ */ new Date(data.readUInt32LE(index + offset) * 1e3);
					break;
				case 28789:
					fieldType = "Info-ZIP Unicode Path Extra Field";
					if (data.readUInt8(index) === 1) {
						var offset = 1;
						data.readUInt32LE(index + offset);
						offset += 4;
						extra.path = data.slice(index + offset).toString();
					}
					break;
				case 13:
				case 22613:
					fieldType = vars.extraId === 13 ? "PKWARE Unix" : "Info-ZIP UNIX (type 1)";
					var offset = 0;
					if (vars.extraSize >= 8) {
						var atime = /* @__PURE__ */ new Date(data.readUInt32LE(index + offset) * 1e3);
						offset += 4;
						var mtime = /* @__PURE__ */ new Date(data.readUInt32LE(index + offset) * 1e3);
						offset += 4;
						extra.atime = atime;
						extra.mtime = mtime;
						if (vars.extraSize >= 12) {
							var uid = data.readUInt16LE(index + offset);
							offset += 2;
							var gid = data.readUInt16LE(index + offset);
							offset += 2;
							extra.uid = uid;
							extra.gid = gid;
						}
					}
					break;
				case 30805:
					fieldType = "Info-ZIP UNIX (type 2)";
					var offset = 0;
					if (vars.extraSize >= 4) {
						var uid = data.readUInt16LE(index + offset);
						offset += 2;
						var gid = data.readUInt16LE(index + offset);
						offset += 2;
						extra.uid = uid;
						extra.gid = gid;
					}
					break;
				case 30837:
					fieldType = "Info-ZIP New Unix";
					var offset = 0;
					var extraVer = data.readUInt8(index);
					offset += 1;
					if (extraVer === 1) {
						var uidSize = data.readUInt8(index + offset);
						offset += 1;
						if (uidSize <= 6) extra.uid = data.readUIntLE(index + offset, uidSize);
						offset += uidSize;
						var gidSize = data.readUInt8(index + offset);
						offset += 1;
						if (gidSize <= 6) extra.gid = data.readUIntLE(index + offset, gidSize);
					}
					break;
				case 30062:
					fieldType = "ASi Unix";
					var offset = 0;
					if (vars.extraSize >= 14) {
						data.readUInt32LE(index + offset);
						offset += 4;
						var mode = data.readUInt16LE(index + offset);
						offset += 2;
						data.readUInt32LE(index + offset);
						offset += 4;
						var uid = data.readUInt16LE(index + offset);
						offset += 2;
						var gid = data.readUInt16LE(index + offset);
						offset += 2;
						extra.mode = mode;
						extra.uid = uid;
						extra.gid = gid;
						if (vars.extraSize > 14) {
							var start = index + offset;
							var end = index + vars.extraSize - 14;
							extra.symlink = this._decodeString(data.slice(start, end));
						}
					}
			}
			if (this.options.debug) result.debug.push({
				extraId: "0x" + vars.extraId.toString(16),
				description: fieldType,
				data: data.slice(index, index + vars.extraSize).inspect()
			});
			index += vars.extraSize;
		}
		return result;
	};
	UnzipStream.prototype._readDataDescriptor = function(data, zip64Mode) {
		if (zip64Mode) {
			var vars = binary.parse(data).word32lu("dataDescriptorSignature").word32lu("crc32").word64lu("compressedSize").word64lu("uncompressedSize").vars;
			return vars;
		}
		var vars = binary.parse(data).word32lu("dataDescriptorSignature").word32lu("crc32").word32lu("compressedSize").word32lu("uncompressedSize").vars;
		return vars;
	};
	UnzipStream.prototype._readCentralDirectoryEntry = function(data) {
		return binary.parse(data).word16lu("versionMadeBy").word16lu("versionsNeededToExtract").word16lu("flags").word16lu("compressionMethod").word16lu("lastModifiedTime").word16lu("lastModifiedDate").word32lu("crc32").word32lu("compressedSize").word32lu("uncompressedSize").word16lu("fileNameLength").word16lu("extraFieldLength").word16lu("fileCommentLength").word16lu("diskNumber").word16lu("internalFileAttributes").word32lu("externalFileAttributes").word32lu("offsetToLocalFileHeader").vars;
	};
	UnzipStream.prototype._readEndOfCentralDirectory64 = function(data) {
		return binary.parse(data).word64lu("centralDirectoryRecordSize").word16lu("versionMadeBy").word16lu("versionsNeededToExtract").word32lu("diskNumber").word32lu("diskNumberWithCentralDirectoryStart").word64lu("centralDirectoryEntries").word64lu("totalCentralDirectoryEntries").word64lu("sizeOfCentralDirectory").word64lu("offsetToStartOfCentralDirectory").vars;
	};
	UnzipStream.prototype._readEndOfCentralDirectory = function(data) {
		return binary.parse(data).word16lu("diskNumber").word16lu("diskStart").word16lu("centralDirectoryEntries").word16lu("totalCentralDirectoryEntries").word32lu("sizeOfCentralDirectory").word32lu("offsetToStartOfCentralDirectory").word16lu("commentLength").vars;
	};
	const cp437 = "\0\u263a\u263b\u2665\u2666\u2663\u2660\u2022\u25d8\u25cb\u25d9\u2642\u2640\u266a\u266b\u263c\u25ba\u25c4\u2195\u203c\u00b6\u00a7\u25ac\u21a8\u2191\u2193\u2192\u2190\u221f\u2194\u25b2\u25bc !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\u2302\u00c7\u00fc\u00e9\u00e2\u00e4\u00e0\u00e5\u00e7\u00ea\u00eb\u00e8\u00ef\u00ee\u00ec\u00c4\u00c5\u00c9\u00e6\u00c6\u00f4\u00f6\u00f2\u00fb\u00f9\u00ff\u00d6\u00dc\u00a2\u00a3\u00a5\u20a7\u0192\u00e1\u00ed\u00f3\u00fa\u00f1\u00d1\u00aa\u00ba\u00bf\u2310\u00ac\u00bd\u00bc\u00a1\u00ab\u00bb\u2591\u2592\u2593\u2502\u2524\u2561\u2562\u2556\u2555\u2563\u2551\u2557\u255d\u255c\u255b\u2510\u2514\u2534\u252c\u251c\u2500\u253c\u255e\u255f\u255a\u2554\u2569\u2566\u2560\u2550\u256c\u2567\u2568\u2564\u2565\u2559\u2558\u2552\u2553\u256b\u256a\u2518\u250c\u2588\u2584\u258c\u2590\u2580\u03b1\u00df\u0393\u03c0\u03a3\u03c3\u00b5\u03c4\u03a6\u0398\u03a9\u03b4\u221e\u03c6\u03b5\u2229\u2261\u00b1\u2265\u2264\u2320\u2321\u00f7\u2248\u00b0\u2219\u00b7\u221a\u207f\u00b2\u25a0 ";
	UnzipStream.prototype._decodeString = function(buffer, isUtf8) {
		if (isUtf8) return buffer.toString("utf8");
		if (this.options.decodeString) return this.options.decodeString(buffer);
		let result = "";
		for (var i = 0; i < buffer.length; i++) result += cp437[buffer[i]];
		return result;
	};
	UnzipStream.prototype._parseOrOutput = function(encoding, cb) {
		var consume;
		while ((consume = this.processDataChunk(this.data)) > 0) {
			this.data = this.data.slice(consume);
			if (this.data.length === 0) break;
		}
		if (this.state === states.FILE_DATA) {
			if (this.outStreamInfo.limit >= 0) {
				var remaining = this.outStreamInfo.limit - this.outStreamInfo.written;
				var packet;
				if (remaining < this.data.length) {
					packet = this.data.slice(0, remaining);
					this.data = this.data.slice(remaining);
				} else {
					packet = this.data;
					this.data = new Buffer("");
				}
				this.outStreamInfo.written += packet.length;
				if (this.outStreamInfo.limit === this.outStreamInfo.written) {
					this.state = states.START;
					this.outStreamInfo.stream.end(packet, encoding, cb);
				} else this.outStreamInfo.stream.write(packet, encoding, cb);
			} else {
				var packet = this.data;
				this.data = new Buffer("");
				this.outStreamInfo.written += packet.length;
				var outputStream = this.outStreamInfo.stream;
				outputStream.write(packet, encoding, () => {
					if (this.state === states.FILE_DATA_END) {
						this.state = states.START;
						return outputStream.end(cb);
					}
					cb();
				});
			}
			return;
		}
		cb();
	};
	UnzipStream.prototype.drainAll = function() {
		this._drainAllEntries = true;
	};
	UnzipStream.prototype._transform = function(chunk, encoding, cb) {
		var self = this;
		if (self.data.length > 0) self.data = Buffer.concat([self.data, chunk]);
		else self.data = chunk;
		var startDataLength = self.data.length;
		var done = function() {
			if (self.data.length > 0 && self.data.length < startDataLength) {
				startDataLength = self.data.length;
				self._parseOrOutput(encoding, done);
				return;
			}
			cb();
		};
		self._parseOrOutput(encoding, done);
	};
	UnzipStream.prototype._flush = function(cb) {
		var self = this;
		if (self.data.length > 0) {
			self._parseOrOutput("buffer", function() {
				if (self.data.length > 0) return setImmediate(function() {
					self._flush(cb);
				});
				cb();
			});
			return;
		}
		if (self.state === states.FILE_DATA) return cb(/* @__PURE__ */ new Error("Stream finished in an invalid state, uncompression failed"));
		setImmediate(cb);
	};
	module.exports = UnzipStream;
}));
// node_modules/unzip-stream/lib/parser-stream.js
var require_parser_stream = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var Transform = __require("stream").Transform;
	var util = __require("util");
	var UnzipStream = require_unzip_stream();
	function ParserStream(opts) {
		if (!(this instanceof ParserStream)) return new ParserStream(opts);
		Transform.call(this, { readableObjectMode: true });
		this.opts = opts || {};
		this.unzipStream = new UnzipStream(this.opts);
		var self = this;
		this.unzipStream.on("entry", function(entry) {
			self.push(entry);
		});
		this.unzipStream.on("error", function(error) {
			self.emit("error", error);
		});
	}
	util.inherits(ParserStream, Transform);
	ParserStream.prototype._transform = function(chunk, encoding, cb) {
		this.unzipStream.write(chunk, encoding, cb);
	};
	ParserStream.prototype._flush = function(cb) {
		var self = this;
		this.unzipStream.end(function() {
			process.nextTick(function() {
				self.emit("close");
			});
			cb();
		});
	};
	ParserStream.prototype.on = function(eventName, fn) {
		if (eventName === "entry") return Transform.prototype.on.call(this, "data", fn);
		return Transform.prototype.on.call(this, eventName, fn);
	};
	ParserStream.prototype.drainAll = function() {
		this.unzipStream.drainAll();
		return this.pipe(new Transform({
			objectMode: true,
			transform: function(d, e, cb) {
				cb();
			}
		}));
	};
	module.exports = ParserStream;
}));
// node_modules/mkdirp/index.js
var require_mkdirp = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var path = __require("path");
	var fs = __require("fs");
	var _0777 = parseInt("0777", 8);
	module.exports = mkdirP.mkdirp = mkdirP.mkdirP = mkdirP;
	function mkdirP(p, opts, f, made) {
		if (typeof opts === "function") {
			f = opts;
			opts = {};
		} else if (!opts || typeof opts !== "object") opts = { mode: opts };
		var mode = opts.mode;
		var xfs = opts.fs || fs;
		if (mode === void 0) mode = _0777;
		if (!made) made = null;
		var cb = f || /* istanbul ignore next */ function() {};
		p = path.resolve(p);
		xfs.mkdir(p, mode, function(er) {
			if (!er) {
				made = made || p;
				return cb(null, made);
			}
			switch (er.code) {
				case "ENOENT":
					/* istanbul ignore if */
					if (path.dirname(p) === p) return cb(er);
					mkdirP(path.dirname(p), opts, function(er, made) {
						/* istanbul ignore if */
						if (er) cb(er, made);
						else mkdirP(p, opts, cb, made);
					});
					break;
				default: xfs.stat(p, function(er2, stat) {
					if (er2 || !stat.isDirectory()) cb(er, made);
					else cb(null, made);
				});
			}
		});
	}
	mkdirP.sync = function sync(p, opts, made) {
		if (!opts || typeof opts !== "object") opts = { mode: opts };
		var mode = opts.mode;
		var xfs = opts.fs || fs;
		if (mode === void 0) mode = _0777;
		if (!made) made = null;
		p = path.resolve(p);
		try {
			xfs.mkdirSync(p, mode);
			made = made || p;
		} catch (err0) {
			switch (err0.code) {
				case "ENOENT":
					made = sync(path.dirname(p), opts, made);
					sync(p, opts, made);
					break;
				default:
					var stat;
					try {
						stat = xfs.statSync(p);
					} catch (err1) /* istanbul ignore next */ {
						throw err0;
					}
					/* istanbul ignore if */
					if (!stat.isDirectory()) throw err0;
			}
		}
		return made;
	};
}));
// node_modules/unzip-stream/lib/extract.js
var require_extract = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var fs = __require("fs");
	var path = __require("path");
	var util = __require("util");
	var mkdirp = require_mkdirp();
	var Transform = __require("stream").Transform;
	var UnzipStream = require_unzip_stream();
	function Extract(opts) {
		if (!(this instanceof Extract)) return new Extract(opts);
		Transform.call(this);
		this.opts = opts || {};
		this.unzipStream = new UnzipStream(this.opts);
		this.unfinishedEntries = 0;
		this.afterFlushWait = false;
		this.createdDirectories = {};
		var self = this;
		this.unzipStream.on("entry", this._processEntry.bind(this));
		this.unzipStream.on("error", function(error) {
			self.emit("error", error);
		});
	}
	util.inherits(Extract, Transform);
	Extract.prototype._transform = function(chunk, encoding, cb) {
		this.unzipStream.write(chunk, encoding, cb);
	};
	Extract.prototype._flush = function(cb) {
		var self = this;
		var allDone = function() {
			process.nextTick(function() {
				self.emit("close");
			});
			cb();
		};
		this.unzipStream.end(function() {
			if (self.unfinishedEntries > 0) {
				self.afterFlushWait = true;
				return self.on("await-finished", allDone);
			}
			allDone();
		});
	};
	Extract.prototype._processEntry = function(entry) {
		var self = this;
		var destPath = path.join(this.opts.path, entry.path);
		var directory = entry.isDirectory ? destPath : path.dirname(destPath);
		this.unfinishedEntries++;
		var writeFileFn = function() {
			var pipedStream = fs.createWriteStream(destPath);
			pipedStream.on("close", function() {
				self.unfinishedEntries--;
				self._notifyAwaiter();
			});
			pipedStream.on("error", function(error) {
				self.emit("error", error);
			});
			entry.pipe(pipedStream);
		};
		if (this.createdDirectories[directory] || directory === ".") return writeFileFn();
		mkdirp(directory, function(err) {
			if (err) return self.emit("error", err);
			self.createdDirectories[directory] = true;
			if (entry.isDirectory) {
				self.unfinishedEntries--;
				self._notifyAwaiter();
				return;
			}
			writeFileFn();
		});
	};
	Extract.prototype._notifyAwaiter = function() {
		if (this.afterFlushWait && this.unfinishedEntries === 0) {
			this.emit("await-finished");
			this.afterFlushWait = false;
		}
	};
	module.exports = Extract;
}));
// node_modules/@actions/artifact/lib/internal/download/download-artifact.js
var import_unzip = /* @__PURE__ */ __toESM((/* @__PURE__ */ __commonJSMin(((exports) => {
	exports.Parse = require_parser_stream();
	exports.Extract = require_extract();
})))(), 1);
var __awaiter$4 = function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
const scrubQueryParameters = (url) => {
	const parsed = new URL(url);
	parsed.search = "";
	return parsed.toString();
};
function exists(path) {
	return __awaiter$4(this, void 0, void 0, function* () {
		try {
			yield fs$1.access(path);
			return true;
		} catch (error) {
			if (error.code === "ENOENT") return false;
			else throw error;
		}
	});
}
function streamExtract(url, directory, skipDecompress) {
	return __awaiter$4(this, void 0, void 0, function* () {
		let retryCount = 0;
		while (retryCount < 5) try {
			return yield streamExtractExternal(url, directory, { skipDecompress });
		} catch (error) {
			retryCount++;
			debug(`Failed to download artifact after ${retryCount} retries due to ${error.message}. Retrying in 5 seconds...`);
			yield new Promise((resolve) => setTimeout(resolve, 5e3));
		}
		throw new Error(`Artifact download failed after ${retryCount} retries.`);
	});
}
function streamExtractExternal(url_1, directory_1) {
	return __awaiter$4(this, arguments, void 0, function* (url, directory, opts = {}) {
		const { timeout = 3e4, skipDecompress = false } = opts;
		const response = yield new HttpClient(getUserAgentString()).get(url);
		if (response.message.statusCode !== 200) throw new Error(`Unexpected HTTP response from blob storage: ${response.message.statusCode} ${response.message.statusMessage}`);
		const contentType = response.message.headers["content-type"] || "";
		const mimeType = contentType.split(";", 1)[0].trim().toLowerCase();
		const urlEndsWithZip = new URL(url).pathname.toLowerCase().endsWith(".zip");
		const isZip = mimeType === "application/zip" || mimeType === "application/x-zip-compressed" || mimeType === "application/zip-compressed" || urlEndsWithZip;
		const contentDisposition = response.message.headers["content-disposition"] || "";
		let fileName = "artifact";
		const filenameStar = contentDisposition.match(/filename\*\s*=\s*UTF-8''([^;\r\n]*)/i);
		const filenamePlain = contentDisposition.match(/(?<!\*)filename\s*=\s*['"]?([^;\r\n"']*)['"]?/i);
		const rawName = (filenameStar === null || filenameStar === void 0 ? void 0 : filenameStar[1]) || (filenamePlain === null || filenamePlain === void 0 ? void 0 : filenamePlain[1]);
		if (rawName) fileName = path$1.basename(decodeURIComponent(rawName.trim()));
		debug(`Content-Type: ${contentType}, mimeType: ${mimeType}, urlEndsWithZip: ${urlEndsWithZip}, isZip: ${isZip}, skipDecompress: ${skipDecompress}`);
		debug(`Content-Disposition: ${contentDisposition}, fileName: ${fileName}`);
		let sha256Digest = void 0;
		return new Promise((resolve, reject) => {
			const timerFn = () => {
				const timeoutError = /* @__PURE__ */ new Error(`Blob storage chunk did not respond in ${timeout}ms`);
				response.message.destroy(timeoutError);
				reject(timeoutError);
			};
			const timer = setTimeout(timerFn, timeout);
			const onError = (error) => {
				debug(`response.message: Artifact download failed: ${error.message}`);
				clearTimeout(timer);
				reject(error);
			};
			const hashStream = crypto.createHash("sha256").setEncoding("hex");
			const passThrough = new stream.PassThrough().on("data", () => {
				timer.refresh();
			}).on("error", onError);
			response.message.pipe(passThrough);
			passThrough.pipe(hashStream);
			const onClose = () => {
				clearTimeout(timer);
				if (hashStream) {
					hashStream.end();
					sha256Digest = hashStream.read();
					info(`SHA256 digest of downloaded artifact is ${sha256Digest}`);
				}
				resolve({ sha256Digest: `sha256:${sha256Digest}` });
			};
			if (isZip && !skipDecompress) passThrough.pipe(import_unzip.Extract({ path: directory })).on("close", onClose).on("error", onError);
			else {
				const filePath = path$1.join(directory, fileName);
				const writeStream = fs$2.createWriteStream(filePath);
				info(`Downloading raw file (non-zip) to: ${filePath}`);
				passThrough.pipe(writeStream).on("close", onClose).on("error", onError);
			}
		});
	});
}
function downloadArtifactPublic(artifactId, repositoryOwner, repositoryName, token, options) {
	return __awaiter$4(this, void 0, void 0, function* () {
		const downloadPath = yield resolveOrCreateDirectory(options === null || options === void 0 ? void 0 : options.path);
		const api = getOctokit(token);
		let digestMismatch = false;
		info(`Downloading artifact '${artifactId}' from '${repositoryOwner}/${repositoryName}'`);
		const { headers, status } = yield api.rest.actions.downloadArtifact({
			owner: repositoryOwner,
			repo: repositoryName,
			artifact_id: artifactId,
			archive_format: "zip",
			request: { redirect: "manual" }
		});
		if (status !== 302) throw new Error(`Unable to download artifact. Unexpected status: ${status}`);
		const { location } = headers;
		if (!location) throw new Error(`Unable to redirect to artifact download url`);
		info(`Redirecting to blob download url: ${scrubQueryParameters(location)}`);
		try {
			info(`Starting download of artifact to: ${downloadPath}`);
			const extractResponse = yield streamExtract(location, downloadPath, options === null || options === void 0 ? void 0 : options.skipDecompress);
			info(`Artifact download completed successfully.`);
			if (options === null || options === void 0 ? void 0 : options.expectedHash) {
				if ((options === null || options === void 0 ? void 0 : options.expectedHash) !== extractResponse.sha256Digest) {
					digestMismatch = true;
					debug(`Computed digest: ${extractResponse.sha256Digest}`);
					debug(`Expected digest: ${options.expectedHash}`);
				}
			}
		} catch (error) {
			throw new Error(`Unable to download and extract artifact: ${error.message}`);
		}
		return {
			downloadPath,
			digestMismatch
		};
	});
}
function downloadArtifactInternal(artifactId, options) {
	return __awaiter$4(this, void 0, void 0, function* () {
		const downloadPath = yield resolveOrCreateDirectory(options === null || options === void 0 ? void 0 : options.path);
		const artifactClient = internalArtifactTwirpClient();
		let digestMismatch = false;
		const { workflowRunBackendId, workflowJobRunBackendId } = getBackendIdsFromToken();
		const listReq = {
			workflowRunBackendId,
			workflowJobRunBackendId,
			idFilter: Int64Value.create({ value: artifactId.toString() })
		};
		const { artifacts } = yield artifactClient.ListArtifacts(listReq);
		if (artifacts.length === 0) throw new ArtifactNotFoundError(`No artifacts found for ID: ${artifactId}\nAre you trying to download from a different run? Try specifying a github-token with \`actions:read\` scope.`);
		if (artifacts.length > 1) warning("Multiple artifacts found, defaulting to first.");
		const signedReq = {
			workflowRunBackendId: artifacts[0].workflowRunBackendId,
			workflowJobRunBackendId: artifacts[0].workflowJobRunBackendId,
			name: artifacts[0].name
		};
		const { signedUrl } = yield artifactClient.GetSignedArtifactURL(signedReq);
		info(`Redirecting to blob download url: ${scrubQueryParameters(signedUrl)}`);
		try {
			info(`Starting download of artifact to: ${downloadPath}`);
			const extractResponse = yield streamExtract(signedUrl, downloadPath, options === null || options === void 0 ? void 0 : options.skipDecompress);
			info(`Artifact download completed successfully.`);
			if (options === null || options === void 0 ? void 0 : options.expectedHash) {
				if ((options === null || options === void 0 ? void 0 : options.expectedHash) !== extractResponse.sha256Digest) {
					digestMismatch = true;
					debug(`Computed digest: ${extractResponse.sha256Digest}`);
					debug(`Expected digest: ${options.expectedHash}`);
				}
			}
		} catch (error) {
			throw new Error(`Unable to download and extract artifact: ${error.message}`);
		}
		return {
			downloadPath,
			digestMismatch
		};
	});
}
function resolveOrCreateDirectory() {
	return __awaiter$4(this, arguments, void 0, function* (downloadPath = getGitHubWorkspaceDir()) {
		if (!(yield exists(downloadPath))) {
			debug(`Artifact destination folder does not exist, creating: ${downloadPath}`);
			yield fs$1.mkdir(downloadPath, { recursive: true });
		} else debug(`Artifact destination folder already exists: ${downloadPath}`);
		return downloadPath;
	});
}
// node_modules/@actions/artifact/lib/internal/find/retry-options.js
const defaultMaxRetryNumber = 5;
const defaultExemptStatusCodes = [
	400,
	401,
	403,
	404,
	422
];
function getRetryOptions(defaultOptions, retries = defaultMaxRetryNumber, exemptStatusCodes = defaultExemptStatusCodes) {
	var _a;
	if (retries <= 0) return [{ enabled: false }, defaultOptions.request];
	const retryOptions = { enabled: true };
	if (exemptStatusCodes.length > 0) retryOptions.doNotRetry = exemptStatusCodes;
	const requestOptions = Object.assign(Object.assign({}, defaultOptions.request), { retries });
	debug(`GitHub client configured with: (retries: ${requestOptions.retries}, retry-exempt-status-code: ${(_a = retryOptions.doNotRetry) !== null && _a !== void 0 ? _a : "octokit default: [400, 401, 403, 404, 422]"})`);
	return [retryOptions, requestOptions];
}
// node_modules/@actions/artifact/lib/internal/find/get-artifact.js
var __awaiter$3 = function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
function getArtifactPublic(artifactName, workflowRunId, repositoryOwner, repositoryName, token) {
	return __awaiter$3(this, void 0, void 0, function* () {
		var _a;
		const [retryOpts, requestOpts] = getRetryOptions(defaults);
		const opts = {
			log: void 0,
			userAgent: getUserAgentString(),
			previews: void 0,
			retry: retryOpts,
			request: requestOpts
		};
		const getArtifactResp = yield getOctokit(token, opts, retry, requestLog).request("GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts{?name}", {
			owner: repositoryOwner,
			repo: repositoryName,
			run_id: workflowRunId,
			name: artifactName
		});
		if (getArtifactResp.status !== 200) throw new InvalidResponseError(`Invalid response from GitHub API: ${getArtifactResp.status} (${(_a = getArtifactResp === null || getArtifactResp === void 0 ? void 0 : getArtifactResp.headers) === null || _a === void 0 ? void 0 : _a["x-github-request-id"]})`);
		if (getArtifactResp.data.artifacts.length === 0) throw new ArtifactNotFoundError(`Artifact not found for name: ${artifactName}
        Please ensure that your artifact is not expired and the artifact was uploaded using a compatible version of toolkit/upload-artifact.
        For more information, visit the GitHub Artifacts FAQ: https://github.com/actions/toolkit/blob/main/packages/artifact/docs/faq.md`);
		let artifact = getArtifactResp.data.artifacts[0];
		if (getArtifactResp.data.artifacts.length > 1) {
			artifact = getArtifactResp.data.artifacts.sort((a, b) => b.id - a.id)[0];
			debug(`More than one artifact found for a single name, returning newest (id: ${artifact.id})`);
		}
		return { artifact: {
			name: artifact.name,
			id: artifact.id,
			size: artifact.size_in_bytes,
			createdAt: artifact.created_at ? new Date(artifact.created_at) : void 0,
			digest: artifact.digest
		} };
	});
}
function getArtifactInternal(artifactName) {
	return __awaiter$3(this, void 0, void 0, function* () {
		var _a;
		const artifactClient = internalArtifactTwirpClient();
		const { workflowRunBackendId, workflowJobRunBackendId } = getBackendIdsFromToken();
		const req = {
			workflowRunBackendId,
			workflowJobRunBackendId,
			nameFilter: StringValue.create({ value: artifactName })
		};
		const res = yield artifactClient.ListArtifacts(req);
		if (res.artifacts.length === 0) throw new ArtifactNotFoundError(`Artifact not found for name: ${artifactName}
        Please ensure that your artifact is not expired and the artifact was uploaded using a compatible version of toolkit/upload-artifact.
        For more information, visit the GitHub Artifacts FAQ: https://github.com/actions/toolkit/blob/main/packages/artifact/docs/faq.md`);
		let artifact = res.artifacts[0];
		if (res.artifacts.length > 1) {
			artifact = res.artifacts.sort((a, b) => Number(b.databaseId) - Number(a.databaseId))[0];
			debug(`More than one artifact found for a single name, returning newest (id: ${artifact.databaseId})`);
		}
		return { artifact: {
			name: artifact.name,
			id: Number(artifact.databaseId),
			size: Number(artifact.size),
			createdAt: artifact.createdAt ? Timestamp.toDate(artifact.createdAt) : void 0,
			digest: (_a = artifact.digest) === null || _a === void 0 ? void 0 : _a.value
		} };
	});
}
// node_modules/@actions/artifact/lib/internal/delete/delete-artifact.js
var __awaiter$2 = function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
function deleteArtifactPublic(artifactName, workflowRunId, repositoryOwner, repositoryName, token) {
	return __awaiter$2(this, void 0, void 0, function* () {
		var _a;
		const [retryOpts, requestOpts] = getRetryOptions(defaults);
		const opts = {
			log: void 0,
			userAgent: getUserAgentString(),
			previews: void 0,
			retry: retryOpts,
			request: requestOpts
		};
		const github = getOctokit(token, opts, retry, requestLog);
		const getArtifactResp = yield getArtifactPublic(artifactName, workflowRunId, repositoryOwner, repositoryName, token);
		const deleteArtifactResp = yield github.rest.actions.deleteArtifact({
			owner: repositoryOwner,
			repo: repositoryName,
			artifact_id: getArtifactResp.artifact.id
		});
		if (deleteArtifactResp.status !== 204) throw new InvalidResponseError(`Invalid response from GitHub API: ${deleteArtifactResp.status} (${(_a = deleteArtifactResp === null || deleteArtifactResp === void 0 ? void 0 : deleteArtifactResp.headers) === null || _a === void 0 ? void 0 : _a["x-github-request-id"]})`);
		return { id: getArtifactResp.artifact.id };
	});
}
function deleteArtifactInternal(artifactName) {
	return __awaiter$2(this, void 0, void 0, function* () {
		const artifactClient = internalArtifactTwirpClient();
		const { workflowRunBackendId, workflowJobRunBackendId } = getBackendIdsFromToken();
		const listReq = {
			workflowRunBackendId,
			workflowJobRunBackendId,
			nameFilter: StringValue.create({ value: artifactName })
		};
		const listRes = yield artifactClient.ListArtifacts(listReq);
		if (listRes.artifacts.length === 0) throw new ArtifactNotFoundError(`Artifact not found for name: ${artifactName}`);
		let artifact = listRes.artifacts[0];
		if (listRes.artifacts.length > 1) {
			artifact = listRes.artifacts.sort((a, b) => Number(b.databaseId) - Number(a.databaseId))[0];
			debug(`More than one artifact found for a single name, returning newest (id: ${artifact.databaseId})`);
		}
		const req = {
			workflowRunBackendId: artifact.workflowRunBackendId,
			workflowJobRunBackendId: artifact.workflowJobRunBackendId,
			name: artifact.name
		};
		const res = yield artifactClient.DeleteArtifact(req);
		info(`Artifact '${artifactName}' (ID: ${res.artifactId}) deleted`);
		return { id: Number(res.artifactId) };
	});
}
// node_modules/@actions/artifact/lib/internal/find/list-artifacts.js
var __awaiter$1 = function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
const maximumArtifactCount = getMaxArtifactListCount();
const paginationCount = 100;
const maxNumberOfPages = Math.ceil(maximumArtifactCount / paginationCount);
function listArtifactsPublic(workflowRunId_1, repositoryOwner_1, repositoryName_1, token_1) {
	return __awaiter$1(this, arguments, void 0, function* (workflowRunId, repositoryOwner, repositoryName, token, latest = false) {
		info(`Fetching artifact list for workflow run ${workflowRunId} in repository ${repositoryOwner}/${repositoryName}`);
		let artifacts = [];
		const [retryOpts, requestOpts] = getRetryOptions(defaults);
		const opts = {
			log: void 0,
			userAgent: getUserAgentString(),
			previews: void 0,
			retry: retryOpts,
			request: requestOpts
		};
		const github = getOctokit(token, opts, retry, requestLog);
		let currentPageNumber = 1;
		const { data: listArtifactResponse } = yield github.request("GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts", {
			owner: repositoryOwner,
			repo: repositoryName,
			run_id: workflowRunId,
			per_page: paginationCount,
			page: currentPageNumber
		});
		let numberOfPages = Math.ceil(listArtifactResponse.total_count / paginationCount);
		const totalArtifactCount = listArtifactResponse.total_count;
		if (totalArtifactCount > maximumArtifactCount) {
			warning(`Workflow run ${workflowRunId} has ${totalArtifactCount} artifacts, exceeding the limit of ${maximumArtifactCount}. Results will be incomplete as only the first ${maximumArtifactCount} artifacts will be returned`);
			numberOfPages = maxNumberOfPages;
		}
		for (const artifact of listArtifactResponse.artifacts) artifacts.push({
			name: artifact.name,
			id: artifact.id,
			size: artifact.size_in_bytes,
			createdAt: artifact.created_at ? new Date(artifact.created_at) : void 0,
			digest: artifact.digest
		});
		currentPageNumber++;
		for (; currentPageNumber <= numberOfPages; currentPageNumber++) {
			debug(`Fetching page ${currentPageNumber} of artifact list`);
			const { data: listArtifactResponse } = yield github.request("GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts", {
				owner: repositoryOwner,
				repo: repositoryName,
				run_id: workflowRunId,
				per_page: paginationCount,
				page: currentPageNumber
			});
			for (const artifact of listArtifactResponse.artifacts) artifacts.push({
				name: artifact.name,
				id: artifact.id,
				size: artifact.size_in_bytes,
				createdAt: artifact.created_at ? new Date(artifact.created_at) : void 0,
				digest: artifact.digest
			});
		}
		if (latest) artifacts = filterLatest(artifacts);
		info(`Found ${artifacts.length} artifact(s)`);
		return { artifacts };
	});
}
function listArtifactsInternal() {
	return __awaiter$1(this, arguments, void 0, function* (latest = false) {
		const artifactClient = internalArtifactTwirpClient();
		const { workflowRunBackendId, workflowJobRunBackendId } = getBackendIdsFromToken();
		const req = {
			workflowRunBackendId,
			workflowJobRunBackendId
		};
		let artifacts = (yield artifactClient.ListArtifacts(req)).artifacts.map((artifact) => {
			var _a;
			return {
				name: artifact.name,
				id: Number(artifact.databaseId),
				size: Number(artifact.size),
				createdAt: artifact.createdAt ? Timestamp.toDate(artifact.createdAt) : void 0,
				digest: (_a = artifact.digest) === null || _a === void 0 ? void 0 : _a.value
			};
		});
		if (latest) artifacts = filterLatest(artifacts);
		info(`Found ${artifacts.length} artifact(s)`);
		return { artifacts };
	});
}
/**
* Filters a list of artifacts to only include the latest artifact for each name
* @param artifacts The artifacts to filter
* @returns The filtered list of artifacts
*/
function filterLatest(artifacts) {
	artifacts.sort((a, b) => b.id - a.id);
	const latestArtifacts = [];
	const seenArtifactNames = /* @__PURE__ */ new Set();
	for (const artifact of artifacts) if (!seenArtifactNames.has(artifact.name)) {
		latestArtifacts.push(artifact);
		seenArtifactNames.add(artifact.name);
	}
	return latestArtifacts;
}
// node_modules/@actions/artifact/lib/internal/client.js
var __awaiter = function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
var __rest = function(s, e) {
	var t = {};
	for (var p in s) if (Object.prototype.hasOwnProperty.call(s, p) && e.indexOf(p) < 0) t[p] = s[p];
	if (s != null && typeof Object.getOwnPropertySymbols === "function") {
		for (var i = 0, p = Object.getOwnPropertySymbols(s); i < p.length; i++) if (e.indexOf(p[i]) < 0 && Object.prototype.propertyIsEnumerable.call(s, p[i])) t[p[i]] = s[p[i]];
	}
	return t;
};
/**
* The default artifact client that is used by the artifact action(s).
*/
var DefaultArtifactClient = class {
	uploadArtifact(name, files, rootDirectory, options) {
		return __awaiter(this, void 0, void 0, function* () {
			try {
				if (isGhes()) throw new GHESNotSupportedError();
				return uploadArtifact(name, files, rootDirectory, options);
			} catch (error) {
				warning(`Artifact upload failed with error: ${error}.

Errors can be temporary, so please try again and optionally run the action with debug mode enabled for more information.

If the error persists, please check whether Actions is operating normally at [https://githubstatus.com](https://www.githubstatus.com).`);
				throw error;
			}
		});
	}
	downloadArtifact(artifactId, options) {
		return __awaiter(this, void 0, void 0, function* () {
			try {
				if (isGhes()) throw new GHESNotSupportedError();
				if (options === null || options === void 0 ? void 0 : options.findBy) {
					const { findBy: { repositoryOwner, repositoryName, token } } = options;
					return downloadArtifactPublic(artifactId, repositoryOwner, repositoryName, token, __rest(options, ["findBy"]));
				}
				return downloadArtifactInternal(artifactId, options);
			} catch (error) {
				warning(`Download Artifact failed with error: ${error}.

Errors can be temporary, so please try again and optionally run the action with debug mode enabled for more information.

If the error persists, please check whether Actions and API requests are operating normally at [https://githubstatus.com](https://www.githubstatus.com).`);
				throw error;
			}
		});
	}
	listArtifacts(options) {
		return __awaiter(this, void 0, void 0, function* () {
			try {
				if (isGhes()) throw new GHESNotSupportedError();
				if (options === null || options === void 0 ? void 0 : options.findBy) {
					const { findBy: { workflowRunId, repositoryOwner, repositoryName, token } } = options;
					return listArtifactsPublic(workflowRunId, repositoryOwner, repositoryName, token, options === null || options === void 0 ? void 0 : options.latest);
				}
				return listArtifactsInternal(options === null || options === void 0 ? void 0 : options.latest);
			} catch (error) {
				warning(`Listing Artifacts failed with error: ${error}.

Errors can be temporary, so please try again and optionally run the action with debug mode enabled for more information.

If the error persists, please check whether Actions and API requests are operating normally at [https://githubstatus.com](https://www.githubstatus.com).`);
				throw error;
			}
		});
	}
	getArtifact(artifactName, options) {
		return __awaiter(this, void 0, void 0, function* () {
			try {
				if (isGhes()) throw new GHESNotSupportedError();
				if (options === null || options === void 0 ? void 0 : options.findBy) {
					const { findBy: { workflowRunId, repositoryOwner, repositoryName, token } } = options;
					return getArtifactPublic(artifactName, workflowRunId, repositoryOwner, repositoryName, token);
				}
				return getArtifactInternal(artifactName);
			} catch (error) {
				warning(`Get Artifact failed with error: ${error}.

Errors can be temporary, so please try again and optionally run the action with debug mode enabled for more information.

If the error persists, please check whether Actions and API requests are operating normally at [https://githubstatus.com](https://www.githubstatus.com).`);
				throw error;
			}
		});
	}
	deleteArtifact(artifactName, options) {
		return __awaiter(this, void 0, void 0, function* () {
			try {
				if (isGhes()) throw new GHESNotSupportedError();
				if (options === null || options === void 0 ? void 0 : options.findBy) {
					const { findBy: { repositoryOwner, repositoryName, workflowRunId, token } } = options;
					return deleteArtifactPublic(artifactName, workflowRunId, repositoryOwner, repositoryName, token);
				}
				return deleteArtifactInternal(artifactName);
			} catch (error) {
				warning(`Delete Artifact failed with error: ${error}.

Errors can be temporary, so please try again and optionally run the action with debug mode enabled for more information.

If the error persists, please check whether Actions and API requests are operating normally at [https://githubstatus.com](https://www.githubstatus.com).`);
				throw error;
			}
		});
	}
};
new DefaultArtifactClient();
export { DefaultArtifactClient };
