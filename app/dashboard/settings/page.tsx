import { HealthBadge } from '@/app/dashboard/settings/health-card'
import { PageHeader } from '@/components/layout/page-header'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { mayOpen } from '@/lib/http/pages/page-table'
import { formatCount } from '@/lib/i18n/format'
import { readArea } from '@/lib/settings/settings-area'
import { settingsAreas } from '@/lib/settings/settings-areas'
import { definePage } from '@/lib/web/define-page'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/dashboard/settings')

export const generateMetadata = page.metadata

const SEGMENTS: Readonly<Record<string, string>> = { notifications: 'sms' }
const addressOf = (area: string) => `/dashboard/settings/${SEGMENTS[area] ?? area}`

/** The settings areas that the user may open, with the state of each. */
export default page.render(async ({ principal }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.settings
  const listed = settingsAreas.filter(({ name }) => mayOpen(principal, addressOf(name)))
  const areas = await Promise.all(
    listed.map(async (area) => ({
      name: area.name as keyof typeof texts.areas,
      state: await readArea(area),
    })),
  )
  const fields = mayOpen(principal, addressOf('profile-fields'))
  const status = mayOpen(principal, addressOf('status'))
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <Card>
        <ul className="divide-y divide-line">
          {areas.map(({ name, state: { health, locked } }) => (
            <Entry key={name} href={addressOf(name)} {...texts.areas[name]}>
              {locked.length > 0 ? (
                <Badge>{formatCount(texts.lockedCount, locked.length, locale)}</Badge>
              ) : null}
              {health ? <HealthBadge health={health} texts={texts.health} /> : null}
            </Entry>
          ))}
          {fields ? (
            <Entry
              href={addressOf('profile-fields')}
              title={messages.profileFields.title}
              lead={messages.profileFields.lead}
            />
          ) : null}
          {status ? <Entry href={addressOf('status')} {...texts.areas.status} /> : null}
        </ul>
      </Card>
    </>
  )
})

interface EntryProps {
  href: string
  title: string
  lead: string
  children?: React.ReactNode
}

function Entry({ href, title, lead, children }: EntryProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-4 sm:px-6">
      <div className="min-w-0">
        <TextLink alone href={href}>
          {title}
        </TextLink>
        <p className="text-muted">{lead}</p>
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">{children}</div>
    </li>
  )
}
