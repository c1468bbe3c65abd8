import { permissionsFor } from '@/lib/access/permission-access'
import { permissionCatalog, type PermissionName } from '@/lib/config/permission-catalog'
import type { PageAccess } from '@/lib/http/pages/define-pages'
import { pageTable } from '@/lib/http/pages/page-table'
import { keyRuleOf, type RouteAccess } from '@/lib/http/route-declaration'
import { messagesFor } from '@/lib/i18n/messages'
import { pageWithTable } from '@/scripts/docs/page-with-table'
import { apiOperations, type Operation } from '@/tests/kit/contract/declared-handlers'

type Admission = Operation['handler']['declaration']

/** The text of docs/built-in-permissions.md: what each permission opens. */
export async function permissionsPage(): Promise<string> {
  const { meanings } = messagesFor('en').permissions
  const operations = await apiOperations()
  const rows = permissionCatalog.map(({ name }) => [
    `\`${name}\``,
    meanings[name],
    cell(pagesOf(name)),
    operationCell(name, operations),
  ])
  const columns = ['Permission', 'Allows', 'Pages', 'API']
  return pageWithTable('docs/built-in-permissions.md', columns, rows)
}

const opensBy = (access: PageAccess | RouteAccess, name: PermissionName) =>
  typeof access === 'object' && permissionsFor(access).includes(name)

/** The pages that a permission opens, without those below one of them. */
function pagesOf(name: PermissionName): string[] {
  const paths = pageTable
    .filter(({ access, download }) => !download && opensBy(access, name))
    .map(({ path }) => path)
  const isTop = (path: string) => !paths.some((other) => path.startsWith(`${other}/`))
  return paths.filter(isTop).map(nameInPath)
}

const isRequired = (name: PermissionName, { access }: Admission) => opensBy(access, name)

/** Whether only API keys need the permission, because users may do it with what is their own. */
function isForKeys(name: PermissionName, declaration: Admission): boolean {
  const rule = keyRuleOf(declaration)
  return Array.isArray(rule) && rule.includes(name) && !isRequired(name, declaration)
}

/** The operations that need a permission, by path: `GET, POST /users`. */
function operationsOf(
  name: PermissionName,
  operations: Operation[],
  needs: typeof isRequired,
): string[] {
  const methods = new Map<string, string[]>()
  for (const { method, path, handler } of operations) {
    if (!needs(name, handler.declaration)) continue
    const short = nameInPath(path.replace('/api/v1', ''))
    methods.set(short, [...(methods.get(short) ?? []), method])
  }
  return [...methods].sort().map(([path, allowed]) => `${allowed.join(', ')} ${path}`)
}

function operationCell(name: PermissionName, operations: Operation[]): string {
  const required = operationsOf(name, operations, isRequired)
  const forKeys = operationsOf(name, operations, isForKeys)
  return forKeys.length > 0 ? `${cell(required)}<br>API keys: ${cell(forKeys)}` : cell(required)
}

const nameInPath = (path: string) => path.replace(/\[(\w+)\]/g, '{$1}')

const cell = (entries: string[]) => entries.map((entry) => `\`${entry}\``).join('<br>') || '–'
