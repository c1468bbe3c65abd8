import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it } from 'vitest'
import { SettingControl } from '@/app/dashboard/settings/setting-control'
import { en } from '@/lib/i18n/en'
import { settingNamed } from '@/lib/settings/setting-definitions'
import { useSettings } from '@/tests/kit/test-settings'

const control = () =>
  renderToStaticMarkup(
    <SettingControl
      definition={settingNamed('uploads_quota_bytes')}
      locale="en"
      texts={en.settings}
    />,
  )

afterEach(() => {
  useSettings()
})

it('shows a number of bytes in a readable unit too', () => {
  useSettings()
  expect(control()).toContain('Currently 100 MB.')
  useSettings({ UPLOADS_QUOTA_BYTES: '5242880' })
  expect(control()).toContain('5242880 (5 MB)')
})
