import type { Blob, Blobs } from './blobs.ts';
import { type Answer, failure, type Message, success, textField } from './exchange.ts';
import type { Grant } from './job.ts';

/** An uploaded artifact. */
export interface Artifact {
  readonly id: number;
  readonly run: string;
  readonly job: string;
  readonly name: string;
  /** `sha256:…`, from the uploader. */
  readonly digest: string;
  /** When it was created, in milliseconds. */
  readonly created: number;
  readonly content: Buffer;
}

export interface ArtifactService {
  readonly calls: Readonly<Record<string, (message: Message, grant: Grant) => Answer>>;
  artifacts(): readonly Artifact[];
}

interface Upload extends Omit<Artifact, 'digest' | 'content'> {
  readonly blob: Blob;
  /** The name with which a browser saves it. */
  readonly fileName: string;
  digest?: string;
  /** Undefined during the upload, when it is not visible but its name is taken already. */
  content?: Buffer;
}

/**
 * The artifact part of the service (version 4 of artifacts and later): names are unique in a
 * workflow run.
 */
export function createArtifactService(blobs: Blobs, now: () => number): ArtifactService {
  let uploads: Upload[] = [];
  let lastId = 0;

  const create = (message: Message, { run, job }: Grant): Answer => {
    const name = textField(message, 'name');
    if (uploads.some((upload) => upload.run === run && upload.name === name)) {
      const reason = 'an artifact with this name already exists on the workflow run';
      return failure('already_exists', reason);
    }
    const id = ++lastId;
    const isZip = ['', 'application/zip'].includes(textField(message, 'mime_type'));
    const fileName = isZip ? `${name}.zip` : name;
    const blob = blobs.reserve(`artifact/${id}`);
    uploads.push({ id, run, job, name, created: now(), blob, fileName });
    return success({ ok: true, signed_upload_url: blob.uploadUrl });
  };

  const finalize = (message: Message, grant: Grant): Answer => {
    const upload = uploads.find(
      ({ run, name }) => run === grant.run && name === textField(message, 'name'),
    );
    const content = upload?.blob.content();
    if (upload === undefined || content === undefined) return missing();
    upload.content = content;
    upload.digest = textField(message, 'hash');
    return success({ ok: true, artifact_id: String(upload.id) });
  };

  const list = (message: Message, { run }: Grant): Answer => {
    const [name, id] = [textField(message, 'name_filter'), textField(message, 'id_filter')];
    const found = visible().filter(
      (artifact) =>
        artifact.run === run &&
        (name === '' || artifact.name === name) &&
        (id === '' || artifact.id === Number(id)),
    );
    return success({ artifacts: found.map(describe) });
  };

  const sign = (message: Message, grant: Grant): Answer => {
    const artifact = named(message, grant);
    if (artifact === undefined) return missing();
    return success({ signed_url: artifact.blob.downloadUrl(artifact.fileName) });
  };

  const remove = (message: Message, grant: Grant): Answer => {
    const artifact = named(message, grant);
    if (artifact === undefined) return missing();
    artifact.blob.remove();
    uploads = uploads.filter((upload) => upload !== artifact);
    return success({ ok: true, artifact_id: String(artifact.id) });
  };

  const visible = (): readonly (Upload & Artifact)[] =>
    uploads.filter((upload): upload is Upload & Artifact => upload.content !== undefined);

  const named = (message: Message, { run }: Grant): (Upload & Artifact) | undefined =>
    visible().find((one) => one.run === run && one.name === textField(message, 'name'));

  return {
    calls: {
      CreateArtifact: create,
      FinalizeArtifact: finalize,
      ListArtifacts: list,
      GetSignedArtifactURL: sign,
      DeleteArtifact: remove,
    },
    artifacts: () => visible().map(view),
  };
}

function view({ id, run, job, name, digest, created, content }: Artifact): Artifact {
  return { id, run, job, name, digest, created, content };
}

function describe({ id, run, job, name, created, digest, content }: Artifact): Message {
  return {
    workflow_run_backend_id: run,
    workflow_job_run_backend_id: job,
    database_id: String(id),
    name,
    size: String(content.length),
    created_at: new Date(created).toISOString(),
    digest,
  };
}

function missing(): Answer {
  return failure('not_found', 'artifact not found');
}
