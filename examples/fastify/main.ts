import { createGuard } from '@gatehouse/guard'
import { createOrdersService } from './orders-service.js'

const {
  GATEHOUSE_URL,
  GATEHOUSE_ISSUER = GATEHOUSE_URL,
  GATEHOUSE_API_KEY,
  GATEHOUSE_WEBHOOK_SECRET,
  MAX_STALE_SECONDS = '30',
  PORT = '4000',
} = process.env
if (!GATEHOUSE_URL || !GATEHOUSE_ISSUER)
  throw new Error('set GATEHOUSE_URL to the address of Gatehouse')

const guard = createGuard({
  url: GATEHOUSE_URL,
  issuer: GATEHOUSE_ISSUER,
  // With a key that has users:read, the guard hears of changes at once.
  ...(GATEHOUSE_API_KEY ? { apiKey: GATEHOUSE_API_KEY } : {}),
  ...(GATEHOUSE_WEBHOOK_SECRET ? { webhookSecrets: [GATEHOUSE_WEBHOOK_SECRET] } : {}),
  maxStaleSeconds: Number(MAX_STALE_SECONDS),
  onError: (error) => process.stderr.write(`gatehouse: ${String(error)}\n`),
})
const app = createOrdersService(guard)
process.stdout.write(`${await app.listen({ port: Number(PORT), host: '127.0.0.1' })}\n`)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void app.close())
