import { ChevronRight } from 'lucide-react'
import Link from 'next/link'
import { Decision } from '@/app/dashboard/rbac/explorer/decision'
import { type ExplorerViewProps, PermissionSelect } from '@/app/dashboard/rbac/explorer/who-view'
import { EmptyState } from '@/components/data-table/list-parts'
import { QueryForm } from '@/components/forms/bare-forms'
import { Field } from '@/components/forms/fields'
import { Button } from '@/components/ui/button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { listPermissions } from '@/lib/access/catalog'
import { explainPermission, findPerson } from '@/lib/access/explain-permission'
import { askedPermission } from '@/lib/access/role.schemas'
import { normalizeEmail } from '@/lib/config/email-address'
import { formatMessage } from '@/lib/i18n/format'
import type { Messages } from '@/lib/i18n/messages'
import { isId } from '@/lib/platform/ids'
import { can, type Principal } from '@/lib/platform/request-context'
import { searchUsers } from '@/lib/users/list-users'
import type { FoundUser } from '@/lib/users/user-search.store'
import { userListFields } from '@/lib/users/users.schemas'
import { type ExplorerQuery, whyPath } from '@/lib/web/explorer-query'
import { pagePath } from '@/lib/web/page-address'

/** Why a user has a permission, or why not. */
export async function WhyView({ query, actor, locale, messages }: ExplorerViewProps) {
  const texts = messages.explorer
  const permissions = await listPermissions()
  const lookup = await findAskedPerson(query, actor)
  const parsed = askedPermission.safeParse(query.permission ?? permissions[0]?.name)
  const permission = parsed.success ? parsed.data : ''
  const person = lookup.userId ? await findPerson(actor, lookup.userId) : null
  const explained = person ? await explainPermission(person.id, permission) : null
  const searches = can(actor, 'users:list')
  return (
    <div className="grid gap-6">
      <QueryForm
        action={pagePath('/dashboard/rbac/explorer')}
        aria-label={texts.tabs.why}
        values={{
          person: person?.email ?? person?.id ?? query.person ?? query.userId ?? '',
          permission,
        }}
        errors={lookup.fault ? { person: texts[lookup.fault] } : {}}
        className="grid items-start gap-4 sm:grid-cols-2"
      >
        <Field
          name="person"
          type="search"
          label={searches ? texts.person : texts.personId}
          hint={
            searches
              ? texts.personHint
              : formatMessage(texts.personIdHint, { permission: 'users:list' })
          }
          maxLength={256}
          autoComplete="off"
        />
        <PermissionSelect
          permissions={permissions}
          selected={query.permission}
          messages={messages}
        />
        <div>
          <Button type="submit">{texts.ask}</Button>
        </div>
      </QueryForm>
      {person && explained?.ok ? (
        <Decision
          person={person}
          explanation={explained.explanation}
          actor={actor}
          locale={locale}
          messages={messages}
        />
      ) : lookup.userId ? (
        <Card>
          <EmptyState title={texts.noPersonTitle} text={texts.noId} />
        </Card>
      ) : lookup.candidates.length > 0 ? (
        <PersonChoices
          candidates={lookup.candidates}
          more={lookup.more}
          permission={query.permission}
          messages={messages}
        />
      ) : query.person && !lookup.fault ? (
        <Card>
          <EmptyState
            title={texts.noPersonTitle}
            text={formatMessage(texts.noPersonText, { text: query.person })}
          />
        </Card>
      ) : lookup.fault ? null : (
        <p className="text-muted">{texts.start}</p>
      )}
    </div>
  )
}

const SHOWN = 10

/**
 * The user in question: one by id (who may not exist), several candidates, or a fault in the input.
 */
export interface AskedPerson {
  userId: string | null
  candidates: FoundUser[]
  more: boolean
  fault: 'noId' | 'tooLong' | null
}

const noPerson: AskedPerson = { userId: null, candidates: [], more: false, fault: null }

/**
 * Finds the user that the URL names. Callers who may not list users find no one by address: they
 * must not learn whether an address has an account.
 */
async function findAskedPerson(
  { person, userId }: Pick<ExplorerQuery, 'person' | 'userId'>,
  actor: Principal,
): Promise<AskedPerson> {
  const id = userId ?? (person && isId(person) ? person : null)
  if (id !== null) return isId(id) ? { ...noPerson, userId: id } : { ...noPerson, fault: 'noId' }
  if (person === null) return noPerson
  if (!can(actor, 'users:list')) return { ...noPerson, fault: 'noId' }
  const query = userListFields.query.safeParse(person)
  if (!query.success) return { ...noPerson, fault: 'tooLong' }
  const users = await searchUsers(query.data ?? '', SHOWN + 1)
  const address = normalizeEmail(person)
  const exact = users.find(({ email }) => email === address)
  const meant = exact ?? (users.length === 1 ? users[0] : undefined)
  if (meant) return { ...noPerson, userId: meant.id }
  return { ...noPerson, candidates: users.slice(0, SHOWN), more: users.length > SHOWN }
}

interface PersonChoicesProps {
  candidates: readonly FoundUser[]
  /** Whether there are more matches. */
  more: boolean
  permission: string | null
  messages: Messages
}

/** The users that match the input, to choose one. */
function PersonChoices({ candidates, more, permission, messages }: PersonChoicesProps) {
  const texts = messages.explorer
  return (
    <Card>
      <CardHeader title={texts.choose} lead={more ? texts.chooseMore : texts.chooseText} />
      <CardBody className="px-0 pt-3 pb-1 sm:px-0">
        <ul className="divide-y divide-line border-t border-line">
          {candidates.map(({ id, email, name }) => (
            <li key={id}>
              <Link
                href={whyPath(id, permission)}
                prefetch={false}
                className="flex items-center justify-between gap-4 px-5 py-2.5 transition-colors hover:bg-subtle focus-visible:-outline-offset-2 sm:px-6"
              >
                <span className="min-w-0">
                  <span className="block font-medium break-all">{email}</span>
                  {name ? <span className="block text-[0.8125rem] text-muted">{name}</span> : null}
                </span>
                <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}
