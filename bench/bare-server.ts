import { createServer } from 'node:http'
import { loadSettings } from '@/lib/config/settings'
import { readAccessToken } from '@/lib/identity/sessions/session-tokens'

// The reference: a bare Node HTTP server that only verifies the same JWT and answers.

loadSettings()
const body = JSON.stringify({ ok: true })
createServer((req, res) => {
  const token = req.headers.authorization?.slice(7) ?? ''
  const valid = typeof readAccessToken(token, new Date()) === 'object'
  res.writeHead(valid ? 200 : 401, { 'content-type': 'application/json' }).end(body)
}).listen(Number(process.argv[2]), '127.0.0.1', () => process.stdout.write('ready\n'))
