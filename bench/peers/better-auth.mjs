// A service with better-auth, as its documentation sets it up for Node and PostgreSQL, without rate
// limits. Arguments: the database, the port, and `cached` to trust a session cookie for five
// minutes without asking the database.
import { createServer } from 'node:http'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import pg from 'pg'

const [database, port, mode] = process.argv.slice(2)
const options = {
  database: new pg.Pool({ connectionString: database, max: 20 }),
  baseURL: `http://127.0.0.1:${port}`,
  secret: 'only-for-this-benchmark-and-long-enough',
  emailAndPassword: { enabled: true },
  session: { cookieCache: { enabled: mode === 'cached', maxAge: 300 } },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { level: 'error' },
}
const auth = betterAuth(options)
await (await getMigrations(options)).runMigrations()
createServer(toNodeHandler(auth)).listen(Number(port), '127.0.0.1', () => console.log('ready'))
