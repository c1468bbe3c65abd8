import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A load balancer in front of several instances. */
export interface Balancer {
  url: string
  close(): Promise<void>
}

/**
 * Starts a balancer that forwards each connection to the next of these addresses, skipping dead
 * ones.
 */
export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  const open = new Set<Socket>()
  let turn = 0
  const server = createServer((client) => {
    open.add(client)
    client.on('error', () => client.destroy())
    client.once('close', () => open.delete(client))
    lead(client, turn++, urls.length)
  })
  const lead = (client: Socket, to: number, tries: number): void => {
    const { hostname, port } = new URL(urls[to % urls.length]!)
    const instance = connect(Number(port), hostname)
    instance.once('connect', () => {
      instance.on('error', () => client.destroy())
      instance.once('close', () => client.destroy())
      client.once('close', () => instance.destroy())
      client.pipe(instance).pipe(client)
    })
    instance.once('error', () => (tries > 1 ? lead(client, to + 1, tries - 1) : client.destroy()))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}
