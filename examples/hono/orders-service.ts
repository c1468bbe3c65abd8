import { randomUUID } from 'node:crypto'
import type { Guard } from '@gatehouse/guard'
import { callerOf, requirePermission, webhookHandler } from '@gatehouse/guard/hono'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'

interface Order {
  id: string
  product: string
  /** The user who placed it. */
  placed_by: string
}

/** A problem document (RFC 9457), as the guard sends. */
const INVALID = {
  title: 'Unprocessable Content',
  status: 422,
  detail: 'Name a product of up to 100 characters.',
} as const

/** A small order service. The orders are in memory. */
export function createOrdersService(guard: Guard): Hono {
  const orders: Order[] = []
  const app = new Hono()

  app.post('/webhooks/gatehouse', webhookHandler(guard))

  app.get('/orders', requirePermission(guard, 'shop:orders:read'), (c) => c.json({ data: orders }))

  app.post(
    '/orders',
    requirePermission(guard, 'shop:orders:write'),
    bodyLimit({ maxSize: 10_000 }),
    async (c) => {
      const body = await c.req.json<{ product?: unknown } | null>().catch(() => null)
      const { product } = body ?? {}
      if (typeof product !== 'string' || !product || product.length > 100)
        return c.json(INVALID, INVALID.status, { 'content-type': 'application/problem+json' })
      const order: Order = { id: randomUUID(), product, placed_by: callerOf(c).userId }
      orders.push(order)
      return c.json(order, 201)
    },
  )
  return app
}
