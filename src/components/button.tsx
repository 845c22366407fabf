import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { styled } from './styled.ts';

const filled = (tone: 'accent' | 'success' | 'error') => ({
  bg: tone,
  color: 'onFill',
  borderColor: 'transparent',
  _hover: { bg: `${tone}Strong` },
});

const Root = styled('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '1',
    minWidth: '3rem',
    borderWidth: '1px',
    borderRadius: 'corner',
    fontWeight: 'medium',
    lineHeight: 'snug',
    textAlign: 'center',
    textDecoration: 'none',
    cursor: 'pointer',
    transition: 'background-color 120ms, border-color 120ms, color 120ms',
    _disabled: {
      bg: 'sunken',
      color: 'inkSoft',
      borderColor: 'line',
      cursor: 'not-allowed',
    },
    '& > [data-part=words] > svg': { display: 'inline-block', verticalAlign: 'middle' },
    '& > [data-part=words] > svg:not(:only-child)': { marginInlineEnd: '1' },
    '@media print': { display: 'none' },
  },
  variants: {
    variant: {
      primary: filled('accent'),
      success: filled('success'),
      danger: filled('error'),
      secondary: {
        bg: 'surface',
        color: 'ink',
        borderColor: 'lineStrong',
        _hover: { borderColor: 'accent', color: 'accent' },
      },
      quietDanger: { borderColor: 'transparent', color: 'error', _hover: { bg: 'errorSoft' } },
      quiet: { borderColor: 'transparent', color: 'accent', _hover: { bg: 'accentSoft' } },
    },
    size: {
      // Very large letters need the room more than the edge does.
      md: { minHeight: 'control', px: 'min(1.5rem, 7vw)', py: '1' },
      sm: { minHeight: '2.25rem', px: '1.5', py: '0.5', fontSize: 'sm' },
    },
    wide: { true: { width: '100%' } },
  },
  defaultVariants: { variant: 'secondary', size: 'md' },
});

interface ButtonProps extends Omit<ComponentProps<'button'>, 'color' | 'ref'> {
  /** primary: the one way on; secondary: the rest; quiet: beside text; success: submit; danger: delete, in a list quietDanger. */
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'quietDanger' | 'success' | 'danger';
  readonly size?: 'md' | 'sm';
  /** As wide as its parent. */
  readonly wide?: boolean;
  /** Before the words, or after them with `iconEnd`. */
  readonly icon?: IconName;
  readonly iconEnd?: IconName;
  /** What the button says while it works ('Submitting...'). While set, the button is disabled and busy. */
  readonly busy?: string | undefined;
}

/** A button that says what it does. `type` is `button` unless it is given. */
export function Button({ icon, iconEnd, busy, children, disabled, ...rest }: ButtonProps) {
  const working = busy !== undefined;
  const words = busy ?? children;
  const element = useFocusKept(working);
  return (
    <Root ref={element} type="button" {...rest} disabled={disabled || working} {...(working && { 'aria-busy': true })}>
      {icon && <Icon name={icon} />}
      {words !== undefined && <span data-part="words">{words}</span>}
      {iconEnd && <Icon name={iconEnd} />}
    </Root>
  );
}

/**
 * A browser takes the focus from a button that is disabled, at once or a moment later; one that was pressed gets it back
 * when its work is done.
 */
function useFocusKept(working: boolean) {
  const element = useRef<HTMLButtonElement>(null);
  const focused = useRef(false);
  useLayoutEffect(() => {
    const { current } = element;
    const came = () => {
      focused.current = true;
    };
    const left = () => {
      focused.current &&= current?.disabled === true;
    };
    current?.addEventListener('focus', came);
    current?.addEventListener('blur', left);
    return () => {
      current?.removeEventListener('focus', came);
      current?.removeEventListener('blur', left);
    };
  }, []);
  useLayoutEffect(() => {
    if (working || !focused.current || document.activeElement !== document.body) return;
    element.current?.focus({ preventScroll: true });
  }, [working]);
  return element;
}
