import { logoResponse } from '@/lib/http/file-response'

export const GET = (request: Request) => logoResponse('light', request)
