import {
  endOtherSessions,
  endSession,
  forgetBrowsers,
} from '@/app/dashboard/account/sessions/actions'
import { ListBar } from '@/components/data-table/list-parts'
import { ConfirmedForm, PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { PageHeader } from '@/components/layout/page-header'
import { EndSession } from '@/components/sessions/end-session'
import { SessionTable } from '@/components/sessions/session-table'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { LiveRegion } from '@/components/ui/live-region'
import { formatCount, formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { countTrustedBrowsers } from '@/lib/identity/mfa/trusted-browsers'
import { countOwnSessions, listOwnSessions } from '@/lib/identity/sessions/list-sessions'
import { now } from '@/lib/platform/clock'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { listFrom } from '@/lib/web/list-from'
import { pageAddress, parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const PAGE_SIZE = 20
const PATH = '/dashboard/account/sessions'

const page = definePage(PATH)

export const generateMetadata = page.metadata

/** The user's sessions, newest first, and the buttons to end them. `?cursor` continues the list. */
export default page.render(async ({ principal, searchParams }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.account.sessions
  const listed = await listFrom(
    parameter(await searchParams, 'cursor'),
    (cursor) => listOwnSessions(principal, { limit: PAGE_SIZE, cursor }),
    ({ sessions }) => sessions.length === 0,
  )
  const { sessions, nextCursor, cursor } = listed.ok
    ? listed
    : { sessions: [], nextCursor: null, cursor: null }
  const outcome = await readOutcome()
  const revokedOthers = Number(outcome?.values?.count ?? Number.NaN)
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead}>
        {sessions.length > 1 || cursor ? (
          <ConfirmedForm
            action={endOtherSessions}
            intent="revoke_others"
            button={texts.others}
            title={texts.othersTitle}
            text={texts.othersText}
            cancel={texts.cancel}
            danger
            locale={locale}
          />
        ) : null}
      </PageHeader>
      <LiveRegion role="status" className="mb-4">
        {outcome?.notice === 'session_revoked' ? (
          <Alert tone="success">{texts.revoked}</Alert>
        ) : null}
        {outcome?.notice === 'browsers_forgotten' ? (
          <Alert tone="success">{texts.trusted.forgotten}</Alert>
        ) : null}
        {outcome?.notice === 'others_revoked' && Number.isFinite(revokedOthers) ? (
          <Alert tone="success">{formatCount(texts.othersDone, revokedOthers, locale)}</Alert>
        ) : null}
      </LiveRegion>
      <LiveRegion role="alert" className="mb-4">
        {outcome?.code ? <Alert tone="danger">{messages.problems[outcome.code].text}</Alert> : null}
      </LiveRegion>
      <ListBar total={await countOwnSessions(principal)} texts={texts.total} locale={locale} />
      <Card data-wide>
        <SessionTable
          sessions={sessions}
          locale={locale}
          messages={messages}
          at={now()}
          actionsOf={(session, device) =>
            session.current ? null : (
              <EndSession
                session={session}
                device={device}
                action={endSession}
                intent="revoke"
                button={texts.revoke}
                title={formatMessage(texts.revokeTitle, { device })}
                text={texts.revokeText}
                toasts={{ session_revoked: texts.revoked }}
                cancel={texts.cancel}
                locale={locale}
                messages={messages}
              />
            )
          }
        />
        {cursor || nextCursor ? (
          <CardFooter className="justify-between">
            <span>
              {cursor ? (
                <TextLink alone href={PATH}>
                  {texts.first}
                </TextLink>
              ) : null}
            </span>
            {nextCursor ? (
              <TextLink alone href={pageAddress(PATH, { cursor: nextCursor })}>
                {texts.more}
              </TextLink>
            ) : null}
          </CardFooter>
        ) : null}
      </Card>
      {sessions.length === 1 && !cursor ? (
        <p className="mt-4 text-muted">{texts.onlyThis}</p>
      ) : null}
      <TrustedBrowsers
        count={await countTrustedBrowsers(principal, now())}
        locale={locale}
        messages={messages}
      />
    </>
  )
})

interface TrustedBrowsersProps {
  count: number
  locale: Locale
  messages: Messages
}

/** The browsers that aren't asked for the second step, and the form to ask there again. */
function TrustedBrowsers({ count, locale, messages }: TrustedBrowsersProps) {
  if (count === 0) return null
  const texts = messages.account.sessions.trusted
  return (
    <Card className="mt-6">
      <CardHeader title={texts.title} lead={formatCount(texts.text, count, locale)} />
      <CardBody>
        <PageForm action={forgetBrowsers} locale={locale} intent="forget_browsers">
          <SubmitButton
            variant="outline"
            pendingText={messages.forms.pending}
            className="justify-self-start"
          >
            {texts.forget}
          </SubmitButton>
        </PageForm>
      </CardBody>
    </Card>
  )
}
