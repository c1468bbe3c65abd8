import type { ProblemText } from '@/lib/i18n/problem-text'

/** Payments and refunds. */
export const paymentProblems = {
  card_number_refused: {
    title: 'Kart numarası kabul edilmiyor',
    text: 'Buraya hiçbir zaman kart numarası girmeyin. Ödeme sağlayıcısından alınan ödeme yöntemi belirtecini kullanın.',
    remedy:
      'Kart bilgilerini sağlayıcının kendi formuyla (örneğin Stripe Elements) alın ve döndürdüğü belirteci gönderin.',
  },
  idempotency_key_required: {
    title: 'Idempotency anahtarı gerekli',
    text: 'İstekte geçerli bir idempotency anahtarı yok.',
    remedy:
      '1–255 görünür ASCII karakterden oluşan bir `Idempotency-Key` başlığı gönderin: her deneme için rastgele bir değer, aynı isteği yinelerken aynı değer.',
  },
  idempotency_conflict: {
    title: 'Idempotency anahtarı zaten kullanılmış',
    text: 'Bu idempotency anahtarı başka bir istek için kullanıldı.',
    remedy: 'İlk isteği değiştirmeden yineleyin veya yeni bir anahtar gönderin.',
  },
  refund_too_large: {
    title: 'İade tutarı çok yüksek',
    text: 'Tutar, iade edilebilecek tutardan fazla.',
    remedy:
      'Ödemeyi yeniden sorgulayın. Kalan tutar, `captured_amount` değerinden `refunded_amount` ve bekleyen iadeler çıkarılarak bulunur.',
  },
  payments_unavailable: {
    title: 'Ödemeler kullanılamıyor',
    text: 'Bu sunucuda ödemeler yapılandırılmamış.',
    remedy:
      'Bir yöneticinin ödeme sağlayıcısını yapılandırması gerekir: `PAYMENT_PROVIDER=stripe` ve anahtarları.',
  },
  invalid_signature: {
    title: 'Geçersiz imza',
    text: 'Bu mesajın imzası eksik veya hatalı ya da zaman damgası 5 dakikadan fazla sapıyor.',
    remedy: 'Webhook’un imza anahtarını ve iki sunucunun saatini kontrol edin.',
  },
} satisfies Record<string, ProblemText>
