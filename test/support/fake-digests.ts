import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildContext, silentLog } from '../../src/core/base/context.ts';
import { BRIDGE_VERSION } from '../../src/core/bridge/protocol.ts';
import { readPlatform } from '../../src/core/toolchain/platform.ts';

/**
 * Writes a program that stands in for Python with the bridge, and gives its path. It answers digest requests with
 * that of the function's name, and with none for functions named `opaque`, `missing` (its file cannot be imported)
 * and `crashes`. A file `starts` beside it gets a line for each start, `asked` one for each request.
 */
export async function fakeInterpreter(folder: string): Promise<string> {
  const program = `#!/usr/bin/env python3
import hashlib, json, os, sys
def note(name, text):
    with open(os.path.join(${JSON.stringify(folder)}, name), "a") as file:
        file.write(text + "\\n")
note("starts", str(os.getpid()))
print(json.dumps({"ready": True, "triton": "0", "python": "0", "bridge": ${BRIDGE_VERSION}}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    name = request["source"]["function"]
    note("asked", request["kind"] + " " + name)
    if name == "crashes":
        os.abort()
    digest = None if name == "opaque" else hashlib.sha256(name.encode()).hexdigest()
    answer = {"ok": True, "digest": digest}
    if name == "missing":
        answer = {"ok": False, "failure": {"reason": "import", "message": "no"}}
    print(json.dumps({"id": request["id"], "cpuSeconds": 0, **answer}), flush=True)
    sys.stderr.write("\\x1e%d\\n" % request["id"])
    sys.stderr.flush()
`;
  const file = join(folder, 'python');
  await writeFile(file, program);
  await chmod(file, 0o755);
  return file;
}

export function fakeContext(folder: string): BuildContext {
  return {
    env: process.env,
    platform: readPlatform(),
    log: silentLog,
    signal: new AbortController().signal,
    home: folder,
    scratch: folder,
    freeBytes: () => Promise.resolve(1e12),
    now: () => 0,
  };
}
