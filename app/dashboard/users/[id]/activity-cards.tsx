import { AuditTable } from '@/app/dashboard/audit/audit-table'
import { endSession, endSessions } from '@/app/dashboard/users/[id]/actions'
import type { UserCardProps } from '@/app/dashboard/users/[id]/user-heading'
import { ConfirmedForm } from '@/components/forms/page-form'
import { EndSession } from '@/components/sessions/end-session'
import { SessionTable } from '@/components/sessions/session-table'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { nameAuditRecords } from '@/lib/audit/name-audit-records'
import type { AuditRecord } from '@/lib/audit/present-audit-record'
import { formatCount, formatMessage } from '@/lib/i18n/format'
import type { ListedSession } from '@/lib/identity/sessions/list-sessions'
import type { BoundedCount } from '@/lib/platform/pagination'
import type { Principal } from '@/lib/platform/request-context'
import { auditAddress } from '@/lib/web/audit-query'
import { pagePath } from '@/lib/web/page-address'

interface SessionsCardProps extends UserCardProps {
  sessions: readonly ListedSession[]
  nextCursor: string | null
  /** The total across all pages. */
  total: BoundedCount | null
  /** Whether this is not the first page of the list. */
  continued: boolean
  at: Date
}

/** The user's sessions, newest first, and the buttons to end one or all. */
export function SessionsCard({
  sessions,
  nextCursor,
  total,
  continued,
  at,
  ...view
}: SessionsCardProps) {
  const { locale, messages, user, person, self, mayChange } = view
  const texts = messages.userDetail.sessions
  const acts = messages.userActions.end_sessions
  const mayEnd = mayChange('users:activate')
  const path = pagePath('/dashboard/users/[id]', user.id)
  const counted =
    total && formatCount(messages.account.sessions.total, total.count, locale, total.more)
  return (
    <Card id="sessions">
      <CardHeader title={texts.title} lead={[counted, texts.lead].filter(Boolean).join(' · ')}>
        {sessions.length > 0 && mayEnd ? (
          <ConfirmedForm
            action={endSessions}
            intent="end_sessions"
            button={acts.submit}
            title={formatMessage(acts.title, { person })}
            text={self ? acts.ownText : acts.text}
            danger
            size="sm"
            cancel={messages.userDetail.cancel}
            locale={locale}
          />
        ) : null}
      </CardHeader>
      {sessions.length > 0 ? (
        <div className="mt-4 border-t border-line">
          <SessionTable
            sessions={sessions}
            locale={locale}
            messages={messages}
            at={at}
            actionsOf={
              mayEnd
                ? (session, device) => (
                    <EndSession
                      session={session}
                      device={device}
                      action={endSession}
                      intent="end_session"
                      button={texts.endOne}
                      title={formatMessage(texts.endOneTitle, { person })}
                      text={
                        session.current
                          ? texts.endOneOwnText
                          : formatMessage(texts.endOneText, { device })
                      }
                      toasts={{ end_session: formatMessage(texts.endOneDone, { person }) }}
                      cancel={messages.userDetail.cancel}
                      locale={locale}
                      messages={messages}
                    />
                  )
                : undefined
            }
          />
        </div>
      ) : (
        <CardBody className="pt-3">{texts.none}</CardBody>
      )}
      {continued || nextCursor ? (
        <CardFooter className="justify-between">
          <span>
            {continued ? (
              <TextLink alone href={`${path}#sessions`}>
                {texts.first}
              </TextLink>
            ) : null}
          </span>
          {nextCursor ? (
            <TextLink alone href={`${path}?sessions=${nextCursor}#sessions`}>
              {texts.more}
            </TextLink>
          ) : null}
        </CardFooter>
      ) : null}
    </Card>
  )
}

/** The user's latest actions and changes to the account, with a link to the rest. */
export async function AuditTrailCard({
  locale,
  messages,
  user,
  records,
  reader,
}: UserCardProps & { records: readonly AuditRecord[]; reader: Principal }) {
  const texts = messages.userDetail.trail
  const byPerson = { actor: user.id }
  const onAccount = { target: user.id }
  const filterOf = new Map(
    records.map(({ id, actor_id }) => [id, actor_id === user.id ? byPerson : onAccount]),
  )
  return (
    <Card>
      <CardHeader title={texts.title} lead={texts.lead} />
      {records.length > 0 ? (
        <div className="mt-4 border-t border-line">
          <AuditTable
            records={records}
            names={await nameAuditRecords(records, reader)}
            locale={locale}
            texts={messages.audit}
            hrefOf={(id) => auditAddress(filterOf.get(id)!, { record: id })}
          />
        </div>
      ) : (
        <CardBody className="pt-3">{texts.none}</CardBody>
      )}
      <CardFooter>
        <TextLink alone href={auditAddress(byPerson)}>
          {texts.by}
        </TextLink>
        <TextLink alone href={auditAddress(onAccount)}>
          {texts.on}
        </TextLink>
      </CardFooter>
    </Card>
  )
}
