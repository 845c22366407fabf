import { createRoot } from 'react-dom/client';
import { type FieldError, type UseFormRegister, useForm } from 'react-hook-form';
import type { PeerField } from './fields.ts';

type Answers = Record<string, string>;

interface QuestionProps {
  readonly field: PeerField;
  readonly register: UseFormRegister<Answers>;
  readonly error: FieldError | undefined;
}

function Control({ field, register, error }: QuestionProps) {
  const { name, kind, options, required } = field;
  const wiring = {
    ...register(name, { required: required ?? false }),
    ...(error && { 'aria-invalid': true, 'aria-describedby': `${name}-error` }),
  };
  if (kind === 'select') {
    return (
      <select {...wiring} id={name}>
        <option value="">Please select</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  if (kind === 'radio') {
    return options.map(({ value, label }) => (
      <label key={value}>
        <input {...wiring} type="radio" value={value} /> {label}
      </label>
    ));
  }
  return <input {...wiring} id={name} type={kind} />;
}

function Question(props: QuestionProps) {
  const { field, error } = props;
  return (
    <div>
      <label htmlFor={field.name}>{field.label}</label>
      <Control {...props} />
      {error && <p id={`${field.name}-error`}>{error.message}</p>}
    </div>
  );
}

/** As in its documentation: native controls registered by name, messages from `formState`. */
function Peer({ fields }: { readonly fields: readonly PeerField[] }) {
  const { register, handleSubmit, formState } = useForm<Answers>();
  return (
    <form noValidate onSubmit={handleSubmit(() => undefined)}>
      {fields.map((field) => (
        <Question key={field.name} field={field} register={register} error={formState.errors[field.name]} />
      ))}
      <button type="submit">Next</button>
    </form>
  );
}

const fields: readonly PeerField[] = JSON.parse(document.querySelector('#fields')?.textContent ?? '[]');
createRoot(document.querySelector('#root') as HTMLElement).render(<Peer fields={fields} />);
document.documentElement.dataset.ready = '';
