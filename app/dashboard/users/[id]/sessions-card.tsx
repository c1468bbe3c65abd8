import { changeUser } from '@/app/dashboard/users/[id]/actions'
import { EndSession } from '@/app/dashboard/users/[id]/end-session'
import type { ViewProps } from '@/app/dashboard/users/[id]/view-props'
import { ConfirmedForm } from '@/components/forms/confirmed-form'
import { SessionTable } from '@/components/sessions/session-table'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'
import { formatCount, formatMessage } from '@/lib/i18n/format-message'
import type { BoundedCount } from '@/lib/platform/bounded-count'
import type { ListedSession } from '@/lib/sessions/list-sessions'

interface SessionsCardProps extends ViewProps {
  sessions: readonly ListedSession[]
  nextCursor: string | null
  /** How many there are on all pages. */
  total: BoundedCount | null
  /** Whether this is not the first page of the list. */
  continued: boolean
  at: Date
}

/** Where the person is signed in, newest first, and the ways to end one or all of it. */
export function SessionsCard({ sessions, nextCursor, total, continued, at, ...view }: SessionsCardProps) {
  const { locale, messages, user, person, self, mayChange } = view
  const texts = messages.userDetail.sessions
  const acts = messages.userActions.end_sessions
  const mayEnd = mayChange('users:activate')
  const path = `/dashboard/users/${user.id}`
  const counted = total && formatCount(messages.account.sessions.total, total.count, locale, total.more)
  return (
    <Card id="sessions" className="scroll-mt-20">
      <CardHeader title={texts.title} lead={[counted, texts.lead].filter(Boolean).join(' · ')}>
        {sessions.length > 0 && mayEnd ? (
          <ConfirmedForm
            action={changeUser}
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
                ? (session, device) => <EndSession {...view} session={session} device={device} />
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
