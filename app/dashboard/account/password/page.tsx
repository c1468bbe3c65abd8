import type { Metadata } from 'next'
import { ChangePassword } from '@/app/dashboard/account/password/change-password'
import { SetPassword } from '@/app/dashboard/account/password/set-password'
import { PageHeader } from '@/components/layout/page-header'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { listIdentities } from '@/lib/auth/list-identities'
import { pageLanguage } from '@/lib/web/page-language'
import { readOutcome } from '@/lib/web/form-outcome'
import { requirePage } from '@/lib/web/require-page'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.account.password.title }
}

/** Change one's password; for an account without one, get the link with which the first is chosen. */
export default async function Page() {
  const { principal, profile } = await requirePage('/dashboard/account/password')
  const { locale, messages } = await pageLanguage()
  const texts = messages.account.password
  const listed = await listIdentities(principal)
  const hasPassword = !listed.ok || listed.hasPassword
  const form = { locale, messages, email: profile.email, outcome: await readOutcome() }
  return (
    <>
      <PageHeader title={texts.title} lead={hasPassword ? texts.lead : texts.setLead} />
      <Card>
        <CardHeader title={hasPassword ? texts.cardTitle : texts.setTitle} />
        <CardBody>{hasPassword ? <ChangePassword {...form} /> : <SetPassword {...form} />}</CardBody>
      </Card>
    </>
  )
}
