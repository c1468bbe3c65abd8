import { continueLinkingPage } from '@/lib/web/external-sign-in'

export const GET = continueLinkingPage
