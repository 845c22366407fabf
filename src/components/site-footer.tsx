import type { ReactNode } from 'react';
import { INSTITUTE } from '#domain/institute.ts';

/** Whose page this is, and how to reach a person. `children` stand at the end: developer tools, for instance. */
export function SiteFooter({ children }: { readonly children?: ReactNode }) {
  const { name, admissions, copyrightYear } = INSTITUTE;
  return (
    <footer data-part="foot">
      <div>
        <p>
          © {copyrightYear} {name}
        </p>
        <p>
          Questions? <a href={`mailto:${admissions.email}`}>{admissions.email}</a>
        </p>
        {children}
      </div>
    </footer>
  );
}
