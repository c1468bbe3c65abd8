import { z } from 'zod'
import type { RouteDeclaration } from '@/lib/http/route-declaration'
import { SIGNING_ALGORITHMS } from '@/lib/config/signing-keys'

/**
 * What verifiers of access tokens read. RFC 8615 puts it outside of `/api/v1`, where the gateway
 * answers it; the OpenAPI document describes it like the routes.
 */

export const JWKS_PATH = '/.well-known/jwks.json'
export const METADATA_PATH = '/.well-known/openid-configuration'

const coordinate = z.string().meta({ examples: ['WbbaSStufBwGVGFMyOFLvJ9iz-_nQVvGAaNGIaIb8Ng'] })
const algorithm = z.enum(SIGNING_ALGORITHMS)

const publicKey = z
  .strictObject({
    kty: z.string().meta({ examples: ['EC'] }),
    crv: z.string().meta({ examples: ['P-256'] }),
    x: coordinate,
    y: coordinate.optional(),
    kid: z.string().meta({ examples: ['XkD0nH1Hq0cJmM5vY3zq2Q'] }),
    alg: algorithm,
    use: z.literal('sig'),
  })
  .meta({ id: 'PublicKey' })

export const keySetResponse = z.strictObject({ keys: z.array(publicKey) }).meta({ id: 'KeySet' })

export const metadataResponse = z
  .strictObject({
    issuer: z.string().meta({ examples: ['https://gatehouse.example.com'] }),
    jwks_uri: z.url(),
    introspection_endpoint: z.url(),
    introspection_endpoint_auth_methods_supported: z.array(z.literal('Bearer')),
    access_token_signing_alg_values_supported: z.array(z.enum([...SIGNING_ALGORITHMS, 'HS256'])),
    service_documentation: z.url(),
  })
  .meta({ id: 'IssuerMetadata' })

const getKeySet: RouteDeclaration = {
  operationId: 'getKeySet',
  tag: 'Service',
  summary: 'Get the public keys of access tokens (RFC 7517); none while a secret signs them',
  access: 'public',
  responses: { 200: keySetResponse },
}

const getIssuerMetadata: RouteDeclaration = {
  operationId: 'getIssuerMetadata',
  tag: 'Service',
  summary: 'Get the metadata of the token issuer: the addresses of its keys and of introspection',
  access: 'public',
  responses: { 200: metadataResponse },
}

/** The documents by path, each answered to GET. */
export const WELL_KNOWN: Readonly<Record<string, RouteDeclaration>> = {
  [JWKS_PATH]: getKeySet,
  [METADATA_PATH]: getIssuerMetadata,
}
