import { loadSettings } from '@/lib/config/settings'
import { buildOpenApi } from '@/lib/http/openapi-document'
import { apiRoutes } from '@/server/generated/api-routes'

/**
 * The OpenAPI document of a service with default settings, from the declarations alone: scripts
 * need no running service.
 */
export function openApiDocument() {
  loadSettings({})
  return buildOpenApi(apiRoutes)
}
