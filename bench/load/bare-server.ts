/** The server for comparison: a bare `node:http` server that answers each path with freshly written JSON of the requested size. */
import { createServer } from 'node:http'

const ITEM = {
  id: '0b8f7c1e-3d7a-4f5e-9a55-6f1b2c3d4e5f',
  code: 200,
  title: 'Pass completed',
  message: 'The observation request of the last pass was COMPLETED_OK.',
  status: '2xx',
  timestamp: '2026-11-20T09:00:00.000Z',
  state: 'fresh',
}
const ITEM_BYTES = JSON.stringify(ITEM).length + 1

const sizes = new Map<string, number>(Object.entries(JSON.parse(process.argv[2] ?? '{}') as Record<string, number>))
const lists = new Map([...sizes].map(([path, bytes]) => [path, listOf(bytes)]))

function listOf(bytes: number): unknown[] {
  return Array.from({ length: Math.max(1, Math.round(bytes / ITEM_BYTES)) }, () => ({ ...ITEM }))
}

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const text = JSON.stringify(lists.get(request.url?.slice(1) ?? '') ?? [ITEM])
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    })
    response.end(text)
  })
})
server.keepAliveTimeout = 75_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  process.stdout.write(`${JSON.stringify({ msg: 'bare server is ready', port })}\n`)
})
process.on('SIGTERM', () => process.exit(0))
