import type { z } from 'zod'
import { settings } from '@/lib/config/settings'
import {
  JWKS_PATH,
  type keySetResponse,
  METADATA_PATH,
  type metadataResponse,
} from '@/lib/http/well-known'
import { type KeyRing, keyRing } from '@/lib/identity/sessions/key-ring'
import type { GatewayRequest } from '@/server/gateway/inbound-request'

/**
 * Answers what other services need to verify access tokens: the public keys (RFC 7517) and where
 * they are. Pages of other sites may read both, because they are public and need no credentials.
 * Returns false for any other path.
 */
export function answerWellKnown({ path, req, res, headers, refuse }: GatewayRequest): boolean {
  if (path !== JWKS_PATH && path !== METADATA_PATH) return false
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    refuse({ code: 'method_not_allowed', headers: { Allow: 'GET, HEAD' } })
    return true
  }
  const text = path === JWKS_PATH ? documents().keys : documents().metadata
  const own = [
    ...['Content-Type', 'application/json', 'Cache-Control', 'public, max-age=300'],
    ...['Access-Control-Allow-Origin', '*', 'Content-Length', String(Buffer.byteLength(text))],
  ]
  res.writeHead(200, [...headers, ...own]).end(req.method === 'HEAD' ? undefined : text)
  return true
}

interface Documents {
  keys: string
  metadata: string
}

const written = new WeakMap<KeyRing, Documents>()

function documents(): Documents {
  const ring = keyRing()
  let texts = written.get(ring)
  if (!texts) written.set(ring, (texts = writeDocuments(ring)))
  return texts
}

/**
 * The metadata has the members of OpenID Connect Discovery 1.0 and RFC 8414 for which there is
 * something here, and claims nothing else: this is no OpenID provider.
 */
function writeDocuments({ published }: KeyRing): Documents {
  const { baseUrl, tokens } = settings()
  const algorithms = [...new Set(published.map(({ alg }) => alg))]
  const keys: z.output<typeof keySetResponse> = { keys: [...published] }
  const metadata: z.output<typeof metadataResponse> = {
    issuer: tokens.issuer,
    jwks_uri: `${baseUrl}${JWKS_PATH}`,
    introspection_endpoint: `${baseUrl}/api/v1/auth/introspect`,
    introspection_endpoint_auth_methods_supported: ['Bearer'],
    access_token_signing_alg_values_supported: algorithms.length > 0 ? algorithms : ['HS256'],
    service_documentation: `${baseUrl}/docs`,
  }
  return { keys: JSON.stringify(keys), metadata: JSON.stringify(metadata) }
}
