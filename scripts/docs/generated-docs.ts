import { auditActionsPage } from '@/scripts/docs/audit-actions-page'
import { envExample } from '@/scripts/docs/env-example'
import { permissionsPage } from '@/scripts/docs/permissions-page'
import { providersPage } from '@/scripts/docs/providers-page'

/** The committed files that `npm run docs:update` writes from declarations, by path. */
export const generatedDocs: Readonly<Record<string, () => string | Promise<string>>> = {
  '.env.example': envExample,
  'docs/audit-actions.md': auditActionsPage,
  'docs/built-in-permissions.md': permissionsPage,
  'docs/providers.md': providersPage,
}
