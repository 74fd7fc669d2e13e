/** The forms that cubins have in a package's C sources: compressed, or byte by byte. */
export const EMBED_FORMS = ['compressed', 'raw'] as const;

export type EmbedForm = (typeof EMBED_FORMS)[number];

export const DEFAULT_EMBED: EmbedForm = 'compressed';
