import { createServer } from 'node:net'

/** Starts a listener on this machine that accepts no connection and counts every attempt; it listens with IPv4 and IPv6 on the same port. */
export async function startListener(at: { readonly hosts?: readonly string[]; readonly port?: number } = {}): Promise<{
  readonly port: number
  readonly seen: () => number
  readonly close: () => Promise<void>
}> {
  let seen = 0
  const servers = (at.hosts ?? [0, 1]).map(() =>
    createServer((socket) => {
      seen += 1
      socket.destroy()
    }),
  )
  const { hosts = ['127.0.0.1', '::1'] } = at
  let { port = 0 } = at
  for (const [place, host] of hosts.entries()) {
    const server = servers[place] as (typeof servers)[number]
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, resolve)
    })
    const address = server.address()
    if (typeof address === 'object' && address !== null) port = address.port
  }
  return {
    port,
    seen: () => seen,
    close: async () => {
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}
