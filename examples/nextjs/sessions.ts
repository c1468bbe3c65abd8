import { createClient, type GatehouseClient } from '@gatehouse/client'

const baseUrl = process.env.GATEHOUSE_URL ?? 'http://localhost:3000'

/**
 * One client per signed-in browser. It holds the tokens, which therefore never reach the browser,
 * and refreshes them once for all requests. Several instances of this app need a store that they
 * share: pass `createClient` a `TokenStore` on top of Redis or a table.
 */
const clients = ((
  globalThis as { gatehouseClients?: Map<string, GatehouseClient> }
).gatehouseClients ??= new Map<string, GatehouseClient>())

/** A client that is not signed in yet. */
export const newClient = () => createClient({ baseUrl })

/** Keeps a signed-in client until its session ends; returns the handle to find it by. */
export function keepClient(client: GatehouseClient): string {
  const handle = crypto.randomUUID()
  clients.set(handle, client)
  client.auth.onSignedOut(() => clients.delete(handle))
  return handle
}

export const findClient = (handle: string): GatehouseClient | null => clients.get(handle) ?? null
