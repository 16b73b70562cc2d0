import type { Server } from 'node:http'

const EVERY_MS = 50

/**
 * Closes a server permanently. Node closes the connections that are idle at that moment, and then waits for the others. A connection that was being
 * answered is kept alive afterwards, and would delay the end for the time for which a client may be idle (75 s).
 */
export async function closeServer(
  server: Server,
  close = () => new Promise<unknown>((resolve) => server.close(resolve)),
): Promise<void> {
  const sweeping = setInterval(() => server.closeIdleConnections(), EVERY_MS)
  await close().finally(() => clearInterval(sweeping))
}
