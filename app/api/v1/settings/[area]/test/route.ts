import { settingsRoutes } from '@/lib/http/settings-routes'

export const POST = settingsRoutes('Settings', 'settings:manage', (params) => params.area).test
