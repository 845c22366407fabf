import { type DragEvent, useState } from 'react';
import { type FileRejection, useDropzone } from 'react-dropzone';
import type { Elements } from '../elements.ts';
import { styled } from '../styled.ts';
import {
  type DropLimits,
  dropMessage,
  isSystemFile,
  NOT_A_FILE,
  PDF_TYPE,
  type RejectedFile,
} from './accepted-files.ts';
import { judgeRejected } from './judge-rejected.ts';

/** The state of a drop area (R2.23); `idle` when nothing happens. */
type DropState = 'idle' | 'focus' | 'dragging' | 'accept' | 'reject';

const Area = styled('div', {
  base: {
    position: 'relative',
    px: '2',
    py: '2',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'lineStrong',
    borderRadius: 'corner',
    transition: 'background-color 120ms, border-color 120ms',
    '&[data-drop-state=focus]': { borderColor: 'accent' },
    '&[data-drop-state=dragging], &[data-drop-state=accept]': { borderColor: 'accent', bg: 'accentSoft' },
    '&[data-drop-state=accept]': { borderStyle: 'solid' },
    '&[data-drop-state=reject]': { borderColor: 'error', borderStyle: 'solid', bg: 'errorSoft' },
    '&[data-invalid]': { borderColor: 'error' },
    '&[data-filled=true]': { borderStyle: 'solid', borderColor: 'line' },
  },
});

interface DropControls {
  /** Opens the device's file dialog. */
  readonly open: () => void;
  readonly state: DropState;
  /** The dialog was closed without a file (noticed 300 ms after the page has the focus back). */
  readonly cancelled: boolean;
}

interface DropZoneProps extends DropLimits {
  /** Of the file input: the slot's key (R16.3). */
  readonly name: string;
  /** The accessible name of the input. */
  readonly label: string;
  readonly describedBy?: string | undefined;
  /** How many files one drop may bring; one when absent. */
  readonly maxFiles?: number;
  readonly disabled?: boolean;
  /** It has to have a file, and has none. */
  readonly invalid?: boolean;
  /** Something is in it: a click no longer opens the dialog, the buttons inside do. */
  readonly filled?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onRejected: (rejected: readonly RejectedFile[]) => void;
  readonly children: (controls: DropControls) => Elements;
}

/**
 * A native file input with an area around it that takes dropped and pasted files. Checks names, types, sizes and
 * numbers, and recognises a PDF by its content, not its name or type; files that operating systems leave in folders are passed over.
 */
export function DropZone(props: DropZoneProps) {
  const { name, label, describedBy, types, maxBytes, maxFiles = 1, disabled = false, filled = false } = props;
  const { invalid = false } = props;
  const [focused, setFocused] = useState(false);
  const [cancelled, setCancelled] = useState(false);
  const limits = { types, maxBytes };
  const drop = useDropzone({
    accept: types,
    ...(maxBytes !== undefined && { maxSize: maxBytes }),
    multiple: maxFiles > 1,
    maxFiles,
    disabled,
    noClick: filled,
    noKeyboard: true,
    getErrorMessage: ({ code, message }) => dropMessage(code, limits, message),
    onFileDialogOpen: () => setCancelled(false),
    onFileDialogCancel: () => setCancelled(true),
    onError: () => reject([NOT_A_FILE]),
    onDrop: (accepted, rejections) => {
      if (isOff()) return;
      setCancelled(false);
      const files = accepted.filter((file) => !isSystemFile(file));
      if (files.length > 0) props.onFiles(files);
      if (rejections.length > 0) void takeByContent(rejections);
    },
  });
  /** A disabled fieldset stops presses, not what is dropped. */
  const isOff = () => disabled || drop.rootRef.current?.closest('fieldset:disabled') != null;
  const reject = (rejected: readonly RejectedFile[]) => {
    if (rejected.length > 0 && !isOff()) props.onRejected(rejected);
  };
  const takeByContent = async (rejections: readonly FileRejection[]) => {
    const { accepted, rejected } = await judgeRejected(rejections, PDF_TYPE in types);
    if (accepted.length > 0) props.onFiles(accepted);
    reject(rejected);
  };
  const onDrop = (event: DragEvent) => {
    if (event.dataTransfer.types.includes('Files')) return;
    // A browser would open what it is in place of the form.
    event.preventDefault();
    reject([NOT_A_FILE]);
  };
  const state = stateOf(drop, focused);
  const focus = { onFocus: () => setFocused(true), onBlur: () => setFocused(false) };
  return (
    <Area
      {...drop.getRootProps({ onDrop })}
      {...focus}
      data-drop-state={state}
      data-filled={filled}
      data-invalid={invalid || undefined}
    >
      <input
        {...drop.getInputProps({
          name,
          'aria-label': label,
          'aria-describedby': describedBy,
          disabled,
          ...(invalid && { 'aria-invalid': true }),
        })}
      />
      {props.children({ open: drop.open, state, cancelled })}
    </Area>
  );
}

function stateOf(drop: ReturnType<typeof useDropzone>, focused: boolean): DropState {
  if (drop.isDragReject) return 'reject';
  if (drop.isDragAccept) return 'accept';
  if (drop.isDragActive || drop.isDragGlobal) return 'dragging';
  return focused ? 'focus' : 'idle';
}
