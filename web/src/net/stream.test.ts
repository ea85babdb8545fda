import { expect, test, vi } from 'vitest';

vi.mock('../i18n/index.svelte', () => ({ language: () => 'de' }));
vi.stubGlobal('document', { baseURI: 'http://here.example/' });
const { linesOf, stream } = await import('./stream');
const { Refused } = await import('./api');

function sent(...parts: string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(encoder.encode(part));
      controller.close();
    },
  });
}

function answers(...parts: string[]) {
  vi.stubGlobal('fetch', async () => new Response(sent(...parts)));
}

const how = () => ({ signal: new AbortController().signal, progress: vi.fn() });

test('lines are complete however the chunks were cut', async () => {
  const lines = [];
  for await (const line of linesOf(sent('{"a":', '1}\n{"b"', ':2}\n\n{"c":3}'))) lines.push(line);
  expect(lines).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
});

test('progress comes first, then the result', async () => {
  answers(
    '{"type":"job","id":0,"done":0.5}\n',
    '{"type":"job","id":0,"done":1,"result":{"x":1}}\n',
  );
  const given = how();
  expect(await stream('api/analysis', {}, given)).toEqual({ x: 1 });
  expect(given.progress.mock.calls).toEqual([[0.5]]);
});

test('an error is thrown; a cut-off response counts as offline', async () => {
  answers('{"type":"error","code":"bad-input","reason":"no"}\n');
  await expect(stream('api/analysis', {}, how())).rejects.toMatchObject({
    problem: { code: 'bad-input' },
  });
  answers('{"type":"job","id":0,"done":0.5}\n');
  const broken = stream('api/analysis', {}, how());
  await expect(broken).rejects.toBeInstanceOf(Refused);
  await expect(broken).rejects.toMatchObject({ problem: { code: 'offline' } });
});
