import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Guard } from '@gatehouse/guard'
import { callerOf, requirePermission, webhookHandler } from '@gatehouse/guard/express'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'

interface Order {
  id: string
  product: string
  /** The user who placed it. */
  placed_by: string
}

/** A small order service. The orders are in memory. */
export function createOrdersService(guard: Guard): Express {
  const orders: Order[] = []
  const app = express()

  // Before the body parser, because a webhook is signed byte by byte.
  app.post('/webhooks/gatehouse', webhookHandler(guard))

  app.get('/orders', requirePermission(guard, 'shop:orders:read'), (_req, res) => {
    res.json({ data: orders })
  })

  app.post(
    '/orders',
    requirePermission(guard, 'shop:orders:write'),
    express.json({ limit: '10kb' }),
    (req, res) => {
      const { product } = (req.body ?? {}) as { product?: unknown }
      if (typeof product !== 'string' || !product || product.length > 100)
        return sendProblem(res, 422, 'Name a product of up to 100 characters.')
      const order: Order = { id: randomUUID(), product, placed_by: callerOf(req).userId }
      orders.push(order)
      res.status(201).json(order)
    },
  )
  app.use(answerFault)
  return app
}

/** Sends a problem document (RFC 9457), as the guard does. */
function sendProblem(res: Response, status: number, detail?: string): void {
  const problem = { title: STATUS_CODES[status], status, detail }
  res.status(status).type('application/problem+json').json(problem)
}

/**
 * Replaces Express's own error page, which shows the stack unless NODE_ENV is production. Express
 * tells error handlers from others by their four parameters.
 */
function answerFault(error: unknown, _req: Request, res: Response, next: NextFunction): void {
  if (res.headersSent) return next(error)
  // Body parsers refuse malformed and oversized bodies with a status of their own.
  const { status } = error as { status?: unknown }
  if (typeof status === 'number' && status >= 400 && status < 500) return sendProblem(res, status)
  process.stderr.write(`${String(error)}\n`)
  sendProblem(res, 500)
}
