import { INSTITUTE } from '#domain/institute.ts';

const { contact, email, phone } = INSTITUTE.admissions;

/** How to reach the college without this page. */
export function Contact() {
  return (
    <p>
      Or apply without this page: write to {contact} at <a href={`mailto:${email}`}>{email}</a>, or call{' '}
      <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>.
    </p>
  );
}
