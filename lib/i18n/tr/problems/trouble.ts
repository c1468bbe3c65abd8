import type { ProblemText } from '@/lib/i18n/problem-text'

const waitForRetryAfter = '`Retry-After` başlığındaki süre kadar bekleyip yeniden deneyin.'

/** Limits, and failures on our side. */
export const troubleProblems = {
  rate_limited: {
    title: 'Çok fazla istek',
    text: 'Kısa sürede çok fazla istek gönderildi. Biraz bekleyip yeniden deneyin.',
    remedy: waitForRetryAfter,
  },
  internal_error: {
    title: 'İç hata',
    text: 'Bizden kaynaklanan bir sorun oluştu. Yeniden deneyin. Sorun sürerse istek kimliğini bildirin.',
    remedy: 'Daha sonra yeniden deneyin. Sorunu bildirirken `request_id` değerini de iletin.',
  },
  overloaded: {
    title: 'Hizmet aşırı yüklü',
    text: 'Hizmet şu anda yoğun. Biraz sonra yeniden deneyin.',
    remedy: waitForRetryAfter,
  },
  trail_too_long: {
    title: 'Denetim kaydı çok uzun',
    text: 'Denetim kaydı burada doğrulanamayacak kadar uzun. Sunucuda, süre sınırı olmayan “gatehousectl audit verify” komutunu çalıştırın.',
    remedy:
      'Sunucuda `gatehousectl audit verify` komutunu çalıştırın. Burada yeniden denerseniz işlem yine aynı süreyi alır.',
  },
  unavailable: {
    title: 'Kullanılamıyor',
    text: 'Hizmet şu anda kullanılamıyor. Biraz sonra yeniden deneyin.',
    remedy: waitForRetryAfter,
  },
  phone_budget_exceeded: {
    title: 'Çok fazla kod',
    text: 'Çok fazla kod istediniz. Bir süre bekleyip yeniden deneyin.',
    remedy:
      '`Retry-After` başlığındaki süre kadar bekleyin. Sınırlar: dakikada 1, saatte 5, günde 10 kod.',
  },
  sms_unavailable: {
    title: 'Kısa mesaj gönderilemiyor',
    text: 'Şu anda kısa mesaj gönderilemiyor. Daha sonra yeniden deneyin.',
    remedy:
      'Günlük sınıra ulaşıldı. `SMS_DAILY_LIMIT` veya `SMS_COUNTRY_DAILY_LIMIT` değerini yükseltin ya da `Retry-After` başlığındaki süre kadar bekleyin.',
  },
} satisfies Record<string, ProblemText>
