import { __commonJSMin } from "./rolldown-runtime.js";
import { debug, info, setSecret, warning } from "./runner.js";
import { BearerCredentialHandler, HttpClient, HttpClientError, HttpCodes } from "./http.js";
import { require_semver } from "./vendor.js";
import "./shared.js";
import { BlobClient, BlockBlobClient, require_commonjs as require_commonjs$1, require_commonjs$1 as require_commonjs } from "./azure.js";
import * as fs$1 from "fs";
import "assert";
import * as util from "util";
import * as buffer from "buffer";
import { URL as URL$1 } from "url";
import * as stream from "stream";
process.platform;
// node_modules/@actions/glob/lib/internal-match-kind.js
/**
* Indicates whether a pattern matches a path
*/
var MatchKind;
(function(MatchKind) {
	/** Not matched */
	MatchKind[MatchKind["None"] = 0] = "None";
	/** Matched if the path is a directory */
	MatchKind[MatchKind["Directory"] = 1] = "Directory";
	/** Matched if the path is a regular file */
	MatchKind[MatchKind["File"] = 2] = "File";
	/** Matched */
	MatchKind[MatchKind["All"] = 3] = "All";
})(MatchKind || (MatchKind = {}));
process.platform;
process.platform;
process.platform;
process.platform;
require_semver();
var CacheFilename;
(function(CacheFilename) {
	CacheFilename["Gzip"] = "cache.tgz";
	CacheFilename["Zstd"] = "cache.tzst";
})(CacheFilename || (CacheFilename = {}));
var CompressionMethod;
(function(CompressionMethod) {
	CompressionMethod["Gzip"] = "gzip";
	CompressionMethod["ZstdWithoutLong"] = "zstd-without-long";
	CompressionMethod["Zstd"] = "zstd";
})(CompressionMethod || (CompressionMethod = {}));
var ArchiveToolType;
(function(ArchiveToolType) {
	ArchiveToolType["GNU"] = "gnu";
	ArchiveToolType["BSD"] = "bsd";
})(ArchiveToolType || (ArchiveToolType = {}));
const DefaultRetryDelay = 5e3;
const SocketTimeout = 5e3;
`${process.env["PROGRAMFILES"]}`;
`${process.env["SYSTEMDRIVE"]}`;
10 * Math.pow(1024, 3);
function getArchiveFileSizeInBytes(filePath) {
	return fs$1.statSync(filePath).size;
}
function assertDefined(name, value) {
	if (value === void 0) throw Error(`Expected ${name} but value was undefiend`);
	return value;
}
function getRuntimeToken() {
	const token = process.env["ACTIONS_RUNTIME_TOKEN"];
	if (!token) throw new Error("Unable to get the ACTIONS_RUNTIME_TOKEN env variable");
	return token;
}
// node_modules/@actions/cache/lib/internal/shared/errors.js
var InvalidResponseError = class extends Error {
	constructor(message) {
		super(message);
		this.name = "InvalidResponseError";
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
		super(`Cache storage quota has been hit. Unable to upload any new cache entries.\nMore info on storage limits: https://docs.github.com/en/billing/managing-billing-for-github-actions/about-billing-for-github-actions#calculating-minute-and-storage-spending`);
		this.name = "UsageError";
	}
};
UsageError.isUsageErrorMessage = (msg) => {
	if (!msg) return false;
	return msg.includes("insufficient usage");
};
var RateLimitError = class extends Error {
	constructor(message) {
		super(message);
		this.name = "RateLimitError";
	}
};
// node_modules/@actions/cache/lib/internal/uploadUtils.js
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
/**
* Class for tracking the upload state and displaying stats.
*/
var UploadProgress = class {
	constructor(contentLength) {
		this.contentLength = contentLength;
		this.sentBytes = 0;
		this.displayedComplete = false;
		this.startTime = Date.now();
	}
	/**
	* Sets the number of bytes sent
	*
	* @param sentBytes the number of bytes sent
	*/
	setSentBytes(sentBytes) {
		this.sentBytes = sentBytes;
	}
	/**
	* Returns the total number of bytes transferred.
	*/
	getTransferredBytes() {
		return this.sentBytes;
	}
	/**
	* Returns true if the upload is complete.
	*/
	isDone() {
		return this.getTransferredBytes() === this.contentLength;
	}
	/**
	* Prints the current upload stats. Once the upload completes, this will print one
	* last line and then stop.
	*/
	display() {
		if (this.displayedComplete) return;
		const transferredBytes = this.sentBytes;
		const percentage = (100 * (transferredBytes / this.contentLength)).toFixed(1);
		const elapsedTime = Date.now() - this.startTime;
		const uploadSpeed = (transferredBytes / 1048576 / (elapsedTime / 1e3)).toFixed(1);
		info(`Sent ${transferredBytes} of ${this.contentLength} (${percentage}%), ${uploadSpeed} MBs/sec`);
		if (this.isDone()) this.displayedComplete = true;
	}
	/**
	* Returns a function used to handle TransferProgressEvents.
	*/
	onProgress() {
		return (progress) => {
			this.setSentBytes(progress.loadedBytes);
		};
	}
	/**
	* Starts the timer that displays the stats.
	*
	* @param delayInMs the delay between each write
	*/
	startDisplayTimer(delayInMs = 1e3) {
		const displayCallback = () => {
			this.display();
			if (!this.isDone()) this.timeoutHandle = setTimeout(displayCallback, delayInMs);
		};
		this.timeoutHandle = setTimeout(displayCallback, delayInMs);
	}
	/**
	* Stops the timer that displays the stats. As this typically indicates the upload
	* is complete, this will display one last line, unless the last line has already
	* been written.
	*/
	stopDisplayTimer() {
		if (this.timeoutHandle) {
			clearTimeout(this.timeoutHandle);
			this.timeoutHandle = void 0;
		}
		this.display();
	}
};
/**
* Uploads a cache archive directly to Azure Blob Storage using the Azure SDK.
* This function will display progress information to the console. Concurrency of the
* upload is determined by the calling functions.
*
* @param signedUploadURL
* @param archivePath
* @param options
* @returns
*/
function uploadCacheArchiveSDK(signedUploadURL, archivePath, options) {
	return __awaiter$4(this, void 0, void 0, function* () {
		var _a;
		const blobClient = new BlobClient(signedUploadURL);
		const blockBlobClient = blobClient.getBlockBlobClient();
		const uploadProgress = new UploadProgress((_a = options === null || options === void 0 ? void 0 : options.archiveSizeBytes) !== null && _a !== void 0 ? _a : 0);
		const uploadOptions = {
			blockSize: options === null || options === void 0 ? void 0 : options.uploadChunkSize,
			concurrency: options === null || options === void 0 ? void 0 : options.uploadConcurrency,
			maxSingleShotSize: 134217728,
			onProgress: uploadProgress.onProgress()
		};
		try {
			uploadProgress.startDisplayTimer();
			debug(`BlobClient: ${blobClient.name}:${blobClient.accountName}:${blobClient.containerName}`);
			const response = yield blockBlobClient.uploadFile(archivePath, uploadOptions);
			if (response._response.status >= 400) throw new InvalidResponseError(`uploadCacheArchiveSDK: upload failed with status code ${response._response.status}`);
			return response;
		} catch (error) {
			warning(`uploadCacheArchiveSDK: internal error uploading cache archive: ${error.message}`);
			throw error;
		} finally {
			uploadProgress.stopDisplayTimer();
		}
	});
}
// node_modules/@actions/cache/lib/internal/requestUtils.js
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
function isSuccessStatusCode(statusCode) {
	if (!statusCode) return false;
	return statusCode >= 200 && statusCode < 300;
}
function isServerErrorStatusCode(statusCode) {
	if (!statusCode) return true;
	return statusCode >= 500;
}
function isRetryableStatusCode(statusCode) {
	if (!statusCode) return false;
	return [
		HttpCodes.BadGateway,
		HttpCodes.ServiceUnavailable,
		HttpCodes.GatewayTimeout
	].includes(statusCode);
}
function sleep(milliseconds) {
	return __awaiter$3(this, void 0, void 0, function* () {
		return new Promise((resolve) => setTimeout(resolve, milliseconds));
	});
}
function retry(name_1, method_1, getStatusCode_1) {
	return __awaiter$3(this, arguments, void 0, function* (name, method, getStatusCode, maxAttempts = 2, delay = DefaultRetryDelay, onError = void 0) {
		let errorMessage = "";
		let attempt = 1;
		while (attempt <= maxAttempts) {
			let response = void 0;
			let statusCode = void 0;
			let isRetryable = false;
			try {
				response = yield method();
			} catch (error) {
				if (onError) response = onError(error);
				isRetryable = true;
				errorMessage = error.message;
			}
			if (response) {
				statusCode = getStatusCode(response);
				if (!isServerErrorStatusCode(statusCode)) return response;
			}
			if (statusCode) {
				isRetryable = isRetryableStatusCode(statusCode);
				errorMessage = `Cache service responded with ${statusCode}`;
			}
			debug(`${name} - Attempt ${attempt} of ${maxAttempts} failed with error: ${errorMessage}`);
			if (!isRetryable) {
				debug(`${name} - Error is not retryable`);
				break;
			}
			yield sleep(delay);
			attempt++;
		}
		throw Error(`${name} failed: ${errorMessage}`);
	});
}
function retryTypedResponse(name_1, method_1) {
	return __awaiter$3(this, arguments, void 0, function* (name, method, maxAttempts = 2, delay = DefaultRetryDelay) {
		return yield retry(name, method, (response) => response.statusCode, maxAttempts, delay, (error) => {
			if (error instanceof HttpClientError) return {
				statusCode: error.statusCode,
				result: null,
				headers: {},
				error
			};
			else return;
		});
	});
}
function retryHttpClientResponse(name_1, method_1) {
	return __awaiter$3(this, arguments, void 0, function* (name, method, maxAttempts = 2, delay = DefaultRetryDelay) {
		return yield retry(name, method, (response) => response.message.statusCode, maxAttempts, delay);
	});
}
// node_modules/@actions/cache/lib/internal/downloadUtils.js
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
/**
* Pipes the body of a HTTP response to a stream
*
* @param response the HTTP response
* @param output the writable stream
*/
function pipeResponseToStream(response, output) {
	return __awaiter$2(this, void 0, void 0, function* () {
		yield util.promisify(stream.pipeline)(response.message, output);
	});
}
/**
* Class for tracking the download state and displaying stats.
*/
var DownloadProgress = class {
	constructor(contentLength) {
		this.contentLength = contentLength;
		this.segmentIndex = 0;
		this.segmentSize = 0;
		this.segmentOffset = 0;
		this.receivedBytes = 0;
		this.displayedComplete = false;
		this.startTime = Date.now();
	}
	/**
	* Progress to the next segment. Only call this method when the previous segment
	* is complete.
	*
	* @param segmentSize the length of the next segment
	*/
	nextSegment(segmentSize) {
		this.segmentOffset = this.segmentOffset + this.segmentSize;
		this.segmentIndex = this.segmentIndex + 1;
		this.segmentSize = segmentSize;
		this.receivedBytes = 0;
		debug(`Downloading segment at offset ${this.segmentOffset} with length ${this.segmentSize}...`);
	}
	/**
	* Sets the number of bytes received for the current segment.
	*
	* @param receivedBytes the number of bytes received
	*/
	setReceivedBytes(receivedBytes) {
		this.receivedBytes = receivedBytes;
	}
	/**
	* Returns the total number of bytes transferred.
	*/
	getTransferredBytes() {
		return this.segmentOffset + this.receivedBytes;
	}
	/**
	* Returns true if the download is complete.
	*/
	isDone() {
		return this.getTransferredBytes() === this.contentLength;
	}
	/**
	* Prints the current download stats. Once the download completes, this will print one
	* last line and then stop.
	*/
	display() {
		if (this.displayedComplete) return;
		const transferredBytes = this.segmentOffset + this.receivedBytes;
		const percentage = (100 * (transferredBytes / this.contentLength)).toFixed(1);
		const elapsedTime = Date.now() - this.startTime;
		const downloadSpeed = (transferredBytes / 1048576 / (elapsedTime / 1e3)).toFixed(1);
		info(`Received ${transferredBytes} of ${this.contentLength} (${percentage}%), ${downloadSpeed} MBs/sec`);
		if (this.isDone()) this.displayedComplete = true;
	}
	/**
	* Returns a function used to handle TransferProgressEvents.
	*/
	onProgress() {
		return (progress) => {
			this.setReceivedBytes(progress.loadedBytes);
		};
	}
	/**
	* Starts the timer that displays the stats.
	*
	* @param delayInMs the delay between each write
	*/
	startDisplayTimer(delayInMs = 1e3) {
		const displayCallback = () => {
			this.display();
			if (!this.isDone()) this.timeoutHandle = setTimeout(displayCallback, delayInMs);
		};
		this.timeoutHandle = setTimeout(displayCallback, delayInMs);
	}
	/**
	* Stops the timer that displays the stats. As this typically indicates the download
	* is complete, this will display one last line, unless the last line has already
	* been written.
	*/
	stopDisplayTimer() {
		if (this.timeoutHandle) {
			clearTimeout(this.timeoutHandle);
			this.timeoutHandle = void 0;
		}
		this.display();
	}
};
/**
* Download the cache using the Actions toolkit http-client
*
* @param archiveLocation the URL for the cache
* @param archivePath the local path where the cache is saved
*/
function downloadCacheHttpClient(archiveLocation, archivePath) {
	return __awaiter$2(this, void 0, void 0, function* () {
		const writeStream = fs$1.createWriteStream(archivePath);
		const httpClient = new HttpClient("actions/cache");
		const downloadResponse = yield retryHttpClientResponse("downloadCache", () => __awaiter$2(this, void 0, void 0, function* () {
			return httpClient.get(archiveLocation);
		}));
		downloadResponse.message.socket.setTimeout(SocketTimeout, () => {
			downloadResponse.message.destroy();
			debug(`Aborting download, socket timed out after ${SocketTimeout} ms`);
		});
		yield pipeResponseToStream(downloadResponse, writeStream);
		const contentLengthHeader = downloadResponse.message.headers["content-length"];
		if (contentLengthHeader) {
			const expectedLength = parseInt(contentLengthHeader);
			const actualLength = getArchiveFileSizeInBytes(archivePath);
			if (actualLength !== expectedLength) throw new Error(`Incomplete download. Expected file size: ${expectedLength}, actual file size: ${actualLength}`);
		} else debug("Unable to validate download, no Content-Length header");
	});
}
/**
* Download the cache using the Actions toolkit http-client concurrently
*
* @param archiveLocation the URL for the cache
* @param archivePath the local path where the cache is saved
*/
function downloadCacheHttpClientConcurrent(archiveLocation, archivePath, options) {
	return __awaiter$2(this, void 0, void 0, function* () {
		var _a;
		const archiveDescriptor = yield fs$1.promises.open(archivePath, "w");
		const httpClient = new HttpClient("actions/cache", void 0, {
			socketTimeout: options.timeoutInMs,
			keepAlive: true
		});
		try {
			const lengthHeader = (yield retryHttpClientResponse("downloadCacheMetadata", () => __awaiter$2(this, void 0, void 0, function* () {
				return yield httpClient.request("HEAD", archiveLocation, null, {});
			}))).message.headers["content-length"];
			if (lengthHeader === void 0 || lengthHeader === null) throw new Error("Content-Length not found on blob response");
			const length = parseInt(lengthHeader);
			if (Number.isNaN(length)) throw new Error(`Could not interpret Content-Length: ${length}`);
			const downloads = [];
			const blockSize = 4194304;
			for (let offset = 0; offset < length; offset += blockSize) {
				const count = Math.min(blockSize, length - offset);
				downloads.push({
					offset,
					promiseGetter: () => __awaiter$2(this, void 0, void 0, function* () {
						return yield downloadSegmentRetry(httpClient, archiveLocation, offset, count);
					})
				});
			}
			downloads.reverse();
			let actives = 0;
			let bytesDownloaded = 0;
			const progress = new DownloadProgress(length);
			progress.startDisplayTimer();
			const progressFn = progress.onProgress();
			const activeDownloads = [];
			let nextDownload;
			const waitAndWrite = () => __awaiter$2(this, void 0, void 0, function* () {
				const segment = yield Promise.race(Object.values(activeDownloads));
				yield archiveDescriptor.write(segment.buffer, 0, segment.count, segment.offset);
				actives--;
				delete activeDownloads[segment.offset];
				bytesDownloaded += segment.count;
				progressFn({ loadedBytes: bytesDownloaded });
			});
			while (nextDownload = downloads.pop()) {
				activeDownloads[nextDownload.offset] = nextDownload.promiseGetter();
				actives++;
				if (actives >= ((_a = options.downloadConcurrency) !== null && _a !== void 0 ? _a : 10)) yield waitAndWrite();
			}
			while (actives > 0) yield waitAndWrite();
		} finally {
			httpClient.dispose();
			yield archiveDescriptor.close();
		}
	});
}
function downloadSegmentRetry(httpClient, archiveLocation, offset, count) {
	return __awaiter$2(this, void 0, void 0, function* () {
		const retries = 5;
		let failures = 0;
		while (true) try {
			const result = yield promiseWithTimeout(3e4, downloadSegment(httpClient, archiveLocation, offset, count));
			if (typeof result === "string") throw new Error("downloadSegmentRetry failed due to timeout");
			return result;
		} catch (err) {
			if (failures >= retries) throw err;
			failures++;
		}
	});
}
function downloadSegment(httpClient, archiveLocation, offset, count) {
	return __awaiter$2(this, void 0, void 0, function* () {
		const partRes = yield retryHttpClientResponse("downloadCachePart", () => __awaiter$2(this, void 0, void 0, function* () {
			return yield httpClient.get(archiveLocation, { Range: `bytes=${offset}-${offset + count - 1}` });
		}));
		if (!partRes.readBodyBuffer) throw new Error("Expected HttpClientResponse to implement readBodyBuffer");
		return {
			offset,
			count,
			buffer: yield partRes.readBodyBuffer()
		};
	});
}
/**
* Download the cache using the Azure Storage SDK.  Only call this method if the
* URL points to an Azure Storage endpoint.
*
* @param archiveLocation the URL for the cache
* @param archivePath the local path where the cache is saved
* @param options the download options with the defaults set
*/
function downloadCacheStorageSDK(archiveLocation, archivePath, options) {
	return __awaiter$2(this, void 0, void 0, function* () {
		var _a;
		const client = new BlockBlobClient(archiveLocation, void 0, { retryOptions: { tryTimeoutInMs: options.timeoutInMs } });
		const contentLength = (_a = (yield client.getProperties()).contentLength) !== null && _a !== void 0 ? _a : -1;
		if (contentLength < 0) {
			debug("Unable to determine content length, downloading file with http-client...");
			yield downloadCacheHttpClient(archiveLocation, archivePath);
		} else {
			const maxSegmentSize = Math.min(134217728, buffer.constants.MAX_LENGTH);
			const downloadProgress = new DownloadProgress(contentLength);
			const fd = fs$1.openSync(archivePath, "w");
			try {
				downloadProgress.startDisplayTimer();
				const controller = new AbortController();
				const abortSignal = controller.signal;
				while (!downloadProgress.isDone()) {
					const segmentStart = downloadProgress.segmentOffset + downloadProgress.segmentSize;
					const segmentSize = Math.min(maxSegmentSize, contentLength - segmentStart);
					downloadProgress.nextSegment(segmentSize);
					const result = yield promiseWithTimeout(options.segmentTimeoutInMs || 36e5, client.downloadToBuffer(segmentStart, segmentSize, {
						abortSignal,
						concurrency: options.downloadConcurrency,
						onProgress: downloadProgress.onProgress()
					}));
					if (result === "timeout") {
						controller.abort();
						throw new Error("Aborting cache download as the download time exceeded the timeout.");
					} else if (Buffer.isBuffer(result)) fs$1.writeFileSync(fd, result);
				}
			} finally {
				downloadProgress.stopDisplayTimer();
				fs$1.closeSync(fd);
			}
		}
	});
}
const promiseWithTimeout = (timeoutMs, promise) => __awaiter$2(void 0, void 0, void 0, function* () {
	let timeoutHandle;
	const timeoutPromise = new Promise((resolve) => {
		timeoutHandle = setTimeout(() => resolve("timeout"), timeoutMs);
	});
	return Promise.race([promise, timeoutPromise]).then((result) => {
		clearTimeout(timeoutHandle);
		return result;
	});
});
// node_modules/@actions/cache/lib/options.js
/**
* Returns a copy of the upload options with defaults filled in.
*
* @param copy the original upload options
*/
function getUploadOptions(copy) {
	const result = {
		useAzureSdk: false,
		uploadConcurrency: 4,
		uploadChunkSize: 33554432
	};
	if (copy) {
		if (typeof copy.useAzureSdk === "boolean") result.useAzureSdk = copy.useAzureSdk;
		if (typeof copy.uploadConcurrency === "number") result.uploadConcurrency = copy.uploadConcurrency;
		if (typeof copy.uploadChunkSize === "number") result.uploadChunkSize = copy.uploadChunkSize;
	}
	/**
	* Add env var overrides
	*/
	result.uploadConcurrency = !isNaN(Number(process.env["CACHE_UPLOAD_CONCURRENCY"])) ? Math.min(32, Number(process.env["CACHE_UPLOAD_CONCURRENCY"])) : result.uploadConcurrency;
	result.uploadChunkSize = !isNaN(Number(process.env["CACHE_UPLOAD_CHUNK_SIZE"])) ? Math.min(134217728, Number(process.env["CACHE_UPLOAD_CHUNK_SIZE"]) * 1024 * 1024) : result.uploadChunkSize;
	debug(`Use Azure SDK: ${result.useAzureSdk}`);
	debug(`Upload concurrency: ${result.uploadConcurrency}`);
	debug(`Upload chunk size: ${result.uploadChunkSize}`);
	return result;
}
/**
* Returns a copy of the download options with defaults filled in.
*
* @param copy the original download options
*/
function getDownloadOptions(copy) {
	const result = {
		useAzureSdk: false,
		concurrentBlobDownloads: true,
		downloadConcurrency: 8,
		timeoutInMs: 3e4,
		segmentTimeoutInMs: 6e5,
		lookupOnly: false
	};
	if (copy) {
		if (typeof copy.useAzureSdk === "boolean") result.useAzureSdk = copy.useAzureSdk;
		if (typeof copy.concurrentBlobDownloads === "boolean") result.concurrentBlobDownloads = copy.concurrentBlobDownloads;
		if (typeof copy.downloadConcurrency === "number") result.downloadConcurrency = copy.downloadConcurrency;
		if (typeof copy.timeoutInMs === "number") result.timeoutInMs = copy.timeoutInMs;
		if (typeof copy.segmentTimeoutInMs === "number") result.segmentTimeoutInMs = copy.segmentTimeoutInMs;
		if (typeof copy.lookupOnly === "boolean") result.lookupOnly = copy.lookupOnly;
	}
	const segmentDownloadTimeoutMins = process.env["SEGMENT_DOWNLOAD_TIMEOUT_MINS"];
	if (segmentDownloadTimeoutMins && !isNaN(Number(segmentDownloadTimeoutMins)) && isFinite(Number(segmentDownloadTimeoutMins))) result.segmentTimeoutInMs = Number(segmentDownloadTimeoutMins) * 60 * 1e3;
	debug(`Use Azure SDK: ${result.useAzureSdk}`);
	debug(`Download concurrency: ${result.downloadConcurrency}`);
	debug(`Request timeout (ms): ${result.timeoutInMs}`);
	debug(`Cache segment download timeout mins env var: ${process.env["SEGMENT_DOWNLOAD_TIMEOUT_MINS"]}`);
	debug(`Segment download timeout (ms): ${result.segmentTimeoutInMs}`);
	debug(`Lookup only: ${result.lookupOnly}`);
	return result;
}
// node_modules/@actions/cache/lib/internal/config.js
function isGhes() {
	const hostname = new URL(process.env["GITHUB_SERVER_URL"] || "https://github.com").hostname.trimEnd().toUpperCase();
	const isGitHubHost = hostname === "GITHUB.COM";
	const isGheHost = hostname.endsWith(".GHE.COM");
	const isLocalHost = hostname.endsWith(".LOCALHOST");
	return !isGitHubHost && !isGheHost && !isLocalHost;
}
function getCacheServiceVersion() {
	if (isGhes()) return "v1";
	return process.env["ACTIONS_CACHE_SERVICE_V2"] ? "v2" : "v1";
}
function getCacheServiceURL() {
	const version = getCacheServiceVersion();
	switch (version) {
		case "v1": return process.env["ACTIONS_CACHE_URL"] || process.env["ACTIONS_RESULTS_URL"] || "";
		case "v2": return process.env["ACTIONS_RESULTS_URL"] || "";
		default: throw new Error(`Unsupported cache service version: ${version}`);
	}
}
// node_modules/@actions/cache/package.json
var require_package = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = {
		"name": "@actions/cache",
		"version": "6.3.0",
		"description": "Actions cache lib",
		"keywords": [
			"github",
			"actions",
			"cache"
		],
		"homepage": "https://github.com/actions/toolkit/tree/main/packages/cache",
		"license": "MIT",
		"type": "module",
		"main": "lib/cache.js",
		"types": "lib/cache.d.ts",
		"exports": { ".": {
			"types": "./lib/cache.d.ts",
			"import": "./lib/cache.js"
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
			"directory": "packages/cache"
		},
		"scripts": {
			"audit-moderate": "npm install && npm audit --json --audit-level=moderate > audit.json",
			"test": "echo \"Error: run tests from root\" && exit 1",
			"tsc": "tsc && cp src/internal/shared/package-version.cjs lib/internal/shared/"
		},
		"bugs": { "url": "https://github.com/actions/toolkit/issues" },
		"dependencies": {
			"@actions/core": "^3.0.1",
			"@actions/exec": "^3.0.0",
			"@actions/glob": "^0.7.0",
			"@actions/http-client": "^4.0.1",
			"@actions/io": "^3.0.2",
			"@azure/core-rest-pipeline": "~1.23.0",
			"@azure/storage-blob": "~12.31.0",
			"@protobuf-ts/runtime-rpc": "^2.11.1",
			"semver": "^7.8.5"
		},
		"devDependencies": {
			"@protobuf-ts/plugin": "^2.11.1",
			"@types/node": "^25.9.8",
			"@types/semver": "^7.8.0",
			"typescript": "^5.9.3"
		},
		"overrides": {
			"uri-js": "npm:uri-js-replace@^1.0.1",
			"node-fetch": "^3.3.2"
		}
	};
}));
// node_modules/@actions/cache/lib/internal/shared/user-agent.js
var import_package_version = (/* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = { version: require_package().version };
})))();
/**
* Ensure that this User Agent String is used in all HTTP calls so that we can monitor telemetry between different versions of this package
*/
function getUserAgentString() {
	return `@actions/cache-${import_package_version.version}`;
}
// node_modules/@actions/cache/lib/internal/cacheHttpClient.js
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
function getCacheApiUrl(resource) {
	const baseUrl = getCacheServiceURL();
	if (!baseUrl) throw new Error("Cache Service Url not found, unable to restore cache.");
	const url = `${baseUrl}_apis/artifactcache/${resource}`;
	debug(`Resource Url: ${url}`);
	return url;
}
function createAcceptHeader(type, apiVersion) {
	return `${type};api-version=${apiVersion}`;
}
function getRequestOptions() {
	return { headers: { Accept: createAcceptHeader("application/json", "6.0-preview.1") } };
}
function createHttpClient() {
	const token = process.env["ACTIONS_RUNTIME_TOKEN"] || "";
	const bearerCredentialHandler = new BearerCredentialHandler(token);
	return new HttpClient(getUserAgentString(), [bearerCredentialHandler], getRequestOptions());
}
function downloadCache(archiveLocation, archivePath, options) {
	return __awaiter$1(this, void 0, void 0, function* () {
		const archiveUrl = new URL$1(archiveLocation);
		const downloadOptions = getDownloadOptions(options);
		if (archiveUrl.hostname.endsWith(".blob.core.windows.net")) {
			if (downloadOptions.useAzureSdk) yield downloadCacheStorageSDK(archiveLocation, archivePath, downloadOptions);
			else if (downloadOptions.concurrentBlobDownloads) yield downloadCacheHttpClientConcurrent(archiveLocation, archivePath, downloadOptions);
			else yield downloadCacheHttpClient(archiveLocation, archivePath);
		} else yield downloadCacheHttpClient(archiveLocation, archivePath);
	});
}
function getContentRange(start, end) {
	return `bytes ${start}-${end}/*`;
}
function uploadChunk(httpClient, resourceUrl, openStream, start, end) {
	return __awaiter$1(this, void 0, void 0, function* () {
		debug(`Uploading chunk of size ${end - start + 1} bytes at offset ${start} with content range: ${getContentRange(start, end)}`);
		const additionalHeaders = {
			"Content-Type": "application/octet-stream",
			"Content-Range": getContentRange(start, end)
		};
		const uploadChunkResponse = yield retryHttpClientResponse(`uploadChunk (start: ${start}, end: ${end})`, () => __awaiter$1(this, void 0, void 0, function* () {
			return httpClient.sendStream("PATCH", resourceUrl, openStream(), additionalHeaders);
		}));
		if (!isSuccessStatusCode(uploadChunkResponse.message.statusCode)) throw new Error(`Cache service responded with ${uploadChunkResponse.message.statusCode} during upload chunk.`);
	});
}
function uploadFile(httpClient, cacheId, archivePath, options) {
	return __awaiter$1(this, void 0, void 0, function* () {
		const fileSize = getArchiveFileSizeInBytes(archivePath);
		const resourceUrl = getCacheApiUrl(`caches/${cacheId.toString()}`);
		const fd = fs$1.openSync(archivePath, "r");
		const uploadOptions = getUploadOptions(options);
		const concurrency = assertDefined("uploadConcurrency", uploadOptions.uploadConcurrency);
		const maxChunkSize = assertDefined("uploadChunkSize", uploadOptions.uploadChunkSize);
		const parallelUploads = [...new Array(concurrency).keys()];
		debug("Awaiting all uploads");
		let offset = 0;
		try {
			yield Promise.all(parallelUploads.map(() => __awaiter$1(this, void 0, void 0, function* () {
				while (offset < fileSize) {
					const chunkSize = Math.min(fileSize - offset, maxChunkSize);
					const start = offset;
					const end = offset + chunkSize - 1;
					offset += maxChunkSize;
					yield uploadChunk(httpClient, resourceUrl, () => fs$1.createReadStream(archivePath, {
						fd,
						start,
						end,
						autoClose: false
					}).on("error", (error) => {
						throw new Error(`Cache upload failed because file read failed with ${error.message}`);
					}), start, end);
				}
			})));
		} finally {
			fs$1.closeSync(fd);
		}
	});
}
function commitCache(httpClient, cacheId, filesize) {
	return __awaiter$1(this, void 0, void 0, function* () {
		const commitCacheRequest = { size: filesize };
		return yield retryTypedResponse("commitCache", () => __awaiter$1(this, void 0, void 0, function* () {
			return httpClient.postJson(getCacheApiUrl(`caches/${cacheId.toString()}`), commitCacheRequest);
		}));
	});
}
function saveCache(cacheId, archivePath, signedUploadURL, options) {
	return __awaiter$1(this, void 0, void 0, function* () {
		if (getUploadOptions(options).useAzureSdk) {
			if (!signedUploadURL) throw new Error("Azure Storage SDK can only be used when a signed URL is provided.");
			yield uploadCacheArchiveSDK(signedUploadURL, archivePath, options);
		} else {
			const httpClient = createHttpClient();
			debug("Upload cache");
			yield uploadFile(httpClient, cacheId, archivePath, options);
			debug("Commiting cache");
			const cacheSize = getArchiveFileSizeInBytes(archivePath);
			info(`Cache Size: ~${Math.round(cacheSize / 1048576)} MB (${cacheSize} B)`);
			const commitCacheResponse = yield commitCache(httpClient, cacheId, cacheSize);
			if (!isSuccessStatusCode(commitCacheResponse.statusCode)) throw new Error(`Cache service responded with ${commitCacheResponse.statusCode} during commit cache.`);
			info("Cache saved successfully");
		}
	});
}
// node_modules/@actions/cache/lib/generated/results/entities/v1/cachescope.js
var import_commonjs = require_commonjs$1();
var import_commonjs$1 = require_commonjs();
var CacheScope$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("github.actions.results.entities.v1.CacheScope", [{
			no: 1,
			name: "scope",
			kind: "scalar",
			T: 9
		}, {
			no: 2,
			name: "permission",
			kind: "scalar",
			T: 3
		}]);
	}
	create(value) {
		const message = {
			scope: "",
			permission: "0"
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
					message.scope = reader.string();
					break;
				case 2:
					message.permission = reader.int64().toString();
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
		if (message.scope !== "") writer.tag(1, import_commonjs$1.WireType.LengthDelimited).string(message.scope);
		if (message.permission !== "0") writer.tag(2, import_commonjs$1.WireType.Varint).int64(message.permission);
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
/**
* @generated MessageType for protobuf message github.actions.results.entities.v1.CacheScope
*/
const CacheScope = new CacheScope$Type();
// node_modules/@actions/cache/lib/generated/results/entities/v1/cachemetadata.js
var CacheMetadata$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("github.actions.results.entities.v1.CacheMetadata", [{
			no: 1,
			name: "repository_id",
			kind: "scalar",
			T: 3
		}, {
			no: 2,
			name: "scope",
			kind: "message",
			repeat: 1,
			T: () => CacheScope
		}]);
	}
	create(value) {
		const message = {
			repositoryId: "0",
			scope: []
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
					message.repositoryId = reader.int64().toString();
					break;
				case 2:
					message.scope.push(CacheScope.internalBinaryRead(reader, reader.uint32(), options));
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
		if (message.repositoryId !== "0") writer.tag(1, import_commonjs$1.WireType.Varint).int64(message.repositoryId);
		for (let i = 0; i < message.scope.length; i++) CacheScope.internalBinaryWrite(message.scope[i], writer.tag(2, import_commonjs$1.WireType.LengthDelimited).fork(), options).join();
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
/**
* @generated MessageType for protobuf message github.actions.results.entities.v1.CacheMetadata
*/
const CacheMetadata = new CacheMetadata$Type();
// node_modules/@actions/cache/lib/generated/results/api/v1/cache.js
var CreateCacheEntryRequest$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("github.actions.results.api.v1.CreateCacheEntryRequest", [
			{
				no: 1,
				name: "metadata",
				kind: "message",
				T: () => CacheMetadata
			},
			{
				no: 2,
				name: "key",
				kind: "scalar",
				T: 9
			},
			{
				no: 3,
				name: "version",
				kind: "scalar",
				T: 9
			}
		]);
	}
	create(value) {
		const message = {
			key: "",
			version: ""
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
					message.metadata = CacheMetadata.internalBinaryRead(reader, reader.uint32(), options, message.metadata);
					break;
				case 2:
					message.key = reader.string();
					break;
				case 3:
					message.version = reader.string();
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
		if (message.metadata) CacheMetadata.internalBinaryWrite(message.metadata, writer.tag(1, import_commonjs$1.WireType.LengthDelimited).fork(), options).join();
		if (message.key !== "") writer.tag(2, import_commonjs$1.WireType.LengthDelimited).string(message.key);
		if (message.version !== "") writer.tag(3, import_commonjs$1.WireType.LengthDelimited).string(message.version);
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
/**
* @generated MessageType for protobuf message github.actions.results.api.v1.CreateCacheEntryRequest
*/
const CreateCacheEntryRequest = new CreateCacheEntryRequest$Type();
var CreateCacheEntryResponse$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("github.actions.results.api.v1.CreateCacheEntryResponse", [
			{
				no: 1,
				name: "ok",
				kind: "scalar",
				T: 8
			},
			{
				no: 2,
				name: "signed_upload_url",
				kind: "scalar",
				T: 9
			},
			{
				no: 3,
				name: "message",
				kind: "scalar",
				T: 9
			}
		]);
	}
	create(value) {
		const message = {
			ok: false,
			signedUploadUrl: "",
			message: ""
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
				case 3:
					message.message = reader.string();
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
		if (message.message !== "") writer.tag(3, import_commonjs$1.WireType.LengthDelimited).string(message.message);
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
/**
* @generated MessageType for protobuf message github.actions.results.api.v1.CreateCacheEntryResponse
*/
const CreateCacheEntryResponse = new CreateCacheEntryResponse$Type();
var FinalizeCacheEntryUploadRequest$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("github.actions.results.api.v1.FinalizeCacheEntryUploadRequest", [
			{
				no: 1,
				name: "metadata",
				kind: "message",
				T: () => CacheMetadata
			},
			{
				no: 2,
				name: "key",
				kind: "scalar",
				T: 9
			},
			{
				no: 3,
				name: "size_bytes",
				kind: "scalar",
				T: 3
			},
			{
				no: 4,
				name: "version",
				kind: "scalar",
				T: 9
			}
		]);
	}
	create(value) {
		const message = {
			key: "",
			sizeBytes: "0",
			version: ""
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
					message.metadata = CacheMetadata.internalBinaryRead(reader, reader.uint32(), options, message.metadata);
					break;
				case 2:
					message.key = reader.string();
					break;
				case 3:
					message.sizeBytes = reader.int64().toString();
					break;
				case 4:
					message.version = reader.string();
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
		if (message.metadata) CacheMetadata.internalBinaryWrite(message.metadata, writer.tag(1, import_commonjs$1.WireType.LengthDelimited).fork(), options).join();
		if (message.key !== "") writer.tag(2, import_commonjs$1.WireType.LengthDelimited).string(message.key);
		if (message.sizeBytes !== "0") writer.tag(3, import_commonjs$1.WireType.Varint).int64(message.sizeBytes);
		if (message.version !== "") writer.tag(4, import_commonjs$1.WireType.LengthDelimited).string(message.version);
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
/**
* @generated MessageType for protobuf message github.actions.results.api.v1.FinalizeCacheEntryUploadRequest
*/
const FinalizeCacheEntryUploadRequest = new FinalizeCacheEntryUploadRequest$Type();
var FinalizeCacheEntryUploadResponse$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("github.actions.results.api.v1.FinalizeCacheEntryUploadResponse", [
			{
				no: 1,
				name: "ok",
				kind: "scalar",
				T: 8
			},
			{
				no: 2,
				name: "entry_id",
				kind: "scalar",
				T: 3
			},
			{
				no: 3,
				name: "message",
				kind: "scalar",
				T: 9
			}
		]);
	}
	create(value) {
		const message = {
			ok: false,
			entryId: "0",
			message: ""
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
					message.entryId = reader.int64().toString();
					break;
				case 3:
					message.message = reader.string();
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
		if (message.entryId !== "0") writer.tag(2, import_commonjs$1.WireType.Varint).int64(message.entryId);
		if (message.message !== "") writer.tag(3, import_commonjs$1.WireType.LengthDelimited).string(message.message);
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
/**
* @generated MessageType for protobuf message github.actions.results.api.v1.FinalizeCacheEntryUploadResponse
*/
const FinalizeCacheEntryUploadResponse = new FinalizeCacheEntryUploadResponse$Type();
var GetCacheEntryDownloadURLRequest$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("github.actions.results.api.v1.GetCacheEntryDownloadURLRequest", [
			{
				no: 1,
				name: "metadata",
				kind: "message",
				T: () => CacheMetadata
			},
			{
				no: 2,
				name: "key",
				kind: "scalar",
				T: 9
			},
			{
				no: 3,
				name: "restore_keys",
				kind: "scalar",
				repeat: 2,
				T: 9
			},
			{
				no: 4,
				name: "version",
				kind: "scalar",
				T: 9
			}
		]);
	}
	create(value) {
		const message = {
			key: "",
			restoreKeys: [],
			version: ""
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
					message.metadata = CacheMetadata.internalBinaryRead(reader, reader.uint32(), options, message.metadata);
					break;
				case 2:
					message.key = reader.string();
					break;
				case 3:
					message.restoreKeys.push(reader.string());
					break;
				case 4:
					message.version = reader.string();
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
		if (message.metadata) CacheMetadata.internalBinaryWrite(message.metadata, writer.tag(1, import_commonjs$1.WireType.LengthDelimited).fork(), options).join();
		if (message.key !== "") writer.tag(2, import_commonjs$1.WireType.LengthDelimited).string(message.key);
		for (let i = 0; i < message.restoreKeys.length; i++) writer.tag(3, import_commonjs$1.WireType.LengthDelimited).string(message.restoreKeys[i]);
		if (message.version !== "") writer.tag(4, import_commonjs$1.WireType.LengthDelimited).string(message.version);
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
/**
* @generated MessageType for protobuf message github.actions.results.api.v1.GetCacheEntryDownloadURLRequest
*/
const GetCacheEntryDownloadURLRequest = new GetCacheEntryDownloadURLRequest$Type();
var GetCacheEntryDownloadURLResponse$Type = class extends import_commonjs$1.MessageType {
	constructor() {
		super("github.actions.results.api.v1.GetCacheEntryDownloadURLResponse", [
			{
				no: 1,
				name: "ok",
				kind: "scalar",
				T: 8
			},
			{
				no: 2,
				name: "signed_download_url",
				kind: "scalar",
				T: 9
			},
			{
				no: 3,
				name: "matched_key",
				kind: "scalar",
				T: 9
			}
		]);
	}
	create(value) {
		const message = {
			ok: false,
			signedDownloadUrl: "",
			matchedKey: ""
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
					message.signedDownloadUrl = reader.string();
					break;
				case 3:
					message.matchedKey = reader.string();
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
		if (message.signedDownloadUrl !== "") writer.tag(2, import_commonjs$1.WireType.LengthDelimited).string(message.signedDownloadUrl);
		if (message.matchedKey !== "") writer.tag(3, import_commonjs$1.WireType.LengthDelimited).string(message.matchedKey);
		let u = options.writeUnknownFields;
		if (u !== false) (u == true ? import_commonjs$1.UnknownFieldHandler.onWrite : u)(this.typeName, message, writer);
		return writer;
	}
};
/**
* @generated MessageType for protobuf message github.actions.results.api.v1.GetCacheEntryDownloadURLResponse
*/
const GetCacheEntryDownloadURLResponse = new GetCacheEntryDownloadURLResponse$Type();
new import_commonjs.ServiceType("github.actions.results.api.v1.CacheService", [
	{
		name: "CreateCacheEntry",
		options: {},
		I: CreateCacheEntryRequest,
		O: CreateCacheEntryResponse
	},
	{
		name: "FinalizeCacheEntryUpload",
		options: {},
		I: FinalizeCacheEntryUploadRequest,
		O: FinalizeCacheEntryUploadResponse
	},
	{
		name: "GetCacheEntryDownloadURL",
		options: {},
		I: GetCacheEntryDownloadURLRequest,
		O: GetCacheEntryDownloadURLResponse
	}
]);
// node_modules/@actions/cache/lib/generated/results/api/v1/cache.twirp-client.js
var CacheServiceClientJSON = class {
	constructor(rpc) {
		this.rpc = rpc;
		this.CreateCacheEntry.bind(this);
		this.FinalizeCacheEntryUpload.bind(this);
		this.GetCacheEntryDownloadURL.bind(this);
	}
	CreateCacheEntry(request) {
		const data = CreateCacheEntryRequest.toJson(request, {
			useProtoFieldName: true,
			emitDefaultValues: false
		});
		return this.rpc.request("github.actions.results.api.v1.CacheService", "CreateCacheEntry", "application/json", data).then((data) => CreateCacheEntryResponse.fromJson(data, { ignoreUnknownFields: true }));
	}
	FinalizeCacheEntryUpload(request) {
		const data = FinalizeCacheEntryUploadRequest.toJson(request, {
			useProtoFieldName: true,
			emitDefaultValues: false
		});
		return this.rpc.request("github.actions.results.api.v1.CacheService", "FinalizeCacheEntryUpload", "application/json", data).then((data) => FinalizeCacheEntryUploadResponse.fromJson(data, { ignoreUnknownFields: true }));
	}
	GetCacheEntryDownloadURL(request) {
		const data = GetCacheEntryDownloadURLRequest.toJson(request, {
			useProtoFieldName: true,
			emitDefaultValues: false
		});
		return this.rpc.request("github.actions.results.api.v1.CacheService", "GetCacheEntryDownloadURL", "application/json", data).then((data) => GetCacheEntryDownloadURLResponse.fromJson(data, { ignoreUnknownFields: true }));
	}
};
// node_modules/@actions/cache/lib/internal/shared/util.js
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
*   signed_upload_url: 'https://blob.core.windows.net/?sig=abc123',
*   signed_download_url: 'https://blob.core/windows.net/?sig=def456'
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
	if ("signed_download_url" in body && typeof body.signed_download_url === "string") maskSigUrl(body.signed_download_url);
}
// node_modules/@actions/cache/lib/internal/shared/cacheTwirpClient.js
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
/**
* This class is a wrapper around the CacheServiceClientJSON class generated by Twirp.
*
* It adds retry logic to the request method, which is not present in the generated client.
*
* This class is used to interact with cache service v2.
*/
var CacheServiceClient = class {
	constructor(userAgent, maxAttempts, baseRetryIntervalMilliseconds, retryMultiplier) {
		this.maxAttempts = 5;
		this.baseRetryIntervalMilliseconds = 3e3;
		this.retryMultiplier = 1.5;
		const token = getRuntimeToken();
		this.baseUrl = getCacheServiceURL();
		if (maxAttempts) this.maxAttempts = maxAttempts;
		if (baseRetryIntervalMilliseconds) this.baseRetryIntervalMilliseconds = baseRetryIntervalMilliseconds;
		if (retryMultiplier) this.retryMultiplier = retryMultiplier;
		this.httpClient = new HttpClient(userAgent, [new BearerCredentialHandler(token)]);
	}
	request(service, method, contentType, data) {
		return __awaiter(this, void 0, void 0, function* () {
			const url = new URL(`/twirp/${service}/${method}`, this.baseUrl).href;
			debug(`[Request] ${method} ${url}`);
			const headers = { "Content-Type": contentType };
			try {
				const { body } = yield this.retryableRequest(() => __awaiter(this, void 0, void 0, function* () {
					return this.httpClient.post(url, JSON.stringify(data), headers);
				}));
				return body;
			} catch (error) {
				throw new Error(`Failed to ${method}: ${error.message}`);
			}
		});
	}
	retryableRequest(operation) {
		return __awaiter(this, void 0, void 0, function* () {
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
					if (statusCode === HttpCodes.TooManyRequests) {
						const retryAfterHeader = response.message.headers["retry-after"];
						if (retryAfterHeader) {
							const parsedSeconds = parseInt(retryAfterHeader, 10);
							if (!isNaN(parsedSeconds) && parsedSeconds > 0) warning(`You've hit a rate limit, your rate limit will reset in ${parsedSeconds} seconds`);
						}
						throw new RateLimitError(`Rate limited: ${errorMessage}`);
					}
				} catch (error) {
					if (error instanceof SyntaxError) debug(`Raw Body: ${rawBody}`);
					if (error instanceof UsageError) throw error;
					if (error instanceof RateLimitError) throw error;
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
			HttpCodes.ServiceUnavailable
		].includes(statusCode);
	}
	sleep(milliseconds) {
		return __awaiter(this, void 0, void 0, function* () {
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
function internalCacheTwirpClient(options) {
	return new CacheServiceClientJSON(new CacheServiceClient(getUserAgentString(), options === null || options === void 0 ? void 0 : options.maxAttempts, options === null || options === void 0 ? void 0 : options.retryIntervalMs, options === null || options === void 0 ? void 0 : options.retryMultiplier));
}
export { downloadCache, internalCacheTwirpClient, saveCache };
