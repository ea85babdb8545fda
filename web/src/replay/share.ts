/** A record in a link: compressed into the part after the #, which is never sent to a server. */
async function through(
  bytes: Uint8Array,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const piped = new Blob([bytes as BlobPart]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

export async function packed(record: object): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(record));
  const small = await through(bytes, new CompressionStream('deflate-raw'));
  const text = btoa(Array.from(small, (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export async function unpacked(text: string): Promise<Record<string, unknown>> {
  const raw = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
  const large = await through(bytes, new DecompressionStream('deflate-raw'));
  return JSON.parse(new TextDecoder().decode(large)) as Record<string, unknown>;
}
