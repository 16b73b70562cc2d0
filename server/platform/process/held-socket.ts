import { lookup } from 'node:dns/promises'
import { rmSync } from 'node:fs'
import net from 'node:net'
import { getSystemErrorName } from 'node:util'

/**
 * A socket that has its address and that this process keeps open without ever reading from it. Another process serves it: while
 * the other process is being replaced, or is frozen, connections wait in the system's queue and are not refused.
 */
export type HeldSocket = { readonly fd: number; close(): void }

type Handle = { readonly fd: number; getsockname(out: { port?: number }): number; close(): void }
type CreateHandle = (address: string, port: number, family: number) => Handle | number

/**
 * Node has no public way to bind an address without accepting connections. Its own module `cluster` uses this function;
 * server/start.test.ts fails if it is ever removed.
 */
const createHandle = Reflect.get(net, '_createServerHandle') as CreateHandle

/** Opens the port of the product. */
export async function holdPort({ host, port }: { readonly host: string; readonly port: number }): Promise<HeldSocket> {
  const { address, family } = await lookup(host)
  const handle = createHandle(address, port, family)
  if (typeof handle === 'number')
    throw new Error(`Port ${port} of ${host} cannot be used (APSIS_HOST, APSIS_PORT): ${getSystemErrorName(handle)}`)
  // The system reports that a port is already used only when the socket listens; before that the socket has no port.
  const name: { port?: number } = {}
  if (handle.getsockname(name) === 0 && name.port === port) return handle
  handle.close()
  throw new Error(`Port ${port} is taken (APSIS_PORT): stop what uses it, or choose another`)
}

/** Opens a socket in the file system; a file that an earlier run left with this name is removed. */
export function holdPath(path: string): HeldSocket {
  rmSync(path, { force: true })
  const handle = createHandle(path, -1, -1)
  if (typeof handle === 'number') throw new Error(`${path} cannot be used as a socket: ${getSystemErrorName(handle)}`)
  return handle
}
