import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ActivityCard } from '@/app/dashboard/home/activity-card'
import { en } from '@/lib/i18n/en'

it('links failed sign-ins to all the audit records that it counts', () => {
  const at = new Date('2026-01-02T03:00:00Z')
  const counts = { signUps: 0, signIns: 0, signInFailures: 30, activeSessions: null }
  const markup = renderToStaticMarkup(
    <ActivityCard
      activity={{
        unit: 'hour',
        kinds: ['signInFailures'],
        points: [{ at, ...counts }],
        known: true,
      }}
      range="24h"
      mayOpenTrail
      locale="en"
      texts={en.activity}
    />,
  )
  const actions = [...markup.matchAll(/href="\/dashboard\/audit\?([^"]*)"/g)].map(([, query]) =>
    new URLSearchParams(query!.replaceAll('&amp;', '&')).get('action'),
  )
  expect(actions).toEqual(['session.refused', 'mfa.code_refused'])
})
