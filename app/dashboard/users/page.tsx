import { Bot, Download, Upload, UserPlus } from 'lucide-react'
import Link from 'next/link'
import { BulkBar } from '@/app/dashboard/users/bulk-bar'
import {
  NoUsers,
  UserActionNotice,
  UserFilterForm,
  UserViews,
} from '@/app/dashboard/users/user-list-controls'
import { UserTable } from '@/app/dashboard/users/user-table'
import { ListBar, Pager } from '@/components/data-table/list-parts'
import { clientTexts } from '@/components/forms/page-form'
import { PageHeader } from '@/components/layout/page-header'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { formatCount } from '@/lib/i18n/format'
import type { Messages } from '@/lib/i18n/messages'
import { now } from '@/lib/platform/clock'
import { can } from '@/lib/platform/request-context'
import { BULK_KINDS, BULK_PERMISSIONS } from '@/lib/users/bulk/bulk-kinds'
import { restorationPeriod } from '@/lib/users/erasure/erasure-date'
import { findHigherPrivilegedUsers } from '@/lib/users/get-user'
import { countUsers, listUsers } from '@/lib/users/list-users'
import { countRegistrations } from '@/lib/users/list-registrations'
import { listRoleNames } from '@/lib/users/user-roles'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { listFrom } from '@/lib/web/list-from'
import { parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'
import {
  readUsersQuery,
  usersAddress,
  usersExportAddress,
  type UsersQuery,
} from '@/lib/web/users-query'

/** Small because each row contains its menu and confirmation dialogs. */
const PAGE_SIZE = 25

const page = definePage('/dashboard/users')

export const generateMetadata = page.metadata

/**
 * The user list, filtered and sorted by the URL, with actions per user. `?cursor` continues the
 * list.
 */
export default page.render(async ({ principal, searchParams }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.users
  const search = await searchParams
  const query = readUsersQuery((name) => parameter(search, name))
  const [{ users, nextCursor, cursor }, total, roles, waiting] = await Promise.all([
    usersFor(query, parameter(search, 'cursor')),
    countUsers(query.filters),
    listRoleNames(),
    can(principal, 'users:activate') ? countRegistrations() : null,
  ])
  const outranking = await findHigherPrivilegedUsers(
    principal,
    users.map(({ id }) => id),
  )
  const filtered = Object.keys(query.filters).length > 0
  const kinds = BULK_KINDS.filter((kind) => can(principal, BULK_PERMISSIONS[kind]))
  const selectable = kinds.length > 0
  const alone = !filtered && !cursor && users.length === 1
  const onClient = clientTexts(locale)
  return (
    <div data-wide>
      <PageHeader title={texts.title} lead={texts.lead}>
        <div className="flex flex-wrap gap-2 empty:hidden">
          {can(principal, 'users:read') ? <ExportLinks query={query} texts={texts} /> : null}
          {can(principal, 'users:activate') ? (
            <>
              <Link
                className={buttonClasses({ variant: 'outline' })}
                href="/dashboard/users/import"
                prefetch={false}
              >
                <Upload aria-hidden />
                {messages.userImport.title}
              </Link>
              <Link
                className={buttonClasses({ variant: 'outline' })}
                href="/dashboard/users/service-account"
                prefetch={false}
              >
                <Bot aria-hidden />
                {texts.createService}
              </Link>
              <Link className={buttonClasses()} href="/dashboard/users/invite" prefetch={false}>
                <UserPlus aria-hidden />
                {texts.invite}
              </Link>
            </>
          ) : null}
        </div>
      </PageHeader>
      <UserActionNotice
        outcome={await readOutcome()}
        users={users}
        locale={locale}
        messages={messages}
      />
      <UserFilterForm query={query} roles={roles} texts={texts} />
      <ListBar
        total={total}
        texts={texts.total}
        locale={locale}
        after={
          <>
            {filtered ? <ClearFilters query={query} texts={texts} /> : null}
            {waiting && waiting.count > 0 ? (
              <TextLink alone href="/dashboard/users/registrations" className="text-[0.8125rem]">
                {formatCount(messages.registrations.link, waiting.count, locale, waiting.more)}
              </TextLink>
            ) : null}
            {selectable ? (
              <TextLink alone href="/dashboard/users/bulk" className="text-[0.8125rem]">
                {messages.bulkActions.title}
              </TextLink>
            ) : null}
          </>
        }
      >
        <UserViews query={query} texts={texts.views} />
      </ListBar>
      <Card className="group/rows">
        {users.length > 0 ? (
          <UserTable
            users={users}
            outranking={outranking}
            viewer={principal}
            selectable={selectable}
            restorableFor={restorationPeriod(locale)}
            query={query}
            locale={locale}
            messages={messages}
            clientTexts={onClient}
            at={now()}
          />
        ) : (
          <NoUsers why="noMatch" texts={texts} />
        )}
        {selectable && users.length > 0 ? (
          <BulkBar
            kinds={kinds}
            total={total}
            filters={query.filters}
            locale={locale}
            texts={messages.bulkActions}
            noSelection={messages.forms.emptyFields.user_ids}
            clientTexts={onClient}
          />
        ) : null}
        {alone ? <NoUsers why="alone" texts={texts} /> : null}
        <Pager
          first={cursor && usersAddress(query)}
          next={nextCursor && usersAddress(query, { cursor: nextCursor })}
          texts={texts}
        />
      </Card>
    </div>
  )
})

function ClearFilters({ query: { sort }, texts }: { query: UsersQuery; texts: Messages['users'] }) {
  return (
    <TextLink alone href={usersAddress({ filters: {}, sort })}>
      {texts.filters.clear}
    </TextLink>
  )
}

async function usersFor({ filters, sort }: UsersQuery, cursor: string | null) {
  const request = { ...filters, sort, limit: PAGE_SIZE }
  const listed = await listFrom(
    cursor,
    (cursor) => listUsers({ ...request, cursor }),
    ({ users }) => users.length === 0,
  )
  return listed.ok ? listed : { users: [], nextCursor: null, cursor: null }
}

function ExportLinks({ query, texts }: { query: UsersQuery; texts: Messages['users'] }) {
  const formats = [
    ['csv', texts.exportCsv],
    ['ndjson', texts.exportNdjson],
  ] as const
  return formats.map(([format, label]) => (
    <a
      key={format}
      className={buttonClasses({ variant: 'outline' })}
      href={usersExportAddress(query, format)}
      download
    >
      <Download aria-hidden />
      {label}
    </a>
  ))
}
